"""What the doors say to those they turn away: a stable code for programs, a sentence for people, the facts.

Whoever is refused has changed nothing.
"""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import Struct

from tablier.scene import Phrase, Translate, plain, said


class Refusal(Exception):  # noqa: N818 -- these are answers, not faults
    code: ClassVar[str]
    status: ClassVar[int] = 409
    says: ClassVar[str]

    def __init__(self, **facts: Any) -> None:
        """Facts that people read may be phrases."""
        self.words = Phrase(self.says, tuple(facts.items()))
        super().__init__(said(self.words))
        self.facts = facts

    def problem(self, translate: Translate = str) -> Problem:
        """It as a message, in somebody's language."""
        facts = {name: plain(fact, translate) for name, fact in self.facts.items()}
        return Problem(code=self.code, says=said(self.words, translate), facts=facts)


class Problem(Struct, frozen=True, tag_field="type", tag="problem"):
    """What a refused message or request gets back."""

    code: str
    says: str
    facts: dict[str, Any] = {}
    re: str | int | None = None
    """What the refused message called itself."""


class NoSuchTable(Refusal):
    code, status = "no_such_table", 404
    says = "There is no table {table} here."


class NoSuchGame(Refusal):
    code, status = "no_such_game", 400
    says = "{problem}"


class NoSuchBot(Refusal):
    code, status = "no_such_bot", 400
    says = "{problem}"


class BadTable(Refusal):
    code, status = "bad_table", 400
    says = "{problem}"


class CannotRate(Refusal):
    """Something that a rated game is not played with."""

    code, status = "cannot_rate", 400
    says = "{problem}"


class NeedsAccount(Refusal):
    code, status = "needs_account", 403
    says = "A rated game is for people with an account: sign in, or play a casual game."


class Malformed(Refusal):
    code, status = "malformed", 400
    says = "This message cannot be read: {problem}."


class TooBig(Refusal):
    code, status = "too_big", 413
    says = "This message is too long: at most {most} bytes are read."


class TooFast(Refusal):
    code, status = "too_fast", 429
    says = "These are too many messages at once; wait a moment."


class Nobody(Refusal):
    code, status = "nobody", 401
    says = "Who are you? POST /api/guest gives you a guest's card."


class Forged(Refusal):
    code, status = "forged", 401
    says = "This guest's card was not signed here; POST /api/guest gives you a new one."


class SignedOut(Forged):
    """A card that was good once: its account has another password now, or is no more."""

    code, status = "signed_out", 401
    says = "You are not signed in here any more: load the page again."


class NoAccount(Refusal):
    code, status = "no_account", 401
    says = "This is for people with an account: sign in first."


class HasAccount(Refusal):
    code, status = "has_account", 409
    says = "You have an account already."


class WrongPassword(Refusal):
    """Of a name and a password; which of the two it was is nobody's business."""

    code, status = "wrong_password", 401
    says = "The name or the password is not right."


class BadName(Refusal):
    code, status = "bad_name", 400
    says = "An account needs a name."


class NameTaken(Refusal):
    code, status = "name_taken", 409
    says = "Somebody else here is called {name}: choose another name."


class BadPassword(Refusal):
    code, status = "bad_password", 400
    says = "A password has at least {least} characters, and at most {most}."


class TooManyTries(Refusal):
    code, status = "too_many_tries", 429
    says = "These were too many tries: wait a few minutes."


class WrongOrigin(Refusal):
    code, status = "wrong_origin", 403
    says = "The page at {origin} may not act here."


class NotSeated(Refusal):
    code, status = "not_seated", 403
    says = "You look on at this table; players act."


class WrongSeat(Refusal):
    code, status = "wrong_seat", 403
    says = "Seat {seat} is not yours."


class NoSuchSeat(Refusal):
    code, status = "no_such_seat", 400
    says = "There is no seat {seat} at this table."


class SeatTaken(Refusal):
    code = "seat_taken"
    says = "{name} sits there already."


class SeatKept(Refusal):
    code = "seat_kept"
    says = "{name} is here, or was a moment ago."


class NotStandingIn(Refusal):
    code = "not_standing_in"
    says = "This seat cannot be handed back to you."


class WrongTurn(Refusal):
    code = "wrong_turn"
    says = "It is {name}'s turn."


class StalePly(Refusal):
    code = "stale_ply"
    says = "The game has gone on: you answered ply {asked}, it is at {now}."


class BadMove(Refusal):
    code, status = "bad_move", 400
    says = "{problem}"


class Illegal(Refusal):
    code = "illegal_move"
    says = "{reason}"


class Finished(Refusal):
    code = "finished"
    says = "The game is over."


class NotFinished(Refusal):
    code = "not_finished"
    says = "The game is still going on."


class Waiting(Refusal):
    code = "waiting"
    says = "The game begins when every seat is taken."


class Paused(Refusal):
    code = "paused"
    says = "The game is paused."


class NotPaused(Refusal):
    code = "not_paused"
    says = "The game is not paused."


class OutOfTime(Refusal):
    code = "out_of_time"
    says = "Your time is up."


class NothingToTakeBack(Refusal):
    code = "nothing_to_take_back"
    says = "You have made no move that could be taken back."


class CannotAgree(Refusal):
    code = "cannot_agree"
    says = "{problem}"


class BotsPlayOn(Refusal):
    code = "bots_play_on"
    says = "The computer plays on: there is nobody on another side to agree with."


class OfferStands(Refusal):
    code = "offer_stands"
    says = "This has been offered already and waits for an answer."


class NoSuchOffer(Refusal):
    code = "no_such_offer"
    says = "There is no such offer any more."


class NotAsked(Refusal):
    code = "not_asked"
    says = "This offer does not wait for your answer."


class NoRoundLeft(Refusal):
    code = "no_round_left"
    says = "All {rounds} rounds have been played; offer a rematch."


class Followed(Refusal):
    code = "followed"
    says = "The next game is being played at table {next}."


class NotAllowed(Refusal):
    code, status = "not_allowed", 403
    says = "This table plays without that: {what}."


class NotStored(Refusal):
    code, status = "not_stored", 503
    says = "This could not be written down, so it has not happened; try again in a moment."


class Broken(Refusal):
    code, status = "broken", 500
    says = "Something went wrong here, and nothing has changed."


class NoSuchPly(Refusal):
    code, status = "no_such_ply", 400
    says = "The game has no position {at}: they go from 0 to {last}."


class NothingThere(Refusal):
    code, status = "nothing_there", 400
    says = "No move begins like this."


class NoSuchView(Refusal):
    code, status = "no_such_view", 400
    says = "{problem}"


class NoSuchLesson(Refusal):
    code, status = "no_such_lesson", 404
    says = "There is no lesson for this game."


class NoSuchStep(Refusal):
    code, status = "no_such_step", 404
    says = "The lesson has no step {step}: they go from 1 to {last}."


class NotAskedFor(Refusal):
    code, status = "not_asked_for", 400
    says = "This step of the lesson does not ask for these moves."


class TooEarly(Refusal):
    code = "too_early"
    says = "The game is still going on: it can be reviewed when it is over."
