"""How a computer player goes about its search: plain values, so that a game's folder can name its own."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from tablier.core.choice import Limit


class Method(Enum):
    TREE = "tree"
    ALPHABETA = "alphabeta"


@dataclass(frozen=True, slots=True)
class Style:
    """How a tree grows; see `tablier.core.tree`."""

    explore: float = 1.0
    """How far it strays from what looks best."""
    plain: bool = False
    """UCB1 as in the books instead of PUCT, random games, nothing else."""
    urgency: float = 0.0
    """How much less than its parent an unvisited move is thought to be worth."""
    echo: float = 0.0
    """Trust in all-moves-as-first: the visits it counts for."""
    appraise: bool = False
    """Judge a position and its moves at once, where the game's folder can, instead of playing on from it."""
    judge: float = 0.0
    """The weight of the game's own estimate against a game played to the end."""
    unfold: int = 1
    """Visits before a node gets children."""
    look: bool = True
    """When a node gets children, see which of them end the game."""
    foresee: bool = False
    """And begin each of the others with the game's own estimate: costly, worth it where moves are many."""
    prove: bool = True


@dataclass(frozen=True, slots=True)
class Plan:
    """One way of choosing a move."""

    method: Method
    limit: Limit
    depth: int | None = None
    """Plies, for alpha-beta."""
    noise: float = 0.0
    """Blurs every estimate by up to this part of a full win, for alpha-beta."""
    pride: float = 0.0
    """How much less than it is worth a draw by repetition seems, early in a game, for alpha-beta."""
    blind: float = 0.0
    """The chance that a move is overlooked, for a tree."""
    sight: int = 0
    """Own turns and turns of the others within which nothing forced is missed."""
    solved: bool = False
    """Give nothing away on a board whose solution lies in the usual place, if time is the limit: an answer by
    nodes is the same anywhere."""
    style: Style = field(default_factory=Style)


def deepening(
    *,
    nodes: tuple[int, int, int],
    noise: tuple[float, float, float, float, float],
    depths: tuple[int, int, int, int, int] = (1, 1, 2, 3, 4),
) -> tuple[Plan, ...]:
    """Eight levels of alpha-beta. The weak ones look a ply or two ahead and misjudge what they see; `nodes`
    are those of levels 5, 6 and 7, `noise` and `depths` those of levels 1 to 5. What makes each level win
    about three games of four against the one below depends on how bold a game's estimate is."""
    steady, sharp, strong = (Limit(nodes=n) for n in nodes)
    return (
        *(
            Plan(Method.ALPHABETA, steady, depth=d, noise=n, sight=s)
            for d, n, s in zip(depths, noise, (0, 0, 0, 1, 1), strict=True)
        ),
        Plan(Method.ALPHABETA, sharp, pride=0.3, sight=2),
        Plan(Method.ALPHABETA, strong, pride=0.3, sight=2),
        Plan(Method.ALPHABETA, Limit(seconds=2.0), pride=0.3, sight=2, solved=True),
    )


def growing(
    style: Style,
    *,
    nodes: tuple[int, int, int, int, int, int, int] = (15, 50, 150, 400, 1_200, 5_000, 25_000),
    blind: tuple[float, float, float] = (0.5, 0.25, 0.1),
) -> tuple[Plan, ...]:
    """Eight levels of tree search. The weak ones play few games and overlook moves; `nodes` are those of
    levels 1 to 7, `blind` is the part of the moves that levels 1 to 3 overlook."""
    sight = (0, 0, 0, 1, 1, 2, 2)
    return (
        *(
            Plan(Method.TREE, Limit(nodes=n), blind=b, sight=s, style=style)
            for n, b, s in zip(nodes, (*blind, 0.0, 0.0, 0.0, 0.0), sight, strict=True)
        ),
        Plan(Method.TREE, Limit(seconds=2.0), sight=2, style=style),
    )
