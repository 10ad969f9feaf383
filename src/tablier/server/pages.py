"""The pages: a home that starts games, and the table."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath, URLEncodedBody
from litestar.response import Redirect, Template

import tablier
from tablier.game import Option
from tablier.registry import kind
from tablier.server.api import Asker, card_cookie, facts
from tablier.server.clocks import Control
from tablier.server.doors import TheCards, TheHall, who
from tablier.server.jobs import bots
from tablier.server.opening import NewSeat, NewTable
from tablier.server.refusals import BadTable, Forged
from tablier.server.seats import Cards, Person, new_guest

OPTION = "option."


@get("/", include_in_schema=False)
async def home(request: Asker, cards: TheCards) -> Response[Any]:
    """Pick a game and begin."""
    games = [facts(name) for name in tablier.games()]
    return welcomed(request, cards, Template("home.html", context={"games": games, "bots": bots()}))


@get("/t/{table:str}", include_in_schema=False)
async def show_table(request: Asker, cards: TheCards, hall: TheHall, table: FromPath[str]) -> Response[Any]:
    """The table. All that changes comes over the socket."""
    found = await hall.find(table)
    context = {"table": table, "game": found.situation.match.game, "created": found.situation.created}
    return welcomed(request, cards, Template("table.html", context=context))


@post("/new", include_in_schema=False)
async def start(
    request: Asker,
    cards: TheCards,
    hall: TheHall,
    data: URLEncodedBody[dict[str, str]],
) -> Response[Any]:
    """The home page's form: open a table and go there."""
    person, card = known(request, cards)
    table = await hall.open(person, chosen(data))
    answer = Redirect(f"/t/{table.id}", status_code=303)
    if card is not None:
        answer.cookies.append(card_cookie(request, card))
    return answer


def chosen(form: dict[str, str]) -> NewTable:
    """A form as a new table: `game`, `option.NAME`, `play` (bot, screen or link), `bot`, `seat`, `clock`."""
    game = kind_of(form.get("game", ""))
    play, mine = form.get("play", "bot"), form.get("seat", "0")
    if play not in ("bot", "screen", "link") or not mine.isdecimal():
        raise BadTable(problem="Play against the computer, on one screen or by a link.")
    other = {"bot": NewSeat("bot", bot=form.get("bot", "")), "screen": NewSeat("me"), "link": NewSeat("open")}
    seats = tuple(
        NewSeat("me") if seat == int(mine) % len(game.seats) else other[play]
        for seat in range(len(game.seats))
    )
    options = {
        name: value_of(option, form[OPTION + name])
        for name, option in game.choices.items()
        if OPTION + name in form
    }
    return NewTable(game=game.id, options=options, seats=seats, clock=clock_of(form.get("clock", "")))


def kind_of(name: str) -> type[tablier.Game]:
    try:
        return kind(name)
    except ValueError as error:
        raise BadTable(problem=f"{error}.".capitalize()) from None


def value_of(option: Option, text: str) -> Any:
    """The choice that is written like this."""
    for choice in option.choices:
        if str(choice).lower() == text.lower():
            return choice
    raise BadTable(problem=f"{text[:20]!r} is not to be had: {option.about}.")


def clock_of(text: str) -> Control:
    """`game:300:3`, `move:30`, `days:2`; nothing for no clock."""
    if not text or text == "none":
        return Control()
    name, *numbers = text.split(":")
    try:
        return Control(name, *(float(number) for number in numbers))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise BadTable(problem="A clock is written like game:300:3, move:30 or days:2.") from None


def known(request: Asker, cards: Cards) -> tuple[Person, str | None]:
    """Who looks at a page; with a new card for somebody who has none, or one that is not ours."""
    try:
        person = who(request)
    except Forged:
        person = None
    if person is not None:
        return person, None
    person = new_guest()
    return person, cards.sign(person)


def welcomed(request: Asker, cards: Cards, page: Template) -> Template:
    """A page that gives newcomers their card."""
    _, card = known(request, cards)
    if card is not None:
        page.cookies.append(card_cookie(request, card))
    return page
