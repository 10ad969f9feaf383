"""Why a database cannot be used, in one sentence that says what to do."""

from __future__ import annotations

from gettext import gettext
from pathlib import Path

import sqlalchemy as sa
from alembic.util import CommandError


class ForeignDatabase(Exception):  # noqa: N818 -- a fact about the database
    """The database has tables, and none of them is ours."""


def check_ownership(engine: sa.Engine) -> None:
    """Raise ForeignDatabase for a database that another program has filled."""
    names = set(sa.inspect(engine).get_table_names())
    if names and "alembic_version" not in names:
        raise ForeignDatabase


def explain_failure(error: Exception, url: str) -> str | None:
    """The sentence for an error that opening the store at `url` raised; None for a mistake of ours."""
    place = name_place(url)
    if isinstance(error, ForeignDatabase):
        sentence = gettext("{place} is the database of another program: choose another folder or URL.")
        return sentence.format(place=place)
    if isinstance(error, CommandError):
        revision = str(error).rpartition(" ")[2].strip("'")
        sentence = gettext(
            "The store {place} was written by a newer version of Tablier (schema {revision}). "
            "Run that version, or restore a backup made by this one."
        )
        return sentence.format(place=place, revision=revision)
    if isinstance(error, sa.exc.DatabaseError) and is_damage(error):
        sentence = gettext(
            "The store {place} is damaged ({problem}). "
            "Keep a copy of it, then restore a backup: tablier admin restore BACKUP."
        )
        return sentence.format(place=place, problem=error.orig)
    if isinstance(error, sa.exc.OperationalError):
        return unusable(str(error.orig).strip().rstrip("."))
    if isinstance(error, sa.exc.ArgumentError | ImportError):
        return unusable(error)
    return None


def unusable(problem: object) -> str:
    return gettext("This store cannot be used: {problem}.").format(problem=problem)


def is_damage(error: sa.exc.DatabaseError) -> bool:
    """Whether SQLite says that the file is not, or no longer, a database."""
    name = str(getattr(error.orig, "sqlite_errorname", ""))
    return name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB"))


def name_place(url: str) -> str:
    """A store as a sentence names it: the path of the file, or the URL without its password."""
    if path := database_file(url):
        return str(path)
    try:
        return sa.make_url(url).render_as_string(hide_password=True)
    except sa.exc.ArgumentError:
        return gettext("at this URL")


def database_file(url: str) -> Path | None:
    """The file of a SQLite database; None for other databases, and for one in memory."""
    try:
        parsed = sa.make_url(url)
    except sa.exc.ArgumentError:
        return None
    if parsed.get_backend_name() != "sqlite" or parsed.database in (None, "", ":memory:"):
        return None
    return Path(str(parsed.database))


def protect_file(path: Path) -> None:
    """Let the owner alone read the database: it has the password hashes and the key that signs tokens.

    SQLite gives its other files (WAL, shared memory) the mode of this one.
    """
    if not path.exists() and path.parent.is_dir():
        path.touch(mode=0o600)
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
        each = path.with_name(name)
        if each.exists() and each.stat().st_mode & 0o077:
            each.chmod(0o600)
