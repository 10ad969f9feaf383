"""The running games of one person."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from tablier.scene import Translate, say, to_text
from tablier.server.live.table import Table
from tablier.server.messages.headline import player_name, write_headline
from tablier.server.messages.lists import describe_alone, name_game
from tablier.server.store.batch import MatchSummary
from tablier.server.tables.decide import check_discard
from tablier.server.tables.errors import Unreadable
from tablier.server.tables.person import Person
from tablier.server.tables.seats import seats_of

MAX_LISTED = 8
"""How many tables a list shows."""


class MatchStore(Protocol):
    async def matches_of(self, person: str) -> list[MatchSummary]: ...


class TableFinder(Protocol):
    """What a list needs of a registry."""

    @property
    def store(self) -> MatchStore: ...
    async def find(self, name: str) -> Table: ...


class YourTable(Struct, frozen=True):
    """A running game of a person."""

    table: str
    title: str
    others: str
    state: str
    turn: bool
    """Whether it is the person's turn."""
    moves: int
    """How many have been made."""
    is_discardable: bool
    """Whether the person may discard it: nobody else plays there."""
    picture: str
    """The address of its board; of the game's, if the table cannot be opened."""


async def list_running(registry: TableFinder, person: Person, translate: Translate) -> list[YourTable]:
    """A person's running games, those first where it is their turn."""
    found: list[YourTable] = []
    for each in await registry.store.matches_of(person.id):
        if each.status == "over" or len(found) == MAX_LISTED:
            continue
        try:
            now = (await registry.find(each.id)).state
        except Unreadable as error:
            title, says = name_game(each.game, translate), error.problem(translate).says
            found.append(YourTable(each.id, title, "", says, False, 0, False, f"/pictures/{each.game}"))
            continue
        others = [
            to_text(player_name(now, number), translate)
            for number, seat in enumerate(now.seats)
            if seat.person != person.id and not seat.is_open
        ]
        turn = now.status == "playing" and now.match.turn in seats_of(now.seats, person)
        found.append(
            YourTable(
                table=each.id,
                title=translate(now.match.game.title),
                others=", ".join(others) or to_text(describe_alone(now), translate),
                state=to_text(say("Continue: your turn") if turn else write_headline(now)[0], translate),
                turn=turn,
                moves=len(now.match.moves),
                is_discardable=check_discard(now, person) is None,
                picture=f"/t/{each.id}/picture.svg?at={len(now.match.moves)}",
            )
        )
    return sorted(found, key=lambda each: not each.turn)
