"""First lessons: what they show can be, what they ask can be missed, the last game can be won."""

from __future__ import annotations

import re
from random import Random

import pytest

from tablier.bots import bot
from tablier.bots.lesson_partner import play_to_lose, suggest_move
from tablier.lesson import Lesson, games_with_lesson, lesson_of
from tablier.match import Match
from tablier.web.languages import LANGUAGES
from tablier.web.rules import rule_page

STEPS = [
    (name, number) for name in games_with_lesson() for number in range(1, len(lesson_of(name).steps) + 1)
]
every_lesson = pytest.mark.parametrize("name", games_with_lesson())
every_step = pytest.mark.parametrize(("name", "number"), STEPS)
MAX_TURNS = 8
"""Own turns that somebody who plays well needs for the last game."""


def final(told: Lesson) -> int:
    return len(told.steps)


@every_lesson
def test_a_lesson_is_a_dozen_steps_and_then_a_game(name: str) -> None:
    told = lesson_of(name)
    assert 10 <= len(told.steps) <= 14
    kinds = [step.kind for step in told.steps]
    assert kinds[-1] == "play"
    assert kinds.count("play") == 1
    assert kinds.count("do") >= 6


@every_step
def test_a_step_begins_where_the_learner_is_to_move(name: str, number: int) -> None:
    told = lesson_of(name)
    match = told.begin(number)  # readable, and what it shows is legal
    assert str(told.played.read(str(match.start))) == str(match.start)
    if told.steps[number - 1].kind != "look":
        assert match.turn == 0
        assert match.outcome is None
    spots = {spot.name for spot in told.played.layout().spots}
    assert set(told.steps[number - 1].points.split()) <= spots


@every_step
def test_what_is_asked_can_be_done_and_can_be_missed(name: str, number: int) -> None:
    told = lesson_of(name)
    step = told.steps[number - 1]
    if step.kind != "do":
        return
    state = told.begin(number).state
    asked = told.asked(number)
    assert asked
    assert len(asked) < len(state.legal_moves)
    if isinstance(step.asks, str):
        assert len(asked) == len(step.asks.split()), "all of them are legal"
    for move in asked:
        answer = told.answer(number, [told.played.text(move)])  # the others' answers are legal
        assert answer.done
        assert answer.says == step.praise
        assert len(answer.match.moves) == answer.seen + 1 + len(step.answers.split())
    for move in set(state.legal_moves) - set(asked):
        answer = told.answer(number, [told.played.text(move)])
        assert not answer.done
        assert answer.says.template


@every_step
def test_a_mistake_that_is_explained_can_be_made(name: str, number: int) -> None:
    told = lesson_of(name)
    step, state = told.steps[number - 1], told.begin(number).state
    if step.kind != "do":
        assert not step.mistakes
        return
    said = {told.answer(number, [told.played.text(move)]).says for move in state.legal_moves}
    assert {words for _, words in step.mistakes} <= said
    assert step.otherwise in said


@every_step
def test_a_step_says_what_it_has_to(name: str, number: int) -> None:
    step = lesson_of(name).steps[number - 1]
    assert step.says.template
    assert len(step.says.template) <= 150
    assert bool(step.praise.template) == bool(step.otherwise.template) == (step.kind != "look")
    for language in LANGUAGES:
        assert f'id="{step.clause}"' in rule_page(name, language).html


@every_step
def test_a_step_without_a_position_follows_one_that_ends_in_one_way(name: str, number: int) -> None:
    told = lesson_of(name)
    if number == 1 or told.steps[number - 1].position:
        return
    before = told.steps[number - 2]
    assert before.kind == "look" or len(told.asked(number - 1)) == 1
    assert isinstance(before.asks, str | None)


def play_out(told: Lesson, person: str, seed: int) -> Match:
    """The last game, by somebody who follows the hints or by a bot."""
    match = told.begin(final(told))
    rng = Random(seed)
    for _ in range(100):
        if not match.legal_moves:
            break
        if person == "hints":
            move = suggest_move(match)
        else:
            move = bot(person).choose(match, seed=rng.getrandbits(32)).move
        texts = [match.game.text(each) for each in [*match.moves, move]]
        match = told.answer(final(told), texts, play_to_lose).match
    return match


@every_lesson
def test_the_last_game_is_won_by_following_the_hints(name: str) -> None:
    told = lesson_of(name)
    match = play_out(told, "hints", 0)
    assert match.outcome is not None
    assert 0 in match.outcome.winners
    mine = sum(state.turn == 0 for state in match.states[:-1])
    assert 2 <= mine <= MAX_TURNS


@every_lesson
def test_a_weak_player_wins_the_last_game_as_a_rule(name: str) -> None:
    ends = [play_out(lesson_of(name), "level:2", seed).outcome for seed in range(6)]
    assert sum(end is not None and 0 in end.winners for end in ends) >= 5


@every_lesson
def test_who_gives_way_neither_wins_nor_throws_the_game_away(name: str) -> None:
    told = lesson_of(name)
    for seed in range(2):
        match = play_out(told, "level:1", seed)
        for at, move in enumerate(match.moves):
            state = match.states[at]
            if state.turn != 0 and not all(state.after(other).outcome for other in state.legal_moves):
                assert state.after(move).outcome is None


def test_sentences_are_not_said_twice() -> None:
    """Each step has words of its own: a repeated sentence would not be read out again."""
    for name in games_with_lesson():
        says = [step.says.template for step in lesson_of(name).steps]
        assert len(says) == len(set(says))
        assert all(re.match(r"[A-Z0-9].*[.!?]$", text) for text in says)
