"""What every store promises, whichever database keeps it."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from tablier.server import events as ev
from tablier.server.acts import new_table_id
from tablier.server.schema import metadata
from tablier.server.store import Page, Store, TooLate, gone

pytestmark = pytest.mark.anyio


def line(number: int, *, ply: int | None = None, at: float = 5.0) -> ev.Entry:
    return ev.Entry(number, at, ev.Said("ann", "Ann", f"line {number}"), ply)


def page(match: str, *entries: ev.Entry, wake: float | None = None, people: str = "") -> Page:
    return Page(match, entries, "game", "playing", wake, frozenset(people.split()))


async def test_what_was_appended_is_read_in_order(store: Store) -> None:
    match = new_table_id()
    await store.append(page(match, line(1), line(2, ply=0)))
    await store.append(page(match, line(3, ply=1)))
    assert [entry.number for entry in await store.read(match)] == [1, 2, 3]
    assert await store.read(match, after=2) == [line(3, ply=1)]
    assert await store.read("another") == []


@pytest.mark.parametrize("again", [line(1), line(2, ply=0)], ids=["same number", "same ply"])
async def test_a_line_is_written_once(store: Store, again: ev.Entry) -> None:
    match = new_table_id()
    await store.append(page(match, line(1, ply=0)))
    with pytest.raises(TooLate):
        await store.append(page(match, again))
    assert await store.read(match) == [line(1, ply=0)]


async def test_of_many_who_race_one_wins_and_nobody_else_suffers(store: Store) -> None:
    match, others = new_table_id(), [new_table_id() for _ in range(20)]
    racing = [store.append(page(match, line(1, ply=0))) for _ in range(10)]
    aside = [store.append(page(other, line(1))) for other in others]
    results = await asyncio.gather(*racing, *aside, return_exceptions=True)
    assert sorted(map(str, map(type, results[:10]))) == [str(type(None))] + [str(TooLate)] * 9
    assert results[10:] == [None] * 20
    assert [len(await store.read(other)) for other in others] == [1] * 20


async def test_pages_are_added_all_or_none(store: Store) -> None:
    match, other = new_table_id(), new_table_id()
    await store.append(page(match, line(1)))
    with pytest.raises(TooLate):
        await store.append(page(other, line(1)), page(match, line(1)))
    assert await store.read(other) == []


async def test_it_knows_what_is_due_and_who_sits_where(store: Store) -> None:
    first, second = new_table_id(), new_table_id()
    ann, bob = new_table_id(), new_table_id()
    seated = ev.Entry(1, 5.0, ev.Sat(0, ann, "Ann"))
    await store.append(page(first, seated, wake=10.0, people=f"{ann} {bob}"))
    await store.append(page(second, seated, people=ann))
    assert first in await store.due(10.0)
    assert first not in await store.due(9.0)
    assert second not in await store.due(float("inf"))
    await store.append(page(first, line(2, at=7.0)))
    assert first not in await store.due(10.0)
    assert [listed.id for listed in await store.of(ann)] == [first, second]
    assert [listed.id for listed in await store.of(bob)] == [first]


async def test_facts_outlive_the_process(url: str) -> None:
    store = Store(url)
    secret = store.secret()
    await store.alive(100.0)
    store.close()
    store = Store(url)
    assert store.secret() == secret
    assert await store.alive(200.0) == 100.0
    store.close()


def test_the_migrations_lead_to_the_schema_of_today(url: str) -> None:
    Store(url).close()
    engine = sa.create_engine(url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_sqlite_waits_for_the_disk(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'log.sqlite'}")
    with store._engine.connect() as connection:
        assert connection.scalar(sa.text("pragma journal_mode")) == "wal"
        assert connection.scalar(sa.text("pragma synchronous")) == 2
    store.close()


def test_another_process_can_read_what_was_acknowledged(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'log.sqlite'}")
    asyncio.run(store.append(page("m", line(1))))
    other = sqlite3.connect(tmp_path / "log.sqlite")
    assert other.execute("select count(*) from log").fetchone() == (1,)
    other.close()
    store.close()


async def test_whoever_else_writes_waits_for_the_writer(store: Store) -> None:
    """Beside many appends nothing is refused because the database is busy."""
    tables = [new_table_id() for _ in range(50)]
    people = [new_table_id() for _ in range(50)]
    rows = [{"person": each, "became": None, "is_done": True} for each in people]
    await asyncio.gather(
        *(store.append(page(table, line(1))) for table in tables),
        *(store.change(sa.insert(gone).values(row)) for row in rows),
        *(store.alive(1.0) for _ in range(5)),
    )
    found = await store.ask(sa.select(gone.c.person).where(gone.c.person.in_(people)))
    assert {row.person for row in found} == set(people)
