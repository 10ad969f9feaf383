"""Refusals: a stable code for programs, a sentence for people, the facts.

A refused command has changed nothing.
"""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec import Struct

from tablier.core.values import IllegalMove, NotationError
from tablier.scene import Phrase, Translate, as_plain, describe_error, to_text


class Refusal(Exception):  # noqa: N818 -- these are answers, not faults
    code: ClassVar[str]
    status: ClassVar[int] = 409
    says: ClassVar[str]

    def __init__(self, **facts: Any) -> None:
        """Facts that people read may be phrases."""
        super().__init__()
        self.facts = facts

    @property
    def words(self) -> Phrase:
        """The sentence, with the facts to fill in."""
        return Phrase(self.says, tuple(self.facts.items()))

    def __str__(self) -> str:
        return to_text(self.words)

    def problem(self, translate: Translate = str) -> Problem:
        """The message that a client receives, in its language."""
        facts = {name: as_plain(fact, translate) for name, fact in self.facts.items()}
        return Problem(code=self.code, says=to_text(self.words, translate), facts=facts)


class Problem(Struct, frozen=True, tag_field="type", tag="problem"):
    """What a refused message or request gets back."""

    code: str
    says: str
    facts: dict[str, Any] = {}
    re: str | int | None = None
    """What the refused message called itself."""


class NoSuchTable(Refusal):
    code, status = "no_such_table", 404
    says = "There is no such table here."


class Unreadable(Refusal):
    """A table whose log cannot be replayed; the others go on."""

    code, status = "unreadable_table", 500
    says = "This table cannot be opened."


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
    says = "Rated games need an account: sign in, or play a casual game."


class BadAddress(Refusal):
    code, status = "bad_address", 400
    says = "This address cannot be read: something is wrong with “{part}”."


class Malformed(Refusal):
    code, status = "malformed", 400
    says = "This message cannot be read: {problem}."


class TooBig(Refusal):
    code, status = "too_big", 413
    says = "This message is too long: at most {most} bytes are read."


class TooFast(Refusal):
    code, status = "too_fast", 429
    says = "Too many messages at once; wait a moment."


class OverQuota(Refusal):
    """More than one person or address may ask of the server."""

    code, status = "over_quota", 429
    says = "{problem}"


class NotIdentified(Refusal):
    code, status = "nobody", 401
    says = "You are not signed in: POST /api/guest gives you a guest’s token."


class InvalidToken(Refusal):
    code, status = "forged", 401
    says = "This token is not valid here: POST /api/guest gives you a new one."


class SignedOut(InvalidToken):
    """A token of an account whose password has changed, or that was deleted."""

    code, status = "signed_out", 401
    says = "You are not signed in here any more: load the page again."


class ExpiredToken(InvalidToken):
    """A token that was not renewed for months."""

    code, status = "expired", 401
    says = "You were away for so long that you are not known here any more: load the page again."


class NoAccount(Refusal):
    code, status = "no_account", 401
    says = "This needs an account: sign in first."


class HasAccount(Refusal):
    code, status = "has_account", 409
    says = "You have an account already."


class WrongPassword(Refusal):
    """Of a name and a password; which of the two it was is nobody's business."""

    code, status = "wrong_password", 401
    says = "Wrong name or password."


class BadName(Refusal):
    code, status = "bad_name", 400
    says = "An account needs a name."


class NameTaken(Refusal):
    code, status = "name_taken", 409
    says = "The name “{name}” is taken: choose another one."


class ReservedName(Refusal):
    code, status = "reserved_name", 409
    says = "The name “{name}” is reserved: choose another one."


class LookAlike(Refusal):
    code, status = "look_alike", 409
    says = "{name} could be mistaken for another name: choose another one."


class NameResting(Refusal):
    """The name of an account that was deleted less than a year ago."""

    code, status = "name_resting", 409
    says = "“{name}” was somebody else’s name until recently: choose another one."


class BadPassword(Refusal):
    code, status = "bad_password", 400
    says = "A password needs {least} to {most} characters."


class CommonPassword(Refusal):
    code, status = "common_password", 400
    says = "This password is one of the first that anybody would try: choose another one."


class TooManyTries(Refusal):
    code, status = "too_many_tries", 429
    says = "Too many attempts: wait a few minutes."


class TooManyPrograms(Refusal):
    code, status = "too_many_programs", 409
    says = "You have many tokens for programs: revoke one of them first."


class OutOfScope(Refusal):
    """What the token of a program does not allow."""

    code, status = "out_of_scope", 403
    says = "This token does not allow that."


class RatedGameRunning(Refusal):
    code, status = "rated_game_running", 409
    says = "You have a rated game of {game} in progress: hints and evaluations wait until it is over."


class WrongOrigin(Refusal):
    code, status = "wrong_origin", 403
    says = "Pages from {origin} are not allowed to act here."


class NotSeated(Refusal):
    code, status = "not_seated", 403
    says = "You are watching; only players can do that."


class WrongSeat(Refusal):
    code, status = "wrong_seat", 403
    says = "Seat {seat} is not yours."


class NoSuchSeat(Refusal):
    code, status = "no_such_seat", 400
    says = "There is no seat {seat} at this table."


class SeatTaken(Refusal):
    code = "seat_taken"
    says = "{name} already sits there."


class SeatKept(Refusal):
    code = "seat_kept"
    says = "{name} is here, or has only just left: wait half a minute."


class NotStandingIn(Refusal):
    code = "not_standing_in"
    says = "This seat cannot be given back to you."


class WrongTurn(Refusal):
    code = "wrong_turn"
    says = "It is {name}’s turn."


class StalePly(Refusal):
    code = "stale_ply"
    says = "The game has moved on: your move was not played."


class BadMove(Refusal):
    code, status = "bad_move", 400
    says = "{problem}."


class IllegalMoveRefused(Refusal):
    code = "illegal_move"
    says = "{reason}"


class GameOver(Refusal):
    code = "finished"
    says = "The game is over."


class GameNotOver(Refusal):
    code = "not_finished"
    says = "The game is not over yet."


class GameNotStarted(Refusal):
    code = "waiting"
    says = "The game starts when every seat is taken."


class GamePaused(Refusal):
    code = "paused"
    says = "The game is paused."


class GameNotPaused(Refusal):
    code = "not_paused"
    says = "The game is not paused."


class OutOfTime(Refusal):
    code = "out_of_time"
    says = "Your time is up."


class NothingToTakeBack(Refusal):
    code = "nothing_to_take_back"
    says = "You have no move to take back."


class CannotAgree(Refusal):
    code = "cannot_agree"
    says = "{problem}"


class BotsPlayOn(Refusal):
    code = "bots_play_on"
    says = "There is no person on the other side to agree with."


class OfferStands(Refusal):
    code = "offer_stands"
    says = "This has already been offered and awaits an answer."


class NoSuchOffer(Refusal):
    code = "no_such_offer"
    says = "That offer is no longer open."


class NoSuchMessage(Refusal):
    code = "no_such_message"
    says = "There is no message {number} at this table."


class NotAsked(Refusal):
    code = "not_asked"
    says = "This offer is not yours to answer."


class NoRoundLeft(Refusal):
    code = "no_round_left"
    says = "All {rounds} rounds have been played; offer a rematch."


class HasNextGame(Refusal):
    code = "followed"
    says = "The next game is at table {next}."


class NotAllowed(Refusal):
    code, status = "not_allowed", 403
    says = "Not at this table: {what}."


class NotStored(Refusal):
    code, status = "not_stored", 503
    says = "This could not be saved, so nothing has happened; try again in a moment."


class StoreAway(Refusal):
    """The database does not answer, or not in time."""

    code, status = "store_away", 503
    says = "The games cannot be reached at the moment; try again soon."


class InternalError(Refusal):
    code, status = "broken", 500
    says = "Something went wrong on our side; nothing has changed."


class BadSubscription(Refusal):
    code, status = "bad_subscription", 400
    says = "This browser’s address for notifications cannot be used."


class BadWebhook(Refusal):
    code, status = "bad_webhook", 400
    says = "Enter an address that begins with https:// and is on the internet."


class NoSuchPly(Refusal):
    code, status = "no_such_ply", 400
    says = "The game has no position {at}: they go from 0 to {last}."


class NothingThere(Refusal):
    code, status = "nothing_there", 400
    says = "No move starts like that."


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
    says = "These moves do not belong to this step of the lesson."


class BadPosition(Refusal):
    """A text or an arrangement that is no position of the game."""

    code, status = "bad_position", 400
    says = "{problem}"


class BadRecord(Refusal):
    """A text that is no record; the facts say where."""

    code, status = "bad_record", 400
    says = "{problem}"


class NotSetUp(Refusal):
    code, status = "not_set_up", 400
    says = "Positions of {game} cannot be set up by hand: write one as text."


class NoSuchPuzzle(Refusal):
    code, status = "no_such_puzzle", 404
    says = "There is no such puzzle."


class NotInSolution(Refusal):
    code, status = "not_in_solution", 400
    says = "These moves do not follow the solution of the puzzle."


class NoSuchDrill(Refusal):
    code, status = "no_such_drill", 404
    says = "This position is not among your mistakes."


class TooEarly(Refusal):
    code = "too_early"
    says = "The game is not over yet: you can review it afterwards."


class BadOfflineGame(Refusal):
    """A game from a browser's own store that was not played by the rules, or not by one person."""

    code, status = "bad_offline_game", 400
    says = "This game played offline cannot be kept here. {problem}"


class CannotCarry(Refusal):
    """A game that cannot be carried on without a network."""

    code = "cannot_carry"
    says = (
        "Only games of this collection can be continued offline, and only where nobody else has a seat, "
        "no engine plays, no clock runs and nothing is rated."
    )


def as_refusal(error: NotationError | IllegalMove) -> BadMove | IllegalMoveRefused:
    """An error of the rules engine as a refusal."""
    if isinstance(error, NotationError):
        return BadMove(problem=describe_error(error), column=error.column)
    return IllegalMoveRefused(reason=Phrase(error.reason), clause=error.clause, move=error.move)


def as_sentence(error: Exception) -> str:
    """An error's words with a capital and a full stop."""
    text = str(error)
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
