"""A board on its own: any page that has the scene of a position lets people play from there."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

import tablier
from tablier.scene import as_data
from tablier.server.messages.news import Perspective
from tablier.server.messages.snapshot import layout_address
from tablier.web import VERSION
from tablier.web.phrases import script_phrases
from tests.web.people import Player

Visit = Callable[..., Player]
BARE = """<!doctype html><html lang="en"><link rel="stylesheet" href="/static/{version}/tablier.css">
<body><div class="place" style="height: 500px">
<div id="stage" class="stage"><button id="whole">Whole board</button></div></div>
<div id="panels"></div><div id="tray"></div>
<script type="application/json" id="page">{page}</script>
<script type="module">
import {{ BoardView }} from "/static/{version}/boardview.js";
window.told = [];
const onMove = (text) => told.push(text), onIllegal = (path) => told.push(path);
window.stage = new BoardView({{ onMove, onIllegal, onGuide() {{}} }});
</script>"""


def scenes(game: tablier.Game, *moves: str) -> list[dict[str, Any]]:
    """Of the start and after each of the moves."""
    state = game.start()
    found = [as_data(game.scene(state))]
    for text in moves:
        move = game.move(text)
        before, state = state, state.after(move)
        found.append(as_data(game.scene(state, last=move, before=before)))
    return found


def staged(player: Player, game: tablier.Game, scene: dict[str, Any]) -> Page:
    page = json.dumps({"language": "en", "words": script_phrases("en")})
    body = BARE.format(version=VERSION, page=page)
    player.page.route("**/stage", lambda route: route.fulfill(body=body, content_type="text/html"))
    player.page.goto("/stage")
    player.page.wait_for_function("() => window.stage")
    layout = layout_address(game, viewpoint=0, perspective=Perspective())
    player.page.evaluate("([layout, scene]) => stage.show(layout, scene)", [layout, scene])
    return player.page


def test_a_move_by_mouse_is_explained_and_its_effect_shown(visit: Visit) -> None:
    ann = visit()
    game = tablier.game("quixo")
    start, first, second = scenes(game, "a1e1", "e5a5")
    page = staged(ann, game, start)
    ann.click("c3")
    for name in ("a1", "e1"):
        ann.click(name)
    assert page.evaluate("told") == [["c3"], "a1e1"]
    assert page.evaluate("scenes => stage.playMoves(scenes)", [first, second])
    expect(page.locator(".spot[data-name=e1]")).to_have_attribute("aria-label", "e1, cross")
    expect(page.locator(".spot[data-name=a5]")).to_have_attribute("aria-label", "a5, circle, last move")
    ann.click("e1")
    ann.click("e5")
    assert page.evaluate("told").pop() == "e1e5"
    page.evaluate("scene => stage.takeBack(scene)", first)
    expect(page.locator(".spot[data-name=a5]")).to_have_attribute("aria-label", "a5, blank cube")


def test_a_move_by_keyboard_and_a_hint(visit: Visit) -> None:
    ann = visit(reduced_motion="reduce")
    game = tablier.game("plateau-x-mini")
    page = staged(ann, game, scenes(game)[0])
    move = game.start().legal_moves[0]
    path = game.paths[move]
    page.evaluate("path => stage.input.showHint(path)", path)
    expect(page.locator(".hint")).to_have_count(len(path))
    page.evaluate("stage.input.reset()")
    for name in path:
        page.locator(f":is(.spot, button)[data-name='{name}']").press("Enter")
    assert page.evaluate("told") == [game.texts[move]]


def test_only_the_latest_wish_is_shown(visit: Visit) -> None:
    ann = visit()
    game = tablier.game("quixo")
    start, first, second = scenes(game, "a1e1", "e5a5")
    page = staged(ann, game, start)
    shown = page.evaluate(
        "([start, ...moves]) => {const all = stage.playMoves(moves); stage.takeBack(start); return all}",
        [start, first, second],
    )
    assert not shown
    expect(page.locator(".spot[data-name=e1]")).to_have_attribute("aria-label", "e1, blank cube")
