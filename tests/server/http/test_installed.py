"""What a phone installs: the manifest in each language, and its icons."""

from __future__ import annotations

import json
from io import BytesIO
from urllib.request import urlopen

import pytest
from PIL import Image, ImageColor

from tablier.web.languages import LANGUAGES
from tablier.web.preview import ACCENT
from tests.server.harness import Server

SAFE = 0.8
"""Part of a maskable icon's width that no shape cuts off: a circle of this diameter."""


def fetch(server: Server, path: str) -> bytes:
    with urlopen(f"{server.address}{path}", timeout=30) as answer:
        found: bytes = answer.read()
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_manifest_and_its_icons(server: Server, language: str) -> None:
    manifest = json.loads(fetch(server, f"/manifest/{language}.webmanifest"))
    assert (manifest["lang"], manifest["display"]) == (language, "standalone")
    assert fetch(server, manifest["start_url"])
    for each in manifest["icons"]:
        picture = Image.open(BytesIO(fetch(server, each["src"])))
        assert f"{picture.width}x{picture.height}" == each["sizes"], each
        assert f"image/{(picture.format or '').lower()}" == each["type"]
    assert {each["sizes"] for each in manifest["icons"]} >= {"192x192", "512x512"}


def test_a_maskable_icon_fills_its_square_and_keeps_its_sign_inside(server: Server) -> None:
    manifest = json.loads(fetch(server, "/manifest/en.webmanifest"))
    [path] = [each["src"] for each in manifest["icons"] if each.get("purpose") == "maskable"]
    picture = Image.open(BytesIO(fetch(server, path))).convert("RGBA")
    side, paper = picture.width, (*ImageColor.getrgb(ACCENT), 255)
    inside: set[object] = set()
    outside: set[object] = set()
    for x in range(0, side, 8):
        for y in range(0, side, 8):
            distance = ((x - side / 2) ** 2 + (y - side / 2) ** 2) ** 0.5
            (inside if distance < side * SAFE / 2 else outside).add(picture.getpixel((x, y)))
    assert outside == {paper}
    assert len(inside) > 1
