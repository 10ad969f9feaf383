"""Answers to queries at a table: scene, hint, shares, why a click is refused."""

from __future__ import annotations

from msgspec.json import encode
from msgspec.structs import replace

from tablier.server.live.table import Table
from tablier.server.messages import news
from tablier.server.tables.commands import AskHint, AskScene, AskShares, AskWhy, Query, Report
from tablier.server.tables.person import Person


async def answer_query(
    table: Table, person: Person | None, perspective: news.Perspective, ask: Query
) -> bytes:
    """The encoded answer to a query."""
    match ask:
        case AskScene(at=at):
            scene = table.scene(person, perspective, at)
            return encode(replace(scene, re=ask.re))
        case AskHint(at=at):
            return encode(await hint_at(table, person, at, ask.re))
        case AskShares(at=at):
            return encode(await shares_at(table, person, at, ask.re))
        case Report(number=number):
            await table.report(person, number)
            return encode(news.Reported(number, ask.re))
        case AskWhy(path=path):
            return encode(replace(table.why(perspective, path), re=ask.re))


async def hint_at(
    table: Table, person: Person | None, at: int | None, re: str | int | None = None
) -> news.Hint:
    ply, thought = await table.advise(person, "hint", at)
    game = table.state.match.game
    return news.Hint(ply, game.texts[thought.move], game.paths[thought.move], re)


async def shares_at(
    table: Table, person: Person | None, at: int | None, re: str | int | None = None
) -> news.Shares:
    ply, thought = await table.advise(person, "shares", at)
    return news.Shares(ply, thought.shares, thought.proven, re)
