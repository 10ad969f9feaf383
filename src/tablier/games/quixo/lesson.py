"""The first lesson: you have the crosses."""

from __future__ import annotations

from tablier.board_game import facts_of
from tablier.core.rules import State
from tablier.games.quixo.rules import Facts
from tablier.lesson import Lesson, Step, is_losing, is_winning
from tablier.scene import say


def holds(state: State, move: int) -> bool:
    """True if the game goes on and the other side cannot win at once."""
    after = state.after(move)
    return after.outcome is None and not any(is_winning(after, reply) for reply in after.legal_moves)


def forks(state: State, move: int) -> bool:
    """True if every answer leaves a win in the next turn."""
    after = state.after(move)
    return holds(state, move) and all(
        is_losing(after, reply)
        or any(is_winning(after.after(reply), push) for push in after.after(reply).legal_moves)
        for reply in after.legal_moves
    )


def completes_both(state: State, move: int) -> bool:
    return len(facts_of(Facts, state.after(move)).lines) > 1


LESSON = Lesson(
    "quixo",
    (
        Step(
            say("Twenty-five cubes, all blank. You have the crosses: five in a line win."),
            "Q1",
        ),
        Step(
            say("Take the cube in the corner a1: choose a1, then e1, where you push it back in."),
            "Q4",
            asks="a1e1",
            answers="c5c1",
            praise=say("The row shifted by one, and the cube now shows your cross. Then Circle pushed too."),
            otherwise=say("A good push. But let’s look at the other one: a1, then e1."),
        ),
        Step(
            say(
                "Take only from the rim: a blank cube or one of yours. Take your cross on e1 and push it"
                " in elsewhere."
            ),
            "Q2",
            points="e1",
            asks="e1a1 e1e5",
            praise=say("From a corner there are two ways back. The circle on c1 was not yours to take."),
            otherwise=say("A blank cube is fine too. This time, take your own, on e1."),
        ),
        Step(
            say(
                "From the middle of a side there are three ways back in, but never where it came from. "
                "Take c5 and push it in at the bottom of its column."
            ),
            "Q4",
            "4x/5/2x2/5/o1o2 x",
            points="c5",
            asks="c5c1",
            answers="a1e1",
            praise=say(
                "The whole column moved up: your cross from c3 is on c4 now, the circle from c1 on c2."
            ),
            otherwise=say("That is possible too. But here, take c5 and push it in at c1."),
        ),
        Step(
            say("Four crosses, and the fifth cube is blank. Complete your line!"),
            "Q5",
            "o4/1o3/5/3oo/xxxx1 x",
            asks=is_winning,
            praise=say("Five in a row: you win."),
            otherwise=say("No line yet. Bring one more cross into row 1."),
        ),
        Step(
            say(
                "Columns and the two long diagonals count too. Push your cross from b3 to where it is needed."
            ),
            "Q5",
            "o3x/1o1x1/1x3/1x2o/x1oo1 x",
            points="a1 b2 d4 e5",
            asks=is_winning,
            praise=say("Pushing along row 3 brought it to c3: a diagonal from corner to corner."),
            otherwise=say("The diagonal is missing c3. Which push moves row 3 to the right?"),
        ),
        Step(
            say("Circle has four in column e and is about to push in the fifth. Stop it."),
            "Q5",
            "x3x/o3o/4o/xx2o/1x2o x",
            points="e1 e2 e3 e4",
            asks=holds,
            praise=say("Well blocked: Circle has no line next turn."),
            otherwise=say("Circle would still make it. Push a cross into column e from the side."),
        ),
        Step(
            say(
                "Watch what you push. Here Cross makes a line in row 5 and one for Circle in row 1: the "
                "opponent’s line counts first, so Cross loses."
            ),
            "Q6",
            "xxxxo/4o/4o/4o/oooox x",
            shows="e1e5",
        ),
        Step(
            say("Row 5 is nearly yours, row 1 nearly Circle’s. Win, without giving Circle a line."),
            "Q6",
            "xx1xx/5/5/2o2/oo1oo x",
            asks=is_winning,
            praise=say("Along the row, not up the column: that made only your own line."),
            mistakes=((completes_both, say("Two lines at once, and Circle’s counts: that push loses.")),),
            otherwise=say("No line yet. Look at row 5."),
        ),
        Step(
            say("One threat can be blocked, two cannot. Build in row 1 and in column e at once."),
            "Q5",
            "5/o3x/o1oox/o3x/xxx2 x",
            points="a1 b1 c1 e2 e3 e4",
            asks=forks,
            praise=say("Whatever Circle pushes now, you will complete one of them."),
            otherwise=say("Circle can still answer that. Where do row 1 and column e meet?"),
        ),
        Step(
            say("Now for a game. You have the crosses, and it is your turn: get five in a line."),
            "Q6",
            "ox1ox/x3x/4x/2o2/2o1o x",
            is_game=True,
            praise=say("Your line, your game. Now you know Quixo!"),
            otherwise=say("Not this time. Try again: two threats at once cannot be blocked."),
        ),
    ),
)
