"""How much is tried: a little in `make test`, TABLIER_FUZZ times as much in `make fuzz`."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

EFFORT = int(os.environ.get("TABLIER_FUZZ", "1"))


def effort(examples: int) -> settings:
    """Settings of hypothesis for so many examples, times the effort."""
    return settings(
        max_examples=examples * EFFORT,
        deadline=None,
        derandomize=EFFORT == 1,  # `make test` tries the same every time
        database=None,
        suppress_health_check=list(HealthCheck),
    )
