"""The state of a table: what its events add up to. Live play and replay use the same `apply`."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Literal

from msgspec import structs

import tablier
from tablier.match import Match
from tablier.scene import Phrase, Words, say
from tablier.server.tables import events
from tablier.server.tables.clocks import Clock, Outage
from tablier.server.tables.person import display_name
from tablier.server.tables.seats import Seat, persons_seated, rotate_seats

CHAT_LENGTH = 50
"""Chat lines that are kept for those who join later."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer that happens when everybody who is asked accepts it."""

    number: int
    matter: events.Matter
    seat: int
    winner: int | None
    keep: int | None
    asked: frozenset[str]
    """The persons who have not answered yet."""


class TableState:
    """The state of a table. Only `apply` changes it."""

    def __init__(self, first: events.Entry) -> None:
        assert isinstance(first.event, events.Created)
        self.created = first.event
        self.opened = first.at
        self.terms = first.event.terms
        self.seats = first.event.seats
        game = tablier.game(first.event.game, **first.event.options)
        self.match = Match(game, start=game.read(first.event.start) if first.event.start else None)
        self.clock = Clock.set(self.terms.clock, seats=len(self.seats))
        self.number = first.number
        self.ply = 0
        """Counts moves and takebacks, so that no two positions of a table have the same."""
        self.times: tuple[float, ...] = ()
        self.turn_since = first.at
        """Since when the seat to move has been to move."""
        self.offers: tuple[Offer, ...] = ()
        self.is_paused = False
        self.chat: deque[tuple[int, float, events.Said]] = deque(maxlen=CHAT_LENGTH)
        """The number, the time and the words of each message."""
        self.next = ""
        self.last: events.Entry | None = None
        """The line that ended the game."""
        self.uncounted: events.Discount | None = None
        """Why the game does not count, if it was rated and does not."""
        self.offline_plies = 0
        """How many moves and takebacks were made in a browser without a network."""
        self.is_fault = False
        """Whether an engine that failed has ended the game."""
        self.movers: tuple[int, ...] = ()
        """The seat that made each move."""
        self.move_texts: tuple[str, ...] = ()
        """The moves as they are written."""
        self.status = self._find_status()

    def copy(self) -> TableState:
        other = TableState.__new__(TableState)
        other.__dict__ = {**self.__dict__, "match": self.match.copy(), "chat": self.chat.copy()}
        return other

    def _find_status(self) -> Literal["waiting", "playing", "paused", "over"]:
        if self.match.outcome is not None:
            return "over"
        if any(seat.is_open for seat in self.seats):
            return "waiting"
        return "paused" if self.is_paused else "playing"

    @property
    def bot_to_move(self) -> str | None:
        """The bot to move; None while a person is to move or the game does not go on."""
        return self.seats[self.match.turn].bot or None if self.status == "playing" else None

    @property
    def wake(self) -> float | None:
        """When the table has to be woken: at the clock's deadline, or at once for a bot's move."""
        return 0.0 if self.bot_to_move else self.clock.deadline

    def seat_name(self, seat: int) -> Words:
        """The player's name, or else the seat's name in the game."""
        if self.seats[seat].is_gone:
            return say("someone who left")
        name, own = self.seats[seat].name, self.match.game.seats[seat]
        return Phrase(own) if name in ("", own) else display_name(name)

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
        """The seat of a player of the series in this round."""
        return self.seats[(number - len(self.created.played)) % len(self.seats)]

    def rematch(self, table: str) -> events.Created:
        """The next game, everybody one seat on: the next round, or a new series."""
        outcome = self.match.outcome
        assert outcome is not None
        played = (*self.created.played, outcome.scores)
        return events.Created(
            game=self.created.game,
            options=self.created.options,
            seats=rotate_seats(self.seats),
            terms=self.terms,
            played=played if len(played) < self.terms.rounds else (),
            previous=table,
            start=self.created.start,
        )

    def apply(self, entry: events.Entry) -> None:
        """Apply the next line of the log; IllegalMove if it holds a move that is not legal."""
        at, event = entry.at, entry.event
        match event:
            case events.Moved(seat=seat, move=move):
                self._move(seat, move, at)
            case events.TookBack(keep=keep):
                self._take_back(keep, at)
            case events.Sat(seat=seat, person=person, name=name, is_guest=is_guest):
                self._seat(seat, Seat(person, name, is_guest=is_guest), at)
            case events.Left(seat=seat):
                self._seat(seat, Seat(), at)
            case events.StoodIn(seat=seat, bot=bot, why=why):
                held = self.seats[seat]
                self._seat(seat, Seat(held.person, held.name, bot, why, is_guest=held.is_guest), at)
                self._drop_from_offers(held.person)
            case events.GaveBack(seat=seat):
                held = self.seats[seat]
                self._seat(seat, Seat(held.person, held.name, is_guest=held.is_guest), at)
            case events.Offered():
                self._offer(entry.number, event)
            case events.Answered(offer=number, person=person, yes=yes):
                self._answer(number, person, yes)
            case events.Paused():
                self._pause(True, at)
            case events.Resumed():
                self._pause(False, at)
            case events.Held(seconds=seconds):
                self._hold(seconds)
            case events.Said():
                self.chat.append((entry.number, at, event))
            case events.Renamed(person=person, name=name):
                self._rename(person, name)
            case events.Uncounted(why=why):
                self.uncounted = why
            case events.PlayedOffline(plies=plies):
                self.offline_plies += plies
            case events.Followed(table=table):
                self.next = table
                self.offers = ()
            case events.Became():
                self._merge_person(event)
            case events.Forgotten(person=person):
                self._forget_person(person)
            case _:
                self._end(event, at)
        self.number = entry.number
        self.status = self._find_status()
        if self.last is None and self.status == "over":
            self.last = entry

    def give_back(self, outage: Outage) -> None:
        """Give the time of an outage back to the running clock, from the beginning of the turn on."""
        if self.clock.running is not None:
            self._hold(max(0.0, outage.ended - max(outage.began, self.turn_since)))

    def _hold(self, seconds: float) -> None:
        self.clock = self.clock.held(seconds)
        self.turn_since += seconds

    def _move(self, seat: int, move: int, at: float) -> None:
        self.match.push(move)
        self.movers = (*self.movers, seat)
        self.move_texts = (*self.move_texts, self.match.game.texts[move])
        self.ply += 1
        self.times = (*self.times, max(0.0, at - self.turn_since))
        self.offers = ()  # a move declines what is offered
        self.clock = self.clock.moved(seat, at)
        self._turn(at)

    def _take_back(self, keep: int, at: float) -> None:
        while len(self.match.moves) > keep:
            self.match.pop()
        self.ply += 1
        self.times = self.times[:keep]
        self.movers = self.movers[:keep]
        self.move_texts = self.move_texts[:keep]
        self.offers = ()
        self.clock = self.clock.refilled(at)
        self._turn(at)

    def _seat(self, number: int, seat: Seat, at: float) -> None:
        self.seats = (*self.seats[:number], seat, *self.seats[number + 1 :])
        if number == self.match.turn or not self.match.moves:
            self._turn(at)

    def _turn(self, at: float) -> None:
        """Start the clock of the seat to move. No clock runs before the first move, nor for a bot."""
        self.turn_since = at
        turn = self.match.turn
        timed = self._find_status() == "playing" and self.match.moves and not self.seats[turn].bot
        self.clock = self.clock.run(turn if timed else None, at)

    def _offer(self, number: int, event: events.Offered) -> None:
        asked = persons_seated(self.seats) - {self.seats[event.seat].person}
        offer = Offer(number, event.matter, event.seat, event.winner, event.keep, asked)
        self.offers = (*self.offers, offer)

    def _answer(self, number: int, person: str, yes: bool) -> None:
        """Take in an answer: a no withdraws the offer, also from the player who made it."""
        self.offers = tuple(
            replace(offer, asked=offer.asked - {person}) if offer.number == number else offer
            for offer in self.offers
            if yes or offer.number != number
        )

    def _drop_from_offers(self, person: str) -> None:
        """Stop waiting for the answer of a person for whom a bot plays."""
        if person not in persons_seated(self.seats):
            self.offers = tuple(replace(offer, asked=offer.asked - {person}) for offer in self.offers)

    def _merge_person(self, event: events.Became) -> None:
        """Rename the seat to the account's name; a person with several seats keeps the seats' names."""
        old, new = event.person, event.now
        is_alone = sum(seat.person in (old, new) for seat in self.seats) == 1
        self.seats = tuple(
            Seat(new, event.name if is_alone else seat.name, seat.bot, seat.why)
            if seat.person == old
            else seat
            for seat in self.seats
        )
        renamed = (
            (number, at, structs.replace(said, person=new) if said.person == old else said)
            for number, at, said in self.chat
        )
        self.chat = deque(renamed, CHAT_LENGTH)
        asked = ((offer, {new if each == old else each for each in offer.asked}) for offer in self.offers)
        # An offer of the guest to the account is withdrawn: made again, it needs nobody's consent.
        self.offers = tuple(
            replace(offer, asked=frozenset(each))
            for offer, each in asked
            if self.seats[offer.seat].person not in each
        )

    def _rename(self, person: str, name: str) -> None:
        self.seats = tuple(
            structs.replace(seat, name=name) if seat.person == person else seat for seat in self.seats
        )

    def _forget_person(self, person: str) -> None:
        """Remove a person's name and chat from what is shown."""
        self.seats = tuple(
            Seat(person, "", seat.bot, seat.why, is_gone=True) if seat.person == person else seat
            for seat in self.seats
        )
        self.chat = deque(
            ((number, at, said) for number, at, said in self.chat if said.person != person), CHAT_LENGTH
        )
        self._drop_from_offers(person)

    def _pause(self, is_paused: bool, at: float) -> None:
        self.is_paused = is_paused
        self.offers = ()
        self._turn(at)

    def _end(self, event: events.AnyEvent, at: float) -> None:
        match event:
            case events.Resigned(seat=seat, is_fault=is_fault):
                self.match.resign(seat)
                self.is_fault = is_fault
            case events.TimedOut(seat=seat):
                self.match.time_out(seat)
            case events.Agreed(winner=winner):
                self.match.agree(winner=winner)
            case _:
                raise AssertionError(f"a table begins once: {event!r}")
        self.offers = ()
        self.is_paused = False
        self.clock = self.clock.run(None, at)


def replay(entries: Sequence[events.Entry], outages: Iterable[Outage] = ()) -> TableState:
    """The state after these lines of the log, the first of which creates the table.

    `outages` are those of the server, in order. Each one takes effect before the lines written after it.
    """
    state = TableState(entries[0])
    waiting = deque(outage for outage in outages if outage.ended > state.opened)
    for expected, entry in zip(count(entries[0].number + 1), entries[1:], strict=False):
        assert entry.number == expected, "the log has a gap"
        while waiting and waiting[0].ended <= entry.at:
            state.give_back(waiting.popleft())
        state.apply(entry)
    for outage in waiting:
        state.give_back(outage)
    return state


def side_index(now: TableState, seat: int) -> int:
    """The number of the side a seat plays on."""
    return next(number for number, side in enumerate(now.match.game.sides) if seat in side)
