"""The short form of `make chaos`, and a check of what it checks."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tablier.server.tables import events
from tablier.server.tables.commands import Say
from tests.chaos.chaos import GAME, Game, check_log, run_chaos
from tests.server.harness import ANN, BOB, open_registry, open_table, play_moves


def test_no_acknowledged_act_is_lost() -> None:
    _, happened = run_chaos(seconds=6, games=8, processes=2, seed=1, with_dask=False)
    assert happened


@pytest.mark.anyio
async def test_the_check_notices_what_is_missing_doubled_or_displaced(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        table = await open_table(registry, GAME, ANN, BOB)
        await play_moves(table, "a1e1", "a5a1")
        for text in ("one", "two"):
            await table.submit(ANN, Say(text=text))
        entries = await registry.store.read(table.id)
    game = Game(table.id, ("", ""), Random(1), played={0: "a1e1", 1: "a5a1"}, said=["one", "two"])
    assert not list(check_log(game, entries))
    game.played[2] = "b1b5"
    assert "is not in the log" in "".join(check_log(game, entries))
    del game.played[2]
    game.said = ["two", "one"]
    assert "another order" in "".join(check_log(game, entries))
    game.said = ["one", "two"]
    last = entries[-1]
    doubled = [*entries, events.Entry(last.number + 1, last.at, last.event)]
    assert "written twice" in "".join(check_log(game, doubled))
