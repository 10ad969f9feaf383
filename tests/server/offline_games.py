"""A browser that plays without a network, by the same events as a table's."""

from __future__ import annotations

import secrets
from random import Random

from msgspec.json import decode, encode
from msgspec.structs import replace

from tablier.server.live.offline import CarriedGame, KeptGame
from tablier.server.store.batch import read_entries
from tablier.server.tables import events
from tablier.server.tables.commands import AnyCommand, MakeOffer
from tablier.server.tables.create import NewSeat, NewTable, create_event
from tablier.server.tables.decide import Decision
from tablier.server.tables.offline import OfflineGame, OfflineLine, course_of
from tablier.server.tables.person import Person
from tablier.server.tables.state import replay

ALONE = (NewSeat("me"), NewSeat("bot", bot="level:1"))
BOTH = (NewSeat("me"), NewSeat("me"))


class OfflineCopy:
    """A game in a browser's store, with the table at which the server keeps it."""

    def __init__(self, entries: list[events.Entry], *, table: str = "", visitor: str = "") -> None:
        self.entries = entries
        self.state = replay(entries)
        self.table = table
        self.sent = len(entries) if table else 0
        self.visitor = visitor or secrets.token_hex(8)
        self.key = f"{self.visitor}-{secrets.token_hex(6)}"

    @classmethod
    def begin(
        cls, game: str = "quixo", *, at: float = 0.0, seats: tuple[NewSeat, ...] = BOTH, **chosen: object
    ) -> OfflineCopy:
        visitor = Person(secrets.token_hex(8), "Guest 123")
        new = NewTable(game=game, seats=seats, **chosen)  # type: ignore[arg-type]  # fields of a new table
        return cls([events.Entry(1, at, create_event(visitor, new))], visitor=visitor.id)

    @classmethod
    def carried(cls, game: CarriedGame, visitor: str) -> OfflineCopy:
        return cls(read_entries(game.lines), table=game.table, visitor=visitor)

    @property
    def course(self) -> list[events.AnyEvent]:
        return [entry.event for entry in course_of(self.entries)]

    def add(self, event: events.AnyEvent) -> None:
        ply = self.state.ply if isinstance(event, events.Moved | events.TookBack) else None
        entry = events.Entry(self.state.number + 1, self.entries[-1].at + 1, event, ply)
        self.state.apply(entry)
        self.entries.append(entry)

    def play(self, random: Random) -> None:
        """A legal move of the seat to move, whoever plays it."""
        if self.state.status != "over":
            match = self.state.match
            self.add(events.Moved(match.turn, random.choice(match.legal_moves)))

    def act(self, command: AnyCommand) -> None:
        """Do what the visitor may do."""
        person = Person(self.visitor, "Guest 123")
        decision = Decision(self.state, person, at=0.0, present=frozenset(), stand_in="level:4")
        for event in decision.decide(command):
            self.add(event)

    def take_back(self) -> None:
        if self.state.status == "playing" and self.state.match.moves:
            self.act(MakeOffer(matter="takeback"))

    def upload(self) -> OfflineGame:
        game = self.state.match.game
        lines = tuple(
            OfflineLine(entry.number, entry.at, events.write(entry.event, game).decode(), entry.ply)
            for entry in self.entries
        )
        return OfflineGame(key=self.key, lines=lines, table=self.table)

    def acknowledge(self, kept: KeptGame) -> None:
        self.table, self.sent = kept.table, len(self.entries)

    @property
    def is_sent(self) -> bool:
        return self.sent == len(self.entries)


def change_line(game: OfflineGame, number: int, /, **fields: object) -> OfflineGame:
    """The game with other fields in the event of a line."""
    line = game.lines[number - 1]
    changed = replace(line, event=encode({**decode(line.event), **fields}).decode())
    return replace(game, lines=(*game.lines[: number - 1], changed, *game.lines[number:]))
