"""What Prometheus reads: counters that the server keeps, and gauges that are read when it asks."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator
from time import perf_counter

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from tablier.server.live.observer import Observer
from tablier.server.live.registry import TableRegistry

FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Upper bounds of the buckets of a histogram, in seconds."""


class Metrics(Observer):
    """The metrics of one application."""

    def __init__(self, registry: TableRegistry) -> None:
        self.collectors = CollectorRegistry()
        self.collectors.register(LiveCollector(registry))
        ProcessCollector(registry=self.collectors)
        own = self.collectors
        self._acts = Counter("tablier_acts", "Acts of persons at tables", ("act", "result"), registry=own)
        self._act_seconds = Histogram(
            "tablier_act_seconds", "From an act to its end, stored and told", buckets=FAST, registry=own
        )
        self._thinking_seconds = Histogram(
            "tablier_thinking_seconds", "Search jobs, with the time they waited", buckets=FAST, registry=own
        )
        self._requests = Counter("tablier_requests", "HTTP requests", ("status",), registry=own)
        self._request_seconds = Histogram(
            "tablier_request_seconds", "From a request to its answer", buckets=FAST, registry=own
        )
        self._commits = Counter("tablier_store_commits", "Commits of the log", ("result",), registry=own)
        self._lines = Counter("tablier_store_lines", "Lines appended to the log", registry=own)
        self._commit_seconds = Histogram(
            "tablier_store_commit_seconds", "A commit, with its fsync", buckets=FAST, registry=own
        )
        registry.observer = self
        registry.store.on_commit = self.committed

    def acted(self, act: str, result: str, seconds: float) -> None:
        self._acts.labels(act, result).inc()
        self._act_seconds.observe(seconds)

    def thought(self, seconds: float) -> None:
        self._thinking_seconds.observe(seconds)

    def committed(self, lines: int, seconds: float, is_done: bool) -> None:
        """A commit of the log, called in the store's thread."""
        self._commits.labels("ok" if is_done else "failed").inc()
        if is_done:
            self._lines.inc(lines)
            self._commit_seconds.observe(seconds)

    def write(self) -> bytes:
        """All metrics in Prometheus's text format."""
        return generate_latest(self.collectors)

    def measure_requests(self, app: ASGIApp) -> ASGIApp:
        """A middleware that counts requests and their answers."""

        async def measured(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != ScopeType.HTTP:
                await app(scope, receive, send)
                return
            started = perf_counter()

            async def watch(message: Message) -> None:
                if message["type"] == "http.response.start":
                    self._requests.labels(str(message["status"])).inc()
                    self._request_seconds.observe(perf_counter() - started)
                await send(message)

            await app(scope, receive, watch)

        return measured


class LiveCollector(Collector):
    """Gauges of what is in memory now."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry

    def describe(self) -> Iterable[Metric]:
        return ()

    def collect(self) -> Iterator[Metric]:
        tables = self._registry.tables
        by_status = GaugeMetricFamily("tablier_tables", "Tables in memory", labels=("status",))
        for status, count in Tally(table.state.status for table in tables).items():
            by_status.add_metric((status,), count)
        yield by_status
        yield GaugeMetricFamily(
            "tablier_connections", "Open WebSockets", sum(len(table.listeners) for table in tables)
        )
        yield GaugeMetricFamily(
            "tablier_thinking", "Search jobs that run or wait for a processor", self._registry.thinking
        )
        yield GaugeMetricFamily(
            "tablier_store_queue", "Appends that wait for a commit", self._registry.store.queue_length
        )
        yield GaugeMetricFamily(
            "tablier_bus_up", "Whether news of other processes arrive", not self._registry.bus_is_down
        )
