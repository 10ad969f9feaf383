"""Whoever uses the keys sees where they are: no ring around what has the focus is cut off."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import tablier
from tests.web.people import Player
from tests.web.test_people import sign_up

Visit = Callable[..., Player]
WINDOWS = {"laptop": (1366, 641), "phone": (390, 844)}
STOPS = 300
"""More than twice what any page has."""
CUT = """() => {
    let node = document.activeElement;
    if (node === document.body) return null;
    // Of a choice that is not seen, its label has the ring.
    if (node.matches(".unseen")) node = node.closest("label") ?? node;
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(node);
    const name = node.id || node.ariaLabel || node.textContent.trim().slice(0, 40) || node.name;
    if (outlineStyle === "none" || node.closest("svg")) return { name };
    const width = parseFloat(outlineWidth) + Math.max(0, parseFloat(outlineOffset));
    const box = node.getBoundingClientRect();
    const [left, right] = [box.left - width, box.right + width];
    const [top, bottom] = [box.top - width, box.bottom + width];
    const cut = [];
    let scrollsAcross = false;
    for (let at = node.parentElement; at && at !== document.body; at = at.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(at);
        if (overflowX !== "visible" || overflowY !== "visible") {
            const outer = at.getBoundingClientRect();
            const [x, y] = [outer.left + at.clientLeft, outer.top + at.clientTop];
            // Where it can be scrolled on, the ring can be seen.
            const isAtEnd = at.scrollLeft + at.clientWidth >= at.scrollWidth - 1;
            const isAtBottom = at.scrollTop + at.clientHeight >= at.scrollHeight - 1;
            scrollsAcross ||= at.scrollWidth > at.clientWidth;
            const sides = {
                left: at.scrollLeft < 1 && left < x - 0.5,
                top: at.scrollTop < 1 && top < y - 0.5,
                right: isAtEnd && right > x + at.clientWidth + 0.5,
                bottom: isAtBottom && bottom > y + at.clientHeight + 0.5,
            };
            const by = at.id || at.className || at.tagName;
            cut.push(...Object.keys(sides).filter((side) => sides[side]).map((side) => `${side} by ${by}`));
        }
        if (position === "fixed" || at.popover) break;
    }
    if (!scrollsAcross && (left < 0 || right > innerWidth)) cut.push("by the window");
    return { name, cut };
}"""


def list_cut_rings(page: Page) -> dict[str, list[str]]:
    """Go through all stops of the Tab key; which of their rings are cut, and by what."""
    cut: dict[str, list[str]] = {}
    rounds = 0
    for _ in range(STOPS):
        page.keyboard.press("Tab")
        found = page.evaluate(CUT)
        rounds += found is None
        if rounds == 2:
            return cut
        if found and found.get("cut"):
            cut[found["name"]] = found["cut"]
    raise AssertionError("the Tab key comes to no end")


@pytest.mark.parametrize("window", WINDOWS)
def test_no_ring_is_cut_on_the_home_page(visit: Visit, window: str) -> None:
    width, height = WINDOWS[window]
    ann = visit(viewport={"width": width, "height": height})
    ann.create(game="quixo", seats=[{"who": "me"}, {"who": "bot", "bot": "level:1"}])
    ann.create(game="x", seats=[{"who": "me"}, {"who": "open"}, {"who": "open"}])
    ann.page.goto("/")
    assert list_cut_rings(ann.page) == {}
    ann.page.click(".more[popovertarget=new-x]")
    assert list_cut_rings(ann.page) == {}
    ann.page.click("#new-x summary")
    assert list_cut_rings(ann.page) == {}


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("game", ["quixo", "plateau-x", "x"])
def test_no_ring_is_cut_at_a_table(visit: Visit, game: str, window: str) -> None:
    width, height = WINDOWS[window]
    ann = visit(viewport={"width": width, "height": height})
    address = ann.create(game=game, seats=[{"who": "me"}] * len(tablier.game(game).seats))
    ann.go(address)
    ann.page.locator("body").click(position={"x": 5, "y": 300})
    assert list_cut_rings(ann.page) == {}


@pytest.mark.parametrize("window", WINDOWS)
def test_no_ring_is_cut_on_the_pages_of_an_account(visit: Visit, window: str) -> None:
    width, height = WINDOWS[window]
    ann = visit(viewport={"width": width, "height": height})
    cut = {}
    for address in ("/signup", "/signin"):
        ann.page.goto(address)
        cut[address] = list_cut_rings(ann.page)
    sign_up(ann, f"Ringed {window}")
    for address in ("/me", "/account", "/settings"):
        ann.page.goto(address)
        cut[address] = list_cut_rings(ann.page)
    assert not any(cut.values()), cut


def test_the_keys_go_on_where_a_button_has_gone(visit: Visit) -> None:
    ann = visit()
    ann.open(game="quixo", seats=[{"who": "me"}, {"who": "bot", "bot": "level:1"}])
    page = ann.page
    page.keyboard.press("Tab")
    ann.play("a1e1")
    ann.sees(2)
    for act in ("shares", "takeback"):
        page.locator(f"#acts [data-act={act}]").focus()
        page.keyboard.press("Enter")
        if act == "shares":
            expect(page.locator("#acts [data-act=shares][aria-pressed=true]")).to_be_focused()
    ann.sees(0)
    expect(page.locator("#stage")).to_be_focused()  # nothing is left to take back
    page.locator("#acts [data-act=resign]").focus()
    for _ in range(2):
        page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Rematch")).to_be_focused()
