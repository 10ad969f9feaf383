"""The searches for one table: its bot's, its players' hints, its review. They end when it moves on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from tablier.server.live.job_queue import Owner, Search, SearchCancelled
from tablier.server.live.thinking import BotMove, SearchJob
from tablier.server.messages.headline import ThinkingState
from tablier.server.tables import errors
from tablier.server.tables.person import Person
from tablier.server.tables.state import TableState

ADVISER = "level:6"
"""The bot that gives hints and evaluations."""
HELP_SECONDS = 1.0


class Searcher(Protocol):
    """Queues searches."""

    def search(
        self,
        job: SearchJob,
        owner: Owner,
        *,
        seat: tuple[str, int] | None = None,
        on_change: Callable[[], None] = lambda: None,
    ) -> Search[BotMove]: ...
    def owner(self, person: str) -> Owner:
        """A person, and the address they were last seen at."""

    def advice_job(self, state: TableState, at: int) -> SearchJob: ...


class BotTurn(NamedTuple):
    """What a bot is asked for."""

    bot: str
    seat: int
    ply: int


def advice_job(state: TableState, at: int, adviser: str) -> SearchJob:
    """The job of the adviser for the position after `at` moves."""
    created = state.created
    moves = tuple(state.match.moves[:at])
    return SearchJob(created.game, created.options, moves, adviser, HELP_SECONDS, exact=True)


def bot_turn(state: TableState) -> BotTurn | None:
    """The turn of the bot to move; None while a person is to move or the game does not go on."""
    return BotTurn(state.bot_to_move, state.match.turn, state.ply) if state.bot_to_move else None


class TableSearches:
    """Asks for searches, and cancels those that nobody needs any more."""

    def __init__(
        self,
        table: str,
        searcher: Searcher,
        *,
        state: Callable[[], TableState],
        on_change: Callable[[], None],
    ) -> None:
        """`on_change` is called when `thinking` has changed."""
        self.opener = ""
        """Who opened the table, if this process knows it: they may have no seat."""
        self._table = table
        self._searcher = searcher
        self._state = state
        self._on_change = on_change
        self._bot: tuple[BotTurn, Search[BotMove]] | None = None
        self._advice: dict[Search[BotMove], int] = {}
        """The hints for players, by the ply they are for."""
        self._all: set[Search[Any]] = set()
        self._is_reduced = False
        self._told = self.thinking

    @property
    def thinking(self) -> ThinkingState:
        """How it stands with the bot to move."""
        is_waiting = self._bot is not None and self._bot[0] == bot_turn(self._state())
        return ThinkingState(self._bot[1].ahead if self._bot and is_waiting else 0, self._is_reduced)

    async def find_bot_move(self, turn: BotTurn) -> BotMove | None:
        """What the bot plays; None if the game moves on meanwhile."""
        state = self._state()
        if bot_turn(state) != turn:
            return None
        created, moves = state.created, tuple(state.match.moves)
        job = SearchJob(created.game, created.options, moves, turn.bot, is_rated=state.terms.rated)
        person = next((seat.person for seat in state.seats if seat.person), self.opener or self._table)
        search = self._searcher.search(
            job,
            self._searcher.owner(person),
            seat=(self._table, turn.seat),
            on_change=self._update,
        )
        self._bot = turn, search
        self.track(search)
        try:
            return await search
        except SearchCancelled:
            return None
        finally:
            self._bot = None

    def _update(self) -> None:
        if self._bot is not None and not self._bot[1].is_waiting:
            self._is_reduced = self._bot[1].is_reduced
        if self.thinking != self._told:
            self._told = self.thinking
            self._on_change()

    async def find_advice(self, person: Person | None, at: int) -> BotMove:
        """The adviser's move and shares after `at` moves; StalePly if a running game moves on meanwhile."""
        state = self._state()
        owner = self._searcher.owner(person.id if person else self._table)
        search = self._searcher.search(self._searcher.advice_job(state, at), owner)
        self.track(search)
        if state.status != "over":
            self._advice[search] = state.ply
        try:
            return await search
        except SearchCancelled:
            raise errors.StalePly(asked=state.ply, now=self._state().ply) from None
        finally:
            self._advice.pop(search, None)

    def track(self, search: Search[Any]) -> None:
        """Cancel a search when the table is closed."""
        self._all.add(search)
        search.answer.add_done_callback(lambda _: self._all.discard(search))

    def cancel_stale(self) -> None:
        """The table has changed: cancel what was asked for a position that has passed."""
        if self._bot is not None and self._bot[0] != bot_turn(self._state()):
            self._bot[1].cancel()
        now = self._state()
        for search in [each for each, ply in self._advice.items() if ply != now.ply or now.status == "over"]:
            search.cancel()

    def close(self) -> None:
        """Cancel everything."""
        for search in list(self._all):
            search.cancel()
