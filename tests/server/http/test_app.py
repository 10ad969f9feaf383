"""The application around the tables: its rate limit, and how it reports internal errors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tablier.server.app import Settings, create_app
from tablier.server.live.thinking import BotMove, SearchJob
from tablier.server.people.limits import Limits
from tests.server.harness import first_legal

RATE = 12


def think(job: SearchJob, player: object = None) -> BotMove:
    """A search that fails for hints, which alone have a time limit."""
    if job.seconds is not None:
        raise RuntimeError("lost the thread")
    return first_legal(job)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    app = create_app(
        Settings(store=f"sqlite:///{tmp_path / 'log.sqlite'}", think=think, limits=Limits(requests=RATE))
    )
    with TestClient(app) as client:
        yield client


def test_too_many_requests_are_refused_by_person(client: TestClient[Litestar]) -> None:
    token = client.post("/api/guest", json={}).json()["token"]
    client.cookies.clear()
    shown = {"authorization": f"Bearer {token}"}
    answers = [client.get("/api/tables", headers=shown) for _ in range(RATE + 1)]
    assert [answer.status_code for answer in answers] == [200] * RATE + [429]
    assert answers[-1].json()["code"] == "too_fast"
    assert int(answers[-1].headers["ratelimit-reset"]) <= 60
    assert client.get("/api/games").status_code == 200


def test_an_internal_error_is_logged_and_reported(
    client: TestClient[Litestar], caplog: pytest.LogCaptureFixture
) -> None:
    client.post("/api/guest", json={})
    seats = [{"who": "me"}, {"who": "bot", "bot": "level:1"}]
    table = client.post("/api/tables", json={"game": "quixo", "seats": seats}).json()["table"]
    answer = client.get(f"/api/tables/{table}/hint")
    assert (answer.status_code, answer.json()["code"]) == (500, "broken")
    assert "lost the thread" in caplog.text
    with client.websocket_connect(f"/api/tables/{table}/live") as live:
        assert live.receive_json()["type"] == "news"
        live.send_json({"act": "hint", "re": 1})
        problem = live.receive_json()
        assert (problem["code"], problem["re"]) == ("broken", 1)
        live.send_json({"act": "play", "move": "a1e1", "ply": 0})
        assert live.receive_json()["ply"] == 1
