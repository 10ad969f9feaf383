from __future__ import annotations

import asyncio
from concurrent.futures import Future

import pytest

from tablier.server.store.availability import Availability


@pytest.mark.anyio
@pytest.mark.parametrize("rounds", range(6))
async def test_a_cancellation_that_comes_with_the_result_is_not_swallowed(rounds: int) -> None:
    done: Future[int] = Future()
    waiting = asyncio.create_task(Availability(60).wait(done))
    await asyncio.sleep(0.01)
    done.set_result(1)
    for _ in range(rounds):
        await asyncio.sleep(0)
    was_running = waiting.cancel()
    await asyncio.wait([waiting])
    assert waiting.cancelled() == was_running
