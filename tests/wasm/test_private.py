"""A browser that refuses its database, as some private windows do: a clear sentence, and the online way."""

from __future__ import annotations

from playwright.sync_api import Browser, Route, expect

from tests.server.harness import Server
from tests.wasm.test_pages import LocalPlayer
from tests.wasm.test_trouble import tells_of_failure

REFUSED = """IDBFactory.prototype.open = () => {
    throw new DOMException("The user denied permission to access the database.", "SecurityError");
};
"""
"""What browsers do that allow a private window no database."""


def refuse_database(route: Route) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, body=REFUSED + answer.text())


def test_a_browser_that_refuses_its_database(server: Server, browser: Browser) -> None:
    player = LocalPlayer(server, browser)
    player.context.add_init_script(REFUSED)
    player.context.route("**/indexed_log.js", refuse_database)  # in Workers, where no such script runs
    tells_of_failure(player)
    player.problems.clear()  # the Worker's, of which the sentence has told
    # Online it plays as ever.
    player.start("quixo", "bot", option__size="3")
    table = player.table
    expect(player.page.locator("#moves button")).to_have_count(0)
    assert "/local" not in player.page.url
    assert player.page.request.get(f"/api/tables/{table}").ok
    player.leave()
    assert player.problems == []
