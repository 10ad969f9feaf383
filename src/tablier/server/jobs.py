"""A bot's thinking as a job that can be done anywhere: it says all it needs, and travels by pickle.

`think` is given to a `concurrent.futures.Executor`: a thread pool at home, a cluster's when there is one.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any

from msgspec import Struct

import tablier
from tablier.match import Match

THREADS = 4
"""Bots that share a processor."""


class Job(Struct, frozen=True):
    """A position with its past, who is to think about it, and for how long."""

    game: str
    options: dict[str, Any]
    moves: tuple[int, ...]
    bot: str
    seconds: float | None = None
    """Unless told, as long as the bot is used to."""


class Thought(Struct, frozen=True):
    """The move chosen, and each seat's share of the points to come."""

    move: int
    shares: tuple[float, ...]


Think = Callable[[Job], Thought]


def think(job: Job) -> Thought:
    """Do the job."""
    from tablier.bots import Limit, bot

    match = Match(tablier.game(job.game, **job.options))
    for move in job.moves:
        match.push(move)
    limit = None if job.seconds is None else Limit(seconds=job.seconds)
    choice = bot(job.bot).choose(match, limit=limit)
    return Thought(choice.move, choice.shares)


def bots() -> tuple[tuple[str, str], ...]:
    """The bots to choose from: their names, and what people call them."""
    from tablier.bots import LEVELS, names

    return tuple(zip(names(), LEVELS, strict=True))


def bot_name(name: str) -> str:
    """A bot's name as it is kept; ValueError if there is none of this name."""
    from tablier.bots import bot

    return bot(name).name


def thread_pool() -> Executor:
    """Threads for bots: more than processors, so that a quick one does not wait for all slow ones before it.

    They give way to the thread that looks after the tables.
    """
    return ThreadPoolExecutor(
        THREADS * (os.cpu_count() or 1), thread_name_prefix="bot", initializer=_give_way
    )


def _give_way() -> None:
    if sys.platform == "linux":  # elsewhere only whole processes have a priority
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)
