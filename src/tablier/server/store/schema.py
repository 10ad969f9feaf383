"""The tables of the database, as the latest migration leaves them."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


rated = sa.Table(
    "rated",
    metadata,
    sa.Column("match", sa.String(16), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("ended", sa.Double, nullable=False),
    sa.Column("player", sa.String(32), nullable=False),
    sa.Column("side", sa.Integer, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    # The number of rated games that the player has played of this game, this one included.
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("mean_before", sa.Double, nullable=False),
    sa.Column("spread_before", sa.Double, nullable=False),
    sa.Column("mean", sa.Double, nullable=False),
    sa.Column("spread", sa.Double, nullable=False),
    # Whether the game counts; if not, it changed no rating.
    sa.Column("counts", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Index(None, "game", "player", "ended"),
    sa.Index(None, "game", "ended"),
)


# The latest rating of each player in each game, derived from `rated`.
standings = sa.Table(
    "standings",
    metadata,
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("player", sa.String(32), primary_key=True),
    sa.Column("mean", sa.Double, nullable=False),
    sa.Column("spread", sa.Double, nullable=False),
    # The lower end of the error bar, by which leaderboards are ordered.
    sa.Column("sure", sa.Double, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Index(None, "game", "sure"),
)


log = sa.Table(
    "log",
    metadata,
    sa.Column("match", sa.String(16), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("ply", sa.Integer),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("event", sa.Text, nullable=False),
    # Optimistic concurrency between processes: one of two moves at the same position is refused.
    sa.UniqueConstraint("match", "ply"),
)

# Derived from the log, for queries.
matches = sa.Table(
    "matches",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("changed", sa.Double, nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("wake", sa.Double),
    sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false()),
    # The person to move, where several persons play; null otherwise, and until the first line after 0013.
    sa.Column("turn", sa.String(32)),
    sa.Index(None, "wake"),
    sa.Index(None, "turn"),
    sa.Index(None, "changed"),
    sa.Index(None, "public", "status", "changed"),
)
sitters = sa.Table(
    "sitters",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("match", sa.String(16), primary_key=True, index=True),
    # The result for the person, see `results_by_person`; null while it runs, or if it ended before 0002.
    sa.Column("result", sa.String(8)),
)

# From where the persons at running rated tables act, see `people/origins.py`.
origins = sa.Table(
    "origins",
    metadata,
    sa.Column("match", sa.String(16), primary_key=True),
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("origin", sa.String(16), primary_key=True),
)

accounts = sa.Table(
    "accounts",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(24), nullable=False),
    # See `fold_name`.
    sa.Column("folded", sa.String(500), nullable=False, unique=True),
    # See `skeleton`.
    sa.Column("skeleton", sa.String(500), index=True),
    sa.Column("password", sa.String(200), nullable=False),
    # Tokens of earlier epochs are revoked.
    sa.Column("epoch", sa.Integer, nullable=False),
    sa.Column("made", sa.Double, nullable=False),
)
# Where accounts are signed in. A token of a session that is not listed, or has ended, is revoked.
sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("person", sa.String(32), nullable=False, index=True),
    sa.Column("begun", sa.Double, nullable=False),
    sa.Column("used", sa.Double, nullable=False),
    # The browser, as people call it; empty for a program.
    sa.Column("device", sa.String(80), nullable=False),
    # When it ended. Null while it lasts.
    sa.Column("ends", sa.Double),
)
# Names of deleted accounts, as hashes, which nobody gets for a while.
resting = sa.Table(
    "resting",
    metadata,
    sa.Column("name", sa.String(64), primary_key=True),
    sa.Column("until", sa.Double, nullable=False),
)
# Persons whose tokens are revoked: guests merged into an account, and deleted accounts.
gone = sa.Table(
    "gone",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("became", sa.String(32)),
    # Whether all tables have been updated.
    sa.Column("is_done", sa.Boolean, nullable=False),
)

# Opinions about positions of finished matches: each is searched once.
reviews = sa.Table(
    "reviews",
    metadata,
    sa.Column("match", sa.String(16), primary_key=True),
    sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
    # Empty for the position of the match; otherwise the move tried there instead.
    sa.Column("move", sa.String(32), primary_key=True),
    sa.Column("opinion", sa.Text, nullable=False),
)

# Chat messages that somebody reported; the words are in the log.
reports = sa.Table(
    "reports",
    metadata,
    sa.Column("match", sa.String(16), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    # Empty for somebody without a token.
    sa.Column("reporter", sa.String(32), primary_key=True),
    sa.Column("at", sa.Double, nullable=False),
)

# Where browsers receive reminders: the subscriptions of the Push API.
subscriptions = sa.Table(
    "subscriptions",
    metadata,
    # The hash of the endpoint: a browser belongs to one person at a time.
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("person", sa.String(32), nullable=False, index=True),
    # Ends with it; empty for guests.
    sa.Column("session", sa.String(32), nullable=False),
    sa.Column("endpoint", sa.Text, nullable=False),
    # The browser's public key and secret, in base64.
    sa.Column("key", sa.String(100), nullable=False),
    sa.Column("auth", sa.String(32), nullable=False),
    sa.Column("language", sa.String(8), nullable=False),
    # The address of this server as the browser knows it.
    sa.Column("site", sa.String(300), nullable=False),
    sa.Column("at", sa.Double, nullable=False),
)
# What persons wish to be reminded of, if not of everything, and a URL that is told too.
reminder_wishes = sa.Table(
    "reminder_wishes",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    # Occasions, separated by spaces.
    sa.Column("unwanted", sa.String(40), nullable=False),
    sa.Column("webhook", sa.Text, nullable=False),
    sa.Column("language", sa.String(8), nullable=False),
    sa.Column("site", sa.String(300), nullable=False),
)
# The last reminder of each person at each table: nobody is told twice.
reminded = sa.Table(
    "reminded",
    metadata,
    sa.Column("match", sa.String(16), primary_key=True),
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("ply", sa.Integer, nullable=False),
    sa.Column("occasion", sa.String(8), nullable=False),
)

# The first attempt of each person at each puzzle: later ones count for nothing.
attempts = sa.Table(
    "attempts",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("puzzle", sa.String(16), primary_key=True),
    sa.Column("solved", sa.Boolean, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
)
# The puzzle ratings of accounts.
puzzle_ratings = sa.Table(
    "puzzle_ratings",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("mean", sa.Double, nullable=False),
    sa.Column("spread", sa.Double, nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False),
)
# Mistakes of persons in their games, to be repeated.
drills = sa.Table(
    "drills",
    metadata,
    sa.Column("person", sa.String(32), primary_key=True),
    sa.Column("match", sa.String(16), primary_key=True, index=True),
    # Moves made before the mistake.
    sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
    # What it gave away, as a part of all points.
    sa.Column("lost", sa.Double, nullable=False),
    # How often in a row a better move was found.
    sa.Column("stage", sa.Integer, nullable=False),
    # When it is asked next. Null when it is learnt.
    sa.Column("due", sa.Double),
)

# The times during which no server ran.
outages = sa.Table(
    "outages",
    metadata,
    sa.Column("began", sa.Double, primary_key=True),
    sa.Column("ended", sa.Double, nullable=False),
)

facts = sa.Table(
    "facts",
    metadata,
    sa.Column("name", sa.String(16), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

# What one of several processes holds: itself, see `process_row`, and the bots of tables. No row expires by
# itself: those of a process that no longer changes its own `beat` are deleted by the others.
leases = sa.Table(
    "leases",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("holder", sa.String(16), nullable=False),
    sa.Column("beat", sa.Integer, nullable=False),
    sa.Index(None, "holder"),
)
