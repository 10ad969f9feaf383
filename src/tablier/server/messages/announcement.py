"""The operator's notice to everybody at a table."""

from __future__ import annotations

from msgspec import Struct

from tablier.scene import say, to_text
from tablier.web.languages import translator

STOPPING = "stopping"
"""In place of a text: the server stops soon."""
STOPPING_TEXT = say("The server restarts in a moment. Games go on where they are, and no clock loses time.")


class Announcement(Struct, frozen=True, tag_field="type", tag="announcement"):
    """What the operator tells everybody, for example before a planned stop."""

    says: str
    """Empty when there is nothing to tell any more."""

    def translated(self, language: str) -> Announcement:
        """Our own sentence in the reader's language; the operator's text as it is."""
        return Announcement(to_text(STOPPING_TEXT, translator(language))) if self.says == STOPPING else self
