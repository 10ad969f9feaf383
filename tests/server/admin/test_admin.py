"""`tablier admin`: backups, tables and persons, beside a running server and without one."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tablier.cli import main
from tablier.server.store.folder import DATABASE, lock_folder
from tests.server.harness import Server
from tests.server.services import PostgreSQL

DATA = Path(__file__).parents[2] / "data"
OLD: dict[str, Any] = json.loads((DATA / "store-0.1.json").read_text())
RUNNING = "b8Lc9iifvZmq"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with the tables and accounts that version 0.1 left."""
    folder = tmp_path / "data"
    folder.mkdir()
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        database.executescript((DATA / "store-0.1.sql").read_text())
    return folder


def run(folder: Path | str, *words: str, typed: str = "") -> Result:
    place = ("--store", folder) if isinstance(folder, str) else ("--data", str(folder))
    return CliRunner().invoke(main, ["admin", *place, *words], input=typed)


def ask(folder: Path, query: str) -> list[Any]:
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        return database.execute(query).fetchall()


def change(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        database.execute(statement)
        database.commit()


def counts(folder: Path) -> dict[str, int]:
    return {
        name: ask(folder, f"select count(*) from {name}")[0][0]
        for name in ("log", "matches", "sitters", "accounts", "gone", "rated", "reviews")
    }


def test_a_backup_is_restored_as_it_was(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    made = run(folder, "backup", str(copy))
    assert made.exit_code == 0, made.output
    assert "verified" in made.output
    assert copy.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == sorted(["copy.sqlite", "data"])
    before = counts(folder)
    change(folder, "delete from log")
    restored = run(folder, "restore", str(copy), "--yes")
    assert restored.exit_code == 0, restored.output
    assert counts(folder) == before
    assert len(list(folder.glob(f"{DATABASE}.before-*"))) == 1
    assert run(folder, "check").output == "Everything can be read.\n"


def test_a_backup_has_what_is_in_the_wal_of_a_running_server(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    try:
        token = server.guest("Ann")
        table = server.call("/api/tables", {"game": "quixo"}, token)[1]["table"]
        assert run(server.data, "backup", str(tmp_path / "copy.sqlite")).exit_code == 0
        with closing(sqlite3.connect(tmp_path / "copy.sqlite")) as copy:
            assert copy.execute("select id from matches").fetchall() == [(table,)]
        refused = run(server.data, "restore", str(tmp_path / "copy.sqlite"), "--yes")
        assert refused.exit_code == 1
        assert refused.output.startswith("Error: A server is running on ")
        assert "stop it first" in refused.output
        assert "A server is running" in run(server.data, "repair", "--yes").output
    finally:
        server.stop()


def test_a_backup_moves_from_sqlite_to_postgresql_and_back(
    folder: Path, tmp_path: Path, postgresql: PostgreSQL
) -> None:
    copy, again, url = tmp_path / "copy.sqlite", tmp_path / "again.sqlite", postgresql.create()
    assert run(folder, "backup", str(copy)).exit_code == 0
    result = run(url, "restore", str(copy), "--yes")
    assert result.exit_code == 0, result.output
    assert "This database is not empty" in run(url, "restore", str(copy), "--yes").output
    result = run(url, "backup", str(again))
    assert result.exit_code == 0, result.output
    other = tmp_path / "other"
    assert run(other, "restore", str(again), "--yes").exit_code == 0
    assert counts(other) == counts(folder)
    assert ask(other, "select * from log order by match, number") == ask(
        folder, "select * from log order by match, number"
    )


def test_a_broken_backup_is_refused_and_nothing_is_touched(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    run(folder, "backup", str(copy))
    before = (folder / DATABASE).read_bytes()
    for spoiled in (copy.read_bytes()[:9000], b"no database at all" * 300):
        copy.write_bytes(spoiled)
        result = run(folder, "restore", str(copy), "--yes")
        assert result.exit_code == 1
        assert len(result.output.splitlines()) == 1
    assert "There is no backup" in run(folder, "restore", str(tmp_path / "nowhere"), "--yes").output
    assert (folder / DATABASE).read_bytes() == before


def test_a_damaged_table_is_found_and_repaired(folder: Path, tmp_path: Path) -> None:
    lines = ask(folder, f"select count(*) from log where match = '{RUNNING}'")[0][0]
    change(folder, f"update log set event = '{{}}' where match = '{RUNNING}' and number = {lines - 1}")
    checked = run(folder, "check")
    assert checked.exit_code == 1
    assert checked.output.startswith(f"{RUNNING}: ")
    assert "Error: 1 table cannot be read" in checked.output
    result = run(folder, "repair", "--copies", str(tmp_path / "copies"), "--yes")
    assert result.output.startswith(f"{RUNNING}: 2 lines removed.")
    assert len((tmp_path / "copies" / f"{RUNNING}.jsonl").read_text().splitlines()) == lines
    assert run(folder, "check").exit_code == 0
    assert ask(folder, f"select max(number) from log where match = '{RUNNING}'") == [(lines - 2,)]


def test_a_damaged_database_is_told_in_one_sentence(folder: Path) -> None:
    (folder / DATABASE).write_bytes((folder / DATABASE).read_bytes()[:9000])
    result = run(folder, "check")
    assert result.exit_code == 1
    assert result.output.startswith("Error: The database is damaged: ")
    assert len(result.output.splitlines()) == 1


def test_nothing_is_done_without_a_yes(folder: Path) -> None:
    before = counts(folder)
    for words in (("remove", RUNNING), ("close", RUNNING), ("close-account", "Ann"), ("ban", "Ann")):
        assert run(folder, *words, typed="n\n").exit_code == 1
    assert counts(folder) == before
    assert run(folder, "remove", RUNNING, typed="y\n").exit_code == 0
    assert counts(folder)["matches"] == before["matches"] - 1


def test_a_table_is_closed_and_removed(folder: Path) -> None:
    assert run(folder, "close", RUNNING, "--yes").output == f"Table {RUNNING} is closed.\n"
    assert ask(folder, f"select status from matches where id = '{RUNNING}'") == [("over",)]
    assert "is over already" in run(folder, "close", RUNNING, "--yes").output
    assert "is removed" in run(folder, "remove", RUNNING, "--yes").output
    assert ask(folder, f"select 1 from log where match = '{RUNNING}'") == []
    for command in ("close", "remove"):
        assert run(folder, command, RUNNING, "--yes").output == f"Error: There is no table {RUNNING}.\n"


def test_persons_are_found_by_name_id_and_table(folder: Path) -> None:
    assert "Ann" in run(folder, "find", "AN").output
    assert "(guest)" in run(folder, "find", "dee").output
    assert "ann" in run(folder, "find", RUNNING).output
    nobody = run(folder, "find", "Zoe")
    assert (nobody.exit_code, nobody.output) == (1, "Error: Nobody matches 'Zoe'.\n")


def test_an_account_is_renamed(folder: Path) -> None:
    assert run(folder, "rename", "Ann", "Anna", "--yes").output == "Ann is now Anna.\n"
    assert ask(folder, "select name from accounts where person = 'ann'") == [("Anna",)]
    assert "There is no account 'Ann'" in run(folder, "rename", "Ann", "Eve", "--yes").output


def test_stats_count_what_is_there(folder: Path) -> None:
    output = run(folder, "stats").output
    has = counts(folder)
    assert f"tables: {has['matches']} (" in output
    assert f"lines: {has['log']}\n" in output
    assert f"accounts: {has['accounts']}, 0 of them banned" in output


def test_pruning_is_off_unless_set(folder: Path) -> None:
    before = counts(folder)
    result = run(folder, "prune", "--yes")
    assert (result.exit_code, "Nothing is pruned unless" in result.output) == (1, True)
    assert counts(folder) == before


def test_what_is_abandoned_is_pruned_and_what_is_finished_stays(folder: Path) -> None:
    over = ask(folder, "select count(*) from matches where status = 'over'")
    assert ask(folder, "select count(*) from matches where status != 'over'") != [(0,)]
    assert "0 abandoned tables" in run(folder, "prune", "--tables", "100000", "--yes").output
    result = run(folder, "prune", "--tables", "1", "--guests", "1", "--yes")
    assert result.exit_code == 0, result.output
    assert ask(folder, "select count(*) from matches where status != 'over'") == [(0,)]
    assert ask(folder, "select count(*) from matches") == over
    gone = {row[0] for row in ask(folder, "select person from gone where became is null")}
    accounts = {row[0] for row in ask(folder, "select person from accounts")}
    seated = {row[0] for row in ask(folder, "select person from sitters")}
    assert seated - accounts <= gone
    assert not accounts & gone


def test_a_store_that_is_not_there_is_told_and_not_made(tmp_path: Path) -> None:
    result = run(tmp_path / "nowhere", "stats")
    assert result.exit_code == 1
    assert result.output.startswith("Error: There is no store ")
    assert not (tmp_path / "nowhere").exists()


def test_a_lock_of_a_server_is_seen(folder: Path, tmp_path: Path) -> None:
    with lock_folder(folder):
        assert "A server is running" in run(folder, "repair", "--yes").output
        assert run(folder, "backup", str(tmp_path / "copy.sqlite")).exit_code == 0


@pytest.mark.parametrize("words", [("backup",), ("restore", "--yes"), ("stats",), ("check",)])
def test_a_database_that_is_away_gets_one_sentence(
    folder: Path, tmp_path: Path, words: tuple[str, ...]
) -> None:
    copy = tmp_path / "copy.sqlite"
    if words[0] == "restore":
        run(folder, "backup", str(copy))
    files = (str(copy),) if words[0] in ("backup", "restore") else ()
    result = run("postgresql+psycopg://nobody:hush@127.0.0.1:9/x", *words, *files)
    assert (result.exit_code, result.output.count("Error: ")) == (1, 1)
    assert result.output.startswith("Error: This store cannot be used: ")
    assert "Traceback" not in result.output
    assert "hush" not in result.output


def test_a_backup_changes_nothing_in_the_store(folder: Path, tmp_path: Path) -> None:
    change(folder, "update alembic_version set version_num = '0004'")
    change(folder, "drop table reviews")
    assert run(folder, "backup", str(tmp_path / "copy.sqlite")).exit_code == 0
    assert ask(folder, "select version_num from alembic_version") == [("0004",)]


def test_it_speaks_the_language_of_the_system(folder: Path) -> None:
    french = CliRunner(env={"LC_ALL": "fr_FR.UTF-8"})
    words = ["admin", "--data", str(folder)]
    assert french.invoke(main, [*words, "check"]).output == "Tout est lisible.\n"
    refused = french.invoke(main, [*words, "close", "nowhere", "--yes"])
    assert refused.output == "Erreur\u00a0: Il n’y a pas de table nowhere.\n"
    asked = french.invoke(main, [*words, "ban", "Ann"], input="n\n")
    assert asked.output.startswith("Exclure Ann\u00a0?")
    assert "exclus" in french.invoke(main, [*words, "stats"]).output
