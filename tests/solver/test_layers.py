"""Tables: solutions in layers, made by a game's kernel and kept in a folder."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

import tablier
from tablier.cli import main
from tablier.core.kernel import Needs
from tablier.solver import (
    LayeredSolution,
    ShortageError,
    SolutionError,
    UnknownValueError,
    Value,
    building,
    find_solution,
    open_solution,
    set_tables_folder,
    solve,
    solve_in_memory,
    tables_folder,
    verify,
)
from tablier.solver.layerfile import HEAD, MAGIC, LayerFile, path_of, write

GAME, MEDIUM = tablier.game("quixo", size=3), tablier.game("quixo", size=4)
ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return solve(GAME, tmp_path_factory.mktemp("tables") / "small").path


@pytest.fixture(scope="module")
def medium(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return solve(MEDIUM, tmp_path_factory.mktemp("tables") / "medium", threads=2).path


@pytest.fixture
def copy(small: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(small, tmp_path / "copy"))


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("name", ["small", "medium"])
def test_a_table_is_right(name: str, request: pytest.FixtureRequest) -> None:
    """The known results (Tanaka, Bonnet, Tixeuil, Tamura: Quixo is solved, 2020): the first player wins."""
    solution = open_solution(request.getfixturevalue(name))
    assert solution.value(solution.game.start()) is Value.WIN
    assert verify(solution, threads=2) == ()
    assert solution.counts() == solve_in_memory(solution.game).counts()


def test_it_says_as_much_from_disk_as_from_memory(medium: Path) -> None:
    one, other = open_solution(medium), solve_in_memory(MEDIUM)
    rng, state = Random(3), MEDIUM.start()
    for _ in range(300):
        assert one.value(state) is other.value(state)
        assert one.best(state) == other.best(state)
        state = state.after(rng.choice(state.legal_moves)) if state.legal_moves else MEDIUM.start()


def test_an_entry_may_have_several_blocks(tmp_path: Path) -> None:
    """As those of the large board have, whose blocks are as small."""
    kernel = MEDIUM.kernel()
    assert kernel is not None
    for layer in range(3):
        kernel.begin(layer)
        kernel.solve()
        write(tmp_path, MEDIUM, kernel, layer, block=1 << 10)
    file = LayerFile(path_of(tmp_path, 2))
    assert file.head.parts == 16
    memory = solve_in_memory(MEDIUM).layers[2]
    rng = Random(4)
    for _ in range(500):
        key, position = file.key(rng.randrange(file.head.entries)), rng.randrange(1 << 14)
        assert file.value(key, position) is memory.value(key, position)
    packed = kernel.pack(0, kernel.entries(2))
    file.restore(kernel)
    assert kernel.pack(0, kernel.entries(2)) == packed


def test_threads_change_nothing(medium: Path, tmp_path: Path) -> None:
    assert contents(solve(MEDIUM, tmp_path / "again").path) == contents(medium)


class Interruption(BaseException):
    pass


def test_it_goes_on_after_the_last_finished_layer(small: Path, tmp_path: Path) -> None:
    said: list[str] = []

    def interrupt(sentence: str) -> None:
        said.append(sentence)
        if sentence.startswith("5 marks"):
            raise Interruption

    with pytest.raises(Interruption):
        solve(GAME, tmp_path / "small", tell=interrupt)
    with pytest.raises(SolutionError, match="is not finished"):
        open_solution(tmp_path / "small")
    (tmp_path / "small" / "05.part").write_bytes(b"killed while this was written")
    said.clear()
    solve(GAME, tmp_path / "small", tell=said.append)
    assert said[1] == "going on after 5 marks"
    assert said[2].startswith("4 marks")
    assert contents(tmp_path / "small") == contents(small)


def test_it_survives_being_killed(medium: Path, tmp_path: Path) -> None:
    """At any moment: here, whenever the next layer is there."""
    words = ["solve", "quixo", "-o", "size=4", "--threads", "2", "--out", str(tmp_path / "killed")]
    for _ in range(3):
        code = f"from tablier.cli import main; main({words!r})"
        running = subprocess.Popen([sys.executable, "-u", "-c", code], stdout=subprocess.PIPE, text=True)
        assert running.stdout is not None
        for line in running.stdout:
            if " marks: " in line:
                running.send_signal(signal.SIGKILL)
                break
        running.communicate()
    assert contents(solve(MEDIUM, tmp_path / "killed").path) == contents(medium)


def test_a_table_that_is_there_is_opened(small: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in small.iterdir()}
    said: list[str] = []
    solution = solve(GAME, small, tell=said.append)
    assert said == []
    assert before == {path: path.stat().st_mtime_ns for path in small.iterdir()}
    assert repr(solution) == f"open_solution({str(small)!r})"
    with pytest.raises(SolutionError, match="is about another game"):
        solve(MEDIUM, small)


def alter(path: Path, at: int) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= 255
    path.write_bytes(data)


def rewrite_head(path: Path, **changes: object) -> None:
    """Another head, with a checksum that is right."""
    data = path.read_bytes()
    fields = json.loads(data[len(MAGIC) + 65 : HEAD]) | changes
    text = json.dumps(fields).encode()
    head = MAGIC + sha256(text).hexdigest().encode() + b"\n" + text
    path.write_bytes(head.ljust(HEAD - 1) + b"\n" + data[HEAD:])


def test_what_is_damaged_is_noticed(copy: Path) -> None:
    path = path_of(copy, 4)
    whole = path.read_bytes()

    def sentence(expected: str) -> None:
        with pytest.raises(SolutionError, match=expected) as caught:
            verify(open_solution(copy))
        assert str(path) in str(caught.value) or str(copy) in str(caught.value)
        assert "\n" not in str(caught.value)
        path.write_bytes(whole)

    alter(path, 3)
    sentence("is not a layer of a table")
    path.write_bytes(whole.replace(MAGIC, b"tablier layer 7\n"))
    sentence("another format")
    alter(path, 100)
    sentence("head cannot be read")
    path.write_bytes(whole[:1000])
    sentence("head cannot be read")
    path.write_bytes(whole[:-1])
    sentence("bytes instead of")
    alter(path, HEAD + 2)
    sentence("its index does not have the checksum")
    alter(path, len(whole) - 30)
    sentence("its values do not have the checksum")
    rewrite_head(path, kernel=99)
    sentence("another version")
    rewrite_head(path, options={"size": 4})
    sentence("about another game")
    rewrite_head(path, layer=5)
    sentence("another layer than its name says")
    rewrite_head(path_of(copy, 0), game="no such game")
    sentence("a game that is not here")


def test_a_damaged_block_is_noticed_when_it_is_asked(copy: Path) -> None:
    path = path_of(copy, 0)  # it has one block only
    alter(path, path.stat().st_size - 20)
    with pytest.raises(SolutionError, match="block 0 cannot be unpacked"):
        open_solution(copy).value(GAME.read("xox/oxo/xox x"))


def test_damage_is_never_built_upon(copy: Path) -> None:
    path_of(copy, 9).unlink()
    alter(path_of(copy, 8), 100)
    with pytest.raises(SolutionError, match="head cannot be read"):
        solve(GAME, copy)


def test_wrong_values_are_found(copy: Path) -> None:
    """A layer whose checksums are right and whose values are not: that of other rules."""
    kernel = GAME.kernel()
    assert kernel is not None
    LayerFile(path_of(copy, 3)).restore(kernel)
    packed = bytearray(kernel.pack(0, kernel.entries(3)))
    packed[1::2], packed[::2] = packed[::2], packed[1::2]  # won is lost
    kernel.restore(0, kernel.entries(3), bytes(packed))
    write(copy, GAME, kernel, 3)
    faults = verify(open_solution(copy))
    assert faults
    assert {GAME.rules} == {state.rules for state in faults}


def test_a_part_of_a_table_says_what_it_does_not_know(copy: Path) -> None:
    for layer in range(3):
        path_of(copy, layer).unlink()
    with pytest.raises(SolutionError, match="is not finished"):
        open_solution(copy)
    part = LayeredSolution.open(copy, partial=True)
    assert part.value(GAME.start()) is Value.WIN
    full = GAME.read("xox/oxo/xo1 x")
    assert part.look(full) is None
    assert part.best(full) == ()
    with pytest.raises(UnknownValueError, match="does not know the value of"):
        part.value(full)
    assert repr(part) == f"LayeredSolution.open({str(copy)!r}, partial=True)"
    assert verify(part) == ()


def test_the_fullest_layers_alone_are_a_part_of_a_table(medium: Path, tmp_path: Path) -> None:
    """What is known is right, moves never leave it, and the rest can be solved later."""
    part = solve(MEDIUM, tmp_path / "part", layers=5)
    assert isinstance(part, LayeredSolution)
    assert list(part.layers) == list(range(5))
    assert part.look(MEDIUM.start()) is None
    whole, full = solve_in_memory(MEDIUM), MEDIUM.read("xoxo/oxox/oxo1/xoxo x")
    assert part.value(full) is whole.value(full)
    assert part.best(full) == whole.best(full) != ()
    assert verify(part) == ()
    with pytest.raises(SolutionError, match="not finished"):
        open_solution(part.path)
    assert contents(solve(MEDIUM, part.path).path) == contents(medium)
    with pytest.raises(ValueError, match="layers is at least 1, not 0"):
        solve(MEDIUM, tmp_path / "none", layers=0)
    with pytest.raises(ValueError, match="not solved in layers"):
        solve(GAME, tmp_path / "none", layers=2, generic=True)


def test_the_command_for_a_part_of_a_table(tmp_path: Path) -> None:
    words = ["solve", "quixo", "-o", "size=4", "--layers", "3", "--out", str(tmp_path / "part"), "--verify"]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    assert "3 of 17 layers of tablier.game('quixo', size=4) are solved." in result.output
    assert "Every position looked at agrees" in result.output
    assert "who begins" not in result.output


def test_a_folder_without_layers(tmp_path: Path) -> None:
    with pytest.raises(SolutionError, match="is not a solution"):
        open_solution(tmp_path)


def test_what_is_not_there_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "free_memory", lambda: 1000)
    with pytest.raises(ShortageError, match=r"needs 0\.0 MB of memory, 0\.0 MB are free"):
        solve(GAME, tmp_path / "new" / "small")
    monkeypatch.setattr(building, "free_memory", lambda: None)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(1, 1, 0))
    with pytest.raises(ShortageError, match=r"needs 0\.0 MB of disk, 0\.0 MB are free in"):
        solve(GAME, tmp_path / "new" / "small")
    assert list(tmp_path.iterdir()) == []


def test_the_package_that_compresses_may_be_missing(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablier.solver.compression.find_spec", lambda _: None)
    sentence = r"needs the package zstandard: pip install 'tablier\[solver\]'"
    with pytest.raises(ValueError, match=sentence):
        solve(GAME, tmp_path / "new")
    with pytest.raises(ValueError, match=sentence):
        open_solution(small)
    assert solve_in_memory(GAME).value(GAME.start()) is Value.WIN


def test_what_it_takes_is_said_first() -> None:
    kernel = tablier.game("quixo").kernel()
    assert kernel is not None
    needs = kernel.needs()
    assert 17e9 < needs.memory < 18e9
    assert building.describe(Needs(17 * 10**9, 9 * 10**9, 1800), 2) == (
        "This takes up to 17.0 GB of memory, about 9.0 GB of disk and about 15 minutes on 2 threads."
    )
    assert "less than a minute on 1 thread." in building.describe(Needs(1, 1, 1), 1)
    memory = building.free_memory()
    assert memory is None or memory > 10**6


def test_the_command(tmp_path: Path) -> None:
    table, classes = tmp_path / "deep" / "small", tmp_path / "classes.tsv"
    words = ["solve", "quixo", "-o", "size=3", "--out", str(table), "--classes", str(classes), "--verify"]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    assert "of memory" in result.output.splitlines()[0]
    assert "won for Cross" in result.output
    assert "19,683 positions" in result.output
    assert "Every position looked at agrees" in result.output
    lines = [line.split("\t") for line in classes.read_text().splitlines()]
    assert lines[0] == ["own", "other", "won", "lost", "drawn"]
    assert lines[1] == ["9", "0", "1", "0", "0"]
    assert len(lines) == 1 + 55
    path_of(table, 4).write_bytes(b"")
    again = CliRunner().invoke(main, words)
    assert again.exit_code == 1
    assert again.output.lstrip().startswith("Error: ")


def test_classes_need_a_kernel(tmp_path: Path) -> None:
    path = tmp_path / "file"
    generic = solve(GAME, path, generic=True)
    from tablier.solver.command import write_classes

    with pytest.raises(ValueError, match="has no classes"):
        write_classes(generic, tmp_path / "classes")


def test_the_usual_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TABLIER_TABLES", raising=False)
    monkeypatch.setattr("platformdirs.user_data_path", lambda *_, **__: tmp_path / "data")
    assert tables_folder() == tmp_path / "data" / "solutions"
    result = CliRunner().invoke(main, ["solve", "quixo", "-o", "size=3"])
    assert result.exit_code == 0, result.output
    assert open_solution(tmp_path / "data" / "solutions" / "quixo-size-3.table").game == GAME
    monkeypatch.setenv("TABLIER_TABLES", os.fspath(tmp_path / "named"))
    assert tables_folder() == tmp_path / "named"
    set_tables_folder(tmp_path / "chosen")
    assert tables_folder() == tmp_path / "chosen"
    set_tables_folder(None)
    assert tables_folder() == tmp_path / "named"


def test_the_server_is_told_where_tables_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    monkeypatch.setattr("tablier.server.run.run", lambda *_, **__: found.append(tables_folder()))
    try:
        result = CliRunner().invoke(main, ["serve", "--tables", str(tmp_path)])
        assert result.exit_code == 0, result.output
        assert found == [tmp_path]
    finally:
        set_tables_folder(None)
    result = CliRunner().invoke(main, ["serve", "--tables", str(tmp_path / "none")])
    assert (result.exit_code, len(found)) == (1, 1)
    assert "of solved games does not exist." in result.output


def test_small_boards_need_no_table(tmp_path: Path) -> None:
    set_tables_folder(tmp_path)
    try:
        known = find_solution(MEDIUM)
        assert known is solve_in_memory(MEDIUM)
        assert repr(known) == "solve_in_memory(tablier.game('quixo', size=4))"
        assert find_solution(tablier.game("quixo")) is None
        with pytest.raises(ValueError, match="cannot be solved at once"):
            solve_in_memory(tablier.game("quixo"))
        with pytest.raises(ValueError, match="is in memory"):
            _ = solve_in_memory(MEDIUM).path
    finally:
        set_tables_folder(None)
    assert list(tmp_path.iterdir()) == []
