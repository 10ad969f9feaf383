"""Reminders in words: it is one's turn, the table is full, one's time is short."""

from __future__ import annotations

from msgspec import Struct

from tablier.scene import Translate, Words, say, to_text
from tablier.server.messages.headline import player_name
from tablier.server.messages.lists import name_opponents
from tablier.server.tables.occasions import Occasion
from tablier.server.tables.person import Person
from tablier.server.tables.state import TableState

TITLES = {
    "turn": say("Your turn"),
    "filled": say("The game begins"),
    "short": say("Your time is running out"),
}


class Reminder(Struct, frozen=True):
    """What a browser shows of a reminder, and where it leads."""

    title: str
    body: str
    path: str
    """Of the page to open."""
    tag: str
    """The newer of two with the same replaces the older."""
    urgent: bool = False
    turns: int = 0
    """The number of tables where others wait for the person."""


def write_reminder(
    table: str, state: TableState, person: str, occasion: Occasion, translate: Translate, *, turns: int
) -> Reminder:
    """A reminder in the reader's language."""
    game = translate(state.match.game.title)
    return Reminder(
        title=f"{to_text(TITLES[occasion], translate)} · {game}",
        body=to_text(_describe(state, person, translate), translate),
        path=f"/t/{table}",
        tag=table,
        urgent=occasion == "short",
        turns=turns,
    )


def _describe(state: TableState, person: str, translate: Translate) -> Words:
    """The last move, or who plays."""
    if state.match.moves:
        name = player_name(state, state.movers[-1])
        return say("{name} played {move}.", name=name, move=state.move_texts[-1])
    return say("With {players}", players=name_opponents(state, Person(person, ""), translate))


def write_trial(translate: Translate) -> Reminder:
    """What the test button sends."""
    body = to_text(say("This is how Tablier tells you that it is your turn."), translate)
    return Reminder(title=to_text(say("A test"), translate), body=body, path="/settings", tag="test")
