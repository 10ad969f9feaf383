"""Plateau X: position texts, those that are read and those that are not, and what illegal moves are told."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablier import Game, NotationError, State
from tablier.games.plateau_x.rules import PlateauRules
from tests.games.test_plateau_x import BASE, DOUBLE, GAMES, MINI, NO_TRIPLES, every_game, played, rules, slow


@every_game
def test_texts_of_positions_round_trip(game: Game) -> None:
    rng = Random(7)
    for _ in range(20):
        state = game.start()
        while True:
            assert game.read(str(state)) == state
            if not state.legal_moves or rng.random() < 0.01:
                break
            state = state.after(rng.choice(state.legal_moves))


@pytest.mark.parametrize(
    ("text", "problem", "column"),
    [
        ("", "the text ends where the board should be", 1),
        ("6/6/6/6/6 b 31 31 37 -", "the board has 6 rows, not 5", 1),
        ("6/6/6/6/6/5 b 31 31 37 -", "a row has 6 cells, this one 5", 12),
        ("6/6/6/6/6/7 b 31 31 37 -", "a row has 6 cells, this one has more", 11),
        ("6/6/6/6/6/3,3 b 31 31 37 -", "bare cells side by side", 13),
        ("6/6/6/6/6/06 b 31 31 37 -", "'06' is neither", 11),
        ("6/6/6/6/6/z1,5 b 31 31 37 -", "'z1' is neither", 11),
        ("6/6/6/6/6/s,5 b 31 31 37 -", "'s' is neither", 11),
        ("6/6/6/6/6/,6 b 31 31 37 -", "'' is neither", 11),
        ("6/6/6/6/6/s99,5 b 31 31 37 -", "not enough bricks for level 99", 11),
        ("6/6/6/6/6/6 y 31 31 37 -", "the player to move is one of b, o, not 'y'", 13),
        ("6/6/6/6/6/6 b 41 31 37 -", "a stock is two digits", 15),
        ("6/6/6/6/6/6 b 31 3 37 -", "a stock is two digits", 18),
        ("6/6/6/6/6/6 b 31 31 38 -", "the stock of Triples is a number from 0 to 37", 21),
        ("6/6/6/6/6/6 b 31 31 37", "the text ends where the list of pawns should be", 23),
        ("6/6/6/6/6/6 b 31 31 37 ya1", "a pawn is one of b, o and its cell", 24),
        ("6/6/6/6/6/6 b 31 31 37 ba1,og1", "a pawn is one of b, o and its cell", 28),
        ("6/6/6/6/6/6 b 31 31 37 ba1,oa1", "two pawns stand on a1", 28),
        ("6/6/6/6/6/6 b 31 31 37 ba1,bb1", "b has more pawns than the game gives", 28),
        ("6/6/6/6/6/6 b 31 31 37 - -", "the position is complete before this", 25),
        # bricks against stocks (§P3)
        ("6/6/6/6/6/s1,5 o 31 31 37 -", "do not fill the 1 cells", 18),
        ("6/6/6/6/6/6 o 21 31 37 -", "do not fill the 0 cells", 15),
        ("6/6/6/6/6/m1,n1,4 b 11 31 37 -", "more bricks show than have left the stocks", 1),
        ("6/6/6/6/6/s1,s1,4 b 30 31 37 -", "more bricks show than have left the stocks", 1),
        # a brick lies flat (§P4)
        ("6/6/6/6/6/5,m1 o 21 31 37 -", "over the edge", 13),
        ("6/6/6/6/6/m1,5 o 21 31 37 -", "do not match", 11),
        ("6/6/6/6/6/m1,s1,4 b 30 31 37 -", "do not match", 11),
        ("6/6/6/6/6/m2,n1,4 o 20 31 37 -", "do not match", 11),
        ("6/6/6/6/c1,5/a1,s1,4 o 31 31 36 -", "do not match", 14),
        # nothing on its like, and something under everything (§P5)
        ("6/6/6/6/6/s2,5 b 11 31 37 -", "a Single lies on a Single", 1),
        ("6/6/6/6/6/m2,n2,s1,s1,s1,s1 b 20 20 36 -", "do not fill", 31),
        ("6/6/6/6/6/m2,n2,4 b 31 30 37 -", "do not fill", 21),
        ("6/6/6/6/1,s2,4/s2,s1,4 o 01 11 37 -", "a Single lies on a Single", 1),
        # turns (§P3): no seat can have done more than it had turns for
        ("6/6/6/6/6/6 o 31 31 37 -", "the turns taken do not add up", 13),
        ("6/6/6/6/6/6 b 31 31 37 ba1", "the turns taken do not add up", 13),
        ("6/6/6/6/6/6 b 31 31 37 oa1,ba2", "the turns taken do not add up", 13),
        ("6/6/6/6/6/s1,5 o 31 21 37 -", "the turns taken do not add up", 16),
        ("6/6/6/6/6/s1,1,s1,3 b 11 31 37 -", "the turns taken do not add up", 21),
        ("6/6/6/6/6/s1,5 b 21 31 37 ba1", "the turns taken do not add up", 16),
    ],
)
def test_texts_that_describe_no_position(text: str, problem: str, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        MINI.read(text)
    assert problem in caught.value.problem
    assert caught.value.column == column


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("6/6/6/k2,l2,4/j2,5/6 b 31 31 35 -", "cannot fill what lies under"),  # a Triple on a Triple
        ("6/6/6/m2,n2,4/6/6 b 30 30 37 -", "cannot fill what lies under"),  # a Double on a Double
        ("6/6/6/s2,3,s1,s1/6/6 b 01 21 37 -", "a Single lies on a Single"),
        ("6/6/6/m2,n2,s2,3/6/6 o 20 31 36 -", "cannot fill what lies under"),  # a straight Triple
    ],
)
def test_hidden_bricks_must_exist(text: str, problem: str) -> None:
    """§P2, §P5: what lies under the bricks that show must be made of the others, none on its like."""
    with pytest.raises(NotationError, match=problem):
        MINI.read(text)


def attempt(text: str) -> State | NotationError:
    try:
        return MINI.read(text)
    except NotationError as error:
        return error


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="0123456789abdegmnosy,/- ", max_size=60), st.integers(0, 44), st.integers(0, 2))
def test_reading_never_crashes(noise: str, at: int, gap: int) -> None:
    """Whatever is read is refused with a reason or is written again as a text that reads the same."""
    good = str(played(MINI, "Tc3d3c4 @a1 @b1"))
    for text in (noise, good[:at] + noise[:2] + good[at + gap :]):
        read = attempt(text)
        if isinstance(read, NotationError):
            assert 1 <= read.column <= len(text) + 1
        else:
            assert MINI.read(str(read)) == read


def test_strangers_are_turned_away() -> None:
    """A state of another game, a cell or a move that does not exist."""
    other = DOUBLE.start()
    mini = rules(MINI)
    for ask in (mini.write, mini.levels, mini.facts):
        with pytest.raises(ValueError, match="belongs to"):
            ask(other)
    with pytest.raises(ValueError, match="there is no cell"):
        mini.plateau(MINI.start(), "g7")
    for move in (-1, 0, len(MINI.paths), MINI.move("a1-a1")):
        with pytest.raises(ValueError, match="pawn"):
            mini.route(MINI.start(), move)
    with pytest.raises(ValueError, match="has no move"):
        mini.refusal(MINI.start(), len(MINI.paths))
    with pytest.raises(ValueError, match="no such variant"):
        PlateauRules(8, 2, 1, 3)


# Every move of the table, everywhere

SENTENCES = {
    ("P3", "There is no Triple left."),
    ("P3", "You have no Single left."),
    ("P3", "You have no Double left."),
    ("P4", "A brick cannot cover a pawn."),
    ("P4", "A brick must lie flat: all its cells on the same level."),
    ("P5", "An identical brick already lies exactly there."),
    ("P6", "Your pawn is in play already."),
    ("P6", "Both your pawns are in play already."),
    ("P6", "There is already a pawn on that cell."),
    ("P6", "A pawn comes in on level 0, where there is no brick."),
    ("P7", "That pawn is not yours."),
    ("P7", "You have no pawn there: choose a brick or your pawn first."),
    ("P7", "There is already a pawn on that cell."),
    ("P7", "There is an opponent on that plateau."),
    ("P7", "Too high: a pawn climbs one level at a time."),
    ("P7", "Too low: a pawn goes down one level at a time."),
    ("P7", "Same level: every step must go one level up or down."),
    ("P7", "Pawns do not move diagonally."),
    ("P7", "Every way there crosses a plateau with an opponent on it."),
    ("P7", "Another pawn is in the way."),
    ("P7", "There is no way there: every step goes exactly one level up or down."),
    ("P9", "The pawn cannot leave its cell."),
    ("P9", "A pawn that leaves a plateau shared with an opponent cannot return to it that turn."),
}


def test_every_illegal_move_is_given_its_reason() -> None:
    """Over odd positions of all variants every sentence is said, and no other; the ways shown are ways."""
    said = set()
    for game in GAMES:
        rng, referee = Random(repr(game)), slow(game)
        texts = [referee.scramble(rng) for _ in range(25)] + [str(played(game, "Sc3 @a1 Sd3"))]
        texts += [NO_TRIPLES] * (game is BASE)
        for state in map(game.read, texts):
            legal_moves = set(state.legal_moves)
            levels = dict(zip(referee.names.values(), rules(game).levels(state), strict=True))
            for move in range(len(game.paths)) if legal_moves else ():
                if move not in legal_moves:
                    said.add(game.rules.refusal(state, move))
                elif "-" in game.text(move):
                    route = rules(game).route(state, move)
                    assert (route[0], route[-1]) == game.paths[move]
                    assert len(route) > 1
                    for one, two in pairwise(route):
                        assert referee.at[two] in referee.near(referee.at[one])
                        assert abs(levels[one] - levels[two]) == 1
                        assert game.move(f"{route[0]}-{two}") in legal_moves
    assert said == SENTENCES
