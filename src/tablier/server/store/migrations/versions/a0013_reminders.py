"""Reminders of turns: where browsers receive them, what persons wish to hear of, what they were told."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.add_column("matches", sa.Column("turn", sa.String(32)))
    op.create_index("ix_matches_turn", "matches", ["turn"])
    op.create_index("ix_matches_changed", "matches", ["changed"])
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("session", sa.String(32), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("key", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(32), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("site", sa.String(300), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_subscriptions"),
    )
    op.create_index("ix_subscriptions_person", "subscriptions", ["person"])
    op.create_table(
        "reminder_wishes",
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("unwanted", sa.String(40), nullable=False),
        sa.Column("webhook", sa.Text, nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("site", sa.String(300), nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_reminder_wishes"),
    )
    op.create_table(
        "reminded",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("occasion", sa.String(8), nullable=False),
        sa.PrimaryKeyConstraint("match", "person", name="pk_reminded"),
    )
