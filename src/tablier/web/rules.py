"""The rule pages: Markdown of each game, its clauses as anchors, its figures drawn from positions.

A clause is a paragraph that begins with its number (§Q1), and a figure is an image that names an example of
`Game.examples`. A heading may end with an anchor of its own: {#name}.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from tablier.board_game import Game
from tablier.example import Example
from tablier.registry import kind
from tablier.web.languages import ENGLISH

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

CLAUSE = re.compile(r"<p>§([A-Z]\d+)(?=\W)")
CITED = re.compile(r"(?<![\w\">])§([A-Z]\d+)")
HEADING = re.compile(r"<h([23])>(.*?)\s*\{#([\w-]+)\}</h")
FIGURE = re.compile(r'<p><img src="([\w-]+)" alt="([^"]*)" ?/?></p>')
ROW = re.compile(r"(?:<figure.*</figure>\n){2,}")
"""Figures that follow each other stand side by side."""


@dataclass(frozen=True, slots=True)
class RulePage:
    game: type[Game]
    """Its variants are told of on the same page."""
    html: str


def page_game(name: str) -> type[Game]:
    """The game on whose page a variant is explained."""
    return kind(kind(name).variant_of or name)


def read_rules(name: str, language: str) -> str:
    """The Markdown of a rule page; in English where it is not translated, empty where there is none."""
    return kind(name).rules_text(language) or kind(name).rules_text(ENGLISH) or ""


def examples(name: str) -> Mapping[str, Example]:
    """The figures of a game, by name."""
    return kind(name).examples


@cache
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt  # a slow import, for whole pages alone

    return MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")


@cache
def rule_page(name: str, language: str) -> RulePage:
    """The rules of a game and its variants."""
    first = page_game(name)
    html = _markdown().render(read_rules(name, language))
    html = html.replace("<table>", '<table tabindex="0">')  # a narrow screen scrolls it, by keys too
    html = CLAUSE.sub(r'<p class="clause" id="\1"><a href="#\1">§\1</a>', html)
    html = CITED.sub(r'<a href="#\1">§\1</a>', html)
    html = HEADING.sub(r'<h\1 id="\3">\2</h', html)
    html = FIGURE.sub(lambda found: _figure(first.id, found[1], found[2]), html)
    return RulePage(first, ROW.sub(r'<div class="figures">\n\g<0></div>\n', html))


def _figure(game: str, name: str, caption: str) -> str:
    shown = examples(game)[name]
    layout = shown.played.layout(view=shown.view)
    size = f'width="{layout.width:.0f}" height="{layout.height:.0f}"'
    return (
        f'<figure id="figure-{name}">'
        f'<img data-themed="/rules/{game}/{name}.svg" alt="" {size} loading="lazy">'
        f"<figcaption>{caption}</figcaption></figure>"
    )


@cache
def figure(name: str, shown: str) -> str:
    """A figure as an SVG document; KeyError if there is none."""
    return examples(name)[shown].picture()
