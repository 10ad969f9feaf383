"""What authors are told: laws by function, by pytest, and what to do when one is broken."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tablier
from tablier.python import Board
from tablier.testing import LAWS, LawBroken, check
from tests.python.games import Breakthrough, Four


def change(**changed: Any) -> type[Breakthrough]:
    return type("Changed", (Breakthrough,), {"id": "changed-test", **changed})


def test_a_sound_game_obeys_and_need_not_be_registered() -> None:
    check(Breakthrough)
    assert Breakthrough.id not in tablier.games()


def test_a_referee_is_asked() -> None:
    check(Breakthrough(), referee=Breakthrough(), laws=())

    def moves(self: Any, board: Board) -> list[tuple[int, int]]:
        found = list(Breakthrough.moves(self, board))
        return found[1:] if len(found) > 3 else found

    with pytest.raises(LawBroken, match=r"only the game allows \['a1a2'\], only the referee \[\]"):
        check(Breakthrough(), referee=change(moves=moves)(), laws=())


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (
            {"write_value": lambda self, board: Breakthrough.write_value(self, board._replace(turn=0))},
            "let `write_value` write all that `encode` does",
        ),
        ({"refuse": lambda self, board, move: "no"}, "a whole sentence with a full stop"),
        ({"spell": lambda self, path: "".join(path) + "!"}, "let `spell` or `path` use none of"),
        ({"best_score": 0.5}, "none is above best_score, 0.5"),
        (
            {
                "play": lambda self, board, move: (
                    Breakthrough.play(self, board, move) if move[1] < 12 else 1 / 0
                )
            },
            'the log "tablier.python" has the traceback',
        ),
    ],
)
def test_a_broken_law_says_what_to_do(changed: dict[str, Any], said: str) -> None:
    with pytest.raises(LawBroken) as caught:
        check(change(**changed))
    assert "breaks a law: " in str(caught.value)
    assert said in str(caught.value)


def test_points_must_add_up() -> None:
    def drawn(self: Any, reason: str = "drawn", cells: Any = ()) -> Any:
        return Four.drawn(self, reason)._replace(scores=(1.0,) * 4)

    with pytest.raises(LawBroken, match="`won` and `drawn` make ends whose scores add up to the same"):
        check(type("Changed", (Four,), {"id": "changed-test", "drawn": drawn}))


TEST = """
import pytest
from tests.python.games import Breakthrough

@pytest.mark.tablier_laws(game=Breakthrough, referee=Breakthrough())
def test_law(law):
    law()
"""


def test_pytest_asks_each_law(tmp_path: Path) -> None:
    (tmp_path / "test_breakthrough.py").write_text(TEST)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--strict-markers", "-p", "no:cacheprovider", str(tmp_path)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert f"{len(LAWS) + 1} passed" in done.stdout, done.stdout + done.stderr
