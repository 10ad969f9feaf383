"""The log, the index of matches and of the persons at them, and the server's facts."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "log",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("ply", sa.Integer),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("event", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match", "number", name="pk_log"),
        sa.UniqueConstraint("match", "ply", name="uq_log_match_ply"),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("changed", sa.Double, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("wake", sa.Double),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
    )
    op.create_index("ix_matches_wake", "matches", ["wake"])
    op.create_table(
        "sitters",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("match", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("person", "match", name="pk_sitters"),
    )
    op.create_table(
        "facts",
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_facts"),
    )
