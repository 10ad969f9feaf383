"""Positions in which something is forced: in one turn from level 4 on, in two from 6 on, it is not missed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import pytest

import tablier
from tablier.bots import Limit, bot
from tablier.search.problem import RootPosition
from tablier.search.tactics import Tactics

LEVEL = {"win in one": 4, "no loss in one": 4, "win in two": 6, "no loss in two": 6}
"""From which level on it is never missed."""


class Composed(NamedTuple):
    """A position with moves that do what is asked, and others that do not."""

    asked: str
    game: str
    options: dict[str, object]
    position: str
    moves: list[str]


# Where there are places behind the first, who is to avoid a loss holds the first one: others may well prefer
# a certain second place to keeping somebody from winning.
ALL = [Composed(*row) for row in json.loads((Path(__file__).parents[1] / "data/tactics.json").read_text())]


def name(composed: Composed) -> str:
    return f"{composed.game}{''.join(map(str, composed.options.values()))}-{composed.asked}".replace(" ", "-")


def test_every_game_and_variant_has_them() -> None:
    for game in tablier.games():
        assert {composed.asked for composed in ALL if composed.game == game} == set(LEVEL), game


@pytest.mark.parametrize("composed", ALL, ids=name)
def test_it_is_not_missed(composed: Composed) -> None:
    game = tablier.game(composed.game, **composed.options)
    state = game.read(composed.position)
    right = {game.move(text) for text in composed.moves}
    assert right < set(state.legal_moves)
    for level in range(LEVEL[composed.asked], 8):
        for seed in (1, 2):
            choice = bot(f"level:{level}").choose(state, limit=Limit(nodes=200), seed=seed)
            assert choice.move in right, f"level {level}, seed {seed}: {game.text(choice.move)}"


@pytest.mark.parametrize("composed", ALL, ids=name)
def test_it_is_true(composed: Composed) -> None:
    game = tablier.game(composed.game, **composed.options)
    state = game.read(composed.position)
    tactics = Tactics(RootPosition(state, sides=game.sides))
    turns = 1 if composed.asked.endswith("one") else 2
    most = 10**9
    if composed.asked.startswith("win"):
        assert tactics.win(turns, nodes=most) in {game.move(text) for text in composed.moves}
        assert turns == 1 or tactics.win(1, nodes=most) is None
    else:
        safe = [move for move in state.legal_moves if tactics.refuting_side(move, turns, nodes=most) is None]
        assert [game.text(move) for move in safe] == composed.moves
    assert tactics.complete
