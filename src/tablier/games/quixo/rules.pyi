from typing import NamedTuple, Self

from typing_extensions import disjoint_base

from tablier.core.rules import RuleSet

class Facts(NamedTuple):
    lines: tuple[tuple[str, ...], ...]

@disjoint_base
class QuixoRules(RuleSet):
    def __new__(cls, size: int) -> Self: ...
    def pushes(self) -> tuple[tuple[str, str], ...]: ...

@disjoint_base
class TeamRules(RuleSet):
    def __init__(self) -> None: ...
