"""Without a network: what was kept opens, what needs people says so; and a site of static files."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from tools.static_site import write_site

from tests.server.harness import Server
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


def test_a_browser_without_webassembly_is_told(server: Server, browser: Browser) -> None:
    old = Player(server, browser)
    old.context.add_init_script("delete globalThis.WebAssembly")
    old.page.goto("/settings")
    expect(old.page.locator("#keep-state")).to_contain_text("Play online instead", timeout=LONG)
    expect(old.page.get_by_role("button", name="Keep for offline")).to_be_hidden()
    old.leave()


@contextmanager
def serve_files(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """A plain server of files; its address, and the requests that it refused."""
    refused: list[str] = []

    class Handler(SimpleHTTPRequestHandler):
        def log_request(self, code: object = "-", size: object = "-") -> None:
            if int(code) >= 400:  # type: ignore[call-overload]  # a number, or an enumeration of numbers
                refused.append(self.path)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", refused
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_a_site_of_files_plays_at_any_address(browser: Browser, tmp_path: Path) -> None:
    require_engine()
    write_site(tmp_path / "any" / "base", BUILT.parent)
    pages = list((tmp_path / "any" / "base").rglob("*.html"))
    assert len(pages) >= 12
    for path in pages:
        assert not re.search(r'(href|src|action|data-\w+)="/', path.read_text()), (
            f"{path} has an address of a server"
        )
    with serve_files(tmp_path) as (address, refused):
        context = browser.new_context(base_url=f"{address}/any/base/")
        page = context.new_page()
        page.goto("index.html")
        page.get_by_role("link", name="Français").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(
            "À quoi jouons-nous ?".replace(" ?", "\u00a0?")
        )
        page.locator(".card", has_text="Quixo").get_by_role("button").first.click()
        await_board(page)
        play_corner(page)
        page.locator("a.name").click()
        expect(page.get_by_role("link", name=re.compile("^Quixo · "))).to_be_visible(timeout=LONG)
        context.close()
        plain = browser.new_context(base_url=f"{address}/any/base/", java_script_enabled=False)
        rules = plain.new_page()
        rules.goto("rules/quixo/index.html")
        rules.wait_for_load_state("networkidle")
        assert all(rules.locator("figure img").evaluate_all("all => all.map((each) => Boolean(each.src))"))
        plain.close()
    assert refused == []
