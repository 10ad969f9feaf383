"""The pages of an account: sign up, sign in, sign out, change and delete it. Plain forms, no script.

Each of these changes sets a new token as the cookie. The person's open connections are dropped after the
response, so that other tabs connect again with the new token.
"""

from __future__ import annotations

import time
from typing import Any

from litestar import Response, get, post
from litestar.background_tasks import BackgroundTask
from litestar.params import FromQuery, URLEncodedBody
from litestar.response import Redirect

from tablier.server.http.auth import (
    RegistryDependency,
    TokensDependency,
    device_name,
    guest_person,
    with_guest_cookie,
)
from tablier.server.http.connection import AnyRequest, client_address, request_language
from tablier.server.http.responses import local_path, persistent_cookie, render
from tablier.server.live.registry import TableRegistry
from tablier.server.people.merge import merge_guest, update_tables
from tablier.server.people.passwords import MAX_LENGTH, MIN_LENGTH
from tablier.server.people.sessions import scope_of
from tablier.server.people.tokens import COOKIE, DEVICE_COOKIE, Tokens
from tablier.server.tables.errors import Refusal
from tablier.server.tables.person import MAX_NAME_LENGTH, Person, clean_name, new_guest
from tablier.web.languages import translator

Form = URLEncodedBody[dict[str, str]]


@get("/signup", include_in_schema=False)
async def show_sign_up(
    request: AnyRequest, tokens: TokensDependency, to: FromQuery[str] = ""
) -> Response[Any]:
    person, _ = guest_person(request, tokens)
    if not person.is_guest:
        return Redirect(local_path(to) or "/me", status_code=303)
    return render_form(request, tokens, "signup.html", {"to": local_path(to)})


@get("/signin", include_in_schema=False)
async def show_sign_in(
    request: AnyRequest, tokens: TokensDependency, to: FromQuery[str] = ""
) -> Response[Any]:
    return render_form(request, tokens, "signin.html", {"to": local_path(to)})


@get("/account", include_in_schema=False)
async def show_account(
    request: AnyRequest, tokens: TokensDependency, registry: RegistryDependency, done: FromQuery[str] = ""
) -> Response[Any]:
    person, _ = guest_person(request, tokens)
    if person.is_guest:
        return Redirect("/signin?to=/account", status_code=303)
    context = {"done": done, **await list_sessions(registry, person)}
    return render_form(request, tokens, "account.html", context)


@get("/goodbye", include_in_schema=False)
async def show_goodbye(request: AnyRequest, tokens: TokensDependency) -> Response[Any]:
    return render_form(request, tokens, "goodbye.html", {})


@post("/signup", include_in_schema=False)
async def sign_up(
    request: AnyRequest, tokens: TokensDependency, registry: RegistryDependency, data: Form
) -> Response[Any]:
    guest, _ = guest_person(request, tokens)
    name, password = data.get("name", ""), data.get("password", "")
    try:
        person = await registry.accounts.sign_up(
            guest, name=name, password=password, address=client_address(request)
        )
    except Refusal as refusal:
        return render_form(request, tokens, "signup.html", {"name": name, "to": data.get("to", "")}, refusal)
    return await redirect_signed_in(request, tokens, registry, person, guest, to=data.get("to", ""))


@post("/signin", include_in_schema=False)
async def sign_in(
    request: AnyRequest, tokens: TokensDependency, registry: RegistryDependency, data: Form
) -> Response[Any]:
    before, _ = guest_person(request, tokens)
    name, password = data.get("name", ""), data.get("password", "")
    try:
        person = await registry.accounts.sign_in(
            name=name,
            password=password,
            address=client_address(request),
            known=known_persons(request, tokens),
        )
    except Refusal as refusal:
        return render_form(request, tokens, "signin.html", {"name": name, "to": data.get("to", "")}, refusal)
    await merge_guest(registry, before, person)
    return await redirect_signed_in(request, tokens, registry, person, before, to=data.get("to", ""))


@post("/signout", include_in_schema=False)
async def sign_out(
    request: AnyRequest, tokens: TokensDependency, registry: RegistryDependency
) -> Response[Any]:
    before, _ = guest_person(request, tokens)
    if not before.is_guest:
        await registry.accounts.sessions.end(before)
    return await redirect_signed_in(request, tokens, registry, create_guest(request), before, to="/")


@post("/account/sessions/end", include_in_schema=False)
async def end_session(
    request: AnyRequest, tokens: TokensDependency, registry: RegistryDependency, data: Form
) -> Response[Any]:
    """Sign out at one other device, or everywhere if none is named."""
    before, _ = guest_person(request, tokens)
    session = data.get("session", "")
    if before.is_guest:
        return Redirect("/signin?to=/account", status_code=303)
    if session and session != before.session:
        await registry.accounts.sessions.end(before, session)
        await registry.drop_connections(before.id)
        return Redirect("/account?done=session", status_code=303)
    await registry.accounts.sessions.end_all(before)
    return await redirect_signed_in(request, tokens, registry, create_guest(request), before, to="/signin")


@post("/account/programs", include_in_schema=False, status_code=200)
async def make_program_token(
    request: AnyRequest, tokens: TokensDependency, registry: RegistryDependency, data: Form
) -> Response[Any]:
    """Make a token for a program, and show it this once."""
    person, _ = guest_person(request, tokens)
    if person.is_guest:
        return Redirect("/signin?to=/account", status_code=303)
    sessions = registry.accounts.sessions
    try:
        program = await sessions.begin_program(
            person,
            name=clean_name(data.get("name", "")),
            scope="play" if data.get("scope") == "play" else "read",
        )
    except Refusal as refusal:
        context = {"at": "program", **await list_sessions(registry, person)}
        return render_form(request, tokens, "account.html", context, refusal)
    context = {"made": tokens.sign(program), **await list_sessions(registry, person)}
    return render_form(request, tokens, "account.html", context)


@post("/account/programs/end", include_in_schema=False)
async def revoke_program_token(
    request: AnyRequest, tokens: TokensDependency, registry: RegistryDependency, data: Form
) -> Response[Any]:
    person, _ = guest_person(request, tokens)
    if person.is_guest:
        return Redirect("/signin?to=/account", status_code=303)
    if scope_of(session := data.get("session", "")) is not None:
        await registry.accounts.sessions.end(person, session)
        await registry.drop_connections(person.id)
    return Redirect("/account?done=program", status_code=303)


@post("/account/name", include_in_schema=False)
async def change_name(
    request: AnyRequest, tokens: TokensDependency, registry: RegistryDependency, data: Form
) -> Response[Any]:
    before, _ = guest_person(request, tokens)
    name = data.get("name", "")
    try:
        person = await registry.accounts.rename(before, name)
    except Refusal as refusal:
        return render_form(request, tokens, "account.html", {"name": name, "at": "name"}, refusal)
    return await redirect_signed_in(request, tokens, registry, person, before, to="/account?done=name")


@post("/account/password", include_in_schema=False)
async def change_password(
    request: AnyRequest, tokens: TokensDependency, registry: RegistryDependency, data: Form
) -> Response[Any]:
    before, _ = guest_person(request, tokens)
    try:
        person = await registry.accounts.change_password(
            before, old=data.get("old", ""), new=data.get("new", ""), address=client_address(request)
        )
    except Refusal as refusal:
        return render_form(request, tokens, "account.html", {"at": "password"}, refusal)
    return await redirect_signed_in(request, tokens, registry, person, before, to="/account?done=password")


@post("/account/delete", include_in_schema=False)
async def delete_account(
    request: AnyRequest, tokens: TokensDependency, registry: RegistryDependency, data: Form
) -> Response[Any]:
    before, _ = guest_person(request, tokens)
    try:
        await registry.accounts.delete(
            before, password=data.get("password", ""), address=client_address(request)
        )
    except Refusal as refusal:
        return render_form(request, tokens, "account.html", {"at": "delete"}, refusal)
    await update_tables(registry, before.id)
    return await redirect_signed_in(request, tokens, registry, create_guest(request), before, to="/goodbye")


def render_form(
    request: AnyRequest,
    tokens: Tokens,
    template: str,
    context: dict[str, Any],
    refusal: Refusal | None = None,
) -> Response[Any]:
    """A page with a form; after a refusal with its reason and status."""
    person, token = guest_person(request, tokens)
    translate = translator(request_language(request))
    name = "" if person.is_guest else person.name
    facts = {"me": person, "name": name, "least": MIN_LENGTH, "most": MAX_LENGTH, "longest": MAX_NAME_LENGTH}
    problem = {"problem": refusal.problem(translate)} if refusal else {}
    status = refusal.status if refusal else 200
    page = render(request, template, {**facts, **context, **problem}, status=status)
    page.headers["cache-control"] = "no-store"  # the next user of this browser must not see it
    return with_guest_cookie(request, page, token)


async def redirect_signed_in(
    request: AnyRequest, tokens: Tokens, registry: TableRegistry, person: Person, before: Person, *, to: str
) -> Response[Any]:
    """A redirect that sets the token of `person` and then drops the connections of `before`."""
    if not person.session:
        person = await registry.accounts.sessions.begin(person, device=device_name(request))
    response = Redirect(
        local_path(to) or "/me",
        status_code=303,
        background=BackgroundTask(registry.drop_connections, before.id),
    )
    response.cookies.append(persistent_cookie(request, COOKIE, tokens.sign(person)))
    if not person.is_guest:
        known = tokens.sign_device({person.id, *known_persons(request, tokens)})
        response.cookies.append(persistent_cookie(request, DEVICE_COOKIE, known))
    return response


def known_persons(request: AnyRequest, tokens: Tokens) -> frozenset[str]:
    """The persons who have signed in in this browser before."""
    return tokens.read_device(request.cookies.get(DEVICE_COOKIE, ""))


async def list_sessions(registry: TableRegistry, person: Person) -> dict[str, list[dict[str, Any]]]:
    """For the page: `sessions`, where the person is signed in, and `programs`, those with a token. Of each
    the device or the name, the seconds since its last use (of a program: since its token was made), whether
    it is here, and its scope."""
    listed: dict[str, list[dict[str, Any]]] = {"sessions": [], "programs": []}
    for each in await registry.accounts.sessions.of(person):
        scope = scope_of(each.id)
        listed["programs" if scope else "sessions"].append(
            {
                "id": each.id,
                "device": each.device,
                "ago": max(0.0, time.time() - each.used),  # the clock of another process may be ahead
                "is_here": each.id == person.session,
                "scope": scope,
            }
        )
    return listed


def create_guest(request: AnyRequest) -> Person:
    """A new guest, named in the language of the request."""
    return new_guest(translate=translator(request_language(request)))


ACCOUNT_PAGES = (
    show_sign_up, show_sign_in, show_account, show_goodbye, sign_up, sign_in, sign_out, change_name,
    change_password, delete_account, end_session, make_program_token, revoke_program_token,
)  # fmt: skip
