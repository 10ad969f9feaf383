"""An index of public tables, for the lobby."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("matches", sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("ix_matches_public_status_changed", "matches", ["public", "status", "changed"])
