from tablier.core.rules import State

def features(state: State) -> dict[tuple[int, int], tuple[float, ...]]:
    """For every two seats, what speaks for the first to finish ahead of the second, to fit the weights: first
    what is given, then what is weighed, then the same by how late it is."""
