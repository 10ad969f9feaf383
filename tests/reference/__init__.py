"""Slow, obvious referees in plain Python, one per game folder: the oracle for the compiled rules.

A referee shares nothing with `tablier.games`: it reads the clauses on its own, works on plain values and
speaks in texts. `tests/laws/test_reference.py` plays it against the compiled rules. Each module exports
`referee(game)`, which gives a `Referee` for that id and those options.
"""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any, Protocol

from tablier import Game


class Referee(Protocol):
    def start(self) -> Any: ...
    def read(self, text: str) -> Any:
        """A position from its text; trusts it."""

    def text(self, position: Any) -> str: ...
    def turn(self, position: Any) -> int: ...
    def moves(self, position: Any) -> set[str]:
        """The legal moves as texts; empty when the game is over."""

    def after(self, position: Any, move: str) -> Any:
        """A new position; the old one stays as it is."""

    def outcome(self, position: Any) -> tuple[tuple[float, ...], str] | None:
        """Scores and reason when the board has ended the game."""

    def scramble(self, rng: Random) -> str:
        """The text of an odd position that play would hardly reach, but could be read."""


def referee_for(game: Game) -> Referee:
    folder = type(game).__module__.rsplit(".", 1)[-1]
    found: Referee = import_module(f"tests.reference.{folder}").referee(game)
    return found
