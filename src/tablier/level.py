"""Search settings as plain values: limits, settings of MCTS, settings of a level."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


class Method(Enum):
    TREE = "tree"
    ALPHABETA = "alphabeta"


@dataclass(frozen=True, slots=True)
class Limit:
    """When a search stops: after a time, after a number of nodes, or at the first of both.

    A node is a simulation of MCTS, or a position visited by alpha-beta.

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
class TreeSettings:
    """Settings of MCTS; see `tablier.search.mcts`. Values are shares of all points, from 0 to 1."""

    c_puct: float = 1.0
    """Exploration constant of PUCT (of UCB1 with `ucb1`)."""
    ucb1: bool = False
    """Plain UCT: UCB1 and random rollouts, without priors and the settings below."""
    fpu_reduction: float = 0.0
    """First-play urgency: an unvisited move is valued this much below its parent."""
    rave_k: float = 0.0
    """RAVE equivalence parameter, in visits: the AMAF mean weighs sqrt(k / (3 * visits + k)). 0: no RAVE."""
    policy_value: bool = False
    """Evaluate a leaf by the game's `policy_value` (value and priors at once) instead of a rollout."""
    value_weight: float = 0.0
    """Weight of the game's static evaluation of a leaf, from 0 to 1; the rest is a rollout's."""
    expand_after: int = 1
    """Visits of a node before it is expanded."""
    check_terminal: bool = True
    """When a node is expanded, look which of its children end the game."""
    evaluate_children: bool = False
    """And give each of the others its static evaluation as first value: costly, worth it with many moves."""
    prove: bool = True
    """Propagate proven results up the tree (MCTS-Solver)."""
    overlook_chance: float = 0.0
    """Probability that a move is left out when a node is expanded: the mistakes of weak levels."""
    force_nodes: int = 0
    """Nodes of the search for a win by threats (the game's `force`) when a node is expanded. 0: none."""


@dataclass(frozen=True, slots=True)
class LevelSettings:
    """How a level chooses a move."""

    method: Method
    limit: Limit
    depth: int | None = None
    """Maximum depth of alpha-beta, in plies; None: as deep as the limit allows."""
    noise: float = 0.0
    """Largest random error added to a static evaluation by alpha-beta, as a part of a full win."""
    contempt: float = 0.0
    """Early in a game, alpha-beta scores a draw by repetition this much below its value; a part of a win."""
    tactics_turns: int = 0
    """Forced wins and losses within so many turns of each player are found exactly; 0: none."""
    use_solution: bool = False
    """Play only moves that keep the value where a solution of the board is found, if the limit is time: a
    search limited by nodes gives the same move on any machine."""
    tree: TreeSettings = field(default_factory=TreeSettings)

    @property
    def log_text(self) -> str:
        """The settings as the keys of arena logs hash them: in the words of the first logs, so that a renamed
        field leaves every logged game valid."""
        tree = self.tree
        style = (
            f"Style(explore={tree.c_puct!r}, plain={tree.ucb1!r}, urgency={tree.fpu_reduction!r}, "
            f"echo={tree.rave_k!r}, appraise={tree.policy_value!r}, judge={tree.value_weight!r}, "
            f"unfold={tree.expand_after!r}, look={tree.check_terminal!r}, "
            f"foresee={tree.evaluate_children!r}, prove={tree.prove!r}"
        )
        if tree.force_nodes:  # younger than the first logs
            style += f", force_nodes={tree.force_nodes!r}"
        style += ")"
        return (
            f"Plan(method={self.method!r}, limit={self.limit!r}, depth={self.depth!r}, noise={self.noise!r}, "
            f"pride={self.contempt!r}, blind={tree.overlook_chance!r}, sight={self.tactics_turns!r}, "
            f"solved={self.use_solution!r}, style={style})"
        )
