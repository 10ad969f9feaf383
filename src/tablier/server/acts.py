"""What players may do, as messages: the same over WebSocket and HTTP. `decide` says what comes of an act."""

from __future__ import annotations

import secrets
from typing import Annotated, Literal

from msgspec import Meta, Struct

from tablier.core.rules import State
from tablier.core.values import IllegalMove, NotationError
from tablier.game import Game
from tablier.scene import Phrase, said, say
from tablier.server import events as ev
from tablier.server import refusals as no
from tablier.server.seats import Person, Seat, people, seats_of, tidy
from tablier.server.situation import Offer, Situation

Short = Annotated[str, Meta(max_length=40)]
Words = Annotated[str, Meta(min_length=1, max_length=500)]


class Act(Struct, frozen=True, kw_only=True, tag_field="act", forbid_unknown_fields=True):
    re: str | int | None = None
    """The sender's own name for this message: a problem that comes of it carries it."""


class Play(Act, frozen=True, tag="play"):
    """Make a move. `ply` is the one the news told: a move meant for another position is refused."""

    move: Short
    ply: int
    seat: int | None = None
    """Yours to move unless told; counts from 0."""


class Sit(Act, frozen=True, tag="sit"):
    """Take an open seat."""

    seat: int
    name: Short = ""


class Leave(Act, frozen=True, tag="leave"):
    """Get up: before the first move the seat is open again, later a bot plays on until you are back."""

    seat: int | None = None


class Return(Act, frozen=True, tag="return"):
    """Take back your seat from the bot that played for you."""

    seat: int


class StandIn(Act, frozen=True, tag="stand_in"):
    """Let a bot play for somebody who is away."""

    seat: int


class Resign(Act, frozen=True, tag="resign"):
    """Give up."""

    seat: int | None = None


class MakeOffer(Act, frozen=True, tag="offer"):
    """Propose what needs the others' consent; it happens at once if there is nobody to ask.

    The end (a draw, or whatever the game makes of it; `winner` where it must be agreed who won), a takeback
    of your last move, a pause, a rematch.
    """

    matter: ev.Matter
    seat: int | None = None
    winner: int | None = None


class Answer(Act, frozen=True, tag="answer"):
    """Say yes or no to an offer, by its number. A no to one's own offer withdraws it."""

    offer: int
    yes: bool


class Resume(Act, frozen=True, tag="resume"):
    """Go on after a pause."""


class NextRound(Act, frozen=True, tag="next_round"):
    """Begin the next round of a series."""


class Say(Act, frozen=True, tag="say"):
    """Talk to the table, or to your partners where that was agreed (§Q14)."""

    text: Words
    to: Literal["table", "team"] = "table"


AnyAct = (
    Play | Sit | Leave | Return | StandIn | Resign | MakeOffer | Answer | Resume | NextRound | Say
)  # fmt: skip


def new_table_id() -> str:
    """Short enough for a link, too long to guess."""
    return secrets.token_urlsafe(9).replace("_", "a").replace("-", "b")


class Decision:
    """What comes of one person's act at a table: events, or a Refusal. Changes nothing."""

    def __init__(
        self, now: Situation, person: Person, *, at: float, here: frozenset[str], stand_in: str
    ) -> None:
        self.now = now
        self.person = person
        self.mine = seats_of(now.seats, person)
        self.at = at
        self.here = here
        self.stand_in = stand_in

    def on(self, act: AnyAct) -> list[ev.AnyEvent]:
        match act:
            case Play(move=move, ply=ply, seat=seat):
                return moved(self.now, self.seat(seat), ply, move, at=self.at)
            case Sit():
                return self.sit(act)
            case Leave(seat=seat):
                return self.leave(self.seat(seat))
            case Return(seat=number):
                return self.come_back(number)
            case StandIn(seat=number):
                return self.let_bot(number)
            case Resign(seat=seat):
                return self.resign(self.seat(seat))
            case MakeOffer():
                return self.offer(act, self.seat(act.seat))
            case Answer():
                return self.answer(act)
            case Resume():
                return self.resume()
            case NextRound():
                return self.next_round()
            case Say():
                return self.say(act)

    def seat(self, asked: int | None) -> int:
        """The seat that acts: the one asked for, or mine to move, or my first."""
        if not self.mine:
            raise no.NotSeated
        if asked is None:
            turn = self.now.match.turn
            return turn if turn in self.mine else self.mine[0]
        if asked not in self.mine:
            raise no.WrongSeat(seat=asked)
        return asked

    def place(self, number: int) -> Seat:
        if number not in range(len(self.now.seats)):
            raise no.NoSuchSeat(seat=number)
        return self.now.seats[number]

    def going_on(self) -> None:
        if self.now.status == "over":
            raise no.Finished
        if self.now.status == "waiting":
            raise no.Waiting

    def sit(self, act: Sit) -> list[ev.AnyEvent]:
        seat = self.place(act.seat)
        if not seat.is_open:
            raise no.SeatTaken(name=self.now.title(act.seat))
        if self.now.terms.rated and self.person.id in people(self.now.seats):
            raise no.CannotRate(problem=say("In a rated game everybody has one seat."))
        return [ev.Sat(act.seat, self.person.id, tidy(act.name) or self.person.name)]

    def leave(self, seat: int) -> list[ev.AnyEvent]:
        if self.now.status == "over":
            raise no.Finished
        if not self.now.match.moves:
            return [ev.Left(seat)]
        self._unaided()
        return [ev.StoodIn(seat, self.stand_in, "left")]

    def come_back(self, number: int) -> list[ev.AnyEvent]:
        seat = self.place(number)
        self.going_on()
        if seat.person != self.person.id or seat.why != "left":
            raise no.NotStandingIn
        return [ev.GaveBack(number)]

    def let_bot(self, number: int) -> list[ev.AnyEvent]:
        seat = self.place(number)
        self.seat(None)
        self.going_on()
        if seat.kind != "person" or seat.person in self.here:
            raise no.SeatKept(name=self.now.title(number))
        self._unaided()
        return [ev.StoodIn(number, self.stand_in, "left")]

    def _unaided(self) -> None:
        """In a rated game everybody plays for himself, to the end."""
        if self.now.terms.rated:
            raise no.NotAllowed(what=say("nobody plays for somebody else in a rated game"))

    def resign(self, seat: int) -> list[ev.AnyEvent]:
        self.going_on()
        if self.now.terms.absent == "bot":
            return [ev.StoodIn(seat, self.stand_in, "resigned")]
        return [ev.Resigned(seat)]

    def offer(self, act: MakeOffer, seat: int) -> list[ev.AnyEvent]:
        keep = self._allows(act, seat)
        if any(offer.matter == act.matter for offer in self.now.offers):
            raise no.OfferStands
        asked = people(self.now.seats) - {self.person.id}
        if act.matter == "pause" and not asked and self.now.terms.rated:
            raise no.NotAllowed(what=say("no pause without somebody else's consent in a rated game"))
        if act.matter == "end" and not asked and len({self._side(each) for each in self.mine}) == 1:
            raise no.BotsPlayOn
        offered = ev.Offered(act.matter, seat, act.winner, keep)
        if asked:
            return [offered]
        return [offered, self._done(offered)]

    def _side(self, seat: int) -> int:
        return side_of(self.now, seat)

    def _allows(self, act: MakeOffer, seat: int) -> int | None:
        """Can this be offered now? For a takeback: how many moves would stay."""
        if act.matter == "rematch":
            if self.now.status != "over":
                raise no.NotFinished
            if self.now.next:
                raise no.Followed(next=self.now.next)
            return None
        self.going_on()
        if act.matter == "takeback":
            if self.now.terms.rated:
                raise no.NotAllowed(what=say("no takebacks in a rated game"))
            states = self.now.match.states
            made = [ply for ply in range(len(self.now.match.moves)) if states[ply].turn == seat]
            if not made:
                raise no.NothingToTakeBack
            return made[-1]
        if self.now.is_paused:
            raise no.Paused
        if act.matter == "end":
            try:
                self.now.match.game.agreed(self.now.match.state, act.winner)
            except ValueError as error:
                raise no.CannotAgree(problem=sentence(error)) from None
        return None

    def answer(self, act: Answer) -> list[ev.AnyEvent]:
        offer = next((offer for offer in self.now.offers if offer.number == act.offer), None)
        self.seat(None)
        if offer is None:
            raise no.NoSuchOffer
        answered = ev.Answered(act.offer, self.person.id, act.yes)
        if offer.seat in self.mine and not act.yes:
            return [answered]
        if self.person.id not in offer.asked:
            raise no.NotAsked
        if not act.yes or len(offer.asked) > 1:
            return [answered]
        return [answered, self._done(offer)]

    def _done(self, offer: ev.Offered | Offer) -> ev.AnyEvent:
        """What an offer that everybody agrees to becomes."""
        match offer.matter:
            case "end":
                return ev.Agreed(offer.winner)
            case "takeback":
                assert offer.keep is not None
                return ev.TookBack(offer.keep)
            case "pause":
                return ev.Paused()
            case "rematch":
                return ev.Followed(new_table_id())

    def resume(self) -> list[ev.AnyEvent]:
        self.seat(None)
        self.going_on()
        if not self.now.is_paused:
            raise no.NotPaused
        return [ev.Resumed()]

    def next_round(self) -> list[ev.AnyEvent]:
        self.seat(None)
        if self.now.status != "over":
            raise no.NotFinished
        if self.now.next:
            raise no.Followed(next=self.now.next)
        if self.now.series.is_over:
            raise no.NoRoundLeft(rounds=self.now.terms.rounds)
        return [ev.Followed(new_table_id())]

    def say(self, act: Say) -> list[ev.AnyEvent]:
        seat = self.seat(None)
        text = " ".join(act.text.split())
        if not text:
            raise no.Malformed(problem=say("there are no words in it"))
        side = None
        if act.to == "team":
            if not self.now.terms.team_chat:
                raise no.NotAllowed(what=say("partners do not talk among themselves"))
            side = self._side(seat)
        return [ev.Said(self.person.id, said(self.now.title(seat)), text, side)]


def moved(now: Situation, seat: int, ply: int, text: str, *, at: float) -> list[ev.AnyEvent]:
    """A move by a seat, whoever plays it."""
    if now.status == "over":
        raise no.Finished
    if now.status == "waiting":
        raise no.Waiting
    if now.status == "paused":
        raise no.Paused
    if ply != now.ply:
        raise no.StalePly(asked=ply, now=now.ply)
    if seat != now.match.turn:
        raise no.WrongTurn(name=now.title(now.match.turn))
    if now.clock.is_out(at):
        raise no.OutOfTime
    return [ev.Moved(seat, now.match.game.texts[legal(now.match.state, text)])]


def legal(state: State, text: str) -> int:
    """The move of this text, if it can be made there."""
    game: Game = state.game
    try:
        move = game.move(text)
        state.after(move)
    except NotationError as error:
        raise no.BadMove(problem=sentence(error), column=error.column) from None
    except IllegalMove as error:
        raise no.Illegal(reason=Phrase(error.reason), clause=error.clause, move=error.move) from None
    return move


def out_of_time(now: Situation, *, at: float, stand_in: str) -> list[ev.AnyEvent]:
    """What comes of a clock that has run out; nothing if none has."""
    if now.status != "playing" or not now.clock.is_out(at):
        return []
    seat = now.match.turn
    if now.terms.absent == "bot":
        return [ev.StoodIn(seat, stand_in, "time")]
    return [ev.TimedOut(seat)]


def side_of(now: Situation, seat: int) -> int:
    """The number of the side a seat plays on."""
    return next(number for number, side in enumerate(now.match.game.sides) if seat in side)


def sentence(error: Exception) -> str:
    """An error's words with a capital and a full stop."""
    text = str(error)
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
