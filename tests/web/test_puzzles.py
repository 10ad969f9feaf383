"""Somebody solves a puzzle, and repeats a mistake of an own game: by mouse, on a phone, in both languages."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tablier.puzzle import Puzzle, games_with_puzzles, puzzles_of
from tests.web.people import PATIENCE, Player
from tests.web.test_people import sign_up
from tests.web.test_review import MOVES, SMALL, finish

Visit = Callable[..., Player]
LONG_WAIT = 4 * PATIENCE
LONG = next(each for each in puzzles_of("quixo") if len(each.solution) > 2)


def make(player: Player, puzzle: Puzzle, move: str) -> None:
    player.page.wait_for_selector(".spot.live, #tray .live", timeout=LONG_WAIT)
    for name in puzzle.played.paths[puzzle.played.move(move)]:
        player.click(name)


def wrong_move(puzzle: Puzzle) -> str:
    """Not a winning one, which would end the game."""
    match = puzzle.begin()
    wanted = match.state.after(match.game.move(puzzle.solution[0]))
    return next(
        match.game.texts[move]
        for move in match.legal_moves
        if match.state.after(move) != wanted and match.state.after(move).outcome is None
    )


def answered(player: Player, how: str) -> None:
    player.page.wait_for_selector(f"body[data-answer='{how}']", timeout=LONG_WAIT)


def test_a_puzzle_is_solved_move_by_move_and_rated(visit: Visit) -> None:
    ann = visit(locale="en-GB")
    sign_up(ann, "Puzzled Ann")
    page = ann.page
    page.goto(f"/puzzles/{LONG.family}/{LONG.id}")
    page.wait_for_selector(f"body[data-ready='{LONG.id}']")
    expect(page.locator("#says")).to_contain_text("to play: find the best move")
    own = LONG.solution[::2]  # two seats
    for number, move in enumerate(own):
        make(ann, LONG, move)
        if number < len(own) - 1:
            page.wait_for_selector(f"body[data-moves='{2 * number + 2}']", timeout=LONG_WAIT)
    answered(ann, "solved")
    expect(page.locator("#line")).to_contain_text("Solved!")
    expect(page.locator("#count")).to_contain_text("Your puzzle rating: 1500 → 1")
    page.goto("/puzzles")
    expect(page.locator(f"a[href='/puzzles/{LONG.family}']")).to_contain_text("1 of ")
    expect(page.locator("main")).to_contain_text("Your puzzle rating: 1")


def test_a_wrong_move_is_taken_back_and_the_solution_is_shown_on_a_phone(visit: Visit) -> None:
    bob = visit(locale="fr", viewport={"width": 360, "height": 740}, has_touch=True)
    page = bob.page
    page.goto(f"/puzzles/{LONG.family}/{LONG.id}")
    page.wait_for_selector(f"body[data-ready='{LONG.id}']")
    make(bob, LONG, wrong_move(LONG))
    answered(bob, "wrong")
    expect(page.locator("#line")).to_contain_text("Il y a mieux")
    page.wait_for_selector("body[data-moves='0']", timeout=LONG_WAIT)  # taken back
    page.click("#show")
    answered(bob, "shown")
    expect(page.locator("#line")).to_contain_text(" ".join(LONG.solution))
    page.click("#next")
    page.wait_for_selector(f"body[data-ready]:not([data-ready='{LONG.id}'])", timeout=LONG_WAIT)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_mistake_of_an_own_game_is_played_better(visit: Visit) -> None:
    ann = visit(locale="en-GB", viewport={"width": 360, "height": 740}, has_touch=True)
    finish(ann, "quixo", MOVES, options=SMALL, seats=[{"who": "me"}] * 2)
    page = ann.page
    page.goto("/me")
    page.click("text=Learn from my mistakes")
    page.wait_for_selector("body[data-state=due][data-ready]", timeout=LONG_WAIT)
    expect(page.locator("#says")).to_contain_text("What is better than c1c3?")
    for name in ("c1", "c3"):
        ann.click(name)
    answered(ann, "wrong")
    expect(page.locator("#line")).to_contain_text("No better than in the game")
    page.wait_for_selector(".spot.live", timeout=LONG_WAIT)
    for name in ("c1", "a1"):
        ann.click(name)
    answered(ann, "solved")
    expect(page.locator("#line")).to_contain_text("comes back tomorrow")
    page.click("#next")
    page.wait_for_selector("body[data-state=later]", timeout=LONG_WAIT)
    expect(page.locator("#says")).to_contain_text("nothing to practise for 24 hours")


def test_the_home_page_shows_the_puzzle_of_the_day(visit: Visit) -> None:
    page = visit(locale="en-GB").page
    page.goto("/")
    page.click("section.daily .button")
    page.wait_for_selector("body[data-ready]", timeout=LONG_WAIT)
    assert page.url.split("/")[-2] in games_with_puzzles()
