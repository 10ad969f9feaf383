"""What holds for all tests."""

from __future__ import annotations

import signal

# Whoever runs the tests in the background of a shell has Ctrl-C ignored; what they start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
