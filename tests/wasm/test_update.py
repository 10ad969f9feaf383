"""A new version on the server while somebody plays here: nothing is interrupted, nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tablier.web import STATIC
from tests.server.harness import Server
from tests.wasm.releases import ReleasedServer, copy_engine
from tests.wasm.test_engine import BUILT, require_engine
from tests.wasm.test_offline import LONG, is_kept, keep, wait_for
from tests.wasm.test_pages import SMALL, LocalPlayer

pytestmark = pytest.mark.timeout(600)  # two downloads and three loads of Python, perhaps on a busy machine

NEWS = "A new version is available."
READ_KEPT = "JSON.parse(localStorage.getItem('kept') ?? '{}').version"
READ_SHELL = "JSON.parse(document.getElementById('local').textContent)"
ASK_FILES = """async ({ engine, static: scripts }) => {
    const files = [`${engine}/site.bin`, `${engine}/memory.bin`, `${scripts}/thinker.js`];
    const answers = await Promise.all(files.map((file) => fetch(file)));
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    return answers.map(({ status }) => status);
}"""


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another engine than the one that is built."""
    require_engine()
    return copy_engine(BUILT.parent, tmp_path_factory.mktemp("engines") / "older", name="older")


@pytest.fixture
def released(older: Path, tmp_path: Path) -> Iterator[ReleasedServer]:
    server = ReleasedServer(tmp_path, version="older", engine=older)
    yield server
    assert server.stop() == 0


@pytest.fixture
def player(released: ReleasedServer, browser: Browser) -> Iterator[LocalPlayer]:
    """Somebody who has kept the older version."""
    player = LocalPlayer(released, browser)
    keep(player)
    is_kept(player.page)
    yield player
    player.leave()
    assert player.problems == []


def look(page: Page) -> None:
    """Have the page ask for news of the server, and wait until it has read them."""
    for _ in range(2):  # by the second answer the first has been read
        with page.expect_response("**/api/turns*"):
            page.evaluate("dispatchEvent(new Event('online'))")


def forget_downloads(player: LocalPlayer) -> None:
    """Empty the cache that belongs to the browser: what is kept is in another."""
    player.context.new_cdp_session(player.page).send("Network.clearBrowserCache")


def finish(player: LocalPlayer) -> None:
    while player.news["status"] != "over":
        player.move()
    player.page.wait_for_selector("body[data-status=over]")


def test_an_update_during_a_game(player: LocalPlayer, released: ReleasedServer) -> None:
    player.go(SMALL)
    player.move()
    page, address = player.page, player.page.url
    page.evaluate("window.isSame = true")
    shell, release = page.evaluate(READ_SHELL), page.evaluate(READ_KEPT)
    released.update(version="newer", engine=BUILT.parent)
    # Another page, which is no game, has and keeps the new version.
    other = player.tab()
    other.goto("/")
    other.wait_for_function(f"() => {READ_KEPT} !== '{release}'", timeout=LONG)
    expect(other.locator("#new-version")).to_have_count(0)
    # The game has all files of its own version, and is not told of another.
    forget_downloads(player)
    assert set(page.evaluate(ASK_FILES, shell)) == {200}
    look(page)
    expect(page.locator("#new-version")).to_have_count(0)
    finish(player)
    assert page.evaluate("window.isSame")
    moves = player.news["moves"]
    # It is over: now it is said, and taken when the player says so.
    look(page)
    expect(page.get_by_text(NEWS)).to_be_visible()
    page.get_by_role("button", name="Reload").click()
    page.wait_for_function("() => !window.isSame && document.body?.dataset.status === 'over'", timeout=LONG)
    assert page.url == address
    assert page.evaluate(READ_SHELL)["static"] == "/static/newer"
    assert player.news["moves"] == moves
    look(page)
    expect(page.locator("#new-version")).to_have_count(0)
    # Nobody plays with the older version any more.
    look(other)
    wait_for(other, "async () => (await caches.keys()).length === 1")
    assert page.evaluate(READ_KEPT) in page.evaluate("caches.keys()")[0]


def test_an_old_cache_plays_until_the_new_engine_is_here(
    player: LocalPlayer, released: ReleasedServer
) -> None:
    release = player.page.evaluate(READ_KEPT)
    assert released.stop() == 0
    forget_downloads(player)
    player.go(SMALL)
    player.move()
    moves, address = player.news["moves"], player.page.url
    engine = player.page.evaluate(READ_SHELL)["engine"]
    assert release == f"older.{engine.rpartition('/')[2]}"
    # Only the engine is another: the scripts have the same version.
    released.update(version="older", engine=BUILT.parent)
    player.page.goto("/")
    player.page.wait_for_function(f"() => {READ_KEPT} !== '{release}'", timeout=LONG)
    wait_for(player.page, "async () => (await caches.keys()).length === 1")
    assert released.stop() == 0
    forget_downloads(player)
    player.go(address)
    assert player.page.evaluate(READ_SHELL)["engine"] != engine
    assert player.news["moves"] == moves
    finish(player)


def test_another_service_worker_during_a_game(
    player: LocalPlayer, released: ReleasedServer, tmp_path: Path
) -> None:
    player.go(SMALL)
    player.move()
    page, address = player.page, player.page.url
    page.evaluate("navigator.serviceWorker.oncontrollerchange = () => (window.isReplaced = true)")
    scripts = tmp_path / "scripts"
    copytree(STATIC, scripts)
    with (scripts / "service-worker.js").open("a") as script:
        script.write("// Another one.\n")
    released.replace_service_worker(scripts)
    page.evaluate("navigator.serviceWorker.getRegistration('/').then((known) => known.update())")
    page.wait_for_function("window.isReplaced", timeout=LONG)
    player.move()
    player.context.set_offline(True)
    finish(player)
    moves = player.news["moves"]
    # The new one opens what was kept under the one before.
    player.page = player.tab()
    player.go(address)
    assert player.news["moves"] == moves
    player.context.set_offline(False)


def test_one_page_at_a_time_downloads_a_new_version(server: Server, browser: Browser) -> None:
    player = LocalPlayer(server, browser)
    keep(player)
    is_kept(player.page)
    held: list[Route] = []
    player.context.route("**/offline/files", lambda route: held.append(route))
    player.page.evaluate(
        "localStorage.kept = JSON.stringify({ ...JSON.parse(localStorage.kept), version: 'older' })"
    )
    pages = [player.tab(), player.tab()]
    for page in pages:
        with page.expect_response("**/api/turns*"):
            page.goto("/rules/quixo")
    pages[0].wait_for_function(
        "async () => (await navigator.locks.query()).held.some(({ name }) => name === 'tablier keep')"
    )
    for page in pages:
        look(page)
    assert len(held) == 1
    held[0].continue_()
    pages[0].wait_for_function(f"() => {READ_KEPT} !== 'older'", timeout=LONG)
    player.leave()
    assert player.problems == []
