"""A new table: what its creator chose, checked, and filled in where nothing was said."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import replace

import tablier
from tablier.game import Game
from tablier.scene import Phrase, say
from tablier.server import events as ev
from tablier.server import refusals as no
from tablier.server.acts import Short, sentence
from tablier.server.clocks import Control
from tablier.server.jobs import bot_name, bots
from tablier.server.seats import Person, Seat, people, tidy

MOST_ROUNDS = 20
UNHURRIED = Control("days", 3)
"""The clock of a rated game for which none was chosen: without one, a loser could just stay away."""


class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit there: you (several times on one screen, by different names), whoever comes, or a bot."""

    who: Literal["me", "open", "bot"]
    name: Short = ""
    bot: Short = ""


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """What is chosen before a game. Only the game must be named."""

    game: Short
    options: dict[str, Any] = {}
    seats: tuple[NewSeat, ...] | None = None
    """In turn order; unless told, you come first and the other seats are open."""
    clock: Control = field(default_factory=Control)
    absent: Literal["bot", "score"] | None = None
    """When one of three or four seats resigns or runs out of time: a bot plays it on, or it is scored.

    Unless told, a bot does."""
    allow: tuple[Literal["hint", "shares"], ...] | None = None
    """Help for the players; unless told, all where only one person plays, none among several."""
    team_chat: bool = False
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = 1
    rated: bool = False
    """Does it count for the ratings? Then everybody needs an account, and there is no help."""
    public: bool = False
    """Is it listed, for strangers to join and to watch? If not, the link is the only way there."""


def opened(person: Person, new: NewTable) -> ev.Created:
    """The event a table begins with."""
    try:
        game = tablier.game(new.game, **new.options)
    except (ValueError, TypeError) as error:
        raise no.NoSuchGame(problem=sentence(error)) from None
    if problem := new.clock.problem:
        raise no.BadTable(problem=problem)
    chosen = new.seats or (NewSeat("me"), *(NewSeat("open") for _ in game.seats[1:]))
    if len(chosen) != len(game.seats):
        raise no.BadTable(
            problem=say(
                "{game} has {seats} seats, not {chosen}.",
                game=Phrase(game.title),
                seats=len(game.seats),
                chosen=len(chosen),
            )
        )
    seats = tuple(seated(person, seat, game.seats[number]) for number, seat in enumerate(chosen))
    seats = distinct(seats, game)
    terms = agreed(new, game, seats)
    return ev.Created(
        game=game.id,
        options=dict(game.options),
        seats=seats,
        terms=ratable(terms, new, game, seats) if new.rated else terms,
    )


def seated(person: Person, seat: NewSeat, title: str) -> Seat:
    if seat.who == "open":
        return Seat()
    if seat.who == "me":
        return Seat(person.id, tidy(seat.name) or person.name)
    try:
        bot = bot_name(seat.bot)
    except ValueError as error:
        raise no.NoSuchBot(problem=sentence(error)) from None
    return Seat(name=tidy(seat.name), bot=bot)


def distinct(seats: tuple[Seat, ...], game: Game) -> tuple[Seat, ...]:
    """One person on several seats goes by the seats' names, unless he gave others."""
    names = [seat.name for seat in seats]
    return tuple(
        Seat(seat.person, game.seats[number]) if seat.person and names.count(seat.name) > 1 else seat
        for number, seat in enumerate(seats)
    )


def agreed(new: NewTable, game: Game, seats: tuple[Seat, ...]) -> ev.Terms:
    several = len(game.seats) > 2
    if new.absent == "bot" and not several:
        raise no.BadTable(problem=say("Between two players nobody plays on for one who gave up."))
    if new.team_chat and all(len(side) == 1 for side in game.sides):
        raise no.BadTable(problem=say("{game} has no partners who could talk.", game=Phrase(game.title)))
    alone = len(people(seats)) == 1 and not any(seat.is_open for seat in seats)
    return ev.Terms(
        clock=new.clock,
        absent=new.absent or ("bot" if several else "score"),
        allow=new.allow if new.allow is not None else ("hint", "shares") if alone else (),
        team_chat=new.team_chat,
        rounds=new.rounds,
        public=new.public,
    )


def ratable(terms: ev.Terms, new: NewTable, game: Game, seats: tuple[Seat, ...]) -> ev.Terms:
    """The terms of a rated game: equal for all, nobody helps, nobody can leave it open for ever."""
    levels = [bot for bot, _ in bots()]
    persons = [seat.person for seat in seats if seat.person]
    usual = {name: option.default for name, option in game.choices.items()}
    problems = {
        say("In a rated game everybody has one seat."): len(set(persons)) < len(persons),
        say("A rated game needs somebody to play it."): all(seat.bot for seat in seats),
        say("In a rated game the computer plays by one of its levels."): any(
            seat.bot and seat.bot not in levels for seat in seats
        ),
        say("A rated game is played on the usual board, by the usual rules."): dict(game.options) != usual,
        say("A rated game is played without hints and evaluation."): bool(new.allow),
        say("In a rated game nobody plays on for one who gave up."): new.absent == "bot",
    }
    for problem, is_so in problems.items():
        if is_so:
            raise no.CannotRate(problem=problem)
    clock = UNHURRIED if terms.clock.kind == "none" else terms.clock
    return replace(terms, rated=True, clock=clock, allow=(), absent="score")
