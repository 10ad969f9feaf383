"""A scripted careful beginner against the weak levels: `python -m bench.beginner`.

The beginner takes a win, stops a loss in one turn where that is possible, and otherwise makes the move after
which things look best: as the board stands, and at the end of a few games played on at random, in which it
sees a climb or a pattern ahead now and then. It knows nothing of a game but its rules. Level 1 should lose to
it (65 % of the points with two sides, twice the fair share with more), level 2 should be its equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, stdev

import click

import tablier
from tablier.arena.plan import orders, random_opening, seat_bots
from tablier.board_game import Game
from tablier.bots import bot
from tablier.core.rules import State
from tablier.match import Match
from tablier.search.problem import RootPosition
from tablier.search.tactics import Tactics

NAME = "beginner"
IMAGINED_GAMES = 4
"""Random games with which the beginner imagines how a move turns out."""
SEED_BITS = 53
WIN_SHARE = {2: 0.65}
"""The share of the points that the beginner should get against level 1, by the number of sides."""


def choose_as_beginner(match: Match, rng: Random) -> int:
    """The beginner's move."""
    state = match.state
    position = RootPosition(state, sides=match.game.sides, earlier=match.states[:-1])
    tactics = Tactics(position)
    if (win := tactics.win(1)) is not None:
        return win
    side = next(side for side in match.game.sides if state.turn in side)
    ranked = sorted(
        rng.sample(state.legal_moves, len(state.legal_moves)),
        key=lambda move: -judge(state.after(move), side, rng),
    )
    return next((move for move in ranked if tactics.refuting_side(move, 1) is None), ranked[0])


def judge(state: State, side: Sequence[int], rng: Random) -> float:
    """How good a position looks to a beginner: as it stands, and played on at random."""
    if state.outcome:
        return 2 * share(state.outcome.scores, side)
    imagined = tablier.playouts(state, IMAGINED_GAMES, seed=rng.getrandbits(SEED_BITS)).scores
    return share(state.settle(), side) + share(imagined, side)


def share(scores: Sequence[float], side: Sequence[int]) -> float:
    """A side's share of the points."""
    return sum(scores[seat] for seat in side) / (sum(scores) or 1.0)


@dataclass(frozen=True)
class Share:
    """What the beginner got of the points against a level."""

    game: str
    level: int
    shares: tuple[float, ...]

    @property
    def mean(self) -> float:
        return fmean(self.shares)

    @property
    def error(self) -> float:
        """Half of the interval that holds the truth 95 times in 100."""
        return 1.96 * stdev(self.shares) / sqrt(len(self.shares))


def play_beginner(game: Game, level: int, *, games: int, seed: int = 0) -> Share:
    """Games of the beginner on one side against a level on all others, in every order of seats."""
    shares = [share for _, share in zip(range(games), play_on(game, f"level:{level}", seed), strict=False)]
    return Share(game.id, level, tuple(shares))


def play_on(game: Game, opponent: str, seed: int) -> Iterator[float]:
    """The beginner's share in one game after the other: each opening is played in every order."""
    number = 0
    while True:
        opening = random_opening(game, len(game.seats), Random(f"{seed} opening {number}"))
        for order in orders([NAME, *(opponent for _ in game.sides[1:])]):
            seats = seat_bots(game, order)
            rng = Random(f"{seed} game {number} {order}")
            match = play_game(Match(game).play(*opening), seats, rng)
            assert match.outcome is not None
            scores = match.outcome.scores
            own = sum(score for score, name in zip(scores, seats, strict=True) if name == NAME)
            yield own / sum(scores)
        number += 1


def play_game(match: Match, seats: Sequence[str], rng: Random) -> Match:
    """The match played to its end by these players."""
    bots = {name: bot(name) for name in seats if name != NAME}
    while match.outcome is None:
        name = seats[match.turn]
        if name == NAME:
            match.push(choose_as_beginner(match, rng))
        else:
            match.push(bots[name].choose(match, seed=rng.getrandbits(SEED_BITS)).move)
    return match


def aims(game: Game) -> tuple[float, float]:
    """The share that the beginner should get against level 1 at least, and about against level 2."""
    sides = len(game.sides)
    return WIN_SHARE.get(sides, 2 / sides), 1 / sides


def table(found: Sequence[Share]) -> str:
    """The results as lines of a Markdown table, one for each game."""
    lines = [
        "| game | against level 1 | aim | against level 2 | aim | games |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name in dict.fromkeys(each.game for each in found):
        first, second = (
            next(each for each in found if (each.game, each.level) == (name, level)) for level in (1, 2)
        )
        win, even = aims(tablier.game(name))
        lines.append(
            f"| {tablier.registry.kind(name).title} | {first.mean:.0%} ± {first.error:.0%} | ≥ {win:.0%} "
            f"| {second.mean:.0%} ± {second.error:.0%} | {even:.0%} | {len(first.shares)} |"
        )
    return "\n".join(lines)


@click.command()
@click.option("--games", default=60, show_default=True, type=click.IntRange(2), help="Against each level.")
@click.option("--game", "names", multiple=True, type=click.Choice(tablier.games()), help="Only this one.")
def main(games: int, names: Sequence[str]) -> None:
    """Print what the beginner gets against levels 1 and 2 of every game."""
    found = []
    for name in names or tablier.games():
        for level in (1, 2):
            found.append(play_beginner(tablier.game(name), level, games=games))
            click.echo(f"{name} level {level}: {found[-1].mean:.1%} ± {found[-1].error:.1%}", err=True)
    click.echo(table(found))


if __name__ == "__main__":
    main()
