"""Accounts, merged and deleted persons, and the results of each person's matches."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("folded", sa.String(500), nullable=False),
        sa.Column("password", sa.String(200), nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("made", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_accounts"),
        sa.UniqueConstraint("folded", name="uq_accounts_folded"),
    )
    op.create_table(
        "gone",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("became", sa.String(32)),
        sa.Column("is_done", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_gone"),
    )
    op.add_column("sitters", sa.Column("result", sa.String(8)))
