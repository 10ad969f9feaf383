from typing import NamedTuple

from tablier.core.rules import State

class Playouts(NamedTuple):
    scores: tuple[float, ...]
    plies: float
    games: int

def playouts(state: State, n: int, *, seed: int = 0, threads: int = 1) -> Playouts: ...
