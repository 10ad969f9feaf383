"""Validation: which events a command leads to at a table, or the refusal that says why not.

Every command has a check, which gives a Refusal or None and changes nothing. `Decision.decide` raises what
the check gives; the news ask the same check which commands are allowed, so page and server cannot disagree.
Whether a move is legal is not decided here: `TableState.apply` plays it on a copy before it is stored.
"""

from __future__ import annotations

from tablier.board_game import Game
from tablier.core.rules import State
from tablier.core.values import IllegalMove, NotationError
from tablier.scene import say, to_text
from tablier.server.tables import errors, events
from tablier.server.tables.commands import (
    Answer,
    AnyCommand,
    Leave,
    MakeOffer,
    NextRound,
    Play,
    Rename,
    Resign,
    Resume,
    Return,
    Say,
    Sit,
    StandIn,
)
from tablier.server.tables.errors import Refusal
from tablier.server.tables.person import Person, clean_name
from tablier.server.tables.seats import persons_of, persons_seated, seats_of
from tablier.server.tables.state import Offer, TableState, side_index

Events = list[events.AnyEvent]


class Decision:
    """What one person's commands lead to at a table, at one moment."""

    def __init__(
        self, state: TableState, person: Person, *, at: float, present: frozenset[str], stand_in: str
    ) -> None:
        """`present` are the persons at the table or away for a moment only, `stand_in` the bot that plays
        for those who leave."""
        self.state = state
        self.status = state.status
        self.person = person
        self.own_seats = seats_of(state.seats, person)
        self.at = at
        self.present = present
        self._stand_in = stand_in

    def decide(self, command: AnyCommand) -> Events:
        """The events of a command; a Refusal if it is not allowed."""
        if (refusal := self.check(command)) is not None:
            raise refusal
        match command:
            case Play(move=move, ply=ply, seat=seat):
                number = read_move(self.state.match.game, move)
                return decide_move(self.state, self._acting_seat(seat), ply, number, at=self.at)
            case Sit(seat=number, name=name):
                own = self.person.name
                shown = clean_name(name) or own if self.person.is_guest else own
                return [events.Sat(number, self.person.id, shown, self.person.is_guest)]
            case Rename(name=name):
                return [events.Renamed(self.person.id, clean_name(name))]
            case Leave(seat=seat):
                return self._leave(self._acting_seat(seat))
            case Return(seat=number):
                return [events.GaveBack(number)]
            case StandIn(seat=number):
                return [events.StoodIn(number, self._stand_in, "left")]
            case Resign(seat=seat):
                return self._resign(self._acting_seat(seat))
            case MakeOffer():
                return self._offer(command, self._acting_seat(command.seat))
            case Answer():
                return self._answer(command)
            case Resume():
                return [events.Resumed()]
            case NextRound():
                return [events.Followed(events.new_table_id())]
            case Say():
                return self._say(command)

    def check(self, command: AnyCommand) -> Refusal | None:
        """Why a command is not allowed now; None if it is. For a move: apart from its legality."""
        match command:
            case Play(seat=seat):
                return self._check_seat(seat)
            case Sit(seat=number):
                return self._check_sit(number)
            case Rename(name=name):
                return self._check_seat(None) or self._check_rename(name)
            case Leave(seat=seat):
                return self._check_seat(seat) or self._check_leave()
            case Return(seat=number):
                return self._check_return(number)
            case StandIn(seat=number):
                return self._check_stand_in(number)
            case Resign(seat=seat):
                return self._check_seat(seat) or self._check_running()
            case MakeOffer(seat=seat):
                return self._check_seat(seat) or self._check_offer(command, self._acting_seat(seat))
            case Answer():
                return self._check_answer(command)
            case Resume():
                return self._check_seat(None) or self._check_running() or self._check_paused()
            case NextRound():
                return self._check_seat(None) or self._check_next_round()
            case Say():
                return self._check_say(command)

    def _acting_seat(self, asked: int | None) -> int:
        """The seat that acts: the one asked for, or the person's own to move, or the first of their own."""
        if asked is not None:
            return asked
        turn = self.state.match.turn
        return turn if turn in self.own_seats else self.own_seats[0]

    def _check_seat(self, asked: int | None) -> Refusal | None:
        if not self.own_seats:
            return errors.NotSeated()
        if asked is not None and asked not in self.own_seats:
            return errors.WrongSeat(seat=asked)
        return None

    def _check_number(self, number: int) -> Refusal | None:
        return None if number in range(len(self.state.seats)) else errors.NoSuchSeat(seat=number)

    def _check_running(self) -> Refusal | None:
        if self.status == "over":
            return errors.GameOver()
        if self.status == "waiting":
            return errors.GameNotStarted()
        return None

    def _check_paused(self) -> Refusal | None:
        return None if self.state.is_paused else errors.GameNotPaused()

    def _check_unrated(self) -> Refusal | None:
        """In a rated game everybody plays for themselves, to the end."""
        if self.state.terms.rated:
            return errors.NotAllowed(what=say("nobody takes over a seat in a rated game"))
        return None

    def _check_sit(self, number: int) -> Refusal | None:
        if refusal := self._check_number(number):
            return refusal
        if not self.state.seats[number].is_open:
            return errors.SeatTaken(name=self.state.seat_name(number))
        if self.state.terms.rated and self.person.id in persons_seated(self.state.seats):
            return errors.CannotRate(problem=say("In a rated game everyone has a single seat."))
        return None

    def _check_rename(self, name: str) -> Refusal | None:
        if not self.person.is_guest or len(self.own_seats) > 1:
            return errors.NotAllowed(what=say("only a guest with one seat can be renamed"))
        return None if clean_name(name) else errors.Malformed(problem=say("it is empty"))

    def _check_leave(self) -> Refusal | None:
        if self.status == "over":
            return errors.GameOver()
        return self._check_unrated() if self.state.match.moves else None

    def _leave(self, seat: int) -> Events:
        if not self.state.match.moves:
            return [events.Left(seat)]
        return [events.StoodIn(seat, self._stand_in, "left")]

    def _check_return(self, number: int) -> Refusal | None:
        if refusal := self._check_number(number) or self._check_running():
            return refusal
        seat = self.state.seats[number]
        if seat.person != self.person.id or seat.why != "left":
            return errors.NotStandingIn()
        return None

    def _check_stand_in(self, number: int) -> Refusal | None:
        if refusal := self._check_number(number) or self._check_seat(None) or self._check_running():
            return refusal
        seat = self.state.seats[number]
        if seat.kind != "person" or seat.person in self.present:
            return errors.SeatKept(name=self.state.seat_name(number))
        return self._check_unrated()

    def _resign(self, seat: int) -> Events:
        if self.state.terms.absent == "bot":
            return [events.StoodIn(seat, self._stand_in, "resigned")]
        return [events.Resigned(seat)]

    def _check_offer(self, command: MakeOffer, seat: int) -> Refusal | None:
        if refusal := self._check_matter(command, seat):
            return refusal
        if any(offer.matter == command.matter for offer in self.state.offers):
            return errors.OfferStands()
        if self._asked:
            return None
        if command.matter == "pause" and self.state.terms.rated:
            return errors.NotAllowed(what=say("a pause in a rated game needs someone else’s consent"))
        sides = {side_index(self.state, each) for each in self.own_seats}
        if command.matter == "end" and len(sides) == 1:
            return errors.BotsPlayOn()
        return None

    def _check_matter(self, command: MakeOffer, seat: int) -> Refusal | None:
        if command.matter == "rematch":
            return self._check_over() or self._check_no_next()
        if refusal := self._check_running():
            return refusal
        if command.matter == "takeback":
            if self.state.terms.rated:
                return errors.NotAllowed(what=say("no takebacks in a rated game"))
            return None if self._last_own_ply(command) is not None else errors.NothingToTakeBack()
        if self.state.is_paused:
            return errors.GamePaused()
        if command.matter == "end":
            try:
                self.state.match.game.agreed_scores(self.state.match.state, command.winner)
            except ValueError as error:
                return errors.CannotAgree(problem=errors.as_sentence(error))
        return None

    @property
    def _asked(self) -> frozenset[str]:
        """The other persons at the table, whose consent an offer needs."""
        return persons_seated(self.state.seats) - {self.person.id}

    def _last_own_ply(self, command: MakeOffer) -> int | None:
        """How many moves were made before the person's last one, with any of their seats unless the command
        names one: whoever plays all seats on one screen takes one move back at a time."""
        seats = self.own_seats if command.seat is None else (command.seat,)
        movers = self.state.movers
        return next((ply for ply in range(len(movers) - 1, -1, -1) if movers[ply] in seats), None)

    def _offer(self, command: MakeOffer, seat: int) -> Events:
        """The offer; with nobody to ask, also what it becomes."""
        keep = self._last_own_ply(command) if command.matter == "takeback" else None
        offered = events.Offered(command.matter, seat, command.winner, keep)
        return [offered] if self._asked else [offered, self._fulfil(offered)]

    def _find_offer(self, number: int) -> Offer | None:
        return next((offer for offer in self.state.offers if offer.number == number), None)

    def _check_answer(self, command: Answer) -> Refusal | None:
        if refusal := self._check_seat(None):
            return refusal
        offer = self._find_offer(command.offer)
        if offer is None:
            return errors.NoSuchOffer()
        is_withdrawal = offer.seat in self.own_seats and not command.yes
        return None if is_withdrawal or self.person.id in offer.asked else errors.NotAsked()

    def _answer(self, command: Answer) -> Events:
        offer = self._find_offer(command.offer)
        assert offer is not None
        answered = events.Answered(command.offer, self.person.id, command.yes)
        if command.yes and len(offer.asked) == 1:
            return [answered, self._fulfil(offer)]
        return [answered]

    def _fulfil(self, offer: events.Offered | Offer) -> events.AnyEvent:
        """The event that an offer becomes when everybody has agreed to it."""
        match offer.matter:
            case "end":
                return events.Agreed(offer.winner)
            case "takeback":
                assert offer.keep is not None
                return events.TookBack(offer.keep)
            case "pause":
                return events.Paused()
            case "rematch":
                return events.Followed(events.new_table_id())

    def _check_over(self) -> Refusal | None:
        return None if self.status == "over" else errors.GameNotOver()

    def _check_no_next(self) -> Refusal | None:
        return errors.HasNextGame(next=self.state.next) if self.state.next else None

    def _check_next_round(self) -> Refusal | None:
        if refusal := self._check_over() or self._check_no_next():
            return refusal
        if self.state.series.is_over:
            return errors.NoRoundLeft(rounds=self.state.terms.rounds)
        return None

    def _check_say(self, command: Say) -> Refusal | None:
        if not command.text.split():
            return errors.Malformed(problem=say("it is empty"))
        if command.to == "team" and not self.own_seats:
            return errors.NotSeated()
        if command.to == "team" and not self.state.terms.team_chat:
            return errors.NotAllowed(what=say("partners may not talk to each other"))
        return None

    def _say(self, command: Say) -> Events:
        text = " ".join(command.text.split())
        if not self.own_seats:
            return [events.Said(self.person.id, self.person.name, text, events.SPECTATORS)]
        seat = self._acting_seat(None)
        side = side_index(self.state, seat) if command.to == "team" else None
        return [events.Said(self.person.id, to_text(self.state.seat_name(seat)), text, side)]


def decide_move(state: TableState, seat: int, ply: int, move: int, *, at: float) -> Events:
    """A move of a seat, by a person or a bot; a Refusal if it is not the seat's turn at this ply."""
    check_turn(state, seat, ply)
    if state.clock.is_out(at):
        raise errors.OutOfTime
    return [events.Moved(seat, move)]


def check_turn(state: TableState, seat: int, ply: int) -> None:
    """Raise a Refusal unless it is a seat's turn at this ply, whatever its clock says."""
    if state.status == "over":
        raise errors.GameOver
    if state.status == "waiting":
        raise errors.GameNotStarted
    if state.status == "paused":
        raise errors.GamePaused
    if ply != state.ply:
        raise errors.StalePly(asked=ply, now=state.ply)
    if seat != state.match.turn:
        raise errors.WrongTurn(name=state.seat_name(state.match.turn))


def decide_fault(state: TableState, seat: int, ply: int) -> Events:
    """The consequence of an engine that failed to move at this ply: its seat loses. No events if the game has
    gone on without it."""
    if state.status != "playing" or ply != state.ply or seat != state.match.turn or not state.seats[seat].bot:
        return []
    return [events.Resigned(seat, is_fault=True)]


def decide_timeout(state: TableState, *, at: float, stand_in: str) -> Events:
    """The consequence of a clock that has run out; no events if none has."""
    if state.status != "playing" or not state.clock.is_out(at):
        return []
    seat = state.match.turn
    if state.terms.absent == "bot":
        return [events.StoodIn(seat, stand_in, "time")]
    return [events.TimedOut(seat)]


def check_discard(state: TableState, person: Person) -> Refusal | None:
    """Why a person may not discard a running game; None if they may, because nobody else's it is."""
    if state.status == "over":
        return errors.GameOver()
    if persons_of(state.seats) != {person.id}:
        return errors.NotAllowed(what=say("only a game that nobody else plays can be discarded"))
    if state.terms.rated:
        return errors.NotAllowed(what=say("a rated game cannot be discarded"))
    return None


def decide_discard(state: TableState, person: Person) -> Events:
    """The person leaves all of their seats: the game stands still, and is in nobody's lists."""
    if (refusal := check_discard(state, person)) is not None:
        raise refusal
    return [events.Left(number) for number, seat in enumerate(state.seats) if seat.person == person.id]


def read_move(game: Game, text: str) -> int:
    """The move that a text stands for; BadMove if it is none. Whether it is legal is not asked."""
    try:
        return game.move(text)
    except NotationError as error:
        raise errors.as_refusal(error) from None


def read_legal_move(state: State, text: str) -> int:
    """The legal move that a text stands for; BadMove or IllegalMoveRefused if it is none."""
    move = read_move(state.game, text)
    try:
        state.after(move)
    except IllegalMove as error:
        raise errors.as_refusal(error) from None
    return move
