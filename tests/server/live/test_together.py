"""People at one table: presence, names, chat among spectators, reports."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from tablier.scene import to_text
from tablier.server.live.answers import answer_query
from tablier.server.live.attendance import AWAY_SECONDS
from tablier.server.messages.headline import player_name, write_headline
from tablier.server.messages.news import Perspective
from tablier.server.tables import commands, errors
from tablier.server.tables.person import Person
from tests.server.harness import (
    ANN,
    BOB,
    BOT,
    CID,
    DEE,
    ME,
    FakeListener,
    ManualClock,
    assert_replay_equal,
    news,
    open_registry,
    open_table,
)

pytestmark = pytest.mark.anyio


async def test_a_player_is_away_only_when_a_bot_may_be_called(tmp_path: Path) -> None:
    clock = ManualClock()
    async with open_registry(tmp_path, clock=clock) as registry:
        table = await open_table(registry, "quixo", ANN, BOB)
        ann, bob = FakeListener(ANN), FakeListener(BOB)
        table.join(ann)
        table.join(bob)
        table.leave(bob)
        assert ann.messages[-1]["here"] == [True, True]
        assert news(table, ANN).seats[1].here
        assert "stand_in:1" not in news(table, ANN).you.may
        clock.now += AWAY_SECONDS + 1
        assert not news(table, ANN).seats[1].here
        assert "stand_in:1" in news(table, ANN).you.may


async def test_a_guest_is_renamed_at_the_table(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        table = await open_table(registry, "quixo", ANN, BOB)
        clock = table.state.clock
        await table.submit(BOB, commands.Rename(name="  Bobby \n"))
        assert news(table, ANN).seats[1].name == "Bobby"
        assert table.state.clock == clock
        await assert_replay_equal(table, registry)
        with pytest.raises(errors.NotSeated):
            await table.submit(CID, commands.Rename(name="Sid"))
        with pytest.raises(errors.Malformed):
            await table.submit(BOB, commands.Rename(name=" "))
        assert "rename" in news(table, BOB).you.may
        alone = await open_table(registry, "quixo", ANN, seats=(ME, ME))
        assert "rename" not in news(alone, ANN).you.may


async def test_an_account_keeps_its_name_at_the_table(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        table = await open_table(registry, "quixo", ANN, BOB)
        with pytest.raises(errors.NotAllowed):
            await table.submit(Person(BOB.id, BOB.name, epoch=1), commands.Rename(name="Ann"))


async def test_spectators_read_spectators(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        table = await open_table(registry, "quixo", ANN, BOB)
        await table.submit(CID, commands.Say(text="poor Ann"))
        await table.submit(ANN, commands.Say(text="hello"))
        texts = {
            person: [heard.text for heard in news(table, person).chat] for person in (ANN, BOB, CID, None)
        }
        assert texts == {
            ANN: ["hello"],
            BOB: ["hello"],
            CID: ["poor Ann", "hello"],
            None: ["poor Ann", "hello"],
        }
        with pytest.raises(errors.NotSeated):
            await table.submit(CID, commands.Say(text="psst", to="team"))
        heard = news(table, ANN).chat[0]
        assert (heard.own, heard.at) == (True, 1_000_000.0)
        assert not news(table, BOB).chat[0].own
        await assert_replay_equal(table, registry)


async def test_a_writer_is_known_under_every_name_at_this_table_alone(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        written = []
        for _ in range(2):
            table = await open_table(registry, "quixo", ANN, BOB)
            await table.submit(BOB, commands.Say(text="hello"))
            await table.submit(BOB, commands.Rename(name="Ann"))
            await table.submit(Person(BOB.id, "Ann"), commands.Say(text="hello again"))
            await table.submit(ANN, commands.Say(text="who is that?"))
            written.append([heard.writer for heard in news(table, ANN).chat])
        for first, again, other in written:
            assert first == again != other
            assert BOB.id not in first
        assert written[0][0] != written[1][0]


async def test_a_report_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with open_registry(tmp_path) as registry:
        table = await open_table(registry, "quixo", ANN, BOB)
        await table.submit(BOB, commands.Say(text="rude"))
        number = news(table, ANN).chat[0].number
        with caplog.at_level(logging.WARNING):
            answer = await answer_query(table, ANN, Perspective(), commands.Report(number=number, re="r"))
        assert b'"type":"report"' in answer
        assert f"message {number} by bob (Bob) was reported by ann: 'rude'" in caplog.text
        with pytest.raises(errors.NoSuchMessage):
            await answer_query(table, ANN, Perspective(), commands.Report(number=99))


async def test_headlines_speak_to_the_reader(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        waiting = await open_table(registry, "quixo", ANN)
        assert news(waiting, BOB).headline == ("Ann invites you to play",)
        assert news(waiting, ANN).headline == ("Waiting for players",)
        table = await open_table(registry, "quixo", ANN, BOB)
        await table.submit(BOB, commands.Resign())
        assert news(table, BOB).headline == ("Ann wins", "you resigned")
        assert news(table, ANN).headline == ("You win", "Bob resigned")
        alone = await open_table(registry, "quixo", ANN, seats=(ME, ME))
        await alone.submit(ANN, commands.Resign())
        assert [to_text(words) for words in write_headline(alone.state, (0, 1))][1] == "Cross resigned"


async def test_bots_of_one_level_are_told_apart(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        table = await open_table(registry, "x", DEE, seats=(ME, BOT, BOT))
        names = [to_text(player_name(table.state, seat)) for seat in range(3)]
        assert names == ["Dee", "Yellow (Sprout)", "Green (Sprout)"]
        assert [seat.called for seat in news(table, DEE).seats] == ["", *names[1:]]
