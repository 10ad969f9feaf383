"""What a game's own knowledge says about a position and a move, as data that any renderer can draw.

A game has two optional hooks. `Game.insight(state)` says who gets what: expected owners, open lines, heights.
`Game.explain_move(evidence)` says why a move is a mistake or the best one, from what was proven about it.
`tablier.analysis` calls both; `tablier.scene.as_data` gives their answers as plain data in a language.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tablier.scene import Words

if TYPE_CHECKING:
    from tablier.core.rules import State

Kind = Literal["area", "path", "text", "arrow"]
"""area: the outlines of the spots, filled; path: a line through the spots, in order; text: words on each
spot; arrow: from the first spot to the last, over those between."""


@dataclass(frozen=True, slots=True)
class Overlay:
    """Something drawn over the spots of a board."""

    kind: Kind
    spots: tuple[str, ...]
    """Names of spots of the layout."""
    seat: int | None = None
    """Whose colour it has; None for no seat's."""
    weight: float = 1.0
    """How strongly it is drawn, from 0 to 1: a probability, where it stands for one."""
    text: Words = ""
    """What is written on the spots, or said about them."""


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """What overlays of one look mean."""

    text: Words
    kind: Kind = "area"
    seat: int | None = None
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Insight:
    """Who gets what in a position."""

    title: Words
    legend: tuple[LegendEntry, ...]
    overlays: tuple[Overlay, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is a mistake, or why it is the best: a sentence and a drawing on the position before it."""

    says: Words
    overlays: tuple[Overlay, ...] = ()


@dataclass(frozen=True, slots=True)
class ForcedWin:
    """A win of one side that the others cannot prevent."""

    seats: tuple[int, ...]
    """The side that wins."""
    turns: int
    """Turns of that side until then; 0: the game is over."""
    line: tuple[int, ...]
    """One way there, in moves of all seats."""
    is_repetition: bool = False
    """Whether the line ends the game by repetition, which the board does not show."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is certain about a move, compared with the best one: all that an explanation may build on."""

    state: State
    """The position before the move."""
    move: int
    best: int | None
    """The move that is better; None where `move` itself is the best."""
    win: ForcedWin | None
    """What is forced after `move`, by whichever side; None if nothing is within a few turns."""
    best_win: ForcedWin | None
    """What is forced after `best`; None without one."""
    is_only: bool
    """Whether every other move loses by force while this one does not."""

    @property
    def side(self) -> tuple[int, ...]:
        """The seats of the mover's side."""
        return self.state.game.side(self.state.turn)

    @property
    def is_winning(self) -> bool:
        """Whether the move wins by force."""
        return self.win is not None and self.state.turn in self.win.seats

    @property
    def is_losing(self) -> bool:
        """Whether another side wins by force after the move, and none does after the better one."""
        return _is_lost(self.state, self.win) and not _is_lost(self.state, self.best_win)


def _is_lost(state: State, win: ForcedWin | None) -> bool:
    return win is not None and state.turn not in win.seats
