"""Quixo by its clauses (src/tablier/games/quixo/RULES.md)."""

from __future__ import annotations

from random import Random

import pytest

import tablier
from tablier import IllegalMove, Match, NotationError, State
from tablier.board_game import facts_of
from tablier.core.kernel import DRAWN_AT, LOST_AT
from tablier.games.quixo.kernel import moved_bits
from tablier.games.quixo.rules import Facts
from tablier.solver import probe
from tablier.solver.layered import measured

GAME, TEAMS = tablier.game("quixo"), tablier.game("quixo-teams")


def legal(state: State) -> set[str]:
    return {state.game.text(move) for move in state.legal_moves}


def after(state: State, text: str) -> State:
    return state.after(state.game.move(text))


def refused(state: State, text: str) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as caught:
        after(state, text)
    return caught.value.clause, caught.value.reason


class Numbers:
    """The random numbers of `playouts`, for its first game."""

    def __init__(self, seed: int) -> None:
        self.state = seed
        for _ in range(2):
            self.state = self.draw()

    def draw(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        mixed = (self.state ^ self.state >> 32) * 0xD6E8FEB86659FD93 % 2**64
        return mixed ^ mixed >> 32


def play_at_random(state: State, seed: int) -> tuple[tuple[float, ...], float]:
    """A random game by the rules alone: scores and plies."""
    numbers, plies = Numbers(seed), 0
    while moves := state.legal_moves:
        state = state.after(moves[(numbers.draw() >> 32) * len(moves) >> 32])
        plies += 1
    assert state.outcome is not None
    return state.outcome.scores, plies


def test_random_games_draw_from_all_legal_moves() -> None:
    """By the random numbers of the seed the push is the one of that rank among the legal ones."""
    for seed in range(300):
        played = tablier.playouts(GAME.start(), 1, seed=seed)
        assert (played.scores, played.plies) == play_at_random(GAME.start(), seed)


def test_the_start() -> None:
    """§Q1: all cubes neutral, crosses begin; the small boards too."""
    assert str(GAME.start()) == "5/5/5/5/5 x"
    assert str(tablier.game("quixo", size=3).start()) == "3/3/3 x"
    assert str(tablier.game("quixo", size=4).start()) == "4/4/4/4 x"
    assert GAME.seats == ("Cross", "Circle")


@pytest.mark.parametrize(("size", "moves"), [(3, 20), (4, 32), (5, 44)])
def test_every_rim_cube_can_be_taken_at_the_start(size: int, moves: int) -> None:
    """§Q2, §Q4: a corner cube has two ways back, another rim cube three."""
    game = tablier.game("quixo", size=size)
    assert len(game.start().legal_moves) == len(game.paths) == moves
    ways = [sum(path[0] == cell for path in game.paths) for cell in ("a1", "b1")]
    assert ways == [2, 3]


def test_the_other_mark_is_never_taken() -> None:
    """§Q2."""
    state = after(GAME.start(), "a1e1")
    assert refused(state, "e1a1") == ("Q2", "That cube shows the other mark.")
    assert not any(text.startswith("e1") for text in legal(state))


def test_the_cube_comes_back_with_the_movers_mark() -> None:
    """§Q3: whether it was neutral or had that mark already."""
    once = after(GAME.start(), "a1e1")
    assert str(once) == "5/5/5/5/4x o"
    again = after(after(once, "a5a1"), "e1e5")
    assert str(again) == "4x/5/5/5/o4 o"


@pytest.mark.parametrize(
    ("move", "board"),
    [
        ("b5b1", "1o3/5/5/5/oxo1x"),
        ("b5e5", "3ox/5/5/5/o1o1x"),
        ("b5a5", "x4/5/1o3/5/o1o1x"),
        ("a3e3", "1o3/5/4x/5/o1o1x"),
    ],
)
def test_a_push_shifts_what_lies_between(move: str, board: str) -> None:
    """§Q4: the cubes between the end and the gap move towards the gap."""
    before = {"b5b1": "5/1o3/5/5/o1o1x x", "b5e5": "4o/5/5/5/o1o1x x", "b5a5": "5/5/1o3/5/o1o1x x"}
    state = GAME.read(before.get(move, "1o3/5/5/5/o1o1x x"))
    assert str(after(state, move)) == f"{board} o"


def test_never_back_where_it_was() -> None:
    """§Q4: there is no such move to write."""
    with pytest.raises(NotationError):
        GAME.move("a1a1")


@pytest.mark.parametrize(
    ("board", "cells"),
    [
        ("5/xxxxx/5/o4/o4 o", "a4 b4 c4 d4 e4"),
        ("2x2/o1x2/2x2/o1x2/2x2 o", "c1 c2 c3 c4 c5"),
        ("4x/o2x1/2x2/1x2o/x4 o", "a1 b2 c3 d4 e5"),
        ("x4/ox3/2x2/3xo/4x o", "e1 d2 c3 b4 a5"),
    ],
)
def test_lines(board: str, cells: str) -> None:
    """§Q5: rows, columns and the long diagonals; seen without being announced."""
    state = GAME.read(board)
    assert state.outcome is not None
    assert state.outcome.scores == (1.0, 0.0)
    assert state.outcome.reason == "line"
    assert facts_of(Facts, state).lines == (tuple(cells.split()),)
    assert state.legal_moves == ()


def test_short_diagonals_are_no_lines() -> None:
    """§Q5."""
    assert GAME.read("3x1/2x2/1x3/x4/o3o o").outcome is None


def test_a_line_of_ones_own_wins() -> None:
    """§Q6."""
    won = after(GAME.read("o1xxx/x1o1o/x1o1o/x1o1o/x1o1o x"), "b5a5")
    assert str(won) == "xoxxx/x1o1o/x1o1o/x1o1o/x1o1o o"
    assert won.outcome is not None
    assert won.outcome.scores == (1.0, 0.0)


def test_a_line_for_the_other_side_loses() -> None:
    """§Q6: pushing column e down brings the fifth circle into row 1; one row higher it would not."""
    assert after(GAME.read("5/5/x3o/x4/oooox x"), "e1e5").outcome is None
    lost = after(GAME.read("5/5/x4/x3o/oooox x"), "e1e5")
    assert lost.outcome is not None
    assert lost.outcome.scores == (0.0, 1.0)


def test_two_lines_by_one_push_lose() -> None:
    """§Q6: a line for the other side loses, even beside one's own."""
    double = after(GAME.read("xxxxo/4o/4o/4o/oooox x"), "e1e5")
    assert str(double) == "xxxxx/4o/4o/4o/ooooo o"
    assert facts_of(Facts, double).lines == (("a1", "b1", "c1", "d1", "e1"), ("a5", "b5", "c5", "d5", "e5"))
    assert double.outcome is not None
    assert double.outcome.scores == (0.0, 1.0)


def test_third_repetition_is_a_draw() -> None:
    """§Q7."""
    match = Match(GAME).play("a1e1", "a5e5")
    cycle = ("e1a1", "e5a5", "a1e1", "a5e5")
    match.play(*cycle)
    assert match.repetitions == 2
    assert match.outcome is None
    match.play(*cycle[:3])
    assert match.outcome is None
    match.play(cycle[3])
    assert match.outcome is not None
    assert match.outcome.scores == (0.5, 0.5)
    assert match.outcome.reason == "repetition"
    match.pop()
    assert match.outcome is None


def test_an_agreed_end_is_a_draw() -> None:
    match = Match(GAME).play("a1e1")
    with pytest.raises(ValueError, match="names no winner"):
        match.agree(winner=0)
    match.agree()
    assert match.outcome is not None
    assert match.outcome.scores == (0.5, 0.5)


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("5/5/5/5/5", 10),
        ("5/5/5/5/5 s", 11),
        ("5/5/5/5/5 x x", 12),
        ("5/5/5/5/5 o", 1),
        ("5/5/5/5/x4 x", 1),
        ("5/5/5/5/xx3 o", 1),
        ("5/5/1x3/5/o4 o", 1),
        ("5/5/5/5 x", 1),
        ("6/5/5/5/5 x", 1),
        ("5/5/4/5/5 x", 6),
        ("5/5/xxxxxx/5/5 x", 10),
        ("5/5/5/5/5/5 x", 1),
        ("5/5/z4/5/5 x", 5),
        ("", 1),
    ],
)
def test_positions_that_cannot_be(text: str, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        GAME.read(text)
    assert caught.value.column == column


def test_seats_and_sides() -> None:
    """§Q8: partners face each other."""
    assert TEAMS.seats == ("South", "West", "North", "East")
    assert TEAMS.sides == ((0, 2), (1, 3))
    state = TEAMS.start()
    turns = []
    for text in ("a1e1s", "a5e5w", "b1b5n", "c1c5e"):
        turns.append(state.turn)
        state = after(state, text)
    assert turns == [0, 1, 2, 3]
    assert state.turn == 0


def test_only_cubes_that_point_to_the_player() -> None:
    """§Q9: the dot says which partner may take the cube."""
    state = TEAMS.read("s3n/5/5/5/w3e s")
    assert {text[:2] for text in legal(state)} >= {"a5"}
    assert not {text[:2] for text in legal(state)} & {"e5", "a1", "e1"}
    assert refused(state, "e5a5s") == ("Q9", "The dot on that cube points to your partner.")
    assert refused(state, "a1e1s") == ("Q9", "That cube shows the other mark.")


def test_first_turns_take_neutral_cubes() -> None:
    """§Q10: even a cube that the partner has left for one."""
    state = after(after(TEAMS.start(), "a1a5n"), "e1e5w")
    assert state.turn == 2
    assert refused(state, "a5a1n") == ("Q10", "Your first cube must be a blank one.")
    assert not any(text.startswith("a5") for text in legal(state))


def test_the_dot_points_to_the_own_side() -> None:
    """§Q11: two ways to turn each cube."""
    state = TEAMS.start()
    assert len(state.legal_moves) == 88
    assert {text[4] for text in legal(state)} == {"s", "n"}
    assert refused(state, "a1e1w") == ("Q11", "The dot points to you or to your partner.")
    assert str(after(state, "a1e1n")) == "5/5/5/5/4n w"
    assert {text[4] for text in legal(after(state, "a1e1n"))} == {"w", "e"}


def test_pushed_cubes_keep_their_dots() -> None:
    state = TEAMS.read("5/5/5/5/nswew s")
    assert str(after(state, "b1e1n")) == "5/5/5/5/nwewn w"


BLOCKED = "nwewn/w3w/e3e/n3w/wnewn s"


def test_passing_is_forced_and_never_a_choice() -> None:
    """§Q12: no rim cube is neutral or points south."""
    state = TEAMS.read(BLOCKED)
    assert legal(state) == {"pass"}
    assert refused(state, "a1e1s")[0] == "Q12"
    assert str(after(state, "pass")) == BLOCKED[:-1] + "w"
    assert refused(TEAMS.start(), "pass")[0] == "Q12"
    assert "pass" not in legal(after(state, "pass"))


def test_teams_win_by_marks_whatever_the_dots() -> None:
    """§Q13: with §Q6."""
    state = TEAMS.read("5/snsns/5/w4/w4 w")
    assert state.outcome is not None
    assert state.outcome.scores == (1.0, 0.0, 1.0, 0.0)
    assert state.outcome.winners == (0, 2)
    lost = after(TEAMS.read("5/5/w4/s3e/weewn n"), "e1e5n")
    assert lost.outcome is not None
    assert lost.outcome.scores == (0.0, 1.0, 0.0, 1.0)


def test_a_whole_team_loses_when_one_resigns() -> None:
    """§Q14 leaves talk and time to the table; giving up is for both partners."""
    match = Match(TEAMS).play("a1e1s")
    match.resign(3)
    assert match.outcome is not None
    assert match.outcome.scores == (1.0, 0.0, 1.0, 0.0)


@pytest.mark.parametrize(
    "text", ["5/5/5/5/s4 s", "5/5/5/5/w4 w", "5/5/5/5/sn3 n", "5/5/5/5/sssw1 w", "5/5/5/5/5 n"]
)
def test_team_positions_that_cannot_be(text: str) -> None:
    """§Q10: the first four plies mark one neutral cube each."""
    with pytest.raises(NotationError, match="no game leads here"):
        TEAMS.read(text)


def test_the_sketch() -> None:
    assert GAME.sketch(after(GAME.start(), "a1e1")).splitlines()[-2:] == ["1  · · · · ×", "   a b c d e"]
    assert TEAMS.sketch(after(TEAMS.start(), "a1e1n")).splitlines()[-2] == "1  ·  ·  ·  ·  ×↑"


def test_bits_are_moved_alike_with_and_without_special_instructions() -> None:
    chance = Random(1)
    for k in range(6):
        for word in (0, 1, 2**64 - 1, *(chance.getrandbits(64) for _ in range(100))):
            fast, portable = moved_bits(word, k)
            assert fast == portable
            ones = [bit for bit in range(64) if bit >> k & 1]
            assert fast[0] == sum((word >> bit & 1) << i for i, bit in enumerate(ones))
            assert fast[1] == sum((word >> i & 1) << bit for i, bit in enumerate(ones))


@pytest.mark.parametrize(("size", "longest", "start"), [(3, 8, 7), (4, 22, 21)])
def test_the_longest_wins(size: int, longest: int, start: int) -> None:
    """As published (Tanaka, Bonnet, Tixeuil, Tamura: Quixo is solved, 2020)."""
    game = tablier.game("quixo", size=size)
    found = {plies & ~LOST_AT for layer in measured(game) for plies in set(layer)} - {DRAWN_AT}
    assert max(found) == longest
    assert probe(game.start()).distance == start


@pytest.mark.parametrize(
    ("game", "clicks", "clause"),
    [
        (GAME, ("c3",), "Q2"),
        (GAME, ("a1", "c3"), "Q4"),
        (TEAMS, ("s",), "Q2"),
        (TEAMS, ("a1", "e1", "c3"), "Q11"),
    ],
)
def test_clicks_that_begin_no_move_are_explained(
    game: tablier.Game, clicks: tuple[str, ...], clause: str
) -> None:
    """§Q2, §Q4, §Q11."""
    why = game.why_not(game.start(), clicks)
    assert why is not None
    assert why.clause == clause
    assert GAME.why_not(GAME.start(), ("a1",)) is None
