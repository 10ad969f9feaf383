"""A game looked at again: reproducible, fair to the mover's side, and not louder than its noise."""

from __future__ import annotations

import doctest
import sys
from random import Random

import pytest

import tablier
from tablier import Match
from tablier.bots import Branch, Limit, Opinion, Review, opinion, review

FEW = Limit(nodes=300)


def random_match(name: str, *, most: int = 12, seed: int = 3) -> Match:
    rng = Random(seed)
    match = Match(tablier.game(name))
    while match.legal_moves and len(match.moves) < most:
        match.push(rng.choice(match.legal_moves))
    return match


def decided() -> Match:
    """Ends with a line after one certain mistake, the fifth move."""
    game = tablier.game("quixo", size=3)
    return Match(game).play("a2a1", "b1b3", "a3c3", "b1a1", "c1c3", "a2a1")


@pytest.mark.parametrize("name", tablier.games())
def test_every_game_can_be_reviewed_and_the_same_comes_out(name: str) -> None:
    match = random_match(name, most=6)
    one, two = (review(match, limit=FEW) for _ in range(2))
    assert one.is_done
    assert len(one.shares) == len(match.moves) + 1
    assert len(one.moves) == len(match.moves)
    assert (one.shares, one.moves) == (two.shares, two.moves)
    for shares in one.shares:
        assert sum(shares) == pytest.approx(1)
    for ply, (judged, state) in enumerate(zip(one.moves, match.states, strict=False)):
        assert (judged.ply, judged.seat, judged.move) == (ply, state.turn, match.moves[ply])
        assert judged.best in state.legal_moves
        assert judged.line[0] == judged.best
        assert 0 <= judged.lost <= 1
        assert judged.lost == 0 or judged.best != judged.move


def test_a_game_may_ask_for_a_longer_look(monkeypatch: pytest.MonkeyPatch) -> None:
    match = random_match("olix")
    usual, short = opinion(match), opinion(match, limit=FEW)
    monkeypatch.setattr(type(match.game), "review_limit", FEW)
    assert opinion(match) == short != usual
    assert opinion(match, limit=Limit(nodes=400)) != short
    assert opinion(match, by="level:6") not in (short, usual)


def test_a_certain_mistake_is_found_and_nothing_else_is_called_one() -> None:
    match = decided()
    seen = review(match, limit=Limit(nodes=3000))
    (worst,) = seen.mistakes()
    assert (worst.ply, worst.seat, worst.lost, worst.noise) == (4, 0, 1.0, 0.0)
    assert (worst.shares, worst.best_shares) == ((0.0, 1.0), (1.0, 0.0))
    assert seen.mistakes(1) == ()
    assert seen.shares[-1] == (0.0, 1.0)


def test_it_grows_from_the_first_move_on() -> None:
    match = decided()
    grown: list[tuple[int, int]] = []
    done = review(match, limit=FEW, progress=lambda seen: grown.append((len(seen.shares), len(seen.moves))))
    assert grown == sorted(grown)
    assert grown[-1] == (7, 6)
    assert len(grown) == sum(done.has(Branch(ply)) for ply in range(7)) + sum(
        done.has(Branch(move.ply, move.best)) for move in done.moves if move.best != move.move
    )


def test_pieces_done_elsewhere_and_in_any_order_add_up_to_the_same() -> None:
    match = random_match("x", most=5)
    whole = review(match, limit=FEW)
    asked = []
    apart = Review(match)
    while (branch := apart.next_branch) is not None:
        asked.append(branch)
        apart.add(branch, opinion(apart.branch(branch), limit=FEW))
    again = Review(match)
    for branch in reversed(asked):
        again.add(branch, opinion(again.branch(branch), limit=FEW))
    assert again.moves == apart.moves == whole.moves
    assert again.shares == whole.shares


def told(match: Match, opinions: dict[Branch, Opinion]) -> Review:
    seen = Review(match)
    for branch, each in opinions.items():
        seen.add(branch, each)
    return seen


def test_what_is_lost_is_the_sides() -> None:
    game = tablier.game("quixo-teams")
    match = Match(game)
    played, best = match.legal_moves[:2]
    match.push(played)
    even, good = (0.25,) * 4, (0.35, 0.15, 0.35, 0.15)
    seen = told(
        match,
        {
            Branch(0): Opinion(good, best, (best,), False),
            Branch(0, best): Opinion(good, 0, (0,), False),
            Branch(1): Opinion(even, 0, (0,), False),
            Branch(1, 0): Opinion(even, 0, (0,), False),
        },
    )
    assert seen.is_done
    assert seen.moves[0].lost == pytest.approx(0.2)
    assert seen.moves[0].is_mistake


@pytest.mark.parametrize(
    ("best_share", "best_proven", "share", "proven", "is_mistake"),
    [
        (0.6, False, 0.52, False, False),
        (0.6, False, 0.48, False, True),
        (1.0, True, 0.85, False, False),
        (1.0, True, 0.75, False, True),
        (0.15, False, 0.0, True, False),
        (0.5, True, 0.45, True, True),
        (0.5, False, 0.9, False, False),
    ],
)
def test_a_mistake_is_more_than_noise(
    best_share: float, best_proven: bool, share: float, proven: bool, is_mistake: bool
) -> None:
    match = Match(tablier.game("quixo"))
    played, best = match.legal_moves[:2]
    match.push(played)
    seen = told(
        match,
        {
            Branch(0): Opinion((best_share, 1 - best_share), best, (best,), best_proven),
            Branch(0, best): Opinion((best_share, 1 - best_share), 0, (0,), best_proven),
            Branch(1): Opinion((share, 1 - share), 0, (0,), proven),
        },
    )
    judged = seen.judge(0, played)
    assert judged is not None
    assert judged.lost == pytest.approx(max(0, best_share - share))
    assert judged.is_mistake is is_mistake


def test_other_moves_can_be_judged_too() -> None:
    match = decided()
    seen = review(match, limit=Limit(nodes=3000))
    made, best = seen.moves[4].move, seen.moves[4].best
    other = next(move for move in match.states[4].legal_moves if move not in (made, best))
    assert seen.judge(4, other) is None
    seen.add(Branch(4, other), opinion(seen.branch(Branch(4, other)), limit=FEW))
    judged = seen.judge(4, other)
    assert judged is not None
    assert (judged.move, judged.best) == (other, best)
    own = seen.judge(4, best)
    assert own is not None
    assert own.lost == 0
    assert seen.judge(6, 0) is None  # the game is over there


def test_a_game_that_was_given_up_is_weighed_to_the_last_position() -> None:
    match = random_match("quixo", most=3)
    match.resign(1)
    seen = review(match, limit=FEW)
    assert len(seen.shares) == 4
    assert 0 < seen.shares[-1][0] < 1


def test_a_draw_by_repetition_is_even() -> None:
    match = Match(tablier.game("quixo"))
    for _ in range(60):
        if match.outcome:
            break
        match.push(match.legal_moves[0] if len(match.moves) % 2 else match.legal_moves[-1])
    assert match.outcome is not None
    assert opinion(match).proven


def test_the_worked_example() -> None:
    found = doctest.testmod(sys.modules["tablier.bots.reviewing"])
    assert found.attempted
    assert not found.failed


def judged_shares(name: str, before: tuple[float, ...], after: tuple[float, ...]) -> Review:
    """The first move of a game, which leads from these shares to those; another one would have kept them."""
    match = Match(tablier.game(name))
    best, made = match.legal_moves[:2]
    match.push(made)
    seen = Review(match)
    seen.add(Branch(0), Opinion(before, best, (best,), False))
    seen.add(Branch(0, best), Opinion(before, None, (), False))
    seen.add(Branch(1), Opinion(after, None, (), False))
    return seen


def test_the_accuracy_does_not_depend_on_the_number_of_seats() -> None:
    two = judged_shares("quixo", (0.8, 0.2), (0.4, 0.6)).accuracy(0)
    three = judged_shares("x", (0.6, 0.2, 0.2), (0.3, 0.4, 0.3)).accuracy(0)
    four = judged_shares("plateau-x", (0.4, 0.2, 0.2, 0.2), (0.2, 0.3, 0.3, 0.2)).accuracy(0)
    partners = judged_shares("quixo-teams", (0.4, 0.1, 0.4, 0.1), (0.2, 0.3, 0.2, 0.3)).accuracy(0)
    assert two == three == four == partners == pytest.approx(12.5)
    assert judged_shares("x", (0.6, 0.2, 0.2), (0.0, 0.5, 0.5)).accuracy(0) == 0
    assert judged_shares("x", (0.6, 0.2, 0.2), (0.6, 0.2, 0.2)).accuracy(0) == 100
    assert judged_shares("x", (0.01, 0.5, 0.49), (0.0, 0.5, 0.5)).accuracy(0) is None  # nothing to lose
    assert judged_shares("x", (0.6, 0.2, 0.2), (0.6, 0.2, 0.2)).accuracy(1) is None  # it has not moved


@pytest.mark.parametrize("name", ["quixo", "x", "plateau-x"])
def test_the_reviewers_own_play_is_perfect_and_random_play_is_not(name: str) -> None:
    options = {"size": 6} if name == "x" else {}
    match, rng = Match(tablier.game(name, **options)), Random(1)
    while match.legal_moves and len(match.moves) < 16:
        own = match.turn == 0
        match.push(opinion(match, limit=FEW).move or 0 if own else rng.choice(match.legal_moves))
    seen = review(match, limit=FEW)
    others = [seen.accuracy(seat) for seat in range(1, len(match.game.seats))]
    assert seen.accuracy(0) == 100
    assert max(each for each in others if each is not None) < 90
