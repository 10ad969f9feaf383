"""What a newcomer stumbled over, each once more in the browser.

| stumble | tests |
| --- | --- |
| a second click that plays a move | test_a_second_click_on_a_pawn_puts_it_down_even_if_it_could_walk_round |
| takebacks of whole rounds | test_on_one_screen_one_move_is_..., test_with_bots_the_player_is_to_move_... |
| an agreed end that is not asked | test_on_one_screen_an_end_by_agreement_is_asked_twice |
| bots too fast to follow | test_a_bot_waits_as_long_as_..., test_all_moves_since_ones_own_last_are_marked |
| panels and trays out of sight | test_layout: test_all_that_a_move_needs_is_in_sight |
| the last move out of sight | test_the_last_move_stays_in_sight_when_a_panel_grows |
| what a screen reader hears | test_a_fast_bot_does_not_speak_over_..., test_offers_are_spoken |
| moves lost while disconnected | test_a_move_made_without_..., test_a_move_that_..., test_a_kept_move_... |
| an end without its score | test_the_end_names_the_score_..., test_an_end_before_the_board_is_full_says_so |
| letters beside their columns | test_letters_stand_under_their_columns |
| names taken for others | tests/server/people |
| a guest at a rated table | test_a_guest_at_a_rated_table_signs_up_and_comes_back_to_the_seat |
| a series without its next round | test_in_a_series_the_next_round_is_the_main_button |
| clicks refused without the rule | test_every_illegal_click_says_the_rule |
| acts that are refused | tests/server/live/test_table |
| sizes and numbers in a review | test_review: test_the_board_keeps_its_size_and_moves_their_numbers |
| addresses of unknown games, HEAD | test_an_address_that_leads_nowhere_..., test_head_is_answered_... |
| nameless tab stops, no skip link | test_the_keyboard_reaches_the_board_at_once_and_every_stop_has_a_name |
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.server.harness import Server
from tests.web.people import Player

Visit = Callable[..., Player]
ME = {"who": "me"}
BOT = {"who": "bot", "bot": "level:1"}


def play_all(player: Player, *moves: str) -> None:
    """Make moves over the socket that the page has open, without clicking."""
    for move in moves:
        player.play(move)


def test_a_second_click_on_a_pawn_puts_it_down_even_if_it_could_walk_round(visit: Visit) -> None:
    us = visit()
    us.start("plateau-x-mini", "screen")
    play_all(us, "@a1", "@f6", "Sa2", "Sf1")
    assert "a1-a1" in {us.match.game.text(move) for move in us.match.legal_moves}
    us.click("a1")
    expect(us.page.locator(".ring")).to_have_count(3)
    us.click("a1")
    expect(us.page.locator(".ring")).to_have_count(0)
    assert us.news["ply"] == 4
    us.click("a1")
    us.page.get_by_role("button", name="Walk round and come back").click()
    us.sees(5)
    assert us.news["moves"][-1] == "a1-a1"


@pytest.mark.parametrize(("game", "moves"), [("quixo", ("a1e1", "b1b5", "c1c5")), ("x", ("a1", "b1", "c1"))])
def test_on_one_screen_one_move_is_taken_back_at_a_time(
    visit: Visit, game: str, moves: tuple[str, ...]
) -> None:
    us = visit()
    us.start(game, "screen")
    expect(us.page.locator("[data-act=takeback]")).to_have_count(0)
    play_all(us, *moves)
    for left in (2, 1, 0):
        us.act("takeback")
        us.sees(left)
    expect(us.page.locator("[data-act=takeback]")).to_have_count(0)
    expect(us.page.locator("#spoken p").last).to_contain_text("1 move was taken back.")


def test_with_bots_the_player_is_to_move_again_after_a_takeback(visit: Visit) -> None:
    ann = visit()
    ann.open(game="x", options={"size": 6}, seats=[ME, BOT, BOT])
    ann.play("c3")
    ann.sees(3)
    ann.play_any()
    ann.sees(6)
    ann.act("takeback")
    ann.sees(3)
    ann.says("Your turn")


def test_on_one_screen_an_end_by_agreement_is_asked_twice(visit: Visit) -> None:
    us = visit()
    us.start("quixo", "screen")
    us.act("end")
    expect(us.page.locator("[data-act=end]")).to_contain_text("End the game here?")
    assert us.news["status"] == "playing"
    us.act("end")
    us.says("A draw")
    expect(us.page.locator("#spoken p").last).to_have_text("A draw: by agreement.")


def test_the_last_move_stays_in_sight_when_a_panel_grows(visit: Visit) -> None:
    us = visit(viewport={"width": 1366, "height": 641})
    us.open(game="olix", seats=[ME, ME])
    for _ in range(14):
        us.play_any()
    assert us.page.evaluate(LAST_IS_SEEN)
    us.page.evaluate(
        "document.querySelector('#panels').insertAdjacentHTML('beforeend', '<p style=height:9rem></p>')"
    )
    us.page.wait_for_function(LAST_IS_SEEN)


LAST_IS_SEEN = """() => {
    const list = document.querySelector("#moves").getBoundingClientRect();
    const last = document.querySelector("#moves [aria-current]").getBoundingClientRect();
    return last.height > 0 && last.top >= list.top - 1 && last.bottom <= list.bottom + 1;
}"""


def test_a_fast_bot_does_not_speak_over_the_players_own_move(visit: Visit) -> None:
    ann = visit()
    ann.open(game="quixo", seats=[ME, BOT])
    ann.play("a1e1")
    ann.sees(2)
    expect(ann.page.locator("#spoken")).to_contain_text("Cross played a1e1.")
    expect(ann.page.locator("#spoken p").last).to_contain_text("Your turn.")
    for _ in range(2):
        ann.act("resign")
    expect(ann.page.locator("#spoken p").last).to_contain_text("wins: you resigned.")


def test_offers_are_spoken(visit: Visit) -> None:
    ann, bob = visit(), visit()
    ann.start("quixo", "link")
    bob.go(ann.page.url)
    bob.page.get_by_role("button", name="Sit here").click()
    ann.play("a1e1")
    bob.sees(1)
    ann.act("takeback")
    expect(bob.page.locator("#spoken p").last).to_contain_text("would like to take a move back.")


def test_a_move_made_without_a_connection_is_kept_and_sent(visit: Visit, server: Server) -> None:
    us = visit()
    us.start("quixo", "screen")
    server.kill()
    us.says("No connection")
    us.click("a1")
    us.click("e1")
    us.says("a1e1 will be sent as soon as you are back")
    server.start()
    us.sees(1)
    assert us.news["moves"] == ["a1e1"]


class Line:
    """The connection of a player's page to the table, which can go dead: nothing is heard."""

    def __init__(self, player: Player) -> None:
        self.is_dead = False
        player.page.route_web_socket(re.compile("/live"), self.carry)

    def carry(self, socket: WebSocketRoute) -> None:
        if self.is_dead:
            socket.close()
            return
        server = socket.connect_to_server()
        socket.on_message(lambda message: None if self.is_dead else server.send(message))
        server.on_message(lambda message: None if self.is_dead else socket.send(message))


def test_a_kept_move_that_no_longer_fits_is_named_and_not_sent(visit: Visit) -> None:
    us = visit()
    line = Line(us)
    us.start("quixo", "screen")
    us.may_move()
    line.is_dead = True
    us.click("a1")
    us.click("e1")
    us.says("a1e1 will be sent as soon as you are back")
    us.ask(f"/api/tables/{us.table}/acts", act="play", move="b1b5", ply=0)
    line.is_dead = False
    us.says("The game went on meanwhile: a1e1 was not played")
    us.sees(1)
    assert us.news["moves"] == ["b1b5"]


def test_a_move_that_a_dead_connection_swallows_is_sent_again(visit: Visit) -> None:
    us = visit()
    line = Line(us)
    us.start("quixo", "screen")
    us.may_move()
    line.is_dead = True
    us.click("a1")
    us.click("e1")
    us.page.wait_for_timeout(500)  # it is on its way
    line.is_dead = False
    us.says("Connected again: a1e1 was sent")
    us.sees(1)
    assert us.news["moves"] == ["a1e1"]
    expect(us.page.locator("#connection")).to_be_hidden()


def test_the_end_names_the_score_and_shows_the_paths(visit: Visit) -> None:
    us = visit()
    us.open(game="x", options={"size": 4}, seats=[ME] * 3)
    moves = "a1 b1 b2 c1 a4 c3 d1 b3 b4 d4 d2 c4 a3 d3 c2 a2"
    for ply, move in enumerate(moves.split()):
        us.ask(f"/api/tables/{us.table}/acts", act="play", move=move, ply=ply)
    us.sees(16)
    us.says("Red wins.*3-1-0: Red has three corners")
    assert "settled before the board was full" not in us.page.locator("#status").inner_text()
    expect(us.page.locator(".mark.end")).to_have_count(4)


def test_an_end_before_the_board_is_full_says_so(visit: Visit) -> None:
    us = visit()
    us.open(game="x", options={"size": 4}, seats=[ME] * 3)
    moves = "a4 a3 d4 c2 c4 d3 d1 b2 a1 b3"
    for ply, move in enumerate(moves.split()):
        us.ask(f"/api/tables/{us.table}/acts", act="play", move=move, ply=ply)
    us.sees(10)
    us.says("Red wins.*4-0-0: Red has all four corners, settled before the board was full")


def test_letters_stand_under_their_columns(visit: Visit) -> None:
    us = visit()
    us.open(game="x", seats=[ME] * 3)
    for letter in "abj":
        text = us.page.locator(".stage svg text", has_text=letter).first.bounding_box()
        assert text is not None
        assert abs(text["x"] + text["width"] / 2 - us.at(f"{letter}1")[0]) < text["width"]


def test_a_guest_at_a_rated_table_signs_up_and_comes_back_to_the_seat(visit: Visit) -> None:
    ann, guest = visit(), visit()
    sign_up(ann, "Rated Ann")
    ann.open(game="quixo", seats=[ME, {"who": "open"}], rated=True)
    guest.go(ann.page.url)
    expect(guest.page.get_by_role("button", name="Join the game")).to_have_count(0)
    expect(guest.page.locator("#invitation")).to_be_hidden()
    guest.page.locator("#state").get_by_role("link", name="Sign in to join").click()
    guest.page.locator("main a[href^='/signup']").click()
    fill_in(guest, "Rated Bob")
    guest.arrive()
    guest.says("Rated Ann to play")
    assert guest.news["you"]["seats"] == [1]


def sign_up(player: Player, name: str) -> None:
    player.page.goto("/signup")
    fill_in(player, name)


def fill_in(player: Player, name: str) -> None:
    player.page.fill("[name=name]", name)
    player.page.fill("[name=password]", "correct horse battery 7")
    player.page.locator("form.slip button.main").click()
    player.page.wait_for_url(lambda url: "/signup" not in url)


def test_in_a_series_the_next_round_is_the_main_button(visit: Visit) -> None:
    ann = visit()
    ann.open(game="quixo", seats=[ME, BOT], rounds=3)
    for _ in range(2):
        ann.act("resign")
    expect(ann.page.locator("#state .main")).to_have_text("Next round")
    bot = ann.page.locator("#far-seats strong").inner_text()
    expect(ann.page.locator(".panel-rounds")).to_contain_text(bot)
    first = ann.table
    ann.page.click("#state .main")
    ann.page.wait_for_url(lambda url: first not in url)


@pytest.mark.parametrize(
    ("game", "clicks", "rule"),
    [
        ("quixo", ["c3"], "Only cubes on the rim can be taken"),
        ("quixo", ["a1", "c3"], "at an end of its row or column"),
        ("plateau-x", ["c3"], "Choose a brick or your pawn first"),
        ("plateau-x", ["T1", "g7"], "It would stick out of the board"),
    ],
)
def test_every_illegal_click_says_the_rule(visit: Visit, game: str, clicks: list[str], rule: str) -> None:
    us = visit()
    us.start(game, "screen")
    for name in clicks:
        us.click(name)
    us.says(rule)


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/rules/chess", 404, "There is no game of this name here"),
        ("/learn/chess", 404, "There is no game of this name here"),
        ("/analysis/chess", 404, "There is no game of this name here"),
        ("/t/nowhere", 404, "There is no such table here"),
        ("/nowhere", 404, "There is nothing here"),
        ("/me?page=abc", 400, "something is wrong with “page”"),
    ],
)
def test_an_address_that_leads_nowhere_says_so_and_leads_back(
    visit: Visit, address: str, status: int, words: str
) -> None:
    ann = visit()
    answer = ann.page.goto(address)
    assert answer is not None
    assert answer.status == status
    expect(ann.page.locator("main")).to_contain_text(words)
    expect(ann.page.get_by_role("button", name="Try again")).to_have_count(0)
    ann.page.locator("main").get_by_role("link", name="Back to the games").click()
    expect(ann.page.locator(".card")).to_have_count(4)


def test_head_is_answered_as_get_is(visit: Visit) -> None:
    ann = visit()
    ann.page.goto("/")
    asked = "async (path) => { const { status } = await fetch(path, { method: 'HEAD' }); return status; }"
    assert [ann.page.evaluate(asked, path) for path in ("/", "/rules/quixo", "/nowhere")] == [200, 200, 404]


def test_teams_speak_of_the_dot_and_of_the_partner(visit: Visit) -> None:
    ann = visit()
    ann.open(game="quixo-teams", seats=[ME, BOT, BOT, BOT])
    expect(ann.page.locator("[data-seat='2']")).to_contain_text("your partner")
    ann.click("a1")
    ann.click("e1")
    ann.says("Now turn the dot")


def test_the_ghost_shows_the_whole_row_that_is_pushed(visit: Visit) -> None:
    us = visit()
    us.start("quixo", "screen")
    us.click("a1")
    us.page.mouse.move(*us.at("e1"))
    expect(us.page.locator(".ghost.shifted")).to_have_count(5)


def test_all_moves_since_ones_own_last_are_marked(visit: Visit) -> None:
    ann = visit()
    ann.open(game="x", options={"size": 6}, seats=[ME, BOT, BOT])
    ann.play("c3")
    ann.sees(3)
    for _ in range(2):
        expect(ann.page.locator(".mark.last")).to_have_count(1)
        expect(ann.page.locator(".mark.earlier")).to_have_count(1)
        ann.page.reload()
        ann.arrive()


def test_a_bot_waits_as_long_as_the_player_wishes(visit: Visit) -> None:
    ann = visit(pace="calm")
    addresses: list[str] = []
    ann.page.on("websocket", lambda socket: addresses.append(socket.url))
    sent: list[str] = []
    ann.page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(str(text))))
    ann.open(game="quixo", seats=[ME, BOT])
    assert "pause=1.2" in addresses[-1]
    ann.page.click("[popovertarget=settings]")
    ann.page.select_option("[name=pace]", "quick")
    expect(ann.page.locator("#moves button")).to_have_count(0)
    assert '"pause":0.5' in sent[-1]
    ann.page.reload()
    ann.arrive()
    assert "pause=0.5" in addresses[-1]


def test_the_keyboard_reaches_the_board_at_once_and_every_stop_has_a_name(visit: Visit) -> None:
    us = visit()
    us.start("quixo", "screen")
    us.page.keyboard.press("Tab")
    assert us.page.evaluate("document.activeElement.className") == "skip"
    us.page.keyboard.press("Enter")
    us.page.keyboard.press("Tab")
    assert us.page.evaluate("document.activeElement.dataset.name") == "a1"
    us.page.evaluate("document.activeElement.blur()")
    for _ in range(30):
        us.page.keyboard.press("Tab")
        assert us.page.evaluate(NAMED), us.page.evaluate("document.activeElement.outerHTML.slice(0, 200)")


NAMED = """() => {
    const node = document.activeElement;
    if (node === document.body) return true;
    return Boolean(node.ariaLabel || node.innerText?.trim() || node.closest("label") || node.title);
}"""


def test_a_finger_sees_a_brick_before_it_is_laid(visit: Visit) -> None:
    phone = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    phone.start("plateau-x-mini", "screen")
    phone.page.locator("#tray [data-name=T1]").tap()
    for _ in range(2):
        phone.page.touchscreen.tap(*phone.at("c3"))
        phone.page.touchscreen.tap(*phone.at("b2"))
        phone.says("Tap there again")
        expect(phone.page.locator(".ghost")).to_have_count(1)
        expect(phone.page.locator(".anchor")).to_have_count(1)
    assert phone.news["moves"] == []
    phone.page.touchscreen.tap(*phone.at("b2"))
    phone.sees(1)
