"""People at one table: inviting, joining under a name, offers, sounds, chat."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.people import Player
from tests.web.test_people import sign_up
from tests.web.test_settings import LISTEN, setting

Visit = Callable[..., Player]


def join(player: Player, address: str, name: str) -> None:
    """Come by the link and take a seat under a name."""
    player.go(address)
    player.page.locator("#invitation [name=name]").fill(name)
    player.page.get_by_role("button", name=re.compile("Join the game|Rejoindre la partie")).click()
    expect(player.page.locator("#near-seats")).to_contain_text(name)


def say(page: Page, text: str) -> None:
    page.locator("#say [name=text]").fill(text)
    page.locator("#say [type=submit]").click()
    expect(page.locator("#heard")).to_contain_text(text)


def test_the_link_is_shown_copied_and_drawn(visit: Visit) -> None:
    ann = visit(permissions=["clipboard-read", "clipboard-write"])
    ann.start("quixo", "link")
    box = ann.page.locator("#invitation")
    expect(box.get_by_label("Link")).to_have_value(ann.page.url)
    box.get_by_role("button", name="Copy").click()
    expect(box.get_by_role("button", name="Copied")).to_be_visible()
    assert ann.page.evaluate("navigator.clipboard.readText()") == ann.page.url
    expect(box.get_by_role("button", name="Copy", exact=True)).to_be_visible()  # it goes by itself
    box.locator("summary").click()
    code = box.get_by_role("img", name="QR code")
    expect(code).to_be_visible()
    ann.page.wait_for_function("() => document.querySelector('#invitation img').naturalWidth > 0")
    answer = ann.page.request.get(f"/t/{ann.table}/qr.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert ann.page.request.get("/t/nowhere/qr.svg").status == 404


def test_a_link_is_shared_where_the_browser_can(visit: Visit) -> None:
    ann = visit()
    ann.context.add_init_script("navigator.share = async (what) => { window.shared = what; };")
    ann.start("quixo", "link")
    ann.page.locator("#invitation").get_by_role("button", name="Share").click()
    assert ann.page.evaluate("shared.url") == ann.page.url


def test_a_visitor_reads_who_invites_and_joins_under_a_name(visit: Visit) -> None:
    ann, bob = visit(), visit()
    ann.start("quixo", "link")
    ann.page.locator("#invitation [name=name]").fill("Ann")
    ann.page.locator("#invitation [type=submit]").click()
    expect(ann.page.locator("#near-seats")).to_contain_text("Ann")
    bob.go(ann.page.url)
    bob.says("Ann invites you to play")
    join(bob, ann.page.url, "Bob")
    expect(ann.page.locator("#far-seats")).to_contain_text("Bob")
    expect(ann.page.locator("#invitation")).to_be_hidden()
    bob.page.goto("/")
    expect(bob.page.locator(".me input")).to_have_value("Bob")


def test_the_name_in_the_field_counts_whatever_button_seats_a_visitor(visit: Visit) -> None:
    ann, bob, cid = visit(), visit(), visit()
    ann.start("x", "link")
    for player, name, button in ((bob, "Bob", "Sit here"), (cid, "Cid", "Join the game")):
        player.go(ann.page.url)
        expect(player.page.locator("#invitation button")).to_have_count(0)  # there is one button for it
        player.page.locator("#invitation [name=name]").fill(name)
        player.page.get_by_role("button", name=button).last.click()
        expect(player.page.locator("#near-seats")).to_contain_text(name)
    assert {seat["name"] for seat in ann.news["seats"]} >= {"Bob", "Cid"}


def test_an_account_is_asked_for_no_name(visit: Visit) -> None:
    ann, bob = visit(), visit()
    ann.start("quixo", "link")
    sign_up(bob, "Named Bob")
    bob.go(ann.page.url)
    bob.says("invites you to play")
    expect(bob.page.locator("#invitation")).to_be_hidden()
    bob.page.get_by_role("button", name="Join the game").click()
    expect(bob.page.locator("#near-seats")).to_contain_text("Named Bob")


def test_a_declined_offer_is_told_and_a_withdrawn_one_is_not(visit: Visit) -> None:
    ann, bob = visit(), visit()
    ann.start("quixo", "link")
    join(bob, ann.page.url, "Bob")
    ann.play("a1e1")
    ann.act("takeback")
    ann.page.get_by_role("button", name="Withdraw").click()
    expect(ann.page.locator(".offer")).to_have_count(0)
    expect(ann.page.locator("#line")).to_be_hidden()
    ann.act("takeback")
    bob.page.get_by_role("button", name="Decline").click()
    expect(ann.page.locator("#line")).to_have_text(re.compile("Your takeback was declined"))


def test_who_resigns_reads_so_and_is_offered_a_rematch_first(visit: Visit) -> None:
    ann, bob = visit(), visit()
    ann.start("quixo", "link")
    join(bob, ann.page.url, "Bob")
    first = ann.table
    for _ in range(2):
        bob.act("resign")
    bob.says("wins *you resigned")
    ann.says("You win *Bob resigned")
    main = ann.page.locator("#state .main")
    expect(main).to_have_text("Rematch")
    expect(ann.page.locator("#state a")).to_have_text(["Review", "New game"])
    main.click()
    expect(ann.page.locator(".offer")).to_contain_text("You offered a rematch")
    for player in (ann, bob):  # nothing lies nearer to the hand than the answer
        expect(player.page.locator("#state .main")).to_have_count(0)
    bob.page.get_by_role("button", name="Accept").click()
    ann.page.wait_for_url(lambda url: first not in url)


def test_what_happens_is_heard_unless_it_is_switched_off(visit: Visit) -> None:
    ann, bob = visit(), visit()
    ann.context.add_init_script(LISTEN)
    ann.start("quixo", "link")
    ann.page.mouse.click(2, 2)  # browsers let no page sound before it was touched

    def heard() -> int:
        return int(ann.page.evaluate("tones"))

    def sounds(act: Callable[[], object], shown: Callable[[], object]) -> int:
        before = heard()
        act()
        shown()
        return heard() - before

    seats, log, offers = (ann.page.locator(place) for place in ("#far-seats", "#heard", ".offer"))
    assert sounds(lambda: join(bob, ann.page.url, "Bob"), lambda: expect(seats).to_contain_text("Bob")) > 0
    assert sounds(lambda: say(bob.page, "Hello"), lambda: expect(log).to_contain_text("Hello")) > 0
    setting(ann, "sound_chat", False)
    assert sounds(lambda: say(bob.page, "Hush"), lambda: expect(log).to_contain_text("Hush")) == 0
    ann.play("a1e1")
    assert sounds(lambda: bob.play("a5a1"), lambda: ann.sees(2)) > 0  # her turn
    assert sounds(lambda: bob.act("takeback"), lambda: expect(offers).to_have_count(1)) > 0
    setting(ann, "sound_end", False)
    bob.act("resign")
    assert sounds(lambda: bob.act("resign"), lambda: ann.says("You win")) == 0


def test_each_sound_has_a_switch_of_its_own(visit: Visit) -> None:
    ann, bob = visit(), visit()
    ann.context.add_init_script(LISTEN)
    ann.start("quixo", "link")
    ann.page.mouse.click(2, 2)
    for name in ("sound_join", "sound_turn", "sound_offer"):
        setting(ann, name, False)
    join(bob, ann.page.url, "Bob")
    expect(ann.page.locator("#far-seats")).to_contain_text("Bob")
    assert ann.page.evaluate("tones") == 0
    ann.play("a1e1")
    own = ann.page.evaluate("tones")
    assert own > 0  # the switch of moves is another
    bob.play("a5a1")
    ann.sees(2)
    bob.act("takeback")
    expect(ann.page.locator(".offer")).to_have_count(1)
    assert ann.page.evaluate("tones") == own


def test_chat_has_times_and_plain_links_and_can_be_muted_and_reported(visit: Visit) -> None:
    ann, bob = visit(), visit()
    ann.start("quixo", "link")
    join(bob, ann.page.url, "Bob")
    say(bob.page, "see https://example.org <b>now</b>")
    line = ann.page.locator("#heard p")
    expect(line.locator("time")).to_have_text(re.compile(r"\d?\d:\d\d"))
    expect(line).to_contain_text("see https://example.org <b>now</b>")
    assert line.locator("a, b b").count() == 0
    line.hover()
    line.get_by_role("button", name="Report").click()
    expect(line.get_by_role("button", name="Reported")).to_be_visible()
    line.get_by_role("button", name="Mute").click()
    expect(ann.page.locator("#heard")).not_to_contain_text("example.org")
    ann.page.reload()
    ann.arrive()
    expect(ann.page.get_by_role("button", name="Show muted messages")).to_be_visible()
    expect(ann.page.locator("#heard")).not_to_contain_text("example.org")
    ann.page.get_by_role("button", name="Show muted messages").click()
    expect(ann.page.locator("#heard")).to_contain_text("example.org")
    assert bob.page.locator("#heard .against").count() == 0  # nothing against oneself


def test_what_is_said_is_seen_on_a_phone(visit: Visit) -> None:
    phone, bob = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True), visit()
    phone.start("quixo", "link")
    join(bob, phone.page.url, "Bob")
    say(bob.page, "Hello there")
    phone.says("Bob: Hello there")
    tab = phone.page.locator("label:has([name=tab][value=talk])")
    expect(tab).to_have_class("unread")
    tab.tap()
    expect(tab).not_to_have_class("unread")
    expect(phone.page.locator("#heard")).to_be_in_viewport()
    phone.says("Your turn")
    say(phone.page, "Hello Bob")
    expect(bob.page.locator("#heard")).to_contain_text("Hello Bob")
    expect(bob.page.locator("#line")).to_be_hidden()  # there is room for the chat beside the board


def test_spectators_talk_among_themselves(visit: Visit) -> None:
    ann, eve, fay = visit(), visit(), visit()
    ann.start("quixo", "screen")
    for player in (eve, fay):
        player.go(ann.page.url)
    say(eve.page, "Cross is lost")
    expect(fay.page.locator("#heard")).to_contain_text("Cross is lost")
    ann.play("a1e1")
    assert ann.news["chat"] == []


def test_bots_of_one_level_have_different_names(visit: Visit) -> None:
    ann = visit(pace="calm")
    ann.start("x", "bot")
    seats = ann.page.locator("#far-seats .who").all_inner_texts()
    assert seats == ["Yellow\nSprout · computer", "Green\nSprout · computer"]
    ann.play("a1")
    expect(ann.page.locator("#state")).to_contain_text("Yellow (Sprout) is thinking")


def test_a_draw_is_offered_only_where_an_agreed_end_is_one(visit: Visit) -> None:
    us = visit()
    us.start("quixo", "screen")
    expect(us.page.locator("#acts [data-act=end]")).to_have_text("Offer a draw")
    us.start("olix", "screen")
    expect(us.page.locator("#acts [data-act=end]")).to_have_text("Offer to end")


@pytest.mark.parametrize("width", [360, 390, 1366])
def test_a_visitor_can_read_the_name_under_which_they_join(visit: Visit, width: int) -> None:
    ann, bob = visit(), visit(viewport={"width": width, "height": 768}, locale="fr")
    ann.start("quixo", "link")
    bob.go(ann.page.url)
    field = bob.page.locator("#invitation [name=name]")
    expect(field).to_have_value(re.compile("Invité"))
    assert field.evaluate("field => field.scrollWidth <= field.clientWidth")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
def test_on_a_phone_an_invitation_hides_neither_who_invites_nor_the_button(
    visit: Visit, width: int, height: int
) -> None:
    ann, bob = visit(), visit(viewport={"width": width, "height": height}, has_touch=True, locale="fr")
    ann.page.goto("/")
    ann.page.fill("[name=name]", "Anne-Marie Desrochers")
    with ann.page.expect_response("**/api/guest"):
        ann.page.keyboard.press("Enter")
    ann.start("quixo", "link")
    bob.go(ann.page.url)
    bob.says("Anne-Marie Desrochers vous invite à jouer")
    invitation = bob.page.locator("#invitation").bounding_box()
    status = bob.page.locator("#state").bounding_box()
    assert invitation
    assert status
    assert invitation["y"] + invitation["height"] <= status["y"]


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_on_a_phone_the_end_of_a_game_moves_and_hides_nothing(visit: Visit, locale: str) -> None:
    ann = visit()
    bob = visit(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale=locale)
    ann.start("quixo", "link")
    join(bob, ann.page.url, "Bob")
    ann.play("a1e1")
    bob.play("b1b5")
    bob.sees(2)
    cell = bob.at("a1")
    for _ in range(2):
        bob.act("resign")
    expect(bob.page.locator(".afterwards .main")).to_be_visible()
    assert bob.at("a1") == cell
    moves, buttons = (bob.page.locator(name).bounding_box() for name in ("#last-moves", ".afterwards"))
    assert moves
    assert buttons
    assert moves["y"] + moves["height"] <= buttons["y"] + 1
