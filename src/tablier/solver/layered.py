"""Asking a table: a solution in layers, in a folder or in memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Protocol

from tablier.board_game import Game
from tablier.core.kernel import DRAWN_AT, LOST_AT, Class, Kernel
from tablier.core.rules import State
from tablier.registry import game as find_game
from tablier.search.retrograde import Value
from tablier.solver.building import check_head
from tablier.solver.compression import check_installed
from tablier.solver.file import SolutionError
from tablier.solver.layerfile import LayerFile, LayerInMemory, path_of, read_head
from tablier.solver.plan import UnsolvableError
from tablier.solver.solution import Solution

AT_ONCE = 1.0
"""Seconds of processor time: a game that is estimated to take less is solved whenever it is asked for."""


class Layer(Protocol):
    """The values of a layer."""

    def value(self, key: int, position: int) -> Value:
        """The value of a position."""

    def expect(self, key: int, position: int) -> None:
        """Get ready: the value of a position will be asked for."""

    def key(self, entry: int) -> int:
        """The key of an entry, by its number."""

    def entry(self, key: int) -> int:
        """The number of an entry, by its key."""


class LayeredSolution(Solution):
    """The values of a game in layers. Open a folder with `open_solution(path)`.

    >>> from tablier import game
    >>> small = game("quixo", size=3)
    >>> solve_in_memory(small).value(small.start()).name
    'WIN'
    """

    def __init__(
        self,
        game: Game,
        kernel: Kernel,
        layers: Mapping[int, Layer],
        classes: Iterable[Class],
        path: Path | None = None,
    ) -> None:
        self.game, self.kernel, self.layers, self.classes = game, kernel, layers, tuple(classes)
        self._path = path

    @property
    def path(self) -> Path:
        if self._path is None:
            raise ValueError(f"{self!r} is in memory, not in a folder")
        return self._path

    @classmethod
    def open(cls, path: str | PathLike[str], *, partial: bool = False) -> LayeredSolution:
        """The solution in a folder; SolutionError if it is not whole, or, `partial`, if a layer is not."""
        check_installed()
        path = Path(path)
        found = sorted(path.glob("*.layer"))
        if not found:
            raise SolutionError(f"{path} is not a solution of a game")
        head = read_head(found[0])
        try:
            game = find_game(head.game, **head.options)
        except ValueError as error:
            raise SolutionError(f"{path} is about a game that is not here: {error}") from None
        kernel = game.kernel()
        if kernel is None:
            raise SolutionError(f"{path} is about {game!r}, which has no layers")
        layers, classes = {}, []
        for layer in range(kernel.layers):
            file = path_of(path, layer)
            if not file.exists():
                if not partial:
                    raise SolutionError(f"{path} is not finished")
                continue
            head = read_head(file)
            check_head(head, game, kernel, layer, path)
            layers[layer] = FileLayer(file)
            classes += head.classes
        return cls(game, kernel, layers, classes, path)

    def _look(self, state: State) -> Value | None:
        layer, key, position = self.kernel.locate(state)
        return self.layers[layer].value(key, position) if layer in self.layers else None

    def best(self, state: State) -> tuple[int, ...]:
        value = self.look(state)
        following = [state.after(move) for move in state.legal_moves]
        places = [self.kernel.locate(after) for after in following]
        if value is None or any(layer not in self.layers for layer, _, _ in places):
            return ()
        for layer, key, position in places:  # all blocks are fetched from the disk at the same time
            self.layers[layer].expect(key, position)
        values = [self.layers[layer].value(key, position) for layer, key, position in places]
        return tuple(
            move
            for move, after, other in zip(state.legal_moves, following, values, strict=True)
            if (other if after.turn == state.turn else other.negated) is value
        )

    def distance(self, state: State) -> int | None:
        """In how many plies the game is over if the winner hurries and the loser delays; None for a draw.

        Known for all positions if the solution is in memory. The first answer takes about a second.
        """
        if self._path is not None or state.outcome is not None:
            return super().distance(state)
        self.check(state)
        layer, key, position = self.kernel.locate(state)
        entry = self.layers[layer].entry(key)
        found = measured(self.game)[layer][entry * self.kernel.positions(layer) + position]
        return None if found == DRAWN_AT else found & ~LOST_AT

    def counts(self) -> dict[Value, int]:
        return {
            Value.LOSS: sum(each.lost for each in self.classes),
            Value.DRAW: sum(each.drawn for each in self.classes),
            Value.WIN: sum(each.won for each in self.classes),
        }

    def __repr__(self) -> str:
        if self._path is None:
            return f"solve_in_memory({self.game!r})"
        partial = ", partial=True" if len(self.layers) < self.kernel.layers else ""
        opened = "LayeredSolution.open" if partial else "open_solution"
        return f"{opened}({str(self._path)!r}{partial})"


class FileLayer:
    """A layer whose file is opened when its first value is asked for."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: LayerFile | None = None

    @property
    def file(self) -> LayerFile:
        if self._file is None:
            self._file = LayerFile(self._path)
        return self._file

    def value(self, key: int, position: int) -> Value:
        return self.file.value(key, position)

    def expect(self, key: int, position: int) -> None:
        self.file.expect(key, position)

    def key(self, entry: int) -> int:
        return self.file.key(entry)

    def entry(self, key: int) -> int:
        return self.file.entry(key)


@cache
def solve_in_memory(game: Game) -> LayeredSolution:
    """The solution of a game that takes less than `AT_ONCE`; UnsolvableError for any other.

    >>> from tablier import game
    >>> sorted(value.name for value in solve_in_memory(game("quixo", size=3)).counts())
    ['DRAW', 'LOSS', 'WIN']
    """
    kernel = game.kernel()
    if kernel is None or kernel.needs(0).seconds > AT_ONCE:
        raise UnsolvableError(f"{game!r} cannot be solved at once")
    layers = {}
    for layer in range(kernel.layers):
        kernel.begin(layer)
        kernel.solve()
        layers[layer] = LayerInMemory(kernel, layer)
    kernel.close()
    return LayeredSolution(
        game, kernel, layers, [each for layer in layers.values() for each in layer.classes]
    )


@cache
def measured(game: Game) -> tuple[memoryview, ...]:
    """The distances of all positions of a game that can be solved at once, by layer and entry."""
    kernel = game.kernel()
    assert kernel is not None
    found = []
    for layer in range(kernel.layers):
        kernel.begin(layer)
        kernel.measure()
        found.append(memoryview(kernel.distances(0, kernel.entries(layer))).cast("H"))
    kernel.close()
    return tuple(found)
