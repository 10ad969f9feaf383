"""The page of a person's own games, running and finished, and the download of all their records."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from litestar import Response, get
from litestar.params import FromQuery
from litestar.response import Stream
from msgspec import Struct

import tablier
from tablier.registry import kind
from tablier.scene import Translate, say, to_text
from tablier.server.http.auth import RegistryDependency, TokensDependency, guest_person, with_guest_cookie
from tablier.server.http.connection import AnyRequest, request_language
from tablier.server.http.responses import name_file, render
from tablier.server.live.registry import TableRegistry
from tablier.server.messages.analysis import analysis_address
from tablier.server.messages.headline import describe_discount, write_headline
from tablier.server.messages.lists import describe_origin, describe_wait, name_game, name_opponents
from tablier.server.messages.records import join_name, table_record
from tablier.server.store.batch import MatchSummary
from tablier.server.tables.errors import Unreadable
from tablier.server.tables.person import Person
from tablier.server.tables.results import results_by_person
from tablier.server.tables.seats import seats_of
from tablier.server.tables.state import TableState
from tablier.web.languages import translator

MAX_RUNNING = 60
"""The most running games that are listed."""
PAGE_SIZE = 20
"""Finished games on a page."""
MAX_PAGE = 1_000_000
"""The last page that can be asked for: a database counts to a bound."""
RESULTS = {"won": say("won"), "lost": say("lost"), "shared": say("draw")}


class RunningGame(Struct, frozen=True):
    id: str
    title: str
    others: str
    state: str
    is_mine: bool
    """Whether it is the person's turn."""
    left: float | None
    """Seconds left for the move, where the clock counts days."""
    ago: float
    """Seconds since the last event."""
    picture: str
    """The address of its board; of the game's, if the table cannot be opened."""
    offline: str = ""
    """That it was played offline, or a part of it; empty for others."""


class FinishedGame(Struct, frozen=True):
    id: str
    title: str
    others: str
    result: str
    says: str
    """The result in words."""
    rated: str
    """That it was rated, or why it does not count; empty for a casual game."""
    moves: int
    ago: float
    is_readable: bool = True
    """Whether the table can be opened."""
    analysis: str = ""
    """The address of the analysis board with this game."""
    offline: str = ""
    """That it was played offline, or a part of it; empty for others."""


@get("/me", include_in_schema=False)
async def show_my_games(
    request: AnyRequest,
    tokens: TokensDependency,
    registry: RegistryDependency,
    game: FromQuery[str] = "",
    result: FromQuery[str] = "",
    page: FromQuery[int] = 1,
) -> Response[Any]:
    person, token = guest_person(request, tokens)
    translate = translator(request_language(request))
    if not token:
        await fill_in_results(registry, person)
    totals = await registry.store.count_results(person.id)
    games = [each for each in tablier.games() if each in totals]
    game, result = game if game in games else "", result if result in RESULTS else ""
    page = min(max(1, page), MAX_PAGE)
    listed = await registry.store.matches_of(
        person.id, over=True, game=game, result=result, most=PAGE_SIZE + 1, skip=(page - 1) * PAGE_SIZE
    )
    chosen = {name: value for name, value in (("game", game), ("result", result)) if value}
    context = {
        "me": person,
        "running": await list_running_games(registry, person, translate),
        "finished": [
            await describe_finished(registry, person, each, translate) for each in listed[:PAGE_SIZE]
        ],
        "games": [(each, translate(kind(each).title)) for each in games],
        "tally": {
            each: sum(by.get(each, 0) for name, by in totals.items() if game in ("", name))
            for each in RESULTS
        },
        "total": sum(sum(by.values()) for by in totals.values()),
        "game": game,
        "result": result,
        "newer": page_address(chosen, page - 1) if page > 1 else "",
        "older": page_address(chosen, page + 1) if len(listed) > PAGE_SIZE else "",
    }
    response = render(request, "mine.html", context)
    response.headers["cache-control"] = "no-store"  # the next user of this browser must not see it
    return with_guest_cookie(request, response, token)


def page_address(chosen: dict[str, str], page: int) -> str:
    return f"/me?{urlencode({**chosen, 'page': page})}#finished"


async def list_running_games(
    registry: TableRegistry, person: Person, translate: Translate
) -> list[RunningGame]:
    """The running games of a person: those where it is their turn first, then by the latest event."""
    games = []
    for listed in await registry.store.matches_of(person.id, over=False, most=MAX_RUNNING):
        try:
            state = (await registry.find(listed.id)).state
        except Unreadable as error:
            title, says = name_game(listed.game, translate), error.problem(translate).says
            ago = registry.time() - listed.changed
            picture = f"/pictures/{listed.game}"
            games.append(RunningGame(listed.id, title, "", says, False, None, ago, picture))
            continue
        is_mine = state.status == "playing" and state.match.turn in seats_of(state.seats, person)
        by_the_day = is_mine and state.terms.clock.kind == "days"
        games.append(
            RunningGame(
                id=listed.id,
                title=translate(state.match.game.title),
                others=name_opponents(state, person, translate),
                state=to_text(describe_wait(state, person), translate),
                is_mine=is_mine,
                left=state.clock.left(state.match.turn, registry.time()) if by_the_day else None,
                ago=registry.time() - listed.changed,
                picture=f"/t/{listed.id}/picture.svg?at={len(state.match.moves)}",
                offline=name_origin(state, translate),
            )
        )
    return sorted(games, key=lambda each: not each.is_mine)


async def describe_finished(
    registry: TableRegistry, person: Person, listed: MatchSummary, translate: Translate
) -> FinishedGame:
    """A line of the list; for a table that cannot be read, what is known without its log."""
    result = listed.result or ""
    says = to_text(RESULTS[result], translate) if result in RESULTS else ""
    ago = registry.time() - listed.changed
    try:
        state = (await registry.find(listed.id)).state
    except Unreadable as error:
        title, problem = name_game(listed.game, translate), error.problem(translate).says
        return FinishedGame(listed.id, title, problem, result, says, "", 0, ago, is_readable=False)
    if not says:  # on one screen nobody wins or loses against others
        says = to_text(write_headline(state)[0], translate)
    return FinishedGame(
        id=listed.id,
        title=translate(state.match.game.title),
        others=name_opponents(state, person, translate),
        result=result,
        says=says,
        rated=to_text(describe_discount(state) if state.uncounted else say("rated"), translate)
        if state.terms.rated
        else "",
        moves=len(state.match.moves),
        ago=ago,
        analysis=analysis_address(state.match.game, table=listed.id),
        offline=name_origin(state, translate),
    )


def name_origin(state: TableState, translate: Translate) -> str:
    return " ".join(to_text(each, translate) for each in describe_origin(state))


async def fill_in_results(registry: TableRegistry, person: Person) -> None:
    """Store the results of games that ended before results were stored beside the log."""
    for match in await registry.store.matches_without_result(person.id):
        try:
            results = results_by_person((await registry.find(match)).state)
        except Unreadable:
            results = {}
        await registry.store.save_results(match, {person.id: "", **results})


@get("/me/games.txt", include_in_schema=False, media_type="text/plain")
async def download_all(request: AnyRequest, tokens: TokensDependency, registry: RegistryDependency) -> Stream:
    """All records, one after the other, the latest first; `tablier.Record.read_all` reads them."""
    person, _ = guest_person(request, tokens)

    async def records() -> AsyncIterator[bytes]:
        for listed in await registry.store.matches_of(person.id, most=None):
            with suppress(Unreadable):
                yield f"{table_record(await registry.read(listed.id))}\n".encode()

    today = datetime.fromtimestamp(registry.time(), UTC).date().isoformat()
    headers = name_file(f"{join_name('tablier', person.name, today)}.txt", is_attached=True)
    return Stream(records(), media_type="text/plain; charset=utf-8", headers=headers)
