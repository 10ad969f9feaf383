"""Puzzles: positions with one clearly best move. `tablier puzzles` finds them, a game's folder brings them.

A file has one puzzle a line, four fields with tabs between: the game with those of its options that are not
left as they come, the position as text, the moves of the solution, the number of the lowest level of computer
players that finds its first move. Whoever solves it plays the seat to move in the position; the moves of the
other seats stand in the solution as well.

>>> puzzle = puzzles_of("quixo")[0]
>>> answer = puzzle.answer(puzzle.solution[:1])
>>> answer.is_right
True
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from hashlib import sha256
from typing import Any

from tablier.board_game import Game, read_option, write_option
from tablier.match import Match
from tablier.registry import game, games, kind

ID_LENGTH = 10
"""Hexadecimal digits of a puzzle's id."""


@dataclass(frozen=True)
class Answer:
    """What comes of the moves of whoever solves a puzzle."""

    match: Match
    """From the puzzle's position to the last of the others' moves, or to the wrong move."""
    seen: int
    """How many of its moves were made before the last of the solver's."""
    is_right: bool
    is_solved: bool


@dataclass(frozen=True)
class Puzzle:
    game: str
    options: tuple[tuple[str, Any], ...]
    """Those that are not left as they come, by name."""
    position: str
    solution: tuple[str, ...]
    level: int
    """The lowest level that finds the first move."""

    @property
    def played(self) -> Game:
        return game(self.game, **dict(self.options))

    @cached_property
    def id(self) -> str:
        """A hash of game, options and position: the same however often the puzzle is found."""
        return sha256("\t".join(self._fields[:2]).encode()).hexdigest()[:ID_LENGTH]

    @property
    def family(self) -> str:
        """The id of the game on whose page it is shown: its own, or that of which it is a variant."""
        return kind(self.game).variant_of or self.game

    def begin(self) -> Match:
        return Match(self.played, start=self.played.read(self.position))

    def answer(self, texts: Sequence[str]) -> Answer:
        """What comes of the moves of all seats, the last one by whoever solves it.

        A move that leads to the same position as the solution's is right as well. ValueError if the moves do
        not follow the solution up to the last one or somebody else makes that; IllegalMove, NotationError.
        """
        match = self.begin()
        seat = match.turn
        seen = len(texts) - 1
        if seen not in range(len(self.solution)):
            raise ValueError(f"the solution has {len(self.solution)} moves, not {len(texts)}")
        match.play(*texts[:seen])
        if match.turn != seat or match.state != self.begin().play(*self.solution[:seen]).state:
            raise ValueError("these moves do not follow the solution")
        expected = match.state.after(match.game.move(self.solution[seen]))
        match.play(texts[seen])
        if match.state != expected:
            return Answer(match, seen, is_right=False, is_solved=False)
        for text in self.solution[seen + 1 :]:
            if match.turn == seat:
                return Answer(match, seen, is_right=True, is_solved=False)
            match.play(text)
        return Answer(match, seen, is_right=True, is_solved=True)

    @property
    def _fields(self) -> tuple[str, str, str, str]:
        words = (self.game, *(write_option(name, value) for name, value in self.options))
        return " ".join(words), self.position, " ".join(self.solution), str(self.level)

    def __str__(self) -> str:
        return "\t".join(self._fields)

    @classmethod
    def read(cls, line: str) -> Puzzle:
        """The puzzle in a line; ValueError if it holds none. The moves are not checked here.

        >>> str(Puzzle.read("quixo size=3\\txx1/3/3 x\\tc1c3\\t2")).split("\\t")[0]
        'quixo size=3'
        """
        try:
            words, position, solution, level = line.split("\t")
            name, *options = words.split(" ")
            found = cls(name, tuple(map(read_option, options)), position, tuple(solution.split()), int(level))
        except ValueError:
            raise ValueError(f"not a puzzle: {line!r}") from None
        if not found.solution or not position:
            raise ValueError(f"not a puzzle: {line!r}")
        return found


def read_puzzles(text: str) -> tuple[Puzzle, ...]:
    """The puzzles in the lines of a text; ValueError says which line holds none."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            found.append(Puzzle.read(line))
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
    return tuple(found)


@cache
def puzzles_of(name: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game and its variants, the easiest first; none if it brings none."""
    file = kind(name).puzzle_file
    found = () if file is None else read_puzzles(file.read_text(encoding="utf-8"))
    return tuple(sorted(found, key=lambda puzzle: (puzzle.level, puzzle.id)))


@cache
def games_with_puzzles() -> tuple[str, ...]:
    """The games that bring puzzles, in the order of the collection, without their variants."""
    return tuple(name for name in games() if not kind(name).variant_of and kind(name).puzzle_file is not None)


@cache
def _all_puzzles() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for name in games_with_puzzles() for puzzle in puzzles_of(name)}


def find_puzzle(identity: str) -> Puzzle:
    """The puzzle with this id; LookupError if there is none."""
    try:
        return _all_puzzles()[identity]
    except KeyError:
        raise LookupError(f"there is no puzzle {identity!r}") from None


def daily_puzzle(day: date) -> Puzzle | None:
    """The puzzle of a day, the same for everybody: the games in turn, of each one that the day's hash picks.
    None if no game brings puzzles."""
    names = games_with_puzzles()
    if not names:
        return None
    offered = puzzles_of(names[day.toordinal() % len(names)])
    return offered[int(sha256(day.isoformat().encode()).hexdigest(), 16) % len(offered)]
