"""Teach the net of X by games with itself: `python -m tablier.games.x.teach --minutes 30`.

It plays for so long on all processors, then learns from all games in the log, who won and which moves the
search went for, and writes `net.weights` anew: the same again makes it better. One game in ten is kept apart
to tell how well it foretells others. Games are added to the log as they end: Ctrl-C loses nothing, and with
`--minutes 0` it only learns. It needs PyTorch (`pip install torch`), which nothing else here does.
"""

from __future__ import annotations

import json
import os
import signal
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from statistics import fmean
from struct import pack
from time import monotonic, time_ns
from typing import Any

import click

import tablier
from tablier.core.rules import State
from tablier.core.search import Position
from tablier.core.tree import Tree
from tablier.games.x import net

SIZES = {6: 4, 8: 10, 10: 72, 12: 9, 14: 5}
"""Boards, and how often they are played on: the net works on all, and is to know more than one."""
VISITS = 120
SEARCHED = 0.3
"""The part of a lesson that is what the search thought, against who won."""
BATCH, FASTEST = 512, 4e-3


@dataclass(frozen=True)
class Played:
    """A game; after the opening, of every position the moves that were tried with their visits, one after the
    other, and the shares that were found."""

    size: int
    opening: int
    moves: list[int]
    visits: list[list[int]]
    shares: list[list[float]]
    winner: int


@dataclass(frozen=True)
class Lesson:
    """All by seats from the mover on."""

    state: State
    visits: list[int]
    shares: list[float]
    winner: int


def play(number: int, visits: int = VISITS) -> Played:
    """A game of the net with itself: some moves of chance, then some by visits, then the best ones."""
    chance = Random(number)
    size = chance.choices(list(SIZES), list(SIZES.values()))[0]
    state = tablier.game("x", size=size).start()
    opening = chance.randint(1, size * size // 12)
    loose = chance.randint(size * size // 12, size * size * 2 // 5)
    played = Played(size, opening, [], [], [], 0)
    while not state.outcome:
        move = chance.choice(state.legal_moves)
        if len(played.moves) >= opening:
            position = Position(state, sides=state.game.sides)
            style = asdict(state.game.plans[-1].style)
            tree = Tree(position, capacity=1 << 17, seed=chance.getrandbits(60), **style)
            tree.run(visits)
            best, *others = tree.candidates()
            tried = {best.move: max(best.visits, 1)} | {one.move: one.visits for one in others if one.visits}
            move = best.move
            if len(played.moves) < loose and not tree.proven:
                move = chance.choices(list(tried), list(tried.values()))[0]
            played.visits.append([number for pair in tried.items() for number in pair])
            played.shares.append([round(share, 4) for share in tree.shares()])
        played.moves.append(move)
        state = state.after(move)
    return Played(**asdict(played) | {"winner": state.outcome.scores.index(1)})


def play_for(seconds: float, log_file: Path) -> None:
    crew, end = os.cpu_count() or 1, monotonic() + seconds
    numbers = count(time_ns())
    ignore = partial(signal.signal, signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the playing, not a game
    with ProcessPoolExecutor(crew, initializer=ignore) as pool, log_file.open("a") as out:
        running = {pool.submit(play, next(numbers)) for _ in range(crew)}
        with click.progressbar(length=int(seconds), label="playing") as bar:
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for game in done:
                    out.write(json.dumps(asdict(game.result()), separators=(",", ":")) + "\n")
                    out.flush()
                    if monotonic() < end:
                        running.add(pool.submit(play, next(numbers)))
                bar.update(int(seconds - max(end - monotonic(), 0)) - bar.pos)


def lessons(games: Iterable[Played]) -> Iterator[Lesson]:
    for game in games:
        state = tablier.game("x", size=game.size).start()
        for ply, move in enumerate(game.moves):
            after = ply - game.opening
            if after >= 0:
                mover, shares = state.turn, game.shares[after]
                turned = [*shares[mover:], *shares[:mover]]
                yield Lesson(state, game.visits[after], turned, (game.winner - mover) % 3)
            state = state.after(move)


class Pupil:
    """The net as PyTorch sees it: the weights in the order of the compiled one."""

    def __init__(self, torch: Any, numbers: Iterable[float] | None) -> None:
        """From these numbers; without, from chance."""
        self.torch = torch
        layers, wide, hidden = net.LAYERS, net.WIDE, net.HIDDEN
        shapes = [
            (layers, 7, wide, wide), (layers, wide), (wide,), (2 * wide + 3, hidden), (hidden,), (hidden, 3),
            (3, 3), (3,),
        ]  # fmt: skip
        if numbers is None:
            torch.manual_seed(0)
            self.parts = [
                torch.randn(shape) * 0.1 if len(shape) > 1 else torch.zeros(shape) for shape in shapes
            ]
        else:
            sizes = [torch.Size(shape).numel() for shape in shapes]
            split = torch.tensor(list(numbers)).split(sizes)
            self.parts = [part.reshape(shape).clone() for part, shape in zip(split, shapes, strict=True)]
        for part in self.parts:
            part.requires_grad_()

    @property
    def numbers(self) -> list[float]:
        found: list[float] = self.torch.cat([part.detach().flatten() for part in self.parts]).tolist()
        return found

    def think(self, boards: Any, scores: Any) -> tuple[Any, Any]:
        """The logarithms of how likely each cell is and of the shares, but for a constant."""
        torch = self.torch
        weights, bias, policy, hidden, hidden_bias, value, direct, value_bias = self.parts
        is_taken = boards[..., :3].sum(3).flatten(1) > 0
        out = boards.permute(0, 3, 1, 2)
        for layer in range(net.LAYERS):
            apart = torch.zeros(1, net.WIDE, net.WIDE)  # two of nine cells do not touch the one in the middle
            kernel = torch.cat([apart, weights[layer], apart]).permute(2, 1, 0)
            new = torch.nn.functional.conv2d(
                out, kernel.reshape(net.WIDE, net.WIDE, 3, 3), bias[layer], padding=1
            ).relu()
            out = out + new if layer else new
        out = out.flatten(2)
        pooled = torch.cat([out.mean(2), out.amax(2), scores], 1)
        shares = (pooled @ hidden + hidden_bias).relu() @ value + scores @ direct + value_bias
        likely = torch.einsum("bwc,w->bc", out, policy).masked_fill(is_taken, -1e9)
        return likely, shares


def batches(some: Iterable[Lesson], chance: Random) -> list[list[Lesson]]:
    """In any order, those of one on boards of one size."""
    by_size = defaultdict(list)
    for one in some:
        by_size[one.state.game].append(one)
    found = []
    for those in by_size.values():
        chance.shuffle(those)
        found += [those[at : at + BATCH] for at in range(0, len(those), BATCH)]
    chance.shuffle(found)
    return found


def off(pupil: Pupil, some: list[Lesson], *, seed: int, turn: int = 0) -> tuple[Any, Any]:
    """How far it is from what the lessons say of moves and of shares: the means of -log, on a board that is
    turned around, or mirrored."""
    torch, cells = pupil.torch, len(some[0].state.game.paths)
    size = int(cells**0.5)
    visits = array("f", bytes(4 * cells * len(some)))
    for row, one in enumerate(some):
        tried, times = one.visits[::2], one.visits[1::2]
        total = sum(times)
        for move, n in zip(tried, times, strict=True):
            visits[row * cells + move] = n / total
    seen, scores = (
        torch.frombuffer(found, dtype=torch.float32)
        for found in net.seen([one.state for one in some], seed=seed)
    )
    boards = seen.reshape(-1, size, size, net.WIDE)
    moves = torch.frombuffer(visits, dtype=torch.float32).reshape(-1, size, size)
    if turn & 1:
        boards, moves = boards.transpose(1, 2), moves.transpose(1, 2)
    if turn & 2:
        boards, moves = boards.flip(1, 2), moves.flip(1, 2)
    won = torch.nn.functional.one_hot(torch.tensor([one.winner for one in some]), 3)
    shares = (1 - SEARCHED) * won + SEARCHED * torch.tensor([one.shares for one in some])
    likely, guess = pupil.think(boards, scores.reshape(-1, 3))
    return tuple(
        -(wanted * said.log_softmax(1)).sum(1).mean()
        for wanted, said in ((moves.flatten(1), likely), (shares, guess))
    )


def teach(torch: Any, games: list[Played], epochs: int, *, fresh: bool) -> list[float]:
    chance = Random(0)
    chance.shuffle(games)
    apart, rest = list(lessons(games[::10])), [one for at in range(1, 10) for one in lessons(games[at::10])]
    pupil = Pupil(torch, None if fresh else net.taught())
    steps = epochs * len(batches(rest, chance))
    optimizer = torch.optim.AdamW(pupil.parts, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, FASTEST if fresh else FASTEST / 4, total_steps=steps + 1, pct_start=0.1
    )
    click.echo(f"{len(games)} games, {len(rest)} positions to learn from, {len(apart)} apart")
    for epoch in range(epochs + 1):
        with torch.no_grad():
            said = [off(pupil, some, seed=1) for some in batches(apart, Random(0))]
        click.echo(
            f"epoch {epoch}: off by {fmean(float(moves) for moves, _ in said):.4f} in moves, "
            f"{fmean(float(shares) for _, shares in said):.4f} in shares"
        )
        if epoch == epochs:
            break
        for some in batches(rest, chance):
            moves, shares = off(pupil, some, seed=chance.getrandbits(60), turn=chance.randrange(4))
            optimizer.zero_grad()
            (moves + 1.5 * shares).backward()
            torch.nn.utils.clip_grad_norm_(pupil.parts, 2.0)
            optimizer.step()
            schedule.step()
    return pupil.numbers


@click.command(help=__doc__, context_settings={"max_content_width": 110})
@click.option("--minutes", default=30.0, show_default=True, help="To play; 0: only learn.")
@click.option("--epochs", default=4, show_default=True, help="Times it sees every game.")
@click.option("--fresh", is_flag=True, help="Forget all it was taught before.")
@click.option(
    "--log", "log_file", default="x-games.jsonl", show_default=True, type=click.Path(path_type=Path)
)
def main(minutes: float, epochs: int, log_file: Path, *, fresh: bool) -> None:
    try:
        import torch  # only here: see above
    except ImportError:
        raise click.ClickException("To teach the net needs PyTorch: pip install torch") from None
    if minutes > 0:
        play_for(60 * minutes, log_file)
    if not log_file.exists():
        raise click.ClickException(f"There are no games in {log_file}: let it play some minutes first.")
    games = [Played(**json.loads(line)) for line in log_file.read_text().splitlines()]
    numbers = teach(torch, games, epochs, fresh=fresh)
    net.WEIGHTS.write_bytes(pack(f"<{len(numbers)}e", *numbers))
    click.echo(f"written: {net.WEIGHTS}")


if __name__ == "__main__":
    main()
