"""Records: a match as a readable text file, and the same as JSON. Reading gives back what was written.

    [Game "quixo"]
    [Options "size=4"]
    [Player1 "Ann"]
    [Player2 "Bob"]
    [Date "2026-11-15"]
    [Result "0-1"]
    [Reason "resigned"]
    [By "1"]

    1. a1d1 3.2s a4a1? {a comment} (a4d4 2. d1d4!) 2. d1d4
    0-1

Seats are counted from 1 in the text, as people do, and from 0 in JSON, as in the library. A number (`2.`)
opens a round: the first move, and every move at which the order of seats starts over. A move that does not
belong to the seat after the last one has its seat in front (`2: a1d1`). A move may be followed by the seconds
it took (`3.2s`) and by comments, in braces or from a semicolon to the end of the line. The result closes the
record, `*` one of a match that goes on, so that a file can hold many.

A move may be marked (`!`, `?`, `!!`, `??`, `!?`, `?!`). What could have been played instead stands in
parentheses behind the move that it replaces; what goes on from the end of a line begins with three dots
(`(... d1d4)`). Variations have comments, marks and variations of their own, and no times.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from textwrap import wrap
from typing import Any

from tablier.core.values import NotationError
from tablier.match import Match
from tablier.record_json import Parts, find_part
from tablier.record_line import PartError, Rounds, Variation, find_problem, normalise_line, write_line
from tablier.record_reading import OWN_TAGS, Reading, format_scores

WIDTH = 80
"""Characters in a line of moves."""
MAX_SECONDS = 10**9
"""A move took less than this."""


@dataclass(frozen=True)
class Record:
    """A match with the names, times and comments that belong to it.

    ValueError, in one sentence, if its parts do not belong together: too few names or times, marks of moves
    that were not made, variations that cannot be played.

    >>> import tablier
    >>> match = tablier.Match(tablier.game("quixo", size=3)).play("a1c1", "a3a1")
    >>> record = Record(match, players=("Ann", "Bob"), comments={2: "both in corners"})
    >>> print(record)
    [Game "quixo"]
    [Options "size=3"]
    [Player1 "Ann"]
    [Player2 "Bob"]
    [Result "*"]
    <BLANKLINE>
    1. a1c1 a3a1 {both in corners}
    *
    <BLANKLINE>
    >>> Record.read(str(record)) == Record.from_json(record.to_json()) == record
    True
    """

    match: Match
    players: tuple[str, ...] = ()
    """The players' names by seat; empty if they are not known."""
    date: str = ""
    """A date, or a date with a time, in ISO 8601."""
    times: tuple[float, ...] = ()
    """The seconds each move took, to the millisecond; empty if they are not known."""
    comments: Mapping[int, str] = field(default_factory=dict)
    """Comments by the number of moves before them: 0 is the one before the first move."""
    marks: Mapping[int, str] = field(default_factory=dict)
    """Marks (`!`, `??`, ...) by the number of moves, the marked one included."""
    variations: tuple[Variation, ...] = ()
    """The lines that leave the match."""
    tags: Mapping[str, str] = field(default_factory=dict)
    """Further tags by name."""

    def __post_init__(self) -> None:
        keep = object.__setattr__  # the dataclass is frozen: normalise its fields once
        keep(self, "players", tuple(self.players))
        # Before float(), which overflows.
        if any(not 0 <= seconds < MAX_SECONDS for seconds in self.times):
            raise PartError("a move takes from 0 to {most} seconds", ("times",), most=f"{MAX_SECONDS:,}")
        keep(self, "times", tuple(round(float(seconds), 3) for seconds in self.times))
        normalise_line(self)
        keep(self, "tags", dict(self.tags))
        if problem := self._problem():
            raise problem

    def _problem(self) -> PartError | None:
        seats, plies = len(self.match.game.seats), len(self.match.moves)
        if self.players and len(self.players) != seats:
            return PartError(
                "{game} has {seats} players, not {found}",
                ("players",),
                game=self.match.game.title,
                seats=seats,
                found=len(self.players),
            )
        if self.times and len(self.times) != plies:
            return PartError(
                "there are {times} times for {moves} moves", ("times",), times=len(self.times), moves=plies
            )
        if self.date and not _is_date(self.date):
            return PartError("{date!r} is not a date: write it as 2026-11-15", ("date",), date=self.date)
        if bad := [name for name in self.tags if not re.fullmatch(r"[A-Za-z]\w*", name, re.ASCII)]:
            return PartError("{tag!r} cannot be the name of a tag", ("tags", bad[0]), tag=bad[0])
        if bad := [name for name in self.tags if OWN_TAGS.fullmatch(name)]:
            return PartError("the tag {tag} belongs to the record itself", ("tags", bad[0]), tag=bad[0])
        return find_problem(self.match, self)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seat that made each move, counted from 0."""
        return tuple(state.turn for state in self.match.states[:-1])

    @property
    def result(self) -> str:
        """The scores by seat, or * while the match goes on."""
        return format_scores(self.match.outcome.scores if self.match.outcome else None)

    def __str__(self) -> str:
        lines = [f'[{name} "{_escape(value)}"]' for name, value in self._tags()]
        return "\n".join([*lines, "", *self._lines(), ""])

    def _repr_svg_(self) -> str:
        """The last position as SVG, for notebooks."""
        return self.match._repr_svg_()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """The record as text, its last position as SVG, and its match to step through, for notebooks."""
        from tablier.notebook import show_match  # imported with the first picture: it takes time

        return show_match(self.match, text=str(self))

    def _tags(self) -> Iterator[tuple[str, str]]:
        match, outcome = self.match, self.match.outcome
        yield "Game", match.game.id
        if match.game.options:
            yield "Options", " ".join(f"{name}={_plain(value)}" for name, value in match.game.options.items())
        yield from ((f"Player{seat}", name) for seat, name in enumerate(self.players, 1))
        if self.date:
            yield "Date", self.date
        if match.start != match.game.start():
            yield "Start", str(match.start)
        yield "Result", self.result
        if outcome:
            yield "Reason", outcome.reason
        if match.termination and match.termination.seat is not None:
            yield "By", str(match.termination.seat + 1)
        yield from self.tags.items()

    def _lines(self) -> list[str]:
        """The moves, numbered by round, wrapped; the result on a line of its own."""
        text = " ".join(write_line(self.match, self, Rounds(len(self.match.game.seats)), times=self.times))
        return [*wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False), self.result]

    @classmethod
    def read(cls, text: str) -> Record:
        """The one record a text holds."""
        records = list(cls.read_all(text))
        if len(records) != 1:
            if not records:
                raise NotationError("expected one record, found no record", text=text, column=1)
            raise NotationError(
                "expected one record, found {found} records",
                text=text,
                column=1,
                values={"found": len(records)},
            )
        return records[0]

    @classmethod
    def read_all(cls, text: str) -> Iterator[Record]:
        """Every record of a text, one after the other; NotationError says line and column."""
        if not isinstance(text, str):
            raise TypeError(f"a record is a text, not {type(text).__name__}")
        reading = Reading(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
        while not reading.at_end():
            yield reading.record(cls)

    def to_dict(self) -> dict[str, Any]:
        """The record as plain values, ready for JSON; seats are counted from 0."""
        match, outcome = self.match, self.match.outcome
        return {
            "game": match.game.id,
            "options": dict(match.game.options),
            "players": list(self.players),
            "date": self.date,
            "start": str(match.start) if match.start != match.game.start() else None,
            "moves": [match.game.texts[move] for move in match.moves],
            "seats": list(self.seats),
            "times": list(self.times),
            "comments": {str(ply): text for ply, text in self.comments.items()},
            "marks": {str(ply): mark for ply, mark in self.marks.items()},
            "variations": [self._variation_dict(variation) for variation in self.variations],
            "tags": dict(self.tags),
            "scores": list(outcome.scores) if outcome else None,
            "reason": outcome.reason if outcome else None,
            "by": match.termination.seat if match.termination else None,
        }

    def _variation_dict(self, variation: Variation) -> dict[str, Any]:
        return {
            "after": variation.after,
            "moves": [self.match.game.texts[move] for move in variation.moves],
            "comments": {str(ply): text for ply, text in variation.comments.items()},
            "marks": {str(ply): mark for ply, mark in variation.marks.items()},
            "variations": [self._variation_dict(inner) for inner in variation.variations],
        }

    @classmethod
    def from_dict(cls, value: object) -> Record:
        """The record of `to_dict`, every part checked: ValueError says what is wrong.

        Parts may be missing, as `seats` is in records of earlier versions.
        """
        return Parts(value).record(cls)

    def to_json(self) -> str:
        """The record as JSON text."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=1)

    @classmethod
    def from_json(cls, text: str) -> Record:
        """The record of `to_json`; NotationError says what is wrong."""
        try:
            value = json.loads(text)
        except json.JSONDecodeError as error:
            raise NotationError(
                "this is not JSON from here on", text=text, column=error.colno, line=error.lineno
            ) from None
        except ValueError:  # Python reads no number of thousands of digits
            raise NotationError("a number has too many digits", text=text, column=1) from None
        except RecursionError:
            raise NotationError("this is nested too deeply for a record", text=text, column=1) from None
        try:
            return cls.from_dict(value)
        except (ValueError, TypeError) as error:
            at = find_part(text, error.path) if isinstance(error, PartError) else 0
            raise Reading(text).pass_on(error, at) from error


def _is_date(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return text.isascii()


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
