"""The pages of an account: sign up, sign in, sign out, change and delete it. Forms, which need no script.

Whoever becomes somebody else gets a new card. Open connections show theirs again, after the browser has the
new one: other tabs go on as who he is now.
"""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.background_tasks import BackgroundTask
from litestar.params import FromQuery, URLEncodedBody
from litestar.response import Redirect

from tablier.server.api import Asker, address_of, kept_cookie
from tablier.server.doors import TheCards, TheHall, language_of
from tablier.server.hall import Hall
from tablier.server.pages import known, paged, welcomed
from tablier.server.partings import join, tell_tables
from tablier.server.passwords import LEAST, MOST
from tablier.server.refusals import Refusal
from tablier.server.seats import COOKIE, NAME_LENGTH, Cards, Person, new_guest
from tablier.web.languages import translator

Form = URLEncodedBody[dict[str, str]]


@get("/signup", include_in_schema=False)
async def show_sign_up(request: Asker, cards: TheCards, to: FromQuery[str] = "") -> Response[Any]:
    person, _ = known(request, cards)
    if not person.is_guest:
        return Redirect(local(to) or "/me", status_code=303)
    return shown(request, cards, "signup.html", {"to": local(to)})


@get("/signin", include_in_schema=False)
async def show_sign_in(request: Asker, cards: TheCards, to: FromQuery[str] = "") -> Response[Any]:
    return shown(request, cards, "signin.html", {"to": local(to)})


@get("/account", include_in_schema=False)
async def show_account(request: Asker, cards: TheCards, done: FromQuery[str] = "") -> Response[Any]:
    person, _ = known(request, cards)
    if person.is_guest:
        return Redirect("/signin?to=/account", status_code=303)
    return shown(request, cards, "account.html", {"done": done})


@get("/goodbye", include_in_schema=False)
async def show_goodbye(request: Asker, cards: TheCards) -> Response[Any]:
    return shown(request, cards, "goodbye.html", {})


@post("/signup", include_in_schema=False)
async def sign_up(request: Asker, cards: TheCards, hall: TheHall, data: Form) -> Response[Any]:
    guest, _ = known(request, cards)
    name, password = data.get("name", ""), data.get("password", "")
    try:
        person = await hall.accounts.sign_up(guest, name=name, password=password, address=address_of(request))
    except Refusal as refusal:
        return shown(request, cards, "signup.html", {"name": name, "to": data.get("to", "")}, refusal)
    return carded(request, cards, hall, person, guest, to=data.get("to", ""))


@post("/signin", include_in_schema=False)
async def sign_in(request: Asker, cards: TheCards, hall: TheHall, data: Form) -> Response[Any]:
    before, _ = known(request, cards)
    name, password = data.get("name", ""), data.get("password", "")
    try:
        person = await hall.accounts.sign_in(name=name, password=password, address=address_of(request))
    except Refusal as refusal:
        return shown(request, cards, "signin.html", {"name": name, "to": data.get("to", "")}, refusal)
    await join(hall, before, person)
    return carded(request, cards, hall, person, before, to=data.get("to", ""))


@post("/signout", include_in_schema=False)
async def sign_out(request: Asker, cards: TheCards, hall: TheHall) -> Response[Any]:
    before, _ = known(request, cards)
    return carded(request, cards, hall, stranger(request), before, to="/")


@post("/account/name", include_in_schema=False)
async def change_name(request: Asker, cards: TheCards, hall: TheHall, data: Form) -> Response[Any]:
    before, _ = known(request, cards)
    name = data.get("name", "")
    try:
        person = await hall.accounts.rename(before, name)
    except Refusal as refusal:
        return shown(request, cards, "account.html", {"name": name, "at": "name"}, refusal)
    return carded(request, cards, hall, person, before, to="/account?done=name")


@post("/account/password", include_in_schema=False)
async def change_password(request: Asker, cards: TheCards, hall: TheHall, data: Form) -> Response[Any]:
    before, _ = known(request, cards)
    try:
        person = await hall.accounts.change_password(
            before, old=data.get("old", ""), new=data.get("new", ""), address=address_of(request)
        )
    except Refusal as refusal:
        return shown(request, cards, "account.html", {"at": "password"}, refusal)
    return carded(request, cards, hall, person, before, to="/account?done=password")


@post("/account/delete", include_in_schema=False)
async def delete_account(request: Asker, cards: TheCards, hall: TheHall, data: Form) -> Response[Any]:
    before, _ = known(request, cards)
    try:
        await hall.accounts.delete(before, password=data.get("password", ""), address=address_of(request))
    except Refusal as refusal:
        return shown(request, cards, "account.html", {"at": "delete"}, refusal)
    await tell_tables(hall, before.id)
    return carded(request, cards, hall, stranger(request), before, to="/goodbye")


def shown(
    request: Asker, cards: Cards, template: str, context: dict[str, Any], refusal: Refusal | None = None
) -> Response[Any]:
    """A page with a form; with what was wrong in it, if something was."""
    person, card = known(request, cards)
    translate = translator(language_of(request))
    name = "" if person.is_guest else person.name
    facts = {"me": person, "name": name, "least": LEAST, "most": MOST, "longest": NAME_LENGTH}
    said = {"problem": refusal.problem(translate)} if refusal else {}
    status = refusal.status if refusal else 200
    page = paged(request, template, {**facts, **context, **said}, status=status)
    page.headers["cache-control"] = "no-store"  # not for whoever uses this browser next
    return welcomed(request, page, card)


def carded(
    request: Asker, cards: Cards, hall: Hall, person: Person, before: Person, *, to: str
) -> Response[Any]:
    """On to a page, with the card of who he is now; he is no longer who he was before."""
    page = Redirect(local(to) or "/me", status_code=303, background=BackgroundTask(hall.recall, before.id))
    page.cookies.append(kept_cookie(request, COOKIE, cards.sign(person)))
    return page


def stranger(request: Asker) -> Person:
    return new_guest(translate=translator(language_of(request)))


def local(address: str) -> str:
    """An address on this site, or nothing."""
    is_path = address.startswith("/") and address[1:2] not in ("/", "\\") and address.isprintable()
    return address if is_path else ""


ACCOUNT_PAGES = (
    show_sign_up, show_sign_in, show_account, show_goodbye, sign_up, sign_in, sign_out, change_name,
    change_password, delete_account,
)  # fmt: skip
