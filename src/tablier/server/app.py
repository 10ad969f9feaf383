"""The application: routes, middleware, and what is opened and closed with it."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from litestar import Litestar, Response
from litestar.config.csrf import CSRFConfig
from litestar.contrib.jinja import JinjaTemplateEngine
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.response import Template
from litestar.static_files import create_static_files_router
from litestar.template import TemplateConfig

import tablier.web
from tablier.server.api import Asker, api
from tablier.server.bus import open_bus
from tablier.server.doors import LONGEST
from tablier.server.hall import Hall
from tablier.server.jobs import Think, think, thread_pool
from tablier.server.pages import home, show_table, start
from tablier.server.refusals import Malformed, Problem, Refusal, TooBig, TooFast
from tablier.server.seats import COOKIE, Cards
from tablier.server.socket import live
from tablier.server.store import Store

WEB = Path(tablier.web.__file__).parent
VERSION = "1"

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
    cards = Cards(store.secret())
    hall = Hall(store, open_bus(settings.bus), settings.pool, think=settings.think)

    @asynccontextmanager
    async def lifespan(_app: Litestar) -> AsyncIterator[None]:
        await hall.start()
        try:
            yield
        finally:
            await hall.stop()
            settings.pool.shutdown(wait=False, cancel_futures=True)
            store.close()

    return Litestar(
        route_handlers=[
            home,
            show_table,
            start,
            live,
            api,
            create_static_files_router("/static", directories=[WEB / "static"]),
        ],
        lifespan=[lifespan],
        state=State({"cards": cards, "hall": hall}),
        dependencies={
            "hall": Provide(lambda: hall, sync_to_thread=False),
            "cards": Provide(lambda: cards, sync_to_thread=False),
        },
        exception_handlers={Refusal: refused, HTTPException: refused_by_litestar},
        middleware=[
            RateLimitConfig(
                ("minute", settings.rate), exclude=["^/static"], identifier_for_request=identify
            ).middleware
        ],
        # Scripts are covered by the check of the origin; forms send no header of their own.
        csrf_config=CSRFConfig(secret=store.secret().hex(), cookie_name="tablier_csrf", exclude=["^/api"]),
        template_config=TemplateConfig(directory=WEB / "templates", engine=JinjaTemplateEngine),
        openapi_config=OpenAPIConfig(
            title="Tablier",
            version=VERSION,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        request_max_body_size=LONGEST,
        logging_config=None,
    )


def identify(request: Asker) -> str:
    """Whose requests are counted together: a card's holder, or an address."""
    shown = request.headers.get("authorization") or request.cookies.get(COOKIE)
    return shown or (request.client.host if request.client else "")


def refused(request: Asker, refusal: Refusal) -> Response[Any]:
    return answered(request, refusal.problem, refusal.status)


def answered(request: Asker, problem: Problem, status: int) -> Response[Any]:
    """As data for programs, as a page for people."""
    if "text/html" in request.headers.get("accept", "") or not request.url.path.startswith("/api"):
        return Template("problem.html", context={"problem": problem}, status_code=status)
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
    return answered(request, Problem(code=code, says=f"{error.detail.rstrip('.')}."), error.status_code)


def detail(error: HTTPException) -> str:
    """What is wrong, without the address."""
    extra = error.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        where = extra[0].get("key", "")
        return f"{extra[0].get('message', '')}{f' at {where}' if where else ''}".replace("`", "")
    return "it is not JSON"
