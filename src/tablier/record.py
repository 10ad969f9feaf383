"""A match on paper: a readable text file, and the same as JSON. Reading gives back what was written.

    [Game "quixo"]
    [Options "size=4"]
    [Player1 "Ann"]
    [Player2 "Bob"]
    [Date "2026-11-15"]
    [Result "0-1"]
    [Reason "resigned"]
    [By "1"]

    1. a1d1 3.2s a4a1 {a comment} 2. d1d4
    0-1

Seats are counted from 1 here, as people do. A move may be followed by the seconds it took (`3.2s`) and by
comments, in braces or from a semicolon to the end of the line. The result at the end closes the record, `*` a
running one, so that a file can hold many.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from textwrap import wrap
from typing import Any, cast

from tablier.core.values import IllegalMove, NotationError
from tablier.game import Game, read_option
from tablier.match import Act, Match
from tablier.registry import game as find_game

WIDTH = 80
ACTS = ("resigned", "time", "agreed")
OWN_TAGS = re.compile(r"Game|Options|Player\d+|Date|Start|Result|Reason|By")

TOKEN = re.compile(
    r"""(?P<space>\s+)
    |\[(?P<tag>[A-Za-z]\w*)\s+"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\]
    |\{(?P<braces>[^}]*)\}
    |;(?P<line>[^\n]*)
    |(?P<number>\d+\.(?!\d))
    |(?P<seconds>\d+(?:\.\d+)?)s(?=[\s{;]|$)
    |(?P<result>\*|\d+(?:\.\d+)?(?:-\d+(?:\.\d+)?)+)(?=[\s{;]|$)
    |(?P<move>[^\s{};\[\]"]+)""",
    re.VERBOSE | re.ASCII,
)


@dataclass(frozen=True)
class Record:
    """A match and what people want to keep with it."""

    match: Match
    players: tuple[str, ...] = ()
    """The players' names by seat; none if nobody wrote them down."""
    date: str = ""
    """A day or a moment, as ISO 8601 writes it."""
    times: tuple[float, ...] = ()
    """The seconds each move took, to the millisecond."""
    comments: Mapping[int, str] = field(default_factory=dict)
    """By the number of moves made before: 0 stands before the first."""
    tags: Mapping[str, str] = field(default_factory=dict)
    """Anything else, by name."""

    def __post_init__(self) -> None:
        keep = object.__setattr__  # a frozen value puts its own parts in order once
        keep(self, "players", tuple(self.players))
        keep(self, "times", tuple(round(float(seconds), 3) for seconds in self.times))
        keep(self, "comments", {ply: " ".join(text.split()) for ply, text in sorted(self.comments.items())})
        keep(self, "tags", dict(self.tags))
        if problem := self._problem():
            raise ValueError(problem)

    def _problem(self) -> str | None:
        seats, plies = len(self.match.game.seats), len(self.match.moves)
        if self.players and len(self.players) != seats:
            return f"{self.match.game.title} has {seats} players, not {len(self.players)}"
        if self.times and len(self.times) != plies:
            return f"there are {len(self.times)} times for {plies} moves"
        if any(not 0 <= seconds < 1e9 for seconds in self.times):
            return "a move takes some seconds, not less than none"
        if any(ply not in range(plies + 1) for ply in self.comments):
            return "a comment stands behind a move that was not made"
        if any("}" in text or not text for text in self.comments.values()):
            return "a comment holds some words and no closing brace"
        if self.date and not _is_date(self.date):
            return f"{self.date!r} is not a date: write it as 2026-11-15"
        if bad := [name for name in self.tags if not re.fullmatch(r"[A-Za-z]\w*", name, re.ASCII)]:
            return f"{bad[0]!r} cannot be the name of a tag"
        if bad := [name for name in self.tags if OWN_TAGS.fullmatch(name)]:
            return f"the tag {bad[0]} belongs to the record itself"
        return None

    @property
    def result(self) -> str:
        """The scores by seat, or * while the match goes on."""
        outcome = self.match.outcome
        return "-".join(f"{score:.12g}" for score in outcome.scores) if outcome else "*"

    def __str__(self) -> str:
        lines = [f'[{name} "{_escape(value)}"]' for name, value in self._tags()]
        return "\n".join([*lines, "", *self._lines(), ""])

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
        if match.act and match.act.seat is not None:
            yield "By", str(match.act.seat + 1)
        yield from self.tags.items()

    def _lines(self) -> list[str]:
        """The moves, numbered by round, wrapped; the result on a line of its own."""
        words: list[str] = []
        seats = len(self.match.game.seats)
        for ply, move in enumerate(self.match.moves):
            words += self._comment(ply)
            if ply % seats == 0:
                words.append(f"{ply // seats + 1}.")
            words.append(self.match.game.texts[move])
            if self.times:
                words.append(f"{self.times[ply]:.3f}".rstrip("0").rstrip(".") + "s")
        words += self._comment(len(self.match.moves))
        text = " ".join(words)
        return [*wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False), self.result]

    def _comment(self, ply: int) -> list[str]:
        return ["{" + self.comments[ply] + "}"] if ply in self.comments else []

    @classmethod
    def read(cls, text: str) -> Record:
        """The one record a text holds."""
        records = list(cls.read_all(text))
        if len(records) != 1:
            found = "no record" if not records else f"{len(records)} records"
            raise NotationError(f"expected one record, found {found}", text=text, column=1)
        return records[0]

    @classmethod
    def read_all(cls, text: str) -> Iterator[Record]:
        """Every record of a text, one after the other; NotationError says line and column."""
        if not isinstance(text, str):
            raise TypeError(f"a record is a text, not {type(text).__name__}")
        reading = _Reading(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
        while not reading.at_end():
            yield reading.record()

    def to_json(self) -> str:
        """The same as JSON."""
        match, outcome = self.match, self.match.outcome
        value: dict[str, Any] = {
            "game": match.game.id,
            "options": dict(match.game.options),
            "players": list(self.players),
            "date": self.date,
            "start": str(match.start) if match.start != match.game.start() else None,
            "moves": [match.game.texts[move] for move in match.moves],
            "times": list(self.times),
            "comments": {str(ply): text for ply, text in self.comments.items()},
            "tags": dict(self.tags),
            "scores": list(outcome.scores) if outcome else None,
            "reason": outcome.reason if outcome else None,
            "by": match.act.seat if match.act else None,
        }
        return json.dumps(value, ensure_ascii=False, indent=1)

    @classmethod
    def from_json(cls, text: str) -> Record:
        """A record from its JSON form; NotationError says what is wrong with it."""
        try:
            value = json.loads(text)
        except json.JSONDecodeError as error:
            raise NotationError(error.msg, text=text, column=error.colno, line=error.lineno) from None
        except RecursionError:
            raise NotationError("this nests too deep for a record", text=text, column=1) from None
        try:
            return _from_value(cls, value)
        except NotationError:
            raise
        except (ValueError, TypeError) as error:
            raise NotationError(str(error), text=text, column=1) from error


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


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: {"n": "\n", "r": "\r"}.get(found[1], found[1]), text)


def _open(game: Game, start: str | None) -> Match:
    return Match(game, start=None if start is None else game.read(start))


def _act(reason: str, seat: int | None) -> Act:
    return Act(cast(Any, reason), seat)


def _end(match: Match, act: Act) -> None:
    """End a match as a record says it ended."""
    if act.reason == "agreed":
        match.agree(winner=act.seat)
    elif act.seat is None:
        raise ValueError(
            f"the record does not say who {'resigned' if act.reason == 'resigned' else 'lost on time'}"
        )
    elif act.reason == "resigned":
        match.resign(act.seat)
    else:
        match.time_out(act.seat)


def _from_value(cls: type[Record], value: Any) -> Record:
    """A record from a JSON value, every part of it checked."""

    def part(name: str, kind: type | tuple[type, ...], default: Any) -> Any:
        found = value.get(name)
        found = default if found is None else found
        if found is not None and (not isinstance(found, kind) or isinstance(found, bool)):
            raise ValueError(f"{name} is not what it should be: {str(found)[:40]!r}")
        return found

    def strings(name: str) -> list[str]:
        found = part(name, list, [])
        if not all(isinstance(item, str) for item in found):
            raise ValueError(f"{name} is a list of texts")
        return cast(list[str], found)

    if not isinstance(value, dict):
        raise ValueError("a record in JSON is an object")
    match = _open(find_game(part("game", str, ""), **part("options", dict, {})), part("start", str, None))
    for number, text in enumerate(strings("moves"), 1):
        try:
            match.play(text)
        except (IllegalMove, NotationError) as error:
            raise ValueError(f"move {number}: {error}") from error
    if (reason := part("reason", str, None)) in ACTS:
        _end(match, _act(reason, part("by", int, None)))
    times = part("times", list, [])
    if not all(isinstance(seconds, int | float) and not isinstance(seconds, bool) for seconds in times):
        raise ValueError("times is a list of seconds")
    texts = {**part("comments", dict, {}), **part("tags", dict, {})}
    if not all(isinstance(text, str) for text in texts.values()):
        raise ValueError("comments and tags are texts")
    comments = part("comments", dict, {})
    if not all(ply.isascii() and ply.isdigit() and len(ply) < 9 for ply in comments):
        raise ValueError("comments stand by the number of moves made before")
    record = cls(
        match,
        players=tuple(strings("players")),
        date=part("date", str, ""),
        times=tuple(times),
        comments={int(ply): text for ply, text in comments.items()},
        tags=part("tags", dict, {}),
    )
    outcome = match.outcome
    if reason != (outcome.reason if outcome else None):
        raise ValueError(
            f"the moves end with {outcome.reason if outcome else 'no result'}, not with {reason}"
        )
    scores = part("scores", list, None)
    if (tuple(scores) if scores is not None else None) != (outcome.scores if outcome else None):
        raise ValueError(f"the moves lead to the result {record.result}, not to {scores}")
    return record


class _Reading:
    """A text being read, token by token."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def error(self, problem: str, at: int) -> NotationError:
        line = self.text.count("\n", 0, at) + 1
        return NotationError(problem, text=self.text, line=line, column=at - self.text.rfind("\n", 0, at))

    def next(self) -> re.Match[str] | None:
        """The next token that is not white space."""
        while self.at < len(self.text):
            found = TOKEN.match(self.text, self.at)
            if found is None:
                raise self.error(self._unreadable(), self.at)
            self.at = found.end()
            if found.lastgroup != "space":
                return found
        return None

    def _unreadable(self) -> str:
        return {
            "[": 'a tag is written [Name "value"]',
            "{": "this comment is not closed",
        }.get(self.text[self.at], f"{self.text[self.at]!r} has no place here")

    def at_end(self) -> bool:
        """Is nothing left but comments?"""
        before = self.at
        while (found := self.next()) is not None:
            if found.lastgroup not in ("braces", "line"):
                self.at = before
                return False
        return True

    def record(self) -> Record:
        """Read one record, up to its result."""
        tags: dict[str, tuple[str, int]] = {}
        comments: dict[int, list[str]] = {}
        times: dict[int, float] = {}
        match: Match | None = None
        while (found := self.next()) is not None:
            group, at = found.lastgroup, found.start()
            if found["tag"] is not None:
                if match is not None:
                    raise self.error("the moves before this tag lack a result: * if the game goes on", at)
                if found["tag"] in tags:
                    raise self.error(f"the tag {found['tag']} stands here twice", at)
                tags[found["tag"]] = (_unescape(found["value"]), at)
                continue
            if group in ("braces", "line"):
                comments.setdefault(len(match.moves) if match else 0, []).append(found[group])
                continue
            match = match or self._open(tags, at)
            if group == "result":
                return self._close(match, tags, comments, times, found)
            if group == "seconds":
                if not match.moves or len(match.moves) in times:
                    raise self.error("a time stands behind its move", at)
                times[len(match.moves)] = float(found["seconds"])
            elif group == "number":
                expected = f"{len(match.moves) // len(match.game.seats) + 1}."
                if found[0] != expected or len(match.moves) % len(match.game.seats):
                    raise self.error(f"{found[0]} does not count the rounds: {expected} is being played", at)
            else:
                self._move(match, found)
        raise self.error("the record ends without a result: * if the game goes on", len(self.text))

    def _open(self, tags: Mapping[str, tuple[str, int]], at: int) -> Match:
        if "Game" not in tags:
            raise self.error('the record does not begin with [Game "..."]', at)
        options: dict[str, Any] = {}
        words, at = tags.get("Options", ("", at))
        for word in words.split():
            try:
                options.update([read_option(word)])
            except ValueError as error:
                raise self.error(str(error), at) from None
        name, at = tags["Game"]
        try:
            game = find_game(name, **options)
        except ValueError as error:
            raise self.error(str(error), at) from None
        if "Start" not in tags:
            return _open(game, None)
        text, at = tags["Start"]
        try:
            return _open(game, text)
        except NotationError as error:
            raise self.error(f"the start position: {error}", at) from None

    def _move(self, match: Match, found: re.Match[str]) -> None:
        try:
            match.play(found["move"])
        except NotationError as error:
            raise self.error(error.problem, found.start() + error.column - 1) from None
        except IllegalMove as error:
            raise self.error(str(error), found.start()) from error

    def _close(
        self,
        match: Match,
        tags: dict[str, tuple[str, int]],
        comments: Mapping[int, Sequence[str]],
        times: Mapping[int, float],
        found: re.Match[str],
    ) -> Record:
        if times and len(times) != len(match.moves):
            raise self.error(
                f"{len(times)} of {len(match.moves)} moves have a time: all or none", found.start()
            )
        reason, at = tags.get("Reason", ("", found.start()))
        if reason in ACTS:
            by, at = tags.get("By", ("", at))
            if by and not re.fullmatch(r"[1-9]", by):
                raise self.error(f"By is a seat counted from 1, not {by!r}", at)
            try:
                _end(match, _act(reason, int(by) - 1 if by else None))
            except ValueError as error:
                raise self.error(str(error), at) from None
        try:
            record = Record(
                match,
                players=_players(tags),
                date=tags.get("Date", ("", 0))[0],
                times=tuple(times[ply + 1] for ply in range(len(match.moves))) if times else (),
                comments={ply: text for ply, texts in comments.items() if (text := " ".join(texts).strip())},
                tags={name: value for name, (value, _) in tags.items() if not OWN_TAGS.fullmatch(name)},
            )
        except ValueError as error:
            raise self.error(str(error), tags["Game"][1]) from None
        self._agree(record, tags, found)
        return record

    def _agree(self, record: Record, tags: Mapping[str, tuple[str, int]], found: re.Match[str]) -> None:
        """What the record says of its end is what the moves say."""
        said, at = tags.get("Result", (record.result, 0))
        for text, place in ((said, at), (found[0], found.start())):
            if text != record.result:
                raise self.error(f"the moves lead to the result {record.result}, not to {text}", place)
        outcome = record.match.outcome
        reason, at = tags.get("Reason", (outcome.reason if outcome else "", 0))
        if reason != (outcome.reason if outcome else ""):
            raise self.error(
                f"the moves end by {outcome.reason if outcome else 'nothing'}, not by {reason}", at
            )


def _players(tags: Mapping[str, tuple[str, int]]) -> tuple[str, ...]:
    names = sorted(name for name in tags if re.fullmatch(r"Player\d+", name))
    if names != [f"Player{seat}" for seat in range(1, len(names) + 1)]:
        raise ValueError(f"players are numbered from Player1 without a gap, not {', '.join(names)}")
    return tuple(tags[name][0] for name in names)
