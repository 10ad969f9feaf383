"""The functions of the scripts, by the test runner of Node: `node --test tests/scripts/*.test.js`."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from shutil import which

import pytest

from tablier.web import FOLDER, STATIC

HERE = Path(__file__).parent


@pytest.mark.skipif(not which("node") and os.environ.get("CI") != "true", reason="Node is not installed")
@pytest.mark.parametrize("path", sorted(HERE.glob("*.test.js")), ids=lambda path: path.name.partition(".")[0])
def test_script(path: Path) -> None:
    done = subprocess.run(["node", "--test", path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_element_that_scripts_look_up_is_in_a_template() -> None:
    scripts = "".join(path.read_text() for path in STATIC.glob("*.js"))
    templates = "".join(path.read_text() for path in (FOLDER / "templates").iterdir())
    declared = re.search(
        r"interface ElementsById \{(.*?)\n\}", (FOLDER / "types.d.ts").read_text(), re.DOTALL
    )
    assert declared
    known = set(re.findall(r'^  "?([\w-]+)"?:', declared[1], re.MULTILINE))
    assert known == set(re.findall(r'byId\("([\w-]+)"\)', scripts))
    assert known <= set(re.findall(r' id="([\w-]+)"', templates))
