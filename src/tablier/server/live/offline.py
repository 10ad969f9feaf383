"""Keeping games that were played in a browser without a network, and handing running ones out to it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple, Protocol

from msgspec import Struct

from tablier.registry import kind
from tablier.scene import say
from tablier.server.live.registry import TableRegistry
from tablier.server.live.table import log_batch
from tablier.server.store.batch import LogConflict, LogLine, read_entries
from tablier.server.tables import errors, events
from tablier.server.tables.offline import (
    OLDEST_SECONDS,
    OfflineGame,
    OfflineLine,
    course_of,
    create_offline,
    export_game,
    is_carried,
    is_same_game,
    play_on,
    rest_of,
    table_id,
)
from tablier.server.tables.person import Person
from tablier.server.tables.state import TableState, replay

MAX_TABLES = 20
"""Tables that one browser's game is kept at: it has gone on in so many ways."""
MAX_ATTEMPTS = 5
"""Attempts at one table while others write to it."""


class KeptGame(Struct, frozen=True):
    """What became of a game that was played offline."""

    table: str
    """Where it is kept."""
    status: str
    added: int
    """Lines that are new here; 0 if all of it was known."""
    is_fork: bool
    """Whether it is not at the table that was named, because that one has gone on otherwise."""


class CarriedGame(Struct, frozen=True):
    """A game as a browser keeps it, to be played on without a network while it runs."""

    table: str
    game: str
    status: str
    changed: float
    lines: tuple[OfflineLine, ...]
    results: dict[str, str] = {}
    """The result of the visitor; empty while the game runs."""


class Told(NamedTuple):
    """A game as a browser tells of it, read."""

    created: events.Created
    at: float
    course: list[events.Entry]


class Run(Protocol):
    """Does what takes long in one of few threads."""

    def __call__(self, work: Callable[..., Any], /, *arguments: Any) -> Awaitable[Any]: ...


class _WentOn(Exception):  # noqa: N818 -- an expected result
    """Something was written to the table meanwhile."""


async def keep_offline_game(
    registry: TableRegistry, person: Person, game: OfflineGame, run: Run, *, admit: Callable[[], None]
) -> KeptGame:
    """Keep a game of a person's browser: at the first table of its own that agrees with it, or at a new one.
    The same game twice is kept once. A Refusal if it was not played by the rules; then nothing is stored.

    `admit` is asked before a running game with a computer player is kept at a new table.
    """
    told: Told = await run(read_told, game.lines)
    names = [game.table] if game.table else []
    names += [table_id(game.key, number) for number in range(1, MAX_TABLES + 1)]
    for name in names:
        may_create = name != game.table
        kept = await _keep_at(registry, name, person, told, run, admit if may_create else None)
        if kept is not None:
            is_fork = (
                bool(game.table) and name != game.table and await _has_game(registry, game.table, person)
            )
            return KeptGame(name, *kept, is_fork=is_fork)
    raise errors.BadOfflineGame(problem=say("It has been continued in too many different ways."))


async def _keep_at(
    registry: TableRegistry,
    name: str,
    person: Person,
    told: Told,
    run: Run,
    admit: Callable[[], None] | None,
) -> tuple[str, int] | None:
    """The status and the number of new lines, if the game is kept at this table now; None if it has another
    course there, or is not this person's."""
    for _ in range(MAX_ATTEMPTS):
        lines = await registry.store.lines(name)
        try:
            if lines:
                return await _extend(registry, name, person, told, lines, run)
            return None if admit is None else await _create(registry, name, person, told, run, admit)
        except (_WentOn, LogConflict):
            continue  # another tab or process was faster: look again
    raise errors.NotStored


async def _create(
    registry: TableRegistry, name: str, person: Person, told: Told, run: Run, admit: Callable[[], None]
) -> tuple[str, int]:
    created = create_offline(person, told.created)
    try:
        await registry.accounts.check_seats(person, created.seats, kind(created.game).seats)
    except errors.StoreAway:
        raise
    except errors.Refusal:  # somebody here has such a name
        created = create_offline(person, told.created, has_names=False)
    now = registry.time()
    state, lines = await run(build_game, created, told, person, now)
    if state.status != "over" and state.terms.clock.kind != "none":
        raise errors.BadOfflineGame(problem=say("A game with a clock is kept when it is over."))
    if state.status != "over" and any(seat.bot for seat in state.seats):
        admit()
    await registry.store.append(log_batch(name, state, lines))
    return state.status, len(lines)


async def _extend(
    registry: TableRegistry, name: str, person: Person, told: Told, lines: Sequence[LogLine], run: Run
) -> tuple[str, int] | None:
    entries: list[events.Entry] = await run(read_entries, lines)
    try:
        table = await registry.find(name)
    except (errors.NoSuchTable, errors.Unreadable):
        return None
    if table.state.number < entries[-1].number:
        await table.catch_up()
    state = table.state.copy()
    if state.number != entries[-1].number:
        raise _WentOn
    rest = rest_of(told.course, course_of(entries))
    is_own = is_same_game(state.created, told.created) and _is_seated(state, person)
    if rest is None or not is_own:
        return None
    if not rest:
        return state.status, 0
    if not is_carried(state, person) or state.status == "over":
        return None
    number, since = state.number, entries[-1].at
    added: list[events.Entry] = await run(_play_on, state, rest, person, since, registry.time())

    def decide(present: TableState, _at: float) -> list[events.AnyEvent | events.Entry]:
        if present.number != number:
            raise _WentOn
        return list(added)

    await table.apply_decision(decide)
    return state.status, len(added)


async def _has_game(registry: TableRegistry, name: str, person: Person) -> bool:
    """Whether there is a table of this id, and the person plays there."""
    try:
        return _is_seated((await registry.find(name)).state, person)
    except (errors.NoSuchTable, errors.Unreadable):
        return False


def _is_seated(state: TableState, person: Person) -> bool:
    return any(seat.person == person.id for seat in state.seats)


def _play_on(
    state: TableState, rest: Sequence[events.Entry], person: Person, since: float, now: float
) -> list[events.Entry]:
    return play_on(state, rest, person, since=since, now=now)


def read_told(lines: Sequence[OfflineLine]) -> Told:
    """The game that a browser's lines tell of; BadOfflineGame if they are none."""
    try:
        entries = read_entries(lines)
    except (ValueError, TypeError, RecursionError):  # what decoders and the registry of games raise
        raise errors.BadOfflineGame(problem=say("Its log cannot be read.")) from None
    first = entries[0]
    if not isinstance(first.event, events.Created) or any(
        isinstance(entry.event, events.Created) for entry in entries[1:]
    ):
        raise errors.BadOfflineGame(problem=say("Its log cannot be read."))
    course = course_of(entries)
    if not any(isinstance(entry.event, events.Moved) for entry in course):
        raise errors.BadOfflineGame(problem=say("No moves were played."))
    return Told(first.event, first.at, course)


def build_game(
    created: events.Created, told: Told, person: Person, now: float
) -> tuple[TableState, tuple[events.Entry, ...]]:
    """A new table with the whole of an offline game; BadOfflineGame if it was not played by the rules."""
    first = events.Entry(1, min(max(told.at, now - OLDEST_SECONDS), now), created)
    state = TableState(first)
    return state, (first, *play_on(state, told.course, person, since=first.at, now=now))


async def carry_game(
    registry: TableRegistry, table: str, person: Person, visitor: str, run: Run
) -> CarriedGame:
    """A game of a person for the store of their browser, where they are `visitor`; CannotCarry if it is not
    theirs alone. One that is over is handed out too: the browser must not take it for a running one."""
    state = (await registry.find(table)).state
    if not is_carried(state, person):
        raise errors.CannotCarry
    lines = await registry.store.lines(table)
    carried: CarriedGame = await run(export_lines, table, state.copy(), lines, visitor)
    return carried


def export_lines(table: str, state: TableState, lines: Sequence[LogLine], visitor: str) -> CarriedGame:
    """The log of a table as it is handed out."""
    exported = export_game(state, read_entries(lines), visitor)
    batch = log_batch(table, replay(exported), exported)
    told = tuple(
        OfflineLine(entry.number, entry.at, events.write(entry.event, batch.game).decode(), entry.ply)
        for entry in exported
    )
    results = dict(batch.results)
    return CarriedGame(table, batch.game.id, batch.status, exported[-1].at, told, results)
