"""How strong somebody seems to be by the games he played, for any number of seats and teams. Pure: no store.

The model is that of Plackett and Luce as openskill computes it. A rating is a belief: the likeliest strength,
and how far from it the truth may lie. Both are in points of Elo: 400 more are ten times the chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log
from statistics import fmean
from typing import Any, NamedTuple

from msgspec import Struct
from openskill.models import PlackettLuce

from tablier.bots.levels import first_strength
from tablier.server.situation import Situation

SURE = 1.96
"""Error bars hold the truth 95 times in 100."""


class Rating(NamedTuple):
    mean: float
    spread: float
    """The standard deviation of the belief."""

    @property
    def points(self) -> int:
        return round(self.mean)

    @property
    def error(self) -> int:
        """Half the width of the error bar."""
        return round(SURE * self.spread)

    @property
    def sure(self) -> float:
        """The lower end of the error bar: what boards are ordered by."""
        return self.mean - SURE * self.spread

    @property
    def is_provisional(self) -> bool:
        return self.spread > PROVISIONAL

    def __str__(self) -> str:
        return f"{self.points} ± {self.error}"


NEWCOMER = Rating(1500.0, 250.0)
PROVISIONAL = NEWCOMER.spread / 2
"""Beyond this spread not much is known yet."""


def _whole(*_: Any) -> float:
    """Every game narrows the belief by all it says."""
    return 1.0


# Played out with players of known strength, this makes the error bars true: after 5 games as after 60 they
# held 95 of 100 strengths. openskill's own proportions kept them half as wide again and overshot.
_MODEL = PlackettLuce(
    mu=NEWCOMER.mean,
    sigma=NEWCOMER.spread,
    beta=400 / log(10) / 2,
    tau=NEWCOMER.spread / 100,
    gamma=_whole,
)


class Played(Struct, frozen=True):
    """A rated game that was played: all that ratings follow from."""

    ended: float
    match: str
    game: str
    players: tuple[str, ...]
    """By seat: persons by their ids, bots by their names. A bot may have several seats."""
    sides: tuple[tuple[int, ...], ...]
    """The seats that win and lose together."""
    places: tuple[int, ...]
    """By seat, 1 being the first; those who share it tie."""

    @property
    def key(self) -> tuple[float, str]:
        """Games count in the order of their ends."""
        return self.ended, self.match


def played(match: str, now: Situation) -> Played | None:
    """What a table adds to the ratings; None unless a rated game has been played to an end there.

    Nothing has been played before the first move, nor before everybody made one where all agreed to stop.
    """
    outcome, moves = now.match.outcome, len(now.match.moves)
    if not now.terms.rated or outcome is None or now.last is None:
        return None
    if moves < (len(now.seats) if outcome.reason == "agreed" else 1):
        return None
    return Played(
        ended=now.last.at,
        match=match,
        game=now.created.game,
        players=tuple(seat.person or seat.bot for seat in now.seats),
        sides=now.match.game.sides,
        places=outcome.places,
    )


def start(player: str, game: str) -> Rating:
    """What is believed of somebody who has not played yet."""
    strength = first_strength(player, game)
    return NEWCOMER if strength is None else Rating(*strength)


def rate(game: Played, before: Mapping[str, Rating]) -> dict[str, Rating]:
    """What is believed of everybody after a game.

    A bot with several seats has played one game: it gets the mean of what its seats would.

    >>> game = Played(0.0, "m", "g", ("ann", "bob"), ((0,), (1,)), (1, 2))
    >>> after = rate(game, {"ann": NEWCOMER, "bob": NEWCOMER})
    >>> str(after["ann"]), str(after["bob"])
    ('1583 ± 462', '1417 ± 462')
    """
    teams = [
        [
            _MODEL.rating(mu=each.mean, sigma=each.spread)
            for each in (before[game.players[seat]] for seat in side)
        ]
        for side in game.sides
    ]
    after = _MODEL.rate(teams, ranks=[game.places[side[0]] for side in game.sides])
    found: dict[str, list[Rating]] = {}
    for side, ratings in zip(game.sides, after, strict=True):
        for seat, rating in zip(side, ratings, strict=True):
            found.setdefault(game.players[seat], []).append(Rating(rating.mu, rating.sigma))
    return {
        player: Rating(fmean(each.mean for each in seats), fmean(each.spread for each in seats))
        for player, seats in found.items()
    }
