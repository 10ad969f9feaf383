"""While a move is made, every board says what comes next: at the table, in a lesson, in an analysis."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import tablier
from tablier.lesson import lesson_of
from tablier.puzzle import Puzzle, puzzles_of
from tests.web.people import PATIENCE, Player
from tests.web.test_lessons import Keys

Visit = Callable[..., Player]
LONG = 4 * PATIENCE
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MOVE_SENT = re.compile(r"/api/(lessons|puzzles|analysis/position|tables/\w+/review/try)")
ROUND = ("@a1", "@f6", "Sa2", "Sf1")
"""After these a pawn of Plateau X Mini can walk round and come back: a1-a1."""


BEHIND_A_TOWER = (
    "1,c1,2,f1,2/1,a1,b1,p3,c2,1,f1/1,h3,i3,o3,a2,b2,s2/d2,e2,g3,l2,a1,b1,1/s2,1,j2,2,f1,1/"
    "p3,b1,1,f1,d1,e1,1/o3,s3,d1,e1,3 b 20 00 11 00 22 ob2,ya4,bd6,gg5"
)
"""Here a5 lies on the ground, and in relief its middle is behind b4."""


def find_puzzle(*, is_round: bool) -> Puzzle:
    """A puzzle of one move, which walks round and comes back or lays a brick."""
    for puzzle in puzzles_of("plateau-x"):
        first, last = puzzle.played.paths[puzzle.played.move(puzzle.solution[0])]
        if len(puzzle.solution) == 1 and (first == last if is_round else first[0] in "SDT"):
            return puzzle
    raise LookupError


def open_puzzle(player: Player, puzzle: Puzzle) -> tuple[str, str]:
    """The clicks that solve it."""
    player.page.goto(f"/puzzles/{puzzle.family}/{puzzle.id}")
    player.page.wait_for_selector(f"body[data-ready='{puzzle.id}']")
    first, last = puzzle.played.paths[puzzle.played.move(puzzle.solution[0])]
    return first, last


def is_solved(player: Player) -> None:
    player.page.wait_for_selector("body[data-answer=solved]", timeout=LONG)


def round_trip(player: Player) -> Locator:
    return player.page.get_by_role("button", name="Walk round and come back")


def begin_lesson_step(player: Player, game: str) -> tuple[str, str]:
    """The first step of a lesson that is done by laying a brick, and its clicks."""
    player.page.goto("/")
    for number in range(1, len(lesson_of(game).steps) + 1):
        hint = player.page.request.get(f"/api/lessons/{game}/{number}").json()["hint"]
        if hint and hint["path"][0][0] in "SDT":
            break
    player.page.evaluate(f"localStorage.setItem('lesson:{game}', '{number}')")
    player.page.goto(f"/learn/{game}")
    player.page.wait_for_selector(f"body[data-ready='{number}']")
    first, last = hint["path"]
    return first, last


def test_a_puzzle_is_solved_by_walking_round(visit: Visit) -> None:
    ann = visit()
    cell, _ = open_puzzle(ann, find_puzzle(is_round=True))
    ann.click(cell)
    expect(ann.page.locator("#line")).to_contain_text("Choose a marked spot")
    ann.click(cell)
    expect(ann.page.locator("#line")).to_have_text("")
    ann.click(cell)
    round_trip(ann).click()
    is_solved(ann)


def test_a_puzzle_is_solved_by_walking_round_with_keys_alone(visit: Visit) -> None:
    ann = visit(viewport=PHONE["viewport"])  # seen from above: arrows go along rows and columns
    cell, _ = open_puzzle(ann, find_puzzle(is_round=True))
    place = ann.page.locator("#stage").bounding_box()
    keys = Keys(ann)
    keys.press([cell])
    keys.tab_to("#line button", "Shift+Tab")
    assert ann.page.locator("#stage").bounding_box() == place
    ann.page.keyboard.press("Enter")
    is_solved(ann)
    expect(ann.page.locator("#next")).to_be_focused()


def select_pawn_in_analysis(player: Player) -> None:
    """Select the pawn that can walk round and come back, after four moves on the analysis board."""
    game = tablier.game("plateau-x-mini")
    player.go("/analysis/plateau-x-mini")
    for number, move in enumerate(ROUND, 1):
        for name in game.paths[game.move(move)]:
            player.click(name)
        player.page.wait_for_selector(f"body[data-at='{number}']")
    player.click("a1")
    expect(round_trip(player)).to_be_visible()


def test_an_analysis_has_the_way_round_too(visit: Visit) -> None:
    ann = visit()
    select_pawn_in_analysis(ann)
    round_trip(ann).click()
    ann.page.wait_for_selector("body[data-at='5']")
    expect(ann.page.locator("#moves [aria-current]")).to_contain_text("a1-a1")


def test_the_key_of_undo_does_not_walk_round(visit: Visit) -> None:
    ann = visit()
    select_pawn_in_analysis(ann)
    ann.page.keyboard.press("u")
    ann.click("b2")
    ann.page.wait_for_selector("body[data-at='5']")
    expect(ann.page.locator("#moves [aria-current]")).to_contain_text("a1-b2")


def test_a_deleted_line_can_still_be_brought_back(visit: Visit) -> None:
    ann = visit()
    ann.go("/analysis/quixo")
    for number, names in enumerate((("a1", "e1"), ("b1", "b5")), 1):
        for name in names:
            ann.click(name)
        ann.page.wait_for_selector(f"body[data-at='{number}']")
    for at in (1, 0):
        ann.page.keyboard.press("ArrowLeft" if at else "Delete")
        ann.page.wait_for_selector(f"body[data-at='{at}']")
    ann.page.get_by_role("button", name="Undo").click()
    ann.page.wait_for_selector("body[data-at='1']")
    expect(ann.page.locator("#moves .move")).to_have_text(["a1e1", "b1b5"])


@pytest.mark.parametrize("place", ["lesson", "puzzle", "analysis", "review"])
def test_a_finger_sees_a_brick_first_on_every_board(visit: Visit, place: str) -> None:
    ann = visit(**PHONE)
    if place == "lesson":
        brick, cell = begin_lesson_step(ann, "plateau-x")
    elif place == "puzzle":
        brick, cell = open_puzzle(ann, find_puzzle(is_round=False))
    elif place == "analysis":
        brick, cell = "S", "c3"
        ann.go("/analysis/plateau-x-mini")
    else:
        brick, cell = retry_a_mistake(ann)
    ann.page.locator(f"#tray [data-name='{brick}']").tap()
    line = ann.page.locator("#line")
    expect(line).to_contain_text("Choose a marked spot")
    ann.page.touchscreen.tap(*ann.at(cell))
    expect(line).to_contain_text("Tap there again")
    expect(ann.page.locator(".ghost")).to_have_count(1)
    expect(ann.page.locator(".anchor")).to_have_count(1)
    with ann.page.expect_request(MOVE_SENT):
        ann.page.touchscreen.tap(*ann.at(cell))
    expect(ann.page.locator(".anchor")).to_have_count(0)


@pytest.mark.parametrize("place", ["table", "lesson"])
def test_a_brick_is_dragged_by_a_finger(visit: Visit, place: str) -> None:
    ann = visit(**PHONE)
    if place == "lesson":
        brick, cell = begin_lesson_step(ann, "plateau-x")
    else:
        brick, cell = "S", "c3"
        ann.start("plateau-x-mini", "screen")
        ann.may_move()
    swipe(ann, f"#tray [data-name='{brick}']", cell)
    if place == "lesson":
        ann.page.wait_for_selector("body[data-done]")
    else:
        ann.sees(1)


def test_a_pawn_is_dragged_by_a_finger(visit: Visit) -> None:
    ann = visit(**PHONE)
    ann.start("plateau-x-mini", "screen")
    for move in ROUND:
        ann.play(move)
    ann.may_move()
    swipe(ann, ".spot[data-name=a1]", "b2")
    ann.sees(5)
    assert ann.news["moves"][-1] == "a1-b2"


def test_the_mark_that_is_clicked_counts_also_where_a_tower_stands_before_it(visit: Visit) -> None:
    us = visit(viewport={"width": 1366, "height": 768})
    us.open(game="plateau-x", start=BEHIND_A_TOWER, seats=[{"who": "me"}] * 4)
    us.click("S")
    mark = us.page.locator(".aim[data-name=a5]").bounding_box()
    assert mark
    us.page.mouse.click(mark["x"] + mark["width"] / 2, mark["y"] + mark["height"] / 2)
    us.sees(1)
    assert us.news["moves"] == ["Sa5"]


@pytest.mark.parametrize("place", ["table", "analysis"])
def test_the_third_step_of_teams_speaks_of_the_dot(visit: Visit, place: str) -> None:
    ann = visit()
    if place == "table":
        ann.start("quixo-teams", "screen")
        ann.may_move()
    else:
        ann.go("/analysis/quixo-teams")
    for name in ("a1", "e1"):
        ann.click(name)
    expect(ann.page.locator("#line")).to_contain_text("Now turn the dot")


@pytest.mark.parametrize("place", ["lesson", "puzzle", "review", "analysis"])
def test_the_tab_key_leads_to_the_board_at_once(visit: Visit, place: str) -> None:
    ann = visit()
    if place == "lesson":
        ann.go("/learn/quixo")
    elif place == "puzzle":
        open_puzzle(ann, find_puzzle(is_round=True))
    elif place == "review":
        ann.page.goto(finish_small_game(ann))
        ann.page.wait_for_selector("body[data-at='4']")
    else:
        ann.go("/analysis/quixo")
    # What the page itself focuses is left.
    ann.page.evaluate("document.activeElement.blur()")
    ann.page.keyboard.press("Tab")
    expect(ann.page.get_by_role("link", name="To the board")).to_be_focused()
    ann.page.keyboard.press("Enter")
    ann.page.keyboard.press("Tab")
    expect(ann.page.locator(".spot:focus")).to_have_count(1)


def finish_small_game(player: Player) -> str:
    """The address of the review of a game of a few moves."""
    address = player.create(game="plateau-x-mini", seats=[{"who": "me"}] * 2)
    table = address.rpartition("/")[2]
    for ply, move in enumerate(ROUND):
        player.ask(f"/api/tables/{table}/acts", act="play", move=move, ply=ply)
    player.ask(f"/api/tables/{table}/acts", act="resign", seat=0)
    return f"{address}/review"


def retry_a_mistake(player: Player) -> tuple[str, str]:
    """A position of a finished game to play again, and the clicks that lay a brick there."""
    match = tablier.Match(tablier.game("plateau-x-mini")).play(*ROUND)
    page = player.page
    page.goto(finish_small_game(player))
    page.wait_for_selector("body[data-review=done]", timeout=LONG)
    page.locator("#mistakes button").first.tap()
    page.wait_for_selector("body[data-trial]")
    ply = int(page.locator("body").get_attribute("data-trial") or 0)
    page.wait_for_selector(f"body[data-at='{ply}']")
    while len(match.moves) > ply:
        match.pop()
    paths = (match.game.paths[move] for move in match.legal_moves)
    return next((first, last) for first, last in paths if first == "S")


def swipe(player: Player, selector: str, cell: str) -> None:
    """A finger goes down on an element, moves to a cell, and is lifted there."""
    element = player.page.locator(selector)
    element.scroll_into_view_if_needed()
    box = element.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    to_x, to_y = player.at(cell)
    finger = player.context.new_cdp_session(player.page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 6):
        point = {"x": x + (to_x - x) * step / 5, "y": y + (to_y - y) * step / 5}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
