"""Screenshots of every page and state, on every screen, light and dark, in every language: `make gallery`.

build/gallery/index.html shows them side by side, to be looked at one by one. `--only "WORD WORD"` takes those
whose name has all the whole words, as `--only phone` or `--only "analysis dark-fr"`; `--missing` those
that are not there yet, which goes on with what was interrupted.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import groupby, product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, StorageState, sync_playwright
from tests.programs import BROWSER, find
from tests.server.harness import Server
from tests.web.conftest import ARGUMENTS
from tests.web.people import Player

from tablier.web.languages import LANGUAGES
from tools.gallery_states import (
    ENGINE,
    GUEST,
    MEMBER,
    MEMBER_NAME,
    MEMBER_PASSWORD,
    NEWCOMER,
    State,
    list_states,
)

FOLDER = Path("build/gallery")
SCREENS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1366, "height": 768}},
    "laptop": {"viewport": {"width": 1366, "height": 641}},
    "tablet": {"viewport": {"width": 820, "height": 1180}, "has_touch": True},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
    "sideways": {"viewport": {"width": 844, "height": 390}, "has_touch": True},
}
"""Neighbours of one kind, by `kind_of`, are shown by one visit."""
THEMES = ("light", "dark")
SETTLE = 150
"""Milliseconds until pictures in a page are drawn."""


@dataclass(frozen=True)
class Shot:
    state: str
    screen: str
    language: str
    theme: str

    @property
    def name(self) -> str:
        return "-".join((self.state, self.screen, self.theme, self.language))

    @property
    def visit(self) -> tuple[str, str, tuple[bool, bool]]:
        """Shots of one visit differ in their theme and in the size of the window."""
        return self.state, self.language, kind_of(self.screen)


def kind_of(screen: str) -> tuple[bool, bool]:
    """What a page asks when it is loaded: whether fingers touch the screen, and whether it is upright."""
    width, height = SCREENS[screen]["viewport"].values()
    return "has_touch" in SCREENS[screen], height > width


def list_shots(words: str = "") -> list[Shot]:
    shots = (
        Shot(state, screen, language, theme)
        for state, language, screen, theme in product(list_states(), LANGUAGES, SCREENS, THEMES)
    )
    # Whole words: "en" is a language, not a part of "engine".
    return [shot for shot in shots if all(f"-{word}-" in f"-{shot.name}-" for word in words.split())]


def receive(server: Server, browser: Browser) -> dict[str, StorageState | None]:
    """What the browsers of the persons keep, by the person."""
    guest, member = Player(server, browser), Player(server, browser)
    guest.page.goto("/")
    member.page.goto("/signup")
    member.page.fill("main [name=name]", MEMBER_NAME)
    member.page.fill("main [name=password]", MEMBER_PASSWORD)
    member.page.click("main form .main")
    member.page.wait_for_url("**/me")
    kept = {NEWCOMER: None, GUEST: guest.context.storage_state(), MEMBER: member.context.storage_state()}
    for player in (guest, member):
        player.leave()
    return kept


def take(shots: list[Shot], server: Server, browser: Browser, folder: Path) -> Iterator[str]:
    """Take them; gives what went wrong with one."""
    states, persons = list_states(), receive(server, browser)
    for (name, language, _), group in groupby(shots, lambda shot: shot.visit):
        state, together = states[name], list(group)
        player = Player(
            server,
            browser,
            locale=language,
            reduced_motion="reduce",
            storage_state=persons[state.person],
            **SCREENS[together[0].screen],
        )
        yield from show(player, state, together, folder)
        player.leave()


def show(player: Player, state: State, shots: list[Shot], folder: Path) -> Iterator[str]:
    """The pictures of one visit: the page is loaded once, and shown in every size and theme."""
    shot = shots[0]
    try:
        player.page.emulate_media(color_scheme=shot.theme)  # type: ignore[arg-type]  # one of THEMES
        state.show(player)
        for shot in shots:
            player.page.set_viewport_size(SCREENS[shot.screen]["viewport"])
            player.page.emulate_media(color_scheme=shot.theme)  # type: ignore[arg-type]  # one of THEMES
            player.page.wait_for_timeout(SETTLE)
            player.page.screenshot(path=folder / f"{shot.name}.png", full_page=state.is_page)
    except Exception as error:
        yield f"{shot.name}: {str(error).splitlines()[0]}"
    unexpected = (problem for problem in player.problems if not problem.startswith(state.problem))
    yield from (f"{shot.name}: {problem}" for problem in unexpected)


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


def main(words: str = "", *, is_missing: bool = False) -> int:
    chromium = find(BROWSER)
    if chromium is None:
        print("The gallery needs Debian's chromium.")
        return 1
    FOLDER.mkdir(parents=True, exist_ok=True)
    shots = [
        shot
        for shot in list_shots(words)
        if not (is_missing and FOLDER.joinpath(f"{shot.name}.png").exists())
    ]
    with TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data), engine=str(ENGINE) if ENGINE.exists() else "")
        try:
            browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
            problems = list(take(shots, server, browser, FOLDER))
            browser.close()
        finally:
            server.kill()  # its data goes with it
    taken = [shot for shot in list_shots() if FOLDER.joinpath(f"{shot.name}.png").exists()]
    (FOLDER / "index.html").write_text(write_index(taken, problems))
    print(f"{len(shots)} pictures in {FOLDER}/index.html", *problems, sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="take the pictures whose name has all these words")
    parser.add_argument("--missing", action="store_true", help="take the pictures that are not there yet")
    chosen = parser.parse_args()
    sys.exit(main(chosen.only, is_missing=chosen.missing))
