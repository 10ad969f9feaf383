"""A whole game of each kind from the home page to its end, by keys alone and by a finger alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest
from playwright.sync_api import expect

from tests.web.people import Player
from tests.web.test_lessons import PHONE, Keys

Visit = Callable[..., Player]
Press = Callable[[Sequence[str]], None]
MOST = 60
"""Moves of one's own."""
GAMES = [
    ("x", "4", "bot", ""),
    ("quixo", "3", "bot", ""),
    # An I of 8 lies beyond its column (§O7).
    ("olix", "", "screen", "a1 a3 b1 c3 c1 e3 d1 g3 e1 i3 f1 k3 g1 b5 h1"),
    # There and back (§P9), until the position stands for the third time.
    ("plateau-x-mini", "", "screen", "@a1 @f6 Sb1 Se6 a1-a1 f6-f6 a1-a1 f6-f6"),
]
"""The game, its size where that is chosen, against whom, and the moves; any legal ones if none are named."""
every_game = pytest.mark.parametrize(
    ("game", "size", "play", "moves"), GAMES, ids=[each[0] for each in GAMES]
)


def play_to_the_end(player: Player, press: Press, moves: str) -> None:
    script, rng = iter(moves.split()), Random(1)
    for _ in range(MOST):
        player.may_move()
        match = player.match
        if match.outcome:
            break
        text = next(script, "") or match.game.texts[rng.choice(match.legal_moves)]
        press(match.game.paths[match.game.move(text)])
        player.page.wait_for_function(
            "ply => Number(document.body.dataset.ready) > ply", arg=len(match.moves)
        )
    expect(player.page.locator(".status.over")).to_be_visible()
    assert player.news["status"] == "over"


@every_game
def test_by_keys_alone(visit: Visit, game: str, size: str, play: str, moves: str) -> None:
    ann = visit(
        viewport={"width": 800, "height": 1100}
    )  # here Plateau X is seen from above: arrows go along its rows
    keys = Keys(ann)
    ann.page.goto("/")
    keys.tab_to(f"[popovertarget=new-{game}]")
    ann.page.keyboard.press("Enter")
    form = f"#new-{game}"
    if size:
        keys.tab_to(f"{form} summary")
        ann.page.keyboard.press("Enter")
        keys.tab_to(f"{form} [name='option.size']")
        ann.page.keyboard.type(size)
        keys.tab_to(f"{form} button[value={play}]", "Shift+Tab")
    else:
        keys.tab_to(f"{form} button[value={play}]")
    ann.page.keyboard.press("Enter")
    ann.arrive()
    assert ann.match.game.options.get("size", "") == (int(size) if size else "")
    keys.tab_to(".skip")
    ann.page.keyboard.press("Enter")
    ann.page.keyboard.press("Tab")
    play_to_the_end(ann, keys.press, moves)
    keys.tab_to(".afterwards .main")  # the next thing to do is within reach


@every_game
def test_by_a_finger_alone(visit: Visit, game: str, size: str, play: str, moves: str) -> None:
    ann = visit(**PHONE)
    page = ann.page
    page.goto("/")
    page.locator(f".more[popovertarget=new-{game}]").tap()
    form = page.locator(f"#new-{game}")
    if size:
        form.locator("summary").tap()
        form.locator("[name='option.size']").select_option(size)  # the list that opens is the system's
    form.locator(f"button[value={play}]").tap()
    ann.arrive()
    play_to_the_end(ann, lambda path: tap_all(ann, path), moves)
    page.locator(".afterwards .main").tap()
    page.wait_for_url("**/t/*")


def tap_all(player: Player, path: Sequence[str]) -> None:
    page = player.page
    for number, name in enumerate(path):
        beside = page.locator(f"#tray [data-name='{name}']")
        if number and name == path[0]:  # a second tap would put the piece down
            page.locator("#line button").tap()
        elif beside.count():
            beside.tap()
        else:
            page.touchscreen.tap(*player.at(name))
            # The first tap may only bring small cells closer, or show a brick.
            if page.locator(".stage.zoomed, .anchor").count():
                page.touchscreen.tap(*player.at(name))
