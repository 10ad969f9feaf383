"""A game with its options: its moves as a table, its notation, its positions as text."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from tablier.core.kernel import Kernel
from tablier.core.rules import RuleSet, State
from tablier.core.values import ContractError, DescribedError, IllegalMove, NotationError
from tablier.level import LevelSettings, Limit

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from tablier.board_editor import Editor
    from tablier.example import Example
    from tablier.insight import Evidence, Insight, Overlay, Reason
    from tablier.lesson import Lesson
    from tablier.scene import Layout, Scene, SceneModule, Translate, Words


Path = tuple[str, ...]


class _FromModule:
    """A class attribute that lies in a module, which is imported when it is first asked for."""

    def __init__(self, module: str, name: str | None) -> None:
        self.module, self.name = module, name

    def __get__(self, game: object, kind: type[Game]) -> Any:
        module = import_module(self.module)
        return module if self.name is None else getattr(module, self.name)


FactsKind = TypeVar("FactsKind")


def facts_of(kind: type[FactsKind], state: State) -> FactsKind:
    """The facts of a position, of the kind that its game has; TypeError for a position of another game."""
    facts = state.facts
    if not isinstance(facts, kind):
        raise TypeError(
            f"a position of {state.game!r} has other facts than {kind.__module__}.{kind.__name__}"
        )
    return facts


def from_module(module: str, name: str | None = None) -> Any:
    """For the body of a game's class: the attribute `name` of a module, or the module itself, imported when
    it is first needed."""
    return _FromModule(module, name)


def pages_in(package: str) -> dict[str, Traversable]:
    """The rule pages `rules.LANGUAGE.md` beside a package's modules, for `Game.rule_pages`."""
    from importlib import resources  # only games with such files need it

    named = ((file.name.split("."), file) for file in resources.files(package).iterdir())
    return {parts[1]: file for parts, file in named if parts[0] == "rules" and parts[2:] == ["md"]}


def puzzles_in(package: str) -> Traversable:
    """The file `puzzles.txt` beside a package's modules, for `Game.puzzle_file`."""
    from importlib import resources

    return resources.files(package) / "puzzles.txt"


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that is made before a game begins.

    `default` is what it is unless told, `choices` what it may be, `about` what people read of it.

    >>> import tablier
    >>> tablier.game("quixo").choices["size"].default
    5
    """

    default: Any
    choices: tuple[Any, ...]
    about: str


class Game(ABC):
    """One game with its options. Make one with `tablier.game(id, **options)`.

    A game's folder derives from this class, says who made the game and for how many, and builds the rules
    and the table of moves.

    >>> import tablier
    >>> quixo = tablier.game("quixo")
    >>> quixo.title, quixo.seats, len(quixo.paths)
    ('Quixo', ('Cross', 'Circle'), 44)
    >>> quixo.text(0), quixo.paths[0], quixo.move("A1E1")
    ('a1e1', ('a1', 'e1'), 0)
    >>> print(quixo.sketch(quixo.read("5/5/5/5/4x o")))
    5  · · · · ·
    4  · · · · ·
    3  · · · · ·
    2  · · · · ·
    1  · · · · ×
       a b c d e
    """

    id: ClassVar[str]
    title: ClassVar[str]
    author: ClassVar[str] = ""
    year: ClassVar[int] = 0
    """When it was published; 0 if nobody says."""
    minutes: ClassVar[int] = 10
    """About how long people play it."""
    variant_of: ClassVar[str] = ""
    """The id of the game on whose page this one is listed and explained; its own unless told."""
    pitch: ClassVar[str] = ""
    """One sentence that makes newcomers want to play."""
    seats: ClassVar[tuple[str, ...]]
    """The seats' names in turn order."""
    sides: ClassVar[tuple[tuple[int, ...], ...]]
    """Which seats win and lose together; one seat a side unless there are teams."""
    best_score: ClassVar[float] = 1.0
    """The best score a seat can get."""
    choices: ClassVar[Mapping[str, Option]] = {}
    """The options, by keyword."""
    levels: ClassVar[tuple[LevelSettings, ...] | None] = None
    """How the levels of the computer players think, if this game has better ways than those for any game."""
    review_limit: ClassVar[Limit | None] = None
    """What a look at one position may cost in a review, where what level 7 takes at a table is too little."""
    views: ClassVar[tuple[str, ...]] = ("",)
    """The ways to draw it: the usual one first, the one for small screens last."""
    agrees_draw: ClassVar[bool] = False
    """Whether an agreed end is always a draw; otherwise the position is scored, or a winner is named."""
    min_rated_moves: ClassVar[int] = 4
    """The fewest moves, of all players together, with which a rated game counts. One played to its end
    on the standard board has at least as many."""
    endings: ClassVar[Mapping[str, str]] = {}
    """Why a game is over, in a few words, by the reason of its outcome."""

    # All below is optional: what a game does not have is not offered.
    scene_module: ClassVar[SceneModule | None] = None
    """What draws the game; without it the game has no pictures and no web table."""
    lesson: ClassVar[Lesson | None] = None
    """The first lesson, the same object for all variants that share one."""
    editor: ClassVar[Editor | None] = None
    """What sets up positions by hand; without it they are set up by their text."""
    examples: ClassVar[Mapping[str, Example]] = {}
    """The figures of the rule page, by name."""
    rule_pages: ClassVar[Mapping[str, str | Traversable]] = {}
    """The rule pages in Markdown by language, as texts or as files."""
    puzzle_file: ClassVar[Traversable | None] = None
    """The puzzles of the game and its variants, one a line; `tablier.puzzle` reads them."""
    translations: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """What the game says in other languages: by language, from the English words to theirs."""

    find: ClassVar[Callable[..., Game]]
    """`tablier.game`: set by the registry, which imports this module. Pickling names it."""

    options: Mapping[str, Any]
    rules: RuleSet
    paths: tuple[Path, ...]
    """For each move, the things to click, in order. None is the beginning of another."""

    def __init__(self, **options: Any) -> None:
        self.options = check_options(self.id, self.choices, options)
        self.rules, self.paths = self.build()
        self.rules.bind(self)
        self.texts = tuple(self.spell(path) for path in self.paths)
        problem = find_ambiguity(self.paths, self.texts)
        if problem:
            raise ContractError(f"{self.id}: {problem}")
        self._layouts: dict[tuple[int, str], Layout] = {}

    @abstractmethod
    def build(self) -> tuple[RuleSet, tuple[Path, ...]]:
        """The compiled rules for these options, and the table of moves they number."""

    def kernel(self) -> Kernel | None:
        """A solver of the game's own, faster than the one for any game; None if there is none."""
        return None

    def spell(self, path: Path) -> str:
        """How a move is written."""
        return "".join(path)

    @abstractmethod
    def sketch(self, state: State) -> str:
        """The board drawn with characters, for a terminal or a notebook."""

    def sketch_in(self, state: State, translate: Translate) -> str:
        """The sketch with its words in a person's language; without such words it is the same."""
        return self.sketch(state)

    @classmethod
    def rules_text(cls, language: str) -> str | None:
        """The rule page in Markdown; None if it is not written in this language."""
        page = cls.rule_pages.get(language)
        return page if page is None or isinstance(page, str) else page.read_text(encoding="utf-8")

    def layout(self, *, viewpoint: int = 0, view: str = "") -> Layout:
        """The empty board as a picture, seen by the seat `viewpoint`; the same object when asked again."""
        key = self._perspective(viewpoint, view)
        if key not in self._layouts:
            self._layouts[key] = self._drawing.layout(self, *key)
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
        from tablier.scene import complete_scene  # imported with the first picture: it takes time

        drawn = self._drawing.scene(state, last, before, *self._perspective(viewpoint, view))
        offered = state.legal_moves if moves is None else moves
        return complete_scene(drawn, self.layout(viewpoint=viewpoint, view=view), state, offered)

    def picture(
        self,
        state: State,
        *,
        last: int | None = None,
        before: State | None = None,
        viewpoint: int = 0,
        view: str = "",
        overlays: Sequence[Overlay] = (),
    ) -> str:
        """A position as an SVG document, with what is said about it drawn over it."""
        from tablier.svg import draw

        scene = self.scene(state, last=last, before=before, viewpoint=viewpoint, view=view)
        layout, title = self.layout(viewpoint=viewpoint, view=view), f"{self.title}: {state}"
        return draw(layout, scene, title=title, overlays=overlays)

    def show(self, state: State) -> dict[str, str]:
        """A position for a notebook: as text and, if the game has pictures, as SVG, by MIME type."""
        shown = {"text/plain": f"{state!r}\n\n{self.sketch(state)}"}
        if self.scene_module is not None:
            shown["image/svg+xml"] = self.picture(state)
        return shown

    def _perspective(self, viewpoint: int, view: str) -> tuple[int, str]:
        if viewpoint not in range(len(self.seats)):
            raise ValueError(f"{self.title} has no seat {viewpoint!r} to look from")
        if view and view not in self.views:
            raise ValueError(f"{self.title} has no view {view!r}")
        return viewpoint, view or self.views[0]

    @property
    def _drawing(self) -> SceneModule:
        if self.scene_module is None:
            raise NotImplementedError(f"{self.title} has no pictures")  # a notebook then shows the text
        return self.scene_module

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
            raise notation_error(text, self._moves)
        return move

    @cached_property
    def _moves(self) -> dict[str, int]:
        return {text.lower(): move for move, text in enumerate(self.texts)}

    def why_not(self, state: State, clicks: Path) -> IllegalMove | None:
        """What forbids the moves that begin with these clicks, or why none does; None if there is nothing to
        say."""
        begun = [move for move, path in enumerate(self.paths) if path[: len(clicks)] == clicks]
        for move in begun:
            try:
                state.after(move)
            except IllegalMove as error:
                return error
        return None if begun else self.explain_clicks(state, clicks)

    def explain_clicks(self, state: State, clicks: Path) -> IllegalMove | None:
        """The rule by which no move begins with these clicks; None if there is nothing to say."""
        return None

    def side(self, seat: int) -> tuple[int, ...]:
        """The seats that win and lose together with this one, itself included."""
        return next(side for side in self.sides if seat in side)

    def explain_outcome(self, state: State) -> Words:
        """Why a board that ended the game did so, in the players' words."""
        from tablier.scene import Phrase  # imported with the first words: it takes time

        assert state.outcome is not None
        return Phrase(self.endings[state.outcome.reason])

    def explain_standing(self, state: State) -> Words | None:
        """What puts the first seat ahead where the position is scored as it stands; None if nothing does."""
        return None

    def insight(self, state: State) -> Insight | None:
        """Who gets what in a position, as overlays with a legend; None if the game does not say.

        The same for the same state, and quick: it is asked while somebody looks.
        """
        return None

    def explain_move(self, evidence: Evidence) -> Reason | None:
        """Why a move is a mistake, or the best one, in the game's words; None if it has nothing certain to
        say."""
        return None

    def agreed_scores(self, state: State, winner: int | None) -> tuple[float, ...]:
        """The scores if all agree to stop here."""
        if winner is not None:
            raise ValueError(
                f"an agreed end of {self.title} scores the position as it stands and names no winner"
            )
        return state.settle()

    def conceded_scores(self, state: State, seat: int) -> tuple[float, ...]:
        """The scores if a seat resigns or runs out of time here."""
        if len(self.sides) == 2:
            return tuple(0.0 if other in self.side(seat) else 1.0 for other in range(len(self.seats)))
        return state.settle(without=seat)

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self._changed_options.items())
        return f"tablier.game({self.id!r}{options})"

    @property
    def _changed_options(self) -> dict[str, Any]:
        """The options that are not left as they come."""
        return {name: value for name, value in self.options.items() if value != self.choices[name].default}

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return partial(self.find, self.id, **self.options), ()


def find_ambiguity(paths: Sequence[Path], texts: Sequence[str]) -> str | None:
    """Why clicks or notation do not tell all moves apart; None if they do.

    >>> find_ambiguity([("a1",), ("a1", "b2")], ["a1", "a1b2"])
    "the clicks ('a1',) make a move and begin another"
    """
    whole, written = set(paths), {text.lower() for text in texts}
    if len(whole) < len(paths):
        return "two moves have the same clicks"
    if len(written) < len(texts):
        return "two moves have the same text"
    for path in paths:
        for length in range(len(path)):
            if path[:length] in whole:
                return f"the clicks {path[:length]} make a move and begin another"
    return None


def check_options(name: str, choices: Mapping[str, Option], options: Mapping[str, Any]) -> dict[str, Any]:
    """The options in force, defaults filled in; one clear sentence for an option that is not to be had."""
    for key in options:
        if key not in choices:
            if not choices:
                raise DescribedError("{game} has no option {key!r}: it has none", game=name, key=key)
            raise DescribedError(
                "{game} has no option {key!r}: its options are {known}",
                game=name,
                key=key,
                known=", ".join(choices),
            )
    values = {}
    for key, option in choices.items():
        value = options.get(key, option.default)
        if type(value) is not type(option.default) or value not in option.choices:
            listed = ", ".join(repr(choice) for choice in option.choices)
            raise DescribedError(
                "{game}: {key} is one of {choices}, not {value}",
                game=name,
                key=key,
                choices=listed,
                value=repr(value),
            )
        values[key] = value
    return values


def read_option(text: str) -> tuple[str, Any]:
    """An option written as name=value: the value is true or false, a number, or a word."""
    name, equals, value = text.partition("=")
    if not equals:
        raise DescribedError("an option is written name=value, not {text!r}", text=text)
    if value in ("true", "false"):
        return name, value == "true"
    return name, int(value) if value.isascii() and value.isdigit() and len(value) < 9 else value


def write_option(name: str, value: Any) -> str:
    """An option as `read_option` reads it.

    >>> read_option(write_option("to_the_end", True))
    ('to_the_end', True)
    """
    return f"{name}={str(value).lower() if isinstance(value, bool) else value}"


def notation_error(text: str, known: Mapping[str, int]) -> NotationError:
    """Say where a move's text stops being the beginning of one, and what could stand there."""
    lead = len(text) - len(text.lstrip())
    typed = text.strip().lower()
    good = 0
    while good < len(typed) and any(other.startswith(typed[: good + 1]) for other in known):
        good += 1
    following = sorted(
        {other[good] for other in known if other.startswith(typed[:good]) and len(other) > good}
    )
    column = lead + good + 1
    values = {
        "typed": _escape(typed if len(typed) <= 20 else typed[:20] + "…"),
        "found": _escape(typed[good : good + 1]),
        "expected": list_ranges(following),
    }
    if not following:
        return NotationError(
            "“{typed}” is not a move: the move is complete before “{found}”",
            text=text,
            column=column,
            values=values,
        )
    if good < len(typed):
        return NotationError(
            "“{typed}” is not a move: “{found}” is not allowed here, expected {expected}",
            text=text,
            column=column,
            values=values,
        )
    return NotationError(
        "“{typed}” is not a move: it ends here, expected {expected}", text=text, column=column, values=values
    )


def _escape(text: str) -> str:
    """Without characters that a terminal would obey."""
    return text.encode("unicode_escape").decode() if not text.isprintable() else text


def list_ranges(characters: Sequence[str]) -> str:
    """a, b, c, d → a-d; few and apart → one by one."""
    runs: list[str] = []
    for character in characters:
        if runs and ord(character) == ord(runs[-1][-1]) + 1:
            runs[-1] = runs[-1][0] + character
        else:
            runs.append(character)
    return ", ".join(run if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
