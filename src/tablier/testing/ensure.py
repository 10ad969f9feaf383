"""What laws are written with: conditions with advice, refusals, random positions and matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, TypeVar

from tablier.board_game import Game
from tablier.core.rules import State
from tablier.match import Match

Error = TypeVar("Error", bound=Exception)


class LawBroken(AssertionError):  # noqa: N818 -- it reads as what it says
    """A law that a game does not obey: what was seen, and what to do about it.

    >>> ensure(1 + 1 == 3, "1 + 1 is 2", "count again")
    Traceback (most recent call last):
    tablier.testing.ensure.LawBroken: 1 + 1 is 2 → count again
    """


def ensure(condition: Any, seen: str, advice: str = "") -> None:
    """LawBroken unless the condition holds."""
    if not condition:
        raise LawBroken(f"{seen} → {advice}" if advice else seen)


def ensure_refused(
    kind: type[Error], call: Callable[..., Any], *arguments: Any, seen: str, advice: str = "", **named: Any
) -> Error:
    """The exception of this kind that the call raises; LawBroken if it raises none or another."""
    try:
        found = call(*arguments, **named)
    except kind as error:
        return error
    except Exception as error:
        raise LawBroken(f"{seen} raised {error!r}, not {kind.__name__} → {advice}") from error
    raise LawBroken(f"{seen} gave {found!r}, and raised no {kind.__name__} → {advice}")


def walk(game: Game, *, plies: int = 300, seed: int = 0) -> Iterator[State]:
    """The positions of random games, one after the other."""
    rng = Random(f"{game!r} {seed}")
    state = game.start()
    for _ in range(plies):
        yield state
        state = state.after(rng.choice(state.legal_moves)) if state.legal_moves else game.start()


def play_randomly(game: Game, rng: Random, *, plies: int = 10_000) -> Match:
    """A random match, to its end or to so many plies."""
    match = Match(game)
    while match.outcome is None and len(match.moves) < plies:
        match.push(rng.choice(match.state.legal_moves))
    return match
