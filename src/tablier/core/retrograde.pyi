from enum import IntEnum

from typing_extensions import Buffer

from tablier.core.rules import RuleSet

MOST: int

class Value(IntEnum):
    LOSS = 1
    DRAW = 2
    WIN = 3
    @property
    def mirrored(self) -> Value: ...

class Table:
    def __init__(self, rules: RuleSet, data: Buffer) -> None: ...
    def value(self, number: int) -> Value | None: ...
    def count(self, first: int, last: int) -> tuple[int, int, int, int]: ...
    def decide(self, first: int, last: int, *, threads: int = 1) -> None: ...
    def faults(self, first: int, last: int, *, step: int = 1, most: int = 10) -> list[int]: ...
