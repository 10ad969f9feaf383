"""Open Graph data and preview images of pages; error pages."""

from __future__ import annotations

import re
import struct
from html import unescape
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from litestar.testing import TestClient

import tablier
from tablier.match import Match
from tablier.server.app import Settings, create_app
from tablier.server.http.drawing import DRAW_BURST, DrawingPool
from tablier.server.live.registry import TableRegistry
from tablier.web.preview import HEIGHT, WIDTH, preview
from tests.server.harness import Server

SEEN = re.compile(r'<meta (?:name|property)="([\w:]+)" content="([^"]*)">')


def head(server: Server, path: str, language: str = "en") -> dict[str, str]:
    with urlopen(Request(server.address + path, headers={"accept-language": language})) as answer:
        page = answer.read().decode()
    title = re.search(r"<title>(.+)</title>", page)
    assert title is not None
    assert 'rel="icon"' in page
    return {"title": unescape(title[1]), **{name: unescape(text) for name, text in SEEN.findall(page)}}


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


@pytest.mark.parametrize("name", tablier.games())
def test_every_game_can_be_pictured(name: str) -> None:
    match = Match(tablier.game(name))
    for _ in range(5):
        match.push(match.legal_moves[0])
    picture = match.game.picture(match.state, last=match.moves[-1], before=match.states[-2])
    assert size(preview(picture)) == (WIDTH, HEIGHT)


def test_a_shared_table_shows_who_plays_and_the_position(server: Server) -> None:
    ann = server.guest("Ann")
    _, opened = server.call("/api/tables", {"game": "quixo"}, ann)
    page = opened["page"]
    seen = head(server, page)
    assert (seen["og:title"], seen["og:description"]) == ("Quixo: Ann", "Ann invites you to play")
    first = urlopen(seen["og:image"]).read()
    server.call(f"/api/tables/{opened['table']}/acts", {"act": "sit", "seat": 1}, server.guest("Bob & Co"))
    server.call(f"/api/tables/{opened['table']}/acts", {"act": "play", "move": "a1e1", "ply": 0}, ann)
    seen = head(server, page, "fr")
    assert (seen["og:title"], seen["og:description"]) == ("Quixo\u00a0: Ann, Bob & Co", "À Bob & Co de jouer")
    assert seen["description"] == seen["og:description"]
    assert seen["og:url"] == server.address + page
    with urlopen(seen["og:image"]) as image:
        second = image.read()
        assert image.headers["content-type"] == "image/png"
        assert "max-age" in image.headers["cache-control"]
    assert size(first) == size(second) == (WIDTH, HEIGHT)
    assert first != second


@pytest.mark.parametrize(
    ("path", "language", "title", "about"),
    [
        ("/", "en", "Tablier: board games", "by their exact rules"),
        ("/", "fr", "Tablier\u00a0: jeux de plateau", "selon leurs règles exactes"),
        ("/rules/olix", "en", "Rules: OLIX", "Reiner Knizia (1994)"),
        ("/rules/olix", "fr", "Règles\u00a0: OLIX", "de Reiner Knizia (1994)"),
    ],
)
def test_a_page_says_what_it_is(server: Server, path: str, language: str, title: str, about: str) -> None:
    seen = head(server, path, language)
    assert seen["title"] == title
    assert about in seen["description"]
    assert about in seen["og:description"]
    assert seen["twitter:card"] == "summary_large_image"
    assert size(urlopen(seen["og:image"]).read()) == (WIDTH, HEIGHT)


def test_browsers_without_svg_get_an_icon(server: Server) -> None:
    for path in ("/favicon.ico", "/apple-touch-icon.png"):
        assert size(urlopen(server.address + path).read()) == (180, 180)


@pytest.mark.parametrize(
    ("path", "language", "words"),
    [
        ("/nothing", "en", ["There is nothing here.", "Back to the games"]),
        ("/nothing", "fr", ["Il n’y a rien ici.", "Retour aux jeux"]),
        ("/t/nowhere", "en", ["There is no such table here.", "The address may contain a typo"]),
        ("/t/nowhere/preview.png", "fr", ["Cette table n’existe pas."]),
    ],
)
def test_missing_pages(server: Server, path: str, language: str, words: list[str]) -> None:
    with pytest.raises(HTTPError) as missing:
        urlopen(Request(server.address + path, headers={"accept-language": language}))
    with missing.value as answer:
        page = answer.read().decode()
        assert answer.code == 404
        assert all(each in page for each in words)
        assert 'class="astray"' in page
        assert "og:image" not in page


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Something went wrong on our side", "Your games are safe", "Try again"]),
        ("fr", ["Un incident s’est produit", "Vos parties sont en sûreté", "Réessayer"]),
    ],
)
def test_an_internal_error_has_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, words: list[str]
) -> None:
    async def lost(*_: object, **__: object) -> None:
        raise RuntimeError("lost the thread")

    with TestClient(create_app(Settings(store=f"sqlite:///{tmp_path / 'log.sqlite'}"))) as client:
        monkeypatch.setattr(TableRegistry, "find", lost)
        answer = client.get("/t/somewhere", headers={"accept-language": language})
    assert answer.status_code == 500
    assert answer.headers["content-type"].startswith("text/html")
    assert all(each in answer.text for each in words)


def test_previews_are_cached_and_throttled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    async def run(_pool: DrawingPool, _draw: object, picture: str) -> bytes:
        drawn.append(picture)
        return b"png"

    monkeypatch.setattr(DrawingPool, "run", run)
    with TestClient(create_app(Settings(store=f"sqlite:///{tmp_path / 'log.sqlite'}"))) as client:
        client.post("/api/guest", json={})
        seats = [{"who": "me"}, {"who": "me"}]
        table = client.post("/api/tables", json={"game": "olix", "seats": seats}).json()["table"]
        codes = []
        cells = [f"{letter}{row}" for row in range(1, 4) for letter in "abcdefghijk"]
        for ply, cell in enumerate(cells[: int(DRAW_BURST) + 4]):
            codes.append(client.get(f"/t/{table}/preview.png?at={ply}").status_code)
            client.get(f"/t/{table}/preview.png?at=0")
            client.post(f"/api/tables/{table}/acts", json={"act": "play", "move": cell, "ply": ply})
    assert codes[: int(DRAW_BURST)] == [200] * int(DRAW_BURST)
    assert 429 in codes
    assert len(drawn) == len(set(drawn)) == codes.count(200)
