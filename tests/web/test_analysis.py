"""The analysis board in a real browser: open, branch, set up, follow the engine, see who gets what."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

import tablier
from tests.web.people import Player

Visit = Callable[..., Player]
LONG = 60_000
"""Timeout in milliseconds for what the computer thinks: the machine may be busy."""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
GAME = '[Game "quixo"]\n\n1. a1e1 {first} a5a1?! (e5e1! {<img src=x onerror=alert(1)>} 2. a1a5) 2. b1e1\n*'


def go(player: Player, address: str) -> None:
    player.page.goto(address)
    player.arrive()


def open_text(player: Player, text: str) -> None:
    player.page.click("[data-do=open]")
    player.page.fill("#pasted", text)
    player.page.click("#opening [type=submit]")


def shown(player: Player, moves: int) -> None:
    player.page.wait_for_selector(f"body[data-at='{moves}']", timeout=LONG)


def saved(player: Player) -> str:
    """The address once it holds the tree as it is now."""
    player.page.evaluate("delete document.body.dataset.saved")
    player.page.keyboard.press("0")  # no mark: nothing changes, and all is saved
    player.page.wait_for_selector("body[data-saved]", timeout=LONG)
    return player.page.url


def play(player: Player, game: str, *moves: str, at: int) -> None:
    kind = tablier.game(game)
    for number, move in enumerate(moves, at + 1):
        for name in kind.paths[kind.move(move)]:
            player.click(name)
        shown(player, number)


def record(player: Player) -> tablier.Record:
    """The record that the page lets one download."""
    with player.page.expect_download(timeout=LONG) as found:
        player.page.keyboard.press("d")
    return tablier.Record.read(Path(found.value.path()).read_text())


def test_a_game_is_opened_branched_and_kept_in_the_address(visit: Visit) -> None:
    player = visit()
    go(player, "/analysis/quixo")
    open_text(player, GAME)
    shown(player, 3)
    assert record(player) == tablier.Record.read(GAME)
    press = player.page.keyboard.press
    for number in (2, 1):
        press("ArrowLeft")
        shown(player, number)
    play(player, "quixo", "c1c5", at=1)
    press("3")
    press("c")
    player.page.keyboard.type("a word {in braces}")
    press("Escape")
    press("p")
    expect(player.page.locator("#moves .variation")).to_have_count(2)
    expect(player.page.locator("#moves [aria-current]")).to_have_text("c1c5!!")
    address = saved(player)
    kept = record(player)
    assert {kept.match.game.texts[each.moves[0]] for each in kept.variations} == {"c1c5", "e5e1"}
    other = visit()
    go(other, address)
    shown(other, 2)
    expect(other.page.locator("#moves")).to_contain_text("a word (in braces)")
    expect(other.page.locator("#moves")).to_contain_text("<img src=x onerror=alert(1)>")
    assert record(other) == kept
    press("Delete")
    expect(player.page.locator("#moves .variation")).to_have_count(1)
    player.page.get_by_role("button", name="Undo").click()
    expect(player.page.locator("#moves .variation")).to_have_count(2)
    assert record(player) == kept


def test_all_is_done_by_keys(visit: Visit) -> None:
    player = visit()
    go(player, "/analysis/quixo")
    press = player.page.keyboard.press
    player.page.locator(".spot[data-name=a1]").focus()
    for key in ("Enter", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "Enter"):
        press(key)
    shown(player, 1)
    press("Backspace")
    shown(player, 0)
    expect(player.page.locator("#moves .move")).to_have_count(0)
    press("?")
    expect(player.page.locator("#keys")).to_be_visible()
    press("Escape")
    press("s")
    player.page.wait_for_selector("body.setting-up")


def test_the_engine_thinks_and_its_line_is_played(visit: Visit) -> None:
    player = visit()
    go(player, "/analysis/quixo?option=size=3")
    play(player, "quixo", "a2a1", at=0)
    player.page.click("[data-do=engine]")
    player.page.wait_for_selector("#lines li", timeout=LONG)
    expect(player.page.locator("#shares span")).to_have_count(2)
    expect(player.page.locator("#depth")).to_have_text(re.compile(r"depth \d+"), timeout=LONG)
    player.page.wait_for_selector("body[data-thought=final]", timeout=LONG)
    assert player.page.locator(".arrows > *").count() == 0
    player.page.click("#arrow")
    player.page.wait_for_selector(".arrows .best-arrow", state="attached")
    line = player.page.locator("#lines li").first.locator(".move")
    move = line.nth(1).inner_text()
    line.nth(1).click()
    shown(player, 3)
    expect(player.page.locator("#moves [aria-current]")).to_have_text(move)


@pytest.mark.parametrize("name", ["x", "plateau-x", "quixo", "olix"])
def test_values_and_insight_are_drawn_over_the_board(visit: Visit, name: str) -> None:
    player = visit()
    match = tablier.Match(tablier.game(name))
    for _ in range(8):
        match.push(match.legal_moves[len(match.legal_moves) // 2])
    go(player, f"/analysis/{name}")
    open_text(player, str(tablier.Record(match)))
    shown(player, 8)
    player.page.click("[data-do=glance]")
    shaded = player.page.locator(".shade, #tray .shaded")
    expect(shaded).not_to_have_count(0, timeout=LONG)
    first = {match.game.paths[move][0] for move in match.legal_moves}
    assert shaded.count() == len(first)
    player.page.click("[data-do=insight]")
    player.page.wait_for_selector("body[data-insight]", timeout=LONG)
    expect(player.page.locator("#legend li")).not_to_have_count(0)
    assert player.page.locator(".shade").count() == 0


def test_a_position_is_set_up_and_played_from(visit: Visit) -> None:
    player = visit()
    go(player, "/analysis/x?option=size=4")
    player.page.click("[data-do=setup]")
    player.page.wait_for_selector("body.setting-up")
    placed = player.page.locator(".pieces use")
    player.click("red")
    player.click("b2")
    expect(placed).to_have_count(1, timeout=LONG)
    player.click("yellow")
    for number, spot in enumerate(("c2", "c3"), 2):  # what was chosen is placed until another is
        player.click(spot)
        expect(placed).to_have_count(number, timeout=LONG)
    expect(player.page.locator("#setup-says")).to_contain_text("2 yellow", timeout=LONG)
    expect(player.page.locator("#setup-says a")).to_have_text("§X1")
    expect(player.page.locator("#setup-analyse")).to_be_disabled()
    player.click("-")
    player.click("c3")
    expect(player.page.locator("#setup-analyse")).to_be_enabled(timeout=LONG)
    player.page.click("#setup-analyse")
    player.page.wait_for_selector("body[data-position='4/4/1ry1/4 g']", timeout=LONG)
    player.page.click("[data-do=play]")
    player.page.click("#playing [value=screen]")
    player.page.wait_for_url("**/t/*")
    player.arrive()
    assert player.news["turn"] == 2
    player.page.click("#analyse")
    player.page.wait_for_selector("body[data-position='4/4/1ry1/4 g']", timeout=LONG)


def test_a_finished_game_leads_to_the_board(visit: Visit) -> None:
    player = visit()
    player.open(game="quixo", options={"size": 3}, seats=[{"who": "me"}] * 2)
    address = f"/api/tables/{player.table}/acts"
    for ply, move in enumerate(("a2a1", "b1b3", "a3c3", "b1a1", "c1c3", "a2a1")):
        player.ask(address, act="play", move=move, ply=ply)
    player.page.click("#analyse")
    shown(player, 6)
    expect(player.page.locator("#state")).to_contain_text("wins")


def test_bad_input_is_one_sentence_and_loses_nothing(visit: Visit) -> None:
    player = visit()
    go(player, "/analysis/quixo")
    play(player, "quixo", "a1e1", at=0)
    before = saved(player)
    for text, words in (
        ('[Game "quixo"]\n\n1. a1e1 a9 *', "line 3, column 10"),
        ("5/5/5/5/5 o", "no game leads here"),
        ('[Game "quixo"]\n\n1. a1e1 ' + "(a2e2) " * 1001 + "*", "1000 variations"),
    ):
        open_text(player, text)
        expect(player.page.locator("#opening-says")).to_contain_text(re.compile(words, re.IGNORECASE))
        expect(player.page.locator("#moves .move")).to_have_count(1)
        player.page.keyboard.press("Escape")
        player.page.locator("#opening").evaluate("form => form.hidePopover()")
    assert player.page.url == before
    other = visit()
    go(other, before[:-7])
    expect(other.page.locator("#line")).to_contain_text("incomplete")
    play(other, "quixo", "a1a5", at=0)


def test_a_tree_too_long_for_the_address_is_kept(visit: Visit) -> None:
    player = visit()
    go(player, "/analysis/quixo")
    play(player, "quixo", "a1e1", at=0)
    player.page.click("[data-do=comment]")
    noise = "".join(chr(0x4E00 + 7919 * number % 20000) for number in range(1900))
    open_text(player, '[Game "quixo"]\n\n1. ' + f"a1e1 {{{noise}}} a5a1 {{{noise[::-1]}}}\n*")
    shown(player, 2)
    expect(player.page.locator("#line")).to_contain_text("too long for a link", timeout=LONG)
    player.page.reload()
    player.arrive()
    shown(player, 2)
    expect(player.page.locator("#moves")).to_contain_text(noise[:40])


def test_on_a_phone_all_is_within_reach(visit: Visit) -> None:
    player = visit(**PHONE)
    go(player, "/analysis/plateau-x")
    player.page.tap("#tray [data-name=S]")
    x, y = player.at("c3")
    player.page.touchscreen.tap(x, y)
    shown(player, 1)
    player.page.tap("[data-do=engine]")
    player.page.wait_for_selector("#lines li", timeout=LONG)
    expect(player.page.locator("#engine")).to_be_visible()
    player.page.locator(".tabs label", has_text="Moves").tap()
    player.page.tap("[data-step=back]")
    shown(player, 0)
    assert player.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
