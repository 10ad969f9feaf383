"""A game with its options: its moves as a table, its notation, its positions as text."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from tablier.core.choice import Limit
from tablier.core.plan import Plan
from tablier.core.rules import RuleSet, State
from tablier.core.values import IllegalMove, NotationError

if TYPE_CHECKING:
    from tablier.scene import Layout, Scene

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """What may be chosen before a game begins."""

    default: Any
    choices: tuple[Any, ...]
    about: str


class Game(ABC):
    """One game with its options. Make one with `tablier.game(id, **options)`.

    A game's folder derives from this class, says who made the game and for how many, and builds the rules
    and the table of moves.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    author: ClassVar[str]
    year: ClassVar[int]
    minutes: ClassVar[int]
    """About how long people play it."""
    seats: ClassVar[tuple[str, ...]]
    """The seats' names in turn order."""
    sides: ClassVar[tuple[tuple[int, ...], ...]]
    """Which seats win and lose together; one seat a side unless there are teams."""
    top: ClassVar[float] = 1.0
    """The best score a seat can get."""
    choices: ClassVar[Mapping[str, Option]] = {}
    """The options, by keyword."""
    plans: ClassVar[tuple[Plan, ...] | None] = None
    """How the levels of the computer players think, if this game has better ways than those for any game."""
    study: ClassVar[Limit | None] = None
    """What a look at one position may cost in a review, where what level 7 takes at a table is too little."""
    views: ClassVar[tuple[str, ...]] = ("",)
    """The ways to draw it: the usual one first, the one for small screens last."""
    endings: ClassVar[Mapping[str, str]] = {}
    """Why a game is over, in a few words, by the reason of its outcome."""

    options: Mapping[str, Any]
    rules: RuleSet
    paths: tuple[Path, ...]
    """For each move, the things to click, in order. None is the beginning of another."""

    def __init__(self, **options: Any) -> None:
        self.options = chosen(self.id, self.choices, options)
        self.rules, self.paths = self.build()
        self.rules.game = self
        self.texts = tuple(self.spell(path) for path in self.paths)
        self._layouts: dict[tuple[int, str], Layout] = {}

    @abstractmethod
    def build(self) -> tuple[RuleSet, tuple[Path, ...]]:
        """The compiled rules for these options, and the table of moves they number."""

    def spell(self, path: Path) -> str:
        """How a move is written."""
        return "".join(path)

    @abstractmethod
    def sketch(self, state: State) -> str:
        """The board drawn with characters, for a terminal or a notebook."""

    def layout(self, *, viewpoint: int = 0, view: str = "") -> Layout:
        """The empty board as a picture, seen by the seat `viewpoint`; the same object when asked again."""
        key = self._seen_as(viewpoint, view)
        if key not in self._layouts:
            self._layouts[key] = self._artist.layout(self, *key)
        return self._layouts[key]

    def scene(
        self,
        state: State,
        *,
        last: int | None = None,
        before: State | None = None,
        moves: Sequence[int] | None = None,
        viewpoint: int = 0,
        view: str = "",
    ) -> Scene:
        """A position as a picture: `last` is the move that led here, from the state `before`.

        Its tree offers the legal moves, or only these `moves`: none to somebody who looks on.
        """
        from tablier.scene import completed  # pictures cost nothing until one is asked for

        drawn: Scene = self._artist.scene(state, last, before, *self._seen_as(viewpoint, view))
        offered = state.legal_moves if moves is None else moves
        return completed(drawn, self.layout(viewpoint=viewpoint, view=view), state, offered)

    def picture(
        self,
        state: State,
        *,
        last: int | None = None,
        before: State | None = None,
        viewpoint: int = 0,
        view: str = "",
    ) -> str:
        """A position as an SVG document."""
        from tablier.svg import draw

        scene = self.scene(state, last=last, before=before, viewpoint=viewpoint, view=view)
        return draw(self.layout(viewpoint=viewpoint, view=view), scene, title=f"{self.title}: {state}")

    def _seen_as(self, viewpoint: int, view: str) -> tuple[int, str]:
        if viewpoint not in range(len(self.seats)):
            raise ValueError(f"{self.title} has no seat {viewpoint!r} to look from")
        if view and view not in self.views:
            raise ValueError(f"{self.title} has no view {view!r}")
        return viewpoint, view or self.views[0]

    @property
    def _artist(self) -> Any:
        """The module `scene` in the game's folder, which offers `layout` and `scene`."""
        return import_module(f"{type(self).__module__}.scene")

    def start(self) -> State:
        """The position before the first move."""
        return self.rules.start()

    def read(self, text: str) -> State:
        """The position a text describes: `game.read(str(state)) == state`."""
        if not isinstance(text, str):
            raise TypeError(f"a position is a text, not {type(text).__name__}")
        return self.rules.read(text)

    def text(self, move: int) -> str:
        """How a move is written."""
        if isinstance(move, bool) or not hasattr(move, "__index__"):
            raise TypeError(f"a move is a whole number, not {type(move).__name__}")
        if not 0 <= move < len(self.texts):
            raise ValueError(
                f"{self.id} has no move {move}: they are numbered from 0 to {len(self.texts) - 1}"
            )
        return self.texts[move]

    def move(self, text: str) -> int:
        """The move a text stands for, in any case of letters; whether it is legal depends on the position."""
        if not isinstance(text, str):
            raise TypeError(f"a move is written as a text, not {type(text).__name__}")
        move = self._moves.get(text.strip().lower())
        if move is None:
            raise misspelt(text, self._moves)
        return move

    @cached_property
    def _moves(self) -> dict[str, int]:
        return {text.lower(): move for move, text in enumerate(self.texts)}

    def why_not(self, state: State, clicks: Path) -> IllegalMove | None:
        """What forbids the moves that begin with these clicks; None if no move does, or none is forbidden."""
        for move, path in enumerate(self.paths):
            if path[: len(clicks)] == clicks:
                try:
                    state.after(move)
                except IllegalMove as error:
                    return error
        return None

    def side(self, seat: int) -> tuple[int, ...]:
        """The seats that win and lose together with this one, itself included."""
        return next(side for side in self.sides if seat in side)

    def agreed(self, state: State, winner: int | None) -> tuple[float, ...]:
        """The scores if all agree to stop here."""
        if winner is not None:
            raise ValueError(
                f"an agreed end of {self.title} scores the position as it stands and names no winner"
            )
        return state.settled()

    def conceded(self, state: State, seat: int) -> tuple[float, ...]:
        """The scores if a seat resigns or runs out of time here."""
        if len(self.sides) == 2:
            return tuple(0.0 if other in self.side(seat) else 1.0 for other in range(len(self.seats)))
        return state.settled(without=seat)

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self._given.items())
        return f"tablier.game({self.id!r}{options})"

    @property
    def _given(self) -> dict[str, Any]:
        """The options that are not left as they come."""
        return {name: value for name, value in self.options.items() if value != self.choices[name].default}

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return _again, (self.id, dict(self.options))


def _again(name: str, options: dict[str, Any]) -> Game:
    from tablier.registry import game  # it looks inwards at this module

    return game(name, **options)


def chosen(name: str, choices: Mapping[str, Option], options: Mapping[str, Any]) -> dict[str, Any]:
    """The options in force, defaults filled in; one clear sentence for an option that is not to be had."""
    for key in options:
        if key not in choices:
            known = f"its options are {', '.join(choices)}" if choices else "it has none"
            raise ValueError(f"{name} has no option {key!r}: {known}")
    values = {}
    for key, option in choices.items():
        value = options.get(key, option.default)
        if type(value) is not type(option.default) or value not in option.choices:
            listed = ", ".join(repr(choice) for choice in option.choices)
            raise ValueError(f"{name}: {key} is one of {listed}, not {value!r}")
        values[key] = value
    return values


def read_option(text: str) -> tuple[str, Any]:
    """An option written as name=value: the value is true or false, a number, or a word."""
    name, equals, value = text.partition("=")
    if not equals:
        raise ValueError(f"an option is written name=value, not {text!r}")
    if value in ("true", "false"):
        return name, value == "true"
    return name, int(value) if value.isascii() and value.isdigit() and len(value) < 9 else value


def misspelt(text: str, known: Mapping[str, int]) -> NotationError:
    """Say where a move's text stops being the beginning of one, and what could stand there."""
    lead = len(text) - len(text.lstrip())
    typed = text.strip().lower()
    good = 0
    while good < len(typed) and any(other.startswith(typed[: good + 1]) for other in known):
        good += 1
    following = sorted(
        {other[good] for other in known if other.startswith(typed[:good]) and len(other) > good}
    )
    found = repr(typed[good]) if good < len(typed) else "the end"
    expected = f"expected {listing(following)}" if following else "the move is complete before it"
    shown = typed if len(typed) <= 20 else typed[:20] + "…"
    return NotationError(
        f"{shown!r} is not a move: {found} cannot stand here, {expected}", text=text, column=lead + good + 1
    )


def listing(characters: Sequence[str]) -> str:
    """a, b, c, d → a-d; few and apart → one by one."""
    runs: list[str] = []
    for character in characters:
        if runs and ord(character) == ord(runs[-1][-1]) + 1:
            runs[-1] = runs[-1][0] + character
        else:
            runs.append(character)
    return ", ".join(run if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
