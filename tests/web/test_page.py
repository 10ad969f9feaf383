"""How much a page weighs and how soon it is ready."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tablier.web import FOLDER, STATIC, scripts
from tests.web.people import Player

Visit = Callable[..., Player]
MOST_SCRIPT = 60_000
MOST_WIRE = 150_000
READY = 3.0
"""Seconds, on a machine that runs other tests meanwhile; alone it takes well under one."""


TEMPLATES = {path.name: path.read_text() for path in sorted((FOLDER / "templates").glob("*.html"))}


def loaded(template: str) -> list[str]:
    """The scripts of a page: those of the frame around all of them, its own, and what these import."""
    entries = re.findall(r'src="\{\{ static \}\}/(\w+\.js)"', TEMPLATES["base.html"] + TEMPLATES[template])
    return sorted({name for entry in entries for name in scripts(entry)})


@pytest.mark.parametrize("template", TEMPLATES)
def test_the_scripts_of_a_page_are_small(template: str) -> None:
    assert sum((STATIC / name).stat().st_size for name in loaded(template)) < MOST_SCRIPT


def test_no_script_is_left_over() -> None:
    asked = {name for template in TEMPLATES for name in loaded(template)}
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
    assert 10_000 < sum(wire) < MOST_WIRE
    assert ready < READY


def test_every_block_of_the_stylesheet_is_closed_where_it_ends() -> None:
    """A section begins outside of all blocks: a brace lost in a merge would hide the rest on most screens."""
    text = (STATIC / "tablier.css").read_text()
    for at in [*(found.start() for found in re.finditer(r"^/\*", text, re.MULTILINE)), len(text)]:
        assert text[:at].count("{") == text[:at].count("}"), text[at : at + 60]
