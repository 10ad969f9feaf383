"""Accounts: a name and a password, which identify a person on every device.

A guest is a person without an account. Signing up keeps the id, so the guest's games become the account's.

The tokens of an account carry its epoch. A new password begins the next epoch, which revokes the tokens of
earlier ones; guests have epoch 0, so signing up revokes the guest's token. The tokens of merged guests and of
deleted accounts are revoked too, see `merge`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable
from functools import partial

from tablier.server.people.addresses import is_shared
from tablier.server.people.names import check_account_name, check_name, hash_name
from tablier.server.people.passwords import MAX_LENGTH, MIN_LENGTH, Passwords, is_common
from tablier.server.people.sessions import Sessions
from tablier.server.people.throttle import Throttle
from tablier.server.store import accounts
from tablier.server.store.accounts import AccountRow, Status
from tablier.server.store.batch import DuplicateRow
from tablier.server.store.log import Store
from tablier.server.tables import errors
from tablier.server.tables.lookalikes import skeleton
from tablier.server.tables.names import fold_name
from tablier.server.tables.person import Person, clean_name
from tablier.server.tables.seats import Seat

CACHE_SECONDS = 30.0
"""Seconds for which another process may accept a revoked token, if the notice on the bus is lost."""
RESTING_SECONDS = 365 * 24 * 3600.0
"""Seconds for which nobody gets the name of a deleted account."""
TRIES = 5.0
"""Wrong passwords for a name from one address or device, before each further one costs a minute."""
CACHE_SIZE = 50_000
"""The most persons whose status is cached."""


class Accounts:
    """The accounts of a store: authentication, sign-up and sign-in, changes."""

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
        self.sessions = Sessions(store, self)
        self._cache: dict[str, tuple[Status, float]] = {}
        self._changes = 0
        throttle = partial(Throttle, error=errors.TooManyTries, time=time)
        # Against guessing one name's password, many names' passwords, and one name's from many addresses.
        self._by_name_and_address = throttle(burst=TRIES, rate=1 / 60)
        self._by_device = throttle(burst=TRIES, rate=1 / 60)
        self._by_address = throttle(burst=30, rate=1 / 20)
        self._by_name = throttle(burst=50, rate=1 / 60)
        self._sign_ups = throttle(burst=100, rate=1 / 60)

    async def with_account(self, persons: Iterable[str]) -> frozenset[str]:
        """Those of these persons, by their ids, who have an account."""
        return frozenset(await self.names(persons))

    async def names(self, persons: Iterable[str]) -> dict[str, str]:
        """The names of the accounts among these persons, by person; guests and bots have none."""
        return await accounts.read_names(self._store, persons)

    async def authenticate(self, holder: Person) -> Person:
        """The holder of a verified token, by their present name; raises SignedOut if it has been revoked."""
        status = await self._status(holder.id)
        is_valid = status.epoch == holder.epoch and status.has_session(holder.session, time.time())
        if status.is_gone or not is_valid:
            raise errors.SignedOut
        return Person(holder.id, status.name or holder.name, status.epoch, holder.session)

    def invalidate(self, person: str) -> None:
        """Drop the cached status of a person."""
        self._changes += 1
        self._cache.pop(person, None)

    async def sign_up(self, guest: Person, *, name: str, password: str, address: str = "") -> Person:
        """Create an account for a guest, under the same id; raises a Refusal, NameTaken for example."""
        name = check_account_name(name)
        password = _check_password(password, name)
        if not guest.is_guest:
            raise errors.HasAccount
        self._sign_ups.take(address)
        await self.check_unused(name, person=guest.id)
        person = Person(guest.id, name, 1)
        try:
            await accounts.insert_account(
                self._store,
                person=person.id,
                name=name,
                folded=fold_name(name),
                skeleton=skeleton(name),
                password=await self._passwords.hash(password),
                epoch=person.epoch,
                made=time.time(),
            )
        except DuplicateRow:
            if person.id in await self.with_account([person.id]):
                raise errors.HasAccount from None
            raise errors.NameTaken(name=name) from None
        self.invalidate(person.id)
        return person

    async def sign_in(
        self, *, name: str, password: str, address: str = "", known: Collection[str] = ()
    ) -> Person:
        """The person with this account; raises WrongPassword whether name or password is wrong.

        `known` are the persons who have signed in on this device: nobody elsewhere can use up their tries.
        """
        account = await self._verify(clean_name(name), password, address, known)
        if self._passwords.needs_rehash(account.password):
            hashed = await self._passwords.hash(password)
            await accounts.replace_hash(self._store, account.person, old=account.password, new=hashed)
        return Person(account.person, account.name, account.epoch)

    async def rename(self, person: Person, name: str) -> Person:
        """Change the name of an account. Seats keep the name under which they were taken."""
        name = check_account_name(name)
        _require_account(person)
        await self.check_unused(name, person=person.id)
        try:
            await accounts.rename_account(
                self._store, person.id, name=name, folded=fold_name(name), skeleton=skeleton(name)
            )
        except DuplicateRow:
            raise errors.NameTaken(name=name) from None
        self.invalidate(person.id)
        return Person(person.id, name, person.epoch, person.session)

    async def check_guest_name(self, text: str, *, person: str) -> str:
        """The name of a guest, or of one of several players at a screen, as it is shown.

        Raises a Refusal unless it is free: not another person's account's, nor reserved.
        """
        name = check_name(text)
        await self.check_unused(name, person=person)
        return name

    async def check_seats(self, person: Person, seats: Iterable[Seat], titles: Iterable[str]) -> None:
        """Raise a Refusal if a seat of a new table has a name that is neither free, nor the person's own, nor
        the title of a seat."""
        own = set(titles) if person.is_guest else {*titles, person.name}
        for name in sorted({seat.name for seat in seats} - own - {""}):
            await self.check_guest_name(name, person=person.id)

    async def check_unused(self, name: str, *, person: str) -> None:
        """Raise NameTaken, LookAlike or NameResting if somebody else has or had this name, or one like it."""
        folded = fold_name(name)
        for other in await accounts.find_similar(self._store, folded=folded, skeleton=skeleton(name)):
            if other.person != person:
                is_same = fold_name(other.name) == folded
                raise errors.NameTaken(name=name) if is_same else errors.LookAlike(name=name)
        if await accounts.is_resting(self._store, hash_name(name), at=time.time()):
            raise errors.NameResting(name=name)

    async def change_password(self, person: Person, *, old: str, new: str, address: str = "") -> Person:
        """Change the password, which revokes all tokens: the person needs a new one."""
        new = _check_password(new, person.name)
        _require_account(person)
        account = await self._verify_own(person, old, address)
        hashed = await self._passwords.hash(new)
        if not await accounts.change_password(self._store, person.id, epoch=account.epoch, password=hashed):
            raise errors.SignedOut  # another request has just changed it
        self.invalidate(person.id)
        return Person(person.id, account.name, account.epoch + 1)

    async def delete(self, person: Person, *, password: str, address: str = "") -> None:
        """Delete an account; its name rests for a year. `merge.update_tables` clears their tables."""
        _require_account(person)
        account = await self._verify_own(person, password, address)
        try:
            await accounts.delete_account(
                self._store, person.id, name=hash_name(account.name), until=time.time() + RESTING_SECONDS
            )
        except DuplicateRow:
            raise errors.SignedOut from None
        self.invalidate(person.id)

    async def _verify_own(self, person: Person, password: str, address: str) -> AccountRow:
        account = await self._verify(person.name, password, address, (person.id,))
        if account.person != person.id:  # renamed by another request, and the name taken since
            raise errors.WrongPassword
        return account

    async def _verify(
        self, name: str, password: str, address: str, known: Collection[str] = ()
    ) -> AccountRow:
        """The account of this name and password; WrongPassword otherwise. Only failures count as attempts."""
        folded = fold_name(name)
        account = await accounts.find_account(self._store, folded)
        if account and account.person in known:
            limits = [(self._by_device, f"{address} {account.person}", 1.0)]
        else:
            limits = self._limits_of(folded, address)
        for throttle, key, cost in limits:
            throttle.take(key, cost)
        hashed = account.password if account else None
        if not await self._passwords.verify(password[: MAX_LENGTH + 1], hashed) or not account:
            raise errors.WrongPassword
        for throttle, key, cost in limits:
            throttle.refund(key, cost)
        return account

    def _limits_of(self, folded: str, address: str) -> list[tuple[Throttle, str, float]]:
        """The buckets from which an attempt is taken, with its cost.

        Where a name was guessed at too often, from wherever, an address has one try instead of several: the
        owner's password is right at the first.
        """
        is_guessed = not self._by_name.has(folded)
        limits = [(self._by_name_and_address, f"{address} {folded}", TRIES if is_guessed else 1.0)]
        if not is_guessed:
            limits.append((self._by_name, folded, 1.0))
        if not is_shared(address):
            limits.append((self._by_address, address, 1.0))
        return limits

    async def _status(self, person: str) -> Status:
        cached, until = self._cache.get(person, (None, 0.0))
        if cached is not None and until > self._time():
            return cached
        changes = self._changes
        status = await accounts.read_status(self._store, person)
        if changes == self._changes:  # otherwise it may have been read before a change
            if len(self._cache) >= CACHE_SIZE:
                self._cache.clear()
            self._cache[person] = (status, self._time() + CACHE_SECONDS)
        return status


def _check_password(text: str, name: str) -> str:
    if not MIN_LENGTH <= len(text) <= MAX_LENGTH:
        raise errors.BadPassword(least=MIN_LENGTH, most=MAX_LENGTH)
    if is_common(text, name):
        raise errors.CommonPassword
    return text


def _require_account(person: Person) -> None:
    if person.is_guest:
        raise errors.NoAccount
