from collections.abc import Iterable

from tablier.core.rules import State

class Stop:
    def set(self) -> None: ...
    def is_set(self) -> bool: ...

class Position:
    def __init__(
        self,
        state: State,
        *,
        sides: Iterable[Iterable[int]],
        earlier: Iterable[State] = (),
        stop: Stop | None = None,
    ) -> None: ...
    @property
    def state(self) -> State: ...
    @property
    def sides(self) -> tuple[tuple[int, ...], ...]: ...
