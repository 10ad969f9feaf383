"""A rated game and the board it leads to, in both languages."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tablier.bots.levels import initial_strength
from tests.web.people import Player
from tests.web.test_people import FRENCH, sign, sign_up

Visit = Callable[..., Player]


def test_a_rated_game_changes_the_leaderboard(visit: Visit) -> None:
    ann = visit()
    sign_up(ann, "Ann the first")
    ann.page.goto("/")
    ann.page.click("[popovertarget=new-quixo]")
    form = ann.page.locator("#new-quixo")
    form.locator("summary").click()
    expect(form.locator("button[value=screen]")).to_be_visible()
    form.locator("[name=rated]").select_option("yes")
    expect(form.locator("button[value=screen]")).to_be_hidden()
    form.locator("[name=level]").fill("1")
    form.locator("button[value=bot]").click()
    ann.arrive()
    ann.may_move()
    expect(ann.page.locator("#near-seats .rating")).to_have_text("1500 ± 490")
    expect(ann.page.locator("#acts [data-act=hint]")).to_have_count(0)
    for moves in (2, 4, 6, 8):
        ann.play_any()
        ann.sees(moves)
    ann.act("resign")
    ann.act("resign")
    ann.says("wins")
    expect(ann.page.locator("#near-seats .rating")).to_contain_text(re.compile(r"1500 → 1[34]\d\d"))
    expect(ann.page.locator("#far-seats .rating")).to_contain_text("888 → ")
    ann.page.get_by_role("link", name="rated · 3 days per move").click()
    ann.page.wait_for_url("**/ratings/quixo")
    own_line = ann.page.locator("tr[aria-current=true]")
    expect(own_line).to_contain_text("Ann the first (you)")
    expect(own_line).to_contain_text("provisional")
    expect(own_line.locator("td").last).to_have_text("1")
    sprout = ann.page.get_by_role("row", name="Sprout")
    expect(sprout).to_contain_text("computer, level 1")
    expect(ann.page.locator(".invite")).to_have_count(0)
    play_at_own_strength(ann)
    ann.page.goto("/ratings/quixo")
    ann.page.get_by_role("link", name="OLIX").click()
    expect(ann.page.locator(".invite")).to_contain_text("Nobody has played a rated game of OLIX yet.")


def play_at_own_strength(player: Player) -> None:
    """A game against the level whose rating is nearest to the player's own, of about 1400."""
    player.page.goto("/")
    player.page.click("[popovertarget=new-quixo]")
    player.page.locator("#new-quixo").get_by_role("button", name="Play at my strength").click()
    player.arrive()
    bot = player.news["seats"][1]["bot"]
    strength = initial_strength(bot, "quixo")
    assert strength is not None
    assert 1300 < strength[0] < 1500


def test_the_leaderboard_in_french(visit: Visit) -> None:
    anne = visit(locale="fr-FR")
    anne.page.goto("/")
    anne.page.get_by_role("link", name="Classement").click()
    expect(anne.page.locator("h1")).to_have_text("Classement")
    anne.page.get_by_role("link", name="Quixo par équipes").click()
    expect(anne.page.get_by_role("row", name="Jeune pousse")).to_contain_text("ordinateur, niveau 1")
    expect(anne.page.locator(".invite")).to_contain_text("Personne n’a encore joué de partie classée")
    anne.page.locator(".invite a.main").click()
    sign(anne.page, FRENCH, "offer", "Anne la première")
    anne.page.wait_for_url("**/ratings/quixo-teams")
    anne.start("quixo-teams", "bot", rated="yes")
    anne.may_move()
    expect(anne.page.locator(".rating")).to_have_count(4)
    for moves in (4, 8):
        anne.play_any()
        anne.sees(moves)
    anne.act("resign")
    anne.act("resign")
    expect(anne.page.locator("#near-seats .rating")).to_contain_text(re.compile(r"1500 → 1[34]\d\d"))
    anne.page.get_by_role("link", name="classée").click()
    own_line = anne.page.locator("tr[aria-current=true]")
    expect(own_line).to_contain_text("Anne la première (vous)")
    expect(own_line).to_contain_text("provisoire")


@pytest.mark.parametrize(
    ("locale", "words", "reason"),
    [
        ("en-GB", "Sign in to join", "This is a rated game: you need an account to join."),
        (
            "fr-FR",
            "Se connecter pour rejoindre",
            "C’est une partie classée\u00a0: il faut un compte pour la rejoindre.",
        ),
    ],
)
def test_a_guest_is_told_what_a_rated_game_needs(visit: Visit, locale: str, words: str, reason: str) -> None:
    host = visit()
    sign_up(host, f"Host {locale}")
    host.open(game="quixo", rated=True)
    guest = visit(locale=locale)
    guest.go(host.page.url)
    expect(guest.page.locator("#state .main")).to_have_text(words)
    host.open(game="olix", rated=True, public=True)
    guest.page.goto("/")
    row = guest.page.locator(f"[data-row='{host.table}']")
    expect(row).to_contain_text("1500 ± 490")
    expect(row.locator("button")).to_have_text(words)
    expect(row.locator("button")).to_have_accessible_name(re.compile(f"^{words}"))
    row.locator("button").click()
    guest.page.wait_for_url(re.compile("/signin"))
    expect(guest.page.locator("main")).to_contain_text(reason)
    guest.page.locator("main a").click()
    guest.page.wait_for_url(re.compile("/signup"))
    expect(guest.page.locator("main")).to_contain_text(reason)
    guest.page.goto("/")
    guest.page.click("[popovertarget=new-quixo]")
    form = guest.page.locator("#new-quixo")
    form.locator("summary").click()
    expect(form.locator("[name=rated] option[value=yes]")).to_be_disabled()


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_the_board_fits_a_phone(visit: Visit, locale: str) -> None:
    visitor = visit(locale=locale, viewport={"width": 360, "height": 740})
    visitor.page.goto("/ratings")
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 360
    short = (
        "[...document.querySelectorAll('main a')].filter(a => a.getBoundingClientRect().height < 44).length"
    )
    assert visitor.page.evaluate(short) == 0
