"""A first evening: a lesson, a game, an account, the same game on another device, its review."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.people import PATIENCE, Player
from tests.web.test_lessons import follow_by_mouse
from tests.web.test_people import LANGUAGES, PHONE, sign_in, sign_up

Visit = Callable[..., Player]


@LANGUAGES
def test_lesson_game_account_and_review(visit: Visit, locale: str, words: dict[str, str]) -> None:
    desk = visit(locale=locale)
    follow_by_mouse(desk, "quixo")
    desk.page.click("#end [name=play]")
    desk.arrive()
    desk.play("a1e1")
    desk.may_move()
    desk.act("resign")
    desk.act("resign")
    expect(desk.page.locator(".status.over")).to_be_visible(timeout=PATIENCE)
    game = desk.table
    name = f"Noor {locale}"
    sign_up(desk, name, words)

    phone = visit(locale=locale, **PHONE)
    sign_in(phone, name, words)
    phone.page.click(f"a[href='/t/{game}/review']")
    phone.page.wait_for_selector("body[data-review=done]", timeout=4 * PATIENCE)
    expect(phone.page.locator("#moves button")).to_have_count(2)
