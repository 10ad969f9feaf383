"""The examples of docs/analysis.md."""

from __future__ import annotations

import doctest
from pathlib import Path


def test_the_examples_do_what_the_page_says() -> None:
    found = doctest.testfile(str(Path(__file__).parents[2] / "docs" / "analysis.md"), module_relative=False)
    assert found.attempted >= 10
    assert found.failed == 0
