"""What a catalogue of translations must hold. `make words` brings the catalogues up to date with it.

For those who change the project: it needs Babel, which reads templates and programs, and the sources.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

import tablier
from tablier.bots.levels import LEVELS
from tablier.registry import kind
from tablier.server.refusals import Refusal
from tablier.web.languages import DOMAIN, ENGLISH, LANGUAGES, LOCALES

SOURCE = Path(tablier.__file__).parent
PROGRAMS = ("scene.py", "games/**.py", "server/**.py", "web/**.py")
METHODS = [*((pattern, "python") for pattern in PROGRAMS), ("web/templates/**.html", "jinja2")]
KEYWORDS = {"_": None, "gettext": None, "say": None, "ngettext": (1, 2), "counted": (1, 2)}
WIDTH = 110

# Who wrote a catalogue when: the history of the project knows better.
_CLERKS = re.compile(
    rb'^"(Project-Id|Report-Msgid|POT-Creation|PO-Revision|Last-Trans|Language-Team|Generated).*\n',
    re.MULTILINE,
)
_REFUSED = re.compile(r'^ *return "[A-Z]\d+", (.*)$|IllegalMove\(("[^"]*")', re.MULTILINE)
_SENTENCE = re.compile(r'"([A-Z][^"]*\.)"')


def collected() -> Catalog:
    """Everything that people are told."""
    found = Catalog(project=DOMAIN, charset="utf-8", fuzzy=False)
    for file, _, message, _, _ in extract_from_dir(SOURCE, METHODS, keywords=KEYWORDS):
        found.add(message, locations=[(file, 0)])
    for words, place in _of_games():
        found.add(words, locations=[(place, 0)])
    for level in LEVELS:
        found.add(level, locations=[("bots/levels.py", 0)])
    for refusal in Refusal.__subclasses__():
        found.add(refusal.says, locations=[("server/refusals.py", 0)])
    return found


def _of_games() -> Iterator[tuple[str, str]]:
    """What games say of themselves, and why they refuse a move."""
    for name in tablier.games():
        game = kind(name)
        place = f"{game.__module__.removeprefix('tablier.').replace('.', '/')}/__init__.py"
        choices = [choice for option in game.choices.values() for choice in option.choices]
        for words in (
            game.title,
            *game.seats,
            *(option.about for option in game.choices.values()),
            *(choice for choice in choices if isinstance(choice, str)),
            *game.endings.values(),
        ):
            yield words, place
    for path in sorted(SOURCE.rglob("rules.pyx")):
        for refused in _REFUSED.finditer(path.read_text()):
            for words in _SENTENCE.findall(refused[0]):
                yield words, str(path.relative_to(SOURCE))


def file_of(language: str) -> Path:
    return LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: str) -> Catalog:
    """A catalogue as translators wrote it."""
    with file_of(language).open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def update() -> None:
    """Add to every catalogue what it lacks, drop what nobody says any more."""
    template = collected()
    for language in LANGUAGES:
        if language == ENGLISH:
            continue
        path = file_of(language)
        known = read(language) if path.exists() else Catalog(locale=language, project=DOMAIN)
        known.header_comment = f"# {LANGUAGES[language]}"
        known.fuzzy = False
        known.update(template, no_fuzzy_matching=True, update_creation_date=False)
        known.obsolete.clear()
        path.parent.mkdir(parents=True, exist_ok=True)
        written = BytesIO()
        write_po(written, known, width=WIDTH, sort_output=True, include_lineno=False)
        path.write_bytes(_CLERKS.sub(b"", written.getvalue()))


if __name__ == "__main__":
    update()
