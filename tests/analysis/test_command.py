"""`tablier analyse`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import tablier
from tablier.analysis import report
from tablier.bots import opinion
from tablier.cli import main

MOVES = ("a2a1", "b1b3", "a3c3", "b1a1", "c1c3", "a2a1")


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match = tablier.Match(tablier.game("quixo", size=3)).play(*MOVES)
    file = tmp_path / "game.txt"
    file.write_text(str(tablier.Record(match, players=("Ann", "<b>Bob</script>"))), encoding="utf-8")
    return file


def run(*words: object) -> Result:
    return CliRunner().invoke(main, ["analyse", *map(str, words)])


def test_the_table_has_every_move_and_what_was_better(record: Path) -> None:
    shown = run(record, "--nodes", 3000, "--language", "en")
    assert shown.exit_code == 0
    rows = {row.split()[0]: row for row in shown.output.splitlines() if re.match(r"\d+\.", row)}
    assert set(rows) == {f"{ply}." for ply in range(1, 7)}
    assert "c1c3?" in rows["5."]
    assert "c1a1 (−100%)" in rows["5."]
    assert "Completes the line" in rows["6."]


def test_in_french(record: Path) -> None:
    assert "Complète la ligne" in run(record, "--nodes", 300, "--language", "fr").output


def test_as_json_from_json(record: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(tablier.Record.read(record.read_text()).to_json(), encoding="utf-8")
    found = json.loads(run(file, "--json", "--nodes", 3000, "--language", "en").stdout)
    assert found["is_complete"] is True
    assert [move["move"] for move in found["moves"]] == list(MOVES)
    assert found["moves"][4]["is_mistake"] is True
    assert found["moves"][5]["why"]["says"] == "Completes the line a1–a3 and wins."
    assert found["moves"][5]["why"]["overlays"][0]["spots"] == ["a1", "a2", "a3"]
    assert len(found["shares"]) == 7


def test_the_page_needs_nothing_else_and_names_stay_names(record: Path, tmp_path: Path) -> None:
    out = tmp_path / "review.html"
    assert run(record, "--html", out, "--nodes", 300).exit_code == 0
    page = out.read_text(encoding="utf-8")
    outside = re.findall(r"""(?:src|href)=["'](?!#)|url\((?!#)|@import|fetch\(""", page)
    assert not outside
    assert "<b>Bob" not in page.partition("<script>")[0]
    assert page.count("</script>") == 1
    assert "prefers-color-scheme: dark" in page


def test_the_page_is_written_as_french_is(record: Path, tmp_path: Path) -> None:
    out = tmp_path / "review.html"
    arguments = ["analyse", str(record), "--html", str(out), "--nodes", "300", "--language", "fr"]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    page = out.read_text(encoding="utf-8")
    assert re.search(r"<title>Quixo\s: ", page)
    assert re.search(rf"Croix[^\"]*\s: {MOVES[0]}", page)


def test_a_bar_tells_how_far_it_is(record: Path, tmp_path: Path) -> None:
    arguments = ["analyse", str(record), "--html", str(tmp_path / "page.html"), "--nodes", "300"]
    shown = CliRunner().invoke(main, [*arguments, "--language", "en"], env={"FORCE_COLOR": "1"})
    assert shown.exit_code == 0
    assert "Reviewing" in shown.stderr
    assert re.search(r"\d/6", shown.stderr)
    assert shown.stdout == ""


def test_ctrl_c_leaves_what_there_is(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def interrupted(*args: object, **options: object) -> object:
        asked.append(args)
        if len(asked) > 3:
            raise KeyboardInterrupt
        return opinion(*args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(report, "opinion", interrupted)
    shown = run(record, "--nodes", 300, "--language", "en")
    assert shown.exit_code == 130
    assert re.search(r"^1\. ", shown.stdout, re.MULTILINE)
    assert re.search(r"Stopped: [1-5] of 6 moves are reviewed\.", shown.stderr)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "expected one record, found no record"),
        ('[Game "quixo"]\n\n1. a1e1 zz\n*\n', "line 3, column 9"),
        ('{"game": "quixo", "moves": [}', "column"),
        ('{"game": "quixo", "moves": ["zz"]}', "zz"),
    ],
)
def test_a_bad_record_is_told_in_one_sentence(tmp_path: Path, content: str, said: str) -> None:
    file = tmp_path / "bad.txt"
    file.write_text(content, encoding="utf-8")
    shown = run(file)
    assert shown.exit_code == 1
    assert said in shown.output
    assert "Traceback" not in shown.output


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    shown = run(tmp_path / "nothing.txt")
    assert shown.exit_code == 1
    assert "No such file" in shown.output


def test_an_unfinished_match_without_moves_has_an_empty_table(tmp_path: Path) -> None:
    file = tmp_path / "start.txt"
    file.write_text(str(tablier.Record(tablier.Match(tablier.game("quixo", size=3)))), encoding="utf-8")
    assert run(file, "--nodes", 300).exit_code == 0
    assert run(file, "--nodes", 300, "--html", tmp_path / "page.html").exit_code == 0
