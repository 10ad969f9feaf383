"""Strength from results, with error bars, for any number of sides.

One model for all: for two sides that of Bradley and Terry with draws (Davidson 1970), for more that of
Plackett and Luce with ties (Turner et al. 2020). Places are taken from the first on, and a set of k sides
takes the next one with a chance in proportion to

    tie[k] · exp(mean strength of its sides),    tie[1] = 1.

The strength of a side is the sum of its members'. Strengths are in points of Elo: 400 more are ten times the
chance.

Sides that end with no points at all are not ranked among each other: where the winner takes everything, the
losers have not played a draw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from gettext import gettext
from itertools import combinations
from math import exp, log, sqrt
from typing import NamedTuple

ELO = 400 / log(10)
"""Points of Elo in one unit of the model."""
SPREAD = 1000 / ELO
"""Standard deviation of the normal prior of a strength: wide enough to hardly matter, but a bot that has won
every game gets a finite strength, with a long error bar."""
SURE = 1.96
"""Standard deviations in half an error bar: it holds the true value 95 times in 100."""

Vector = list[float]
Matrix = list[list[float]]


class Ranking(NamedTuple):
    """How a game ended: for each side its members and its points.

    >>> Ranking((("level:1",), ("level:2",)), (0.0, 1.0)).points
    (0.0, 1.0)
    """

    sides: tuple[tuple[str, ...], ...]
    points: tuple[float, ...]


class Stage(NamedTuple):
    """The sides not yet placed, and those of them that took the next place."""

    left: tuple[tuple[str, ...], ...]
    taken: tuple[int, ...]


def stages(ranking: Ranking) -> Iterator[Stage]:
    """The places of one game that were contested."""
    left = sorted(zip(ranking.points, ranking.sides, strict=True), reverse=True)
    while len(left) > 1:
        best = left[0][0]
        tied = sum(points == best for points, _ in left)
        if not best and tied > 1:
            return
        yield Stage(tuple(side for _, side in left), tuple(range(tied)))
        left = left[tied:]


@dataclass(frozen=True)
class Strengths:
    """The fitted strengths; their mean is 0.

    >>> games = [Ranking((("a",), ("b",)), (1.0, 0.0))] * 3 + [Ranking((("a",), ("b",)), (0.0, 1.0))]
    >>> found = fit_strengths(games)
    >>> found.elo("a") == -found.elo("b"), 150 < found.lead("a", "b")[0] < 192
    (True, True)
    """

    bots: tuple[str, ...]
    strengths: tuple[float, ...]
    covariance: tuple[tuple[float, ...], ...]

    def elo(self, bot: str) -> float:
        """The strength of a bot, in points of Elo."""
        return self.strengths[self.bots.index(bot)]

    def error(self, bot: str) -> float:
        """Half the width of the error bar."""
        at = self.bots.index(bot)
        return SURE * sqrt(self.covariance[at][at])

    def lead(self, bot: str, other: str) -> tuple[float, float]:
        """By how much one is stronger than another, and half the width of that error bar."""
        i, j = self.bots.index(bot), self.bots.index(other)
        variance = self.covariance[i][i] + self.covariance[j][j] - 2 * self.covariance[i][j]
        return self.strengths[i] - self.strengths[j], SURE * sqrt(max(0.0, variance))


def fit_strengths(rankings: Iterable[Ranking], bots: Iterable[str] = ()) -> Strengths:
    """The maximum a posteriori strengths; error bars by the observed information.

    `rankings` may be a Counter. `bots` are rated even if they have not played.

    >>> fit_strengths([Ranking((("a",), ("b",)), (0.5, 0.5))]).strengths
    (0.0, 0.0)
    """
    model = Model(rankings, bots)
    found = model.fit()
    k = len(model.bots)
    full = inverse(model.slope(found).curvature)
    # Only differences are identifiable: the mean strength is 0.
    rows = [[full[i][j] - sum(full[m][j] for m in range(k)) / k for j in range(k)] for i in range(k)]
    covariance = [[rows[i][j] - sum(rows[i]) / k for j in range(k)] for i in range(k)]
    mean = sum(found[:k]) / k if k else 0.0
    return Strengths(
        model.bots,
        tuple(ELO * (strength - mean) for strength in found[:k]),
        tuple(tuple(ELO * ELO * entry for entry in row) for row in covariance),
    )


class Slope(NamedTuple):
    """The log-posterior (likelihood and prior), its gradient, and minus its Hessian."""

    height: float
    gradient: Vector
    curvature: Matrix


class Model:
    """A logit choice among the sets that could have taken each place.

    The parameters are the bots' strengths, then the logarithms of `tie[k]` for the sizes of ties that occur.
    """

    def __init__(self, rankings: Iterable[Ranking], bots: Iterable[str] = ()) -> None:
        seen: Counter[Stage] = Counter()
        for ranking, number in Counter(rankings).items():  # a Counter of rankings keeps its numbers
            for stage in stages(ranking):
                seen[stage] += number
        names = {name for stage in seen for side in stage.left for name in side}
        self.bots = tuple(dict.fromkeys([*bots, *sorted(names)]))
        self.ties = sorted({len(stage.taken) for stage in seen} - {1})
        self.size = len(self.bots) + len(self.ties)
        self._index = {name: at for at, name in enumerate(self.bots)}
        self._choices = [(number, *self._options(stage)) for stage, number in seen.items()]

    def _options(self, stage: Stage) -> tuple[list[dict[int, float]], int]:
        """The parameters' weights in each set that could have taken the place, and which one did."""
        sets = [
            some
            for size in (1, *self.ties)
            if size <= len(stage.left)
            for some in combinations(range(len(stage.left)), size)
        ]
        return [self._weights(stage, some) for some in sets], sets.index(stage.taken)

    def _weights(self, stage: Stage, some: Sequence[int]) -> dict[int, float]:
        weights: dict[int, float] = {}
        for side in some:
            for name in stage.left[side]:
                at = self._index[name]
                weights[at] = weights.get(at, 0.0) + 1 / len(some)
        if len(some) > 1:
            weights[len(self.bots) + self.ties.index(len(some))] = 1.0
        return weights

    def slope(self, at: Sequence[float]) -> Slope:
        height = -sum(value * value for value in at) / (2 * SPREAD**2)
        gradient = [-value / SPREAD**2 for value in at]
        curvature = [[(i == j) / SPREAD**2 for j in range(self.size)] for i in range(self.size)]
        for number, options, taken in self._choices:
            heights = [sum(weight * at[i] for i, weight in option.items()) for option in options]
            highest = max(heights)
            total = sum(exp(each - highest) for each in heights)
            height += number * (heights[taken] - highest - log(total))
            mean: dict[int, float] = {}
            for option, each in zip(options, heights, strict=True):
                probability = exp(each - highest) / total
                for i, weight in option.items():
                    mean[i] = mean.get(i, 0.0) + probability * weight
                    for j, other in option.items():
                        curvature[i][j] += number * probability * weight * other
            for i, weight in options[taken].items():
                gradient[i] += number * weight
            for i, expected in mean.items():
                gradient[i] -= number * expected
                for j, other in mean.items():
                    curvature[i][j] -= number * expected * other
        return Slope(height, gradient, curvature)

    def fit(self, fixed: Mapping[str, float] | None = None) -> Vector:
        """The parameters that maximise the log-posterior; `fixed` strengths are held."""
        given = {self._index[name]: value for name, value in (fixed or {}).items()}
        at = [given.get(i, 0.0) for i in range(self.size)]
        free = [i for i in range(self.size) if i not in given]
        slope = self.slope(at)
        for _ in range(100):  # Newton's method; the posterior is concave, so about ten steps suffice
            gradient = [slope.gradient[i] for i in free]
            if not free or max(map(abs, gradient)) < 1e-9:
                break
            step = solve_cholesky([[slope.curvature[i][j] for j in free] for i in free], gradient)
            step_size = 1.0
            while True:
                there = list(at)
                for i, change in zip(free, step, strict=True):
                    there[i] += step_size * change
                ahead = self.slope(there)
                if ahead.height >= slope.height or step_size < 1e-6:
                    break
                step_size /= 2
            if ahead.height - slope.height < 1e-12:
                break
            at, slope = there, ahead
        return at


def solve_cholesky(matrix: Matrix, vector: Vector) -> Vector:
    """x with matrix · x = vector, for a symmetric positive definite matrix (Cholesky)."""
    n = len(vector)
    root = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(i + 1):
            rest = matrix[i][j] - sum(root[i][k] * root[j][k] for k in range(j))
            root[i][j] = sqrt(rest) if i == j else rest / root[j][j]
    x = list(vector)
    for i in range(n):
        x[i] = (x[i] - sum(root[i][k] * x[k] for k in range(i))) / root[i][i]
    for i in reversed(range(n)):
        x[i] = (x[i] - sum(root[k][i] * x[k] for k in range(i + 1, n))) / root[i][i]
    return x


def inverse(matrix: Matrix) -> Matrix:
    n = len(matrix)
    return [solve_cholesky(matrix, [float(i == j) for i in range(n)]) for j in range(n)]


class Verdict(NamedTuple):
    """Where a stop test stands: the log-likelihood ratio fails it below `low` and passes it above `high`.

    >>> print(Verdict(llr=3.1, low=-2.94, high=2.94))
    Stop test passed: +3.10, bounds -2.94 and 2.94
    """

    llr: float
    low: float
    high: float

    @property
    def is_decided(self) -> bool:
        """Whether a bound is reached."""
        return not self.low < self.llr < self.high

    def __str__(self) -> str:
        if not self.is_decided:
            sentence = gettext("Stop test goes on: {llr}, bounds {low} and {high}")
        elif self.llr >= self.high:
            sentence = gettext("Stop test passed: {llr}, bounds {low} and {high}")
        else:
            sentence = gettext("Stop test failed: {llr}, bounds {low} and {high}")
        return sentence.format(llr=f"{self.llr:+.2f}", low=f"{self.low:.2f}", high=f"{self.high:.2f}")


@dataclass(frozen=True)
class StopTest:
    """Wald's sequential probability ratio test between two strengths of one bot against another.

    >>> games = [Ranking((("a",), ("b",)), (1.0, 0.0))] * 40
    >>> StopTest(0, 50).judge(games, "a", "b").is_decided
    True
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    """The chance to pass if the truth is elo0."""
    beta: float = 0.05
    """The chance to fail if the truth is elo1."""

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(
                f"a stop test goes from a lower to a higher lead, not from {self.elo0} to {self.elo1}"
            )

    def judge(self, rankings: Iterable[Ranking], bot: str, other: str) -> Verdict:
        """By how much the results are likelier if `bot` is stronger than `other` by elo1 rather than elo0.

        The tie parameters are nuisance parameters: they are fitted anew under each hypothesis.
        """
        model = Model(rankings, (bot, other))
        height = {}
        for elo in (self.elo0, self.elo1):
            half = elo / ELO / 2
            at = model.fit({bot: half, other: -half})
            log_prior = -sum(value * value for value in at) / (2 * SPREAD**2)
            height[elo] = model.slope(at).height - log_prior
        return Verdict(
            height[self.elo1] - height[self.elo0],
            log(self.beta / (1 - self.alpha)),
            log((1 - self.beta) / self.alpha),
        )
