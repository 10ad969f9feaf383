"""Several rounds among the same people, with points: Plateau X's match play, or the best of n of any game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tablier.board_game import Game
from tablier.core.values import Outcome


class Standing(NamedTuple):
    """Where a player stands in a series."""

    player: str
    points: float
    firsts: int
    """First places held alone."""


class Series:
    """Rounds of one game; each round the players shift by one seat, and seat 0 begins (§P14).

    >>> import tablier
    >>> series = Series(tablier.game("quixo"), ["Ann", "Bob"], rounds=3)
    >>> series.add(Outcome((1.0, 0.0), "line"))
    >>> series.seating
    ('Bob', 'Ann')
    >>> series.add(Outcome((0.0, 1.0), "line"))
    >>> series.is_decided, series.winners
    (True, ('Ann',))
    """

    def __init__(self, game: Game, players: Sequence[str], *, rounds: int) -> None:
        if len(players) != len(game.seats):
            raise ValueError(f"{game.title} wants {len(game.seats)} players, not {len(players)}")
        if len(set(players)) != len(players):
            raise ValueError("two players have the same name")
        if isinstance(rounds, bool) or not isinstance(rounds, int) or rounds < 1:
            raise ValueError(f"a series has at least one round, not {rounds!r}")
        self.game = game
        self.players = tuple(players)
        self.rounds = rounds
        self.outcomes: list[Outcome] = []

    @property
    def seating(self) -> tuple[str, ...]:
        """Who sits where in the round to be played, by seat."""
        return self.seating_after(len(self.outcomes))

    def seating_after(self, played: int) -> tuple[str, ...]:
        """Who sits where after so many rounds."""
        shift = played % len(self.players)
        return self.players[shift:] + self.players[:shift]

    def add(self, outcome: Outcome) -> None:
        """Count a finished round."""
        if self.is_over:
            raise ValueError(f"all {self.rounds} rounds have been played")
        if len(outcome.scores) != len(self.players):
            raise ValueError(f"this outcome has {len(outcome.scores)} scores for {len(self.players)} players")
        self.outcomes.append(outcome)

    @property
    def is_over(self) -> bool:
        """Have all rounds been played?"""
        return len(self.outcomes) == self.rounds

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The players by points, then by first places held alone; equal ones in the order they came."""
        standings = [Standing(player, self._points(player), self._firsts(player)) for player in self.players]
        return tuple(sorted(standings, key=lambda standing: (-standing.points, -standing.firsts)))

    @property
    def winners(self) -> tuple[str, ...]:
        """Who leads, or has won when the series is over; several where they share it."""
        table = self.standings
        return tuple(standing.player for standing in table if standing[1:] == table[0][1:])

    @property
    def is_decided(self) -> bool:
        """Can nobody catch up with the leader any more, whatever the rounds left bring?"""
        if self.is_over:
            return True
        left = (self.rounds - len(self.outcomes)) * self.game.best_score
        leader, *others = self.standings
        # Partners sit on one side in every round, as all shift together, and win together.
        side = {self.players[seat] for seat in self.game.side(self.players.index(leader.player))}
        return all(leader.points > other.points + left for other in others if other.player not in side)

    def _points(self, player: str) -> float:
        return sum(
            outcome.scores[self.seating_after(played).index(player)]
            for played, outcome in enumerate(self.outcomes)
        )

    def _firsts(self, player: str) -> int:
        alone = 0
        for played, outcome in enumerate(self.outcomes):
            seat = self.seating_after(played).index(player)
            alone += seat in outcome.winners and set(outcome.winners) <= set(self.game.side(seat))
        return alone
