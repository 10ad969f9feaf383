"""Queries for ratings: of some players, of a match, of all players of a game."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from tablier.bots.levels import initial_strength
from tablier.server.ratings.counting import PastGame
from tablier.server.ratings.model import Rating
from tablier.server.store.log import Store
from tablier.server.store.ratings import (
    count_better,
    select_best,
    select_changes,
    select_latest,
    select_past_games,
)


class Change(NamedTuple):
    """A player's rating before and after a match."""

    before: Rating
    after: Rating


class Ranked(NamedTuple):
    player: str
    name: str
    """The name of the account; empty for a bot."""
    rating: Rating
    games: int


class Standing(NamedTuple):
    """A player's place among the accounts with a rating in a game."""

    ranked: Ranked
    better: int
    """How many accounts are ahead."""


async def read_ratings(store: Store, game: str, players: Iterable[str]) -> dict[str, Rating]:
    """The latest ratings by player, without those who have none."""
    rows = await store.query(select_latest(game, players))
    return {row.player: Rating(row.mean, row.spread) for row in rows}


async def read_changes(store: Store, match: str) -> dict[str, Change]:
    """The changes of a match by player; empty unless it was rated, is over and counts."""
    return {
        row.player: Change(Rating(row.mean_before, row.spread_before), Rating(row.mean, row.spread))
        for row in await store.query(select_changes(match))
    }


async def read_best(store: Store, game: str, most: int) -> list[Ranked]:
    """The best accounts of a game, by the lower end of the error bar; deleted accounts are left out."""
    return [
        Ranked(row.player, row.name, Rating(row.mean, row.spread), row.games)
        for row in await store.query(select_best(game, most))
    ]


async def read_standing(store: Store, game: str, player: str, name: str) -> Standing | None:
    """The standing of an account in a game; None without a rated game."""
    for row in await store.query(select_latest(game, [player])):
        better = (await store.query(count_better(game, row.sure)))[0][0]
        return Standing(Ranked(player, name, Rating(row.mean, row.spread), row.games), better)
    return None


async def read_bots(store: Store, game: str, bots: Iterable[str]) -> list[Ranked]:
    """The bots of these names that have played a rated game."""
    rows = await store.query(select_latest(game, bots))
    return [Ranked(row.player, "", Rating(row.mean, row.spread), row.games) for row in rows]


async def read_past_games(store: Store, game: str, player: str, most: int) -> list[PastGame]:
    """The latest rated games of a person that others played too, the latest first; of `most` in all."""
    rows = await store.query(select_past_games(game, player, most))
    games = []
    for _, seats in groupby(rows, key=lambda row: row.match):
        found = list(seats)
        persons = frozenset(row.player for row in found if initial_strength(row.player, game) is None)
        if len(persons) > 1:
            games.append(PastGame(persons, found[0].counts))
    return games
