"""The eight levels of every game and the default ones: ordered by all that makes a search stronger."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from itertools import pairwise
from math import inf
from typing import Any

import pytest

import tablier
from tablier.bots import bot
from tablier.bots.levels import DEFAULT_LEVELS, LEVELS, settings_for
from tablier.level import LevelSettings, Limit, Method

OTHER: dict[type, Callable[[Any], Any]] = {
    bool: lambda on: not on,
    float: lambda value: value + 0.5,
    int: lambda value: value + 1,
}

ALL = {
    name: tuple(settings_for(tablier.game(name), level) for level in range(1, len(LEVELS) + 1))
    for name in tablier.games()
} | {"default": DEFAULT_LEVELS}


def budget(settings: LevelSettings) -> tuple[float, float]:
    """Seconds count for more than any number of nodes: only the best level is limited by time."""
    return settings.limit.seconds or 0.0, settings.limit.nodes or inf


def strength(settings: LevelSettings) -> tuple[float, ...]:
    """Ascending from one level to the next.

    Alpha-beta with noise is compared by depth first: a ply more outweighs more noise, and no bound outweighs
    any depth. The budget of nodes counts only without a bound, because a bounded depth is reached within it.
    MCTS is compared by evaluation first (a node of the net is worth many rollouts), then by budget.
    """
    if settings.method is Method.ALPHABETA:
        depth = inf if settings.depth is None else settings.depth
        return depth, -settings.noise, *(budget(settings) if depth == inf else ())
    return settings.tree.policy_value, *budget(settings)


@pytest.mark.parametrize("levels", ALL.values(), ids=ALL)
class TestOrder:
    def test_there_are_eight(self, levels: tuple[LevelSettings, ...]) -> None:
        assert len(levels) == len(LEVELS) == 8

    def test_each_level_is_stronger_than_the_one_below(self, levels: tuple[LevelSettings, ...]) -> None:
        for weaker, stronger in pairwise(levels):
            assert strength(weaker) < strength(stronger)

    def test_a_stronger_level_overlooks_less(self, levels: tuple[LevelSettings, ...]) -> None:
        for weaker, stronger in pairwise(levels):
            assert weaker.tactics_turns <= stronger.tactics_turns
            assert weaker.contempt <= stronger.contempt
            assert weaker.use_solution <= stronger.use_solution
            assert weaker.tree.overlook_chance >= stronger.tree.overlook_chance
            if weaker.tree.overlook_chance and weaker.method is Method.TREE:
                assert weaker.tree.overlook_chance > stronger.tree.overlook_chance

    def test_only_the_best_level_is_limited_by_time(self, levels: tuple[LevelSettings, ...]) -> None:
        assert [settings.limit.seconds for settings in levels] == [None] * 7 + [2.0]

    def test_no_setting_is_given_that_its_method_ignores(self, levels: tuple[LevelSettings, ...]) -> None:
        for settings in levels:
            if settings.method is Method.TREE:
                assert (settings.depth, settings.noise, settings.contempt) == (None, 0.0, 0.0)
            else:
                assert settings.tree == type(settings.tree)()


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("name", tablier.games())
def test_weak_levels_vary_their_openings(name: str, level: int) -> None:
    start = tablier.game(name).start()
    assert len({bot(f"level:{level}").choose(start, seed=seed).move for seed in range(12)}) >= 4


def test_every_setting_is_part_of_the_key_of_a_logged_game() -> None:
    """A level that was tuned plays its games anew, whichever setting changed."""
    level = LevelSettings(Method.TREE, Limit(nodes=10), depth=3)
    others = [
        replace(level, method=Method.ALPHABETA),
        replace(level, limit=Limit(seconds=1.0)),
        *(
            _change(level, name.name)
            for name in fields(level)
            if name.name not in ("method", "limit", "tree")
        ),
        *(replace(level, tree=_change(level.tree, name.name)) for name in fields(level.tree)),
    ]
    assert len({level.log_text, *(other.log_text for other in others)}) == 1 + len(others)


def _change(settings: Any, name: str) -> Any:
    value = getattr(settings, name)
    return replace(settings, **{name: OTHER[type(value)](value)})
