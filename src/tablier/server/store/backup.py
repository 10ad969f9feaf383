"""Backups: one SQLite file with everything, whatever the database; made while servers run, and verified.

A SQLite database is copied page by page in one read transaction, any other row by row in one. A backup is
restored to either kind, so it is also the way from SQLite to PostgreSQL.
"""

from __future__ import annotations

import errno
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sa

from tablier.scene import say
from tablier.server.store.diagnosis import database_file, explain_failure
from tablier.server.store.log import Store, StoreUnavailable
from tablier.server.store.migrations import upgrade
from tablier.server.store.repair import find_unreadable
from tablier.server.store.schema import metadata
from tablier.server.store.witness import ENDING

ROWS_AT_ONCE = 1000


class BadBackup(Exception):  # noqa: N818 -- shown to the operator, as one sentence
    """A backup that cannot be restored; the sentence is a phrase, to be translated."""


class Verified(dict[str, int]):
    """The rows of a backup by table, and the tables of games in it that cannot be read."""

    unreadable: tuple[str, ...] = ()


def back_up(url: str, target: Path) -> Verified:
    """Write a backup of the store at `url` and restore it on trial; raises BadBackup. Nothing is left of one
    that fails."""
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    try:
        source = database_file(url)
        if source is not None:
            copy_file(source, part)
        else:
            with _engine(url, isolation_level="REPEATABLE READ") as origin, _new_database(part) as copy:
                copy_rows(origin, copy)
        verified = verify(part)
        part.rename(target)
    finally:
        part.unlink(missing_ok=True)
    return verified


def copy_file(source: Path, target: Path) -> None:
    """Copy a SQLite database with what is in its WAL, at one moment; writers do not wait."""
    try:
        with (
            closing(sqlite3.connect(source)) as origin,
            closing(sqlite3.connect(target)) as copy,
        ):
            origin.backup(copy)
            copy.execute("pragma journal_mode = delete")  # one file, without a WAL
    except sqlite3.DatabaseError as error:
        raise BadBackup(
            say(
                "The database {database} cannot be copied: {problem}.",
                database=str(source),
                problem=str(error),
            )
        ) from None


def copy_rows(origin: sa.Engine, target: sa.Engine) -> None:
    """Copy all rows to an empty database of the same schema, in one transaction each."""
    with origin.connect() as reading, target.begin() as writing:
        for table in metadata.sorted_tables:
            rows = reading.execution_options(stream_results=True).execute(sa.select(table))
            for some in rows.partitions(ROWS_AT_ONCE):
                writing.execute(sa.insert(table), [dict(row._mapping) for row in some])


def verify(backup: Path) -> Verified:
    """Restore a backup to a temporary folder, and read all of it; raises BadBackup."""
    with tempfile.TemporaryDirectory(dir=backup.parent, prefix=".verify-") as folder:
        restored = Path(folder) / "restored.sqlite"
        restore_file(backup, restored)
        with _database(restored) as engine:
            verified = Verified(count_rows(engine))
        store = open_backup(restored)
        try:
            verified.unreadable = tuple(table for table, _ in find_unreadable(store))
        finally:
            store.close()
    return verified


def open_backup(path: Path) -> Store:
    try:
        return Store(f"sqlite:///{path}")
    except StoreUnavailable as error:
        raise BadBackup(str(error.strerror)) from None


def restore_file(backup: Path, target: Path) -> None:
    """Restore a backup to a new SQLite database and bring that to the present schema; raises BadBackup."""
    if not backup.is_file():
        raise BadBackup(say("There is no backup {backup}.", backup=str(backup)))
    target.touch(mode=0o600)
    copy_file(backup, target)
    with closing(sqlite3.connect(target)) as connection:
        problem = connection.execute("pragma integrity_check(1)").fetchone()[0]
    if problem != "ok":
        raise BadBackup(
            say("The backup {backup} is damaged: {problem}.", backup=str(backup), problem=problem)
        )
    with _database(backup) as origin, _database(target) as copy:
        if count_rows(origin) != count_rows(copy):
            raise BadBackup(
                say("Restoring the backup {backup} does not give back its contents.", backup=str(backup))
            )
    open_backup(target).close()


def restore(backup: Path, url: str) -> Path | None:
    """Restore a backup to the store at `url`; gives where a SQLite database that was there has been put.

    No server may run. Another database has to be empty. Raises BadBackup.
    """
    target = database_file(url)
    if target is None:
        restore_rows(backup, url)
        return None
    fresh = target.with_name(f"{target.name}.part")
    fresh.unlink(missing_ok=True)
    try:
        restore_file(backup, fresh)
        aside = put_aside(target) if target.exists() else None
        fresh.rename(target)
    finally:
        fresh.unlink(missing_ok=True)
    return aside


def put_aside(database: Path) -> Path:
    """Rename a SQLite database, its WAL and its witness."""
    aside = database.with_name(f"{database.name}.before-{datetime.now(UTC):%Y%m%dT%H%M%S%f}")
    for ending in ("", "-wal", "-shm", ENDING):
        each = database.with_name(database.name + ending)
        if each.exists():
            each.rename(aside.with_name(aside.name + ending))
    return aside


def restore_rows(backup: Path, url: str) -> None:
    """Restore a backup to an empty database of another kind."""
    with tempfile.TemporaryDirectory(dir=backup.parent, prefix=".restore-") as folder:
        restored = Path(folder) / "restored.sqlite"
        restore_file(backup, restored)
        with _engine(url) as target, _database(restored) as origin:
            upgrade(target)
            if any(count_rows(target).values()):
                raise BadBackup(
                    say("This database is not empty: create a new one, and name it with --store.")
                )
            copy_rows(origin, target)
            if count_rows(target) != count_rows(origin):
                raise BadBackup(
                    say("The database does not have what is in the backup: restore to a new one.")
                )


def find_damage(url: str) -> str | None:
    """What SQLite finds wrong with its file; None for a sound one, and for other databases."""
    path = database_file(url)
    if path is None:
        return None
    try:
        with closing(sqlite3.connect(path)) as connection:
            problem = str(connection.execute("pragma integrity_check(1)").fetchone()[0])
    except sqlite3.DatabaseError as error:
        problem = str(error)
    return None if problem == "ok" else problem


def count_rows(engine: sa.Engine) -> dict[str, int]:
    """The number of rows by table, of those that the database has."""
    names = set(sa.inspect(engine).get_table_names())
    with engine.connect() as connection:
        return {
            table.name: connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0
            if table.name in names
            else 0
            for table in metadata.sorted_tables
        }


@contextmanager
def _engine(url: str, **options: str) -> Iterator[sa.Engine]:
    """An engine on a database; StoreUnavailable if it cannot be used."""
    try:
        engine = sa.create_engine(url, **options)
        try:
            yield engine
        finally:
            engine.dispose()
    except (sa.exc.SQLAlchemyError, ImportError) as error:
        if sentence := explain_failure(error, url):
            raise StoreUnavailable(errno.ENOENT, sentence) from error
        raise


@contextmanager
def _database(path: Path) -> Iterator[sa.Engine]:
    with _engine(f"sqlite:///{path}") as engine:
        yield engine


@contextmanager
def _new_database(path: Path) -> Iterator[sa.Engine]:
    with _database(path) as engine:
        upgrade(engine)
        yield engine
