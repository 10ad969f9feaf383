"""OpenSpiel's own tests of every game, and its searches at our boards."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path
from random import Random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

import tablier
from tablier import Match
from tablier.adapters.openspiel import openspiel_name
from tablier.arena.log import Log
from tablier.arena.plan import plan_games
from tablier.arena.run import local_workers, run_games
from tablier.batches import rewards_of
from tablier.bots import bot
from tablier.server.tables.bots import canonical_bot_name

every_game = pytest.mark.parametrize("name", tablier.games())


@every_game
def test_its_random_simulations(name: str) -> None:
    pyspiel.random_sim_test(
        pyspiel.load_game(openspiel_name(name)), num_sims=1, serialize=False, verbose=False
    )


@every_game
def test_a_game_is_a_match(name: str) -> None:
    match, rng = Match(tablier.game(name)), Random(5)
    state = pyspiel.load_game(openspiel_name(name)).new_initial_state()
    while match.outcome is None:
        assert not state.is_terminal()
        assert state.current_player() == match.turn
        assert tuple(state.legal_actions()) == match.legal_moves
        move = rng.choice(match.legal_moves)
        assert state.action_to_string(move) == match.game.text(move)
        state.apply_action(move)
        match.push(move)
        assert str(state) == str(match.state)
    assert state.is_terminal()
    assert state.returns() == list(rewards_of(match.game, match.outcome.scores))
    assert sum(state.returns()) == pytest.approx(0)


@every_game
def test_observations_are_the_planes(name: str) -> None:
    game = pyspiel.load_game(openspiel_name(name))
    state = game.new_initial_state()
    for _ in range(3):
        state.apply_action(state.legal_actions()[1])
    seen = make_observation(game)
    for player in range(game.num_players()):
        seen.set_from(state, player)
        planes = tablier.game(name).rules.observe(state.match.state, player)
        assert seen.tensor.tolist() == list(planes)
        assert np.array_equal(seen.tensor, state.observation_tensor(player))


def test_games_and_states_are_pickled_and_cloned() -> None:
    game = pyspiel.load_game("tablier_quixo(size=4)")
    state = game.new_initial_state()
    for move in (0, 7, 3):
        state.apply_action(move)
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert (state.history(), len(twin.history())) == ([0, 7, 3], 4)
    assert len(state.match.moves) == 3
    loaded = pickle.loads(pickle.dumps(state))
    assert str(loaded) == str(state)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


def test_an_option_that_is_not_to_be_had_is_refused() -> None:
    with pytest.raises((ValueError, pyspiel.SpielError), match="size is one of"):
        pyspiel.load_game("tablier_quixo(size=9)")


@pytest.mark.parametrize("name", ["openspiel:mcts:300", "openspiel:minimax:1"])
def test_its_searches_find_a_win(name: str) -> None:
    state = tablier.game("quixo").read("xxxx1/5/ooo2/5/5 x")
    chosen = bot(name).choose(state, seed=1).move
    over = state.after(chosen).outcome
    assert over is not None
    assert over.winners == (0,)


def test_its_mcts_plays_every_game() -> None:
    for name in tablier.games():
        game = tablier.game(name)
        assert bot("openspiel:mcts:2").choose(game.start(), seed=1).move in game.start().legal_moves


def test_the_same_seed_gives_the_same_move() -> None:
    match = Match(tablier.game("quixo")).play("a1e1", "a5a1")
    moves = [bot("openspiel:mcts:30").choose(match, seed=seed).move for seed in (1, 1, 2, 3, 4)]
    assert moves[0] == moves[1]
    assert len(set(moves)) > 1


def test_they_meet_our_bots_in_the_arena(tmp_path: Path) -> None:
    bots = ["openspiel:mcts:5", "level:1", "openspiel:minimax:1"]
    jobs = plan_games(tablier.game("quixo", size=3), bots, games=6)
    with local_workers(1) as crew:
        results = list(run_games(jobs, crew, Log(tmp_path / "log.jsonl")))
    assert len(results) == len(jobs)
    assert {name for result in results for side in result.sides for name in side} == set(bots)
    assert not any(result.fault for result in results)


@pytest.mark.parametrize("name", ["openspiel:", "openspiel:mcts", "openspiel:mcts:0", "openspiel:minimax:99"])
def test_a_name_of_no_bot_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="OpenSpiel's"):
        bot(name)


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "tablier.adapters.openspiel")
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ValueError, match=r"pip install 'tablier\[openspiel\]'"):
        bot("openspiel:mcts:10")


def test_a_table_at_a_server_does_not_load_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "tablier.adapters.openspiel")
    with pytest.raises(ValueError, match="there is no bot"):
        canonical_bot_name("openspiel:mcts:10")
    assert "tablier.adapters.openspiel" not in sys.modules
