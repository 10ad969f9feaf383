from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path

from tablier.core.rules import State

LAYERS: int
WIDE: int
HIDDEN: int
WEIGHTS: Path

def taught() -> tuple[float, ...]: ...
def load(numbers: Iterable[float]) -> None: ...
def seen(states: Sequence[State], *, seed: int = 0) -> tuple[array[float], array[float]]: ...
def opinion(state: State, *, seed: int = 0) -> tuple[list[float], dict[int, float]]: ...
