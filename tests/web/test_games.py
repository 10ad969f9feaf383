"""Whole games, by clicks, from the home page to the end."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import expect

from tests.web.people import Player

Visit = Callable[..., Player]


def test_quixo_against_the_computer(visit: Visit) -> None:
    ann, rng = visit(), Random(4)
    ann.start("quixo", "bot", option__size="3")
    ann.says("Your turn")
    for _ in range(60):
        ann.may_move()
        match = ann.match
        if match.outcome:
            break
        ann.play(match.game.texts[rng.choice(match.legal_moves)])
        ann.page.wait_for_function(
            "() => document.body.dataset.status == 'over' || document.querySelector('.spot.live')"
        )
    ann.says("wins? *(a line|.*other side)|You win *(a line|.*other side)|A draw")
    if ann.news["outcome"]["reason"] == "line":
        assert ann.page.locator(".mark.through").count() >= 1


@pytest.mark.parametrize(
    ("game", "options", "moves", "end"),
    [
        ("x", {"option__size": "4"}, "a1 b1 b2 c1 a4 c3 d1 b3 b4 d4 d2 c4 a3 d3 c2 a2", "wins"),
        (
            "olix",
            {},
            # An I of 8 lies beyond its column (§O7).
            "a1 a11 b1 c11 c1 e11 d1 g11 e1 i11 f1 k11 g1 b9 h1",
            "Red wins.*an I of 8, beyond its column",
        ),
        (
            "plateau-x-mini",
            {},
            # There and back (§P9), until the position stands for the third time.
            "@a1 @f6 Sb1 Se6 a1-a1 f6-f6 a1-a1 f6-f6",
            "the same position for the third time",
        ),
    ],
    ids=["x", "olix", "plateau-x-mini"],
)
def test_a_game_on_one_screen(visit: Visit, game: str, options: dict[str, str], moves: str, end: str) -> None:
    us = visit()
    us.start(game, "screen", **options)
    for move in moves.split():
        if us.match.outcome:
            break
        us.play(move)
    us.says(end)
    news = us.news
    assert news["status"] == "over"
    assert us.page.locator("#moves button").count() == len(news["moves"])
    expect(us.page.locator(".spot.live")).to_have_count(0)


def test_a_game_between_two_browsers(visit: Visit) -> None:
    ann, bob, rng = visit(), visit(), Random(7)
    ann.start("quixo", "link", option__size="3")
    ann.says("Waiting for players")
    bob.go(ann.page.url)
    bob.page.get_by_role("button", name="Sit here").click()
    players, plies = (ann, bob), 0
    ann.says("Your turn")
    while not (match := ann.match).outcome and plies < 60:
        players[plies % 2].play(match.game.texts[rng.choice(match.legal_moves)])
        plies += 1
        for player in players:
            player.sees(plies)
    outcome = ann.news["outcome"]
    for seat, player in enumerate(players):
        won = seat in outcome["winners"]
        player.says("You win" if won else "wins" if outcome["winners"] else "A draw")


def test_two_people_and_two_bots_at_a_table_for_four(visit: Visit) -> None:
    ann, bob, rng = visit(), visit(), Random(2)
    ann.start("quixo-teams", "link", seat__1="level:1", seat__3="level:1", team_chat="yes")
    bob.go(ann.page.url)
    bob.page.get_by_role("button", name="Sit here").click()
    for plies in range(0, 8, 4):  # nobody has a line of five before the ninth
        for player, at in ((ann, plies), (bob, plies + 2)):
            player.sees(at)
            match = player.match
            player.play(match.game.texts[rng.choice(match.legal_moves)])
    ann.sees(8)
    assert [seat["kind"] for seat in ann.news["seats"]] == ["person", "bot", "person", "bot"]
    # Each player sees the board from their own side (§Q8).
    assert ann.at("s")[1] > ann.at("n")[1]
    assert bob.at("s")[1] < bob.at("n")[1]
    ann.page.fill("#say [name=text]", "on the left")
    ann.page.select_option("#say [name=to]", "team")
    ann.page.keyboard.press("Enter")
    expect(bob.page.locator("#heard")).to_contain_text("(to partners) on the left")
