"""An index of who sits at a match: seats change by match, and a scan of all of them took half a second."""

from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_index("ix_sitters_match", "sitters", ["match"])
