"""Searches for bots, hints and reviews as self-contained jobs that can be pickled.

`run_job` is given to a `concurrent.futures.Executor`: a thread pool, or a cluster's.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any

from msgspec import Struct

import tablier
from tablier.bots.exact import correct
from tablier.bots.player import Bot, EngineBot, bot
from tablier.bots.reviewing import Opinion, opinion
from tablier.level import Limit
from tablier.match import Match
from tablier.search.problem import Stop
from tablier.server.live.ceiling import Ceiling
from tablier.server.tables.bots import find_player, is_engine

PROCESSORS = os.cpu_count() or 1
ENGINE_SECONDS = 2.0
"""Time of an engine for a move: that of the best level."""
MAX_TREES = 8
"""Bots whose trees are kept between their moves."""


class SearchJob(Struct, frozen=True):
    """A search: the game and its moves, the bot, and the limit."""

    game: str
    options: dict[str, Any]
    moves: tuple[int, ...]
    bot: str
    seconds: float | None = None
    """By default the bot's own limit."""
    share: float = 1.0
    """Factor on the time of a bot limited by time: below 1 while more jobs run than processors."""
    is_rated: bool = False
    """Whether the game is rated: then the bot waits its turn and keeps its whole time."""
    exact: bool = False
    """Correct the answer by exact values where a solution is found: for advice, not for a bot's own moves."""
    ceiling: Ceiling = Ceiling()
    start: str = ""
    """The position before the moves as text; empty for the usual one."""
    stop: Stop | None = None
    """Ends the search from another thread of the same process."""


class BotMove(Struct, frozen=True):
    """The move chosen, and each seat's expected share of the points."""

    move: int
    shares: tuple[float, ...]
    proven: bool = False
    """True if the shares are certain."""


JobRunner = Callable[[SearchJob, Bot | None], BotMove]
ReviewRunner = Callable[[SearchJob], Opinion]


def replay_job(job: SearchJob) -> Match:
    """The match of a job, replayed."""
    game = tablier.game(job.game, **job.options)
    match = Match(game, start=game.read(job.start) if job.start else None)
    for move in job.moves:
        match.push(move)
    return match


def is_timed(job: SearchJob) -> bool:
    """Whether the bot of a job is one whose strength depends on its time."""
    if is_engine(job.bot):
        return True
    settings = bot(job.bot).settings(tablier.game(job.game, **job.options))
    return settings is not None and settings.limit.nodes is None


def run_review_job(job: SearchJob) -> Opinion:
    """Search a position for a review, by the bot's own limit: reviews are the same on every machine."""
    match, ceiling = replay_job(job), job.ceiling
    settings = bot(job.bot).settings(match.game)
    own = match.game.review_limit or (settings.limit if settings else None)
    nodes = min((own and own.nodes) or ceiling.nodes, ceiling.nodes)
    return opinion(match, by=job.bot, limit=Limit(seconds=ceiling.seconds, nodes=nodes), stop=job.stop)


def run_job(job: SearchJob, player: Bot | None = None) -> BotMove:
    """Search for a move: by this player, who may still have the tree of the last search, or by a new one.

    The process of an engine is ended after its move, so that there are never more than searches: it is told
    the whole game each time. Raises EngineFault.
    """
    player = player or find_player(job.bot)
    try:
        return _search(job, player)
    finally:
        player.close()


def _search(job: SearchJob, player: Bot) -> BotMove:
    match = replay_job(job)
    settings = player.settings(match.game)
    own = ENGINE_SECONDS if isinstance(player, EngineBot) else None
    seconds = job.seconds or (settings.limit.seconds if settings else own)
    # A bot that counts nodes keeps their number: the time is only a ceiling for it.
    ceiling = job.ceiling
    limit = Limit(seconds=min(seconds * job.share, ceiling.seconds) if seconds else ceiling.seconds)
    choice = player.choose(match, limit=limit, max_nodes=ceiling.nodes, stop=job.stop)
    if job.exact:
        choice = correct(choice, match)
    return BotMove(choice.move, choice.shares, choice.proven)


class BotCache:
    """The bots of live tables with the trees of their last searches, as the arena keeps them.

    A tree takes up to 48 MB, so only the `size` bots that moved last keep theirs. A bot that is sent to
    another process is pickled by its name and searches there without.
    """

    def __init__(self, size: int = MAX_TREES) -> None:
        self._size = size
        self._bots: OrderedDict[tuple[str, int], Bot] = OrderedDict()

    def get(self, table: str, seat: int, name: str) -> Bot:
        """The bot of this name in a seat of a table; an engine is a new one each time. Raises EngineFault."""
        if is_engine(name):
            return find_player(name)
        found = self._bots.pop((table, seat), None)
        if found is None or found.name != name:
            found = bot(name)
        self._bots[table, seat] = found
        while len(self._bots) > self._size:
            self._bots.popitem(last=False)
        return found

    def drop(self, table: str) -> None:
        """Forget the trees of a table that rests or is over."""
        for key in [key for key in self._bots if key[0] == table]:
            del self._bots[key]

    def __len__(self) -> int:
        return len(self._bots)


def create_pool() -> Executor:
    """Threads for bots, as many as processors.

    With more of them, the one that holds the interpreter may wait for its turn on a processor, and all tables
    with it: eight threads on two processors slowed people's moves five times, two cannot be noticed.
    """
    return ThreadPoolExecutor(PROCESSORS, thread_name_prefix="bot")
