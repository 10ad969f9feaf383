"""Who is how strong: a board per game, people and bots together."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from litestar import Response, get
from litestar.params import FromPath
from litestar.response import Redirect
from msgspec import Struct

import tablier
from tablier.bots.levels import FIRST_STEP, LEVELS, names
from tablier.scene import Translate
from tablier.server import standings
from tablier.server.api import Asker
from tablier.server.doors import TheHall, language_of, who
from tablier.server.hall import Hall
from tablier.server.pages import kind_of, paged
from tablier.server.ratings import NEWCOMER, Rating, start
from tablier.server.refusals import Forged
from tablier.server.seats import Person
from tablier.server.store import accounts
from tablier.web.languages import translator

SHOWN = 100
"""The lines of a board, besides your own."""


class Line(Struct, frozen=True):
    """A player on a board."""

    rank: int
    name: str
    bot: str
    """Its name among bots; empty for a person."""
    points: int
    error: int
    """Half the width of an error bar that holds the truth 19 times in 20."""
    provisional: bool
    """Not much is known yet."""
    games: int
    you: bool = False


async def board(hall: Hall, game: str, person: Person | None, translate: Translate) -> list[Line]:
    """The players of a game, the best first by what is sure; whoever has no account any more is not there."""
    last = standings.latest(game).subquery()
    query = sa.select(last, accounts.c.name).outerjoin(accounts, accounts.c.person == last.c.player)
    levels = dict(zip(names(), LEVELS, strict=True))
    found = {bot: (translate(title), start(bot, game), 0) for bot, title in levels.items()}
    for row in await hall.store.ask(query):
        if row.name or row.player in levels:
            name = row.name or translate(levels[row.player])
            found[row.player] = name, Rating(row.mean, row.spread), row.games
    ranked = sorted(found.items(), key=lambda each: (-each[1][1].sure, each[1][0]))
    me = person.id if person else None
    return [
        Line(
            rank=rank,
            name=name,
            bot=player if player in levels else "",
            points=rating.points,
            error=rating.error,
            provisional=rating.is_provisional,
            games=games,
            you=player == me,
        )
        for rank, (player, (name, rating, games)) in enumerate(ranked, 1)
        if rank <= SHOWN or player == me
    ]


@get("/ratings", include_in_schema=False)
async def show_ratings() -> Response[Any]:
    return Redirect(f"/ratings/{tablier.games()[0]}")


@get("/ratings/{game:str}", include_in_schema=False)
async def show_board(request: Asker, hall: TheHall, game: FromPath[str]) -> Response[Any]:
    """The board of a game."""
    person = viewer(request)
    game = kind_of(game).id
    lines = await board(hall, game, person, translator(language_of(request)))
    context = {
        "game": game,
        "games": [(name, tablier.game(name).title) for name in tablier.games()],
        "lines": lines,
        "levels": names(),
        "newcomer": NEWCOMER,
        "step": round(FIRST_STEP),
        "nobody": all(line.bot for line in lines),
        "guest": person is None or person.is_guest,
        "absent": not any(line.you for line in lines),
        "shown": SHOWN,
    }
    return paged(request, "ratings.html", context)


@get("/api/ratings/{game:str}", summary="Who is how strong at a game")
async def read_board(request: Asker, hall: TheHall, game: FromPath[str]) -> list[Line]:
    return await board(hall, kind_of(game).id, viewer(request), translator(language_of(request)))


def viewer(request: Asker) -> Person | None:
    """Who looks; a card that is not good any more is no reason to be shown nothing."""
    try:
        return who(request)
    except Forged:
        return None
