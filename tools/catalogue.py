"""What a catalogue of translations must hold. `make words` brings the catalogues up to date with it.

It also writes everything that people read, the languages side by side, as one page: build/words.html.
For those who change the project: it needs Babel, which reads templates and programs, and the sources.
"""

from __future__ import annotations

import re
import tokenize
from ast import literal_eval
from collections.abc import Iterator
from html import escape
from inspect import cleandoc
from io import BytesIO, StringIO
from pathlib import Path

import click
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

import tablier
from tablier.bots.levels import LEVELS
from tablier.cli import main
from tablier.registry import kind
from tablier.server.admin.command import admin
from tablier.server.configuration import list_settings
from tablier.server.tables.errors import Refusal
from tablier.web.languages import DOMAIN, ENGLISH, LANGUAGES, LOCALES
from tablier.web.rules import page_game, read_rules

SOURCE = Path(tablier.__file__).parent
PROGRAMS = (
    "scene.py", "board_editor.py", "outcome_text.py", "python/**.py", "games/**.py", "bots/search_bench.py",
    "solver/*.py", "analysis/*.py", "arena/*.py", "browser/**.py", "puzzles/*.py", "server/**.py",
    "testing/new_game.py", "tui/**.py", "web/**.py", "cli.py",
)  # fmt: skip
METHODS = [*((pattern, "python") for pattern in PROGRAMS), ("web/templates/**.html", "jinja2")]
KEYWORDS = {"_": None, "gettext": None, "say": None, "ngettext": (1, 2), "plural": (1, 2)}
READERS = (
    "grid.py", "record.py", "record_json.py", "record_line.py", "record_reading.py", "board_game.py",
    "registry.py", "bots/engine.py", "bots/player.py", "server/tables/bots.py", "python/*.py", "games/**.py",
    "games/**.pyx",
)  # fmt: skip
"""Sources that say what is wrong with a text, by `DescribedError`, by the methods of a reader, or by both."""
ERRORS: dict[str, None] = {
    "DescribedError": None, "EngineFault": None, "NotationError": None, "PartError": None,
}  # fmt: skip
READING: dict[str, None] = {"error": None, "field": None, "letter": None, "number": None}
"""The last three name what should stand there."""
WIDTH = 110
CLICK: tuple[str | tuple[str, str], ...] = (
    "Usage:", "Options", "Commands", "Show this message and exit.", "default: {default}", "required",
    "Error: {message}", "Aborted!", "Try '{command} {option}' for help.", "Missing command.",
    "Missing argument", "Missing option", "No such option {name!r}.", "No such command {name!r}.",
    "Invalid value: {message}", "Invalid value for {param_hint}: {message}",
    "{value!r} is not a valid {number_type}.", "{value} is not in the range {range}.",
    "Option {name!r} does not take a value.",
    ("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    ("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    ("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    ("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
)  # fmt: skip
"""What click says of itself, by gettext, to whoever types a command."""
PAGE = Path("build/words.html")

# Who wrote a catalogue when: the history of the project knows better.
_HEADER_LINES = re.compile(
    rb'^"(Project-Id|Report-Msgid|POT-Creation|PO-Revision|Last-Trans|Language-Team|Generated).*\n',
    re.MULTILINE,
)
_CLAUSE = re.compile(r"[A-Z]\d+")
_SENTENCE = re.compile(r"[A-Z].*\.")
_SPACING = (tokenize.NL, tokenize.COMMENT)


def collect() -> Catalog:
    """Everything that people are told."""
    found = Catalog(project=DOMAIN, charset="utf-8", fuzzy=False)
    for file, _, message, _, _ in extract_from_dir(SOURCE, METHODS, keywords=KEYWORDS):
        found.add(message, locations=[(file, 0)])
    for words, place in _game_texts():
        found.add(words, locations=[(place, 0)])
    for spoken in (*_help_texts(main), *CLICK):
        found.add(spoken, locations=[("cli.py", 0)])
    for spoken in _help_texts(admin):
        found.add(spoken, locations=[("server/admin/command.py", 0)])
    for setting in list_settings():
        if setting.about:
            found.add(setting.about, locations=[("server/configuration.py", 0)])
    for pattern, message in _problems():
        found.add(message, locations=[(pattern, 0)])
    for level in LEVELS:
        found.add(level, locations=[("bots/levels.py", 0)])
    for refusal in Refusal.__subclasses__():
        found.add(refusal.says, locations=[("server/tables/errors.py", 0)])
    return found


def _help_texts(command: click.Command) -> Iterator[str]:
    """The help of a command, its options and the commands in it; `admin` is a group of its own."""
    for each in (command, *command.params):
        if words := vars(each).get("english_help", getattr(each, "help", None)):
            yield cleandoc(words)
    if isinstance(command, click.Group):
        for one in command.commands.values():
            yield from _help_texts(one)


def _problems() -> Iterator[tuple[str, str]]:
    """What is wrong with texts, options and names of bots (`DescribedError`), with the file that says so."""
    for patterns, keywords in ((READERS, ERRORS | READING), (("core/*.pyx",), ERRORS)):
        methods = [(pattern, "python") for pattern in patterns]
        for file, _, message, _, _ in extract_from_dir(SOURCE, methods, keywords=keywords):
            assert isinstance(message, str)  # no plural forms
            yield file, message


def _game_texts() -> Iterator[tuple[str, str]]:
    """What games say of themselves, and why they refuse a move."""
    for name in tablier.games():
        game = kind(name)
        if not game.__module__.startswith("tablier."):  # another package has its own words
            continue
        place = f"{game.__module__.removeprefix('tablier.').replace('.', '/')}/__init__.py"
        choices = [choice for option in game.choices.values() for choice in option.choices]
        for words in (
            game.title,
            *([game.pitch] if game.pitch else []),
            *game.seats,
            *(option.about for option in game.choices.values()),
            *(choice for choice in choices if isinstance(choice, str)),
            *game.endings.values(),
        ):
            yield words, place
    for path in sorted(SOURCE.rglob("rules.pyx")):
        for words in refusals(path.read_text()):
            yield words, str(path.relative_to(SOURCE))


def refusals(source: str) -> Iterator[str]:
    """The sentences with which rules refuse a move: `return "Q2", "..."` and `IllegalMove("...")`.

    A statement may span lines, in parentheses or by literals side by side. ValueError for a refusal whose
    sentence cannot be read: it would never be translated.
    """
    statement: list[tokenize.TokenInfo] = []
    for token in tokenize.generate_tokens(StringIO(source).readline):
        if token.type != tokenize.NEWLINE:
            if token.type not in (*_SPACING, tokenize.INDENT, tokenize.DEDENT):
                statement.append(token)
            continue
        yield from _refusals_in(statement)
        statement = []


def _refusals_in(statement: list[tokenize.TokenInfo]) -> Iterator[str]:
    if not statement:
        return
    words = [token.string for token in statement]
    inside = [word for word in words[1:3] if word != "("]
    if words[0] == "return" and inside and _CLAUSE.fullmatch(inside[0].strip("\"'")):
        sentences = _literals(statement)[1:]
    elif "IllegalMove" in words:
        at = words.index("IllegalMove") + 2
        sentences = _literals(statement[at:])[:1] if statement[at].type == tokenize.STRING else ["."]
        if sentences == ["."]:  # the sentence is a variable, found where it is written
            return
    else:
        return
    if not sentences or not all(_SENTENCE.fullmatch(sentence) for sentence in sentences):
        raise ValueError(f"line {statement[0].start[0]}: a refusal without a sentence to translate: {words}")
    yield from sentences


def _literals(tokens: list[tokenize.TokenInfo]) -> list[str]:
    """The string literals among these tokens, those side by side joined."""
    found: list[str] = []
    previous = None
    for token in tokens:
        if token.type == tokenize.STRING:
            text = str(literal_eval(token.string))
            found = [*found[:-1], found[-1] + text] if previous == tokenize.STRING else [*found, text]
        previous = token.type
    return found


def file_of(language: str) -> Path:
    return LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: str) -> Catalog:
    """A catalogue as translators wrote it."""
    with file_of(language).open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def update() -> None:
    """Add to every catalogue what it lacks, drop what nobody says any more."""
    template = collect()
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
        path.write_bytes(_HEADER_LINES.sub(b"", written.getvalue()))


def table_of_words() -> str:
    """Everything that people read as a page: by where it is said, then the rules, a column per language."""
    others = [language for language in LANGUAGES if language != ENGLISH]
    known = {language: read(language) for language in others}
    places: dict[str, list[list[str]]] = {}
    for message in collect():
        if message.id:
            texts = [message, *(known[language].get(_key(message)) for language in others)]
            row = [
                _shown(each.id if at == 0 else each.string) if each else "" for at, each in enumerate(texts)
            ]
            places.setdefault(message.locations[0][0], []).append(row)
    for name in dict.fromkeys(page_game(name).id for name in tablier.games()):
        pages = [read_rules(name, language).split("\n\n") for language in (ENGLISH, *others)]
        places[f"rules of {name}"] = [list(row) for row in zip(*pages, strict=True)]
    parts = [
        f"<h2>{escape(place)}</h2><table>{''.join(map(_table_row, rows))}</table>"
        for place, rows in sorted(places.items())
    ]
    style = (
        "table{width:100%;table-layout:fixed}td{vertical-align:top;padding:.3em;border-top:1px solid #ddd}"
    )
    return f"<!doctype html><meta charset=utf-8><title>Words</title><style>{style}</style>{''.join(parts)}"


def _key(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _shown(text: str | tuple[str, ...] | list[str] | None) -> str:
    return text if isinstance(text, str) else " | ".join(text or ())


def _table_row(texts: list[str]) -> str:
    return f"<tr>{''.join(f'<td>{escape(text)}' for text in texts)}"


if __name__ == "__main__":
    update()
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(table_of_words())
