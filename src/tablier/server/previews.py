"""What a link looks like where it is shared: a picture of the position."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

import tablier
from tablier.server.doors import Pace, TheHall
from tablier.server.pages import DAY, cover, kind_of, pictured
from tablier.web.preview import preview, sign
from tablier.web.rules import first_of

KEPT = 64
"""Pictures that are kept: about 200 KB each."""
RATE, BURST = 0.5, 20.0
"""Pictures that are drawn anew in a second, and at once: one takes as long."""


class Studio:
    """Draws pictures one after the other, beside the loop, and keeps the latest."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._drawing = asyncio.Lock()
        self._pace = Pace(rate=RATE, burst=BURST)

    async def draw(self, key: str, draw: Callable[[], bytes]) -> bytes:
        """The picture of this name; TooFast where too many are wanted that nobody has asked for before."""
        async with self._drawing:
            if key not in self._kept:
                self._pace.step()
                self._kept[key] = await asyncio.to_thread(draw)
            self._kept.move_to_end(key)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return self._kept[key]


TheStudio = NamedDependency[Studio]


@get("/preview.png", include_in_schema=False, media_type="image/png")
async def preview_home(studio: TheStudio) -> Response[bytes]:
    games = dict.fromkeys(first_of(name).id for name in tablier.games())
    return png(await studio.draw("", lambda: preview(*(cover(game) for game in games))))


@get("/pictures/{game:str}/preview.png", include_in_schema=False, media_type="image/png")
async def preview_game(studio: TheStudio, game: FromPath[str]) -> Response[bytes]:
    name = kind_of(game).id
    return png(await studio.draw(name, lambda: preview(cover(name))))


@get("/t/{table:str}/preview.png", include_in_schema=False, media_type="image/png")
async def preview_table(
    hall: TheHall, studio: TheStudio, table: FromPath[str], at: FromQuery[int] = 0
) -> Response[bytes]:
    """The position after so many moves, or the last before that: a link goes on working after a takeback."""
    match = (await hall.find(table)).situation.match
    picture = pictured(match, min(max(at, 0), len(match.moves)))
    return png(await studio.draw(picture, lambda: preview(picture)))


@get(["/favicon.ico", "/apple-touch-icon.png"], include_in_schema=False, media_type="image/png")
async def show_sign() -> Response[bytes]:
    """For browsers that want no SVG."""
    return png(sign(180))


def png(picture: bytes) -> Response[bytes]:
    return Response(picture, media_type="image/png", headers={"cache-control": f"public, max-age={DAY}"})
