"""Headers of responses, cookies, origins, redirects: what a browser may do, and what it tells others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tablier.server.app import Settings, create_app
from tablier.web import FOLDER, VERSION
from tests.server.browsers import csrf_token
from tests.server.harness import first_legal

CONTACT = "mailto:safety@tablier.example"
PAGES = (
    "/",
    "/rules/quixo",
    "/signin",
    "/me",
    "/nothing-here",
    "/api/games",
    f"/static/{VERSION}/tablier.css",
)
CACHEABLE = (
    "/preview.png",
    "/favicon.ico",
    "/robots.txt",
    f"/static/{VERSION}/tablier.css",
    "/pictures/quixo",
    "/api/games/quixo/layout",
)


@pytest.fixture
def app(tmp_path: Path) -> Litestar:
    return create_app(
        Settings(store=f"sqlite:///{tmp_path / 'log.sqlite'}", think=first_legal, security_contact=CONTACT)
    )


@pytest.fixture
def client(app: Litestar) -> Iterator[TestClient[Litestar]]:
    with TestClient(app) as client:
        yield client


@pytest.mark.parametrize("path", PAGES)
def test_every_response_has_security_headers(client: TestClient[Litestar], path: str) -> None:
    headers = client.get(path, headers={"accept": "text/html"}).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "SAMEORIGIN"
    assert headers["referrer-policy"] == "strict-origin-when-cross-origin"
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["script-src"] == "'self'"
    assert policy["frame-ancestors"] == "'self'"
    assert policy["object-src"] == policy["base-uri"] == "'none'"
    assert "strict-transport-security" not in headers


def test_only_workers_may_run_web_assembly(client: TestClient[Litestar]) -> None:
    for name, may in {
        "host_worker.js": True,
        "thinker.js": True,
        "table.js": False,
        "local.js": False,
    }.items():
        policy = client.get(f"/static/{VERSION}/{name}").headers["content-security-policy"]
        assert ("'wasm-unsafe-eval'" in policy) == may
        assert "'unsafe-eval'" not in policy


def test_transport_security_is_asked_for_behind_tls(app: Litestar) -> None:
    with TestClient(app, base_url="https://testserver.local") as client:
        answer = client.get("/")
        assert answer.headers["strict-transport-security"].startswith("max-age=31536000")
        assert "secure" in answer.headers["set-cookie"].lower()


def test_the_style_of_a_page_has_the_nonce_of_its_policy(client: TestClient[Litestar]) -> None:
    nonces = set()
    for _ in range(2):
        answer = client.get("/learn/quixo")
        (nonce,) = re.findall(r'<style nonce="([^"]+)"', answer.text)
        assert f"'nonce-{nonce}'" in answer.headers["content-security-policy"]
        nonces.add(nonce)
    assert len(nonces) == 2


def test_templates_have_no_inline_script() -> None:
    for template in (FOLDER / "templates").iterdir():
        text = template.read_text()
        scripts = re.findall(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)[^>]*>", text)
        assert scripts == [], template.name
        assert re.findall(r"""\son\w+\s*=\s*["']""", text) == [], template.name
        assert "javascript:" not in text


def test_a_picture_may_have_styles_and_nothing_else(client: TestClient[Litestar]) -> None:
    policy = client.get("/pictures/quixo").headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'")


@pytest.mark.parametrize("path", CACHEABLE)
def test_what_caches_keep_has_no_cookie(client: TestClient[Litestar], path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers


def test_a_form_belongs_to_one_person(client: TestClient[Litestar]) -> None:
    ann = csrf_token(client.get("/signin").text)
    form = {"game": "quixo", "play": "bot", "level": "1"}
    assert client.post("/new", data={**form, "_csrf_token": ann}, follow_redirects=False).status_code == 303
    client.cookies.clear()
    assert client.post("/new", data={**form, "_csrf_token": ann}).status_code == 403  # nobody's
    bob = csrf_token(client.get("/signin").text)
    assert client.post("/new", data={**form, "_csrf_token": ann}).status_code == 403
    assert client.post("/new", data={**form, "_csrf_token": bob}, follow_redirects=False).status_code == 303
    assert csrf_token(client.get("/signin").text) != bob  # no bytes that an observer could guess one by one


@pytest.mark.parametrize(
    ("referer", "there"),
    [
        ("http://testserver.local//evil.example/x", "/"),
        ("http://testserver.local/\\evil.example/x", "/"),
        ("http://evil.example/x", "/"),
        ("http://testserver.local/rules/quixo", "/rules/quixo"),
    ],
)
def test_the_language_link_leads_nowhere_else(client: TestClient[Litestar], referer: str, there: str) -> None:
    answer = client.get("/language/fr", headers={"referer": referer}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, there)


@pytest.mark.parametrize(
    ("base", "origin", "status"),
    [
        ("http://testserver.local", "http://testserver.local", 201),
        ("http://testserver.local", "https://testserver.local", 403),
        ("https://testserver.local", "https://testserver.local", 201),
        ("https://testserver.local", "http://testserver.local", 403),
        ("http://testserver.local", "null", 403),
    ],
)
def test_an_origin_has_a_scheme(app: Litestar, base: str, origin: str, status: int) -> None:
    with TestClient(app, base_url=base) as client:
        assert client.post("/api/guest", json={}, headers={"origin": origin}).status_code == status


def test_errors_are_described_as_they_are_sent(client: TestClient[Litestar]) -> None:
    schema = client.get("/api/schema/openapi.json").json()
    problem = schema["components"]["schemas"]["Problem"]
    sent = client.post("/api/tables", json={"game": "none"}).json()
    assert set(sent) == set(problem["properties"])
    operations = [
        operation
        for path in schema["paths"].values()
        for operation in path.values()
        if "responses" in operation
    ]
    assert len(operations) > 20
    for operation in operations:
        for status, response in operation["responses"].items():
            if status[0] in "45":
                (content,) = response["content"].values()
                assert content["schema"] == {"$ref": "#/components/schemas/Problem"}
        assert {"4XX", "5XX"} <= set(operation["responses"])


def test_robots_and_security_txt(client: TestClient[Litestar]) -> None:
    assert "Disallow: /api/" in client.get("/robots.txt").text
    text = client.get("/.well-known/security.txt").text
    assert f"Contact: {CONTACT}\n" in text
    assert re.search(r"^Expires: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$", text, re.MULTILINE)


def test_security_txt_needs_a_contact(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(store=f"sqlite:///{tmp_path / 'log.sqlite'}"))) as client:
        assert client.get("/.well-known/security.txt").status_code == 404


def test_tables_are_not_for_search_engines(client: TestClient[Litestar]) -> None:
    client.post("/api/guest", json={})
    page = client.post("/api/tables", json={"game": "quixo"}).json()["page"]
    assert client.get(page).headers["x-robots-tag"] == "noindex"
    assert "x-robots-tag" not in client.get("/").headers
