"""Names that nobody may have, and what is kept of those that rest."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

from confusable_homoglyphs import confusables

from tablier.server.tables import errors
from tablier.server.tables.bots import list_bots
from tablier.server.tables.lookalikes import skeleton
from tablier.server.tables.person import clean_name, guest_number
from tablier.web.languages import LANGUAGES, translator

RESERVED = (
    "admin", "administrator", "administrateur", "anonymous", "anonyme", "bot", "computer", "ordinateur",
    "guest", "invité", "host", "mod", "moderator", "modérateur", "moderatrice", "nobody", "official",
    "officiel", "owner", "root", "security", "sécurité", "someone who left", "quelqu’un qui est parti",
    "staff", "support", "system", "système", "tablier", "webmaster",
)  # fmt: skip
"""Names that would pass for the server, its operators or its computer players."""


def hash_name(name: str) -> str:
    """What is kept of the name of a deleted account: enough to know it again, not enough to read it."""
    return sha256(skeleton(name).encode()).hexdigest()


@cache
def reserved_skeletons() -> frozenset[str]:
    """The skeletons of reserved names and of the computer players' titles in all languages."""
    titles = [title for _, title in list_bots()]
    shown = [translator(language)(title) for language in LANGUAGES for title in titles]
    return frozenset(skeleton(name) for name in (*RESERVED, *shown))


def is_reserved(name: str) -> bool:
    """Whether a name is kept for the server, its operators and its computer players."""
    return skeleton(name) in reserved_skeletons()


def check_name(text: str) -> str:
    """The name as it is shown; raises BadName, ReservedName or LookAlike."""
    if not (name := clean_name(text)):
        raise errors.BadName
    if is_reserved(name):
        raise errors.ReservedName(name=name)
    if confusables.is_dangerous(name, preferred_aliases=["latin"]):
        raise errors.LookAlike(name=name)
    return name


def check_account_name(text: str) -> str:
    """The name of an account as it is shown; raises BadName, ReservedName or LookAlike."""
    name = check_name(text)
    if guest_number(name):
        raise errors.ReservedName(name=name)
    return name
