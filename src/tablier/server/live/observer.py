"""What a registry tells of its work to whoever measures it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

from tablier.server.tables.errors import Refusal


class Observer:
    """Listens to nothing. A subclass counts."""

    def acted(self, act: str, result: str, seconds: float) -> None:
        """A person's act was carried out, with the result "ok", or refused with the code of the refusal."""

    def thought(self, seconds: float) -> None:
        """A search job has ended; the seconds include those it waited."""

    @contextmanager
    def act(self, name: str) -> Iterator[None]:
        """Around an act: tells what became of it."""
        started, result = perf_counter(), "error"
        try:
            yield
            result = "ok"
        except Refusal as refusal:
            result = refusal.code
            raise
        finally:
            self.acted(name, result, perf_counter() - started)
