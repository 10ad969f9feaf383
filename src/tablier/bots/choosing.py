"""Chooses a move by the settings of a level: random, alpha-beta or tree search, with tactics."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass
from random import Random

from tablier.core.rules import State
from tablier.level import LevelSettings, Limit, Method
from tablier.search.alphabeta import AlphaBeta
from tablier.search.choice import Candidate, Choice
from tablier.search.mcts import Tree
from tablier.search.problem import RootPosition, Stop
from tablier.search.tactics import Tactics

UNLIMITED = 2**62
MAX_DEPTH = 95
CAPACITY = 1 << 20
"""Nodes in a tree's pool, lines in a transposition table: 48 and 16 MB."""
OVERHEAD_SECONDS = 0.006
"""Seconds of every answer that are spent outside the search."""
CONTEMPT_PLIES = 50
"""Plies after which contempt ends: two players with contempt would go on for hundreds."""
TACTICS_NODES = 300_000
"""Node limit of one tactical search; few need more than some thousand."""
THREATS_NODES = 5_000
"""Node limit of one search for a win by threats, which no deadline ends: about 5 ms."""


@dataclass(frozen=True)
class SearchRequest:
    """All inputs of one search."""

    state: State
    earlier: tuple[State, ...]
    moves: tuple[int, ...]
    settings: LevelSettings | None
    limit: Limit | None
    seed: int
    stop: Stop | None
    started: float
    tree_cache: deque[Tree]
    max_nodes: int | None = None
    """A ceiling of nodes that does not make a search with a time limit one by nodes."""

    @property
    def nodes(self) -> int:
        limit = self._limit
        return min((limit and limit.nodes) or UNLIMITED, self.max_nodes or UNLIMITED)

    @property
    def is_by_nodes(self) -> bool:
        """Whether the search is limited by nodes: then it gives the same answer on every machine."""
        return bool(self._limit and self._limit.nodes)

    @property
    def seconds(self) -> float | None:
        limit = self._limit
        return limit.seconds if limit else None

    @property
    def _limit(self) -> Limit | None:
        own = self.settings.limit if self.settings else None
        if self.limit and self.limit.nodes is None and own and own.nodes:
            # A time limit must not raise a level above its own node budget.
            return Limit(seconds=self.limit.seconds, nodes=own.nodes)
        return self.limit or own

    @property
    def side(self) -> int:
        """The number of the side to move."""
        return next(i for i, side in enumerate(self.state.game.sides) if self.state.turn in side)

    def deadline(self, part: float = 1.0) -> float:
        """The moment at which this part of the time has passed; 0 without a time limit."""
        return self.started + part * max(self.seconds - OVERHEAD_SECONDS, 0.001) if self.seconds else 0.0


def choose_move(request: SearchRequest) -> Choice:
    if request.settings is None:
        return choose_random(request)
    position = RootPosition(
        request.state, sides=request.state.game.sides, earlier=request.earlier, stop=request.stop
    )
    if request.settings.method is Method.ALPHABETA:
        return choose_by_alphabeta(request, request.settings, position)
    return choose_by_tree(request, request.settings, position)


def choose_random(request: SearchRequest) -> Choice:
    """A uniformly random legal move."""
    moves = request.state.legal_moves
    move = Random(request.seed).choice(moves)
    even = tuple(1 / len(request.state.game.seats) for _ in request.state.game.seats)
    return Choice(move, even, (Candidate(move, 0, even, False),), (move,), 0, 0, False, request.seed)


def choose_by_alphabeta(request: SearchRequest, settings: LevelSettings, position: RootPosition) -> Choice:
    """By alpha-beta; forced wins and losses beyond its depth are searched by `Tactics`."""
    room = min(CAPACITY, 4 * request.nodes)
    search = AlphaBeta(
        position, capacity=room, seed=request.seed, noise=settings.noise,
        allowed=moves_keeping_value(request, settings),
        contempt=settings.contempt if len(request.moves) < CONTEMPT_PLIES else 0,
    )  # fmt: skip
    depth = settings.depth or MAX_DEPTH
    search.run(request.nodes, deadline=request.deadline(0.95), depth=depth)
    tactics = Tactics(position)
    if search.depth < 2 * settings.tactics_turns:
        win = tactics.win(settings.tactics_turns, nodes=TACTICS_NODES, deadline=request.deadline())
        if win is not None:
            search.decide(win, request.side, tactics.turns)
    for _ in request.state.legal_moves:
        if search.depth >= 2 * settings.tactics_turns or not refute_best_move(
            search, tactics, settings.tactics_turns, request.deadline()
        ):
            break
        search.run(request.nodes // 10, deadline=request.deadline(), depth=depth)
    best = search.candidates()
    return Choice(
        best[0].move, search.shares(), best, search.line(), search.depth, search.nodes, search.proven,
        search.signature,
    )  # fmt: skip


def moves_keeping_value(request: SearchRequest, settings: LevelSettings) -> tuple[int, ...]:
    """The moves to search where a solution is found: those that keep the value and, unless the position is
    won, leave the fewest replies that keep it. Empty without a solution. The search chooses among them."""
    if not settings.use_solution or request.is_by_nodes:
        return ()
    from tablier.solver import find_solution, hardest  # a slow import, for the strongest levels alone

    known = find_solution(request.state.game)
    return hardest(known, request.state) if known else ()


def choose_by_tree(request: SearchRequest, settings: LevelSettings, position: RootPosition) -> Choice:
    """By MCTS; forced wins and losses within a few turns are searched exactly by `Tactics`."""
    tree = (not request.is_by_nodes and reuse_tree(request, position)) or Tree(
        position, settings.tree, capacity=CAPACITY, seed=request.seed
    )
    tactics = Tactics(position)
    if settings.tactics_turns:
        win = tactics.win(settings.tactics_turns, nodes=TACTICS_NODES, deadline=request.deadline(0.3))
        if win is None and settings.tree.force_nodes:
            win = tactics.threats_win(THREATS_NODES)
        if win is not None:
            tree.decide(win, request.side, tactics.turns)
    for part in (0.6, 0.95) if settings.tactics_turns else (1.0,):
        tree.run(max(0, int(request.nodes * part) - tree.simulations), deadline=request.deadline(part))
        while settings.tactics_turns and refute_best_move(
            tree, tactics, settings.tactics_turns, request.deadline(), threats=settings.tree.force_nodes > 0
        ):
            pass
    best = tree.candidates()
    choice = Choice(
        best[0].move, tree.shares(), best, tree.line(), tree.depth, tree.simulations, tree.proven,
        tree.signature,
    )  # fmt: skip
    if not request.is_by_nodes:
        request.tree_cache.append(tree)
    return choice


def reuse_tree(request: SearchRequest, position: RootPosition) -> Tree | None:
    """The subtree of the last search for this position, or None. Only used with a time limit: a search by
    nodes must not depend on earlier ones."""
    try:
        tree = request.tree_cache.pop()
    except IndexError:
        return None
    if tree.state not in request.earlier:
        return None
    since = len(request.earlier) - 1 - request.earlier[::-1].index(tree.state)
    return tree if tree.follow(position, request.moves[since:]) else None


def refute_best_move(
    search: Tree | AlphaBeta, tactics: Tactics, tactics_turns: int, deadline: float, *, threats: bool = False
) -> bool:
    """If an opponent has a forced win after the best move, record it as lost; True if so."""
    move, is_proven = search.best_move
    if is_proven:
        return False
    winner = tactics.refuting_side(move, tactics_turns, nodes=TACTICS_NODES, deadline=deadline)
    if winner is None and threats and not (deadline and time.monotonic() >= deadline):
        winner = tactics.threats_refute(move, THREATS_NODES)
    if winner is None:
        return False
    search.decide(move, winner, tactics.turns)
    return True
