"""The rating history: for every seat of every rated game the rating before and after it.

It can be computed from the log. A game's rows are written in the transaction of the line that ends it, so it
is rated exactly once. `standings` has the latest rating of each player and game, so that nobody waits for a
query over the whole history.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

import sqlalchemy as sa

from tablier.server.ratings.model import RatedGame, Rating, initial_rating, update_ratings
from tablier.server.store.schema import accounts, rated, standings

_KEY = rated.c.ended, rated.c.match


def add_rated_game(connection: sa.Connection, game: RatedGame) -> None:
    """Rate a game, and rate again the games that ended later but were written first by another process."""
    _lock(connection)
    later = sa.select(rated).where(
        rated.c.game == game.game,
        rated.c.ended >= game.ended,  # said again in terms of the index
        sa.tuple_(*_KEY) > sa.tuple_(*game.key),
    )
    later_games = list(_games(connection.execute(later.order_by(*_KEY, rated.c.seat)).all()))
    for each in later_games:
        connection.execute(sa.delete(rated).where(rated.c.match == each.match))
    for player in {player for each in later_games for player in each.players}:
        _restore_standing(connection, game.game, player)
    for each in (game, *later_games):
        _add(connection, each)


def _restore_standing(connection: sa.Connection, game: str, player: str) -> None:
    """Derive a player's standing from the history again."""
    history = sa.select(rated).where(rated.c.game == game, rated.c.player == player, rated.c.counts)
    last = connection.execute(
        history.order_by(rated.c.ended.desc(), rated.c.match.desc(), rated.c.seat).limit(1)
    ).first()
    rating = None if last is None else (Rating(last.mean, last.spread), last.games)
    _set_standings(connection, game, {player: rating})


def _set_standings(
    connection: sa.Connection, game: str, changed: Mapping[str, tuple[Rating, int] | None]
) -> None:
    """Replace the standings of these players: the rating and the number of games, or None."""
    connection.execute(
        sa.delete(standings).where(standings.c.game == game, standings.c.player.in_(list(changed)))
    )
    rows = [
        {
            "game": game,
            "player": player,
            "mean": rating.mean,
            "spread": rating.spread,
            "sure": rating.sure,
            "games": games,
        }
        for player, standing in changed.items()
        if standing is not None
        for rating, games in [standing]
    ]
    if rows:
        connection.execute(sa.insert(standings), rows)


def clear_ratings(connection: sa.Connection) -> None:
    """Delete all ratings, and lock the table until the commit."""
    _lock(connection)
    connection.execute(sa.delete(rated))
    connection.execute(sa.delete(standings))


def _lock(connection: sa.Connection) -> None:
    """Serialize the rating of games. SQLite has a single writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("lock table rated in exclusive mode"))


def _add(connection: sa.Connection, game: RatedGame) -> None:
    latest = {row.player: row for row in connection.execute(select_latest(game.game, game.players))}
    before = {
        player: Rating(latest[player].mean, latest[player].spread)
        if player in latest
        else initial_rating(player, game.game)
        for player in game.players
    }
    after = update_ratings(game, before) if game.counts else before
    games = {
        player: (latest[player].games if player in latest else 0) + game.counts for player in game.players
    }
    rows = [
        {
            "match": game.match,
            "seat": seat,
            "game": game.game,
            "ended": game.ended,
            "player": player,
            "side": side,
            "place": game.places[seat],
            "games": games[player],
            "mean_before": before[player].mean,
            "spread_before": before[player].spread,
            "mean": after[player].mean,
            "spread": after[player].spread,
            "counts": game.counts,
        }
        for side, seats in enumerate(game.sides)
        for seat in seats
        for player in [game.players[seat]]
    ]
    connection.execute(sa.insert(rated), rows)
    if game.counts:
        changed = {player: (after[player], games[player]) for player in game.players}
        _set_standings(connection, game.game, changed)


def _games(rows: Iterable[sa.Row[Any]]) -> Iterator[RatedGame]:
    """The games of these rows, which come ordered by game."""
    for _, group in groupby(rows, key=lambda row: row.match):
        seats = list(group)
        sides: dict[int, list[int]] = {}
        for row in seats:
            sides.setdefault(row.side, []).append(row.seat)
        yield RatedGame(
            ended=seats[0].ended,
            match=seats[0].match,
            game=seats[0].game,
            players=tuple(row.player for row in seats),
            sides=tuple(tuple(side) for _, side in sorted(sides.items())),
            places=tuple(row.place for row in seats),
            counts=seats[0].counts,
        )


def select_latest(game: str, players: Iterable[str] | None = None) -> sa.Select[Any]:
    """The latest rating of each of these players, or of all players of a game."""
    query = sa.select(standings).where(standings.c.game == game)
    return query if players is None else query.where(standings.c.player.in_(sorted(set(players))))


def select_best(game: str, most: int) -> sa.Select[Any]:
    """The best accounts of a game, by the lower end of the error bar."""
    return (
        sa.select(standings, accounts.c.name)
        .join(accounts, accounts.c.person == standings.c.player)
        .where(standings.c.game == game)
        .order_by(standings.c.sure.desc(), accounts.c.name)
        .limit(most)
    )


def count_better(game: str, sure: float) -> sa.Select[Any]:
    """How many accounts of a game have a higher lower end of the error bar."""
    return (
        sa.select(sa.func.count())
        .select_from(standings)
        .join(accounts, accounts.c.person == standings.c.player)
        .where(standings.c.game == game, standings.c.sure > sure)
    )


def select_changes(match: str) -> sa.Select[Any]:
    """The rows of a match by seat; none unless it was rated, is over and counts."""
    return sa.select(rated).where(rated.c.match == match, rated.c.counts).order_by(rated.c.seat)


def select_past_games(game: str, player: str, most: int) -> sa.Select[Any]:
    """The seats of a player's latest rated games, the latest game first, with those that do not count."""
    latest = (
        sa.select(rated.c.match)
        .where(rated.c.game == game, rated.c.player == player)
        .order_by(rated.c.ended.desc())
        .limit(most)
    ).subquery()
    return (
        sa.select(rated.c.match, rated.c.player, rated.c.counts)
        .join(latest, latest.c.match == rated.c.match)
        .order_by(rated.c.ended.desc(), rated.c.match, rated.c.seat)
    )
