"""Pages for screen readers, and sizes of touch targets."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import expect

import tablier
from tablier.scene import spoken_labels
from tablier.web.languages import translator
from tests.web.people import Player
from tests.web.test_access import PAGES, PHONE, tell

Visit = Callable[..., Player]
FAMILIES = ("quixo", "quixo-teams", "x", "olix", "plateau-x-mini")
LABELS = """() => Object.fromEntries(
    [...document.querySelectorAll(".spot")].map((spot) => [spot.dataset.name, spot.ariaLabel])
)"""
NARROW = """() => {
    const inText = (node) => node.matches("a") && node.closest("article p, article li, figcaption, p, #line");
    const seen = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const box = (node) => (node.closest("label:has(input)") ?? node).getBoundingClientRect();
    return [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, summary")]
        .filter((node) => seen(node) && !node.disabled && !node.matches(".unseen, .spot") && !inText(node))
        .filter((node) => Math.min(box(node).width, box(node).height) < 43.5)
        .map((node) => `${node.outerHTML.slice(0, 90)} ${box(node).width} × ${box(node).height}`);
}"""


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", FAMILIES)
def test_a_board_is_heard_as_it_lies(visit: Visit, name: str, language: str) -> None:
    us = visit(locale=language)
    match, rng = tablier.Match(tablier.game(name)), Random(name)
    us.open(game=name, seats=[{"who": "me"}] * len(match.game.seats))
    for ply in range(12):
        move = rng.choice(match.legal_moves)
        tell(us, {"act": "play", "move": match.game.text(move), "ply": ply})
        match.push(move)
    us.sees(12)
    game, view = match.game, match.game.views[0]
    scene = game.scene(match.state, last=match.moves[-1], before=match.states[-2], view=view)
    translate = translator(language)
    assert us.page.evaluate(LABELS) == spoken_labels(game.layout(view=view), scene, translate)
    turn = translate(game.seats[match.turn])
    expect(us.page.locator(".seat[aria-current=true]")).to_contain_text(turn)
    last = translate(game.seats[(match.turn - 1) % len(game.seats)])
    expect(us.page.locator("#spoken")).to_contain_text(last)
    expect(us.page.locator("#spoken")).to_contain_text(game.text(match.moves[-1]))
    expect(us.page.locator("#spoken")).to_contain_text(turn)


@pytest.mark.parametrize("name", FAMILIES)
def test_a_table_is_read_in_order(visit: Visit, name: str) -> None:
    us = visit()
    us.start(name, "screen")
    us.play_any()
    snapshot = us.page.get_by_role("main").aria_snapshot()
    assert "- img" not in snapshot  # the still board says nothing: its places do
    order = ('list "Other players"', 'group "Board"', 'list "Your seat"', 'region "Moves"', "toolbar")
    assert [snapshot.index(each) for each in order] == sorted(snapshot.index(each) for each in order)
    assert us.page.locator("h1").all_inner_texts() == [us.match.game.title]
    for table in us.page.get_by_role("table").all():
        assert table.get_attribute("aria-label")


def test_a_screen_reader_clicks_without_a_pointer(visit: Visit) -> None:
    us = visit()
    us.start("plateau-x-mini", "screen")
    us.page.locator("#tray [data-name=S]").dispatch_event("click")
    us.page.locator(".spot[data-name=c3]").dispatch_event("click")
    us.sees(1)
    assert us.news["moves"] == ["Sc3"]


@pytest.mark.parametrize("name", PAGES)
def test_a_finger_hits_everything(visit: Visit, name: str) -> None:
    phone = visit(**PHONE)
    PAGES[name](phone)
    assert phone.page.evaluate(NARROW) == []


@pytest.mark.parametrize("tab", ["moves", "more"])
def test_a_finger_hits_what_is_beside_the_board(visit: Visit, tab: str) -> None:
    phone = visit(**PHONE)
    phone.start("plateau-x-mini", "link")
    phone.page.locator(f".tabs label:has([value={tab}])").tap()
    expect(phone.page.locator(f".part.{tab}")).to_be_visible()
    assert phone.page.evaluate(NARROW) == []
    phone.page.locator("[popovertarget=settings]").tap()
    expect(phone.page.locator("#settings")).to_be_visible()
    assert phone.page.evaluate(NARROW) == []


def test_nothing_moves_for_those_who_want_that(visit: Visit) -> None:
    us = visit(reduced_motion="reduce")
    us.start("quixo", "screen")
    us.play("a1e1")
    us.click("e1")  # refused: it would shake
    us.says("§Q2")
    assert us.page.evaluate("document.getAnimations().length") == 0
