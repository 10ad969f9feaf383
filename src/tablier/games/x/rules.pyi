from typing import NamedTuple

from tablier.core.rules import RuleSet

class Corner(NamedTuple):
    cell: str
    owner: int | None
    settled: bool
    open: tuple[int, ...]

class Facts(NamedTuple):
    corners: tuple[Corner, ...]
    winner: int | None

class XRules(RuleSet):
    def __init__(self, size: int, to_the_end: bool) -> None: ...
