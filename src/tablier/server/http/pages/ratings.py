"""The leaderboards: one for each game, people and bots together."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.params import FromPath
from litestar.response import Redirect

import tablier
from tablier.bots.levels import INITIAL_STEP, LEVELS, level_names
from tablier.scene import Translate
from tablier.server.http.auth import RegistryDependency, person_or_none
from tablier.server.http.connection import AnyRequest, request_language
from tablier.server.http.responses import render
from tablier.server.live.registry import TableRegistry
from tablier.server.messages.leaderboard import LeaderboardLine
from tablier.server.ratings.model import NEWCOMER, initial_rating
from tablier.server.store.leaderboard import Ranked, read_best, read_bots, read_standing
from tablier.server.tables.create import find_drawn_game
from tablier.server.tables.person import Person
from tablier.web.languages import translator

MAX_LINES = 100
"""The most lines of a leaderboard, besides the person's own."""


async def read_leaderboard(
    registry: TableRegistry, game: str, person: Person | None, translate: Translate
) -> list[LeaderboardLine]:
    """The leaderboard of a game, ordered by the lower end of the error bar; without deleted accounts."""
    store = registry.store
    levels = dict(zip(level_names(), LEVELS, strict=True))
    players = {bot: Ranked(bot, "", initial_rating(bot, game), 0) for bot in levels}
    players |= {ranked.player: ranked for ranked in await read_bots(store, game, levels)}
    bots = [bot._replace(name=translate(levels[bot.player])) for bot in players.values()]
    accounts = await read_best(store, game, MAX_LINES)
    listed = sorted([*bots, *accounts], key=lambda each: (-each.rating.sure, each.name))
    ranks = list(enumerate(listed, 1))[:MAX_LINES]
    if person is not None and all(each.player != person.id for _, each in ranks):
        account = (await registry.accounts.names([person.id])).get(person.id)
        own = await read_standing(store, game, person.id, account) if account else None
        if own is not None:
            ahead = sum(bot.rating.sure > own.ranked.rating.sure for bot in bots)
            ranks.append((own.better + ahead + 1, own.ranked))
    return [
        LeaderboardLine(
            rank=rank,
            name=each.name,
            bot=each.player if each.player in levels else "",
            points=each.rating.points,
            error=each.rating.error,
            provisional=each.rating.is_provisional,
            games=each.games,
            you=person is not None and each.player == person.id,
        )
        for rank, each in ranks
    ]


@get("/ratings", include_in_schema=False)
async def show_ratings() -> Response[Any]:
    return Redirect(f"/ratings/{tablier.games()[0]}")


@get("/ratings/{game:str}", include_in_schema=False)
async def show_leaderboard(
    request: AnyRequest, registry: RegistryDependency, game: FromPath[str]
) -> Response[Any]:
    """The leaderboard of a game."""
    person = person_or_none(request)
    game = find_drawn_game(game).id
    lines = await read_leaderboard(registry, game, person, translator(request_language(request)))
    context = {
        "game": game,
        "games": [(name, tablier.game(name).title) for name in tablier.games()],
        "lines": lines,
        "levels": level_names(),
        "newcomer": NEWCOMER,
        "step": round(INITIAL_STEP),
        "nobody": all(line.bot for line in lines),
        "guest": person is None or person.is_guest,
        "absent": not any(line.you for line in lines),
        "shown": MAX_LINES,
    }
    return render(request, "ratings.html", context)


@get("/api/ratings/{game:str}", summary="The leaderboard of a game")
async def api_leaderboard(
    request: AnyRequest, registry: RegistryDependency, game: FromPath[str]
) -> list[LeaderboardLine]:
    return await read_leaderboard(
        registry, find_drawn_game(game).id, person_or_none(request), translator(request_language(request))
    )
