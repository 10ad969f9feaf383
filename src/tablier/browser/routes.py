"""The paths that the host answers, as a server does."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

from msgspec import to_builtins
from msgspec.json import decode, encode
from msgspec.structs import replace

from tablier.board_game import read_option
from tablier.browser.host import Host
from tablier.browser.messages import Request, Response, as_json, read_body
from tablier.server.http.board_page import analysis_page, lesson_page, review_page, table_page
from tablier.server.http.forms import read_table_form
from tablier.server.http.layouts import draw_layout
from tablier.server.http.pictures import draw_nearest_ply
from tablier.server.live import review_answers
from tablier.server.live.connection import refusal_of
from tablier.server.live.perspective import check_perspective
from tablier.server.live.table import Table
from tablier.server.messages import analysis
from tablier.server.messages.analysis import (
    AskedPosition,
    AskedRecord,
    AskedSetup,
    WrittenRecord,
    describe_position,
    find_analysed_game,
    play_line,
    set_up,
    write_record,
)
from tablier.server.messages.lesson_steps import (
    describe_answer,
    describe_step,
    explain_step,
    find_step,
    lesson_perspective,
)
from tablier.server.messages.lessons import LessonMoves
from tablier.server.messages.news import Perspective
from tablier.server.messages.records import table_record
from tablier.server.messages.snapshot import explain_refusal
from tablier.server.tables.create import NewTable
from tablier.server.tables.errors import NoSuchGame, TooEarly, as_sentence
from tablier.server.tables.person import clean_name
from tablier.web.languages import translator

Handler = Callable[..., Awaitable[Response]]


async def respond(host: Host, text: str) -> str:
    """Answer a request, both as JSON."""
    asked = decode(text, type=Request)
    return encode(await find_response(host, asked)).decode()


async def find_response(host: Host, asked: Request) -> Response:
    for method, pattern, handler in ROUTES:
        if method in ("ANY", asked.method) and (found := re.fullmatch(pattern, asked.path)):
            try:
                return await handler(host, asked, **found.groupdict())
            except Exception as error:
                return host.refuse(asked, refusal_of(error))
    return Response(404, "text/plain", "")


def as_page(host: Host, asked: Request, template: str, context: dict[str, Any]) -> Response:
    return Response(200, "text/html", host.pages.render(template, asked.language, context))


async def show_table(host: Host, asked: Request, table: str) -> Response:
    state = (await host.registry.find(table)).state
    context = table_page(asked.language, table, state, is_guest=True)
    return as_page(host, asked, "table.html", context)


async def show_review(host: Host, asked: Request, table: str) -> Response:
    state = (await host.registry.find(table)).state
    if state.status != "over":
        raise TooEarly
    return as_page(host, asked, "review.html", review_page(asked.language, table, state))


async def show_lesson(host: Host, asked: Request, game: str) -> Response:
    return as_page(host, asked, "lesson.html", lesson_page(asked.language, game))


async def show_analysis(host: Host, asked: Request, game: str) -> Response:
    found = find_analysed_game(game, asked.values("option"))
    return as_page(host, asked, "analysis.html", analysis_page(asked.language, found))


async def show_position(host: Host, asked: Request, table: str) -> Response:
    match = (await host.registry.find(table)).state.match
    return Response(200, "image/svg+xml", draw_nearest_ply(match, int(asked.value("at", "0"))))


async def create_table(host: Host, asked: Request) -> Response:
    """Open the table that a form describes, and go to its page."""
    table = await host.registry.create(host.person, read_table_form(asked.form))
    return Response(303, "text/plain", "", f"/t/{table.id}")


async def open_table(host: Host, asked: Request) -> Response:
    table = await host.registry.create(host.person, decode(asked.body, type=NewTable))
    news = table.snapshot().for_person(host.person, Perspective(language=asked.language))
    return as_json({"table": table.id, "page": f"/t/{table.id}", "news": to_builtins(news)})


async def list_tables(host: Host, asked: Request) -> Response:
    """All matches of this browser, the latest first."""
    return as_json(await host.registry.store.matches_of(host.person.id, most=None))


async def rename_visitor(host: Host, asked: Request) -> Response:
    told = decode(asked.body, type=dict[str, str])
    await host.rename(clean_name(told.get("name", "")) or host.visitor.name)
    return as_json(host.visitor)


async def read_table(host: Host, asked: Request, table: str) -> Response:
    found, perspective = await look_at(host, asked, table)
    return as_json(found.snapshot().for_person(host.person, perspective))


async def read_record(host: Host, asked: Request, table: str) -> Response:
    state = (await host.registry.find(table)).state
    return Response(200, "text/plain", str(table_record(state)))


async def read_record_json(host: Host, asked: Request, table: str) -> Response:
    state = (await host.registry.find(table)).state
    return Response(200, "application/json", table_record(state).to_json())


async def read_layout(host: Host, asked: Request, game: str) -> Response:
    options = dict(read_option(each) for each in asked.values("option"))
    translate = translator(asked.value("language", asked.language))
    viewpoint = int(asked.value("viewpoint", "0"))
    try:
        _, data = draw_layout(game, options, viewpoint, asked.value("view"), translate)
    except (ValueError, TypeError) as error:
        raise NoSuchGame(problem=as_sentence(error)) from None
    return as_json(data)


async def read_review(host: Host, asked: Request, table: str) -> Response:
    found = await host.registry.find(table)
    since = int(asked.value("since", "0"))
    return as_json(await review_answers.review_news(host.reviews, found, since, asker=host.person.id))


async def read_review_scene(host: Host, asked: Request, table: str) -> Response:
    found, perspective = await look_at(host, asked, table)
    at = int(asked.value("at"))
    return as_json(review_answers.review_scene(found, host.person, perspective, at))


async def try_move(host: Host, asked: Request, table: str) -> Response:
    found, perspective = await look_at(host, asked, table)
    at = int(asked.value("at"))
    chosen = review_answers.chosen_move(found, at, asked.value("move"))
    return as_json(await review_answers.try_move(host.reviews, found, host.person, perspective, at, chosen))


async def read_review_why(host: Host, asked: Request, table: str) -> Response:
    found = await host.registry.find(table)
    clicks = tuple(asked.values("click"))
    return as_json(review_answers.review_why(found, int(asked.value("at")), clicks, asked.language))


async def read_step(host: Host, asked: Request, game: str, step: str) -> Response:
    perspective = lesson_perspective(asked.language, game, asked.value("view"))
    return as_json(describe_step(find_step(game, int(step)), int(step), perspective))


async def answer_step(host: Host, asked: Request, game: str, step: str) -> Response:
    perspective = lesson_perspective(asked.language, game, asked.value("view"))
    moves = decode(asked.body, type=LessonMoves).moves
    return as_json(describe_answer(find_step(game, int(step)), int(step), moves, perspective))


async def read_step_why(host: Host, asked: Request, game: str, step: str) -> Response:
    moves, clicks = tuple(asked.values("move")), tuple(asked.values("click"))
    return as_json(explain_step(game, int(step), moves, clicks, asked.language))


async def read_analysed(host: Host, asked: Request) -> Response:
    return as_json(describe_position(read_body(asked, AskedPosition), asked.language))


async def read_analysed_why(host: Host, asked: Request) -> Response:
    question = read_body(asked, AskedPosition)
    return as_json(explain_refusal(play_line(question).state, question.clicks, asked.language))


async def read_text(host: Host, asked: Request) -> Response:
    return as_json(analysis.read_record(read_body(asked, AskedRecord), asked.language))


async def write_text(host: Host, asked: Request) -> Response:
    return as_json(write_record(read_body(asked, WrittenRecord).record))


async def change_setup(host: Host, asked: Request) -> Response:
    return as_json(set_up(read_body(asked, AskedSetup), asked.language))


async def look_at(host: Host, asked: Request, table: str) -> tuple[Table, Perspective]:
    """A table, and how the visitor looks at it."""
    found = await host.registry.find(table)
    return found, check_perspective(found.state, replace(asked.perspective, pause=0.0))


TABLE = r"(?P<table>\w+)"
GAME = r"(?P<game>[\w-]+)"
ROUTES: tuple[tuple[str, str, Handler], ...] = (
    ("GET", rf"/t/{TABLE}", show_table),
    ("GET", rf"/t/{TABLE}/review", show_review),
    ("GET", rf"/t/{TABLE}/picture\.svg", show_position),
    ("GET", rf"/learn/{GAME}", show_lesson),
    ("GET", rf"/analysis/{GAME}", show_analysis),
    ("ANY", "/new", create_table),
    ("POST", "/api/tables", open_table),
    ("GET", "/api/tables", list_tables),
    ("POST", "/api/guest", rename_visitor),
    ("GET", rf"/api/tables/{TABLE}", read_table),
    ("GET", rf"/api/tables/{TABLE}/record\.txt", read_record),
    ("GET", rf"/api/tables/{TABLE}/record\.json", read_record_json),
    ("GET", rf"/api/games/{GAME}/layout", read_layout),
    ("GET", rf"/api/tables/{TABLE}/review", read_review),
    ("GET", rf"/api/tables/{TABLE}/review/scene", read_review_scene),
    ("GET", rf"/api/tables/{TABLE}/review/try", try_move),
    ("GET", rf"/api/tables/{TABLE}/review/why", read_review_why),
    ("GET", rf"/api/lessons/{GAME}/(?P<step>\d+)", read_step),
    ("POST", rf"/api/lessons/{GAME}/(?P<step>\d+)", answer_step),
    ("GET", rf"/api/lessons/{GAME}/(?P<step>\d+)/why", read_step_why),
    ("POST", "/api/analysis/position", read_analysed),
    ("POST", "/api/analysis/why", read_analysed_why),
    ("POST", "/api/analysis/read", read_text),
    ("POST", "/api/analysis/write", write_text),
    ("POST", "/api/analysis/setup", change_setup),
)
"""By method and path. What has to be thought about is answered by the other Worker: `browser.analyst`."""
