"""The trees of moves, counted: small depths against the referee, larger ones against stored counts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.perft import perft, slow_perft
from tests.reference import referee_for

from .conftest import compiled_games

COUNTS = json.loads((Path(__file__).parents[1] / "data" / "perft.json").read_text())
GAMES = {repr(game): game for game in compiled_games(has_all=True)}
SLOW = 2000
"""Positions that the slow referee is asked about, at the most."""


@pytest.mark.parametrize("name", COUNTS)
def test_perft(name: str) -> None:
    game, counts = GAMES[name], COUNTS[name]
    referee = referee_for(game)
    depths = [1, *(depth + 2 for depth, count in enumerate(counts[:-1]) if count <= SLOW)]
    assert [slow_perft(referee, referee.start(), depth) for depth in depths] == counts[: len(depths)]
    assert [perft(game.start(), depth) for depth in range(1, len(counts) + 1)] == counts


def test_every_game_is_counted() -> None:
    assert {GAMES[name].id for name in COUNTS} == {game.id for game in GAMES.values()}
