"""Reads records from text, token by token. Every part is checked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar, cast

from tablier.board_game import Game, read_option
from tablier.core.values import DescribedError, IllegalMove, NotationError
from tablier.match import Match, Termination
from tablier.record_line import MAX_DEPTH, Rounds, Variation, branch, describe_move_error
from tablier.registry import game as find_game

TERMINATIONS = ("resigned", "time", "agreed")
OWN_TAGS = re.compile(r"Game|Options|Player\d+|Date|Start|Result|Reason|By")

TOKEN = re.compile(
    r"""(?P<space>\s+)
    |\[(?P<tag>[A-Za-z]\w*)\s+"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\]
    |\{(?P<braces>[^}]*)\}
    |;(?P<line>[^\n]*)
    |(?P<open>\()
    |(?P<close>\))
    |(?P<onward>\.\.\.)
    |(?P<number>\d+\.(?!\d))
    |(?P<seat>\d{1,3}):(?=[\s{;()]|$)
    |(?P<seconds>\d+(?:\.\d+)?)s(?=[\s{;()]|$)
    |(?P<result>\*|\d+(?:\.\d+)?(?:-\d+(?:\.\d+)?)+)(?=[\s{;()]|$)
    |(?P<mark>[!?]{1,2})(?=[\s{;()]|$)
    |(?P<move>[^\s{};()\[\]"!?]+)""",
    re.VERBOSE | re.ASCII,
)


class ReadRecord(Protocol):
    """What is asked of the record that was made from what was read."""

    def __init__(self, match: Match, **parts: Any) -> None: ...
    @property
    def match(self) -> Match: ...
    @property
    def seats(self) -> tuple[int, ...]: ...
    @property
    def result(self) -> str: ...


Found = TypeVar("Found", bound=ReadRecord)


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: {"n": "\n", "r": "\r"}.get(found[1], found[1]), text)


def open_match(game: Game, start: str | None) -> Match:
    return Match(game, start=None if start is None else game.read(start))


def make_termination(reason: str, seat: int | None) -> Termination:
    return Termination(cast(Any, reason), seat)


def end_match(match: Match, termination: Termination) -> None:
    """End a match as a record says it ended."""
    if termination.reason == "agreed":
        match.agree(winner=termination.seat)
    elif termination.seat is None:
        if termination.reason == "resigned":
            raise DescribedError("the record does not say who resigned")
        raise DescribedError("the record does not say who lost on time")
    elif termination.reason == "resigned":
        match.resign(termination.seat)
    else:
        match.time_out(termination.seat)


def format_scores(scores: tuple[float, ...] | None) -> str:
    return "-".join(f"{score:.12g}" for score in scores) if scores is not None else "*"


def old_team_draw(match: Match) -> tuple[float, ...] | None:
    """The scores in older records: 1 / seats each for a drawn game of teams, otherwise those of today."""
    outcome, seats = match.outcome, len(match.game.seats)
    if outcome is None or outcome.winners or len(match.game.sides) == seats:
        return outcome.scores if outcome else None
    return (1 / seats,) * seats


@dataclass
class _Line:
    """A line as far as it has been read."""

    match: Match
    rounds: Rounds
    before: Rounds
    """The rounds before the last move, for a variation that replaces it."""
    first: int = 0
    """How many moves of the match come before the line."""
    times: dict[int, float] = field(default_factory=dict)
    comments: dict[int, list[str]] = field(default_factory=dict)
    marks: dict[int, str] = field(default_factory=dict)
    variations: list[Variation] = field(default_factory=list)

    @property
    def plies(self) -> int:
        return len(self.match.moves) - self.first

    def branch(self, plies: int, rounds: Rounds) -> _Line:
        """A line that leaves this one after so many of its moves."""
        first = self.first + plies
        return _Line(branch(self.match, first), copy(rounds), copy(rounds), first)

    def joined_comments(self) -> dict[int, str]:
        return {ply: text for ply, texts in self.comments.items() if (text := " ".join(texts).strip())}


class Reading:
    """Reads records from a text, token by token."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def error(self, template: str, at: int, /, **values: object) -> NotationError:
        line = self.text.count("\n", 0, at) + 1
        column = at - self.text.rfind("\n", 0, at)
        return NotationError(template, text=self.text, line=line, column=column, values=values)

    def pass_on(self, error: Exception, at: int) -> NotationError:
        """What another reader found wrong, at this place of the text."""
        if isinstance(error, DescribedError):
            return self.error(error.template, at, **error.values)
        return self.error("{problem}", at, problem=str(error))

    def next(self) -> re.Match[str] | None:
        """The next token that is not white space."""
        while self.at < len(self.text):
            found = TOKEN.match(self.text, self.at)
            if found is None:
                raise self._unreadable()
            self.at = found.end()
            if found.lastgroup != "space":
                return found
        return None

    def _unreadable(self) -> NotationError:
        match self.text[self.at]:
            case "[":
                return self.error('a tag is written [Name "value"]', self.at)
            case "{":
                return self.error("this comment is not closed", self.at)
            case character:
                return self.error("{character!r} has no place here", self.at, character=character)

    def at_end(self) -> bool:
        """True if nothing but comments is left."""
        before = self.at
        while (found := self.next()) is not None:
            if found.lastgroup not in ("braces", "line"):
                self.at = before
                return False
        return True

    def record(self, make: type[Found]) -> Found:
        """Read one record, up to its result."""
        tags: dict[str, tuple[str, int]] = {}
        opening: list[str] = []
        lines: list[_Line] = []
        while (found := self.next()) is not None:
            group, at = found.lastgroup, found.start()
            if found["tag"] is not None:
                if lines:
                    raise self.error("the moves before this tag lack a result: * if the game goes on", at)
                if found["tag"] in tags:
                    raise self.error("the tag {tag} appears twice", at, tag=found["tag"])
                tags[found["tag"]] = (_unescape(found["value"]), at)
            elif group in ("braces", "line"):
                comments = lines[-1].comments.setdefault(lines[-1].plies, []) if lines else opening
                comments.append(found[group])
            else:
                if not lines:
                    match = self._open(tags, at)
                    rounds = Rounds(len(match.game.seats))
                    lines.append(_Line(match, rounds, rounds, comments={0: opening}))
                if group == "result":
                    if len(lines) > 1:
                        raise self.error("a variation before this result is not closed", at)
                    return self._close(make, lines[0], tags, found)
                self._token(lines, found)
        raise self.error("the record ends without a result: * if the game goes on", len(self.text))

    def _token(self, lines: list[_Line], found: re.Match[str]) -> None:
        """Take in what stands between the tags and the result."""
        line, at = lines[-1], found.start()
        if found.lastgroup == "open":
            self._begin_variation(lines, at)
        elif found.lastgroup == "close":
            self._end_variation(lines, at)
        elif found.lastgroup == "seconds":
            if len(lines) > 1 or not line.plies or line.plies in line.times:
                raise self.error("a time comes after its move, and only after one that was played", at)
            line.times[line.plies] = float(found["seconds"])
        elif found.lastgroup == "mark":
            if not line.plies or line.plies in line.marks:
                raise self.error("a mark comes after its move", at)
            line.marks[line.plies] = found["mark"]
        elif found.lastgroup == "number":
            begins = line.rounds.begins(line.match.turn)
            expected = f"{line.rounds.number + begins}."
            if found[0] != expected or not begins:
                raise self.error(
                    "{number} is not the right move number: it is {expected}",
                    at,
                    number=found[0],
                    expected=expected,
                )
        elif found.lastgroup == "seat":
            if int(found["seat"]) != line.match.turn + 1:
                raise self.error(
                    "it is not {seat}’s turn but seat {turn}’s", at, seat=found[0], turn=line.match.turn + 1
                )
        elif found.lastgroup == "onward":
            raise self.error(
                "{dots} comes after a parenthesis: it opens a variation that goes on from here",
                at,
                dots="...",
            )
        else:
            line.before = copy(line.rounds)
            line.rounds.add(line.match.turn)
            self._move(line.match, found)

    def _begin_variation(self, lines: list[_Line], at: int) -> None:
        line = lines[-1]
        if len(lines) > MAX_DEPTH:
            raise self.error("variations are nested more than {depth} deep", at, depth=MAX_DEPTH)
        before = self.at
        following = self.next()
        if following is not None and following.lastgroup == "onward":
            lines.append(line.branch(line.plies, line.rounds))
            return
        self.at = before
        if not line.plies:
            raise self.error("a variation replaces the move before it, and there is none", at)
        lines.append(line.branch(line.plies - 1, line.before))

    def _end_variation(self, lines: list[_Line], at: int) -> None:
        if len(lines) == 1:
            raise self.error("no variation is open here", at)
        line = lines.pop()
        if not line.plies:
            raise self.error("a variation has at least one move", at)
        lines[-1].variations.append(
            Variation(
                line.first - lines[-1].first,
                tuple(line.match.moves[line.first :]),
                line.joined_comments(),
                line.marks,
                tuple(line.variations),
            )
        )

    def _open(self, tags: Mapping[str, tuple[str, int]], at: int) -> Match:
        if "Game" not in tags:
            raise self.error('the record does not begin with [Game "NAME"]', at)
        options: dict[str, Any] = {}
        words, at = tags.get("Options", ("", at))
        for word in words.split():
            try:
                options.update([read_option(word)])
            except ValueError as error:
                raise self.pass_on(error, at) from None
        name, at = tags["Game"]
        try:
            game = find_game(name, **options)
        except ValueError as error:
            raise self.pass_on(error, at) from None
        if "Start" not in tags:
            return open_match(game, None)
        text, at = tags["Start"]
        try:
            return open_match(game, text)
        except NotationError as error:
            from tablier.scene import describe_problem  # `import tablier` loads no pictures

            within = self.text.find(text, at)  # not found if it has escaped characters
            place = at if within < 0 else within + error.column - 1
            raise self.error(
                "the start position: {problem}", place, problem=describe_problem(error)
            ) from None

    def _move(self, match: Match, found: re.Match[str]) -> None:
        try:
            match.play(found["move"])
        except NotationError as error:
            raise self.pass_on(error, found.start() + error.column - 1) from None
        except IllegalMove as error:
            raise self.error("{problem}", found.start(), problem=describe_move_error(error)) from error

    def _close(
        self, make: type[Found], line: _Line, tags: Mapping[str, tuple[str, int]], found: re.Match[str]
    ) -> Found:
        match, times = line.match, line.times
        if times and len(times) != len(match.moves):
            raise self.error(
                "{timed} of {moves} moves have a time: all or none",
                found.start(),
                timed=len(times),
                moves=len(match.moves),
            )
        self._terminate(match, tags, found.start())
        try:
            record = make(
                match,
                players=_players(tags),
                date=tags.get("Date", ("", 0))[0],
                times=tuple(times[ply + 1] for ply in range(len(match.moves))) if times else (),
                comments=line.joined_comments(),
                marks=line.marks,
                variations=tuple(line.variations),
                tags={name: value for name, (value, _) in tags.items() if not OWN_TAGS.fullmatch(name)},
            )
        except ValueError as error:
            raise self.pass_on(error, tags["Game"][1]) from None
        self._agree(record, tags, found)
        return record

    def _terminate(self, match: Match, tags: Mapping[str, tuple[str, int]], at: int) -> None:
        """End the match as the tags say that the players ended it."""
        reason, at = tags.get("Reason", ("", at))
        if reason not in TERMINATIONS:
            return
        by, at = tags.get("By", ("", at))
        if by and not re.fullmatch(r"[1-9]", by):
            raise self.error("By is a seat counted from 1, not {by!r}", at, by=by)
        try:
            end_match(match, make_termination(reason, int(by) - 1 if by else None))
        except ValueError as error:
            raise self.pass_on(error, at) from None

    def _agree(self, record: ReadRecord, tags: Mapping[str, tuple[str, int]], found: re.Match[str]) -> None:
        """Refuse a result or a reason other than the one the moves lead to."""
        said, at = tags.get("Result", (record.result, 0))
        for text, place in ((said, at), (found[0], found.start())):
            if text not in (record.result, format_scores(old_team_draw(record.match))):
                raise self.error(
                    "the moves lead to the result {right}, not to {text}",
                    place,
                    right=record.result,
                    text=text,
                )
        outcome = record.match.outcome
        reason, at = tags.get("Reason", (outcome.reason if outcome else "", 0))
        if reason != (outcome.reason if outcome else ""):
            if outcome is None:
                raise self.error("the moves do not end the game, by {reason} or otherwise", at, reason=reason)
            raise self.error(
                "the moves end by {right}, not by {reason}", at, right=outcome.reason, reason=reason
            )


def _players(tags: Mapping[str, tuple[str, int]]) -> tuple[str, ...]:
    names = sorted(name for name in tags if re.fullmatch(r"Player\d+", name))
    if names != [f"Player{seat}" for seat in range(1, len(names) + 1)]:
        raise DescribedError(
            "players are numbered from Player1 without a gap, not {names}", names=", ".join(names)
        )
    return tuple(tags[name][0] for name in names)
