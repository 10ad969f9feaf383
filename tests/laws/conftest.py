"""The laws are asked of every game and option, and of games written in Python. Of an option with many choices
they are asked of the first, the usual and the last one, of all of them by `make laws`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import pytest

import tablier
from tablier import Option
from tablier.registry import kind, registered
from tests.python.games import GAMES

MANY = 3
"""Choices of an option up to which all of them are asked every time."""


def chosen(option: Option, *, has_all: bool) -> Sequence[Any]:
    if len(option.choices) <= MANY or has_all or os.environ.get("TABLIER_ALL_OPTIONS"):
        return option.choices
    return option.choices[0], option.default, option.choices[-1]


def compiled_games(*, has_all: bool = False) -> list[tablier.Game]:
    return [
        tablier.game(name, **dict(zip(kind(name).choices, values, strict=True)))
        for name in tablier.games()
        if kind(name) not in GAMES  # asked while a law is
        for values in product(*(chosen(option, has_all=has_all) for option in kind(name).choices.values()))
    ]


def python_games() -> list[tablier.Game]:
    with registered(*GAMES):
        return [tablier.game(each.id) for each in GAMES]


@pytest.fixture(autouse=True)
def _python_games() -> Iterator[None]:
    """They are in the registry while a law is asked, and nowhere else."""
    with registered(*GAMES):
        yield


def all_games() -> list[tablier.Game]:
    return [*compiled_games(), *python_games()]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", all_games(), ids=repr)
    if "compiled_game" in metafunc.fixturenames:  # those with a referee
        metafunc.parametrize("compiled_game", compiled_games(), ids=repr)
