"""Quotas of requests: who asks, from where, for what."""

from __future__ import annotations

from litestar.di import NamedDependency

from tablier.server.http.auth import person_or_none
from tablier.server.http.connection import AnyConnection, client_address
from tablier.server.live.registry import TableRegistry
from tablier.server.people.quotas import Kind, Quotas
from tablier.server.tables.create import NewTable
from tablier.server.tables.person import Person
from tablier.server.tables.seats import persons_seated
from tablier.server.tables.state import TableState

QuotasDependency = NamedDependency[Quotas]


def take_quota(connection: AnyConnection, quotas: Quotas, kind: Kind) -> None:
    """Count one use by the person and the address of a connection; raises OverQuota."""
    person = person_or_none(connection)
    quotas.take(kind, person.id if person else "", client_address(connection))


def take_table(
    connection: AnyConnection, quotas: Quotas, registry: TableRegistry, person: Person, new: NewTable
) -> None:
    """Count a table that a person opens; raises OverQuota."""
    has_bot = any(seat.who == "bot" for seat in new.seats or ())
    _take_table(connection, quotas, registry, person, has_bot=has_bot, is_public=new.public)


def take_next_table(
    connection: AnyConnection, quotas: Quotas, registry: TableRegistry, person: Person, state: TableState
) -> None:
    """Count the table of a rematch or of the next round, by whom it begins; raises OverQuota."""
    has_bot = any(seat.bot for seat in state.seats)
    _take_table(connection, quotas, registry, person, has_bot=has_bot, is_public=False)


def _take_table(
    connection: AnyConnection,
    quotas: Quotas,
    registry: TableRegistry,
    person: Person,
    *,
    has_bot: bool,
    is_public: bool,
) -> None:
    address = note_address(connection, registry, person)
    if has_bot:
        admit_bot_game(connection, quotas, registry, person)
    if is_public:
        quotas.take("public_tables", person.id, address)
    quotas.take("tables", person.id, address)


def admit_bot_game(
    connection: AnyConnection, quotas: Quotas, registry: TableRegistry, person: Person
) -> None:
    """Raise OverQuota if a person or an address has too many games with computer players running."""
    by_person, by_address = count_bot_games(registry, person, client_address(connection))
    quotas.check_bot_games(by_person=by_person, by_address=by_address)


def note_address(connection: AnyConnection, registry: TableRegistry, person: Person) -> str:
    """The address of a person's connection: from now on their searches wait in its turn."""
    address = client_address(connection)
    registry.addresses.note(person.id, address)
    return address


def count_bot_games(registry: TableRegistry, person: Person, address: str) -> tuple[int, int]:
    """The games with computer players that a person, and all persons of an address, have running: those they
    play, and those they let computers play. One that rests needs nothing."""
    by_person = by_address = 0
    for table in registry.tables:
        state = table.state
        if state.status == "playing" and any(seat.bot for seat in state.seats):
            players = persons_seated(state.seats) | {table.searches.opener}
            by_person += person.id in players
            by_address += any(registry.addresses.find(player) == address for player in players)
    return by_person, by_address
