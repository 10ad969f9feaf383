"""The level that fits a person."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tablier.bots.levels import initial_strength
from tablier.server.live import opponents
from tablier.server.live.opponents import DEFAULT_LEVEL, Streak, find_fitting_level, find_streak
from tablier.server.live.registry import TableRegistry
from tablier.server.ratings.model import Rating
from tablier.server.tables.commands import Play, Resign
from tablier.server.tables.create import NewSeat
from tests.server.harness import ANN, BOB, ME, ManualClock, open_registry, open_table, play_moves

pytestmark = pytest.mark.anyio


@pytest.fixture
async def registry(tmp_path: Path) -> AsyncIterator[TableRegistry]:
    async with open_registry(tmp_path) as registry:
        yield registry


async def lose(registry: TableRegistry, level: int, game: str = "quixo") -> None:
    """A game of Ann against a level that she gives up, a second after the one before."""
    clock = registry.time
    assert isinstance(clock, ManualClock)
    clock.now += 1
    bot = NewSeat("bot", bot=f"level:{level}")
    table = await open_table(registry, game, ANN, seats=(ME, bot))
    await table.submit(ANN, Play(move=table.state.match.game.texts[table.state.match.legal_moves[0]], ply=0))
    await table.submit(ANN, Resign())


async def test_after_three_lost_games_a_lower_level_is_suggested(registry: TableRegistry) -> None:
    for _ in range(2):
        await lose(registry, 4)
    assert await find_streak(registry, ANN) is None
    await lose(registry, 4)
    assert await find_streak(registry, ANN) == Streak(4, 3)
    assert not Streak(4, 3).is_up
    assert await find_fitting_level(registry, ANN, "quixo") == 3
    assert await find_fitting_level(registry, ANN, "olix") == DEFAULT_LEVEL
    assert await find_streak(registry, BOB) is None
    await lose(registry, 2)
    assert await find_streak(registry, ANN) is None


async def test_nothing_lies_below_level_one(registry: TableRegistry) -> None:
    for _ in range(3):
        await lose(registry, 1)
    assert await find_streak(registry, ANN) is None


@pytest.mark.parametrize(("levels", "fitting"), [([5], 5), ([1, 1, 1], 1), ([3, 3, 3, 6, 6], 6)])
async def test_without_a_streak_the_level_of_the_last_game_fits(
    registry: TableRegistry, levels: list[int], fitting: int
) -> None:
    for level in levels:
        await lose(registry, level)
    assert await find_fitting_level(registry, ANN, "quixo") == fitting


async def test_games_with_people_do_not_count(registry: TableRegistry) -> None:
    for _ in range(3):
        table = await open_table(registry, "quixo", ANN, BOB)
        await play_moves(table, "a1e1")
        await table.submit(ANN, Resign())
    assert await find_streak(registry, ANN) is None


@pytest.mark.parametrize("level", [1, 4, 8])
async def test_the_level_nearest_to_a_rating_is_chosen(
    registry: TableRegistry, monkeypatch: pytest.MonkeyPatch, level: int
) -> None:
    strength = initial_strength(f"level:{level}", "quixo")
    assert strength is not None

    async def read(*_: object) -> dict[str, Rating]:
        return {ANN.id: Rating(strength[0] + 20, 50.0)}

    monkeypatch.setattr(opponents, "read_ratings", read)
    assert await find_fitting_level(registry, ANN, "quixo") == level
