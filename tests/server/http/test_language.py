"""The language of responses: by Accept-Language, or as chosen by the switch."""

from __future__ import annotations

import json
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, Request, build_opener, urlopen

import pytest

from tablier.server.messages.news import Perspective
from tablier.web.languages import negotiate_language
from tests.server.harness import ANN, BOB, FakeListener, Server, open_registry, open_table, play_moves

FRENCH = {"accept-language": "fr-CH, fr;q=0.9, en;q=0.5"}


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("fr", "fr"),
        ("fr-CA,fr;q=0.8,en;q=0.6", "fr"),
        ("en-GB,en;q=0.9,fr;q=0.8", "en"),
        ("de,fr;q=0.4,en;q=0.3", "fr"),
        ("fr;q=0, en", "en"),
        ("fr;q=x", "en"),
        ("*", "en"),
        ("", "en"),
    ],
)
def test_the_browser_says_which_language(header: str, language: str) -> None:
    assert negotiate_language(header) == language


def test_a_page_comes_in_the_language_asked_for(server: Server) -> None:
    french = urlopen(Request(server.address, headers=FRENCH)).read().decode()
    assert '<html lang="fr">' in french
    assert "À quoi jouons-nous" in french
    assert "Jeune pousse" in french
    assert "2 joueurs" in french
    english = urlopen(server.address).read().decode()
    assert '<html lang="en">' in english
    assert "What shall we play?" in english


def test_the_language_switch_is_remembered_and_leads_back(server: Server) -> None:
    browser = build_opener(HTTPCookieProcessor(CookieJar()))
    here = {"referer": f"{server.address}/t/somewhere?x=1"}
    with pytest.raises(HTTPError) as missing:
        browser.open(Request(f"{server.address}/language/fr", headers=here))
    with missing.value as page:
        assert page.url == f"{server.address}/t/somewhere"
        assert "Cette table n’existe pas." in page.read().decode()
    assert "À quoi jouons-nous" in browser.open(server.address).read().decode()
    headers = {"referer": "https://example.org/trap", **FRENCH}
    answer = browser.open(Request(f"{server.address}/language/en", headers=headers))
    assert answer.url == f"{server.address}/"
    assert "What shall we play?" in answer.read().decode()
    unknown = browser.open(f"{server.address}/language/tlh")
    assert "What shall we play?" in unknown.read().decode()


def test_programs_are_answered_in_their_language(server: Server) -> None:
    token = server.guest("Ann")
    bot = {"who": "bot", "bot": "level:1"}
    _, opened = server.call("/api/tables", {"game": "quixo", "seats": [{"who": "me"}, bot]}, token, FRENCH)
    latest = opened["news"]
    assert [seat["title"] for seat in latest["seats"]] == ["Croix", "Rond"]
    with urlopen(server.address + latest["layout"]) as answer:
        assert "immutable" in answer.headers["cache-control"]
        assert "cube neutre" in json.load(answer)["labels"].values()
    _, refused = server.call(f"/api/tables/{latest['table']}/acts", {"act": "resume"}, token, FRENCH)
    assert refused["says"] == "La partie n’est pas en pause."
    assert server.call("/api/nowhere", headers=FRENCH)[1]["says"] == "Il n’y a rien ici."


def test_a_socket_speaks_the_language_of_its_page(server: Server) -> None:
    token = server.guest("Ann")
    _, opened = server.call("/api/tables", {"game": "quixo", "seats": [{"who": "me"}] * 2}, token)
    live = server.live(f"{opened['table']}", token, **FRENCH)
    first = live.at(0)
    assert [seat["name"] for seat in first["seats"]] == ["Croix", "Rond"]
    live.send({"act": "play", "move": "a1e1", "ply": 0})
    assert live.at(1)["scene"]["spoken"]["e1"].endswith("dernier coup")
    live.send({"act": "why", "path": ["e1"], "re": 1})
    assert live.get(lambda message: message.get("re") == 1)["says"] == "Ce cube porte la marque adverse."
    live.send({"act": "look", "viewpoint": 1, "re": 2})
    assert live.at(1)["seats"][0]["title"] == "Croix"
    live.close()


@pytest.mark.anyio
async def test_two_people_get_the_same_news_in_two_languages(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        table = await open_table(registry, "quixo", ANN, BOB)
        ann, bob = FakeListener(ANN), FakeListener(BOB)
        bob.perspective = Perspective(language="fr")
        table.join(ann)
        table.join(bob)
        await play_moves(table, "a1e1")
        assert [each["title"] for each in ann.messages[-1]["seats"]] == ["Cross", "Circle"]
        assert [each["title"] for each in bob.messages[-1]["seats"]] == ["Croix", "Rond"]
        assert [each["name"] for each in bob.messages[-1]["seats"]] == ["Ann", "Bob"]
