"""Pictures to share: PNG, animated GIF, the share page, embedded games, oEmbed; names of files."""

from __future__ import annotations

import json
import re
from html import unescape
from io import BytesIO
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import quote, unquote
from urllib.request import urlopen

import pytest
from litestar.testing import TestClient
from PIL import Image

import tablier
from tablier.server.app import Settings, create_app
from tablier.server.http.drawing import MAX_WAITING
from tablier.server.http.pages.sharing import MAX_FRAMES, frame_plies
from tablier.web.preview import FRAME_WIDTH, POSITION_WIDTH, animate
from tests.server.harness import Server


@pytest.fixture
def table(server: Server) -> str:
    """A game of three moves between Zoé and a bot."""
    zoe = server.guest("Zoé")
    seats = [{"who": "me"}, {"who": "me", "name": "Bob & Co"}]
    _, opened = server.call("/api/tables", {"game": "olix", "seats": seats}, zoe)
    for ply, move in enumerate(["a1", "b2", "c3"]):
        server.call(f"/api/tables/{opened['table']}/acts", {"act": "play", "move": move, "ply": ply}, zoe)
    name: str = opened["table"]
    return name


def saved_name(headers: object) -> str:
    """The name under which a browser saves an answer."""
    return unquote(str(headers).partition("filename*=UTF-8''")[2])


def test_a_position_is_a_png_named_for_game_players_and_date(server: Server, table: str) -> None:
    with urlopen(f"{server.address}/t/{table}/picture.png?at=2") as answer:
        assert Image.open(BytesIO(answer.read())).width == POSITION_WIDTH
        assert answer.headers["content-type"] == "image/png"
        name = saved_name(answer.headers["content-disposition"])
    assert re.fullmatch(r"olix_Zoé-Bob-Co_\d{4}-\d\d-\d\d_2\.png", name)
    for path, suffix in (("picture.svg", "_3.svg"), ("record.txt", ".txt"), ("record.json", ".json")):
        with urlopen(f"{server.address}/api/tables/{table}/{path}") as answer:
            name = saved_name(answer.headers["content-disposition"])
        assert name.startswith("olix_Zoé-Bob-Co_20")
        assert name.endswith(suffix)


def test_a_game_is_an_animation(server: Server, table: str) -> None:
    with urlopen(f"{server.address}/t/{table}/game.gif") as answer:
        animation = Image.open(BytesIO(answer.read()))
        assert saved_name(answer.headers["content-disposition"]).endswith(".gif")
    assert (animation.width, getattr(animation, "n_frames", 1)) == (FRAME_WIDTH, 4)


def test_an_animation_shows_each_position_and_rests_at_the_end() -> None:
    match = tablier.Match(tablier.game("x", size=4)).play("a1", "b2")
    pictures = [match.game.picture(state) for state in match.states]
    animation = Image.open(BytesIO(animate(pictures)))
    times = []
    for frame in range(3):
        animation.seek(frame)
        times.append(animation.info["duration"])
    assert times == [800, 800, 3000]


def test_a_long_animation_is_thinned_out() -> None:
    plies = frame_plies(250)
    assert (len(plies), plies[0], plies[-1]) == (MAX_FRAMES, 0, 250)
    assert plies == sorted(set(plies))


def test_the_share_page_offers_everything(server: Server, table: str) -> None:
    with urlopen(f"{server.address}/t/{table}/share?at=1") as answer:
        page = answer.read().decode()
    for path in (
        f"/t/{table}/picture.png?at=1",
        f"/api/tables/{table}/picture.svg?at=1",
        f"/t/{table}/game.gif",
    ):
        assert f'href="{path}"' in page
    assert f"&lt;iframe src=&#34;{server.address}/embed/{table}&#34;" in page


def test_moves_are_counted_as_at_the_table(server: Server, table: str) -> None:
    for address in (f"/t/{table}/share?at=3", f"/embed/{table}?at=3"):
        with urlopen(f"{server.address}{address}") as answer:
            assert 'alt="The position after move 2: Red c3"' in answer.read().decode()


def test_any_site_may_embed_a_game_and_nothing_else(server: Server, table: str) -> None:
    with urlopen(f"{server.address}/embed/{table}?at=99") as answer:
        page = answer.read().decode()
        assert answer.headers["content-security-policy"] == "frame-ancestors *"
        assert answer.headers["set-cookie"] is None or "tablier_token" not in answer.headers["set-cookie"]
    assert f'src="/t/{table}/picture.svg?at=3"' in page
    with urlopen(f"{server.address}/t/{table}") as answer:
        assert "frame-ancestors *" not in (answer.headers["content-security-policy"] or "")


def test_oembed_describes_a_table(server: Server, table: str) -> None:
    address = quote(f"{server.address}/t/{table}", safe="")
    with urlopen(f"{server.address}/oembed?url={address}&maxwidth=300") as answer:
        found = json.loads(answer.read())
    assert (found["type"], found["version"], found["width"]) == ("rich", "1.0", 300)
    assert f'src="{server.address}/embed/{table}" width="300"' in found["html"]
    assert found["title"] == "OLIX: Zoé, Bob & Co"
    for query, status in (("url=https%3A%2F%2Fexample.org%2F", 404), (f"url={address}&format=xml", 501)):
        with pytest.raises(HTTPError) as refused:
            urlopen(f"{server.address}/oembed?{query}")
        assert refused.value.code == status
        refused.value.close()


def test_oembed_is_found_from_every_address_of_a_game(server: Server) -> None:
    ann = server.guest("Ann")
    seats = [{"who": "me"}, {"who": "bot", "bot": "level:1"}]
    _, opened = server.call("/api/tables", {"game": "quixo", "seats": seats}, ann)
    table = opened["table"]
    server.call(f"/api/tables/{table}/acts", {"act": "resign"}, ann)
    for path in ("", "/share", "/review"):
        with urlopen(f"{server.address}/t/{table}{path}") as answer:
            link = re.search(
                r'<link rel="alternate" type="application/json\+oembed" href="([^"]+)"',
                answer.read().decode(),
            )
        assert link
        with urlopen(unescape(link[1])) as answer:
            assert f'src="{server.address}/embed/{table}"' in json.loads(answer.read())["html"]
    with urlopen(server.address) as answer:
        assert "json+oembed" not in answer.read().decode()


def test_a_record_carries_the_name_of_the_bot(server: Server) -> None:
    ann = server.guest("Ann")
    seats = [{"who": "me"}, {"who": "bot", "bot": "level:3"}]
    _, opened = server.call("/api/tables", {"game": "quixo", "seats": seats}, ann)
    with urlopen(f"{server.address}/api/tables/{opened['table']}/record.txt") as answer:
        record = tablier.Record.read(answer.read().decode())
    assert record.players == ("Ann", "Amateur (level 3)")
    assert record.tags == {"Bot2": "level:3"}
    old = tablier.Record.read('[Game "quixo"]\n[Player1 "Ann"]\n[Player2 "level:3"]\n\n1. a1e1 *')
    assert old.players == ("Ann", "level:3")


def test_too_many_may_not_wait_for_an_image(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablier.server.http.drawing.MAX_WAITING", 0)
    assert MAX_WAITING > 0
    with TestClient(create_app(Settings(store=f"sqlite:///{tmp_path / 'log.sqlite'}"))) as client:
        assert client.get("/preview.png").status_code == 429
