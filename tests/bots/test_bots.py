"""Computer players by name: what they accept, how they keep their limits, what they see."""

from __future__ import annotations

import pickle
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from random import Random

import pytest

import tablier
from tablier import Match, State
from tablier.bots import LEVELS, Bot, Limit, Stop, bot, level_names, review
from tablier.bots.choosing import SearchRequest
from tablier.bots.levels import settings_for
from tablier.level import Method
from tablier.solver import Value, hardest, probe, solve_in_memory
from tests.slow import forces, side_to_move

QUIXO = tablier.game("quixo")


@pytest.mark.parametrize("name", ["level:0", "level:9", "level:-1"])
def test_levels_out_of_range(name: str) -> None:
    with pytest.raises(ValueError, match=f"there is no level {name[6:]}: levels go from 1 to 8"):
        bot(name)


@pytest.mark.parametrize(
    "name", ["", "deep thought", "level", "level:x", "uct:", "uct:two", "random:3", "uct:1.5"]
)
def test_unknown_bots(name: str) -> None:
    with pytest.raises(ValueError, match=r"there is no bot .*: choose one of level:1 to level:8"):
        bot(name)


@pytest.mark.parametrize("name", ["uct:0", "uct:-5", "uct:0s", "uct:-1s"])
def test_limits_in_names(name: str) -> None:
    with pytest.raises(
        ValueError, match=r"a limit of (nodes is at least 1|time is more than 0 seconds), not"
    ):
        bot(name)


def test_limits() -> None:
    for nothing in (0, -1):
        with pytest.raises(ValueError, match="at least 1, not"):
            Limit(nodes=nothing)
        with pytest.raises(ValueError, match="more than 0 seconds, not"):
            Limit(seconds=nothing)
    with pytest.raises(ValueError, match="seconds, nodes or both"):
        Limit()
    with pytest.raises(TypeError, match="whole number, not float"):
        Limit(nodes=1.5)  # type: ignore[arg-type]


def test_a_finished_game() -> None:
    over = QUIXO.read("xxxxx/5/oooo1/5/5 o")
    resigned = Match(QUIXO)
    resigned.resign(0)
    for name in ("random", "uct:10", "level:1", "level:8"):
        for position in (over, resigned):
            with pytest.raises(ValueError, match="the game is over"):
                bot(name).choose(position)
    with pytest.raises(TypeError, match="a Match or a State, not str"):
        bot("random").choose("quixo")  # type: ignore[arg-type]


def test_names() -> None:
    assert len(LEVELS) == len(level_names()) == len(set(LEVELS)) == 8
    assert [bot(name).level for name in level_names()] == list(range(1, 9))
    assert bot(" Level:3 ").name == "level:3"


def test_a_bot_travels_by_its_name() -> None:
    for name in ("level:2", "uct:50", "random"):
        again = pickle.loads(pickle.dumps(bot(name)))
        assert isinstance(again, Bot)
        assert again.choose(QUIXO.start(), seed=4) == bot(name).choose(QUIXO.start(), seed=4)


def test_many_threads_may_ask_the_same_bot() -> None:
    player = bot("uct:300")
    alone = player.choose(QUIXO.start(), seed=8)
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(lambda _: player.choose(QUIXO.start(), seed=8), range(8))) == {alone}


class Clock:
    """The clock by which a bot sets its deadline, an hour behind the one by which searches look at it: the
    time is up before a search begins."""

    @staticmethod
    def monotonic() -> float:
        return time.monotonic() - 3600


AT_ONCE = 2_000
"""Nodes between two looks at the clock are fewer."""
ENOUGH = 5_000
"""Nodes that a search makes if neither the time nor a stop ends it."""


@pytest.mark.parametrize("name", ["level:8", "uct:5s"])
@pytest.mark.parametrize("game", tablier.games())
def test_time_ends_a_search(name: str, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state = tablier.game(game).start()
    in_time = bot(name).choose(state, limit=Limit(seconds=0.1, nodes=ENOUGH), seed=1)
    monkeypatch.setattr("tablier.bots.player.time", Clock)
    too_late = bot(name).choose(state, limit=Limit(seconds=1, nodes=ENOUGH), seed=1)
    assert too_late.move in state.legal_moves
    assert too_late.nodes < AT_ONCE
    assert in_time.nodes > 3 * too_late.nodes, "the time there is is used"


def test_the_deadline_leaves_time_to_clear_away() -> None:
    request = SearchRequest(
        state=QUIXO.start(), earlier=(), moves=(), settings=None, limit=Limit(seconds=2), seed=1, stop=None,
        started=100.0, tree_cache=deque(),
    )  # fmt: skip
    assert 101.9 < request.deadline() < 102
    assert request.deadline(0.5) == pytest.approx(100 + (request.deadline() - 100) / 2)
    assert replace(request, limit=Limit(nodes=5)).deadline() == 0


def test_both_limits_count() -> None:
    choice = bot("level:8").choose(tablier.game("x").start(), limit=Limit(seconds=60, nodes=100), seed=1)
    assert choice.nodes <= 100


@pytest.mark.parametrize("game", tablier.games())
def test_a_ceiling_of_nodes_ends_a_search_by_time(game: str) -> None:
    player = bot("level:8")
    choice = player.choose(tablier.game(game).start(), limit=Limit(seconds=60), max_nodes=100, seed=1)
    assert choice.nodes < AT_ONCE
    if settings_for(tablier.game(game), 8).method is Method.TREE:
        assert player._tree_cache, "it is still a search by time, whose tree is kept"


def test_a_ceiling_leaves_a_search_by_nodes_as_it_is() -> None:
    state = QUIXO.start()
    assert bot("level:4").choose(state, max_nodes=ENOUGH, seed=3) == bot("level:4").choose(state, seed=3)


def test_a_pickled_stop_is_another_one() -> None:
    stop = Stop()
    stop.set()
    assert not pickle.loads(pickle.dumps(stop)).is_set()


@pytest.mark.parametrize("game", ["quixo", "x"])
def test_time_makes_no_level_stronger(game: str) -> None:
    state = tablier.game(game).start()
    hurried = bot("level:2").choose(state, limit=Limit(seconds=5), seed=3)
    assert hurried == bot("level:2").choose(state, seed=3)


@pytest.mark.parametrize("game", tablier.games())
def test_a_stop_ends_a_search(game: str) -> None:
    state, stop = tablier.game(game).start(), Stop()
    stop.set()
    choice = bot("level:8").choose(state, limit=Limit(nodes=ENOUGH), seed=1, stop=stop)
    assert choice.move in state.legal_moves
    assert choice.nodes < AT_ONCE


@pytest.mark.parametrize("game", ["quixo", "x"])
def test_another_thread_may_stop_a_search(game: str) -> None:
    state, stop = tablier.game(game).start(), Stop()
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(bot("level:8").choose, state, limit=Limit(seconds=60), stop=stop)
        stop.set()
        assert answer.result(timeout=30).move in state.legal_moves


def test_the_tree_is_used_again() -> None:
    game = tablier.game("x", size=6)
    player, match = bot("level:8"), Match(game)
    first = player.choose(match, limit=Limit(seconds=0.2), seed=1)
    for move in first.line[:3]:
        match.push(move)
    second = player.choose(match, limit=Limit(seconds=0.001), seed=1)
    assert sum(candidate.visits for candidate in second.best) > second.nodes


def two_move_positions(name: str, *, options: dict[str, object], back: int) -> list[State]:
    """Positions from random games in which something is forced within two turns, but not at once."""
    game, found = tablier.game(name, **options), []
    for seed in range(200):
        rng, states = Random(seed), [game.start()]
        while states[-1].legal_moves:
            states.append(states[-1].after(rng.choice(states[-1].legal_moves)))
        state = states[-min(back, len(states))]
        side = side_to_move(state)
        if forces(state, side, 2, game.rules.max_share) and not forces(state, side, 1, game.rules.max_share):
            found.append(state)
            if len(found) == 3:
                break
    return found


@pytest.mark.parametrize(
    ("name", "options", "back"), [("quixo", {"size": 4}, 3), ("x", {"size": 4}, 5), ("quixo", {"size": 3}, 4)]
)
def test_level_6_sees_two_moves_ahead(name: str, options: dict[str, object], back: int) -> None:
    positions = two_move_positions(name, options=options, back=back)
    assert positions
    for state in positions:
        choice = bot("level:6").choose(state, limit=Limit(nodes=50), seed=2)
        assert choice.proven
        assert choice.shares[state.turn] == 1
        assert forces(state.after(choice.move), side_to_move(state), 1, 1.0)


@pytest.mark.parametrize("size", [3, 4])
def test_the_best_level_gives_nothing_away_on_a_small_board(size: int) -> None:
    """It needs no table: such a board is solved when it is first asked for."""
    game = tablier.game("quixo", size=size)
    choose = partial(bot("level:8").choose, limit=Limit(seconds=0.05), seed=1)
    solution = solve_in_memory(game)
    state, chance = game.start(), Random(1)
    for _ in range(12):
        choice = choose(state)
        assert {each.move for each in choice.best} == set(hardest(solution, state))
        assert choice.move in probe(state).moves
        state = state.after(chance.choice(state.legal_moves))
        if state.outcome:
            state = game.start()
    by_nodes = bot("level:8").choose(game.start(), limit=Limit(nodes=100), seed=1)
    assert len(by_nodes.best) == len(game.start().legal_moves), "an answer by nodes is the same anywhere"


def test_a_review_knows_exact_values() -> None:
    game = tablier.game("quixo", size=4)
    match, chance = Match(game), Random(5)
    while not match.outcome and len(match.moves) < 14:
        match.push(chance.choice(match.legal_moves))
    seen = review(match, limit=Limit(nodes=50))
    shares = {Value.WIN: 1.0, Value.DRAW: 0.5, Value.LOSS: 0.0}
    lost = {}
    for ply, (state, found) in enumerate(zip(match.states, seen.shares, strict=True)):
        if not state.outcome:
            assert found[state.turn] == shares[probe(state).value]
            assert sum(found) == 1
            if ply < len(match.moves) and match.moves[ply] not in probe(state).moves:
                lost[ply] = probe(state)
    assert lost
    assert {move.ply for move in seen.moves if move.is_mistake} == set(lost)
    for move in seen.moves:
        assert move.best in probe(match.states[move.ply]).moves
