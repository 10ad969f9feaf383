"""Training games: played by searches, kept in a log, split into training and held-out games."""

from __future__ import annotations

import json
import signal
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import partial
from math import log
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, NamedTuple, TypeVar

import click
from rich.progress import track

import tablier
from tablier import Game, Match, State
from tablier.search.choice import Candidate

T = TypeVar("T")
HELD_OUT = 10
"""One game in so many is held out to measure the fit."""


@dataclass(frozen=True)
class TrainingGame:
    """A finished game; `visits` and `values` are of the positions after the opening, or empty."""

    opening: int
    """Random plies before the searches took over."""
    moves: list[int]
    shares: list[float]
    """Each seat's share of all points at the end."""
    options: dict[str, Any] = field(default_factory=dict)
    visits: list[list[int]] = field(default_factory=list)
    """The searched moves of each position, each followed by its visits."""
    values: list[list[float]] = field(default_factory=list)
    """Each seat's expected share, as the search of each position found it."""


class SearchResult(NamedTuple):
    """What a search found: candidates, the best first; each seat's expected share; whether it is proven."""

    candidates: Sequence[Candidate]
    shares: tuple[float, ...]
    proven: bool


Search = Callable[[Match, Random], SearchResult]


class Setup(NamedTuple):
    """How one training game is played."""

    game: Game
    opening: int
    """Random plies at the beginning."""
    sampled_plies: int
    """Up to here a move may be sampled by visits; later the best one is played."""
    sampled_chance: float
    """The chance that it is sampled."""
    searches: Sequence[Search]
    """By seat."""


class Model(ABC):
    """What is trained: how its games are played, and how it is fitted to them. It can be pickled."""

    keeps_searches: bool
    """Whether the fit needs what the searches found."""

    @abstractmethod
    def set_up(self, name: str, rng: Random) -> Setup:
        """The setup of a game of `name`."""

    @abstractmethod
    def fit(self, games: dict[str, list[TrainingGame]]) -> bytes:
        """The content of the file of weights, fitted to games by name; ClickException if they are too few."""


def play(model: Model, name: str, number: int) -> TrainingGame:
    """The training game with this number: the same one again while model and levels stay the same."""
    rng = Random(number)
    setup = model.set_up(name, rng)
    match = Match(setup.game)
    for _ in range(setup.opening):
        match.push(rng.choice(match.state.legal_moves))
    visits, values = [], []
    while not match.outcome:
        found = setup.searches[match.state.turn](match, rng)
        sampled = len(match.moves) < setup.sampled_plies and rng.random() < setup.sampled_chance
        move = found.candidates[0].move
        if sampled and not found.proven:
            move = sample_move(found.candidates, rng)
        if model.keeps_searches:
            visits.append(list_visits(found.candidates))
            values.append([round(share, 4) for share in found.shares])
        match.push(move)
    scores = match.outcome.scores
    return TrainingGame(
        setup.opening,
        list(match.moves),
        [score / sum(scores) for score in scores],
        dict(setup.game.options),
        visits,
        values,
    )


def sample_move(candidates: Sequence[Candidate], rng: Random) -> int:
    """A move drawn by its visits beyond the fewest: a search may begin by visiting every move."""
    fewest = min(one.visits for one in candidates)
    weights = [one.visits - fewest for one in candidates]
    return (rng.choices(candidates, weights)[0] if any(weights) else candidates[0]).move


def list_visits(candidates: Sequence[Candidate]) -> list[int]:
    """Each visited move followed by its visits; the best one counts as visited."""
    best, *others = candidates
    visits = {best.move: max(best.visits, 1)} | {one.move: one.visits for one in others if one.visits}
    return [number for pair in visits.items() for number in pair]


def gather(model: Model, name: str, count: int, path: Path, processes: int) -> list[TrainingGame]:
    """The first `count` training games: those of the log, then new ones, which are added to it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = path.read_text().splitlines() if path.exists() else []
    games = [TrainingGame(**json.loads(line)) for line in lines[:count]]
    missing = range(len(games), count)
    if not missing:
        return games
    # Ctrl-C ends the playing, not a game in a worker.
    ignore = partial(signal.signal, signal.SIGINT, signal.SIG_IGN)
    with path.open("a") as log_file, ProcessPoolExecutor(processes, initializer=ignore) as pool:
        try:
            played = pool.map(partial(play, model, name), missing)
            for one in track(played, total=len(missing), description=f"playing {name}"):
                log_file.write(json.dumps(asdict(one), separators=(",", ":")) + "\n")
                log_file.flush()
                games.append(one)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            raise click.ClickException(
                f"stopped after {len(games)} games: the same command goes on from there"
            ) from None
    return games


def split(games: Sequence[T]) -> tuple[list[T], list[T]]:
    """Training games and held-out games."""
    training = [one for number, one in enumerate(games) if number % HELD_OUT]
    return training, list(games[::HELD_OUT])


def replay(name: str, game: TrainingGame) -> Iterator[tuple[State, int]]:
    """Each position after the opening, with the move made there."""
    state = tablier.game(name, **game.options).start()
    for ply, move in enumerate(game.moves):
        if ply >= game.opening:
            yield state, move
        state = state.after(move)


def log_loss(pairs: Sequence[tuple[float, float]]) -> float:
    """Mean log loss of predicted probabilities against the shares that came out; 0.693 for a coin."""
    return fmean(-share * log(p + 1e-9) - (1 - share) * log(1 - p + 1e-9) for p, share in pairs)
