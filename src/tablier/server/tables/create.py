"""Creating a table: what its creator chose, checked, with defaults filled in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, ValidationError, convert, field
from msgspec.structs import replace

import tablier
from tablier.board_game import Game
from tablier.registry import kind
from tablier.scene import Phrase, say
from tablier.server.tables import errors, events
from tablier.server.tables.bots import canonical_bot_name, is_engine, list_bots
from tablier.server.tables.clocks import Control
from tablier.server.tables.commands import Short, describe_problem
from tablier.server.tables.errors import as_sentence
from tablier.server.tables.person import Person, clean_name
from tablier.server.tables.seats import Seat, persons_seated

MAX_ROUNDS = 20
MAX_POSITION = 1000
"""Characters of a position text: the largest board takes 450."""
DEFAULT_RATED_CLOCK = Control("days", 3)
"""The clock of a rated game for which none was chosen: without one a loser could stay away."""


class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Who gets a seat: you (several times on one screen, by different names), anybody, or a bot."""

    who: Literal["me", "open", "bot"]
    name: Short = ""
    bot: Short = ""


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be created. Only the game is required."""

    game: Short
    options: dict[str, Any] = {}
    seats: tuple[NewSeat, ...] | None = None
    """In turn order; by default you have the first seat and the others are open."""
    clock: Control = field(default_factory=Control)
    absent: Literal["bot", "score"] | None = None
    """When one of three or four seats resigns or runs out of time: a bot plays it on, or it is scored.

    Unless told, a bot does where others are left to play with; among bots alone the game ends."""
    allow: tuple[Literal["hint", "shares"], ...] | None = None
    """Help for the players; by default all where only one person plays, none among several."""
    team_chat: bool = False
    rounds: Annotated[int, Meta(ge=1, le=MAX_ROUNDS)] = 1
    rated: bool = False
    """Whether the game is rated: then all players need an account, and there is no help."""
    public: bool = False
    """Whether the table is listed for everybody to join and watch; otherwise only the link leads there."""
    start: Annotated[str, Meta(max_length=MAX_POSITION)] = ""
    """The position to begin with, as text; by default the usual one."""


def read_new_table(fields: Mapping[str, Any]) -> NewTable:
    """The new table of these fields, within the same bounds as one sent as JSON; raises Malformed."""
    try:
        return convert(fields, NewTable)
    except ValidationError as error:
        raise errors.Malformed(problem=describe_problem(error)) from None


def create_event(person: Person, new: NewTable) -> events.Created:
    """The first event of a new table; a Refusal for a choice that is not allowed."""
    try:
        game = tablier.game(new.game, **new.options)
    except (ValueError, TypeError) as error:
        raise errors.NoSuchGame(problem=as_sentence(error)) from None
    if game.scene_module is None:
        raise errors.NoSuchGame(
            problem=say(
                "{game} cannot be played at a table: there is no board to show.", game=Phrase(game.title)
            )
        )
    if problem := new.clock.problem:
        raise errors.BadTable(problem=problem)
    chosen = new.seats or (NewSeat("me"), *(NewSeat("open") for _ in game.seats[1:]))
    if len(chosen) != len(game.seats):
        raise errors.BadTable(
            problem=say(
                "{game} has {seats} seats, not {chosen}.",
                game=Phrase(game.title),
                seats=len(game.seats),
                chosen=len(chosen),
            )
        )
    is_alone = sum(seat.who == "me" for seat in chosen) == 1
    seats = tuple(fill_seat(person, seat, is_alone=is_alone) for seat in chosen)
    seats = distinguish_names(seats, game)
    terms = agree_terms(new, game, seats)
    return events.Created(
        game=game.id,
        options=dict(game.options),
        start=read_start(game, new.start),
        seats=seats,
        terms=rated_terms(terms, new, game, seats) if new.rated else terms,
    )


def read_start(game: Game, text: str) -> str:
    """A position to begin with as the game writes it, empty for the usual one; BadTable for one that cannot
    be, or in which nothing is left to play."""
    if not text:
        return ""
    try:
        state = game.read(text)
    except ValueError as error:
        raise errors.BadTable(problem=as_sentence(error)) from None
    if state.outcome is not None:
        raise errors.BadTable(problem=say("The game is over in this position."))
    return "" if state == game.start() else str(state)


def fill_seat(person: Person, seat: NewSeat, *, is_alone: bool) -> Seat:
    """The seat as it begins. An account goes by its own name, unless several play at one screen."""
    if seat.who == "open":
        return Seat()
    if seat.who == "me" and is_alone and not person.is_guest:
        return Seat(person.id, person.name)
    if seat.who == "me":
        return Seat(person.id, clean_name(seat.name) or person.name, is_guest=person.is_guest)
    try:
        bot = canonical_bot_name(seat.bot)
    except ValueError as error:
        raise errors.NoSuchBot(problem=as_sentence(error)) from None
    if bot not in dict(list_bots()):
        raise errors.NoSuchBot(problem=say("At a table the computer plays at one of its levels."))
    return Seat(name=clean_name(seat.name), bot=bot)


def distinguish_names(seats: tuple[Seat, ...], game: Game) -> tuple[Seat, ...]:
    """A person on several seats is called by the seats' names, unless others were given."""
    names = [seat.name for seat in seats]
    return tuple(
        Seat(seat.person, game.seats[number], is_guest=seat.is_guest)
        if seat.person and names.count(seat.name) > 1
        else seat
        for number, seat in enumerate(seats)
    )


def agree_terms(new: NewTable, game: Game, seats: tuple[Seat, ...]) -> events.Terms:
    several = len(game.seats) > 2
    if new.absent == "bot" and not several:
        raise errors.BadTable(problem=say("With two players, nobody takes over for a player who resigns."))
    if new.team_chat and all(len(side) == 1 for side in game.sides):
        raise errors.BadTable(problem=say("{game} has no partners.", game=Phrase(game.title)))
    alone = len(persons_seated(seats)) == 1 and not any(seat.is_open for seat in seats)
    leaves_others = several and sum(not seat.bot for seat in seats) > 1
    return events.Terms(
        clock=new.clock,
        absent=new.absent or ("bot" if leaves_others else "score"),
        allow=new.allow if new.allow is not None else ("hint", "shares") if alone else (),
        team_chat=new.team_chat,
        rounds=new.rounds,
        public=new.public,
    )


def rated_terms(terms: events.Terms, new: NewTable, game: Game, seats: tuple[Seat, ...]) -> events.Terms:
    """The terms of a rated game: no help, no stand-ins, always a clock; CannotRate if more was asked for."""
    persons = [seat.person for seat in seats if seat.person]
    usual = {name: option.default for name, option in game.choices.items()}
    problems = {
        say("In a rated game everyone has a single seat."): len(set(persons)) < len(persons),
        say("A rated game needs at least one person."): all(seat.bot for seat in seats),
        say("In a rated game the computer plays at one of its levels."): any(
            is_engine(seat.bot) for seat in seats
        ),
        say("Rated games use the standard board and the standard rules."): dict(game.options) != usual,
        say("Rated games begin with the usual position."): bool(new.start),
        say("Rated games are played without hints or evaluation."): bool(new.allow),
        say("In a rated game nobody takes over for a player who resigns."): new.absent == "bot",
    }
    for problem, is_so in problems.items():
        if is_so:
            raise errors.CannotRate(problem=problem)
    clock = DEFAULT_RATED_CLOCK if terms.clock.kind == "none" else terms.clock
    return replace(terms, rated=True, clock=clock, allow=(), absent="score")


def find_drawn_game(name: str) -> type[Game]:
    """The game with this id, if it can be drawn; raises NoSuchGame."""
    try:
        found = kind(name)
    except ValueError:
        found = None
    if found is None or found.scene_module is None:
        raise errors.NoSuchGame(problem=say("There is no game of this name here."))
    return found
