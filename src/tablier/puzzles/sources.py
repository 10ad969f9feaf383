"""The games in which puzzles are looked for: those of a file, or such as are played for the purpose."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from tablier.arena.log import BEGINNING, Result
from tablier.arena.plan import PlannedGame, plan_games
from tablier.arena.run import GameStopped, play_game
from tablier.board_game import Game
from tablier.bots import Stop
from tablier.match import Match
from tablier.record import Record

PLAYERS = ("level:2", "level:3", "level:4")
"""They play sensibly, make mistakes, and are quick."""


@dataclass(frozen=True)
class Source:
    """A game to look at, not played or read yet if it is planned."""

    key: str
    """The same for the same game: what has been looked at is not looked at again."""
    planned: PlannedGame | None = None
    record: Record | None = None

    def match(self, stop: Stop | None = None) -> Match:
        """The finished game; GameStopped if `stop` is set while it is played."""
        if self.record is not None:
            return self.record.match
        assert self.planned is not None
        return Record.from_dict(play_game(self.planned, stop=stop).record).match


def planned_sources(game: Game, count: int, *, seed: int = 0) -> Iterator[Source]:
    """So many games of middling levels against each other, from random openings."""
    for job in plan_games(game, PLAYERS, games=count, seed=seed)[:count]:
        yield Source(job.key, planned=job)


def read_sources(game: Game, path: Path) -> Iterator[Source]:
    """The finished games of this game, with these options, in a file: a log of the arena, or records as text
    or JSON. ValueError if it is none of them."""
    for record in _read_records(path.read_text(encoding="utf-8")):
        if record.match.game is game and record.match.outcome is not None:
            key = sha256(str(record).encode()).hexdigest()[:24]
            yield Source(key, record=record)


def _read_records(text: str) -> Iterator[Record]:
    if text.startswith(BEGINNING):
        for line in text.splitlines():
            yield Record.from_dict(Result.read(line).record)
    elif text.lstrip().startswith("{"):
        yield Record.from_dict(json.loads(text))
    else:
        yield from Record.read_all(text)


__all__ = ["GameStopped", "Source", "planned_sources", "read_sources"]
