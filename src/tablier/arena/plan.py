"""Which games are to be played.

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

from tablier.bots import Limit, bot
from tablier.game import Game
from tablier.match import Match

TRIES = 1000
"""How many random openings may end the game before there is taken to be none that long."""
SEED_BITS = 53
"""What any reader of JSON keeps exactly."""


class Lineup(Enum):
    """Who meets whom where there are more than two sides, or fewer bots than sides."""

    MIXED = "mixed"
    """Different bots as far as they go, and every way to fill the rest with them."""
    ALONE = "alone"
    """The first bot on one side, on all others the second; then the third, and so on."""


@dataclass(frozen=True)
class Job:
    """One game to be played: all there is to know, so that it can be played anywhere."""

    game: Game
    bots: tuple[str, ...]
    """By seat. Partners are the same bot."""
    opening: tuple[str, ...]
    seed: int
    limit: Limit | None = None
    """For every bot instead of its own."""

    @cached_property
    def key(self) -> str:
        """What makes this game this game; how its bots think is part of it, so that tuned ones play anew."""
        facts = {
            "game": self.game.id,
            "options": dict(self.game.options),
            "bots": self.bots,
            "plans": [repr(bot(name).plan(self.game)) for name in self.bots],
            "opening": self.opening,
            "seed": self.seed,
            "limit": asdict(self.limit) if self.limit else None,
        }
        return sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:24]


def plan(
    game: Game,
    bots: Sequence[str],
    *,
    games: int,
    seed: int = 0,
    openings: int | None = None,
    limit: Limit | None = None,
    lineup: Lineup = Lineup.MIXED,
) -> tuple[Job, ...]:
    """At least so many games, up to the end of the last lineup's turn.

    `openings` is how many plies are played at random before the bots take over: one a seat if not said.

    >>> import tablier
    >>> for job in plan(tablier.game("quixo"), ["level:1", "random"], games=1, openings=1):
    ...     print(*job.bots, *job.opening)
    level:1 random a4a5
    random level:1 a4a5
    """
    names = tuple(bot(name).name for name in bots)
    plies = len(game.seats) if openings is None else openings
    _check(names, games, plies)
    jobs: list[Job] = []
    for number in count():
        opening = random_opening(game, plies, Random(f"{seed} opening {number}"))
        for line in lineups(names, len(game.sides), lineup):
            for order in orders(line):
                chance = Random(f"{seed} game {number} {' '.join(order)}")
                jobs.append(Job(game, seated(game, order), opening, chance.getrandbits(SEED_BITS), limit))
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
        raise ValueError(f"an opening has no plies or some, not {plies}")


def lineups(bots: Sequence[str], sides: int, kind: Lineup = Lineup.MIXED) -> Iterator[tuple[str, ...]]:
    """Which bots sit down together.

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
    """Every order in which a lineup can sit, each once."""
    return tuple(dict.fromkeys(permutations(line)))


def seated(game: Game, order: Sequence[str]) -> tuple[str, ...]:
    """From one bot per side to one per seat."""
    at = {seat: name for side, name in zip(game.sides, order, strict=True) for seat in side}
    return tuple(at[seat] for seat in range(len(game.seats)))


def random_opening(game: Game, plies: int, chance: Random) -> tuple[str, ...]:
    """The texts of some random moves after which the game goes on."""
    for _ in range(TRIES):
        match = Match(game)
        while len(match.moves) < plies and match.outcome is None:
            match.push(chance.choice(match.legal_moves))
        if match.outcome is None:
            return tuple(game.text(move) for move in match.moves)
    raise ValueError(f"{game.title} is over before {plies} random plies are played: ask for shorter openings")
