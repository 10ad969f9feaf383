"""What is asked of the engine twice, here and as WebAssembly: `answers` must give the same both times.

It imports nothing but the package, so that a browser's Python can run it as it is.
"""

from __future__ import annotations

from random import Random
from typing import Any

import tablier
from tablier.bots import bot
from tablier.core.values import IllegalMove, NotationError
from tablier.level import Limit
from tablier.testing import checking, matches, states

LEVELS = range(1, 8)
NODES = 150
"""Positions of each search: the answer must not depend on the machine's speed."""
PLAYED = 6
"""Random moves before the bots are asked."""
GAMES = 60
LAWS = (
    states.moves_ascend_and_end_with_the_game,
    states.after_refuses_everything_else,
    matches.records_round_trip,
)


def answers() -> dict[str, Any]:
    return {
        name: {
            "moves": bot_moves(name),
            "means": random_games(name),
            "refusals": refusals(name),
            "laws": broken_laws(name),
        }
        for name in tablier.games()
    }


def opened(name: str) -> tablier.Match:
    """A match after a few moves, the same each time."""
    match, random = tablier.Match(tablier.game(name)), Random(name)
    for _ in range(PLAYED):
        match.push(random.choice(match.legal_moves))
    return match


def bot_moves(name: str) -> list[list[Any]]:
    """Move and shares of every level, by the number of positions."""
    found = []
    for level in LEVELS:
        choice = bot(f"level:{level}").choose(opened(name), limit=Limit(nodes=NODES), seed=level)
        found.append([choice.move, [share.hex() for share in map(float, choice.shares)]])
    return found


def random_games(name: str) -> list[Any]:
    played = tablier.playouts(tablier.game(name).start(), GAMES, seed=3)
    return [[float(mean).hex() for mean in played.scores], played.plies]


def refusals(name: str) -> list[str]:
    """What is said of moves that do not exist, or are not legal."""
    match = opened(name)
    illegal = next(move for move in range(len(match.game.texts)) if move not in match.legal_moves)
    said = []
    for attempt in (lambda: match.push(illegal), lambda: match.play("nonsense")):
        try:
            attempt()
        except (IllegalMove, NotationError) as error:
            said.append(f"{type(error).__name__}: {error}")
    return said


def broken_laws(name: str) -> list[str]:
    broken = []
    for law in LAWS:
        try:
            checking.ask(law, tablier.game(name))
        except Exception as error:
            broken.append(f"{law.__name__}: {error}")
    return broken
