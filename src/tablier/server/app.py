"""The Litestar application: its routes, middleware, dependencies and error handlers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from concurrent.futures import Executor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from litestar import Litestar, Response, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException, NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.openapi import OpenAPIConfig
from litestar.plugins.jinja import JinjaTemplateEngine
from litestar.stores.memory import MemoryStore
from litestar.template import TemplateConfig

from tablier.scene import Words, say, to_text
from tablier.server.http.analysis_socket import analysis_socket
from tablier.server.http.api import api
from tablier.server.http.auth import AuthMiddleware, current_person
from tablier.server.http.connection import (
    MAX_MESSAGE_BYTES,
    MCP_PATH,
    AnyRequest,
    client_address,
    request_language,
)
from tablier.server.http.csrf import CSRFMiddleware
from tablier.server.http.drawing import (
    ANIMATION_BURST,
    ANIMATION_RATE,
    MAX_ANIMATIONS,
    DrawingPool,
    PreviewCache,
)
from tablier.server.http.engine import find_engine
from tablier.server.http.head import answer_head
from tablier.server.http.headers import add_security_headers
from tablier.server.http.health import is_local, show_health, show_readiness, text_response
from tablier.server.http.mcp import create_endpoint
from tablier.server.http.offline import offline_api
from tablier.server.http.pages.account import ACCOUNT_PAGES
from tablier.server.http.pages.analysis import ANALYSIS_PAGES, analysis_api
from tablier.server.http.pages.home import (
    choose_language,
    create_table,
    discard_table,
    home,
    join_table,
    read_lobby,
    show_lobby,
)
from tablier.server.http.pages.installed import INSTALLED_PAGES
from tablier.server.http.pages.lessons import lessons, show_lesson
from tablier.server.http.pages.local import show_local
from tablier.server.http.pages.mistakes import drill_api, show_mistakes
from tablier.server.http.pages.my_games import download_all, show_my_games
from tablier.server.http.pages.pictures import show_code, show_picture, show_position
from tablier.server.http.pages.previews import (
    preview_game,
    preview_home,
    preview_table,
    show_icon,
)
from tablier.server.http.pages.puzzles import PUZZLE_PAGES, puzzle_api
from tablier.server.http.pages.ratings import api_leaderboard, show_leaderboard, show_ratings
from tablier.server.http.pages.review import review_api, show_review
from tablier.server.http.pages.rules import show_figure, show_rules
from tablier.server.http.pages.settings import SETTINGS_PAGES
from tablier.server.http.pages.sharing import SHARING_PAGES
from tablier.server.http.pages.table import show_table
from tablier.server.http.pages.well_known import show_robots, show_security
from tablier.server.http.responses import configure_templates, render
from tablier.server.http.schema import ProblemSchemaPlugin
from tablier.server.http.socket import live_socket
from tablier.server.http.static import serve_folder
from tablier.server.http.threads import BoundedThreads
from tablier.server.live.analysis import KeptRuns
from tablier.server.live.bus import open_bus
from tablier.server.live.ceiling import Ceiling
from tablier.server.live.compute import count_slots
from tablier.server.live.drills import Drills
from tablier.server.live.lobby import Lobby
from tablier.server.live.orders import OrderFollower
from tablier.server.live.outbound import Outbound
from tablier.server.live.registry import TableRegistry
from tablier.server.live.reminders import Reminders
from tablier.server.live.reviews import Reviews
from tablier.server.live.thinking import JobRunner, create_pool, run_job
from tablier.server.metrics import Metrics
from tablier.server.people.addresses import is_shared
from tablier.server.people.limits import Limits
from tablier.server.people.merge import finish_merges
from tablier.server.people.push import ServerKey
from tablier.server.people.quotas import Quotas
from tablier.server.people.sessions import scope_of
from tablier.server.people.tokens import Tokens
from tablier.server.store.log import Store
from tablier.server.tables.errors import (
    BadAddress,
    InternalError,
    Malformed,
    NoSuchGame,
    Problem,
    Refusal,
    TooBig,
    TooFast,
)
from tablier.web import FOLDER, STATIC, VERSION
from tablier.web.languages import translator

THROTTLE_STORE = "requests"
TEMPLATES: TemplateConfig[JinjaTemplateEngine] = TemplateConfig(
    directory=FOLDER / "templates", engine=JinjaTemplateEngine, engine_callback=configure_templates
)
SCHEMA = OpenAPIConfig(
    title="Tablier",
    version="1",
    path="/api/schema",
    render_plugins=[ProblemSchemaPlugin(path="/openapi.json")],  # the others load scripts from other sites
)

STATUS_TEXTS = {
    403: say("This form is out of date or came from elsewhere: reload the page."),
    404: say("There is nothing here."),
    405: say("This cannot be done here."),
}
"""Texts for HTTP errors that Litestar raises, by status."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Settings:
    """The settings of a server. With other values of the first three it runs on several machines."""

    store: str
    """A database: sqlite:///path or postgresql+psycopg://host/name."""
    bus: str = "memory:"
    """The bus for notices between processes: memory: or redis://host."""
    pool: Executor = field(default_factory=create_pool)
    """The executor of search jobs."""
    think: JobRunner = run_job
    """Does a search job, in the pool."""
    ceiling: Ceiling = field(default_factory=Ceiling)
    """What no search exceeds."""
    limits: Limits = field(default_factory=Limits)
    """What one person and one address may do."""
    mcp: bool = False
    """Whether assistants are answered at /mcp, by the Model Context Protocol."""
    security_contact: str = ""
    """Where to report a vulnerability, as a URL (mailto:, https:): for security.txt."""
    private_reminders: bool = False
    """Whether reminders are sent to private networks and without encryption too."""
    engine: Path | None = None
    """The folder with the engine for browsers, if there is one."""


def create_app(settings: Settings) -> Litestar:
    """The application over an opened store; its lifespan starts and stops the registry."""
    store = Store(settings.store)
    tokens = Tokens(store.secret())
    registry = TableRegistry(
        store,
        open_bus(settings.bus),
        settings.pool,
        think=settings.think,
        ceiling=settings.ceiling,
        slots=partial(count_slots, settings.pool),
    )
    lobby, reviews = Lobby(registry), Reviews(registry)
    outbound = Outbound(is_private=settings.private_reminders)
    reminders = Reminders(
        registry, ServerKey(store.secret("vapid")), outbound, contact=settings.security_contact
    )
    drills = Drills(registry, reviews)
    threads, runs = BoundedThreads(), KeptRuns()
    pools = DrawingPool(), DrawingPool()  # an animation must not hold up the previews
    previews = PreviewCache(pools[0])
    animations = PreviewCache(pools[1], size=MAX_ANIMATIONS, rate=ANIMATION_RATE, burst=ANIMATION_BURST)
    metrics = Metrics(registry)
    quotas = Quotas(settings.limits)
    engine = find_engine(settings.engine)
    engine_files = [] if engine is None else [serve_folder(engine.address, engine.folder)]
    rate_limit = RateLimitConfig(
        ("minute", settings.limits.requests),
        exclude=["^/static", "^/engine", "^/healthz$", "^/readyz$", "^/metrics$"],
        identifier_for_request=throttle_key,
        store=THROTTLE_STORE,
    )
    assistants = create_endpoint() if settings.mcp else None
    app = Litestar(
        route_handlers=[
            *([assistants[0]] if assistants else []),
            home,
            show_lobby,
            read_lobby,
            join_table,
            discard_table,
            show_position,
            show_code,
            preview_home,
            preview_game,
            preview_table,
            *SHARING_PAGES,
            show_icon,
            choose_language,
            show_rules,
            show_figure,
            show_picture,
            show_table,
            show_local,
            show_review,
            show_lesson,
            *ANALYSIS_PAGES,
            *PUZZLE_PAGES,
            show_mistakes,
            show_ratings,
            show_leaderboard,
            api_leaderboard,
            create_table,
            show_my_games,
            download_all,
            *ACCOUNT_PAGES,
            *SETTINGS_PAGES,
            *INSTALLED_PAGES,
            live_socket,
            analysis_socket,
            api,
            offline_api,
            lessons,
            puzzle_api,
            drill_api,
            review_api,
            analysis_api,
            show_health,
            show_readiness,
            show_metrics,
            show_robots,
            show_security,
            serve_folder(f"/static/{VERSION}", STATIC),
            *engine_files,
        ],
        lifespan=[
            partial(run_registry, registry, settings.pool),
            reviews.at_work,
            reminders.at_work,
            threads.at_work,
            *([assistants[1]] if assistants else []),
            *(pool.at_work for pool in pools),
        ],
        dependencies={
            "registry": Provide(lambda: registry, sync_to_thread=False),
            "threads": Provide(lambda: threads, sync_to_thread=False),
            "runs": Provide(lambda: runs, sync_to_thread=False),
            "previews": Provide(lambda: previews, sync_to_thread=False),
            "animations": Provide(lambda: animations, sync_to_thread=False),
            "lobby": Provide(lambda: lobby, sync_to_thread=False),
            "drills": Provide(lambda: drills, sync_to_thread=False),
            "reviews": Provide(lambda: reviews, sync_to_thread=False),
            "reminders": Provide(lambda: reminders, sync_to_thread=False),
            "quotas": Provide(lambda: quotas, sync_to_thread=False),
            "tokens": Provide(lambda: tokens, sync_to_thread=False),
            "engine": Provide(lambda: engine, sync_to_thread=False),
            "metrics": Provide(lambda: metrics, sync_to_thread=False),
            "security_contact": Provide(lambda: settings.security_contact, sync_to_thread=False),
        },
        exception_handlers={
            Refusal: refusal_response,
            HTTPException: litestar_response,
            RecursionError: nesting_response,
            Exception: error_response,
        },
        middleware=[
            metrics.measure_requests,
            AuthMiddleware(tokens, registry.accounts, quotas),
            rate_limit.middleware,
            limit_address(settings.limits).middleware,
            CSRFMiddleware(tokens),
        ],
        before_send=[add_security_headers],
        stores={THROTTLE_STORE: MemoryStore()},
        template_config=TEMPLATES,
        # What changes all the time is small, and files that never change are compressed already.
        compression_config=CompressionConfig(
            "gzip", gzip_compress_level=6, exclude=["^/api/tables", "^/static", "^/engine"]
        ),
        openapi_config=SCHEMA,
        request_max_body_size=MAX_MESSAGE_BYTES,
        state=State({"registry": registry, "metrics": metrics}),
        logging_config=None,
    )
    app.asgi_handler = answer_head(app.asgi_handler)
    return app


@get("/metrics", include_in_schema=False, sync_to_thread=False)
def show_metrics(request: AnyRequest, metrics: NamedDependency[Metrics]) -> Response[Any]:
    """Prometheus's page, for this machine only; another port may serve it to others."""
    if not is_local(request):
        raise NotFoundException
    return text_response(metrics.write())


@asynccontextmanager
async def run_registry(registry: TableRegistry, pool: Executor, app: Litestar) -> AsyncIterator[None]:
    """The lifespan of the application: the registry runs, and the store is closed after it."""
    await registry.start()
    orders = OrderFollower(registry)
    await orders.look()
    work = (expire_throttle(app), finish_merges(registry), orders.run())
    tasks = [asyncio.create_task(each) for each in work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await registry.stop()
        pool.shutdown(wait=False, cancel_futures=True)
        registry.store.close()


def limit_address(limits: Limits) -> RateLimitConfig:
    """The limit of one address, whoever asks: a guest's token costs a request."""
    return RateLimitConfig(
        ("minute", limits.address_requests),
        exclude=["^/static"],
        identifier_for_request=lambda request: f"address {client_address(request)}",
        check_throttle_handler=lambda request: not is_shared(client_address(request)),
        set_rate_limit_headers=False,
        store=THROTTLE_STORE,
    )


def throttle_key(request: AnyRequest) -> str:
    """Requests with the same key share a limit: the person of the token or the program, else the address."""
    with suppress(Refusal):
        if (person := current_person(request)) is not None:
            return person.session if scope_of(person.session) else person.id
    return client_address(request)


async def expire_throttle(app: Litestar) -> None:
    """Drop expired counters of the rate limit every minute."""
    counters = app.stores.get(THROTTLE_STORE)
    assert isinstance(counters, MemoryStore)
    while True:
        await asyncio.sleep(60)
        await counters.delete_expired()


def refusal_response(request: AnyRequest, refusal: Refusal) -> Response[Any]:
    """A refusal in the language of the request."""
    # Who asks for the page of a game that is not there has asked for a page that is not there.
    is_missing = isinstance(refusal, NoSuchGame) and request.method == "GET" and not is_api(request)
    status = 404 if is_missing else refusal.status
    return problem_response(request, refusal.problem(translator(request_language(request))), status)


def problem_response(request: AnyRequest, problem: Problem, status: int) -> Response[Any]:
    """A problem as JSON under /api, unless HTML is accepted, and as a page elsewhere."""
    if "text/html" in request.headers.get("accept", "") or not is_api(request):
        return render(request, "problem.html", {"problem": problem, "status": status}, status=status)
    return Response(problem, status_code=status, media_type="application/json")


def is_api(request: AnyRequest) -> bool:
    return request.url.path.startswith("/api") or request.url.path == MCP_PATH


def bad_parameter(error: HTTPException) -> str:
    """The name of the parameter that Litestar could not read; nothing if it was something else."""
    extra = error.extra
    first = extra[0] if isinstance(extra, list) and extra else None
    return str(first.get("key", "")) if isinstance(first, dict) else ""


def litestar_response(request: AnyRequest, error: HTTPException) -> Response[Any]:
    """An error that Litestar raises, as a problem with a code and a sentence."""
    if error.status_code == 413:
        return refusal_response(request, TooBig(most=largest_body(request)))
    if error.status_code == 429:
        response = refusal_response(request, TooFast())
        response.headers.update(error.headers or {})
        return response
    if error.status_code == 400 and (part := bad_parameter(error)) and not is_api(request):
        return refusal_response(request, BadAddress(part=part))
    if error.status_code == 400:
        return refusal_response(request, Malformed(problem=error_detail(error)))
    code = error.detail.lower().replace(" ", "_")
    text = STATUS_TEXTS.get(error.status_code, f"{error.detail.rstrip('.')}.")
    says = to_text(text, translator(request_language(request)))
    return problem_response(request, Problem(code=code, says=says), error.status_code)


def largest_body(request: AnyRequest) -> int:
    """The most bytes that the route of a request reads."""
    handler = request.scope.get("route_handler")
    most = handler.resolve_request_max_body_size() if isinstance(handler, HTTPRouteHandler) else None
    return most or MAX_MESSAGE_BYTES


def nesting_response(request: AnyRequest, _error: RecursionError) -> Response[Any]:
    """A body that nests deeper than the decoder can follow."""
    return refusal_response(request, Malformed(problem=say("it is nested too deeply")))


def error_response(request: AnyRequest, error: Exception) -> Response[Any]:
    """An unexpected error: logged with its traceback, reported as InternalError."""
    logger.error("%s %s", request.method, request.url.path, exc_info=error)
    return refusal_response(request, InternalError())


def error_detail(error: HTTPException) -> Words:
    """Litestar's description of an invalid request, without the URL."""
    extra = error.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        key = extra[0].get("key", "")
        return f"{extra[0].get('message', '')}{f' at {key}' if key else ''}".replace("`", "")
    return say("it is not JSON")
