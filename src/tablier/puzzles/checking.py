"""Decides whether a position is a puzzle: whether one move is clearly best, and how hard it is to find."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tablier.board_game import Game
from tablier.bots import Choice, Limit, Stop, bot, level_names
from tablier.bots.exact import correct, exact_shares
from tablier.bots.levels import settings_for
from tablier.core.rules import State
from tablier.level import Method
from tablier.match import Match
from tablier.puzzle import Puzzle
from tablier.search.retrograde import Value
from tablier.solver import look_up

LEAD = 0.4
"""The best move leads the second by this much of an even share of the points: by 0.2 of all points between
two sides, by 0.1 between four. Twice what a review calls the noise of a search, and more."""
SECOND = 0.75
"""And the second is worth no more than this part of it: more than the first place is above the second
where the points are 4, 3, 2 and 1."""
LEAST = 0.5
"""What the best move is worth at least, as a part of an even share: a lost game has no puzzle in it."""
MIN_MOVES = 4
"""Legal moves that a puzzle has at least."""
QUICK = 10
"""How many times as short the first look is as the second."""
CONFIRM = 4
"""How many times as long the third look is as the second; it has another seed."""
SCREEN = 100
"""How many times as short the look at each of all moves is."""
RIVALS = 2
"""How many of the other moves are searched as long as the best one: of those that the search of the
position likes, and of those that the look at each of them does."""
TRIES = 3
"""How often a level is asked; it finds the move if it does so more often than not."""
OWN_MOVES = 3
"""Moves of the solver in a solution at most."""


class Stopped(Exception):  # noqa: N818 -- nothing went wrong
    """The search was interrupted."""


@dataclass(frozen=True)
class Verdict:
    """A move that is clearly best, and the moves that lead to the same position."""

    move: int
    share: float
    """What it is worth to the mover's side, as a part of all points."""


class Checker:
    """Searches the positions of one game by level 7, which is limited by nodes: the same on every machine."""

    def __init__(self, game: Game, *, nodes: int | None = None, stop: Stop | None = None) -> None:
        settings = settings_for(game, len(level_names()) - 1)
        own = settings.limit.nodes
        self._method = settings.method
        assert own is not None  # only level 8 is limited by time
        self.game = game
        self.nodes = nodes or own
        self._stop = stop

    def find(self, state: State) -> Puzzle | None:
        """The puzzle in a position; None if there is none."""
        start = Match(self.game, start=state)
        verdict = self.judge(start)
        if verdict is None:
            return None
        level = self.lowest_level(start, verdict.move)
        if level == 1:
            return None
        line = self._extend(start, verdict)
        options = tuple(
            (name, value)
            for name, value in self.game.options.items()
            if value != self.game.choices[name].default
        )
        texts = tuple(self.game.texts[move] for move in line)
        return Puzzle(self.game.id, options, str(state), texts, level)

    def judge(self, match: Match) -> Verdict | None:
        """The one clearly best move of a position; None if there is none."""
        if len(match.legal_moves) < MIN_MOVES:
            return None
        known = look_up(match.state)
        if known is not None:
            return self._judge_exactly(match, known.value, known.moves)
        glance = self._search(match, self.nodes // QUICK + 1, seed=1)
        if not self._may_lead(match, glance):
            return None
        best = glance.move
        rivals = self._rivals(match, best)
        likely: list[int] = []
        # Three looks, each longer than the last: most positions fail the first, which is cheap.
        for times, seed in ((0, 1), (1, 1), (CONFIRM, 2)):
            nodes = times * self.nodes or self.nodes // QUICK + 1
            choice = self._search(match, nodes, seed=seed) if times else glance
            if match.state.after(choice.move) != match.state.after(best):
                return None
            liked = [each.move for each in choice.best if each.move in rivals][:RIVALS]
            verdict = self._leads(match, best, dict.fromkeys((*liked, *likely)), nodes, seed=seed)
            if verdict is None:
                return None
            likely = likely or self._screen(match, rivals)
        return verdict

    def _may_lead(self, match: Match, choice: Choice) -> bool:
        """Whether a search may have found a lead. Tree search values all moves; the values of alpha-beta for
        all but the best are bounds, and say nothing."""
        if self._method is not Method.TREE:
            return True
        share, *others = (self._of_side(match, each.shares) for each in choice.best[: RIVALS + 1])
        return max(others) < share - LEAD / 2 / len(self.game.sides)

    def _screen(self, match: Match, rivals: Iterable[int]) -> list[int]:
        """The most promising of these moves, by a short look at each."""
        short = max(self.nodes // SCREEN, 4)
        seen = {move: self._worth(match, move, short, seed=1) for move in rivals}
        return sorted(seen, key=lambda move: -seen[move])[:RIVALS]

    def lowest_level(self, match: Match, move: int) -> int:
        """The number of the lowest level that finds a move; the highest one if none below does."""
        wanted = match.state.after(move)
        names = level_names()
        for number, name in enumerate(names[:-1], 1):
            found = 0
            for seed in range(1, TRIES + 1):
                chosen = bot(name).choose(match, seed=seed, stop=self._stop).move
                self._check_stop()
                found += match.state.after(chosen) == wanted
            if 2 * found > TRIES:
                return number
        return len(names)

    def _judge_exactly(self, match: Match, value: Value, moves: tuple[int, ...]) -> Verdict | None:
        """By a solution: the only move that keeps a win. (To hold a draw is no goal that one sees.)"""
        same = {match.state.after(move) for move in moves}
        if value is not Value.WIN or len(same) > 1:
            return None
        return Verdict(moves[0], self._of_side(match, exact_shares(match, value)))

    def _rivals(self, match: Match, best: int) -> list[int]:
        """The moves that lead to another position than the best one."""
        wanted = match.state.after(best)
        return [move for move in match.legal_moves if match.state.after(move) != wanted]

    def _leads(
        self, match: Match, best: int, rivals: Iterable[int], nodes: int, *, seed: int
    ) -> Verdict | None:
        """Whether a move is clearly better than all of these; every one is searched on its own."""
        even = 1 / len(self.game.sides)
        share = self._worth(match, best, nodes, seed=seed)
        most = min(SECOND * share, share - LEAD * even)
        if share < LEAST * even:
            return None
        if any(self._worth(match, rival, nodes, seed=seed) > most for rival in rivals):
            return None
        return Verdict(best, share)

    def _worth(self, match: Match, move: int, nodes: int, *, seed: int) -> float:
        """What a move is worth to the mover's side, by a search that begins after it."""
        after = Match(self.game, start=match.state)
        after.push(move)
        if after.outcome is not None:
            total = sum(after.outcome.scores)
            return self._of_side(match, after.outcome.scores) / total if total else 1 / len(self.game.sides)
        return self._of_side(match, self._search(after, nodes, seed=seed).shares)

    def _of_side(self, match: Match, shares: Iterable[float]) -> float:
        given = tuple(shares)
        return sum(given[seat] for seat in self.game.side(match.turn))

    def _search(self, match: Match, nodes: int, *, seed: int) -> Choice:
        player = bot(level_names()[-2])
        found = player.choose(match, limit=Limit(nodes=nodes), seed=seed, stop=self._stop)
        self._check_stop()
        return correct(found, match)

    def _extend(self, match: Match, verdict: Verdict) -> tuple[int, ...]:
        """The solution: the best move, and while the answers lead to a position with one clearly best move
        again, they and that one."""
        seat = match.turn
        line = match.copy()
        line.push(verdict.move)
        whole = tuple(line.moves)
        for _ in range(OWN_MOVES - 1):
            while line.outcome is None and line.turn != seat:
                line.push(self._search(line, self.nodes, seed=1).move)
            following = None if line.outcome else self.judge(Match(self.game, start=line.state))
            if following is None:
                break
            line.push(following.move)
            whole = tuple(line.moves)
        return whole

    def _check_stop(self) -> None:
        if self._stop is not None and self._stop.is_set():
            raise Stopped
