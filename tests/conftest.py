"""What holds for all tests."""

from __future__ import annotations

import signal

import pytest

from tests.programs import left_out

# Whoever runs the tests in the background of a shell has Ctrl-C ignored; what they start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if terminalreporter.stats.get("skipped") and (sentence := left_out()):
        terminalreporter.write_line(sentence)
