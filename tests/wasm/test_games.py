"""Every game to its end without a network: against the computer, and three people at one screen."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, expect

from tablier.bots import bot
from tablier.level import Limit
from tests.server.harness import Server
from tests.wasm.files import FileSite
from tests.wasm.test_offline import is_kept, keep
from tests.wasm.test_pages import SMALL_GAME, LocalPlayer, check_links

NODES = 200
"""Positions that are looked at for a move of one's own, so that games are short."""
IS_COVERED = """(spot) => {
    const { left, top, width, height } = spot.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) !== spot;
}"""


class Traveller(LocalPlayer):
    """Somebody who takes the keyboard where a tower hides a spot behind it from the mouse."""

    def click(self, name: str) -> None:
        spot = self.page.locator(f".spot[data-name='{name}']")
        if spot.count() and spot.evaluate(IS_COVERED):
            spot.press("Enter")
        else:
            super().click(name)


@pytest.fixture(scope="module")
def traveller(place: Server, browser: Browser) -> Iterator[Traveller]:
    """Somebody who has kept everything, and whose network is cut for good; a site of files keeps nothing."""
    player = Traveller(place, browser)
    if not isinstance(place, FileSite):
        keep(player)
        is_kept(player.page)
        player.context.set_offline(True)
    yield player
    player.leave()
    assert player.problems == []


def play_to_the_end(player: LocalPlayer, **new: str) -> None:
    """Open a table and make all moves that are one's own; the end is told, with the ways on."""
    player.enter(f"/new?{urlencode(new)}")
    finish(player)


def finish(player: LocalPlayer) -> None:
    adviser = bot("level:4")
    while (match := player.match).outcome is None:
        choice = adviser.choose(match, limit=Limit(nodes=NODES), seed=len(match.moves))
        player.play(match.game.texts[choice.move])
        player.may_move()
    assert player.news["status"] == "over"
    player.sees(len(match.moves))
    expect(player.page.locator(".status.over")).to_be_visible()
    expect(player.page.locator(".afterwards a[href$='/review']")).to_be_visible()
    check_links(player.page)


@pytest.mark.parametrize(
    ("game", "options", "seats"),
    [
        ("x", {"option.size": "4"}, 3),
        ("plateau-x-mini", {}, 2),
        ("olix", {}, 2),
        ("quixo", {"option.size": "3"}, 2),
    ],
)
def test_a_whole_game_against_the_computer(
    traveller: Traveller, game: str, options: dict[str, str], seats: int
) -> None:
    play_to_the_end(traveller, game=game, play="bot", level="1", **options)
    sitting = traveller.news["seats"]
    assert [seat["kind"] for seat in sitting].count("bot") == seats - 1


def test_three_people_at_one_screen(traveller: Traveller) -> None:
    play_to_the_end(traveller, game="x", play="screen", **{"option.size": "4"})
    assert [seat["kind"] for seat in traveller.news["seats"]] == ["person"] * 3


def test_a_killed_tab_and_a_review(traveller: Traveller) -> None:
    traveller.enter(SMALL_GAME)
    traveller.move()
    moves, address = traveller.news["moves"], traveller.page.url
    traveller.kill()
    traveller.go(address)
    assert traveller.news["moves"] == moves
    finish(traveller)
    moves = traveller.news["moves"]
    traveller.page.click(".afterwards a[href$='/review']")
    page = traveller.page
    page.wait_for_selector("body[data-review=done]")
    expect(page.locator("#moves button")).to_have_count(len(moves))
    page.locator("#moves button").first.click()
    page.wait_for_selector("body[data-at='1']")
    expect(page.locator("#comment")).to_contain_text(moves[0])
    check_links(page)
