"""The languages people read: which one somebody wants, and its catalogue of words.

Programs and catalogues speak English; `locales` holds the others. `catalogue` says what must be in them.
"""

from __future__ import annotations

from functools import cache
from gettext import NullTranslations, translation
from typing import Any

from tablier.scene import Translate
from tablier.web import FOLDER

LANGUAGES = {"en": "English", "fr": "Français"}
"""Their names, as those who speak them call them; the first is that of whoever speaks none of them."""
ENGLISH = "en"
DOMAIN = "tablier"
LOCALES = FOLDER / "locales"


@cache
def catalogue(language: str) -> NullTranslations:
    """The words of a language; a catalogue that was not built is a mistake, not a reason to fall silent."""
    if language == ENGLISH:
        return NullTranslations()
    return translation(DOMAIN, LOCALES, [language])


def translator(language: str) -> Translate:
    """From our English to a language."""
    return catalogue(language).gettext


def wanted(header: str, *, told: str = "") -> str:
    """The language for somebody who was asked (`told`), or whose browser sends this Accept-Language.

    >>> wanted("de, fr-CH;q=0.8, en;q=0.5"), wanted("fr", told="en"), wanted("")
    ('fr', 'en', 'en')
    """
    if told in LANGUAGES:
        return told
    ranked = sorted((_wish(part) for part in header.split(",")), key=lambda wish: -wish[1])
    return next((name for name, weight in ranked if name in LANGUAGES and weight > 0), ENGLISH)


def _wish(part: str) -> tuple[str, float]:
    name, _, weight = part.partition(";")
    try:
        return name.strip().lower().partition("-")[0], float(weight.strip().removeprefix("q=") or 1)
    except ValueError:
        return "", 0.0


def in_template(language: str) -> dict[str, Any]:
    """What a template says its words with, by Jinja's i18n: values are filled in for %(name)s."""
    words = catalogue(language)

    def gettext(text: str, **values: Any) -> str:
        return words.gettext(text) % values if values else words.gettext(text)

    def ngettext(one: str, many: str, num: int, **values: Any) -> str:
        return words.ngettext(one, many, num) % {"num": num, **values}

    return {"gettext": gettext, "ngettext": ngettext, "language": language, "languages": LANGUAGES}
