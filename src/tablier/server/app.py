"""The application: routes, middleware, and what is opened and closed with it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from concurrent.futures import Executor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from litestar import Litestar, Response
from litestar.config.compression import CompressionConfig
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import CacheControlHeader
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.static_files import create_static_files_router
from litestar.stores.memory import MemoryStore
from litestar.template import TemplateConfig

from tablier.scene import Words, said, say
from tablier.server.api import YEAR, Asker, address_of, api
from tablier.server.bus import open_bus
from tablier.server.doors import LONGEST, Porter, language_of, who
from tablier.server.hall import Hall
from tablier.server.jobs import Think, think, thread_pool
from tablier.server.leaderboard import read_board, show_board, show_ratings
from tablier.server.lessons import lessons, show_lesson
from tablier.server.lobby import Lobby, home, join, read_lobby, show_lobby, show_position
from tablier.server.mine import download_all, show_mine
from tablier.server.pages import (
    choose_language,
    furnish,
    paged,
    show_figure,
    show_picture,
    show_rules,
    show_table,
    start,
)
from tablier.server.partings import finish
from tablier.server.previews import Studio, preview_game, preview_home, preview_table, show_sign
from tablier.server.refusals import Broken, Forged, Malformed, Problem, Refusal, TooBig, TooFast
from tablier.server.reviewing import review_api, show_review
from tablier.server.reviews import Reviews
from tablier.server.seats import Cards
from tablier.server.signing import ACCOUNT_PAGES
from tablier.server.socket import live
from tablier.server.store import Store
from tablier.web import FOLDER, STATIC, VERSION
from tablier.web.languages import translator

COUNTED = "requests"
KEPT = CacheControlHeader(public=True, max_age=YEAR, immutable=True)
PAGES: TemplateConfig[JinjaTemplateEngine] = TemplateConfig(
    directory=FOLDER / "templates", engine=JinjaTemplateEngine, engine_callback=furnish
)
SCHEMA = OpenAPIConfig(
    title="Tablier",
    version="1",
    path="/api/schema",
    render_plugins=[JsonRenderPlugin(path="/openapi.json")],  # the others fetch scripts from elsewhere
)

SAID = {
    403: say("This form is too old, or not from here: load the page again."),
    404: say("There is nothing here."),
    405: say("This cannot be done here."),
}
"""What is said of Litestar's refusals."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Settings:
    """Where things are kept and done. To outgrow one machine is to set the first three otherwise."""

    store: str
    """A database: sqlite:///path or postgresql+psycopg://host/name."""
    bus: str = "memory:"
    """News between processes: memory: or redis://host."""
    pool: Executor = field(default_factory=thread_pool)
    """Where bots think."""
    think: Think = think
    rate: int = 600
    """Requests a minute from one person or address."""


def create_app(settings: Settings) -> Litestar:
    store = Store(settings.store)
    secret = store.secret()
    cards = Cards(secret)
    hall = Hall(store, open_bus(settings.bus), settings.pool, think=settings.think)
    lobby, reviews, studio = Lobby(hall), Reviews(hall), Studio()
    static = create_static_files_router(f"/static/{VERSION}", directories=[STATIC], cache_control=KEPT)
    pace = RateLimitConfig(
        ("minute", settings.rate), exclude=["^/static"], identifier_for_request=identify, store=COUNTED
    )
    return Litestar(
        route_handlers=[
            home,
            show_lobby,
            read_lobby,
            join,
            show_position,
            preview_home,
            preview_game,
            preview_table,
            show_sign,
            choose_language,
            show_rules,
            show_figure,
            show_picture,
            show_table,
            show_review,
            show_lesson,
            show_ratings,
            show_board,
            read_board,
            start,
            show_mine,
            download_all,
            *ACCOUNT_PAGES,
            live,
            api,
            lessons,
            review_api,
            static,
        ],
        lifespan=[partial(at_work, hall, settings.pool), reviews.at_work],
        dependencies={
            "hall": Provide(lambda: hall, sync_to_thread=False),
            "studio": Provide(lambda: studio, sync_to_thread=False),
            "lobby": Provide(lambda: lobby, sync_to_thread=False),
            "reviews": Provide(lambda: reviews, sync_to_thread=False),
            "cards": Provide(lambda: cards, sync_to_thread=False),
        },
        exception_handlers={Refusal: refused, HTTPException: refused_by_litestar, Exception: broke},
        middleware=[Porter(cards, hall.accounts), pace.middleware],
        stores={COUNTED: MemoryStore()},
        # Scripts are covered by the check of the origin; forms send no header of their own.
        csrf_config=CSRFConfig(secret.hex(), cookie_name="tablier_csrf", exclude=["^/api"]),
        template_config=PAGES,
        compression_config=CompressionConfig("gzip", gzip_compress_level=6, exclude=["^/api/tables"]),
        openapi_config=SCHEMA,
        request_max_body_size=LONGEST,
        logging_config=None,
    )


@asynccontextmanager
async def at_work(hall: Hall, pool: Executor, app: Litestar) -> AsyncIterator[None]:
    """From the first request to the last."""
    await hall.start()
    beside = [asyncio.create_task(each) for each in (sweep(app), finish(hall))]
    try:
        yield
    finally:
        for task in beside:
            task.cancel()
        await hall.stop()
        pool.shutdown(wait=False, cancel_futures=True)
        hall.store.close()


def identify(request: Asker) -> str:
    """Whose requests are counted together: a card's holder, or an address."""
    with suppress(Forged):
        if (person := who(request)) is not None:
            return person.id
    return address_of(request)


async def sweep(app: Litestar) -> None:
    """Forget now and then who asked long ago."""
    counted = app.stores.get(COUNTED)
    assert isinstance(counted, MemoryStore)
    while True:
        await asyncio.sleep(60)
        await counted.delete_expired()


def refused(request: Asker, refusal: Refusal) -> Response[Any]:
    return answered(request, refusal.problem(translator(language_of(request))), refusal.status)


def answered(request: Asker, problem: Problem, status: int) -> Response[Any]:
    """As data for programs, as a page for people."""
    if "text/html" in request.headers.get("accept", "") or not request.url.path.startswith("/api"):
        return paged(request, "problem.html", {"problem": problem, "status": status}, status=status)
    return Response(problem, status_code=status, media_type="application/json")


def refused_by_litestar(request: Asker, error: HTTPException) -> Response[Any]:
    """What Litestar refuses before we see it, in our words."""
    if error.status_code == 413:
        return refused(request, TooBig(most=LONGEST))
    if error.status_code == 429:
        answer = refused(request, TooFast())
        answer.headers.update(error.headers or {})
        return answer
    if error.status_code == 400:
        return refused(request, Malformed(problem=detail(error)))
    code = error.detail.lower().replace(" ", "_")
    words = SAID.get(error.status_code, f"{error.detail.rstrip('.')}.")
    says = said(words, translator(language_of(request)))
    return answered(request, Problem(code=code, says=says), error.status_code)


def broke(request: Asker, error: Exception) -> Response[Any]:
    """Our own mistake: the log has the rest."""
    logger.error("%s %s", request.method, request.url.path, exc_info=error)
    return refused(request, Broken())


def detail(error: HTTPException) -> Words:
    """What is wrong, without the address."""
    extra = error.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        where = extra[0].get("key", "")
        return f"{extra[0].get('message', '')}{f' at {where}' if where else ''}".replace("`", "")
    return say("it is not JSON")
