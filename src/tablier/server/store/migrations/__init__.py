"""Schema migrations, run by Alembic whenever a store is opened."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

LOCK = {"sqlite": "begin immediate", "postgresql": "select pg_advisory_xact_lock(0)"}
"""By dialect the statement that lets one process migrate while the others wait."""


def upgrade(engine: sa.Engine) -> None:
    """Migrate a database, old or empty, to the latest schema, in one transaction."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    with engine.begin() as connection:
        connection.exec_driver_sql(LOCK[engine.dialect.name])
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
