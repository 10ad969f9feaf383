"""Checking a solution in layers: by its kernel, and by the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from tablier.core.rules import State
from tablier.search.retrograde import Value
from tablier.solver.layered import FileLayer, LayeredSolution
from tablier.solver.layerfile import LayerFile

WHOLE = 1 << 31
"""Positions of a layer, one of those that are images of each other, up to which it is looked at whole."""
SAMPLE, FEW = 500, 25
"""Positions of a layer that are compared with those one move on by the game's rules: where it is not looked
at whole, and where it is."""


def verify_layers(
    solution: LayeredSolution,
    *,
    threads: int = 1,
    whole: int = WHOLE,
    sample: int = SAMPLE,
    seed: int = 1,
    report: Callable[[int, int], None] | None = None,
) -> tuple[State, ...]:
    """Some positions whose value is not that of the best one a move away; none if all is well.

    The checksum of every layer is looked at. A layer of at most `whole` positions is compared by the game's
    kernel, board by board, with itself and the one before it. `sample` random positions of every layer are
    compared by the game's rules. SolutionError if a file is damaged.
    """
    kernel, rng = solution.kernel, Random(seed)
    held = None
    found: list[State] = []
    try:
        for layer, values in solution.layers.items():
            count = sample
            if isinstance(values, FileLayer):
                values.file.check()
                is_small = kernel.entries(layer) * kernel.positions(layer) <= whole
                if is_small and (layer == 0 or layer - 1 in solution.layers):
                    if layer and held != layer - 1:
                        _file(solution, layer - 1).restore(kernel)
                    values.file.restore(kernel)
                    held, count = layer, min(FEW, sample)
                    faults = kernel.faults(threads=threads)[:10]
                    found += [kernel.state(layer, key, position) for key, position in faults]
            found += _wrong(solution, layer, count, rng)
            if report:
                report(layer + 1, kernel.layers)
    finally:
        kernel.close()
    return tuple(found)


def _file(solution: LayeredSolution, layer: int) -> LayerFile:
    values = solution.layers[layer]
    assert isinstance(values, FileLayer)
    return values.file


def _wrong(solution: LayeredSolution, layer: int, sample: int, rng: Random) -> Iterator[State]:
    values, kernel = solution.layers[layer], solution.kernel
    for _ in range(sample):
        key = values.key(rng.randrange(kernel.entries(layer)))
        state = kernel.state(layer, key, rng.randrange(kernel.positions(layer)))
        value, right = solution.look(state), judge(solution, state)
        if right is not None and value != right:
            yield state


def judge(solution: LayeredSolution, state: State) -> Value | None:
    """The value that the rules and the values one move on give; None if one of those is not known."""
    if state.outcome is not None:
        mine, other = (state.outcome.scores[seat] for seat in (state.turn, 1 - state.turn))
        return Value.DRAW if mine == other else Value.WIN if mine > other else Value.LOSS
    following = [solution.look(state.after(move)) for move in state.legal_moves]
    if None in following:
        return None
    return max(value.negated for value in following if value is not None)
