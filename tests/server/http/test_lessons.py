"""Lessons over HTTP: the server keeps no state, requests carry the step and the moves made in it."""

from __future__ import annotations

from urllib.request import Request, urlopen

import pytest

import tablier
from tablier.lesson import games_with_lesson, lesson_of
from tablier.web.rules import page_game
from tests.server.harness import Server


@pytest.mark.parametrize("game", games_with_lesson())
def test_a_whole_lesson_by_its_hints(server: Server, game: str) -> None:
    steps = len(lesson_of(game).steps)
    for number in range(1, steps + 1):
        status, step = server.call(f"/api/lessons/{game}/{number}")
        assert status == 200
        assert (step["step"], step["steps"]) == (number, steps)
        assert len(step["scenes"]) == 1 + len(step["told"])
        if step["kind"] == "look":
            assert "tree" not in step["scenes"][-1]
            continue
        assert "tree" in step["scenes"][-1]
        moves: list[str] = []
        answer = step
        while not answer.get("over"):
            body = {"moves": [*moves, answer["hint"]["move"]]}
            status, answer = server.call(f"/api/lessons/{game}/{number}", body)
            assert status == 200, answer
            assert len(answer["scenes"]) == len(answer["told"]) == len(answer["moves"]) - len(moves)
            moves = answer["moves"]
        assert answer["done"]
        assert answer["says"]


def test_another_legal_move_is_talked_about_and_nothing_else(server: Server) -> None:
    status, answer = server.call(
        "/api/lessons/quixo/2", {"moves": ["a1a5"]}, headers={"accept-language": "fr"}
    )
    assert status == 200
    assert not answer["done"]
    assert answer["over"]
    assert answer["says"].startswith("Belle poussée")
    assert len(answer["scenes"]) == 1
    assert "tree" not in answer["scenes"][0]


@pytest.mark.parametrize(
    ("path", "moves", "status", "code"),
    [
        ("quixo/2", ["c3c5"], 400, "bad_move"),
        ("quixo/3", ["c1c5"], 409, "illegal_move"),
        ("quixo/2", ["a1e1", "a5e5"], 400, "not_asked_for"),
        ("quixo/2", [], 400, "not_asked_for"),
        ("quixo/1", ["a1e1"], 400, "not_asked_for"),
        ("quixo/99", ["a1e1"], 404, "no_such_step"),
        ("quixo/2?view=sideways", ["a1e1"], 400, "no_such_view"),
        ("chess/2", ["e2e4"], 400, "no_such_game"),
        ("quixo/2", ["a1e1"] * 300, 400, "malformed"),
    ],
)
def test_wrong_moves_in_a_lesson_are_refused(
    server: Server, path: str, moves: list[str], status: int, code: str
) -> None:
    answer = server.call(f"/api/lessons/{path}", {"moves": moves})
    assert (answer[0], answer[1]["code"]) == (status, code)


def test_the_last_move_sent_must_be_the_learners(server: Server) -> None:
    number = len(lesson_of("quixo").steps)
    _, step = server.call(f"/api/lessons/quixo/{number}")
    _, answer = server.call(f"/api/lessons/quixo/{number}", {"moves": [step["hint"]["move"]]})
    status, problem = server.call(f"/api/lessons/quixo/{number}", {"moves": answer["moves"]})
    assert (status, problem["code"]) == (400, "not_asked_for")


def test_a_click_that_leads_nowhere_is_explained(server: Server) -> None:
    status, why = server.call("/api/lessons/quixo/3/why?click=c1", headers={"accept-language": "fr"})
    assert (status, why["clause"]) == (200, "Q2")
    assert "marque" in why["says"]
    assert server.call("/api/lessons/quixo/3/why?click=c3")[1]["clause"] == "Q2"
    _, why = server.call("/api/lessons/quixo/11/why?move=c5a5&click=a5")
    assert why["clause"] == "Q2", "after the move it is Circle's turn"


@pytest.mark.parametrize("game", tablier.games())
def test_every_game_leads_to_a_lesson(server: Server, game: str) -> None:
    with urlopen(Request(f"{server.address}/learn/{game}", headers={"accept-language": "fr"})) as answer:
        first = answer.url.rpartition("/")[2]
        page = answer.read().decode()
    assert first == page_game(game).id
    assert "Première leçon" in page


def test_the_routes_are_described(server: Server) -> None:
    paths = server.call("/api/schema/openapi.json")[1]["paths"]
    assert {"get", "post"} <= set(paths["/api/lessons/{game}/{step}"])
    assert "/api/lessons/{game}/{step}/why" in paths
