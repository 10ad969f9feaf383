"""Games played in a person's own browser without a network: checked by the rules, joined to what is here.

The course of a game is what decides it: moves, takebacks, endings, and who plays a seat. Two logs agree if
the course of one is the beginning of the other's; then the longer one goes on from the shorter, and no ply
is lost. A course only grows, so that logs which once disagree always will: each is a game of its own.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from tablier.core.values import IllegalMove
from tablier.scene import say
from tablier.server.tables import commands, errors, events
from tablier.server.tables.bots import is_engine, list_bots
from tablier.server.tables.commands import Short
from tablier.server.tables.create import NewSeat, NewTable, create_event
from tablier.server.tables.decide import Decision, check_turn, decide_fault
from tablier.server.tables.person import Person
from tablier.server.tables.seats import Seat, persons_of, seats_of
from tablier.server.tables.state import TableState

MAX_LINES = 2000
"""The most lines of an offline game: ten times as many as a long game has."""
COLLECTION = "tablier.games."
"""Where the games of the collection are; those of other packages are not in a visitor's browser."""
OLDEST_SECONDS = 365 * 86_400.0
"""What a browser says to be older happened then: its time may be anything."""

Deciding = (
    events.Moved | events.TookBack | events.Agreed | events.Resigned | events.TimedOut
    | events.StoodIn | events.GaveBack
)  # fmt: skip
"""Events of the course of a game. Chat, names, pauses and rematches of a browser stay there."""


class OfflineLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a browser's log, undecoded."""

    number: int
    at: float
    event: Annotated[str, Meta(max_length=4000)]
    ply: int | None = None


class OfflineGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A game of a browser's own store, from its first line on."""

    key: Annotated[str, Meta(pattern=r"^[\w-]{16,80}\Z")]
    """The browser's name for the game, not to be guessed: sent again with it, a game is kept once."""
    lines: Annotated[tuple[OfflineLine, ...], Meta(min_length=1, max_length=MAX_LINES)]
    table: Short = ""
    """The table of this server at which the game was begun or kept before; empty if there is none."""


def table_id(key: str, number: int) -> str:
    """The id of the table that keeps an offline game; another number where that one went on otherwise."""
    digest = base64.urlsafe_b64encode(sha256(f"{number} {key}".encode()).digest()[:9])
    return digest.decode().replace("_", "a").replace("-", "b")


def course_of(entries: Sequence[events.Entry]) -> list[events.Entry]:
    return [entry for entry in entries if isinstance(entry.event, Deciding)]


def rest_of(told: Sequence[events.Entry], kept: Sequence[events.Entry]) -> Sequence[events.Entry] | None:
    """What a course has after another one; empty if that one has as much or more, None if they disagree."""
    if any(one.event != other.event for one, other in zip(told, kept, strict=False)):
        return None
    return told[len(kept) :]


def is_carried(state: TableState, person: Person) -> bool:
    """Whether a person may play a table's game on without a network: nobody else plays, no clock runs, and
    the person's browser has the game and its computer players."""
    return (
        type(state.match.game).__module__.startswith(COLLECTION)
        and not any(is_engine(seat.bot) for seat in state.seats)
        and state.terms.clock.kind == "none"
        and not state.terms.rated
        and not any(seat.is_open for seat in state.seats)
        and persons_of(state.seats) == {person.id}
    )


def is_same_game(one: events.Created, other: events.Created) -> bool:
    """Whether two games begin alike: the game, its options, the position, and which seats bots have."""
    return (
        (one.game, one.options, one.start) == (other.game, other.options, other.start)
        and [seat.bot for seat in one.seats] == [seat.bot for seat in other.seats]
    )  # fmt: skip


def export_game(state: TableState, entries: Sequence[events.Entry], visitor: str) -> tuple[events.Entry, ...]:
    """The log of a table as a browser keeps it, to play on as `visitor`."""
    seats = tuple(
        begun if begun.bot else Seat(visitor, now.name, is_guest=True)
        for begun, now in zip(state.created.seats, state.seats, strict=True)
    )
    exported = [events.Entry(1, state.opened, replace(state.created, seats=seats))]
    for entry in course_of(entries):
        exported.append(replace(entry, number=len(exported) + 1))
    return tuple(exported)


def create_offline(person: Person, told: events.Created, *, has_names: bool = True) -> events.Created:
    """The first event of a game that one person played in a browser, by the same checks as any new table's;
    without its names if they cannot be had here."""
    if len({seat.person for seat in told.seats if seat.person}) != 1 or any(
        seat.is_open for seat in told.seats
    ):
        raise errors.BadOfflineGame(problem=say("It must be the game of one person."))
    if told.terms.rated:
        raise errors.BadOfflineGame(problem=say("Rated games are played online."))
    is_alone = sum(bool(seat.person) for seat in told.seats) == 1
    chosen = tuple(
        NewSeat("bot", seat.name if has_names else "", seat.bot)
        if seat.bot
        else NewSeat("me", "" if is_alone or not has_names else seat.name)
        for seat in told.seats
    )
    terms = told.terms
    return create_event(
        person,
        NewTable(
            game=told.game,
            options=told.options,
            seats=chosen,
            clock=terms.clock,
            absent=terms.absent if len(told.seats) > 2 else None,
            allow=terms.allow,
            team_chat=terms.team_chat,
            start=told.start,
        ),
    )


def play_on(
    state: TableState, course: Sequence[events.Entry], person: Person, *, since: float, now: float
) -> list[events.Entry]:
    """The lines that take a table on by what was played offline, each one checked; `state` is changed.

    `since` is the time of the table's last line. BadOfflineGame if one of them cannot be.
    """
    plies = sum(isinstance(entry.event, events.Moved | events.TookBack) for entry in course)
    lines: list[events.Entry] = []
    before = max(since, now - OLDEST_SECONDS)

    def add(event: events.AnyEvent, at: float) -> None:
        ply = state.ply if isinstance(event, events.Moved | events.TookBack) else None
        lines.append(events.Entry(state.number + 1, at, event, ply))
        state.apply(lines[-1])

    add(events.PlayedOffline(plies), min(before, now))
    if state.is_paused:
        add(events.Resumed(), min(before, now))
    for entry in course:
        before = min(max(entry.at, before), now)
        try:
            check_event(state, entry.event, person, at=before)
            add(entry.event, before)
        except IllegalMove as error:
            raise errors.BadOfflineGame(problem=errors.as_refusal(error).words) from None
        except errors.Refusal as refusal:
            raise errors.BadOfflineGame(problem=refusal.words) from None
    return lines


def check_event(state: TableState, event: events.AnyEvent, person: Person, *, at: float) -> None:
    """Raise a Refusal unless the event can come next: by what the person may do, or by a computer player."""
    match event:
        case events.Moved(seat=seat):
            is_allowed = True
            check_turn(state, seat, state.ply)
        case events.TimedOut(seat=seat) | events.StoodIn(seat=seat, why="time"):
            is_allowed = state.terms.clock.kind != "none" and len(state.match.moves) > 0
            check_turn(state, seat, state.ply)
        case events.Resigned(seat=seat, is_fault=True):
            is_allowed = event in decide_fault(state, seat, state.ply)
        case _:
            stand_in = event.bot if isinstance(event, events.StoodIn) else ""
            decision = Decision(state, person, at=at, present=frozenset([person.id]), stand_in=stand_in)
            is_allowed = any(event in decision.decide(each) for each in _commands(state, event, person))
    if not is_allowed or (isinstance(event, events.StoodIn) and event.bot not in dict(list_bots())):
        raise errors.NotAllowed(what=say("this cannot happen in such a game"))


def _commands(state: TableState, event: events.AnyEvent, person: Person) -> Sequence[commands.AnyCommand]:
    """The commands of a person that lead to an event; none if none does."""
    match event:
        case events.TookBack():
            own: tuple[int | None, ...] = (None, *seats_of(state.seats, person))
            return [
                commands.MakeOffer(matter="takeback", seat=seat)
                for seat in own
                if seat is None or seat in state.movers
            ]
        case events.Agreed(winner=winner):
            return [commands.MakeOffer(matter="end", winner=winner)]
        case events.Resigned(seat=seat) | events.StoodIn(seat=seat, why="resigned"):
            return [commands.Resign(seat=seat)]
        case events.StoodIn(seat=seat):
            return [commands.Leave(seat=seat)]
        case events.GaveBack(seat=seat):
            return [commands.Return(seat=seat)]
    return []
