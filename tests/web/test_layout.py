"""What a move needs is in sight in every window, for every variant: measured, not looked at."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

import tablier
from tests.web.people import Player

Visit = Callable[..., Player]
Way = Callable[[Player], object]
WIDE = {
    "laptop": (1366, 641),
    "laptop, whole screen": (1366, 768),
    "desk": (1920, 1080),
    "phone on its side": (844, 390),
    "laptop at 200 %": (683, 384),
}
NARROW = {
    "tablet": (820, 1180),
    "small tablet": (768, 1024),
    "phone": (390, 844),
    "small phone": (360, 640),
}
"""Here the page shows another view of the board, chosen when it is opened."""
GAMES = sorted(tablier.games())
MEASURE = """async () => {
    // The list of moves follows the window a frame later.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const found = [];
    const box = (node) => node.getBoundingClientRect();
    const shown = (node) => node.checkVisibility({ visibilityProperty: true }) && box(node).width > 2;
    const name = (node) => node.id || node.dataset.name || node.dataset.seat || node.className;
    const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);
    /** The part of an element that no scrolling or clipping parent cuts off. */
    const seen = (node) => {
        let { left, top, right, bottom } = box(node);
        for (let at = node.parentElement; at && at !== document.body; at = at.parentElement) {
            if (getComputedStyle(at).overflowY === "visible") continue;
            const outer = box(at);
            [top, bottom] = [Math.max(top, outer.top), Math.min(bottom, outer.bottom)];
        }
        return { left, top: Math.max(0, top), right, bottom: Math.min(innerHeight, bottom) };
    };
    const needed = all("#stage, #tray button, .seat, .clock:not(:empty), #status"
        + ", #acts :is(button, summary), #shares :is(.share, .parts)");
    for (const node of needed) {
        const [whole, part] = [box(node), seen(node)];
        if (part.bottom - part.top < whole.height - 1.5 || whole.left < -1 || whole.right > innerWidth + 1)
            found.push(`out of sight: ${name(node)} ${Math.round(whole.top)}-${Math.round(whole.bottom)}`);
    }
    const last = [...all("#moves [aria-current]"), ...all("#last-moves")];
    const isBegun = document.body.dataset.ready !== "0";
    if (isBegun && !last.some((node) => seen(node).bottom - seen(node).top > box(node).height - 1.5))
        found.push("no last move in sight");
    const cover = (one, other) => {
        const [a, b] = [seen(one), seen(other)];
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        return wide > 2 && high > 2;
    };
    const parts = all("#stage, #status, #tray, #last-moves, .seat, #acts, .afterwards, .bar, .part.moves"
        + ", .part.more, #panels .panel:not(.optional)");
    const hasFixedBar = getComputedStyle(document.querySelector("#acts")).position === "fixed";
    for (const [at, one] of parts.entries()) for (const other of parts.slice(at + 1)) {
        if (one.contains(other) || other.contains(one)) continue;
        // What is beside the board scrolls under a bar that stays.
        if (hasFixedBar && [one, other].some((node) => node.closest(".part"))) continue;
        if (cover(one, other)) found.push(`overlap: ${name(one)} and ${name(other)}`);
    }
    // An invitation may lie on the board that waits, not on what is said of it.
    for (const box of all("#invitation")) for (const other of all("#state > *, .seat"))
        if (cover(box, other)) found.push(`overlap: ${name(box)} and ${other.textContent}`);
    const texts = all("#acts :is(button, summary, span), .part.more :is(button, a)"
        + ", .who :is(strong, small), .clock, #tray span, #status :is(span, strong), #panels .item"
        + ", #shares .share");
    for (const node of texts) if (node.scrollWidth > node.clientWidth + 1 && node.clientWidth)
        found.push(`cut off: ${node.textContent}`);
    if (document.documentElement.scrollWidth > innerWidth) found.push("scrolls sideways");
    const board = box(document.querySelector("#stage"));
    if (Math.min(board.width, board.height) < 150) found.push(`board of ${board.width} by ${board.height}`);
    return found;
}"""


WINDOWS = {**WIDE, **NARROW}


def list_faults(
    us: Player, address: str, windows: dict[str, tuple[int, int]], prepare: Way = lambda _: None
) -> dict[str, list[str]]:
    """What is wrong in each window of a page; the narrow ones show another view, chosen when it is opened."""
    wrong: dict[str, list[str]] = {}
    for part in (WIDE, NARROW):
        for number, name in enumerate(part.keys() & windows.keys()):
            width, height = windows[name]
            us.page.set_viewport_size({"width": width, "height": height})
            if number == 0:
                us.go(address)
                us.page.wait_for_selector(".seat")
                prepare(us)
            if found := us.page.evaluate(MEASURE):
                wrong[name] = found
    return wrong


@pytest.mark.parametrize("game", GAMES)
def test_all_that_a_move_needs_is_in_sight(visit: Visit, game: str) -> None:
    us = visit(locale="fr")  # its words are longer
    clock: dict[str, Any] = {"kind": "game", "time": 900, "increment": 5}
    address = us.create(game=game, seats=[{"who": "me"}] * len(tablier.game(game).seats), clock=clock)
    us.send_moves(address, 5)
    assert list_faults(us, address, WINDOWS) == {}


FINGER = {name: WINDOWS[name] for name in ("laptop", "phone on its side", "tablet", "phone", "small phone")}


def choose_a_piece(us: Player) -> None:
    us.may_move()
    us.click(us.match.game.paths[us.match.legal_moves[0]][0])
    us.page.wait_for_selector("#line.quiet")


def show_shares(us: Player) -> None:
    us.act("shares")
    us.page.wait_for_selector("#shares .share", state="attached")


STATES = [
    *product(("quixo", "plateau-x-mini"), ("chosen", "shares", "over", "invitation", "invited", "offer")),
    ("plateau-x", "shares"),
]


@pytest.mark.parametrize(("game", "state"), STATES)
def test_all_is_in_sight_for_a_finger_in_every_state(visit: Visit, game: str, state: str) -> None:
    us = visit(locale="fr", has_touch=True)
    mine = [{"who": "me"}] * (len(tablier.game(game).seats) - 1)
    seats = [*mine, {"who": "open" if state in ("invitation", "invited", "offer") else "me"}]
    host = us
    if state == "invited":
        host = visit(locale="fr")
        host.page.goto("/")
        host.ask("/api/guest", name="Marie-Antoinette")
    address = host.create(game=game, seats=seats)
    acts = f"/api/tables/{address.rpartition('/')[2]}/acts"
    if state == "offer":
        other = visit(locale="fr")
        other.ask(acts, act="sit", seat=1)
        match = tablier.Match(tablier.game(game))
        for ply, player in enumerate((us, other, us, other)):
            move = match.game.texts[match.legal_moves[0]]
            player.ask(acts, act="play", move=move, ply=ply)
            match.play(move)
        other.ask(acts, act="say", text="Bonjour !")
        other.ask(acts, act="offer", matter="takeback")
    elif state not in ("invitation", "invited"):
        us.send_moves(address, 5)
    if state == "over":
        us.ask(acts, act="resign", seat=0)
    ways: dict[str, Way] = {
        "chosen": choose_a_piece,
        "shares": show_shares,
        "invitation": lambda us: us.page.wait_for_selector("#invitation input"),
        "invited": lambda us: us.page.wait_for_selector("#invitation input"),
        "offer": lambda us: us.page.wait_for_selector(".offer"),
    }
    assert list_faults(us, address, FINGER, ways.get(state, lambda _: None)) == {}


@pytest.mark.parametrize("width", [360, 390])
def test_several_bots_of_a_level_have_whole_names_on_a_phone(visit: Visit, width: int) -> None:
    us = visit(viewport={"width": width, "height": 844}, has_touch=True, locale="fr", pace="calm")
    bots = [{"who": "bot", "bot": "level:1"}] * 3
    us.open(game="plateau-x", seats=[{"who": "me"}, *bots])
    names = us.page.locator("#far-seats strong")
    for _ in range(2):
        assert names.all_inner_texts() == ["Orange", "Jaune", "Vert"]
        assert names.evaluate_all("all => all.every((name) => name.scrollWidth <= name.clientWidth)")
        us.play_any()  # the name of the player to move is bold


@pytest.mark.parametrize("screen", ["phone", "phone on its side"])
def test_points_stand_under_each_other_when_a_game_is_over(visit: Visit, screen: str) -> None:
    width, height = WINDOWS[screen]
    us = visit(viewport={"width": width, "height": height}, has_touch=True)
    address = us.create(game="plateau-x", seats=[{"who": "me"}] * 4)
    us.send_game(address, seed=3)
    us.go(address)
    us.page.wait_for_selector(".crown")
    ends = """all => all.map((points) => {
        const [inner, outer] = [points, points.closest(".seat")].map((node) => node.getBoundingClientRect());
        return Math.round(outer.right - inner.right);
    })"""
    distances = us.page.locator("#far-seats .points").evaluate_all(ends)
    assert len(distances) == 3
    assert len(set(distances)) == 1


@pytest.mark.parametrize("screen", ["laptop", "desk", "phone on its side", "tablet", "phone"])
def test_the_board_keeps_its_size_when_the_game_is_over(visit: Visit, screen: str) -> None:
    """The reason for the places is long in Plateau X, and the buttons for what comes next need room too."""
    width, height = WINDOWS[screen]
    us = visit(viewport={"width": width, "height": height}, locale="fr")
    address = us.create(game="plateau-x", seats=[{"who": "me"}] * 4)
    us.go(address)
    us.page.wait_for_selector(".yours")
    scale = "node => node.getScreenCTM().a.toFixed(3)"
    before = us.page.locator("#stage .ground").evaluate(scale)
    us.send_game(address, seed=3)
    us.page.wait_for_selector(".afterwards")
    assert us.page.locator("#state").inner_text().count(" ") > 8
    assert us.page.locator("#stage .ground").evaluate(scale) == before
