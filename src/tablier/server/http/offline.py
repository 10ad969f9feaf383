"""The API for games that a browser plays by itself: kept when the network is back, handed out before."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from litestar import Response, Router, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from tablier.server.http.auth import (
    RegistryDependency,
    TokensDependency,
    guest_person,
    require_person,
    same_origin,
    with_guest_cookie,
)
from tablier.server.http.connection import AnyRequest
from tablier.server.http.quotas import QuotasDependency, admit_bot_game, note_address
from tablier.server.http.threads import ThreadsDependency
from tablier.server.live.offline import CarriedGame, KeptGame, carry_game, keep_offline_game
from tablier.server.tables.offline import OfflineGame

MAX_OFFLINE_BYTES = 400_000
"""The most bytes of a game that was played offline."""

Visitor = Annotated[
    str, QueryParameter(pattern=r"^[0-9a-f]{16}$", description="Who you are in your browser.")
]


@post("/api/offline", summary="Keep a game that was played without a network", status_code=200)
async def keep_game(
    request: AnyRequest,
    registry: RegistryDependency,
    tokens: TokensDependency,
    quotas: QuotasDependency,
    threads: ThreadsDependency,
    data: JSONBody[OfflineGame],
) -> Response[KeptGame]:
    person, token = guest_person(request, tokens)
    address = note_address(request, registry, person)
    quotas.take("offline_games", person.id, address)
    quotas.take("offline_lines", person.id, address, cost=len(data.lines))
    admit = partial(admit_bot_game, request, quotas, registry, person)
    kept = await keep_offline_game(registry, person, data, threads.run, admit=admit)
    response = Response(kept)
    with_guest_cookie(request, response, token)
    return response


@get("/api/tables/{table:str}/offline", summary="A running game, to be played on without a network")
async def hand_out_game(
    request: AnyRequest,
    registry: RegistryDependency,
    threads: ThreadsDependency,
    table: FromPath[str],
    visitor: Visitor,
) -> CarriedGame:
    return await carry_game(registry, table, require_person(request), visitor, threads.run)


offline_api = Router(
    "/",
    guards=[same_origin],
    route_handlers=[keep_game, hand_out_game],
    request_max_body_size=MAX_OFFLINE_BYTES,
)
