"""The ceiling of every search on the server, as one value: an operator may change it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class Ceiling(Struct, frozen=True, kw_only=True):
    """What no search exceeds, whatever bot it is for: there are few threads, and all tables share them."""

    seconds: Annotated[float, Meta(gt=0, le=600, description="Seconds that one search may take at most.")] = (
        10.0
    )
    nodes: Annotated[
        int,
        Meta(
            ge=1,
            description="Positions that one search may visit at most: far more than the levels need.",
        ),
    ] = 100_000_000
