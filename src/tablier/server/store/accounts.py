"""Queries for accounts, and for persons who were merged or deleted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import sqlalchemy as sa

from tablier.server.store import learning
from tablier.server.store.log import Store
from tablier.server.store.reminders import end_subscriptions, forget_person, rename_person
from tablier.server.store.schema import accounts, gone, resting, sessions
from tablier.server.store.sessions import read_sessions


class AccountRow(NamedTuple):
    person: str
    name: str
    password: str
    """Its argon2id hash."""
    epoch: int


class Status(NamedTuple):
    """What a token is checked against: an account's name and epoch, or whether the person is gone. The
    defaults are those of a guest."""

    name: str = ""
    epoch: int = 0
    is_gone: bool = False
    sessions: Mapping[str, float | None] = {}
    """The sessions that are stored, and when they ended, see `Session.ends`."""

    def has_session(self, session: str, at: float) -> bool:
        """Whether a token of this session is valid. Those of earlier versions are, unless they were ended."""
        if session not in self.sessions:
            return not session or session.startswith("old.")
        ends = self.sessions[session]
        return ends is None or at < ends


class Merge(NamedTuple):
    """A guest merged into an account, or a deleted account, which `became` None."""

    person: str
    became: str | None


async def read_names(store: Store, persons: Iterable[str]) -> dict[str, str]:
    """The names of the accounts among these persons, by person; guests and bots have none."""
    ids = sorted(set(persons))
    if not ids:
        return {}
    query = sa.select(accounts.c.person, accounts.c.name).where(accounts.c.person.in_(ids))
    return {row.person: row.name for row in await store.query(query)}


async def find_account(store: Store, folded: str) -> AccountRow | None:
    """The account with this folded name, see `fold_name`."""
    columns = accounts.c.person, accounts.c.name, accounts.c.password, accounts.c.epoch
    rows = await store.query(sa.select(*columns).where(accounts.c.folded == folded))
    return AccountRow._make(rows[0]) if rows else None


async def read_status(store: Store, person: str) -> Status:
    """The status of a person."""
    query = (
        sa.select(accounts.c.name, accounts.c.epoch)
        .where(accounts.c.person == person)
        .union_all(sa.select(sa.literal(""), sa.literal(0)).where(gone.c.person == person))
    )
    rows = await store.query(query)
    account = next((row for row in rows if row.epoch), None)
    if account is None:
        return Status(is_gone=bool(rows))
    listed = {each.id: each.ends for each in await read_sessions(store, person)}
    return Status(account.name, account.epoch, sessions=listed)


async def insert_account(
    store: Store,
    *,
    person: str,
    name: str,
    folded: str,
    skeleton: str,
    password: str,
    epoch: int,
    made: float,
) -> None:
    """Insert an account; raises DuplicateRow if the person has one, or the name is taken."""
    row = {
        "person": person, "name": name, "folded": folded, "skeleton": skeleton, "password": password,
        "epoch": epoch, "made": made,
    }  # fmt: skip
    await store.execute(sa.insert(accounts).values(row))


async def replace_hash(store: Store, person: str, *, old: str, new: str) -> None:
    """Store another hash of the same password, unless the password has changed meanwhile."""
    is_unchanged = (accounts.c.person == person) & (accounts.c.password == old)
    await store.execute(sa.update(accounts).where(is_unchanged).values(password=new))


async def rename_account(store: Store, person: str, *, name: str, folded: str, skeleton: str) -> None:
    """Change an account's name; raises DuplicateRow if it is taken."""
    change = sa.update(accounts).where(accounts.c.person == person)
    await store.execute(change.values(name=name, folded=folded, skeleton=skeleton))


async def change_password(store: Store, person: str, *, epoch: int, password: str) -> bool:
    """Store another hash and begin the next epoch; False if the account is no longer at `epoch`."""
    is_unchanged = (accounts.c.person == person) & (accounts.c.epoch == epoch)
    change = sa.update(accounts).where(is_unchanged).values(password=password, epoch=epoch + 1)
    if not await store.execute(change):
        return False
    await store.execute(sa.delete(sessions).where(sessions.c.person == person), *end_subscriptions(person))
    return True


class SimilarName(NamedTuple):
    person: str
    name: str


async def find_similar(store: Store, *, folded: str, skeleton: str) -> list[SimilarName]:
    """The accounts whose names are the same or look alike, see `fold_name` and `skeleton`."""
    query = sa.select(accounts.c.person, accounts.c.name).where(
        (accounts.c.folded == folded) | (accounts.c.skeleton == skeleton)
    )
    return [SimilarName._make(row) for row in await store.query(query)]


async def is_resting(store: Store, name: str, *, at: float) -> bool:
    """Whether the name with this hash belonged to an account that was deleted lately."""
    query = sa.select(resting.c.name).where(resting.c.name == name, resting.c.until > at)
    return bool(await store.query(query))


async def delete_account(store: Store, person: str, *, name: str, until: float) -> None:
    """Delete an account, mark its person as gone, and let its name, a hash, rest until then.

    Raises DuplicateRow if that was done before.
    """
    await store.execute(
        sa.delete(accounts).where(accounts.c.person == person),
        sa.delete(sessions).where(sessions.c.person == person),
        *forget_person(person),
        *learning.deletions(person),
        sa.delete(resting).where(resting.c.name == name),
        sa.insert(resting).values(name=name, until=until),
        sa.insert(gone).values(person=person, became=None, is_done=False),
    )


async def insert_merge(store: Store, person: str, became: str) -> None:
    """Mark a guest as merged into an account; raises DuplicateRow if that was done before."""
    await store.execute(
        sa.insert(gone).values(person=person, became=became, is_done=False), *rename_person(person, became)
    )


async def unfinished_merges(store: Store) -> list[Merge]:
    """The merges and deletions of which some tables have not been updated."""
    query = sa.select(gone.c.person, gone.c.became).where(~gone.c.is_done)
    return [Merge(row.person, row.became) for row in await store.query(query)]


async def finish_merge(store: Store, person: str) -> None:
    """Mark a merge or deletion as applied to all tables."""
    await store.execute(sa.update(gone).where(gone.c.person == person).values(is_done=True))
