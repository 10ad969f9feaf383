from tablier.core.rules import State

def surveyed(
    state: State, times: int, *, seed: int = 0
) -> tuple[list[int], list[list[int]], list[list[list[int]]]]: ...
