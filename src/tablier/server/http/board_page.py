"""The template context of pages with a board: live table, review, lesson."""

from __future__ import annotations

from typing import Any

from tablier.board_game import Game
from tablier.scene import to_text
from tablier.server.http.connection import AnyRequest, request_language
from tablier.server.messages.analysis import analysis_address
from tablier.server.messages.lists import describe_terms, list_bot_names
from tablier.server.tables.state import TableState
from tablier.svg import STYLE
from tablier.web import scripts
from tablier.web.languages import translator
from tablier.web.phrases import SCORED_END, script_phrases
from tablier.web.rules import page_game, read_rules


def board_context(request: AnyRequest, game: Game, script: str, **page: Any) -> dict[str, Any]:
    """The context that every page with a board needs; `page` is added to what its script reads."""
    language = request_language(request)
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


def table_context(request: AnyRequest, table: str, state: TableState, script: str) -> dict[str, Any]:
    """The context of a page about the match of one table."""
    game = state.match.game
    translate = translator(request_language(request))
    context = board_context(
        request, game, script, table=table, title=translate(game.title), bots=dict(list_bot_names(translate))
    )
    if not game.agrees_draw:
        words = {name: translate(phrase.template) for name, phrase in SCORED_END.items()}
        context["page"]["words"] = {**context["page"]["words"], **words}
    context["analysis"] = analysis_address(game, table=table)
    context["terms"] = " · ".join(to_text(each, translate) for each in describe_terms(state))
    return context
