"""The forms of an account, as a browser without scripts sends them."""

from __future__ import annotations

from itertools import count

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.browsers import Browser
from tests.server.houses import Server

WORD = "correct horse"
numbers = count()


@pytest.fixture
def name() -> str:
    return f"Ann {next(numbers)}"


@pytest.fixture
def ann(server: Server, name: str) -> Browser:
    browser = Browser(server)
    browser.open("/")
    browser.sign_up(name, WORD)
    assert browser.path == "/me"
    return browser


def who(browser: Browser) -> tuple[str, str]:
    told = browser.call("/api/guest", {})
    return told["id"], told["name"]


def card(browser: Browser) -> str:
    return next(str(cookie.value) for cookie in browser.jar if cookie.name == "tablier_guest")


def test_a_guest_signs_up_and_stays_who_he_was(server: Server, name: str) -> None:
    browser = Browser(server)
    browser.open("/me")
    assert "You play as a guest" in browser.page
    guest, old = who(browser)[0], card(browser)
    table = browser.call("/api/tables", {"game": "quixo"})["table"]
    browser.sign_up(name, WORD)
    assert who(browser) == (guest, name)
    assert f"/t/{table}" in browser.open("/me")
    assert "You play as a guest" not in browser.page
    assert server.call("/api/tables", card=old) == (
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
        ("en", "", WORD, 400, "An account needs a name."),
        ("fr", "Zoé", "court", 400, "Un mot de passe compte au moins 8 caractères et au plus 200."),
        ("en", "Taken", WORD, 409, "Somebody else here is called Taken: choose another name."),
    ],
)
def test_a_form_says_what_is_wrong(
    server: Server, language: str, name: str, password: str, status: int, words: str
) -> None:
    if name == "Taken":
        Browser(server).sign_up("TAKEN", WORD)
    browser = Browser(server, language=language)
    browser.sign_up(name, password)
    assert (browser.status, browser.path) == (status, "/signup")
    assert words in browser.page
    assert f'value="{name}"' in browser.page
    assert password not in browser.page


def test_signing_in_takes_name_and_password(server: Server, ann: Browser, name: str) -> None:
    other = Browser(server)
    for tried, password in ((name, "wrong horse"), ("Nobody at all", WORD)):
        other.sign_in(tried, password)
        assert other.status == 401
        assert "The name or the password is not right." in other.page
    table = other.call("/api/tables", {"game": "quixo"})["table"]
    other.sign_in(name.upper(), WORD)
    assert other.path == "/me"
    assert f"/t/{table}" in other.page
    assert who(other) == who(ann)
    assert f"/t/{table}" in ann.open("/me")


def test_after_signing_in_one_is_back_where_one_was(server: Server, ann: Browser, name: str) -> None:
    for to, there in (
        ("/account", "/account"),
        ("//elsewhere.example/", "/me"),
        ("https://a.example", "/me"),
    ):
        other = Browser(server)
        other.open("/signin")
        other.send("/signin", name=name, password=WORD, to=to)
        assert other.path == there
    stranger = Browser(server)
    stranger.open("/account")
    assert stranger.path == "/signin?to=/account"


def test_signing_out_makes_a_guest(ann: Browser) -> None:
    before = who(ann)
    ann.open("/account")
    ann.send("/signout")
    assert who(ann)[0] != before[0]
    assert "You play as a guest" in ann.open("/me")


def test_another_name(ann: Browser, name: str) -> None:
    ann.open("/account")
    ann.send("/account/name", name=f"{name} b")
    assert "That is your name from now on." in ann.page
    assert who(ann)[1] == f"{name} b"
    assert ann.call("/api/guest", {"name": f"{name} c"})["name"] == f"{name} c"


def test_another_password_signs_the_other_devices_out(server: Server, ann: Browser, name: str) -> None:
    other = Browser(server)
    other.sign_in(name, WORD)
    ann.open("/account")
    ann.send("/account/password", old="wrong horse", new="battery staple")
    assert (ann.status, "The name or the password is not right." in ann.page) == (401, True)
    ann.send("/account/password", old=WORD, new="battery staple")
    assert "That is your password from now on." in ann.page
    assert "You play as a guest" in other.open("/me")
    other.sign_in(name, WORD)
    assert other.status == 401
    other.sign_in(name, "battery staple")
    assert who(other) == who(ann)


def test_deleting_asks_for_the_password(ann: Browser, name: str) -> None:
    table = ann.call("/api/tables", {"game": "quixo", "seats": [{"who": "me"}, {"who": "me"}]})["table"]
    ann.open("/account")
    ann.send("/account/delete", password="wrong horse")
    assert (ann.status, "The name or the password is not right." in ann.page) == (401, True)
    ann.send("/account/delete", password=WORD)
    assert (ann.path, "Your account is deleted." in ann.page) == ("/goodbye", True)
    told = ann.call(f"/api/tables/{table}")
    assert told["status"] == "over"
    assert [seat["name"] for seat in told["seats"]] == ["someone who left"] * 2
    ann.sign_in(name, WORD)
    assert ann.status == 401


@pytest.mark.parametrize("form", ["/signup", "/signin", "/signout", "/account/name", "/account/delete"])
def test_a_form_from_elsewhere_is_refused(ann: Browser, form: str) -> None:
    before = who(ann)
    ann.open(form, b"name=x&password=correct+horse")
    assert ann.status == 403
    assert who(ann) == before


def test_what_is_for_accounts_is_not_for_guests(server: Server) -> None:
    guest = Browser(server)
    guest.open("/signin")
    for path in ("/account/name", "/account/password", "/account/delete"):
        guest.send(path, name="x", old=WORD, new=WORD, password=WORD)
        assert (guest.status, "sign in first" in guest.page) == (401, True)


def test_an_open_tab_shows_its_card_anew(server: Server, name: str) -> None:
    browser = Browser(server)
    browser.open("/")
    table = browser.call("/api/tables", {"game": "quixo", "seats": [{"who": "me"}, {"who": "me"}]})["table"]
    tab = server.live(table, cookie=f"tablier_guest={card(browser)}")
    tab.at(0)
    browser.sign_up(name, WORD)
    with pytest.raises(ConnectionClosed) as closed:
        tab.drain()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1012
    again = server.live(table, cookie=f"tablier_guest={card(browser)}")
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
    status, told = server.call("/api/signin", {"name": name, "password": WORD}, guest)
    assert (status, told["name"], told["id"]) == (200, name, who(ann)[0])
    _, listed = server.call("/api/tables", card=told["card"])
    assert [each["id"] for each in listed] == [opened["table"]]
    assert server.call("/api/tables", card=guest)[1]["code"] == "signed_out"
