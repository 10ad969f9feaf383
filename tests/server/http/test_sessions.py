"""Sessions: begun by signing in, renewed by use, ended by signing out, here or everywhere."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import time
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tablier.server.app import Settings, create_app
from tablier.server.people.sessions import ACCOUNT_SECONDS, DAY, GUEST_SECONDS, RENEW_SECONDS
from tablier.server.people.tokens import COOKIE, Tokens
from tablier.server.store.log import Store
from tablier.server.tables.errors import ExpiredToken
from tablier.server.tables.person import Person
from tests.server.browsers import csrf_token
from tests.server.harness import ManualClock, first_legal

PASSWORD = "correct horse"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture
def app(tmp_path: Path) -> Litestar:
    return create_app(Settings(store=f"sqlite:///{tmp_path / 'log.sqlite'}", think=first_legal))


@pytest.fixture
def client(app: Litestar) -> Iterator[TestClient[Litestar]]:
    """A browser with Ann's account."""
    with TestClient(app) as client:
        client.headers["user-agent"] = FIREFOX
        send(client, "/signup", name="Ann", password=PASSWORD)
        yield client


def send(client: TestClient[Litestar], path: str, page: str = "", **form: str) -> int:
    token = csrf_token(client.get(page or path).text)
    answer = client.post(path, data={**form, "_csrf_token": token}, follow_redirects=False)
    return answer.status_code


def works(client: TestClient[Litestar], token: str) -> bool:
    answer = client.get("/api/tables", headers={"authorization": f"Bearer {token}"})
    return answer.status_code == 200


@contextmanager
def another_browser(client: TestClient[Litestar], token: str = "") -> Iterator[None]:
    """The client without its cookies, or with another token."""
    before = cookie(client)
    client.cookies.clear()
    if token:
        client.cookies.set(COOKIE, token, domain="testserver.local")
    yield
    client.cookies.clear()
    client.cookies.set(COOKIE, before, domain="testserver.local")


def cookie(client: TestClient[Litestar]) -> str:
    return str(client.cookies[COOKIE])


def sign_in(client: TestClient[Litestar]) -> str:
    """The token of a program that signs in to Ann's account."""
    with another_browser(client):
        body, program = {"name": "Ann", "password": PASSWORD}, {"user-agent": "Python-urllib/3.11"}
        return str(client.post("/api/signin", json=body, headers=program).json()["token"])


def test_signing_out_ends_the_session(client: TestClient[Litestar]) -> None:
    stolen, elsewhere = cookie(client), sign_in(client)
    assert works(client, stolen)
    assert send(client, "/signout", page="/account") == 303
    assert not works(client, stolen)
    assert works(client, elsewhere)


def test_a_list_of_sessions_and_a_way_out_of_each(client: TestClient[Litestar]) -> None:
    elsewhere = sign_in(client)
    page = client.get("/account").text
    assert "Firefox, Linux (here)" in page
    assert "a program" in page
    (other,) = [part.split('"')[0] for part in page.split('name="session" value="')[1:]]
    assert send(client, "/account/sessions/end", page="/account", session=other) == 303
    assert not works(client, elsewhere)
    assert works(client, cookie(client))
    assert "a program" not in client.get("/account").text


@pytest.mark.parametrize(
    ("days", "told"), [(-1, "today"), (0, "today"), (1.5, "1 day ago"), (65, "2 months ago")]
)
def test_a_session_tells_when_it_was_last_used(
    client: TestClient[Litestar], tmp_path: Path, days: float, told: str
) -> None:
    """Another process may have written it, whose clock is ahead."""
    with sqlite3.connect(tmp_path / "log.sqlite") as database:
        database.execute("update sessions set used = ?", (time() - days * DAY,))
    assert f"last used {told}" in client.get("/account").text


def test_signing_out_everywhere(client: TestClient[Litestar]) -> None:
    here, elsewhere = cookie(client), sign_in(client)
    assert send(client, "/account/sessions/end", page="/account") == 303
    assert not works(client, here)
    assert not works(client, elsewhere)
    assert works(client, cookie(client))  # as a guest
    assert works(client, sign_in(client))


def test_nobody_ends_the_session_of_somebody_else(client: TestClient[Litestar]) -> None:
    ann = cookie(client)
    session = tokens_of(client).read(ann).session
    with another_browser(client):
        send(client, "/signup", name="Bob", password=PASSWORD)
        send(client, "/account/sessions/end", page="/account", session=session)
    assert works(client, ann)


def tokens_of(client: TestClient[Litestar]) -> Tokens:
    tokens: Tokens = provided(client, "tokens")
    return tokens


def provided(client: TestClient[Litestar], name: str) -> Any:
    """A dependency of the application."""
    provide: Any = client.app.dependencies[name]
    return provide.dependency()


def test_a_token_is_renewed_by_use(client: TestClient[Litestar]) -> None:
    tokens, clock = tokens_of(client), ManualClock()
    before = tokens.read(cookie(client))
    clock.now = time() + RENEW_SECONDS + 10
    tokens._time = clock
    old = cookie(client)
    assert COOKIE not in client.get("/preview.png").cookies
    assert COOKIE in client.get("/").cookies
    assert cookie(client) != old
    assert tokens.read(cookie(client)).session == before.session


def test_tokens_expire_unless_they_are_renewed() -> None:
    clock = ManualClock()
    tokens = Tokens(b"secret", time=clock)
    guest, account = Person("a", "Ann"), Person("b", "Bob", 1, "s")
    clock.now = time()
    signed = [(tokens.sign(guest), GUEST_SECONDS), (tokens.sign(account), ACCOUNT_SECONDS)]
    for token, seconds in signed:
        clock.now = time() + seconds - DAY
        assert tokens.read(token).id in "ab"
        clock.now += 2 * DAY
        with pytest.raises(ExpiredToken):
            tokens.read(token)


def test_an_old_token_works_until_it_is_renewed(client: TestClient[Litestar], tmp_path: Path) -> None:
    """A token without a session, as the version before signed it."""
    tokens = tokens_of(client)
    ann = tokens.read(cookie(client))
    old = str(tokens._serializer.dumps((ann.id, ann.name, ann.epoch)))
    clock = ManualClock()
    clock.now = time() + RENEW_SECONDS + 10
    tokens._time = clock
    with another_browser(client, old):
        answer = client.get("/account")
        assert "signed in as Ann" in answer.text
        renewed = answer.cookies[COOKIE]
    assert works(client, old)  # for a minute: other requests may be under way
    with sqlite3.connect(tmp_path / "log.sqlite") as database:
        database.execute("update sessions set ends = 1 where ends is not null")
    provided(client, "registry").accounts.invalidate(ann.id)
    assert not works(client, old)
    assert works(client, renewed)


def test_a_store_of_the_version_before_gets_sessions(tmp_path: Path) -> None:
    data = Path(__file__).parents[2] / "data" / "store-0.1.sql"
    database = sqlite3.connect(tmp_path / "log.sqlite")
    database.executescript(data.read_text())
    database.close()
    store = Store(f"sqlite:///{tmp_path / 'log.sqlite'}")
    store.close()
    with sqlite3.connect(tmp_path / "log.sqlite") as database:
        assert database.execute("select count(*) from sessions").fetchone() == (0,)
        rows = database.execute("select name, skeleton from accounts").fetchall()
    assert rows
    assert all(skeleton for _, skeleton in rows)


def test_a_browser_is_remembered_when_its_account_is_guessed_at(client: TestClient[Litestar]) -> None:
    send(client, "/signout", page="/account")
    for _ in range(6):
        answer = client.post("/api/signin", json={"name": "Ann", "password": "wrong horse"})
    assert answer.status_code == 429
    assert send(client, "/signin", name="Ann", password=PASSWORD) == 303
