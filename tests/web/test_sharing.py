"""The share page, and a game embedded in another page, in a browser."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.people import Player

Visit = Callable[..., Player]


def test_a_game_is_shared_from_the_table_and_stepped_through_where_it_is_embedded(visit: Visit) -> None:
    ann = visit()
    ann.start("quixo", "screen")
    ann.play("a1e1")
    ann.play("b1b5")
    table = ann.table
    ann.page.click("#download")
    ann.page.wait_for_url(f"**/t/{table}/share?*")
    code = ann.page.locator("#code").input_value()
    assert f"/embed/{table}" in code
    ann.page.set_content(f"<h1>A page of somebody else</h1>{code}")
    frame = ann.page.frame_locator("iframe")
    ply, board = frame.locator("#ply"), frame.locator("#board")
    expect(ply).to_have_text("2 / 2 · b1b5")
    frame.get_by_role("link", name="Previous move").click()
    expect(ply).to_have_text("1 / 2 · a1e1")
    expect(board).to_have_attribute("src", f"/t/{table}/picture.svg?at=1")
    frame.get_by_role("link", name="Go to the start").click()
    expect(ply).to_have_text("0 / 2")
    ann.page.keyboard.press("ArrowRight")
    expect(ply).to_have_text("1 / 2 · a1e1")
