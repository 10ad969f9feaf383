"""The heartbeat of the server, and its outages: the times during which no process ran.

An outage is one row, whatever is running. It is stored in the transaction that begins the heartbeat anew: a
process killed before has written nothing, and the next one finds the same outage, only longer.
"""

from __future__ import annotations

import sqlalchemy as sa

from tablier.server.store.log import Store
from tablier.server.store.schema import facts, matches, outages
from tablier.server.tables.clocks import Outage

_ALIVE = facts.c.name == "alive"


async def begin_heartbeat(store: Store, at: float, *, least: float) -> None:
    """Store that a server is running from now on, and the outage before, if it took `least` seconds."""

    def begin(connection: sa.Connection) -> bool:
        before = connection.scalar(sa.select(facts.c.value).where(_ALIVE))
        if before is None:
            connection.execute(sa.insert(facts).values(name="alive", value=repr(at)))
            return True
        change = sa.update(facts).where(_ALIVE, facts.c.value == before).values(value=repr(at))
        if not connection.execute(change).rowcount:
            return False  # another process has just begun
        if at - float(before) >= least:
            _insert_outage(connection, Outage(float(before), at))
        return True

    while True:
        try:
            if await store.transact(begin):
                return
        except sa.exc.IntegrityError:
            continue  # another process wrote the first heartbeat


def _insert_outage(connection: sa.Connection, outage: Outage) -> None:
    connection.execute(sa.insert(outages).values(began=outage.began, ended=outage.ended))
    # The deadlines move on with the clocks. An event may be later than the last heartbeat; a bot's turn is 0.
    began = sa.case((matches.c.changed > outage.began, matches.c.changed), else_=outage.began)
    connection.execute(
        sa.update(matches)
        .where(matches.c.wake > 0, matches.c.changed < outage.ended)
        .values(wake=matches.c.wake + outage.ended - began)
    )


async def read_outages(store: Store) -> tuple[Outage, ...]:
    """All outages, in order."""
    rows = await store.query(sa.select(outages).order_by(outages.c.began))
    return tuple(Outage(row.began, row.ended) for row in rows)


async def count_outages(store: Store) -> int:
    return int((await store.query(sa.select(sa.func.count()).select_from(outages)))[0][0])
