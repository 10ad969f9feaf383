"""The rating model, for any number of seats and teams. Pure: it knows no store.

Plackett-Luce as openskill computes it. A rating is a normal distribution over a player's strength, given by
its mean and standard deviation, on the Elo scale: 400 points more are odds of ten to one.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import log
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from tablier.bots.levels import initial_strength
from tablier.server.tables.state import TableState

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

Z_95 = 1.96
"""Standard deviations to either side of the mean that hold 95 % of a normal distribution."""


class Rating(NamedTuple):
    mean: float
    spread: float
    """The standard deviation."""

    @property
    def points(self) -> int:
        return round(self.mean)

    @property
    def error(self) -> int:
        """Half the width of the 95 % error bar."""
        return round(Z_95 * self.spread)

    @property
    def sure(self) -> float:
        """The lower end of the error bar, by which leaderboards are ordered."""
        return self.mean - Z_95 * self.spread

    @property
    def is_provisional(self) -> bool:
        return self.spread > PROVISIONAL

    def __str__(self) -> str:
        return f"{self.points} ± {self.error}"


NEWCOMER = Rating(1500.0, 250.0)
PROVISIONAL = NEWCOMER.spread / 2
"""A rating with a larger spread is shown as provisional."""


def _rate_all(*_: Any) -> float:
    """openskill's gamma: no game is discounted when the spread is updated."""
    return 1.0


# Chosen by simulation with players of known strength: with these parameters the error bars hold the true
# strength 95 times in 100, after 5 games as after 60. With openskill's defaults they are half as wide again.
@cache
def _model() -> PlackettLuce:
    from openskill.models import PlackettLuce  # where nothing is rated, as in a browser, it is not there

    return PlackettLuce(
        mu=NEWCOMER.mean,
        sigma=NEWCOMER.spread,
        beta=400 / log(10) / 2,
        tau=NEWCOMER.spread / 100,
        gamma=_rate_all,
    )


class RatedGame(Struct, frozen=True):
    """A finished rated game: the whole input of the ratings."""

    ended: float
    match: str
    game: str
    players: tuple[str, ...]
    """By seat: ids of persons, names of bots. A bot may have several seats."""
    sides: tuple[tuple[int, ...], ...]
    """The seats that win and lose together."""
    places: tuple[int, ...]
    """By seat, 1 being the first; equal places are ties."""
    counts: bool = True
    """Whether it changes the ratings."""

    @property
    def key(self) -> tuple[float, str]:
        """The order in which games are rated: by their end."""
        return self.ended, self.match


def rated_game(match: str, state: TableState) -> RatedGame | None:
    """The rated game that a table has finished; None if it is not rated, not over, or was no game.

    One with too few moves was none. Before 0.2 that was not an event: a game without a move was none, nor one
    that ended by agreement before every seat had moved.
    """
    outcome, moves = state.match.outcome, len(state.match.moves)
    if not state.terms.rated or outcome is None or state.last is None or state.uncounted == "few_moves":
        return None
    if moves < (len(state.seats) if outcome.reason == "agreed" else 1):
        return None
    return RatedGame(
        ended=state.last.at,
        match=match,
        game=state.created.game,
        players=tuple(seat.person or seat.bot for seat in state.seats),
        sides=state.match.game.sides,
        places=outcome.places,
        counts=state.uncounted is None,
    )


def initial_rating(player: str, game: str) -> Rating:
    """The rating of a player before the first rated game: a bot's by its level, a person's NEWCOMER."""
    strength = initial_strength(player, game)
    return NEWCOMER if strength is None else Rating(*strength)


def update_ratings(game: RatedGame, before: Mapping[str, Rating]) -> dict[str, Rating]:
    """The ratings of all players after a game.

    A bot with several seats has played one game: it gets the mean of its seats' ratings.

    >>> game = RatedGame(0.0, "m", "g", ("ann", "bob"), ((0,), (1,)), (1, 2))
    >>> after = update_ratings(game, {"ann": NEWCOMER, "bob": NEWCOMER})
    >>> str(after["ann"]), str(after["bob"])
    ('1583 ± 462', '1417 ± 462')
    """
    teams = [
        [
            _model().rating(mu=each.mean, sigma=each.spread)
            for each in (before[game.players[seat]] for seat in side)
        ]
        for side in game.sides
    ]
    after = _model().rate(teams, ranks=[game.places[side[0]] for side in game.sides])
    by_player: dict[str, list[Rating]] = {}
    for side, ratings in zip(game.sides, after, strict=True):
        for seat, rating in zip(side, ratings, strict=True):
            by_player.setdefault(game.players[seat], []).append(Rating(rating.mu, rating.sigma))
    return {
        player: Rating(fmean(each.mean for each in seats), fmean(each.spread for each in seats))
        for player, seats in by_player.items()
    }
