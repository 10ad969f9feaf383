"""The result of a search, as plain values."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablier.core.rules import State


@dataclass(frozen=True, slots=True)
class Candidate:
    """A searched move: its visits (or nodes) and the expected share of each seat after it.

    >>> import tablier
    >>> from tablier.bots import bot
    >>> choice = bot("uct:50").choose(tablier.game("quixo").start(), seed=1)
    >>> choice.best[0].move == choice.move, choice.best[0].visits <= 50
    (True, True)
    """

    move: int
    visits: int
    shares: tuple[float, ...]
    proven: bool
    """True if the shares are certain."""
    distance: int | None = None
    """Plies until the proven win or loss, this move included; None where the search does not count them."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A chosen move and the search behind it.

    Shares add up to 1 over all seats: a seat's expected part of all points. Partners divide theirs evenly.

    >>> import tablier
    >>> from tablier.bots import bot
    >>> state = tablier.game("quixo").read("xxxx1/5/ooo2/5/5 x")
    >>> choice = bot("level:4").choose(state, seed=1)
    >>> state.game.text(choice.move), choice.shares, choice.proven
    ('e1e5', (1.0, 0.0), True)
    """

    move: int
    shares: tuple[float, ...]
    best: tuple[Candidate, ...]
    """The candidates, the chosen one first."""
    line: tuple[int, ...]
    """The principal variation, the chosen move first."""
    depth: int
    nodes: int
    proven: bool
    signature: int
    """A hash of the whole search: equal for equal seeds and limits of nodes, on any machine."""
    position: State | None = field(default=None, repr=False, compare=False)
    """Where it was chosen, if the player says so: it gives the moves their names."""

    def __str__(self) -> str:
        """The move, the line and the candidates, in the game's notation."""
        texts = self.position.game.texts if self.position is not None else None
        name = str if texts is None else texts.__getitem__
        lines = [
            f"{name(self.move)}: shares {_percents(self.shares)}{', proven' if self.proven else ''}"
            f" (depth {self.depth}, {self.nodes} nodes)",
            "line: " + " ".join(name(move) for move in self.line),
            *(f"  {name(each.move)}  {_percents(each.shares)}  {each.visits} visits" for each in self.best),
        ]
        return "\n".join(lines)

    def _repr_svg_(self) -> str | None:
        """The position after the move as SVG, for notebooks; None if the position is not known."""
        if self.position is None:
            return None
        after = self.position.after(self.move)
        return self.position.game.picture(after, last=self.move, before=self.position)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """The search as text and, where the game has pictures, the position after the move as SVG."""
        shown = {"text/plain": str(self)}
        if self.position is not None and self.position.game.scene_module is not None:
            shown["image/svg+xml"] = self._repr_svg_() or ""
        return shown


def _percents(shares: tuple[float, ...]) -> str:
    return " ".join(f"{share:.0%}" for share in shares)
