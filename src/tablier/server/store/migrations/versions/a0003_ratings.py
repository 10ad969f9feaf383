"""The rating history: ratings before and after every rated game."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "rated",
        sa.Column("match", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("ended", sa.Double, nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("side", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("mean_before", sa.Double, nullable=False),
        sa.Column("spread_before", sa.Double, nullable=False),
        sa.Column("mean", sa.Double, nullable=False),
        sa.Column("spread", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("match", "seat", name="pk_rated"),
    )
    op.create_index("ix_rated_game_player_ended", "rated", ["game", "player", "ended"])
    op.create_index("ix_rated_game_ended", "rated", ["game", "ended"])
