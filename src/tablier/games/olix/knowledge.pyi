from tablier.core.rules import State

def features(state: State) -> tuple[float, ...]:
    """The features of the evaluation, to fit its weights; ValueError for a state of another game."""

def marks(state: State) -> dict[int, tuple[int, ...]]:
    """The features of the prior for each legal move, to fit its weights; ValueError for a state of another
    game."""
