"""The steps from one schema of the store to the next, run by Alembic whenever a store is opened."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

ALONE = {"sqlite": "begin immediate", "postgresql": "select pg_advisory_xact_lock(0)"}
"""Of several processes that open a store at once, one makes the steps while the others wait."""


def upgrade(engine: sa.Engine) -> None:
    """Bring a database, old or empty, to the schema of today."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    with engine.begin() as connection:
        connection.exec_driver_sql(ALONE[engine.dialect.name])
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
