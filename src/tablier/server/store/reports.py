"""Chat messages that somebody reported, for the operator; the words are in the log."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

import sqlalchemy as sa

from tablier.server.store.batch import DuplicateRow
from tablier.server.store.log import Store
from tablier.server.store.schema import log, reports
from tablier.server.tables import events


class ReportedMessage(NamedTuple):
    """A message, and how often and when it was last reported."""

    table: str
    number: int
    times: int
    at: float
    said: events.Said | None
    """None if its line cannot be read, or the table was removed."""


async def insert_report(store: Store, match: str, number: int, *, reporter: str, at: float) -> None:
    """Store that somebody reported a message; once for each person."""
    row = {"match": match, "number": number, "reporter": reporter, "at": at}
    with suppress(DuplicateRow):
        await store.execute(sa.insert(reports).values(row))


async def read_reports(store: Store) -> list[ReportedMessage]:
    """The reported messages, the latest report first."""
    same_line = (log.c.match == reports.c.match) & (log.c.number == reports.c.number)
    last = sa.func.max(reports.c.at).label("last")
    query = (
        sa.select(reports.c.match, reports.c.number, sa.func.count().label("times"), last, log.c.event)
        .join(log, same_line, isouter=True)
        .group_by(reports.c.match, reports.c.number, log.c.event)
        .order_by(last.desc())
    )
    return [
        ReportedMessage(row.match, row.number, row.times, row.last, _read_said(row.event))
        for row in await store.query(query)
    ]


async def delete_reports(store: Store) -> int:
    """Delete all reports; gives how many there were."""
    return await store.execute(sa.delete(reports))


def _read_said(line: str | None) -> events.Said | None:
    try:
        event = None if line is None else events.read(line, None)
    except ValueError:  # also what msgspec raises
        return None
    return event if isinstance(event, events.Said) else None
