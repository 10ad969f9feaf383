"""The ratings that a rated table shows."""

from __future__ import annotations

from tablier.server.messages.news import RatingNews
from tablier.server.messages.snapshot import rating_news
from tablier.server.ratings.model import initial_rating
from tablier.server.store.leaderboard import read_changes, read_ratings
from tablier.server.store.log import Store
from tablier.server.tables.state import TableState


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
