"""The log: dated lines with a level and the id of the match, as text at a terminal and as JSON elsewhere.

The modules log by the standard library; structlog writes their lines. A line that is repeated is counted, and
the count written once in a while: a fault that happens a thousand times a second cannot fill the disk.
"""

from __future__ import annotations

import logging
import re
import sys
import time
from collections.abc import Callable
from typing import Any, TextIO

import structlog

REPEAT_SECONDS = 10.0
"""Lines with the same text within this time are counted instead of repeated."""
MAX_REMEMBERED = 1000
"""The most texts that are remembered for that."""

MATCH = re.compile(r"\b(?:table|match) (?=[\w-]*\d|[\w-]*[A-Z])([\w-]{12})\b")
"""Where the text of a line names a match: by its id, of twelve characters."""


class RepeatFilter(logging.Filter):
    """Lets the first line of a kind through, and counts the others until REPEAT_SECONDS have passed."""

    def __init__(self, time: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._time = time
        self._seen: dict[tuple[str, int, str], tuple[float, int, logging.LogRecord]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        key = record.name, record.levelno, f"{record.msg} {record.exc_info and record.exc_info[0]}"
        since, repeated, _ = self._seen.get(key, (float("-inf"), 0, record))
        now = self._time()
        if now - since < REPEAT_SECONDS:
            self._seen[key] = since, repeated + 1, record
            return False
        if len(self._seen) >= MAX_REMEMBERED:
            self._seen.clear()
        self._seen[key] = now, 0, record
        if repeated:
            record.repeated = repeated  # how often since it was last written
        return True

    def take_counts(self) -> list[logging.LogRecord]:
        """The last line of every kind that was counted and is due: each with the count."""
        now = self._time()
        due = [key for key, (since, _, _) in self._seen.items() if now - since >= REPEAT_SECONDS]
        counted = []
        for key in due:
            _, repeated, record = self._seen.pop(key)
            if repeated:
                record.repeated = repeated
                counted.append(record)
        return counted


class LogHandler(logging.StreamHandler[TextIO]):
    """Writes lines to a stream, repeated ones counted."""

    def __init__(self, stream: TextIO, *, is_json: bool) -> None:
        super().__init__(stream)
        self.repeats = RepeatFilter()
        self.addFilter(self.repeats)
        self.setFormatter(make_formatter(is_json=is_json, colors=not is_json and stream.isatty()))

    def write_counts(self) -> None:
        """Write the counts that are due; called once in a while."""
        for record in self.repeats.take_counts():
            self.emit(record)


def configure_logs(*, format: str = "auto", level: str = "info", stream: TextIO | None = None) -> LogHandler:  # noqa: A002 -- the name of the setting
    """Write the log to standard error, or to `stream`."""
    stream = stream or sys.stderr
    is_json = format == "json" or (format == "auto" and not stream.isatty())
    handler = LogHandler(stream, is_json=is_json)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)  # other packages
    logging.getLogger("tablier").setLevel(level.upper())
    return handler


def make_formatter(*, is_json: bool, colors: bool) -> logging.Formatter:
    shared: list[Any] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        add_match,
        add_repeats,
    ]
    last: list[Any]
    if is_json:
        last = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(ensure_ascii=False)]
    else:
        last = [structlog.dev.ConsoleRenderer(colors=colors, pad_event_to=0)]
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
    )


def add_match(_logger: object, _method: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """The id of the match that the line is about, as a field of its own."""
    found = MATCH.search(str(event.get("event", "")))
    if found and "match" not in event:
        event["match"] = found[1]
    return event


def add_repeats(
    _logger: object, _method: str, event: structlog.typing.EventDict
) -> structlog.typing.EventDict:
    record = event.get("_record")
    if repeated := getattr(record, "repeated", 0):
        event["repeated"] = repeated
    return event
