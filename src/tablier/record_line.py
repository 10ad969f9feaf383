"""The lines of a record: the match itself and the variations that leave it, with comments and marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from tablier.core.values import DescribedError, IllegalMove, NotationError
from tablier.match import Match

if TYPE_CHECKING:
    from tablier.scene import Words

MARKS = ("!", "?", "!!", "??", "!?", "?!")
"""What may be said of a move: good, a mistake, excellent, a blunder, interesting, doubtful."""
MAX_DEPTH = 64
"""How deep variations may nest."""


class PartError(DescribedError):
    """A part of a record that is wrong. `path` leads to it in JSON: names, and numbers in lists."""

    def __init__(self, template: str, path: tuple[str | int, ...] = (), /, **values: object) -> None:
        super().__init__(template, **values)
        self.path = path


def describe_move_error(error: IllegalMove | NotationError) -> Words:
    """Why a move was not made."""
    from tablier.scene import Phrase, describe_problem  # `import tablier` loads no pictures

    if isinstance(error, NotationError):
        return describe_problem(error)  # its place is one within the move
    reason, clause = Phrase(error.reason), f" (§{error.clause})" if error.clause else ""
    return describe_problem(
        DescribedError("{move}: {reason}{clause}", move=error.move, reason=reason, clause=clause)
    )


class Line(Protocol):
    """What may stand beside the moves of a line, by the number of its moves before it."""

    @property
    def comments(self) -> Mapping[int, str]: ...
    @property
    def marks(self) -> Mapping[int, str]: ...
    @property
    def variations(self) -> tuple[Variation, ...]: ...


@dataclass(frozen=True)
class Variation:
    """Moves that could have been made instead: a line that leaves another.

    >>> import tablier
    >>> match = tablier.Match(tablier.game("quixo", size=3)).play("a1c1", "a3a1")
    >>> other = match.game.move("b1c1")
    >>> record = tablier.Record(match, variations=(Variation(after=0, moves=(other,)),))
    >>> print(str(record).splitlines()[-2])
    1. a1c1 (1. b1c1) a3a1
    """

    after: int
    """How many moves of the line that it leaves come before it."""
    moves: tuple[int, ...]
    comments: Mapping[int, str] = field(default_factory=dict)
    """Comments by the number of its own moves before them."""
    marks: Mapping[int, str] = field(default_factory=dict)
    """Marks (`!`, `??`, ...) by the number of its own moves, the marked one included."""
    variations: tuple[Variation, ...] = ()
    """The lines that leave this one."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "moves", tuple(self.moves))
        normalise_line(self)


class Rounds:
    """Counts the rounds of a match from the seats of its moves.

    A round ends where the order of seats starts over, seen from the seat that moved first. In strict turns
    that is after as many moves as there are seats; passing a seat over, or moving twice, changes nothing.
    """

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.number = 0
        self._first = 0
        self._last: int | None = None

    def begins(self, seat: int) -> bool:
        """True if a move of this seat opens a round."""
        if self._last is None or self.seats == 1:
            return True
        return (seat - self._first) % self.seats < (self._last - self._first) % self.seats

    def follows(self, seat: int) -> bool:
        """True if this seat is the one after the seat that moved last."""
        return self._last is None or seat == (self._last + 1) % self.seats

    def add(self, seat: int) -> None:
        self.number += self.begins(seat)
        self._first = seat if self._last is None else self._first
        self._last = seat


def normalise_line(line: Line) -> None:
    """Sort what stands beside the moves of a frozen value, with one space between words."""
    keep = object.__setattr__
    keep(line, "comments", {ply: " ".join(text.split()) for ply, text in sorted(line.comments.items())})
    keep(line, "marks", dict(sorted(line.marks.items())))
    keep(line, "variations", tuple(sorted(line.variations, key=lambda variation: variation.after)))


def branch(match: Match, plies: int) -> Match:
    """The match after so many moves, to be played on apart from it."""
    other = match.copy()
    other.termination = None
    while len(other.moves) > plies:
        other.pop()
    return other


def play_variation(match: Match, first: int, variation: Variation) -> Match:
    """The match with a variation of the line that begins after `first` moves; IllegalMove if it cannot be."""
    other = branch(match, first + variation.after)
    for move in variation.moves:
        other.push(move)
    return other


def find_problem(match: Match, line: Line, first: int = 0, depth: int = 0) -> PartError | None:
    """What is wrong with a line that begins after `first` moves of a match; None if nothing is."""
    plies = len(match.moves) - first
    if depth > MAX_DEPTH:
        return PartError("variations are nested more than {most} deep", most=MAX_DEPTH)
    for ply, text in line.comments.items():
        if ply not in range(plies + 1):
            return PartError("a comment follows a move that was not made", ("comments", str(ply)))
        if "}" in text or not text:
            return PartError("a comment holds some words and no closing brace", ("comments", str(ply)))
    for ply, mark in line.marks.items():
        if ply not in range(1, plies + 1):
            return PartError("a mark belongs to a move that was not made", ("marks", str(ply)))
        if mark not in MARKS:
            return PartError(
                "{mark!r} is no mark: they are {marks}",
                ("marks", str(ply)),
                mark=mark,
                marks=" ".join(MARKS),
            )
    problems = (_variation_problem(match, variation, first, depth) for variation in line.variations)
    return next((problem for problem in problems if problem), None)


def _variation_problem(match: Match, variation: Variation, first: int, depth: int) -> PartError | None:
    # Their order in JSON may have been another one: nothing within them is pointed at.
    path = ("variations",)
    if variation.after not in range(len(match.moves) - first + 1):
        return PartError("a variation leaves the line after a move that was not made", path)
    if not variation.moves:
        return PartError("a variation has at least one move", path)
    try:
        other = play_variation(match, first, variation)
    except IllegalMove as error:
        return PartError("a variation cannot be played: {problem}", path, problem=describe_move_error(error))
    problem = find_problem(other, variation, first + variation.after, depth + 1)
    return problem and PartError(problem.template, path, **problem.values)


def write_line(
    match: Match, line: Line, rounds: Rounds, *, first: int = 0, times: Sequence[float] = ()
) -> Iterator[str]:
    """The words of a line that begins after `first` moves of a match: numbers, moves, times, comments, and
    the variations in parentheses behind the move that they replace."""
    plies = len(match.moves) - first
    before = rounds
    for ply in range(plies + 1):
        if ply:
            seat = match.states[first + ply - 1].turn
            before = copy(rounds)
            yield from _write_move(match, first + ply - 1, seat, rounds, line.marks.get(ply, ""))
            if times:
                yield f"{times[ply - 1]:.3f}".rstrip("0").rstrip(".") + "s"
        if ply in line.comments:
            yield "{" + line.comments[ply] + "}"
        for variation in line.variations:
            if variation.after == ply - 1:
                yield _write_variation(match, variation, first, before, "")
            elif variation.after == ply == plies:
                yield _write_variation(match, variation, first, rounds, "... ")


def _write_move(match: Match, ply: int, seat: int, rounds: Rounds, mark: str) -> Iterator[str]:
    if rounds.begins(seat):
        yield f"{rounds.number + 1}."
    if not rounds.follows(seat):
        yield f"{seat + 1}:"
    rounds.add(seat)
    yield match.game.texts[match.moves[ply]] + mark


def _write_variation(match: Match, variation: Variation, first: int, rounds: Rounds, opening: str) -> str:
    other = play_variation(match, first, variation)
    words = write_line(other, variation, copy(rounds), first=first + variation.after)
    return f"({opening}{' '.join(words)})"
