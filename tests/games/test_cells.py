"""`RuleSet.cells`: the board as bytes, the same as the position text says."""

from __future__ import annotations

from random import Random

import pytest

import tablier
from tablier import Game, State
from tablier.core.rules import RuleSet
from tablier.games.plateau_x.bricks import LETTERS
from tablier.games.plateau_x.positions import read as read_plateau
from tablier.grid import Reader

LETTER_OF = {"x": ".ryg", "quixo": ".xo", "quixo-teams": ".swne", "olix": ".rb"}
"""What the position text writes for each byte."""


def random_states(game: Game, rng: Random) -> list[State]:
    states = [game.start()]
    while states[-1].legal_moves and len(states) < 200:
        states.append(states[-1].after(rng.choice(states[-1].legal_moves)))
    return states


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("x", {"size": 4}),
        ("x", {"size": 10}),
        ("x", {"size": 20}),
        ("quixo", {"size": 3}),
        ("quixo", {"size": 4}),
        ("quixo", {"size": 5}),
        ("quixo-teams", {}),
        ("olix", {}),
    ],
)
def test_cells_are_those_of_the_text(name: str, options: dict[str, int]) -> None:
    game = tablier.game(name, **options)
    for state in random_states(game, Random(3)):
        board = game.rules.cells(state)
        size = int(len(board) ** 0.5)
        assert [LETTER_OF[name][cell] for cell in board] == Reader(str(state)).rows(
            size, size, LETTER_OF[name][1:]
        )


@pytest.mark.parametrize("name", ["plateau-x", "plateau-x-mini", "plateau-x-double", "plateau-x-trio"])
def test_cells_of_plateau_x_are_the_parts_that_show(name: str) -> None:
    game = tablier.game(name)
    for state in random_states(game, Random(3)):
        parts = game.rules.cells(state)
        assert list(parts) == read_plateau(game.variant, str(state)).parts  # type: ignore[attr-defined]
        assert max(parts) <= len(LETTERS)


@pytest.mark.parametrize("name", tablier.games())
def test_the_state_of_another_game_is_refused(name: str) -> None:
    rules = tablier.game(name).rules
    for other in tablier.games():
        if other != name:
            with pytest.raises(ValueError, match="this position belongs to"):
                rules.cells(tablier.game(other).start())
    with pytest.raises(TypeError):
        rules.cells(None)  # type: ignore[arg-type]


def test_rules_of_no_game_have_no_cells() -> None:
    with pytest.raises(TypeError, match="these rules belong to no game"):
        RuleSet().cells(tablier.game("quixo").start())


@pytest.mark.parametrize("name", tablier.games())
def test_the_last_move_is_marked_for_the_seat_that_made_it(name: str) -> None:
    """Known from the state before, not from an order of turns; not known without it."""
    game = tablier.game(name)
    for before in random_states(game, Random(5))[:12]:
        if before.legal_moves:
            move = before.legal_moves[0]
            after = before.after(move)
            seats = [mark.seat for mark in game.scene(after, last=move, before=before).marks]
            assert seats[0] == before.turn
            assert game.scene(after, last=move).marks[0].seat is None
