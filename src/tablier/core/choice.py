"""What a search is asked and what it answers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a search may go on: by time, by nodes, or until the first of both.

    >>> Limit(nodes=0)
    Traceback (most recent call last):
    ValueError: a limit of nodes is at least 1, not 0
    """

    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is None and self.nodes is None:
            raise ValueError("a limit names seconds, nodes or both")
        if self.seconds is not None:
            if isinstance(self.seconds, bool) or not isinstance(self.seconds, int | float):
                raise TypeError(f"a limit of time is a number of seconds, not {type(self.seconds).__name__}")
            if not 0 < self.seconds < 1e6:
                raise ValueError(f"a limit of time is more than 0 seconds, not {self.seconds}")
        if self.nodes is not None:
            if isinstance(self.nodes, bool) or not isinstance(self.nodes, int):
                raise TypeError(f"a limit of nodes is a whole number, not {type(self.nodes).__name__}")
            if not 0 < self.nodes < 2**62:
                raise ValueError(f"a limit of nodes is at least 1, not {self.nodes}")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move that was weighed: how much work went into it and the share of each seat after it."""

    move: int
    visits: int
    shares: tuple[float, ...]
    proven: bool
    """Are the shares certain, whatever happens?"""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move and why.

    Shares add up to 1 over all seats: a seat's expected part of all points. Partners divide theirs evenly.
    """

    move: int
    shares: tuple[float, ...]
    best: tuple[Candidate, ...]
    """The moves weighed, the chosen one first."""
    line: tuple[int, ...]
    """How the game is expected to go on, the move chosen first."""
    depth: int
    nodes: int
    proven: bool
    signature: int
    """A fingerprint of the whole search: equal for equal seeds and limits of nodes, on any machine."""
