"""PettingZoo's own tests, of every game."""

from __future__ import annotations

import random
import warnings
from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

import tablier
from tablier import Match
from tablier.adapters.pettingzoo import BoardGameEnv, env
from tablier.batches import rewards_of

every_game = pytest.mark.parametrize("name", tablier.games())


@every_game
def test_its_api(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of what is not usual in Atari: bytes above 1, planes first
        api_test(env(name), num_cycles=60)


@every_game
def test_its_seeds(name: str) -> None:
    seed_test(partial(env, name), num_cycles=40)


@every_game
def test_its_pictures(name: str) -> None:
    render_test(partial(env, name), {"svg": lambda found: found.startswith("<svg ")})


def test_its_benchmark(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    clock = iter(range(1000))
    monkeypatch.setattr("time.time", lambda: float(next(clock)))  # it asks once a round, and stops after 5
    performance_benchmark(env("quixo"))
    assert "turns per second" in capsys.readouterr().out


@every_game
def test_a_game_is_a_match(name: str) -> None:
    made, match, rng = env(name), Match(tablier.game(name)), random.Random(1)
    made.reset()
    rules = match.game.rules
    while match.outcome is None:
        seen, reward, *ended, _ = made.last()
        assert made.agent_selection == made.possible_agents[match.turn]
        assert tuple(np.flatnonzero(seen["action_mask"])) == match.legal_moves
        assert seen["observation"].tobytes() == rules.observe(match.state)
        assert (reward, ended) == (0, [False, False])
        other = made.possible_agents[match.turn - 1]
        assert not made.observe(other)["action_mask"].any()
        move = rng.choice(match.legal_moves)
        match.push(move)
        made.step(move)
    expected = dict(zip(made.possible_agents, rewards_of(match.game, match.outcome.scores), strict=True))
    rewards = {}
    for agent in made.agent_iter():
        _, rewards[agent], terminated, _, _ = made.last()
        assert terminated
        made.step(None)
    assert rewards == expected
    assert not made.agents


def test_an_illegal_move_is_refused_and_changes_nothing() -> None:
    made = env("quixo")
    made.reset(options={"position": "x4/5/5/5/4o x"})
    with pytest.raises(tablier.IllegalMove):
        made.step(made.game.move("e1a1"))
    assert made.agent_selection == "cross"


def test_a_game_is_truncated() -> None:
    made = env("olix", max_plies=2)
    made.reset()
    made.step(0)
    assert not any(made.truncations.values())
    made.step(1)
    assert all(made.truncations.values())
    assert not any(made.terminations.values())
    assert set(made.rewards.values()) == {0.0}


def test_options_and_modes_are_checked() -> None:
    assert env("quixo", size=3).game is tablier.game("quixo", size=3)
    with pytest.raises(ValueError, match="render_mode"):
        env("quixo", render_mode="film")


def test_pixels_show_the_board() -> None:
    def draw(*moves: str) -> np.ndarray[Any, np.dtype[np.uint8]]:
        made: BoardGameEnv = env("quixo", render_mode="rgb_array")
        made.reset()
        for move in moves:
            made.step(made.game.move(move))
        found: np.ndarray[Any, np.dtype[np.uint8]] = made.render()
        return found

    assert (draw() != draw("a1e1")).any()
    assert (draw("a1e1") == draw("a1e1")).all()
