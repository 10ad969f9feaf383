"""The settings of a person: what they are reminded of, and how. The API behind the page's script."""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated, Any

from litestar import Response, Router, get, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody, URLEncodedBody
from litestar.response import Redirect
from msgspec import Meta, Struct

from tablier.server.http.auth import (
    RegistryDependency,
    TokensDependency,
    current_person,
    guest_person,
    require_person,
    same_origin,
    with_guest_cookie,
)
from tablier.server.http.connection import AnyRequest, request_language
from tablier.server.http.engine import EngineDependency
from tablier.server.http.responses import render
from tablier.server.live.outbound import BadTarget
from tablier.server.live.reminders import Reminders
from tablier.server.people.push import check_keys
from tablier.server.people.tokens import Tokens
from tablier.server.store import reminders as store
from tablier.server.store.reminders import Subscription, Wishes
from tablier.server.tables.errors import BadSubscription, BadWebhook, Refusal
from tablier.server.tables.occasions import OCCASIONS
from tablier.server.tables.person import Person
from tablier.web import VERSION
from tablier.web.languages import translator

RemindersDependency = NamedDependency[Reminders]
Endpoint = Annotated[str, Meta(max_length=1000)]


class Keys(Struct, frozen=True):
    p256dh: Annotated[str, Meta(max_length=100)]
    auth: Annotated[str, Meta(max_length=32)]


class NewSubscription(Struct, frozen=True):
    """A subscription of the Push API, as its `toJSON` writes it."""

    endpoint: Endpoint
    keys: Keys


class OldSubscription(Struct, frozen=True):
    endpoint: Endpoint


class Turns(Struct, frozen=True):
    turns: int
    """The number of tables where others wait for you."""
    who: str
    """Changes when somebody else is signed in; empty without a token."""
    version: str = VERSION
    """Of the pages and scripts."""
    release: str = ""
    """Of the scripts and the engine for browsers together; empty where there is no engine."""


@get("/settings", include_in_schema=False)
async def show_settings(
    request: AnyRequest,
    tokens: TokensDependency,
    registry: RegistryDependency,
    reminders: RemindersDependency,
    engine: EngineDependency,
    done: FromQuery[str] = "",
) -> Response[Any]:
    person, token = guest_person(request, tokens)
    wishes = Wishes() if token else await store.read_wishes(registry.store, person.id)
    context = {"done": done, "has_engine": engine is not None}
    return render_settings(request, tokens, reminders, wishes, context)


@post("/settings/reminders", include_in_schema=False)
async def change_wishes(
    request: AnyRequest,
    tokens: TokensDependency,
    registry: RegistryDependency,
    reminders: RemindersDependency,
    engine: EngineDependency,
    data: URLEncodedBody[dict[str, str]],
) -> Response[Any]:
    """Store what a person wishes to be reminded of; the webhook of an account too."""
    person, _ = guest_person(request, tokens)
    webhook = "" if person.is_guest else data.get("webhook", "").strip()
    wishes = Wishes(
        unwanted=frozenset(each for each in OCCASIONS if each not in data),
        webhook=webhook,
        language=request_language(request),
        site=site_of(request),
    )
    try:
        if webhook:
            reminders.outbound.check(webhook)
    except BadTarget:
        return render_settings(
            request, tokens, reminders, wishes, {"has_engine": engine is not None}, BadWebhook()
        )
    await store.save_wishes(registry.store, person.id, wishes)
    return Redirect("/settings?done=saved", status_code=303)


@post("/settings/reminders/test", include_in_schema=False)
async def send_trial(
    request: AnyRequest, tokens: TokensDependency, reminders: RemindersDependency
) -> Response[Any]:
    """Send a test to all places of a person."""
    person, _ = guest_person(request, tokens)
    reminders.trials.take(person.id)
    sent = await reminders.send_trial(person.id)
    return Redirect(f"/settings?done={'sent' if sent else 'unsent'}", status_code=303)


def render_settings(
    request: AnyRequest,
    tokens: Tokens,
    reminders: Reminders,
    wishes: Wishes,
    context: dict[str, Any],
    refusal: Refusal | None = None,
) -> Response[Any]:
    """The page; after a refusal with its reason and status."""
    person, token = guest_person(request, tokens)
    facts = {"me": person, "wishes": wishes, "push_key": reminders.key.public}
    if refusal is not None:
        context["problem"] = refusal.problem(translator(request_language(request)))
    status = refusal.status if refusal else 200
    page = render(request, "settings.html", {**facts, **context}, status=status)
    page.headers["cache-control"] = "no-store"  # the next user of this browser must not see it
    return with_guest_cookie(request, page, token)


@get("/turns", summary="The number of tables where others wait for you")
async def read_turns(
    request: AnyRequest,
    registry: RegistryDependency,
    engine: EngineDependency,
    besides: FromQuery[str] = "",
) -> Turns:
    person = current_person(request)
    release = engine.release if engine else ""
    if person is None:
        return Turns(0, "", release=release)
    turns = await store.count_turns(registry.store, person.id, besides=besides[:16])
    return Turns(turns, identity_of(person), release=release)


@post("/reminders/subscribe", summary="Receive reminders in this browser", status_code=200)
async def subscribe(
    request: AnyRequest,
    registry: RegistryDependency,
    reminders: RemindersDependency,
    data: JSONBody[NewSubscription],
) -> Turns:
    person = require_person(request)
    subscription = Subscription(
        data.endpoint, data.keys.p256dh, data.keys.auth, request_language(request), site_of(request)
    )
    check_keys(subscription)
    try:
        reminders.outbound.check(data.endpoint)
    except BadTarget:
        raise BadSubscription from None
    await store.save_subscription(
        registry.store, person.id, subscription, session=person.session, at=registry.time()
    )
    return Turns(await store.count_turns(registry.store, person.id), identity_of(person))


@post("/reminders/unsubscribe", summary="Receive no more reminders in this browser", status_code=200)
async def unsubscribe(
    request: AnyRequest, registry: RegistryDependency, data: JSONBody[OldSubscription]
) -> Turns:
    person = require_person(request)
    old = Subscription(data.endpoint, "", "", "", "")
    await store.delete_subscription(registry.store, old.id, person=person.id)
    return Turns(await store.count_turns(registry.store, person.id), identity_of(person))


def identity_of(person: Person) -> str:
    """Tells a script whether the person is still the same, and nothing else."""
    return sha256(f"{person.id} {person.session}".encode()).hexdigest()[:16]


def site_of(request: AnyRequest) -> str:
    """The address of this server as the browser knows it."""
    return str(request.base_url).rstrip("/")[:300]


settings_api = Router("/api", guards=[same_origin], route_handlers=[read_turns, subscribe, unsubscribe])
SETTINGS_PAGES = (show_settings, change_wishes, send_trial, settings_api)
