"""Games in plain Python: what they get for free, and what happens when their code fails."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest

import tablier
from tablier import IllegalMove, Match, NotationError, Record, State
from tablier.arena.plan import plan_games
from tablier.arena.run import play_game
from tablier.board_game import Game
from tablier.bots import Limit, bot
from tablier.bots.reviewing import review
from tablier.core.values import ContractError
from tablier.outcome_text import describe_ending
from tablier.python import Board, End, GridGame, PieceKind
from tablier.registry import registered
from tablier.scene import spoken_labels, to_text
from tests.python.games import GAMES, Breakthrough, Four, Hex, Nim


@pytest.fixture(autouse=True)
def _games() -> Iterator[None]:
    with registered(*GAMES, Faulty):
        yield


class Faulty(GridGame):
    """A board of four squares. Some of its squares are traps for its own code."""

    id = "faulty-test"
    title = "Faulty"
    seats = ("One", "Two")
    width, height = 4, 1
    endings: ClassVar = {"full": "the board is full"}

    def play(self, board: Board, move: int) -> Board:
        if move == 1:
            raise ZeroDivisionError("a mistake in play")
        return self.next_turn(board.put(move, 1 + board.turn))

    def result(self, board: Board) -> End | None:
        if board.cells[2]:
            raise KeyError("a mistake in result")
        return None if 0 in board.cells else self.drawn("full")


def test_an_exception_ends_the_game_where_it_happens_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    game = tablier.game("faulty-test")
    with caplog.at_level(logging.ERROR, "tablier.python"):
        for move, doing, error in ((1, "play", "ZeroDivisionError"), (2, "result", "KeyError")):
            broken = game.start().after(move)
            assert broken.legal_moves == ()
            assert broken.outcome is not None
            assert (broken.outcome.reason, broken.outcome.scores) == ("error", (0.5, 0.5))
            told = [record for record in caplog.records if error in record.message]
            assert len(told) == 1
            assert doing in told[0].message
            assert told[0].exc_info is not None
            assert game.start().after(move) == broken
    assert len(caplog.records) == 2
    assert len(game.start().after(0).legal_moves) == 3, "other positions go on"


def test_a_broken_position_can_be_written_read_drawn_and_recorded() -> None:
    game = tablier.game("faulty-test")
    match = Match(game).play("a1", "b1")
    assert str(match.state) == "x3 o !"
    assert game.read(str(match.state)) == match.state
    assert "x" in game.sketch(match.state)
    assert game.picture(match.state, last=1, before=match.states[1]).startswith("<svg")
    assert Record.read(str(Record(match))) == Record(match)
    title, why = describe_ending(match, game.seats)
    assert (to_text(title), to_text(why)) == ("A draw", "the program of this game made a mistake")


def test_what_fails_beside_the_rules_is_logged_and_left_out(caplog: pytest.LogCaptureFixture) -> None:
    def fail(*_: object) -> None:
        raise LookupError("a mistake")

    with registered(type("Helpless", (Faulty,), {"id": "helpless-test", "points": fail, "refuse": fail})):
        game = tablier.game("helpless-test")
        assert game.scene(game.start()).panels == ()
        with pytest.raises(IllegalMove, match=r"This move is not allowed here."):
            game.start().after(0).after(0)
    assert [record.message for record in caplog.records] == ["helpless-test: fail failed"] * 2


def test_searches_survive_faulty_rules() -> None:
    state = tablier.game("faulty-test").start()
    for name in ("level:3", "level:6", "uct:50"):
        assert bot(name).choose(state, limit=Limit(nodes=200), seed=1).move in state.legal_moves
    assert tablier.playouts(state, 50).games == 50


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"moves": lambda self, board: []}, "moves gave no move"),
        ({"moves": lambda self, board: [0, 0]}, "moves gave 0 twice"),
        ({"moves": lambda self, board: [99]}, "moves gave 99, which is not one of all_moves"),
        ({"moves": lambda self, board: [[1]]}, "which is not one of all_moves"),
        ({"turn": lambda self, board: 2}, "turn gave seat 2"),
        ({"turn": lambda self, board: "x"}, "a turn is a whole number"),
        ({"result": lambda self, board: self.won(0, "luck")}, "result gave the reason 'luck'"),
        ({"result": lambda self, board: End((1.0,), "full")}, "result gave 1 scores for 2 seats"),
        ({"result": lambda self, board: End((-1.0, 2.0), "full")}, "scores are 0 or more"),
        ({"setup": lambda self: Board(b"\0")}, "a board has 4 cells"),
        ({"setup": lambda self: Board(b"\0\0\0\7")}, "a board has 4 cells"),
        ({"setup": lambda self: Board(bytes(4), 0, (1,))}, "a board remembers"),
        ({"shape": "circles"}, "the shape of the cells is squares or hexagons"),
        ({"width": 27}, "a board has 1 to 26 columns"),
        ({"memory": (300,)}, "a board remembers numbers up to 255"),
        ({"clicks": 3}, "for more, write all_moves"),
        ({"pieces": (PieceKind("x", "One", 0), PieceKind("x", "Two", 1))}, "pieces have different letters"),
        ({"width": 26, "height": 20}, "a position has 1 to 383 bytes, not 521"),
        ({"width": 9, "height": 9, "clicks": 2}, "a table has 1 to 4096 moves, not 6480"),
        ({"acts": ("a1",)}, "two moves have the same clicks"),
        ({"all_moves": lambda self: [0, (0, 1), 1, 2, 3]}, "make a move and begin another"),
    ],
)
def test_a_broken_contract_is_named_in_one_sentence(changed: dict[str, Any], problem: str) -> None:
    kind = type("Changed", (Faulty,), {"id": "changed-test", **changed})
    with pytest.raises(ContractError) as caught:
        tablier.register(kind)
    assert problem in str(caught.value)
    assert "changed-test" not in tablier.games()


def test_a_hexagon_has_six_neighbours_and_a_rim() -> None:
    geometry = tablier.game("hex-test").geometry  # type: ignore[attr-defined]
    names = geometry.names
    assert {names[cell] for cell in geometry.neighbours[geometry.numbers["c3"]]} == {
        "b3", "d3", "c2", "c4", "b4", "d2",
    }  # fmt: skip
    assert {names[cell] for cell in geometry.edges["left"]} == {"a1", "a2", "a3", "a4", "a5"}
    assert ["".join(names[cell] for cell in ray) for ray in geometry.rays[geometry.numbers["d4"]]] == [
        "e4", "d5", "c5", "c4b4a4", "d3d2d1", "e3",
    ]  # fmt: skip
    assert len(geometry.lines(5)) == 5 + 5 + 1


def test_squares_have_lines_in_four_directions_and_corners_around() -> None:
    geometry = tablier.game("breakthrough-test").geometry  # type: ignore[attr-defined]
    assert len(geometry.lines(4)) == 5 + 2 * 4 + 2 * 2
    assert len(geometry.around[5]) == 8
    assert len(geometry.neighbours[5]) == 4


def test_a_chain_wins_and_is_marked() -> None:
    game = tablier.game("hex-test", side=3)
    match = Match(game).play("a1", "a2", "b1", "b2", "c1")
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.facts) == ((0,), ("a1", "b1", "c1"))
    scene = game.scene(match.state, last=match.moves[-1], before=match.states[-2])
    assert {mark.kind: mark.spots for mark in scene.marks} == {"last": ("c1",), "end": ("a1", "b1", "c1")}
    assert spoken_labels(game.layout(), scene)["c1"] == "c1, Black, last move, decides the game"
    _, why = describe_ending(match, game.seats)
    assert to_text(why) == "a chain from side to side"


def test_a_piece_that_moved_slides() -> None:
    game = tablier.game("breakthrough-test")
    match = Match(game).play("b1b2")
    scene = game.scene(match.state, last=match.moves[-1], before=match.states[-2])
    assert scene.slides == (("b1", "b2"),)
    assert game.sketch(match.state).splitlines()[3:5] == ["2 · x · ·", "1 x · x x"]


def test_acts_are_buttons_and_points_stand_beside_the_board() -> None:
    game = tablier.game("four-test")
    scene = game.scene(game.start().after(game.move("b1")))
    points, acts = scene.panels
    assert [[item.text for item in row][-1] for row in points.rows] == [1, 0, 0, 0]
    assert [item.name for row in acts.rows for item in row] == ["pass"]
    assert "a1" not in {spot.name for spot in game.layout().spots}
    with pytest.raises(NotationError, match="a1 is not a cell of this board"):
        game.read("4/4/1#2/a3 x 0")


def test_refusals_say_what_is_wrong() -> None:
    def refuse(game: Game, state: State, text: str) -> IllegalMove:
        with pytest.raises(IllegalMove) as caught:
            state.after(game.move(text))
        return caught.value

    two = tablier.game("breakthrough-test")
    assert str(refuse(two, two.start(), "a5a4")) == "a5a4: That piece is not yours. (§B1)"
    assert refuse(two, two.start(), "a3a4").reason == "There is nothing to move there."
    assert refuse(two, two.start(), "a1a3").reason == "A pawn goes one step forward."
    one = tablier.game("hex-test")
    assert refuse(one, one.start().after(0), "a1").reason == "There is already something on that cell."
    bare = tablier.game("nim-test")
    taken = bare.read("((1, 9, 9), 0)")
    assert refuse(bare, taken, "h1-2").reason == "This move is not allowed here."


def test_the_docstring_is_the_rule_page() -> None:
    text = Hex.rules_text("en")
    assert text is not None
    assert text.startswith("# Hex\n\nConnect your two sides")
    assert "\n\n§H1 Players take turns" in text
    assert "\n\n§H2 Black wins" in text
    assert Hex.rules_text("fr") is None


@pytest.mark.parametrize("kind", [Breakthrough, Four, Nim], ids=lambda kind: kind.id)
def test_it_plays_in_the_arena_and_is_reviewed(kind: type[Game]) -> None:
    game = tablier.game(kind.id)
    bots = ["level:1", "random", "uct:5", "level:2"][: len(game.seats)]
    job = plan_games(game, bots, games=1, limit=Limit(nodes=5))[0]
    result = play_game(job)
    record = Record.from_dict(result.record)
    assert record.match.outcome is not None
    start = Match(game)
    start.push(start.legal_moves[0])
    assert len(review(start, limit=Limit(nodes=20)).moves) == 1
