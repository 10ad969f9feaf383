"""A game in French, and the switch from one language to the other in the middle of it."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.people import Player

Visit = Callable[..., Player]


def test_a_game_in_french(visit: Visit) -> None:
    anne = visit(locale="fr-FR")
    anne.start("quixo", "screen")
    expect(anne.page.locator("html")).to_have_attribute("lang", "fr")
    anne.says("À Croix de jouer")
    anne.play("a1e1")
    expect(anne.page.locator(".spot[data-name=e1]")).to_have_attribute(
        "aria-label", "e1, croix, dernier coup"
    )
    anne.says("À Rond de jouer")
    anne.click("e1")
    anne.says("Ce cube porte la marque adverse")
    expect(anne.page.locator("#acts")).to_contain_text("Abandonner")


def test_the_language_switch_keeps_the_game(visit: Visit) -> None:
    ann = visit()
    ann.start("quixo", "screen")
    ann.play("a1e1")
    ann.says("Circle to play")
    ann.page.click(".language")
    ann.arrive()
    ann.sees(1)
    ann.says("À Rond de jouer")
    ann.page.goto("/")
    expect(ann.page.locator("h1")).to_have_text("À quoi jouons-nous\u00a0?")
    ann.page.click(".language")
    expect(ann.page.locator("h1")).to_have_text("What shall we play?")


def test_a_guest_without_a_name_is_called_so_in_the_readers_language(visit: Visit) -> None:
    ann, anne = visit(), visit(locale="fr-FR")
    ann.start("quixo", "link")
    given = ann.news["you"]["name"]
    word, number = given.split()
    assert word == "Guest"
    anne.go(ann.page.url)
    anne.says(f"Invité {number} vous invite")
    anne.page.locator("#state").get_by_role("button", name="Rejoindre la partie").click()
    expect(anne.page.locator("#far-seats")).to_contain_text(f"Invité {number}")
    own = anne.page.locator("#near-seats strong")
    expect(own).to_have_text(re.compile(r"^Invité \d+ \(vous\)$"))
    theirs = own.inner_text().removesuffix("(vous)").strip()
    expect(ann.page.locator("#far-seats")).to_contain_text(theirs.replace("Invité", "Guest"))
    ann.page.fill("#say [name=text]", "Hello")
    ann.page.press("#say [name=text]", "Enter")
    expect(anne.page.locator("#heard")).to_contain_text(f"Invité {number}")
    anne.page.goto("/")
    expect(anne.page.locator(".me input")).to_have_value(theirs)
