"""Discarding a running game that nobody else plays."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablier.server.http.forms import read_chosen_clock
from tablier.server.tables.clocks import Control
from tablier.server.tables.errors import BadTable, NotAllowed
from tests.server.harness import ANN, BOB, BOT, ME, assert_replay_equal, open_registry, open_table, play_moves


@pytest.mark.anyio
async def test_a_game_against_the_computer_is_discarded(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        table = await open_table(registry, "quixo", ANN, seats=(ME, BOT))
        await play_moves(table, "a1e1")
        with pytest.raises(NotAllowed):
            await table.discard(BOB)
        await table.discard(ANN)
        assert table.state.seats[0].is_open
        assert await registry.store.matches_of(ANN.id) == []
        await assert_replay_equal(table, registry)


@pytest.mark.anyio
async def test_a_game_with_somebody_else_is_not_discarded(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        table = await open_table(registry, "quixo", ANN, BOB)
        await play_moves(table, "a1e1")
        with pytest.raises(NotAllowed):
            await table.discard(ANN)
        assert not table.state.seats[0].is_open


@pytest.mark.parametrize(
    ("form", "control"),
    [
        ({"clock": "game:180:2"}, Control("game", 180, 2)),
        ({"clock": "own:game", "clock.time": "2,5", "clock.increment": "1"}, Control("game", 150, 1)),
        ({"clock": "own:move", "clock.time": "20", "clock.increment": "9"}, Control("move", 20)),
        ({"clock": "own:days", "clock.time": "7"}, Control("days", 7)),
    ],
)
def test_a_clock_is_chosen_or_typed(form: dict[str, str], control: Control) -> None:
    assert read_chosen_clock(form) == control


@pytest.mark.parametrize("time", ["", "soon", "-5", "nan", "1e9"])
def test_a_typed_clock_that_is_no_time_is_refused(time: str) -> None:
    with pytest.raises(BadTable):
        read_chosen_clock({"clock": "own:game", "clock.time": time})
