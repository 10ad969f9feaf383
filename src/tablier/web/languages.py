"""The languages people read: which one somebody wants, and its catalogue of words.

Programs and catalogues speak English; `locales` holds the others. `catalogue` says what must be in them.
"""

from __future__ import annotations

import os
from functools import cache
from gettext import NullTranslations, translation
from typing import Any

from tablier.registry import games, kind
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
    found = translation(DOMAIN, LOCALES, [language])
    found.add_fallback(GameWords(language))
    return found


class GameWords(NullTranslations):
    """What games say of themselves in a language (`Game.translations`), for what the catalogue lacks."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.words: dict[str, str] = {}
        for name in games():
            self.words |= kind(name).translations.get(language, {})

    def gettext(self, message: str) -> str:
        return self.words.get(message, message)


def translator(language: str) -> Translate:
    """From our English to a language."""
    return catalogue(language).gettext


def negotiate_language(header: str, *, told: str = "") -> str:
    """The language for somebody who was asked (`told`), or whose browser sends this Accept-Language.

    >>> negotiate_language("de, fr-CH;q=0.8, en;q=0.5"), negotiate_language("fr", told="en")
    ('fr', 'en')
    """
    if told in LANGUAGES:
        return told
    ranked = sorted((_parse_range(part) for part in header.split(",")), key=lambda wish: -wish[1])
    return next((name for name, weight in ranked if name in LANGUAGES and weight > 0), ENGLISH)


def system_language() -> str:
    """The language of the environment: the first of LC_ALL, LC_MESSAGES and LANG that is set."""
    told = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return negotiate_language(told.partition(".")[0].replace("_", "-"))


def _parse_range(part: str) -> tuple[str, float]:
    name, _, weight = part.partition(";")
    try:
        return name.strip().lower().partition("-")[0], float(weight.strip().removeprefix("q=") or 1)
    except ValueError:
        return "", 0.0


def template_functions(language: str) -> dict[str, Any]:
    """What a template says its words with, by Jinja's i18n: values are filled in for %(name)s."""
    words = catalogue(language)

    def gettext(text: str, **values: Any) -> str:
        return words.gettext(text) % values if values else words.gettext(text)

    def ngettext(one: str, many: str, num: int, **values: Any) -> str:
        return words.ngettext(one, many, num) % {"num": num, **values}

    return {"gettext": gettext, "ngettext": ngettext, "language": language, "languages": LANGUAGES}
