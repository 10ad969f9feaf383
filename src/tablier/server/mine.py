"""My games: those that go on, those that are over, and all of them in one file."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlencode

from litestar import Response, get
from litestar.params import FromQuery
from litestar.response import Stream
from msgspec import Struct

import tablier
from tablier.registry import kind
from tablier.scene import Translate, Words, said, say
from tablier.server.api import Asker, record
from tablier.server.doors import TheCards, TheHall, language_of
from tablier.server.hall import Hall
from tablier.server.headline import called, headline
from tablier.server.lobby import alone
from tablier.server.pages import known, paged, welcomed
from tablier.server.results import results
from tablier.server.seats import Person, seats_of
from tablier.server.situation import Situation, replay
from tablier.server.store import Listed
from tablier.web.languages import translator

SHOWN = 60
"""How many running games are listed."""
PAGE = 20
"""Finished games on a page."""
RESULTS = {"won": say("won"), "lost": say("lost"), "shared": say("drawn or shared")}


class Running(Struct, frozen=True):
    id: str
    title: str
    others: str
    state: str
    is_mine: bool
    """Is it his turn?"""
    left: float | None
    """Seconds he has for it, where it goes by the day."""
    ago: float
    """Seconds since something happened."""
    picture: str


class Finished(Struct, frozen=True):
    id: str
    title: str
    others: str
    result: str
    says: str
    """The result in words."""
    moves: int
    ago: float


@get("/me", include_in_schema=False)
async def show_mine(
    request: Asker,
    cards: TheCards,
    hall: TheHall,
    game: FromQuery[str] = "",
    result: FromQuery[str] = "",
    page: FromQuery[int] = 1,
) -> Response[Any]:
    person, card = known(request, cards)
    translate = translator(language_of(request))
    if not card:
        await look_up_results(hall, person)
    tally = await hall.store.tally(person.id)
    games = [each for each in tablier.games() if each in tally]
    game, result = game if game in games else "", result if result in RESULTS else ""
    page = max(1, page)
    found = await hall.store.of(
        person.id, over=True, game=game, result=result, most=PAGE + 1, skip=(page - 1) * PAGE
    )
    chosen = {name: value for name, value in (("game", game), ("result", result)) if value}
    context = {
        "me": person,
        "running": await running(hall, person, translate),
        "finished": [await finished(hall, person, each, translate) for each in found[:PAGE]],
        "games": [(each, translate(kind(each).title)) for each in games],
        "tally": {
            each: sum(by.get(each, 0) for name, by in tally.items() if game in ("", name)) for each in RESULTS
        },
        "total": sum(sum(by.values()) for by in tally.values()),
        "game": game,
        "result": result,
        "newer": address(chosen, page - 1) if page > 1 else "",
        "older": address(chosen, page + 1) if len(found) > PAGE else "",
    }
    shown = paged(request, "mine.html", context)
    shown.headers["cache-control"] = "no-store"  # not for whoever uses this browser next
    return welcomed(request, shown, card)


def address(chosen: dict[str, str], page: int) -> str:
    return f"/me?{urlencode({**chosen, 'page': page})}#finished"


async def running(hall: Hall, person: Person, translate: Translate) -> list[Running]:
    """His turn first, then where he waits, the latest first."""
    found = []
    for listed in await hall.store.of(person.id, over=False, most=SHOWN):
        now = (await hall.find(listed.id)).situation
        is_mine = now.status == "playing" and now.match.turn in seats_of(now.seats, person)
        by_the_day = is_mine and now.terms.clock.kind == "days"
        found.append(
            Running(
                id=listed.id,
                title=translate(now.match.game.title),
                others=others(now, person, translate),
                state=said(waits_for(now, person), translate),
                is_mine=is_mine,
                left=now.clock.left(now.match.turn, hall.time()) if by_the_day else None,
                ago=hall.time() - listed.changed,
                picture=f"/t/{listed.id}/picture.svg?at={len(now.match.moves)}",
            )
        )
    return sorted(found, key=lambda each: not each.is_mine)


async def finished(hall: Hall, person: Person, listed: Listed, translate: Translate) -> Finished:
    now = (await hall.find(listed.id)).situation
    result = listed.result or ""
    return Finished(
        id=listed.id,
        title=translate(now.match.game.title),
        others=others(now, person, translate),
        result=result,
        says=said(RESULTS[result], translate) if result in RESULTS else "",
        moves=len(now.match.moves),
        ago=hall.time() - listed.changed,
    )


def others(now: Situation, person: Person, translate: Translate) -> str:
    """Who else plays."""
    names = [
        said(called(now, number), translate)
        for number, seat in enumerate(now.seats)
        if seat.person != person.id and not seat.is_open
    ]
    return ", ".join(names) or said(alone(now), translate)


def waits_for(now: Situation, person: Person) -> Words:
    mine = seats_of(now.seats, person)
    if now.status == "playing" and not mine:
        return say("The computer plays for you")
    return headline(now, mine)[0]


async def look_up_results(hall: Hall, person: Person) -> None:
    """Of games that ended before results were kept beside the log."""
    for match in await hall.store.unresolved(person.id):
        known = results((await hall.find(match)).situation)
        await hall.store.resolve(match, {person.id: "", **known})


@get("/me/games.txt", include_in_schema=False, media_type="text/plain")
async def download_all(request: Asker, cards: TheCards, hall: TheHall) -> Stream:
    """All records, one after the other, the latest first; `tablier.Record.read_all` reads them."""
    person, _ = known(request, cards)

    async def records() -> AsyncIterator[bytes]:
        for listed in await hall.store.of(person.id, most=None):
            yield f"{record(replay(await hall.store.read(listed.id)))}\n".encode()

    header = {"content-disposition": 'attachment; filename="tablier.txt"'}
    return Stream(records(), media_type="text/plain; charset=utf-8", headers=header)
