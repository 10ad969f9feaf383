from enum import IntEnum
from typing import Self

from typing_extensions import Buffer, disjoint_base

from tablier.core.rules import RuleSet

MAX_POSITIONS: int

class Value(IntEnum):
    LOSS = 1
    DRAW = 2
    WIN = 3
    @property
    def negated(self) -> Value: ...

@disjoint_base
class ValueTable:
    def __new__(cls, rules: RuleSet, data: Buffer) -> Self: ...
    def value(self, number: int) -> Value | None: ...
    def count(self, first: int, last: int) -> tuple[int, int, int, int]: ...
    def decide(self, first: int, last: int, *, threads: int = 1) -> None: ...
    def faults(self, first: int, last: int, *, step: int = 1, most: int = 10) -> list[int]: ...
