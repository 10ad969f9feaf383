"""How a table stands, in words: whose turn it is, or who won and why. The first phrase is the news itself."""

from __future__ import annotations

from tablier.scene import Phrase, Words, say
from tablier.server.jobs import bots
from tablier.server.situation import Situation

WAITS = {"waiting": say("Waiting for players"), "paused": say("Paused")}


def headline(now: Situation, mine: tuple[int, ...] = ()) -> tuple[Words, ...]:
    """For somebody who plays these seats."""
    if now.status == "over":
        return ending(now, mine)
    if now.status != "playing":
        return (WAITS[now.status],)
    turn = now.match.turn
    if mine == (turn,):
        return (say("Your turn"),)
    if turn in mine:
        return (say("{name} to play", name=Phrase(now.match.game.seats[turn])),)
    if now.seats[turn].bot:
        return (say("{name} is thinking", name=called(now, turn)),)
    return (say("{name} to play", name=called(now, turn)),)


def ending(now: Situation, mine: tuple[int, ...]) -> tuple[Words, Words]:
    match = now.match
    assert match.outcome is not None
    winners, reason = match.outcome.winners, match.outcome.reason
    own = match.game.endings.get(reason)
    why = Phrase(own) if own else because(now, reason)
    if not winners:
        return say("A draw"), why
    is_mine = len(mine) < len(now.seats) and any(seat in winners for seat in mine)
    first = called(now, winners[0])
    if len(winners) == 1:
        return say("You win") if is_mine else say("{name} wins", name=first), why
    names = first
    for seat in winners[1:-1]:
        names = say("{some}, {last}", some=names, last=called(now, seat))
    names = say("{some} and {last}", some=names, last=called(now, winners[-1]))
    return say("Your side wins") if is_mine else say("{name} win", name=names), why


def because(now: Situation, reason: str) -> Phrase:
    """Why a game is over that the rules did not end."""
    act = now.match.act
    name = called(now, act.seat) if act and act.seat is not None else ""
    return {
        "resigned": say("{name} gave up", name=name),
        "time": say("{name} ran out of time", name=name),
        "agreed": say("by agreement"),
        "repetition": say("the same position for the third time"),
    }[reason]


def called(now: Situation, number: int) -> Words:
    """Who sits there, as people call them."""
    seat = now.seats[number]
    if seat.bot and not seat.name:
        titles = dict(bots())
        return Phrase(titles[seat.bot]) if seat.bot in titles else seat.bot
    return now.title(number)
