"""Headlines: the state of a table in a sentence, for each reader."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from tablier.scene import to_text
from tablier.server.live.table import Table
from tablier.server.messages.headline import write_headline
from tablier.server.tables import commands
from tests.server.harness import ANN, BOB, BOT, CID, DEE, ME, news, open_registry, open_table, play_moves

pytestmark = pytest.mark.anyio


def headline(table: Table, *own_seats: int) -> list[str]:
    return [to_text(words) for words in write_headline(table.state, own_seats)]


async def test_headlines_of_running_games(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        table = await open_table(registry, "quixo", ANN)
        assert headline(table, 0) == ["Waiting for players"]
        await table.submit(BOB, commands.Sit(seat=1))
        assert (headline(table, 0), headline(table, 1), headline(table)) == (
            ["Your turn"],
            ["Ann to play"],
            ["Ann to play"],
        )
        assert news(table, BOB).headline == ("Ann to play",)
        alone = await open_table(registry, "quixo", ANN, seats=(ME, ME))
        assert headline(alone, 0, 1) == ["Cross to play"]


async def test_a_bot_thinks(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        table = await open_table(registry, "quixo", ANN, seats=(ME, BOT))
        after = table.state.copy()
        after.match.push(after.match.legal_moves[0])
        assert [to_text(words) for words in write_headline(after, (0,))] == ["Sprout is thinking"]


async def test_a_bot_thinks_for_somebody_who_left(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        table = await open_table(registry, "x", ANN, BOB, CID)
        after = table.state.copy()
        after.seats = (replace(after.seats[0], bot="level:1", why="left"), *after.seats[1:])
        assert to_text(write_headline(after, (1,))[0]) == "The computer is thinking for Ann"


async def test_headlines_of_finished_games(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        table = await open_table(registry, "quixo", ANN, BOB)
        await table.submit(BOB, commands.Resign())
        assert headline(table, 0) == ["You win", "Bob resigned"]
        assert headline(table, 1) == ["Ann wins", "you resigned"]
        assert headline(table) == ["Ann wins", "Bob resigned"]
        teams = await open_table(registry, "quixo-teams", ANN, BOB, CID, DEE, absent="score")
        await teams.submit(DEE, commands.Resign())
        assert headline(teams, 0) == ["Your side wins", "Dee resigned"]
        assert headline(teams) == ["Ann and Cid win", "Dee resigned"]
        line = await open_table(registry, "quixo", ANN, BOB, options={"size": 3})
        await play_moves(line, "c3c1", "b1a1", "b3c3", "c2c1", "b1c1")
        assert headline(line, 1) == ["Ann wins", "a line of 3, c1 to c3"]
