from typing import NamedTuple, Self

from typing_extensions import disjoint_base

from tablier.core.rules import RuleSet

class Corner(NamedTuple):
    cell: str
    owner: int | None
    settled: bool
    open: tuple[int, ...]

class Facts(NamedTuple):
    corners: tuple[Corner, ...]
    winner: int | None

@disjoint_base
class XRules(RuleSet):
    def __new__(cls, size: int, to_the_end: bool) -> Self: ...
