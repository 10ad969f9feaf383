"""How a table stands, in words, for each who reads them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablier.scene import said
from tablier.server import acts
from tablier.server.headline import headline
from tablier.server.table import Table
from tests.server.houses import ANN, BOB, BOT, CID, DEE, ME, a_hall, a_table, news, played

pytestmark = pytest.mark.anyio


def told(table: Table, *mine: int) -> list[str]:
    return [said(words) for words in headline(table.situation, mine)]


async def test_while_it_goes_on(tmp_path: Path) -> None:
    async with a_hall(tmp_path) as hall:
        table = await a_table(hall, "quixo", ANN)
        assert told(table, 0) == ["Waiting for players"]
        await table.act(BOB, acts.Sit(seat=1))
        assert (told(table, 0), told(table, 1), told(table)) == (
            ["Your turn"],
            ["Ann to play"],
            ["Ann to play"],
        )
        assert news(table, BOB).headline == ("Ann to play",)
        alone = await a_table(hall, "quixo", ANN, seats=(ME, ME))
        assert told(alone, 0, 1) == ["Cross to play"]


async def test_a_bot_thinks(tmp_path: Path) -> None:
    async with a_hall(tmp_path) as hall:
        table = await a_table(hall, "quixo", ANN, seats=(ME, BOT))
        after = table.situation.copy()
        after.match.push(after.match.legal_moves[0])
        assert [said(words) for words in headline(after, (0,))] == ["Sprout is thinking"]


async def test_how_it_ended(tmp_path: Path) -> None:
    async with a_hall(tmp_path) as hall:
        table = await a_table(hall, "quixo", ANN, BOB)
        await table.act(BOB, acts.Resign())
        assert told(table, 0) == ["You win", "Bob gave up"]
        assert told(table, 1) == told(table) == ["Ann wins", "Bob gave up"]
        teams = await a_table(hall, "quixo-teams", ANN, BOB, CID, DEE, absent="score")
        await teams.act(DEE, acts.Resign())
        assert told(teams, 0) == ["Your side wins", "Dee gave up"]
        assert told(teams) == ["Ann and Cid win", "Dee gave up"]
        line = await a_table(hall, "quixo", ANN, BOB, options={"size": 3})
        await played(line, "c3c1", "b1a1", "b3c3", "c2c1", "b1c1")
        assert told(line, 1) == ["Ann wins", "a full line"]
