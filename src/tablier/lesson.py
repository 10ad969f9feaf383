"""A first lesson: short steps on the real board, the last one a short game.

A lesson is data (`Game.lesson`). A step shows a position, says a sentence
or two and asks for a move, or for nothing but a look. Nobody's progress is kept here: a step and the moves
made in it say all that happens.

>>> first = lesson_of("quixo")
>>> number = next(at for at, step in enumerate(first.steps, 1) if step.kind == "do")
>>> move = first.asked(number)[0]
>>> first.answer(number, [first.played.text(move)]).done
True
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from tablier.board_game import Game
from tablier.core.rules import State
from tablier.match import Match
from tablier.registry import game, games, kind
from tablier.scene import Phrase

MovePredicate = Callable[[State, int], bool]
"""True for the legal moves of a position that a step asks for, or that make a mistake."""
Reply = Callable[[Match, int], int]
"""From a match and the learner's seat to a move that lets that seat win."""

SILENCE = Phrase("")


@dataclass(frozen=True, slots=True)
class Step:
    says: Phrase
    clause: str
    """Of the rules it teaches: "Q2"."""
    position: str = ""
    """As a text; unless told, as the step before left it."""
    shows: str = ""
    """Moves made before your eyes, with spaces between."""
    points: str = ""
    """Places to look at."""
    asks: str | MovePredicate | None = None
    """Moves, any of which will do, or a question about them; None if a look is all."""
    answers: str = ""
    """What the others play when it is done."""
    praise: Phrase = SILENCE
    """Said when it is done."""
    mistakes: tuple[tuple[MovePredicate, Phrase], ...] = ()
    """What is said of legal moves that are not asked for, by what is wrong with them."""
    otherwise: Phrase = SILENCE
    """Said of all others, and of a game that was not won."""
    is_game: bool = False
    """Is it to be played to the end, against others who let you win?"""

    @property
    def kind(self) -> Literal["look", "do", "play"]:
        if self.is_game:
            return "play"
        return "look" if self.asks is None else "do"


@dataclass(frozen=True, slots=True)
class Answer:
    """What comes of a move."""

    match: Match
    """From the step's position to the last of the others' moves."""
    seen: int
    """How many of its moves were made before this one."""
    says: Phrase
    done: bool


@dataclass(frozen=True, slots=True)
class Lesson:
    game: str
    steps: tuple[Step, ...]
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def played(self) -> Game:
        return game(self.game, **self.options)

    def begin(self, number: int) -> Match:
        """A step's position, counted from 1, and the moves it shows."""
        step = self.steps[number - 1]
        if step.position:
            start = self.played.read(step.position)
        else:
            start = self._left(number - 1) if number > 1 else self.played.start()
        return Match(self.played, start=start).play(*step.shows.split())

    def _left(self, number: int) -> State:
        """The position after a step that can end in one way only."""
        match = self.begin(number)
        step = self.steps[number - 1]
        if isinstance(step.asks, str):
            match.play(step.asks)
        return match.play(*step.answers.split()).state

    def accepts(self, number: int, state: State, move: int) -> bool:
        """True if the step asks for this move."""
        asks = self.steps[number - 1].asks
        if isinstance(asks, str):
            return state.game.texts[move] in asks.split()
        return asks is not None and asks(state, move)

    def asked(self, number: int) -> tuple[int, ...]:
        """The moves that a step asks for."""
        state = self.begin(number).state
        return tuple(move for move in state.legal_moves if self.accepts(number, state, move))

    def answer(self, number: int, texts: Sequence[str], reply: Reply | None = None) -> Answer:
        """What comes of the moves made in a step, the last one by whoever takes the lesson.

        In the game at the end they are those of all players, and `reply` plays on for the others.
        """
        step, match = self.steps[number - 1], self.begin(number)
        if step.kind == "look" or not texts or (step.kind == "do" and len(texts) > 1):
            raise ValueError(f"step {number} does not ask for {len(texts)} moves")
        seat = match.turn
        match.play(*texts)
        before, move = match.states[-2], match.moves[-1]
        seen = len(match.moves) - 1
        if before.turn != seat:
            raise ValueError(f"the last move is not one of seat {seat}")
        if step.kind == "play":
            return self._play_on(step, match, seen, seat, reply)
        done = self.accepts(number, before, move)
        if not done:
            wrong = (words for is_it, words in step.mistakes if is_it(before, move))
            return Answer(match, seen, next(wrong, step.otherwise), done)
        return Answer(match.play(*step.answers.split()), seen, step.praise, done)

    def _play_on(self, step: Step, match: Match, seen: int, seat: int, reply: Reply | None) -> Answer:
        while match.outcome is None and match.turn != seat:
            if reply is None:
                raise ValueError("somebody must play for the others")
            match.push(reply(match, seat))
        if match.outcome is None:
            return Answer(match, seen, SILENCE, False)
        won = seat in match.outcome.winners
        return Answer(match, seen, step.praise if won else step.otherwise, won)


def is_winning(state: State, move: int) -> bool:
    """True if the move wins at once."""
    outcome = state.after(move).outcome
    return outcome is not None and state.turn in outcome.winners


def is_losing(state: State, move: int) -> bool:
    """True if the move loses at once."""
    outcome = state.after(move).outcome
    return outcome is not None and state.turn not in outcome.winners


@cache
def lesson_of(name: str) -> Lesson:
    """The first lesson of a game and its variants; LookupError if there is none."""
    found = kind(name).lesson
    if found is None:
        raise LookupError(f"{kind(name).title} has no lesson")
    return found


@cache
def games_with_lesson() -> tuple[str, ...]:
    """The games with a lesson, in the order of the collection; of variants that share one only the first."""
    firsts: dict[int, str] = {}
    for name in games():
        if (lesson := kind(name).lesson) is not None:
            firsts.setdefault(id(lesson), name)
    return tuple(firsts.values())
