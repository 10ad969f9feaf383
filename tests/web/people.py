"""Somebody in front of a browser, who clicks."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, Page, expect

import tablier
from tests.server.houses import Server

PATIENCE = 15_000
"""Milliseconds; the machine may be busy."""


class Player:
    def __init__(self, server: Server, browser: Browser, **context: Any) -> None:
        self.server = server
        self.context = browser.new_context(base_url=server.address, **context)
        self.context.set_default_timeout(PATIENCE)
        self.problems: list[str] = []
        self.page = self.tab()

    def tab(self) -> Page:
        """Another tab of the same browser."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        return page

    def leave(self) -> None:
        self.context.close()

    def start(self, game: str, play: str, level: str = "1", **chosen: str) -> None:
        """From the home page to a table: pick a game, choose, begin."""
        self.page.goto("/")
        self.page.click(f"[popovertarget=new-{game}]")
        form = self.page.locator(f"#new-{game}")
        form.locator("[name=level]").fill(level)
        if chosen:
            form.locator("summary").click()
        for name, value in chosen.items():
            form.locator(f"[name='{name.replace('__', '.')}']").select_option(value)
        form.locator(f"button[value={play}]").click()
        self.arrive()

    def open(self, **new: Any) -> None:
        """To a table that the home page does not offer."""
        self.page.goto("/")
        answer = self.page.request.post("/api/tables", data=new)
        assert answer.ok, answer.text()
        self.go(answer.json()["page"])

    def go(self, address: str) -> None:
        self.page.goto(address)
        self.arrive()

    def arrive(self) -> None:
        self.page.wait_for_selector("body[data-ready]")

    @property
    def table(self) -> str:
        return self.page.url.rpartition("/")[2]

    @property
    def news(self) -> dict[str, Any]:
        """What the server tells this person."""
        found: dict[str, Any] = self.page.request.get(f"/api/tables/{self.table}").json()
        return found

    @property
    def match(self) -> tablier.Match:
        news = self.news
        return tablier.Match(tablier.game(news["game"]["id"], **news["game"]["options"])).play(*news["moves"])

    def click(self, name: str) -> None:
        """On a spot of the board, or on something beside it."""
        beside = self.page.locator(f"#tray [data-name='{name}']")
        if beside.count():
            beside.click()
        else:
            self.page.mouse.click(*self.at(name))

    def at(self, name: str) -> tuple[float, float]:
        box = self.page.locator(f".spot[data-name='{name}']").bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def play(self, move: str) -> None:
        """Click a move together, and see it made."""
        match = self.match
        assert match.game.move(move) in match.legal_moves, f"{move} cannot be played in {match.state}"
        before = int(self.page.locator("body").get_attribute("data-ready") or 0)
        self.may_move()
        for name in match.game.paths[match.game.move(move)]:
            self.click(name)
        self.page.wait_for_function("before => Number(document.body.dataset.ready) > before", arg=before)

    def play_any(self) -> None:
        """Whatever is legal: what a computer does before is not known."""
        match = self.match
        self.play(match.game.texts[match.legal_moves[0]])

    def may_move(self) -> None:
        self.page.wait_for_selector(".spot.live, #tray .live, .status.over")

    def sees(self, moves: int) -> None:
        """Until so many moves are on the list and on the board."""
        self.page.wait_for_selector(f"body[data-at='{moves}']")
        expect(self.page.locator("#moves button")).to_have_count(moves)

    def says(self, words: str) -> None:
        """Until it is said under the board."""
        expect(self.page.locator("#status")).to_contain_text(re.compile(words), timeout=PATIENCE)

    def act(self, name: str) -> None:
        self.page.click(f"#acts [data-act={name}]")
