"""Accounts: a name and a password that make somebody the same person on every device.

A guest is a person without one. Whoever signs up stays the person he was, so his games are the account's.

An account's cards carry its epoch. Another password begins a new one: the cards of the old, and those from
before there was an account, are worthless. So are the cards of persons who are gone, see `partings`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from unicodedata import normalize

import sqlalchemy as sa

from tablier.server import refusals as no
from tablier.server.passwords import LEAST, MOST, Passwords
from tablier.server.seats import Person, tidy
from tablier.server.store import Store, Taken, accounts, gone
from tablier.server.tries import Tries

REMEMBERED = 30.0
"""Seconds for which another process may not know that a card has become worthless, if no word reaches it."""
MOST_REMEMBERED = 50_000

Kept = tuple[str, str, str, int]
"""An account's person, name, hash and epoch."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a person is: by default a guest."""

    name: str = ""
    epoch: int = 0
    is_gone: bool = False


class Accounts:
    """All accounts of a store."""

    def __init__(
        self,
        store: Store,
        *,
        passwords: Passwords | None = None,
        time: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store = store
        self._passwords = passwords or Passwords()
        self._time = time
        self._standings: dict[str, tuple[Standing, float]] = {}
        self._changes = 0
        # Whoever guesses one name's password, many names' passwords, or one name from many places.
        self._by_both = Tries(most=5, every=60, time=time)
        self._by_address = Tries(most=30, every=20, time=time)
        self._by_name = Tries(most=50, every=60, time=time)
        self._made_by = Tries(most=100, every=60, time=time)

    async def known(self, persons: Iterable[str]) -> frozenset[str]:
        """Those of these persons, by their ids, who have an account."""
        return frozenset(await self.names(persons))

    async def names(self, persons: Iterable[str]) -> dict[str, str]:
        """The names of the accounts among these persons, by person; guests and bots have none."""
        asked = sorted(set(persons))
        query = sa.select(accounts.c.person, accounts.c.name).where(accounts.c.person.in_(asked))
        return {row.person: row.name for row in await self._store.ask(query)} if asked else {}

    async def admit(self, holder: Person) -> Person:
        """The holder of a card that we signed, by today's name; SignedOut if it is no longer good."""
        now = await self._standing(holder.id)
        if now.is_gone or now.epoch != holder.epoch:
            raise no.SignedOut
        return Person(holder.id, now.name or holder.name, now.epoch)

    def forget(self, person: str) -> None:
        """Ask the store again what this person is."""
        self._changes += 1
        self._standings.pop(person, None)

    async def sign_up(self, guest: Person, *, name: str, password: str, address: str = "") -> Person:
        """Give a guest an account. He stays the person he is."""
        name, password = _name(name), _password(password)
        if not guest.is_guest:
            raise no.HasAccount
        self._made_by.take(address)
        person = Person(guest.id, name, 1)
        row = {
            "person": person.id,
            "name": name,
            "folded": folded(name),
            "password": await self._passwords.hashed(password),
            "epoch": person.epoch,
            "made": time.time(),
        }
        try:
            await self._store.change(sa.insert(accounts).values(row))
        except Taken:
            if person.id in await self.known([person.id]):
                raise no.HasAccount from None
            raise no.NameTaken(name=name) from None
        self.forget(person.id)
        return person

    async def sign_in(self, *, name: str, password: str, address: str = "") -> Person:
        """The person with this account; WrongPassword whichever of the two is wrong."""
        kept = await self._checked(tidy(name), password, address)
        if self._passwords.is_old(kept.password):
            again = await self._passwords.hashed(password)
            is_it = (accounts.c.person == kept.person) & (accounts.c.password == kept.password)
            await self._store.change(sa.update(accounts).where(is_it).values(password=again))
        return Person(kept.person, kept.name, kept.epoch)

    async def rename(self, person: Person, name: str) -> Person:
        """Another name for an account. Tables keep the one by which he sat down."""
        name = _name(name)
        _has_account(person)
        change = sa.update(accounts).where(accounts.c.person == person.id)
        try:
            await self._store.change(change.values(name=name, folded=folded(name)))
        except Taken:
            raise no.NameTaken(name=name) from None
        self.forget(person.id)
        return Person(person.id, name, person.epoch)

    async def change_password(self, person: Person, *, old: str, new: str, address: str = "") -> Person:
        """Another password. The cards there are become worthless: the person needs a new one."""
        new = _password(new)
        _has_account(person)
        kept = await self._own(person, old, address)
        later = Person(person.id, kept.name, kept.epoch + 1)
        values = {"password": await self._passwords.hashed(new), "epoch": later.epoch}
        is_it = (accounts.c.person == person.id) & (accounts.c.epoch == kept.epoch)
        if not await self._store.change(sa.update(accounts).where(is_it).values(values)):
            raise no.SignedOut  # changed elsewhere, a moment ago
        self.forget(person.id)
        return later

    async def delete(self, person: Person, *, password: str, address: str = "") -> None:
        """No account any more: its name is free, the person is gone. `partings` sees to the tables."""
        _has_account(person)
        await self._own(person, password, address)
        try:
            await self._store.change(
                sa.delete(accounts).where(accounts.c.person == person.id),
                sa.insert(gone).values(person=person.id, became=None, is_done=False),
            )
        except Taken:
            raise no.SignedOut from None
        self.forget(person.id)

    async def _own(self, person: Person, password: str, address: str) -> sa.Row[Kept]:
        kept = await self._checked(person.name, password, address)
        if kept.person != person.id:  # renamed elsewhere, a moment ago
            raise no.WrongPassword
        return kept

    async def _checked(self, name: str, password: str, address: str) -> sa.Row[Kept]:
        """The account of this name and password. What fits is not counted as a try."""
        key = folded(name)
        takes = ((self._by_address, address), (self._by_both, f"{address} {key}"), (self._by_name, key))
        for tries, each in takes:
            tries.take(each)
        columns = accounts.c.person, accounts.c.name, accounts.c.password, accounts.c.epoch
        rows = await self._store.ask(sa.select(*columns).where(accounts.c.folded == key))
        kept = rows[0] if rows else None
        if not await self._passwords.fits(password[: MOST + 1], kept.password if kept else None) or not kept:
            raise no.WrongPassword
        for tries, each in takes:
            tries.give_back(each)
        return kept

    async def _standing(self, person: str) -> Standing:
        known, until = self._standings.get(person, (None, 0.0))
        if known is not None and until > self._time():
            return known
        changes = self._changes
        query = (
            sa.select(accounts.c.name, accounts.c.epoch)
            .where(accounts.c.person == person)
            .union_all(sa.select(sa.literal(""), sa.literal(0)).where(gone.c.person == person))
        )
        rows = await self._store.ask(query)
        account = next((row for row in rows if row.epoch), None)
        found = Standing(account.name, account.epoch) if account else Standing(is_gone=bool(rows))
        if changes == self._changes:  # else it may be what was true before
            if len(self._standings) >= MOST_REMEMBERED:
                self._standings.clear()
            self._standings[person] = (found, self._time() + REMEMBERED)
        return found


def folded(name: str) -> str:
    """A name as names are compared: there is one account of "Ann", "ANN" and "ａｎｎ"."""
    return normalize("NFKC", normalize("NFKC", name).casefold())


def _name(text: str) -> str:
    if not (name := tidy(text)):
        raise no.BadName
    return name


def _password(text: str) -> str:
    if not LEAST <= len(text) <= MOST:
        raise no.BadPassword(least=LEAST, most=MOST)
    return text


def _has_account(person: Person) -> None:
    if person.is_guest:
        raise no.NoAccount
