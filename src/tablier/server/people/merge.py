"""Merging a guest into the account they sign in to, and removing the person of a deleted account.

The guest's games, solved puzzles and drills become the account's. The games of a deleted account stay, for
the other players: running ones are resigned as their terms say, the name becomes "someone who left", and what
the person said is removed from the chat. The log is append-only and a match must replay as it was played, so
this is one more event at each table; the earlier lines stay in the log and are no longer shown.

The change of the person is stored first, and then each table is updated. This is idempotent: what a stopped
server leaves unfinished, the next one finishes.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Protocol

from tablier.server.people.accounts import Accounts
from tablier.server.store import accounts, learning
from tablier.server.store.batch import DuplicateRow
from tablier.server.store.log import Store
from tablier.server.store.reminders import move_reminders
from tablier.server.tables import events
from tablier.server.tables.person import Person
from tablier.server.tables.state import TableState

logger = logging.getLogger(__name__)


class MergedTable(Protocol):
    """The part of a live table that merging needs."""

    def rename(self, old: str, new: str) -> None: ...
    async def apply_decision(
        self, decide_events: Callable[[TableState, float], list[events.AnyEvent]]
    ) -> None: ...


class Registry(Protocol):
    """The part of the registry of live tables that merging needs."""

    store: Store
    accounts: Accounts
    stand_in: str

    async def find(self, name: str) -> MergedTable: ...


async def merge_guest(registry: Registry, guest: Person, account: Person) -> None:
    """Make a guest's games, reminders, puzzles and drills the account's; if there are games, revoke the
    guest's tokens."""
    if not guest.is_guest or guest.id == account.id:
        return
    await learning.merge_learning(registry.store, guest.id, account.id)
    if not await registry.store.matches_of(guest.id, most=1):
        await move_reminders(registry.store, guest.id, account.id)
        return
    try:
        await accounts.insert_merge(registry.store, guest.id, account.id)
    except DuplicateRow:
        return  # signed in twice at once: merged already
    registry.accounts.invalidate(guest.id)
    await update_tables(registry, guest.id, account.id)


async def finish_merges(registry: Registry) -> None:
    """Finish the merges and deletions that a stopped server left unfinished."""
    for merge in await accounts.unfinished_merges(registry.store):
        await update_tables(registry, merge.person, merge.became)


async def update_tables(registry: Registry, person: str, became: str | None = None) -> None:
    """Replace a person by `became` at all their tables, or remove them without it; running games first."""
    if became:
        await learning.merge_learning(registry.store, person, became)
    name = (await registry.accounts.names([became])).get(became) if became else None
    seen: set[str] = set()
    failed = False
    while left := [
        each for each in await registry.store.matches_of(person, most=None) if each.id not in seen
    ]:
        seen.update(each.id for each in left)
        for listed in sorted(left, key=lambda each: each.status == "over"):
            try:
                table = await registry.find(listed.id)
                if became and name:
                    table.rename(person, became)
                    await table.apply_decision(
                        partial(decide_merge, event=events.Became(person, became, name))
                    )
                else:
                    await table.apply_decision(
                        partial(decide_departure, person=person, stand_in=registry.stand_in)
                    )
            except Exception:
                logger.exception("table %s could not be updated: %s is gone", listed.id, person)
                failed = True
    if not failed:
        await accounts.finish_merge(registry.store, person)


def decide_merge(state: TableState, _at: float, *, event: events.Became) -> list[events.AnyEvent]:
    """The event of a merge, if the guest has a seat."""
    return [event] if any(seat.person == event.person for seat in state.seats) else []


def decide_departure(state: TableState, _at: float, *, person: str, stand_in: str) -> list[events.AnyEvent]:
    """The events that remove a person: they leave before the game, resign during it, and lose their name."""
    held = [number for number, seat in enumerate(state.seats) if seat.person == person and not seat.is_gone]
    if not held:
        return []
    plays = [number for number in held if not state.seats[number].bot]
    leaving: list[events.AnyEvent] = []
    if state.status == "waiting":
        leaving = [events.Left(number) for number in plays]
    elif state.status != "over" and state.terms.absent == "bot":
        leaving = [events.StoodIn(number, stand_in, "resigned") for number in plays]
    elif state.status != "over" and plays:
        leaving = [events.Resigned(plays[0])]
    return [*leaving, events.Forgotten(person)]
