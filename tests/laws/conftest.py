"""The laws are asked of every game in the registry with every choice of its options."""

from __future__ import annotations

from itertools import product

import pytest

import tablier
from tablier.registry import kind


def all_games() -> list[tablier.Game]:
    return [
        tablier.game(name, **dict(zip(kind(name).choices, values, strict=True)))
        for name in tablier.games()
        for values in product(*(option.choices for option in kind(name).choices.values()))
    ]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", all_games(), ids=repr)
