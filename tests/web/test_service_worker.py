"""The service worker without anything kept for offline: it must not stand between a page and its server."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.people import Player

Visit = Callable[..., Player]

REGISTER = """async () => {
    await navigator.serviceWorker.register("/service-worker.js");
    await navigator.serviceWorker.ready;
}"""
BREAK = """() => {
    for (const name of ["keys", "match", "open"])
        caches[name] = () => Promise.reject(new DOMException("", "UnknownError"));
}"""


def test_pages_come_from_the_network_where_caches_cannot_be_read(visit: Visit) -> None:
    """A browser whose storage is damaged, or refused in a private window, rejects all that is asked of it."""
    player = visit()
    page = player.page
    page.goto("/settings")
    with player.context.expect_event("serviceworker") as found:
        page.evaluate(REGISTER)
    page.wait_for_function("() => navigator.serviceWorker.controller")
    found.value.evaluate(BREAK)
    page.goto("/rules/quixo")
    expect(page.locator("h1").first).to_be_visible()
    assert page.evaluate("document.styleSheets.length") > 0
    assert player.problems == []
