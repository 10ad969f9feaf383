"""Games with a solver of their own: it keeps its contract and finds what the solver for any game finds."""

from __future__ import annotations

from array import array
from random import Random

import pytest

import tablier
from tablier import Game
from tablier.core.kernel import Kernel
from tablier.core.numbering import images, layers, positions
from tablier.search.retrograde import Value, ValueTable
from tablier.solver import solve_in_memory
from tablier.solver.layered import AT_ONCE

from .conftest import all_games

KERNELS = [game for game in all_games() if game.kernel() is not None]


def kernel_of(game: Game) -> Kernel:
    found = game.kernel()
    assert found is not None
    return found


SMALL = [game for game in KERNELS if kernel_of(game).needs().seconds < AT_ONCE]
with_kernel = pytest.mark.parametrize("solved", KERNELS, ids=repr)
with_small_kernel = pytest.mark.parametrize("solved", SMALL, ids=repr)


def some_states(game: Game, count: int) -> list[tablier.State]:
    rng, states = Random(repr(game)), [game.start()]
    for _ in range(count):
        moves = states[-1].legal_moves
        states.append(states[-1].after(rng.choice(moves)) if moves else game.start())
    return states


def test_some_games_have_kernels() -> None:
    assert [repr(game) for game in SMALL] == [
        "tablier.game('quixo', size=3)",
        "tablier.game('quixo', size=4)",
    ]
    assert tablier.game("x").kernel() is None


@with_kernel
def test_a_position_is_where_its_value_is(solved: Game) -> None:
    kernel = kernel_of(solved)
    for state in some_states(solved, 500):
        layer, key, position = kernel.locate(state)
        found = kernel.state(layer, key, position)
        assert kernel.locate(found) == (layer, key, position)
        assert len(found.legal_moves) == len(state.legal_moves)
        assert 0 <= layer < kernel.layers
        assert 0 <= position < kernel.positions(layer)
        for image in images(state):
            other = kernel.locate(image)
            assert other[:2] == (layer, key)
        for move in state.legal_moves:
            assert layer - kernel.locate(state.after(move))[0] in (0, 1), (
                "no move leads past the layer before"
            )


@with_kernel
def test_layers_and_needs_add_up(solved: Game) -> None:
    kernel = kernel_of(solved)
    needs = kernel.needs()
    assert needs.memory > 0
    assert needs.seconds == pytest.approx(sum(kernel.work(layer) for layer in range(kernel.layers)))
    assert kernel.needs(kernel.layers - 1).memory < needs.memory
    part = kernel.needs(0, 2)
    assert (part.memory, part.disk, part.seconds) < (needs.memory, needs.disk, needs.seconds)
    for bad in (-1, kernel.layers):
        with pytest.raises(ValueError, match="has no layer"):
            kernel.positions(bad)
    with pytest.raises(ValueError, match="has no position"):
        kernel.state(0, 1, 0)
    with pytest.raises(ValueError, match="this solves"):
        kernel.locate(tablier.game("x").start())


@with_small_kernel
def test_it_finds_what_the_solver_for_any_game_finds(solved: Game) -> None:
    """State by state."""
    size = -(-positions(solved.rules) // 4)
    expected, found = bytearray(size), bytearray(size)
    table = ValueTable(solved.rules, expected)
    for first, last in layers(solved.rules):
        table.decide(first, last, threads=2)
    kernel = kernel_of(solved)
    for layer in range(kernel.layers):
        kernel.begin(layer)
        kernel.solve(threads=2)
        kernel.enter(found)
        keys = array("I", kernel.keys())
        assert len(keys) == kernel.entries(layer)
        assert list(keys) == sorted(keys)
    assert found == expected


@with_small_kernel
def test_classes_count_every_position(solved: Game) -> None:
    solution = solve_in_memory(solved)
    assert sum(solution.counts().values()) == positions(solved.rules)
    assert len({each.key for each in solution.classes}) == len(solution.classes)
    for each in solution.classes:
        assert len(each.key) == len(solution.kernel.class_names)


@with_small_kernel
def test_values_survive_packing(solved: Game) -> None:
    one, other = kernel_of(solved), kernel_of(solved)
    for layer in range(one.layers):
        one.begin(layer)
        one.solve()
        entries = one.entries(layer)
        packed = one.pack(0, entries)
        middle = len(packed) // entries * (entries // 2)
        other.begin(layer)
        if entries > 1:
            other.restore(0, entries // 2, packed[:middle])
        other.restore(entries // 2, entries, packed[middle:])
        assert other.pack(0, entries) == packed
        assert other.keys() == one.keys()
        assert other.faults() == []
        assert other.classes() == one.classes()


def test_a_wrong_value_is_found() -> None:
    game = SMALL[0]
    kernel = kernel_of(game)
    kernel.begin(0)
    kernel.solve()
    packed = bytearray(kernel.pack(0, 1))
    packed[0] ^= 1
    packed[1] ^= 1  # the first position: lost becomes won
    kernel.begin(0)
    kernel.restore(0, 1, bytes(packed))
    (fault,) = kernel.faults()
    assert kernel.state(0, *fault).outcome is not None


@with_small_kernel
def test_the_value_is_that_of_the_best_move(solved: Game) -> None:
    solution = solve_in_memory(solved)
    for state in some_states(solved, 300):
        value, best = solution.value(state), solution.best(state)
        assert bool(best) == bool(state.legal_moves)
        for move in state.legal_moves:
            worth = solution.value(state.after(move)).negated
            assert worth <= value
            assert (worth == value) == (move in best)
        if state.outcome is not None:
            assert value is (Value.WIN if state.outcome.scores[state.turn] == 1 else Value.LOSS)


def test_a_kernel_refuses_what_does_not_fit() -> None:
    kernel = kernel_of(SMALL[0])
    with pytest.raises(ValueError, match="no layer is in memory"):
        kernel.solve()
    kernel.begin(1)
    with pytest.raises(ValueError, match="the layer before is not in memory"):
        kernel.solve()
    with pytest.raises(ValueError, match="the layer before is not in memory"):
        kernel.faults()
    with pytest.raises(ValueError, match="entries are in memory"):
        kernel.pack(0, 10**6)
    with pytest.raises(ValueError, match="bytes"):
        kernel.restore(0, 1, b"short")
    with pytest.raises(ValueError, match="bytes"):
        kernel.enter(bytearray(3))


@with_small_kernel
def test_distances_are_those_of_the_best_play(solved: Game) -> None:
    solution = solve_in_memory(solved)
    for state in some_states(solved, 500):
        value, distance = solution.value(state), solution.distance(state)
        following = [state.after(move) for move in state.legal_moves]
        lost = [solution.distance(after) for after in following if solution.value(after) is Value.LOSS]
        if not following:
            assert distance == 0
        elif value is Value.DRAW:
            assert distance is None
        elif value is Value.WIN:
            assert distance == 1 + min(plies for plies in lost if plies is not None)
        else:
            assert distance == 1 + max(solution.distance(after) or 0 for after in following)


def test_layers_are_measured_in_their_order() -> None:
    kernel = kernel_of(SMALL[0])
    kernel.begin(0)
    kernel.solve()
    with pytest.raises(ValueError, match="was not measured"):
        kernel.distances(0, 1)
    kernel.begin(1)
    with pytest.raises(ValueError, match="measure it first"):
        kernel.measure()
