"""The value of every legal move, for the player who makes it."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Collection
from dataclasses import dataclass
from itertools import count
from math import inf

from tablier.analysis.steps import Steps, finish
from tablier.analysis.verdicts import look_up_moves, name_verdict, own_share, settled_shares
from tablier.bots.choosing import MAX_DEPTH, UNLIMITED
from tablier.bots.exact import exact_shares
from tablier.bots.levels import LEVELS, settings_for
from tablier.bots.player import history_of
from tablier.core.rules import State
from tablier.level import Limit, Method, TreeSettings
from tablier.match import Match
from tablier.search.alphabeta import AlphaBeta
from tablier.search.mcts import Tree
from tablier.search.problem import RootPosition, Stop

SEED = 1
RATING_LIMIT = Limit(seconds=1.0)
"""Of all moves together, where no limit is given."""
CAPACITY = 1 << 13
"""Nodes in the tree, or entries in the transposition table, of one move: a position can have hundreds."""


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What a move gives to the side that makes it."""

    share: float
    """Its expected part of all points, from 0 to 1."""
    verdict: str
    """"won", "drawn" or "lost", where that is exact; otherwise empty."""
    distance: int | None
    """Plies until then, the move included, where they are known."""
    visits: int
    """Nodes searched after the move; 0 where a solution or the rules tell its value."""


class MoveSearch(ABC):
    """The search of the position after one move, deepened in rounds. All moves get the same rounds: values of
    searches of different depth do not compare."""

    def __init__(self, before: State) -> None:
        self.before = before

    @abstractmethod
    def run(self, number: int, nodes: int, deadline: float) -> bool:
        """Do the round `number`; False if the nodes or the time did not suffice for it."""

    @property
    @abstractmethod
    def nodes(self) -> int: ...

    @property
    @abstractmethod
    def is_done(self) -> bool:
        """Whether another round would change nothing."""

    @abstractmethod
    def value(self) -> MoveValue: ...


class TreeRounds(MoveSearch):
    """By tree search: as many simulations again in every round as in all before."""

    def __init__(self, before: State, position: RootPosition, settings: TreeSettings) -> None:
        super().__init__(before)
        self._tree = Tree(position, settings, capacity=CAPACITY, seed=SEED)

    def run(self, number: int, nodes: int, deadline: float) -> bool:
        wanted = (1 << number) - self._tree.simulations
        self._tree.run(max(0, min(wanted, nodes)), deadline=deadline)
        return self._tree.proven or self._tree.simulations >= 1 << number

    @property
    def nodes(self) -> int:
        return self._tree.simulations

    @property
    def is_done(self) -> bool:
        return self._tree.proven

    def value(self) -> MoveValue:
        shares, is_proven = self._tree.shares(), self._tree.proven
        verdict = name_verdict(self.before, shares) if is_proven else ""
        return MoveValue(own_share(self.before, shares), verdict, None, self.nodes)


class AlphaBetaRounds(MoveSearch):
    """By alpha-beta: one ply deeper in every round."""

    def __init__(self, before: State, position: RootPosition) -> None:
        super().__init__(before)
        self._search = AlphaBeta(position, capacity=CAPACITY, seed=SEED)

    def run(self, number: int, nodes: int, deadline: float) -> bool:
        self._search.run(max(1, nodes), deadline=deadline, depth=number + 1)
        return self._search.proven or self._search.depth > number

    @property
    def nodes(self) -> int:
        return self._search.nodes

    @property
    def is_done(self) -> bool:
        return self._search.proven or self._search.depth >= MAX_DEPTH

    def value(self) -> MoveValue:
        best = self._search.candidates()[0]
        verdict = name_verdict(self.before, best.shares) if best.proven else ""
        distance = None if best.distance is None else best.distance + 1
        return MoveValue(own_share(self.before, best.shares), verdict, distance, self.nodes)


def rate_moves(match: Match, *, limit: Limit | None = None, stop: Stop | None = None) -> dict[int, MoveValue]:
    """The value of every legal move, by move; empty when the match is over.

    Exact where a solution of the game is known or the move ends the game, otherwise by a search of the
    position after it, with the settings of the game's best level. `limit` is that of all moves together, one
    second unless told; with nodes alone the values are the same on every machine. `stop` ends it at once.

    >>> import tablier
    >>> game = tablier.game("quixo", size=3)
    >>> values = rate_moves(tablier.Match(game))
    >>> values[game.move("a1c1")]
    MoveValue(share=1.0, verdict='won', distance=7, visits=0)
    """
    return finish(rate_in_steps(match, limit=limit, stop=stop))


def rate_in_steps(
    match: Match,
    *,
    moves: Collection[int] | None = None,
    limit: Limit | None = None,
    stop: Stop | None = None,
    step: float = 0.0,
) -> Steps[dict[int, MoveValue]]:
    """What `rate_moves` does, of all legal moves or of these, for who must do other things meanwhile: it
    yields after every `step` seconds or so, or never; its result is that of the generator."""
    rated = [move for move in match.legal_moves if moves is None or move in moves]
    if not rated:
        return {}
    if (exact := look_up_moves(match.state)) is not None:
        return {
            move: _sure_value(match.state, exact_shares(match, exact[move].value), exact[move].distance)
            for move in rated
        }
    found: dict[int, MoveValue] = {}
    searches: dict[int, MoveSearch] = {}
    for move in rated:
        after = match.copy()
        after.push(move)
        if (shares := settled_shares(after)) is not None:
            found[move] = _sure_value(match.state, shares, 1)
        else:
            searches[move] = _search_after(match, after, stop)
    found |= yield from deepen(searches, limit or RATING_LIMIT, step)
    return {move: found[move] for move in rated}


def _sure_value(state: State, shares: tuple[float, ...], distance: int | None) -> MoveValue:
    return MoveValue(own_share(state, shares), name_verdict(state, shares), distance, 0)


def _search_after(match: Match, after: Match, stop: Stop | None) -> MoveSearch:
    settings = settings_for(match.game, len(LEVELS))
    state, earlier, _ = history_of(after)
    position = RootPosition(state, sides=match.game.sides, earlier=earlier, stop=stop)
    if settings.method is Method.ALPHABETA:
        return AlphaBetaRounds(match.state, position)
    return TreeRounds(match.state, position, settings.tree)


def deepen(searches: dict[int, MoveSearch], limit: Limit, step: float = 0.0) -> Steps[dict[int, MoveValue]]:
    """The values after as many whole rounds as the limit allows; the first is always done."""
    deadline = time.monotonic() + limit.seconds if limit.seconds else inf
    pause = time.monotonic() + step if step else inf
    values: dict[int, MoveValue] = {}
    for number in count():
        found = {}
        for move, search in searches.items():
            while not search.is_done:
                used = sum(each.nodes for each in searches.values()) if limit.nodes else 0
                nodes = limit.nodes - used if limit.nodes and number else UNLIMITED
                until = min(deadline, pause) if number else inf
                is_through = search.run(number, nodes, 0.0 if until == inf else until)
                is_paused = time.monotonic() >= pause
                if is_paused:
                    yield
                    pause = time.monotonic() + step
                if is_through:
                    break
                if not is_paused or time.monotonic() >= deadline:
                    return values
            found[move] = search.value()
        values = found
        if all(search.is_done for search in searches.values()):
            break
    return values
