"""The rules beside the board."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.people import Player

Visit = Callable[..., Player]


def test_the_rules_open_beside_the_game(visit: Visit) -> None:
    ann = visit()
    ann.start("quixo-teams", "screen")
    ann.page.click(".bar .about")
    rules = ann.page.frame_locator("iframe[name=rules]")
    expect(rules.locator("h1")).to_be_in_viewport()
    ann.page.get_by_role("link", name="Quixo, two teams").click()
    expect(rules.locator("#quixo-teams")).to_be_in_viewport()
    expect(rules.locator(".bar")).to_be_hidden()
    expect(ann.page.locator("#rules")).to_be_visible()
    ann.page.click("#rules .close")
    expect(ann.page.locator("#rules")).to_be_hidden()
    ann.play("a1e1n")


def test_a_move_is_made_beside_the_rules(visit: Visit) -> None:
    ann = visit(viewport={"width": 1366, "height": 641})
    ann.start("plateau-x-mini", "screen")
    ann.may_move()
    ann.page.click(".bar .about")
    expect(ann.page.frame_locator("iframe[name=rules]").locator("h1")).to_be_in_viewport()
    drawer = ann.page.locator("#rules").bounding_box()
    assert drawer is not None
    for selector in ("#stage", "#tray", ".seat", "#acts", "#moves", "#status"):
        box = ann.page.locator(selector).first.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= drawer["x"], selector
    ann.play("Sc3")
    expect(ann.page.locator("#rules")).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("#rules")).to_be_hidden()


def test_on_a_small_screen_the_rules_go_when_the_board_is_touched(visit: Visit) -> None:
    ann = visit(viewport={"width": 820, "height": 1180}, has_touch=True)
    ann.start("quixo", "screen")
    ann.page.click(".bar .about")
    expect(ann.page.locator("#rules")).to_be_visible()
    ann.page.touchscreen.tap(*ann.at("a1"))
    expect(ann.page.locator("#rules")).to_be_hidden()


def test_why_not_leads_to_the_clause(visit: Visit) -> None:
    ann = visit(locale="fr-FR")
    ann.start("quixo", "screen")
    ann.play("a1e1")
    ann.click("e1")
    ann.page.click("#line a")
    clause = ann.page.frame_locator("iframe[name=rules]").locator("#Q2")
    expect(clause).to_be_in_viewport()
    expect(clause).to_contain_text("marque adverse")


def test_a_page_of_rules_shows_its_figures(visit: Visit) -> None:
    ann = visit(viewport={"width": 390, "height": 844})
    ann.page.goto("/")
    ann.page.click("a[href='/rules/x']")
    figures = ann.page.locator("figure img")
    figures.last.scroll_into_view_if_needed()
    expect(figures.last).not_to_have_js_property("naturalWidth", 0)
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_keys_are_back_at_the_link_when_the_rules_are_closed(visit: Visit) -> None:
    us = visit(viewport={"width": 1366, "height": 768})
    us.start("quixo", "screen")
    link = us.page.get_by_role("link", name="Rules", exact=True)
    link.focus()
    us.page.keyboard.press("Enter")
    expect(us.page.locator("#rules .close")).to_be_focused()
    us.page.keyboard.press("Enter")
    expect(us.page.locator("#rules")).to_be_hidden()
    expect(link).to_be_focused()
