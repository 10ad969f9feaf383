"""A game at a pace one can follow: the pauses of bots, what stays marked, what is said when time is out."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.web.people import Player

Visit = Callable[..., Player]
ME = {"who": "me"}
BOT = {"who": "bot", "bot": "level:1"}
WATCH = """() => {
    window.seen = [];
    const note = () => seen.push([Number(document.body.dataset.at), performance.now() / 1000]);
    new MutationObserver(note).observe(document.body, { attributeFilter: ["data-at"] });
}"""


def test_several_bots_pause_one_after_the_other(visit: Visit) -> None:
    ann = visit(pace="quick")
    ann.open(game="x", options={"size": 6}, seats=[ME, BOT, BOT])
    ann.page.evaluate(WATCH)
    ann.play("c3")
    ann.sees(3)
    seen = dict(ann.page.evaluate("seen"))
    assert sorted(seen) == [1, 2, 3]
    assert all(later - earlier > 0.4 for earlier, later in pairwise(seen[ply] for ply in (1, 2, 3)))


def test_the_clock_does_not_run_while_a_bot_pauses(visit: Visit) -> None:
    ann = visit(pace="calm")
    ann.open(game="quixo", seats=[ME, BOT], clock={"kind": "game", "time": 60})
    ann.page.evaluate(WATCH_CLOCK)
    ann.play_any()
    ann.sees(2)
    (during, running), (after, running_again) = ann.page.evaluate("faces")
    assert (running, running_again) == (0, 1)
    assert after == during


WATCH_CLOCK = """() => {
    window.faces = [];
    const face = document.querySelector(".clock:not(:empty)");
    const note = () => faces.push([face.textContent, document.querySelectorAll(".clock.running").length]);
    new MutationObserver(note).observe(document.body, { attributeFilter: ["data-ready"] });
}"""
"""What a clock shows at each news."""


def test_stepping_through_does_not_wait_for_a_bot(visit: Visit) -> None:
    ann = visit(pace="calm")
    ann.open(game="quixo", seats=[ME, BOT])
    ann.play_any()
    ann.page.keyboard.press("ArrowLeft")  # while the bot pauses
    ann.page.wait_for_selector("body[data-at='0']")
    assert ann.page.locator("body").get_attribute("data-ready") == "1"
    ann.page.wait_for_selector("body[data-ready='2']")
    assert ann.page.locator("body").get_attribute("data-at") == "0"
    ann.page.keyboard.press("End")
    ann.sees(2)


def test_a_pattern_stays_outlined_until_the_next_own_move(visit: Visit) -> None:
    ann, bob = visit(), visit()
    ann.open(game="olix", seats=[ME, {"who": "open"}])
    bob.go(ann.page.url)
    bob.page.get_by_role("button", name="Sit here").click()
    moves = ("a1", "a11", "b1", "c11", "c1", "e11", "d1", "g11")
    for ply, move in enumerate(moves, 1):
        player = ann if ply % 2 else bob
        player.play(move)
        ann.sees(ply)
        bob.sees(ply)
        # An I of four: outlined until Ann plays again.
        expect(ann.page.locator(".mark.pattern")).to_have_count(4 if ply >= 7 else 0)
    ann.play("k5")
    expect(ann.page.locator(".mark.pattern")).to_have_count(0)


@pytest.mark.parametrize("game", ["x", "olix"])
def test_a_click_on_a_cell_that_is_taken_says_the_rule(visit: Visit, game: str) -> None:
    us = visit()
    us.start(game, "screen")
    us.play("a1")
    us.may_move()
    us.click("a1")
    us.says("There is already a (stone|pawn) on that cell")


def test_a_lost_game_on_time_is_spoken(visit: Visit) -> None:
    us = visit()
    us.open(game="quixo", seats=[ME, ME], clock={"kind": "move", "time": 1.5})
    us.play("a1e1")
    expect(us.page.locator("#spoken p").last).to_contain_text("Circle ran out of time", timeout=15_000)


def test_x_is_turned_to_the_upright_diamond_and_played_there(visit: Visit) -> None:
    us = visit()
    us.open(game="x", options={"size": 6}, seats=[ME] * 3)
    us.page.click("#other-view")
    us.page.wait_for_function(
        """() => {
            const middle = (name) => {
                const box = document.querySelector(`.spot[data-name=${name}]`).getBoundingClientRect();
                return box.x + box.width / 2;
            };
            return Math.abs(middle("a1") - middle("f6")) < 2;
        }"""
    )
    us.play("c3")
    us.page.reload()
    us.arrive()
    assert abs(us.at("a1")[0] - us.at("f6")[0]) < 2
    us.sees(1)
