"""The size of a page and the time until it is ready."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tablier.web import FOLDER, STATIC, scripts
from tests.web.people import PATIENCE, Player

Visit = Callable[..., Player]
MEASURE = """
    window.shifts = [];
    new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map((entry) => entry.value)))
        .observe({ type: "layout-shift", buffered: true });
"""
MAX_SCRIPT = 78_500
"""Characters without the comments, which hold the types too: `make check` reads those, browsers skip them. A
table has the invitation, the chat, the sounds, the pace of bots, the move kept while disconnected, and leads
keys on where a button has gone; every page tells how many tables wait and that a new version is here."""
LATER = (
    "service-worker.js", "host_worker.js", "thinker.js", "own_engine.js", "carry.js", "sync.js", "setup.js",
    "insights.js", "records.js", "evaluation.js", "invitation.js",
)  # fmt: skip
"""Scripts that run beside a page, or are loaded when they are wanted."""
MAX_WIRE = 150_000
READY = 3.0
"""Seconds, on a machine that runs other tests meanwhile; alone it takes well under one."""


TEMPLATES = {path.name: path.read_text() for path in sorted((FOLDER / "templates").glob("*.html"))}


FRAMES = {name for text in TEMPLATES.values() for name in re.findall(r'extends "(.+?)"', text)}
"""Templates that are no pages, but what pages have in common."""


def whole(template: str) -> str:
    """A template after those that it extends."""
    frames = re.findall(r'extends "(.+?)"', TEMPLATES[template]) or ["base.html"] * (template != "base.html")
    return "".join(map(whole, frames)) + TEMPLATES[template]


def loaded(template: str) -> list[str]:
    """The scripts of a page: those of the frame around all of them, its own, and what these import."""
    text = whole(template)
    entries = re.findall(r'src="\{\{ static \}\}/(\w+\.js)"', text)
    if '"board_head.html"' in text and template not in FRAMES:
        entries.append(template.replace(".html", ".js"))
    return sorted({name for entry in entries for name in scripts(entry)})


@pytest.mark.parametrize("template", TEMPLATES)
def test_the_scripts_of_a_page_are_small(template: str) -> None:
    code = [
        re.sub(r"/\*\*.*?\*/\s*", "", (STATIC / name).read_text(), flags=re.DOTALL)
        for name in loaded(template)
    ]
    assert sum(map(len, code)) < MAX_SCRIPT


def test_no_script_is_left_over() -> None:
    asked = {name for template in TEMPLATES for name in loaded(template)}
    asked.update(name for later in LATER for name in scripts(later))
    assert asked == {path.name for path in STATIC.glob("*.js")}


@pytest.mark.parametrize("game", ["quixo", "x", "olix", "plateau-x"])
def test_the_table_comes_quickly_with_an_empty_cache(visit: Visit, game: str) -> None:
    maker = visit()
    maker.start(game, "screen")
    guest = visit()
    line = guest.context.new_cdp_session(guest.page)
    line.send("Network.enable")
    wire = []
    line.on("Network.loadingFinished", lambda event: wire.append(event["encodedDataLength"]))
    line.on(
        "Network.webSocketFrameReceived", lambda event: wire.append(len(event["response"]["payloadData"]))
    )
    guest.go(maker.page.url)
    ready = guest.page.evaluate("performance.now()") / 1000
    assert 10_000 < sum(wire) < MAX_WIRE
    assert ready < READY


def test_every_block_of_the_stylesheet_is_closed_where_it_ends() -> None:
    """A section begins outside of all blocks: a brace lost in a merge would hide the rest on most screens."""
    text = (STATIC / "tablier.css").read_text()
    for at in [*(found.start() for found in re.finditer(r"^/\*", text, re.MULTILINE)), len(text)]:
        assert text[:at].count("{") == text[:at].count("}"), text[at : at + 60]


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("game", ["quixo", "x", "olix", "plateau-x"])
def test_nothing_jumps_when_the_table_comes(visit: Visit, game: str, width: int) -> None:
    maker, guest = visit(), visit(viewport={"width": width, "height": 844})
    maker.start(game, "screen")
    guest.context.add_init_script(MEASURE)
    guest.go(maker.page.url)
    guest.page.wait_for_timeout(300)
    assert sum(guest.page.evaluate("shifts")) < 0.02


def test_the_table_reconnects_when_the_network_returns(visit: Visit) -> None:
    phone = visit(viewport={"width": 390, "height": 844})
    phone.start("quixo", "screen")
    phone.context.set_offline(True)
    expect(phone.page.locator("#connection")).to_be_in_viewport(ratio=1)
    expect(phone.page.locator("#connection")).to_have_text("Reconnecting…")
    expect(phone.page.locator("#theme")).to_be_in_viewport(ratio=1)
    phone.context.set_offline(False)
    expect(phone.page.locator("#connection")).to_be_hidden(timeout=PATIENCE)
    phone.play("a1e1")
