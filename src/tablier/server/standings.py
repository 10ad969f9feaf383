"""The ratings as they are kept: for every seat of every rated game what was believed before and after it.

They follow from the log and can be computed anew from it, see `Store.rate_anew`. A game's rows are written
with the line that ends it, so it is rated if and only if it has ended, and once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

import sqlalchemy as sa

from tablier.server.ratings import Played, Rating, rate, start
from tablier.server.schema import metadata

rated = sa.Table(
    "rated",
    metadata,
    sa.Column("match", sa.String(16), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("ended", sa.Double, nullable=False),
    sa.Column("player", sa.String(32), nullable=False),
    sa.Column("side", sa.Integer, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    # How many rated games the player has played of this game, this one included.
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("mean_before", sa.Double, nullable=False),
    sa.Column("spread_before", sa.Double, nullable=False),
    sa.Column("mean", sa.Double, nullable=False),
    sa.Column("spread", sa.Double, nullable=False),
    sa.Index(None, "game", "player", "ended"),
    sa.Index(None, "game", "ended"),
)
_KEY = rated.c.ended, rated.c.match


def enter(connection: sa.Connection, game: Played) -> None:
    """Rate a game, and anew those that ended after it: another process may have been quicker to write."""
    _alone(connection)
    later = sa.select(rated).where(rated.c.game == game.game, sa.tuple_(*_KEY) > sa.tuple_(*game.key))
    overtaken = list(_games(connection.execute(later.order_by(*_KEY, rated.c.seat)).all()))
    for each in overtaken:
        connection.execute(sa.delete(rated).where(rated.c.match == each.match))
    for each in (game, *overtaken):
        _add(connection, each)


def clear(connection: sa.Connection) -> None:
    """Forget all ratings. Until the commit nobody else enters one."""
    _alone(connection)
    connection.execute(sa.delete(rated))


def _alone(connection: sa.Connection) -> None:
    """Of two games that end at once the second waits for the first. SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("lock table rated in exclusive mode"))


def _add(connection: sa.Connection, game: Played) -> None:
    known = {row.player: row for row in connection.execute(latest(game.game, game.players))}
    before = {
        player: Rating(known[player].mean, known[player].spread)
        if player in known
        else start(player, game.game)
        for player in game.players
    }
    after = rate(game, before)
    rows = [
        {
            "match": game.match,
            "seat": seat,
            "game": game.game,
            "ended": game.ended,
            "player": player,
            "side": side,
            "place": game.places[seat],
            "games": known[player].games + 1 if player in known else 1,
            "mean_before": before[player].mean,
            "spread_before": before[player].spread,
            "mean": after[player].mean,
            "spread": after[player].spread,
        }
        for side, seats in enumerate(game.sides)
        for seat in seats
        for player in [game.players[seat]]
    ]
    connection.execute(sa.insert(rated), rows)


def _games(rows: Iterable[sa.Row[Any]]) -> Iterator[Played]:
    """The games that these rows are of."""
    for _, group in groupby(rows, key=lambda row: row.match):
        seats = list(group)
        sides: dict[int, list[int]] = {}
        for row in seats:
            sides.setdefault(row.side, []).append(row.seat)
        yield Played(
            ended=seats[0].ended,
            match=seats[0].match,
            game=seats[0].game,
            players=tuple(row.player for row in seats),
            sides=tuple(tuple(side) for _, side in sorted(sides.items())),
            places=tuple(row.place for row in seats),
        )


def latest(game: str, players: Iterable[str] | None = None) -> sa.Select[Any]:
    """Asks for what is believed now of these players of a game, or of all: each once."""
    back = sa.func.row_number().over(
        partition_by=rated.c.player, order_by=(rated.c.ended.desc(), rated.c.match.desc(), rated.c.seat)
    )
    numbered = sa.select(rated, back.label("back")).where(rated.c.game == game)
    if players is not None:
        numbered = numbered.where(rated.c.player.in_(sorted(set(players))))
    rows = numbered.subquery()
    return sa.select(rows.c.player, rows.c.mean, rows.c.spread, rows.c.games).where(rows.c.back == 1)


def changes(match: str) -> sa.Select[Any]:
    """Asks for what a match changed, seat by seat; nothing unless it was rated and is over."""
    return sa.select(rated).where(rated.c.match == match).order_by(rated.c.seat)
