from tablier.core.rules import State

def features(state: State) -> tuple[float, ...]:
    """What the estimate of a position weighs, to fit the weights."""

def marks(state: State) -> dict[int, tuple[int, ...]]:
    """What each legal move is told from others by, to fit the weights."""
