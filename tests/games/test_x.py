"""X: the figures of the rule sheet with boards of our own, and every clause where it is awkward."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise, product
from random import Random
from typing import Any

import pytest

import tablier
from tablier import Game, IllegalMove, NotationError, State
from tablier.board_game import facts_of
from tablier.games.x.rules import Facts
from tablier.scene import to_text
from tests.reference.x import SEATS, Position, XReferee, referee, winner

RED, YELLOW, GREEN = range(3)

# Decided by its last stone, e5: Red's cross cuts the board into four (figure 2).
CROSS = "3grg2/ggg1r1yy/2yyry2/rrrrrrrr/yy2rggg/1gggr2y/g2yryy1/yyy1r1gg y"


def x(size: int = 6, *, to_the_end: bool = False) -> Game:
    return tablier.game("x", size=size, to_the_end=to_the_end)


def board(drawing: str) -> State:
    """A position from its sketch, on a board that is played to the end."""
    rows = [line.split()[1:] for line in drawing.strip().splitlines()[:-1]]
    stones = sum(row.count(seat) for row in rows for seat in "RYG")
    text = "/".join("".join(row).lower().replace("·", "1") for row in rows)
    for run in range(len(rows), 1, -1):
        text = text.replace("1" * run, str(run))
    state = x(len(rows), to_the_end=True).read(f"{text} {SEATS[stones % 3]}")
    assert state.game.sketch(state).split() == drawing.split()
    return state


def owners(state: State) -> list[int | None]:
    return [corner.owner for corner in facts_of(Facts, state).corners]


def play(state: State, moves: str) -> State:
    for move in moves.split():
        state = state.after(state.game.move(move))
    return state


def random_game(game: Game, rng: Random) -> list[State]:
    states = [game.start()]
    while states[-1].legal_moves:
        states.append(states[-1].after(rng.choice(states[-1].legal_moves)))
    return states


# §X1, §X2, §X3: turns, board, moves


def test_seats_take_turns_red_first() -> None:
    """§X1"""
    state = x().start()
    for turn in [RED, YELLOW, GREEN, RED, YELLOW]:
        assert state.turn == turn
        state = state.after(state.legal_moves[0])
    assert x().seats == ("Red", "Yellow", "Green")


@pytest.mark.parametrize("size", [0, 2, 3, 5, 9, 21, 22, -10, 10.0, "10", True, None])
def test_sizes_that_are_not_to_be_had(size: object) -> None:
    """§X2: even, from 4 to 20."""
    with pytest.raises(ValueError, match=r"size is one of 4, 6, .*, 20, not"):
        tablier.game("x", size=size)


@pytest.mark.parametrize("size", [3, 5, 21, 22, -4, 2**31 - 1])
def test_rules_refuse_a_bad_size_themselves(size: int) -> None:
    """§X2"""
    from tablier.games.x.rules import XRules

    with pytest.raises(ValueError, match="even number of cells"):
        XRules(size, False)


def test_neighbours() -> None:
    """§X2: a path around a corner shows which cells touch."""
    game = x(4, to_the_end=True)
    # a2 and b1 touch, up and to the left: a path around the sharp corner a1 in two stones, a3-b2-c1 in three.
    assert owners(play(game.start(), "a2 d4 d3 b1"))[0] == RED
    assert owners(play(game.start(), "a3 d4 d3 c1"))[0] is None
    assert owners(play(game.start(), "a3 d4 d3 c1 d1 a4 b2"))[0] == RED
    # Around the blunt corner d1 the same takes three: c1 and d2 do not touch, c2 or d1 links them.
    apart = play(game.start(), "c1 a4 a3 d2")
    assert owners(apart)[1] is None
    assert owners(play(apart, "b4 b3 c2"))[1] == RED
    assert owners(play(apart, "b4 b3 d1"))[1] == RED


def test_cells_are_moves() -> None:
    """§X2, §X3: column letter and row number, row by row from a1."""
    assert x(20).texts[0] == "a1"
    assert x(20).texts[19:21] == ("t1", "a2")
    assert x(20).texts[-1] == "t20"
    assert x(20).move(" T20 ") == 399
    assert x().start().legal_moves == tuple(range(36))


def test_a_stone_goes_on_an_empty_cell() -> None:
    """§X3: also not on one's own stone, and there is no pass."""
    state = play(x().start(), "a1 c3 d4")
    assert len(state.legal_moves) == 33
    for cell in ["a1", "c3", "d4"]:
        with pytest.raises(IllegalMove) as refused:
            play(state, cell)
        assert (refused.value.clause, refused.value.reason) == (
            "X3",
            "There is already a stone on that cell.",
        )
    with pytest.raises(NotationError):
        state.game.move("pass")


def test_every_illegal_move_has_its_reason() -> None:
    """§X3"""
    for state in random_game(x(6), Random(5))[:-1]:
        for move in set(range(36)) - set(state.legal_moves):
            with pytest.raises(IllegalMove) as refused:
                state.after(move)
            assert refused.value.clause == "X3"


@pytest.mark.parametrize("move", [-1, 36, 10**30, -(10**30)])
def test_numbers_that_are_no_move(move: int) -> None:
    with pytest.raises(IllegalMove, match="no such move"):
        x().start().after(move)


def test_nothing_can_be_played_when_it_is_over() -> None:
    state = x(8).read(CROSS)
    assert state.legal_moves == ()
    with pytest.raises(IllegalMove, match="over"):
        play(state, "a8")


# §X4, §X5: corners


def test_a_corner_stone_is_a_path() -> None:
    """§X4, §X5: it lies on both edges."""
    state = x().start()
    for k, corner in enumerate(["a1", "f1", "a6", "f6"]):
        state = play(state, corner)
        assert owners(state)[: k + 1] == [RED, YELLOW, GREEN, RED][: k + 1]
        assert owners(state)[k + 1 :] == [None] * (3 - k)


def test_the_outer_path_beats_the_inner_one() -> None:
    """§X5, figure 1: Yellow's path around a1, then Red's behind it."""
    state = play(x().start(), "a4 a2 f6 b3 b1 f5 c2 e5 e6")
    assert owners(state)[0] == YELLOW
    state = play(state, "d1")
    assert owners(state)[0] == RED
    assert facts_of(Facts, state).corners[0].open == (
        RED,
        YELLOW,
        GREEN,
    )  # somebody may still build behind Red


def test_a_path_may_stretch_over_several_corners() -> None:
    """§X5: a row from edge to edge owns both corners it closes off, once it touches the edge between them."""
    state = play(x().start(), "a2 a6 f6 b2 c6 e6 c2 a5 f5 d2 c5 e5 e2 a4 f4 f2")
    assert owners(state)[:2] == [None, None]
    state = play(state, "c4 e4 c1")
    assert owners(state)[:2] == [RED, RED]
    assert [corner.settled for corner in facts_of(Facts, state).corners] == [True, True, False, False]


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12])
def test_either_edge_gives_the_same_owner(size: int) -> None:
    """§X5: paths around a corner are nested."""
    rng = Random(size)
    for _ in range(60):
        stones = rng.randrange(size * size + 1)
        cells = rng.sample([(c, r) for c in range(size) for r in range(size)], stones)
        weights = [rng.random() for _ in SEATS]
        position = Position(size, {cell: rng.choices(SEATS, weights)[0] for cell in cells})
        assert position.owners(0) == position.owners(1)
        scrambled = XReferee(size, True)
        position = scrambled.read(scrambled.scramble(rng))
        assert position.owners(0) == position.owners(1)


# §X6, §X7: the winner


def test_three_to_one() -> None:
    """§X7, figure 3: 3-1-0."""
    state = board("""
      6  G G R Y G G
     5  G R R Y Y G
    4  R R Y Y G Y
   3  G G Y Y Y Y
  2  R R R R R R
 1  G Y R G G Y
   a b c d e f
    """)
    assert owners(state) == [RED, RED, RED, YELLOW]
    assert state.outcome is not None
    assert (state.outcome.scores, state.outcome.reason) == ((1, 0, 0), "full")


def test_two_adjacent_corners() -> None:
    """§X7, figure 4: 2-1-1."""
    state = board("""
      6  G Y R G G G
     5  G Y R Y G G
    4  Y Y Y Y G G
   3  R R R R R R
  2  G G R Y Y R
 1  Y R R Y G Y
   a b c d e f
    """)
    assert owners(state) == [RED, RED, YELLOW, GREEN]
    assert state.outcome is not None
    assert state.outcome.winners == (RED,)


def test_two_opposite_corners_one_held_by_the_corner_stone() -> None:
    """§X5, §X7, figure 5: 2-1-1; nobody has a path around f6, the stone on it is enough."""
    state = board("""
      6  G G G G G R
     5  G Y G G Y Y
    4  R G R Y G Y
   3  G R R R R Y
  2  Y R R R Y Y
 1  Y G R R Y Y
   a b c d e f
    """)
    assert owners(state) == [RED, YELLOW, GREEN, RED]
    assert state.outcome is not None
    assert state.outcome.winners == (RED,)


def test_nothing_wins_against_two_and_two_adjacent() -> None:
    """§X7, figure 6: 0-2-2, the others' corners side by side."""
    state = board("""
      6  R R G G Y Y
     5  G G G G G G
    4  G R R R Y Y
   3  G G R R G R
  2  Y Y Y Y Y Y
 1  R R Y R Y R
   a b c d e f
    """)
    assert owners(state) == [YELLOW, YELLOW, GREEN, GREEN]
    assert state.outcome is not None
    assert state.outcome.winners == (RED,)


def test_nothing_wins_against_two_and_two_opposite() -> None:
    """§X7, figure 7: 0-2-2, the others' corners crosswise."""
    state = board("""
      6  R R G Y R Y
     5  G G G Y Y R
    4  G R Y R R Y
   3  Y G R Y R G
  2  R Y R G G G
 1  R Y Y G G Y
   a b c d e f
    """)
    assert owners(state) == [YELLOW, GREEN, GREEN, YELLOW]
    assert state.outcome is not None
    assert state.outcome.winners == (RED,)


def test_all_divisions_of_the_corners() -> None:
    """§X6, §X7: whichever seat has which corner, small full boards show them all."""
    deciding: dict[tuple[int, ...], int] = {(4, 0, 0): 4, (3, 1, 0): 3, (2, 1, 1): 2, (2, 2, 0): 0}
    rng = Random(4)
    positions: set[tuple[int | None, ...]] = set()
    cells = list("rrrrrryyyyyggggg")
    while len(positions) < 81:
        rng.shuffle(cells)
        rows = "/".join("".join(cells[i : i + 4]) for i in range(0, 16, 4))
        state = x(4, to_the_end=True).read(f"{rows} y")
        own = owners(state)
        positions.add(tuple(own))
        numbers = [own.count(seat) for seat in range(3)]
        best = deciding[tuple(sorted(numbers, reverse=True))]
        assert state.outcome is not None
        assert state.outcome.winners == (numbers.index(best),)
        assert state.outcome.reason == "full"


@pytest.mark.parametrize("size", [4, 6, 10, 20])
def test_there_is_no_draw(size: int) -> None:
    """§X5, §X7: a full board, balanced or not, gives each corner one owner and names one winner."""
    rng = Random(size)
    cells = [(c, r) for c in range(size) for r in range(size)]
    for _ in range(20):
        weights = [rng.random() ** 2 for _ in SEATS]
        own = Position(size, {cell: rng.choices(SEATS, weights)[0] for cell in cells}).owners(1)
        assert None not in own
        numbers = [own.count(seat) for seat in SEATS]
        assert sorted(numbers) in [[0, 0, 4], [0, 1, 3], [1, 1, 2], [0, 2, 2]]
        assert winner([seat for seat in own if seat]) in SEATS
    for _ in range(20):
        state = x(size, to_the_end=True).start()
        for move in rng.sample(range(size * size), size * size):
            state = state.after(move)
        assert None not in owners(state)
        assert state.outcome is not None
        assert sorted(state.outcome.scores) == [0, 0, 1]


# §X8: the end


def test_a_cross_decides_before_the_board_is_full() -> None:
    """§X8, figure 2: 4-0-0 by one group that touches all edges; not before its last stone."""
    game = x(8)
    moves = ["a5", "b5", "c5", "d5", "f5", "g5", "h5", "e1", "e2", "e3", "e4", "e6", "e7", "e8", "e5"]
    others = [cell for cell in game.texts if cell not in moves]
    state = game.start()
    for i, cell in enumerate(moves):
        assert state.outcome is None
        state = play(state, cell)
        if i < 14:
            state = play(state, f"{others[10 * i % 49]} {others[(10 * i + 5) % 49]}")
    assert state == game.read(CROSS)
    assert state.outcome is not None
    assert (state.outcome.scores, state.outcome.reason) == ((1, 0, 0), "decided")
    assert all(corner == (corner.cell, RED, True, (RED,)) for corner in facts_of(Facts, state).corners)
    assert facts_of(Facts, state).winner == RED
    assert state.outcome.facts == facts_of(Facts, state)


def test_to_the_end_plays_on() -> None:
    """§X8: the same cross on a board that is to be filled."""
    state = x(8, to_the_end=True).read(CROSS)
    assert state.outcome is None
    assert len(state.legal_moves) == 21
    assert facts_of(Facts, state).winner == RED
    while state.legal_moves:
        state = state.after(state.legal_moves[0])
    assert state.outcome is not None
    assert (state.outcome.scores, state.outcome.reason) == ((1, 0, 0), "full")


def test_the_last_stone_may_decide() -> None:
    """§X8: then the reason is that the board is full."""
    rng, reasons = Random(1), set()
    for _ in range(400):
        last = random_game(x(4), rng)[-1]
        full = sum(mark in SEATS for mark in str(last).split()[0]) == 16
        assert last.outcome is not None
        assert last.outcome.reason == ("full" if full else "decided")
        reasons.add(last.outcome.reason)
    assert reasons == {"full", "decided"}


@pytest.mark.parametrize("size", [4, 6])
def test_a_decided_game_cannot_turn(size: int) -> None:
    """§X8: however it would have gone on, the winner is the same; and nobody's corners come back."""
    rng, on = Random(size), x(size, to_the_end=True)
    for _ in range(60):
        states = random_game(x(size), rng)
        for before, after in pairwise(states):
            for one, two in zip(facts_of(Facts, before).corners, facts_of(Facts, after).corners, strict=True):
                assert set(one.open) >= set(two.open)
        outcome = states[-1].outcome
        assert outcome is not None
        for _ in range(10):
            end = on.read(str(states[-1]))
            while end.legal_moves:
                end = end.after(rng.choice(end.legal_moves))
                assert facts_of(Facts, end).winner == outcome.winners[0]
            assert end.outcome is not None
            assert end.outcome.scores == outcome.scores


@pytest.mark.parametrize("size", [4, 8, 14, 20])
def test_corner_facts_agree_with_the_referee(size: int) -> None:
    """§X5, §X8: owners, who can still own, and the certain winner, in early, late and odd positions."""
    rng, game = Random(size), x(size, to_the_end=True)
    slow = referee(game)
    for _ in range(60):
        text = slow.scramble(rng)
        facts, position = facts_of(Facts, game.read(text)), slow.read(text)
        names = [slow.names[c, r] for r in (0, size - 1) for c in (0, size - 1)]
        assert [corner.cell for corner in facts.corners] == names
        letters = [None if corner.owner is None else SEATS[corner.owner] for corner in facts.corners]
        assert letters == position.owners(1)
        assert [[SEATS[seat] for seat in corner.open] for corner in facts.corners] == position.open
        assert (facts.winner is None) == (position.certain is None)
        assert facts.winner is None or SEATS[facts.winner] == position.certain
        for corner in facts.corners:
            assert corner.settled == (corner.open == (corner.owner,))
            assert corner.owner is None or corner.owner in corner.open


# §X6, §X7: scores when the match ends otherwise


def test_settled_before_the_winner_is_certain() -> None:
    """§X7: no draw on the board, but a search that is cut and a seat that leaves need numbers."""
    state = play(x().start(), "a1 b2")
    assert state.settle() == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    assert state.settle(without=RED) == (0, 0.5, 0.5)
    assert state.settle(without=YELLOW) == (0.5, 0, 0.5)
    assert state.settle(without=GREEN) == (0.5, 0.5, 0)
    assert state.game.conceded_scores(state, YELLOW) == (0.5, 0, 0.5)


@pytest.mark.parametrize("to_the_end", [False, True])
def test_settled_when_the_winner_is_certain(to_the_end: bool) -> None:
    """§X8: the seat that is certain to win does so, unless it is the one that leaves."""
    state = x(8, to_the_end=to_the_end).read(CROSS)
    assert state.settle() == (1, 0, 0)
    assert state.settle(without=YELLOW) == (1, 0, 0)
    assert state.settle(without=RED) == (0, 0.5, 0.5)


def test_an_agreed_end_names_the_winner() -> None:
    """§X7: there is no draw to agree on."""
    state = x().start()
    assert state.game.agreed_scores(state, YELLOW) == (0, 1, 0)
    nobodies: list[Any] = [None, 3, -1, True, 1.0, "Red"]
    for nobody in nobodies:
        with pytest.raises(ValueError, match="names the seat that won"):
            state.game.agreed_scores(state, nobody)


def test_sketch() -> None:
    """§X2: each row half a cell to the right of the one below."""
    state = play(x(4).start(), "a1 d1 a4")
    drawn = ["    4  G · · ·", "   3  · · · ·", "  2  · · · ·", " 1  R · · Y", "   a b c d"]
    assert state.game.sketch(state) == "\n".join(drawn)
    assert x(20).sketch(x(20).start()).splitlines()[0].startswith(" " * 19 + "20  ·")


def test_the_end_says_the_score_and_marks_the_paths() -> None:
    """§X5, §X6, §X7: what made the winner, and early only when it was."""
    said = set()
    for seed in range(60):
        rng, state = Random(seed), tablier.game("x", size=6).start()
        while state.legal_moves:
            state = state.after(rng.choice(state.legal_moves))
        words = to_text(state.game.explain_outcome(state))
        corners = facts_of(Facts, state).corners
        assert ("settled before the board was full" in words) == (
            all(corner.settled for corner in corners) and "." in board_of(state)
        )
        counts = sorted(Counter(corner.owner for corner in corners if corner.settled).values())[::-1]
        assert words.startswith("-".join(map(str, (*counts, 0, 0)[:3])))
        assert ("settled:" in words) == (sum(counts) < 4)
        said.add(words.partition(",")[0].partition(":")[0])
        ends = [mark for mark in state.game.scene(state).marks if mark.kind == "end"]
        assert len(ends) == sum(corner.settled for corner in corners)
        for mark in ends:
            assert {board_of(state)[state.game.move(name)] for name in mark.spots} == {"ryg"[mark.seat or 0]}
    assert {"2-1-1", "2-2-0", "3-1-0"} <= said


def test_with_corners_open_the_winner_has_two_and_nobody_else_can_or_has_three() -> None:
    """§X7, §X8: of all ways in which corners may be settled or open, those that decide the game."""
    possible = [owners for size in (1, 2, 3) for owners in combinations(SEATS, size)]
    decided = set()
    for open_to in product(possible, repeat=4):
        winners = {winner(owners) for owners in product(*open_to)}
        if len(winners) > 1 or all(len(owners) == 1 for owners in open_to):
            continue
        (first,) = winners
        rivals = [seat for seat in SEATS if seat != first]
        most = max(owners.count(seat) for owners in product(*open_to) for seat in rivals)
        decided.add((open_to.count((first,)), most))
    assert decided == {(2, 1), (3, 1)}


def board_of(state: State) -> str:
    """A letter for every cell, row by row from a1."""
    return "".join(".ryg"[stone] for stone in state.game.rules.cells(state))


def test_facts_of_another_game_are_refused() -> None:
    with pytest.raises(TypeError, match=r"a position of tablier.game\('quixo'\) has other facts"):
        facts_of(Facts, tablier.game("quixo").start())
