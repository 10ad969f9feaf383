"""What the application does around the tables: counting requests, and owning up to its mistakes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from tablier.server.app import Settings, create_app
from tablier.server.jobs import Job, Thought
from tests.server.houses import first_legal

RATE = 12


def think(job: Job) -> Thought:
    """Breaks down when asked for help, which comes with a time."""
    if job.seconds is not None:
        raise RuntimeError("lost the thread")
    return first_legal(job)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    app = create_app(Settings(store=f"sqlite:///{tmp_path / 'log.sqlite'}", think=think, rate=RATE))
    with TestClient(app) as client:
        yield client


def test_too_many_requests_are_refused_by_person(client: TestClient[Litestar]) -> None:
    card = client.post("/api/guest", json={}).json()["card"]
    client.cookies.clear()
    shown = {"authorization": f"Bearer {card}"}
    answers = [client.get("/api/tables", headers=shown) for _ in range(RATE + 1)]
    assert [answer.status_code for answer in answers] == [200] * RATE + [429]
    assert answers[-1].json()["code"] == "too_fast"
    assert int(answers[-1].headers["ratelimit-reset"]) <= 60
    assert client.get("/api/games").status_code == 200


def test_our_own_mistake_is_owned_up_to(
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
