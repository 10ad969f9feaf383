from typing import NamedTuple

from tablier.core.rules import RuleSet

class Facts(NamedTuple):
    lines: tuple[tuple[str, ...], ...]

class QuixoRules(RuleSet):
    def __init__(self, size: int) -> None: ...
    def pushes(self) -> tuple[tuple[str, str], ...]: ...

class TeamRules(RuleSet):
    def __init__(self) -> None: ...
