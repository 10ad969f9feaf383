"""Tables in words, for lists of games."""

from __future__ import annotations

from collections.abc import Container

from tablier.board_game import Game
from tablier.registry import kind
from tablier.scene import Phrase, Translate, Words, say, to_text
from tablier.server.messages.headline import player_name, write_headline
from tablier.server.tables.bots import is_engine, list_bots, list_levels
from tablier.server.tables.clocks import Control
from tablier.server.tables.person import Person
from tablier.server.tables.seats import seats_of
from tablier.server.tables.state import TableState


def name_game(game: str, translate: Translate) -> str:
    """The title of a game; its id for one that is not in the collection any more."""
    try:
        return translate(kind(game).title)
    except ValueError:
        return game


def list_bot_names(translate: Translate) -> tuple[tuple[str, str], ...]:
    """All bots that a table may seat, and their titles."""
    return (*list_level_names(translate), *list_engine_names())


def list_level_names(translate: Translate) -> tuple[tuple[str, str], ...]:
    """The bots of the levels, and their titles."""
    return tuple((bot, translate(title)) for bot, title in list_levels())


def list_engine_names() -> tuple[tuple[str, str], ...]:
    """The engines that a table may seat, and what the operator calls them."""
    return tuple((bot, title) for bot, title in list_bots() if is_engine(bot))


def player_names(now: TableState, translate: Translate) -> tuple[str, ...]:
    """The names of the players, in turn order."""
    return tuple(
        to_text(player_name(now, number), translate)
        for number, seat in enumerate(now.seats)
        if not seat.is_open
    )


def name_match(now: TableState, translate: Translate) -> str:
    """The game and who plays it."""
    names = ", ".join(player_names(now, translate))
    return to_text(say("{game}: {players}", game=Phrase(now.match.game.title), players=names), translate)


def describe_terms(now: TableState) -> list[Phrase]:
    """The terms of a table that are not the defaults, as phrases."""
    clock = now.terms.clock
    agreed = describe_options(now.match.game)
    if clock.kind != "none":
        agreed.append(describe_clock(clock))
    agreed += describe_origin(now)
    return [say("rated"), *agreed] if now.terms.rated else agreed


def describe_origin(now: TableState) -> list[Phrase]:
    """That a game, or a part of it, came from a browser without a network; empty for others."""
    if not now.offline_plies:
        return []
    return [say("played offline") if now.offline_plies >= now.ply else say("partly played offline")]


def describe_options(game: Game, *, without: Container[str] = ()) -> list[Phrase]:
    """The options of a game that are not left as they come, as phrases; none of those named in `without`."""
    agreed: list[Phrase] = []
    for name, value in game.options.items():
        option = game.choices[name]
        if value != option.default and name not in without:
            about = Phrase(option.about)
            chosen = Phrase(value) if isinstance(value, str) else value
            agreed.append(about if value is True else say("{option}: {value}", option=about, value=chosen))
    return agreed


def describe_clock(clock: Control) -> Phrase:
    if clock.kind == "none":
        return say("no clock")
    if clock.kind == "days":
        return (
            say("1 day per move") if clock.time == 1 else say("{days} days per move", days=f"{clock.time:g}")
        )
    minutes, seconds = f"{clock.time / 60:g}", f"{clock.time:g}"
    if clock.kind == "move":
        is_short = clock.time < 60
        return (
            say("{seconds} s per move", seconds=seconds)
            if is_short
            else say("{minutes} min per move", minutes=minutes)
        )
    if clock.increment:
        return say("{minutes} min + {seconds} s per move", minutes=minutes, seconds=f"{clock.increment:g}")
    return say("{minutes} min", minutes=minutes)


def describe_alone(now: TableState) -> Phrase:
    return say("nobody else yet") if now.status == "waiting" else say("on one screen")


def name_opponents(now: TableState, person: Person, translate: Translate) -> str:
    """The names of the other players."""
    names = [
        to_text(player_name(now, number), translate)
        for number, seat in enumerate(now.seats)
        if seat.person != person.id and not seat.is_open
    ]
    return ", ".join(names) or to_text(describe_alone(now), translate)


def describe_wait(now: TableState, person: Person) -> Words:
    own_seats = seats_of(now.seats, person)
    if now.status == "playing" and not own_seats:
        return say("The computer plays for you")
    return write_headline(now, own_seats)[0]
