"""The policy and value net of X in PyTorch, trained on games of the best level's search with itself."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from struct import pack
from typing import Any

import click

import tablier
from tablier import Match, State
from tablier.bots.levels import LEVELS, settings_for
from tablier.games.x import net
from tablier.search.mcts import Tree
from tablier.search.problem import RootPosition
from training.selfplay import Model, SearchResult, Setup, TrainingGame, replay, split

BOARD_SIZES = {6: 4, 8: 10, 10: 72, 12: 9, 14: 5}
"""Board sizes and the weights they are drawn by: one net serves all sizes."""
SIMULATIONS = 120
"""Of one move's search."""
SEARCH_WEIGHT = 0.3
"""Weight of the search's value in the value target; the rest is the outcome's."""
VALUE_LOSS_WEIGHT = 1.5
"""Of the value loss against the policy loss."""
BATCH, LEARNING_RATE = 512, 4e-3
EPOCHS = 4
NO_TORCH = "Training the net needs PyTorch: pip install torch"


def import_torch() -> Any:
    """PyTorch, which nothing else here needs; ClickException if it is not installed."""
    try:
        import torch
    except ImportError:
        raise click.ClickException(NO_TORCH) from None
    return torch


@dataclass(frozen=True)
class XNet(Model):
    """The net of X, from its present weights or from random ones."""

    epochs: int = EPOCHS
    fresh: bool = False
    simulations: int = SIMULATIONS
    keeps_searches = True

    def set_up(self, name: str, rng: Random) -> Setup:
        size = rng.choices(list(BOARD_SIZES), list(BOARD_SIZES.values()))[0]
        game = tablier.game(name, size=size)
        opening = rng.randint(1, size * size // 12)
        sampled_plies = rng.randint(size * size // 12, size * size * 2 // 5)
        return Setup(game, opening, sampled_plies, 1.0, [self.search] * len(game.seats))

    def search(self, match: Match, rng: Random) -> SearchResult:
        """With the settings of the best level's tree."""
        state = match.state
        position = RootPosition(state, sides=state.game.sides)
        tree = Tree(
            position, settings_for(state.game, len(LEVELS)).tree, capacity=1 << 17, seed=rng.getrandbits(60)
        )
        tree.run(self.simulations)
        return SearchResult(tree.candidates(), tree.shares(), tree.proven)

    def fit(self, games: dict[str, list[TrainingGame]]) -> bytes:
        torch = import_torch()
        training: list[Sample] = []
        held_out: list[Sample] = []
        for name, played in games.items():
            some, others = split(played)
            training += samples(name, some)
            held_out += samples(name, others)
        if not (training and held_out):
            raise click.ClickException("too few positions to learn from: ask for more games")
        numbers = self.train(Net(torch, None if self.fresh else net.read_weights()), training, held_out)
        return pack(f"<{len(numbers)}e", *numbers)

    def train(self, model: Net, training: list[Sample], held_out: list[Sample]) -> list[float]:
        torch, rng = model.torch, Random(0)
        steps = self.epochs * len(batches(training, rng))
        optimizer = torch.optim.AdamW(model.parameters, weight_decay=1e-4)
        schedule = torch.optim.lr_scheduler.OneCycleLR(
            optimizer,
            LEARNING_RATE if self.fresh else LEARNING_RATE / 4,
            total_steps=steps + 1,
            pct_start=0.1,
        )
        click.echo(f"{len(training)} positions to learn from, {len(held_out)} held out")
        for epoch in range(self.epochs + 1):
            with torch.no_grad():
                found = [losses(model, batch, seed=1) for batch in batches(held_out, Random(0))]
            policy, value = (fmean(map(float, each)) for each in zip(*found, strict=True))
            click.echo(
                f"epoch {epoch}: log loss on held-out games {policy:.4f} of moves, {value:.4f} of shares"
            )
            if epoch == self.epochs:
                break
            for batch in batches(training, rng):
                of_moves, of_shares = losses(
                    model, batch, seed=rng.getrandbits(60), symmetry=rng.randrange(4)
                )
                optimizer.zero_grad()
                (of_moves + VALUE_LOSS_WEIGHT * of_shares).backward()
                torch.nn.utils.clip_grad_norm_(model.parameters, 2.0)
                optimizer.step()
                schedule.step()
        return model.numbers


@dataclass(frozen=True)
class Sample:
    """A searched position; shares are by seat from the one to move on."""

    state: State
    visits: list[int]
    """Each searched move followed by its visits."""
    value: list[float]
    """The shares that the search expected."""
    outcome: list[float]
    """The shares at the end of the game."""


def samples(name: str, games: Iterable[TrainingGame]) -> Iterator[Sample]:
    for game in games:
        for number, (state, _) in enumerate(replay(name, game)):
            turn = state.turn
            yield Sample(
                state, game.visits[number], rotate(game.values[number], turn), rotate(game.shares, turn)
            )


def rotate(shares: Sequence[float], turn: int) -> list[float]:
    return [*shares[turn:], *shares[:turn]]


class Net:
    """The net in PyTorch; the numbers are in the order of the compiled net's file."""

    def __init__(self, torch: Any, numbers: Iterable[float] | None) -> None:
        """With these weights, or with random ones."""
        self.torch = torch
        layers, channels, hidden = net.LAYERS, net.CHANNELS, net.HIDDEN
        shapes = [
            (layers, 7, channels, channels),
            (layers, channels),
            (channels,),
            (2 * channels + 3, hidden),
            (hidden,),
            (hidden, 3),
            (3, 3),
            (3,),
        ]
        if numbers is None:
            torch.manual_seed(0)
            self.parameters = [
                torch.randn(shape) * 0.1 if len(shape) > 1 else torch.zeros(shape) for shape in shapes
            ]
        else:
            sizes = [torch.Size(shape).numel() for shape in shapes]
            parts = torch.tensor(list(numbers)).split(sizes)
            self.parameters = [part.reshape(shape).clone() for part, shape in zip(parts, shapes, strict=True)]
        for parameter in self.parameters:
            parameter.requires_grad_()

    @property
    def numbers(self) -> list[float]:
        found: list[float] = self.torch.cat([one.detach().flatten() for one in self.parameters]).tolist()
        return found

    def forward(self, boards: Any, scores: Any) -> tuple[Any, Any]:
        """Policy logits by cell and value logits by seat."""
        torch, channels = self.torch, net.CHANNELS
        weights, bias, policy, hidden, hidden_bias, value, direct, value_bias = self.parameters
        is_taken = boards[..., :3].sum(3).flatten(1) > 0
        out = boards.permute(0, 3, 1, 2)
        none = torch.zeros(1, channels, channels)  # two of the nine cells around one are not its neighbours
        for layer in range(net.LAYERS):
            kernel = torch.cat([none, weights[layer], none]).permute(2, 1, 0)
            kernel = kernel.reshape(channels, channels, 3, 3)
            new = torch.nn.functional.conv2d(out, kernel, bias[layer], padding=1).relu()
            out = out + new if layer else new
        out = out.flatten(2)
        pooled = torch.cat([out.mean(2), out.amax(2), scores], 1)
        shares = (pooled @ hidden + hidden_bias).relu() @ value + scores @ direct + value_bias
        moves = torch.einsum("bwc,w->bc", out, policy).masked_fill(is_taken, -1e9)
        return moves, shares


def batches(some: Iterable[Sample], rng: Random) -> list[list[Sample]]:
    """In random order; those of one batch are on boards of one size."""
    by_size = defaultdict(list)
    for one in some:
        by_size[one.state.game].append(one)
    found = []
    for group in by_size.values():
        rng.shuffle(group)
        found += [group[at : at + BATCH] for at in range(0, len(group), BATCH)]
    rng.shuffle(found)
    return found


def losses(model: Net, batch: list[Sample], *, seed: int, symmetry: int = 0) -> tuple[Any, Any]:
    """Mean log loss of policy and value; bit 0 of `symmetry` transposes the board, bit 1 turns it."""
    torch, cells = model.torch, len(batch[0].state.game.paths)
    size = int(cells**0.5)
    visits = array("f", bytes(4 * cells * len(batch)))
    for row, one in enumerate(batch):
        total = sum(one.visits[1::2])
        for move, count in zip(one.visits[::2], one.visits[1::2], strict=True):
            visits[row * cells + move] = count / total
    inputs, scores = (
        torch.frombuffer(found, dtype=torch.float32)
        for found in net.net_inputs([one.state for one in batch], seed=seed)
    )
    boards = inputs.reshape(-1, size, size, net.CHANNELS)
    moves = torch.frombuffer(visits, dtype=torch.float32).reshape(-1, size, size)
    if symmetry & 1:
        boards, moves = boards.transpose(1, 2), moves.transpose(1, 2)
    if symmetry & 2:
        boards, moves = boards.flip(1, 2), moves.flip(1, 2)
    outcome = torch.tensor([one.outcome for one in batch])
    shares = (1 - SEARCH_WEIGHT) * outcome + SEARCH_WEIGHT * torch.tensor([one.value for one in batch])
    policy_logits, value_logits = model.forward(boards, scores.reshape(-1, 3))
    return tuple(
        -(target * logits.log_softmax(1)).sum(1).mean()
        for target, logits in ((moves.flatten(1), policy_logits), (shares, value_logits))
    )
