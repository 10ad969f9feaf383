"""Puzzles over HTTP: the moves come with each request, the first attempt is stored."""

from __future__ import annotations

import pytest

from tablier.puzzle import Puzzle, daily_puzzle, games_with_puzzles, puzzles_of
from tablier.server.http.puzzle_facts import today
from tests.server.harness import Server

LONG = next(each for name in games_with_puzzles() for each in puzzles_of(name) if len(each.solution) > 2)


def wrong_move(puzzle: Puzzle) -> str:
    match = puzzle.begin()
    wanted = match.state.after(match.game.move(puzzle.solution[0]))
    return next(match.game.texts[move] for move in match.legal_moves if match.state.after(move) != wanted)


def guest(server: Server) -> str:
    token: str = server.call("/api/guest", {})[1]["token"]
    return token


@pytest.mark.parametrize("game", games_with_puzzles())
def test_a_puzzle_of_each_game_is_solved_by_its_solution(server: Server, game: str) -> None:
    puzzle, token = puzzles_of(game)[-1], guest(server)
    status, news = server.call(f"/api/puzzles/{puzzle.id}", token=token)
    assert status == 200
    assert (news["id"], news["level"], news["tried"]) == (puzzle.id, puzzle.level, None)
    assert "tree" in news["scene"]
    moves: list[str] = []
    while True:
        body = {"moves": [*moves, puzzle.solution[len(moves)]]}
        status, answer = server.call(f"/api/puzzles/{puzzle.id}", body, token)
        assert status == 200, answer
        assert answer["right"]
        assert len(answer["scenes"]) == len(answer["told"]) == len(answer["moves"]) - len(moves)
        moves = answer["moves"]
        if answer["solved"]:
            break
        assert "tree" in answer["scenes"][-1]
    assert tuple(moves) == puzzle.solution
    assert answer["rating"] == ""  # a guest has none
    assert server.call(f"/api/puzzles/{puzzle.id}", token=token)[1]["tried"] is True


def test_a_wrong_move_is_said_to_be_one_and_decides_the_attempt(server: Server) -> None:
    token = guest(server)
    status, answer = server.call(f"/api/puzzles/{LONG.id}", {"moves": [wrong_move(LONG)]}, token)
    assert (status, answer["right"], answer["solved"]) == (200, False, False)
    assert len(answer["scenes"]) == 1
    assert "tree" not in answer["scenes"][0]
    assert server.call(f"/api/puzzles/{LONG.id}", {"moves": list(LONG.solution)}, token)[1]["solved"]
    assert server.call(f"/api/puzzles/{LONG.id}", token=token)[1]["tried"] is False
    status, solution = server.call(f"/api/puzzles/{LONG.id}/solution", {}, token)
    assert status == 200
    assert tuple(solution["moves"]) == LONG.solution
    assert len(solution["scenes"]) == len(LONG.solution) + 1


@pytest.mark.parametrize(
    ("path", "moves", "status", "code"),
    [
        ("nonsense", ["a1e1"], 404, "no_such_puzzle"),
        (LONG.id, [], 400, "not_in_solution"),
        (LONG.id, ["nonsense"], 400, "bad_move"),
        (LONG.id, [wrong_move(LONG), LONG.solution[1]], 400, "not_in_solution"),
        (LONG.id, [*LONG.solution, LONG.solution[0]], 400, "not_in_solution"),
        (f"{LONG.id}?view=sideways", [LONG.solution[0]], 400, "no_such_view"),
    ],
)
def test_what_is_no_answer_is_refused(
    server: Server, path: str, moves: list[str], status: int, code: str
) -> None:
    answer = server.call(f"/api/puzzles/{path}", {"moves": moves})
    assert (answer[0], answer[1]["code"]) == (status, code)


def test_a_forbidden_click_is_explained(server: Server) -> None:
    quixo = puzzles_of("quixo")[0]
    status, why = server.call(f"/api/puzzles/{quixo.id}/why?click=b2")
    assert (status, why["clause"]) == (200, "Q2")


def test_the_pages(server: Server) -> None:
    daily = daily_puzzle(today())
    assert daily is not None
    status, home = server.call("/", parse=False)
    assert f"/puzzles/{daily.family}/{daily.id}" in home.decode()
    for path in ("/puzzles", "/puzzles/daily", "/me/mistakes", f"/puzzles/{daily.family}/{daily.id}"):
        assert server.call(path, parse=False)[0] == 200
    for game in games_with_puzzles():
        status, page = server.call(f"/puzzles/{game}", parse=False)
        assert status == 200
        assert any(puzzle.id in page.decode() for puzzle in puzzles_of(game))
    picture = server.call(f"/puzzles/{daily.family}/{daily.id}/picture.svg?theme=dark", parse=False)[1]
    assert picture.startswith(b"<svg data-theme")
    assert server.call("/puzzles/nonsense", parse=False)[0] == 404
    assert server.call("/puzzles/quixo/nonsense", parse=False)[0] == 404
