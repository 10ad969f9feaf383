"""Empty boards as data."""

from __future__ import annotations

from typing import Any

import tablier
from tablier.scene import Translate, as_data


def draw_layout(
    game: str, options: dict[str, Any], viewpoint: int, view: str, translate: Translate
) -> tuple[str, dict[str, Any]]:
    """The version of an empty board, and the board as data; raises ValueError or TypeError."""
    layout = tablier.game(game, **options).layout(viewpoint=viewpoint, view=view)
    return layout.version, as_data(layout, translate)
