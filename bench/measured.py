"""What is measured of the engine here and as WebAssembly. It imports nothing but the package."""

from __future__ import annotations

from collections.abc import Callable

import tablier
from tablier.bots import bot
from tablier.level import Limit

LOW, HIGH = 2, 7
NODES = 2000
BLOCK = 4096
"""Random games between two looks at the clock."""


Clock = Callable[[], float]
"""Seconds of the processor so far: others may use the machine. A browser's Python has none of its own."""


def measure(seconds: float, clock: Clock) -> dict[str, dict[str, float]]:
    """By game: random games a second, seconds of a move of a low level, and of so many positions of a high
    one."""
    return {
        "games": {name: random_games(name, seconds, clock) for name in tablier.games()},
        "low": {name: move_time(name, LOW, None, clock) for name in tablier.games()},
        "high": {name: move_time(name, HIGH, Limit(nodes=NODES), clock) for name in tablier.games()},
    }


def random_games(name: str, seconds: float, clock: Clock) -> float:
    start = tablier.game(name).start()
    best = 0.0
    for _ in range(4):  # at first it is compiled for speed
        began, count = clock(), 0
        while clock() - began < seconds / 4:
            tablier.playouts(start, BLOCK, seed=count)
            count += BLOCK
        best = max(best, count / (clock() - began))
    return best


def move_time(name: str, level: int, limit: Limit | None, clock: Clock) -> float:
    player, match = bot(f"level:{level}"), tablier.Match(tablier.game(name))
    best = float("inf")
    for seed in range(3):
        began = clock()
        player.choose(match, limit=limit, seed=seed)
        best = min(best, clock() - began)
    return best
