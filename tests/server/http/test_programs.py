"""Tokens for programs: made and revoked on the account page, with a scope and a rate of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tablier.server.app import Settings, create_app
from tablier.server.people import sessions
from tablier.server.people.limits import Limits
from tablier.server.people.sessions import ACCOUNT_SECONDS, scope_of
from tablier.server.people.tokens import COOKIE
from tests.server.browsers import csrf_token
from tests.server.harness import first_legal

PASSWORD = "correct horse"
REQUESTS = 20


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    """A browser with Ann's account."""
    limits = Limits(program_requests=REQUESTS)
    app = create_app(Settings(store=f"sqlite:///{tmp_path / 'log.sqlite'}", think=first_legal, limits=limits))
    with TestClient(app) as client:
        send(client, "/signup", "/signup", name="Ann", password=PASSWORD)
        yield client


def send(client: TestClient[Litestar], path: str, page: str = "/account", **form: str) -> tuple[int, str]:
    token = csrf_token(client.get(page).text)
    answer = client.post(path, data={**form, "_csrf_token": token}, follow_redirects=False)
    return answer.status_code, unescape(answer.text)


def make(client: TestClient[Litestar], scope: str = "play", name: str = "Robot") -> str:
    status, page = send(client, "/account/programs", name=name, scope=scope)
    found = re.search(r'<code class="token">([^<]+)</code>', page)
    assert status == 200
    assert found
    return found[1]


def ask(client: TestClient[Litestar], token: str, path: str, body: object = None) -> tuple[int, str]:
    """Status and code of an answer to a program, which has no cookies."""
    cookies = dict(client.cookies)
    client.cookies.clear()
    headers = {"authorization": f"Bearer {token}"}
    answer = (
        client.get(path, headers=headers) if body is None else client.post(path, json=body, headers=headers)
    )
    client.cookies.update(cookies)
    is_json = answer.headers["content-type"].startswith("application/json")
    found = answer.json() if is_json else {}
    return answer.status_code, found.get("code", "") if isinstance(found, dict) else ""


def test_a_program_plays_as_the_account(client: TestClient[Litestar]) -> None:
    token = make(client)
    assert ask(client, token, "/api/tables", {"game": "quixo"})[0] == 201
    assert len(client.get("/api/tables").json()) == 1, "the table is Ann's"


def test_a_token_is_shown_once_and_listed_by_name(client: TestClient[Litestar]) -> None:
    token = make(client, name="Robot")
    page = client.get("/account").text
    assert token not in page
    assert "Robot" in page
    assert "may play" in page
    assert "Robot" not in page[page.index("Where you are signed in") : page.index('id="programs"')]


def test_a_token_to_read_does_not_play(client: TestClient[Litestar]) -> None:
    token = make(client, "read")
    assert ask(client, token, "/api/tables")[0] == 200
    assert ask(client, token, "/api/tables", {"game": "quixo"}) == (403, "out_of_scope")
    assert "read only" in client.get("/account").text


@pytest.mark.parametrize("scope", ["read", "play"])
def test_a_token_is_for_the_api_alone(client: TestClient[Litestar], scope: str) -> None:
    token = make(client, scope)
    assert ask(client, token, "/account")[0] == 403
    assert ask(client, token, "/account/programs", {"name": "More"})[0] == 403
    client.cookies.clear()
    client.cookies.set(COOKIE, token, domain="testserver.local")
    assert client.get("/api/tables").json()["code"] == "out_of_scope", "not as a cookie"


def test_revoking_ends_one_token(client: TestClient[Litestar]) -> None:
    first, second = make(client, name="One"), make(client, name="Two")
    listed = re.findall(r'name="session" value="(api\.play\.\w+)"', client.get("/account").text)
    assert len(listed) == 2
    by_name = client.get("/account").text
    one = listed[0] if by_name.index(">One<") < by_name.index(">Two<") else listed[1]
    assert send(client, "/account/programs/end", session=one)[0] == 303
    assert ask(client, first, "/api/tables") == (401, "signed_out")
    assert ask(client, second, "/api/tables")[0] == 200
    assert client.get("/account").status_code == 200, "the browser stays signed in"


def test_a_new_password_revokes_them_all(client: TestClient[Litestar]) -> None:
    token = make(client)
    send(client, "/account/password", old=PASSWORD, new="another horse")
    assert ask(client, token, "/api/tables") == (401, "signed_out")


def test_a_token_has_a_rate_of_its_own(client: TestClient[Litestar]) -> None:
    token, other = make(client), make(client)
    answers = [ask(client, token, "/api/tables") for _ in range(REQUESTS)]
    assert answers[0][0] == 200
    assert answers[-1] == (429, "over_quota")
    assert ask(client, other, "/api/tables")[0] == 200
    assert client.get("/api/tables").status_code == 200


def test_there_are_so_many_tokens_at_most(
    client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "MAX_PROGRAMS", 2)
    make(client)
    make(client)
    status, page = send(client, "/account/programs", name="Third", scope="play")
    assert status == 409
    assert "revoke one of them first" in page


def test_guests_have_none(client: TestClient[Litestar]) -> None:
    client.cookies.clear()
    status, _ = send(client, "/account/programs", "/signin", name="Robot", scope="play")
    assert status == 303


def test_a_session_of_a_person_has_no_scope() -> None:
    assert scope_of("0123456789abcdef01234567") is None
    assert scope_of("api.admin.0123456789abcdef01") is None
    assert scope_of("old.0123456789abcdef01234567") is None
    assert ACCOUNT_SECONDS == 90 * 24 * 3600, "the page says 90 days"
