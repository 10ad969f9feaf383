"""Exact values of single positions, from wherever they are known."""

from __future__ import annotations

from dataclasses import dataclass

from tablier.core.rules import State
from tablier.search.retrograde import Value
from tablier.solver.file import UnknownValueError
from tablier.solver.lookup import find_solution
from tablier.solver.solution import Solution


@dataclass(frozen=True, slots=True)
class Probe:
    """What a solution says of a position.

    >>> from tablier import game
    >>> small = game("quixo", size=3)
    >>> probe(small.read("xx1/oo1/3 x")).distance
    1
    """

    value: Value
    """For the side to move."""
    moves: tuple[int, ...]
    """The legal moves that keep the value, ascending; none when the game is over."""
    distance: int | None
    """Plies to the end if the winner hurries and the loser delays. None for a draw, and in a table unless the
    game is over or won at once; small boards are measured when the first distance is asked for."""


def probe(state: State) -> Probe:
    """The value of a position and the moves that keep it.

    UnknownValueError if the game is too large to be solved at once and no table of it lies in the usual place
    (`tables_folder`), or only a part of one that does not reach here.

    >>> from tablier import game
    >>> small = game("quixo", size=3)
    >>> found = probe(small.start())
    >>> found.value.name, [small.text(move) for move in found.moves][:3]
    ('WIN', ['a1c1', 'a1a3', 'b1a1'])
    """
    found = look_up(state)
    if found is None:
        raise UnknownValueError(f"the value of {state} in {state.game!r} is not known: no table has it")
    return found


def look_up(state: State) -> Probe | None:
    """The same; None where the value of the position, or of one a move away, is not known.

    >>> from tablier import game
    >>> look_up(game("olix").start()) is None
    True
    """
    known = find_solution(state.game)
    value = None if known is None else known.look(state)
    if known is None or value is None:
        return None
    moves = known.best(state)
    if state.legal_moves and not moves:
        return None
    return Probe(value, moves, known.distance(state))


def hardest(solution: Solution, state: State) -> tuple[int, ...]:
    """Of the moves that keep the value, those that leave the opponent the fewest replies that keep theirs.

    In a won position these are all that keep the win, because no reply changes anything. None where not all
    values are known.

    >>> from tablier import game
    >>> small = game("quixo", size=3)
    >>> lost = small.start().after(small.move("b1a1"))
    >>> known = find_solution(small)
    >>> known.value(lost).name, set(hardest(known, lost)) <= set(known.best(lost))
    ('LOSS', True)
    """
    moves = solution.best(state)
    if not moves or solution.value(state) is Value.WIN:
        return moves
    following = {move: state.after(move) for move in moves}
    lasting = {move: after for move, after in following.items() if after.outcome is None}
    replies = {move: len(solution.best(after)) for move, after in lasting.items()}
    if not replies or not all(replies.values()):
        return moves  # all end the game at once, or a part of a table ends here
    fewest = min(replies.values())
    return tuple(move for move, count in replies.items() if count == fewest)
