"""Fit the weights of a game's estimate to games between its computer players: `python -m bench.fit GAME`.

    python -m bench.fit olix --games 8000
    python -m bench.fit plateau-x plateau-x-trio --games 800

plays games between plain UCT and a level, or the level and itself, with random openings and, early on, moves
drawn by how well they were thought of. A logistic regression from what the game's `features` say of every
position to how the game ended gives the weights of the estimate; another one, from the `marks` of all legal
moves to the one that was made, those of the prior. Both are printed to be put into the game's `knowledge`.
Where `features` speak of every two seats the fit asks who of the two ends ahead.
Variants that share their weights are named together. One game in ten is kept apart to tell how well the
weights foretell others. Games go to a log: a second run, or one after Ctrl-C, goes on from there.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from importlib import import_module
from math import exp, log, sqrt
from operator import mul
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import click
from rich.progress import track

import tablier
from tablier import Game, Match, State
from tablier.bots import Limit, bot

FULL, QUICK = 2_000, 300
"""Nodes for a move: one in four is thought over, so that there are more games in the same time."""
PLAIN = "uct:5000"
LOOSE = 30
"""Plies in which half of the moves are drawn."""
ALIKE, FEWEST = 4, 8
"""Where every two seats are asked about, a game gives so many positions with about as many moves, whatever
the part, and none with fewer moves: else pawns that walk up and down in the end, at times for hundreds of
plies, would outweigh the rest."""
EPOCHS, PRIOR_EPOCHS, RATE = 15, 5, 1.0


@dataclass(frozen=True)
class Played:
    """A game, and the share of every seat."""

    opening: int
    moves: list[int]
    shares: list[float]


def play(name: str, level: str, number: int) -> Played:
    chance = Random(number)
    match = Match(tablier.game(name))
    opening = chance.choice((0, 0, 1, 2, 3, 4, 6, 8, 12))
    for _ in range(opening):
        match.push(chance.choice(match.state.legal_moves))
    others = range(len(match.state.game.seats) - 1)
    players = [bot(level), *(bot(chance.choice((level, PLAIN))) for _ in others)]
    chance.shuffle(players)
    while not match.outcome:
        player, limit = players[match.state.turn], Limit(nodes=FULL if chance.random() < 0.25 else QUICK)
        choice = player.choose(
            match, limit=None if player.name == PLAIN else limit, seed=chance.getrandbits(60)
        )
        move = choice.move
        if len(match.moves) < LOOSE and chance.random() < 0.5 and not choice.proven:
            fewest = min(one.visits for one in choice.best)  # all have some where a search begins with them
            tried = [one.visits - fewest for one in choice.best]
            move = chance.choices(choice.best, tried)[0].move if any(tried) else move
        match.push(move)
    scores = match.outcome.scores
    return Played(opening, list(match.moves), [score / sum(scores) for score in scores])


def walk(game: Game, games: Sequence[Played], part: float) -> Iterator[tuple[State, int, list[float]]]:
    """This part of all positions after the openings, the move made there, and how the game ended."""
    chance = Random(1)
    for played in games:
        state = game.start()
        for ply, move in enumerate(played.moves):
            if ply >= played.opening and chance.random() < part:
                yield state, move, played.shares
            state = state.after(move)


@dataclass(frozen=True)
class Example:
    """A position, and the share of the seat to move."""

    x: Sequence[float]
    share: float

    def guess(self, weights: Sequence[float]) -> float:
        return guess(weights, self.x)

    def slopes(self, weights: Sequence[float]) -> list[float]:
        off = self.share - self.guess(weights)
        return [off * x for x in self.x]


@dataclass(frozen=True)
class Meeting:
    """Two of several seats: 1 if the first ended ahead of the second, 0 if behind."""

    x: Sequence[float]
    share: float
    given: float = 0.0
    """What the game adds by itself."""

    def lead(self, weights: Sequence[float]) -> float:
        lead: float = self.given + sum(map(mul, weights, self.x))
        return lead

    def guess(self, weights: Sequence[float]) -> float:
        """Not the logistic curve but one that is never as sure: where several play, much can happen."""
        lead = self.lead(weights)
        return 0.5 + 0.5 * lead / (1 + abs(lead))

    def slopes(self, weights: Sequence[float]) -> list[float]:
        off = (self.share - self.guess(weights)) / (0.5 + abs(self.lead(weights)))
        return [off * x for x in self.x]


@dataclass(frozen=True)
class Decision:
    """The marks of all legal moves, the one that was made first."""

    moves: Sequence[Sequence[int]]

    def slopes(self, weights: Sequence[float]) -> list[float]:
        parts = likely(weights, self.moves)
        columns = zip(*self.moves, strict=True)
        return [column[0] - sum(map(mul, parts, column)) for column in columns]


def guess(weights: Sequence[float], x: Sequence[float]) -> float:
    return 1 / (1 + exp(-max(-20.0, min(20.0, sum(map(mul, weights, x))))))


def likely(weights: Sequence[float], moves: Sequence[Sequence[int]]) -> list[float]:
    pulls = [exp(sum(map(mul, weights, marks))) for marks in moves]
    total = sum(pulls)
    return [pull / total for pull in pulls]


def examples(game: Game, games: Sequence[Played], part: float) -> Iterator[Example | Meeting]:
    features = knowledge_of(game).features
    if not isinstance(features(game.start()), dict):
        for state, _, shares in walk(game, games, part):
            yield Example(features(state), shares[state.turn])
        return
    for played in games:
        seen: Counter[int] = Counter()
        states = [state for state, _, _ in walk(game, [played], 1.0)]
        for state in Random(1).sample(states, len(states)):
            choice = len(state.legal_moves)
            seen[choice.bit_length()] += 1
            if choice >= FEWEST and seen[choice.bit_length()] <= ALIKE:
                yield from meetings(features(state), played.shares)


def meetings(said: dict[tuple[int, int], Sequence[float]], shares: Sequence[float]) -> Iterator[Meeting]:
    for (one, other), (given, *x) in said.items():
        ahead = 0.5 + 0.5 * ((shares[one] > shares[other]) - (shares[one] < shares[other]))
        yield Meeting(x, ahead, given)


def decisions(game: Game, games: Sequence[Played], part: float) -> Iterator[Decision]:
    for state, move, _ in walk(game, games, part):
        marks = knowledge_of(game).marks(state)
        yield Decision([marks.pop(move), *marks.values()])


def knowledge_of(game: Game) -> Any:
    return import_module(f"{type(game).__module__}.knowledge")


def surprise(weights: Sequence[float], held: Sequence[Example | Meeting]) -> float:
    """The mean of -log of what was given to how it really ended."""
    seen = ((one.guess(weights), one.share) for one in held)
    return fmean(-s * log(p + 1e-9) - (1 - s) * log(1 - p + 1e-9) for p, s in seen)


def fit(taught: Sequence[Example | Meeting | Decision], size: int, epochs: int) -> list[float]:
    """Logistic regression, by small steps that shrink where many were made (Adagrad)."""
    chance, weights, steps = Random(2), [0.0] * size, [1e-3] * size
    for epoch in track(range(epochs), description="fitting"):
        rate = RATE * (1 - epoch / epochs)
        for one in chance.sample(taught, len(taught)):
            for i, slope in enumerate(one.slopes(weights)):
                if slope:
                    steps[i] += slope**2
                    weights[i] += rate * slope / sqrt(steps[i])
    return weights


def gather(name: str, games: int, level: str, path: Path, threads: int) -> list[Played]:
    """The games of the log, and those that it lacks."""
    path.parent.mkdir(parents=True, exist_ok=True)
    done = [Played(**json.loads(line)) for line in path.read_text().splitlines()] if path.exists() else []
    left = range(len(done), games)
    with path.open("a") as file, ThreadPoolExecutor(threads) as pool:
        played = pool.map(partial(play, name, level), left)
        try:
            for one in track(played, total=len(left), description="playing"):
                file.write(json.dumps(asdict(one)) + "\n")
                done.append(one)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            raise SystemExit(f"stopped after {len(done)} games: the same command goes on") from None
    return done


@click.command(help=__doc__, context_settings={"max_content_width": 110})
@click.argument("names", metavar="GAME...", nargs=-1, required=True, type=click.Choice(tablier.games()))
@click.option("--games", default=8_000, show_default=True, type=click.IntRange(20), help="Of each.")
@click.option("--level", default="level:6", show_default=True, help="Its way to search, not its nodes.")
@click.option(
    "--part", default=0.3, show_default=True, type=click.FloatRange(0, 1, min_open=True),
    help="Of the positions, to learn from.",
)  # fmt: skip
@click.option(
    "--logs", default="build", show_default=True, type=click.Path(path_type=Path, file_okay=False),
    help="The folder of the logs, fit-GAME.jsonl.",
)  # fmt: skip
@click.option("--threads", default=2, show_default=True, type=click.IntRange(1))
def main(names: Sequence[str], games: int, level: str, part: float, logs: Path, threads: int) -> None:
    known = [tablier.game(name) for name in names]
    for game in known:
        if not hasattr(knowledge_of(game), "features"):
            raise click.ClickException(f"{game.title} has no weights to fit: its knowledge names no features")
    taught: list[Example | Meeting] = []
    held: list[Example | Meeting] = []
    made: list[Decision] = []
    other: list[Decision] = []
    count = 0
    has_prior = hasattr(knowledge_of(known[0]), "marks")
    for game in known:
        done = gather(game.id, games, level, logs / f"fit-{game.id}.jsonl", threads)
        count += len(done)
        apart, learnt = done[::10], [one for i, one in enumerate(done) if i % 10]
        taught += examples(game, learnt, part)
        held += examples(game, apart, 1.0)
        if has_prior:  # fewer: each looks at all legal moves
            made += decisions(game, learnt, part / 10)
            other += decisions(game, apart, part / 10)
    if not (taught and held) or (has_prior and not (made and other)):
        raise click.ClickException("too few positions to learn from: ask for more games, or a larger part")
    weights = fit(taught, len(taught[0].x), EPOCHS)
    surprised = surprise(weights, held)
    click.echo(f"{count} games; the estimate on other games: {surprised:.4f} (0.693: knows nothing)")
    click.echo(", ".join(f"{weight:.2f}" for weight in weights))
    if not has_prior:
        return
    pulls = fit(made, len(made[0].moves[0]), PRIOR_EPOCHS)
    chances = [likely(pulls, one.moves) for one in other]
    first = fmean(max(one) == one[0] for one in chances)
    click.echo(f"the prior, of moves in other games: {first:.0%} are its first choice")
    click.echo(", ".join(f"{pull:.2f}" for pull in pulls))


if __name__ == "__main__":
    main()
