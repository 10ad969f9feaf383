"""The pictures of the README, from real pages: `make pictures`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright
from tests.programs import BROWSER, find
from tests.server.harness import Server
from tests.web.conftest import ARGUMENTS
from tests.web.people import Player

import tablier
from tablier.bots import Limit, bot

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
DESK = {"width": 1280, "height": 800}
SHORT = ("a2a1", "b1b3", "a3c3", "b1a1", "c1c3", "a2a1")
"""A game on the smallest board, with a mistake."""


def tell(player: Player, move: str, ply: int) -> None:
    answer = player.page.request.post(
        f"/api/tables/{player.table}/acts", data={"act": "play", "move": move, "ply": ply}
    )
    assert answer.ok, answer.text()


def home(player: Player) -> None:
    player.page.goto("/")


def table(player: Player) -> None:
    """In the middle of a game that four levels play."""
    game, rng = tablier.game("plateau-x"), Random(5)
    player.open(game=game.id, seats=[{"who": "me", "name": name} for name in ("Ada", "Ben", "Chloé", "Dev")])
    match = tablier.Match(game)
    while len(match.moves) < 40 and not match.outcome:
        move = bot("level:4").choose(match, limit=Limit(nodes=300), seed=rng.getrandbits(32)).move
        tell(player, game.text(move), len(match.moves))
        match.push(move)
    player.sees(len(match.moves))


def lesson(player: Player) -> None:
    player.page.goto("/learn/x")
    player.page.wait_for_selector("body[data-ready]")


def review(player: Player) -> None:
    player.open(
        game="quixo", options={"size": 3}, seats=[{"who": "me", "name": "Ada"}, {"who": "me", "name": "Ben"}]
    )
    for ply, move in enumerate(SHORT):
        tell(player, move, ply)
    player.page.goto(f"/t/{player.table}/review")
    player.page.wait_for_selector("body[data-review=done]", timeout=60_000)


PICTURES: dict[str, Callable[[Player], None]] = {
    "home": home,
    "table": table,
    "lesson": lesson,
    "review": review,
}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        browser = playwright.chromium.launch(executable_path=find(BROWSER), args=ARGUMENTS)
        for theme in ("light", "dark"):
            player = Player(
                server, browser, color_scheme=theme, reduced_motion="reduce", viewport=DESK, locale="en-GB"
            )
            for name, show in PICTURES.items():
                show(player)
                player.page.wait_for_load_state("networkidle" if name == "home" else "load")
                player.page.wait_for_timeout(500)  # pictures are drawn after they came
                player.page.screenshot(path=FOLDER / f"{name}-{theme}.png")
            player.leave()
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
