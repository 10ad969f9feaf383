"""Puzzles that persons tried, their puzzle ratings, and the mistakes they repeat."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "attempts",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("puzzle", sa.String(16), nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("person", "puzzle", name="pk_attempts"),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("mean", sa.Double, nullable=False),
        sa.Column("spread", sa.Double, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_puzzle_ratings"),
    )
    op.create_table(
        "drills",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("lost", sa.Double, nullable=False),
        sa.Column("stage", sa.Integer, nullable=False),
        sa.Column("due", sa.Double),
        sa.PrimaryKeyConstraint("person", "match", "ply", name="pk_drills"),
    )
    op.create_index("ix_drills_match", "drills", ["match"])
