from tablier.core.rules import State

def rollout_counts(
    state: State, times: int, *, seed: int = 0
) -> tuple[list[int], list[list[int]], list[list[list[int]]]]: ...
def ownership_rates(
    state: State, times: int, *, seed: int = 0
) -> tuple[list[list[float]], list[list[float]]]: ...
