"""The data folder: one server, its owner alone, and a sentence for a database that cannot be used."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tablier.server.store.folder import DATABASE, FolderInUse, folder_url, lock_folder, open_folder
from tablier.server.store.log import Store, StoreUnavailable


def test_the_folder_and_its_files_are_for_the_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    store = Store(open_folder(folder))
    try:
        modes = {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}
        assert modes == {DATABASE: 0o600, f"{DATABASE}-wal": 0o600, f"{DATABASE}-shm": 0o600}
        assert folder.stat().st_mode & 0o777 == 0o700
    finally:
        store.close()


def test_a_folder_of_an_earlier_version_is_closed_to_others(tmp_path: Path) -> None:
    sqlite3.connect(tmp_path / DATABASE).close()
    tmp_path.chmod(0o755)
    (tmp_path / DATABASE).touch()
    (tmp_path / DATABASE).chmod(0o644)
    Store(open_folder(tmp_path)).close()
    assert tmp_path.stat().st_mode & 0o777 == 0o700
    assert (tmp_path / DATABASE).stat().st_mode & 0o777 == 0o600


def test_a_folder_of_somebody_elses_things_keeps_its_mode(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    open_folder(tmp_path)
    assert tmp_path.stat().st_mode & 0o777 == 0o755


def test_a_second_server_is_kept_out(tmp_path: Path) -> None:
    with lock_folder(tmp_path):
        with pytest.raises(FolderInUse, match=r"Another server \(process \d+\) uses the folder"):
            lock_folder(tmp_path).__enter__()
        words = [sys.executable, "-m", "tablier.cli", "serve", "--port", "0", "--data", str(tmp_path)]
        second = subprocess.run(words, capture_output=True, text=True)
    assert second.returncode == 1
    assert second.stderr.startswith("Error: Another server (process ")
    assert len(second.stderr.splitlines()) == 1
    with lock_folder(tmp_path):
        pass


def test_servers_that_share_the_news_share_the_folder(tmp_path: Path) -> None:
    shared = [lock_folder(tmp_path, shared=True) for _ in range(2)]
    with shared[0], shared[1], pytest.raises(FolderInUse):
        lock_folder(tmp_path).__enter__()


def make_store(folder: Path) -> Path:
    Store(open_folder(folder)).close()
    return folder / DATABASE


def spoil_header(database: Path) -> None:
    data = bytearray(database.read_bytes())
    data[:16] = b"not a database!!"
    database.write_bytes(data)


def truncate(database: Path) -> None:
    database.write_bytes(database.read_bytes()[: 4096 * 2 + 100])


def upgrade_too_far(database: Path) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute("update alembic_version set version_num = 'a9999'")
    connection.close()


def replace_by_another(database: Path) -> None:
    database.unlink()
    with sqlite3.connect(database) as connection:
        connection.execute("create table songs (title text)")
    connection.close()


@pytest.mark.parametrize(
    ("spoil", "sentences"),
    [
        (spoil_header, ("is damaged (file is not a database). Keep a copy of it, then restore a backup",)),
        (truncate, ("is damaged (", "restore a backup")),
        (upgrade_too_far, ("was written by a newer version of Tablier (schema a9999). Run that version",)),
        (replace_by_another, ("is the database of another program: choose another folder",)),
    ],
)
def test_a_database_that_cannot_be_used_gets_a_sentence(
    tmp_path: Path, spoil: object, sentences: tuple[str, ...]
) -> None:
    database = make_store(tmp_path)
    assert callable(spoil)
    spoil(database)
    with pytest.raises(StoreUnavailable) as failure:
        Store(folder_url(tmp_path))
    said = str(failure.value.strerror)
    assert str(database) in said
    for sentence in sentences:
        assert sentence in said
