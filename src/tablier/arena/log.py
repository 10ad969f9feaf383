"""Finished games, one line of JSON each. The file only grows; what is in it is not played again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tablier.arena.plan import Job
from tablier.record import Record
from tablier.registry import kind

BEGINNING = '{"key":'
"""Of every line."""


@dataclass(frozen=True)
class Result:
    """One finished game: the record, and what was passed in to play it."""

    key: str
    seed: int
    limit: dict[str, Any]
    opening: int
    """The plies played at random before the bots took over."""
    record: dict[str, Any]
    """As `Record.to_json` writes it, empty parts left out."""

    @classmethod
    def of(cls, job: Job, record: Record) -> Result:
        limit = {name: value for name, value in asdict(job.limit).items() if value} if job.limit else {}
        parts = {name: part for name, part in json.loads(record.to_json()).items() if part}
        return cls(job.key, job.seed, limit, len(job.opening), parts)

    @property
    def bots(self) -> tuple[str, ...]:
        """By seat."""
        return tuple(self.record["players"])

    @property
    def scores(self) -> tuple[float, ...]:
        """By seat."""
        return tuple(self.record["scores"])

    @property
    def sides(self) -> tuple[tuple[str, ...], ...]:
        """The bots of each side."""
        return tuple(tuple(self.bots[seat] for seat in side) for side in self._sides)

    @property
    def shares(self) -> tuple[float, ...]:
        """Each side's part of all points; even parts if nobody got any."""
        total = sum(self.scores)
        if not total:
            return tuple(1 / len(self._sides) for _ in self._sides)
        return tuple(sum(self.scores[seat] for seat in side) / total for side in self._sides)

    @property
    def _sides(self) -> tuple[tuple[int, ...], ...]:
        return kind(self.record["game"]).sides

    @property
    def plies(self) -> int:
        return len(self.record["moves"])

    def thinking(self) -> Iterator[tuple[str, float]]:
        """Each move that a bot chose: which bot, and the seconds it took."""
        record = Record.from_json(json.dumps(self.record))  # not every game's seats move in strict turns
        for state, seconds in list(zip(record.match.states, record.times, strict=False))[self.opening :]:
            yield self.bots[state.turn], seconds

    def __str__(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def read(cls, line: str) -> Result:
        """A result from its line; ValueError if it is none."""
        try:
            result = cls(**json.loads(line))
            if len(result.bots) != len(result.scores) or result.opening > result.plies:
                raise ValueError
        except (ValueError, TypeError, KeyError, IndexError, AttributeError):
            raise ValueError("not a finished game of an arena") from None
        return result


class Log:
    """The results in a file, by key."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.results: dict[str, Result] = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_text() if path.exists() else ""
        whole, newline, torn = text.rpartition("\n")
        for number, line in enumerate(whole.split("\n") if newline else (), 1):
            try:
                result = Result.read(line)
            except ValueError as error:
                raise ValueError(f"{path}, line {number}: {error}") from None
            self.results[result.key] = result
        if torn:
            self._cut(torn, len((whole + newline).encode()))

    def _cut(self, torn: str, at: int) -> None:
        """Take away a line whose writer was killed: that game is played again."""
        if not torn.startswith(BEGINNING[: len(torn)]):
            raise ValueError(f"{self.path}: this is not a file of an arena")
        with self.path.open("r+b") as file:
            file.truncate(at)

    def append(self, result: Result) -> None:
        """Write a result, whole or not at all as far as other readers and an interruption can see."""
        # Counted first: an interruption in between has the game played again, not written twice.
        self.results[result.key] = result
        with self.path.open("ab", buffering=0) as file:
            file.write(f"{result}\n".encode())

    def of(self, jobs: Iterable[Job]) -> list[Result]:
        """The results of these jobs that are there, in the jobs' order."""
        return [self.results[job.key] for job in jobs if job.key in self.results]

    def __contains__(self, job: Job) -> bool:
        return job.key in self.results
