"""The state of a table in words: whose turn it is, or who won and why."""

from __future__ import annotations

from typing import NamedTuple

from tablier.outcome_text import describe_ending
from tablier.scene import Phrase, Words, say
from tablier.server.tables.bots import list_bots
from tablier.server.tables.state import TableState

THINKS_LESS = say("The computer thinks less: many games are running")
WAITS = {"waiting": say("Waiting for players"), "paused": say("Paused")}


class ThinkingState(NamedTuple):
    """How it stands with the bot to move."""

    ahead: int = 0
    """Searches that must end before its own begins."""
    is_reduced: bool = False
    """Whether it has, or had for its last move, less time than its level has."""


IDLE = ThinkingState()


def write_headline(
    state: TableState,
    own_seats: tuple[int, ...] = (),
    *,
    is_visitor: bool = False,
    thinking: ThinkingState = IDLE,
) -> tuple[Words, ...]:
    """The headline, for a person who plays these seats; the first phrase is the news itself.

    A visitor of a table that waits for players is told who invites them.
    """
    if state.status == "over":
        names = [player_name(state, seat) for seat in range(len(state.seats))]
        who, why = describe_ending(state.match, names, own_seats)
        why = _engine_end(state) or _own_end(state, own_seats) or why
        return (who, why) if state.uncounted is None else (who, why, describe_discount(state))
    host = next((number for number, seat in enumerate(state.seats) if seat.kind == "person"), None)
    if is_visitor and state.status == "waiting" and host is not None:
        return (say("{name} invites you to play", name=player_name(state, host)),)
    if state.status != "playing":
        return (WAITS[state.status],)
    reasons = (THINKS_LESS,) if thinking.is_reduced else ()
    return _write_turn(state, own_seats, thinking.ahead), *reasons


def _write_turn(state: TableState, own_seats: tuple[int, ...], ahead: int) -> Words:
    """Whose turn it is."""
    turn = state.match.turn
    if own_seats == (turn,):
        return say("Your turn")
    if turn in own_seats:
        return say("{name} to play", name=Phrase(state.match.game.seats[turn]))
    name = player_name(state, turn)
    if state.seats[turn].bot and ahead:
        return say("{name} is in the queue, {count} ahead", name=name, count=ahead)
    if state.seats[turn].bot and state.seats[turn].person:
        return say("The computer is thinking for {name}", name=name)
    if state.seats[turn].bot:
        return say("{name} is thinking", name=name)
    return say("{name} to play", name=name)


def describe_discount(state: TableState) -> Words:
    """Why a rated game does not count."""
    if state.uncounted == "few_moves":
        least = state.match.game.min_rated_moves
        return say("Does not count for the ratings: fewer than {least} moves", least=least)
    return say("Does not count for the ratings: the players share an address and play almost only each other")


def _engine_end(state: TableState) -> Words | None:
    """How an engine ended the game, if it failed."""
    ended = state.match.termination
    if not state.is_fault or ended is None or ended.seat is None:
        return None
    return say("the program {name} failed", name=player_name(state, ended.seat))


def _own_end(state: TableState, own_seats: tuple[int, ...]) -> Words | None:
    """How the reader ended the game, if it was they who did and they do not play alone."""
    ended = state.match.termination
    if ended is None or ended.seat not in own_seats or len(own_seats) == len(state.seats):
        return None
    return {"resigned": say("you resigned"), "time": say("your time ran out")}.get(ended.reason)


def is_level_shared(state: TableState, number: int) -> bool:
    """Whether another seat is played by the same level."""
    bot = state.seats[number].bot
    return sum(seat.bot == bot and not seat.name for seat in state.seats) > 1


def player_name(state: TableState, number: int) -> Words:
    """The name of a seat's player; of a bot its title, with the seat where several bots share it."""
    seat = state.seats[number]
    if seat.bot and not seat.name:
        titles = dict(list_bots())
        title = Phrase(titles[seat.bot]) if seat.bot in titles else seat.bot
        if is_level_shared(state, number):
            return say("{seat} ({name})", seat=Phrase(state.match.game.seats[number]), name=title)
        return title
    return state.seat_name(number)
