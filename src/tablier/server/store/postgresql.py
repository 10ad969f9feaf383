"""Connections to PostgreSQL that do not wait for ever.

The server's own `statement_timeout` does not help where the server itself hangs, nor do TCP's timeouts: the
system goes on acknowledging what nobody reads. So the client gives up, and closes the connection.
"""

from __future__ import annotations

from typing import Any, TypeVar

import psycopg
import sqlalchemy as sa
from psycopg.abc import PQGen

STATEMENT_SECONDS = 2.0
"""Seconds that one exchange with the server may take."""
CONNECT_SECONDS = 2
"""Seconds to open a connection; the least that is possible."""
Result = TypeVar("Result")


class BoundedConnection(psycopg.Connection[Any]):
    """A connection that is closed, with OperationalError, when the server does not answer in time."""

    def wait(self, gen: PQGen[Result], interval: float = 0.1, timeout: float | None = None) -> Result:
        try:
            return super().wait(gen, interval, STATEMENT_SECONDS if timeout is None else timeout)
        except psycopg.errors._WaitTimeout:
            self.pgconn.finish()
            raise psycopg.OperationalError("no answer in time") from None


def bound_waits(engine: sa.Engine) -> None:
    """Let the engine's connections from now on be bounded. Those that migrate the schema are not."""
    engine.dispose()

    @sa.event.listens_for(engine, "do_connect")
    def connect(_dialect: Any, _record: Any, args: Any, options: dict[str, Any]) -> BoundedConnection:
        return BoundedConnection.connect(*args, **{"connect_timeout": CONNECT_SECONDS, **options})
