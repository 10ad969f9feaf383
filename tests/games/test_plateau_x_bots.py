"""Computer players of Plateau X: nothing that is forced soon is missed, with two, three and four players.

The positions come from games of weak players. What is true of them is asked of plain recursion. In traps with
more than two players the mover is first as it stands: who is not may well prefer a certain second place.
"""

from __future__ import annotations

import pytest

import tablier
from tablier import State
from tablier.bots import bot
from tests.slow import forces

WINS_IN_ONE = [
    (
        "plateau-x-mini",
        "1,k1,f2,1,f2,1/1,d2,e2,s4,l3,1/k1,l1,1,j3,f3,i1/j1,c3,1,f4,e3,b2/c1,a3,d4,e4,i3,l2/"
        "a1,b1,2,g3,e1 o 00 00 20 bc3,od4",
    ),
    (
        "plateau-x-mini",
        "s1,s1,1,h1,f2,1/2,s2,d2,e2,1/h3,i3,s3,2,p1/1,k4,l4,h1,f3,l2/s1,j4,e3,d3,e3,f1/"
        "2,d1,a2,b2,e1 o 00 01 21 bb5,oa2",
    ),
    (
        "plateau-x-double",
        "c2,l1,5/a2,b2,p1,f2,l1,h1,i1/d1,e1,h3,i3,s1,1,s2/1,k2,l2,s4,l1,h1,i1/k1,c3,g1,s3,2,g1/"
        "j1,a3,b3,f2,s2,s2,1/1,j2,d2,e2,1,g1,1 o 00 00 19 oe5,bg5,bf5,od4",
    ),
    (
        "plateau-x-double",
        "1,s1,c4,i3,l1,2/1,d1,a4,b4,l2,k1,l1/1,k4,l4,j2,e1,c3,l2/1,j4,3,a3,b3/1,h4,i4,f1,1,d2,e2/"
        "m2,n2,g4,s2,k3,l3,1/1,g1,1,d1,j3,s3,1 b 00 00 12 be3,oc4,of1,bb4",
    ),
    (
        "plateau-x-trio",
        "c2,l1,1,c1,1,h1,i1/a2,c3,1,a1,b1,1,g1/1,a3,b3,2,h1,s2/k1,j2,1,k1,l1,1,f2/"
        "j1,c2,p5,s2,1,k3,l3/1,d4,o5,b3,l1,j3,l2/1,s1,g1,j1,1,j2,e1 y 00 00 01 17 yd2,bb1,og5",
    ),
    (
        "plateau-x-trio",
        "1,c1,2,f1,h1,i1/1,k2,k4,l4,l2,1,g1/1,j2,j4,g3,1,f2,1/1,s4,e3,b2,d2,e2,b1/1,s3,1,d1,e1,2/"
        "1,s2,s4,l3,1,k1,l1/s1,d2,j3,m2,n2,j1,1 y 00 00 00 18 yb3,bb2,oa1",
    ),
    (
        "plateau-x",
        "k1,l1,m1,n1,1,h1,s2/j1,3,k1,s2,g1/k1,k2,l2,l1,s2,s3,1/j1,k4,f5,f4,s3,e2,s1/"
        "1,d5,e5,e4,d1,f3,f1/c1,1,k3,l3,m4,n4,b2/a1,d2,j3,n1,a1,b1,1 "
        "o 00 00 00 00 13 od4,yf2,gf3,be5",
    ),
    (
        "plateau-x",
        "k1,l1,p4,n2,h1,i1,1/s2,d3,o4,2,g1,1/s2,1,s1,2,f3,i1/k3,l3,c3,1,d3,e3,b2/"
        "j3,b2,a3,h5,i5,l2,1/c1,h2,c3,j4,g5,f1,1/a1,b1,a3,b3,b2,e1,1 "
        "o 00 00 00 00 12 bd6,yd4,ge5,oc6",
    ),
]
TRAPS_OF_ONE = [
    (
        "plateau-x-mini",
        "1,c1,1,c1,2/1,f2,b1,f3,l2,f1/d2,e2,c5,l4,d1,e1/j1,1,a5,b5,i3,l2/p1,1,c1,g2,g3,g1/"
        "s2,1,m2,s3,2 b 00 10 21 oe2,bf2",
    ),
    (
        "plateau-x-mini",
        "p1,1,k1,l1,h1,i1/o1,1,f2,c2,l1,g1/1,k3,l3,a2,b2,s2/1,j3,l2,2,g1/c1,j2,h3,i3,s1,1/"
        "a1,b1,1,g3,s1,1 b 00 00 25 bf1,oe2",
    ),
    (
        "plateau-x-double",
        "2,k1,l1,k1,f2,1/k1,h2,i2,1,d2,e2,s1/s2,1,f3,1,d1,e1,1/1,d3,e3,k2,l2,s2,i1/"
        "s2,i1,1,j2,g1,1,g1/1,g1,1,o1,f1,h1,i1/m1,n1,1,d1,e1,1,g1 b 00 00 23 bg7,ba4,of7,og6",
    ),
    (
        "plateau-x-double",
        "1,f1,c2,h2,c3,h1,i1/h2,c3,c4,i3,a3,b3,g1/1,k5,l5,b4,k3,l3,f1/k1,j5,b4,1,j3,h3,i3/"
        "d2,j3,e1,1,f2,c2,g3/c1,1,f2,m3,s4,a2,b2/a1,d2,e2,b1,g1,2 b 00 00 6 be3,od4,of4,bf7",
    ),
    (
        "plateau-x-trio",
        "1,k1,l1,s2,l1,h1,i1/h2,i2,1,m2,n2,1,g1/a1,g2,1,d1,c4,s3,s2/1,c1,1,f2,a4,b4,g1/"
        "1,a1,d2,e2,s3,e2,1/1,c2,1,h3,i3,1,f1/d1,a2,b2,a2,g3,d1,e1 y 00 00 00 17 ye5,be3,oe7",
    ),
    (
        "plateau-x-trio",
        "1,h1,i1,1,s1,1,f3/1,k3,l3,s1,1,d3,e3/d1,j3,b2,1,c2,2/1,f1,1,k3,l3,f3,1/"
        "k2,l2,m1,f4,h4,i4,f1/j2,1,d4,e4,l2,g4,b2/a1,d2,j3,j2,3 b 00 00 00 14 yd5,bg2,od6",
    ),
    (
        "plateau-x",
        "k1,l1,f2,n1,1,m2,s3/j1,s3,s3,s2,1,j1,1/s2,n1,f2,h3,i3,l2,1/k1,d2,e2,1,g3,s2,1/"
        "h2,h3,k4,h5,i5,h2,f3/k1,g2,j4,1,g5,b4,e3/j1,1,a1,b1,1,d1,e1 "
        "g 00 00 00 00 12 of4,bd5,gc3,yg7",
    ),
    (
        "plateau-x",
        "s2,l1,1,f1,f2,h1,f2/j1,1,d1,d2,e2,k5,l5/s3,l2,s3,l1,k4,j5,l2/j2,s3,e2,d2,j4,b3,g1/"
        "2,d1,p2,1,c2,b1/k3,l3,1,o2,1,a2,b2/j3,b2,1,a1,b1,1,g1 b 00 00 00 00 13 ya3,bc5,od4,ga5",
    ),
]
WINS_IN_TWO = [
    (
        "plateau-x-mini",
        "2,f2,s1,f1,1/h1,s3,h4,i4,l3,1/1,g1,p1,g4,g2,1/h1,k2,l2,1,c2,1/c1,j2,h1,c2,k3,l3/"
        "a1,b1,1,a2,j3,1 b 00 01 22 ob6,bb3",
    ),
    (
        "plateau-x-mini",
        "c3,1,s1,2,f1/a3,b3,2,h2,i2/1,g2,1,c4,1,f3/c2,1,d3,a4,b4,e3/a2,b2,h3,i3,1,g2/"
        "a1,b1,m1,g3,b2,e1 b 00 00 20 od5,bc6",
    ),
    (
        "plateau-x-double",
        "1,k3,h4,k5,l5,i4,1/d1,j3,d3,j5,g1,g4,b1/2,f2,l1,s2,l1,1/k1,h4,i4,1,h3,i3,l2/"
        "d3,h5,i5,h4,i4,g3,g1/d1,a4,g5,b2,g4,s2,l1/2,d1,e1,1,j1,1 o 00 00 4 be3,od7,oc7,bc5",
    ),
    (
        "plateau-x-double",
        "c2,n1,k1,f2,1,s1,1/a2,b2,d2,e2,s1,c1,1/j1,k1,k5,l5,i4,l3,i2/1,d4,j5,g3,g4,c3,g2/"
        "1,s1,g3,2,k4,l4/1,c2,1,f1,c1,j4,e2/d1,a2,b2,s2,a1,b1,g1 b 00 00 10 oe3,od1,bf3,bd2",
    ),
    (
        "plateau-x-trio",
        "c3,k2,l2,1,f1,h2,f3/a3,b3,h2,c3,s2,d3,e3/1,f1,h1,h4,i4,e2,e1/d1,h4,i4,g1,g4,n2,f1/"
        "h1,f2,f5,b1,1,d1,f2/d2,d5,e5,b3,1,d2,e2/1,a3,g4,a2,b2,1,g1 b 00 00 00 6 yc7,bd5,oa5",
    ),
    (
        "plateau-x-trio",
        "k2,l2,h1,h2,c4,l1,1/j2,k4,l4,l3,a4,b4,1/d3,j4,f4,a2,b2,s2,1/1,d4,e4,c3,e1,k2,l2/"
        "1,j3,1,a3,b3,j2,b1/1,a2,b2,e1,s2,f2,1/1,a1,b1,1,d2,e2,1 b 00 00 00 10 ye4,of5,be3",
    ),
    (
        "plateau-x",
        "1,c2,h1,i1,1,k1,l1/d1,k3,l3,g1,k3,l3,i2/1,j3,i2,b1,j3,d1,g2/s3,n2,s3,4/"
        "s5,n4,1,c1,s4,i1,f2/c1,g3,b2,d2,a3,b3,e2/a1,b1,g1,2,d1,e1 "
        "g 00 00 00 01 15 ge3,bc4,oe2,yc6",
    ),
    (
        "plateau-x",
        "3,k1,l1,k1,l1/k2,l2,k2,l2,1,j1,1/j2,f2,j2,1,f2,h1,f2/d2,e2,1,k3,l3,k3,l3/"
        "j1,1,d1,j3,1,j3,1/s2,1,m3,h4,i4,h2,i2/m3,n3,s2,d3,g4,1,g2 "
        "g 00 00 00 00 15 ob2,yg3,gf4,ba1",
    ),
]
TRAPS_OF_TWO = [
    (
        "plateau-x-mini",
        "2,k1,l1,k1,l1/2,j1,1,c2,1/1,s3,l2,c1,h3,i3/k1,j2,c1,a1,h2,g3/j1,s2,s3,l2,1,g2/"
        "1,s2,j2,1,s2,e1 o 00 00 25 oe2,bc3",
    ),
    (
        "plateau-x-mini",
        "k1,l1,1,h2,f3,l1/j1,f3,h4,i4,e3,1/d3,e3,a3,g4,b2,1/h1,g2,1,k3,l3,1/c1,g1,h1,j3,a2,b2/"
        "s2,s2,1,g1,j1,1 b 01 01 18 bc3,oc2",
    ),
    (
        "plateau-x-double",
        "1,c2,3,c1,1/d1,a2,b2,h1,f2,f3,i2/1,c3,l2,d2,d3,e3,g2/1,a3,b3,c4,1,f3,1/2,d3,a4,b4,s4,1/"
        "c1,h1,i1,j1,d1,s2,f1/a1,b1,s2,2,d1,e1 o 00 00 16 oe4,ob3,bb2,bf2",
    ),
    (
        "plateau-x-double",
        "1,k1,l1,1,c1,h1,i1/s1,h2,i2,1,a1,b1,g1/1,c1,g2,c2,3/1,h2,s3,k3,l3,h1,i1/2,g2,j3,n2,1,g1/"
        "s2,1,s3,f1,1,k1,l1/m3,n3,e2,e1,1,j1,1 o 10 00 21 oa3,bc4,ob4,bb5",
    ),
    (
        "plateau-x-trio",
        "k1,h2,i2,1,h1,i1,1/j1,1,g2,b1,1,m3,n3/p2,l1,1,f3,h1,s3,1/s3,k2,h4,c5,f1,f4,f1/"
        "h3,i3,1,a5,b5,e4,b3/a2,g3,h1,i1,1,k3,l3/j1,2,g1,1,j3,b2 o 00 00 00 11 oa4,bf6,yb4",
    ),
    (
        "plateau-x-trio",
        "h2,i2,2,f1,2/j1,g2,f2,k2,s3,k1,l1/1,k4,l4,c3,f2,j1,1/1,j4,f4,a3,b3,f2,n1/"
        "1,d4,e4,1,d2,e2,f1/1,c2,g3,s2,f3,d1,e1/1,a2,b2,d3,s4,2 o 00 00 00 13 bd4,oe1,ye6",
    ),
    (
        "plateau-x",
        "1,c3,2,c3,i2,1/1,a3,b3,d1,k4,l4,1/p1,2,c4,j4,s2,1/o1,s2,s3,k5,l5,s3,1/"
        "c1,k3,l3,j5,l4,f5,1/h2,j3,1,j4,d5,e5,b3/1,g2,d2,e2,j4,2 y 00 00 00 00 7 oa5,yc4,gf4,bd1",
    ),
    (
        "plateau-x",
        "c2,s5,s4,c1,3/a2,a4,b4,f2,h2,i2,i1/h1,d3,m6,n6,1,g2,g1/p1,d4,e4,g5,b4,i3,l2/"
        "s2,c4,1,c2,f1,g3,1/d1,h5,i5,a2,b2,a1,b1/m1,s2,g5,b1,3 g 00 00 00 00 6 bb1,gc7,oa3,yb4",
    ),
]


def is_lost(state: State, mover: int, turns: int) -> bool:
    """Can anybody else force the first place within so many turns?"""
    others = (seat for seat in range(len(state.game.seats)) if seat != mover)
    return any(forces(state, seat, turns, _top(state)) for seat in others)


@pytest.mark.parametrize("level", [4, 5, 6])
@pytest.mark.parametrize(("game", "text"), WINS_IN_ONE)
def test_a_move_that_ends_the_game_on_top_is_made(game: str, text: str, level: int) -> None:
    state = tablier.game(game).read(text)
    winning = [move for move in state.legal_moves if forces(state.after(move), state.turn, 0, _top(state))]
    assert 0 < len(winning) < len(state.legal_moves)
    assert bot(f"level:{level}").choose(state, seed=1).move in winning


@pytest.mark.parametrize("level", [4, 5, 6])
@pytest.mark.parametrize(("game", "text"), TRAPS_OF_ONE)
def test_nobody_is_let_end_the_game_on_top(game: str, text: str, level: int) -> None:
    state = tablier.game(game).read(text)
    lost = [move for move in state.legal_moves if is_lost(state.after(move), state.turn, 1)]
    assert 0 < len(lost) < len(state.legal_moves)
    assert bot(f"level:{level}").choose(state, seed=1).move not in lost


@pytest.mark.parametrize("level", [6, 7])
@pytest.mark.parametrize(("game", "text"), WINS_IN_TWO)
def test_a_win_in_two_turns_is_seen(game: str, text: str, level: int) -> None:
    state = tablier.game(game).read(text)
    assert not forces(state, state.turn, 1, _top(state))
    winning = [move for move in state.legal_moves if forces(state.after(move), state.turn, 1, _top(state))]
    assert 0 < len(winning) < len(state.legal_moves)
    assert bot(f"level:{level}").choose(state, seed=1).move in winning


@pytest.mark.parametrize("level", [6, 7])
@pytest.mark.parametrize(("game", "text"), TRAPS_OF_TWO)
def test_a_loss_in_two_turns_is_avoided(game: str, text: str, level: int) -> None:
    state = tablier.game(game).read(text)
    lost = [move for move in state.legal_moves if is_lost(state.after(move), state.turn, 2)]
    assert 0 < len(lost) < len(state.legal_moves)
    assert bot(f"level:{level}").choose(state, seed=1).move not in lost


def _top(state: State) -> float:
    top: float = state.game.rules.top
    return top
