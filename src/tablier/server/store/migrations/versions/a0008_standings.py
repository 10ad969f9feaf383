"""The latest rating of each player in each game, filled from the history."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "standings",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("mean", sa.Double, nullable=False),
        sa.Column("spread", sa.Double, nullable=False),
        sa.Column("sure", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game", "player", name="pk_standings"),
    )
    op.create_index("ix_standings_game_sure", "standings", ["game", "sure"])
    op.execute(
        "insert into standings (game, player, mean, spread, sure, games)"
        " select game, player, mean, spread, mean - 1.96 * spread, games from ("
        "select game, player, mean, spread, games, row_number() over ("
        "partition by game, player order by ended desc, match desc, seat) as age from rated) as numbered"
        " where age = 1"
    )
