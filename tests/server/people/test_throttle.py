"""Rate limits: how many at once, how many in the long run, and for whom."""

from __future__ import annotations

import doctest

import pytest

from tablier.server.people import throttle as throttle_module
from tablier.server.people import tokens
from tablier.server.people.throttle import MAX_KEYS, Throttle
from tablier.server.ratings import model
from tablier.server.tables.errors import TooFast, TooManyTries
from tests.server.harness import ManualClock


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


def count_taken(throttle: Throttle, key: str = "", *, most: int = 100) -> int:
    """How many tokens can be taken at once."""
    for number in range(most):
        try:
            throttle.take(key)
        except (TooFast, TooManyTries):
            return number
    return most


def test_a_burst_then_the_rate(clock: ManualClock) -> None:
    throttle = Throttle(burst=40, rate=10, time=clock)
    assert count_taken(throttle) == 40
    clock.now += 0.35
    assert count_taken(throttle) == 3
    clock.now += 1000
    assert count_taken(throttle) == 40


def test_each_key_has_a_bucket_of_its_own(clock: ManualClock) -> None:
    throttle = Throttle(burst=2, rate=1 / 60, error=TooManyTries, time=clock)
    assert [count_taken(throttle, key) for key in ("ann", "bob", "ann")] == [2, 2, 0]
    clock.now += 60
    assert [count_taken(throttle, key) for key in ("ann", "bob")] == [1, 1]
    with pytest.raises(TooManyTries):
        throttle.take("ann")


def test_a_cost_is_taken_whole_or_not_at_all(clock: ManualClock) -> None:
    throttle = Throttle(burst=5, rate=1, time=clock)
    throttle.take(cost=3)
    with pytest.raises(TooFast):
        throttle.take(cost=3)
    throttle.take(cost=2)
    throttle.refund(cost=4)
    throttle.refund(cost=4)  # never beyond the burst
    assert count_taken(throttle) == 5


def test_full_buckets_are_forgotten(clock: ManualClock) -> None:
    throttle = Throttle(burst=1, rate=1, time=clock)
    for number in range(MAX_KEYS):
        throttle.take(str(number))
    clock.now += 2
    throttle.take("ann")
    assert len(throttle._buckets) == 1
    assert count_taken(throttle, "ann") == 0


@pytest.mark.parametrize("module", [throttle_module, tokens, model], ids=lambda module: module.__name__)
def test_examples_in_docstrings(module: object) -> None:
    result = doctest.testmod(module)  # type: ignore[arg-type]
    assert result.attempted
    assert not result.failed
