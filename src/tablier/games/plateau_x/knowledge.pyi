from tablier.core.rules import State

def features(state: State) -> dict[tuple[int, int], tuple[float, ...]]:
    """For every two seats, the features of the first finishing ahead of the second, to fit the weights: the
    constant term, the features, and the features scaled by lateness. ValueError for a state of another
    game."""
