"""How names are compared, whatever their case. A browser's tables need no list of look-alikes."""

from __future__ import annotations

from unicodedata import normalize


def fold_name(name: str) -> str:
    """The form in which names are compared: "Ann", "ANN" and "ａｎｎ" cannot be three accounts."""
    return normalize("NFKC", normalize("NFKC", name).casefold())
