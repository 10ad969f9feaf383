"""The template contexts of pages with a board: live table, review, lesson, analysis. They know no request: a
browser's own host uses them too."""

from __future__ import annotations

from typing import Any

from tablier.board_game import Game, write_option
from tablier.lesson import games_with_lesson
from tablier.registry import kind
from tablier.scene import to_text
from tablier.server.messages.analysis import MAX_RECORD, analysis_address
from tablier.server.messages.lesson_steps import find_lesson
from tablier.server.messages.lists import describe_terms, list_bot_names
from tablier.server.tables.state import TableState
from tablier.svg import STYLE
from tablier.web import scripts
from tablier.web.languages import translator
from tablier.web.phrases import SCORED_END, script_phrases
from tablier.web.rules import page_game, read_rules


def board_context(language: str, game: Game, script: str, **page: Any) -> dict[str, Any]:
    """The context that every page with a board needs; `page` is added to what its script reads."""
    return {
        "game": game,
        "page": {
            "game": game.id,
            "views": game.views,
            "language": language,
            "rules": f"/rules/{page_game(game.id).id}?bare=true" if read_rules(game.id, language) else "",
            "words": script_phrases(language),
            **page,
        },
        "marks": STYLE,
        "script": script,
        "modules": scripts(script),
    }


def match_context(language: str, table: str, state: TableState, script: str) -> dict[str, Any]:
    """The context of a page about the match of one table."""
    game = state.match.game
    translate = translator(language)
    context = board_context(
        language, game, script, table=table, title=translate(game.title), bots=dict(list_bot_names(translate))
    )
    if not game.agrees_draw:
        words = {name: translate(phrase.template) for name, phrase in SCORED_END.items()}
        context["page"]["words"] = {**context["page"]["words"], **words}
    context["analysis"] = analysis_address(game, table=table)
    context["terms"] = " · ".join(to_text(each, translate) for each in describe_terms(state))
    return context


def table_page(language: str, table: str, state: TableState, *, is_guest: bool) -> dict[str, Any]:
    """The context of table.html."""
    game = state.match.game
    context = match_context(language, table, state, "table.js") | {
        "rated": state.terms.rated,
        "shape": "{0.width} / {0.height}".format(game.layout(view=game.views[-1])),
        "optional": {
            panel.kind: to_text(panel.setting, translator(language))
            for panel in game.scene(game.start()).panels
            if panel.setting
        },
        "turns": has_turned_boards(game),
    }
    context["page"]["guest"] = is_guest
    return context


def review_page(language: str, table: str, state: TableState) -> dict[str, Any]:
    """The context of review.html."""
    return match_context(language, table, state, "review.js")


def analysis_page(language: str, game: Game, *, engine: str = "") -> dict[str, Any]:
    """The context of analysis.html; `engine` is the address of the engine for browsers, if there is one."""
    translate = translator(language)
    context = board_context(
        language,
        game,
        "analysis.js",
        title=translate(game.title),
        options=dict(game.options),
        seats=[translate(name) for name in game.seats],
        bots=dict(list_bot_names(translate)),
        edits=game.editor is not None,
        longest=MAX_RECORD,
        address=analysis_address(game),
        engine=engine,
    )
    return context | {"turns": has_turned_boards(game), "choices": list_choices(game)}


def list_choices(game: Game) -> list[tuple[str, list[tuple[str, object, bool]]]]:
    """What each option is about, and its choices: as in an address, where the usual one is left out, and
    whether the game has it."""
    return [
        (
            option.about,
            [
                (
                    "" if value == option.default else write_option(name, value),
                    value,
                    value == game.options[name],
                )
                for value in option.choices
            ],
        )
        for name, option in game.choices.items()
    ]


def has_turned_boards(game: Game) -> bool:
    """Whether the board looks different from another seat."""
    return len({game.layout(viewpoint=seat).version for seat in range(len(game.seats))}) > 1


def lesson_page(language: str, game: str) -> dict[str, Any]:
    """The context of lesson.html; raises NoSuchLesson."""
    lesson = find_lesson(game)
    others = games_with_lesson()
    following = others[(others.index(game) + 1) % len(others)]
    played = lesson.played
    return board_context(language, played, "lesson.js", lesson=game, steps=len(lesson.steps)) | {
        "game": kind(game),
        "played": played,
        "next": kind(following),
    }
