"""Train a game's weights: play training games, fit the game's model to them, write its weights.

    python -m training olix --games 8000 --out build/olix.json
    python -m training plateau-x plateau-x-trio --games 800 --out build/plateau-x.json
    python -m training x --games 7000 --out build/net.weights

Games whose folder has a net train it, from its present weights unless --fresh is given (needs PyTorch); copy
the file over the game's `net.weights` to use it. Games whose `knowledge` offers features get a linear fit:
the numbers of its evaluation, and of its prior if it has one, to be put into `knowledge.pyx`. Variants that
share their weights are named together. One game in ten is held out to measure the fit.

Training games go to a log: a second run, or one after Ctrl-C, goes on from there.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import click

import tablier
from training.linear import EPOCHS as LINEAR_EPOCHS
from training.linear import Linear, knowledge_of
from training.selfplay import Model, gather
from training.x_net import EPOCHS as NET_EPOCHS
from training.x_net import SIMULATIONS, XNet, import_torch


def model_of(
    names: Sequence[str], *, level: str, fraction: float, epochs: int | None, fresh: bool, simulations: int
) -> Model:
    """The model that these games share; ClickException if they share none."""
    games = [tablier.game(name) for name in names]
    has_net = {find_spec(f"{type(game).__module__}.net") is not None for game in games}
    if len(has_net) > 1:
        raise click.ClickException("A net and linear weights are trained apart: name games of one kind.")
    if has_net == {True}:
        import_torch()  # before the first game is played
        return XNet(epochs or NET_EPOCHS, fresh, simulations)
    for game in games:
        if not hasattr(knowledge_of(game), "features"):
            raise click.ClickException(f"{game.title} has no weights to fit: its knowledge names no features")
    return Linear(level, fraction, epochs or LINEAR_EPOCHS)


@click.command(help=__doc__, context_settings={"max_content_width": 110})
@click.argument("names", metavar="GAME...", nargs=-1, required=True, type=click.Choice(tablier.games()))
@click.option(
    "--out", required=True, type=click.Path(path_type=Path, dir_okay=False), help="The file of weights."
)
@click.option(
    "--games", "count", default=8_000, show_default=True, type=click.IntRange(20),
    help="Training games of each GAME.",
)  # fmt: skip
@click.option(
    "--level", default="level:6", show_default=True,
    help="Linear fits: the bot that plays; its method, not its nodes.",
)  # fmt: skip
@click.option(
    "--fraction", default=0.3, show_default=True, type=click.FloatRange(0, 1, min_open=True),
    help="Linear fits: of the positions, to learn from.",
)  # fmt: skip
@click.option(
    "--epochs", type=click.IntRange(1),
    help=f"Times each position is seen.  [default: {LINEAR_EPOCHS}, of a net {NET_EPOCHS}]",
)  # fmt: skip
@click.option("--fresh", is_flag=True, help="Nets: begin with random weights.")
@click.option(
    "--simulations", default=SIMULATIONS, show_default=True, type=click.IntRange(2),
    help="Nets: of each move's search.",
)  # fmt: skip
@click.option(
    "--logs", default="build", show_default=True, type=click.Path(path_type=Path, file_okay=False),
    help="The folder of the logs, training-GAME.jsonl.",
)  # fmt: skip
@click.option("--processes", type=click.IntRange(1), help="Games at a time.  [default: one a processor]")
def main(
    *, names: Sequence[str], out: Path, count: int, level: str, fraction: float, epochs: int | None,
    fresh: bool, simulations: int, logs: Path, processes: int | None,
) -> None:  # fmt: skip
    model = model_of(
        names, level=level, fraction=fraction, epochs=epochs, fresh=fresh, simulations=simulations
    )
    workers = processes or os.cpu_count() or 1
    games = {name: gather(model, name, count, logs / f"training-{name}.jsonl", workers) for name in names}
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(model.fit(games))
    click.echo(f"Written: {out}")


if __name__ == "__main__":
    main()
