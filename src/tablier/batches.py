"""Many games of one kind at once, over NumPy's arrays: for programs that learn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tablier.board_game import Game
from tablier.core.rules import State
from tablier.extras import import_extra

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


class Batch:
    """Games of one kind, stepped side by side. Make one with `tablier.batch(game, n)`.

    All arrays are read-only and always the same: a step writes into them, without a copy and without the GIL.
    A game that is over begins anew at once: then `ended` and `rewards` tell of the game that is over, and
    everything else of the new one. Games end as a `Match` does, by the board or by repetition, and after
    `max_plies` at the latest.

    >>> import tablier
    >>> many = tablier.batch(tablier.game("quixo"), 1000, seed=1)
    >>> many.legal_mask.shape, many.planes.shape
    ((1000, 44), (1000, 4, 5, 5))
    >>> while not many.ended.any():
    ...     many.step(many.samples)
    >>> sorted(many.rewards[many.ended][0].tolist())
    [-1.0, 1.0]
    """

    def __init__(
        self,
        game: Game,
        n: int,
        *,
        seed: int = 0,
        start: State | None = None,
        max_plies: int | None = None,
    ) -> None:
        numpy = import_extra("numpy", extra="numpy", what="A batch of games")
        if start is not None and start.game is not game:
            raise ValueError(f"this position belongs to {start.game!r}, not to {game!r}")
        self.game = game
        self._numpy = numpy
        from tablier.core.batch import BatchCore  # a compiled module that few need

        self._core = core = BatchCore(
            game.start() if start is None else start,
            n,
            max_plies=game.rules.bound if max_plies is None else max_plies,
            best=game.best_score,
        )
        self.turns: NDArray[np.int8] = numpy.asarray(core.turns)
        """The seat to move, of each game."""
        self.legal_mask: NDArray[np.bool_] = numpy.asarray(core.legal_mask)
        """Which moves are legal: [game, move]."""
        self.planes: NDArray[np.uint8] = numpy.asarray(core.planes)
        """What the seat to move sees: [game, plane, row, column], row by row from a1."""
        self.plies: NDArray[np.int32] = numpy.asarray(core.plies)
        """How many moves were made in each game."""
        self.samples: NDArray[np.int32] = numpy.asarray(core.samples)
        """A random legal move of each game, each equally likely."""
        self.rewards: NDArray[np.float32] = numpy.asarray(core.rewards)
        """By the last step, [game, seat]: see `rewards_of`; 0 while a game goes on."""
        self.ended: NDArray[np.bool_] = numpy.asarray(core.ended)
        """Which games the last step ended."""
        self.truncated: NDArray[np.bool_] = numpy.asarray(core.truncated)
        """Which of them were cut short after `max_plies` and scored as they stood."""
        if not game.rules.observes:
            self.planes = numpy.zeros((n, *game.rules.planes_shape), numpy.uint8)
        self.reset(seed)

    def __len__(self) -> int:
        return self._core.n

    @property
    def max_plies(self) -> int:
        """Plies after which a game is cut short."""
        return self._core.max_plies

    def reset(self, seed: int = 0) -> None:
        """Begin all games anew. The samples of a game depend on the seed and the game's index alone."""
        self._core.reset(seed)
        self._observe()

    def step(self, moves: ArrayLike) -> None:
        """Make one move in each game.

        Raises IllegalMove, with the number of the game as a note, if one of them is not legal, and ValueError
        or TypeError if they are no moves: then no game has changed.
        """
        self._core.step(self._as_moves(moves))
        self._observe()

    def state(self, i: int) -> State:
        """The position of one game; ValueError if there is no such game."""
        return self._core.state(i)

    def _as_moves(self, moves: ArrayLike) -> Any:
        given = self._numpy.asarray(moves)
        if given.dtype.kind not in "iu":
            raise TypeError(f"moves are whole numbers, not {given.dtype}")
        if given.shape != (len(self),):
            raise ValueError(f"a step takes {len(self)} moves, one for each game, not {given.shape}")
        found = self._numpy.ascontiguousarray(given, self._numpy.int32)
        if given.dtype != found.dtype and (found != given).any():
            raise ValueError("a number is too large for a move")
        return found

    def _observe(self) -> None:
        """The planes of rules that write none of their own, one game after the other."""
        if not self.game.rules.observes:
            for i in range(len(self)):
                seen = self.game.rules.observe(self.state(i))
                self.planes[i].reshape(-1)[:] = self._numpy.frombuffer(seen, self._numpy.uint8)

    def __repr__(self) -> str:
        return f"<Batch of {len(self)}: {self.game!r}>"


def batch(
    game: Game, n: int, *, seed: int = 0, start: State | None = None, max_plies: int | None = None
) -> Batch:
    """`n` games stepped side by side over NumPy's arrays; see `Batch`.

    `start` is the position they begin from, `max_plies` when a game is cut short (by default where random
    games are). Raises MissingExtra without NumPy.

    >>> import tablier
    >>> many = tablier.batch(tablier.game("x", size=6), 8, seed=1)
    >>> many.step(many.samples)
    >>> many.plies.tolist()
    [1, 1, 1, 1, 1, 1, 1, 1]
    """
    return Batch(game, n, seed=seed, start=start, max_plies=max_plies)


def rewards_of(game: Game, scores: Sequence[float]) -> tuple[float, ...]:
    """What learning programs are told of scores: 1 for the game's best score, 0 for the mean of all seats.

    They add up to 0; between two sides a win is 1, a loss -1 and a draw 0.

    >>> import tablier
    >>> rewards_of(tablier.game("quixo"), (0.0, 1.0))
    (-1.0, 1.0)
    """
    mean = sum(scores) / len(scores)
    if game.best_score <= mean:
        return tuple(0.0 for _ in scores)
    return tuple((score - mean) / (game.best_score - mean) for score in scores)
