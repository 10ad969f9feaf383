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
    judge: float = 0.0
    """The weight of the game's own estimate against a game played to the end."""
    unfold: int = 1
    """Visits before a node gets children."""
    look: bool = True
    """When a node gets children, see which of them end the game."""
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
    blind: float = 0.0
    """The chance that a move is overlooked, for a tree."""
    sight: int = 0
    """Own turns and turns of the others within which nothing forced is missed."""
    style: Style = field(default_factory=Style)
