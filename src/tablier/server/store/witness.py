"""A witness of the heartbeat beside a SQLite database: it tells when the database has lost its last writes.

SQLite drops the damaged end of its write-ahead log (WAL) without a word, and with it what was acknowledged.
So the time of each heartbeat is written to a file after its commit: a database whose own heartbeat is older
has lost everything from then on.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from tablier.server.store.diagnosis import database_file

ENDING = "-alive"
"""What the name of the file adds to that of the database."""
LOSS = (
    "the store has lost what was written between {stored} and {seen} (UTC): its write-ahead log was damaged"
    " or is missing, or the file was replaced by an older one. Keep a copy of the folder; the rest is sound"
)


class Witness:
    """The time of the last heartbeat that a database held, by a file beside it; none for other databases."""

    def __init__(self, url: str) -> None:
        database = database_file(url)
        self._path: Path | None = None if database is None else database.with_name(database.name + ENDING)

    def write(self, at: float) -> None:
        """Note a heartbeat that was committed. On a full disk the note of before stays, which is no lie."""
        if self._path is not None:
            with suppress(OSError):
                self._path.touch(mode=0o600)
                self._path.write_text(repr(at))

    def find_loss(self, stored: float | None) -> str | None:
        """What the database lost, by its own last heartbeat, in one sentence; None if it lost nothing."""
        try:
            seen = 0.0 if self._path is None else float(self._path.read_text())
        except (OSError, ValueError):
            return None
        if seen <= (stored or 0.0):
            return None
        return LOSS.format(stored=_show(stored) if stored else "its beginning", seen=_show(seen))


def _show(at: float) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M:%S}"
