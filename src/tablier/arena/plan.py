"""The plan of a tournament: which games are played.

A round is one opening. In it every lineup of bots plays that opening in every order of seats, so that neither
the seats nor the opening favour anybody. A longer plan begins with the games of a shorter one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from functools import cached_property
from hashlib import sha256
from itertools import combinations, combinations_with_replacement, count, permutations
from random import Random

from tablier.board_game import Game
from tablier.bots import Limit, bot
from tablier.match import Match

TRIES = 1000
"""Random openings tried before the game is taken to be too short for their length."""
SEED_BITS = 53
"""Bits of a seed: a JSON number of this size is exact in every reader."""


class Lineup(Enum):
    """How bots are put together with more than two sides, or with fewer bots than sides.

    >>> Lineup("alone")
    <Lineup.ALONE: 'alone'>
    """

    MIXED = "mixed"
    """Every bot at least once, and every way to fill the other sides."""
    ALONE = "alone"
    """The first bot on one side, on all others the second; then the third, and so on."""


@dataclass(frozen=True)
class PlannedGame:
    """One game to be played: all there is to know, so that it can be played anywhere.

    >>> import tablier
    >>> job = PlannedGame(tablier.game("quixo"), ("level:1", "random"), ("a1e1",), seed=1)
    >>> len(job.key)
    24
    """

    game: Game
    bots: tuple[str, ...]
    """By seat. Partners are the same bot."""
    opening: tuple[str, ...]
    seed: int
    limit: Limit | None = None
    """For every bot instead of its own."""

    @cached_property
    def key(self) -> str:
        """Hash of all that the game depends on, the settings of its bots included: tuned bots play anew."""
        settings = [bot(name).settings(self.game) for name in self.bots]
        facts = {
            "game": self.game.id,
            "options": dict(self.game.options),
            "bots": self.bots,
            "plans": [each.log_text if each else "None" for each in settings],
            "opening": self.opening,
            "seed": self.seed,
            "limit": asdict(self.limit) if self.limit else None,
        }
        return sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:24]


def plan_games(
    game: Game,
    bots: Sequence[str],
    *,
    games: int,
    seed: int = 0,
    openings: int | None = None,
    limit: Limit | None = None,
    lineup: Lineup = Lineup.MIXED,
) -> tuple[PlannedGame, ...]:
    """At least `games` games; the orders of a lineup are planned together.

    `openings` is the number of random plies before the bots take over, by default one per seat.

    >>> import tablier
    >>> for job in plan_games(tablier.game("quixo"), ["level:1", "random"], games=1, openings=1):
    ...     print(*job.bots, *job.opening)
    level:1 random a4a5
    random level:1 a4a5
    """
    names = tuple(bot(name).name for name in bots)
    plies = len(game.seats) if openings is None else openings
    _check(names, games, plies)
    jobs: list[PlannedGame] = []
    for number in count():
        opening = random_opening(game, plies, Random(f"{seed} opening {number}"))
        for line in lineups(names, len(game.sides), lineup):
            for order in orders(line):
                rng = Random(f"{seed} game {number} {' '.join(order)}")
                jobs.append(
                    PlannedGame(game, seat_bots(game, order), opening, rng.getrandbits(SEED_BITS), limit)
                )
            if len(jobs) >= games:
                return tuple(jobs)
    raise AssertionError("rounds go on for ever")


def _check(names: Sequence[str], games: int, plies: int) -> None:
    if len(names) < 2:
        raise ValueError(f"an arena needs at least two bots, not {len(names)}")
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"{name} is named twice")
    if games < 1:
        raise ValueError(f"an arena plays at least one game, not {games}")
    if plies < 0:
        raise ValueError(f"an opening has 0 plies or more, not {plies}")


def lineups(bots: Sequence[str], sides: int, kind: Lineup = Lineup.MIXED) -> Iterator[tuple[str, ...]]:
    """The sets of bots that play together, one bot per side.

    >>> list(lineups("AB", 3))
    [('A', 'A', 'B'), ('A', 'B', 'B')]
    >>> list(lineups("ABC", 3, Lineup.ALONE))
    [('A', 'B', 'B'), ('A', 'C', 'C')]
    """
    if kind is Lineup.ALONE:
        for other in bots[1:]:
            yield (bots[0], *(other for _ in range(sides - 1)))
    elif len(bots) >= sides:
        yield from combinations(bots, sides)
    else:
        for line in combinations_with_replacement(bots, sides):
            if set(line) == set(bots):
                yield line


def orders(line: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The distinct orders of a lineup."""
    return tuple(dict.fromkeys(permutations(line)))


def seat_bots(game: Game, order: Sequence[str]) -> tuple[str, ...]:
    """From one bot per side to one per seat."""
    at = {seat: name for side, name in zip(game.sides, order, strict=True) for seat in side}
    return tuple(at[seat] for seat in range(len(game.seats)))


def random_opening(game: Game, plies: int, rng: Random) -> tuple[str, ...]:
    """The texts of `plies` random moves that do not end the game; ValueError if none are found."""
    for _ in range(TRIES):
        match = Match(game)
        while len(match.moves) < plies and match.outcome is None:
            match.push(rng.choice(match.legal_moves))
        if match.outcome is None:
            return tuple(game.text(move) for move in match.moves)
    raise ValueError(f"{game.title} is over before {plies} random plies are played: ask for shorter openings")
