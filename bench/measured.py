"""What is measured of the engine here and as WebAssembly. It imports nothing but the package."""

from __future__ import annotations

import time

import tablier
from tablier.bots import bot
from tablier.level import Limit

LOW, HIGH = 2, 7
NODES = 2000


def measure(seconds: float) -> dict[str, dict[str, float]]:
    """By game: random games a second, seconds of a move of a low level, and of so many positions of a high
    one. The processor's time: others may use the machine."""
    return {
        "games": {name: random_games(name, seconds) for name in tablier.games()},
        "low": {name: move_time(name, LOW, None) for name in tablier.games()},
        "high": {name: move_time(name, HIGH, Limit(nodes=NODES)) for name in tablier.games()},
    }


def random_games(name: str, seconds: float) -> float:
    start = tablier.game(name).start()
    tablier.playouts(start, 16)
    best = 0.0
    for _ in range(3):
        began, count = time.process_time(), 0
        while time.process_time() - began < seconds / 3:
            tablier.playouts(start, 64, seed=count)
            count += 64
        best = max(best, count / (time.process_time() - began))
    return best


def move_time(name: str, level: int, limit: Limit | None) -> float:
    player, match = bot(f"level:{level}"), tablier.Match(tablier.game(name))
    best = float("inf")
    for seed in range(3):
        began = time.process_time()
        player.choose(match, limit=limit, seed=seed)
        best = min(best, time.process_time() - began)
    return best
