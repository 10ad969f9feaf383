"""OLIX: the sheet's examples and the awkward clauses, as positions. The clauses are in its RULES.md."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import tablier
from tablier import Game, IllegalMove, NotationError, State
from tablier.board_game import facts_of
from tablier.games.olix.knowledge import features, marks
from tablier.games.olix.rules import Facts, OlixRules
from tests.perft import perft
from tests.reference import referee_for
from tests.reference.olix import OlixReferee

ANY = tablier.game("olix")
OWN = tablier.game("olix", interior="own")
LONG = tablier.game("olix", to_the_end=True)
GAMES = (ANY, OWN, LONG, tablier.game("olix", interior="own", to_the_end=True))
NOTHING = "O-,L-,I-,X-"

# Cells far from the lower left, where the tests build, and from each other: pawns there make nothing.
ASIDE = [f"{column}{row}" for row in (11, 9) for column in "acegik"]
ASIDE += [f"{column}{row}" for row in (7, 5, 3, 1) for column in "ik"]


def lay(game: Game, red: str, blue: str = "", columns: str = NOTHING, turn: int = 0) -> State:
    """A position with these pawns; pawns set aside make up the numbers."""
    sides = red.split(), blue.split()
    aside = iter([cell for cell in ASIDE if cell not in red.split() + blue.split()])
    each = max(len(sides[0]) - turn, len(sides[1]))
    for side, number in zip(sides, (each + turn, each), strict=True):
        side.extend(islice(aside, number - len(side)))
    pawns = {cell: "rb"[seat] for seat in range(2) for cell in sides[seat]}
    rows = ["".join(pawns.get(f"{c}{row}", ".") for c in "abcdefghijk") for row in range(11, 0, -1)]
    for run in range(11, 0, -1):
        rows = [row.replace("." * run, str(run)) for row in rows]
    return game.read(f"{'/'.join(rows)} {'rb'[turn]} {columns}")


def rules(game: Game) -> OlixRules:
    assert isinstance(game.rules, OlixRules)
    return game.rules


def scored(state: State, cell: str) -> dict[str, int]:
    game: Game = state.game
    found = rules(game).scored(state, game.move(cell))
    assert all(len(cells) == len(set(cells)) == value for _, value, cells in found)
    return {kind: value for kind, value, _ in found}


def columns(state: State) -> str:
    return str(state).split()[2]


def play(state: State, cells: str) -> State:
    for cell in cells.split():
        state = state.after(state.game.move(cell))
    return state


# §O1, §O2: the start, the moves


def test_start() -> None:
    """§O1: two seats, 11x11 cells, 46 pawns each to place, four empty columns."""
    state = ANY.start()
    assert str(state) == "11/11/11/11/11/11/11/11/11/11/11 r O-,L-,I-,X-"
    assert len(state.legal_moves) == 121
    assert facts_of(Facts, state).left == (46, 46)
    assert [column.kind for column in facts_of(Facts, state).columns] == list("OLIX")
    assert all(column[1:] == (None, (), None, ()) for column in facts_of(Facts, state).columns)
    assert facts_of(Facts, play(state, "f6 a1 b1")).left == (44, 45)


def test_a_move_is_a_cell() -> None:
    """§O2"""
    assert ANY.text(0) == "a1"
    assert ANY.text(120) == "k11"
    assert ANY.move("F6") == 60
    state = play(ANY.start(), "f6")
    assert str(state) == "11/11/11/11/11/5r5/11/11/11/11/11 b O-,L-,I-,X-"


@pytest.mark.parametrize("taken", ["f6", "a1"])
def test_taken_cells_are_refused(taken: str) -> None:
    """§O2: whoever's pawn it is."""
    state = play(ANY.start(), "f6 a1")
    with pytest.raises(IllegalMove, match="There is already a pawn on that cell") as refused:
        play(state, taken)
    assert refused.value.clause == "O2"


# §O3: the four kinds


@pytest.mark.parametrize(
    ("red", "held", "cell", "expected"),
    [
        ("a1 a2", NOTHING, "b1", {}),
        ("b1 c1 a2", NOTHING, "a3", {}),
        ("a1 a2 b1", NOTHING, "b2", {"O": 4}),
        ("a1 a2 b1 b2 c1", "O4r,L-,I-,X-", "c2", {"O": 6}),
        ("a1 a2 b1 b2 a3", "O4r,L-,I-,X-", "b3", {"O": 6}),
        ("a1 a2 b1 b2 c1 c2 d1", "O6r,L-,I4r,X-", "d2", {"O": 8, "I": 4}),
        ("a1 b1 c1 a2 c2 a3 b3", "O-,L5r,I-,X-", "c3", {"O": 8, "L": 5}),
        ("a1 b1 c1 a2 c2 a3 b3 b2", "O6r,L5r,I-,X-", "c3", {"O": 9, "L": 5}),
    ],
)
def test_o(red: str, held: str, cell: str, expected: dict[str, int]) -> None:
    """§O3: a rectangle from 2x2 on; other kinds come along."""
    assert scored(lay(ANY, red, columns=held), cell) == expected


@pytest.mark.parametrize(("game", "value"), [(ANY, 9), (OWN, 8)])
def test_an_opponents_pawn_inside(game: Game, value: int) -> None:
    """§O3: it counts by the printed rules, not with interior=own."""
    state = lay(game, "a1 b1 c1 a2 c2 a3 b3", "b2", "O-,L5r,I-,X-")
    assert scored(state, "c3")["O"] == value
    assert columns(play(state, "c3")) == f"O{value}r,L5r,I-,X-"


@pytest.mark.parametrize("game", [ANY, OWN])
def test_own_pawns_inside_always_count(game: Game) -> None:
    """§O3"""
    state = lay(game, "a1 b1 c1 a2 b2 c2 a3 b3", "", "O6r,L5r,I-,X-")
    assert scored(state, "c3")["O"] == 9


@pytest.mark.parametrize(
    ("red", "cell", "value"),
    [
        ("a1 a2 a3 b1", "c1", 5),
        ("a1 a2 a3 c1", "b1", 5),
        ("b1 c1 a2 a3", "a1", 5),
        ("a1 a2 a3 a4 b1", "c1", 6),
        ("c1 c2 c3 a1 b1 d1", "e1", 5),  # an L in a T
        ("a1 b1 a2 b2 a3 b3 c1 c2", "c3", 5),  # an L in a block
        ("a1 a2 a3 a4 a5 b1 c1", "d1", 8),
        ("a1 a2 a3 b1", "b2", 0),
        ("a1 b2 c3 d2", "e1", 0),  # diagonal arms are no L
    ],
)
def test_l(red: str, cell: str, value: int) -> None:
    """§O3: arms of at least 3 with the corner; more pawns beside it do no harm."""
    held = {
        "a1 a2 a3 a4 b1": "O-,L-,I4r,X-",
        "c1 c2 c3 a1 b1 d1": "O-,L5r,I4r,X-",
        "a1 b1 a2 b2 a3 b3 c1 c2": "O6r,L5r,I-,X-",
        "a1 a2 a3 a4 a5 b1 c1": "O-,L7r,I5r,X-",
    }.get(red, NOTHING)
    assert scored(lay(ANY, red, columns=held), cell).get("L", 0) == value


def test_l_turns_all_ways() -> None:
    """§O3: the corner can be at any of the four ends."""
    for red in ("e5 f5 g5 e6", "e5 d5 c5 e6", "e5 d5 c5 e4", "e5 f5 g5 e4"):
        cell = "e7" if "e6" in red else "e3"
        assert scored(lay(ANY, red), cell) == {"L": 5}


@pytest.mark.parametrize(
    ("red", "cell", "expected"),
    [
        ("a1 b1", "c1", {}),
        ("a1 b1 d1", "c1", {"I": 4}),
        ("c2 c3 c4", "c5", {"I": 4}),
        ("a1 b1 c1 e1 f1 g1", "d1", {"I": 7}),
        ("a1 b2", "c3", {}),
        ("a1 b2 c3", "d4", {"X": 4}),
        ("a7 b6 c5 d4 f2", "e3", {"X": 6}),
    ],
)
def test_i_and_x(red: str, cell: str, expected: dict[str, int]) -> None:
    """§O3: at least 4, straight or diagonal."""
    held = "O-,L-,I-,X4r" if "d4 f2" in red else NOTHING
    assert scored(lay(ANY, red, columns=held), cell) == expected


def test_lines_stop_at_the_edge() -> None:
    """§O3: k1 and a2 are neighbours in the table of moves only."""
    assert scored(lay(ANY, "i1 j1 k1"), "a2") == {}
    assert scored(lay(ANY, "j1 k2 a4"), "b5") == {}


# §O4: what is scored, and when


def test_only_the_new_pawns_patterns() -> None:
    """§O4: a pawn elsewhere scores nothing, though an I of 4 is there."""
    state = lay(ANY, "a1 b1 c1 d1", "", "O-,L-,I4r,X-")
    assert scored(state, "f6") == {}
    assert columns(play(state, "f6")) == "O-,L-,I4r,X-"


def test_the_best_of_each_kind() -> None:
    """§O4: the pawn closes an I of 4 and one of 5, an L of 8 with them; each kind once."""
    state = lay(ANY, "a1 b1 c1 d2 d3 d4 d5", "", "O-,L-,I4r,X-")
    assert scored(state, "d1") == {"L": 8, "I": 5}


def test_the_opponents_pawn_scores_nothing_for_me() -> None:
    """§O4: Blue fills Red's border: the O stays 8, for ever."""
    state = lay(ANY, "a1 b1 c1 a2 c2 a3 b3 c3", "", "O8r,L5r,I-,X-", turn=1)
    state = play(state, "b2")
    assert columns(state) == "O8r,L5r,I-,X-"
    assert scored(play(state, "f6"), "g8") == {}
    assert columns(play(state, "f6")) == "O8r,L5r,I-,X-"


def test_a_pawn_inside_extends_an_o() -> None:
    """§O4: part of no line, but inside."""
    state = lay(ANY, "a1 b1 c1 a2 c2 a3 b3 c3", "", "O8r,L5r,I-,X-")
    assert rules(ANY).scored(state, ANY.move("b2"))[0] == (
        "O",
        9,
        ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"),
    )
    assert columns(play(state, "b2")) == "O9r,L5r,I-,X-"


def test_scored_asks_for_a_legal_move() -> None:
    """§O2, §O4"""
    state = play(ANY.start(), "f6")
    for move, error in ((60, IllegalMove), (121, IllegalMove), (-1, IllegalMove), ("f6", TypeError)):
        with pytest.raises(error):
            rules(ANY).scored(state, move)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="belongs to"):
        rules(OWN).scored(state, 0)


# §O5, §O6: the columns


@pytest.mark.parametrize(
    ("red", "held", "cells"),
    [
        ("a1 b1 c1 d1", "O-,L-,I4r,X-", (None, None, 1, None)),
        ("a1 b1 c1 d1 e1 f1 g1", "O-,L-,I7r,X-", (None, None, 4, None)),
        ("a1 b2 c3 d4 e5", "O-,L-,I-,X5r", (None, None, None, 2)),
        ("a1 a2 b1 b2", "O4r,L-,I-,X-", (1, None, None, None)),
        ("a1 a2 b1 b2 c1 c2", "O6r,L-,I-,X-", (2, None, None, None)),
        ("a1 a2 b1 b2 c1 c2 d1 d2", "O8r,L-,I4r,X-", (3, None, 1, None)),
        ("a1 a2 b1 b2 c1 c2 a3 b3 c3", "O9r,L5r,I-,X-", (4, 1, None, None)),
        ("a1 a2 a3 a4 a5 b1 c1 d1", "O-,L8r,I5r,X-", (None, 4, 2, None)),
    ],
)
def test_cells_of_the_columns(red: str, held: str, cells: tuple[int | None, ...]) -> None:
    """§O5: each value has its own cell."""
    assert tuple(column.cell for column in facts_of(Facts, lay(ANY, red, columns=held)).columns) == cells


def test_beside_and_over() -> None:
    """§O6: the same value beside, a higher one instead, a lower one not at all."""
    state = lay(ANY, "a1 b1 c1 d1", "a3 b3 c3 a5 b5 c5 e5", "O-,L-,I4r,X-")
    beside = play(state, "g7 d3")
    assert columns(beside) == "O-,L-,I4rb,X-"
    over = play(beside, "g5 d5")
    assert columns(over) == "O-,L-,I5b,X-"
    assert columns(play(over, "a7 b7")) == "O-,L-,I5b,X-"
    back = play(over, "e1")
    assert columns(back) == "O-,L-,I5rb,X-"
    assert columns(play(back, "e3")) == "O-,L-,I5rb,X-"
    assert columns(play(back, "g3 f1")) == "O-,L-,I6r,X-"


# §O7: super patterns


@pytest.mark.parametrize(
    ("red", "held", "cell", "after"),
    [
        ("a1 a2 b1 b2 c1 c2 d1 d2 e1", "O8r,L-,I5r,X-", "e2", "O10r,L-,I5r,X-"),
        ("a1 b1 c1 d1 a2 d2 a3 b3 c3", "O-,L6r,I4r,X-", "d3", "O10r,L6r,I4r,X-"),
        ("a1 a2 a3 a4 a5 b1 c1 d1", "O-,L8r,I5r,X-", "e1", "O-,L9r,I5r,X-"),
        ("a1 b1 c1 e1 f1 g1 h1", "O-,L-,I4r,X-", "d1", "O-,L-,I8r,X-"),
        ("a1 b2 c3 d4 e5 f6 g7", "O-,L-,I-,X7r", "h8", "O-,L-,I-,X8r"),
    ],
)
@pytest.mark.parametrize("game", [ANY, LONG])
def test_super(game: Game, red: str, held: str, cell: str, after: str) -> None:
    """§O7: beyond the column wins at once, also with to_the_end."""
    state = lay(game, red, columns=held)
    assert state.outcome is None
    ended = play(state, cell)
    assert columns(ended) == after
    assert ended.outcome is not None
    assert (ended.outcome.scores, ended.outcome.reason) == ((1.0, 0.0), "super")
    assert ended.legal_moves == ()
    assert ended.settle() == (1.0, 0.0)
    assert game.read(str(ended)) == ended
    assert [
        column.cell for column in facts_of(Facts, ended).columns if column.value and column.cell == 5
    ] == [5]
    with pytest.raises(IllegalMove, match="The game is over"):
        play(ended, "k11")


def test_super_beats_markers() -> None:
    """§O7: it wins though the other has three markers."""
    blue = "a9 b9 a10 b10 d9 e9 f9 d10 d11 h1 i2 j3 k4"
    state = lay(ANY, "a2 b2 c2 d2 f2 g2 h2", blue, "O4b,L5b,I4r,X4b")
    assert state.settle() == (0.0, 1.0)
    won = play(state, "e2").outcome
    assert won is not None
    assert (won.scores, won.reason) == ((1.0, 0.0), "super")


# §O8: the end

AT_92 = (
    "br1bbbbrb2/bbbb1rr1brr/b1b1r1bb1rb/bbrbbbrrr2/1rrb1r2b1r/b1bb1brb1r1/"
    "rrb1brrbrrr/1rb1rbrr1br/brr1rbbrbr1/3rbrbbrrr/brrrrbbrbr1"
)
BOTH_AT_92 = (
    "rbrr1r1brb1/rrbrrbrb1r1/bbrb1r1rbbb/bbbbbbbrb2/rbbrrbr1br1/"
    "1br1brb1b1r/1rbrbrbb3/br3r1rrbb/r2bb1rbrrr/r1rrb1b1rrr/b1brbbbrrrr"
)
EARLY = (
    "3rbbr2b1/2rb1b1rr2/bb3rbbbr1/2brb1rbb2/rrrrb1rrb1b/rrrbrbr1bbr/"
    "rrrb2r1brb/b1b1brrrb2/1b1rb1rbr2/2r2brbb2/2r1brb2r1"
)
RINGED = (
    "rrrrb1rb3/rr1r1bbrrr1/1brrb2rbrb/bbbrbr1rrrr/brbrrb2rbb/bbbb1rbr2b/"
    "1r4rbr1b/b1rbbbbbbrb/rrrrrrrb1bb/bbb1r1bbrrb/3brr1br1b"
)


def reason(state: State) -> str | None:
    return state.outcome.reason if state.outcome else None


@pytest.mark.parametrize("game", GAMES)
def test_exhausted(game: Game) -> None:
    """§O8: after 92 pawns it is scored."""
    state = game.read(f"{AT_92} b O-,L6b,I4rb,X6b")
    assert facts_of(Facts, state).left == (0, 1)
    ended = play(state, "k1")
    assert (reason(ended), facts_of(Facts, ended).left) == ("exhausted", (0, 0))
    assert ended.outcome is not None
    assert ended.outcome.scores == ended.settle() == (0.0, 1.0)


@pytest.mark.parametrize("game", GAMES)
def test_super_before_exhausted(game: Game) -> None:
    """§O8: the last pawn of all makes an L of 9: that is the reason given."""
    ended = play(game.read(f"{AT_92} b O-,L6b,I4rb,X6b"), "d9")
    assert (columns(ended), reason(ended)) == ("O4b,L9b,I6b,X6b", "super")


def test_exhausted_before_decided() -> None:
    """§O8: with the last pawn of all nothing could change any more, either."""
    state = ANY.read(f"{BOTH_AT_92} b O9r,L8b,I7b,X7b")
    assert state.outcome is None
    ended = play(state, "e4")
    assert reason(ended) == "exhausted"
    referee = referee_for(ANY)
    assert isinstance(referee, OlixReferee)
    assert referee.decided(referee.read(str(ended)))


def test_decided() -> None:
    """§O8: 73 pawns, and nothing can change; one pawn less, and it can. With to_the_end it goes on."""
    text = f"{EARLY} b O9r,L8b,I7r,X7b"
    for game in (ANY, OWN):
        state = game.read(text)
        assert (reason(state), state.legal_moves) == ("decided", ())
        assert state.outcome is not None
        assert state.outcome.scores == state.settle() == (0.5, 0.5)
    goes_on = LONG.read(text)
    assert goes_on.outcome is None
    assert len(goes_on.legal_moves) == 121 - 73


def test_decided_at_the_boundary() -> None:
    """§O8: whichever red pawn came last, the game was over by then or is only over now; both occur."""
    referee = referee_for(ANY)
    full = referee.read(f"{EARLY} b O9r,L8b,I7r,X7b")
    undecided = 0
    for column, row in [cell for cell, pawn in full.pawns.items() if pawn == "r"]:
        pawns = {cell: pawn for cell, pawn in full.pawns.items() if cell != (column, row)}
        before = referee.text(type(full)(pawns, 0, full.columns))
        try:
            state = ANY.read(before)
        except NotationError:
            continue  # without this pawn there is another O, L, I or X in the column
        assert reason(state) in (None, "decided")
        if state.outcome is None:
            undecided += 1
            assert reason(play(state, f"{'abcdefghijk'[column]}{row + 1}")) == "decided"
    assert undecided > 0


def test_a_filled_border_is_no_threat() -> None:
    """§O8: Blue's O of 8 with a red pawn in it would be worth 9, but no empty cell is part of it."""
    state = ANY.read(f"{RINGED} r O8rb,L8rb,I7rb,X7rb")
    assert reason(state) == "decided"
    assert state.settle() == (0.5, 0.5)
    # The same with interior=own, where the red pawn never counts.
    assert reason(OWN.read(f"{RINGED} r O8rb,L8rb,I7rb,X7rb")) == "decided"


# §O9: who wins

MARKED = (
    "a1 b1 c1 a2 b2 c2 e1 f1 g1 e2 e3 e4 i1 i2 i3 i4 i5 k7 k9",
    "a10 b10 c10 a11 b11 c11 e11 f11 g11 e10 e9 e8 b3 c4 d5 e6 f7 g8 h9",
)


def test_tie_break_of_the_sheet() -> None:
    """§O9: three markers each; X-7, on the fourth cell, is the most advanced."""
    state = lay(ANY, *MARKED, "O6rb,L6rb,I5r,X7b")
    assert [len(column.holders) for column in facts_of(Facts, state).columns] == [2, 2, 1, 1]
    assert state.settle() == (0.0, 1.0)
    assert ANY.agreed_scores(state, None) == (0.0, 1.0)
    assert ANY.conceded_scores(state, 1) == (1.0, 0.0)


def test_more_markers_beat_further_ones() -> None:
    """§O9"""
    state = lay(ANY, "a1 b1 c1 d1 e1 f1 g1", "a9 b9 a10 b10 d9 e9 f9 d10 d11", "O4b,L5b,I7r,X-")
    assert state.settle() == (0.0, 1.0)


def test_the_next_marker_decides() -> None:
    """§O9: both have one on the second cell; the next are on the first and on the second."""
    red, blue = "a1 b1 c1 d1 e1 a3 b4 c5 d6", "a9 b9 c9 a10 b10 c10 e8 f8 g8 e9 e10 e11"
    state = lay(ANY, red, blue, "O6b,L6b,I5r,X4r")
    assert state.settle() == (0.0, 1.0)


def test_full_draw() -> None:
    """§O9"""
    assert ANY.start().settle() == (0.5, 0.5)
    state = lay(ANY, "a1 b1 c1 d1", "d8 e7 f6 g5", "O-,L-,I4r,X4b")
    assert state.settle() == (0.5, 0.5)


def test_double_score() -> None:
    """§O10: one pawn makes an I of 4 and an L of 6: both are marked."""
    state = lay(ANY, "a1 b1 c1 a2 a3", "", "O-,L5r,I-,X-")
    assert scored(state, "a4") == {"L": 6, "I": 4}
    assert columns(play(state, "a4")) == "O-,L6r,I4r,X-"


# Facts


def test_facts_show_the_patterns() -> None:
    """§O3, §O6: for each holder, the cells of a pattern of the value."""
    facts = facts_of(Facts, lay(ANY, *MARKED, "O6rb,L6rb,I5r,X7b"))
    assert facts.columns[0].patterns[0] == ("a1", "b1", "c1", "a2", "b2", "c2")
    assert facts.columns[1].patterns[0] == ("g1", "f1", "e1", "e2", "e3", "e4")
    assert facts.columns[2] == ("I", 5, (0,), 2, (("i1", "i2", "i3", "i4", "i5"),))
    assert facts.columns[3] == ("X", 7, (1,), 4, (("b3", "c4", "d5", "e6", "f7", "g8", "h9"),))


def test_facts_when_a_pattern_has_changed() -> None:
    """§O4: an O of 8 that the opponent filled is not worth 8 any more, and scored no 9."""
    red = "a1 b1 c1 a2 c2 a3 b3 c3 g7"
    state = lay(ANY, red, "b2", "O8r,L5r,I-,X-")
    assert facts_of(Facts, state).columns[0] == ("O", 8, (0,), 3, (None,))
    assert facts_of(Facts, lay(OWN, red, "b2", "O8r,L5r,I-,X-")).columns[0].patterns[0] is not None


# Reading positions


@pytest.mark.parametrize(
    ("text", "problem", "column"),
    [
        ("11/11/11/11/11/11/11/11/11/11 r O-,L-,I-,X-", "11 rows", 1),
        ("11/11/11/11/11/11/11/11/11/11/11 x O-,L-,I-,X-", "the player to move", 34),
        ("11/11/11/11/11/11/11/11/11/11/11 b O-,L-,I-,X-", "it is Red’s turn", 34),
        ("11/11/11/11/11/11/11/11/11/11/r10 r O-,L-,I-,X-", "it is Blue’s turn", 35),
        ("11/11/11/11/11/11/11/11/11/11/b10 b O-,L-,I-,X-", "Red begins", 1),
        ("11/11/11/11/11/11/11/11/11/11/rr9 b O-,L-,I-,X-", "Red begins", 1),
        ("11/11/11/11/11/11/11/11/11/11/11 r", "the score columns", 35),
        ("11/11/11/11/11/11/11/11/11/11/11 r O-,L-,I-", "column X", 44),
        ("11/11/11/11/11/11/11/11/11/11/11 r O-,L-,I-,X-,", "four score columns", 48),
        ("11/11/11/11/11/11/11/11/11/11/11 r O-,I-,L-,X-", "column L", 39),
        ("11/11/11/11/11/11/11/11/11/11/11 r O-,L-,I-,X4", "column X", 45),
        ("11/11/11/11/11/11/11/11/11/11/11 r O-,L-,I-,X4br", "column X", 45),
        ("11/11/11/11/11/11/11/11/11/11/11 r O-,L-,I-,X04r", "column X", 45),
        ("11/11/11/11/11/11/11/11/11/11/11 r O-,L-,I-,X- r", "complete before", 47),
        ("11/11/11/11/11/11/11/11/11/11/11 r O-,L-,I4r,X-", "by the board it is I-, not I4r", 42),
        ("11/11/11/11/11/11/11/11/11/bbbb7/rrrr7 r O-,L-,I4r,X-", "it is I4rb, not I4r", 48),
        ("11/11/11/11/11/11/11/11/11/11/11 r O9999999999r,L-,I-,X-", "column O", 36),
        ("", "the board", 1),
    ],
)
def test_read_refuses(text: str, problem: str, column: int) -> None:
    """§O1, §O2, §O6: malformed, or not by turns, or not what the board gives."""
    with pytest.raises(NotationError, match=problem) as refused:
        ANY.read(text)
    assert refused.value.column == column


def test_read_refuses_too_many_pawns() -> None:
    """§O1: 46 each."""
    board = "/".join(["rrbbrrbbrrb", "bbrrbbrrbbr"] * 4 + ["rrbbrr5", "11", "11"])
    red, blue = board.count("r"), board.count("b")
    assert (red, blue) == (48, 46)
    with pytest.raises(NotationError, match="46 pawns"):
        ANY.read(f"{board} r O-,L-,I-,X-")


def test_read_asks_who_filled_a_border() -> None:
    """§O4: with an opponent's pawn inside, 8 and 9 can both be, if another pawn can have come last."""
    red = "a1 b1 c1 a2 c2 a3 b3 c3"
    for held in ("O8r,L5r,I-,X-", "O9r,L5r,I-,X-"):
        assert columns(lay(ANY, red, "b2", held)) == held
        assert columns(lay(ANY, red + " g7", "b2", held, turn=1)) == held
    assert columns(lay(ANY, red, "b2", "O9r,L5r,I-,X-", turn=1)) == "O9r,L5r,I-,X-"
    with pytest.raises(NotationError, match="the last pawn closed an O of 9"):
        lay(ANY, red, "b2", "O8r,L5r,I-,X-", turn=1)
    for game, inside, held in (
        (OWN, "b2", "O9r,L5r,I-,X-"),  # never counts
        (ANY, "", "O9r,L5r,I-,X-"),  # nothing inside
        (ANY, "b2", "O9b,L5r,I-,X-"),
        (ANY, "b2", "O9rb,L5r,I-,X-"),
        (ANY, "b2", "O6r,L5r,I-,X-"),
    ):
        with pytest.raises(NotationError, match="by the board it is O"):
            lay(game, red, inside, held)
    with pytest.raises(NotationError, match="by the board it is O9r"):
        lay(ANY, red + " b2", "", "O8r,L5r,I-,X-")


def test_read_asks_who_made_a_super_pattern() -> None:
    """§O7: the player who moved last, with one pawn."""
    line = "a1 b1 c1 d1 e1 f1 g1 h1"
    assert reason(lay(ANY, line, "", "O-,L-,I8r,X-", turn=1)) == "super"
    with pytest.raises(NotationError, match="was made earlier"):
        lay(ANY, line, "", "O-,L-,I8r,X-", turn=0)
    with pytest.raises(NotationError, match="no single pawn"):
        lay(ANY, line + " a3 b3 c3 d3 e3 f3 g3 h3", "", "O-,L-,I8r,X-", turn=1)
    assert reason(lay(ANY, line + " i1", "", "O-,L-,I9r,X-", turn=1)) == "super"  # four and four, joined


def test_read_round_trips_every_position_of_a_game() -> None:
    """§O8: also the finished ones."""
    rng = Random(8)
    for game in GAMES:
        for _ in range(6):
            state = game.start()
            while state.legal_moves:
                state = state.after(rng.choice(state.legal_moves))
                assert game.read(str(state)) == state
                assert hash(game.read(str(state))) == hash(state)


@given(st.text("rb/OLIX-,0123456789 .", max_size=80))
@example("O-")
def test_read_survives_any_text(text: str) -> None:
    for tail in (text, f"11/11/11/11/11/11/11/11/11/11/11 r {text}", f"{text}/11/11 r O-,L-,I-,X-"):
        try:
            state = ANY.read(tail)
        except NotationError as error:
            column = error.column
        else:
            column = 1
            assert ANY.read(str(state)) == state
        assert 1 <= column <= len(tail) + 1


@given(st.integers(0, 10**6), st.integers(0, 92), st.text("rb/OLIX-,0123456789 ", max_size=3))
def test_read_survives_damaged_positions(seed: int, plies: int, patch: str) -> None:
    rng, state = Random(seed), ANY.start()
    for _ in range(plies):
        if state.legal_moves:
            state = state.after(rng.choice(state.legal_moves))
    text = str(state)
    at = rng.randrange(len(text))
    damaged = text[:at] + patch + text[at + rng.randrange(3) :]
    try:
        read = ANY.read(damaged)
    except NotationError:
        return
    assert ANY.read(str(read)) == read


# Random games


@pytest.mark.parametrize("game", GAMES)
def test_playouts_are_the_game(game: Game) -> None:
    """§O7, §O8: two pawns before the end, the mean over many random games is the mean over all of them.

    The positions are full of borders round an opponent's pawn, where the order counts, and of lines that
    another pawn makes super.
    """
    rng, referee, compared = Random(3), referee_for(game), 0
    assert isinstance(referee, OlixReferee)
    while compared < 4:
        plan, _ = referee.striped(rng)
        hands = [[cell for cell, pawn in plan.items() if pawn == player] for player in "rb"]
        state = game.start()
        while sum(facts_of(Facts, state).left) > 2 and hands[state.turn] and state.legal_moves:
            column, row = hands[state.turn].pop(rng.randrange(len(hands[state.turn])))
            state = state.after(row * 11 + column)
        if not state.legal_moves or sum(facts_of(Facts, state).left) > 2:
            continue
        compared += 1
        exact, plies = everything(state)
        sampled = tablier.playouts(state, 20_000, seed=compared)
        assert sampled.scores == pytest.approx(exact, abs=0.02)
        if game.options["to_the_end"]:
            assert sampled.plies == pytest.approx(plies, abs=0.02)


@pytest.mark.parametrize(
    ("text", "seed", "scores", "plies"),
    [
        ("11/11/11/11/11/11/11/11/11/11/11 r O-,L-,I-,X-", 5, (0.49, 0.51), 90.568),
        ("11/11/11/11/11/11/11/3r7/4r4r1/1b5b3/r5b4 b O-,L-,I-,X-", 6, (0.5025, 0.4975), 83.765),
    ],
)
def test_a_seed_gives_the_same_games_in_every_release(
    text: str, seed: int, scores: tuple[float, float], plies: float
) -> None:
    """From an even and an odd number of pawns: one random number serves two of them."""
    assert tablier.playouts(ANY.read(text), 1000, seed=seed) == (scores, plies, 1000)


def everything(state: State) -> tuple[tuple[float, float], float]:
    """The mean scores and plies over all ways to go on."""
    if not state.legal_moves:
        red, blue = state.settle()
        return (red, blue), 0.0
    parts = [everything(state.after(move)) for move in state.legal_moves]
    n = len(parts)
    red, blue = sum(scores[0] for scores, _ in parts) / n, sum(scores[1] for scores, _ in parts) / n
    return (red, blue), 1 + sum(plies for _, plies in parts) / n


def test_playouts_of_an_ended_game() -> None:
    """§O7, §O8: no more plies, and its scores."""
    for text in (f"{EARLY} b O9r,L8b,I7r,X7b", f"{RINGED} r O8rb,L8rb,I7rb,X7rb"):
        state = ANY.read(text)
        assert tablier.playouts(state, 10)[:2] == (state.settle(), 0.0)
        on = LONG.read(text)
        assert tablier.playouts(on, 500).scores == state.settle()
        assert tablier.playouts(on, 500).plies == sum(facts_of(Facts, on).left)


# Counting


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_perft_agrees_with_the_referee(game: Game) -> None:
    """§O8: from the start, and where games end."""
    referee = referee_for(game)
    assert [len(game.start().legal_moves), len(referee.moves(referee.start()))] == [121, 121]
    for text in (f"{AT_92} b O-,L6b,I4rb,X6b", f"{BOTH_AT_92} b O9r,L8b,I7b,X7b"):
        position = referee.read(text)
        following = [referee.after(position, move) for move in referee.moves(position)]
        assert perft(game.read(text), 1) == len(following)
        assert perft(game.read(text), 2) == sum(len(referee.moves(other)) for other in following)


# The drawing


def test_sketch() -> None:
    """§O1, §O5"""
    state = lay(ANY, *MARKED, "O6rb,L6rb,I5r,X7b")
    assert ANY.sketch(state).splitlines() == [
        "11  ○ ○ ○ · ○ ○ ○ · · · ·",
        "10  ○ ○ ○ · ○ · · · · · ·     O      L      I      X",
        " 9  · · · · ○ · · ○ · · ●     4      5      4      4",
        " 8  · · · · ○ · ○ · · · ·     6 ●○   6 ●○   5 ●    5",
        " 7  · · · · · ○ · · · · ●     8      7      6      6",
        " 6  · · · · ○ · · · · · ·     9      8      7      7 ○",
        " 5  · · · ○ · · · · ● · ·",
        " 4  · · ○ · ● · · · ● · ·",
        " 3  · ○ · · ● · · · ● · ·     ● 27 left",
        " 2  ● ● ● · ● · · · ● · ·     ○ 27 left",
        " 1  ● ● ● · ● ● ● · ● · ·",
        "    a b c d e f g h i j k",
    ]
    won = play(lay(ANY, "a1 b1 c1 d1 f1 g1 h1", "", "O-,L-,I4r,X-"), "e1")
    assert " 8 ●" in ANY.sketch(won)


# What its computer players know


def test_a_cell_is_marked_by_the_patterns_that_lack_it() -> None:
    state = lay(ANY, "a1 b1 c1 e1 f1 g1", "a3 a4 a5")
    line, beyond, other = 2 * 3, 4 * 3, 5 * 3  # I is the third column; behind the four are those beyond
    found = marks(state)
    assert set(found) == set(state.legal_moves)
    at = {cell: found[ANY.move(cell)] for cell in ("d1", "a2", "f6")}
    assert at["d1"][line]
    assert at["d1"][beyond + 1]
    assert at["a2"][other + line]
    assert not at["a2"][line]
    assert not any(at["f6"][:line] + at["f6"][other : other + line])


def test_the_estimate_goes_by_what_the_side_to_move_has() -> None:
    assert features(ANY.start()) == (*[0.0] * 92, 1.0)
    mine = features(lay(ANY, "a1 b1 c1 e1 f1 g1", "a3 a5 a7"))
    yours = features(lay(ANY, "a3 a5 a7", "a1 b1 c1 e1 f1 g1"))
    assert mine[:23] == yours[46:69] != mine[46:69]
