"""The computer players that a table may seat."""

from __future__ import annotations


def list_bots() -> tuple[tuple[str, str], ...]:
    """The bots that a table may seat: their names and their titles."""
    from tablier.bots import LEVELS, level_names

    return tuple(zip(level_names(), LEVELS, strict=True))


def canonical_bot_name(name: str) -> str:
    """A bot's name as it is stored; ValueError if there is no such bot. No table seats one that another
    package offers: its code is not even loaded."""
    from tablier.bots import bot

    return bot(name, offered=False).name
