"""Positions of the analysis board in a browser, by the messages of its two Workers."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import tablier
from tablier.browser.analyst import Analyst
from tests.browser.shelf import MemoryShelf, Page

GAMES = tablier.games()
SOME = GAMES[0]


class Thinker:
    """The Worker that thinks, and what it tells."""

    def __init__(self) -> None:
        self.told: list[dict[str, Any]] = []
        self.analyst = Analyst(lambda _, text: self.told.append(json.loads(text)))

    def send(self, **message: Any) -> None:
        self.analyst.receive(1, json.dumps(message))

    async def wait(self, matches: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first message that is such."""
        for _ in range(6000):
            if found := next(filter(matches, self.told), None):
                return found
            await asyncio.sleep(0.01)
        raise AssertionError("no such message came")

    async def ask(self, name: str, **question: Any) -> dict[str, Any]:
        request = {"method": "POST", "address": f"/api/analysis/{name}", "body": json.dumps(question)}
        answer: dict[str, Any] = json.loads(await self.analyst.respond(json.dumps(request)))
        return {**answer, "body": json.loads(answer["body"])}


def first_moves(name: str, count: int) -> list[str]:
    match = tablier.Match(tablier.game(name))
    for _ in range(count):
        match.push(match.legal_moves[0])
    return [match.game.texts[move] for move in match.moves]


def test_it_needs_neither_a_database_nor_a_web_server() -> None:
    code = (
        "import sys, tablier.browser.analyst; "
        "print(*{name.partition('.')[0] for name in sys.modules} & {'sqlalchemy', 'litestar', 'openskill', "
        "'markdown_it', 'numpy', 'zstandard', 'rich', 'click', 'email'})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_the_latest_position_is_thought_about_and_the_others_no_more() -> None:
    async def look() -> None:
        thinker = Thinker()
        thinker.analyst.open(1, "en")
        thinker.send(act="ask", re=1, game=SOME, lines=2)
        first = await thinker.wait(lambda news: news["type"] == "thought" and news["re"] == 1)
        assert len(first["lines"]) == 2
        thinker.send(act="ask", re=2, game=SOME, moves=first["lines"][0]["moves"][:1], seconds=0.3)
        seen = len(thinker.told)
        last = await thinker.wait(lambda news: news["re"] == 2 and news["final"])
        assert {news["re"] for news in thinker.told[seen:]} == {2}
        assert sum(last["shares"]) == pytest.approx(1)
        thinker.send(act="ask", re=3, game=SOME)
        await thinker.wait(lambda news: news["re"] == 3)
        thinker.send(act="stop")
        seen = len(thinker.told)
        assert (await thinker.ask("insight", game=SOME))["status"] == 200  # it is free for other things
        assert len(thinker.told) == seen
        thinker.analyst.close(1)

    asyncio.run(look())


def test_a_position_that_cannot_be_is_refused_in_the_readers_language() -> None:
    async def look() -> None:
        thinker = Thinker()
        thinker.analyst.open(1, "fr")
        thinker.send(act="ask", re=1, game=SOME, moves=["nonsense"])
        problem = await thinker.wait(lambda news: news["type"] == "problem")
        assert problem["re"] == 1
        assert "nonsense" in problem["says"]
        thinker.analyst.receive(1, "half of it")
        problem = await thinker.wait(lambda news: news["type"] == "problem" and news["re"] is None)
        assert "ce n’est pas du JSON" in problem["says"]
        request = {"method": "POST", "address": "/api/analysis/moves", "body": "half of it", "language": "fr"}
        assert "ce n’est pas du JSON" in await thinker.analyst.respond(json.dumps(request))
        refused = await thinker.ask("moves", game="chess")
        assert refused["status"] >= 400
        assert refused["body"]["says"]
        assert (await thinker.ask("moves", game=SOME, colour="blue"))["status"] >= 400

    asyncio.run(look())


@pytest.mark.parametrize("name", GAMES)
def test_all_moves_who_gets_what_and_why(name: str) -> None:
    async def look() -> None:
        thinker = Thinker()
        moves = first_moves(name, 4)
        match = tablier.Match(tablier.game(name)).play(*moves)
        older = asyncio.ensure_future(thinker.ask("moves", game=name))
        await asyncio.sleep(0)
        values = await thinker.ask("moves", game=name, moves=moves)
        assert {each["move"] for each in values["body"]["moves"]} == {
            match.game.texts[move] for move in match.legal_moves
        }
        assert (await older)["status"] == 500  # nobody waits for it
        assert await thinker.ask("moves", game=name, moves=moves) == values
        assert (await thinker.ask("insight", game=name, moves=moves))["status"] == 200
        assert "says" in (await thinker.ask("reason", game=name, moves=moves))["body"]

    asyncio.run(look())


@pytest.mark.parametrize("name", GAMES)
def test_the_host_has_the_page_and_its_positions(name: str) -> None:
    async def look() -> None:
        page = Page(MemoryShelf())
        shown = await page.ask("GET", f"/analysis/{name}")
        assert shown.status == 200
        assert 'id="playing"' in shown.body
        moves = first_moves(name, 2)

        async def post(what: str, **question: Any) -> dict[str, Any]:
            answer = await page.ask("POST", f"/api/analysis/{what}", json.dumps({"game": name, **question}))
            assert answer.status == 200, answer.body
            told: dict[str, Any] = json.loads(answer.body)
            return told

        news = await post("position", moves=moves)
        assert news["moves"] == moves
        assert (await post("read", text=news["position"]))["address"] == f"/analysis/{name}"
        assert (await post("setup", position=news["position"]))["position"] == news["position"]
        table = await page.create(f"game={name}&play=screen&start={news['position'].replace(' ', '+')}")
        record = json.loads((await page.ask("GET", f"/api/tables/{table}/record.json")).body)
        assert record["start"] == news["position"]
        written = await page.ask("POST", "/api/analysis/write", json.dumps({"record": record}))
        assert news["position"] in json.loads(written.body)["text"]

    asyncio.run(look())


def test_what_the_host_cannot_show_is_said() -> None:
    async def look() -> None:
        page = Page(MemoryShelf())
        assert (await page.ask("GET", "/analysis/chess")).status >= 400
        assert (await page.ask("GET", f"/analysis/{SOME}?option=size=1")).status >= 400
        for body in ("", "{}", json.dumps({"game": SOME, "moves": ["nonsense"]})):
            answer = await page.ask("POST", "/api/analysis/position", body)
            assert answer.status >= 400
            assert json.loads(answer.body)["says"]

    asyncio.run(look())
