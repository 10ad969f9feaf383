"""The home page: games to go on with, tables of others, and lists that keep up without a jump."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.people import PATIENCE, Player
from tests.web.test_page import MEASURE

Visit = Callable[..., Player]


@pytest.mark.parametrize(
    ("language", "join", "watch"), [("en", "Join", "Watch"), ("fr", "Rejoindre", "Regarder")]
)
def test_strangers_meet_at_an_open_table_and_others_watch(
    visit: Visit, language: str, join: str, watch: str
) -> None:
    ann, bob, eve = visit(locale=language), visit(locale=language), visit(locale=language)
    for player in (bob, eve):
        player.page.goto("/")
    ann.start("quixo", "table", option__size="4")
    row = f"[data-row='{ann.table}']"
    for player in (bob, eve):
        expect(player.page.locator(f"[data-part=open] {row}")).to_be_visible(timeout=PATIENCE)
    bob.page.locator(row).get_by_role("button", name=join).click()
    bob.arrive()
    assert bob.news["you"]["seats"] == [1]
    seen = eve.page.locator(f"[data-part=playing] {row}")
    expect(seen).to_be_visible(timeout=PATIENCE)
    expect(eve.page.locator(f"[data-part=open] {row}")).to_have_count(0)
    ann.play("a1d1")
    seen.get_by_role("link", name=watch).click()
    eve.arrive()
    eve.sees(1)


def test_a_row_stays_under_the_pointer(visit: Visit) -> None:
    ann, bob, eve = visit(), visit(), visit()
    tables = []
    for _ in range(2):
        ann.start("olix", "table")
        tables.append(ann.table)
    eve.context.add_init_script(MEASURE)
    eve.page.goto("/")
    first, second = (eve.page.locator(f"[data-part=open] [data-row='{table}']") for table in tables)
    second.scroll_into_view_if_needed()
    second.hover()
    before = second.bounding_box()
    bob.go(f"/t/{tables[0]}")
    bob.page.click("#state button")
    expect(first).to_have_class("gone", timeout=PATIENCE)
    expect(first.get_by_role("button")).to_have_count(0)
    assert second.bounding_box() == before
    assert sum(eve.page.evaluate("shifts")) < 0.01
    eve.page.mouse.move(5, 5)
    ann.start("olix", "table")  # something new: now the list is put in order
    expect(first).to_have_count(0, timeout=PATIENCE)


def test_on_a_phone_rows_fade_in_their_place(visit: Visit) -> None:
    ann, bob = visit(), visit()
    eve = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    ann.start("olix", "table")
    eve.page.goto("/")
    row = eve.page.locator(f"[data-part=open] [data-row='{ann.table}']")
    expect(row.get_by_role("img", name="here")).to_be_attached(timeout=PATIENCE)
    bob.go(ann.page.url)
    bob.page.click("#state button")
    expect(row).to_have_class("gone", timeout=PATIENCE)


def test_it_is_your_turn_meanwhile(visit: Visit) -> None:
    ann, bob = visit(), visit()
    ann.start("quixo", "link")
    bob.go(ann.page.url)
    bob.page.click("#state button")
    expect(bob.page.locator("#state button")).to_have_count(0, timeout=PATIENCE)
    bob.page.goto("/")
    mine = bob.page.locator(".running a").first
    expect(mine).not_to_have_class("yours")
    ann.play("a1e1")
    expect(mine).to_have_class("yours", timeout=PATIENCE)
    expect(mine).to_contain_text("Continue: your turn")
    mine.click()
    bob.arrive()
    bob.says("Your turn")


def test_one_slider_for_all_games_is_remembered(visit: Visit) -> None:
    ann = visit()
    ann.page.goto("/")
    ann.page.click("[popovertarget=new-quixo]")
    ann.page.locator("#new-quixo [name=level]").fill("5")
    ann.page.reload()
    ann.page.click("[popovertarget=new-x]")
    expect(ann.page.locator("#new-x [name=level]")).to_have_value("5")
    expect(ann.page.locator("#new-x output")).to_contain_text("5 ·")


def test_the_lists_say_when_they_are_old(visit: Visit) -> None:
    ann = visit()
    ann.page.goto("/")
    ann.context.set_offline(True)
    expect(ann.page.locator("body.stale")).to_be_attached(timeout=PATIENCE)
    ann.context.set_offline(False)
    expect(ann.page.locator("body.stale")).to_have_count(0, timeout=2 * PATIENCE)


@pytest.mark.parametrize("width", [360, 390, 768, 1024, 1280])
def test_home_never_scrolls_sideways(visit: Visit, width: int) -> None:
    ann = visit(viewport={"width": width, "height": 800}, locale="fr")
    ann.start("x", "table")
    ann.page.goto("/")
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= width
