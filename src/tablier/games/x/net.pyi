from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path

from tablier.core.rules import State

LAYERS: int
CHANNELS: int
HIDDEN: int
WEIGHTS: Path

def read_weights() -> tuple[float, ...]: ...
def load(numbers: Iterable[float]) -> None: ...
def net_inputs(states: Sequence[State], *, seed: int = 0) -> tuple[array[float], array[float]]: ...
def evaluate_position(state: State, *, seed: int = 0) -> tuple[list[float], dict[int, float]]: ...
