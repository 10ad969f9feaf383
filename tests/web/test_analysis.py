"""The analysis board in a real browser: open, branch, set up, follow the engine, see who gets what."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

import tablier
from tablier.analysis import insight
from tests.web.people import Player

Visit = Callable[..., Player]
SMALL = '[Game "quixo"]\n[Options "size=3"]\n\n1. a2a1 (b1b3 a2a1) b1b3 2. a3c3 b1a1 3. c1c3 a2a1\n0-1'
"""A finished game: the fifth move is a mistake."""
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


def test_a_record_is_named_for_game_players_and_date(visit: Visit) -> None:
    player = visit()
    go(player, "/analysis/quixo")
    tags = '[Player1 "Ann"]\n[Player2 "Zoé & Co"]\n[Date "2026-11-15"]'
    open_text(player, GAME.replace("\n\n", f"\n{tags}\n\n"))
    shown(player, 3)
    with player.page.expect_download(timeout=LONG) as found:
        player.page.keyboard.press("d")
    assert found.value.suggested_filename == "quixo_Ann-Zoé-Co_2026-11-15.txt"


def test_the_boards_are_found_from_the_home_page(visit: Visit) -> None:
    page = visit().page
    page.goto("/")
    page.get_by_role("banner").get_by_role("link", name="Analysis").click()
    expect(page.locator("main .boards a")).to_have_count(len(tablier.games()))
    page.get_by_role("link", name="Plateau X Trio").click()
    page.wait_for_url("**/analysis/plateau-x-trio")


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
    assert [kept.match.game.texts[move] for move in kept.match.moves] == ["a1e1", "c1c5"]
    assert {kept.match.game.texts[each.moves[0]] for each in kept.variations} == {"a5a1", "e5e1"}
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
    player = visit(permissions=["clipboard-read", "clipboard-write"])
    go(player, "/analysis/quixo?option=size=3")
    page, press = player.page, player.page.keyboard.press
    tree, current = page.locator("#moves"), page.locator("#moves [aria-current]")
    page.locator(".spot[data-name=a1]").focus()
    for key in ("Enter", "ArrowRight", "ArrowRight", "Enter"):
        press(key)
    shown(player, 1)
    press("Backspace")
    shown(player, 0)
    expect(tree.locator(".move")).to_have_count(0)
    press("o")
    page.fill("#pasted", SMALL)
    page.click("#opening [type=submit]")
    shown(player, 6)
    page.evaluate("document.activeElement.blur()")  # a spot of the board has the arrows
    for key, number in (("Home", 0), ("End", 6), ("ArrowLeft", 5), ("ArrowRight", 6)):
        press(key)
        shown(player, number)
    for _ in range(5):
        press("ArrowLeft")
    shown(player, 1)
    press("ArrowDown")
    expect(current).to_have_text("b1b3")
    press("f")
    expect(tree.locator(".fold")).to_have_attribute("aria-expanded", "false")
    press("f")
    expect(tree.locator(".fold")).to_have_attribute("aria-expanded", "true")
    for number, mark in enumerate(("!", "?", "!!", "??", "!?", "?!"), 1):
        press(f"{number}")
        expect(current).to_have_text(f"b1b3{mark}")
    press("0")
    expect(current).to_have_text("b1b3")
    press("c")
    page.keyboard.type("mine")
    press("Escape")
    expect(tree.locator(".comment")).to_have_text("mine")
    press("p")
    expect(tree.locator(".variation")).to_contain_text("a2a1")
    press("ArrowDown")
    expect(current).to_have_text("a2a1")
    press("ArrowUp")
    expect(current).to_have_text("b1b3")
    shown(player, 1)
    press("Delete")
    expect(tree.locator(".move")).to_have_count(6)
    shown(player, 0)
    press("u")
    expect(tree.locator(".move")).to_have_count(8)
    shown(player, 1)
    press("n")
    expect(tree.locator(".move")).to_have_count(0)
    shown(player, 0)
    press("u")
    expect(tree.locator(".move")).to_have_count(8)
    shown(player, 1)
    press("r")
    expect(page.locator("#line")).to_contain_text("copied")
    assert tablier.Record.read(page.evaluate("navigator.clipboard.readText()")) == record(player)
    saved(player)
    press("l")
    expect(page.locator("#line")).to_contain_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    press("?")
    expect(page.locator("#keys")).to_be_visible()
    listed = {key for text in page.locator("#keys kbd").all_inner_texts() for key in text.split()}
    press("Escape")
    press("y")
    expect(page.locator("#playing")).to_be_visible()
    press("Escape")
    press("e")
    expect(page.locator("#lines li")).to_have_count(3, timeout=LONG)
    for key, lines in (("-", 2), ("+", 3)):
        press(key)
        expect(page.locator("#lines:not(.old) li")).to_have_count(lines, timeout=LONG)
    press("m")
    expect(page.locator("#limit")).to_have_value("0")
    press("m")
    expect(page.locator("#limit")).to_have_value("2")
    page.wait_for_selector("#lines:not(.old) li", timeout=LONG)
    press("a")
    page.wait_for_selector(".arrows > *", state="attached")
    press("x")
    shown(player, 2)
    press("g")
    expect(page.locator(".shade")).not_to_have_count(0, timeout=LONG)
    press("i")
    expect(page.locator("#legend")).to_contain_text("Open lines", timeout=LONG)
    press("w")
    expect(page.locator("#why")).to_be_visible(timeout=LONG)
    press("s")
    page.wait_for_selector("body.setting-up")
    words = "← → ↑ ↓ Home End ⌫ Del P F U C 1–6 0 E A X + − M G I W S O N Y L R D T V ?"
    assert listed == set(words.split())


@pytest.mark.parametrize(("game", "key", "spot"), [("quixo-teams", "t", "a1"), ("x", "v", "a1")])
def test_the_board_is_turned_and_seen_otherwise_by_keys(visit: Visit, game: str, key: str, spot: str) -> None:
    player = visit()
    go(player, f"/analysis/{game}")
    place = "name => document.querySelector(`.spot[data-name=${name}]`).getBoundingClientRect()"
    before = player.page.evaluate(place, spot)
    player.page.keyboard.press(key)
    player.page.wait_for_function(
        f"([name, {{ x, y }}]) => {{ const now = ({place})(name); return now.x !== x || now.y !== y }}",
        arg=[spot, before],
    )


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
    while len(match.moves) < 8 or not insight(match.state).overlays:  # type: ignore[union-attr]
        match.push(match.legal_moves[len(match.legal_moves) // 2])
    go(player, f"/analysis/{name}")
    open_text(player, str(tablier.Record(match)))
    shown(player, len(match.moves))
    page = player.page
    player.page.click("[data-do=glance]")
    shaded = player.page.locator(".shade, #tray .shaded")
    expect(shaded).not_to_have_count(0, timeout=LONG)
    first = {match.game.paths[move][0] for move in match.legal_moves}
    assert shaded.count() == len(first)
    page.click("[data-do=insight]")
    known = insight(match.state)
    assert known
    page.wait_for_selector(f"body[data-insight='{len(known.overlays)}']", timeout=LONG)
    expect(page.locator("#legend .legend-title")).to_have_text(str(known.title))
    drawn = sum(1 if each.kind == "path" else len(each.spots) for each in known.overlays)
    assert drawn > 0
    expect(page.locator(".areas > *")).to_have_count(drawn)
    assert page.locator(".shade").count() == 0


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


@pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180)])
def test_a_comment_is_written_over_the_bar_of_the_acts(visit: Visit, width: int, height: int) -> None:
    player = visit(viewport={"width": width, "height": height}, has_touch=True)
    go(player, "/analysis/quixo")
    play(player, "quixo", "a1e1", at=0)
    player.page.click("[data-do=comment]")
    field, acts = (player.page.locator(part).bounding_box() for part in ("#comment", "#acts"))
    assert field
    assert acts
    assert field["y"] + field["height"] <= acts["y"]


def test_on_a_phone_all_is_within_reach(visit: Visit) -> None:
    player = visit(**PHONE)
    go(player, "/analysis/plateau-x")
    player.page.tap("#tray [data-name=S]")
    x, y = player.at("c3")
    player.page.touchscreen.tap(x, y)  # shows the brick only
    player.page.touchscreen.tap(x, y)
    shown(player, 1)
    player.page.tap("[data-do=engine]")
    player.page.wait_for_selector("#lines li", timeout=LONG)
    expect(player.page.locator("#engine")).to_be_visible()
    player.page.locator(".tabs label", has_text="Moves").tap()
    player.page.tap("[data-step=back]")
    shown(player, 0)
    assert player.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.parametrize("device", [{}, PHONE], ids=["desk", "phone"])
def test_why_a_move_was_bad_is_told_and_drawn(visit: Visit, device: dict[str, Any]) -> None:
    player = visit(**device)
    page = player.page
    go(player, "/analysis/quixo?option=size=3")
    open_text(player, SMALL)
    shown(player, 6)
    page.click("[data-step=back]")
    shown(player, 5)
    page.click("[data-do=why]")
    why = page.locator("#why")
    expect(why.locator("strong")).to_have_text("c1c3", timeout=LONG)
    expect(why).to_contain_text("Lets Circle complete a1–a3 with a2a1")
    expect(why).to_be_in_viewport()
    assert page.locator(".areas > *").count() > 0
    expect(page.locator("#legend")).to_be_hidden()
    page.click("[data-step=back]")
    shown(player, 4)
    expect(why).to_be_hidden()
    assert page.locator(".areas > *").count() == 0
    page.keyboard.press("e")
    page.wait_for_selector("body[data-thought=final]", timeout=LONG)
    page.click("[data-do=why]")
    expect(why.locator("strong")).to_have_text("b1a1", timeout=LONG)
    why.get_by_role("button", name="Why c1a1?").click()
    expect(why.locator("strong")).to_have_text("c1a1", timeout=LONG)
    expect(why.locator("button")).to_have_count(0)
    assert why.inner_text() != "c1a1"


@pytest.mark.parametrize("device", [{}, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("game", ["olix", "x", "plateau-x"])
def test_the_bar_has_a_part_for_each_seat_as_large_as_its_share(
    visit: Visit, game: str, device: dict[str, Any]
) -> None:
    player = visit(**device, reduced_motion="reduce")  # the parts have their lengths at once
    page = player.page
    go(player, f"/analysis/{game}")
    expect(page.locator("#shares")).to_be_hidden()
    page.keyboard.press("e")
    page.wait_for_selector("#lines:not(.old) li", timeout=LONG)
    parts: list[tuple[float, str]] = page.locator("#shares span").evaluate_all(
        """(parts, side) => parts.map((part) => [part.getBoundingClientRect()[side], part.title])""",
        "width" if device else "height",
    )
    whole = sum(length for length, _ in parts)
    assert len(parts) == len(tablier.game(game).seats)
    for length, title in parts:
        assert 100 * length / whole == pytest.approx(int(re.findall(r"(\d+)%", title)[0]), abs=1.5)


def next_thought(player: Player) -> None:
    """Wait until one more thought was told."""
    page = player.page
    page.wait_for_function(
        "before => document.querySelector('#depth').textContent !== before",
        arg=page.locator("#depth").inner_text(),
        timeout=LONG,
    )


def think_for_ever(player: Player) -> Locator:
    """Switch the engine on without a limit; the moves of its best lines."""
    player.page.locator("#limit").evaluate("list => (list.value = '0')")
    player.page.keyboard.press("e")
    player.page.wait_for_selector("#lines:not(.old) li", timeout=LONG)
    next_thought(player)
    return player.page.locator("#lines .move")


def test_a_line_is_clicked_while_the_engine_thinks(visit: Visit) -> None:
    player = visit()
    page = player.page
    go(player, "/analysis/olix")
    lines = think_for_ever(player)
    lines.nth(1).hover()
    page.mouse.down()
    pressed = lines.nth(1).inner_text()
    next_thought(player)
    page.mouse.up()
    shown(player, 2)
    expect(page.locator("#moves [aria-current]")).to_have_text(pressed)
    page.wait_for_selector("#lines:not(.old) li", timeout=LONG)
    first = page.locator("#lines li").first.locator(".move").first
    first.focus()
    text = first.inner_text()
    for _ in range(3):
        next_thought(player)
        listed = page.locator("#lines li .move:first-child").all_inner_texts()
        focused = page.evaluate("document.activeElement.textContent")
        assert text == focused or text not in listed


def test_stepping_fast_leaves_the_engine_thinking(visit: Visit) -> None:
    player = visit()
    page = player.page
    go(player, "/analysis/quixo?option=size=3")
    open_text(player, SMALL)
    shown(player, 6)
    page.keyboard.press("e")
    for _ in range(30):
        for key, number in (("ArrowLeft", 5), ("ArrowLeft", 4), ("ArrowRight", 5)):
            page.keyboard.press(key)
            shown(player, number)
        page.keyboard.press("ArrowRight")
        shown(player, 6)
    page.keyboard.press("ArrowLeft")
    shown(player, 5)
    page.wait_for_selector("#lines:not(.old) li", timeout=LONG)
    expect(page.locator("#depth")).to_contain_text("depth")


def test_a_hidden_page_stops_the_engine(visit: Visit) -> None:
    player = visit()
    page = player.page
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    go(player, "/analysis/quixo")
    think_for_ever(player)
    hide = "hidden => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });"
    hide += " document.dispatchEvent(new Event('visibilitychange')); }"
    assert '"stop"' not in sent[-1]
    page.evaluate(hide, arg=True)
    page.wait_for_timeout(0)
    assert '"stop"' in sent[-1]
    page.evaluate(hide, arg=False)
    page.wait_for_selector("#lines:not(.old) li", timeout=LONG)
    assert '"ask"' in sent[-1]


def test_the_numbers_of_a_position_go_when_the_game_is_over(visit: Visit) -> None:
    player = visit()
    page = player.page
    go(player, "/analysis/quixo?option=size=3")
    open_text(player, SMALL)
    shown(player, 6)
    page.keyboard.press("ArrowLeft")
    shown(player, 5)
    page.keyboard.press("e")
    page.wait_for_selector("body[data-thought=final]", timeout=LONG)
    expect(page.locator(".share-of").first).to_contain_text("%")
    page.keyboard.press("ArrowRight")
    shown(player, 6)
    expect(page.locator("#lines li, #shares span")).to_have_count(0)
    expect(page.locator("#depth")).to_have_text("")
    assert page.locator(".share-of").all_inner_texts() == ["", ""]


def test_a_folded_variation_opens_where_one_goes(visit: Visit) -> None:
    player = visit()
    page = player.page
    go(player, "/analysis/quixo?option=size=3")
    open_text(player, SMALL)
    shown(player, 6)
    for key, number in (("Home", 0), ("ArrowRight", 1), ("ArrowDown", 1)):
        page.keyboard.press(key)
        shown(player, number)
    expect(page.locator("#moves [aria-current]")).to_have_text("b1b3")
    page.keyboard.press("f")
    expect(page.locator("#moves .variation .move")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    shown(player, 2)
    expect(page.locator("#moves .variation [aria-current]")).to_have_text("a2a1")


def test_a_comment_is_kept_while_it_is_typed(visit: Visit) -> None:
    player = visit()
    page = player.page
    go(player, "/analysis/quixo")
    play(player, "quixo", "a1e1", at=0)
    page.click("[data-do=comment]")
    page.wait_for_selector("body[data-saved]")
    page.keyboard.type("unfinished")
    expect(page.locator("#moves .comment")).to_have_text("unfinished")
    page.reload()
    player.arrive()
    expect(page.locator("#moves .comment")).to_have_text("unfinished")


def test_numbers_stay_with_their_moves_and_buttons_within_their_panel(visit: Visit) -> None:
    player = visit(viewport={"width": 844, "height": 390}, has_touch=True, locale="fr-FR")
    page = player.page
    go(player, "/analysis/x")
    open_text(
        player, '[Game "x"]\n\n1. a1 b1 c1 2. d1 e1 f1 3. g1 h1 i1 4. j1 a2 b2 5. c2 d2 e2 6. f2 g2 h2\n*'
    )
    shown(player, 18)
    is_beside = page.locator("#moves .numbered").evaluate_all(
        """all => all.map((each) => {
            const [number, move] = [...each.children].map((part) => part.getBoundingClientRect());
            return move.top < number.bottom && number.top < move.bottom && number.right <= move.left;
        })"""
    )
    assert is_beside == [True] * 6
    assert page.locator(".part.moves .steps").evaluate("row => row.scrollWidth <= row.clientWidth")


def answer_with(problem: dict[str, Any]) -> Callable[[Route], None]:
    return lambda route: route.fulfill(status=429, json=problem)


def test_a_refusal_that_is_not_about_the_move_deletes_nothing(visit: Visit) -> None:
    player = visit()
    page = player.page
    go(player, "/analysis/quixo")
    play(player, "quixo", "a1e1", at=0)
    codes = {"over_quota": 2, "illegal_move": 2}  # only the second one takes its move back
    for code, moves in codes.items():
        problem: dict[str, Any] = {
            "type": "problem",
            "code": code,
            "says": f"Refused: {code}.",
            "facts": {},
            "re": None,
        }
        page.route("**/api/analysis/position", answer_with(problem))
        for name in {"over_quota": ("a5", "a1"), "illegal_move": ("b5", "b1")}[code]:
            player.click(name)
        expect(page.locator("#line")).to_contain_text(code)
        expect(page.locator("#moves .move")).to_have_count(moves)
        expect(page.locator("#moves [aria-current]")).to_have_text("a1e1")
        page.unroute("**/api/analysis/position")
    play(player, "quixo", "a5a1", at=1)


def test_a_click_counts_for_the_position_that_is_shown(visit: Visit) -> None:
    player = visit()
    page = player.page
    go(player, "/analysis/quixo")
    open_text(player, '[Game "quixo"]\n\n1. a1e1 a5a1\n*')
    shown(player, 2)
    waiting: list[Route] = []
    page.route("**/api/analysis/position", lambda route: waiting.append(route))
    with page.expect_request("**/api/analysis/position"):
        page.keyboard.press("ArrowLeft")
    for name in ("b1", "e1"):
        player.click(name)
    expect(page.locator("#moves .move")).to_have_count(2)
    for route in waiting:
        route.continue_()
    page.unroute("**/api/analysis/position")
    shown(player, 1)
    play(player, "quixo", "a5a1", at=1)
    expect(page.locator("#moves .move")).to_have_count(2)


def test_a_board_with_other_options_is_begun(visit: Visit) -> None:
    player = visit()
    page = player.page
    go(player, "/analysis/quixo")
    page.click("[data-do=open]")
    page.locator("#opening select").select_option("3")
    page.click("#start-over")
    page.wait_for_url("**/analysis/quixo?option=size=3*")
    player.arrive()
    expect(page.locator(".spot")).to_have_count(9)
    page.click("[data-do=open]")
    expect(page.locator("#opening select option:checked")).to_have_text("3")
    page.locator("#opening select").select_option("5")
    page.click("#start-over")
    page.wait_for_url(re.compile("/analysis/quixo(#.*)?$"))


def drop(player: Player, onto: str, *, text: str = "", file: str = "") -> bool:
    """Drop a text or a file; whether the page took it."""
    taken: bool = player.page.evaluate(
        """([onto, text, file]) => {
            const dataTransfer = new DataTransfer();
            if (text) dataTransfer.setData("text/plain", text);
            if (file) dataTransfer.items.add(new File([file], "game.json"));
            const event = new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer });
            return !document.querySelector(onto).dispatchEvent(event);
        }""",
        [onto, text, file],
    )
    return taken


def test_records_are_dropped_and_chosen_as_files(visit: Visit, tmp_path: Path) -> None:
    player = visit()
    page = player.page
    kept = tablier.Record.read(GAME)
    go(player, "/analysis/quixo")
    assert drop(player, "#stage", text=GAME)
    shown(player, 3)
    assert record(player) == kept
    page.keyboard.press("n")
    shown(player, 0)
    assert drop(player, "#moves", file=kept.to_json())
    shown(player, 3)
    page.keyboard.press("n")
    shown(player, 0)
    page.click("[data-do=open]")
    assert not drop(player, "#pasted", text=GAME)  # the box takes it
    (tmp_path / "game.json").write_text(kept.to_json())
    page.set_input_files("#file", tmp_path / "game.json")
    shown(player, 3)
    assert record(player) == kept
    expect(page.locator("#opening")).to_be_hidden()


def test_one_of_several_records_is_chosen_and_moves_alone_are_opened(visit: Visit, tmp_path: Path) -> None:
    player = visit()
    page = player.page
    go(player, "/analysis/quixo?option=size=3")
    both = tmp_path / "both.txt"
    both.write_text(SMALL + '\n\n[Game "quixo"]\n[Options "size=3"]\n\n1. a2a1 *\n')
    page.set_input_files("#file", both)
    choice = page.locator("#opening-choice button")
    expect(choice).to_have_count(2)
    expect(choice.first).to_be_focused()
    choice.nth(1).click()
    shown(player, 1)
    expect(page.locator("#opening")).to_be_hidden()
    open_text(player, "a2a1 b1b3! 2. a3c3")
    shown(player, 3)
    page.click("[data-do=open]")
    expect(choice.first).to_be_hidden()


def test_a_mistake_in_json_is_placed_in_the_readers_language(visit: Visit) -> None:
    player = visit(locale="fr-FR")
    go(player, "/analysis/quixo")
    open_text(player, '{"game": "quixo",\n "moves": ["a1e1", "e1a1"]}')
    says = player.page.locator("#opening-says")
    expect(says).to_contain_text(re.compile(r"^coup 2.*marque adverse.*\(ligne 2, colonne 20\)"))
    open_text(player, '{"game": "quixo", "moves": 7}')
    expect(says).to_contain_text("moves n’est pas ce qu’il faudrait")


def test_what_is_too_long_is_refused_in_a_sentence(visit: Visit, tmp_path: Path) -> None:
    player = visit()
    page = player.page
    go(player, "/analysis/quixo")
    play(player, "quixo", "a1e1", at=0)
    says = page.locator("#opening-says")
    open_text(player, "x" * 150_001)
    expect(says).to_have_text("This file is too large for a game record.")
    page.locator("#opening").evaluate("form => form.hidePopover()")
    (tmp_path / "huge.txt").write_text("x" * 450_001)
    page.set_input_files("#file", tmp_path / "huge.txt")
    expect(says).to_have_text("This file is too large for a game record.")
    endless = {"address": "/analysis/quixo", "record": {"moves": ["a1e1"] * 2001}, "titles": []}
    page.route("**/api/analysis/read", lambda route: route.fulfill(json=endless))
    page.fill("#pasted", "anything")
    page.click("#opening [type=submit]")
    expect(says).to_have_text("This record has more moves than the board can show.")
    expect(page.locator("#moves .move")).to_have_count(1)


def test_a_shade_says_its_number(visit: Visit) -> None:
    player = visit()
    go(player, "/analysis/quixo?option=size=3")
    open_text(player, '[Game "quixo"]\n[Options "size=3"]\n\n1. a2a1 b1b3 2. a3c3 b1a1\n*')
    shown(player, 4)
    player.page.click("[data-do=glance]")
    expect(player.page.locator(".shade")).not_to_have_count(0, timeout=LONG)
    player.page.mouse.move(*player.at("c1"))
    expect(player.page.locator(".figure-text")).to_have_text("wins in 3")


def test_the_second_step_is_shaded_by_what_it_gives(visit: Visit) -> None:
    player = visit()
    go(player, "/analysis/plateau-x")
    player.page.click("[data-do=glance]")
    shaded = player.page.locator("#tray .shaded")
    expect(shaded).not_to_have_count(0, timeout=LONG)
    game = tablier.game("plateau-x")
    paths = [game.paths[move] for move in game.start().legal_moves]
    first = paths[0][0]
    player.click(first)
    expect(player.page.locator(".shade")).to_have_count(len({path[1] for path in paths if path[0] == first}))


def test_setting_up_takes_keys_and_shades_away(visit: Visit) -> None:
    player = visit()
    page = player.page
    go(player, "/analysis/quixo")
    play(player, "quixo", "a1e1", at=0)
    page.click("[data-do=glance]")
    expect(page.locator(".shade")).not_to_have_count(0, timeout=LONG)
    page.keyboard.press("s")
    page.wait_for_selector("body.setting-up")
    page.keyboard.press("1")
    player.click("cross")
    expect(page.locator(".shade")).to_have_count(0)
    page.click("#setup-leave")
    shown(player, 1)
    expect(page.locator("#moves [aria-current]")).to_have_text("a1e1")


def begin_setup(player: Player, game: str) -> Locator:
    """The first of the counts of a position that is set up."""
    go(player, f"/analysis/{game}")
    player.page.click("[data-do=setup]")
    player.page.wait_for_selector("body.setting-up")
    return player.page.locator("#setup-counts input").first


def test_a_count_that_is_entered_counts(visit: Visit) -> None:
    player = visit()
    count = begin_setup(player, "plateau-x")
    count.fill("1")
    count.press("Enter")  # what it makes is no position: there is nothing to analyse
    expect(player.page.locator("#setup-says")).to_contain_text("missing", timeout=LONG)
    expect(player.page.locator("#setup-analyse")).to_be_disabled()
    expect(player.page.locator("#setup")).to_be_visible()
    expect(count).to_be_focused()
    count.fill("2")
    count.press("Tab")
    player.page.click("#setup-analyse")  # which waits until it may be clicked
    player.page.wait_for_selector("body:not(.setting-up)")
    player.page.keyboard.press("Escape")
    player.page.keyboard.press("o")
    expect(player.page.locator("#opening")).to_be_visible()


def test_a_set_up_that_was_left_does_not_come_back(visit: Visit) -> None:
    player = visit()
    page = player.page
    count = begin_setup(player, "plateau-x")
    waiting: list[Route] = []
    page.route("**/api/analysis/setup", lambda route: waiting.append(route))
    with page.expect_request("**/api/analysis/setup"):
        count.fill(str(int(count.input_value()) - 1))
        count.press("Tab")
    page.click("#setup-leave")
    page.wait_for_selector("body:not(.setting-up)")
    with page.expect_response("**/api/analysis/setup"):
        for route in waiting:
            route.continue_()
    page.unroute("**/api/analysis/setup")
    page.keyboard.press("o")  # keys are dead while a position is set up
    expect(page.locator("#opening")).to_be_visible()
    expect(page.locator("#setup")).to_be_hidden()


def place(player: Player, *things: str) -> None:
    """Place things, written as `red b2`; what was chosen is placed until another is."""
    chosen = ""
    for each in things:
        thing, spot = each.split()
        if thing != chosen:
            player.click(thing)
        chosen = thing
        with player.page.expect_response("**/api/analysis/setup"):
            player.click(spot)


@pytest.mark.parametrize(
    ("game", "things", "clause", "seat", "more", "position"),
    [
        (
            "x",
            ["red b2", "yellow c2", "yellow c3"],
            "X1",
            None,
            ["- c3"],
            "10/10/10/10/10/10/10/10/1ry7/10 g",
        ),
        ("quixo", ["cross c3", "circle a1"], "Q4", 0, [], "5/5/2x2/5/o4 x"),
        ("quixo-teams", ["south a1", "west b1", "north c1"], "Q10", 0, ["east d1"], "5/5/5/5/swne1 s"),
        ("olix", ["blue a1"], "O1", None, ["red b1"], "/".join(["11"] * 10) + "/br9 r O-,L-,I-,X-"),
        ("plateau-x", ["D- g1", "S a1"], "P3", 1, [], "7/7/7/7/7/7/s1,6 o 11 21 21 21 37 -"),
    ],
    ids=["x", "quixo", "quixo-teams", "olix", "plateau-x"],
)
@pytest.mark.parametrize("device", [{}, PHONE], ids=["desk", "phone"])
def test_a_position_of_every_game_is_set_up(
    visit: Visit,
    game: str,
    things: list[str],
    clause: str,
    seat: int | None,
    more: list[str],
    position: str,
    device: dict[str, Any],
) -> None:
    player = visit(**device)
    page = player.page
    go(player, f"/analysis/{game}")
    page.click("[data-do=setup]")
    page.wait_for_selector("body.setting-up")
    if seat is not None:
        page.locator("#setup-turn select").select_option("1" if seat != 1 else "0")
    place(player, *things)
    expect(page.locator("#setup-says a")).to_have_text(f"§{clause}")
    expect(page.locator("#setup-analyse")).to_be_disabled()
    place(player, *more)
    if seat is not None:
        page.locator("#setup-turn select").select_option(str(seat))
    expect(page.locator("#setup-analyse")).to_be_enabled()
    expect(page.locator("#setup-says")).to_contain_text("This position is possible.")
    page.click("#setup-analyse")
    page.wait_for_selector(f"body[data-position='{position}']")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_things_are_placed_while_a_change_before_is_asked(visit: Visit) -> None:
    player = visit()
    page = player.page
    go(player, "/analysis/quixo")
    page.click("[data-do=setup]")
    page.wait_for_selector("body.setting-up")
    held: list[Route] = []
    page.route("**/api/analysis/setup", lambda route: held.append(route))
    with page.expect_request("**/api/analysis/setup"):
        page.locator("#setup-turn select").select_option("1")
    for name in ("cross", "c3", "circle", "a1"):
        player.click(name)
    page.route("**/api/analysis/setup", lambda route: route.continue_())
    held[0].continue_()
    for name, mark in (("c3", "cross"), ("a1", "circle")):
        expect(page.locator(f".spot[data-name={name}]")).to_have_attribute("aria-label", re.compile(mark))


def test_a_position_is_set_up_by_keys(visit: Visit) -> None:
    player = visit()
    page = player.page
    go(player, "/analysis/x?option=size=4")
    page.keyboard.press("s")
    page.wait_for_selector("body.setting-up")
    page.locator("#tray [data-name=red]").focus()
    page.keyboard.press("Enter")
    page.locator(".spot[data-name=a1]").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#setup-analyse")).to_be_enabled()
    page.locator("#setup-analyse").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("body[data-position='4/4/4/1r2 y']")


def test_a_record_that_replaces_moves_can_be_undone(visit: Visit) -> None:
    player = visit()
    page = player.page
    go(player, "/analysis/quixo")
    play(player, "quixo", "b1b5", at=0)
    open_text(player, GAME)
    shown(player, 3)
    expect(page.locator("#line")).to_contain_text("The earlier moves were replaced.")
    page.keyboard.press("u")
    shown(player, 1)
    expect(page.locator("#moves .move")).to_have_text(["b1b5"])


def test_a_link_has_the_last_change_and_what_came_from_another_page(visit: Visit) -> None:
    player = visit(permissions=["clipboard-read", "clipboard-write"])
    page = player.page
    copied = "navigator.clipboard.readText()"
    go(player, "/analysis/x")
    open_text(player, GAME)  # another game's: its own page opens
    page.wait_for_url("**/analysis/quixo#*")
    player.arrive()
    shown(player, 3)
    page.wait_for_url(re.compile("#.+"))
    page.keyboard.press("1")
    page.keyboard.press("l")  # at once, before the address is written
    expect(page.locator("#line")).to_contain_text("Copied")
    other = visit()
    go(other, page.evaluate(copied))
    shown(other, 3)
    expect(other.page.locator("#moves [aria-current]")).to_have_text("b1e1!")


def test_a_tree_that_is_full_says_so(visit: Visit) -> None:
    player = visit()
    page = player.page
    go(player, "/analysis/quixo")
    line = "1. a1e1 a5a1 2. b1e1 b5b1"
    others = " ".join([f"({line})"] * 999)
    open_text(player, f'[Game "quixo"]\n\n1. a1e1 {others} a5a1 2. b1e1 b5b1 *')
    shown(player, 4)
    page.keyboard.press("Home")
    shown(player, 0)
    for name in ("c1", "c5"):
        player.click(name)
    expect(page.locator("#line")).to_contain_text("more moves than the board can show", timeout=LONG)
    expect(page.locator("#moves .move")).to_have_count(4000)
    play(player, "quixo", "a1e1", at=0)  # what is there can be followed
    address = saved(player)
    page.goto("/")
    page.goto(address)
    player.arrive()
    shown(player, 1)
    expect(page.locator("#moves .move")).to_have_count(4000)


def test_a_hostile_comment_stays_within_its_bounds(visit: Visit) -> None:
    player = visit()
    page = player.page
    go(player, "/analysis/quixo")
    open_text(player, '{"game": "quixo", "moves": ["a1e1"], "comments": {"1": "\\ud83d"}}')
    expect(page.locator("#opening-says")).to_contain_text("a character that cannot be written")
    expect(page.locator("#opening-says")).to_contain_text("column")
    page.keyboard.press("Escape")
    comment = "\u202e" * 5 + "<b>left</b> &amp; \0 " + "Z\u0353\u0354" * 300
    open_text(player, f'[Game "quixo"]\n\n1. a1e1 {{{comment}}} a5a1 2. b1e1 *')
    shown(player, 3)
    assert page.locator("#moves b").count() == 0
    follow, last = (page.locator("#moves .move").nth(at).bounding_box() for at in (1, 2))
    assert follow
    assert last
    assert (follow["y"], follow["x"]) < (last["y"], last["x"])  # from left to right
    assert record(player).comments[1].startswith("\u202e" * 5 + "<b>left</b>")
    page.keyboard.press("c")
    page.locator("#comment").evaluate("(field) => { field.value = 'half \\ud83d'; field.oninput(); }")
    page.keyboard.press("Escape")
    assert record(player).comments[3] == "half \ufffd"


@pytest.mark.parametrize("way", ["bot", "link"])
def test_a_position_with_counts_is_played_on(visit: Visit, way: str) -> None:
    player = visit()
    page = player.page
    first = begin_setup(player, "plateau-x-mini")
    before = int(first.input_value())
    player.click("S")
    for left, spot in ((before - 1, "c3"), (before - 2, "a1")):
        player.click(spot)
        expect(first).to_have_value(str(left), timeout=LONG)
    first.fill(str(before - 1))
    other = page.locator("#setup-counts input[name=S1]")
    other.fill(str(before - 1))  # the second brick was the other player's
    other.press("Tab")
    page.click("#setup-analyse")
    page.wait_for_selector("body:not(.setting-up)", timeout=LONG)
    position = page.locator("body").get_attribute("data-setup")
    page.wait_for_selector(f"body[data-position='{position}']", timeout=LONG)
    page.click("[data-do=play]")
    page.locator("#playing [name=bot]").select_option("level:1")
    page.click(f"#playing [value={way}]")
    page.wait_for_url("**/t/*")
    player.arrive()
    start = page.request.get(f"/api/tables/{player.table}/record.json").json()["start"]
    assert start == position
    who = [seat["kind"] for seat in player.news["seats"]]
    assert who == (["person", "bot"] if way == "bot" else ["person", "open"])


@pytest.mark.parametrize("where", ["review", "my games"])
def test_a_finished_game_is_analysed_from_elsewhere(visit: Visit, where: str) -> None:
    player = visit()
    page = player.page
    player.open(game="quixo", options={"size": 3}, seats=[{"who": "me"}] * 2)
    moves = ("a2a1", "b1b3", "a3c3", "b1a1", "c1c3", "a2a1")
    for ply, move in enumerate(moves):
        player.ask(f"/api/tables/{player.table}/acts", act="play", move=move, ply=ply)
    if where == "review":
        page.goto(f"/t/{player.table}/review#4")
        page.wait_for_selector("body[data-at='4']")
    else:
        page.goto("/me")
    page.get_by_role("link", name="Analyse", exact=True).first.click()
    shown(player, 4 if where == "review" else 6)
    expect(page.locator("#moves .move")).to_have_count(6)
