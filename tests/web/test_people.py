"""A guest signs up, and is the same person on another device; in both languages, by keyboard, on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import tablier
from tests.web.people import Player

Visit = Callable[..., Player]

PASSWORD = "correct horse"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
numbers = count()

ENGLISH = {
    "mine": "My games",
    "offer": "Create an account",
    "name": "Name",
    "password": "Password",
    "in": "Sign in",
    "out": "Sign out",
    "turn": "Your turn",
    "wrong": "Wrong name or password.",
    "lost": "lost",
    "delete": "Delete my account",
    "gone": "Your account is deleted.",
    "left": "someone who left",
}
FRENCH = {
    "mine": "Mes parties",
    "offer": "Créer un compte",
    "name": "Nom",
    "password": "Mot de passe",
    "in": "Se connecter",
    "out": "Se déconnecter",
    "turn": "À vous de jouer",
    "wrong": "Nom ou mot de passe incorrect.",
    "lost": "perdue",
    "delete": "Supprimer mon compte",
    "gone": "Votre compte est supprimé.",
    "left": "quelqu’un qui est parti",
}
LANGUAGES = pytest.mark.parametrize(
    ("locale", "words"), [("en-GB", ENGLISH), ("fr-FR", FRENCH)], ids=["English", "French"]
)


@pytest.fixture
def name() -> str:
    return f"Anne {next(numbers)}"


def sign(page: Page, words: dict[str, str], button: str, name: str, password: str = PASSWORD) -> None:
    page.get_by_label(words["name"], exact=True).fill(name)
    page.get_by_label(words["password"], exact=True).fill(password)
    page.locator("main").get_by_role("button", name=words[button]).click()


def sign_up(player: Player, name: str, words: dict[str, str] = ENGLISH) -> None:
    player.page.goto("/signup")
    sign(player.page, words, "offer", name)
    player.page.wait_for_url("**/me")


def sign_in(player: Player, name: str, words: dict[str, str] = ENGLISH) -> None:
    player.page.goto("/signin")
    sign(player.page, words, "in", name)
    player.page.wait_for_url("**/me")


@LANGUAGES
def test_a_new_account_has_its_games_on_another_device(
    visit: Visit, name: str, locale: str, words: dict[str, str]
) -> None:
    desk = visit(locale=locale)
    desk.start("quixo", "bot")
    desk.play("a1e1")
    desk.may_move()
    game = desk.table
    desk.page.get_by_role("link", name=words["mine"]).click()
    expect(desk.page.locator(".boards .yours")).to_contain_text(words["turn"])
    desk.page.get_by_role("link", name=words["offer"]).click()
    sign(desk.page, words, "offer", name)
    expect(desk.page.locator(f".boards a[href='/t/{game}']")).to_contain_text("Quixo")
    phone = visit(locale=locale, **PHONE)
    phone.page.goto("/")
    phone.page.get_by_role("link", name=words["mine"]).click()
    expect(phone.page.locator(".boards a")).to_have_count(0)
    phone.page.get_by_role("link", name=words["in"]).click()
    sign(phone.page, words, "in", name, "wrong horse")
    expect(phone.page.get_by_role("alert")).to_have_text(words["wrong"])
    expect(phone.page.get_by_label(words["name"], exact=True)).to_have_value(name)
    sign(phone.page, words, "in", name)
    phone.page.locator(f".boards a[href='/t/{game}']").click()
    phone.arrive()
    phone.sees(2)
    phone.play_any()
    desk.go(f"/t/{game}")
    expect(desk.page.locator("#moves button").nth(2)).to_be_visible()


@LANGUAGES
def test_a_guests_open_table_goes_on_as_the_accounts(
    visit: Visit, name: str, locale: str, words: dict[str, str]
) -> None:
    """Signing in in another tab: the tab with the running game keeps its seat."""
    home = visit(locale=locale)
    sign_up(home, name, words)
    anne, bob = visit(locale=locale), visit(locale=locale)
    anne.start("quixo", "link")
    bob.go(anne.page.url)
    bob.page.request.post(f"/api/tables/{bob.table}/acts", data={"act": "sit", "seat": 1, "name": "Bob"})
    anne.play("a1e1")
    beside = anne.tab()
    beside.goto("/signin")
    sign(beside, words, "in", name)
    expect(beside.locator(f".boards a[href='/t/{anne.table}']")).to_contain_text("Bob")
    expect(bob.page.locator("#far-seats")).to_contain_text(name)
    bob.play("a5a1")
    anne.sees(2)
    anne.play("b1b5")
    bob.sees(3)
    assert anne.news["you"]["name"] == name
    beside.goto("/account")
    beside.get_by_role("button", name=words["out"], exact=True).click()
    beside.wait_for_url("**/")
    beside.goto("/me")
    expect(beside.locator(".boards a")).to_have_count(0)
    home.page.goto("/me")
    expect(home.page.locator(f".boards a[href='/t/{anne.table}']")).to_be_visible()


@LANGUAGES
def test_finished_games_can_be_replayed_and_downloaded(
    visit: Visit, name: str, locale: str, words: dict[str, str], tmp_path: Path
) -> None:
    anne = visit(locale=locale)
    anne.start("quixo", "bot")
    anne.play("a1e1")
    anne.may_move()
    game = anne.table
    anne.page.request.post(f"/api/tables/{game}/acts", data={"act": "resign"})
    sign_up(anne, name, words)
    page = anne.page
    row = page.locator(f".past a[href='/t/{game}']")
    expect(row).to_contain_text(words["lost"])
    page.locator("[name=result]").select_option("won")
    page.locator(".filter button").click()
    expect(page.locator(".past a")).to_have_count(0)
    page.locator("#finished .empty a").click()
    with page.expect_download() as download:
        page.locator("a[href='/me/games.txt']").click()
    assert re.fullmatch(r"tablier_Anne-\d+_\d{4}-\d\d-\d\d\.txt", download.value.suggested_filename)
    download.value.save_as(tmp_path / "games.txt")
    (record,) = tablier.Record.read_all((tmp_path / "games.txt").read_text())
    assert record.result == "0-1"
    row.click()
    anne.arrive()
    anne.sees(2)
    page.locator("#moves button").first.click()
    page.wait_for_selector("body[data-at='1']")


@LANGUAGES
def test_a_deleted_account_is_not_named_at_its_tables(
    visit: Visit, name: str, locale: str, words: dict[str, str]
) -> None:
    anne, bob = visit(locale=locale), visit(locale=locale)
    sign_up(anne, name, words)
    anne.start("quixo", "link")
    bob.go(anne.page.url)
    bob.page.request.post(f"/api/tables/{bob.table}/acts", data={"act": "sit", "seat": 1, "name": "Bob"})
    expect(bob.page.locator("#far-seats")).to_contain_text(name)
    page = anne.page
    page.goto("/account")
    page.get_by_text(words["delete"]).first.click()
    page.locator("[action='/account/delete'] [type=password]").fill(PASSWORD)
    page.get_by_role("button", name=words["delete"]).click()
    expect(page.locator("h1")).to_have_text(words["gone"])
    expect(bob.page.locator("#far-seats")).to_contain_text(words["left"])
    bob.page.reload()  # what a screen reader was told before stays said until then
    expect(bob.page.locator("#far-seats")).to_contain_text(words["left"])
    expect(bob.page.locator("body")).not_to_contain_text(name)
    page.goto("/me")
    expect(page.locator(".boards a, .past a")).to_have_count(0)


@pytest.mark.parametrize(
    ("address", "named", "password", "focused"),
    [
        ("/signup", "Nobody Yet", "12345678", "Password"),
        ("/signup", "Guest 7", PASSWORD, "Name"),
        ("/signin", "Nobody Yet", "12345678", "Password"),
    ],
)
def test_after_a_refusal_the_cursor_is_in_the_field_to_change(
    visit: Visit, address: str, named: str, password: str, focused: str
) -> None:
    anne = visit()
    anne.page.goto(address)
    anne.page.fill("[name=name]", named)
    anne.page.fill("[name=password]", password)
    anne.page.locator("form.slip button.main").click()
    anne.page.wait_for_selector("#wrong")
    expect(anne.page.get_by_label(focused, exact=True)).to_be_focused()


def test_by_keyboard_alone(visit: Visit, name: str) -> None:
    anne = visit()
    page = anne.page
    page.goto("/me")
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('href')") == "/signup":
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/signup")
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    page.keyboard.type(name)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/me")
    page.get_by_role("link", name=name).focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/account")
    page.goto("/")
    expect(page.locator(".bar a[href='/account']")).to_have_text(name)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_holds_the_pages_and_thumbs_hit(visit: Visit, name: str, scheme: str) -> None:
    anne = visit(color_scheme=scheme, **PHONE)
    page = anne.page
    anne.open(game="quixo", seats=[{"who": "me"}, {"who": "me"}])
    for path in ("/me", "/signup", "/signin"):
        roomy(page, path)
    sign_up(anne, name)
    anne.page.request.post("/api/tables", data={"game": "quixo"})
    for path in ("/me", "/account", "/goodbye"):
        roomy(page, path)


def roomy(page: Page, path: str) -> None:
    page.goto(path)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    small = page.eval_on_selector_all(
        "main :is(button, .button, input:not([type=hidden]), select, summary, li > a)",
        "all => all.filter(each => each.checkVisibility() && each.getBoundingClientRect().height < 44)"
        ".map(each => each.outerHTML)",
    )
    assert small == [], path
    assert page.locator("h1").count() == 1
    nameless = page.eval_on_selector_all(
        "input:not([type=hidden]), select", "all => all.filter(each => !each.labels.length).length"
    )
    assert nameless == 0, path
