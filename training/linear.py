"""Linear weights of a static evaluation and of a prior: logistic regression on a game's own features.

A game's `knowledge` offers `features(state)`, and `marks(state)` if it has a prior. Where `features` describe
every pair of seats, the fit predicts which of the two finishes ahead.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from math import exp, sqrt
from operator import mul
from random import Random
from statistics import fmean
from typing import Any

import click
from rich.progress import track

import tablier
from tablier import Game, Match
from tablier.bots import Bot, Limit, bot
from training.selfplay import Model, SearchResult, Setup, TrainingGame, log_loss, replay, split

FULL_NODES, QUICK_NODES, FULL_CHANCE = 2_000, 300, 0.25
"""Nodes of a move: one in four is searched in full, so that there are more games in the same time."""
BASELINE = "uct:5000"
OPENINGS = (0, 0, 1, 2, 3, 4, 6, 8, 12)
"""Random plies at the beginning; one of these."""
SAMPLED_PLIES, SAMPLED_CHANCE = 30, 0.5
PER_BRANCHING, MIN_MOVES = 4, 8
"""Of pairs of seats, a game gives so many positions of each order of magnitude of legal moves, and none with
fewer moves than the minimum: else endings in which pawns walk up and down, at times for hundreds of plies,
would outweigh the rest."""
EPOCHS, PRIOR_EPOCHS, LEARNING_RATE = 15, 5, 1.0


def knowledge_of(game: Game) -> Any:
    return import_module(f"{type(game).__module__}.knowledge")


@dataclass(frozen=True)
class Linear(Model):
    """Weights of an evaluation, and of a prior where the game has one, shared by the games named together."""

    level: str
    """The bot that plays; some seats are the baseline's."""
    fraction: float
    """Of the positions of training games."""
    epochs: int = EPOCHS
    keeps_searches = False

    def set_up(self, name: str, rng: Random) -> Setup:
        game = tablier.game(name)
        players = [bot(self.level), *(bot(rng.choice((self.level, BASELINE))) for _ in game.seats[1:])]
        rng.shuffle(players)
        searches = [partial(search, player) for player in players]
        return Setup(game, rng.choice(OPENINGS), SAMPLED_PLIES, SAMPLED_CHANCE, searches)

    def fit(self, games: dict[str, list[TrainingGame]]) -> bytes:
        training: list[ValueSample | PairSample] = []
        held_out: list[ValueSample | PairSample] = []
        moves: list[MoveSample] = []
        other_moves: list[MoveSample] = []
        has_prior = all(hasattr(knowledge_of(tablier.game(name)), "marks") for name in games)
        for name, played in games.items():
            some, others = split(played)
            training += evaluation_samples(name, some, self.fraction)
            held_out += evaluation_samples(name, others, 1.0)
            if has_prior:  # fewer: each has all legal moves
                moves += move_samples(name, some, self.fraction / 10)
                other_moves += move_samples(name, others, self.fraction / 10)
        if not (training and held_out) or (has_prior and not (moves and other_moves)):
            raise click.ClickException(
                "too few positions to learn from: ask for more games, or a larger fraction"
            )
        weights = {"evaluation": fit(training, len(training[0].x), self.epochs)}
        loss = log_loss([(one.predict(weights["evaluation"]), one.share) for one in held_out])
        count = sum(map(len, games.values()))
        click.echo(f"{count} games; log loss of the evaluation on held-out games: {loss:.4f} (a coin: 0.693)")
        if has_prior:
            weights["prior"] = fit(moves, len(moves[0].moves[0]), PRIOR_EPOCHS)
            chances = [softmax(weights["prior"], one.moves) for one in other_moves]
            first = fmean(max(one) == one[0] for one in chances)
            click.echo(f"top-1 accuracy of the prior on held-out games: {first:.0%}")
        rounded = {name: [round(weight, 2) for weight in each] for name, each in weights.items()}
        return (json.dumps(rounded, indent=1) + "\n").encode()


def search(player: Bot, match: Match, rng: Random) -> SearchResult:
    limit = Limit(nodes=FULL_NODES if rng.random() < FULL_CHANCE else QUICK_NODES)
    choice = player.choose(match, limit=None if player.name == BASELINE else limit, seed=rng.getrandbits(60))
    return SearchResult(choice.best, choice.shares, choice.proven)


@dataclass(frozen=True)
class ValueSample:
    """The features of a position, and the share of the seat to move."""

    x: Sequence[float]
    share: float

    def predict(self, weights: Sequence[float]) -> float:
        return logistic(weights, self.x)

    def gradient(self, weights: Sequence[float]) -> list[float]:
        error = self.share - self.predict(weights)
        return [error * x for x in self.x]


@dataclass(frozen=True)
class PairSample:
    """The features of two of several seats: the share is 1 if the first finished ahead of the second."""

    x: Sequence[float]
    share: float
    offset: float = 0.0
    """What the game adds with a fixed weight of 1."""

    def lead(self, weights: Sequence[float]) -> float:
        lead: float = self.offset + sum(map(mul, weights, self.x))
        return lead

    def predict(self, weights: Sequence[float]) -> float:
        """By softsign instead of the logistic function: with several seats, no lead is as certain."""
        lead = self.lead(weights)
        return 0.5 + 0.5 * lead / (1 + abs(lead))

    def gradient(self, weights: Sequence[float]) -> list[float]:
        error = (self.share - self.predict(weights)) / (0.5 + abs(self.lead(weights)))
        return [error * x for x in self.x]


@dataclass(frozen=True)
class MoveSample:
    """The features of all legal moves, the one that was made first."""

    moves: Sequence[Sequence[int]]

    def gradient(self, weights: Sequence[float]) -> list[float]:
        chances = softmax(weights, self.moves)
        columns = zip(*self.moves, strict=True)
        return [column[0] - sum(map(mul, chances, column)) for column in columns]


def logistic(weights: Sequence[float], x: Sequence[float]) -> float:
    return 1 / (1 + exp(-max(-20.0, min(20.0, sum(map(mul, weights, x))))))


def softmax(weights: Sequence[float], moves: Sequence[Sequence[int]]) -> list[float]:
    """The probability of each move."""
    pulls = [exp(sum(map(mul, weights, features))) for features in moves]
    total = sum(pulls)
    return [pull / total for pull in pulls]


def evaluation_samples(
    name: str, games: Sequence[TrainingGame], fraction: float
) -> Iterator[ValueSample | PairSample]:
    game = tablier.game(name)
    features = knowledge_of(game).features
    if not isinstance(features(game.start()), dict):
        rng = Random(1)
        for one in games:
            for state, _ in replay(name, one):
                if rng.random() < fraction:
                    yield ValueSample(features(state), one.shares[state.turn])
        return
    for one in games:
        count: Counter[int] = Counter()
        states = [state for state, _ in replay(name, one)]
        for state in Random(1).sample(states, len(states)):
            branching = len(state.legal_moves)
            count[branching.bit_length()] += 1
            if branching >= MIN_MOVES and count[branching.bit_length()] <= PER_BRANCHING:
                yield from pair_samples(features(state), one.shares)


def pair_samples(
    features: dict[tuple[int, int], Sequence[float]], shares: Sequence[float]
) -> Iterator[PairSample]:
    for (one, other), (offset, *x) in features.items():
        ahead = 0.5 + 0.5 * ((shares[one] > shares[other]) - (shares[one] < shares[other]))
        yield PairSample(x, ahead, offset)


def move_samples(name: str, games: Sequence[TrainingGame], fraction: float) -> Iterator[MoveSample]:
    rng, knowledge = Random(1), knowledge_of(tablier.game(name))
    for one in games:
        for state, move in replay(name, one):
            if rng.random() < fraction:
                marks = knowledge.marks(state)
                yield MoveSample([marks.pop(move), *marks.values()])


def fit(samples: Sequence[ValueSample | PairSample | MoveSample], size: int, epochs: int) -> list[float]:
    """Logistic regression by stochastic gradient ascent with Adagrad's steps and a falling learning rate."""
    rng, weights, squares = Random(2), [0.0] * size, [1e-3] * size
    for epoch in track(range(epochs), description="fitting"):
        rate = LEARNING_RATE * (1 - epoch / epochs)
        for one in rng.sample(samples, len(samples)):
            for i, slope in enumerate(one.gradient(weights)):
                if slope:
                    squares[i] += slope**2
                    weights[i] += rate * slope / sqrt(squares[i])
    return weights
