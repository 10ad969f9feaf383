"""Rated games that do not count, and from where the persons at running rated tables act."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("rated", sa.Column("counts", sa.Boolean, nullable=False, server_default=sa.true()))
    op.create_table(
        "origins",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("origin", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("match", "person", "origin", name="pk_origins"),
    )
