"""A match: a state and how we got there, and the ways to end that the board does not know."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from tablier.board_game import Game
from tablier.core.rules import State
from tablier.core.values import IllegalMove, Outcome

REPETITION = 3
"""How often the same position with the same seat to move ends a match."""


@dataclass(frozen=True, slots=True)
class Termination:
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
        self.termination: Termination | None = None
        self._seen = Counter([self.state.repetition_key])

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
        return self._seen[self.state.repetition_key]

    @property
    def outcome(self) -> Outcome | None:
        """None while it goes on; then the board's outcome, or repetition, resignation, agreement, time."""
        if self.termination is not None:
            return Outcome(self._scores(self.termination), self.termination.reason, self.state.facts)
        if (ended := self.state.outcome) is not None:
            return ended
        if self.repetitions >= REPETITION:
            return Outcome(self.state.settle(), "repetition", self.state.facts)
        return None

    def last_move(self, at: int) -> tuple[int, State] | tuple[None, None]:
        """The move that led to the position after `at` moves, and the state before it."""
        return (self.moves[at - 1], self.states[at - 1]) if at else (None, None)

    def push(self, move: int) -> None:
        """Make a legal move; IllegalMove otherwise, and nothing has changed."""
        if self.outcome is not None:
            text = self.game.texts[move] if move in range(len(self.game.texts)) else str(move)
            raise IllegalMove("The game is over.", clause="", move=text)
        state = self.state.after(move)
        self.moves.append(move.__index__())
        self.states.append(state)
        self._seen[state.repetition_key] += 1

    def play(self, *texts: str) -> Match:
        """Make moves given as texts, one after the other."""
        for text in texts:
            self.push(self.game.move(text))
        return self

    def pop(self) -> int:
        """Take the last move back, and with it whatever ended the match after it."""
        if not self.moves:
            raise IndexError("there is no move to take back")
        self.termination = None
        self._seen[self.states.pop().repetition_key] -= 1
        return self.moves.pop()

    def copy(self) -> Match:
        """The same match, to be played on apart from this one."""
        other = Match.__new__(Match)
        other.game, other.termination = self.game, self.termination
        other.moves, other.states = self.moves.copy(), self.states.copy()
        other._seen = self._seen.copy()
        return other

    def __deepcopy__(self, memo: object) -> Match:
        return self.copy()  # states are values, and games are found by their ids

    def resign(self, seat: int) -> None:
        """A seat gives up: with two sides the other wins, with more seats it comes last."""
        self._end(Termination("resigned", seat))

    def time_out(self, seat: int) -> None:
        """A seat's time is up: the same as giving up, for another reason."""
        self._end(Termination("time", seat))

    def agree(self, *, winner: int | None = None) -> None:
        """All agree to end here; a game without draws wants to be told who won."""
        self._end(Termination("agreed", winner))

    def _end(self, termination: Termination) -> None:
        if self.outcome is not None:
            raise ValueError("the game is over already")
        if termination.reason != "agreed" and termination.seat not in range(len(self.game.seats)):
            raise ValueError(f"there is no seat {termination.seat}: they are 0 to {len(self.game.seats) - 1}")
        self._scores(termination)  # refuses an agreement the game does not know
        self.termination = termination

    def _scores(self, termination: Termination) -> tuple[float, ...]:
        if termination.reason == "agreed":
            return self.game.agreed_scores(self.state, termination.seat)
        assert termination.seat is not None
        return self.game.conceded_scores(self.state, termination.seat)

    def __eq__(self, other: object) -> bool:
        """The same game from the same position by the same moves to the same end."""
        if not isinstance(other, Match):
            return NotImplemented
        return (self.start, self.moves, self.termination) == (other.start, other.moves, other.termination)

    __hash__ = None  # type: ignore[assignment]  # it changes as it is played

    def _repr_svg_(self) -> str:
        """The position now as SVG, the last move marked, for notebooks."""
        from tablier.notebook import draw_position  # imported with the first picture: it takes time

        return draw_position(self, len(self.moves))

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Text, the position as SVG, and the match to step through as HTML, for notebooks."""
        from tablier.notebook import show_match

        return show_match(self)

    def __repr__(self) -> str:
        moves = " ".join(self.game.texts[move] for move in self.moves)
        return f"<Match {self.game!r}: {moves or 'no moves yet'}>"
