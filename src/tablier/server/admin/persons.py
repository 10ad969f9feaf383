"""What the operator does about persons. Running servers are told."""

from __future__ import annotations

import time

from tablier.scene import say
from tablier.server.admin.tables import CannotDo
from tablier.server.people.accounts import RESTING_SECONDS, Accounts
from tablier.server.people.names import hash_name
from tablier.server.people.passwords import MAX_LENGTH, MIN_LENGTH, Passwords
from tablier.server.store import accounts, administration
from tablier.server.store.accounts import AccountRow
from tablier.server.store.administration import BANNED
from tablier.server.store.batch import DuplicateRow
from tablier.server.store.log import Store
from tablier.server.store.orders import Order, post_order
from tablier.server.tables.errors import BadPassword, Refusal
from tablier.server.tables.names import fold_name
from tablier.server.tables.person import Person, clean_name


async def find_account(store: Store, name: str) -> AccountRow:
    """The account of this name; raises CannotDo."""
    account = await accounts.find_account(store, fold_name(clean_name(name)))
    if account is None:
        raise CannotDo(
            say("There is no account {name!r}: tablier admin find lists those that are similar.", name=name)
        )
    return account


async def rename(store: Store, name: str, new: str) -> str:
    """Give an account another name; gives the name as it is shown."""
    account = await find_account(store, name)
    try:
        renamed = await Accounts(store).rename(Person(account.person, account.name, account.epoch), new)
    except Refusal as refusal:
        raise CannotDo(refusal.words) from None
    await post_order(store, Order("person", account.person))
    return renamed.name


async def reset_password(store: Store, name: str, password: str) -> None:
    """Set a password, which signs the person out everywhere."""
    if not MIN_LENGTH <= len(password) <= MAX_LENGTH:
        raise CannotDo(BadPassword(least=MIN_LENGTH, most=MAX_LENGTH).words)
    account = await find_account(store, name)
    await _set_hash(store, account, await Passwords().hash(password))


async def ban(store: Store, name: str) -> None:
    """Sign a person out everywhere and let nobody sign in to the account; a guest, by id, is removed."""
    account = await accounts.find_account(store, fold_name(clean_name(name)))
    if account is None:
        await _remove_guest(store, name)
    elif account.password.startswith(BANNED):
        raise CannotDo(say("{name} is banned already.", name=account.name))
    else:
        await _set_hash(store, account, BANNED + account.password)


async def _remove_guest(store: Store, person: str) -> None:
    found = await administration.find_persons(store, person, fold_name(person))
    if not any(each.person == person and not each.name for each in found):
        raise CannotDo(
            say("There is no account or guest {name!r}: tablier admin find lists people.", name=person)
        )
    try:
        await administration.remove_guest(store, person)
    except DuplicateRow:
        raise CannotDo(say("{name} is banned already.", name=person)) from None
    await post_order(store, Order("person", person))


async def unban(store: Store, name: str) -> None:
    """Let a person sign in again, by the password of before."""
    account = await find_account(store, name)
    if not account.password.startswith(BANNED):
        raise CannotDo(say("{name} is not banned.", name=account.name))
    await _set_hash(store, account, account.password.removeprefix(BANNED))


async def close_account(store: Store, name: str) -> None:
    """Delete an account. Running games are given up, finished ones stay without the name."""
    account = await find_account(store, name)
    try:
        until = time.time() + RESTING_SECONDS
        await accounts.delete_account(store, account.person, name=hash_name(account.name), until=until)
    except DuplicateRow:
        raise CannotDo(say("The account {name} is closed already.", name=account.name)) from None
    await post_order(store, Order("person", account.person))


async def _set_hash(store: Store, account: AccountRow, hashed: str) -> None:
    if not await accounts.change_password(store, account.person, epoch=account.epoch, password=hashed):
        raise CannotDo(say("{name} has just changed the password: try again.", name=account.name))
    await post_order(store, Order("person", account.person))
