"""A match: a state and how we got there, and the ways to end that the board does not know."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from tablier.core.rules import State
from tablier.core.values import IllegalMove, Outcome
from tablier.game import Game

REPETITION = 3
"""How often the same position with the same seat to move ends a match."""


@dataclass(frozen=True, slots=True)
class Act:
    """An end by the players' doing: who resigned or ran out of time, or whom they agreed on as the winner."""

    reason: Literal["resigned", "time", "agreed"]
    seat: int | None = None


class Match:
    """One game being played.

    >>> import tablier
    >>> match = Match(tablier.game("quixo")).play("a1e1", "a5a1")
    >>> match.turn, match.outcome
    (0, None)
    >>> match.resign(0)
    >>> match.outcome.winners, match.outcome.reason
    ((1,), 'resigned')
    """

    def __init__(self, game: Game, *, start: State | None = None) -> None:
        if start is not None and start.game is not game:
            raise ValueError(f"this position belongs to {start.game!r}, not to {game!r}")
        self.game = game
        self.moves: list[int] = []
        self.states = [game.start() if start is None else start]
        self.act: Act | None = None
        self._seen = Counter([self.state.identity])

    @property
    def start(self) -> State:
        """The position before the first move."""
        return self.states[0]

    @property
    def state(self) -> State:
        """The position now."""
        return self.states[-1]

    @property
    def turn(self) -> int:
        """The seat to move."""
        return self.state.turn

    @property
    def legal_moves(self) -> tuple[int, ...]:
        """The legal moves; none once the match is over, however it ended."""
        return () if self.outcome else self.state.legal_moves

    @property
    def repetitions(self) -> int:
        """How often the present position has stood, this time included."""
        return self._seen[self.state.identity]

    @property
    def outcome(self) -> Outcome | None:
        """None while it goes on; then the board's outcome, or repetition, resignation, agreement, time."""
        if self.act is not None:
            return Outcome(self._scores(self.act), self.act.reason, self.state.facts)
        if (ended := self.state.outcome) is not None:
            return ended
        if self.repetitions >= REPETITION:
            return Outcome(self.state.settled(), "repetition", self.state.facts)
        return None

    def push(self, move: int) -> None:
        """Make a legal move; IllegalMove otherwise, and nothing has changed."""
        if self.outcome is not None:
            text = self.game.texts[move] if move in range(len(self.game.texts)) else str(move)
            raise IllegalMove("The game is over.", clause="", move=text)
        state = self.state.after(move)
        self.moves.append(move.__index__())
        self.states.append(state)
        self._seen[state.identity] += 1

    def play(self, *texts: str) -> Match:
        """Make moves given as texts, one after the other."""
        for text in texts:
            self.push(self.game.move(text))
        return self

    def pop(self) -> int:
        """Take the last move back, and with it whatever ended the match after it."""
        if not self.moves:
            raise IndexError("there is no move to take back")
        self.act = None
        self._seen[self.states.pop().identity] -= 1
        return self.moves.pop()

    def copy(self) -> Match:
        """The same match, to be played on apart from this one."""
        other = Match.__new__(Match)
        other.game, other.act = self.game, self.act
        other.moves, other.states = self.moves.copy(), self.states.copy()
        other._seen = self._seen.copy()
        return other

    def resign(self, seat: int) -> None:
        """A seat gives up: with two sides the other wins, with more seats it comes last."""
        self._end(Act("resigned", seat))

    def time_out(self, seat: int) -> None:
        """A seat's time is up: the same as giving up, for another reason."""
        self._end(Act("time", seat))

    def agree(self, *, winner: int | None = None) -> None:
        """All agree to end here; a game without draws wants to be told who won."""
        self._end(Act("agreed", winner))

    def _end(self, act: Act) -> None:
        if self.outcome is not None:
            raise ValueError("the game is over already")
        if act.reason != "agreed" and act.seat not in range(len(self.game.seats)):
            raise ValueError(f"there is no seat {act.seat}: they are 0 to {len(self.game.seats) - 1}")
        self._scores(act)  # refuses an agreement the game does not know
        self.act = act

    def _scores(self, act: Act) -> tuple[float, ...]:
        if act.reason == "agreed":
            return self.game.agreed(self.state, act.seat)
        assert act.seat is not None
        return self.game.conceded(self.state, act.seat)

    def __eq__(self, other: object) -> bool:
        """The same game from the same position by the same moves to the same end."""
        if not isinstance(other, Match):
            return NotImplemented
        return (self.start, self.moves, self.act) == (other.start, other.moves, other.act)

    __hash__ = None  # type: ignore[assignment]  # it changes as it is played

    def __repr__(self) -> str:
        moves = " ".join(self.game.texts[move] for move in self.moves)
        return f"<Match {self.game!r}: {moves or 'no moves yet'}>"
