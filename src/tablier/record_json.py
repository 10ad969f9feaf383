"""Reads records from the plain values of JSON. Every part is checked, and where it stands is known."""

from __future__ import annotations

import re
from itertools import count
from json import JSONDecoder
from types import UnionType
from typing import Any

from tablier.core.values import IllegalMove, NotationError
from tablier.match import Match
from tablier.record_line import MAX_DEPTH, PartError, Variation, branch, describe_move_error
from tablier.record_reading import (
    TERMINATIONS,
    Found,
    ReadRecord,
    end_match,
    make_termination,
    old_team_draw,
    open_match,
)
from tablier.registry import game as find_game

_BETWEEN = re.compile(r"[ \t\n\r,:]*")
"""What may stand between two values in JSON."""
SURROGATE = re.compile("[\ud800-\udfff]")
"""In JSON any half of a surrogate pair can be written, as \\ud800."""


class Parts:
    """The parts of a record as plain values, each checked as it is taken. PartError says what is wrong."""

    def __init__(self, value: object, path: tuple[str | int, ...] = ()) -> None:
        """`path` leads to the value in its record."""
        self.path = path
        if not isinstance(value, dict):
            raise self.error("a record in JSON is an object")
        self.value = value

    def error(self, template: str, /, *path: str | int, **values: object) -> PartError:
        return PartError(template, (*self.path, *path), **values)

    def pass_on(self, error: Exception, *path: str | int) -> PartError:
        """What another reader found wrong with this part."""
        from tablier.scene import describe_problem  # `import tablier` loads no pictures

        return self.error("{problem}", *path, problem=describe_problem(error))

    def wrong(self, found: object, *path: str | int) -> PartError:
        return self.error(
            "{name} is not what it should be: {found!r}", *path, name=path[0], found=str(found)[:40]
        )

    def checked_text(self, found: Any, *path: str | int) -> Any:
        """What was found, unless it is a text with half of a surrogate pair, which no file can hold."""
        if isinstance(found, str) and SURROGATE.search(found):
            raise self.error(
                "a text in {name} has a character that cannot be written: {found!r}",
                *path,
                name=path[0],
                found=found[:40],
            )
        return found

    def part(self, name: str, kind: type, default: Any = None) -> Any:
        found = self.value.get(name)
        found = default if found is None else found
        if found is not None and (not isinstance(found, kind) or isinstance(found, bool)):
            raise self.wrong(found, name)
        return self.checked_text(found, name)

    def items(self, name: str, kind: type | UnionType) -> list[Any]:
        found: list[Any] = self.part(name, list, [])
        for at, item in enumerate(found):
            if not isinstance(item, kind) or isinstance(item, bool):
                raise self.wrong(item, name, at)
            self.checked_text(item, name, at)
        return found

    def texts(self, name: str) -> dict[str, str]:
        found: dict[str, str] = self.part(name, dict, {})
        for key, text in found.items():
            if not isinstance(text, str):
                raise self.wrong(text, name, key)
            self.checked_text(text, name, key)
        return found

    def by_ply(self, name: str) -> dict[int, str]:
        texts = self.texts(name)
        for ply in texts:
            if not (ply.isascii() and ply.isdigit() and len(ply) < 9):
                raise self.error("{name} stand by the number of moves made before", name, ply, name=name)
        return {int(ply): text for ply, text in texts.items()}

    def comments(self) -> dict[int, str]:
        return self.by_ply("comments")

    def marks(self) -> dict[int, str]:
        return self.by_ply("marks")

    def variations(self, match: Match, first: int = 0, depth: int = 1) -> tuple[Variation, ...]:
        """The lines that leave the one that begins after `first` moves of a match."""
        if depth > MAX_DEPTH and self.value.get("variations"):
            raise self.error("variations are nested more than {most} deep", "variations", most=MAX_DEPTH)
        return tuple(
            Parts(value, (*self.path, "variations", at)).variation(match, first, depth)
            for at, value in enumerate(self.items("variations", dict))
        )

    def variation(self, match: Match, first: int, depth: int) -> Variation:
        after = self.part("after", int, 0)
        if after not in range(len(match.moves) - first + 1):
            raise self.error("a variation leaves the line after a move that was not made", "after")
        other = branch(match, first + after)
        self.play(other)
        return Variation(
            after,
            tuple(other.moves[first + after :]),
            self.comments(),
            self.marks(),
            self.variations(other, first + after, depth + 1),
        )

    def record(self, make: type[Found]) -> Found:
        match = self.match()
        record = make(
            match,
            players=tuple(self.items("players", str)),
            date=self.part("date", str, ""),
            times=tuple(self.items("times", int | float)),
            comments=self.comments(),
            marks=self.marks(),
            variations=self.variations(match),
            tags=self.texts("tags"),
        )
        self.compare(record)
        return record

    def match(self) -> Match:
        try:
            game = find_game(self.part("game", str, ""), **self.part("options", dict, {}))
        except PartError:
            raise
        except (ValueError, TypeError) as error:
            raise self.pass_on(error, "game") from None
        try:
            match = open_match(game, self.part("start", str))
        except NotationError as error:
            raise self.pass_on(error, "start") from None
        self.play(match)
        if (reason := self.part("reason", str)) in TERMINATIONS:
            by = self.part("by", int)
            try:
                end_match(match, make_termination(reason, by))
            except ValueError as error:
                raise self.pass_on(error, "reason") from None
        return match

    def play(self, match: Match) -> None:
        for at, text in enumerate(self.items("moves", str)):
            try:
                match.play(text)
            except (IllegalMove, NotationError) as error:
                raise self.error(
                    "move {number}: {problem}",
                    "moves",
                    at,
                    number=at + 1,
                    problem=describe_move_error(error),
                ) from error

    def compare(self, record: ReadRecord) -> None:
        """Refuse seats, a reason or scores other than those the moves lead to."""
        seats = self.items("seats", int)
        if seats and tuple(seats) != record.seats:
            raise self.error(
                "the moves are made by the seats {right}, not by {seats}",
                "seats",
                right=list(record.seats),
                seats=seats,
            )
        outcome = record.match.outcome
        reason = self.part("reason", str)
        if outcome is None and reason is not None:
            raise self.error(
                "the moves do not end the game, by {reason} or otherwise", "reason", reason=reason
            )
        if outcome is not None and reason != outcome.reason:
            raise self.error(
                "the moves end by {right}, not by {reason}",
                "reason",
                right=outcome.reason,
                reason=reason or "*",
            )
        scores = self.part("scores", list)
        reached_scores = outcome.scores if outcome else None
        if (None if scores is None else tuple(scores)) not in (reached_scores, old_team_draw(record.match)):
            raise self.error(
                "the moves lead to the result {right}, not to {text}",
                "scores",
                right=record.result,
                text=scores,
            )


def find_part(text: str, path: tuple[str | int, ...]) -> int:
    """Where a part begins in a text in JSON, or what it is missing in."""
    decoder = JSONDecoder()

    def skip(at: int) -> int:
        return _BETWEEN.match(text, at).end()  # type: ignore[union-attr]  # it matches anything

    at = skip(0)
    for step in path:
        place = skip(at + 1)
        for number in count():
            if text[place] in "]}":
                return at
            name: object = number
            if isinstance(step, str):
                name, place = decoder.raw_decode(text, place)
                place = skip(place)
            if name == step:
                break
            place = skip(decoder.raw_decode(text, place)[1])
        at = place
    return at
