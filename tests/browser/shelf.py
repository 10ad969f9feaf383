"""A browser's store and thinker, without a browser."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from tablier.browser import thinker
from tablier.browser.host import Host, Settings, Visitor
from tablier.browser.messages import Request, Response
from tablier.browser.pool import ThinkerPool
from tablier.browser.routes import find_response


class MemoryShelf:
    """What `indexed_log.js` keeps, in memory."""

    def __init__(self) -> None:
        self.rows: dict[tuple[str, int], dict[str, Any]] = {}
        self.kept_matches: dict[str, dict[str, Any]] = {}
        self.facts: dict[str, str] = {}
        self.kept_opinions: dict[tuple[str, int, str], str] = {}

    async def append(self, rows: str) -> bool:
        told = json.loads(rows)
        keys = [(line["match"], line["number"]) for line in told["lines"]]
        if any(key in self.rows for key in keys):
            return False
        self.rows.update(zip(keys, told["lines"], strict=True))
        for match in told["matches"]:
            self.kept_matches[match["id"]] = {**self.kept_matches.get(match["id"], {}), **match}
        return True

    async def hold(self, match: str) -> bool:
        return True

    async def lines(self, match: str, after: int) -> str:
        found = [row for (name, number), row in sorted(self.rows.items()) if name == match and number > after]
        return json.dumps(found)

    async def matches(self) -> str:
        return json.dumps(list(self.kept_matches.values()))

    async def opinions(self, match: str) -> str:
        found = [[ply, move, text] for (name, ply, move), text in self.kept_opinions.items() if name == match]
        return json.dumps(found)

    async def addOpinion(self, row: str) -> bool:  # noqa: N802 -- a function of JavaScript
        told = json.loads(row)
        key = told["match"], told["ply"], told["move"]
        is_new = key not in self.kept_opinions
        self.kept_opinions.setdefault(key, told["opinion"])
        return is_new

    async def fact(self, name: str) -> str:
        return self.facts.get(name, "")

    async def setFact(self, name: str, value: str) -> bool:  # noqa: N802
        self.facts[name] = value
        return True

    async def begin(self, at: float, least: float) -> str:
        return "[]"

    async def beat(self, at: float) -> None: ...


class Page:
    """A host with one page that talks to it."""

    def __init__(self, shelf: MemoryShelf, *, thinks: bool = True) -> None:
        self.told: list[dict[str, Any]] = []
        self.restarts = 0
        self.questions: list[str] = []
        self.pool = ThinkerPool(self._post, self._restart)
        self._thinks = thinks
        self.host = Host(
            shelf,
            self.pool,
            Settings(static="/static"),
            Visitor("me", "Ann"),
            tell=lambda _, text: self.told.append(json.loads(text)),
            announce=lambda _: None,
        )

    def _post(self, question: str) -> None:
        self.questions.append(question)
        if self._thinks:
            asyncio.get_running_loop().call_soon(lambda: self.pool.answered(thinker.answer(question)))

    def _restart(self) -> None:
        self.restarts += 1

    async def ask(self, method: str, address: str, body: str = "") -> Response:
        return await find_response(self.host, Request(method, address, body))

    async def create(self, form: str) -> str:
        """Open a table by a form; gives its id."""
        response = await self.ask("POST", "/new", form)
        assert response.status == 303, response.body
        return response.location.removeprefix("/t/")

    async def open(self, table: str) -> None:
        assert await self.host.open(1, f"/api/tables/{table}/live", "en") == 0

    async def news(self, *, matches: Any = lambda _: True) -> dict[str, Any]:
        """The latest news, as soon as it is such."""
        for _ in range(6000):
            found = [each for each in self.told if each["type"] == "news"]
            if found and matches(found[-1]):
                return found[-1]
            await asyncio.sleep(0.01)
        raise AssertionError("no such news came")
