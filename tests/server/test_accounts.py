"""Accounts: who has one."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa

from tablier.server.accounts import folded
from tablier.server.store import accounts
from tests.server.houses import a_hall

pytestmark = pytest.mark.anyio


async def test_an_account_is_told_from_a_guest(tmp_path: Path) -> None:
    async with a_hall(tmp_path) as hall:
        row = {"person": "ann", "name": "Ann", "folded": folded("Ann"), "password": "", "epoch": 1, "made": 0}
        await hall.store.change(sa.insert(accounts).values(row))
        assert await hall.accounts.known(["ann", "bob", "ann"]) == {"ann"}
        assert await hall.accounts.names(["ann", "bob"]) == {"ann": "Ann"}
        assert await hall.accounts.known([]) == frozenset()


@pytest.mark.parametrize("name", ["ANN", "ann", "ａｎｎ"])
def test_names_are_compared_as_people_read_them(name: str) -> None:
    assert folded(name) == folded("Ann")
    assert folded(name) != folded("Anna")
