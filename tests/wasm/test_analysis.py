"""The analysis board by the visitor's own engine: without a network, as static files, on a server's page."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

import tablier
from tablier.analysis import insight
from tests.server.harness import Server
from tests.wasm.files import FileSite
from tests.wasm.test_offline import LONG, is_kept, keep
from tests.wasm.test_pages import check_links
from tests.web.people import Player

HERE, THERE = "Thinking in your browser", "Thinking on the server"
SMALL = {"x": ("size", 4), "plateau-x": None, "quixo": ("size", 3), "olix": None}
"""The four games; two of them on a small board."""


@pytest.fixture
def ann(server: Server, browser: Browser) -> Iterator[Player]:
    player = Player(server, browser)
    player.context.set_default_timeout(LONG)
    yield player
    player.leave()
    assert player.problems == []


def await_board(page: Page) -> None:
    page.wait_for_selector("body[data-ready], body[data-failed]", timeout=LONG)
    assert page.evaluate("document.body.dataset.failed ?? ''") == ""


def follow_engine(page: Page, *, where: str) -> int:
    """Switch the engine on, and play two moves of its best line; the number of moves then."""
    page.locator("#limit").evaluate("list => (list.value = '0')")  # no end: another position has to end it
    page.click("[data-do=engine]")
    page.wait_for_selector("#lines:not(.old) li", timeout=LONG)
    expect(page.locator("#where")).to_have_text(where)
    expect(page.locator("#depth")).to_have_text(re.compile(r"\d"), timeout=LONG)
    before = int(page.locator("body").get_attribute("data-at") or 0)
    for number in (1, 2):
        page.wait_for_selector("body[data-thought=some], body[data-thought=final]", timeout=LONG)
        page.locator("#lines:not(.old) .move").first.click(timeout=LONG)
        page.wait_for_selector(f"body[data-at='{before + number}']", timeout=LONG)
    page.wait_for_selector("#lines:not(.old) li", timeout=LONG)
    return before + 2


def address(game: str) -> str:
    chosen = SMALL[game]
    return f"/analysis/{game}" + (f"?option={chosen[0]}={chosen[1]}" if chosen else "")


@pytest.fixture(scope="module")
def kept(server: Server, browser: Browser) -> Iterator[Player]:
    """Somebody who has kept the site for offline, and has no network now."""
    player = Player(server, browser)
    player.context.set_default_timeout(LONG)
    keep(player)
    is_kept(player.page)
    player.context.set_offline(True)
    yield player
    player.leave()
    assert player.problems == []


@pytest.mark.parametrize("game", SMALL)
def test_every_board_opens_and_thinks_without_a_network(kept: Player, game: str) -> None:
    page = kept.page
    page.goto(address(game))
    await_board(page)
    assert page.url.endswith(f"/local?{address(game)}")
    moves = follow_engine(page, where=HERE)
    expect(page.locator("#moves .move")).to_have_count(moves)
    page.click("[data-do=glance]")
    expect(page.locator(".shade, #tray .shaded")).not_to_have_count(0, timeout=LONG)
    page.click("[data-do=insight]")
    position = page.locator("body").get_attribute("data-position")
    chosen = SMALL[game]
    known = insight(tablier.game(game, **dict([chosen] if chosen else [])).read(position or ""))
    assert known
    page.wait_for_selector(f"body[data-insight='{len(known.overlays)}']", timeout=LONG)
    expect(page.locator("#legend .legend-title")).to_have_text(str(known.title))
    drawn = sum(1 if each.kind == "path" else len(each.spots) for each in known.overlays)
    expect(page.locator(".areas > *")).to_have_count(drawn)


def test_the_list_of_boards_and_what_the_address_holds(kept: Player) -> None:
    page = kept.page
    page.goto("/analysis")
    expect(page.locator("main .boards a")).to_have_count(len(tablier.games()))
    pictures = page.locator("main .boards img").evaluate_all("all => all.map((each) => each.decode())")
    assert len(pictures) == len(tablier.games())
    page.locator("main .boards a[href='/analysis/quixo']").click()
    await_board(page)
    for name in ("a1", "e1"):
        kept.click(name)
    page.wait_for_selector("body[data-at='1'][data-saved]", timeout=LONG)
    position = page.locator("body").get_attribute("data-position")
    assert "/local?/analysis/quixo#" in page.url
    page.reload()
    await_board(page)
    page.wait_for_selector(f"body[data-position='{position}']", timeout=LONG)


def test_a_position_is_set_up_and_played_from_without_a_network(kept: Player) -> None:
    page = kept.page
    page.goto(address("x"))
    await_board(page)
    page.click("[data-do=setup]")
    page.wait_for_selector("body.setting-up", timeout=LONG)
    kept.click("red")
    kept.click("b2")
    expect(page.locator(".pieces use")).to_have_count(1, timeout=LONG)
    kept.click("c2")
    expect(page.locator("#setup-says a")).to_have_text("§X1", timeout=LONG)
    kept.click("-")
    kept.click("c2")
    expect(page.locator("#setup-analyse")).to_be_enabled(timeout=LONG)
    page.click("#setup-analyse")
    page.wait_for_selector("body[data-position='4/4/1r2/4 y']", timeout=LONG)
    page.click("[data-do=play]")
    expect(page.locator("#playing [value=link]")).to_be_hidden()
    page.click("#playing [value=screen]")
    page.wait_for_url("**/local?/t/*", timeout=LONG)
    await_board(page)
    page.click("#analyse")
    page.wait_for_selector("body[data-position='4/4/1r2/4 y']", timeout=LONG)


def test_a_site_of_files_has_the_analysis(files: FileSite, browser: Browser) -> None:
    context = browser.new_context(base_url=files.address)
    context.set_default_timeout(LONG)
    page = context.new_page()
    page.goto("fr/index.html")
    page.get_by_role("banner").get_by_role("link", name="Analyse").click()
    expect(page.locator("main .boards img").first).to_have_js_property("complete", value=True)
    page.get_by_role("link", name="Quixo").first.click()
    await_board(page)
    moves = follow_engine(page, where="Calcul dans votre navigateur")
    check_links(page)
    page.click("[data-do=play]")
    page.click("#playing [value=screen]")
    page.wait_for_selector("#analyse", timeout=LONG)
    await_board(page)
    assert "/any/base/fr/local.html?/t/" in page.url
    assert moves == 2
    context.close()


def test_a_servers_page_thinks_by_the_visitors_engine(ann: Player) -> None:
    page = ann.page
    asked: list[str] = []
    page.on("websocket", lambda socket: asked.append(socket.url))
    page.goto(address("quixo"))
    ann.arrive()
    loaded = page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
    assert not [each for each in loaded if "/engine/" in each]  # not before somebody has to think
    page.click("[data-do=engine]")
    expect(page.locator("#where")).to_have_text(HERE, timeout=LONG)
    begun = len(asked)
    page.on("request", lambda request: asked.append(request.url))
    page.click("[data-do=engine]")
    assert follow_engine(page, where=HERE) == 2
    page.click("[data-do=glance]")
    expect(page.locator(".shade")).not_to_have_count(0, timeout=LONG)
    assert not [each for each in asked[begun:] if re.search("/api/analysis/(live|moves)", each)]


def test_the_server_thinks_where_the_engine_cannot_be_loaded(ann: Player) -> None:
    def damage(route: Route) -> None:
        route.fulfill(status=500, body="")

    ann.context.route("**/engine/**/site.bin", damage)
    page = ann.page
    page.goto(address("quixo"))
    ann.arrive()
    with page.expect_console_message(lambda message: "site.bin: 500" in message.text, timeout=LONG):
        page.click("[data-do=engine]")
    page.click("[data-do=engine]")
    assert follow_engine(page, where=THERE) == 2
