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
    expect(ply).to_have_text("move 1: Circle b1b5")
    expect(board).to_have_attribute("alt", "The position after move 1: Circle b1b5")
    frame.get_by_role("link", name="Previous move").click()
    expect(ply).to_have_text("move 1: Cross a1e1")
    expect(board).to_have_attribute("alt", "The position after move 1: Cross a1e1")
    expect(board).to_have_attribute("src", f"/t/{table}/picture.svg?at=1")
    frame.get_by_role("link", name="Go to the start").click()
    expect(ply).to_be_empty()
    expect(board).to_have_attribute("alt", "The position at the start")
    ann.page.keyboard.press("ArrowRight")
    expect(ply).to_have_text("move 1: Cross a1e1")


def test_link_and_code_are_copied_where_the_page_has_no_clipboard(visit: Visit) -> None:
    ann = visit()
    ann.context.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    ann.start("quixo", "screen")
    table = ann.table
    ann.page.goto(f"/t/{table}/share")
    for field in ("link", "code"):
        button = ann.page.locator(f"[data-copy={field}]")
        button.click()
        expect(button).to_have_text("Copied")
        copied = ann.page.locator(f"#{field}").input_value()
        ann.page.evaluate(
            "document.body.append(Object.assign(document.createElement('textarea'), { id: 'pasted' }))"
        )
        ann.page.locator("#pasted").press("Control+v")
        expect(ann.page.locator("#pasted")).to_have_value(copied)
        ann.page.evaluate("document.getElementById('pasted').remove()")
