"""The pages and states that the gallery shows, by name, and who looks at each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import WebSocketRoute, expect
from tests.web.people import PATIENCE, Player
from tests.web.test_puzzles import LONG, answered, make, wrong_move
from tests.web.test_review import MOVES, SMALL, finish

import tablier
from tablier.puzzle import games_with_puzzles
from tablier.web.rules import page_game

ENGINE = Path("build/wasm")
"""What `make wasm` builds; without it the states of a browser that plays by itself are left out."""
WAIT = 8 * PATIENCE
"""Milliseconds for what the computer thinks, or what a browser loads to think itself."""
WHOLE = 1000
"""As many moves as no game has: it goes to its end."""
NEWCOMER, GUEST, MEMBER = "newcomer", "guest", "member"
"""Somebody who comes for the first time, a guest with games, somebody with an account."""
MEMBER_NAME, MEMBER_PASSWORD = "Anneliese", "correct horse battery 7"
ME: dict[str, str] = {"who": "me"}
BOT: dict[str, str] = {"who": "bot", "bot": "level:1"}

Show = Callable[[Player], None]


@dataclass(frozen=True)
class State:
    show: Show
    person: str = GUEST
    is_page: bool = False
    """To be read from top to bottom: the picture shows all of it, not what a window shows."""
    problem: str = "\0"
    """The beginning of an error of the page that belongs to the state."""


def page_at(path: str) -> Show:
    def show(player: Player) -> None:
        player.page.goto(path)

    return show


def board_at(path: str) -> Show:
    def show(player: Player) -> None:
        player.go(path)

    return show


def new_game(name: str) -> Show:
    """The sheet that opens a table."""

    def show(player: Player) -> None:
        player.page.goto("/")
        player.page.click(f"[popovertarget=new-{name}]")
        player.page.mouse.move(0, 0)  # it would rest on a button of the sheet

    return show


# Tables.


def table(name: str, plies: int, view: int = 0, **options: int) -> Show:
    """A table on one screen after so many moves by chance, the same ones each time; seen in the view that is
    usual for the screen, or in one that `view` clicks lead to."""

    def show(player: Player) -> None:
        game = tablier.game(name, **options)
        player.go(prepare(player, game, plies))
        if view:
            size = player.page.viewport_size
            assert size is not None
            usual = -1 if size["height"] > size["width"] else 0  # as `usualView` in page.js
            chosen = game.views[(usual + view) % len(game.views)]
            player.page.evaluate(f"localStorage.setItem('view:{name}', '{chosen}')")
            player.page.reload()
            player.arrive()

    return show


@cache
def play_by_chance(game: tablier.Game, plies: int) -> tablier.Match:
    match, rng = tablier.Match(game), Random(game.id)
    while len(match.moves) < plies and not match.outcome:
        match.push(rng.choice(match.legal_moves))
    return match


TABLES: dict[tuple[tablier.Game, int], str] = {}
"""The pages of the guest's tables made so far, by the game and the number of moves."""


def prepare(player: Player, game: tablier.Game, plies: int) -> str:
    """The page of a table with so many moves."""
    key = (game, plies)
    if key not in TABLES:
        TABLES[key] = player.create(game=game.id, options=dict(game.options), seats=[ME] * len(game.seats))
        address = TABLES[key].replace("/t/", "/api/tables/")
        for ply, move in enumerate(play_by_chance(game, plies).moves):
            player.ask(f"{address}/acts", act="play", move=game.texts[move], ply=ply)
    return TABLES[key]


def prepare_some(player: Player) -> None:
    """Games in progress, finished ones, and a table where somebody is waited for."""
    for name in ("x", "plateau-x"):
        prepare(player, tablier.game(name), 16)
    for name in ("quixo", "olix"):
        prepare(player, tablier.game(name), WHOLE)
    if "open" not in OPENED:
        OPENED["open"] = player.create(game="quixo", seats=[ME, {"who": "open"}], public=True)


OPENED: dict[str, str] = {}


def with_games(path: str) -> Show:
    def show(player: Player) -> None:
        prepare_some(player)
        player.page.goto(path)

    return show


def of_table(path: str) -> Show:
    """A page about a finished game."""

    def show(player: Player) -> None:
        player.page.goto(path.format(prepare(player, tablier.game("quixo"), WHOLE).rpartition("/")[2]))

    return show


def review(player: Player) -> None:
    player.go(prepare(player, tablier.game("quixo", size=3), WHOLE))
    player.page.goto(f"{player.page.url}/review")
    player.page.wait_for_selector("body[data-review=done]", timeout=WAIT)


def waiting(player: Player) -> None:
    player.open(game="quixo", seats=[ME, {"who": "open"}])


@contextmanager
def another(player: Player) -> Iterator[Player]:
    """Somebody else in a browser of their own, at the same server."""
    assert player.context.browser is not None
    other = Player(player.server, player.context.browser)
    try:
        yield other
    finally:
        other.leave()


def host_table(other: Player, **new: Any) -> str:
    """The page of a table of Quixo that somebody opens for one visitor."""
    other.page.goto("/")
    other.ask("/api/guest", name="Zoé")
    return other.create(**{"game": "quixo", "seats": [ME, {"who": "open"}], **new})


def act(other: Player, page: str, **message: Any) -> None:
    other.ask(f"{page.replace('/t/', '/api/tables/')}/acts", **message)


def invited(player: Player) -> None:
    with another(player) as host:
        player.go(host_table(host))
        player.page.wait_for_selector("#invitation:not([hidden])")


def chat(player: Player) -> None:
    """A game in which both have spoken."""
    with another(player) as host:
        page = host_table(host)
        act(player, page, act="sit", seat=1)
        act(host, page, act="say", text="Have fun!")
        act(player, page, act="say", text="You too. I read https://example.org/quixo before.")
        act(host, page, act="play", move="a1e1", ply=0)
        player.go(page)
        if player.page.locator(".tabs").is_visible():
            player.page.locator(".tabs label", has=player.page.locator("[value=talk]")).click()
        player.page.wait_for_selector("#heard p")


def offer(player: Player) -> None:
    with another(player) as host:
        page = host_table(host)
        act(player, page, act="sit", seat=1)
        act(host, page, act="play", move="a1e1", ply=0)
        act(host, page, act="offer", matter="end")
        player.go(page)
        player.page.wait_for_selector(".offer")


def spectator(player: Player) -> None:
    with another(player) as host:
        page = host_table(host, seats=[ME, ME])
        act(host, page, act="play", move="a1e1", ply=0)
        player.go(page)


def next_round(player: Player) -> None:
    """A series after its first round."""
    player.open(game="quixo", seats=[ME, BOT], rounds=3)
    act(player, player.page.url.removeprefix(player.server.address), act="resign")
    player.page.wait_for_selector(".status.over")


def running_clock(player: Player) -> None:
    player.open(game="quixo", seats=[ME, BOT], clock={"kind": "game", "time": 300, "increment": 3}, allow=[])
    player.play("a1e1")
    player.may_move()


def help_of_table(name: str) -> Show:
    """A table with the hint or the evaluation."""

    def show(player: Player) -> None:
        player.open(game="quixo", seats=[ME, BOT], allow=["hint", "shares"])
        player.may_move()
        player.act(name)
        player.page.wait_for_selector(HELPED[name], state="attached", timeout=WAIT)

    return show


HELPED = {"hint": "#line.yes:not([hidden])", "shares": "#shares:not([hidden]) > *"}
"""What is there once the computer has thought, by what was clicked."""


def resign_asked(player: Player) -> None:
    """The first of the two clicks that resign."""
    table("quixo", 4)(player)
    player.act("resign")


def others_tables(player: Player) -> None:
    """The home page while somebody waits at a table and others play."""
    with another(player) as host:
        if "public" not in OPENED:
            OPENED["public"] = host_table(host, public=True)
            watched = host_table(host, seats=[ME, BOT], public=True)
            act(host, watched, act="play", move="a1e1", ply=0)
        player.page.goto("/")
        player.page.locator(".lobby .rows", has_text="Zoé").nth(1).wait_for(timeout=WAIT)


def confirm_move(player: Player) -> None:
    table("quixo", 0)(player)
    player.page.evaluate("localStorage.setItem('confirm', 'yes')")
    player.page.reload()
    player.arrive()
    player.click("a1")
    player.click("e1")
    player.page.wait_for_selector("#line button.main")


def rules_drawer(player: Player) -> None:
    table("quixo", 4)(player)
    player.page.click(".about[target=rules]")
    player.page.wait_for_selector("#rules:popover-open")
    player.page.frame_locator("#rules iframe").locator("h1, h2").first.wait_for()


def turn_dot(player: Player) -> None:
    """The third click of the teams' Quixo: the cube is taken and put, its dot is to be turned."""
    table("quixo-teams", 0)(player)
    player.click("a1")
    player.click("e1")
    player.page.wait_for_selector("#line.quiet:not([hidden])")


def brick_preview(player: Player) -> None:
    """A brick where it would lie, before it does: under the pointer, or after the first touch."""
    table("plateau-x", 0)(player)
    player.page.locator("#tray .live").first.click()
    if player.page.evaluate("matchMedia('(hover: none)').matches"):
        player.page.touchscreen.tap(*player.at("c3"))
        if player.page.locator("#whole").is_visible():  # small cells come nearer first
            player.page.touchscreen.tap(*player.at("c3"))
    else:
        player.page.mouse.move(*player.at("c3"))
    player.page.wait_for_selector(".ghost", state="attached")


def new_game_more(player: Player) -> None:
    new_game("plateau-x")(player)
    player.page.click("#new-plateau-x summary")


def settings_of_table(player: Player) -> None:
    table("quixo", 4)(player)
    player.page.click("[popovertarget=settings]")


def refusal(player: Player) -> None:
    table("quixo", 0)(player)
    player.click("c3")
    player.page.wait_for_selector("#line:not([hidden])")


# The analysis board.


def analysis(name: str, act: str = "", plies: int = 8) -> Show:
    """A game with a variation, a comment and marks; then something that a key does."""

    def show(player: Player) -> None:
        open_text(player, name, write_record(name, plies))
        player.page.wait_for_selector(f"body[data-at='{plies}']", timeout=WAIT)
        if act:
            player.page.click(f"[data-do={act}]")
            player.page.wait_for_selector(DRAWN[act], state="attached", timeout=WAIT)

    return show


DRAWN = {
    "engine": "body[data-thought] #lines button",
    "glance": ".shade, #tray .shaded",
    "insight": "body[data-insight]",
    "setup": "body.setting-up",
    "play": "#playing:popover-open",
    "open": "#opening:popover-open",
    "why": "#why:not([hidden])",
}
"""What is there once it is done, by what was clicked."""


def open_text(player: Player, name: str, text: str) -> None:
    player.go(f"/analysis/{name}")
    player.page.click("[data-do=open]")
    player.page.fill("#pasted", text)
    player.page.click("#opening [type=submit]")


def write_record(name: str, plies: int) -> str:
    game = tablier.game(name)
    match, other = play_by_chance(game, plies), play_by_chance(game, 3)
    moves = [game.texts[move] for move in match.moves]
    aside = next(move for move in before(other).legal_moves if move != other.moves[-1])
    moves[1] += " {A good answer}"
    moves[2] += f"?! ({game.texts[aside]}! {{This was better}})"
    return f'[Game "{name}"]\n\n{" ".join(moves)}\n*'


def before(match: tablier.Match) -> tablier.Match:
    """The same without its last move."""
    earlier = tablier.Match(match.game)
    for move in match.moves[:-1]:
        earlier.push(move)
    return earlier


def analysis_refused(player: Player) -> None:
    open_text(player, "quixo", '[Game "quixo"]\n\n1. a1e1 a9 *')
    player.page.wait_for_selector("#opening-says:not([hidden])")


def analysis_comment(player: Player) -> None:
    analysis("quixo")(player)
    player.page.click("[data-do=comment]")


def setup_refused(player: Player) -> None:
    player.go("/analysis/x")
    player.page.click("[data-do=setup]")
    player.page.wait_for_selector("body.setting-up")
    player.click("yellow")
    player.click("c2")
    player.click("c3")
    expect(player.page.locator("#setup-says a")).to_be_visible(timeout=WAIT)


def analysis_keys(player: Player) -> None:
    player.go("/analysis/quixo")
    player.page.click("[popovertarget=keys]")


# Puzzles and mistakes.


def puzzle(player: Player) -> None:
    player.go(f"/puzzles/{LONG.family}/{LONG.id}")


def puzzle_wrong(player: Player) -> None:
    puzzle(player)
    make(player, LONG, wrong_move(LONG))
    answered(player, "wrong")


def puzzle_solved(player: Player) -> None:
    puzzle(player)
    for number, move in enumerate(LONG.solution[::2], 1):
        make(player, LONG, move)
        player.page.wait_for_selector(
            f"body[data-moves='{2 * number}'], body[data-answer=solved]", timeout=WAIT
        )
    answered(player, "solved")


def puzzle_shown(player: Player) -> None:
    puzzle(player)
    player.page.click("#show")
    answered(player, "shown")


def mistake(player: Player) -> None:
    finish(player, "quixo", MOVES, options=SMALL, seats=[ME] * 2)
    player.page.goto("/me/mistakes")
    player.page.wait_for_selector("body[data-state=due][data-ready]", timeout=WAIT)


def mistake_wrong(player: Player) -> None:
    mistake(player)
    for name in ("c1", "c3"):
        player.click(name)
    answered(player, "wrong")


def mistake_solved(player: Player) -> None:
    mistake(player)
    for name in ("c1", "a1"):
        player.click(name)
    answered(player, "solved")


def mistakes_later(player: Player) -> None:
    mistake_solved(player)
    player.page.click("#next")
    player.page.wait_for_selector("body[data-state=later]", timeout=WAIT)


# Accounts and settings.


def send(path: str, **fields: str) -> Show:
    """A form, filled in and sent."""

    def show(player: Player) -> None:
        player.page.goto(path)
        for name, value in fields.items():
            player.page.fill(f"main form.slip [name={name}]", value)
        player.page.locator("main form.slip button").first.click()
        player.page.wait_for_load_state()

    return show


def sign_in_refused(player: Player) -> None:
    """Under a name for each language: the attempts for one name are limited."""
    name = "Personne" if player.page.evaluate("navigator.language") == "fr" else "Nobody"
    send("/signin", name=name, password="wrong horse")(player)


def account_token(player: Player) -> None:
    player.page.goto("/account")
    player.page.fill("#programs [name=name]", "Assistant")
    player.page.click("#programs form.slip button")
    player.page.wait_for_selector(".token")


def account_delete(player: Player) -> None:
    player.page.goto("/account")
    player.page.click("summary")


def webhook_refused(player: Player) -> None:
    player.page.goto("/settings")
    player.page.fill("[name=webhook]", "http://127.0.0.1/x")
    player.page.click("form[action='/settings/reminders'] button")
    player.page.wait_for_selector("#wrong")


# A browser that plays by itself.


def kept(player: Player) -> None:
    player.page.goto("/settings")
    player.page.click("#keep-on")
    player.page.wait_for_selector("#keep-off:not([hidden])", timeout=WAIT)


def without_network(path: str) -> Show:
    def show(player: Player) -> None:
        kept(player)
        player.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        player.page.goto("/")
        player.context.set_offline(True)
        player.page.goto(path)

    return show


def local_table(player: Player) -> None:
    player.page.goto("/local?/new?game=quixo&play=screen")
    player.page.wait_for_selector(".spot.live", timeout=WAIT)


def local_list(player: Player) -> None:
    local_table(player)
    player.page.goto("/offline")
    player.page.wait_for_selector("#own-games a")


def local_failed(player: Player) -> None:
    player.context.route("**/engine/**", lambda route: route.abort())
    player.page.goto("/local?/new?game=quixo&play=screen")
    player.page.wait_for_selector("body[data-failed]", timeout=WAIT)


def rated_as_guest(player: Player) -> None:
    """A table of somebody with an account, whom only somebody with an account may join."""
    if "rated" not in OPENED:
        with another(player) as host:
            host.page.goto("/signin")
            host.page.fill("main [name=name]", MEMBER_NAME)
            host.page.fill("main [name=password]", MEMBER_PASSWORD)
            host.page.click("main form .main")
            host.page.wait_for_url("**/me")
            OPENED["rated"] = host.create(game="quixo", seats=[ME, {"who": "open"}], rated=True)
    player.go(OPENED["rated"])


def disconnected(player: Player) -> None:
    """A table whose server is gone."""
    sockets: list[WebSocketRoute] = []

    def pass_on_the_first(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if len(sockets) == 1:
            socket.connect_to_server()
        else:
            socket.close()

    player.page.route_web_socket("**/live*", pass_on_the_first)
    table("quixo", 4)(player)
    sockets[0].close()
    player.page.wait_for_selector("body.offline", timeout=WAIT)


def list_games() -> dict[str, State]:
    """Every game: at the table, over, as a new one, in its rules, in a lesson, on the analysis board."""
    states = {}
    for name in tablier.games():
        states[f"table-{name}"] = State(table(name, 16))
        for view in range(1, len(tablier.game(name).views)):
            states[f"view-{view + 1}-{name}"] = State(table(name, 16, view))
        states[f"over-{name}"] = State(table(name, WHOLE))
        states[f"new-{name}"] = State(new_game(name))
    for name in dict.fromkeys(page_game(name).id for name in tablier.games()):
        states[f"rules-{name}"] = State(page_at(f"/rules/{name}"))
        states[f"lesson-{name}"] = State(board_at(f"/learn/{name}"))
        states[f"analysis-{name}"] = State(analysis(name))
        for act in ("engine", "glance", "setup"):
            states[f"analysis-{act}-{name}"] = State(analysis(name, act))
        states[f"analysis-insight-{name}"] = State(analysis(name, "insight", plies=36))
    for name in games_with_puzzles():
        states[f"puzzle-{name}"] = State(board_at(f"/puzzles/{name}"))
    return states


def list_states() -> dict[str, State]:
    """Every page and state, by name; the first ones before anybody has played."""
    states = {
        "home": State(page_at("/"), NEWCOMER, is_page=True),
        "my-games-none": State(page_at("/me"), NEWCOMER, is_page=True),
        "mistakes-none": State(page_at("/me/mistakes"), NEWCOMER),
        "sign-in": State(page_at("/signin"), NEWCOMER, is_page=True),
        "sign-in-refused": State(sign_in_refused, NEWCOMER, is_page=True),
        "sign-up": State(page_at("/signup"), NEWCOMER, is_page=True),
        "sign-up-refused": State(
            send("/signup", name=MEMBER_NAME, password=MEMBER_PASSWORD), NEWCOMER, is_page=True
        ),
        "goodbye": State(page_at("/goodbye"), NEWCOMER, is_page=True),
        "missing": State(page_at("/nothing"), NEWCOMER, is_page=True),
        "missing-table": State(page_at("/t/nothing"), NEWCOMER, is_page=True),
        "bad-address": State(page_at("/me?page=abc"), NEWCOMER, is_page=True),
        "ratings": State(page_at("/ratings/quixo"), is_page=True),
        "ratings-member": State(page_at("/ratings/x"), MEMBER, is_page=True),
        **list_games(),
        "waiting": State(waiting),
        "rated-as-guest": State(rated_as_guest, NEWCOMER),
        "invited": State(invited, NEWCOMER),
        "chat": State(chat),
        "offer": State(offer),
        "spectator": State(spectator, NEWCOMER),
        "next-round": State(next_round),
        "running-clock": State(running_clock),
        "hint": State(help_of_table("hint")),
        "evaluation": State(help_of_table("shares")),
        "confirm-move": State(confirm_move),
        "resign-asked": State(resign_asked),
        "rules-drawer": State(rules_drawer),
        "turn-dot": State(turn_dot),
        "brick-preview": State(brick_preview),
        "new-more": State(new_game_more),
        "refusal": State(refusal),
        "disconnected": State(disconnected),
        "settings-of-table": State(settings_of_table),
        "review": State(review),
        "analyses": State(page_at("/analysis"), NEWCOMER, is_page=True),
        "analysis-none": State(board_at("/analysis/quixo")),
        "analysis-unknown": State(page_at("/analysis/nothing"), is_page=True),
        "analysis-why": State(analysis("quixo", "why")),
        "analysis-comment": State(analysis_comment),
        "analysis-open": State(analysis("quixo", "open")),
        "analysis-open-refused": State(analysis_refused),
        "analysis-setup-refused": State(setup_refused),
        "analysis-play": State(analysis("quixo", "play")),
        "analysis-keys": State(analysis_keys),
        "puzzles": State(page_at("/puzzles"), is_page=True),
        "puzzle-wrong": State(puzzle_wrong, NEWCOMER),
        "puzzle-solved": State(puzzle_solved, NEWCOMER),
        "puzzle-shown": State(puzzle_shown, NEWCOMER),
        "puzzle-rated": State(puzzle_solved, MEMBER),
        "puzzles-rated": State(page_at("/puzzles"), MEMBER, is_page=True),
        "mistake": State(mistake, NEWCOMER),
        "mistake-wrong": State(mistake_wrong, NEWCOMER),
        "mistake-solved": State(mistake_solved, NEWCOMER),
        "mistakes-later": State(mistakes_later, NEWCOMER),
        "share": State(of_table("/t/{}/share?at=9"), is_page=True),
        "embed": State(of_table("/embed/{}"), is_page=True),
        "my-games": State(with_games("/me"), is_page=True),
        "my-games-unmatched": State(with_games("/me?game=olix&result=won#finished"), is_page=True),
        "home-others": State(others_tables, NEWCOMER, is_page=True),
        "home-later": State(with_games("/"), is_page=True),
        "settings": State(page_at("/settings"), is_page=True),
        "settings-member": State(page_at("/settings"), MEMBER, is_page=True),
        "settings-refused": State(webhook_refused, MEMBER, is_page=True),
        "account": State(page_at("/account"), MEMBER, is_page=True),
        "account-token": State(account_token, MEMBER, is_page=True),
        "account-delete": State(account_delete, MEMBER, is_page=True),
    }
    if ENGINE.joinpath("files.json").exists():
        states |= {
            "offline": State(page_at("/offline"), NEWCOMER, is_page=True),
            "offline-kept": State(kept, NEWCOMER, is_page=True),
            "offline-home": State(without_network("/"), NEWCOMER, is_page=True),
            "offline-elsewhere": State(without_network("/ratings"), NEWCOMER, is_page=True),
            "local-table": State(local_table, NEWCOMER),
            "local-list": State(local_list, NEWCOMER, is_page=True),
            "local-failed": State(local_failed, NEWCOMER, is_page=True, problem="Failed to fetch"),
        }
    return states
