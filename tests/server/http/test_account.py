"""The forms of an account, as a browser without scripts sends them."""

from __future__ import annotations

from itertools import count

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.browsers import Browser
from tests.server.harness import Server

PASSWORD = "correct horse"
numbers = count()


@pytest.fixture
def name() -> str:
    return f"Ann {next(numbers)}"


@pytest.fixture
def ann(server: Server, name: str) -> Browser:
    browser = Browser(server)
    browser.open("/")
    browser.sign_up(name, PASSWORD)
    assert browser.path == "/me"
    return browser


def who(browser: Browser) -> tuple[str, str]:
    identity = browser.call("/api/guest", {})
    return identity["id"], identity["name"]


def token(browser: Browser) -> str:
    return next(str(cookie.value) for cookie in browser.jar if cookie.name == "tablier_guest")


def test_signing_up_keeps_the_guests_id_and_games(server: Server, name: str) -> None:
    browser = Browser(server)
    browser.open("/me")
    assert "You are playing as a guest" in browser.page
    guest, old = who(browser)[0], token(browser)
    table = browser.call("/api/tables", {"game": "quixo"})["table"]
    browser.sign_up(name, PASSWORD)
    assert who(browser) == (guest, name)
    assert f"/t/{table}" in browser.open("/me")
    assert "You are playing as a guest" not in browser.page
    assert server.call("/api/tables", token=old) == (
        401,
        {
            "type": "problem",
            "code": "signed_out",
            "says": "You are not signed in here any more: load the page again.",
            "facts": {},
            "re": None,
        },
    )


@pytest.mark.parametrize(
    ("language", "name", "password", "status", "words"),
    [
        ("en", "", PASSWORD, 400, "An account needs a name."),
        ("fr", "Zoé", "court", 400, "Un mot de passe doit compter de 8 à 200 caractères."),
        ("en", "Taken", PASSWORD, 409, "The name “Taken” is taken: choose another one."),
    ],
)
def test_a_form_says_what_is_wrong(
    server: Server, language: str, name: str, password: str, status: int, words: str
) -> None:
    if name == "Taken":
        Browser(server).sign_up("TAKEN", PASSWORD)
    browser = Browser(server, language=language)
    browser.sign_up(name, password)
    assert (browser.status, browser.path) == (status, "/signup")
    assert words in browser.page
    assert f'value="{name}"' in browser.page
    assert password not in browser.page


def test_signing_in_takes_name_and_password(server: Server, ann: Browser, name: str) -> None:
    other = Browser(server)
    for tried, password in ((name, "wrong horse"), ("Nobody at all", PASSWORD)):
        other.sign_in(tried, password)
        assert other.status == 401
        assert "Wrong name or password." in other.page
    table = other.call("/api/tables", {"game": "quixo"})["table"]
    other.sign_in(name.upper(), PASSWORD)
    assert other.path == "/me"
    assert f"/t/{table}" in other.page
    assert who(other) == who(ann)
    assert f"/t/{table}" in ann.open("/me")


def test_signing_in_leads_back_to_the_page_before(server: Server, ann: Browser, name: str) -> None:
    for to, there in (
        ("/account", "/account"),
        ("//elsewhere.example/", "/me"),
        ("https://a.example", "/me"),
    ):
        other = Browser(server)
        other.open("/signin")
        other.send("/signin", name=name, password=PASSWORD, to=to)
        assert other.path == there
    stranger = Browser(server)
    stranger.open("/account")
    assert stranger.path == "/signin?to=/account"


def test_signing_out_makes_a_guest(ann: Browser) -> None:
    before = who(ann)
    ann.open("/account")
    ann.send("/signout")
    assert who(ann)[0] != before[0]
    assert "You are playing as a guest" in ann.open("/me")


def test_another_name(ann: Browser, name: str) -> None:
    ann.open("/account")
    ann.send("/account/name", name=f"{name} b")
    assert "Your name has been changed." in ann.page
    assert who(ann)[1] == f"{name} b"
    assert ann.call("/api/guest", {"name": f"{name} c"})["name"] == f"{name} c"


def test_a_new_password_signs_other_devices_out(server: Server, ann: Browser, name: str) -> None:
    other = Browser(server)
    other.sign_in(name, PASSWORD)
    ann.open("/account")
    ann.send("/account/password", old="wrong horse", new="battery staple")
    assert (ann.status, "Wrong name or password." in ann.page) == (401, True)
    ann.send("/account/password", old=PASSWORD, new="battery staple")
    assert "Your password has been changed." in ann.page
    assert "You are playing as a guest" in other.open("/me")
    other.sign_in(name, PASSWORD)
    assert other.status == 401
    other.sign_in(name, "battery staple")
    assert who(other) == who(ann)


def test_deleting_asks_for_the_password(ann: Browser, name: str) -> None:
    table = ann.call("/api/tables", {"game": "quixo", "seats": [{"who": "me"}, {"who": "me"}]})["table"]
    ann.open("/account")
    ann.send("/account/delete", password="wrong horse")
    assert (ann.status, "Wrong name or password." in ann.page) == (401, True)
    ann.send("/account/delete", password=PASSWORD)
    assert (ann.path, "Your account is deleted." in ann.page) == ("/goodbye", True)
    latest = ann.call(f"/api/tables/{table}")
    assert latest["status"] == "over"
    assert [seat["name"] for seat in latest["seats"]] == ["someone who left"] * 2
    ann.sign_in(name, PASSWORD)
    assert ann.status == 401


@pytest.mark.parametrize("form", ["/signup", "/signin", "/signout", "/account/name", "/account/delete"])
def test_a_form_without_csrf_token_is_refused(ann: Browser, form: str) -> None:
    before = who(ann)
    ann.open(form, b"name=x&password=correct+horse")
    assert ann.status == 403
    assert who(ann) == before


def test_guests_cannot_change_an_account(server: Server) -> None:
    guest = Browser(server)
    guest.open("/signin")
    for path in ("/account/name", "/account/password", "/account/delete"):
        guest.send(path, name="x", old=PASSWORD, new=PASSWORD, password=PASSWORD)
        assert (guest.status, "sign in first" in guest.page) == (401, True)


def test_an_open_tab_reconnects_with_the_new_token(server: Server, name: str) -> None:
    browser = Browser(server)
    browser.open("/")
    table = browser.call("/api/tables", {"game": "quixo", "seats": [{"who": "me"}, {"who": "me"}]})["table"]
    tab = server.live(table, cookie=f"tablier_guest={token(browser)}")
    tab.at(0)
    browser.sign_up(name, PASSWORD)
    with pytest.raises(ConnectionClosed) as closed:
        tab.drain()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012
    again = server.live(table, cookie=f"tablier_guest={token(browser)}")
    again.at(0)
    again.send({"act": "play", "move": "a1e1", "ply": 0})
    assert again.at(1)["you"]["name"] == name
    again.close()
    tab.close()


def test_a_program_signs_in(server: Server, ann: Browser, name: str) -> None:
    guest = server.guest("Bob")
    _, opened = server.call("/api/tables", {"game": "quixo"}, guest)
    refused = server.call("/api/signin", {"name": name, "password": "wrong horse"}, guest)
    assert (refused[0], refused[1]["code"]) == (401, "wrong_password")
    status, identity = server.call("/api/signin", {"name": name, "password": PASSWORD}, guest)
    assert (status, identity["name"], identity["id"]) == (200, name, who(ann)[0])
    _, listed = server.call("/api/tables", token=identity["token"])
    assert [each["id"] for each in listed] == [opened["table"]]
    assert server.call("/api/tables", token=guest)[1]["code"] == "signed_out"
