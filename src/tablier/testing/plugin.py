"""A pytest plugin, loaded wherever Tablier is installed: one test for each law and choice of options.

A test with the mark `tablier_laws(game=MyGame)` and the argument `law` is run once for every law; `law()`
asks it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pytest

MARK = "tablier_laws"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", f"{MARK}(game=..., referee=None): ask each of Tablier's laws of a game"
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    mark = metafunc.definition.get_closest_marker(MARK)
    if mark is None or "law" not in metafunc.fixturenames:
        return
    if mark.args or "game" not in mark.kwargs:  # a class alone would be taken for what is marked
        raise ValueError(f"name the game of the mark: @pytest.mark.{MARK}(game=MyGame)")
    cases = list(_cases(**mark.kwargs))
    metafunc.parametrize("law", [case for _, case in cases], ids=[name for name, _ in cases])


def _cases(*, game: Any, referee: Any = None) -> Any:
    from functools import partial

    from tablier.testing.checking import LAWS, ask, check, game_with_options

    for each in game_with_options(game):
        options = "".join(f" {name}={value}" for name, value in each.options.items())
        for law in LAWS:
            yield f"{law.__name__}{options}", partial(ask, law, each)
        if referee is not None:
            yield f"referee{options}", partial(check, each, referee=referee, laws=())
