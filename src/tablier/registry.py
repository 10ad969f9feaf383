"""Finding a game by its id. `tablier.games` lists the collection; it is looked at when first asked.

Games of other packages follow those of the collection: a package names them as entry points in the group
`tablier.games`. One that cannot be imported, breaks the contract or has the id of another is named in a line
of the log and left out.
"""

from __future__ import annotations

import inspect
import logging
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tablier.board_game import Game, check_options
from tablier.core.values import ContractError, DescribedError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "tablier.games"
"""Of the entry points; their values are a Game class, or a tuple of them."""
_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
logger = logging.getLogger(__name__)


def games() -> tuple[str, ...]:
    """The ids of all games and variants, in the order of the collection.

    >>> games()[0], len(games()) >= 8
    ('x', True)
    """
    return tuple(_kinds())


def game(name: str, /, **options: Any) -> Game:
    """The game with this id and these options; asked twice, the same object.

    >>> game("quixo", size=3)
    tablier.game('quixo', size=3)
    """
    found = kind(name)
    return _make(found, tuple(check_options(name, found.choices, options).items()))


def kind(name: str) -> type[Game]:
    """The class of a game, for what is true of it with any options: title, seats, choices."""
    found = _kinds().get(name) if isinstance(name, str) else None
    if found is None:
        raise DescribedError(
            "there is no game {name}: choose one of {games}", name=repr(name), games=", ".join(games())
        )
    return found


def register(kind: type[Game]) -> type[Game]:
    """Add a game to those of this process, as a package's entry point does; also a decorator.

    ContractError, in one sentence, if its id is taken or it breaks the contract. Registering a class again
    under its id, as a notebook does, replaces it.

    >>> from tablier.python import GridGame
    >>> @register
    ... class Corners(GridGame):
    ...     id, title, seats = "corners", "Corners", ("White", "Black")
    ...     def play(self, board, move):
    ...         return self.next_turn(board.put(move, 1 + board.turn))
    ...     def result(self, board):
    ...         return self.drawn() if all(board.cells) else None
    >>> game("corners").title
    'Corners'
    >>> unregister("corners")
    """
    found = _kinds()
    problem = _find_problem(kind, found)
    if problem:
        raise ContractError(problem)
    found[kind.id] = kind
    return kind


def unregister(name: str) -> None:
    """Forget a game that was registered; games made of it stay what they are."""
    _kinds().pop(name, None)


@contextmanager
def registered(*kinds: type[Game]) -> Iterator[None]:
    """Add games for the time of a `with` block; those that stood under their ids are back after it."""
    before = {kind.id: _kinds().get(kind.id) for kind in kinds}
    try:
        for kind in kinds:
            register(kind)
        yield
    finally:
        for name, kept in before.items():
            if kept is None:
                unregister(name)
            else:
                _kinds()[name] = kept


@cache
def _kinds() -> dict[str, type[Game]]:
    """Every folder's games, by name, so that this ring knows none of them and importing it costs nothing;
    then those of other packages."""
    folders = import_module("tablier.games").FOLDERS
    found: dict[str, type[Game]] = {
        kind.id: kind for folder in folders for kind in import_module(f"tablier.games.{folder}").GAMES
    }
    for entry, kind in _installed_games():
        problem = _find_problem(kind, found)
        if problem:
            logger.warning("a game of %s is left out: %s", _name_package(entry), problem)
        else:
            found[kind.id] = kind
    return found


def _installed_games() -> Iterator[tuple[EntryPoint, type[Game]]]:
    """The games that other packages name, in the order of the entry points' names."""
    if sys.platform == "emscripten":  # in a browser nothing else is installed
        return
    from importlib.metadata import entry_points  # a slow import, needed with the first question

    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        try:
            loaded = entry.load()
            kinds = (
                tuple(loaded) if isinstance(loaded, Iterable) and not isinstance(loaded, type) else (loaded,)
            )
        except Exception as error:  # whatever another package does while it is imported
            logger.warning(
                "a game of %s is left out: %s cannot be imported: %s: %s",
                _name_package(entry), entry.value, type(error).__name__, error,
            )  # fmt: skip
            continue
        for kind in kinds:
            yield entry, kind


def _name_package(entry: EntryPoint) -> str:
    return f"{entry.dist.name if entry.dist else 'another package'} ({entry.name})"


def _find_problem(kind: Any, others: dict[str, type[Game]]) -> str | None:
    """Why a class is no game that can join these; None if it can."""
    if not isinstance(kind, type) or not issubclass(kind, Game):
        return f"{kind!r} is no subclass of tablier.Game"
    name, where = getattr(kind, "id", None), f"{kind.__module__}.{kind.__qualname__}"
    if not isinstance(name, str) or not _ID.fullmatch(name):
        return f"{where} has the id {name!r}: an id has small letters, digits and hyphens"
    if inspect.isabstract(kind):
        return f"{where} lacks {', '.join(sorted(kind.__abstractmethods__))}"
    if (other := others.get(name)) is not None and not _is_same(kind, other):
        return f"{where} has the id {name!r}, which {other.__module__}.{other.__qualname__} has already"
    for attribute in ("title", "seats", "sides"):
        if not getattr(kind, attribute, None):
            return f"{where} lacks {attribute!r}"
    if kind.variant_of and kind.variant_of not in others:
        return f"{where} is a variant of {kind.variant_of!r}, and there is no such game"
    return _find_fault(kind, where)


def _find_fault(kind: type[Game], where: str) -> str | None:
    """What goes wrong when a game is made and its first position is looked at."""
    try:
        made = kind()
        start = made.start()
        over = not start.legal_moves or start.outcome is not None
        if (fault := getattr(made.rules, "last_fault", None)) is not None:
            return f"{where} cannot be played: {type(fault).__name__}: {fault}"
        if over:
            return f"{where} is over before the first move"
        if made.read(str(start)) != start:
            return f"{where} does not read back the text of its first position"
        made.sketch(start)
    except Exception as error:  # the code of another package may raise anything
        return f"{where} cannot be played: {type(error).__name__}: {error}"
    return None


def _is_same(kind: type[Game], other: type[Game]) -> bool:
    return (kind.__module__, kind.__qualname__) == (other.__module__, other.__qualname__)


@cache
def _make(kind: type[Game], options: tuple[tuple[str, Any], ...]) -> Game:
    return kind(**dict(options))


Game.find = staticmethod(game)
