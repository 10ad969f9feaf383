"""The store, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

import tablier
from tablier.server.store.batch import LogBatch, LogConflict
from tablier.server.store.log import Store
from tablier.server.store.schema import gone, metadata
from tablier.server.tables import events
from tablier.server.tables.events import new_table_id

pytestmark = pytest.mark.anyio


def line(number: int, *, ply: int | None = None, at: float = 5.0) -> events.Entry:
    return events.Entry(number, at, events.Said("ann", "Ann", f"line {number}"), ply)


def batch(match: str, *entries: events.Entry, wake: float | None = None, people: str = "") -> LogBatch:
    return LogBatch(match, entries, tablier.game("quixo"), "playing", wake, frozenset(people.split()))


async def test_appended_lines_are_read_in_order(store: Store) -> None:
    match = new_table_id()
    await store.append(batch(match, line(1), line(2, ply=0)))
    await store.append(batch(match, line(3, ply=1)))
    assert [entry.number for entry in await store.read(match)] == [1, 2, 3]
    assert await store.read(match, after=2) == [line(3, ply=1)]
    assert await store.read("another") == []


@pytest.mark.parametrize("again", [line(1), line(2, ply=0)], ids=["same number", "same ply"])
async def test_a_line_is_written_once(store: Store, again: events.Entry) -> None:
    match = new_table_id()
    await store.append(batch(match, line(1, ply=0)))
    with pytest.raises(LogConflict):
        await store.append(batch(match, again))
    assert await store.read(match) == [line(1, ply=0)]


async def test_one_of_many_conflicting_appends_succeeds_and_others_are_unaffected(store: Store) -> None:
    match, others = new_table_id(), [new_table_id() for _ in range(20)]
    racing = [store.append(batch(match, line(1, ply=0))) for _ in range(10)]
    aside = [store.append(batch(other, line(1))) for other in others]
    results = await asyncio.gather(*racing, *aside, return_exceptions=True)
    assert sorted(map(str, map(type, results[:10]))) == [str(type(None))] + [str(LogConflict)] * 9
    assert results[10:] == [None] * 20
    assert [len(await store.read(other)) for other in others] == [1] * 20


async def test_an_append_is_atomic(store: Store) -> None:
    match, other = new_table_id(), new_table_id()
    await store.append(batch(match, line(1)))
    with pytest.raises(LogConflict):
        await store.append(batch(other, line(1)), batch(match, line(1)))
    assert await store.read(other) == []


async def test_due_matches_and_matches_of_a_person(store: Store) -> None:
    first, second = new_table_id(), new_table_id()
    ann, bob = new_table_id(), new_table_id()
    seated = events.Entry(1, 5.0, events.Sat(0, ann, "Ann"))
    await store.append(batch(first, seated, wake=10.0, people=f"{ann} {bob}"))
    await store.append(batch(second, seated, people=ann))
    assert first in await store.due(10.0)
    assert first not in await store.due(9.0)
    assert second not in await store.due(float("inf"))
    await store.append(batch(first, line(2, at=7.0)))
    assert first not in await store.due(10.0)
    assert [listed.id for listed in await store.matches_of(ann)] == [first, second]
    assert [listed.id for listed in await store.matches_of(bob)] == [first]


async def test_facts_persist(url: str) -> None:
    store = Store(url)
    secret = store.secret()
    await store.heartbeat(100.0)
    store.close()
    store = Store(url)
    assert store.secret() == secret
    assert await store.heartbeat(200.0) == 100.0
    store.close()


def test_the_migrations_lead_to_the_schema_of_today(url: str) -> None:
    Store(url).close()
    engine = sa.create_engine(url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_sqlite_commits_are_durable(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'log.sqlite'}")
    with store._engine.connect() as connection:
        assert connection.scalar(sa.text("pragma journal_mode")) == "wal"
        assert connection.scalar(sa.text("pragma synchronous")) == 2
    store.close()


def test_another_process_can_read_what_was_acknowledged(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'log.sqlite'}")
    asyncio.run(store.append(batch("m", line(1))))
    other = sqlite3.connect(tmp_path / "log.sqlite")
    assert other.execute("select count(*) from log").fetchone() == (1,)
    other.close()
    store.close()


async def test_other_writes_wait_for_the_writer_thread(store: Store) -> None:
    """No write fails with a busy database while many appends are written."""
    tables = [new_table_id() for _ in range(50)]
    people = [new_table_id() for _ in range(50)]
    rows = [{"person": each, "became": None, "is_done": True} for each in people]
    await asyncio.gather(
        *(store.append(batch(table, line(1))) for table in tables),
        *(store.execute(sa.insert(gone).values(row)) for row in rows),
        *(store.heartbeat(1.0) for _ in range(5)),
    )
    found = await store.query(sa.select(gone.c.person).where(gone.c.person.in_(people)))
    assert {row.person for row in found} == set(people)
