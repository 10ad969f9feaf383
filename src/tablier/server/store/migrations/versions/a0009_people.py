"""Look-alike names, resting names, sessions."""

import sqlalchemy as sa
from alembic import op

from tablier.server.store.schema import accounts
from tablier.server.tables.lookalikes import skeleton

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("accounts", sa.Column("skeleton", sa.String(500)))
    op.create_index("ix_accounts_skeleton", "accounts", ["skeleton"])
    connection = op.get_bind()
    for person, name in connection.execute(sa.select(accounts.c.person, accounts.c.name)).all():
        change = sa.update(accounts).where(accounts.c.person == person)
        connection.execute(change.values(skeleton=skeleton(name)))
    op.create_table(
        "resting",
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_resting"),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("begun", sa.Double, nullable=False),
        sa.Column("used", sa.Double, nullable=False),
        sa.Column("device", sa.String(80), nullable=False),
        sa.Column("ends", sa.Double),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])
