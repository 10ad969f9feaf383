"""No page breaks a rule of accessibility that a machine can check, light on a desk and dark on a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

import tablier
from tests.web.people import PATIENCE, Player

Visit = Callable[..., Player]
Way = Callable[[Player], None]

DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
FAMILIES = ("x", "plateau-x", "quixo", "olix")
LOOKS = pytest.mark.parametrize(
    ("size", "theme"), [(DESK, "light"), (PHONE, "dark")], ids=["light-desk", "dark-phone"]
)
OVER = ("a2a1", "b1b3", "a3c3", "b1a1", "c1c3", "a2a1")


def page(address: str) -> Way:
    return lambda player: void(player.page.goto(address))


def void(_: object) -> None: ...


def account(player: Player) -> None:
    player.page.goto("/signup")
    player.page.locator("main [name=name]").fill(f"Ann {id(player)}")
    player.page.locator("main [name=password]").fill("correct horse")
    player.page.locator("main form .main").click()
    player.page.wait_for_url("**/me")
    player.page.goto("/account")


def table(game: str) -> Way:
    def go(player: Player) -> None:
        match = tablier.Match(tablier.game(game))
        player.open(game=game, seats=[{"who": "me"}] * len(match.game.seats))
        for _ in range(4):
            move = match.legal_moves[len(match.legal_moves) // 2]
            tell(player, {"act": "play", "move": match.game.text(move), "ply": len(match.moves)})
            match.push(move)
        player.sees(4)

    return go


def tell(player: Player, act: dict[str, Any]) -> None:
    answer = player.page.request.post(f"/api/tables/{player.table}/acts", data=act)
    assert answer.ok, answer.text()


def finished(player: Player) -> None:
    player.open(game="quixo", options={"size": 3}, seats=[{"who": "me"}] * 2)
    for ply, move in enumerate(OVER):
        tell(player, {"act": "play", "move": move, "ply": ply})
    player.sees(len(OVER))


def review(player: Player) -> None:
    finished(player)
    player.page.goto(f"/t/{player.table}/review")
    player.page.wait_for_selector("body[data-review=done]", timeout=4 * PATIENCE)


def open_my_games(player: Player) -> None:
    table("olix")(player)
    finished(player)
    player.page.goto("/me")


def home(player: Player) -> None:
    player.open(game="quixo", seats=[{"who": "me"}, {"who": "open"}], public=True)
    player.page.goto("/")


def choices(player: Player) -> None:
    player.page.goto("/")
    player.page.click("[popovertarget=new-quixo]")
    player.page.locator("#new-quixo summary").click()


def lesson(game: str) -> Way:
    def go(player: Player) -> None:
        player.page.goto(f"/learn/{game}")
        player.page.wait_for_selector("body[data-ready]")

    return go


def analysis(player: Player) -> None:
    """All at once: a tree, the engine, an overlay."""
    text = '[Game "quixo"]\n\n1. a1e1 {first} a5a1?! (e5e1! 2. a1a5 {other}) 2. b1e1\n*'
    player.page.goto("/analysis/quixo")
    player.arrive()
    player.page.click("[data-do=open]")
    player.page.fill("#pasted", text)
    player.page.click("#opening [type=submit]")
    player.page.wait_for_selector("body[data-at='3']")
    player.page.click("[data-do=engine]")
    player.page.wait_for_selector("#lines button", state="attached", timeout=4 * PATIENCE)
    player.page.click("[data-do=insight]")
    player.page.wait_for_selector("body[data-insight]", timeout=4 * PATIENCE)


def setting_up(player: Player) -> None:
    player.page.goto("/analysis/plateau-x")
    player.arrive()
    player.page.click("[data-do=setup]")
    player.page.wait_for_selector("body.setting-up")


def puzzle(game: str) -> Way:
    def go(player: Player) -> None:
        player.page.goto(f"/puzzles/{game}")
        player.page.wait_for_selector("body[data-ready]")

    return go


def drill(player: Player) -> None:
    finished(player)
    player.page.goto("/me/mistakes")
    player.page.wait_for_selector("body[data-state=due], body[data-state=none]", timeout=4 * PATIENCE)


def settings(player: Player) -> None:
    account(player)
    player.page.goto("/settings")


def about_a_game(address: str) -> Way:
    def go(player: Player) -> None:
        finished(player)
        player.page.goto(address.format(player.table))

    return go


def two_people(player: Player) -> None:
    """A table with a line of chat and an offer that waits for an answer."""
    assert player.context.browser is not None
    other = Player(player.server, player.context.browser)
    player.open(game="quixo", seats=[{"who": "me"}, {"who": "open"}])
    other.go(player.page.url)
    other.page.locator("#state button, .seat button").first.click()
    other.page.wait_for_selector("body[data-status=playing]")
    tell(other, {"act": "say", "text": "Hello"})
    tell(player, {"act": "play", "move": "a1e1", "ply": 0})
    tell(other, {"act": "play", "move": "b1b5", "ply": 1})
    tell(other, {"act": "offer", "matter": "takeback"})
    player.page.wait_for_selector(".offer")
    player.page.wait_for_selector("#heard p", state="attached")
    other.leave()


def invitation(player: Player) -> None:
    player.open(game="x", seats=[{"who": "me"}, {"who": "open"}, {"who": "open"}])
    player.page.wait_for_selector("#invitation input")


def open_settings(player: Player) -> None:
    table("plateau-x")(player)
    player.page.click("[popovertarget=settings]")


def open_drawer(player: Player) -> None:
    table("quixo-teams")(player)
    player.page.click(".bar .about")
    player.page.frame_locator("iframe[name=rules]").locator("h1").wait_for()


PAGES: dict[str, Way] = {
    "chat and an offer": two_people,
    "invitation": invitation,
    "settings of a table": open_settings,
    "rules beside a table": open_drawer,
    "home": home,
    "choices": choices,
    "nothing there": page("/nowhere"),
    "sign up": page("/signup"),
    "sign in": page("/signin"),
    "account": account,
    "my games": open_my_games,
    "nothing of mine": page("/me"),
    "ratings": page("/ratings/quixo"),
    "game over": finished,
    "review": review,
    "analysis": analysis,
    "setting up": setting_up,
    "puzzles": page("/puzzles"),
    "analyses": page("/analysis"),
    "puzzle": puzzle("plateau-x"),
    "my mistakes": drill,
    "no mistakes": page("/me/mistakes"),
    "settings": settings,
    "shared": about_a_game("/t/{}/share"),
    "embedded": about_a_game("/embed/{}"),
    **{f"rules of {game}": page(f"/rules/{game}") for game in FAMILIES},
    **{f"lesson of {game}": lesson(game) for game in FAMILIES},
    **{f"table of {game}": table(game) for game in FAMILIES},
}


BARE_LINKS = """() => {
    const bare = document.createElement("a");
    bare.href = "/";
    bare.style.color = "-webkit-link";
    document.body.append(bare);
    const { color } = getComputedStyle(bare);
    bare.remove();
    return [...document.links].filter((link) => getComputedStyle(link).color === color).length;
}"""


@LOOKS
@pytest.mark.parametrize("name", PAGES)
def test_a_page_breaks_no_rule(visit: Visit, name: str, size: dict[str, Any], theme: str) -> None:
    player = visit(color_scheme=theme, reduced_motion="reduce", **size)
    PAGES[name](player)
    found = Axe().run(player.page)
    assert found.violations_count == 0, found.generate_report()
    assert not player.page.evaluate(BARE_LINKS), "links have the browser's own colour"
    sideways = player.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert sideways <= 0, "it scrolls sideways"


def test_a_table_in_french_breaks_no_rule(visit: Visit) -> None:
    player = visit(locale="fr", reduced_motion="reduce")
    two_people(player)
    found = Axe().run(player.page)
    assert found.violations_count == 0, found.generate_report()
