"""Outcomes and errors of the rules, as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

EMPTY: Mapping[str, object] = MappingProxyType({})


class IllegalMove(ValueError):  # noqa: N818 -- the name is part of the agreed interface
    """A move the rules forbid here.

    `reason` is one sentence for the player, the same words every time, so that it can be looked up in a
    catalogue of translations; `clause` is the number of the clause in the game's RULES.md ("Q2").

    >>> import tablier
    >>> try:
    ...     tablier.Match(tablier.game("quixo")).play("a1e1", "e1a1")
    ... except IllegalMove as error:
    ...     print(error.move, error.clause)
    e1a1 Q2
    """

    def __init__(self, reason: str, *, clause: str, move: str) -> None:
        super().__init__(reason, clause, move)
        self.reason = reason
        self.clause = clause
        self.move = move

    def __str__(self) -> str:
        return (
            f"{self.move}: {self.reason} (§{self.clause})" if self.clause else f"{self.move}: {self.reason}"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return _illegal_move, (self.reason, self.clause, self.move)


def _illegal_move(reason: str, clause: str, move: str) -> IllegalMove:
    return IllegalMove(reason, clause=clause, move=move)


class ContractError(ValueError):
    """A rule set that breaks the contract of `core/rules.pxd`: one sentence, with the game's id."""


class DescribedError(ValueError):
    """A failure in one sentence that can be translated: `template` in English, and the `values` it names.

    >>> str(DescribedError("there is no level {level}", level=9))
    'there is no level 9'
    """

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template, values)
        self.template = template
        self.values = values

    @property
    def problem(self) -> str:
        """The sentence in English."""
        return self.template.format(**self.values) if self.values else self.template

    def __str__(self) -> str:
        return self.problem

    def __reduce__(self) -> tuple[Any, ...]:
        return _described_error, (type(self), self.template, self.values)


def _described_error(kind: type[DescribedError], template: str, values: dict[str, object]) -> DescribedError:
    return kind(template, **values)


class NotationError(DescribedError):
    """A text that is not a move, a position or a record: what is wrong, and where (counted from 1).

    >>> import tablier
    >>> try:
    ...     tablier.game("quixo").move("a1f1")
    ... except NotationError as error:
    ...     print(error.column, error.problem)
    3 “a1f1” is not a move: “f” is not allowed here, expected a, e
    """

    def __init__(
        self, template: str, *, text: str, column: int, line: int = 1, values: Mapping[str, object] = EMPTY
    ) -> None:
        super().__init__(template, **values)
        self.text = text
        self.column = column
        self.line = line

    def __str__(self) -> str:
        where = f"column {self.column}" if self.line == 1 else f"line {self.line}, column {self.column}"
        return f"{self.problem} ({where})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _notation_error, (self.template, self.text, self.column, self.line, self.values)


def _notation_error(
    template: str, text: str, column: int, line: int, values: dict[str, object]
) -> NotationError:
    return NotationError(template, text=text, column=column, line=line, values=values)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: one score per seat, the reason, and the game's facts about the last position.

    >>> Outcome((0.0, 1.0), "line").winners
    (1,)
    """

    scores: tuple[float, ...]
    reason: str
    facts: object = None

    @property
    def places(self) -> tuple[int, ...]:
        """The place each seat took, 1 being the first; equal scores share the better place."""
        return tuple(1 + sum(other > score for other in self.scores) for score in self.scores)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place; empty when all scores are equal."""
        best = max(self.scores)
        if min(self.scores) == best:
            return ()
        return tuple(seat for seat, score in enumerate(self.scores) if score == best)


def whole_number(number: Any, name: str) -> int:
    """The int that `number` is or stands for by `__index__`; TypeError for anything else, bool included.

    >>> whole_number(2.5, "a move")
    Traceback (most recent call last):
    TypeError: a move is a whole number, not float
    """
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise TypeError(f"{name} is a whole number, not {type(number).__name__}")
    return int(number.__index__())
