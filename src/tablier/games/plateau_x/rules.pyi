from typing import NamedTuple, Self

from typing_extensions import disjoint_base

from tablier.core.rules import RuleSet, State
from tablier.games.plateau_x.positions import Variant

class Pawn(NamedTuple):
    seat: int
    cell: str | None
    level: int
    plateau: int
    arrival: int | None

class Standing(NamedTuple):
    place: int
    singles: int
    doubles: int

class Facts(NamedTuple):
    pawns: tuple[Pawn, ...]
    seats: tuple[Standing, ...]
    triples: int

@disjoint_base
class PlateauRules(RuleSet):
    def __new__(cls, size: int, seats: int, pawns: int, singles: int) -> Self: ...
    @property
    def variant(self) -> Variant: ...
    def paths(self) -> tuple[tuple[str, str], ...]: ...
    def levels(self, state: State) -> tuple[int, ...]: ...
    def plateau(self, state: State, cell: str) -> tuple[str, ...]: ...
    def route(self, state: State, move: int) -> tuple[str, ...]: ...
    def facts(self, state: State) -> Facts: ...
