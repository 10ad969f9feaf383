"""Without a network: what was kept opens, what needs people says so; and a site of static files."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.server.harness import Server
from tests.wasm.files import FileSite
from tests.wasm.test_engine import BUILT, require_engine
from tests.web.people import Player

LONG = 120_000
"""Milliseconds: Python has to be loaded, on a machine that may be busy."""


@pytest.fixture
def ann(server: Server, browser: Browser) -> Iterator[Player]:
    player = Player(server, browser)
    yield player
    player.leave()
    assert player.problems == []


def keep(player: Player) -> None:
    player.page.goto("/settings")
    player.page.get_by_role("button", name="Keep for offline").click()


def is_kept(page: Page) -> None:
    expect(page.locator("#keep-state")).to_contain_text("Kept on this device", timeout=LONG)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")


def await_board(page: Page) -> None:
    page.wait_for_selector("body[data-ready], body[data-failed]", timeout=LONG)
    assert page.evaluate("document.body.dataset.failed ?? ''") == ""
    page.wait_for_selector(".spot.live", timeout=LONG)


def wait_for(page: Page, script: str, arg: object = None) -> None:
    """Wait until an asynchronous function of the page gives something true; for `wait_for_function` its
    promise would be that already."""
    until = time.monotonic() + LONG / 1000
    while not page.evaluate(script, arg):
        assert time.monotonic() < until, script
        page.wait_for_timeout(100)


def play_corner(page: Page) -> None:
    """Two clicks that are a first move on a board of cubes, and wait for the computer's answer."""
    for name in ("a1", "e1"):
        box = page.locator(f".spot[data-name='{name}']").bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#moves button")).to_have_count(2, timeout=LONG)


def test_what_is_kept_opens_without_a_network(ann: Player) -> None:
    keep(ann)
    page = ann.page
    is_kept(page)
    page.goto("/")  # as the server shows it
    ann.context.set_offline(True)
    # The form of a page that is still open: the game is played here.
    page.locator(".card", has_text="Quixo").get_by_role("button", name="Play · level").click()
    await_board(page)
    assert "/local?/t/" in page.url
    play_corner(page)
    page.reload()
    await_board(page)
    expect(page.locator("#moves button")).to_have_count(2, timeout=LONG)
    page.goto("/rules/quixo")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Quixo")
    page.goto("/ratings")
    expect(page.get_by_text("That page needs the network.")).to_be_visible()
    page.goto("/")
    expect(page.get_by_text("No network")).to_be_visible()
    expect(page.get_by_text("need the network. They are all here again")).to_be_visible()
    page.get_by_role("link", name="Quixo · continue").click()
    await_board(page)
    page.goto("/learn/quixo")
    expect(page.locator("#says")).not_to_be_empty(timeout=LONG)
    ann.context.set_offline(False)
    page.goto("/settings")
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(page.locator("#keep-state")).to_contain_text("Not kept", timeout=LONG)
    assert page.evaluate("caches.keys()") == []


@contextmanager
def answer_for_a_proxy(port: int) -> Iterator[None]:
    """What a proxy says at this port while the server behind it is down."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_error(502)

        do_POST = do_GET  # noqa: N815 -- what the standard library calls

        def log_message(self, *_: object) -> None:
            pass

    proxy = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    thread = threading.Thread(target=proxy.serve_forever, daemon=True)
    thread.start()
    try:
        yield
    finally:
        proxy.shutdown()
        proxy.server_close()
        thread.join()


def test_a_proxy_without_its_server_is_no_network(browser: Browser, tmp_path: Path) -> None:
    require_engine()
    server = Server(tmp_path, engine=str(BUILT.parent))
    ann = Player(server, browser)
    keep(ann)
    is_kept(ann.page)
    assert server.stop() == 0
    page = ann.page
    ann.context.new_cdp_session(page).send("Network.clearBrowserCache")
    with answer_for_a_proxy(server.port):
        page.goto("/")
        expect(page.get_by_text("No network")).to_be_visible()
        page.locator(".card", has_text="Quixo").get_by_role("button", name="Play the computer").click()
        await_board(page)
        play_corner(page)
        page.goto("/rules/quixo")
        expect(page.get_by_role("heading", level=1)).to_contain_text("Quixo")
        figures = page.locator("figure img").evaluate_all("all => all.map((each) => each.decode())")
        assert figures
        page.goto("/ratings")
        expect(page.get_by_text("That page needs the network.")).to_be_visible()
    ann.leave()
    assert ann.problems == []


CLEAR_CACHES = "caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))"
IS_WHOLE = "async () => Boolean(await caches.match('/offline/kept'))"


def test_what_the_browser_has_cleared_is_not_called_kept(ann: Player) -> None:
    keep(ann)
    page = ann.page
    is_kept(page)
    page.evaluate(CLEAR_CACHES)
    ann.context.route("**/api/turns*", lambda route: route.abort())
    page.reload()
    expect(page.locator("#keep-state")).to_contain_text("Not kept", timeout=LONG)
    # It was wished for: the next page that hears of the server fetches it again.
    ann.context.unroute("**/api/turns*")
    page.goto("/rules/quixo")
    wait_for(page, IS_WHOLE)


def test_nothing_comes_back_after_it_was_removed(ann: Player) -> None:
    keep(ann)
    page = ann.page
    is_kept(page)
    held: list[Route] = []
    ann.context.route("**/offline/files", lambda route: route.continue_() if held else held.append(route))
    page.evaluate(
        "localStorage.kept = JSON.stringify({ ...JSON.parse(localStorage.kept), version: 'older' })"
    )
    other = ann.tab()
    with other.expect_request("**/offline/files"):
        other.goto("/rules/quixo")
    page.get_by_role("button", name="Remove", exact=True).click()
    held[0].continue_()
    expect(page.locator("#keep-state")).to_contain_text("Not kept", timeout=LONG)
    wait_for(
        page, "async () => !(await navigator.locks.query()).held.some(({ name }) => name === 'tablier keep')"
    )
    assert page.evaluate("caches.keys()") == []
    assert page.evaluate("localStorage.getItem('kept')") is None


def test_the_storage_is_told_and_its_games_deleted(ann: Player) -> None:
    page = ann.page
    page.goto("/local?/new?game=quixo&play=bot&level=1")
    await_board(page)
    play_corner(page)
    ann.context.route("**/api/offline", lambda route: route.abort())  # it stays unsent
    page.goto("/settings")
    expect(page.locator("#stored")).to_have_text(
        re.compile(r"Tablier uses [\d.]+ MB on this device in all\.")
    )
    expect(page.locator("#forget-unsent")).to_be_hidden()
    page.locator("#forget-games summary").click()
    expect(page.locator("#forget-unsent")).to_have_text(
        "Some games may not have been sent yet: they would be lost."
    )
    page.get_by_role("button", name="Delete them").click()
    expect(page.locator("#forget")).to_have_text("Deleted.")
    expect(page.locator("#forget-unsent")).to_be_hidden()
    assert "tablier" not in page.evaluate("indexedDB.databases().then((all) => all.map(({ name }) => name))")
    page.goto("/offline")
    expect(page.locator(".own")).to_be_hidden()


def test_a_broken_download_changes_nothing(ann: Player) -> None:
    def damage(route: Route) -> None:
        route.fulfill(body=b"half of it", content_type="application/octet-stream")

    ann.context.route("**/engine/**/site.bin", damage)
    keep(ann)
    expect(ann.page.locator("#keep-state")).to_contain_text("The download was interrupted", timeout=LONG)
    assert ann.page.evaluate("caches.keys()") == []
    ann.context.unroute("**/engine/**/site.bin")
    ann.page.get_by_role("button", name="Keep for offline").click()
    is_kept(ann.page)
    # A cache of an older version is used until a newer one is whole, and replaced by it.
    ann.page.evaluate(
        "localStorage.kept = JSON.stringify({ ...JSON.parse(localStorage.kept), version: 'older' })"
    )
    ann.page.reload()
    ann.page.wait_for_function("() => JSON.parse(localStorage.kept).version !== 'older'", timeout=LONG)


def test_a_new_version_waits_for_the_end_of_a_game(ann: Player) -> None:
    keep(ann)
    page = ann.page
    is_kept(page)
    caches = page.evaluate("caches.keys()")
    page.goto("/local?/new?game=quixo&play=screen")
    await_board(page)
    turns = json.dumps({"turns": 0, "who": "", "version": "another"})
    ann.context.route(
        "**/api/turns*", lambda route: route.fulfill(body=turns, content_type="application/json")
    )

    def look() -> None:
        with page.expect_response("**/api/turns*"):
            page.evaluate("dispatchEvent(new Event('online'))")

    look()
    look()  # by now the first answer has been read
    assert page.locator("#new-version").count() == 0
    assert page.evaluate("caches.keys()") == caches
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Resign").last.click()
    page.wait_for_selector("body[data-status=over]")
    look()
    expect(page.get_by_text("A new version is available.")).to_be_visible()
    page.get_by_role("button", name="Reload").click()
    page.wait_for_selector("body[data-status=over]", timeout=LONG)


def test_a_browser_without_webassembly_is_told(server: Server, browser: Browser) -> None:
    old = Player(server, browser)
    old.context.add_init_script("delete globalThis.WebAssembly")
    old.page.goto("/settings")
    expect(old.page.locator("#keep-state")).to_contain_text("Play online instead", timeout=LONG)
    expect(old.page.get_by_role("button", name="Keep for offline")).to_be_hidden()
    old.leave()


def test_a_site_of_files_is_read_at_any_address(files: FileSite, browser: Browser) -> None:
    pages = list(files.folder.rglob("*.html"))
    assert len(pages) >= 12
    for path in pages:
        assert not re.search(r'(href|src|action|data-\w+)="/', path.read_text()), (
            f"{path} has an address of a server"
        )
    context = browser.new_context(base_url=files.address)
    page = context.new_page()
    page.goto("index.html")
    page.get_by_role("link", name="Français").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("À quoi jouons-nous ?".replace(" ?", "\u00a0?"))
    page.locator(".card", has_text="Quixo").get_by_role("button").first.click()
    await_board(page)
    play_corner(page)
    page.locator("a.name").click()
    expect(page.get_by_role("link", name=re.compile("^Quixo · "))).to_be_visible(timeout=LONG)
    context.close()
    plain = browser.new_context(base_url=files.address, java_script_enabled=False)
    rules = plain.new_page()
    rules.goto("rules/quixo/index.html")
    rules.wait_for_load_state("networkidle")
    assert all(rules.locator("figure img").evaluate_all("all => all.map((each) => Boolean(each.src))"))
    plain.close()
