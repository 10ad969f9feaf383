"""A search that thinks aloud: better and better thoughts about one position, until it is stopped."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from tablier.analysis.live_search import LiveSearch
from tablier.analysis.verdicts import (
    ExactMove,
    follow_solution,
    look_up_moves,
    name_verdict,
    settled_shares,
)
from tablier.bots.exact import exact_shares
from tablier.level import Limit
from tablier.match import Match
from tablier.search.choice import Candidate
from tablier.search.problem import Stop
from tablier.solver import Value, find_solution

SEED = 1
MAX_LINES = 10
FIRST_SLICE = 0.08
"""Seconds until the first thought."""
SLICE, LONGEST_SLICE = 0.25, 1.0
"""Seconds between two thoughts, early and after eight seconds: alpha-beta begins its iteration again in every
slice, so that short ones get in its way."""
FIRST_PART = 32
"""Where only nodes limit the search, the first thought comes after such a part of them, and each further one
after twice as many."""


@dataclass(frozen=True, slots=True)
class Line:
    """One of the best moves and how the game would go on."""

    moves: tuple[int, ...]
    shares: tuple[float, ...]
    """Of each seat after the first move."""
    verdict: str
    """"won", "drawn" or "lost" for the player to move, where that is exact; otherwise empty."""
    distance: int | None
    """Plies until then, where they are known."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What the search thinks of the position so far."""

    shares: tuple[float, ...]
    """Of each seat, adding up to 1."""
    depth: int
    """Plies: of the last complete iteration of alpha-beta, of the longest line of a tree."""
    nodes: int
    seconds: float
    lines: tuple[Line, ...]
    """The best moves, the best first."""
    is_exact: bool
    """Whether the shares are certain."""
    is_final: bool
    """Whether no other thought follows."""


class Analysis:
    """Thoughts about the position of a match, each better than the one before.

    Iterating searches, with the settings of the game's best level; the first thought comes within a tenth of
    a second, then a few every second. The last one is final: the limit is reached, `stop` was set (from
    another thread, it ends the search at once), or the result is proven. With a limit of nodes alone the
    thoughts are the same on every machine, but for their seconds. A match that is over gives one thought
    without lines. It can be pickled before it is iterated; its `stop` is another flag then.
    """

    def __init__(
        self,
        match: Match,
        lines: int = 3,
        limit: Limit | None = None,
        stop: Stop | None = None,
        *,
        seed: int = SEED,
        longest_slice: float = LONGEST_SLICE,
    ) -> None:
        """`longest_slice`: seconds between two thoughts at most, for who can only stop between them."""
        if not 1 <= lines <= MAX_LINES:
            raise ValueError(f"an analysis follows 1 to {MAX_LINES} lines, not {lines}")
        self.match = match.copy()
        self.lines = lines
        self.limit = limit
        self.stop = Stop() if stop is None else stop
        self.seed = seed
        self.longest_slice = longest_slice

    def __iter__(self) -> Iterator[Thought]:
        started = time.monotonic()
        if (shares := settled_shares(self.match)) is not None:
            yield Thought(shares, 0, 0, 0.0, (), is_exact=True, is_final=True)
            return
        exact = look_up_moves(self.match.state)
        search = LiveSearch(self.match, lines=self.lines, seed=self.seed, stop=self.stop)
        clock = Clock(started, self.limit, self.longest_slice)
        is_final = False
        while not is_final:
            search.think(*clock.next_slice(search.nodes))
            is_final = self.stop.is_set() or search.is_done or _is_told(exact) or clock.is_over(search.nodes)
            yield self._thought(search, exact, time.monotonic() - started, is_final)

    def _thought(
        self, search: LiveSearch, exact: dict[int, ExactMove] | None, seconds: float, is_final: bool
    ) -> Thought:
        best = search.candidates()
        if exact is None:
            first, others, turn = best[:1], best[1 : self.lines], self.match.state.turn
            # Tree searches rank by visits; those behind the best one are read as a list of shares.
            ranked_others = sorted(others, key=lambda each: -each.shares[turn])
            lines = tuple(self._line(search, each) for each in (*first, *ranked_others))
            return Thought(
                search.shares, search.depth, search.nodes, seconds, lines, search.is_proven, is_final
            )
        order = {each.move: number for number, each in enumerate(best)}
        ranked = sorted(exact, key=lambda move: (exact[move].rank, order.get(move, len(order)), move))
        lines = tuple(self._exact_line(move, exact[move]) for move in ranked[: self.lines])
        return Thought(
            lines[0].shares, search.depth, search.nodes, seconds, lines, is_exact=True, is_final=is_final
        )

    def _line(self, search: LiveSearch, candidate: Candidate) -> Line:
        is_sure = candidate.proven
        return Line(
            search.line(candidate.move),
            candidate.shares,
            name_verdict(self.match.state, candidate.shares) if is_sure else "",
            candidate.distance,
        )

    def _exact_line(self, move: int, known: ExactMove) -> Line:
        solution = find_solution(self.match.game)
        assert solution is not None  # it has just told the values
        shares = exact_shares(self.match, known.value)
        moves = follow_solution(solution, self.match.state, move)
        return Line(moves, shares, name_verdict(self.match.state, shares), known.distance)


def _is_told(exact: dict[int, ExactMove] | None) -> bool:
    """Whether a solution says all there is to say: how far every end is. Draws have none."""
    return exact is not None and all(
        each.distance is not None or each.value is Value.DRAW for each in exact.values()
    )


class Clock:
    """Divides what a search may take into slices."""

    def __init__(self, started: float, limit: Limit | None, longest_slice: float) -> None:
        self._started = started
        self._longest_slice = longest_slice
        self.end = started + limit.seconds if limit and limit.seconds else None
        self.nodes = limit.nodes if limit else None
        self._slice = FIRST_SLICE

    def next_slice(self, used: int) -> tuple[int | None, float]:
        """The nodes (None: any number) and the deadline (0: none) of the next slice."""
        if self.end is None and self.nodes is not None:
            return min(max(1, self.nodes // FIRST_PART, used), self.nodes - used), 0.0
        now = time.monotonic()
        deadline = now + self._slice
        self._slice = min(max(SLICE, (now - self._started) / 8), self._longest_slice)
        if self.end is not None:
            deadline = min(deadline, self.end)
        return None if self.nodes is None else self.nodes - used, deadline

    def is_over(self, used: int) -> bool:
        if self.nodes is not None and used >= self.nodes:
            return True
        return self.end is not None and time.monotonic() >= self.end
