"""The home page: the collection, your games, tables to sit down at and games to watch.

The lists keep up by themselves: the page asks now and then for those parts of it, and is told when they are
still the same.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from hashlib import sha256
from itertools import groupby
from typing import Any

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, URLEncodedBody
from litestar.response import Redirect
from msgspec import Struct
from msgspec.json import encode

import tablier
from tablier.scene import Phrase, Translate, said, say
from tablier.server import acts
from tablier.server.api import Asker, facts
from tablier.server.doors import TheCards, TheHall, language_of, same_origin, who
from tablier.server.hall import Hall
from tablier.server.headline import called, headline
from tablier.server.pages import (
    ABOUT,
    CLOCKS,
    VARIES,
    clock_of,
    clock_words,
    drawing,
    known,
    named_bots,
    paged,
    pictured,
    seated,
    shared,
    terms,
    welcomed,
)
from tablier.server.refusals import SeatTaken
from tablier.server.seats import Person, people, seats_of
from tablier.server.situation import Situation
from tablier.server.table import Table
from tablier.web import VERSION
from tablier.web.languages import translator
from tablier.web.rules import first_of

SHOWN = 8
"""How many tables a list shows."""
FRESH = 1.0
"""Seconds for which all who ask are told of the same public tables: the store is asked once for them."""
MINUTE = 60
"""Seconds for which the picture of a position is kept: it may be taken back."""
DAY = 24 * 3600.0
"""Seconds after which a public table where nothing happens is listed no more."""


class ListedTable(Struct, frozen=True):
    table: str
    game: str
    title: str
    terms: tuple[str, ...]
    """What was agreed, where it is not the usual."""
    players: tuple[str, ...]
    """Who sits there, in turn order."""
    free: int
    """Seats for others."""
    moves: int
    """How many have been made."""
    yours: bool
    """Do you play there?"""
    here: bool
    """Is somebody at the table now who plays there?"""


class Listings(Struct, frozen=True):
    open: tuple[ListedTable, ...]
    """Public tables that wait for players."""
    playing: tuple[ListedTable, ...]
    """Public games that are being played."""


class YourTable(Struct, frozen=True):
    """A game of somebody's that goes on."""

    table: str
    title: str
    others: str
    state: str
    turn: bool
    """Is it his?"""


class Lobby:
    """The public tables of the house, the same for all who ask within a moment."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._asking = asyncio.Lock()
        self._tables: list[Table] = []
        self._at = 0.0

    async def tables(self) -> list[Table]:
        """Those that came first stand first: a list grows at its end."""
        async with self._asking:
            now = self._hall.time()
            if now - self._at >= FRESH:
                names = [
                    name
                    for status in ("waiting", "playing")
                    for name in await self._hall.store.public(status, since=now - DAY, most=SHOWN)
                ]
                found = [await self._hall.find(name) for name in names]
                self._tables = sorted(found, key=lambda table: (table.situation.opened, table.id))
                self._at = now
        return self._tables

    async def listings(self, person: Person | None, translate: Translate) -> Listings:
        """What is told of them to somebody."""
        tables = [table for table in await self.tables() if people(table.situation.seats)]
        return Listings(
            *(
                tuple(
                    listed(table, person, translate) for table in tables if table.situation.status == status
                )
                for status in ("waiting", "playing")
            )
        )


TheLobby = NamedDependency[Lobby]


def listed(table: Table, person: Person | None, translate: Translate) -> ListedTable:
    now = table.situation
    free = [seat.is_open for seat in now.seats]
    return ListedTable(
        table=table.id,
        game=now.created.game,
        title=translate(now.match.game.title),
        terms=tuple(said(each, translate) for each in terms(now)),
        players=seated(now, translate),
        free=sum(free),
        moves=len(now.match.moves),
        yours=bool(seats_of(now.seats, person)),
        here=not people(now.seats).isdisjoint(table.here),
    )


async def of_person(hall: Hall, person: Person, translate: Translate) -> list[YourTable]:
    """The tables that somebody plays at, those first where it is his turn."""
    found: list[YourTable] = []
    for each in await hall.store.of(person.id):
        if each.status == "over" or len(found) == SHOWN:
            continue
        now = (await hall.find(each.id)).situation
        others = [
            said(called(now, number), translate)
            for number, seat in enumerate(now.seats)
            if seat.person != person.id and not seat.is_open
        ]
        turn = now.status == "playing" and now.match.turn in seats_of(now.seats, person)
        found.append(
            YourTable(
                table=each.id,
                title=translate(now.match.game.title),
                others=", ".join(others) or said(alone(now), translate),
                state=said(say("Continue: your turn") if turn else headline(now)[0], translate),
                turn=turn,
            )
        )
    return sorted(found, key=lambda each: not each.turn)


def alone(now: Situation) -> Phrase:
    return say("nobody else yet") if now.status == "waiting" else say("on one screen")


@get("/", include_in_schema=False)
async def home(request: Asker, cards: TheCards, hall: TheHall, lobby: TheLobby) -> Response[Any]:
    """Pick a game and begin, go on, join or watch."""
    person, card = known(request, cards)
    translate = translator(language_of(request))
    games = [facts(name) for name in tablier.games()]
    context = {
        "me": person,
        "shared": shared(request, "Tablier", ABOUT, "/preview.png"),
        "games": games,
        "collection": [list(of) for _, of in groupby(games, key=lambda game: first_of(game.id).id)],
        "bots": named_bots(translate),
        "clocks": [(text, said(clock_words(clock_of(text)), translate)) for text in CLOCKS],
        "lobby": await lobby.listings(person, translate),
        "yours": [] if card else await of_person(hall, person, translate),
    }
    return welcomed(request, paged(request, "home.html", context), card)


@get("/lobby", include_in_schema=False)
async def show_lobby(request: Asker, hall: TheHall, lobby: TheLobby) -> Response[Any]:
    """The parts of the home page that change by themselves."""
    person = who(request)
    language = language_of(request)
    translate = translator(language)
    listings = await lobby.listings(person, translate)
    yours = await of_person(hall, person, translate) if person else []
    told = encode((VERSION, language, listings, yours))
    headers = {**VARIES, "etag": f'"{sha256(told).hexdigest()[:24]}"', "cache-control": "no-cache, private"}
    if headers["etag"] in request.headers.get("if-none-match", ""):
        return Response(None, status_code=304, headers=headers)
    games = [facts(name) for name in tablier.games()]
    page = paged(request, "lobby.html", {"games": games, "lobby": listings, "yours": yours})
    page.headers.update(headers)
    return page


@get("/t/{table:str}/picture.svg", include_in_schema=False, media_type="image/svg+xml")
async def show_position(
    hall: TheHall, table: FromPath[str], at: FromQuery[int] = 0, theme: FromQuery[str] = ""
) -> Response[bytes]:
    """The position after so many moves, as lists show it."""
    match = (await hall.find(table)).situation.match
    return drawing(pictured(match, min(max(at, 0), len(match.moves))), theme, seconds=MINUTE)


@get(
    "/api/lobby",
    summary="Public tables: those that wait for players, and those to watch",
    guards=[same_origin],
)
async def read_lobby(request: Asker, lobby: TheLobby) -> Listings:
    return await lobby.listings(who(request), translator(language_of(request)))


@post("/join", include_in_schema=False)
async def join(
    request: Asker, cards: TheCards, hall: TheHall, data: URLEncodedBody[dict[str, str]]
) -> Response[Any]:
    """Sit down at a table. Whoever comes too late looks on."""
    person, card = known(request, cards)
    table = await hall.find(data.get("table", ""))
    while not seats_of(table.situation.seats, person):
        free = [number for number, seat in enumerate(table.situation.seats) if seat.is_open]
        if not free:
            break
        with suppress(SeatTaken):  # somebody was faster: perhaps another seat is left
            await table.act(person, acts.Sit(seat=free[0]))
    return welcomed(request, Redirect(f"/t/{table.id}", status_code=303), card)
