"""The rule pages over HTTP."""

from __future__ import annotations

from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

import tablier
from tablier.web.rules import examples, page_game
from tests.server.harness import Server


@pytest.mark.parametrize("game", tablier.games())
def test_every_game_has_its_rules(server: Server, game: str) -> None:
    with urlopen(f"{server.address}/rules/{game}") as answer:
        assert answer.url.startswith(f"{server.address}/rules/{page_game(game).id}")
        english = answer.read().decode()
    french = (
        urlopen(Request(f"{server.address}/rules/{game}", headers={"accept-language": "fr"})).read().decode()
    )
    assert f'id="{game}"' in english
    assert "What we decided" in english
    assert "Ce que nous avons décidé" in french


def test_a_figure_is_svg(server: Server) -> None:
    name = next(iter(examples("quixo")))
    with urlopen(f"{server.address}/rules/quixo/{name}.svg?theme=dark") as answer:
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert answer.read().startswith(b'<svg data-theme="dark"')
    for address in ("/rules/quixo/nowhere.svg", "/rules/chess"):
        with pytest.raises(HTTPError) as missing:
            urlopen(server.address + address)
        with missing.value as page:
            assert page.code in (400, 404)


def test_the_home_page_leads_to_the_rules(server: Server) -> None:
    home = urlopen(server.address).read().decode()
    assert all(f'href="/rules/{game}"' in home for game in tablier.games())
