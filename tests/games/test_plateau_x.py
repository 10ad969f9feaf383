"""Plateau X: the sheet's examples and every awkward clause, rebuilt as positions."""

from __future__ import annotations

from dataclasses import replace

import pytest

import tablier
from tablier import Game, IllegalMove, NotationError, State
from tablier.board_game import facts_of
from tablier.games.plateau_x.rules import Facts, PlateauRules
from tablier.scene import to_text
from tests.reference import referee_for
from tests.reference.plateau_x import PlateauReferee

BASE, MINI, DOUBLE, TRIO = (
    tablier.game(name) for name in ("plateau-x", "plateau-x-mini", "plateau-x-double", "plateau-x-trio")
)
GAMES = (BASE, MINI, DOUBLE, TRIO)
every_game = pytest.mark.parametrize("game", GAMES, ids=repr)


def slow(game: Game) -> PlateauReferee:
    found = referee_for(game)
    assert isinstance(found, PlateauReferee)
    return found


def rules(game: Game) -> PlateauRules:
    assert isinstance(game.rules, PlateauRules)
    return game.rules


def built(game: Game, bricks: str, pawns: str, turn: str = "b") -> State:
    """The position after these bricks, taken from whoever has them, with pawns in order of arrival."""
    referee = slow(game)
    position = referee.start()
    for brick in bricks.split():
        seat = next(
            seat
            for seat in range(referee.seats)
            if brick[0] == "T" or position.stocks[seat]["SD".index(brick[0])]
        )
        position = replace(position, turn=seat)
        assert brick in referee.moves(position)
        position = referee.after(position, brick)
    owners = tuple(("boyg".index(pawn[0]), referee.at[pawn[1:]]) for pawn in pawns.split())
    return game.read(referee.text(replace(position, turn="boyg".index(turn), pawns=owners)))


def played(game: Game, moves: str, state: State | None = None) -> State:
    state = state or game.start()
    for move in moves.split():
        state = state.after(game.move(move))
    return state


def legal(state: State) -> set[str]:
    return {state.game.text(move) for move in state.legal_moves}


def refused(state: State, move: str) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as caught:
        played(state.game, move, state)
    return caught.value.clause, caught.value.reason


def way(state: State, move: str) -> str:
    return "-".join(rules(state.game).route(state, state.game.move(move)))


# The sheet's picture: A5 on level 3, A4 and B5 on 2, B4 on 1, D4+D5 on 1, E3 on 1, E4+F4 on 2, B2+C1+C2 on 1.
PICTURE = "Ta4a5b5 Da4a5 Sb5 Sb4 Sa5 Se3 Dd4d5 Te4f4f5 De4f4 Tc1b2c2"


# §P1, §P2: what there is


@pytest.mark.parametrize(
    ("game", "cells", "stock", "pawns"),
    [(BASE, 49, (2, 1), 1), (MINI, 36, (3, 1), 1), (DOUBLE, 49, (3, 1), 2), (TRIO, 49, (2, 1), 1)],
    ids=repr,
)
def test_variants(game: Game, cells: int, stock: tuple[int, int], pawns: int) -> None:
    """§P1"""
    facts = facts_of(Facts, game.start())
    assert [tuple(seat[1:]) for seat in facts.seats] == [stock] * len(game.seats)
    assert facts.triples == 37
    assert [pawn.seat for pawn in facts.pawns] == [
        seat for seat in range(len(game.seats)) for _ in range(pawns)
    ]
    assert rules(game).levels(game.start()) == (0,) * cells


def test_every_brick_in_every_turn() -> None:
    """§P2: on the empty grid every place is open; a Triple is never straight."""
    moves = legal(BASE.start())
    assert {len([move for move in moves if move[0] == kind]) for kind in "S@"} == {49}
    assert len([move for move in moves if move[0] == "D"]) == 84
    assert len([move for move in moves if move[0] == "T"]) == 144
    assert {move for move in moves if move[0] == "T" and set(move[1:]) == set("cd34")} == {
        "Tc3d3c4",
        "Tc3d3d4",
        "Tc3c4d4",
        "Td3c4d4",
    }
    with pytest.raises(NotationError):
        BASE.move("Tc3d3e3")


@every_game
def test_paths_and_texts(game: Game) -> None:
    """Every path has two things to click; no two moves are written alike, whatever the case."""
    assert {len(path) for path in game.paths} == {2}
    assert len(set(game.paths)) == len(game.paths) == len({text.lower() for text in game.texts})
    assert all(game.move(text.upper()) == move for move, text in enumerate(game.texts))
    assert game.texts[game.paths.index(("T4", "c3"))] == "Tc2c3d3"
    assert game.texts[game.paths.index(("D|", "c3"))] == "Dc3c4"
    assert game.texts[game.paths.index(("c3", "d5"))] == "c3-d5"


@every_game
def test_moves_of_a_position_are_bounded(game: Game) -> None:
    """All bricks, all entries and one pawn's walk, or two pawns' walks, stay under MAX_MOVES of the core."""
    cells = len(rules(game).levels(game.start()))
    walks = len([path for path in game.paths if path[0][0].islower()])
    assert walks == cells**2
    assert len(game.paths) - walks + cells <= 512


# §P3, §P4, §P5: laying


def test_a_turn_is_one_thing_and_never_nothing() -> None:
    """§P3"""
    state = played(MINI, "Tc3d3c4")
    assert state.turn == 1
    assert "pass" not in MINI.texts
    assert facts_of(Facts, state).triples == 36
    assert facts_of(Facts, played(MINI, "Sa1 Dc5d5")).seats == ((1, 2, 1), (1, 3, 0))


def test_stocks_run_out() -> None:
    """§P3: Singles and Doubles are one's own, the Triples everybody's."""
    state = played(MINI, "Sa1 Dc1d1 Sa3 Sc3 Sa5 Se5 Dc5d5 Sf6")
    assert facts_of(Facts, state).seats[0][1:] == (0, 0)
    assert refused(state, "Sf1") == ("P3", "You have no Single left.")
    assert refused(state, "Df1f2") == ("P3", "You have no Double left.")
    assert "Ta1b1a2" not in legal(state)
    assert "Tb1a2b2" in legal(state)


def test_no_triple_left() -> None:
    """§P3"""
    state = BASE.read(NO_TRIPLES)
    assert facts_of(Facts, state).triples == 0
    assert {move[0] for move in legal(state)} <= set("abcdefg")
    assert refused(state, "Ta1b1a2") == ("P3", "There is no Triple left.")


def test_a_brick_lies_flat_and_under_no_pawn() -> None:
    """§P4"""
    state = played(MINI, "Tc3d3c4 @d4")
    assert refused(state, "Dd3e3") == ("P4", "A brick must lie flat: all its cells on the same level.")
    assert refused(state, "Sd4") == ("P4", "A brick cannot cover a pawn.")
    assert refused(state, "Dd4e4") == ("P4", "A brick cannot cover a pawn.")
    risen = played(MINI, "Dc3d3", state)
    assert [rules(MINI).levels(risen)[at] for at in (14, 15, 20, 21)] == [2, 2, 1, 0]
    assert "d4-c4" in legal(risen)  # it can be stood on at once


def test_a_brick_never_on_its_like() -> None:
    """§P5, for each kind; whoever laid it."""
    state = played(MINI, "Sa1 Dc3d3 Ta4b4a5")
    identical = ("P5", "An identical brick already lies exactly there.")
    assert refused(state, "Sa1") == identical
    assert refused(state, "Ta4b4a5") == identical
    black = played(MINI, "Sf6", state)
    assert refused(black, "Dc3d3") == identical
    # another kind, or other cells
    assert {"Da4b4", "Da4a5", "Sa4", "Sc3", "Sd3"} <= legal(black)


def test_a_brick_partly_covered_forbids_nothing() -> None:
    """§P5: covered in part and evened out, the same place is open again."""
    state = played(MINI, "Ta1b1a2 Sa1 Sb1 Sa2")
    assert rules(MINI).levels(state)[:2] == (2, 2)
    assert {"Ta1b1a2", "Da1b1", "Da1a2"} <= legal(state)
    assert refused(state, "Sa1")[0] == "P5"
    doubled = played(MINI, "Dc3d3 Sc3 Sd3")
    assert "Dc3d3" in legal(doubled)
    assert refused(doubled, "Sc3")[0] == "P5"
    # a Single on a Double's half is no like of it, and covered by it, the lower Single is forgotten
    assert "Sc3" in legal(played(MINI, "Sc3 Sd3 Dc3d3"))


def test_two_bricks_side_by_side_are_not_one() -> None:
    """§P5: two Triples may together cover the cells of a third without being it."""
    state = played(MINI, "Ta1b1a2 Tc1b2c2")
    assert "Tb1c1c2" in legal(state)
    assert {"Da1b1", "Db1c1"} <= legal(state)


# §P6: bringing in


def test_bringing_in() -> None:
    """§P6"""
    state = played(MINI, "Tc3d3c4 @a1")
    assert refused(state, "@c3") == ("P6", "A pawn comes in on level 0, where there is no brick.")
    assert refused(state, "@a1") == ("P6", "There is already a pawn on that cell.")
    state = played(MINI, "@b1", state)
    assert refused(state, "@b2") == ("P6", "Your pawn is in play already.")
    both = played(DOUBLE, "@a1 @b1 @a2 @b2")
    assert refused(both, "@c3") == ("P6", "Both your pawns are in play already.")
    assert "@c3" in legal(played(DOUBLE, "@a1 @b1 @a2"))


# §P7, §P8, §P9: moving


def test_the_sheets_first_example() -> None:
    """§P7: a pawn steps from A4 to A5; another travels F3-E3-D3-D4-C4-B4-B5-A5; nobody cuts a corner."""
    state = built(BASE, PICTURE, "ba4 of1 yf3 gg7")
    assert "a4-a5" in legal(state)
    yellow = built(BASE, PICTURE, "ba4 of1 yf3 gg7", "y")
    assert way(yellow, "f3-a5") == "f3-e3-d3-d4-c4-b4-b5-a5"
    assert rules(BASE).plateau(state, "c1") == ("c1", "b2", "c2")
    assert rules(BASE).plateau(state, "a4") == ("a4",)
    assert rules(BASE).plateau(state, "e4") == ("e4", "f4")
    assert rules(BASE).plateau(state, "g1") == ()
    orange = built(BASE, PICTURE + " Sc6", "ba4 oc6 yf3 gg7", "o")
    assert refused(orange, "c6-b5") == ("P7", "Pawns do not move diagonally.")


def test_no_diagonal_step() -> None:
    """§P7"""
    state = built(MINI, "Sc3", "bb2 of6")
    assert refused(state, "b2-c3") == ("P7", "Pawns do not move diagonally.")


def test_the_sheets_second_example() -> None:
    """§P7: an opponent on D4+D5 closes D4 to Yellow, who in turn closes E4+F4; Black takes the B file."""
    state = built(BASE, PICTURE, "bb1 od5 yf3 gg7", "y")
    assert refused(state, "f3-d4") == ("P7", "There is an opponent on that plateau.")
    assert refused(state, "f3-a5") == (
        "P7",
        "Every way there crosses a plateau with an opponent on it.",
    )
    assert way(state, "f3-e4") == "f3-e3-e4"
    moved = played(BASE, "f3-e4", state)
    orange = BASE.read(str(moved).replace(" g ", " o ", 1))
    assert refused(orange, "d5-f4") == ("P7", "There is an opponent on that plateau.")
    black = built(BASE, PICTURE, "bb1 od5 yf3 ga4")  # Green closes the other way of that length
    assert way(black, "b1-a5") == "b1-b2-b3-b4-b5-a5"


def test_no_step_on_the_same_level() -> None:
    """§P7: from D5 to D4 one stays on level 1, whoever stands there."""
    state = built(BASE, "Dd4d5", "bd5 oa1 yb1 gc1")
    assert "d5-c5" in legal(state)
    lone = built(MINI, "Ta1b1a2 Tc1b2c2 Ta3a4b4 Tb3c3c4", "ba1 of6", "b")
    assert refused(lone, "a1-b1") == ("P7", "Same level: every step must go one level up or down.")


def test_one_level_at_a_time() -> None:
    """§P7"""
    state = built(MINI, "Ta1b1a2 Sa1 Sb1", "bc1 ob2")
    assert refused(state, "c1-b1") == ("P7", "Too high: a pawn climbs one level at a time.")
    down = built(MINI, "Ta1b1a2 Sa1 Sb1 Tc1d1c2", "bb1 of6")
    assert {"b1-c1", "b1-b1"} <= legal(down)
    steep = built(MINI, "Ta1b1a2 Da1b1", "bb1 of6")
    assert refused(steep, "b1-c1") == ("P7", "Too low: a pawn goes down one level at a time.")


def test_pawns_block_their_cells() -> None:
    """§P7: whoever they belong to; a pawn cannot be passed on a one-cell way."""
    state = built(MINI, "Sb1 Sb2 Sb3 Sd1", "ba1 oa2", "b")
    assert refused(state, "a1-a2") == ("P7", "There is already a pawn on that cell.")
    assert refused(state, "a2-b2") == ("P7", "That pawn is not yours.")
    assert refused(state, "f6-f5") == ("P7", "You have no pawn there: choose a brick or your pawn first.")
    lane = built(MINI, "Sa2 Sa4", "ba1 oa3")
    assert refused(lane, "a1-a4") == ("P7", "Another pawn is in the way.")
    own = built(DOUBLE, "Sa2 Sa4 Tf1g1g2 Tf3g3g4", "ba1 ba3 og6 og7")
    assert refused(own, "a1-a4") == ("P7", "Another pawn is in the way.")
    assert refused(own, "a1-a3") == ("P7", "There is already a pawn on that cell.")


def test_the_grid_is_no_plateau() -> None:
    """§P8: down to level 0 although an opponent stands on it."""
    state = built(MINI, "Sc3", "bc3 oc1")
    assert {"c3-c2", "c3-d3", "c3-b3", "c3-c4", "c3-c3"} == {move for move in legal(state) if "-" in move}


def test_there_and_back() -> None:
    """§P9: allowed where the pawn can leave and return, and it counts as a new arrival."""
    state = built(MINI, "Sc3 Tc5d5c6", "bc2 od4", "b")
    assert way(state, "c2-c2") == "c2-c3-c2"
    assert [pawn.arrival for pawn in facts_of(Facts, state).pawns] == [1, 2]
    assert [pawn.arrival for pawn in facts_of(Facts, played(MINI, "c2-c2", state)).pawns] == [2, 1]
    stuck = built(MINI, "Sc3", "ba1 of6")
    assert refused(stuck, "a1-a1") == ("P9", "The pawn cannot leave its cell.")


def test_no_way_back_to_a_shared_plateau() -> None:
    """§P9, §P10: a brick joins two plateaus; who leaves the common one cannot come back that turn."""
    apart = built(MINI, "Sa1 Sc1", "ba1 oc1", "b")
    assert len(rules(MINI).plateau(apart, "a1")) == 1
    joined = played(MINI, "Sb1", apart)
    assert [pawn.plateau for pawn in facts_of(Facts, joined).pawns] == [3, 3]
    moves = {move for move in legal(joined) if "-" in move}
    assert moves == {"c1-c2", "c1-d1"}
    said = "A pawn that leaves a plateau shared with an opponent cannot return to it that turn."
    assert refused(joined, "c1-c1") == refused(joined, "c1-b1") == ("P9", said)


def test_own_pawns_may_share_a_plateau() -> None:
    """§P11: in Double one's own plateau is open, the opponent's is not."""
    state = built(DOUBLE, "Da1b1 Dd1e1 Tf6g6g7 Tf4g4g5", "ba1 bb2 oe1 od2")
    assert "b2-b1" in legal(state)
    orange = DOUBLE.read(str(state).replace(" b ", " o ", 1))
    assert "d2-d1" in legal(orange)
    assert "d2-c1" not in legal(DOUBLE.read(str(state).replace("od2", "oc1")))
    crossing = built(DOUBLE, "Da1b1 Dd1e1 Tf6g6g7 Tf4g4g5", "ba1 bd2 oe1 ob2")
    assert refused(crossing, "d2-d1") == ("P7", "There is an opponent on that plateau.")


def test_two_pawns_are_interchangeable() -> None:
    """§P11 and the repetition rule: which of the two stands where is not part of the position compared."""
    one, two = played(DOUBLE, "@a1 @f6 @b2 @g7"), played(DOUBLE, "@b2 @f6 @a1 @g7")
    assert one != two
    assert one.repetition_key == two.repetition_key
    assert str(one).endswith("ba1,of6,bb2,og7")
    # arrivals do not count, bricks do
    assert played(MINI, "Sa1 Sc1").repetition_key == played(MINI, "Sc1 Sa1").repetition_key
    assert played(MINI, "Sa1").repetition_key != played(MINI, "Sb1").repetition_key


# §P12: the end

NO_TRIPLES = (
    "1,k1,l1,c4,l2,f3,l1/1,k2,d3,h5,i5,f4,1/1,j2,1,h2,k6,l6,n1/1,a1,b1,f4,j6,e5,s1/2,d4,e4,1,g4,l3/"
    "h1,c6,k7,l7,s2,j3,1/1,a6,j7,g6,n1,2 o 00 00 00 00 0 bg1,ob3,yc5,ge3"
)
BLOCKED = (
    "h1,i1,h2,i2,c2,i1/1,h2,k3,h4,i4,l3/k1,l1,j3,h1,g4,1/j1,s2,e1,k3,l3,1/m2,h4,i4,j3,i1,f2/"
    "1,d3,g4,b1,d2,e2 o 00 00 16 od4,ba2"
)
ENTER_ONLY = (
    "1,c1,h1,h2,f3,1/1,s2,s2,k4,l4,s2/1,f1,1,f5,l3,s1/c3,l2,d5,e5,2/a3,b3,j4,b3,c1,f2/j1,3,d2,e2 o 00 00 18 -"
)


def test_blocked_at_once_even_if_others_could_go_on() -> None:
    """§P12: Triples are left, but no place for one; Orange's pawn cannot leave its cell, Black's could."""
    state = MINI.read(BLOCKED)
    assert state.legal_moves == ()
    assert state.outcome is not None
    assert (state.outcome.scores, state.outcome.reason) == ((1, 0), "blocked")
    assert state.outcome.scores == state.settle()
    assert MINI.read(BLOCKED.replace(" o ", " b ")).legal_moves
    with pytest.raises(IllegalMove, match=r"The game is over\."):
        state.after(0)


def test_bringing_in_is_something_to_do() -> None:
    """§P12: no brick can be laid, but a pawn still comes in; with it in play already it would be over."""
    state = MINI.read(ENTER_ONLY)
    assert {move[0] for move in legal(state)} == {"@"}
    assert state.outcome is None
    assert MINI.read(ENTER_ONLY.replace("-", "oa6")).legal_moves
    assert MINI.read(ENTER_ONLY.replace("-", "ob1")).outcome is None


# §P13, §P14: places


def test_higher_is_better() -> None:
    """§P13"""
    state = built(BASE, "Sa1 Tc1d1c2 Sc1 Te5f5e6", "of5 ba1 yc1 gg7")
    assert [seat.place for seat in facts_of(Facts, state).seats] == [3, 2, 1, 4]
    assert state.settle() == (1, 2, 4, 0)


def test_then_the_larger_plateau() -> None:
    """§P13"""
    state = built(BASE, "Sa1 Tc1d1c2 De5f5", "ba1 of5 yc1 gg7")
    assert [pawn.plateau for pawn in facts_of(Facts, state).pawns] == [1, 2, 3, 0]
    assert state.settle() == (1, 2, 4, 0)


def test_then_the_earlier_arrival() -> None:
    """§P13: also on one plateau, and on the grid."""
    aside = " Tf4g4g5 Ta4b4a5 Tc6d6d7 Tf6g6g7"
    assert built(TRIO, "Sa1 Sc1" + aside, "yf1 oa1 bc1").settle() == (1, 3, 0)
    assert built(TRIO, "Sa1 Sc1" + aside, "yf1 bc1 oa1").settle() == (3, 1, 0)
    assert built(TRIO, "Dc1d1 Sa1" + aside, "yc1 od1 ba1").settle() == (0, 1, 3)
    assert built(TRIO, "Dc1d1 Sa1" + aside, "ya2 of1 bb7").settle() == (0, 1, 3)


def test_the_sheets_example_of_arrivals() -> None:
    """§P13: A stands first, B comes to a plateau like it, A leaves and returns: B was there longer."""
    state = built(MINI, "Sc3 Se5 Ta5b5a6", "bc3 oe4", "o")
    state = played(MINI, "e4-e5", state)
    assert state.settle() == (1, 0)
    state = played(MINI, "c3-c2 e5-e4", state)
    state = played(MINI, "c2-c3 e4-e5", state)
    assert state.settle() == (1, 0)
    assert played(MINI, "c3-c3", state).settle() == (0, 1)
    # bricks that join or part plateaus never change when a pawn came
    later = played(MINI, "Ta1b1a2 Sd3", state)
    assert [pawn.arrival for pawn in facts_of(Facts, later).pawns] == [1, 2]


def test_the_better_of_two_pawns_counts() -> None:
    """§P13, Double"""
    state = built(DOUBLE, "Sa1 Dc1d1 Tf1g1f2 Sf1", "ba1 od1 bf1 og7")
    assert state.settle() == (1, 0)
    assert [seat.place for seat in facts_of(Facts, state).seats] == [1, 2]
    assert built(DOUBLE, "Sa1 Dc1d1", "ba1 od1 bf1 og7").settle() == (0, 1)
    assert built(DOUBLE, "Sa1 Sd1", "ba2 oa1 bd1 og7").settle() == (0, 1)


def test_players_without_a_pawn_share_the_last_places() -> None:
    """§P13, §P14"""
    assert BASE.start().settle() == (1.75,) * 4
    assert played(BASE, "@a1").settle() == (4, 1, 1, 1)
    assert played(BASE, "@a1 @b1").settle() == (4, 2, 0.5, 0.5)
    assert played(BASE, "@a1 @b1 Sc3").settle() == (4, 2, 0.5, 0.5)
    assert TRIO.start().settle() == (4 / 3,) * 3
    assert played(TRIO, "Sc3 @a1").settle() == (0.5, 3, 0.5)
    assert MINI.start().settle() == (0.5, 0.5)
    assert played(MINI, "Sc3 @a1").settle() == (0, 1)
    assert [seat.place for seat in facts_of(Facts, played(BASE, "Sc3 @a1")).seats] == [2, 1, 2, 2]


def test_who_leaves_comes_last_alone() -> None:
    """§P13: below players without a pawn, with 0; the others share what is above."""
    assert BASE.start().settle(without=2) == (7 / 3, 7 / 3, 0, 7 / 3)
    state = built(BASE, "Sa1 Tc1d1c2 Sc1", "of5 ba1 yc1 gg7")
    assert state.settle(without=2) == (4, 2, 0, 1)
    assert played(BASE, "@a1").settle(without=0) == (0, 7 / 3, 7 / 3, 7 / 3)
    assert played(TRIO, "@a1 @b1").settle(without=0) == (0, 3, 1)
    assert BASE.conceded_scores(state, 2) == (4, 2, 0, 1)
    assert MINI.conceded_scores(MINI.start(), 0) == (0, 1)


def test_points_by_number_of_players() -> None:
    """§P14"""
    assert built(BASE, "Sa1", "ba1 ob1 yc1 gd1").settle() == (4, 2, 1, 0)
    assert built(TRIO, "Sa1", "ba1 ob1 yc1").settle() == (3, 1, 0)
    assert built(MINI, "Sa1", "ba1 ob1").settle() == (1, 0)
    assert built(DOUBLE, "Sa1", "ba1 ob1 bc1 od1").settle() == (1, 0)


# What a player sees


def test_facts() -> None:
    state = built(BASE, PICTURE, "yf3 ba4 od5 gg7", "y")
    assert facts_of(Facts, state).pawns == (
        (0, "a4", 2, 1, 2),
        (1, "d5", 1, 2, 3),
        (2, "f3", 0, 0, 1),
        (3, "g7", 0, 0, 4),
    )
    assert facts_of(Facts, state).seats == ((1, 0, 0), (2, 0, 0), (3, 2, 0), (4, 2, 1))
    assert facts_of(Facts, played(MINI, "@a1")).pawns == ((0, "a1", 0, 0, 1), (1, None, 0, 0, None))
    assert facts_of(Facts, state).triples == 34


def test_sketch() -> None:
    state = played(MINI, "Tc3d3c4 @a1 Sd4 Sc3")
    assert MINI.sketch(state).splitlines() == [
        "6  ·   ·   ·   ·   ·   ·    ▸ Black   2.  ■ ■ ■■  B to come in",
        "5  ·   ·   ·   ·   ·   ·      Orange  1.  ■ ■ ■■",
        "4  ·   ·   1   1   ·   ·",
        "3  ·   ·   2   1   ·   ·      36 Triples in common",
        "2  ·   ·   ·   ·   ·   ·",
        "1  ·O  ·   ·   ·   ·   ·",
        "   a   b   c   d   e   f",
    ]


def test_nobody_has_a_place_before_somebody_stands() -> None:
    """§P13: pawns that are not in play have no place to compare."""
    assert list_places(MINI.start()) == ["", ""]
    assert list_places(played(MINI, "@a1")) == ["1.", "2."]


def list_places(state: State) -> list[str]:
    """What the standings say before each seat's pawns."""
    standing = next(panel for panel in state.game.scene(state).panels if panel.kind == "standing")
    return [to_text(row[1].text) for row in standing.rows]
