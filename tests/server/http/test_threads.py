"""The threads of lessons, layouts and pictures: few, and nobody else's."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from tablier.server.app import Settings, create_app
from tablier.server.http.threads import BoundedThreads
from tablier.server.tables.errors import TooFast
from tests.server.harness import first_legal

LIGHT = ("/api/lessons/quixo/2", "/api/games/quixo/layout", "/pictures/quixo")


@pytest.mark.anyio
async def test_too_many_are_refused_and_the_next_is_served() -> None:
    go = threading.Event()
    threads = BoundedThreads(1, waiting=2)
    asked = [asyncio.create_task(threads.run(go.wait, 20)) for _ in range(3)]
    await asyncio.sleep(0)
    with pytest.raises(TooFast):
        await threads.run(go.wait, 20)
    asked[0].cancel()  # the thread is still at work for it
    await asyncio.sleep(0)
    with pytest.raises(TooFast):
        await threads.run(go.wait, 20)
    go.set()
    assert await asyncio.gather(*asked[1:]) == [True, True]
    assert await threads.run(int, "7") == 7
    with pytest.raises(ValueError, match="invalid literal"):
        await threads.run(int, "seven")


def test_lessons_layouts_and_pictures_use_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names: list[str] = []
    run = BoundedThreads.run

    async def note(self: BoundedThreads, work: Callable[..., Any], *arguments: Any) -> Any:
        def noted(*given: Any) -> Any:
            names.append(threading.current_thread().name)
            return work(*given)

        return await run(self, noted, *arguments)

    monkeypatch.setattr(BoundedThreads, "run", note)
    app = create_app(Settings(store=f"sqlite:///{tmp_path / 'log.sqlite'}", think=first_legal))
    with TestClient(app) as client:
        client.post("/api/guest", json={})
        table = client.post("/api/tables", json={"game": "quixo"}).json()["table"]
        paths = (*LIGHT, f"/t/{table}/picture.svg", f"/api/tables/{table}/picture.svg")
        assert [client.get(path).status_code for path in paths] == [200] * len(paths)
        answer = client.post("/api/lessons/quixo/2", json={"moves": ["a1a5"]})
        assert answer.status_code == 200
    assert len(names) == len(paths) + 1
    assert all(name.startswith("request_") for name in names)
