"""Docstrings for the reference: an extension of Griffe, which reads the sources for mkdocstrings."""

from __future__ import annotations

import re
from typing import Any

import griffe

from tools.documentation import fence_examples

_SIGNATURE = re.compile(r"\A[\w.]+\([^\n]*\)[^\n]*(\n\n|\Z)")
"""The line that Cython puts before a docstring."""


class Examples(griffe.Extension):  # type: ignore[misc,unused-ignore]  # without types where it is not installed
    """Makes blocks of code of the examples in docstrings, and takes away Cython's signatures."""

    def on_object(self, *, obj: Any, **_: Any) -> None:
        """Rewrite the docstring of a module, class, function or attribute."""
        if not obj.is_alias and obj.docstring is not None:
            obj.docstring.value = fence_examples(_SIGNATURE.sub("", obj.docstring.value))
