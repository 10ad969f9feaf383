"""The latest ratings: kept beside the history, equal to its last rows, read without it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from tablier.server.http.pages.ratings import MAX_LINES, read_leaderboard
from tablier.server.ratings.model import RatedGame, Rating
from tablier.server.store import migrations, ratings
from tablier.server.store.log import Store
from tablier.server.store.schema import accounts, rated, standings
from tablier.server.tables.person import Person
from tests.server.harness import open_registry

pytestmark = pytest.mark.anyio


def game_of(number: int, ended: float, *, winner: int = 0, players: str = "ann bob") -> RatedGame:
    places = (1, 2) if winner == 0 else (2, 1)
    return RatedGame(ended, f"m{number}", "quixo", tuple(players.split()), ((0,), (1,)), places)


async def add_games(store: Store, *games: RatedGame) -> None:
    def add(connection: sa.Connection) -> None:
        for game in games:
            ratings.add_rated_game(connection, game)

    await store.transact(add)


async def standings_of(store: Store) -> dict[str, tuple[Any, ...]]:
    rows = await store.query(sa.select(standings))
    return {row.player: (row.mean, row.spread, row.games) for row in rows}


async def test_the_standings_are_the_last_rows_of_the_history(store: Store) -> None:
    # The third game ended between the first two, and was written last by a slower process.
    await add_games(store, game_of(1, 10.0), game_of(2, 30.0, winner=1, players="bob cid"), game_of(3, 20.0))
    last: dict[str, tuple[Any, ...]] = {}
    for row in await store.query(sa.select(rated).order_by(rated.c.ended)):
        last[row.player] = row.mean, row.spread, row.games
    assert await standings_of(store) == last
    assert [last[player][2] for player in ("ann", "bob", "cid")] == [2, 3, 1]


async def test_a_game_written_late_takes_back_the_standing_of_a_newcomer(store: Store) -> None:
    await add_games(store, game_of(1, 30.0), game_of(2, 20.0, players="bob cid"))
    assert {player: row[2] for player, row in (await standings_of(store)).items()} == {
        "ann": 1,
        "bob": 2,
        "cid": 1,
    }


async def test_the_leaderboard_does_not_read_the_history(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        rows = [
            {"game": "quixo", "player": f"p{number}", "mean": 4000.0 - number, "spread": 10.0, "games": 1}
            for number in range(MAX_LINES + 20)
        ]
        people = [{"person": row["player"], "name": row["player"], "folded": row["player"]} for row in rows]
        await registry.store.execute(
            sa.insert(standings).values([{**row, "sure": row["mean"]} for row in rows]),
            sa.insert(accounts).values(
                [{**row, "password": "", "epoch": 1, "made": 0.0} for row in people[:-1]]
            ),
        )
        lines = await read_leaderboard(registry, "quixo", Person("p110", "p110"), str)
        assert [(line.rank, line.name) for line in lines[:2]] == [(1, "p0"), (2, "p1")]
        assert len(lines) == MAX_LINES + 1
        assert (lines[-1].rank, lines[-1].name, lines[-1].you) == (111, "p110", True)
        # A deleted account is not listed, nor is somebody without a rated game.
        for person in ("p119", "nobody"):
            lines = await read_leaderboard(registry, "quixo", Person(person, person), str)
            assert len(lines) == MAX_LINES


async def test_the_migration_fills_the_standings(url: str) -> None:
    store = Store(url)
    await add_games(store, game_of(1, 10.0), game_of(2, 20.0, winner=1), game_of(3, 30.0, players="cid ann"))
    kept = await standings_of(store)
    ends = {row.player: row.sure for row in await store.query(sa.select(standings))}
    store.close()
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        connection.execute(sa.text("drop table standings"))
        config = Config()
        config.set_main_option("script_location", str(Path(migrations.__file__).parent))
        config.attributes["connection"] = connection
        command.stamp(config, "0007")
        command.upgrade(config, "0008")
        command.stamp(config, "head")
    engine.dispose()
    store = Store(url)
    assert await standings_of(store) == kept
    for row in await store.query(sa.select(standings)):
        assert row.sure == pytest.approx(ends[row.player])
        assert row.sure == pytest.approx(Rating(row.mean, row.spread).sure)
    store.close()
