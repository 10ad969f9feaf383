"""The command `tablier admin`."""

from __future__ import annotations

import asyncio
import os
import secrets
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from functools import update_wrapper
from gettext import gettext, ngettext
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.table import Table as Grid

from tablier.scene import Phrase, Words, say, to_text
from tablier.server.admin import persons, tables
from tablier.server.admin.tables import CannotDo
from tablier.server.configuration import BadSetting, read_configuration
from tablier.server.run import default_folder
from tablier.server.store import administration, backup, orders, reports
from tablier.server.store.diagnosis import database_file, name_place
from tablier.server.store.folder import FolderInUse, folder_url, lock_folder
from tablier.server.store.log import Store
from tablier.server.store.repair import find_unreadable
from tablier.server.store.repair import repair as repair_table
from tablier.server.tables.names import fold_name

DAY = 24 * 3600.0
HEARTBEAT_SECONDS = 2.5
"""Seconds in which a running server says so at least once."""

STATUSES = {
    "waiting": say("waiting"),
    "playing": say("being played"),
    "paused": say("paused"),
    "over": say("over"),
}
"""What the statuses of tables are called."""

Result = TypeVar("Result")


class Place:
    """The store that the operator means."""

    def __init__(self, url: str) -> None:
        self.url = url

    def require(self) -> None:
        """Raise CannotDo if there is no database; none is made."""
        path = database_file(self.url)
        if path is not None and not path.exists():
            raise CannotDo(
                say(
                    "There is no store {path}: name the folder with --data, or a URL with --store.",
                    path=str(path),
                )
            )

    @contextmanager
    def open(self) -> Iterator[Store]:
        self.require()
        store = Store(self.url)
        try:
            yield store
        finally:
            store.close()

    def do(self, work: Callable[[Store], Coroutine[Any, Any, Result]]) -> Result:
        with self.open() as store:
            return asyncio.run(work(store))

    @contextmanager
    def without_server(self) -> Iterator[None]:
        """While no server runs; raises CannotDo if one does."""
        refusal = CannotDo(say("A server is running on {place}: stop it first.", place=name_place(self.url)))
        with ExitStack() as stack:
            path = database_file(self.url)
            if path is None and self._hears_heartbeat():
                raise refusal
            if path is not None and path.parent.is_dir():
                try:
                    stack.enter_context(lock_folder(path.parent))
                except FolderInUse:
                    raise refusal from None
            yield

    def is_served(self) -> bool:
        try:
            with self.without_server():
                return False
        except CannotDo:
            return True

    def _hears_heartbeat(self) -> bool:
        before = self.do(orders.last_heartbeat)
        if before is None or time.time() - before > 60:
            return False
        time.sleep(HEARTBEAT_SECONDS)
        return self.do(orders.last_heartbeat) != before


class AdminGroup(click.Group):
    """Failures that an operator can do something about are one sentence."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (CannotDo, backup.BadBackup, BadSetting) as error:
            raise click.ClickException(to_text(error.args[0], gettext)) from None
        except OSError as error:
            raise click.ClickException(error.strerror or str(error)) from None


@click.group(cls=AdminGroup)
@click.option("--data", metavar="FOLDER", help="The data folder of the server. [TABLIER_DATA]")
@click.option("--store", metavar="URL", help="The database of the server. [TABLIER_STORE]")
@click.option(
    "--config",
    type=click.Path(path_type=Path),
    envvar="TABLIER_CONFIG",
    help="The server’s TOML file. [TABLIER_CONFIG]",
)
@click.pass_context
def admin(ctx: click.Context, data: str | None, store: str | None, config: Path | None) -> None:
    """Look after a server: backups, tables, people. Most of it works while the server runs."""
    flags = {key: value for key, value in {"data": data, "store": store}.items() if value is not None}
    settings = read_configuration(flags, os.environ, config).configuration
    folder = settings.data or default_folder()
    is_folder_meant = data is not None and store is None
    ctx.obj = Place(folder_url(folder) if is_folder_meant or not settings.store else settings.store)


def tell(template: str, **values: Words) -> None:
    """Print a sentence in the language of the terminal, which `gettext` has translated already."""
    click.echo(template.format(**values))


def confirmed(question: Phrase) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Ask before it is done, unless --yes is given; `question` may name the command's arguments."""

    def decorate(work: Callable[..., None]) -> Callable[..., None]:
        def ask(*positional: Any, yes: bool, **arguments: Any) -> None:
            if not yes:
                click.confirm(gettext(question.template).format(**arguments), abort=True)
            work(*positional, **arguments)

        asking = update_wrapper(ask, work)
        return click.option("--yes", is_flag=True, help="Do not ask.")(asking)

    return decorate


@admin.command("backup")
@click.argument("target", type=click.Path(path_type=Path), required=False)
@click.pass_obj
def back_up(place: Place, target: Path | None) -> None:
    """Back up to the file or folder TARGET, while the server runs, and check that it can be restored."""
    name = f"tablier-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.sqlite"
    target = Path(name) if target is None else target / name if target.is_dir() else target
    if target.exists():
        raise CannotDo(say("There is a file {target} already.", target=str(target)))
    if not target.parent.is_dir():
        raise CannotDo(say("There is no folder {folder}.", folder=str(target.parent)))
    place.require()  # and not opened: that could bring it to another schema
    rows = backup.back_up(place.url, target)
    tell(
        gettext("{target}: {tables} tables, {lines} lines, {accounts} accounts; verified."),
        target=str(target), tables=rows["matches"], lines=rows["log"], accounts=rows["accounts"],
    )  # fmt: skip
    if rows.unreadable:
        sentence = gettext("Tables that cannot be read, as in the store: {tables}.")
        tell(sentence, tables=", ".join(rows.unreadable))


@admin.command()
@click.argument("source", metavar="BACKUP", type=click.Path(path_type=Path))
@click.pass_obj
@confirmed(say("Replace what the store holds by {source}?"))
def restore(place: Place, source: Path) -> None:
    """Replace the store by a backup. No server may run. What was there is put aside, not deleted."""
    with place.without_server():
        path = database_file(place.url)
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        aside = backup.restore(source, place.url)
    tell(gettext("Restored {source} to {place}."), source=str(source), place=name_place(place.url))
    if aside:
        tell(gettext("What was there is now {aside}."), aside=str(aside))


@admin.command()
@click.pass_obj
def check(place: Place) -> None:
    """Read the whole store, and name the tables that cannot be read; then the exit code is 1."""
    place.require()
    if damage := backup.find_damage(place.url):
        raise CannotDo(
            say("The database is damaged: {damage}. Keep a copy of it, then restore a backup.", damage=damage)
        )
    with place.open() as store:
        loss = store.find_loss()
        found = list(find_unreadable(store))
    for table, reason in found:
        click.echo(f"{table}: {reason}")
    if found:
        raise CannotDo(
            ngettext(
                "{count} table cannot be read: tablier admin repair cuts it where it breaks.",
                "{count} tables cannot be read: tablier admin repair cuts them where they break.",
                len(found),
            ).format(count=len(found))
        )
    if loss:
        raise CannotDo(f"{loss[0].upper()}{loss[1:]}.")
    tell(gettext("Everything can be read."))


@admin.command()
@click.argument("names", metavar="[TABLE]...", nargs=-1)
@click.option(
    "--copies",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="The folder for the lines as they were; without it the present one.",
)
@click.pass_obj
@confirmed(say("Cut the logs of unreadable tables at their last readable lines?"))
def repair(place: Place, names: tuple[str, ...], copies: Path) -> None:
    """Cut tables at their last readable lines: those named, or all that cannot be read. A copy is kept."""
    with place.without_server(), place.open() as store:
        copies.mkdir(parents=True, exist_ok=True)
        for name in names or [table for table, _ in find_unreadable(store)]:
            copy = copies / f"{name}.jsonl"
            removed = repair_table(store, name, copy)
            sentence = ngettext("{name}: {count} line removed.", "{name}: {count} lines removed.", removed)
            tell(sentence, name=name, count=removed)
            if removed:
                tell(gettext("The lines as they were: {copy}"), copy=str(copy))


@admin.command()
@click.argument("table")
@click.pass_obj
@confirmed(say("End the game at table {table} as a draw? A rated game counts as one."))
def close(place: Place, table: str) -> None:
    """End the game at a table, as a draw."""
    is_new = place.do(lambda store: tables.close_table(store, table))
    tell(
        gettext("Table {table} is closed.") if is_new else gettext("Table {table} is over already."),
        table=table,
    )


@admin.command()
@click.argument("table")
@click.pass_obj
@confirmed(say("Remove table {table} and all that was said and played there, for good?"))
def remove(place: Place, table: str) -> None:
    """Remove a table for good. Its effect on the ratings stays."""
    if not place.do(lambda store: administration.has_table(store, table)):
        raise CannotDo(say("There is no table {table}.", table=table))
    is_served = place.is_served()
    lines = place.do(lambda store: tables.remove_tables(store, [table], is_served=is_served))
    tell(gettext("Table {table} is removed: {lines} lines."), table=table, lines=lines)


@admin.command()
@click.argument("text")
@click.pass_obj
def find(place: Place, text: str) -> None:
    """List people: by a part of an account’s name, by id, or who sits at a table."""

    async def look(store: Store) -> list[administration.FoundPerson]:
        if not await administration.has_table(store, text):
            return await administration.find_persons(store, text, fold_name(text))
        seats = (await tables.read_table(store, text)).seats
        found = []
        for person in dict.fromkeys(seat.person for seat in seats if seat.person):
            every = await administration.find_persons(store, person, fold_name(person))
            found += [each for each in every if each.person == person]
        return found

    found = place.do(look)
    if not found:
        raise CannotDo(say("Nobody matches {text!r}.", text=text))
    grid = Grid(box=None, pad_edge=False)
    columns = (gettext("person"), gettext("name"), gettext("since"), gettext("tables"), gettext("latest"), "")
    for column in columns:
        grid.add_column(column)
    for each in found:
        state = gettext("banned") if each.is_banned else ""
        name = each.name or gettext("(guest)")
        grid.add_row(each.person, name, show_day(each.made), str(each.tables), show_day(each.latest), state)
    Console(soft_wrap=True).print(grid)


def show_day(at: float | None) -> str:
    return "" if at is None else f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d}"


@admin.command()
@click.argument("name")
@click.argument("new")
@click.pass_obj
@confirmed(say("Rename {name} to {new}?"))
def rename(place: Place, name: str, new: str) -> None:
    """Rename the account NAME to NEW."""
    shown = place.do(lambda store: persons.rename(store, name, new))
    tell(gettext("{name} is now {new}."), name=name, new=shown)


@admin.command("reset-password")
@click.argument("name")
@click.option("--ask", is_flag=True, help="Ask for the password instead of making one.")
@click.pass_obj
@confirmed(say("Set another password for {name}, and sign them out everywhere?"))
def reset_password(place: Place, name: str, ask: bool) -> None:
    """Set a new password for an account, and print it."""
    password = click.prompt(gettext("Password"), hide_input=True) if ask else secrets.token_urlsafe(12)
    place.do(lambda store: persons.reset_password(store, name, password))
    sentence = (
        gettext("{name} has a new password.") if ask else gettext("{name} has a new password: {password}")
    )
    tell(sentence, name=name, password=password)


@admin.command()
@click.argument("name")
@click.pass_obj
@confirmed(say("Ban {name}?"))
def ban(place: Place, name: str) -> None:
    """Sign an account out everywhere and let nobody sign in to it; a guest, by id, is removed."""
    place.do(lambda store: persons.ban(store, name))
    tell(gettext("{name} is banned."), name=name)


@admin.command()
@click.argument("name")
@click.pass_obj
@confirmed(say("Let {name} sign in again?"))
def unban(place: Place, name: str) -> None:
    """Let a banned person sign in again, with their old password."""
    place.do(lambda store: persons.unban(store, name))
    tell(gettext("{name} may sign in again."), name=name)


@admin.command("close-account")
@click.argument("name")
@click.pass_obj
@confirmed(say("Close the account of {name} for good? Games in progress are resigned."))
def close_account(place: Place, name: str) -> None:
    """Delete an account; finished games stay, without the name."""
    place.do(lambda store: persons.close_account(store, name))
    tell(gettext("The account {name} is closed."), name=name)


@admin.command()
@click.option(
    "--tables", "table_days", type=click.FloatRange(min=1), metavar="DAYS", help="Unfinished games."
)
@click.option("--guests", "guest_days", type=click.FloatRange(min=1), metavar="DAYS", help="Guests.")
@click.pass_obj
@confirmed(say("Remove what is older than that, for good?"))
def prune(place: Place, table_days: float | None, guest_days: float | None) -> None:
    """Remove unfinished games and guests without a sign of life for this many days; by default nothing."""
    if table_days is None and guest_days is None:
        raise CannotDo(say("Nothing is pruned unless --tables DAYS or --guests DAYS is given."))
    now = time.time()
    if table_days is not None:
        before, is_served = now - table_days * DAY, place.is_served()
        count = place.do(lambda store: tables.prune_tables(store, before, is_served=is_served))
        sentence = ngettext("{count} abandoned table removed.", "{count} abandoned tables removed.", count)
        tell(sentence, count=count)
    if guest_days is not None:
        since = now - guest_days * DAY
        count = place.do(lambda store: tables.prune_guests(store, since))
        tell(ngettext("{count} guest removed.", "{count} guests removed.", count), count=count)


@admin.command()
@click.pass_obj
def stats(place: Place) -> None:
    """Say what the store holds."""
    found = place.do(lambda store: administration.read_stats(store, time.time() - DAY))
    by_status = (
        f"{count} {to_text(STATUSES.get(status, status), gettext)}"
        for status, count in sorted(found.tables.items())
    )
    tell(
        gettext("tables: {count} ({statuses}), {active} active today"),
        count=sum(found.tables.values()), statuses=", ".join(by_status) or gettext("none at all"),
        active=found.active,
    )  # fmt: skip
    for game, count in found.games.items():
        click.echo(f"  {game}: {count}")
    tell(gettext("lines: {count}"), count=found.lines)
    tell(gettext("accounts: {count}, {banned} of them banned"), count=found.accounts, banned=found.banned)
    tell(gettext("guests: {count}"), count=found.guests)
    tell(gettext("rated games: {count}"), count=found.rated)


@admin.command("reports")
@click.option("--clear", is_flag=True, help="Forget them: they have been dealt with.")
@click.pass_obj
def list_reports(place: Place, clear: bool) -> None:
    """List the chat messages that players reported, the latest report first."""
    found = place.do(reports.read_reports)
    for each in found:
        what = (
            f"{each.said.name} ({each.said.person}): {each.said.text}"
            if each.said
            else gettext("(unreadable)")
        )
        tell(
            ngettext(
                "{day} table {table}, message {number}: {what}",
                "{day} table {table}, message {number}, {times} times: {what}",
                each.times,
            ),
            day=show_day(each.at), table=each.table, number=each.number, times=each.times, what=what,
        )  # fmt: skip
    tell(ngettext("{count} reported message.", "{count} reported messages.", len(found)), count=len(found))
    if clear:
        place.do(reports.delete_reports)
        tell(gettext("The reports are forgotten."))


@admin.command()
@click.argument("text", required=False)
@click.option("--clear", is_flag=True, help="Remove the notice.")
@click.pass_obj
def notice(place: Place, text: str | None, clear: bool) -> None:
    """Show TEXT at all tables, for example before a planned stop."""
    if clear == bool(text):
        raise CannotDo(say("Give either a text or --clear."))
    place.do(lambda store: orders.set_notice(store, (text or "")[:500]))
    if clear:
        tell(gettext("The notice is gone."))
    else:
        tell(gettext("Shown at all tables until: tablier admin notice --clear"))
