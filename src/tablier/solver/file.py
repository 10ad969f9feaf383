"""A solution as a file: a head of one block that says what it is, then the values, four a byte."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from mmap import ACCESS_READ, ACCESS_WRITE, mmap
from pathlib import Path
from typing import Any

from tablier.board_game import Game
from tablier.core.numbering import positions

MAGIC = b"tablier solution 1\n"
HEAD = 1024
BLOCK = 1 << 20


class SolutionError(ValueError):
    """A file that is not the solution it should be.

    >>> from tempfile import TemporaryDirectory
    >>> from tablier.solver import open_solution
    >>> with TemporaryDirectory() as folder:
    ...     try:
    ...         open_solution(folder)
    ...     except SolutionError as error:
    ...         print(str(error).endswith("is not a solution of a game"))
    True
    """


class UnknownValueError(LookupError):
    """A solution does not know the value of a position: it is not whole.

    >>> from tablier import game
    >>> from tablier.solver import probe
    >>> try:
    ...     probe(game("olix").start())
    ... except UnknownValueError as error:
    ...     print(str(error)[-30:])
    is not known: no table has it
    """


@dataclass(frozen=True)
class Head:
    """Whose values they are. The checksum is of the values; there is none while they are not complete."""

    game: str
    options: Mapping[str, Any]
    positions: int
    version: str
    checksum: str = ""

    @classmethod
    def of(cls, game: Game) -> Head:
        from importlib.metadata import version  # a slow import, and browsers have none

        return cls(game.id, dict(game.options), positions(game.rules), version("tablier"))

    @property
    def size(self) -> int:
        """Of the values, in bytes."""
        return -(-self.positions // 4)

    def is_about(self, other: Head) -> bool:
        """Are both about the same game with the same options?"""
        about = (self.game, dict(self.options), self.positions)
        return about == (other.game, dict(other.options), other.positions)

    def __bytes__(self) -> bytes:
        return (MAGIC + json.dumps(asdict(self)).encode()).ljust(HEAD - 1) + b"\n"


def read_head(path: Path) -> Head:
    """What a file says it is; SolutionError if it is something else, or not whole."""
    with path.open("rb") as file:
        text = file.read(HEAD)
    if not text.startswith(MAGIC):
        raise SolutionError(f"{path} is not a solution of a game")
    try:
        head = Head(**json.loads(text[len(MAGIC) :]))
        is_whole = path.stat().st_size == HEAD + head.size
    except (ValueError, TypeError):
        raise SolutionError(f"{path} is damaged: its head cannot be read") from None
    if not is_whole:
        raise SolutionError(f"{path} is damaged: it should have {HEAD + head.size} bytes")
    return head


def create(path: Path, head: Head) -> None:
    """A file in which no value is known. It takes its room on the disk now, not in the middle of the work."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        file.write(bytes(head))
        for done in range(0, head.size, BLOCK):
            file.write(bytes(min(BLOCK, head.size - done)))


def values(path: Path, *, to_write: bool = False) -> memoryview:
    """The values of a file in memory; what is written there is written to the file."""
    with path.open("r+b" if to_write else "rb") as file:
        return memoryview(mmap(file.fileno(), 0, access=ACCESS_WRITE if to_write else ACCESS_READ))[HEAD:]


def seal(path: Path, head: Head) -> None:
    """Say that all values are there, by their checksum."""
    with path.open("r+b") as file:
        file.write(bytes(replace(head, checksum=checksum(values(path)))))


def checksum(data: memoryview) -> str:
    return sha256(data).hexdigest()
