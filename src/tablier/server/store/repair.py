"""Tables whose log cannot be replayed: finding them, and cutting a log at its last readable line."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from tablier.server.store.batch import read_entries
from tablier.server.store.log import Store
from tablier.server.store.schema import log, matches, reviews, sitters
from tablier.server.tables.seats import persons_of
from tablier.server.tables.state import TableState, replay


def find_unreadable(store: Store) -> Iterator[tuple[str, str]]:
    """The tables that cannot be read, each with the reason."""
    for match in asyncio.run(_all_tables(store)):
        lines = asyncio.run(store.lines(match))
        if reason := _find_problem(lines):
            yield match, reason


def repair(store: Store, table: str, copy: Path) -> int:
    """Cut the log of a table after its last readable line; gives the number of lines removed.

    The lines as they were are written to `copy` first, as JSON, one a line. A table whose first line cannot
    be read is removed as a whole.
    """
    lines = asyncio.run(store.lines(table))
    readable = _count_readable(lines)
    removed = lines[readable:]
    if not removed:
        return 0
    copy.write_text("".join(json.dumps(line._asdict()) + "\n" for line in lines))
    copy.chmod(0o600)
    asyncio.run(store.execute(*_cut(table, lines[:readable], removed[0].number)))
    return len(removed)


async def _all_tables(store: Store) -> list[str]:
    query = sa.select(log.c.match).union(sa.select(matches.c.id)).order_by(sa.literal_column("1"))
    return [row[0] for row in await store.query(query)]


def _find_problem(lines: Sequence[sa.Row[Any]]) -> str | None:
    if not lines:
        return "it has no lines"
    if lines[0].number != 1:
        return f"its first line is number {lines[0].number}"
    try:
        replay(read_entries(lines))
    except Exception as error:  # whatever a damaged line makes of it
        return f"{type(error).__name__}: {error}"
    return None


def _count_readable(lines: Sequence[sa.Row[Any]]) -> int:
    """The number of lines, from the first on, that replay without an error."""
    low, high = 0, len(lines)
    while low < high:
        middle = (low + high + 1) // 2
        if _find_problem(lines[:middle]) is None:
            low = middle
        else:
            high = middle - 1
    return low


def _cut(table: str, kept: Sequence[sa.Row[Any]], first: int) -> list[sa.Delete | sa.Update | sa.Insert]:
    """The statements that remove the lines from number `first` on, and what followed from them."""
    cut = sa.delete(log).where(log.c.match == table, log.c.number >= first)
    opinions = sa.delete(reviews).where(reviews.c.match == table)
    people = sa.delete(sitters).where(sitters.c.match == table)
    if not kept:
        whole = sa.delete(log).where(log.c.match == table)
        return [whole, sa.delete(matches).where(matches.c.id == table), people, opinions]
    state: TableState = replay(read_entries(kept))
    row = {"status": state.status, "wake": state.wake, "changed": kept[-1].at}
    seated = [{"person": person, "match": table} for person in sorted(persons_of(state.seats))]
    statements: list[sa.Delete | sa.Update | sa.Insert] = [
        cut, sa.update(matches).where(matches.c.id == table).values(row), people, opinions,
    ]  # fmt: skip
    return [*statements, *([sa.insert(sitters).values(seated)] if seated else [])]
