"""Persons who are gone, and their tables: a guest who signed in to an account, an account that was deleted.

A guest's games become the account's. Of a deleted account they stay, for the others who played them: the
running ones are given up as their terms say, and everywhere the name and the words give way to "someone who
left". The log is only ever added to, and a game must replay as it was played, so this is one more event at
each table; the lines before it stay on disk, and nobody is shown whom they were about.

It is written down first that somebody is gone. What was not finished when a server stopped is finished by the
next.
"""

from __future__ import annotations

import logging
from functools import partial

import sqlalchemy as sa

from tablier.server import events as ev
from tablier.server.hall import Hall
from tablier.server.seats import Person
from tablier.server.situation import Situation
from tablier.server.store import Taken, gone

logger = logging.getLogger(__name__)


async def join(hall: Hall, guest: Person, account: Person) -> None:
    """Make a guest's games those of the account he signed in to; his cards are worthless from now on."""
    if not guest.is_guest or guest.id == account.id or not await hall.store.of(guest.id, most=1):
        return
    try:
        row = {"person": guest.id, "became": account.id, "is_done": False}
        await hall.store.change(sa.insert(gone).values(row))
    except Taken:
        return  # he signed in twice at once
    hall.accounts.forget(guest.id)
    await tell_tables(hall, guest.id, account.id)


async def finish(hall: Hall) -> None:
    """What was begun by a server that stopped."""
    for row in await hall.store.ask(sa.select(gone.c.person, gone.c.became).where(~gone.c.is_done)):
        await tell_tables(hall, row.person, row.became)


async def tell_tables(hall: Hall, person: str, became: str | None = None) -> None:
    """Let every table of a person know that he is gone, or who he is now; first those that are played."""
    name = (await hall.accounts.names([became])).get(became) if became else None
    seen: set[str] = set()
    failed = False
    while left := [each for each in await hall.store.of(person, most=None) if each.id not in seen]:
        seen.update(each.id for each in left)
        for listed in sorted(left, key=lambda each: each.status == "over"):
            try:
                table = await hall.find(listed.id)
                if became and name:
                    table.rename(person, became)
                    await table.settle(partial(became_another, event=ev.Became(person, became, name)))
                else:
                    await table.settle(partial(parted, person=person, stand_in=hall.stand_in))
            except Exception:
                logger.exception("table %s was not told that %s is gone", listed.id, person)
                failed = True
    if not failed:
        await hall.store.change(sa.update(gone).where(gone.c.person == person).values(is_done=True))


def became_another(now: Situation, _at: float, *, event: ev.Became) -> list[ev.AnyEvent]:
    return [event] if any(seat.person == event.person for seat in now.seats) else []


def parted(now: Situation, _at: float, *, person: str, stand_in: str) -> list[ev.AnyEvent]:
    """He gets up if the game has not begun, gives up if it goes on, and is forgotten."""
    held = [number for number, seat in enumerate(now.seats) if seat.person == person and not seat.is_gone]
    if not held:
        return []
    plays = [number for number in held if not now.seats[number].bot]
    leaving: list[ev.AnyEvent] = []
    if now.status == "waiting":
        leaving = [ev.Left(number) for number in plays]
    elif now.status != "over" and now.terms.absent == "bot":
        leaving = [ev.StoodIn(number, stand_in, "resigned") for number in plays]
    elif now.status != "over" and plays:
        leaving = [ev.Resigned(plays[0])]
    return [*leaving, ev.Forgotten(person)]
