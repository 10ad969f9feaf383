"""A person who uses the pages in a real browser."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from playwright.sync_api import Browser, Page, expect

import tablier
from tests.server.harness import Server

PATIENCE = 15_000
"""Timeout in milliseconds: the machine may be busy."""


class Player:
    def __init__(self, server: Server, browser: Browser, *, pace: str = "none", **context: Any) -> None:
        self.server = server
        self.context = browser.new_context(base_url=server.address, **context)
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(
            f"localStorage.getItem('pace') ?? localStorage.setItem('pace', '{pace}')"
        )
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
        """Open a table by the form of the home page."""
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
        """Open a table by the API, with terms that the home page does not offer."""
        self.go(self.create(**new))

    def create(self, **new: Any) -> str:
        """Create a table by the API; gives the address of its page."""
        page: str = self.ask("/api/tables", **new)["page"]
        return page

    def ask(self, address: str, **body: Any) -> dict[str, Any]:
        """The server's answer to a posted message; a newcomer becomes a guest first, as on any page."""
        if not self.context.cookies():
            self.context.request.get("/")
        answer = self.context.request.post(address, data=body)
        assert answer.ok, answer.text()
        news: dict[str, Any] = answer.json()
        return news

    def send_moves(self, page: str, count: int) -> None:
        """From the start, the first legal moves of all seats, by the API: they are all this person's."""
        address = f"/api/tables/{page.rpartition('/')[2]}"
        game = self.context.request.get(address).json()["game"]
        match = tablier.Match(tablier.game(game["id"], **game["options"]))
        for _ in range(count):
            move = match.game.texts[match.legal_moves[0]]
            self.ask(f"{address}/acts", act="play", move=move, ply=len(match.moves))
            match.play(move)

    def send_game(self, page: str, seed: int) -> None:
        """From the start to the end, moves of all seats by chance, by the API: they are all this person's."""
        address = f"/api/tables/{page.rpartition('/')[2]}"
        game = self.context.request.get(address).json()["game"]
        match, rng = tablier.Match(tablier.game(game["id"], **game["options"])), Random(seed)
        while not match.outcome:
            move = match.game.texts[rng.choice(match.legal_moves)]
            self.ask(f"{address}/acts", act="play", move=move, ply=len(match.moves))
            match.play(move)

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
        """The news of the table for this person."""
        news: dict[str, Any] = self.page.request.get(f"/api/tables/{self.table}").json()
        return news

    @property
    def match(self) -> tablier.Match:
        news = self.news
        return tablier.Match(tablier.game(news["game"]["id"], **news["game"]["options"])).play(*news["moves"])

    def click(self, name: str) -> None:
        """Click a spot of the board, or a piece in the tray."""
        in_tray = self.page.locator(f"#tray [data-name='{name}']")
        if in_tray.count():
            in_tray.click()
        else:
            self.page.mouse.click(*self.at(name))

    def at(self, name: str) -> tuple[float, float]:
        box = self.page.locator(f".spot[data-name='{name}']").bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def play(self, move: str) -> None:
        """Make a move by its clicks, and wait until it is shown."""
        match = self.match
        assert match.game.move(move) in match.legal_moves, f"{move} cannot be played in {match.state}"
        before = int(self.page.locator("body").get_attribute("data-ready") or 0)
        self.may_move()
        path = match.game.paths[match.game.move(move)]
        for number, name in enumerate(path):
            if number and name == path[0]:  # a second click would put the piece down
                self.page.get_by_role("button", name="Walk round and come back").click()
            else:
                self.click(name)
        self.page.wait_for_function("before => Number(document.body.dataset.ready) > before", arg=before)

    def play_any(self) -> None:
        """Play the first legal move, whatever the bots have played before."""
        match = self.match
        self.play(match.game.texts[match.legal_moves[0]])

    def may_move(self) -> None:
        self.page.wait_for_selector(".spot.live, #tray .live, .status.over")

    def sees(self, moves: int) -> None:
        """Wait until so many moves are in the list and on the board."""
        self.page.wait_for_selector(f"body[data-at='{moves}']")
        expect(self.page.locator("#moves button")).to_have_count(moves)

    def says(self, words: str) -> None:
        """Wait until the status under the board contains this."""
        expect(self.page.locator("#status")).to_contain_text(re.compile(words), timeout=PATIENCE)

    def act(self, name: str) -> None:
        self.page.click(f"#acts [data-act={name}]")
