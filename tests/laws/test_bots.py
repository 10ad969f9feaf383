"""Every game has eight levels; what is forced at once is never missed from level 4 on."""

from __future__ import annotations

from random import Random

from tablier import Game, Match, State
from tablier.bots import Limit, bot, names
from tests.slow import forces, shares, side_to_move

MOST = 150
"""Legal moves of a position that plain recursion can look through."""


def ends(game: Game, last: int) -> list[State]:
    """The last positions of some random games in which there is still something to choose."""
    chance, found = Random(repr(game)), []
    for _ in range(4):
        match = Match(game)
        while not match.outcome:
            match.push(chance.choice(match.legal_moves))
        found += match.states[-last:]
    return [state for state in found if 1 < len(state.legal_moves) <= MOST]


def test_every_level_plays(game: Game) -> None:
    state = game.start()
    for name in names():
        choice = bot(name).choose(state, limit=Limit(nodes=60), seed=1)
        assert choice.move in state.legal_moves
        assert choice.best[0].move == choice.line[0] == choice.move
        assert abs(sum(choice.shares) - 1) < 1e-9


def test_same_seed_same_choice(game: Game) -> None:
    state = game.start()
    for name in ("level:3", "level:6", "uct:40"):
        one, two = (bot(name).choose(state, limit=Limit(nodes=40), seed=9) for _ in range(2))
        assert one == two


def test_level_4_never_misses_a_win_in_one(game: Game) -> None:
    for state in ends(game, 5):
        side, top = side_to_move(state), game.rules.top
        ended = {move: shares(state.after(move)) for move in state.legal_moves}
        wins = {move for move, found in ended.items() if found and found[side] > top - 1e-9}
        if wins:
            assert bot("level:4").choose(state, limit=Limit(nodes=50), seed=1).move in wins


def test_level_4_never_walks_into_a_loss_in_one(game: Game) -> None:
    for state in ends(game, 3):
        side, top = side_to_move(state), game.rules.top
        others = [other for other in range(len(game.sides)) if other != side]
        safe = {
            move
            for move in state.legal_moves
            if not any(forces(state.after(move), other, 1, top) for other in others)
        }
        if safe:
            chosen = bot("level:4").choose(state, limit=Limit(nodes=50), seed=1).best[0]
            # Where there are places, a certain second one may be better than a vague hope for the first.
            assert chosen.move in safe or (chosen.proven and chosen.shares[state.turn] > 0)
