"""The engine as WebAssembly, in Node: the same answers as the native build, to the last bit."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from shutil import which
from typing import Any

import pytest

import tablier
from tests.wasm.questions import LEVELS, answers

ROOT = Path(__file__).parent.parent.parent
BUILT = ROOT / "build" / "wasm" / "files.json"


def require_engine() -> None:
    """Skip a test where `make wasm` was not run; with CI=true it fails."""
    if which("node") and BUILT.exists():
        return
    reason = "the engine for browsers is not built: make wasm"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="module")
def both() -> tuple[dict[str, Any], dict[str, Any]]:
    """The answers of the native build, and those of WebAssembly."""
    require_engine()
    done = subprocess.run(
        ["node", Path(__file__).with_name("ask.mjs"), ROOT], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stderr == ""  # where the memory does not fit, that is said there
    return json.loads(json.dumps(answers())), json.loads(done.stdout)


@pytest.mark.parametrize("game", tablier.games())
def test_every_level_plays_the_same(game: str, both: tuple[dict[str, Any], dict[str, Any]]) -> None:
    native, wasm = both
    assert len(native[game]["moves"]) == len(LEVELS)
    assert wasm[game]["moves"] == native[game]["moves"]


@pytest.mark.parametrize("about", ["means", "refusals", "laws"])
def test_everything_else_is_the_same(about: str, both: tuple[dict[str, Any], dict[str, Any]]) -> None:
    native, wasm = both
    for game in tablier.games():
        assert wasm[game][about] == native[game][about]
    if about == "laws":
        assert not any(wasm[game]["laws"] for game in tablier.games())
    else:
        assert all(wasm[game][about] for game in tablier.games())
