"""What happens at a table besides moves."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.server.harness import Server
from tests.web.people import Player

Visit = Callable[..., Player]


def test_an_illegal_click_says_which_clause_forbids_it(visit: Visit) -> None:
    us = visit()
    us.start("quixo", "screen")
    us.play("a1e1")
    us.click("e1")
    us.says("§Q2")
    us.click("c3")
    us.says("rim.*§Q2")
    us.says("Circle to play")  # the remark goes by itself
    assert us.news["ply"] == 1


def test_a_click_is_taken_back_by_escape_and_by_a_second_click(visit: Visit) -> None:
    us = visit()
    us.start("quixo", "screen")
    rings = us.page.locator(".ring")
    us.click("a1")
    expect(rings).to_have_count(2)
    us.page.keyboard.press("Escape")
    expect(rings).to_have_count(0)
    us.click("c1")
    expect(rings).to_have_count(3)
    us.click("c1")
    expect(rings).to_have_count(0)
    us.click("a1")
    us.click("b1")  # another cube instead
    expect(us.page.locator(".spot[aria-pressed=true]")).to_have_attribute("data-name", "b1")


def test_a_cube_can_be_dragged(visit: Visit) -> None:
    us = visit()
    us.start("quixo", "screen")
    us.page.mouse.move(*us.at("b1"))
    us.page.mouse.down()
    us.page.mouse.move(*us.at("b3"), steps=3)
    us.page.mouse.move(*us.at("b5"), steps=3)
    us.page.mouse.up()
    us.sees(1)
    assert us.news["moves"] == ["b1b5"]


COUNT = """
    const animate = Element.prototype.animate;
    window.slides = 0;
    Element.prototype.animate = function (...all) {
        if (this.matches("use.piece")) window.slides += 1;
        return animate.apply(this, all);
    };
"""


def test_a_brick_can_be_dragged_from_beside_the_board(visit: Visit) -> None:
    us = visit()
    us.start("plateau-x", "screen")
    us.page.locator("#tray [data-name=S]").hover()
    us.page.mouse.down()
    us.page.mouse.move(*us.at("c3"), steps=4)
    us.page.mouse.up()
    us.sees(1)
    assert us.news["moves"] == ["Sc3"]


@pytest.mark.parametrize(("motion", "slides"), [("no-preference", 5), ("reduce", 0)])
def test_pushed_pieces_slide_together_and_stay_the_same_nodes(visit: Visit, motion: str, slides: int) -> None:
    us = visit(reduced_motion=motion)
    us.context.add_init_script(COUNT)
    us.start("quixo", "screen")
    us.page.evaluate("for (const node of document.querySelectorAll('use.piece')) node.old = true")
    us.play("b1b5")
    assert us.page.evaluate("slides") == slides
    assert (
        us.page.evaluate("[...document.querySelectorAll('use.piece')].filter(node => node.old).length") == 25
    )


def test_everything_by_keyboard(visit: Visit) -> None:
    us = visit()
    us.start("quixo", "screen")
    us.page.locator(".spot[tabindex='0']").focus()
    focused = "() => document.activeElement.dataset.name"
    assert us.page.evaluate(focused) == "a1"
    us.page.keyboard.press("ArrowRight")
    assert us.page.evaluate(focused) == "b1"
    us.page.keyboard.press("Enter")
    for _ in range(4):
        us.page.keyboard.press("ArrowUp")
    assert us.page.evaluate(focused) == "b5"
    us.page.keyboard.press("Enter")
    us.sees(1)
    assert us.news["moves"] == ["b1b5"]
    expect(us.page.locator(".spot[data-name=b5]")).to_have_attribute("aria-label", "b5, cross, last move")
    expect(us.page.locator("#spoken")).to_contain_text("Cross played b1b5. Circle to play")


def test_stepping_through_the_game_and_back_to_live(visit: Visit) -> None:
    us = visit()
    us.start("quixo", "screen")
    for move in ("a1e1", "b1b5", "c1c5"):
        us.play(move)
    us.page.keyboard.press("ArrowLeft")
    us.page.wait_for_selector("body[data-at='2']")
    us.page.keyboard.press("Home")
    us.page.wait_for_selector("body[data-at='0']")
    expect(us.page.locator("use.piece[href='#quixo-cube']")).to_have_count(25)
    expect(us.page.locator(".spot.live")).to_have_count(0)
    us.page.locator("#moves button").nth(0).click()
    us.page.wait_for_selector("body[data-at='1']")
    expect(us.page.locator("use.piece[href='#quixo-x']")).to_have_count(1)
    us.page.click("#live")
    us.page.wait_for_selector("body[data-at='3']")
    us.may_move()


def test_a_takeback_against_the_computer_happens_at_once(visit: Visit) -> None:
    ann = visit()
    ann.start("quixo", "bot")
    ann.play("a1e1")
    ann.sees(2)
    ann.act("takeback")
    ann.sees(0)
    ann.play("a1a5")
    ann.sees(2)


def test_a_takeback_between_people_is_asked_for(visit: Visit) -> None:
    ann, bob = visit(), visit()
    ann.start("quixo", "link")
    bob.go(ann.page.url)
    bob.page.get_by_role("button", name="Sit here").click()
    ann.play("a1e1")
    for answer, left in (("Decline", 1), ("Accept", 0)):
        ann.act("takeback")
        expect(bob.page.locator(".offer")).to_contain_text("would like to take a move back")
        bob.page.get_by_role("button", name=answer).click()
        expect(ann.page.locator(".offer")).to_have_count(0)
        ann.sees(left)
        bob.sees(left)


def test_a_clock_runs_out(visit: Visit) -> None:
    us = visit()
    me = {"who": "me"}
    us.open(game="quixo", seats=[me, me], clock={"kind": "move", "time": 1.5})
    us.play("a1e1")
    expect(us.page.locator(".clock.running.short")).to_have_count(1)
    us.says("Cross wins *Circle ran out of time")


def test_a_restart_and_a_reload_lose_nothing(visit: Visit, server: Server) -> None:
    us = visit()
    us.start("quixo", "screen")
    us.play("a1e1")
    server.kill()
    expect(us.page.locator("#connection")).to_be_visible()
    server.start()
    expect(us.page.locator("#connection")).to_be_hidden(timeout=15_000)
    us.play("b1b5")
    us.page.reload()
    us.arrive()
    us.sees(2)
    us.play("c1c5")
    assert us.news["moves"] == ["a1e1", "b1b5", "c1c5"]


def test_spectators_see_moves_and_two_tabs_are_one_person(visit: Visit) -> None:
    ann, eve = visit(), visit()
    ann.start("quixo", "screen")
    other = ann.tab()
    other.goto(ann.page.url)
    eve.go(ann.page.url)
    expect(ann.page.locator("#watchers")).to_have_text("1 watching")
    ann.play("a1e1")
    eve.sees(1)
    other.wait_for_selector("body[data-at='1']")
    expect(eve.page.locator(".spot.live")).to_have_count(0)
    expect(other.locator(".spot.live").first).to_be_attached()


def test_help_from_a_bot(visit: Visit) -> None:
    ann = visit()
    ann.start("quixo", "bot")
    ann.act("hint")
    ann.says(r"Try \w+")
    assert ann.page.locator(".hint").count() >= 1
    ann.act("shares")
    expect(ann.page.locator(".share")).to_have_count(2)
    expect(ann.page.locator("#shares")).to_contain_text("%")


def test_on_a_phone_the_evaluation_comes_into_sight(visit: Visit) -> None:
    ann = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    ann.start("quixo", "screen")
    ann.act("shares")
    expect(ann.page.locator(".share")).to_have_count(2)
    expect(ann.page.locator("#shares")).to_be_in_viewport(ratio=1)
    is_covered = """bar => {
        const { x, y, width, height } = bar.getBoundingClientRect();
        return !bar.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }"""
    assert not ann.page.locator("#shares").evaluate(is_covered)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640), (844, 390)])
def test_the_first_move_leaves_the_board_where_it_is(visit: Visit, width: int, height: int) -> None:
    us = visit(viewport={"width": width, "height": height}, has_touch=True)
    us.open(game="x", options={"size": 6}, seats=[{"who": "me"}] * 3)
    us.may_move()
    board = us.page.locator("#stage")
    before = board.bounding_box()
    us.play("a1")
    assert board.bounding_box() == before


@pytest.mark.parametrize(("width", "height"), [(1366, 641), (390, 844), (844, 390)])
def test_a_move_to_confirm_leaves_the_board_where_it_is(visit: Visit, width: int, height: int) -> None:
    us = visit(viewport={"width": width, "height": height}, has_touch=True)
    us.page.add_init_script("localStorage.setItem('confirm', 'yes')")
    us.open(game="quixo", seats=[{"who": "me"}] * 2)
    us.may_move()
    board = us.page.locator("#stage")
    before = board.bounding_box()
    us.click("a1")
    us.click("e1")
    us.page.wait_for_selector("#line button.main")
    assert board.bounding_box() == before


def test_the_bar_says_what_is_certain(visit: Visit) -> None:
    """3x3 is solved when asked for: who begins wins."""
    ann = visit()
    ann.start("quixo", "screen", option__size="3")
    ann.act("shares")
    expect(ann.page.locator(".share")).to_have_text(["wins", "loses"])


def test_giving_up_is_asked_twice_and_a_rematch_follows(visit: Visit) -> None:
    ann = visit()
    ann.start("quixo", "bot")
    first = ann.table
    ann.act("resign")
    expect(ann.page.locator("[data-act=resign]")).to_contain_text("Really resign?")
    assert ann.news["status"] == "playing"
    ann.act("resign")
    ann.says("wins.*resigned")
    expect(ann.page.get_by_role("button", name="Rematch")).to_have_count(1)
    ann.page.get_by_role("button", name="Rematch").click()
    ann.page.wait_for_url(lambda url: first not in url)
    ann.arrive()
    assert ann.news["you"]["seats"] == [1]
    ann.sees(1)


@pytest.mark.parametrize("game", ["x", "quixo-teams"])
def test_who_resigns_among_bots_alone_can_go_on_at_once(visit: Visit, game: str) -> None:
    ann = visit()
    ann.start(game, "bot")
    ann.play_any()
    for _ in range(2):
        ann.act("resign")
    ann.says("win.*you resigned")
    expect(ann.page.get_by_role("button", name="Rematch")).to_be_visible()


def test_rounds_go_on_at_the_next_table(visit: Visit) -> None:
    ann = visit()
    bot = {"who": "bot", "bot": "level:1"}
    ann.open(game="quixo", seats=[{"who": "me"}, bot], rounds=2)
    expect(ann.page.locator(".panel-rounds h2")).to_have_text("Round 1 of 2")
    first = ann.table
    for _ in range(2):
        ann.act("resign")
    ann.page.get_by_role("button", name="Next round").click()
    ann.page.wait_for_url(lambda url: first not in url)
    ann.arrive()
    expect(ann.page.locator(".panel-rounds h2")).to_have_text("Round 2 of 2")
    expect(ann.page.locator(".panel-rounds tr").nth(1)).to_contain_text("1")


def test_a_seat_that_was_left_is_played_on_and_handed_back(visit: Visit) -> None:
    ann, bob = visit(), visit()
    ann.start("quixo", "link")
    bob.go(ann.page.url)
    bob.page.click("#state button")  # Join the game
    ann.play("a1e1")
    for _ in range(2):
        ann.act("leave")
    expect(bob.page.locator("#far-seats")).to_contain_text("the computer plays on")
    bob.play("b1b5")
    bob.sees(3)
    ann.page.get_by_role("button", name="I’m back").click()
    expect(bob.page.locator("#far-seats")).not_to_contain_text("the computer")
    bob.play_any()
    ann.says("Your turn")


def test_games_without_draws_end_by_agreeing_on_a_winner(visit: Visit) -> None:
    us = visit()
    us.start("x", "screen", option__size="4")
    us.page.click("#acts summary")
    us.page.locator("#acts").get_by_text("Green").click()
    us.page.locator("#acts").get_by_text("Green has won?").click()
    us.says("Green wins *by agreement")


def test_running_tables_come_first_at_home(visit: Visit) -> None:
    ann = visit()
    ann.start("quixo", "bot")
    ann.page.goto("/")
    ann.page.click(".running a.yours")
    ann.arrive()
    ann.says("Your turn")


@pytest.mark.parametrize("game", ["quixo-teams", "x", "olix", "plateau-x"])
def test_a_phone_never_scrolls_sideways_and_can_play(visit: Visit, game: str) -> None:
    phone = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    phone.start(game, "screen")
    width = "() => [document.documentElement.scrollWidth, document.body.scrollWidth]"
    assert max(phone.page.evaluate(width)) <= 390
    match = phone.match
    for name in match.game.paths[match.legal_moves[0]]:
        beside = phone.page.locator(f"#tray [data-name='{name}']")
        if beside.count():
            beside.tap()
            continue
        small = phone.page.locator(f".spot[data-name='{name}']").bounding_box()
        phone.page.touchscreen.tap(*phone.at(name))
        if small and min(small["width"], small["height"]) < 40:  # the first touch comes closer
            phone.page.locator("#whole").tap()
            phone.page.touchscreen.tap(*phone.at(name))
            assert phone.page.locator(".stage.zoomed").count() == 1
            phone.page.touchscreen.tap(*phone.at(name))
        if phone.page.locator(".anchor").count():  # the first tap only shows a brick
            phone.page.touchscreen.tap(*phone.at(name))
    phone.sees(1)
