"""How much a page weighs and how soon it is ready."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tablier.web import FOLDER
from tests.web.people import Player

Visit = Callable[..., Player]
MOST_SCRIPT = 60_000
MOST_WIRE = 150_000
READY = 3.0
"""Seconds, on a machine that runs other tests meanwhile; alone it takes well under one."""


def test_all_scripts_together_are_small() -> None:
    assert sum(path.stat().st_size for path in (FOLDER / "static").glob("*.js")) < MOST_SCRIPT


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
