"""What can be forced, and the way there."""

from __future__ import annotations

from random import Random

import pytest

import tablier
from tablier import Match
from tablier.analysis.proofs import find_forced_win, is_only_move


@pytest.mark.parametrize(("name", "size"), [("quixo", 4), ("x", 4)])
def test_the_line_of_a_forced_win_ends_the_game_for_its_side(name: str, size: int) -> None:
    game, rng, found = tablier.game(name, size=size), Random(1), 0
    for _ in range(60):
        match = Match(game)
        for _ in range(rng.randrange(5, 11)):
            if match.legal_moves:
                match.push(rng.choice(match.legal_moves))
        if not match.legal_moves:
            continue
        move = rng.choice(match.legal_moves)
        win = find_forced_win(match, move)
        if win is None:
            continue
        found += 1
        match.push(move)
        turns = 0
        for follow in win.line:
            turns += match.turn in win.seats
            match.push(follow)
        assert turns == win.turns
        assert match.outcome is not None
        assert match.outcome.winners == win.seats
    assert found > 4


def test_one_move_that_holds_is_the_only_one() -> None:
    game = tablier.game("quixo", size=4)
    match = Match(game, start=game.read("xoxx/x3/o3/xoox o"))
    only = [move for move in match.legal_moves if is_only_move(match, move, find_forced_win(match, move))]
    assert [game.texts[move] for move in only] == ["d3a3"]
