"""Accounts: names, passwords, and which tokens they revoke."""

from __future__ import annotations

import pytest
from argon2 import PasswordHasher

from tablier.server.people.accounts import CACHE_SECONDS, Accounts
from tablier.server.people.passwords import MAX_LENGTH, MIN_LENGTH, Passwords
from tablier.server.store.log import Store
from tablier.server.tables import errors
from tablier.server.tables.events import new_table_id
from tablier.server.tables.names import fold_name
from tablier.server.tables.person import new_guest as guest
from tests.server.harness import ManualClock

pytestmark = pytest.mark.anyio

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PASSWORD = "correct horse"


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def people(store: Store, clock: ManualClock) -> Accounts:
    return Accounts(store, passwords=Passwords(CHEAP), time=clock)


@pytest.fixture
def name() -> str:
    """A name that no other test uses."""
    return f"Ann {new_table_id()}"


async def test_signing_up_keeps_the_guests_id(people: Accounts, name: str) -> None:
    before = guest()
    assert await people.with_account([before.id]) == frozenset()
    after = await people.sign_up(before, name=f" {name}\n", password=PASSWORD)
    assert (after.id, after.name, after.is_guest) == (before.id, name, False)
    assert await people.with_account([before.id, "bob", before.id]) == {before.id}
    assert await people.names([before.id, "bob"]) == {before.id: name}
    assert await people.sign_in(name=name.upper(), password=PASSWORD) == after
    with pytest.raises(errors.HasAccount):
        await people.sign_up(after, name="another", password=PASSWORD)
    with pytest.raises(errors.HasAccount):
        await people.sign_up(before, name=f"{name}2", password=PASSWORD)


@pytest.mark.parametrize("name", ["ANN", "ann", "ａｎｎ"])
def test_names_are_compared_as_people_read_them(name: str) -> None:
    assert fold_name(name) == fold_name("Ann")
    assert fold_name(name) != fold_name("Anna")


async def test_a_name_belongs_to_one_account(people: Accounts, name: str) -> None:
    await people.sign_up(guest(), name=name, password=PASSWORD)
    with pytest.raises(errors.NameTaken, match=name.upper()):
        await people.sign_up(guest(), name=name.upper(), password=PASSWORD)
    bob = await people.sign_up(guest(), name=f"{name} 2", password=PASSWORD)
    with pytest.raises(errors.NameTaken):
        await people.rename(bob, name)
    with pytest.raises(errors.BadName):
        await people.rename(bob, " \u202e ")
    renamed = await people.rename(bob, f"{name} 3")
    assert await people.authenticate(bob) == renamed
    assert await people.sign_in(name=renamed.name, password=PASSWORD) == renamed


@pytest.mark.parametrize("password", ["", "x" * (MIN_LENGTH - 1), "x" * (MAX_LENGTH + 1)])
async def test_a_password_is_neither_short_nor_endless(people: Accounts, name: str, password: str) -> None:
    with pytest.raises(errors.BadPassword):
        await people.sign_up(guest(), name=name, password=password)
    assert issubclass(errors.BadPassword, errors.Refusal)
    ann = await people.sign_up(guest(), name=name, password="x" * MAX_LENGTH)
    with pytest.raises(errors.BadPassword):
        await people.change_password(ann, old="x" * MAX_LENGTH, new=password)
    with pytest.raises(errors.WrongPassword):
        await people.sign_in(name=name, password=password or "x" * (MAX_LENGTH + 1))


async def test_an_accent_is_the_same_however_it_is_typed(people: Accounts, name: str) -> None:
    ann = await people.sign_up(guest(), name=name, password="caf\u00e9 noir")
    assert await people.sign_in(name=name, password="cafe\u0301 noir") == ann


async def test_a_wrong_name_and_a_wrong_password_are_the_same_answer(
    people: Accounts, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the answer nor the time tells them apart: both are compared with a hash of the same costs."""
    await people.sign_up(guest(), name=name, password=PASSWORD)
    compared: list[str] = []
    verify = PasswordHasher.verify

    def watched(self: PasswordHasher, kept: str | bytes, password: str | bytes) -> bool:
        compared.append(str(kept).rpartition("p=")[0])
        return verify(self, kept, password)

    monkeypatch.setattr(PasswordHasher, "verify", watched)
    said = []
    for asked, password in ((name, "wrong horse"), (f"not {name}", PASSWORD)):
        with pytest.raises(errors.WrongPassword) as refused:
            await people.sign_in(name=asked, password=password)
        said.append(refused.value.problem())
    assert said[0] == said[1]
    assert len(compared) == 2
    assert compared[0] == compared[1] != ""


async def test_guesses_are_counted_by_name_and_address(
    people: Accounts, name: str, clock: ManualClock
) -> None:
    ann = await people.sign_up(guest(), name=name, password=PASSWORD)
    for _ in range(20):
        await people.sign_in(
            name=name, password=PASSWORD, address="home"
        )  # the right password is not counted
    for _ in range(5):
        with pytest.raises(errors.WrongPassword):
            await people.sign_in(name=name, password="wrong horse", address="attic")
    with pytest.raises(errors.TooManyTries):
        await people.sign_in(name=name.upper(), password=PASSWORD, address="attic")
    assert await people.sign_in(name=name, password=PASSWORD, address="home") == ann
    clock.now += 61
    assert await people.sign_in(name=name, password=PASSWORD, address="attic") == ann
    for number in range(30):
        with pytest.raises((errors.WrongPassword, errors.TooManyTries)):
            await people.sign_in(name=f"{name} {number}", password=PASSWORD, address="cellar")
    with pytest.raises(errors.TooManyTries):
        await people.sign_in(name=name, password=PASSWORD, address="cellar")


async def test_nobody_locks_an_owner_out_from_elsewhere(
    people: Accounts, name: str, clock: ManualClock
) -> None:
    ann = await people.sign_up(guest(), name=name, password=PASSWORD)
    for number in range(60):
        with pytest.raises((errors.WrongPassword, errors.TooManyTries)):
            await people.sign_in(name=name, password="wrong horse", address=f"192.0.2.{number // 5}")
    with pytest.raises(errors.WrongPassword):  # one try from each further address
        await people.sign_in(name=name, password="wrong horse", address="198.51.100.1")
    with pytest.raises(errors.TooManyTries):
        await people.sign_in(name=name, password="wrong horse", address="198.51.100.1")
    assert await people.sign_in(name=name, password=PASSWORD, address="198.51.100.2") == ann
    with pytest.raises(errors.TooManyTries):
        await people.sign_in(name=name, password=PASSWORD, address="192.0.2.0")
    assert await people.sign_in(name=name, password=PASSWORD, address="192.0.2.0", known=[ann.id]) == ann


async def test_one_visitor_behind_an_unknown_proxy_does_not_lock_out_the_others(
    people: Accounts, name: str
) -> None:
    ann = await people.sign_up(guest(), name=name, password=PASSWORD)
    for number in range(40):
        with pytest.raises(errors.WrongPassword):
            await people.sign_in(name=f"{name} {number}", password="wrong horse", address="127.0.0.1")
    assert await people.sign_in(name=name, password=PASSWORD, address="127.0.0.1") == ann


async def test_a_new_password_revokes_older_tokens(people: Accounts, name: str) -> None:
    before = guest()
    assert await people.authenticate(before) == before
    first = await people.sign_up(before, name=name, password=PASSWORD)
    assert await people.authenticate(first) == first
    with pytest.raises(errors.SignedOut):
        await people.authenticate(before)  # the guest's token
    with pytest.raises(errors.WrongPassword):
        await people.change_password(first, old="wrong horse", new="battery staple")
    second = await people.change_password(first, old=PASSWORD, new="battery staple")
    assert await people.authenticate(second) == second
    with pytest.raises(errors.SignedOut):
        await people.authenticate(first)
    with pytest.raises(errors.WrongPassword):
        await people.sign_in(name=name, password=PASSWORD)
    assert (await people.sign_in(name=name, password="battery staple")).epoch == second.epoch


async def test_another_process_sees_a_revoked_token_after_its_cache_expires(
    store: Store, name: str, clock: ManualClock
) -> None:
    here, there = (Accounts(store, passwords=Passwords(CHEAP), time=clock) for _ in range(2))
    ann = await here.sign_up(guest(), name=name, password=PASSWORD)
    assert await there.authenticate(ann) == ann
    later = await here.change_password(ann, old=PASSWORD, new="battery staple")
    clock.now += CACHE_SECONDS + 1
    with pytest.raises(errors.SignedOut):
        await there.authenticate(ann)
    assert await there.authenticate(later) == later


async def test_a_deleted_account_cannot_be_used(people: Accounts, name: str) -> None:
    before = guest()
    ann = await people.sign_up(before, name=name, password=PASSWORD)
    with pytest.raises(errors.WrongPassword):
        await people.delete(ann, password="wrong horse")
    await people.delete(ann, password=PASSWORD)
    for token in (before, ann):
        with pytest.raises(errors.SignedOut):
            await people.authenticate(token)
    assert await people.with_account([ann.id]) == frozenset()
    with pytest.raises(errors.WrongPassword):
        await people.sign_in(name=name, password=PASSWORD)


async def test_a_guest_has_no_password_to_change(people: Accounts) -> None:
    for refused in (
        people.rename(guest(), "Ann"),
        people.change_password(guest(), old=PASSWORD, new=PASSWORD),
        people.delete(guest(), password=PASSWORD),
    ):
        with pytest.raises(errors.NoAccount):
            await refused


async def test_a_password_is_rehashed_when_the_costs_change(store: Store, name: str) -> None:
    old, new = (Accounts(store, passwords=Passwords(each)) for each in (CHEAP, PasswordHasher(1, 16, 1)))
    ann = await old.sign_up(guest(), name=name, password=PASSWORD)
    kept = await new._verify(name, PASSWORD, "")
    assert await new.sign_in(name=name, password=PASSWORD) == ann
    again = await new._verify(name, PASSWORD, "")
    assert ("m=8," in kept.password, "m=16," in again.password) == (True, True)
    assert await new.sign_in(name=name, password=PASSWORD) == ann
    assert (await new._verify(name, PASSWORD, "")).password == again.password
    assert (await new.authenticate(ann)) == ann


async def test_a_hash_is_argon2id_with_default_costs() -> None:
    passwords = Passwords()
    kept = await passwords.hash(PASSWORD)
    assert kept.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
    assert await passwords.verify(PASSWORD, kept)
    assert not await passwords.verify(PASSWORD, None)
    assert not passwords.needs_rehash(kept)
