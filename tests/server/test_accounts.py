"""Accounts: names, passwords and the cards they make good or worthless."""

from __future__ import annotations

import pytest
from argon2 import PasswordHasher

from tablier.server import refusals as no
from tablier.server.accounts import REMEMBERED, Accounts, folded
from tablier.server.acts import new_table_id
from tablier.server.passwords import LEAST, MOST, Passwords
from tablier.server.seats import new_guest as guest
from tablier.server.store import Store
from tests.server.houses import Hand

pytestmark = pytest.mark.anyio

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
WORD = "correct horse"


@pytest.fixture
def hand() -> Hand:
    return Hand()


@pytest.fixture
async def people(store: Store, hand: Hand) -> Accounts:
    return Accounts(store, passwords=Passwords(CHEAP), time=hand)


@pytest.fixture
def name() -> str:
    """Nobody's, in a store that may have been asked before."""
    return f"Ann {new_table_id()}"


async def test_a_guest_who_signs_up_stays_the_person_he_was(people: Accounts, name: str) -> None:
    before = guest()
    assert await people.known([before.id]) == frozenset()
    after = await people.sign_up(before, name=f" {name}\n", password=WORD)
    assert (after.id, after.name, after.is_guest) == (before.id, name, False)
    assert await people.known([before.id, "bob", before.id]) == {before.id}
    assert await people.names([before.id, "bob"]) == {before.id: name}
    assert await people.sign_in(name=name.upper(), password=WORD) == after
    with pytest.raises(no.HasAccount):
        await people.sign_up(after, name="another", password=WORD)
    with pytest.raises(no.HasAccount):
        await people.sign_up(before, name=f"{name}2", password=WORD)


@pytest.mark.parametrize("name", ["ANN", "ann", "ａｎｎ"])
def test_names_are_compared_as_people_read_them(name: str) -> None:
    assert folded(name) == folded("Ann")
    assert folded(name) != folded("Anna")


async def test_a_name_is_one_persons(people: Accounts, name: str) -> None:
    await people.sign_up(guest(), name=name, password=WORD)
    with pytest.raises(no.NameTaken, match=name.upper()):
        await people.sign_up(guest(), name=name.upper(), password=WORD)
    bob = await people.sign_up(guest(), name=f"{name} 2", password=WORD)
    with pytest.raises(no.NameTaken):
        await people.rename(bob, name)
    with pytest.raises(no.BadName):
        await people.rename(bob, " \u202e ")
    renamed = await people.rename(bob, f"{name} 3")
    assert await people.admit(bob) == renamed
    assert await people.sign_in(name=renamed.name, password=WORD) == renamed


@pytest.mark.parametrize("password", ["", "x" * (LEAST - 1), "x" * (MOST + 1)])
async def test_a_password_is_neither_short_nor_endless(people: Accounts, name: str, password: str) -> None:
    with pytest.raises(no.BadPassword):
        await people.sign_up(guest(), name=name, password=password)
    assert issubclass(no.BadPassword, no.Refusal)
    ann = await people.sign_up(guest(), name=name, password="x" * MOST)
    with pytest.raises(no.BadPassword):
        await people.change_password(ann, old="x" * MOST, new=password)
    with pytest.raises(no.WrongPassword):
        await people.sign_in(name=name, password=password or "x" * (MOST + 1))


async def test_an_accent_is_the_same_however_it_is_typed(people: Accounts, name: str) -> None:
    ann = await people.sign_up(guest(), name=name, password="caf\u00e9 noir")
    assert await people.sign_in(name=name, password="cafe\u0301 noir") == ann


async def test_a_wrong_name_and_a_wrong_password_are_the_same_answer(
    people: Accounts, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Told apart neither by the words nor by the work: both are compared with a hash of the same costs."""
    await people.sign_up(guest(), name=name, password=WORD)
    compared: list[str] = []
    verify = PasswordHasher.verify

    def watched(self: PasswordHasher, kept: str | bytes, password: str | bytes) -> bool:
        compared.append(str(kept).rpartition("p=")[0])
        return verify(self, kept, password)

    monkeypatch.setattr(PasswordHasher, "verify", watched)
    said = []
    for asked, password in ((name, "wrong horse"), (f"not {name}", WORD)):
        with pytest.raises(no.WrongPassword) as refused:
            await people.sign_in(name=asked, password=password)
        said.append(refused.value.problem())
    assert said[0] == said[1]
    assert len(compared) == 2
    assert compared[0] == compared[1] != ""


async def test_guesses_are_counted_by_name_and_address(people: Accounts, name: str, hand: Hand) -> None:
    ann = await people.sign_up(guest(), name=name, password=WORD)
    for _ in range(20):
        await people.sign_in(name=name, password=WORD, address="home")  # what fits is no guess
    for _ in range(5):
        with pytest.raises(no.WrongPassword):
            await people.sign_in(name=name, password="wrong horse", address="attic")
    with pytest.raises(no.TooManyTries):
        await people.sign_in(name=name.upper(), password=WORD, address="attic")
    assert await people.sign_in(name=name, password=WORD, address="home") == ann
    hand.now += 61
    assert await people.sign_in(name=name, password=WORD, address="attic") == ann
    for number in range(30):
        with pytest.raises((no.WrongPassword, no.TooManyTries)):
            await people.sign_in(name=f"{name} {number}", password=WORD, address="cellar")
    with pytest.raises(no.TooManyTries):
        await people.sign_in(name=name, password=WORD, address="cellar")


async def test_another_password_makes_the_older_cards_worthless(people: Accounts, name: str) -> None:
    before = guest()
    assert await people.admit(before) == before
    first = await people.sign_up(before, name=name, password=WORD)
    assert await people.admit(first) == first
    with pytest.raises(no.SignedOut):
        await people.admit(before)  # a guest's card is not an account's
    with pytest.raises(no.WrongPassword):
        await people.change_password(first, old="wrong horse", new="battery staple")
    second = await people.change_password(first, old=WORD, new="battery staple")
    assert await people.admit(second) == second
    with pytest.raises(no.SignedOut):
        await people.admit(first)
    with pytest.raises(no.WrongPassword):
        await people.sign_in(name=name, password=WORD)
    assert (await people.sign_in(name=name, password="battery staple")).epoch == second.epoch


async def test_another_process_knows_soon(store: Store, name: str, hand: Hand) -> None:
    here, there = (Accounts(store, passwords=Passwords(CHEAP), time=hand) for _ in range(2))
    ann = await here.sign_up(guest(), name=name, password=WORD)
    assert await there.admit(ann) == ann
    later = await here.change_password(ann, old=WORD, new="battery staple")
    hand.now += REMEMBERED + 1
    with pytest.raises(no.SignedOut):
        await there.admit(ann)
    assert await there.admit(later) == later


async def test_a_deleted_account_is_nobody(people: Accounts, name: str) -> None:
    before = guest()
    ann = await people.sign_up(before, name=name, password=WORD)
    with pytest.raises(no.WrongPassword):
        await people.delete(ann, password="wrong horse")
    await people.delete(ann, password=WORD)
    for card in (before, ann):
        with pytest.raises(no.SignedOut):
            await people.admit(card)
    assert await people.known([ann.id]) == frozenset()
    with pytest.raises(no.WrongPassword):
        await people.sign_in(name=name, password=WORD)
    assert (await people.sign_up(guest(), name=name, password=WORD)).id != ann.id


async def test_a_guest_has_no_password_to_change(people: Accounts) -> None:
    for refused in (
        people.rename(guest(), "Ann"),
        people.change_password(guest(), old=WORD, new=WORD),
        people.delete(guest(), password=WORD),
    ):
        with pytest.raises(no.NoAccount):
            await refused


async def test_a_hash_is_made_anew_when_the_costs_change(store: Store, name: str) -> None:
    old, new = (Accounts(store, passwords=Passwords(each)) for each in (CHEAP, PasswordHasher(1, 16, 1)))
    ann = await old.sign_up(guest(), name=name, password=WORD)
    kept = await new._checked(name, WORD, "")
    assert await new.sign_in(name=name, password=WORD) == ann
    again = await new._checked(name, WORD, "")
    assert ("m=8," in kept.password, "m=16," in again.password) == (True, True)
    assert await new.sign_in(name=name, password=WORD) == ann
    assert (await new._checked(name, WORD, "")).password == again.password
    assert (await new.admit(ann)) == ann


async def test_a_hash_is_argon2id_and_dear() -> None:
    passwords = Passwords()
    kept = await passwords.hashed(WORD)
    assert kept.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
    assert await passwords.fits(WORD, kept)
    assert not await passwords.fits(WORD, None)
    assert not passwords.is_old(kept)
