"""What a game's folder brings along of a solution: the values of the last numbers, where games begin."""

from __future__ import annotations

import lzma
from functools import cache
from importlib.resources import files

from tablier.core.numbering import positions, rank
from tablier.core.retrograde import Table
from tablier.core.rules import State
from tablier.game import Game
from tablier.solver.file import values
from tablier.solver.plan import named
from tablier.solver.probe import Solution


class Openings:
    """A solution of which only the last values are known, four a byte."""

    def __init__(self, game: Game, last: bytes) -> None:
        unknown = -(-positions(game.rules) // 4) - len(last)
        self.game, self.last = game, last
        self._table = Table(game.rules, bytes(unknown) + last)

    def best(self, state: State) -> tuple[int, ...]:
        """The moves that give nothing away; none if that is not known."""
        here = self._table.value(rank(state))
        worth = {}
        for move in state.legal_moves:
            following = state.after(move)
            value = self._table.value(rank(following))
            if here is None or value is None:
                return ()
            worth[move] = value if following.turn == state.turn else value.mirrored
        return tuple(move for move in worth if worth[move] == here)


def cut(solution: Solution, first: int) -> bytes:
    """The end of a solution from this number on, as a game's folder holds it."""
    return lzma.compress(values(solution.path)[first // 4 :], preset=9 | lzma.PRESET_EXTREME)


@cache
def openings(game: Game) -> Openings | None:
    """What the game's folder brings along, if it does."""
    path = files(type(game).__module__) / f"{named(game)}.openings"
    return Openings(game, lzma.decompress(path.read_bytes())) if path.is_file() else None
