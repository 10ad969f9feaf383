from __future__ import annotations

import pickle
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from threading import Timer

import pytest

import tablier
from tablier import Match, State
from tablier.bots import LEVELS, Bot, Limit, Stop, bot, names
from tablier.solver import kept, solve, usual_path
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
    assert len(LEVELS) == len(names()) == len(set(LEVELS)) == 8
    assert [bot(name).level for name in names()] == list(range(1, 9))
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


@pytest.mark.parametrize("name", ["level:8", "uct:5s"])
@pytest.mark.parametrize("game", ["quixo", "x", "plateau-x"])
def test_time_is_kept(name: str, game: str) -> None:
    player, match, late = bot(name), Match(tablier.game(game)), []
    for _ in range(6):
        begun = time.monotonic()
        match.push(player.choose(match, limit=Limit(seconds=0.1), seed=1).move)
        late.append(time.monotonic() - begun - 0.1)
    assert sorted(late)[2] < 0.02  # not the worst: other programs run here too
    assert min(late) > -0.09


def test_both_limits_count() -> None:
    begun = time.monotonic()
    assert (
        bot("level:8").choose(tablier.game("x").start(), limit=Limit(seconds=60, nodes=100), seed=1).nodes
        <= 100
    )
    assert time.monotonic() - begun < 5


@pytest.mark.parametrize("game", ["quixo", "x"])
def test_time_makes_no_level_stronger(game: str) -> None:
    state = tablier.game(game).start()
    hurried = bot("level:2").choose(state, limit=Limit(seconds=5), seed=3)
    assert hurried == bot("level:2").choose(state, seed=3)


def test_it_stops_at_once() -> None:
    for game in ("quixo", "x"):
        stop = Stop()
        Timer(0.1, stop.set).start()
        begun = time.monotonic()
        choice = bot("level:8").choose(tablier.game(game).start(), limit=Limit(seconds=60), stop=stop)
        assert time.monotonic() - begun < 1
        assert choice.move in tablier.game(game).start().legal_moves


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
        chance, states = Random(seed), [game.start()]
        while states[-1].legal_moves:
            states.append(states[-1].after(chance.choice(states[-1].legal_moves)))
        state = states[-min(back, len(states))]
        side = side_to_move(state)
        if forces(state, side, 2, game.rules.top) and not forces(state, side, 1, game.rules.top):
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


def test_the_best_level_gives_nothing_away_on_a_solved_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    game = tablier.game("quixo", size=3)
    choose = partial(bot("level:8").choose, limit=Limit(seconds=0.01), seed=1)
    assert kept(game) is None
    assert len(choose(game.start()).best) == len(game.start().legal_moves)
    solution = solve(game)
    state, chance = game.start(), Random(1)
    for _ in range(6):
        choice = choose(state)
        assert {each.move for each in choice.best} == set(solution.best(state))
        state = state.after(chance.choice(state.legal_moves))
        if state.outcome:
            break
    by_nodes = bot("level:8").choose(game.start(), limit=Limit(nodes=100), seed=1)
    assert len(by_nodes.best) == len(game.start().legal_moves), "an answer by nodes is the same anywhere"
    usual_path(game).write_bytes(b"not a solution")
    assert kept(game) is None
