"""The log: dated, with a level and the match; JSON in service; repeated lines are counted."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator

import pytest

from tablier.server.logs import REPEAT_SECONDS, LogHandler, RepeatFilter, configure_logs

logger = logging.getLogger("tablier.server.live.table")


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """A stream in place of standard error; what pytest listens with is put back after the test."""
    root, own = logging.getLogger(), logging.getLogger("tablier")
    before = root.handlers, root.level, own.level
    yield io.StringIO()
    root.handlers, root.level = before[:2]
    own.setLevel(before[2])


def test_a_line_in_service_is_json_with_date_level_and_match(stream: io.StringIO) -> None:
    configure_logs(stream=stream)
    logger.error("table %s could not be written", "x6CamqJIDPEb")
    line = json.loads(stream.getvalue())
    assert re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", line.pop("timestamp"))
    assert line == {
        "event": "table x6CamqJIDPEb could not be written",
        "level": "error",
        "logger": "tablier.server.live.table",
        "match": "x6CamqJIDPEb",
    }


def test_a_line_at_a_terminal_is_text(stream: io.StringIO) -> None:
    configure_logs(format="text", stream=stream)
    try:
        raise ZeroDivisionError("by nought")
    except ZeroDivisionError:
        logger.exception("a table that is not named could not be written")
    text = stream.getvalue()
    assert re.match(r"\d{4}-\d\d-\d\dT\S+ \[error\s*\] a table that is not named", text)
    assert "ZeroDivisionError: by nought" in text
    assert "match" not in text


def test_a_traceback_in_service_is_in_its_line(stream: io.StringIO) -> None:
    configure_logs(format="json", stream=stream)
    try:
        raise ZeroDivisionError("by nought")
    except ZeroDivisionError:
        logger.exception("it broke")
    assert "ZeroDivisionError: by nought" in json.loads(stream.getvalue())["exception"]


def test_the_level_is_that_of_the_settings(stream: io.StringIO) -> None:
    configure_logs(level="warning", stream=stream)
    logger.info("all is well")
    assert stream.getvalue() == ""
    configure_logs(level="info", stream=stream)
    logger.info("all is well")
    assert "all is well" in stream.getvalue()


def test_repeated_lines_are_counted(stream: io.StringIO) -> None:
    now = 0.0
    handler = LogHandler(stream, is_json=True)
    handler.repeats = RepeatFilter(lambda: now)
    handler.filters = [handler.repeats]
    record = logging.makeLogRecord(
        {"name": "asyncio", "levelno": 40, "levelname": "ERROR", "msg": "too many"}
    )
    for _ in range(1000):
        handler.handle(record)
    assert len(stream.getvalue().splitlines()) == 1
    handler.write_counts()
    assert len(stream.getvalue().splitlines()) == 1, "it is not due"
    now = REPEAT_SECONDS
    handler.write_counts()
    first, last = map(json.loads, stream.getvalue().splitlines())
    assert "repeated" not in first
    assert (last["event"], last["repeated"]) == ("too many", 999)
    handler.handle(logging.makeLogRecord({"msg": "something else"}))
    handler.handle(record)
    assert len(stream.getvalue().splitlines()) == 4
