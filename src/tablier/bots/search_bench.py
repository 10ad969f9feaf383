"""`tablier bench`: reproducible searches of fixed positions, their speed and their signature."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from gettext import gettext
from hashlib import sha256
from random import Random

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

from tablier.board_game import Game
from tablier.bots.player import bot
from tablier.core.rules import State
from tablier.level import Limit
from tablier.registry import game as find_game
from tablier.registry import games
from tablier.search.choice import Choice

SEARCHES = (("level:3", None), ("level:6", None), ("level:8", Limit(nodes=10_000)))
"""A level that overlooks moves, one with tactics, and the best, whose own limit is time."""
PLIES = (0, 7, 20)
"""Random plies before each search."""
SEED = 1


@dataclass(frozen=True)
class GameSearches:
    """The searches of one game."""

    game: str
    nodes: int
    seconds: float
    signature: str


def random_position(game: Game, plies: int, rng: Random) -> State:
    """A position after so many random plies, or the last one in which there is something to choose."""
    state = game.start()
    for _ in range(plies):
        following = state.after(rng.choice(state.legal_moves))
        if not following.legal_moves:
            break
        state = following
    return state


def search_positions(game: Game) -> Iterator[Choice]:
    rng = Random(SEED)
    for plies in PLIES:
        state = random_position(game, plies, rng)
        for name, limit in SEARCHES:
            yield bot(name).choose(state, limit=limit, seed=SEED)


def search_game(name: str) -> GameSearches:
    started = time.perf_counter()
    found = list(search_positions(find_game(name)))
    taken = time.perf_counter() - started
    signature = digest(f"{one.move} {one.signature}" for one in found)
    return GameSearches(name, sum(one.nodes for one in found), taken, signature)


def digest(texts: Iterable[str]) -> str:
    return sha256("\n".join(texts).encode()).hexdigest()[:8]


@click.command()
@click.option("--signature", is_flag=True, help="Print only the number.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def bench(signature: bool, as_json: bool) -> None:
    """Search fixed positions of every game: how fast it goes, and a signature of what was found.

    The signature is the same on every machine. It changes when a search does, and only then.
    """
    console, aside = Console(highlight=False), Console(stderr=True)
    found = [
        search_game(name) for name in track(games(), gettext("searching"), console=aside, transient=True)
    ]
    whole = digest(one.signature for one in found)
    if signature:
        click.echo(whole)
        return
    if as_json:
        click.echo(json.dumps({"signature": whole, "games": [asdict(one) for one in found]}))
        return
    table = Table(gettext("game"), gettext("signature"), box=None, pad_edge=False)
    for column in (gettext("nodes"), gettext("seconds"), gettext("nodes/s")):
        table.add_column(column, justify="right")
    for one in found:
        table.add_row(
            one.game, one.signature, f"{one.nodes:,}", f"{one.seconds:.2f}", f"{one.nodes / one.seconds:,.0f}"
        )
    console.print(table)
    console.print(gettext("signature: {value}").format(value=whole))
