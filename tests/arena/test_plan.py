"""The plan is fair: every order of seats, every opening by all of them."""

from __future__ import annotations

import pickle
from collections import Counter, defaultdict
from itertools import permutations, product
from typing import Any

import pytest

import tablier
from tablier.arena.plan import Lineup, PlannedGame, lineups, orders, plan_games, seat_bots
from tablier.bots import Limit

QUIXO = tablier.game("quixo", size=3)
TEAMS = tablier.game("quixo-teams")


def test_each_pair_plays_each_opening_from_both_seats() -> None:
    jobs = plan_games(QUIXO, ["level:1", "level:2", "random"], games=30)
    by_opening: dict[tuple[str, ...], Counter[tuple[str, ...]]] = defaultdict(Counter)
    for job in jobs:
        by_opening[job.opening][job.bots] += 1
    assert len(jobs) == 30
    assert sum(by_opening.values(), Counter()).total() == 30
    for seatings in by_opening.values():
        pairs = set(permutations(["level:1", "level:2", "random"], 2))
        assert set(seatings) == pairs
        assert len(set(seatings.values())) == 1  # an opening may come up twice


@pytest.mark.parametrize(("bots", "sides"), list(product(range(2, 6), range(2, 5))))
def test_mixed_lineups_in_all_orders_are_all_ways_to_fill_the_sides(bots: int, sides: int) -> None:
    names = "ABCDE"[:bots]
    got = [order for line in lineups(names, sides) for order in orders(line)]
    enough = min(bots, sides)  # all different, or all there
    wanted = {seating for seating in product(names, repeat=sides) if len(set(seating)) == enough}
    assert set(got) == wanted
    assert len(got) == len(wanted)


def test_alone_puts_the_first_bot_on_every_side_once() -> None:
    got = [order for line in lineups("ABC", 4, Lineup.ALONE) for order in orders(line)]
    assert len(got) == 8
    assert all(order.count("A") == 1 for order in got)
    assert {(order.index("A"), max(order)) for order in got} == set(product(range(4), "BC"))


def test_partners_are_the_same_bot() -> None:
    assert seat_bots(TEAMS, ["A", "B"]) == ("A", "B", "A", "B")
    assert {job.bots for job in plan_games(TEAMS, ["level:1", "random"], games=2)} == {
        ("level:1", "random", "level:1", "random"),
        ("random", "level:1", "random", "level:1"),
    }


def test_a_longer_plan_begins_with_the_shorter() -> None:
    short = plan_games(QUIXO, ["level:1", "random"], games=7, seed=3)
    assert len(short) == 8  # the last opening is played from both seats too
    assert plan_games(QUIXO, ["level:1", "random"], games=30, seed=3)[:8] == short


def test_the_seed_decides_all() -> None:
    def keys(seed: int) -> list[str]:
        return [job.key for job in plan_games(QUIXO, ["level:1", "random"], games=20, seed=seed)]

    assert keys(1) == keys(1)
    assert len(set(keys(1))) == 20
    assert not set(keys(1)) & set(keys(2))


def test_another_bot_does_not_change_the_games_of_the_others() -> None:
    two = {job.key for job in plan_games(QUIXO, ["level:1", "random"], games=4)}
    three = {job.key for job in plan_games(QUIXO, ["level:1", "random", "uct:9"], games=12)}
    assert two < three


def test_what_a_game_depends_on_is_in_its_key() -> None:
    job = PlannedGame(QUIXO, ("level:1", "random"), (), 1)
    others = [
        PlannedGame(tablier.game("quixo", size=4), job.bots, (), 1),
        PlannedGame(QUIXO, ("random", "level:1"), (), 1),
        PlannedGame(QUIXO, job.bots, ("a1c1",), 1),
        PlannedGame(QUIXO, job.bots, (), 2),
        PlannedGame(QUIXO, job.bots, (), 1, Limit(nodes=5)),
    ]
    assert len({job.key, *(other.key for other in others)}) == 6


def test_tuned_bots_play_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    before = PlannedGame(QUIXO, ("level:1", "level:2"), (), 1).key
    monkeypatch.setattr(type(QUIXO), "levels", tuple(reversed(_levels())))
    assert PlannedGame(QUIXO, ("level:1", "level:2"), (), 1).key != before


def _levels() -> list[object]:
    from tablier.bots import bot

    return [bot(f"level:{level}").settings(QUIXO) for level in range(1, 9)]


def test_openings_leave_the_game_open() -> None:
    for plies in (0, 1, 5):
        for job in plan_games(QUIXO, ["level:1", "random"], games=40, openings=plies):
            assert len(job.opening) == plies
            assert tablier.Match(QUIXO).play(*job.opening).outcome is None


def test_a_job_travels() -> None:
    job = plan_games(TEAMS, ["level:1", "random"], games=1, limit=Limit(nodes=3))[0]
    there = pickle.loads(pickle.dumps(job))
    assert there == job
    assert there.key == job.key


@pytest.mark.parametrize(
    ("bots", "more", "sentence"),
    [
        (["level:1"], {}, "at least two bots, not 1"),
        (["level:1", "LEVEL:1"], {}, "level:1 is named twice"),
        (["level:1", "chess"], {}, "there is no bot 'chess'"),
        (["level:1", "level:9"], {}, "there is no level 9"),
        (["level:1", "random"], {"games": 0}, "at least one game, not 0"),
        (["level:1", "random"], {"openings": -1}, "0 plies or more, not -1"),
        (["level:1", "random"], {"openings": 900}, "ask for shorter openings"),
    ],
)
def test_what_cannot_be_planned_is_said(bots: list[str], more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        plan_games(QUIXO, bots, **{"games": 1, **more})
