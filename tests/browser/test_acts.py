"""What people do at tables in a browser: takebacks, clocks, series, hints; and a database that fails."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

import tablier
from tablier.browser import registry
from tests.browser.shelf import MemoryShelf, Page

GAME = min(tablier.games(), key=lambda name: len(tablier.game(name).texts))


class BrokenError(Exception):
    """What a browser says of a database that is full, or gone."""


async def act(page: Page, **command: object) -> None:
    page.told.clear()
    await page.host.receive(1, json.dumps(command))


async def play(page: Page, table: str) -> dict[str, Any]:
    """The first legal move, by whoever is to move."""
    state = (await page.host.registry.find(table)).state
    move = state.match.game.texts[state.match.legal_moves[0]]
    await act(page, act="play", move=move, ply=state.ply)
    return await page.news(matches=lambda news: news["ply"] > state.ply)


async def open_table(page: Page, form: str) -> str:
    table = await page.create(form)
    await page.open(table)
    await page.news()
    return table


def told_of(page: Page, kind: str) -> list[dict[str, Any]]:
    return [each for each in page.told if each["type"] == kind]


async def reload(shelf: MemoryShelf, table: str) -> dict[str, Any]:
    """The news of a table for another page."""
    again = Page(shelf)
    await again.open(table)
    return await again.news()


def test_a_takeback() -> None:
    async def take_back() -> None:
        shelf = MemoryShelf()
        page = Page(shelf)
        table = await open_table(page, f"game={GAME}&play=bot&level=1")
        await play(page, table)
        await page.news(matches=lambda news: len(news["moves"]) == 2)
        await act(page, act="offer", matter="takeback")
        assert (await page.news(matches=lambda news: not news["moves"]))["turn"] == 0
        assert (await reload(shelf, table))["moves"] == []

    asyncio.run(take_back())


def test_a_time_that_has_run_out_ends_the_game() -> None:
    async def lose_on_time() -> None:
        shelf = MemoryShelf()
        page = Page(shelf)
        table = await open_table(page, f"game={GAME}&play=screen&clock=own:move&clock.time=0.05")
        news = await play(page, table)
        assert news["clock"]["running"] == news["turn"]
        ended = await page.news(matches=lambda news: news["status"] == "over")
        assert len(ended["moves"]) == 1
        assert (await reload(shelf, table))["status"] == "over"

    asyncio.run(lose_on_time())


def test_a_series() -> None:
    async def play_on() -> None:
        shelf = MemoryShelf()
        page = Page(shelf)
        table = await open_table(page, f"game={GAME}&play=screen&rounds=2")
        await play(page, table)
        await act(page, act="resign", seat=0)
        news = await page.news(matches=lambda news: news["status"] == "over")
        assert (news["series"]["round"], news["series"]["rounds"]) == (1, 2)
        await act(page, act="next_round")
        following = (await page.news(matches=lambda news: news["next"]))["next"]
        second = await reload(shelf, following)
        assert (second["series"]["round"], second["series"]["is_over"]) == (2, False)
        assert {each["id"] for each in json.loads(await shelf.matches())} == {table, following}

    asyncio.run(play_on())


@pytest.mark.parametrize("kind", ["hint", "shares"])
def test_help(kind: str) -> None:
    async def ask() -> None:
        page = Page(MemoryShelf())
        await open_table(page, f"game={GAME}&play=screen&help={kind}")
        await act(page, act=kind)
        for _ in range(6000):
            if told_of(page, kind):
                return
            assert not told_of(page, "problem")
            await asyncio.sleep(0.01)
        raise AssertionError("no answer came")

    asyncio.run(ask())


def test_a_move_that_cannot_be_kept_has_not_happened() -> None:
    async def fill() -> None:
        shelf = MemoryShelf()
        page = Page(shelf)
        table = await open_table(page, f"game={GAME}&play=screen")
        before = await play(page, table)
        keep = shelf.append

        async def refuse(rows: str) -> bool:
            raise BrokenError("QuotaExceededError")

        shelf.append = refuse  # type: ignore[method-assign]
        state = (await page.host.registry.find(table)).state
        move = state.match.game.texts[state.match.legal_moves[0]]
        await act(page, act="play", move=move, ply=state.ply)
        await asyncio.sleep(0)
        [problem] = told_of(page, "problem")
        assert (problem["code"], problem["says"].startswith("This could not be saved")) == (
            "not_stored",
            True,
        )
        assert (await page.ask("POST", "/new", f"game={GAME}&play=screen")).status == 503
        shelf.append = keep  # type: ignore[method-assign]
        assert (await reload(shelf, table))["moves"] == before["moves"]
        after = await play(page, table)
        assert after["moves"] == [*before["moves"], move]

    asyncio.run(fill())


def test_a_database_that_cannot_be_read_is_told() -> None:
    async def open_and_fail() -> None:
        shelf = MemoryShelf()
        table = await Page(shelf).create(f"game={GAME}&play=screen")

        async def refuse(match: str, after: int) -> str:
            raise BrokenError("UnknownError")

        shelf.lines = refuse  # type: ignore[method-assign]
        page = Page(shelf)
        assert await page.host.open(1, f"/api/tables/{table}/live", "en") >= 4500
        assert told_of(page, "problem")

    asyncio.run(open_and_fail())


def test_a_socket_that_is_closed_while_it_opens_stays_closed() -> None:
    async def close() -> None:
        shelf = MemoryShelf()
        table = await Page(shelf).create(f"game={GAME}&play=screen")
        page = Page(shelf)
        opening = asyncio.ensure_future(page.host.open(1, f"/api/tables/{table}/live", "en"))
        await asyncio.sleep(0)
        page.host.close(1)
        assert await opening == 1000
        await act(page, act="resign", seat=0)
        assert page.told == []
        await page.open(table)  # the number can be had again

    asyncio.run(close())


def test_a_beat_that_is_not_kept_is_not_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "PULSE_SECONDS", 0.001)

    async def beat() -> None:
        shelf, beats = MemoryShelf(), asyncio.Semaphore(0)

        async def refuse(at: float) -> None:
            beats.release()
            raise BrokenError("QuotaExceededError")

        shelf.beat = refuse  # type: ignore[method-assign]
        await Page(shelf).host.registry.start()
        for _ in range(3):
            await asyncio.wait_for(beats.acquire(), 10)

    asyncio.run(beat())
