"""Opinions about positions of finished games, for reviews."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("move", sa.String(32), nullable=False),
        sa.Column("opinion", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match", "ply", "move", name="pk_reviews"),
    )
