"""Screenshots of every page and state, on every screen, light and dark, in every language: `make gallery`.

build/gallery/index.html shows them side by side, to be looked at one by one. `--only WORD` takes those whose
name has the word, as `--only phone` or `--only table-x`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from html import escape
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from tests.programs import BROWSER, find
from tests.server.harness import Server
from tests.web.conftest import ARGUMENTS
from tests.web.people import Player

import tablier
from tablier.web.languages import LANGUAGES
from tablier.web.rules import page_game

FOLDER = Path("build/gallery")
SCREENS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1366, "height": 768}},
    "laptop": {"viewport": {"width": 1366, "height": 641}},
    "tablet": {"viewport": {"width": 820, "height": 1180}, "has_touch": True},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
    "sideways": {"viewport": {"width": 844, "height": 390}, "has_touch": True},
}
THEMES = ("light", "dark")
WHOLE = 1000
"""As many moves as no game has: it goes to its end."""
ME: dict[str, str] = {"who": "me"}
PAGES = {
    "home": "/",
    "ratings": "/ratings/quixo",
    "my-games": "/me",
    "sign-in": "/signin",
    "sign-up": "/signup",
    "goodbye": "/goodbye",
    "missing": "/nothing",
}

State = Callable[[Player], None]


@dataclass(frozen=True)
class Shot:
    state: str
    screen: str
    theme: str
    language: str

    @property
    def name(self) -> str:
        return "-".join((self.state, self.screen, self.theme, self.language))


def page_at(path: str) -> State:
    def show(player: Player) -> None:
        player.page.goto(path)

    return show


def new_game(name: str) -> State:
    """The sheet that opens a table."""

    def show(player: Player) -> None:
        player.page.goto("/")
        player.page.click(f"[popovertarget=new-{name}]")

    return show


def lesson(name: str) -> State:
    def show(player: Player) -> None:
        player.page.goto(f"/learn/{name}")
        player.page.wait_for_selector("body[data-ready]")

    return show


def table(name: str, plies: int, view: str = "", **options: int) -> State:
    """A table on one screen after so many moves by chance, the same ones each time."""

    def show(player: Player) -> None:
        game = tablier.game(name, **options)
        player.go(prepare(player, game, plies))
        if view:
            player.page.evaluate(f"localStorage.setItem('view:{name}', '{view}')")
            player.page.reload()
            player.arrive()

    return show


@cache
def play_by_chance(game: tablier.Game, plies: int) -> list[str]:
    match, rng = tablier.Match(game), Random(game.id)
    while len(match.moves) < plies and not match.outcome:
        match.push(rng.choice(match.legal_moves))
    return [game.texts[move] for move in match.moves]


TABLES: dict[tuple[tablier.Game, int], str] = {}
"""The pages of the tables made so far, by the game and the number of moves: all pictures are one guest's."""


def prepare(player: Player, game: tablier.Game, plies: int) -> str:
    """The page of a table with so many moves."""
    key = (game, plies)
    if key not in TABLES:
        TABLES[key] = player.create(game=game.id, options=dict(game.options), seats=[ME] * len(game.seats))
        address = TABLES[key].replace("/t/", "/api/tables/")
        for ply, move in enumerate(play_by_chance(game, plies)):
            player.ask(f"{address}/acts", act="play", move=move, ply=ply)
    return TABLES[key]


def review(player: Player) -> None:
    player.go(prepare(player, tablier.game("quixo", size=3), WHOLE))
    player.page.goto(f"{player.page.url}/review")
    player.page.wait_for_selector("body[data-review=done]", timeout=60_000)


def waiting(player: Player) -> None:
    player.open(game="quixo", seats=[ME, {"who": "open"}])


def settings(player: Player) -> None:
    table("quixo", 4)(player)
    player.page.click("[popovertarget=settings]")


def refusal(player: Player) -> None:
    table("quixo", 0)(player)
    player.click("c3")
    player.page.wait_for_selector("#line:not([hidden])")


def list_states() -> dict[str, State]:
    """Every page and state, by name."""
    states: dict[str, State] = {name: page_at(path) for name, path in PAGES.items()}
    for name in tablier.games():
        states[f"table-{name}"] = table(name, 16)
        for view in tablier.game(name).views[1:]:
            states[f"{view}-{name}"] = table(name, 16, view)
        states[f"over-{name}"] = table(name, WHOLE)
        states[f"new-{name}"] = new_game(name)
    for name in dict.fromkeys(page_game(name).id for name in tablier.games()):
        states[f"rules-{name}"] = page_at(f"/rules/{name}")
        states[f"lesson-{name}"] = lesson(name)
    states |= {
        "waiting": waiting,
        "review": review,
        "settings": settings,
        "refusal": refusal,
        "home-later": page_at("/"),
    }
    return states


def list_shots(word: str = "") -> list[Shot]:
    shots = (Shot(*chosen) for chosen in product(list_states(), SCREENS, THEMES, LANGUAGES))
    return [shot for shot in shots if word in shot.name]


def take(shots: list[Shot], server: Server, browser: Browser, folder: Path) -> Iterator[str]:
    """Take them; gives what went wrong with one."""
    states = list_states()
    guest = Player(server, browser)
    guest.page.goto("/")
    cookies = guest.context.storage_state()
    guest.leave()
    for shot in shots:
        player = Player(
            server,
            browser,
            locale=shot.language,
            color_scheme=shot.theme,
            reduced_motion="reduce",
            storage_state=cookies,
            **SCREENS[shot.screen],
        )
        try:
            states[shot.state](player)
            player.page.wait_for_timeout(150)
            player.page.screenshot(path=folder / f"{shot.name}.png")
        except Exception as error:
            yield f"{shot.name}: {str(error).splitlines()[0]}"
        yield from (f"{shot.name}: {problem}" for problem in player.problems)
        player.leave()


def write_index(shots: list[Shot], problems: list[str]) -> str:
    """The page that shows them: a section per state."""
    parts = []
    for state in dict.fromkeys(shot.state for shot in shots):
        figures = "".join(
            f'<figure><a href="{shot.name}.png"><img loading="lazy" src="{shot.name}.png" alt=""></a>'
            f"<figcaption>{shot.screen}, {shot.theme}, {shot.language}</figcaption></figure>"
            for shot in shots
            if shot.state == state
        )
        parts.append(f"<h2>{escape(state)}</h2><div>{figures}</div>")
    style = (
        "body{font:1rem sans-serif}div{display:flex;flex-wrap:wrap;gap:1rem}figure{margin:0}img{height:20rem}"
    )
    wrong = "".join(f"<li>{escape(problem)}" for problem in problems)
    return (
        f"<!doctype html><meta charset=utf-8><title>Gallery</title><style>{style}</style>"
        f"<h1>Gallery</h1><ul>{wrong}</ul>{''.join(parts)}"
    )


def main(word: str = "") -> int:
    chromium = find(BROWSER)
    if chromium is None:
        print("The gallery needs Debian's chromium.")
        return 1
    FOLDER.mkdir(parents=True, exist_ok=True)
    shots = list_shots(word)
    with TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        try:
            browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
            problems = list(take(shots, server, browser, FOLDER))
            browser.close()
        finally:
            server.kill()  # its data goes with it
    (FOLDER / "index.html").write_text(write_index(shots, problems))
    print(f"{len(shots)} pictures in {FOLDER}/index.html", *problems, sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[2] if sys.argv[1:2] == ["--only"] else ""))
