"""A search that goes on where it stopped, by the settings of the game's best level."""

from __future__ import annotations

import time
from dataclasses import replace

from tablier.bots.choosing import CAPACITY, MAX_DEPTH, TACTICS_NODES, UNLIMITED, refute_best_move
from tablier.bots.levels import LEVELS, settings_for
from tablier.bots.player import history_of
from tablier.level import Method
from tablier.match import Match
from tablier.search.alphabeta import AlphaBeta
from tablier.search.choice import Candidate
from tablier.search.mcts import Tree
from tablier.search.problem import RootPosition, Stop
from tablier.search.tactics import Tactics

TACTICS_PART = 0.4
"""The part of a slice in which forced wins are searched for, until that is done."""


class LiveSearch:
    """Tree search or alpha-beta from one position. Unlike a player it has no contempt: a draw is a draw."""

    def __init__(self, match: Match, *, lines: int, seed: int, stop: Stop) -> None:
        state, earlier, _ = history_of(match)
        self._settings = settings_for(match.game, len(LEVELS))
        position = RootPosition(state, sides=match.game.sides, earlier=earlier, stop=stop)
        self._search: Tree | AlphaBeta
        if self._settings.method is Method.ALPHABETA:
            self._search = AlphaBeta(position, capacity=CAPACITY, seed=seed)
        else:
            self._search = Tree(position, self._settings.tree, capacity=CAPACITY, seed=seed)
        self._tactics = Tactics(position)
        self._side = next(number for number, side in enumerate(match.game.sides) if state.turn in side)
        self._lines = lines
        self._distances: dict[int, int] = {}
        self._has_tactics = self._settings.tactics_turns > 0
        self._is_for_two = len(match.game.seats) == 2

    def think(self, nodes: int | None, deadline: float) -> None:
        """Search so many more nodes (None: any number), until the deadline (0: none)."""
        if self._has_tactics:
            self._has_tactics = not self._find_win(deadline)
        more = UNLIMITED if nodes is None else nodes
        if isinstance(self._search, AlphaBeta):
            self._search.run(more, deadline=deadline, depth=MAX_DEPTH, lines=self._lines)
        else:
            self._search.run(more, deadline=deadline)
        turns = self._settings.tactics_turns
        if turns and not (isinstance(self._search, AlphaBeta) and self._search.depth >= 2 * turns):
            while refute_best_move(self._search, self._tactics, turns, deadline):
                pass

    def _find_win(self, deadline: float) -> bool:
        """Look for a forced win of the side to move; True if it is known now whether there is one."""
        now = time.monotonic()
        until = now + TACTICS_PART * (deadline - now) if deadline else 0.0
        win = self._tactics.win(self._settings.tactics_turns, nodes=TACTICS_NODES, deadline=until)
        if win is not None:
            self._search.decide(win, self._side, self._tactics.turns)
            if self._is_for_two:
                self._distances[win] = 2 * self._tactics.turns - 1
        return win is not None or self._tactics.complete or not deadline

    @property
    def nodes(self) -> int:
        return self._search.nodes if isinstance(self._search, AlphaBeta) else self._search.simulations

    @property
    def depth(self) -> int:
        return self._search.depth

    @property
    def shares(self) -> tuple[float, ...]:
        return self._search.shares()

    @property
    def is_proven(self) -> bool:
        return self._search.proven

    @property
    def is_done(self) -> bool:
        """Whether searching on changes nothing: the result is proven, or the greatest depth is reached."""
        return self._search.proven or (isinstance(self._search, AlphaBeta) and self.depth >= MAX_DEPTH)

    def candidates(self) -> tuple[Candidate, ...]:
        """The moves that were looked at, the best first."""
        found = self._search.candidates()
        return tuple(
            replace(each, distance=each.distance or self._distances.get(each.move))
            for rank, each in enumerate(found)
            if not rank or each.visits or each.proven
        )

    def line(self, move: int) -> tuple[int, ...]:
        """How the game would go on from a move of the root."""
        return self._search.line(move)
