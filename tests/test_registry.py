"""Games of other packages: found by their entry points, left out by name where they cannot be played."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import ClassVar

import pytest

import tablier
from tablier.board_game import Game
from tablier.core.values import ContractError
from tablier.python import End, PythonGame
from tablier.registry import register, registered
from tablier.web.languages import GameWords

GOOD = '''
from tablier.python import GridGame

class Row(GridGame):
    """Take the last square.

    Put a piece on any empty square.
    """
    id = "row"
    title = "Row"
    seats = ("One", "Two")
    width, height = 3, 1
    translations = {"fr": {"Row": "Rangée"}}

    def play(self, board, move):
        return self.next_turn(board.put(move, 1 + board.turn))

    def result(self, board):
        return None if 0 in board.cells else self.won(1 - board.turn)
'''
BAD = {
    "clash": (GOOD.replace('"row"', '"quixo"'),
              "has the id 'quixo', which tablier.games.quixo.Quixo has already"),
    "loud": ("raise RuntimeError('no board today')", "cannot be imported: RuntimeError: no board today"),
    "nothing": ("Row = 3", "3 is no subclass of tablier.Game"),
    "unplayable": (GOOD.replace('"row"', '"unplayable"').replace("0 in board.cells", "1 / 0"),
                   "cannot be played: ZeroDivisionError: division by zero"),
    "nameless": (GOOD.replace('"row"', '"No Name"'), "an id has small letters, digits and hyphens"),
    "half": (GOOD.replace('"row"', '"half"').replace("def result", "def no_result"), "lacks result"),
    "endless": (GOOD.replace('"row"', '"endless"').replace("seats = (", 'seats = ("A", "B", "C", '),
                "a game has 1 to 4 seats, not 5"),
    "orphan": (GOOD.replace('"row"', '"orphan"').replace("width,", 'variant_of = "gone"; width,'),
               "is a variant of 'gone', and there is no such game"),
}  # fmt: skip


def install(folder: Path, name: str, source: str, target: str = "Row") -> None:
    """A package as pip leaves it: a module and its metadata."""
    (folder / f"game_{name}.py").write_text(source)
    about = folder / f"game_{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: game-{name}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[tablier.games]\n{name} = game_{name}:{target}\n")


def run(folder: Path, code: str) -> tuple[str, str]:
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return done.stdout, done.stderr


def test_a_game_of_another_package_is_found_and_bad_ones_are_named(tmp_path: Path) -> None:
    install(tmp_path, "row", GOOD)
    install(tmp_path, "several", GOOD.replace('"row"', '"long-row"') + "\nGAMES = (Row,)\n", "GAMES")
    for name, (source, _) in BAD.items():
        install(tmp_path, name, source)
    code = (
        "import json, tablier; s = tablier.game('row').start().after(1);"
        "from tablier.web.languages import translator;"
        "print(json.dumps([tablier.games(), str(s), translator('fr')('Row')]))"
    )
    out, told = run(tmp_path, code)
    names, text, french = json.loads(out)
    assert names == [*BUILT_IN, "row", "long-row"]
    assert (text, french) == ("1x1 o", "Rangée")
    lines = [line for line in told.splitlines() if "is left out" in line]
    assert len(lines) == len(BAD)
    for name, (_, problem) in BAD.items():
        (line,) = (line for line in lines if line.startswith(f"a game of game-{name} ({name})"))
        assert problem in line


BUILT_IN = tuple(
    name for name in tablier.games() if tablier.registry.kind(name).__module__.startswith("tablier.")
)


class Coin(PythonGame[int]):
    id = "coin-test"
    title = "Coin"
    seats = ("One", "Two")
    endings: ClassVar = {"won": "it fell"}

    def setup(self) -> int:
        return 0

    def turn(self, value: int) -> int:
        return value % 2

    def all_moves(self) -> list[str]:
        return ["flip"]

    def moves(self, value: int) -> list[str]:
        return ["flip"]

    def play(self, value: int, move: str) -> int:
        return value + 1

    def result(self, value: int) -> End | None:
        return self.won(0) if value == 3 else None


def test_a_game_is_registered_by_hand_and_again() -> None:
    with registered(Coin):
        assert register(Coin) is Coin
        assert tablier.game("coin-test").start().legal_moves == (0,)
        impostor: type[Game] = type("Impostor", (Coin,), {"__module__": "elsewhere"})
        with pytest.raises(ContractError, match=r"has the id 'coin-test', which tests.test_registry.Coin"):
            register(impostor)
    assert "coin-test" not in tablier.games()


def test_what_a_game_does_not_have_is_empty() -> None:
    class Bare(Coin):
        """"""

        scene_module = None

    assert (Bare.lesson, Bare.examples, Bare.rules_text("en"), Bare.rules_text("fr")) == (
        None,
        {},
        None,
        None,
    )
    with pytest.raises(NotImplementedError, match="has no pictures"):
        Bare().layout()
    assert issubclass(Bare, Game)


def test_words_of_games_are_looked_up_behind_the_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Coin, "translations", {"fr": {"flip": "lancer"}})
    with registered(Coin):
        words = GameWords("fr")
    assert (words.gettext("flip"), words.gettext("other")) == ("lancer", "other")
