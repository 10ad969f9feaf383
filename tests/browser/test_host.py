"""The host of tables in a browser, by its messages."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from random import Random
from typing import Any

import tablier
from tablier.browser import thinker
from tablier.browser.host import find_visitor
from tablier.lesson import games_with_lesson
from tests.browser.shelf import MemoryShelf, Page

GAME = min(tablier.games(), key=lambda name: len(tablier.game(name).texts))


def test_it_needs_neither_a_database_nor_a_web_server() -> None:
    code = (
        "import sys, tablier.browser.worker; "
        "print(*{name.partition('.')[0] for name in sys.modules} & {'sqlalchemy', 'litestar', 'openskill', "
        "'markdown_it', 'platformdirs', 'confusable_homoglyphs', 'numpy', 'zstandard', 'rich', 'click'})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_a_whole_game_against_the_computer_and_its_review() -> None:
    async def play() -> None:
        shelf = MemoryShelf()
        page = Page(shelf)
        table = await page.create(f"game={GAME}&play=bot&level=1")
        await page.open(table)
        state = (await page.host.registry.find(table)).state
        random = Random(1)
        while True:
            news = await page.news(matches=lambda news: news["status"] == "over" or is_mine(news))
            state = (await page.host.registry.find(table)).state
            if news["status"] == "over":
                break
            legal = state.match.legal_moves
            move = state.match.game.texts[random.choice(legal)]
            text = json.dumps({"act": "play", "move": move, "ply": news["ply"]})
            page.told.clear()
            await page.host.receive(1, text)
        again = Page(shelf)  # as after a reload
        replayed = (await again.host.registry.find(table)).state
        assert replayed.match == state.match
        review = await again.ask("GET", f"/t/{table}/review")
        assert (review.status, review.media) == (200, "text/html")
        for _ in range(6000):
            known = json.loads((await again.ask("GET", f"/api/tables/{table}/review")).body)
            if known["state"] == "done":
                break
            assert known["state"] == "working"
            await asyncio.sleep(0.01)
        assert known["known"] == known["of"] == len(state.match.moves) + 1
        assert len(shelf.kept_opinions) >= len(state.match.moves)

    asyncio.run(play())


def is_mine(news: dict[str, Any]) -> bool:
    return news["turn"] in news["you"]["seats"]


def test_every_told_event_is_kept_before() -> None:
    async def play() -> None:
        shelf = MemoryShelf()
        page = Page(shelf)
        table = await page.create(f"game={GAME}&play=screen")
        await page.open(table)
        news = await page.news()
        match = (await page.host.registry.find(table)).state.match
        move = match.game.texts[match.legal_moves[0]]
        page.told.clear()
        slow = shelf.append
        kept: list[str] = []

        async def append(rows: str) -> bool:
            await asyncio.sleep(0.05)
            assert not page.told  # nothing is told yet
            kept.append(rows)
            return await slow(rows)

        shelf.append = append  # type: ignore[method-assign]
        await page.host.receive(1, json.dumps({"act": "play", "move": move, "ply": news["ply"]}))
        assert (await page.news())["moves"] == [move]
        assert len(kept) == 1

    asyncio.run(play())


def test_two_pages_write_to_one_log() -> None:
    async def play() -> None:
        shelf = MemoryShelf()
        first, second = Page(shelf), Page(shelf)
        table = await first.create(f"game={GAME}&play=screen")
        for page in (first, second):
            await page.open(table)
            await page.news()
        match = (await first.host.registry.find(table)).state.match
        moves = [match.game.texts[move] for move in match.legal_moves[:2]]
        await first.host.receive(1, json.dumps({"act": "play", "move": moves[0], "ply": 0}))
        await second.host.receive(1, json.dumps({"act": "play", "move": moves[1], "ply": 0}))
        assert (await second.news(matches=lambda news: news["moves"]))["moves"] == [moves[0]]
        await asyncio.sleep(0)
        problem = next(each for each in second.told if each["type"] == "problem")
        assert problem["code"] == "stale_ply"

    asyncio.run(play())


def test_a_search_that_nobody_needs_ends_the_thinker() -> None:
    async def play() -> None:
        page = Page(MemoryShelf(), thinks=False)
        table = await page.create(f"game={GAME}&play=bot&level=7&seat=1")
        await page.open(table)
        while not page.questions:
            await asyncio.sleep(0.01)
        await page.host.receive(1, json.dumps({"act": "resign"}))
        await page.news(matches=lambda news: news["status"] == "over")
        assert page.restarts == 1

    asyncio.run(play())


def test_a_thinker_that_was_lost_is_asked_again() -> None:
    async def play() -> None:
        page = Page(MemoryShelf(), thinks=False)
        table = await page.create(f"game={GAME}&play=bot&level=1&seat=1")
        await page.open(table)
        while not page.questions:
            await asyncio.sleep(0.01)
        [question] = page.questions
        page.pool.ask_again()
        assert page.questions == [question] * 2
        page.pool.answered(thinker.answer(question))
        assert len((await page.news(matches=lambda news: news["moves"]))["moves"]) == 1
        page.pool.ask_again()
        assert len(page.questions) == 2

    asyncio.run(play())


def test_refusals_are_those_of_a_server() -> None:
    async def ask() -> None:
        page = Page(MemoryShelf())
        assert await page.host.open(1, "/api/tables/nowhere/live", "en") == 4404
        assert page.told[-1]["code"] == "no_such_table"
        assert (await page.ask("GET", "/t/nowhere")).status == 404
        assert (await page.ask("POST", "/new", "game=nothing")).status == 400
        assert (await page.ask("POST", "/new", f"game={GAME}&play=link")).status == 400
        assert (await page.ask("GET", "/no/such/page")).status == 404

    asyncio.run(ask())


def test_a_name_is_kept() -> None:
    async def rename() -> None:
        shelf = MemoryShelf()
        first = await find_visitor(shelf, "en")
        assert await find_visitor(shelf, "fr") == first
        page = Page(shelf)
        await page.ask("POST", "/api/guest", '{"name": "  Zoé "}')
        assert (await find_visitor(shelf, "en")).name == "Zoé"

    asyncio.run(rename())


def test_a_lesson() -> None:
    async def learn() -> None:
        page = Page(MemoryShelf())
        for game in games_with_lesson():
            assert "lesson.js" in (await page.ask("GET", f"/learn/{game}")).body
            step = json.loads((await page.ask("GET", f"/api/lessons/{game}/1")).body)
            assert (await page.ask("GET", step["layout"])).status == 200

    asyncio.run(learn())
