"""Every game has eight levels; what is forced at once is never missed from level 4 on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from tablier import Game, Match, State
from tablier.bots import Limit, bot
from tests.slow import forces, shares, side_to_move

MOST = 150
"""Legal moves of a position that plain recursion can look through."""


WANTED = 3
"""Positions that a law is asked of in each game, if random games have as many."""
GAMES = 100
"""Random games in which they are looked for."""


@dataclass
class Search:
    """Positions near the end of random games in which some legal moves are good and others are not."""

    game: Game
    good: Callable[[State], set[int]]
    last: int
    """Only so many positions before the end are looked at."""
    found: list[tuple[State, set[int]]] = field(default_factory=list)
    is_last_move_a_choice: bool = False
    """False where it was always the only legal move, as on a board that is played until it is full."""

    def __post_init__(self) -> None:
        rng = Random(repr(self.game))
        for _ in range(GAMES):
            match = Match(self.game)
            while not match.outcome:
                match.push(rng.choice(match.legal_moves))
            self.is_last_move_a_choice |= len(match.states[-2].legal_moves) > 1
            for state in match.states[-1 - self.last : -1]:
                moves = self.good(state) if 1 < len(state.legal_moves) <= MOST else set()
                if 0 < len(moves) < len(state.legal_moves):
                    self.found.append((state, moves))
                if len(self.found) == WANTED:
                    return


def winning_moves(state: State) -> set[int]:
    """The moves that end the game with the most that one side can get."""
    side, most = side_to_move(state), state.game.rules.max_share
    ended = {move: shares(state.after(move)) for move in state.legal_moves}
    return {move for move, found in ended.items() if found and found[side] > most - 1e-9}


def safe_moves(state: State) -> set[int]:
    """The moves after which no other side can force a win within one turn of its own."""
    own, most = side_to_move(state), state.game.rules.max_share
    others = [side for side in range(len(state.game.sides)) if side != own]
    return {
        move
        for move in state.legal_moves
        if not any(forces(state.after(move), other, 1, most) for other in others)
    }


def test_level_4_never_misses_a_win_in_one(game: Game) -> None:
    search = Search(game, winning_moves, last=4)
    assert len(search.found) == (WANTED if search.is_last_move_a_choice else 0)
    for state, wins in search.found:
        assert bot("level:4").choose(state, limit=Limit(nodes=50), seed=1).move in wins


def test_level_4_never_walks_into_a_loss_in_one(game: Game) -> None:
    search = Search(game, safe_moves, last=2)  # before that a safe move may lose by force, one turn later
    assert search.found
    for state, safe in search.found:
        chosen = bot("level:4").choose(state, limit=Limit(nodes=50), seed=1).best[0]
        # Where there are places, a certain second one may be better than a vague hope for the first.
        assert chosen.move in safe or (chosen.proven and chosen.shares[state.turn] > 0)
