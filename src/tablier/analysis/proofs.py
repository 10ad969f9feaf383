"""What can be forced after a move, within a few turns: the evidence that explanations build on."""

from __future__ import annotations

from tablier.bots.levels import LEVELS, settings_for
from tablier.bots.player import history_of
from tablier.insight import Evidence, ForcedWin
from tablier.match import Match
from tablier.search.problem import RootPosition
from tablier.search.tactics import Tactics

NODES = 60_000
"""Nodes of one tactical search; few need more than some thousand."""
ONLY_NODES = 300_000
"""Nodes in which it must be clear that all other moves lose."""
MAX_LINE = 12
"""Plies of a forced win that are shown."""


def gather_evidence(match: Match, move: int, best: int | None) -> Evidence:
    """What is certain about a move and the better one, if there is one; IllegalMove if one is not legal."""
    for each in (move, best):
        if each is not None:
            match.copy().push(each)  # refuses what is not legal
    win = find_forced_win(match, move)
    return Evidence(
        match.state,
        move,
        best,
        win,
        None if best is None else find_forced_win(match, best),
        best is None and is_only_move(match, move, win),
    )


def find_forced_win(match: Match, move: int) -> ForcedWin | None:
    """The win that a side has or can force after a move, within the turns that the game's best level looks
    ahead; None if there is none or nodes run out."""
    turns = max(1, settings_for(match.game, len(LEVELS)).tactics_turns)
    tactics = Tactics(_root(match))
    winner = tactics.winning_side(move, turns, nodes=NODES)
    if winner is None:
        return None
    after = match.copy()
    after.push(move)
    line = find_forced_line(after, winner, tactics.turns)
    for each in line:
        after.push(each)
    is_repetition = after.outcome is not None and after.outcome.reason == "repetition"
    return ForcedWin(match.game.sides[winner], tactics.turns, line, is_repetition)


def find_forced_line(match: Match, winner: int, turns: int) -> tuple[int, ...]:
    """One way in which a side wins by force, the others holding out as long as they can; shorter than that
    where nodes run out."""
    line: list[int] = []
    match = match.copy()
    while turns and match.outcome is None and len(line) < MAX_LINE:
        tactics = Tactics(_root(match))
        if match.turn in match.game.sides[winner]:
            move = tactics.win(turns, nodes=NODES)
            turns -= 1
        else:
            move = _longest_resistance(match, tactics, winner, turns)
        if move is None:
            break
        line.append(move)
        match.push(move)
    return tuple(line)


def _longest_resistance(match: Match, tactics: Tactics, winner: int, turns: int) -> int | None:
    """The reply after which the forced win takes longest."""
    longest = None
    most = -1
    for reply in match.legal_moves:
        if tactics.winning_side(reply, turns, nodes=NODES) == winner and tactics.turns > most:
            longest, most = reply, tactics.turns
            if most == turns:
                break
    return longest


def is_only_move(match: Match, move: int, win: ForcedWin | None) -> bool:
    """Whether after every other move, and not after this one, an opponent has a forced win."""
    others = [other for other in match.legal_moves if other != move]
    if not others or (win is not None and match.turn not in win.seats):
        return False
    tactics = Tactics(_root(match))
    for other in others:
        left = ONLY_NODES - tactics.nodes
        if left <= 0 or tactics.refuting_side(other, 1, nodes=left) is None:
            return False
    return True


def _root(match: Match) -> RootPosition:
    state, earlier, _ = history_of(match)
    return RootPosition(state, sides=match.game.sides, earlier=earlier)
