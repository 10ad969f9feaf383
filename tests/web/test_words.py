"""The translation catalogues have every text that people read, and no other."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from tools.catalogue import CLICK, collect, read, refusals, table_of_words

import tablier
from tablier.core.values import IllegalMove
from tablier.match import Match
from tablier.web import FOLDER
from tablier.web.languages import ENGLISH, LANGUAGES, catalogue
from tablier.web.phrases import PHRASES, script_phrases
from tablier.web.rules import page_game, read_rules

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
SCRIPTS = {path.name: path.read_text() for path in (FOLDER / "static").glob("*.js")}
SPOKEN = ("alt", "aria-label", "content", "placeholder", "title")
"""The attributes that people read or hear."""


def messages(found: Catalog) -> dict[str | tuple[str, ...], Message]:
    return {
        message.id if isinstance(message.id, str) else tuple(message.id): message
        for message in found
        if message.id
    }


@pytest.fixture(scope="module")
def needed() -> set[str | tuple[str, ...]]:
    return set(messages(collect()))


def gaps(text: str) -> list[str]:
    """What is filled in: {name} and %(name)s."""
    named = [name for _, name, _, _ in Formatter().parse(text) if name]
    return sorted(named + re.findall(r"%\(\w+\)[sd]", text))


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_missing_and_nothing_unused(language: str, needed: set[str | tuple[str, ...]]) -> None:
    written = messages(read(language))
    assert needed - set(written) == set(), "say `make words`, and translate"
    assert set(written) - needed == set(), "say `make words`"
    assert [key for key, message in written.items() if message.fuzzy] == []
    assert [key for key, message in written.items() if not (forms(message) and all(forms(message)))] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_fills_in_the_same_gaps(language: str) -> None:
    for key, message in messages(read(language)).items():
        for text in forms(message):
            # The singular may say "once".
            assert gaps(text) in ([gaps(key)] if isinstance(key, str) else [gaps(one) for one in key]), key


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_built_is_what_is_written(language: str) -> None:
    known = catalogue(language)
    for key, message in messages(read(language)).items():
        if isinstance(key, str):
            assert known.gettext(key) == message.string
        else:
            one, many = key
            assert (known.ngettext(one, many, 1), known.ngettext(one, many, 2)) == forms(message)


def test_english_has_typographic_apostrophes(needed: set[str | tuple[str, ...]]) -> None:
    ours = needed - set(CLICK)
    texts = {text for key in ours for text in (key if isinstance(key, tuple) else (key,))}
    assert {text for text in texts if "'" in text or " …" in text or "..." in text} == set()


@pytest.mark.parametrize("name", sorted({page_game(name).id for name in tablier.games()}))
def test_english_rules_have_them_too_and_speak_of_nobody_as_he(name: str) -> None:
    text = read_rules(name, "en")
    assert "'" not in text
    assert re.findall(r"\b(?:he|his|him|himself)\b", text, re.IGNORECASE) == []


def test_french_is_set_as_the_french_do() -> None:
    for key, message in messages(read("fr")).items():
        for text in forms(message):
            assert "'" not in text, key
            assert not re.search(r"(?<![\w\u00a0])[:;?!%](?![(\w])|[^\u00a0\d\w][;?!]| [:%](?!\()", text), (
                text
            )
            assert "..." not in text


@pytest.mark.parametrize("name", sorted({page_game(name).id for name in tablier.games()}))
def test_french_rules_are_too(name: str) -> None:
    prose = [line for line in read_rules(name, "fr").splitlines() if not line.startswith("|")]
    for line in prose:
        assert not re.search(r"'| [:;?!](?:\s|$)|\.\.\.", line), line


def forms(message: Message) -> tuple[str, ...]:
    found = message.string
    return (found,) if isinstance(found, str) else tuple(found or ())


@pytest.mark.parametrize("name", tablier.games())
def test_every_refused_move_is_explained_in_words_of_the_catalogue(
    name: str, needed: set[str | tuple[str, ...]]
) -> None:
    game = tablier.game(name)
    rng = Random(name)
    match = Match(game)
    reasons = set()
    while match.legal_moves and len(match.moves) < 60:
        for move in rng.choices(range(len(game.paths)), k=40):
            try:
                match.state.after(move)
            except IllegalMove as error:
                reasons.add(error.reason)
        match.push(rng.choice(match.legal_moves))
    assert reasons
    assert reasons <= needed


def test_a_page_has_all_words_side_by_side() -> None:
    page = table_of_words()
    assert "<tr><td>Rematch<td>Revanche" in page
    assert "<tr><td>{count} watching | {count} watching<td>{count} spectateur | {count} spectateurs" in page
    assert re.search(r"<td>§Q12 If there is no cube[^<]*<td>§Q12 Si vous ne pouvez", page)


def test_a_refusal_is_found_however_it_is_laid_out() -> None:
    source = (
        'return "Q1", "One."\n'
        'return "Q2", "Two." if many else "Three."\n'
        'return (\n    "Q3",  # why\n    "Four and "\n    "five.",\n)\n'
        'raise IllegalMove("Six.", clause="", move="a1")\n'
        'return "q", 3\n'
        "raise IllegalMove(reason, clause=clause, move=text)\n"
    )
    assert list(refusals(source)) == ["One.", "Two.", "Three.", "Four and five.", "Six."]


@pytest.mark.parametrize(
    "source", ['return "Q1", sentence\n', 'return "Q1", f"No {cell}."\n', 'return "Q1", "no"\n']
)
def test_a_refusal_that_cannot_be_translated_is_an_error(source: str) -> None:
    with pytest.raises(ValueError, match=r"without a sentence|malformed"):
        list(refusals(source))


class Page(HTMLParser):
    """The words of a template that stand for themselves."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.silent = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent = tag if tag in ("script", "style") else ""
        unread = tag == "meta" and dict(attrs).get("name") != "description"
        self.words += [value or "" for name, value in attrs if name in SPOKEN and not unread]

    def handle_endtag(self, tag: str) -> None:
        self.silent = ""

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.words.append(data)


@pytest.mark.parametrize("path", sorted((FOLDER / "templates").glob("*.html")), ids=lambda path: path.name)
def test_a_template_says_nothing_that_cannot_be_translated(path: Path) -> None:
    page = Page()
    marks = r"\{% block kind %\}.*?\{% endblock %\}|\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}"  # the kind is a class
    page.feed(re.sub(marks, "", path.read_text(), flags=re.DOTALL))
    said = [word for words in page.words for word in re.findall(r"[^\W\d_]+", words)]
    assert set(said) <= {"Tablier"}


def test_scripts_say_what_the_page_has_words_for() -> None:
    text = "\n".join(SCRIPTS.values())
    asked = set(re.findall(r'\bsay\(\s*"(\w+)"', text))
    assert asked <= set(PHRASES)
    whole = {part for words in re.findall(r'"([\w:]+)"', text) for part in words.split(":")}
    begun = (
        *re.findall(r"`(\w+_)\$\{", text),
        *(f"{word}_" for word in ("offer", "own_offer") if word in whole),
    )
    assert [key for key in PHRASES if key not in whole and not key.startswith(begun)] == []


def test_words_that_count_come_in_both_forms() -> None:
    assert script_phrases("en")["after"] == ("after {count} move", "after {count} moves")
    assert script_phrases("fr")["after"] == ("après {count} coup", "après {count} coups")
