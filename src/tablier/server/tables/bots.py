"""The computer players that a table may seat: the levels, and the engines that the operator allows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tablier.bots import Bot

ENGINE = "engine:"
"""The beginning of the name of an engine at a table; then the operator's name for it, never a command."""
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,29}")
_engines: dict[str, str] = {}


def read_engines(settings: Iterable[str]) -> dict[str, str]:
    """The commands of engines by name, from texts such as `gnat = /opt/gnat --fast`; ValueError, in a
    sentence, for one that is none.

    >>> read_engines(["gnat = /opt/gnat --fast"])
    {'gnat': '/opt/gnat --fast'}
    """
    found = {}
    for text in settings:
        name, _, command = (part.strip() for part in text.partition("="))
        if not _NAME.fullmatch(name) or not command:
            raise ValueError(
                "An engine is set as name = command, the name in small letters, digits and hyphens:"
                f" not {text!r}."
            )
        found[name] = command
    return found


def offer_engines(commands: Mapping[str, str]) -> None:
    """Let the tables of this process seat these engines, by name, and no others."""
    _engines.clear()
    _engines.update(commands)


def is_engine(name: str) -> bool:
    """Whether a bot at a table is an engine."""
    return name.startswith(ENGINE)


def list_levels() -> tuple[tuple[str, str], ...]:
    """The bots of the levels: their names and their titles."""
    from tablier.bots import LEVELS, level_names

    return tuple(zip(level_names(), LEVELS, strict=True))


def list_bots() -> tuple[tuple[str, str], ...]:
    """The bots that a table may seat: their names and their titles."""
    return (*list_levels(), *((ENGINE + name, name) for name in _engines))


def find_player(name: str) -> Bot:
    """The player of a bot at a table. EngineFault for an engine that the operator does not offer (any more):
    a name is never taken for a command."""
    from tablier.bots import EngineFault, bot

    if not is_engine(name):
        return bot(name)
    command = _engines.get(name.removeprefix(ENGINE))
    if command is None:
        raise EngineFault("{engine} is not offered here", engine=name)
    return bot(ENGINE + command)


def canonical_bot_name(name: str) -> str:
    """A bot's name as it is stored; ValueError if there is no such bot. No table seats one that another
    package offers: its code is not even loaded."""
    from tablier.bots import bot

    return bot(name, offered=False).name
