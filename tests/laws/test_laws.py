"""The laws that authors of games can ask by `tablier.testing`, asked of every game."""

from __future__ import annotations

import pytest

from tablier import Game
from tablier.testing import LAWS, Law


@pytest.mark.parametrize("each", LAWS, ids=lambda law: law.__name__)
def test_law(game: Game, each: Law) -> None:
    each(game)
