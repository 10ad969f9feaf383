"""The ratings that a rated table shows, and whether its game counts for them."""

from __future__ import annotations

from tablier.server.messages.news import RatingNews
from tablier.server.messages.snapshot import rating_news
from tablier.server.people.origins import Origins
from tablier.server.ratings.counting import RECENT_GAMES, is_closed_circle, is_too_short
from tablier.server.ratings.model import initial_rating
from tablier.server.store.leaderboard import read_changes, read_past_games, read_ratings
from tablier.server.store.log import Store
from tablier.server.tables import events
from tablier.server.tables.seats import persons_of
from tablier.server.tables.state import TableState

LOOKED_AT = 4 * RECENT_GAMES
"""The latest rated games of a person among which those with other persons are looked for."""


async def find_discount(
    store: Store, origins: Origins, table: str, state: TableState
) -> events.Discount | None:
    """Why a rated game that has just ended does not count; None if it does."""
    if is_too_short(state):
        return "few_moves"
    persons = frozenset(persons_of(state.seats))
    if await origins.are_one(table, persons):
        for person in persons:
            past = await read_past_games(store, state.created.game, person, LOOKED_AT)
            if is_closed_circle(persons, past):
                return "one_address"
    return None


async def load_table_ratings(store: Store, table: str, now: TableState) -> tuple[RatingNews | None, ...]:
    """The players' ratings by seat, and after the game what it changed."""
    players = [seat.person or seat.bot for seat in now.seats]
    game = now.created.game
    known = await read_ratings(store, game, players)
    changed = await read_changes(store, table)
    return tuple(
        None
        if seat.is_open
        else rating_news(known.get(player) or initial_rating(player, game), changed.get(player))
        for seat, player in zip(now.seats, players, strict=True)
    )
