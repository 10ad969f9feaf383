"""Long work in steps, for a thread that has other things to do between two of them."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

Result = TypeVar("Result")
Steps = Generator[None, None, Result]
"""Work that yields between its steps, and returns its result."""


def finish(steps: Steps[Result]) -> Result:
    """Do all steps; their result.

    >>> def count_up():
    ...     yield
    ...     return 3
    >>> finish(count_up())
    3
    """
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
