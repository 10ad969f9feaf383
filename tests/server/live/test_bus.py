"""The bus between processes: nothing is asked of the others before this process hears them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import pytest
from litestar.channels.backends.memory import MemoryChannelsBackend

from tablier.server.live import bus as live_bus
from tablier.server.live.bus import Bus, Notice
from tests.server.harness import wait_until

pytestmark = pytest.mark.anyio


class LateBackend(MemoryChannelsBackend):
    """A backend that takes a subscription in only after some messages were published."""

    def __init__(self, lost: float) -> None:
        super().__init__()
        self.lost = lost

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        if self.lost > 0:
            self.lost -= 1
        else:
            await super().publish(data, channels)


class Inbox:
    def __init__(self) -> None:
        self.notices: list[Notice] = []
        self.gaps = 0

    async def notice(self, notice: Notice) -> None:
        self.notices.append(notice)

    async def gap(self) -> None:
        self.gaps += 1


async def test_a_process_starts_when_it_hears_the_bus() -> None:
    backend, inbox = LateBackend(lost=3), Inbox()
    bus = Bus(backend, is_shared=True)
    await asyncio.wait_for(bus.start(inbox.notice, on_gap=inbox.gap), 60)
    try:
        assert backend.lost == 0
        assert not bus.is_down
        await wait_until(bus.check)
        await bus.publish(Notice(bus.name, "table", 1, wants_presence=True))
        answer = Notice("another", "table", 1, here=frozenset(["ann"]))
        await Bus(backend).publish(answer)
        await wait_until(lambda: inbox.notices == [answer])
    finally:
        await bus.stop_listening()


async def test_a_silent_bus_is_down_and_its_return_is_a_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_bus, "START_SECONDS", 0.1)
    backend, inbox = LateBackend(lost=float("inf")), Inbox()
    bus = Bus(backend, is_shared=True)
    await asyncio.wait_for(bus.start(inbox.notice, on_gap=inbox.gap), 60)
    try:
        assert bus.is_down
        assert inbox.gaps == 0
        backend.lost = 0
        await bus.beat()
        await wait_until(lambda: inbox.gaps == 1)
        assert not bus.is_down
    finally:
        await bus.stop_listening()
