"""What a table's events add up to. Live play and replay use the same `apply` and cannot differ."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from itertools import count
from typing import Literal

from msgspec import structs

import tablier
from tablier.match import Match
from tablier.scene import Phrase, Words, say
from tablier.server import events as ev
from tablier.server.clocks import Clock
from tablier.server.seats import Seat, people, rotated

CHAT_KEPT = 50
"""How many of the last words a newcomer is told."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that becomes true when everybody who is asked says yes."""

    number: int
    matter: ev.Matter
    seat: int
    winner: int | None
    keep: int | None
    asked: frozenset[str]
    """The persons who have not answered yet."""


class Situation:
    """A table as it stands. Changed by `apply` alone."""

    def __init__(self, first: ev.Entry) -> None:
        assert isinstance(first.event, ev.Created)
        self.created = first.event
        self.opened = first.at
        self.terms = first.event.terms
        self.seats = first.event.seats
        self.match = Match(tablier.game(first.event.game, **first.event.options))
        self.clock = Clock.set(self.terms.clock, seats=len(self.seats))
        self.number = first.number
        self.ply = 0
        """Counts moves and takebacks, so that no two positions of a table have the same."""
        self.times: tuple[float, ...] = ()
        self.turned = first.at
        """Since when the seat to move has been to move."""
        self.offers: tuple[Offer, ...] = ()
        self.is_paused = False
        self.chat: deque[tuple[int, ev.Said]] = deque(maxlen=CHAT_KEPT)
        self.next = ""
        self.last: ev.Entry | None = None
        """The line that ended the game."""

    def copy(self) -> Situation:
        other = Situation.__new__(Situation)
        other.__dict__ = {**self.__dict__, "match": self.match.copy(), "chat": self.chat.copy()}
        return other

    @property
    def status(self) -> Literal["waiting", "playing", "paused", "over"]:
        if self.match.outcome is not None:
            return "over"
        if any(seat.is_open for seat in self.seats):
            return "waiting"
        return "paused" if self.is_paused else "playing"

    @property
    def thinker(self) -> str | None:
        """The bot whose move it is."""
        return self.seats[self.match.turn].bot or None if self.status == "playing" else None

    @property
    def wake(self) -> float | None:
        """When the table goes on without anybody's message: a clock runs out, or at once for a bot's move."""
        return 0.0 if self.thinker else self.clock.deadline

    def title(self, seat: int) -> Words:
        """What to call a seat: who sits there, or else its name in the game."""
        if self.seats[seat].is_gone:
            return say("someone who left")
        name, own = self.seats[seat].name, self.match.game.seats[seat]
        return Phrase(own) if name in ("", own) else name

    @property
    def series(self) -> tablier.Series:
        """The rounds among these people, the present one counted when it is over.

        Its players are numbers: player 0 had seat 0 in the first round.
        """
        series = tablier.Series(
            self.match.game, [str(seat) for seat in range(len(self.seats))], rounds=self.terms.rounds
        )
        for scores in self.created.played:
            series.add(tablier.Outcome(scores, "round"))
        if (outcome := self.match.outcome) is not None:
            series.add(outcome)
        return series

    def player(self, number: int) -> Seat:
        """A player of the series, where he sits now."""
        return self.seats[(number - len(self.created.played)) % len(self.seats)]

    def rematch(self, table: str) -> ev.Created:
        """The next game, everybody one seat on: the next round, or a new series."""
        outcome = self.match.outcome
        assert outcome is not None
        played = (*self.created.played, outcome.scores)
        return ev.Created(
            game=self.created.game,
            options=self.created.options,
            seats=rotated(self.seats),
            terms=self.terms,
            played=played if len(played) < self.terms.rounds else (),
            previous=table,
        )

    def apply(self, entry: ev.Entry) -> None:
        """Take in the next line of the log."""
        at, event = entry.at, entry.event
        match event:
            case ev.Moved(seat=seat, move=text):
                self._move(seat, text, at)
            case ev.TookBack(keep=keep):
                self._take_back(keep, at)
            case ev.Sat(seat=seat, person=person, name=name):
                self._seat(seat, Seat(person, name), at)
            case ev.Left(seat=seat):
                self._seat(seat, Seat(), at)
            case ev.StoodIn(seat=seat, bot=bot, why=why):
                held = self.seats[seat]
                self._seat(seat, Seat(held.person, held.name, bot, why), at)
                self._forget(held.person)
            case ev.GaveBack(seat=seat):
                self._seat(seat, Seat(self.seats[seat].person, self.seats[seat].name), at)
            case ev.Offered():
                self._offer(entry.number, event)
            case ev.Answered(offer=number, person=person, yes=yes):
                self._answer(number, person, yes)
            case ev.Paused():
                self._pause(True, at)
            case ev.Resumed():
                self._pause(False, at)
            case ev.Held(seconds=seconds):
                self.clock = self.clock.held(seconds)
                self.turned += seconds
            case ev.Said():
                self.chat.append((entry.number, event))
            case ev.Followed(table=table):
                self.next = table
                self.offers = ()
            case ev.Became():
                self._become(event)
            case ev.Forgotten(person=person):
                self._lose(person)
            case _:
                self._end(event, at)
        self.number = entry.number
        if self.last is None and self.match.outcome is not None:
            self.last = entry

    def _move(self, seat: int, text: str, at: float) -> None:
        self.match.push(self.match.game.move(text))
        self.ply += 1
        self.times = (*self.times, max(0.0, at - self.turned))
        self.offers = ()  # whoever plays on has answered
        self.clock = self.clock.moved(seat, at)
        self._turn(at)

    def _take_back(self, keep: int, at: float) -> None:
        while len(self.match.moves) > keep:
            self.match.pop()
        self.ply += 1
        self.times = self.times[:keep]
        self.offers = ()
        self.clock = self.clock.refilled(at)
        self._turn(at)

    def _seat(self, number: int, seat: Seat, at: float) -> None:
        self.seats = (*self.seats[:number], seat, *self.seats[number + 1 :])
        if number == self.match.turn or not self.match.moves:
            self._turn(at)

    def _turn(self, at: float) -> None:
        """Somebody else is to move: let the right clock run. The first one starts with the first move."""
        self.turned = at
        turn = self.match.turn
        timed = self.status == "playing" and self.match.moves and not self.seats[turn].bot
        self.clock = self.clock.run(turn if timed else None, at)

    def _offer(self, number: int, event: ev.Offered) -> None:
        asked = people(self.seats) - {self.seats[event.seat].person}
        offer = Offer(number, event.matter, event.seat, event.winner, event.keep, asked)
        self.offers = (*self.offers, offer)

    def _answer(self, number: int, person: str, yes: bool) -> None:
        """A no takes the offer off the table; the one who made it can say it too."""
        self.offers = tuple(
            replace(offer, asked=offer.asked - {person}) if offer.number == number else offer
            for offer in self.offers
            if yes or offer.number != number
        )

    def _forget(self, person: str) -> None:
        """Nobody waits for the answer of a person for whom a bot plays."""
        if person not in people(self.seats):
            self.offers = tuple(replace(offer, asked=offer.asked - {person}) for offer in self.offers)

    def _become(self, event: ev.Became) -> None:
        """He goes by his new name, unless he has several seats now: they keep theirs, to be told apart."""
        old, new = event.person, event.now
        is_alone = sum(seat.person in (old, new) for seat in self.seats) == 1
        self.seats = tuple(
            Seat(new, event.name if is_alone else seat.name, seat.bot, seat.why)
            if seat.person == old
            else seat
            for seat in self.seats
        )
        heard = ((number, said, said.person == old) for number, said in self.chat)
        renamed = (
            (number, structs.replace(said, person=new) if is_his else said) for number, said, is_his in heard
        )
        self.chat = deque(renamed, CHAT_KEPT)
        asked = ((offer, {new if each == old else each for each in offer.asked}) for offer in self.offers)
        # What he offered to himself without knowing is off the table: offered again, it happens at once.
        self.offers = tuple(
            replace(offer, asked=frozenset(each))
            for offer, each in asked
            if self.seats[offer.seat].person not in each
        )

    def _lose(self, person: str) -> None:
        """Somebody's name and words are not to be seen any more."""
        self.seats = tuple(
            Seat(person, "", seat.bot, seat.why, is_gone=True) if seat.person == person else seat
            for seat in self.seats
        )
        self.chat = deque(((number, said) for number, said in self.chat if said.person != person), CHAT_KEPT)
        self._forget(person)

    def _pause(self, is_paused: bool, at: float) -> None:
        self.is_paused = is_paused
        self.offers = ()
        self._turn(at)

    def _end(self, event: ev.AnyEvent, at: float) -> None:
        match event:
            case ev.Resigned(seat=seat):
                self.match.resign(seat)
            case ev.TimedOut(seat=seat):
                self.match.time_out(seat)
            case ev.Agreed(winner=winner):
                self.match.agree(winner=winner)
            case _:
                raise AssertionError(f"a table begins once: {event!r}")
        self.offers = ()
        self.is_paused = False
        self.clock = self.clock.run(None, at)


def replay(entries: list[ev.Entry]) -> Situation:
    """The table that a log tells of."""
    situation = Situation(entries[0])
    for expected, entry in zip(count(entries[0].number + 1), entries[1:], strict=False):
        assert entry.number == expected, "the log has a gap"
        situation.apply(entry)
    return situation
