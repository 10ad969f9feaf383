"""Looks through games for puzzles, and keeps what was found and what was looked at in two files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from tablier.board_game import Game
from tablier.bots import Stop
from tablier.match import Match
from tablier.puzzle import Puzzle, read_puzzles
from tablier.puzzles.checking import Checker
from tablier.puzzles.sources import Source

PER_GAME = 3
"""Puzzles from one game at most: neighbouring positions are alike."""


class Collection:
    """The puzzles in a file, one a line, and beside it (`FILE.seen`) the keys of the games looked at.

    Both grow by whole lines: whatever interrupts a run, the next one goes on. A torn last line is cut off.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen_path = path.with_name(path.name + ".seen")
        self.puzzles = {puzzle.id: puzzle for puzzle in read_puzzles(_read_whole_lines(path))}
        self._seen = set(_read_whole_lines(self._seen_path).split())

    def __contains__(self, source: Source) -> bool:
        return source.key in self._seen

    def add(self, source: Source, found: Iterable[Puzzle]) -> list[Puzzle]:
        """Write down the puzzles of a game, and that it was looked at; returns those that are new."""
        new = {puzzle.id: puzzle for puzzle in found if puzzle.id not in self.puzzles}
        _append(self.path, "".join(f"{puzzle}\n" for puzzle in new.values()))
        # Afterwards: interrupted in between, the game is looked at again and its puzzles are known.
        _append(self._seen_path, f"{source.key}\n")
        self.puzzles |= new
        self._seen.add(source.key)
        return list(new.values())


def look_through(
    game: Game, sources: Iterable[Source], collection: Collection, *, nodes: int | None, stop: Stop
) -> Iterator[list[Puzzle]]:
    """After every game, the new puzzles in it; games that were looked at before give none. Raises Stopped, or
    GameStopped, soon after `stop` is set."""
    checker = Checker(game, nodes=nodes, stop=stop)
    for source in sources:
        if source in collection:
            yield []
            continue
        yield collection.add(source, look_at(source.match(stop), checker))


def look_at(match: Match, checker: Checker) -> list[Puzzle]:
    """The puzzles of a game, the last positions first: there the values are the most certain. Of several with
    the same first move only one: they are neighbours."""
    found: dict[str, Puzzle] = {}
    for state in reversed(match.states[:-1]):
        puzzle = checker.find(state)
        if puzzle is not None:
            found.setdefault(puzzle.solution[0], puzzle)
        if len(found) == PER_GAME:
            break
    return list(found.values())


def _read_whole_lines(path: Path) -> str:
    """The text of a file; an incomplete last line, whose writer was killed, is removed from it."""
    if not path.exists():
        return ""
    text = path.read_text(encoding="utf-8")
    whole, newline, torn = text.rpartition("\n")
    if torn:
        path.write_text(whole + newline, encoding="utf-8")
    return whole + newline


def _append(path: Path, text: str) -> None:
    """In one write: readers see all of it or nothing."""
    if text:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab", buffering=0) as file:
            file.write(text.encode())
