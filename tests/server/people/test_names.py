"""Names: whose they are at a table, which look alike, and which nobody gets."""

from __future__ import annotations

import doctest
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tablier.server.live.registry import TableRegistry
from tablier.server.messages.news import Perspective
from tablier.server.people import addresses, passwords, sessions
from tablier.server.people.accounts import RESTING_SECONDS, Accounts
from tablier.server.people.merge import merge_guest
from tablier.server.people.passwords import Passwords
from tablier.server.tables import errors, lookalikes
from tablier.server.tables.bots import list_bots
from tablier.server.tables.commands import Sit
from tablier.server.tables.create import NewSeat, NewTable
from tablier.server.tables.person import Person, new_guest
from tests.server.harness import assert_replay_equal, open_registry, open_table
from tests.server.people.test_accounts import CHEAP, PASSWORD

pytestmark = pytest.mark.anyio

OPEN, PERSPECTIVE = NewSeat("open"), Perspective()


@pytest.fixture
async def registry(tmp_path: Path) -> AsyncIterator[TableRegistry]:
    async with open_registry(tmp_path) as registry:
        registry.accounts = Accounts(registry.store, passwords=Passwords(CHEAP))
        yield registry


@pytest.fixture
async def alice(registry: TableRegistry) -> Person:
    return await registry.accounts.sign_up(new_guest(), name="Alice", password=PASSWORD)


@pytest.fixture
async def mallory(registry: TableRegistry) -> Person:
    return await registry.accounts.sign_up(new_guest(), name="Mallory", password=PASSWORD)


async def test_an_account_sits_down_by_its_own_name(
    registry: TableRegistry, alice: Person, mallory: Person
) -> None:
    table = await registry.create(
        alice, NewTable("quixo", rated=True, seats=(NewSeat("me", name="Bob"), OPEN))
    )
    await table.submit(mallory, Sit(seat=1, name="Alice"))
    assert [seat.name for seat in table.state.seats] == ["Alice", "Mallory"]
    assert [seat.is_guest for seat in table.state.seats] == [False, False]


@pytest.mark.parametrize(
    "name", ["Alice", "ALICE", "\u0391lice", "A1ice", "Al ice", "level 3", "Admin", "Tablier"]
)
async def test_a_guest_cannot_pass_for_somebody_else(
    registry: TableRegistry, alice: Person, mallory: Person, name: str
) -> None:
    name = list_bots()[2][1] if name == "level 3" else name
    refusals = (errors.NameTaken, errors.LookAlike, errors.ReservedName)
    guest = new_guest("Zoé")
    table = await open_table(registry, "quixo", alice)
    with pytest.raises(refusals):
        await table.submit(guest, Sit(seat=1, name=name))
    with pytest.raises(refusals):
        await table.submit(Person(guest.id, name), Sit(seat=1))  # a token from before the account
    for seats in (
        (NewSeat("me", name=name), OPEN),
        (NewSeat("me"), NewSeat("bot", name=name, bot="level:1")),
    ):
        with pytest.raises(refusals):
            await registry.create(guest, NewTable("quixo", seats=seats))
    with pytest.raises(refusals):
        await registry.create(
            mallory, NewTable("quixo", seats=(NewSeat("me", name=name), NewSeat("me", name="Ann")))
        )
    with pytest.raises(refusals):
        await registry.accounts.sign_up(guest, name=name, password=PASSWORD)
    with pytest.raises(refusals):
        await registry.accounts.rename(mallory, name)
    await table.submit(guest, Sit(seat=1))
    assert table.state.seats[1].is_guest
    await assert_replay_equal(table, registry)


async def test_a_guest_who_signs_in_is_marked_no_more(registry: TableRegistry, alice: Person) -> None:
    guest = new_guest("Zoé")
    table = await open_table(registry, "quixo", guest)
    assert table.snapshot().for_person(None, PERSPECTIVE).seats[0].guest
    await merge_guest(registry, guest, alice)
    assert not table.snapshot().for_person(None, PERSPECTIVE).seats[0].guest
    await assert_replay_equal(table, registry)


@pytest.mark.parametrize("name", ["Анна", "Zoé", "Οδυσσέας", "美咲", "Jean-Luc 2", "O'Brien", "Ann ❤"])
async def test_names_of_one_alphabet_are_welcome(registry: TableRegistry, name: str) -> None:
    assert (await registry.accounts.sign_up(new_guest(), name=name, password=PASSWORD)).name == name


async def test_numbered_guests_stay_guests(registry: TableRegistry) -> None:
    with pytest.raises(errors.ReservedName):
        await registry.accounts.sign_up(new_guest(), name="Guest 123", password=PASSWORD)
    with pytest.raises(errors.ReservedName):
        await registry.accounts.sign_up(new_guest(), name="INVITÉ 7", password=PASSWORD)
    await open_table(registry, "quixo", new_guest())


async def test_the_name_of_a_deleted_account_rests_for_a_year(
    registry: TableRegistry, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await registry.accounts.delete(alice, password=PASSWORD)
    for name in ("Alice", "A1ice"):
        with pytest.raises(errors.NameResting):
            await registry.accounts.sign_up(new_guest(), name=name, password=PASSWORD)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + RESTING_SECONDS + 1)
    again = await registry.accounts.sign_up(new_guest(), name="Alice", password=PASSWORD)
    assert again.id != alice.id


@pytest.mark.parametrize(
    "password", ["12345678", "password", "Passw0rd!", "azertyuiop", "aaaaaaaa", "alice bob"]
)
async def test_common_passwords_are_refused(registry: TableRegistry, password: str) -> None:
    with pytest.raises(errors.CommonPassword):
        await registry.accounts.sign_up(new_guest(), name="Alice Bob", password=password)


@pytest.mark.parametrize(
    "module", [addresses, lookalikes, passwords, sessions], ids=lambda module: module.__name__
)
def test_examples_in_docstrings(module: object) -> None:
    result = doctest.testmod(module)  # type: ignore[arg-type]
    assert result.attempted
    assert not result.failed
