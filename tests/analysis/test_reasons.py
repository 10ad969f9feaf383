"""Every kind of sentence that a game says about a move, in a composed position."""

from __future__ import annotations

from typing import Any

import pytest

import tablier
from tablier import IllegalMove, Match
from tablier.analysis import explain
from tablier.scene import to_text

Case = tuple[str, dict[str, Any], str, str, str | None, str]
"""Game, options, position, move, the better one, what is said."""
OLIX = "11/10r/10b/8b2/2brrrrrrr1/6b4/2b8/4bb2b2/11/2rb7/11 r O-,L-,I7r,X-"
OPEN_L = "br2r6/4r6/4r6/4r6/4r6/4r1b4/4rr5/2bbbbbb2r/11/11/1b9 b O-,L-,I7r,X-"
OPEN_I = "5r5/3bb6/4b6/11/1r2b6/3r7/11/3r7/11/11/11 r O-,L-,I-,X-"
SHARED = "11/3rb3r2/11/11/6rb3/1rrrrrrbb2/5rb2b1/4b1r4/7b3/11/4bb5 b O-,L-,I6r,X-"
CASES: list[Case] = [
    ("olix", {}, OLIX, "k7", None, "Wins at once: an I of 8, beyond its column."),
    ("olix", {}, OLIX, "b4", "k7", "Misses a win: an I of 8 at k7, beyond its column."),
    ("olix", {}, OPEN_L, "g5", None, "Stops Red at g5: an L of 9 there wins."),
    ("olix", {}, OPEN_L, "d9", "g5", "Leaves g5 open: an L of 9 there wins for Red."),
    (
        "olix", {}, "11/11/10b/8b2/3rrrrrr2/11/11/4bb2b2/11/2rb7/11 b O-,L-,I6r,X-", "f1", "c7",
        "Leaves c7 open: Red forces an I of 8 in two moves.",
    ),
    ("olix", {}, OPEN_I, "e8", None, "Keeps Blue from an I of 4 at e8."),
    ("olix", {}, OPEN_I, "a4", "e8", "Leaves e8 open: Blue takes column I there with an I of 4."),
    (
        "olix", {}, "11/11/3rrr5/11/11/4b6/11/11/11/7b3/9b1 r O-,L-,I-,X-", "c9", None,
        "Scores an I of 4 and takes column I.",
    ),
    (
        "olix", {}, "11/11/3rrrr4/11/11/4b6/11/11/4b6/7b3/9b1 r O-,L-,I4r,X-", "c9", None,
        "Scores an I of 5 and raises the marker in column I.",
    ),
    (
        "olix", {}, "11/11/3rrr5/11/11/11/11/11/4bbbb3/11/4r6 r O-,L-,I4b,X-", "c9", None,
        "Scores an I of 4 and draws level in column I.",
    ),
    ("olix", {}, SHARED, "g8", None, "Scores an X of 4, and keeps Red from an L of 8 on the same cell."),
    (
        "olix", {}, "11/4b3r2/11/11/7b3/1rrrrrrb3/9b1/4b1r4/7b3/11/4bb5 r O-,L-,I6r,X-", "d10", "g5",
        "Misses a forced win: g5 wins in 2 turns.",
    ),
    (
        "olix", {}, "11/4b3r2/11/11/7b3/1rrrrrrb3/9b1/4b1r4/7b3/11/4bb5 r O-,L-,I6r,X-", "g5", None,
        "Wins by force in 2 turns.",
    ),
    ("quixo", {"size": 4}, "xo2/o3/x3/ooox o", "d2d1", None, "Completes the line a1–d1 and wins."),
    ("quixo", {"size": 4}, "o1xo/x1x1/ooxx/xxoo o", "d1a1", "b4d4", "Completes Cross’s line c1–c4."),
    ("quixo", {}, "x1oxo/xxxo1/o4/o2x1/o3x o", "e2e5", "e2a2", "Lets Cross complete e1–a5 with c1c5."),
    ("quixo", {"size": 4}, "oo2/x2o/x3/x1x1 x", "d2d4", "c4a4", "Misses the line a1–a4: c4a4 completes it."),
    (
        "quixo", {"size": 4}, "xoxx/x3/o3/xoox o", "d3a3", None,
        "The only move: after any other Cross completes a line.",
    ),
    ("quixo", {"size": 4}, "xxoo/1xoo/4/4 x", "a3d3", "a1d1", "Lets Circle win by force in 2 turns."),
    (
        "quixo-teams", {}, "enesn/n3w/s3e/s3e/1wsws e", "a5a1w", "a1e1e",
        "Lets South and North complete a5–e5 with c1c5s.",
    ),
    (
        "x", {"size": 4}, "grgy/1rgg/2ry/y1ry r", "a3", None,
        "Wins at once: 2-1-1: Red alone has two corners, settled before the board was full.",
    ),
    (
        "x", {"size": 4}, "yryg/1r1y/r1g1/ygrg r", "a3", "b2",
        "Misses a win at b2: 2-0-0 settled: Red has two corners, and nobody else can own two any more.",
    ),
    (
        "x", {"size": 4}, "rg1y/1r2/3g/y1yr g", "b1", "c2",
        "Lets Red decide the game at c2: 4-0-0: Red has all four corners, settled before the board was full.",
    ),
    (
        "x", {"size": 6}, "grgr2/ygyrrr/yyyr1r/rgg1gg/ryyygg/ryr1gy y", "d3", "f6",
        "This decides the game for Green: 2-1-1: Green alone has two corners, settled before the board was"
        " full.",
    ),
    ("x", {"size": 4}, "3y/rr2/2g1/1yrg y", "c3", "a4", "Gives Green corner d1: b4 closes this path."),
    ("x", {"size": 4}, "4/1g2/yyr1/g2r r", "a4", None, "Settles corner d1: nobody else can own it any more."),
    ("x", {"size": 4}, "3r/3y/g3/3r y", "c4", None, "Takes corner d4 with this path."),
    ("x", {"size": 4}, "y2g/2rr/y3/ryg1 g", "c2", None, "Shuts Yellow out of corner d4."),
    (
        "plateau-x-mini", {}, "h1,i1,4/1,g1,4/h1,i1,4/1,g1,4/6/6 o 31 31 35 oc3", "Sb3", "Db5b6",
        "After this the way to level 1 is cut off: Orange can climb to level 0 at most.",
    ),
    (
        "plateau-x-mini", {}, "4,m1,n1/6/2,p1,3/2,o1,3/6/6 b 30 30 37 oe2,bd6", "Sf6", "d6-e6",
        "Misses a climb: d6-e6 leads to level 1.",
    ),
    (
        "plateau-x-mini", {}, "4,m1,n1/6/2,p1,3/2,o1,3/6/6 b 30 30 37 oe2,bd6", "d6-e6", None,
        "Climbs to level 1, higher than anybody else.",
    ),
    (
        "plateau-x-mini", {}, "6/1,m1,n1,3/6/2,m1,n1,2/6/6 b 30 30 37 bb3,od5", "Sc5", None,
        "Keeps Orange from climbing to level 1.",
    ),
    ("plateau-x-mini", {}, "6/6/6/6/6/6 b 31 31 37 bd3,od4", "Tc1c2d2", None, "Opens the way to level 1."),
    (
        "plateau-x", {}, "7/7/7/7/7/7/7 g 21 21 21 21 37 be4,oc3,yb5", "Dd5e5", "@f5",
        "Lets Black climb to level 1.",
    ),
    (
        "plateau-x", {},
        "h1,c2,2,c2,2/1,s3,s3,c1,a2,b2,p2/1,s2,e1,a1,b1,f2,o2/1,h2,i2,k3,l3,e2,b1/s1,1,g2,j3,b2,1,p2/"
        "1,c1,2,f1,d1,o2/1,a1,b1,d1,e1,2 b 00 20 00 00 22 yc5,ob5,bg6,ga3",
        "Tf5e6f6", "Te1e2f2", "Lets Orange win with Se1.",
    ),
    (
        "x", {"size": 4}, "ry1r/y1rr/gyg1/rggy y", "c4", None,
        "The only move: after any other an opponent wins by force.",
    ),
    (
        "plateau-x-mini", {},
        "1,h1,f5,l2,l1,1/h1,d5,e5,s2,m2,n2/d2,j4,1,c1,j1,1/k3,l3,1,a1,s3,f1/j3,g2,h1,d2,e2,e1/3,g1,2 o 00 10"
        " 21 oe4,bd5",
        "Sf3", "Sb4", "This ends the game, and Black wins.",
    ),
    (
        "plateau-x-mini", {},
        "s1,3,m1,f2/1,k3,h4,i4,c4,e2/d2,j3,g1,g4,a4,b4/c1,1,s1,1,j3,g2/a1,s2,s1,d2,s3,f1/4,d1,e1 o 00 00 21"
        " bd3,oc3",
        "Td4e4d5", None, "Wins at once.",
    ),
    (
        "plateau-x-mini", {},
        "s1,3,m1,f2/1,k3,h4,i4,c4,e2/d2,j3,g1,g4,a4,b4/c1,1,s1,1,j3,g2/a1,s2,s1,d2,s3,f1/4,d1,e1 o 00 00 21"
        " bd3,oc3",
        "c3-b3", "Td4e4d5", "Misses a win: Td4e4d5 wins at once.",
    ),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}: {case[-1]}")
def test_the_reason(case: Case) -> None:
    name, options, position, move, best, said = case
    game = tablier.game(name, **options)
    match = Match(game, start=game.read(position))
    reason = explain(match, game.move(move), None if best is None else game.move(best))
    assert reason is not None
    assert to_text(reason.says) == said
    spots = {spot.name for spot in game.layout().spots}
    assert reason.overlays
    assert all(set(overlay.spots) <= spots for overlay in reason.overlays)


def test_the_pattern_that_is_left_open_is_drawn() -> None:
    game = tablier.game("olix")
    match = Match(game, start=game.read(OPEN_L))
    reason = explain(match, game.move("d9"), game.move("g5"))
    assert reason is not None
    drawn = reason.overlays[0]
    assert (drawn.kind, drawn.seat) == ("area", 0)
    assert set(drawn.spots) == {"e11", "e10", "e9", "e8", "e7", "e6", "e5", "f5", "g5"}


def test_the_path_around_a_corner_that_is_given_away_is_drawn() -> None:
    game = tablier.game("x", size=4)
    match = Match(game, start=game.read("3y/rr2/2g1/1yrg y"))
    reason = explain(match, game.move("c3"), game.move("a4"))
    assert reason is not None
    assert [overlay.kind for overlay in reason.overlays] == ["area", "path"]
    assert all(overlay.seat == 2 for overlay in reason.overlays)


def test_nothing_is_said_where_nothing_is_certain() -> None:
    game = tablier.game("quixo")
    assert explain(Match(game), game.move("a1e1"), game.move("a5a1")) is None
    assert explain(Match(game), game.move("a1e1")) is None


def test_a_lost_game_is_not_lost_by_this_move() -> None:
    """Where every move loses, the opponent's win explains none of them."""
    game = tablier.game("quixo", size=4)
    match = Match(game, start=game.read("xoxx/x3/o3/xoox o"))
    others = [move for move in match.legal_moves if game.texts[move] != "d3a3"]
    assert explain(match, others[0], others[1]) is None


OPEN_ENDS = "6r4/11/11/11/11/3b2r4/5br4/5br4/2rb1br4/11/11 b O-,L-,I4r,X-"
LOST_AT_BOTH_ENDS = "11/10r/10b/8b2/1rrrrrrr3/6b4/2b8/4bb2b2/11/2rb7/11 b O-,L-,I7r,X-"
LOST_BY_TWO_KINDS = "b1b1b1b1b2/11/b1b1b1b4/11/brrrrrrr3/5r5/4r6/3r4b1b/2r8/1r9/r10 b O-,L-,I7r,X7r"


@pytest.mark.parametrize(
    ("position", "move"), [(OPEN_ENDS, "g7"), (OPEN_ENDS, "g2"), (LOST_AT_BOTH_ENDS, "i7")]
)
def test_a_line_that_is_open_at_its_other_end_is_not_stopped(position: str, move: str) -> None:
    game = tablier.game("olix")
    reason = explain(Match(game, start=game.read(position)), game.move(move))
    assert reason is None or not {"Stops", "Keeps"} & set(to_text(reason.says).split())


@pytest.mark.parametrize(("move", "best"), [("i7", "h8"), ("f1", "h8"), ("h8", "i7")])
def test_a_pattern_that_wins_is_no_matter_of_its_column(move: str, best: str) -> None:
    game = tablier.game("olix")
    match = Match(game, start=game.read(LOST_BY_TWO_KINDS))
    assert explain(match, game.move(move), game.move(best)) is None


def test_a_win_by_repetition_is_said_to_be_one() -> None:
    game = tablier.game("plateau-x-mini")
    start = (
        "1,s1,1,c1,1,f2/1,s1,1,a1,d2,e2/c1,c3,f2,1,h1,i1/a1,a3,b3,c2,1,g1/h2,i2,l1,a2,b2,f1/o1,g2,2,d1,e1"
        " o 00 00 26 od4,bc2"
    )
    for moves, move, best, said in (
        (
            "d4-c5 c2-b2 c5-d4 b2-c2 d4-c5 c2-b2", "c5-d4", "c5-e3",
            "Lets Black win with b2-c2, by repetition.",
        ),
        ("d4-c5 c2-b2 c5-d4 b2-c2 d4-c5 c2-b2 c5-d4", "b2-c2", None, "Wins at once, by repetition."),
        (
            "d4-e3 c2-b2 e3-c5 b2-c2 c5-e3 c2-b2 e3-c5 b2-c2", "c5-e3", "c5-d4",
            "This ends the game by repetition, and Black wins.",
        ),
    ):  # fmt: skip
        match = Match(game, start=game.read(start)).play(*moves.split())
        reason = explain(match, game.move(move), None if best is None else game.move(best))
        assert reason is not None
        assert to_text(reason.says) == said


def test_a_slower_win_is_no_mistake() -> None:
    game = tablier.game("olix")
    match = Match(game, start=game.read("11/10r/10b/8b2/1rrrrrrr3/6b4/2b8/4bb2b2/11/2rb6b/11 r O-,L-,I7r,X-"))
    reason = explain(match, game.move("f1"), game.move("a7"))
    assert reason is not None
    assert to_text(reason.says) == "Wins by force in 2 turns."


def test_a_move_that_is_not_legal_is_refused() -> None:
    game = tablier.game("quixo")
    for move, best in (("b2e2", None), ("a1e1", "b2e2")):
        with pytest.raises((IllegalMove, tablier.NotationError)):
            explain(Match(game), game.move(move), None if best is None else game.move(best))
