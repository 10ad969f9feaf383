from collections.abc import Iterable
from typing import Self

from typing_extensions import disjoint_base

from tablier.core.rules import State

@disjoint_base
class Stop:
    def set(self) -> None: ...
    def is_set(self) -> bool: ...

@disjoint_base
class RootPosition:
    def __new__(
        cls,
        state: State,
        *,
        sides: Iterable[Iterable[int]],
        earlier: Iterable[State] = (),
        stop: Stop | None = None,
    ) -> Self: ...
    @property
    def state(self) -> State: ...
    @property
    def sides(self) -> tuple[tuple[int, ...], ...]: ...
