"""However much is stored: no statement of play, lists and ratings reads a whole table."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tablier.server.http.pages.my_games import list_running_games
from tablier.server.http.pages.ratings import read_leaderboard
from tablier.server.live.lobby import Lobby
from tablier.server.live.opponents import find_streak
from tablier.server.live.running import list_running
from tablier.server.tables import commands
from tests.server.harness import ANN, BOB, CID, open_registry, open_table, play_enough
from tests.server.ratings.test_ratings import create_accounts

LARGE = {"log", "matches", "sitters", "rated", "standings", "accounts", "reviews"}
"""Tables that grow with every game or account."""


@pytest.mark.anyio
async def test_no_statement_reads_a_whole_table(tmp_path: Path) -> None:
    seen: dict[str, Any] = {}

    def note(_c: object, _cursor: object, statement: str, values: Any, _x: object, is_many: bool) -> None:
        seen[statement] = values[0] if is_many else values

    async with open_registry(tmp_path) as registry:
        await create_accounts(registry, ANN, BOB, CID)
        sa.event.listen(registry.store._engine, "before_cursor_execute", note)
        for rated in (False, True):
            table = await open_table(registry, "quixo", ANN, BOB, rated=rated, public=not rated)
            await play_enough(table)
            await Lobby(registry).listings(CID, str)
            await table.submit(BOB, commands.Resign())
        await registry.check_help(ANN, "quixo")
        await list_running(registry, ANN, str)
        await list_running_games(registry, ANN, str)
        await find_streak(registry, ANN)
        await read_leaderboard(registry, "quixo", CID, str)
        await registry.store.matches_of(ANN.id, over=True, game="quixo", result="won")
        await registry.store.count_results(ANN.id)
        await registry.store.matches_without_result(ANN.id)
        await registry.store.due(registry.time())
    assert len(seen) > 20
    with closing(sqlite3.connect(tmp_path / "log.sqlite")) as connection:
        scans = [
            (statement, step)
            for statement, values in seen.items()
            for *_, step in explain(connection, statement, values)
            if (scan := re.match(r"SCAN (\w+)(?! USING)", step)) and scan[1] in LARGE
        ]
    assert scans == []


def explain(connection: sqlite3.Connection, statement: str, values: Any) -> list[Any]:
    if not statement.lower().startswith(("select", "insert", "update", "delete")):
        return []
    return connection.execute(f"explain query plan {statement}", values).fetchall()
