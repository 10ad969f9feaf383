"""A finished game is reviewed: step, click the plot, try a mistake again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import tablier
from tests.server.harness import Server
from tests.web.people import PATIENCE, Player
from tests.web.test_people import sign_up

Visit = Callable[..., Player]
SMALL = {"size": 3}
MOVES = ("a2a1", "b1b3", "a3c3", "b1a1", "c1c3", "a2a1")
"""Ends with a line, after one mistake that is certain: the fifth; best was c1a1."""


@pytest.fixture(scope="module")
def ended(server: Server, browser: Browser) -> Iterator[str]:
    """The address of a finished game, which Ann and Bob played on one screen."""
    ann = Player(server, browser)
    seats = [{"who": "me", "name": name} for name in ("Ann", "Bob")]
    yield finish(ann, "quixo", MOVES, options=SMALL, seats=seats)
    ann.leave()


def finish(player: Player, game: str, moves: tuple[str, ...], **more: Any) -> str:
    player.page.goto("/")
    opened = player.page.request.post("/api/tables", data={"game": game, **more}).json()
    for ply, move in enumerate(moves):
        act = {"act": "play", "move": move, "ply": ply}
        assert player.page.request.post(f"/api/tables/{opened['table']}/acts", data=act).ok
    return str(opened["page"])


def look_back(player: Player, address: str) -> Page:
    """The review, when all is known."""
    player.page.goto(f"{address}/review")
    player.page.wait_for_selector("body[data-review=done]", timeout=4 * PATIENCE)
    return player.page


def says(page: Page, words: str) -> None:
    expect(page.locator("#comment")).to_contain_text(re.compile(words), timeout=PATIENCE)


def at(page: Page, ply: int) -> None:
    page.wait_for_selector(f"body[data-at='{ply}']")


def test_why_a_move_was_a_mistake_is_told(visit: Visit, ended: str) -> None:
    page = look_back(visit(), ended)
    expect(page.locator("#reason")).to_be_visible()
    page.click("[data-step=back]")
    at(page, 5)
    page.click("#reason")
    says(page, "Lets Circle complete a1–a3 with a2a1")
    expect(page.locator("#reason")).to_be_hidden()
    page.click("[data-step=first]")
    at(page, 0)
    expect(page.locator("#reason")).to_be_hidden()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_from_the_table_to_a_mistake_and_the_better_move(visit: Visit, ended: str, language: str) -> None:
    english = language == "en"
    eve = visit(locale=language)
    eve.go(ended)
    eve.page.click(".look-back")
    page = eve.page
    page.wait_for_selector("body[data-review=done]")
    expect(page.locator("#state")).to_contain_text("Bob wins" if english else "Bob gagne")
    expect(page.locator("#moves button")).to_have_count(6)
    expect(page.locator("#mistakes button")).to_have_count(1)
    expect(page.locator("[data-flag]")).to_have_text("c1c3")
    box = page.locator("#plot svg").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 5 / 6, box["y"] + 60)  # the fifth move of six
    at(page, 5)
    says(
        page,
        "c1c3.*c1a1 was best: 100% lost, and that is proven" if english else "c1c3.*Le meilleur était c1a1",
    )
    expect(page.locator("#legend li").first).to_contain_text("0")
    page.click("#mistakes button")
    at(page, 4)
    says(page, "What is better than c1c3" if english else "Que jouer de mieux que c1c3")
    for name in ("b1", "b3"):
        eve.click(name)
    page.wait_for_selector("body[data-tried=b1b3]")
    expect(page.locator("#scale tr")).to_have_count(3)
    page.click("#retry")
    at(page, 4)
    for name in ("c1", "a1"):
        eve.click(name)
    page.wait_for_selector("body[data-tried=c1a1]")
    says(page, "Yes, that is the best move" if english else "Oui, c’est le meilleur coup")
    expect(page.locator("#scale tr").first).to_contain_text("100")
    page.click("#leave")
    at(page, 5)


def test_the_keyboard_alone(visit: Visit, ended: str) -> None:
    eve = visit(reduced_motion="reduce")
    page = look_back(eve, ended)
    page.keyboard.press("Home")
    at(page, 0)
    says(page, "Before the first move")
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.keyboard.press("End")
    at(page, 6)
    plot = page.locator("#plot svg")
    plot.focus()
    page.keyboard.press("ArrowLeft")
    at(page, 5)
    expect(plot).to_have_attribute("aria-valuenow", "5")
    expect(plot).to_have_attribute("aria-valuetext", re.compile("after 5 moves: Ann 0%, Bob 100%"))
    page.locator("#mistakes button").press("Enter")
    at(page, 4)
    for name in ("c1", "a1"):
        page.locator(f".spot[data-name={name}]").press("Enter")
    page.wait_for_selector("body[data-tried=c1a1]")
    page.keyboard.press("Escape")
    at(page, 5)
    expect(page.locator("body")).not_to_have_attribute("data-trial", re.compile(".*"))


def test_the_best_move_is_shown_and_an_illegal_one_explained(visit: Visit, ended: str) -> None:
    eve = visit()
    page = look_back(eve, ended)
    page.click("#moves [data-at='5']")
    at(page, 5)
    page.click("#best")
    page.wait_for_selector("body[data-tried=c1a1]")
    page.click("#retry")
    at(page, 4)
    page.wait_for_selector(".spot.live")
    eve.click("a1")
    expect(page.locator("#line")).to_contain_text("That cube shows the other mark.")


def test_a_review_keeps_its_place_and_is_the_same_for_all(visit: Visit, ended: str) -> None:
    eve, ida = visit(), visit()
    page = look_back(eve, ended)
    page.click("#moves [data-at='3']")
    at(page, 3)
    page.reload()
    at(page, 3)
    other = look_back(ida, ended)
    address = f"/api/tables/{ended.rpartition('/')[2]}/review"
    assert page.request.get(address).json() == other.request.get(address).json()


def test_a_review_grows_on_the_page_and_survives_a_reload(visit: Visit) -> None:
    eve = visit()
    game = tablier.game("olix")
    cells = tuple(f"{column}{row}" for row in (2, 5) for column in "bdfh")
    address = finish(eve, "olix", cells, seats=[{"who": "me"} for _ in game.seats])
    table = address.rpartition("/")[2]
    assert eve.page.request.post(f"/api/tables/{table}/acts", data={"act": "resign", "seat": 0}).ok
    page = eve.page
    page.goto(f"{address}/review")
    expect(page.locator("#progress")).to_contain_text(f"of {len(cells) + 1}")
    page.wait_for_selector("#plot .area")
    page.reload()
    page.wait_for_selector("body[data-review=done]", timeout=4 * PATIENCE)
    news = page.request.get(f"/api/tables/{table}/review").json()
    assert (news["known"], len(news["moves"])) == (len(cells) + 1, len(cells))
    expect(page.locator("#progress")).to_be_hidden()


def test_a_game_that_goes_on_is_not_reviewed(visit: Visit) -> None:
    ann = visit()
    ann.start("quixo", "screen")
    ann.page.goto(f"{ann.page.url}/review")
    expect(ann.page.locator("main")).to_contain_text(
        "The game is not over yet: you can review it afterwards."
    )


def test_no_review_of_a_game_set_up_during_a_rated_one(visit: Visit) -> None:
    ann = visit()
    sign_up(ann, "Ann who is curious")
    seats = [{"who": "me"}, {"who": "bot", "bot": "level:1"}]
    assert ann.page.request.post("/api/tables", data={"game": "quixo", "rated": True, "seats": seats}).ok
    here = [{"who": "me", "name": name} for name in ("Ann", "Bob")]
    ann.page.goto(f"{finish(ann, 'quixo', MOVES, options=SMALL, seats=here)}/review")
    expect(ann.page.locator("#progress")).to_contain_text("You have a rated game of Quixo in progress")


def test_your_own_mistakes_come_first(visit: Visit) -> None:
    ann = visit()
    address = finish(ann, "quixo", (), seats=[{"who": "me"}, {"who": "open"}])
    bob = visit()
    bob.go(address)
    bob.page.click("text=Join the game")
    bob.page.wait_for_selector("body[data-status=playing]")
    bob.act("resign")
    bob.act("resign")
    bob.page.wait_for_selector("body[data-status=over]")
    page = look_back(bob, address)
    assert page.locator("#whose").input_value() == "1"
    expect(page.locator("#no-moves")).to_be_visible()
    expect(page.locator("#mistakes")).to_contain_text("No clear mistakes.")


@pytest.mark.parametrize("name", ["x", "olix", "plateau-x", "quixo-teams"])
def test_every_game_on_a_phone_without_sideways_scrolling(visit: Visit, name: str) -> None:
    eve = visit(viewport={"width": 390, "height": 844}, has_touch=True)
    game = tablier.game(name)
    match = tablier.Match(game)
    for _ in range(3):
        match.push(match.legal_moves[len(match.legal_moves) // 2])
    seats = [{"who": "me", "name": f"Guest {number}"} for number in range(120, 120 + len(game.seats))]
    address = finish(eve, name, tuple(game.texts[move] for move in match.moves), seats=seats, absent="score")
    table = address.rpartition("/")[2]
    assert eve.page.request.post(f"/api/tables/{table}/acts", data={"act": "resign", "seat": 0}).ok
    page = look_back(eve, address)
    expect(page.locator("#legend li")).to_have_count(len(game.seats))
    names = page.locator("#legend span")
    assert names.evaluate_all("all => all.every((name) => name.scrollWidth <= name.clientWidth)")
    expect(page.locator("#plot .area")).to_have_count(len(game.seats))
    assert page.locator("#plot pattern").count() == len(game.seats)
    page.tap("[data-step=back]")
    at(page, 2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    best = page.locator("#best")
    if best.is_visible():
        best.tap()
        page.wait_for_selector("body[data-tried]")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_board_keeps_its_size_and_moves_their_numbers(visit: Visit, ended: str) -> None:
    ann = visit()
    page = look_back(ann, ended)
    sizes = set()
    for ply in range(7):
        page.evaluate("ply => document.querySelector(`[data-at='${ply}']`)?.click()", ply)
        if not ply:
            page.keyboard.press("Home")
        at(page, ply)
        box = page.locator("#stage").bounding_box()
        assert box is not None
        sizes.add((box["width"], box["height"]))
    page.locator("#mistakes button").click()
    page.locator("#best").click()
    box = page.locator("#stage").bounding_box()
    assert box is not None
    assert sizes == {(box["width"], box["height"])}
    # The fifth of the single moves is the third of its player, as the list counts.
    expect(page.locator("#mistakes button")).to_contain_text("move 3")
    page.locator("[data-at='5']").click()
    expect(page.locator("#ply")).to_have_text("move 3")
