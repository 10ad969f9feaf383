"""Whatever text is read as a position, a move or a record: it is understood, or refused with a ValueError."""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablier
from tablier.match import Match
from tablier.record import Record
from tests.fuzz.effort import effort

GAMES = [tablier.game(name) for name in tablier.games()]
SIGNS = st.sampled_from(
    [*"abcxoXO0123456789/-+=.[](){}\\\"'*:,; \n\t\0", "é", "\u202e", "\U0001f600", "9" * 30]
)
EDITS = st.lists(st.tuples(st.integers(0, 400), st.sampled_from("idr"), SIGNS), max_size=6)


def edit(text: str, edits: list[tuple[int, str, str]]) -> str:
    """A text with some characters inserted, deleted or replaced."""
    for place, how, sign in edits:
        at = place % (len(text) + 1)
        text = text[:at] + ("" if how == "d" else sign) + text[at + (how != "i") :]
    return text


def sample_match(game: tablier.Game, seed: int) -> Match:
    """A random game, not necessarily to its end."""
    rng = Random(seed)
    match = Match(game)
    for _ in range(rng.randrange(40)):
        if match.outcome is not None:
            break
        match.push(rng.choice(match.legal_moves))
    return match


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@effort(20)
@given(data=st.data(), seed=st.integers(0, 20), edits=EDITS)
def test_positions_and_moves(game: tablier.Game, data: st.DataObject, seed: int, edits: list[Any]) -> None:
    match = sample_match(game, seed)
    text = data.draw(st.one_of(st.just(edit(str(match.state), edits)), st.text(max_size=60)))
    try:
        state = game.read(text)
    except ValueError:
        pass
    else:
        assert game.read(str(state)) == state
    move = edit(game.texts[seed % len(game.texts)], edits)
    with suppress(ValueError):
        assert game.texts[game.move(move)].lower() == move.strip().lower()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@effort(30)
@given(seed=st.integers(0, 20), edits=EDITS)
def test_records_as_text(game: tablier.Game, seed: int, edits: list[Any]) -> None:
    text = edit(str(Record(sample_match(game, seed))), edits)
    try:
        record = Record.read(text)
    except ValueError:
        return
    assert Record.read(str(record)) == record


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@effort(30)
@given(data=st.data(), seed=st.integers(0, 20), edits=EDITS)
def test_records_as_json(game: tablier.Game, data: st.DataObject, seed: int, edits: list[Any]) -> None:
    found = json.loads(Record(sample_match(game, seed)).to_json())
    for name in data.draw(st.lists(st.sampled_from(sorted(found)), max_size=3)):
        found[name] = data.draw(JSON)
    text = json.dumps(found)
    if data.draw(st.booleans()):
        text = edit(text, edits)
    try:
        record = Record.from_json(text)
    except ValueError:
        return
    assert Record.from_json(record.to_json()) == record
