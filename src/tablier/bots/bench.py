"""`tablier bench`: searches that are the same anywhere, how fast they are here, and a number for them all."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from random import Random

import click
from rich.console import Console
from rich.progress import track
from rich.table import Table

from tablier.bots.bot import bot
from tablier.core.choice import Choice, Limit
from tablier.core.rules import State
from tablier.game import Game
from tablier.registry import game as find_game
from tablier.registry import games

SEARCHES = (("level:3", None), ("level:6", None), ("level:8", Limit(nodes=10_000)))
"""One that errs, one that looks for tactics, and the best, whose own limit is time."""
PLIES = (0, 7, 20)
"""Of chance before each search."""
SEED = 1


@dataclass(frozen=True)
class Found:
    """What was found in one game."""

    game: str
    nodes: int
    seconds: float
    signature: str


def walked(game: Game, plies: int, chance: Random) -> State:
    """A position after so many random plies, or the last one in which there is something to choose."""
    state = game.start()
    for _ in range(plies):
        following = state.after(chance.choice(state.legal_moves))
        if not following.legal_moves:
            break
        state = following
    return state


def choices(game: Game) -> Iterator[Choice]:
    chance = Random(SEED)
    for plies in PLIES:
        state = walked(game, plies, chance)
        for name, limit in SEARCHES:
            yield bot(name).choose(state, limit=limit, seed=SEED)


def searched(name: str) -> Found:
    begun = time.perf_counter()
    found = list(choices(find_game(name)))
    taken = time.perf_counter() - begun
    signature = digest(f"{one.move} {one.signature}" for one in found)
    return Found(name, sum(one.nodes for one in found), taken, signature)


def digest(texts: Iterable[str]) -> str:
    return sha256("\n".join(texts).encode()).hexdigest()[:8]


@click.command()
@click.option("--signature", is_flag=True, help="Print only the number.")
def bench(signature: bool) -> None:
    """Search fixed positions of every game: how fast it goes, and a signature of what was found.

    The signature is the same on every machine. It changes when a search does, and only then.
    """
    console, aside = Console(highlight=False), Console(stderr=True)
    found = [searched(name) for name in track(games(), "searching", console=aside, transient=True)]
    whole = digest(one.signature for one in found)
    if signature:
        click.echo(whole)
        return
    table = Table("game", "signature", box=None, pad_edge=False)
    for column in ("nodes", "seconds", "nodes/s"):
        table.add_column(column, justify="right")
    for one in found:
        table.add_row(
            one.game, one.signature, f"{one.nodes:,}", f"{one.seconds:.2f}", f"{one.nodes / one.seconds:,.0f}"
        )
    console.print(table)
    console.print(f"signature: {whole}")
