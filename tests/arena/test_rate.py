"""Ratings find strengths that are known, and know how far off they may be."""

from __future__ import annotations

from collections import Counter
from math import exp, log, sqrt
from random import Random

import pytest

from tablier.arena.rate import ELO, Ranking, StopTest, fit_strengths, stages

WIN, LOSS, DRAW = (1.0, 0.0), (0.0, 1.0), (0.5, 0.5)
A_B = (("a",), ("b",))


def drawn(rng: Random, sides: tuple[tuple[str, ...], ...], elo: dict[str, float], tie: float) -> Ranking:
    """A game by the model, with ties of two."""
    strength = [sum(elo[name] for name in side) / ELO for side in sides]
    points = [0.0] * len(sides)
    left = list(range(len(sides)))
    while left:
        sets = [(side,) for side in left]
        pairs = [(one, other) for one in left for other in left if one < other]
        weights = [exp(strength[side]) for side in left]
        weights += [tie * exp((strength[one] + strength[other]) / 2) for one, other in pairs]
        taken = rng.choices([*sets, *pairs], weights)[0]
        for side in taken:
            points[side] = float(len(left))
        left = [side for side in left if side not in taken]
    return Ranking(sides, tuple(points))


def test_two_bots_without_draws_have_a_formula() -> None:
    ratings = fit_strengths([Ranking(A_B, WIN)] * 70 + [Ranking(A_B, LOSS)] * 30)
    lead, error = ratings.lead("a", "b")
    assert lead == pytest.approx(ELO * log(7 / 3), abs=0.5)
    assert error == pytest.approx(1.96 * ELO / sqrt(100 * 0.7 * 0.3), rel=0.01)
    assert ratings.elo("a") == pytest.approx(-ratings.elo("b"))


def test_draws_pull_together_and_the_seat_does_not_matter() -> None:
    won = [Ranking(A_B, WIN)] * 40 + [Ranking(A_B, LOSS)] * 20
    lead, error = fit_strengths(won).lead("a", "b")
    drawish, smaller = fit_strengths(won + [Ranking(A_B, DRAW)] * 60).lead("a", "b")
    assert drawish == pytest.approx(lead, abs=1)  # Davidson: how often there is a draw is another question
    assert smaller == pytest.approx(error, rel=0.01)
    turned = [Ranking(A_B[::-1], (1 - won, 1 - lost)) for _, (won, lost) in won]
    assert fit_strengths(turned).lead("a", "b") == pytest.approx(fit_strengths(won).lead("a", "b"))


def test_only_draws_say_equal() -> None:
    lead, _ = fit_strengths([Ranking(A_B, DRAW)] * 50).lead("a", "b")
    assert lead == pytest.approx(0)


def test_somebody_who_wins_all_gets_a_number_and_a_long_bar() -> None:
    lead, error = fit_strengths([Ranking(A_B, WIN)] * 20).lead("a", "b")
    assert 300 < lead < 2000
    assert error > 300


def test_a_win_among_three_has_a_formula() -> None:
    three = (("a",), ("b",), ("c",))
    won = Counter(
        {Ranking(three, (1, 0, 0)): 60, Ranking(three, (0, 1, 0)): 30, Ranking(three, (0, 0, 1)): 10}
    )
    ratings = fit_strengths(won)
    assert ratings.lead("a", "b")[0] == pytest.approx(ELO * log(2), abs=1)
    assert ratings.lead("b", "c")[0] == pytest.approx(ELO * log(3), abs=1)


def test_losers_with_nothing_are_not_ranked_among_each_other() -> None:
    assert len(list(stages(Ranking((("a",), ("b",), ("c",)), (1, 0, 0))))) == 1
    assert len(list(stages(Ranking((("a",), ("b",), ("c",)), (3, 1, 0))))) == 2
    assert len(list(stages(Ranking((("a",), ("b",), ("c",)), (2, 1, 1))))) == 2


@pytest.mark.parametrize("tie", [0.0, 0.6])
@pytest.mark.parametrize("sides", [2, 3, 4])
def test_known_strengths_lie_within_the_error_bars(sides: int, tie: float) -> None:
    elo = {"a": 150.0, "b": 50.0, "c": 0.0, "d": -50.0, "e": -150.0}
    inside = total = 0
    squares = 0.0
    for seed in range(40):
        rng = Random(f"{seed} {sides} {tie}")
        games = [
            drawn(rng, tuple((name,) for name in rng.sample(sorted(elo), sides)), elo, tie)
            for _ in range(120)
        ]
        ratings = fit_strengths(games)
        for name, truth in elo.items():
            total += 1
            inside += abs(ratings.elo(name) - truth) <= ratings.error(name)
            squares += ((ratings.elo(name) - truth) / ratings.error(name)) ** 2
    assert 0.90 <= inside / total <= 0.99
    assert squares / total == pytest.approx(1 / 1.96**2, rel=0.25)  # neither too long nor too short


def test_partners_add_up() -> None:
    elo = {"a": 100.0, "b": 40.0, "c": -20.0, "d": -120.0}
    rng = Random(5)
    games = []
    for _ in range(3000):
        w, x, y, z = rng.sample(sorted(elo), 4)
        games.append(drawn(rng, ((w, x), (y, z)), elo, 0.2))
    ratings = fit_strengths(games)
    for name, truth in elo.items():
        assert abs(ratings.elo(name) - truth) < 1.5 * ratings.error(name)
    twins = fit_strengths(
        Counter({Ranking((("a", "a"), ("b", "b")), WIN): 70, Ranking((("a", "a"), ("b", "b")), LOSS): 30})
    )
    assert 2 * twins.lead("a", "b")[0] == pytest.approx(ELO * log(7 / 3), abs=1)


def test_one_who_has_not_played_is_rated_anywhere() -> None:
    ratings = fit_strengths([Ranking(A_B, WIN)] * 3, ["c"])
    assert ratings.error("c") > 1000
    assert fit_strengths([], ["a", "b"]).lead("a", "b")[0] == 0


def test_the_stop_test_weighs_two_strengths() -> None:
    test = StopTest(0, 100)
    p0, p1 = 0.5, 1 / (1 + 10 ** (-100 / 400))
    verdict = test.judge(Counter({Ranking(A_B, WIN): 30, Ranking(A_B, LOSS): 20}), "a", "b")
    assert verdict.llr == pytest.approx(30 * log(p1 / p0) + 20 * log((1 - p1) / (1 - p0)))
    assert not verdict.is_decided
    assert test.judge(Counter({Ranking(A_B, WIN): 50}), "a", "b").is_decided
    assert "failed" in str(test.judge(Counter({Ranking(A_B, LOSS): 50}), "a", "b"))
    assert "passed" in str(test.judge(Counter({Ranking(A_B, LOSS): 50}), "b", "a"))


@pytest.mark.parametrize(("truth", "wanted"), [(0.0, "failed"), (120.0, "passed")])
def test_the_stop_test_errs_as_seldom_as_it_says(truth: float, wanted: str) -> None:
    right = 0
    for seed in range(40):
        rng = Random(f"{seed} {truth}")
        heard: Counter[Ranking] = Counter()
        verdict = StopTest(0, 120).judge(heard, "a", "b")
        while not verdict.is_decided and heard.total() < 2000:
            heard[drawn(rng, A_B, {"a": truth / 2, "b": -truth / 2}, 0.5)] += 1
            verdict = StopTest(0, 120).judge(heard, "a", "b")
        assert verdict.is_decided
        right += wanted in str(verdict)
    assert right >= 35


def test_a_stop_test_needs_two_strengths_in_order() -> None:
    with pytest.raises(ValueError, match="from a lower to a higher"):
        StopTest(10, 10)
