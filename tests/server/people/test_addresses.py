"""Addresses of persons: the last one counts, those that say nothing are not kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablier.server.live.job_queue import Owner
from tablier.server.people.addresses import LastAddresses
from tests.server.harness import ANN, open_registry


def test_the_last_address_of_a_person_counts() -> None:
    addresses = LastAddresses(size=2)
    addresses.note("ann", "192.0.2.1")
    addresses.note("ann", "192.0.2.2")
    assert addresses.find("ann") == "192.0.2.2"
    addresses.note("ann", "127.0.0.1")
    assert addresses.find("ann") == ""


def test_few_are_kept() -> None:
    addresses = LastAddresses(size=2)
    for person in ("ann", "bob", "ann", "cid"):
        addresses.note(person, "192.0.2.1")
    assert [addresses.find(person) for person in ("ann", "bob", "cid")] == ["192.0.2.1", "", "192.0.2.1"]


@pytest.mark.anyio
async def test_searches_wait_in_the_turn_of_the_address(tmp_path: Path) -> None:
    async with open_registry(tmp_path) as registry:
        assert registry.owner(ANN.id).group == "person ann"
        registry.addresses.note(ANN.id, "192.0.2.1")
        assert registry.owner(ANN.id) == Owner(ANN.id, "192.0.2.1")
        assert registry.owner(ANN.id).group == registry.owner("bob")._replace(address="192.0.2.1").group
