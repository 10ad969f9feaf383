"""The log of finished games: one line of JSON each, append-only. A game in the log is not played again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tablier.arena.plan import PlannedGame
from tablier.record import Record
from tablier.registry import kind

BEGINNING = '{"key":'
"""How every line begins."""


@dataclass(frozen=True)
class Result:
    """A finished game: its record, and the seed, limit and opening it was played with.

    >>> import tablier
    >>> from tablier.arena import plan_games, play_game
    >>> result = play_game(plan_games(tablier.game("quixo", size=3), ["random", "level:1"], games=1)[0])
    >>> Result.read(str(result)) == result, sum(result.shares)
    (True, 1.0)
    """

    key: str
    seed: int
    limit: dict[str, Any]
    opening: int
    """The number of random plies before the bots took over."""
    record: dict[str, Any]
    """`Record.to_dict` without its empty parts."""
    fault: str = ""
    """What an engine did wrong, by which it lost."""

    @classmethod
    def of(cls, job: PlannedGame, record: Record, fault: str = "") -> Result:
        """The result of a planned game that was played to its end."""
        limit = {name: value for name, value in asdict(job.limit).items() if value} if job.limit else {}
        parts = {name: part for name, part in record.to_dict().items() if part}
        return cls(job.key, job.seed, limit, len(job.opening), parts, fault)

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots' names by seat."""
        return tuple(self.record["players"])

    @property
    def scores(self) -> tuple[float, ...]:
        """The scores by seat."""
        return tuple(self.record["scores"])

    @property
    def sides(self) -> tuple[tuple[str, ...], ...]:
        """The bots' names by side."""
        return tuple(tuple(self.bots[seat] for seat in side) for side in self._sides)

    @property
    def shares(self) -> tuple[float, ...]:
        """The fraction of all points that each side got; equal fractions if there were no points."""
        total = sum(self.scores)
        if not total:
            return tuple(1 / len(self._sides) for _ in self._sides)
        return tuple(sum(self.scores[seat] for seat in side) / total for side in self._sides)

    @property
    def _sides(self) -> tuple[tuple[int, ...], ...]:
        return kind(self.record["game"]).sides

    @property
    def plies(self) -> int:
        """How many moves were made."""
        return len(self.record["moves"])

    def thinking(self) -> Iterator[tuple[str, float]]:
        """For each move that a bot chose: the bot's name, and the seconds the move took."""
        # Games logged by earlier versions lack the seats of their moves: replaying the moves gives them.
        seats = self.record.get("seats") or Record.from_dict(self.record).seats
        for seat, seconds in list(zip(seats, self.record.get("times", ()), strict=False))[self.opening :]:
            yield self.bots[seat], seconds

    def __str__(self) -> str:
        parts = {name: part for name, part in asdict(self).items() if part or name != "fault"}
        return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def read(cls, line: str) -> Result:
        """The result in a line of the log; ValueError if the line holds none."""
        try:
            result = cls(**json.loads(line))
            if len(result.bots) != len(result.scores) or result.opening > result.plies:
                raise ValueError
        except (ValueError, TypeError, KeyError, IndexError, AttributeError):
            raise ValueError("not a finished game of an arena") from None
        return result


class Log:
    """The results in a file, by the keys of their games.

    ValueError if the file holds something else.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     len(Log(Path(folder) / "games.jsonl").results)
    0
    """

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
        """Remove an incomplete last line, whose writer was killed: that game is played again."""
        if not torn.startswith(BEGINNING[: len(torn)]):
            raise ValueError(f"{self.path}: this is not a file of an arena")
        with self.path.open("r+b") as file:
            file.truncate(at)

    def append(self, result: Result) -> None:
        """Write a result as one line, in a single write: readers see all of it or nothing."""
        # Counted first: after an interruption in between the game is played again, not written twice.
        self.results[result.key] = result
        with self.path.open("ab", buffering=0) as file:
            file.write(f"{result}\n".encode())

    def of(self, jobs: Iterable[PlannedGame]) -> list[Result]:
        """The results of those of these games that are in the log, in the games' order."""
        return [self.results[job.key] for job in jobs if job.key in self.results]

    def __contains__(self, job: PlannedGame) -> bool:
        return job.key in self.results
