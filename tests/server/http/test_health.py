"""/healthz, /readyz and /metrics, as a supervisor, a load balancer and Prometheus ask them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from prometheus_client.parser import text_string_to_metric_families

from tablier.server.app import Settings, create_app
from tablier.server.live.registry import TableRegistry
from tablier.server.people.limits import Limits
from tests.server.harness import Server, first_legal, wait_for
from tests.server.services import free_port


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    app = create_app(
        Settings(store=f"sqlite:///{tmp_path / 'log.sqlite'}", think=first_legal, limits=Limits(requests=3))
    )
    with TestClient(app) as client:
        yield client


def samples(text: str) -> dict[str, float]:
    """The value of every sample, by its name and labels."""
    return {
        sample.name + "".join(f" {value}" for value in sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def fetch(address: str, **headers: str) -> str:
    with urlopen(Request(address, headers=headers)) as answer:
        return str(answer.read().decode())


def test_health_is_told_however_often_one_asks(client: TestClient[Litestar]) -> None:
    answers = [client.get("/healthz") for _ in range(10)]
    assert {(answer.status_code, answer.text) for answer in answers} == {(200, "ok\n")}
    assert answers[0].headers["cache-control"] == "no-store"
    assert client.get("/readyz").json() == {"ready": True, "store": "ok", "bus": "ok"}


def test_a_server_without_its_store_is_not_ready(
    client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    registry: TableRegistry = client.app.state.registry

    async def fail(_before: float) -> list[str]:
        raise OSError("away")

    monkeypatch.setattr(registry.store, "due", fail)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (503, {"ready": False, "store": "away", "bus": "ok"})
    assert client.get("/healthz").status_code == 200


def test_a_server_without_its_bus_is_ready_and_says_so(
    client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    registry: TableRegistry = client.app.state.registry
    monkeypatch.setattr(registry._bus, "is_down", True)
    assert client.get("/readyz").json() == {"ready": True, "store": "ok", "bus": "polling"}
    assert samples(client.app.state.metrics.write().decode())["tablier_bus_up"] == 0


def test_metrics_count_what_happens(server: Server) -> None:
    def read() -> dict[str, float]:
        return samples(fetch(f"{server.address}/metrics"))

    before = read()

    def grown(name: str) -> float:
        return read()[name] - before.get(name, 0.0)

    token = server.guest("Ann")
    table = server.call("/api/tables", {"game": "quixo"}, token)[1]["table"]
    live = server.live(table, token)
    live.at(0)
    assert grown("tablier_connections") == 1
    live.send({"act": "say", "text": "hello"})
    live.get(lambda message: message.get("chat"))
    live.send({"act": "play", "move": "a1e1", "ply": 0})
    code = live.problem()["code"]
    wait_for(lambda: grown("tablier_acts_total say ok") == 1)
    assert grown(f"tablier_acts_total play {code}") == 1
    assert grown("tablier_act_seconds_count") == 2
    assert grown("tablier_tables waiting") == 1
    assert grown("tablier_store_lines_total") >= 2
    assert grown("tablier_store_commits_total ok") >= 2
    assert grown("tablier_requests_total 201") >= 1
    assert {"tablier_thinking", "tablier_store_queue", "tablier_bus_up"} <= read().keys()
    live.close()


def test_metrics_are_for_this_machine_only(server: Server) -> None:
    with pytest.raises(HTTPError, match="404") as refused:
        fetch(f"{server.address}/metrics", **{"x-forwarded-for": "203.0.113.9"})
    refused.value.close()


def test_metrics_have_a_port_of_their_own_if_wished(tmp_path: Path) -> None:
    port = free_port()
    server = Server(tmp_path, metrics_port=port)
    try:
        server.guest("Ann")
        assert samples(fetch(f"http://127.0.0.1:{port}/metrics"))["tablier_requests_total 201"] == 1
    finally:
        assert server.stop() == 0
