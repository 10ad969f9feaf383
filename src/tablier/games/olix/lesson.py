"""The first lesson: you are Red."""

from __future__ import annotations

from tablier.board_game import facts_of
from tablier.core.rules import State
from tablier.games.olix.rules import Facts, OlixRules
from tablier.lesson import Lesson, MovePredicate, Step, is_winning
from tablier.scene import say

RED, BLUE = range(2)
KINDS = "OLIX"


def find_patterns(state: State, move: int) -> dict[str, int]:
    """The values of the patterns that a pawn completes, by kind."""
    rules = state.rules
    assert isinstance(rules, OlixRules)
    return {kind: value for kind, value, _ in rules.scored(state, move)}


def completes(kind: str) -> MovePredicate:
    return lambda state, move: kind in find_patterns(state, move)


def completes_two(state: State, move: int) -> bool:
    return len(find_patterns(state, move)) > 1


def leaves_markers_of(kind: str, *holders: int) -> MovePredicate:
    """A move after which just these seats have their markers in a column."""

    def leaves_them(state: State, move: int) -> bool:
        column = facts_of(Facts, state.after(move)).columns[KINDS.index(kind)]
        return column.holders == holders

    return leaves_them


def stops_blue(state: State, move: int) -> bool:
    after = state.after(move)
    return not any(is_winning(after, reply) for reply in after.legal_moves)


LESSON = Lesson(
    "olix",
    (
        Step(
            say(
                "Red and Blue take turns placing a pawn on the grid. Four patterns score, each in its "
                "own column: O, L, I and X. You are Red."
            ),
            "O1",
        ),
        Step(
            say("An I is four or more in a row or in a column. Complete yours."),
            "O3",
            "b1b1b6/11/11/11/11/3rr1r4/11/11/11/11/11 r O-,L-,I-,X-",
            points="d6 e6 g6",
            asks=completes("I"),
            praise=say("An I of four: your marker goes on the 4 in the I column."),
            otherwise=say("No I yet. One cell in row 6 is missing."),
        ),
        Step(
            say("An O is a rectangle, at least two by two, whose whole border is yours. Close it."),
            "O3",
            "b1b1b6/11/11/11/11/3r7/3rr6/11/11/11/11 r O-,L-,I-,X-",
            points="d5 d6 e5",
            asks=completes("O"),
            praise=say("The smallest O, worth four."),
            otherwise=say("No rectangle yet: a corner of the square is missing."),
        ),
        Step(
            say("An L has two arms at a right angle, each at least three long; the corner counts in both."),
            "O3",
            "b1b1b1b4/11/11/11/11/3r7/3r7/3rr6/11/11/11 r O-,L-,I-,X-",
            points="d4 d5 d6 e4",
            asks=completes("L"),
            praise=say("Five pawns, an L of five: the smallest there is."),
            otherwise=say("The arm in row 4 is still too short."),
        ),
        Step(
            say("An X is four or more along a diagonal."),
            "O3",
            "b1b1b6/11/11/11/11/5r5/4r6/3r7/11/11/11 r O-,L-,I-,X-",
            points="d4 e5 f6",
            asks=completes("X"),
            praise=say("An X of four. Each pattern is worth as many points as it has pawns."),
            otherwise=say("Extend the diagonal at either end."),
        ),
        Step(
            say(
                "Only the highest value stays in a column. Blue has an I of four there: take the column over."
            ),
            "O6",
            "11/11/3bbbb4/11/11/11/11/2rrr1r4/11/11/11 r O-,L-,I4b,X-",
            asks=leaves_markers_of("I", RED),
            praise=say("An I of five beats an I of four: Blue’s marker leaves the column."),
            mistakes=(
                (
                    leaves_markers_of("I", RED, BLUE),
                    say("That is only four again. Five would take over the column."),
                ),
            ),
            otherwise=say("The I column is still Blue’s. You have three pawns and one in row 4."),
        ),
        Step(
            say(
                "An equal value puts your marker next to the other one; a lower one changes nothing. "
                "Draw level with Blue in the X column."
            ),
            "O6",
            "4b6/3b7/2b8/1b9/11/7r3/6r4/5r5/11/9r1/11 r O-,L-,I-,X4b",
            asks=leaves_markers_of("X", RED, BLUE),
            praise=say("Four and four: both of you are in the X column."),
            otherwise=say("The X column is still Blue’s alone. Make your diagonal one longer."),
        ),
        Step(
            say("Pawns inside an O count too, no matter whose. Close the large one."),
            "O3",
            "b1b1b1b1b1b/11/11/11/11/3rr6/3rbr5/3rrr5/11/11/11 r O-,L5r,I-,X-",
            asks=completes("O"),
            praise=say("Eight of yours and one of Blue’s: an O of nine, the last cell of its column."),
            otherwise=say("The border still has a gap, at its upper right corner."),
        ),
        Step(
            say("One pawn can score several kinds at once. Find the cell that makes an I and an L."),
            "O10",
            "b1b1b1b1b2/11/11/11/3r7/3r7/3r7/4rr5/11/11/11 r O-,L-,I-,X-",
            asks=completes_two,
            praise=say("An I of four and an L of six: two markers for one pawn."),
            mistakes=(
                (completes("I"), say("That makes an I, but nothing else. Where do the two lines meet?")),
            ),
            otherwise=say("Where do the two lines meet?"),
        ),
        Step(
            say(
                "A pattern that goes beyond its column wins at once: an O of 10, an L of 9, an I or an X "
                "of 8. Win the game!"
            ),
            "O7",
            "b1b1b1b1b1b/11/b10/11/11/11/11/11/11/rrr1rrrr3/11 r O-,L-,I4r,X-",
            asks=is_winning,
            praise=say("Three, one and four: an I of eight, beyond the column. The game is over."),
            otherwise=say("Join the three and the four in row 2."),
        ),
        Step(
            say("Blue wants the same. Blue’s pawns never score for you, but yours can get in the way."),
            "O4",
            "11/11/11/bbbb1bbb3/11/11/11/11/r10/11/r1r1r1r1r1r r O-,L-,I4b,X-",
            asks=stops_blue,
            praise=say("No I of eight for Blue."),
            otherwise=say("Blue would win at once. Which cell is Blue missing in row 8?"),
        ),
        Step(
            say(
                "When all pawns are placed, whoever has more markers wins. Here it is two each, so the "
                "most advanced one decides: your I, on the third cell."
            ),
            "O9",
            "11/4b6/3b7/2b8/1b3b5/5b5/1rr2b5/1rr2bbb3/11/1rrrrrr4/11 r O4r,L6b,I6r,X4b",
            points="b2 c2 d2 e2 f2 g2",
        ),
        Step(
            say(
                "Now for a game. Your L, d9 down to d5 and along row 5, can grow beyond its column: an L of "
                "nine wins, and so does an I of eight."
            ),
            "O7",
            "11/11/3r7/1rrr2r4/3r7/3r7/3rr6/3bbb5/4bb1b3/4bb2b2/11 r O6b,L6r,I5r,X-",
            is_game=True,
            praise=say("A pattern beyond its column: you win. Now you know OLIX!"),
            otherwise=say("Not this time. Try again: make your L longer, along row 5."),
        ),
    ),
)
