"""The tutorial of docs/writing-a-game.md does what it says, and ends with what `tablier new-game` writes."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import tablier
from tablier.cli import main
from tablier.registry import registered, unregister
from tablier.testing import check

ROOT = Path(__file__).parents[1]
BLOCKS = re.findall(r"^```python\n(.*?)^```", (ROOT / "docs" / "writing-a-game.md").read_text(), re.M | re.S)
WHOLE = next(block for block in BLOCKS if block.startswith('"""'))


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The package that `tablier new-game clobber` writes, importable."""
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, ["new-game", "clobber"])
    assert done.exit_code == 0, done.output
    folder = tmp_path / "tablier-clobber"
    monkeypatch.syspath_prepend(str(folder / "src"))
    for name in [name for name in sys.modules if name.partition(".")[0] == "clobber"]:
        monkeypatch.delitem(sys.modules, name)
    return folder


def test_every_example_runs() -> None:
    names: dict[str, object] = {"__name__": "tutorial"}
    assert len(BLOCKS) >= 6
    try:
        for block in BLOCKS:
            if block is not WHOLE:
                exec(compile(block, "docs/writing-a-game.md", "exec"), names)
        assert "clobber" in tablier.games()
    finally:
        unregister("clobber")


def test_the_tutorial_ends_with_the_package(package: Path) -> None:
    assert (package / "src" / "clobber" / "__init__.py").read_text() == WHOLE


def test_the_new_game_obeys_the_laws(package: Path) -> None:
    from clobber import Clobber  # type: ignore[import-not-found]  # written by the fixture

    check(Clobber)
    assert Clobber.rules_text("fr").startswith("# Clobber\n\nChaque coup")
    with registered(Clobber):
        game = tablier.game("clobber")
        said = {game.title, game.pitch, *game.seats, *game.endings.values()}
    assert said <= set(Clobber.translations["fr"])


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["Three Rows"], "a name consists of lower-case letters, digits and hyphens"),
        (["quixo"], "there is a game 'quixo' already"),
        (["rows", "--folder", "."], ". is there already: choose another folder"),
    ],
)
def test_a_name_that_will_not_do_is_refused_in_a_sentence(
    words: list[str], problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, ["new-game", *words])
    assert done.exit_code == 1
    assert problem in done.output
    assert list(tmp_path.iterdir()) == []
