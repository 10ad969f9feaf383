"""From a plan to a move."""

from __future__ import annotations

from collections import deque
from dataclasses import asdict, dataclass
from random import Random

from tablier.core.alphabeta import AlphaBeta
from tablier.core.choice import Candidate, Choice, Limit
from tablier.core.plan import Method, Plan
from tablier.core.rules import State
from tablier.core.search import Position, Stop
from tablier.core.tactics import Tactics
from tablier.core.tree import Tree
from tablier.solver import kept

ENDLESS = 2**62
MOST_DEPTH = 95
ROOM = 1 << 20
"""Nodes in a tree's pool, lines in a transposition table: 44 and 16 MB."""
SPARE = 0.006
"""Seconds that go into laying out and clearing away."""
PATIENCE = 50
"""Moves of a game after which a draw is good enough: two proud players would go on for hundreds."""
SIGHT_NODES = 300_000
"""Positions that one tactical question may cost: hardly ever more than a few thousand."""


@dataclass(frozen=True)
class Thought:
    """All that one answer depends on."""

    state: State
    earlier: tuple[State, ...]
    moves: tuple[int, ...]
    plan: Plan | None
    limit: Limit | None
    seed: int
    stop: Stop | None
    begun: float
    kept: deque[Tree]

    @property
    def nodes(self) -> int:
        limit = self._limit
        return limit.nodes if limit and limit.nodes else ENDLESS

    @property
    def seconds(self) -> float | None:
        limit = self._limit
        return limit.seconds if limit else None

    @property
    def _limit(self) -> Limit | None:
        own = self.plan.limit if self.plan else None
        if self.limit and self.limit.nodes is None and own and own.nodes:
            return Limit(seconds=self.limit.seconds, nodes=own.nodes)  # time makes nobody stronger than he is
        return self.limit or own

    @property
    def side(self) -> int:
        """The number of the side to move."""
        return next(i for i, side in enumerate(self.state.game.sides) if self.state.turn in side)

    def deadline(self, part: float = 1.0) -> float:
        """When this part of the time is used up; 0 without a limit of time."""
        return self.begun + part * max(self.seconds - SPARE, 0.001) if self.seconds else 0.0


def think(thought: Thought) -> Choice:
    if thought.plan is None:
        return guess(thought)
    position = Position(
        thought.state, sides=thought.state.game.sides, earlier=thought.earlier, stop=thought.stop
    )
    if thought.plan.method is Method.ALPHABETA:
        return deepen(thought, thought.plan, position)
    return grow(thought, thought.plan, position)


def guess(thought: Thought) -> Choice:
    """Any legal move."""
    moves = thought.state.legal_moves
    move = Random(thought.seed).choice(moves)
    even = tuple(1 / len(thought.state.game.seats) for _ in thought.state.game.seats)
    return Choice(move, even, (Candidate(move, 0, even, False),), (move,), 0, 0, False, thought.seed)


def deepen(thought: Thought, plan: Plan, position: Position) -> Choice:
    """By alpha-beta. What lies within its depth it has seen; what it did not reach is asked apart."""
    room = min(ROOM, 4 * thought.nodes)
    search = AlphaBeta(
        position, capacity=room, seed=thought.seed, noise=plan.noise, only=keeping(thought, plan),
        pride=plan.pride if len(thought.moves) < PATIENCE else 0,
    )  # fmt: skip
    depth = plan.depth or MOST_DEPTH
    search.run(thought.nodes, deadline=thought.deadline(0.95), depth=depth)
    tactics = Tactics(position)
    if search.depth < 2 * plan.sight:
        win = tactics.win(plan.sight, nodes=SIGHT_NODES, deadline=thought.deadline())
        if win is not None:
            search.decide(win, thought.side, tactics.turns)
    for _ in thought.state.legal_moves:
        if search.depth >= 2 * plan.sight or not beware(search, tactics, plan.sight, thought):
            break
        search.run(thought.nodes // 10, deadline=thought.deadline(), depth=depth)
    best = search.candidates()
    return Choice(
        best[0].move, search.shares(), best, search.line(), search.depth, search.nodes, search.proven,
        search.signature,
    )  # fmt: skip


def keeping(thought: Thought, plan: Plan) -> tuple[int, ...]:
    """The moves that give nothing away if that is known, otherwise none. How to win is left to the search."""
    known = kept(thought.state.game) if plan.solved and thought.nodes == ENDLESS else None
    return known.best(thought.state) if known else ()


def grow(thought: Thought, plan: Plan, position: Position) -> Choice:
    """By a tree, with an exact look at what can be forced soon."""
    tree = (thought.nodes == ENDLESS and regrow(thought, position)) or Tree(
        position, capacity=ROOM, seed=thought.seed, blind=plan.blind, **asdict(plan.style)
    )
    tactics = Tactics(position)
    if plan.sight:
        win = tactics.win(plan.sight, nodes=SIGHT_NODES, deadline=thought.deadline(0.3))
        if win is not None:
            tree.decide(win, thought.side, tactics.turns)
    for part in (0.6, 0.95) if plan.sight else (1.0,):
        tree.run(max(0, int(thought.nodes * part) - tree.simulations), deadline=thought.deadline(part))
        while plan.sight and beware(tree, tactics, plan.sight, thought):
            pass
    best = tree.candidates()
    choice = Choice(
        best[0].move, tree.shares(), best, tree.line(), tree.depth, tree.simulations, tree.proven,
        tree.signature,
    )  # fmt: skip
    if thought.nodes == ENDLESS:
        thought.kept.append(tree)
    return choice


def regrow(thought: Thought, position: Position) -> Tree | None:
    """What is left of the last tree if the match went on from there. Only where time is the limit: an answer
    by nodes must not depend on what was asked before."""
    try:
        tree = thought.kept.pop()
    except IndexError:
        return None
    if tree.state not in thought.earlier:
        return None
    since = len(thought.earlier) - 1 - thought.earlier[::-1].index(tree.state)
    return tree if tree.follow(position, thought.moves[since:]) else None


def beware(search: Tree | AlphaBeta, tactics: Tactics, sight: int, thought: Thought) -> bool:
    """Can somebody punish the favourite? Then it is one no more."""
    move, is_proven = search.favourite_move
    if is_proven:
        return False
    winner = tactics.punisher(move, sight, nodes=SIGHT_NODES, deadline=thought.deadline())
    if winner is None:
        return False
    search.decide(move, winner, tactics.turns)
    return True
