"""Exact values of single positions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import tablier
from tablier import State
from tablier.solver import (
    LayeredSolution,
    UnknownValueError,
    Value,
    hardest,
    look_up,
    probe,
    set_tables_folder,
    solve,
    solve_in_memory,
)
from tablier.solver.layerfile import path_of

SMALL, MEDIUM, LARGE = (tablier.game("quixo", size=size) for size in (3, 4, 5))


@pytest.fixture(autouse=True)
def no_tables(tmp_path: Path) -> Iterator[Path]:
    """What lies in the usual place of whoever runs the tests says nothing here."""
    set_tables_folder(tmp_path)
    yield tmp_path
    set_tables_folder(None)


def some_states(game: tablier.Game, count: int) -> list[State]:
    rng, states = Random(7), [game.start()]
    for _ in range(count):
        moves = states[-1].legal_moves
        states.append(states[-1].after(rng.choice(moves)) if moves else game.start())
    return states


@pytest.mark.parametrize("game", [SMALL, MEDIUM], ids=repr)
def test_a_probe_says_value_and_moves(game: tablier.Game) -> None:
    solution = solve_in_memory(game)
    for state in some_states(game, 200):
        found = probe(state)
        assert found.value is solution.value(state)
        assert found.moves == solution.best(state)
        assert (found.distance == 0) == (state.outcome is not None)


def test_a_win_at_once_is_seen() -> None:
    state = MEDIUM.read("xxx1/o3/o3/4 x")
    found = probe(state)
    assert (found.value, found.distance) == (Value.WIN, 1)
    assert any(state.after(move).outcome for move in found.moves)


def test_what_no_table_has() -> None:
    state = LARGE.start()
    assert look_up(state) is None
    with pytest.raises(UnknownValueError, match="no table has it"):
        probe(state)
    with pytest.raises(UnknownValueError, match="no table has it"):
        probe(tablier.game("x").start())


@pytest.mark.parametrize("game", [SMALL, MEDIUM], ids=repr)
def test_the_hardest_moves_leave_the_fewest_good_replies(game: tablier.Game) -> None:
    solution, seen = solve_in_memory(game), set()
    for state in some_states(game, 400):
        moves, best, value = hardest(solution, state), solution.best(state), solution.value(state)
        assert set(moves) <= set(best)
        assert bool(moves) == bool(state.legal_moves)
        if value is Value.WIN:
            assert moves == best
            continue
        lasting = [move for move in best if not state.after(move).outcome]
        replies = {move: len(solution.best(state.after(move))) for move in lasting}
        if replies:
            seen.add(value)
            assert set(moves) == {move for move in lasting if replies[move] == min(replies.values())}
    assert Value.LOSS in seen


def test_a_part_of_a_table_ends_somewhere(no_tables: Path) -> None:
    """Where replies are not known any more, all moves that keep the value are as good."""
    folder = solve(MEDIUM, no_tables / "part").path
    for layer in range(10):
        path_of(folder, layer).unlink()
    part, whole = LayeredSolution.open(folder, partial=True), solve_in_memory(MEDIUM)
    answers = 0
    for state in some_states(MEDIUM, 400):
        if moves := hardest(part, state):
            answers += 1
            assert set(moves) <= set(whole.best(state))
    assert answers
