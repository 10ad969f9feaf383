from __future__ import annotations

import math
import time
from dataclasses import fields
from functools import partial
from threading import Thread, Timer
from typing import Any

import pytest

import tablier
from tablier import Game, State
from tablier.core.rules import MAX_MOVES
from tablier.games.olix.levels import TREE
from tablier.level import TreeSettings
from tablier.search.mcts import Tree
from tablier.search.problem import RootPosition, Stop


def grow(state: State, simulations: int, **settings: Any) -> Tree:
    position = RootPosition(state, sides=state.game.sides)
    tree = Tree(position, TreeSettings(**settings), capacity=1 << 16, seed=3)
    tree.run(simulations)
    return tree


@pytest.fixture(params=["quixo", "quixo-teams", "x", "olix", "plateau-x", "plateau-x-double"])
def any_game(request: pytest.FixtureRequest) -> Game:
    return tablier.game(request.param)


def test_the_smallest_quixo_is_proven() -> None:
    tree = Tree(RootPosition(tablier.game("quixo", size=3).start(), sides=((0,), (1,))), seed=3)
    tree.run(200_000)
    assert tree.proven
    assert tree.shares() == (1.0, 0.0)


def test_visits_add_up_and_shares_too(any_game: Game) -> None:
    tree = grow(any_game.start(), 300)
    moves = tree.candidates()
    assert {candidate.move for candidate in moves} == set(any_game.start().legal_moves)
    assert sum(candidate.visits for candidate in moves) == 300
    for shares in [tree.shares(), *(candidate.shares for candidate in moves)]:
        assert len(shares) == len(any_game.seats)
        assert sum(shares) == pytest.approx(1)


def test_decisive_moves_begin_with_their_evaluation() -> None:
    """Before a pawn is in play there is nothing to lay a Single or a Double for."""
    state = tablier.game("plateau-x").start()
    moves = grow(state, 1, value_weight=1.0, expand_after=2, evaluate_children=True).candidates()
    seen = [move for move in moves if state.game.paths[move.move][0][0] not in "SD"]
    assert sorted(move.visits for move in seen) == [1] * (len(seen) - 1) + [2]
    assert not any(move.visits for move in moves if move not in seen)
    moves = tuple(seen)
    best = max(move.shares[state.turn] for move in moves)
    assert moves[0].shares[state.turn] == pytest.approx(best)
    assert len({move.shares for move in moves}) > 1


def test_policy_and_value_grow_the_same_tree_for_a_seed() -> None:
    state = tablier.game("x").start()
    one, two = (grow(state, 300, policy_value=True) for _ in range(2))
    assert one.signature == two.signature != grow(state, 300).signature


def test_the_root_gets_its_policy_even_if_it_is_expanded_first() -> None:
    """The priors come from the game's policy, which is asked once, at expansion."""
    state = tablier.game("x").start()
    asked, run = (
        Tree(RootPosition(state, sides=state.game.sides), TreeSettings(policy_value=True), seed=1)
        for _ in range(2)
    )
    asked.ensure()
    for tree in (asked, run):
        tree.run(300)
        tried = sum(candidate.visits > 0 for candidate in tree.candidates())
        assert 2 <= tried < 60


def test_a_game_without_a_policy_plays_random_games() -> None:
    state = tablier.game("quixo").start()
    assert grow(state, 300, policy_value=True).signature == grow(state, 300).signature


def test_same_seed_same_tree(any_game: Game) -> None:
    one, two = grow(any_game.start(), 300), grow(any_game.start(), 300)
    assert (one.signature, one.size, one.candidates()) == (two.signature, two.size, two.candidates())
    more = grow(any_game.start(), 301)
    assert one.signature != more.signature
    one.run(1)
    assert one.signature == more.signature


def test_the_pool_is_never_outgrown(any_game: Game) -> None:
    tree = Tree(RootPosition(any_game.start(), sides=any_game.sides), capacity=2000, seed=1)
    tree.run(3000)
    assert tree.size <= 2000
    assert tree.simulations == 3000


def test_a_pool_keeps_room_for_the_lines_that_are_searched_most() -> None:
    """Its last eighth fills ever more slowly, and nodes are expanded long after it would have been full."""
    start, room = tablier.game("olix").start(), 1 << 18
    tree = Tree(RootPosition(start, sides=start.game.sides), TREE, capacity=room, seed=1)
    while tree.size < room - room // 8:
        tree.run(10)
    simulations = tree.simulations
    tree.run(simulations)  # at the rate so far this fills an eighth seven times
    size = tree.size
    assert size + MAX_MOVES <= room
    tree.run(8 * simulations)
    assert size < tree.size <= room


def test_partners_share(any_game: Game) -> None:
    shares = grow(any_game.start(), 50).shares()
    for side in any_game.sides:
        assert len({shares[seat] for seat in side}) == 1


def test_three_seats_prove_only_what_is_certain_for_all() -> None:
    game = tablier.game("x", size=4)
    state = game.start()
    while len(state.legal_moves) > 7:
        state = state.after(state.legal_moves[0])
    tree = grow(state, 100_000)
    certain = exact(state)
    assert tree.proven == (certain is not None)
    if certain is not None:
        assert tree.shares() == certain


def exact(state: State) -> tuple[float, ...] | None:
    """The shares by max^n; None where a choice that is equal to the mover decides the others' shares."""
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
    tree = grow(state, 5000)
    reply = tree.line()[:2]
    before = next(candidate for candidate in tree.candidates() if candidate.move == reply[0])
    after = state.after(reply[0])
    assert tree.follow(RootPosition(after, sides=game.sides), reply[:1])
    assert tree.state == after
    assert tree.shares() == before.shares
    assert tree.line()[:1] == reply[1:]
    assert not tree.follow(RootPosition(state, sides=game.sides), (state.legal_moves[0],) * 200)


def test_it_stops_at_once() -> None:
    stop = Stop()
    game = tablier.game("olix")
    tree = Tree(RootPosition(game.start(), sides=game.sides, stop=stop))
    Timer(0.1, stop.set).start()
    begun = time.monotonic()
    tree.run(10**12)
    assert 0.05 < time.monotonic() - begun < 0.5


def test_sides_must_name_each_seat_once() -> None:
    with pytest.raises(ValueError, match="do not name each of 3 seats once"):
        RootPosition(tablier.game("x").start(), sides=((0, 1), (1, 2)))


def test_a_tree_needs_room() -> None:
    with pytest.raises(ValueError, match="room for at least"):
        Tree(RootPosition(tablier.game("x").start(), sides=((0,), (1,), (2,))), capacity=10)


def test_the_settings_of_a_tree_are_all_known_to_it(any_game: Game) -> None:
    tree = Tree(RootPosition(any_game.start(), sides=any_game.sides), TreeSettings(c_puct=0.7))
    assert set(tree.parameters) == {field.name for field in fields(TreeSettings)}
    assert tree.parameters["c_puct"] == 0.7


@pytest.mark.parametrize(
    "wrong",
    [
        {"c_puct": math.nan},
        {"c_puct": -1.0},
        {"rave_k": math.inf},
        {"fpu_reduction": math.nan},
        {"value_weight": 1.5},
        {"overlook_chance": -0.1},
        {"expand_after": -1},
        {"force_nodes": -1},
    ],
)
def test_settings_out_of_range_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(wrong))} is "):
        grow(tablier.game("quixo").start(), 1, **wrong)


def test_wrong_settings_are_refused() -> None:
    position = RootPosition(tablier.game("quixo").start(), sides=((0,), (1,)))
    for wrong in ({"c_puct": 1.0}, 3, "plain", TreeSettings):
        with pytest.raises(TypeError, match="TreeSettings, not"):
            Tree(position, wrong)  # type: ignore[arg-type]  # this is what is tested


def test_what_cannot_be_decided_is_refused() -> None:
    game = tablier.game("quixo")
    tree = grow(game.start(), 10)
    legal = game.start().legal_moves[0]
    with pytest.raises(ValueError, match="no legal move of the root"):
        tree.decide(10**6, 0, 1)
    with pytest.raises(ValueError, match="there is no side 2"):
        tree.decide(legal, 2, 1)
    with pytest.raises(ValueError, match="0 to 64 turns, not 65"):
        tree.decide(legal, 0, 65)
    tree.decide(legal, 0, 1)
    assert tree.best_move == (legal, True)


def test_a_tree_follows_only_where_its_moves_lead() -> None:
    game, other = tablier.game("quixo"), tablier.game("quixo", size=4)
    tree = grow(game.start(), 2000)
    best = tree.line()[:1]
    with pytest.raises(ValueError, match="another game, or has other sides"):
        tree.follow(RootPosition(other.start(), sides=other.sides), best)
    with pytest.raises(ValueError, match="another game, or has other sides"):
        tree.follow(RootPosition(game.start().after(best[0]), sides=((1,), (0,))), best)
    with pytest.raises(ValueError, match="do not lead to the position"):
        tree.follow(RootPosition(game.start(), sides=game.sides), best)
    assert tree.follow(RootPosition(game.start().after(best[0]), sides=game.sides), best)


def test_a_tree_is_searched_by_one_thread_at_a_time() -> None:
    stop = Stop()
    game = tablier.game("olix")
    position = RootPosition(game.start(), sides=game.sides, stop=stop)
    tree = Tree(position)
    tree.ensure()
    thread = Thread(target=tree.run, args=(10**12,))
    thread.start()
    try:
        while not tree.simulations:
            time.sleep(0.001)
        for call in (partial(tree.run, 1), partial(tree.follow, position, ())):
            with pytest.raises(ValueError, match="another thread is searching"):
                call()
        assert tree.candidates()  # reading is allowed
    finally:
        stop.set()
        thread.join()
    tree.run(1)


def test_sides_may_not_be_empty() -> None:
    with pytest.raises(ValueError, match="do not name each of 2 seats once"):
        RootPosition(tablier.game("quixo").start(), sides=((0,), (1,), *[()] * 300))


# Wins by threats, in OLIX: each begins with this move alone, or with one that is as good.
BY_THREATS = [
    (3, "3b6r/7b3/7bb2/r1rrrr1bb2/5r1bb2/5brb3/3r1r1rbr1/r1b3b3r/7rb1r/b2b5r1/r9b b O6b,L-,I5b,X4r"),
    (4, "4r5b/11/5rbb3/4b6/1brrrrb4/2r1rbr3b/2rrrb4r/2rbrb1bb2/4r6/4b3b2/10b r O8r,L7r,I5r,X4r"),
    (8, "2b8/b10/b10/11/6r4/2r2brrrr1/2r2rrrrr1/1b7rr/5bbbbbb/2b7b/2b8 r O8r,L6r,I6b,X4r"),
]


@pytest.mark.parametrize(("turns", "text"), BY_THREATS)
def test_a_win_by_threats_is_proven_before_the_first_simulation(turns: int, text: str) -> None:
    state = tablier.game("olix").read(text)
    assert not grow(state, 1).proven
    tree = grow(state, 1, force_nodes=2_000)
    assert tree.proven
    assert tree.shares()[state.turn] == 1
    best = tree.candidates()[0]
    assert best.proven
    assert len(tree.candidates()) == len(state.legal_moves)
    reply = state.after(best.move)
    assert all(grow(reply.after(move), 1, force_nodes=2_000).proven for move in reply.legal_moves), turns


def test_all_but_the_only_reply_are_lost() -> None:
    game = tablier.game("olix")
    state = game.read("11/11/11/11/11/11/11/11/11/bbbbbbb4/rr1rr1rr1r1 r O-,L-,I7b,X-")
    tree = grow(state, 200, force_nodes=20)
    lost = {one.move for one in tree.candidates() if one.proven and one.shares[0] == 0}
    assert set(state.legal_moves) - lost == {game.move("h2")}
    assert tree.best_move[0] == game.move("h2")


def test_threats_leave_a_search_of_a_game_without_them_as_it_is(any_game: Game) -> None:
    one, other = (grow(any_game.start(), 300, force_nodes=nodes) for nodes in (0, 20))
    if any_game.id != "olix":
        assert other.parameters["force_nodes"] == 0
        assert one.signature == other.signature
