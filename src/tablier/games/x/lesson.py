"""The first lesson, on a small board: you are Red."""

from __future__ import annotations

from tablier.core.rules import State
from tablier.games.x.rules import Corner
from tablier.lesson import Lesson, Step, wins
from tablier.scene import say

RED = 0


def sharp(state: State) -> Corner:
    """The corner a1."""
    found: Corner = state.facts.corners[0]
    return found


def takes_it(state: State, move: int) -> bool:
    """Is the corner a1 Red's after it?"""
    return sharp(state.after(move)).owner == RED


def keeps_it(state: State, move: int) -> bool:
    """Is the corner a1 still Red's after anything the next player may do?"""
    after = state.after(move)
    return all(takes_it(after, reply) for reply in after.legal_moves)


def is_corner_cell(state: State, move: int) -> bool:
    return bool(state.game.texts[move] == sharp(state).cell)


def stops_the_next(state: State, move: int) -> bool:
    """Does the next player not win at once?"""
    after = state.after(move)
    return not any(wins(after, reply) for reply in after.legal_moves)


LESSON = Lesson(
    "x",
    (
        Step(
            say("Red, Yellow and Green put one stone each in turn. You are Red. Corners are what counts."),
            "X1",
            points="a1 f1 a6 f6",
        ),
        Step(
            say(
                "A cell touches up to six others; stones of one colour that touch form a group. Put a "
                "stone beside yours on c3."
            ),
            "X2",
            "6/3g2/6/2r3/4y1/6 r",
            points="c3",
            asks="b3 d3 c2 d2 b4 c4",
            praise=say("These two are a group now. Stones never move."),
            otherwise=say("That cell does not touch c3. Choose one of the six around it."),
        ),
        Step(
            say(
                "A group that reaches both edges of a corner goes around it, and the corner is yours. "
                "Lead your stones on to the edge of row 1."
            ),
            "X5",
            "6/3y2/4y1/r4g/1r2g1/6 r",
            points="a3 b2",
            asks="b1 c1",
            praise=say("From column a to row 1: the corner a1 is yours, as long as nobody gets behind you."),
            mistakes=(
                (
                    is_corner_cell,
                    say("That takes the corner too, and we come to it. First lead the group on."),
                ),
            ),
            otherwise=say("The group does not reach row 1 yet. Go on from b2."),
        ),
        Step(
            say("The shortest way around a corner is one stone on the corner cell. Take f6 like this."),
            "X5",
            "6/1y1y2/4y1/r2g1g/1r2g1/2r3 r",
            points="f6",
            asks="f6",
            praise=say("It lies on both edges. But it is easy to get behind it."),
            otherwise=say("That is not the corner. Put your stone on the cell f6 itself."),
        ),
        Step(
            say(
                "Of several ways around a corner the farthest one owns it. Yellow has a2 and b1: get "
                "behind them."
            ),
            "X5",
            "6/3y1g/r3g1/1r4/y1r1g1/1y4 r",
            points="a2 b1",
            asks=takes_it,
            praise=say("Your way lies behind Yellow’s: now a1 is yours."),
            otherwise=say("a1 is still Yellow’s. Your stones reach column a; now lead them to row 1."),
        ),
        Step(
            say(
                "Here a1 is yours, and Yellow wants to get behind you. One stone is missing there: stop "
                "Yellow."
            ),
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
            asks=wins,
            praise=say(
                "4-0-0, and nobody can get behind it any more: all corners are settled, so the game is over."
            ),
            otherwise=say("The chain is not whole yet. Which cell is missing between b5 and d3?"),
        ),
        Step(
            say("Most corners win, here 2-1-1. Join your chain to row 1: that makes two corners at once."),
            "X7",
            "yry1gg/1g1yyg/yy1rrr/rr1ryg/y1rryg/2g1gg r",
            points="a3 b3 c2 d2 d3 d4 e4 f4",
            asks=wins,
            praise=say("a1 and f1 by one stone: two corners against one and one."),
            otherwise=say("The chain does not reach row 1 yet. Go on from d2."),
        ),
        Step(
            say(
                "2-2-0 is different: numbers that two players share do not count. Yellow and Green have "
                "two corners each, and Red wins with none!"
            ),
            "X7",
            "rrggyy/gggggg/grrryy/ggrrgr/yyyyyy/rryryr r",
            points="a1 f1 a6 f6",
        ),
        Step(
            say(
                "Green has a1 and a6, Yellow f1 and f6: 2-2-0, as you like it. But Green could still cut "
                "through in row 3. See that it stays so."
            ),
            "X7",
            "rg1yrr/1rgry1/gggyyy/yr1g2/ry1ggr/1r1ygy r",
            points="d3 e2",
            asks=wins,
            praise=say("Two, two, and none for you: you win."),
            otherwise=say("Green could still take a corner from Yellow. Close the gap in row 3."),
        ),
        Step(
            say(
                "Three play, so watch who is next. Yellow lacks one stone of the long chain, and only "
                "you can stop that."
            ),
            "X7",
            "y5/1yr3/g3g1/2gy2/3gyr/1rrgry r",
            points="a6 b5 d3 e2 f1",
            asks=stops_the_next,
            praise=say("Well seen. Green will be glad too."),
            otherwise=say("Yellow would win with the next stone. Which one?"),
        ),
        Step(
            say(
                "Now a game, in the middle of it. You are Red: your stones from a6 to f1 nearly hang "
                "together."
            ),
            "X7",
            "r1g1g1/4g1/1r4/ggr3/2yyry/y3yr r",
            is_game=True,
            praise=say("You have won against two at once. Now you know X!"),
            otherwise=say("Somebody else won this time. Try once more: join a6, b4 and c3 with e2 and f1."),
        ),
    ),
    {"size": 6},
)
