"""The first lesson, on a small board: you are Red."""

from __future__ import annotations

from tablier.board_game import facts_of
from tablier.core.rules import State
from tablier.games.x.rules import Corner, Facts
from tablier.lesson import Lesson, Step, is_winning
from tablier.scene import say

RED = 0


def find_corner(state: State) -> Corner:
    """The corner a1."""
    return facts_of(Facts, state).corners[0]


def takes_it(state: State, move: int) -> bool:
    """True if Red owns the corner a1 after the move."""
    return find_corner(state.after(move)).owner == RED


def keeps_it(state: State, move: int) -> bool:
    """True if Red still owns the corner a1 after every answer of the next player."""
    after = state.after(move)
    return all(takes_it(after, reply) for reply in after.legal_moves)


def is_corner_cell(state: State, move: int) -> bool:
    return bool(state.game.texts[move] == find_corner(state).cell)


def stops_the_next(state: State, move: int) -> bool:
    """True if the next player cannot win at once."""
    after = state.after(move)
    return not any(is_winning(after, reply) for reply in after.legal_moves)


LESSON = Lesson(
    "x",
    (
        Step(
            say(
                "Red, Yellow and Green take turns placing a stone. You are Red. It is all about the corners."
            ),
            "X1",
            points="a1 f1 a6 f6",
        ),
        Step(
            say(
                "A cell touches up to six others; touching stones of the same colour form a group. Place"
                " a stone next to yours on c3."
            ),
            "X2",
            "6/3g2/6/2r3/4y1/6 r",
            points="c3",
            asks="b3 d3 c2 d2 b4 c4",
            praise=say("These two are now a group. Stones never move."),
            otherwise=say("That cell does not touch c3. Choose one of the six around it."),
        ),
        Step(
            say(
                "A group that reaches both edges of a corner goes around it, and the corner is yours. "
                "Extend your stones to the edge at row 1."
            ),
            "X5",
            "6/3y2/4y1/r4g/1r2g1/6 r",
            points="a3 b2",
            asks="b1 c1",
            praise=say("From column a to row 1: the corner a1 is yours, as long as nobody gets behind you."),
            mistakes=(
                (
                    is_corner_cell,
                    say("That takes the corner too; we’ll come to that. First extend the group."),
                ),
            ),
            otherwise=say("The group does not reach row 1 yet. Go on from b2."),
        ),
        Step(
            say("The shortest path around a corner is a single stone on the corner cell. Take f6 that way."),
            "X5",
            "6/1y1y2/4y1/r2g1g/1r2g1/2r3 r",
            points="f6",
            asks="f6",
            praise=say("It touches both edges. But it is easy to get behind it."),
            otherwise=say("That is not the corner. Put your stone on the cell f6 itself."),
        ),
        Step(
            say(
                "Of several paths around a corner, the farthest one owns it. Yellow has a2 and b1: get "
                "behind them."
            ),
            "X5",
            "6/3y1g/r3g1/1r4/y1r1g1/1y4 r",
            points="a2 b1",
            asks=takes_it,
            praise=say("Your path runs behind Yellow’s: now a1 is yours."),
            otherwise=say("a1 is still Yellow’s. Your stones reach column a; now lead them to row 1."),
        ),
        Step(
            say("Here a1 is yours, and Yellow, one stone short, wants to get behind you. Stop Yellow."),
            "X5",
            "2g1gr/y5/1y2g1/r4g/1r1y2/2ry2 r",
            points="a5 b4 d2 d1",
            asks=keeps_it,
            praise=say("Yellow does not get through: the corner stays yours."),
            otherwise=say("Yellow would still join b4 and d2. What lies between them?"),
        ),
        Step(
            say("The long chain from a6 to f1 goes around all four corners. Complete it."),
            "X8",
            "rg3y/1ry2g/1g4/1y1ry1/2g1r1/y2g1r r",
            points="a6 b5 d3 e2 f1",
            asks=is_winning,
            praise=say(
                "4-0-0, and nobody can get behind your chain any more: all corners are settled, so the "
                "game is over."
            ),
            otherwise=say("The chain is not complete yet. Which cell is missing between b5 and d3?"),
        ),
        Step(
            say(
                "The most corners win, here 2-1-1. Extend your chain to row 1: that takes two corners at "
                "once."
            ),
            "X7",
            "yry1gg/1g1yyg/yy1rrr/rr1ryg/y1rryg/2g1gg r",
            points="a3 b3 c2 d2 d3 d4 e4 f4",
            asks=is_winning,
            praise=say("a1 and f1 by one stone: two corners against one and one."),
            otherwise=say("The chain does not reach row 1 yet. Go on from d2."),
        ),
        Step(
            say(
                "2-2-0 is special: a number that two players share does not count. Yellow and Green have"
                " two corners each, and Red wins with none!"
            ),
            "X7",
            "rrggyy/gggggg/grrryy/ggrrgr/yyyyyy/rryryr r",
            points="a1 f1 a6 f6",
        ),
        Step(
            say(
                "Green has a1 and a6, Yellow f1 and f6: 2-2-0, just what you need. But Green could still"
                " cut through in row 3. Keep it that way."
            ),
            "X7",
            "rg1yrr/1rgry1/gggyyy/yr1g2/ry1ggr/1r1ygy r",
            points="d3 e2",
            asks=is_winning,
            praise=say("Two, two, and none for you: you win."),
            otherwise=say("Green could still take a corner from Yellow. Close the gap in row 3."),
        ),
        Step(
            say(
                "There are three of you, so watch who is next. Yellow is one stone short of the long "
                "chain, and only you can stop that."
            ),
            "X7",
            "y5/1yr3/g3g1/2gy2/3gyr/1rrgry r",
            points="a6 b5 d3 e2 f1",
            asks=stops_the_next,
            praise=say("Well spotted. Green will be glad too."),
            otherwise=say("Yellow would win with one more stone. Where?"),
        ),
        Step(
            say(
                "Now for a game already under way. You are Red: your stones from a6 to f1 are nearly "
                "connected."
            ),
            "X7",
            "r1g1g1/4g1/1r4/ggr3/2yyry/y3yr r",
            is_game=True,
            praise=say("You have won against two at once. Now you know X!"),
            otherwise=say("Someone else won this time. Try again: connect a6, b4 and c3 with e2 and f1."),
        ),
    ),
    {"size": 6},
)
