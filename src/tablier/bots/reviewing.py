"""Reviews of finished games: each seat's expected share after every move, the best moves, the mistakes.

Every position is searched on its own, so the work can be done in pieces, anywhere and in any order:
`Review.next_branch` names the next position, `opinion` searches it, `Review.add` stores the result. `review`
does all of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import fmean
from typing import NamedTuple

from tablier.bots.exact import correct
from tablier.bots.player import bot
from tablier.level import Limit
from tablier.match import Match
from tablier.search.problem import Stop

REVIEWER = "level:7"
"""The strongest level that counts nodes instead of time: 4 to 190 ms a position, the same on any machine. A
game may ask for more nodes than it takes at a table (`Game.review_limit`)."""
SEED = 1
NOISE = 0.1
"""A part of all points that a search can be wrong by. The losses it finds in games of level 4 differ from
those of a search eight times as long by a standard deviation of 0.045, over all games, so that one in thirty
is off by more than this. Where one of two moves is proven and the other estimated it can be twice as much: an
estimate of a won game stays short of certainty. A smaller loss is not called a mistake unless it is proven.
"""
MISTAKES = 3
NOTHING = 0.02
"""A part of all points: a move before which its side can expect less has nothing to lose, and does not count
for the accuracy."""
STEEPNESS = 3
"""Exponent of what a move keeps: losing a tenth of what there was gives 73 of 100, half of it 13."""


def search_noise(*proven: bool) -> float:
    """What the difference between the shares after two moves may be wrong by; 0 when both are proven.

    >>> search_noise(True, True), search_noise(False, False)
    (0.0, 0.1)
    """
    return NOISE * (1, 2, 0)[sum(proven)]


class Branch(NamedTuple):
    """A position of a match: after `ply` of its moves, or after another `move` made there.

    >>> Branch(4)
    Branch(ply=4, move=None)
    """

    ply: int
    move: int | None = None


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a search says of a position, or its end.

    >>> import tablier
    >>> opinion(tablier.Match(tablier.game("quixo", size=3)), limit=Limit(nodes=100)).shares
    (1.0, 0.0)
    """

    shares: tuple[float, ...]
    """Of each seat, adding up to 1."""
    move: int | None
    """The best one; None when the game is over."""
    line: tuple[int, ...]
    """How the game would go on, the best move first."""
    proven: bool


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """A move compared with the best one.

    >>> import tablier
    >>> match = tablier.Match(tablier.game("quixo", size=3)).play("b1a1")
    >>> judged = review(match, limit=Limit(nodes=100)).moves[0]
    >>> judged.seat, judged.lost, judged.is_mistake
    (0, 0.0, False)
    """

    ply: int
    """How many moves were made before it."""
    seat: int
    move: int
    best: int
    shares: tuple[float, ...]
    """After the move."""
    best_shares: tuple[float, ...]
    """After the best one."""
    line: tuple[int, ...]
    """How the game would have gone on, the best move first."""
    lost: float
    """What the mover's side gave away, as a part of all points."""
    noise: float
    """What the loss may be wrong by; 0 when it is proven."""

    best_share: float
    """What the mover's side could expect with the best move: what there was to lose."""

    @property
    def accuracy(self) -> float | None:
        """100 * (1 - lost / best_share)^3, from 0 to 100; None where there was nothing to lose.

        What is lost is compared with what there was, not with all points, so that the number of seats does
        not matter: who gives half of it away gets 13 among two as among four.
        """
        if self.best_share < NOTHING:
            return None
        return 100.0 * max(0.0, 1.0 - self.lost / self.best_share) ** STEEPNESS

    @property
    def is_mistake(self) -> bool:
        """Whether more was lost than the error of a search."""
        return self.lost > self.noise + 1e-9


class Review:
    """A match and the opinions on its positions so far.

    `review(match)` makes a whole one; this class makes one piece by piece.

    >>> import tablier
    >>> match = tablier.Match(tablier.game("quixo", size=3)).play("b1a1", "c1c3")
    >>> seen = Review(match)
    >>> seen.add(Branch(0), opinion(seen.branch(Branch(0)), limit=Limit(nodes=100)))
    >>> seen.is_done, seen.next_branch
    (False, Branch(ply=1, move=None))
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self._opinions: dict[Branch, Opinion] = {}

    def branch(self, branch: Branch) -> Match:
        """The match up to a branch, without a resignation, agreement or time-out at its end."""
        reached = Match(self.match.game, start=self.match.start)
        for move in self.match.moves[: branch.ply]:
            reached.push(move)
        if branch.move is not None:
            reached.push(branch.move)
        return reached

    def add(self, branch: Branch, opinion: Opinion) -> None:
        """Keep what a search says of the position of a branch."""
        self._opinions[self.same(branch)] = opinion

    def has(self, branch: Branch) -> bool:
        """Whether the position of a branch has been searched."""
        return self.same(branch) in self._opinions

    @property
    def next_branch(self) -> Branch | None:
        """The next position to search; None when all are known."""
        for ply in range(len(self.match.moves) + 1):
            here = Branch(ply)
            if here not in self._opinions:
                return here
            best = self.best(ply)
            if best.move is not None and best not in self._opinions:
                return best
        return None

    @property
    def shares(self) -> tuple[tuple[float, ...], ...]:
        """Each seat's expected share before the first move, after it, and so on.

        A search is biased towards the side that moves last in it. So a position's share is the mean of its
        own search and that of the position after the best move, which ends with the other side's move.
        """
        found = []
        for ply in range(len(self.match.moves) + 1):
            own, after = (self._opinions.get(branch) for branch in (Branch(ply), self.best(ply)))
            if own is None or after is None:
                break
            found.append(tuple((a + b) / 2 for a, b in zip(own.shares, after.shares, strict=True)))
        return tuple(found)

    @property
    def moves(self) -> tuple[JudgedMove, ...]:
        """The moves of the match, compared with the best ones."""
        found = []
        for ply, move in enumerate(self.match.moves):
            judged = self.judge(ply, move)
            if judged is None:
                break
            found.append(judged)
        return tuple(found)

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to search."""
        return self.next_branch is None

    def judge(self, ply: int, move: int) -> JudgedMove | None:
        """Compare a move, made or not, with the best one; None while either position is not searched."""
        here = Branch(ply)
        if here not in self._opinions or self._opinions[here].move is None:
            return None
        own = self._opinions[here]
        assert own.move is not None
        best = self._opinions.get(self.best(ply))
        after = best if move == own.move else self._opinions.get(self.same(Branch(ply, move)))
        if best is None or after is None:
            return None
        seat = self.match.states[ply].turn
        side = self.match.game.side(seat)
        gone = sum(best.shares[mate] - after.shares[mate] for mate in side)
        return JudgedMove(
            ply=ply,
            seat=seat,
            move=move,
            best=own.move,
            shares=after.shares,
            best_shares=best.shares,
            line=own.line,
            lost=max(0.0, gone),
            noise=search_noise(best.proven, after.proven),
            best_share=sum(best.shares[mate] for mate in side),
        )

    def accuracy(self, seat: int) -> float | None:
        """How well a seat played, from 0 to 100: the mean of its moves' accuracies (`JudgedMove.accuracy`).

        None while no move of it is judged. 100 is the play of the reviewer; what random moves get depends on
        how much a game forgives.
        """
        found = [each.accuracy for each in self.moves if each.seat == seat]
        counted = [accuracy for accuracy in found if accuracy is not None]
        return fmean(counted) if counted else None

    def mistakes(self, *seats: int, most: int = MISTAKES) -> tuple[JudgedMove, ...]:
        """The largest mistakes, the worst first: of these seats, or of all."""
        made = [move for move in self.moves if move.is_mistake and (not seats or move.seat in seats)]
        return tuple(sorted(made, key=lambda move: (-move.lost, move.ply))[:most])

    def best(self, ply: int) -> Branch:
        """The branch after the best move, or the position itself if it is proven or over.

        Moves are compared by searches that begin after them: a search that begins before the move ends one
        ply earlier, and that difference alone can exceed a mistake.
        """
        here = Branch(ply)
        own = self._opinions.get(here)
        if own is None or own.proven or own.move is None:
            return here
        return self.same(Branch(ply, own.move))

    def same(self, branch: Branch) -> Branch:
        """The branch in its normal form: the move that was made leads to a position of the match."""
        ply, move = branch
        is_made = move is not None and ply < len(self.match.moves) and move == self.match.moves[ply]
        return Branch(ply + 1) if is_made else branch

    def __str__(self) -> str:
        """The largest mistakes, a line each."""
        texts, seats = self.match.game.texts, self.match.game.seats
        return "\n".join(
            f"{each.ply + 1}. {seats[each.seat]}: {texts[each.move]} gives away {each.lost:.0%} of the"
            f" points, {texts[each.best]} is better"
            for each in self.mistakes()
        )

    def _repr_svg_(self) -> str:
        """Each seat's expected share after every move as SVG, for notebooks."""
        from tablier.notebook import plot_shares  # imported with the first picture: it takes time

        return plot_shares(self.match.game, self.shares)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """The mistakes as text, the shares as SVG, and both with the match to step through as HTML."""
        from tablier.notebook import describe_positions, show_match

        captions = describe_positions(self.match)
        for each in self.moves:
            if each.is_mistake:
                best = self.match.game.texts[each.best]
                captions[each.ply + 1] += f" — gives away {each.lost:.0%}, {best} is better"
        shown = show_match(self.match, captions=captions, text=f"{self!r}\n{self}")
        shown["image/svg+xml"] = self._repr_svg_()
        if "text/html" in shown:
            shown["text/html"] = shown["image/svg+xml"] + shown["text/html"]
        return shown

    def __repr__(self) -> str:
        return f"<Review of {self.match!r}: {len(self.shares)} of {len(self.match.moves) + 1} positions>"


def opinion(
    match: Match,
    *,
    by: str = REVIEWER,
    limit: Limit | None = None,
    seed: int = SEED,
    stop: Stop | None = None,
) -> Opinion:
    """A bot's evaluation of the position of a match; deterministic with a limit of nodes, unless `stop` ends
    the search from another thread.

    Where a solution is found (`tablier.solver.look_up`) the shares are exact, and so is the move if the bot's
    own would give something away.

    >>> import tablier
    >>> match = tablier.Match(tablier.game("quixo", size=3)).play("b1a1")
    >>> found = opinion(match, limit=Limit(nodes=100))
    >>> found.proven, found.shares
    (True, (1.0, 0.0))
    """
    if (over := match.outcome) is not None:
        total = sum(over.scores)
        seats = len(over.scores)
        shares = tuple(score / total if total else 1 / seats for score in over.scores)
        return Opinion(shares, None, (), True)
    if limit is None and by == REVIEWER:
        limit = match.game.review_limit
    choice = correct(bot(by).choose(match, limit=limit, seed=seed, stop=stop), match)
    return Opinion(choice.shares, choice.move, choice.line, choice.proven)


def review(
    match: Match,
    *,
    by: str = REVIEWER,
    limit: Limit | None = None,
    seed: int = SEED,
    progress: Callable[[Review], object] = lambda _: None,
) -> Review:
    """Review a match from the first move to the last; `progress` is called after every position.

    >>> import tablier
    >>> match = tablier.Match(tablier.game("quixo", size=3))
    >>> seen = review(match.play("a2a1", "b1b3", "a3c3", "b1a1", "c1c3", "a2a1"), limit=Limit(nodes=3000))
    >>> [(match.game.texts[move.move], move.seat, move.lost) for move in seen.mistakes()]
    [('c1c3', 0, 1.0)]
    >>> match.game.texts[seen.moves[4].best]
    'c1a1'
    >>> seen.shares[4], seen.shares[5]  # before and after
    ((1.0, 0.0), (0.0, 1.0))
    >>> round(seen.accuracy(0)), round(seen.accuracy(1))
    (67, 100)
    """
    seen = Review(match)
    while (branch := seen.next_branch) is not None:
        seen.add(branch, opinion(seen.branch(branch), by=by, limit=limit, seed=seed))
        progress(seen)
    return seen
