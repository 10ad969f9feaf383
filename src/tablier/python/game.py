"""A game whose rules are five Python functions on a small value."""

from __future__ import annotations

import inspect
import logging
import marshal
import re
from abc import abstractmethod
from ast import literal_eval
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from tablier.board_game import Game, Path, from_module
from tablier.core.python_rules import ERROR, PythonRules
from tablier.core.rules import STATE_WORDS, RuleSet, State
from tablier.core.values import NotationError
from tablier.level import LevelSettings, Limit, Method, TreeSettings
from tablier.scene import Words, say

Value = TypeVar("Value")
logger = logging.getLogger("tablier.python")

_TREE = TreeSettings(expand_after=4)
LEVELS = (
    LevelSettings(Method.TREE, Limit(nodes=15, seconds=1), tree=replace(_TREE, overlook_chance=0.5)),
    LevelSettings(Method.TREE, Limit(nodes=50, seconds=1), tree=replace(_TREE, overlook_chance=0.25)),
    LevelSettings(Method.TREE, Limit(nodes=150, seconds=1.5), tree=replace(_TREE, overlook_chance=0.1)),
    LevelSettings(Method.TREE, Limit(nodes=400, seconds=2), tactics_turns=1, tree=_TREE),
    LevelSettings(Method.TREE, Limit(nodes=1_200, seconds=2), tactics_turns=1, tree=_TREE),
    LevelSettings(Method.TREE, Limit(nodes=5_000, seconds=3), tactics_turns=1, tree=_TREE),
    LevelSettings(Method.TREE, Limit(nodes=25_000, seconds=4), tactics_turns=1, tree=_TREE),
    LevelSettings(Method.TREE, Limit(seconds=5.0), tactics_turns=1, tree=_TREE),
)
"""Those for any game (`tablier.bots`), each with a time limit: rules in Python are about a hundred times
slower than compiled ones, and nobody waits a minute for a move."""
REVIEW_LIMIT = Limit(seconds=0.5)
FIRST_CLAUSE = 1
_CLAUSE_START = re.compile(r"§[A-Z]\d+\b")


class End(NamedTuple):
    """How a game ended: what `result` gives. `PythonGame.won` and `PythonGame.drawn` make one.

    >>> End((1.0, 0.0), "line", cells=(0, 1, 2), is_line=True).reason
    'line'
    """

    scores: tuple[float, ...]
    """One for each seat."""
    reason: str = "won"
    """A key of `endings`."""
    cells: tuple[Any, ...] = ()
    """What decided it: marked on the board."""
    is_line: bool = False
    """Whether a line is drawn through these cells."""


class PythonGame(Game, Generic[Value]):
    """A game on any small value: numbers, texts, bytes and tuples of them.

    Write `setup`, `turn`, `moves`, `play`, `result` and `all_moves`. They take and give values, change none,
    and use no chance. A value takes at most 383 bytes as `encode` writes it.

    An exception in one of them ends the game in the position where it happens, all sides equal, with the
    reason "error"; the log ("tablier.python") has the traceback.

    >>> from tablier import Match
    >>> class Nim(PythonGame):
    ...     id, title, seats = "nim", "Nim", ("First", "Second")
    ...     def setup(self):
    ...         return (10, 0)
    ...     def turn(self, value):
    ...         return value[1]
    ...     def moves(self, value):
    ...         return [take for take in (1, 2, 3) if take <= value[0]]
    ...     def play(self, value, take):
    ...         return (value[0] - take, 1 - value[1])
    ...     def result(self, value):
    ...         return None if value[0] else self.won(1 - value[1])
    ...     def all_moves(self):
    ...         return (1, 2, 3)
    >>> match = Match(Nim()).play("3", "1", "2")
    >>> str(match.state), match.legal_moves
    ('(4, 1)', (0, 1, 2))
    """

    endings: ClassVar[Mapping[str, str]] = {
        "won": say("the goal is reached").template,
        "drawn": say("nobody can win any more").template,
    }
    levels = LEVELS
    review_limit = REVIEW_LIMIT
    agrees_draw = True
    scene_module = from_module("tablier.python.cards")
    size: ClassVar[int] = 8 * STATE_WORDS - 1
    """Bytes of an encoded value, at most."""
    bound: ClassVar[int] = 10_000
    """Plies after which a random game is cut short and counts as a draw."""

    rules: PythonRules

    # What the author writes

    @abstractmethod
    def setup(self) -> Value:
        """The value before the first move."""

    @abstractmethod
    def turn(self, value: Value) -> int:
        """The seat to move, counted from 0; of a finished game any."""

    @abstractmethod
    def moves(self, value: Value) -> Iterable[Any]:
        """The legal moves of an unfinished game, at least one, each one of `all_moves`."""

    @abstractmethod
    def play(self, value: Value, move: Any) -> Value:
        """The value after a legal move."""

    @abstractmethod
    def result(self, value: Value) -> End | None:
        """None while the game goes on; otherwise `self.won(seat)`, `self.drawn()` or an `End`."""

    @abstractmethod
    def all_moves(self) -> Iterable[Hashable]:
        """Every move that a position may allow, at most 4096: their order numbers them."""

    def refuse(self, value: Value, move: Any) -> str | tuple[str, str] | None:
        """Why a move is illegal here: a sentence, or the clause of the rules ("H2") and a sentence; None if
        there is no more to say than that it is."""
        return None

    def path(self, move: Any) -> Path:
        """What is clicked to make a move; its texts, joined, are the notation."""
        return (str(move),)

    def encode(self, value: Value) -> bytes:
        """A value as bytes, equal values as equal bytes."""
        # Version 2 shares nothing inside: equal values, equal bytes.
        return marshal.dumps(value, 2)  # type: ignore[arg-type]  # any other value raises ValueError

    def decode(self, data: bytes) -> Value:
        """The opposite of `encode`; zeros follow."""
        return marshal.loads(data)  # type: ignore[no-any-return]  # what encode wrote

    def write_value(self, value: Value) -> str:
        """The position text of a value, in one line."""
        return repr(value)

    def read_value(self, text: str) -> Value:
        """The opposite of `write_value`; NotationError or ValueError if the text is no position."""
        try:
            return literal_eval(text)  # type: ignore[no-any-return]  # checked by the rules
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            raise NotationError("a position is written as a Python value", text=text, column=1) from None

    # For the author's use

    def won(self, seat: int, reason: str = "won", cells: Sequence[Any] = (), *, line: bool = False) -> End:
        """A win of this seat and its partners."""
        winners = self.side(seat)
        scores = tuple(1.0 if other in winners else 0.0 for other in range(len(self.seats)))
        return End(scores, reason, tuple(cells), line)

    def drawn(self, reason: str = "drawn", cells: Sequence[Any] = ()) -> End:
        """A draw of all sides."""
        return End((1 / len(self.sides),) * len(self.seats), reason, tuple(cells))

    def value(self, state: State) -> Value:
        """The value of a position."""
        return self.rules.value(state)  # type: ignore[no-any-return]  # what the author's functions gave

    # What follows from it

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "sides" not in cls.__dict__ and "seats" in cls.__dict__:
            cls.sides = tuple((seat,) for seat in range(len(cls.seats)))

    def build(self) -> tuple[RuleSet, tuple[Path, ...]]:
        keys = tuple(self.all_moves())
        rules = PythonRules(self, self.size, keys, tuple(self.endings), self.bound)
        return rules, tuple(self.path(key) for key in keys)

    def sketch(self, state: State) -> str:
        return str(state)

    def list_cells(self, value: Value) -> bytes:
        """What learning programs see of a value: without a grid, the bytes of its encoding."""
        return self.encode(value).ljust(self.size, b"\0")

    def name_spots(self, cells: Sequence[Any]) -> tuple[str, ...]:
        """The spots of the picture that an End speaks of."""
        return tuple(map(str, cells))

    def refuse_move(self, value: Value, move: Any) -> tuple[str, str]:
        """The clause and the sentence by which a move is refused."""
        found = self.ask(self.refuse, value, move) or say("This move is not allowed here.").template
        return found if isinstance(found, tuple) else (f"{self.clause_letter()}{FIRST_CLAUSE}", found)

    def ask(self, question: Callable[..., Any], *arguments: Any) -> Any:
        """What one of the author's functions beside the rules answers; None, and a line in the log with the
        traceback, if it fails: a table goes on without the answer."""
        try:
            return question(*arguments)
        except Exception:  # the author's code may raise anything
            logger.exception("%s: %s failed", self.id, question.__name__)
            return None

    @classmethod
    def clause_letter(cls) -> str:
        """The letter before the numbers of the clauses: the first one of the game's id."""
        return next((letter for letter in cls.id.upper() if "A" <= letter <= "Z"), "A")

    def explain_outcome(self, state: State) -> Words:
        if state.outcome is not None and state.outcome.reason == ERROR:
            return say("the program of this game made a mistake")
        return super().explain_outcome(state)

    @classmethod
    def rules_text(cls, language: str) -> str | None:
        """The rule page: `rule_pages`, or in English the docstring, its paragraphs numbered as clauses."""
        written = super().rules_text(language)
        if written is not None or language != "en" or not cls.__doc__:
            return written
        first, *others = re.split(r"\n\s*\n", inspect.cleandoc(cls.__doc__))
        if not any(map(_CLAUSE_START.match, others)):
            others = number_clauses(others, cls.clause_letter())
        return "\n\n".join([f"# {cls.title}", first, *others]) + "\n"


def number_clauses(paragraphs: Iterable[str], letter: str) -> list[str]:
    """Paragraphs with their numbers before them; headings, lists, tables and figures have none.

    >>> number_clauses(["Take one.", "## The end", "Who cannot, loses."], "N")
    ['§N1 Take one.', '## The end', '§N2 Who cannot, loses.']
    """
    found, number = [], FIRST_CLAUSE
    for paragraph in paragraphs:
        if paragraph[:1] in "#-*|!>":
            found.append(paragraph)
        else:
            found.append(f"§{letter}{number} {paragraph}")
            number += 1
    return found
