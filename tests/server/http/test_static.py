"""The files of the pages: whole, compressed once, kept for ever by who gets them."""

from __future__ import annotations

import gzip
from os import urandom
from pathlib import Path
from unittest.mock import patch

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tablier.server.http.static import MEDIA_TYPES, PIECE, SMALLEST, serve_folder
from tablier.web import STATIC

SCRIPT = "// so long that it is worth compressing\n" * 20


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "long.js").write_text(SCRIPT)
    (tmp_path / "short.svg").write_text("<svg/>")
    return tmp_path


def test_a_file_is_compressed_once_and_only_for_who_takes_it(folder: Path) -> None:
    with TestClient(Litestar([serve_folder("/static/1", folder)])) as client:
        with patch("gzip.compress", wraps=gzip.compress) as compress:
            packed = [client.get("/static/1/long.js", headers={"accept-encoding": "gzip"}) for _ in range(3)]
            plain = client.get("/static/1/long.js", headers={"accept-encoding": "identity"})
        assert compress.call_count == 1
        assert {answer.text for answer in (*packed, plain)} == {SCRIPT}
        assert packed[0].headers["content-encoding"] == "gzip"
        assert int(packed[0].headers["content-length"]) < len(SCRIPT) / 4
        assert "content-encoding" not in plain.headers
        for answer in (*packed, plain):
            assert answer.headers["vary"] == "Accept-Encoding"
            assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
            assert "immutable" in answer.headers["cache-control"]


def test_a_small_file_is_sent_as_it_is(folder: Path) -> None:
    with TestClient(Litestar([serve_folder("/static/1", folder)])) as client:
        answer = client.get("/static/1/short.svg", headers={"accept-encoding": "gzip"})
    assert (answer.text, answer.headers["content-type"]) == ("<svg/>", "image/svg+xml")
    assert "content-encoding" not in answer.headers
    assert len("<svg/>") < SMALLEST < len(SCRIPT)


def test_a_large_file_is_sent_in_pieces(folder: Path) -> None:
    """So that a connection that reads slowly does not keep all of it in the server's memory."""
    content = bytes(byte % 251 for byte in range(3 * PIECE)) + urandom(2 * PIECE)
    (folder / "engine.wasm").write_bytes(content)
    (folder / "memory.bin").write_bytes(content)
    with TestClient(Litestar([serve_folder("/engine/1", folder)])) as client:
        for name, encoding in {"engine.wasm": "gzip", "memory.bin": None}.items():
            with client.stream("GET", f"/engine/1/{name}", headers={"accept-encoding": "gzip"}) as answer:
                length = int(answer.headers["content-length"])
                assert answer.headers.get("content-encoding") == encoding
                assert length == len(content) if encoding is None else PIECE < length < len(content)
                assert answer.read() == content
        plain = client.get("/engine/1/engine.wasm", headers={"accept-encoding": "identity"})
        assert (plain.content, plain.headers["content-type"]) == (content, "application/wasm")


@pytest.mark.parametrize("name", ["none.js", "", ".", "..", "%2e%2e%2flong.js", "long.js%00", "a/long.js"])
def test_nothing_else_is_found(folder: Path, name: str) -> None:
    inner = folder / "inner"
    inner.mkdir()
    (inner / "own.js").write_text(SCRIPT)
    with TestClient(Litestar([serve_folder("/static/1", inner)])) as client:
        assert client.get(f"/static/1/{name}").status_code == 404
        assert client.get("/static/1/own.js").status_code == 200


def test_every_file_of_the_pages_has_a_known_kind() -> None:
    assert {path.suffix for path in STATIC.iterdir()} <= set(MEDIA_TYPES)
