"""A SQLite database that has lost its last writes is found out, at the start and by `tablier admin check`."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from tablier.cli import main
from tablier.server.store.backup import put_aside
from tablier.server.store.log import Store
from tests.server.harness import ANN, BOB, ManualClock, open_registry, open_table, play_moves

SAYS = "has lost what was written between"


async def play_and_crash(folder: Path, *copies: Path) -> str:
    """Play two moves, each with a heartbeat, and copy the folder as a crash would leave it."""
    clock = ManualClock()
    folder.mkdir()
    async with open_registry(folder, clock=clock) as registry:
        table = await open_table(registry, "quixo", ANN, BOB)
        for move in ("a1e1", "a5a1"):
            await play_moves(table, move)
            clock.now += 5
            await registry.store.heartbeat(clock.now)
        for copy in copies:
            shutil.copytree(folder, copy)
        return table.id


def damage_wal(folder: Path) -> None:
    """Overwrite what stands at three quarters of the WAL: SQLite drops all that comes after."""
    with (folder / "log.sqlite-wal").open("r+b") as wal:
        wal.seek(wal.seek(0, 2) * 3 // 4)
        wal.write(b"\0" * 4096)


@pytest.mark.anyio
async def test_a_damaged_wal_is_noticed_at_the_start(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    sound, damaged = tmp_path / "sound", tmp_path / "damaged"
    table = await play_and_crash(tmp_path / "played", sound, damaged)
    damage_wal(damaged)
    async with open_registry(sound) as registry:
        assert len((await registry.find(table)).state.match.moves) == 2
    assert SAYS not in caplog.text
    async with open_registry(damaged):
        pass
    assert caplog.text.count(SAYS) == 1
    assert "1970-01-12 13:46:50 (UTC)" in caplog.text  # the last heartbeat that was acknowledged


def test_the_operator_is_told_by_check(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged"
    asyncio.run(play_and_crash(tmp_path / "played", damaged))
    damage_wal(damaged)
    url = f"sqlite:///{damaged / 'log.sqlite'}"
    found = CliRunner().invoke(main, ["admin", "--store", url, "check"])
    assert found.exit_code == 1
    assert SAYS in found.output


def test_a_restored_backup_has_lost_nothing(tmp_path: Path) -> None:
    path = tmp_path / "log.sqlite"
    store = Store(f"sqlite:///{path}")
    store._witness.write(5.0)
    assert SAYS in str(store.find_loss())
    store.close()
    put_aside(path)
    store = Store(f"sqlite:///{path}")
    assert store.find_loss() is None
    store.close()
