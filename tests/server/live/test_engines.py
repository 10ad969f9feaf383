"""Engines at a table: offered by name, never as a command; whatever goes wrong, the game ends with a word."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from tablier.cli import main
from tablier.scene import to_text
from tablier.server.live.table import Table
from tablier.server.live.thinking import run_job
from tablier.server.messages.headline import write_headline
from tablier.server.tables import errors
from tablier.server.tables.bots import list_bots, offer_engines, read_engines
from tablier.server.tables.create import NewSeat, NewTable
from tests.server.harness import ANN, ME, assert_replay_equal, open_registry, play_moves, wait_until

PROGRAM = Path(__file__).parents[2] / "adapters" / "misbehaving.py"


@pytest.fixture
def engines() -> Iterator[None]:
    """A good one, and some that misbehave."""
    ways = ("fine", "crash", "illegal", "flood", "silent", "version")
    words = {"version": "other version"}
    commands = [f"{way} = {sys.executable} {PROGRAM} '{words.get(way, way)}'" for way in ways]
    offer_engines(read_engines([*commands, "missing = /nowhere/engine"]))
    yield
    offer_engines({})


def seat_engine(name: str) -> tuple[NewSeat, NewSeat]:
    return (ME, NewSeat("bot", bot=f"engine:{name}"))


def headline(table: Table) -> str:
    return ". ".join(to_text(words) for words in write_headline(table.state, (0,)))


@pytest.mark.usefixtures("engines")
def test_an_engine_plays_by_its_name(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_registry(tmp_path, think=run_job) as registry:
            table = await registry.create(ANN, NewTable("quixo", seats=seat_engine("fine")))
            await play_moves(table, "a1e1")
            await wait_until(lambda: table.state.ply == 2)
            assert headline(table) == "Your turn"
            assert table.state.seats[1].bot == "engine:fine"

    asyncio.run(scenario())


@pytest.mark.usefixtures("engines")
@pytest.mark.parametrize("way", ["crash", "illegal", "flood", "silent", "version", "missing"])
def test_an_engine_that_fails_loses_with_a_sentence(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablier.server.live.thinking.ENGINE_SECONDS", 0.2)
    monkeypatch.setattr("tablier.bots.engine.GRACE_SECONDS", 1.0)

    async def scenario() -> None:
        async with open_registry(tmp_path, think=run_job) as registry:
            table = await registry.create(ANN, NewTable("quixo", seats=seat_engine(way)))
            await play_moves(table, "a1e1")
            await wait_until(lambda: table.state.status == "over")
            assert headline(table) == f"You win. the program {way} failed"
            assert table.state.match.outcome is not None
            assert table.state.match.outcome.winners == (0,)
            await assert_replay_equal(table, registry)

    asyncio.run(scenario())


@pytest.mark.usefixtures("engines")
def test_an_engine_that_is_not_offered_any_more_loses(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_registry(tmp_path, think=run_job) as registry:
            table = await registry.create(ANN, NewTable("quixo", seats=seat_engine("fine")))
            offer_engines({})
            await play_moves(table, "a1e1")
            await wait_until(lambda: table.state.status == "over")
            assert "failed" in headline(table)

    asyncio.run(scenario())


@pytest.mark.usefixtures("engines")
def test_nobody_sends_a_command(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_registry(tmp_path) as registry:
            for name in (f"{sys.executable} {PROGRAM} fine", "/bin/true", "other", ""):
                with pytest.raises(errors.NoSuchBot):
                    await registry.create(ANN, NewTable("quixo", seats=seat_engine(name)))
            with pytest.raises(errors.CannotRate):
                await registry.create(ANN, NewTable("quixo", seats=seat_engine("fine"), rated=True))

    asyncio.run(scenario())
    assert ("engine:fine", "fine") in list_bots()


@pytest.mark.parametrize("text", ["gnat", "= /opt/gnat", "gnat =", "Big Gnat = /opt/gnat", "../gnat = x"])
def test_a_setting_that_is_none_is_told_in_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match="An engine is set as name = command"):
        read_engines([text])


def test_the_command_line_says_what_is_wrong_with_it() -> None:
    found = CliRunner().invoke(main, ["serve", "--engines", "Big Gnat = /opt/gnat"])
    assert found.exit_code == 1
    assert "An engine is set as name = command" in found.output
