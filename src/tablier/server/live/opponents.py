"""Which level of the computer players fits a person: by their rating, or by their last games."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from tablier.bots.levels import LEVELS, initial_strength, level_names
from tablier.server.live.registry import TableRegistry
from tablier.server.store.leaderboard import read_ratings
from tablier.server.tables.errors import Unreadable
from tablier.server.tables.person import Person
from tablier.server.tables.state import TableState

STREAK = 3
"""Games in a row, all won or all lost against a level, after which another one is suggested."""
LOOKED_AT = 10
"""The latest finished games that are looked at."""
DEFAULT_LEVEL = 3


class Streak(Struct, frozen=True):
    """The last games of a person against a level all ended alike: another level would fit better."""

    level: int
    suggested: int

    @property
    def is_up(self) -> bool:
        return self.suggested > self.level


async def find_streak(registry: TableRegistry, person: Person, game: str = "") -> Streak | None:
    """The streak of a person's last games against one level, in any game or in one; None if there is none."""
    level, results = await read_last_results(registry, person, game)
    suggested = next_level(level, results)
    return None if suggested == level else Streak(level, suggested)


def next_level(level: int, results: Sequence[str]) -> int:
    """The level to play after these games against one, of which a streak leads one up or down.

    >>> next_level(3, ["lost"] * 3), next_level(3, ["won", "lost", "won"]), next_level(1, ["lost"] * 3)
    (2, 3, 1)
    """
    is_streak = len(results) == STREAK and len(set(results)) == 1
    step = {"won": 1, "lost": -1}.get(results[0], 0) if is_streak else 0
    return level + step if 1 <= level + step <= len(LEVELS) else level


async def read_last_results(registry: TableRegistry, person: Person, game: str) -> tuple[int, list[str]]:
    """The level that a person last played alone against, 0 if none, and how the last games against it ended,
    the latest first."""
    results: list[str] = []
    level = 0
    for listed in await registry.store.matches_of(person.id, over=True, game=game, most=LOOKED_AT):
        try:
            against = opposing_level((await registry.find(listed.id)).state, person)
        except Unreadable:
            continue
        if against is None:
            continue
        level = level or against
        if against != level:
            break
        results.append(listed.result or "")
        if len(results) == STREAK:
            break
    return level, results


def opposing_level(state: TableState, person: Person) -> int | None:
    """The level against which a person played alone; None if somebody else or several levels played."""
    others = {seat.bot for seat in state.seats if seat.person != person.id}
    if len(others) != 1 or any(seat.person not in ("", person.id) for seat in state.seats):
        return None
    bot = others.pop()
    return level_names().index(bot) + 1 if bot in level_names() else None


async def find_fitting_level(registry: TableRegistry, person: Person, game: str) -> int:
    """The level nearest to a person's rating in a game; without one, that of their last games there, or the
    one next to it after a streak."""
    ratings = await read_ratings(registry.store, game, [person.id, *level_names()])
    if person.id not in ratings:
        level, results = await read_last_results(registry, person, game)
        return next_level(level, results) if level else DEFAULT_LEVEL
    own = ratings[person.id].mean

    def distance(level: int) -> float:
        bot = level_names()[level - 1]
        known = ratings[bot].mean if bot in ratings else None
        initial = initial_strength(bot, game)
        assert initial is not None
        return abs((initial[0] if known is None else known) - own)

    return min(range(1, len(LEVELS) + 1), key=distance)
