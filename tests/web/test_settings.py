"""The settings of a table: sound, confirming a move, the board in words."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.people import Player

Visit = Callable[..., Player]
LISTEN = """
    window.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...all) { window.tones += 1; return start.apply(this, all); };
"""


def setting(player: Player, name: str, value: bool) -> None:
    """By the keyboard alone."""
    player.page.locator("[popovertarget=settings]").focus()
    player.page.keyboard.press("Enter")
    box = player.page.locator(f"#settings [name={name}]")
    expect(box).to_be_visible()
    while not box.evaluate("node => node === document.activeElement"):
        player.page.keyboard.press("Tab")
    if box.is_checked() != value:
        player.page.keyboard.press("Space")
    player.page.keyboard.press("Escape")
    expect(box).to_be_hidden()


def test_a_move_sounds_until_it_is_switched_off(visit: Visit) -> None:
    ann, eve = visit(), visit()
    for player in (ann, eve):
        player.context.add_init_script(LISTEN)
    ann.start("quixo", "screen")
    eve.go(ann.page.url)
    ann.play("a1e1")
    assert ann.page.evaluate("tones") > 0
    eve.sees(1)
    assert eve.page.evaluate("tones") == 0  # she has not touched the page yet
    setting(ann, "sound", False)
    messages = ann.page.evaluate("tones")
    ann.play("a5a1")
    assert ann.page.evaluate("tones") == messages
    ann.page.reload()
    ann.arrive()
    expect(ann.page.locator("#settings [name=sound]")).not_to_be_checked()


@pytest.mark.parametrize(("language", "yes", "no"), [("en", "Play it", "Cancel"), ("fr", "Jouer", "Annuler")])
def test_a_move_can_be_confirmed_first(visit: Visit, language: str, yes: str, no: str) -> None:
    us = visit(locale=language)
    us.start("quixo", "screen")
    setting(us, "confirm", True)
    for is_key in (False, True):
        us.click("a1")
        us.click("e1")
        expect(us.page.locator("#line")).to_contain_text("a1e1")
        expect(us.page.locator(".ghost")).to_have_count(5)  # the whole pushed row
        if is_key:
            us.page.keyboard.press("Escape")
        else:
            us.page.get_by_role("button", name=no).click()
        expect(us.page.locator(".ghost")).to_have_count(0)
        expect(us.page.locator("#line")).to_be_hidden()
    assert us.news["ply"] == 0
    us.click("a1")
    us.click("e1")
    us.page.get_by_role("button", name=yes, exact=True).click()
    us.sees(1)
    us.page.reload()
    us.arrive()
    us.click("a5")
    us.click("a1")
    us.page.keyboard.press("Enter")
    us.sees(2)
    assert us.news["moves"] == ["a1e1", "a5a1"]


def test_asked_by_keyboard_the_focus_comes_back_to_the_board(visit: Visit) -> None:
    us = visit()
    us.start("x", "screen", option__size="4")
    setting(us, "confirm", True)
    us.page.locator(".spot[data-name=a1]").focus()
    us.page.keyboard.press("Enter")
    expect(us.page.get_by_role("button", name="Play it")).to_be_focused()
    us.page.keyboard.press("Escape")
    expect(us.page.locator(".spot[data-name=a1]")).to_be_focused()
    us.page.keyboard.press("Enter")
    us.page.keyboard.press("Enter")
    us.sees(1)
    expect(us.page.locator(".spot[data-name=a1]")).to_be_focused()


def test_a_confirmation_stays_open_while_news_comes(visit: Visit) -> None:
    ann, bob = visit(), visit()
    ann.start("quixo", "link")
    bob.go(ann.page.url)
    bob.page.click("#state button")
    setting(ann, "confirm", True)
    ann.may_move()
    ann.click("a1")
    ann.click("e1")
    bob.page.fill("#say [name=text]", "take your time")
    bob.page.keyboard.press("Enter")
    expect(ann.page.locator("#heard")).to_contain_text("take your time")
    ann.page.get_by_role("button", name="Play it").click()
    bob.sees(1)


def test_the_heights_of_a_board_in_words(visit: Visit) -> None:
    us = visit()
    us.start("plateau-x-mini", "screen")
    us.play("@a1")
    us.play("Sc3")
    table = us.page.get_by_role("table").filter(has_text="Black’s pawn")
    expect(table.get_by_role("row").nth(5)).to_contain_text("0, Black’s pawn")
    expect(table.get_by_role("row").nth(3).get_by_role("cell").nth(2)).to_have_text("1")
    width = "() => document.querySelector('.panel-map').offsetWidth"
    assert us.page.evaluate(width) < 2  # for screen readers always, visible only if chosen
    setting(us, "map", True)
    assert us.page.evaluate(width) > 200
    us.page.goto("/")
    us.start("quixo", "screen")
    expect(us.page.locator("#settings [name=map]")).to_have_count(0)
