from __future__ import annotations

import time
from threading import Timer

import pytest

import tablier
from tablier import Game, State
from tablier.core.search import Position, Stop
from tablier.core.tree import Tree


def grown(state: State, simulations: int, **style: float) -> Tree:
    tree = Tree(Position(state, sides=state.game.sides), capacity=1 << 16, seed=3, **style)  # type: ignore[arg-type]
    tree.run(simulations)
    return tree


@pytest.fixture(params=["quixo", "quixo-teams", "x", "olix", "plateau-x", "plateau-x-double"])
def any_game(request: pytest.FixtureRequest) -> Game:
    return tablier.game(request.param)


def test_the_smallest_quixo_is_proven() -> None:
    tree = Tree(Position(tablier.game("quixo", size=3).start(), sides=((0,), (1,))), seed=3)
    tree.run(200_000)
    assert tree.proven
    assert tree.shares() == (1.0, 0.0)


def test_visits_add_up_and_shares_too(any_game: Game) -> None:
    tree = grown(any_game.start(), 300)
    moves = tree.candidates()
    assert {candidate.move for candidate in moves} == set(any_game.start().legal_moves)
    assert sum(candidate.visits for candidate in moves) == 300
    for shares in [tree.shares(), *(candidate.shares for candidate in moves)]:
        assert len(shares) == len(any_game.seats)
        assert sum(shares) == pytest.approx(1)


def test_moves_worth_a_look_are_foreseen() -> None:
    """Before a pawn is in play there is nothing to lay a Single or a Double for."""
    state = tablier.game("plateau-x").start()
    moves = grown(state, 1, judge=1.0, unfold=2, foresee=True).candidates()
    seen = [move for move in moves if state.game.paths[move.move][0][0] not in "SD"]
    assert sorted(move.visits for move in seen) == [1] * (len(seen) - 1) + [2]
    assert not any(move.visits for move in moves if move not in seen)
    moves = tuple(seen)
    best = max(move.shares[state.turn] for move in moves)
    assert moves[0].shares[state.turn] == pytest.approx(best)
    assert len({move.shares for move in moves}) > 1


def test_what_is_appraised_grows_the_same_tree_for_a_seed() -> None:
    state = tablier.game("x").start()
    one, two = (grown(state, 300, appraise=True) for _ in range(2))
    assert one.signature == two.signature != grown(state, 300).signature


def test_the_root_is_appraised_even_if_it_is_asked_first() -> None:
    """Moves are told apart by what the game says of them, which it says once."""
    state = tablier.game("x").start()
    asked, run = (Tree(Position(state, sides=state.game.sides), seed=1, appraise=True) for _ in range(2))
    asked.ensure()
    for tree in (asked, run):
        tree.run(300)
        tried = sum(candidate.visits > 0 for candidate in tree.candidates())
        assert 2 <= tried < 60


def test_who_cannot_appraise_plays_random_games() -> None:
    state = tablier.game("quixo").start()
    assert grown(state, 300, appraise=True).signature == grown(state, 300).signature


def test_same_seed_same_tree(any_game: Game) -> None:
    one, two = grown(any_game.start(), 300), grown(any_game.start(), 300)
    assert (one.signature, one.size, one.candidates()) == (two.signature, two.size, two.candidates())
    more = grown(any_game.start(), 301)
    assert one.signature != more.signature
    one.run(1)
    assert one.signature == more.signature


def test_the_pool_is_never_outgrown(any_game: Game) -> None:
    tree = Tree(Position(any_game.start(), sides=any_game.sides), capacity=2000, seed=1)
    tree.run(3000)
    assert tree.size <= 2000
    assert tree.simulations == 3000


def test_partners_share(any_game: Game) -> None:
    shares = grown(any_game.start(), 50).shares()
    for side in any_game.sides:
        assert len({shares[seat] for seat in side}) == 1


def test_three_seats_prove_only_what_is_certain_for_all() -> None:
    game = tablier.game("x", size=4)
    state = game.start()
    while len(state.legal_moves) > 7:
        state = state.after(state.legal_moves[0])
    tree = grown(state, 100_000)
    certain = exact(state)
    assert tree.proven == (certain is not None)
    if certain is not None:
        assert tree.shares() == certain


def exact(state: State) -> tuple[float, ...] | None:
    """Everybody's share when each plays for its own, None where somebody's whim decides it for the others."""
    if state.outcome is not None:
        return state.outcome.scores
    found = [exact(state.after(move)) for move in state.legal_moves]
    known = [scores for scores in found if scores is not None]
    best = max((scores[state.turn] for scores in known), default=-1.0)
    if best < 1 and len(known) < len(found):
        return None
    choices = {scores for scores in known if scores[state.turn] == best}
    return choices.pop() if len(choices) == 1 else None


def test_what_was_learned_below_a_move_is_kept() -> None:
    game = tablier.game("quixo")
    state = game.start()
    tree = grown(state, 5000)
    reply = tree.line()[:2]
    before = next(candidate for candidate in tree.candidates() if candidate.move == reply[0])
    after = state.after(reply[0])
    assert tree.follow(Position(after, sides=game.sides), reply[:1])
    assert tree.state == after
    assert tree.shares() == before.shares
    assert tree.line()[:1] == reply[1:]
    assert not tree.follow(Position(state, sides=game.sides), (state.legal_moves[0],) * 200)


def test_it_stops_at_once() -> None:
    stop = Stop()
    game = tablier.game("olix")
    tree = Tree(Position(game.start(), sides=game.sides, stop=stop))
    Timer(0.1, stop.set).start()
    begun = time.monotonic()
    tree.run(10**12)
    assert 0.05 < time.monotonic() - begun < 0.5


def test_sides_must_name_each_seat_once() -> None:
    with pytest.raises(ValueError, match="do not name each of 3 seats once"):
        Position(tablier.game("x").start(), sides=((0, 1), (1, 2)))


def test_a_tree_needs_room() -> None:
    with pytest.raises(ValueError, match="room for at least"):
        Tree(Position(tablier.game("x").start(), sides=((0,), (1,), (2,))), capacity=10)
