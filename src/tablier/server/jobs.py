"""A bot's thinking as a job that can be done anywhere: it says all it needs, and travels by pickle.

`think` is given to a `concurrent.futures.Executor`: a thread pool at home, a cluster's when there is one.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any

from msgspec import Struct

import tablier
from tablier.bots.review import Opinion, opinion
from tablier.match import Match

PROCESSORS = os.cpu_count() or 1


class Job(Struct, frozen=True):
    """A position with its past, who is to think about it, and for how long."""

    game: str
    options: dict[str, Any]
    moves: tuple[int, ...]
    bot: str
    seconds: float | None = None
    """Unless told, as long as the bot is used to."""
    share: float = 1.0
    """How much of its usual time a bot takes that plays by time: less where many think."""


class Thought(Struct, frozen=True):
    """The move chosen, and each seat's share of the points to come."""

    move: int
    shares: tuple[float, ...]


Think = Callable[[Job], Thought]
Weigh = Callable[[Job], Opinion]


def reached(job: Job) -> Match:
    """The position of a job."""
    match = Match(tablier.game(job.game, **job.options))
    for move in job.moves:
        match.push(move)
    return match


def weigh(job: Job) -> Opinion:
    """Look at a position for a review: as long as the bot is used to, whoever else thinks."""
    return opinion(reached(job), by=job.bot)


def think(job: Job) -> Thought:
    """Do the job."""
    from tablier.bots import Limit, bot

    match = reached(job)
    player = bot(job.bot)
    plan = player.plan(match.game)
    usual = plan.limit.seconds if plan else None
    seconds = job.seconds or (usual if job.share < 1 else None)
    limit = None if seconds is None else Limit(seconds=seconds * job.share)
    choice = player.choose(match, limit=limit)
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
    """Threads for bots, as many as processors.

    With more of them, the one that holds the interpreter may wait for its turn on a processor, and all tables
    with it: eight threads on two processors slowed people's moves five times, two cannot be noticed.
    """
    return ThreadPoolExecutor(PROCESSORS, thread_name_prefix="bot")
