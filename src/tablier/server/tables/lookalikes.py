"""Names that look alike, as Unicode sees it."""

from __future__ import annotations

from functools import cache
from unicodedata import normalize

from confusable_homoglyphs import confusables

from tablier.server.tables.names import fold_name

ASCII_LOOKALIKES = {"I": "l", "1": "l", "|": "l", "0": "O"}
"""Look-alikes among the characters of every keyboard, as Unicode pairs them."""


def skeleton(name: str) -> str:
    """The form in which look-alikes are equal (compare Unicode TR 39), whatever their alphabet and case.

    >>> skeleton("\u0391lice"), skeleton("A1ice"), skeleton("ALICE"), skeleton("Al ice")
    ('alice', 'alice', 'allce', 'alice')
    """
    shown = "".join(_plain(character) for character in normalize("NFKC", name))
    return fold_name(shown).replace(" ", "")


@cache
def _plain(character: str) -> str:
    """The ASCII character that this one looks like, or itself."""
    if character.isascii():
        return ASCII_LOOKALIKES.get(character, character)
    found = (each["c"] for each in confusables.confusables_data.get(character, ()))
    return next((each for each in found if each.isascii()), character)
