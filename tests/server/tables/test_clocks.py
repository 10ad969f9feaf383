"""Clocks are values: the present time is passed in."""

from __future__ import annotations

import pytest

from tablier.server.tables.clocks import DAY, Clock, Control


def two(kind: str, time: float, increment: float = 0.0) -> Clock:
    return Clock.set(Control(kind, time, increment), seats=2)  # type: ignore[arg-type]


def test_a_game_clock_counts_down_and_gains_its_increment() -> None:
    clock = two("game", 60, 5).run(0, at=0.0)
    assert clock.left(0, now=10.0) == 50.0
    clock = clock.moved(0, at=10.0).run(1, at=10.0)
    assert clock.rest == (55.0, 60.0)
    assert clock.deadline == 70.0
    assert clock.left(0, now=69.0) == 55.0
    assert not clock.is_out(69.9)
    assert clock.is_out(70.0)


def test_the_first_move_is_free_and_gains_nothing() -> None:
    assert two("game", 60, 5).moved(0, at=500.0).rest == (60.0, 60.0)


@pytest.mark.parametrize(("kind", "time", "seconds"), [("move", 30, 30.0), ("days", 2, 2 * DAY)])
def test_time_by_the_move_is_full_again_after_each(kind: str, time: float, seconds: float) -> None:
    clock = two(kind, time).run(0, at=0.0).moved(0, at=seconds - 1)
    assert clock.rest == (seconds, seconds)


def test_no_clock_never_runs() -> None:
    clock = two("none", 0).run(0, at=0.0)
    assert clock.deadline is None
    assert not clock.is_out(1e12)


def test_a_pause_keeps_the_rest() -> None:
    clock = two("move", 30).run(0, at=0.0).run(None, at=12.0)
    assert clock.deadline is None
    assert clock.run(0, at=1000.0).deadline == 1018.0


def test_time_given_back_counts_for_no_seat() -> None:
    clock = two("game", 60).run(0, at=0.0).held(100.0)
    assert clock.left(0, now=110.0) == 50.0
    assert clock.left(0, now=50.0) == 60.0


def test_a_takeback_refills_what_goes_by_the_move_only() -> None:
    assert two("move", 30).run(0, at=0.0).refilled(at=20.0).rest == (30.0, 30.0)
    assert two("game", 30).run(0, at=0.0).refilled(at=20.0).rest == (10.0, 30.0)


def test_a_clock_does_not_fall_below_nothing() -> None:
    assert two("game", 30).run(0, at=0.0).run(1, at=99.0).rest == (0.0, 30.0)


@pytest.mark.parametrize(
    ("control", "is_good"),
    [
        (Control(), True),
        (Control("none", 10), False),
        (Control("game", 60, 3), True),
        (Control("game", 0), False),
        (Control("move", 60, 3), False),
        (Control("days", 30), True),
        (Control("days", 31), False),
    ],
)
def test_which_time_controls_are_valid(control: Control, is_good: bool) -> None:
    assert (control.problem is None) == is_good
