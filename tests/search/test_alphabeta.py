from __future__ import annotations

import time
from random import Random
from threading import Timer
from typing import Any

import pytest

import tablier
from tablier import Game, State
from tablier.search.alphabeta import AlphaBeta
from tablier.search.problem import RootPosition, Stop
from tests.slow import value


def search(state: State, *, nodes: int = 10**9, depth: int = 60, seed: int = 0) -> AlphaBeta:
    found = AlphaBeta(RootPosition(state, sides=state.game.sides), capacity=1 << 16, seed=seed)
    found.run(nodes, depth=depth)
    return found


def wander(game: Game, plies: int, rng: Random) -> State:
    state = game.start()
    for _ in range(plies):
        following = [after for move in state.legal_moves if (after := state.after(move)).legal_moves]
        state = rng.choice(following)
    return state


def test_the_smallest_quixo_is_won_by_who_begins() -> None:
    found = search(tablier.game("quixo", size=3).start())
    assert found.proven
    assert found.shares() == (1.0, 0.0)
    assert found.depth == 7


@pytest.mark.parametrize("name", ["quixo", "quixo-teams"])
def test_wins_and_losses_are_those_of_plain_recursion(name: str) -> None:
    game = tablier.game(name, size=3) if name == "quixo" else tablier.game(name)
    rng, decided = Random(name), 0
    for _ in range(40):
        state = wander(game, rng.randint(4, 12) if name == "quixo" else rng.randint(20, 40), rng)
        plies = 3 if name == "quixo" else 2
        exact = value(state, plies)
        found = search(state, depth=plies)
        assert found.proven == (exact is not None)
        if exact is not None:
            decided += 1
            side = next(i for i, seats in enumerate(game.sides) if state.turn in seats)
            assert found.shares()[game.sides[side][0]] == exact / len(game.sides[side])
    assert decided > 5


def test_the_winning_line_ends_the_game() -> None:
    state = tablier.game("quixo", size=3).start()
    for move in search(state).line():
        state = state.after(move)
    assert state.outcome is not None
    assert state.outcome.winners == (0,)


def test_same_seed_same_search() -> None:
    state = wander(tablier.game("quixo"), 6, Random(1))
    one, two, other = (search(state, nodes=50_000, seed=seed) for seed in (5, 5, 6))
    assert (one.signature, one.candidates()) == (two.signature, two.candidates())
    assert one.signature != other.signature


def test_a_limit_of_nodes_is_kept() -> None:
    found = search(tablier.game("quixo").start(), nodes=20_000)
    assert 20_000 <= found.nodes < 20_100


def test_a_position_that_stood_twice_is_a_draw() -> None:
    # Circles are behind: a position that would stand for the third time suits them well.
    state = tablier.game("quixo").read("xx1xx/5/5/5/o4 o")
    assert search(state, depth=1).shares()[1] < 0.5
    move = state.legal_moves[7]
    again = RootPosition(state, sides=state.game.sides, earlier=(state.after(move),) * 2)
    found = AlphaBeta(again)
    found.run(10**9, depth=1)
    assert (found.best_move, found.shares()) == ((move, False), (0.5, 0.5))


def test_it_stops_at_once() -> None:
    stop = Stop()
    found = AlphaBeta(RootPosition(tablier.game("quixo").start(), sides=((0,), (1,)), stop=stop))
    Timer(0.1, stop.set).start()
    begun = time.monotonic()
    found.run(10**12)
    assert time.monotonic() - begun < 0.5
    assert found.candidates()[0].move in tablier.game("quixo").start().legal_moves


def test_three_sides_are_refused() -> None:
    with pytest.raises(ValueError, match="two sides, not 3"):
        AlphaBeta(RootPosition(tablier.game("x").start(), sides=((0,), (1,), (2,))))


def test_contempt_avoids_a_repetition() -> None:
    """Every move but one ends the game by repetition, and the one left looks worse than a draw."""
    state = tablier.game("quixo").read("ooo2/5/5/5/xoo2 x")
    after = {move: state.after(move) for move in state.legal_moves}
    left = state.legal_moves[0]
    twice = [one for move, one in after.items() if move != left for _ in range(2)]
    position = RootPosition(state, sides=state.game.sides, earlier=twice)

    def best(contempt: float) -> int:
        found = AlphaBeta(position, capacity=1 << 10, contempt=contempt)
        found.run(10**6, depth=1)
        return found.candidates()[0].move

    assert best(0.0) != left
    assert best(0.99) == left


@pytest.mark.parametrize(
    "wrong",
    [
        {"capacity": 0},
        {"capacity": 2**63},
        {"noise": -0.1},
        {"noise": float("nan")},
        {"contempt": float("nan")},
        {"contempt": 1.5},
        {"allowed": (10**6,)},
    ],
)
def test_numbers_out_of_range_are_refused(wrong: dict[str, Any]) -> None:
    game = tablier.game("quixo")
    with pytest.raises(ValueError, match=r"at least 2|noise is|contempt is|none of the allowed"):
        AlphaBeta(RootPosition(game.start(), sides=game.sides), **wrong)


def test_seeds_of_any_size_are_taken_and_the_smallest_table_will_do() -> None:
    game = tablier.game("quixo")
    found = AlphaBeta(RootPosition(game.start(), sides=game.sides), capacity=2, seed=-(10**40))
    found.run(2000)
    assert found.best_move[0] in game.start().legal_moves


def test_what_cannot_be_decided_is_refused() -> None:
    found = search(tablier.game("quixo").start(), depth=1)
    for wrong in ((10**6, 0, 1), (0, 2, 1), (0, -1, 1), (0, 0, -1), (0, 0, 10**6)):
        with pytest.raises(ValueError, match=r"no legal move|no side|0 to 64 turns"):
            found.decide(*wrong)


def test_the_followed_lines_are_the_best_and_exact() -> None:
    """Each of them is worth what a search of that move alone finds."""
    state = tablier.game("quixo").read("xo2x/2o2/1x2o/5/o3x x")
    position = RootPosition(state, sides=state.game.sides)
    found = AlphaBeta(position, capacity=1 << 16)
    found.run(10**9, depth=3, lines=4)
    best = found.candidates()
    assert [each.shares[0] for each in best[:4]] == sorted((each.shares[0] for each in best), reverse=True)[
        :4
    ]
    for each in best[:4]:
        alone = AlphaBeta(position, capacity=1 << 16, allowed=(each.move,))
        alone.run(10**9, depth=3)
        assert alone.shares() == each.shares
        assert found.line(each.move)[0] == each.move
    with pytest.raises(ValueError, match="at least 1 line"):
        found.run(1, lines=0)


def test_a_proven_win_has_its_distance() -> None:
    found = search(tablier.game("quixo", size=3).start())
    assert found.candidates()[0].distance == 7
