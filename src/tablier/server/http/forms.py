"""Parsing of HTML forms into validated values."""

from __future__ import annotations

import secrets
from typing import Any

from msgspec import to_builtins

from tablier.board_game import Game, Option
from tablier.scene import Phrase, say
from tablier.server.tables.clocks import Control, read_control
from tablier.server.tables.create import MAX_ROUNDS, NewTable, find_drawn_game, read_new_table
from tablier.server.tables.errors import BadTable

OPTION = "option."
SEAT = "seat."
OWN_CLOCK = "own:"
"""Begins the choice of a clock whose times are typed."""


def read_table_form(form: dict[str, str]) -> NewTable:
    """The new table that a form describes; raises BadTable, NoSuchGame or Malformed.

    Its fields: `game`; `option.NAME`; `play` (bot, screen, link, or table: listed in the lobby); `level`;
    `seat` (the player's own: a number, or random); `seat.0` and so on (me, open, or a bot, where it differs
    from `play`); `clock` (or `own:KIND`, with `clock.time` and `clock.increment` typed); `rounds`; `help`;
    `absent`; `team_chat`; `rated`; `start` (a position as text).
    """
    game = find_drawn_game(form.get("game", ""))
    options = {
        name: read_option_value(option, form[OPTION + name])
        for name, option in game.choices.items()
        if OPTION + name in form
    }
    allowed = form.get("help", "")
    rounds = form.get("rounds") or "1"
    return read_new_table(
        {
            "game": game.id,
            "options": options,
            "seats": read_seats(game, form),
            "clock": to_builtins(read_chosen_clock(form)),
            "allow": [each for each in ("hint", "shares") if each in allowed] if allowed else None,
            "absent": "score" if form.get("absent") == "score" else None,
            "team_chat": bool(form.get("team_chat")),
            "rounds": min(int(rounds), MAX_ROUNDS) if rounds.isdecimal() and int(rounds) else 1,
            "public": form.get("play") == "table",
            "rated": bool(form.get("rated")),
            "start": form.get("start", ""),
        }
    )


def read_seats(game: type[Game], form: dict[str, str]) -> list[dict[str, str]]:
    """Who sits where, in turn order, as fields of `NewSeat`; raises BadTable."""
    play, own_seat = form.get("play", "bot"), form.get("seat", "0")
    if own_seat == "random":
        own_seat = str(secrets.randbelow(len(game.seats)))
    bot = form.get("bot") or f"level:{form.get('level', '3')}"
    others = {
        "bot": {"who": "bot", "bot": bot},
        "screen": {"who": "me"},
        "link": {"who": "open"},
        "table": {"who": "open"},
    }
    if play not in others or not own_seat.isdecimal():
        raise BadTable(problem=say("Play against the computer, on one screen, by link or at an open table."))
    seats = []
    for number in range(len(game.seats)):
        choice = form.get(f"{SEAT}{number}", "")
        if choice in ("me", "open"):
            seats.append({"who": choice})
        elif choice:
            seats.append({"who": "bot", "bot": choice})
        else:
            seats.append({"who": "me"} if number == int(own_seat) % len(game.seats) else others[play])
    return seats


def read_option_value(option: Option, text: str) -> Any:
    """The value of an option that is written `text`, in any case; raises BadTable if there is none."""
    for choice in option.choices:
        if str(choice).lower() == text.lower():
            return choice
    raise BadTable(
        problem=say(
            "{option}: {text} is not one of the choices.", text=text[:20], option=Phrase(option.about)
        )
    )


def read_chosen_clock(form: dict[str, str]) -> Control:
    """The clock that a form describes: one of its list, or one typed in minutes, seconds or days."""
    choice = form.get("clock", "")
    if not choice.startswith(OWN_CLOCK):
        return read_clock(choice)
    kind = choice.removeprefix(OWN_CLOCK)
    try:
        time = float(form.get("clock.time", "").replace(",", "."))
        increment = float(form.get("clock.increment", "").replace(",", ".") or 0) if kind == "game" else 0.0
    except ValueError:
        raise BadTable(problem=say("Enter the time on the clock as a number.")) from None
    return read_clock(f"{kind}:{time * 60 if kind == 'game' else time}:{increment}")


def read_clock(text: str) -> Control:
    """The clock that a form describes, none for an empty text; raises BadTable."""
    control = read_control(text)
    if control is None:
        raise BadTable(problem=say("Write a clock as game:300:3, move:30 or days:2."))
    return control
