"""The first lesson, on the small grid: you are Black."""

from __future__ import annotations

from tablier.core.rules import State
from tablier.games.plateau_x.rules import PlateauRules
from tablier.lesson import Asked, Lesson, Step, wins
from tablier.scene import say

TRIPLE, PAWN = "T", "@"
BLACK, ORANGE = range(2)


def levels(state: State) -> tuple[int, ...]:
    rules = state.rules
    assert isinstance(rules, PlateauRules)
    return rules.levels(state)


def is_a(first: str) -> Asked:
    """A move that is written with this letter at first."""
    return lambda state, move: bool(state.game.texts[move].startswith(first))


def stacks_a_triple(state: State, move: int) -> bool:
    return is_a(TRIPLE)(state, move) and max(levels(state.after(move))) > max(levels(state))


def level_of(state: State, seat: int) -> int:
    return max(int(pawn.level) for pawn in state.facts.pawns if pawn.seat == seat)


def climbs(level: int) -> Asked:
    """Does Black's pawn stand so high after it?"""
    return lambda state, move: level_of(state.after(move), BLACK) == level


def holds_down(state: State, move: int) -> bool:
    """Can Orange not come to stand higher than Black in the next turn?"""
    after = state.after(move)
    return all(
        level_of(after.after(reply), ORANGE) <= max(1, level_of(after, BLACK)) for reply in after.legal_moves
    )


def leads(state: State, move: int) -> bool:
    """Would Black win if it ended here?"""
    scores = state.after(move).settled()
    return scores[BLACK] > scores[ORANGE]


LESSON = Lesson(
    "plateau-x-mini",
    (
        Step(
            say(
                "Black and Orange build on one grid and climb on what both have built. In the end the "
                "higher pawn wins. You are Black."
            ),
            "P1",
        ),
        Step(
            say(
                "There are Singles, Doubles and Triples for one, two and three cells; the Triples belong "
                "to both. Choose a Triple, then a place for it."
            ),
            "P2",
            asks=is_a(TRIPLE),
            praise=say("Its three cells are one level higher now. That was your turn: one thing at a time."),
            otherwise=say("That is a turn as well. But lay a Triple now: one of the four like an L."),
        ),
        Step(
            say(
                "A brick must lie flat, on cells of one level. Lay a Triple on top of these two: not "
                "exactly on one of its kind, but across."
            ),
            "P5",
            "6/6/2,c1,h1,i1,1/2,a1,b1,g1,1/6/6 b 31 31 35 -",
            asks=stacks_a_triple,
            praise=say("Level 2. It lies on both, so it is not exactly on its like."),
            mistakes=(
                (is_a(TRIPLE), say("That lies on the ground. Lay it across the two Triples, on level 1.")),
            ),
            otherwise=say("Allowed. Now try a Triple, half on one and half on the other."),
        ),
        Step(
            say("Your pawn comes in on any free cell of the ground, never on a brick. Bring it in."),
            "P6",
            "6/1,s1,2,s1,1/2,c1,3/2,a1,b1,2/6/6 b 21 21 36 oa1",
            asks=is_a(PAWN),
            praise=say("From your next turn on it can walk."),
            otherwise=say("You could build first. But now bring your pawn in."),
        ),
        Step(
            say(
                "Each step of a pawn goes to the cell beside it, exactly one level up or down. Take as "
                "many as you like in a turn: climb to level 2."
            ),
            "P7",
            "c1,5/a1,b1,4/6/3,c1,2/2,s1,s2,b1,1/6 b 21 21 35 of6,bb2",
            points="c2 d2",
            asks=climbs(2),
            praise=say("From the ground over c2 to d2: two steps in one turn."),
            otherwise=say("Higher! From b2 over c2 there is a way up to d2."),
        ),
        Step(
            say(
                "Two levels at once are too steep, and between cells of one level there is no step "
                "either. Find the long way from d4 up to a3."
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
                "Cells of one level that hang together are a plateau. One where an opponent stands is "
                "closed: Orange shuts the short way to b5. Take another."
            ),
            "P8",
            "6/h1,s2,s1,1,h1,i1/1,g1,3,g1/1,k1,l1,1,c1,1/1,j1,2,a1,b1/6 b 21 21 33 oc5,be5",
            points="b5",
            asks=climbs(2),
            praise=say("All the way round, and up from the other side."),
            otherwise=say("b5 is the only cell of level 2. Choose your pawn on e5, then b5."),
        ),
        Step(
            say("Orange wants to climb over d3 to d4. Stand in the way, or be there first."),
            "P8",
            "6/6/3,s2,l1,1/3,j1,2/6/6 b 31 21 36 bc3,od2",
            points="d3 d4",
            asks=holds_down,
            praise=say("Orange stays below."),
            otherwise=say("Orange would go up to d4 next. Your pawn on c3 can be faster."),
        ),
        Step(
            say(
                "On one level the larger plateau is better, here Orange’s with three cells. Lay a Triple "
                "that makes yours larger."
            ),
            "P13",
            "5,s1/2,c1,3/2,a1,b1,1,s1/6/6/m1,n1,4 b 20 21 36 od4,bf6",
            points="f6",
            asks=leads,
            praise=say(
                "Four cells against three: you would win now. If these were equal too, whoever came earlier."
            ),
            otherwise=say("Orange would still win. Your pawn stands on f6: build beside it."),
        ),
        Step(
            say(
                "The game ends when the one to move can do nothing. Orange is shut in and has no bricks "
                "of its own: take away the last place for a Triple."
            ),
            "P12",
            "6/k1,l1,h2,i2,l1,s1/j1,2,g2,2/1,h2,i2,1,k1,l1/s1,m1,g2,1,j1,1/3,s1,2 b 20 00 32 oa1,bb2",
            points="e1 f1 f2",
            asks=wins,
            praise=say("Orange can do nothing, and you stand higher: you win."),
            otherwise=say(
                "Orange can still lay a Triple, or get out. One Single in the corner f1 is enough."
            ),
        ),
        Step(
            say(
                "Now a game. Orange is shut in on e5, and only Triples are left. Stay above, and leave "
                "Orange no place for one."
            ),
            "P12",
            "k1,l1,4/j1,k1,m2,n2,1,p1/1,j1,1,s2,b1,o1/s1,1,s1,1,k1,s2/1,s2,s2,h2,i2,1/2,g1,a1,g2,1 b 00 "
            "00 30 oe5,bf4",
            is_game=True,
            praise=say("Blocked, and you are the higher one. Now build on in a whole game!"),
            otherwise=say(
                "Not this time. Try once more: stay where you are, and lay Triples where Orange could."
            ),
        ),
    ),
)
