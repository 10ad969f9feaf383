"""A connection that waits for a hint: it may go on playing, and whoever goes away leaves no search behind."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from litestar.testing import TestClient

from tablier.server.app import Settings, create_app
from tablier.server.live.connection import MAX_SEARCHES
from tablier.server.live.thinking import BotMove, SearchJob
from tests.server.harness import first_legal, wait_for


def receive(live: Any, kind: str) -> Any:
    """The next message of this type."""
    return next(found for _ in range(50) if (found := live.receive_json())["type"] == kind)


def test_moves_do_not_wait_for_a_hint(tmp_path: Path) -> None:
    go = threading.Event()

    def think(job: SearchJob, player: object = None) -> BotMove:
        assert job.stop is not None
        while not go.wait(0.01) and not job.stop.is_set():
            pass
        return first_legal(job)

    app = create_app(Settings(store=f"sqlite:///{tmp_path / 'log.sqlite'}", think=think))
    with TestClient(app) as client:
        client.post("/api/guest", json={})
        seats = [{"who": "me"}, {"who": "me"}]
        table = client.post("/api/tables", json={"game": "quixo", "seats": seats}).json()["table"]
        try:
            with client.websocket_connect(f"/api/tables/{table}/live") as live:
                receive(live, "news")
                for number in range(MAX_SEARCHES + 1):
                    live.send_json({"act": "hint", "re": number})
                assert receive(live, "problem")["code"] == "too_fast"
                live.send_json({"act": "play", "move": "a1e1", "ply": 0})
                assert receive(live, "news")["ply"] == 1
                stale = [receive(live, "problem") for _ in range(MAX_SEARCHES)]
                assert {each["code"] for each in stale} == {"stale_ply"}
                assert sorted(each["re"] for each in stale) == list(range(MAX_SEARCHES))
                wait_for(lambda: app.state.registry.thinking == 0)
                live.send_json({"act": "hint"})
                wait_for(lambda: app.state.registry.thinking == 1)
            wait_for(lambda: app.state.registry.thinking == 0)
        finally:
            go.set()
