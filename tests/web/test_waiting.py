"""A computer player that waits for its turn to think, as its opponent sees it."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import WebSocketRoute, expect

from tests.web.people import PATIENCE, Player

Visit = Callable[..., Player]


def test_the_status_line_follows_the_place_in_the_queue(visit: Visit) -> None:
    ann = visit()
    sockets: list[WebSocketRoute] = []

    def pass_on(socket: WebSocketRoute) -> None:
        socket.connect_to_server()
        sockets.append(socket)

    ann.page.route_web_socket("**/live?*", pass_on)
    ann.open(game="quixo", seats=[{"who": "me"}, {"who": "bot", "bot": "level:1"}])
    state = ann.page.locator("#state")
    for ahead in (3, 1):
        words = f"Oracle is in the queue, {ahead} ahead"
        told = {"type": "thinking", "ahead": ahead, "reduced": True, "headline": [words, "Less than usual"]}
        sockets[-1].send(json.dumps(told))
        expect(state.locator("strong")).to_have_text(words, timeout=PATIENCE)
        expect(state.locator(".why")).to_have_text("Less than usual")
    ann.play("a1e1")
    expect(state).not_to_contain_text("in the queue", timeout=PATIENCE)
