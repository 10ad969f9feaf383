"""What the operator announces, as those at a table see it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

from playwright.sync_api import expect

from tests.server.harness import Server
from tests.web.people import PATIENCE, Player

Visit = Callable[..., Player]


def test_a_notice_is_shown_above_the_table_and_goes_away(server: Server, visit: Visit) -> None:
    def notice(*words: str) -> None:
        command = [sys.executable, "-m", "tablier.cli", "admin", "--data", str(server.data), "notice", *words]
        subprocess.run(command, check=True, capture_output=True)

    ann = visit(viewport={"width": 390, "height": 844})
    ann.open(game="quixo", seats=[{"who": "me"}, {"who": "bot", "bot": "level:1"}])
    shown = ann.page.get_by_role("status").filter(has_text="Back at noon.")
    try:
        notice("Back at noon. <b>Games</b> go on.")
        expect(shown).to_have_text("Back at noon. <b>Games</b> go on.", timeout=PATIENCE)
        board = ann.page.locator("#stage").bounding_box()
        text = shown.bounding_box()
        assert board is not None
        assert text is not None
        assert text["y"] + text["height"] <= board["y"], "it covers the board"
    finally:
        notice("--clear")
    expect(shown).to_be_hidden(timeout=PATIENCE)
