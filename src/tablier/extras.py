"""Packages that only some need: what to install where one is missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class MissingExtra(ImportError):  # noqa: N818 -- it says what is missing
    """A package of an extra is not installed; the message has the command that installs it."""


def import_extra(module: str, *, extra: str, what: str) -> Any:
    """Import a module of another package; MissingExtra if it is not installed.

    >>> import_extra("not_there_at_all", extra="numpy", what="Stepping many games at once")
    Traceback (most recent call last):
    tablier.extras.MissingExtra: Stepping many games at once needs a package: pip install 'tablier[numpy]'
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        sentence = f"{what} needs a package: pip install 'tablier[{extra}]'"
        raise MissingExtra(sentence, name=error.name) from None
