"""The first lesson, on the small grid: you are Black."""

from __future__ import annotations

from tablier.board_game import facts_of
from tablier.core.rules import State
from tablier.games.plateau_x.rules import Facts, PlateauRules
from tablier.lesson import Lesson, MovePredicate, Step, is_winning
from tablier.scene import say

TRIPLE, PAWN = "T", "@"
BLACK, ORANGE = range(2)


def levels(state: State) -> tuple[int, ...]:
    rules = state.rules
    assert isinstance(rules, PlateauRules)
    return rules.levels(state)


def begins_with(first: str) -> MovePredicate:
    """A move whose text begins with this letter."""
    return lambda state, move: bool(state.game.texts[move].startswith(first))


def stacks_a_triple(state: State, move: int) -> bool:
    return begins_with(TRIPLE)(state, move) and max(levels(state.after(move))) > max(levels(state))


def level_of(state: State, seat: int) -> int:
    return max(int(pawn.level) for pawn in facts_of(Facts, state).pawns if pawn.seat == seat)


def climbs(level: int) -> MovePredicate:
    """A move after which Black's pawn stands on this level."""
    return lambda state, move: level_of(state.after(move), BLACK) == level


def holds_down(state: State, move: int) -> bool:
    """True if Orange cannot come to stand higher than Black in the next turn."""
    after = state.after(move)
    return all(
        level_of(after.after(reply), ORANGE) <= max(1, level_of(after, BLACK)) for reply in after.legal_moves
    )


def leads(state: State, move: int) -> bool:
    """True if Black would win if the game ended after the move."""
    scores = state.after(move).settle()
    return scores[BLACK] > scores[ORANGE]


LESSON = Lesson(
    "plateau-x-mini",
    (
        Step(
            say(
                "Black and Orange build on the same grid and climb on what both have built. In the end, "
                "the higher pawn wins. You are Black."
            ),
            "P1",
        ),
        Step(
            say(
                "Singles, Doubles and Triples cover one, two and three cells; the Triples belong to both"
                " players. Choose a Triple, then a place for it."
            ),
            "P2",
            asks=begins_with(TRIPLE),
            praise=say("Its three cells are one level higher now. That was your turn: one thing at a time."),
            otherwise=say("That would be a turn too. But lay a Triple now: one of the four L shapes."),
        ),
        Step(
            say(
                "A brick must lie flat, on cells of the same level. Lay a Triple on top of these two: "
                "across both, not exactly on an identical brick."
            ),
            "P5",
            "6/6/2,c1,h1,i1,1/2,a1,b1,g1,1/6/6 b 31 31 35 -",
            asks=stacks_a_triple,
            praise=say("Level 2. It lies on both, so not exactly on an identical brick."),
            mistakes=(
                (
                    begins_with(TRIPLE),
                    say("That lies on the ground. Lay it across the two Triples, on level 1."),
                ),
            ),
            otherwise=say("That is allowed. Now try a Triple, partly on one and partly on the other."),
        ),
        Step(
            say("Your pawn comes in on any free cell of the ground, never on a brick. Bring it in."),
            "P6",
            "6/1,s1,2,s1,1/2,c1,3/2,a1,b1,2/6/6 b 21 21 36 oa1",
            asks=begins_with(PAWN),
            praise=say("It can move from your next turn on."),
            otherwise=say("You could build first. But this time, bring your pawn in."),
        ),
        Step(
            say(
                "Each step takes a pawn to a neighbouring cell exactly one level up or down. Take as "
                "many steps as you like in a turn: climb to level 2."
            ),
            "P7",
            "c1,5/a1,b1,4/6/3,c1,2/2,s1,s2,b1,1/6 b 21 21 35 of6,bb2",
            points="c2 d2",
            asks=climbs(2),
            praise=say("From the ground via c2 to d2: two steps in one turn."),
            otherwise=say("Higher! There is a way from b2 via c2 up to d2."),
        ),
        Step(
            say(
                "Two levels at once is too steep, and a step cannot stay on the same level either. Find "
                "the long way from d4 up to a3."
            ),
            "P7",
            "6/1,h1,i1,3/2,g1,3/s2,5/o1,k1,l1,3/1,j1,4 b 21 30 35 bd4,oa4",
            points="a3",
            asks=climbs(2),
            praise=say("Up, down, up, down: eight steps in one turn."),
            otherwise=say("That is not a3. Choose your pawn on d4, then a3: the way is found for you."),
        ),
        Step(
            say(
                "Connected cells of the same level form a plateau. One with an opponent on it is closed:"
                " Orange blocks the short way to b5. Find another."
            ),
            "P8",
            "6/h1,s2,s1,1,h1,i1/1,g1,3,g1/1,k1,l1,1,c1,1/1,j1,2,a1,b1/6 b 21 21 33 oc5,be5",
            points="b5",
            asks=climbs(2),
            praise=say("All the way around, and up from the other side."),
            otherwise=say("b5 is the only cell of level 2. Choose your pawn on e5, then b5."),
        ),
        Step(
            say("Orange wants to climb via d3 to d4. Get in the way, or get there first."),
            "P8",
            "6/6/3,s2,l1,1/3,j1,2/6/6 b 31 21 36 bc3,od2",
            points="d3 d4",
            asks=holds_down,
            praise=say("Orange stays below."),
            otherwise=say("Orange would go up to d4 next. Your pawn on c3 can be faster."),
        ),
        Step(
            say(
                "On the same level the larger plateau is better, here Orange’s with three cells. Lay a "
                "Triple that makes yours larger."
            ),
            "P13",
            "5,s1/2,c1,3/2,a1,b1,1,s1/6/6/m1,n1,4 b 20 21 36 od4,bf6",
            points="f6",
            asks=leads,
            praise=say(
                "Four cells against three: you would win now. If these were equal too, the pawn that got "
                "there first would win."
            ),
            otherwise=say("Orange would still win. Your pawn stands on f6: build beside it."),
        ),
        Step(
            say(
                "The game ends when the player to move can do nothing. Orange is shut in and has no "
                "bricks left: take away the last place for a Triple."
            ),
            "P12",
            "6/k1,l1,h2,i2,l1,s1/j1,2,g2,2/1,h2,i2,1,k1,l1/s1,m1,g2,1,j1,1/3,s1,2 b 20 00 32 oa1,bb2",
            points="e1 f1 f2",
            asks=is_winning,
            praise=say("Orange has no turn left, and you stand higher: you win."),
            otherwise=say("Orange can still lay a Triple, or get out. A Single in the corner f1 is enough."),
        ),
        Step(
            say(
                "Now for a game. Orange is shut in on e5, and only Triples are left. Stay higher, and leave "
                "Orange no room for one."
            ),
            "P12",
            "k1,l1,4/j1,k1,m2,n2,1,p1/1,j1,1,s2,b1,o1/s1,1,s1,1,k1,s2/1,s2,s2,h2,i2,1/2,g1,a1,g2,1 b 00 "
            "00 30 oe5,bf4",
            is_game=True,
            praise=say("Orange is blocked, and you stand higher. Now play a whole game!"),
            otherwise=say(
                "Not this time. Try again: stay where you are, and lay Triples where Orange could."
            ),
        ),
    ),
)
