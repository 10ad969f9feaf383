"""Records read by hand: what is tolerated, what is refused, and where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablier
from tablier import Match, NotationError, Record

QUIXO = tablier.game("quixo")
HEAD = '[Game "quixo"]\n'


def test_a_record_reads_as_one_would_write_it() -> None:
    match = Match(tablier.game("quixo", size=4)).play("a1d1", "a4a1", "d1d4")
    match.resign(0)
    record = Record(
        match, players=("Ann", "Bob"), date="2026-11-15", times=(3.2, 4, 0.25), comments={2: "hm"}
    )
    assert str(record) == (
        '[Game "quixo"]\n[Options "size=4"]\n[Player1 "Ann"]\n[Player2 "Bob"]\n[Date "2026-11-15"]\n'
        '[Result "0-1"]\n[Reason "resigned"]\n[By "1"]\n\n'
        "1. a1d1 3.2s a4a1 4s {hm} 2. d1d4 0.25s\n0-1\n"
    )


def test_comments_line_ends_and_missing_tags_are_tolerated() -> None:
    text = (
        '; a club night\r\n[Game "quixo"]\r\n\r\n{first} 1. A1E1 ; the usual\r\n'
        " a5a1\r\n\r\n2. {why} e1e5 *\r\n; end"
    )
    record = Record.read(text)
    assert [QUIXO.text(move) for move in record.match.moves] == ["a1e1", "a5a1", "e1e5"]
    assert record.comments == {0: "a club night first", 1: "the usual", 2: "why"}
    assert Record.read(str(record)) == record
    assert Record.read("\ufeff" + text) == record


def test_a_file_holds_many() -> None:
    one = Record(Match(QUIXO).play("a1e1"))
    two = Record(Match(tablier.game("quixo-teams")).play("a1e1s"), tags={"Event": "open"})
    assert list(Record.read_all(f"{one}\n{two}\n\n; the end\n")) == [one, two]
    assert list(Record.read_all("")) == []
    with pytest.raises(NotationError, match="expected one record, found 2"):
        Record.read(f"{one}{two}")


@pytest.mark.parametrize(
    ("text", "line", "column", "problem"),
    [
        ("1. a1e1 *", 1, 1, "does not begin with"),
        (HEAD + "1. a1e1", 2, 8, "ends without a result"),
        (HEAD + "1. a1e1 a9a1 *", 2, 10, "“9” is not allowed here"),
        (HEAD + "1. a1e1 e1a1 *", 2, 9, "shows the other mark"),
        (HEAD + "1. a1e1\na5a1 3. e1e5 *", 3, 6, "is not the right move number"),
        (HEAD + "2. a1e1 *", 2, 1, "is not the right move number"),
        (HEAD + "1. a1e1 1: a5a1 *", 2, 9, "it is not 1:’s turn but seat 2’s"),
        (HEAD + "1. a1e1 1-0", 2, 9, "lead to the result \\*, not to 1-0"),
        (HEAD + '[Result "1-0"]\n1. a1e1 *', 2, 1, "lead to the result \\*, not to 1-0"),
        (HEAD + '[Reason "line"]\n1. a1e1 *', 2, 1, "do not end the game, by line"),
        (HEAD + '[Reason "resigned"]\n0-1', 2, 1, "does not say who resigned"),
        (HEAD + '[Reason "time"]\n[By "3"]\n0-1', 3, 1, "no seat"),
        (HEAD + '[Reason "time"]\n[By "x"]\n0-1', 3, 1, "By is a seat"),
        (HEAD + '[Options "size=6"]\n*', 1, 1, "size is one of"),
        (HEAD + '[Options "size"]\n*', 2, 1, "name=value"),
        (HEAD + '[Options "colour=red"]\n*', 1, 1, "no option 'colour'"),
        (HEAD + '[Start "5/5/5/5 x"]\n*', 2, 9, "the start position"),
        (HEAD + '[Date "yesterday"]\n*', 1, 1, "not a date"),
        (HEAD + '[Player2 "Bob"]\n*', 1, 1, "without a gap"),
        (HEAD + '[Player1 "Ann"]\n*', 1, 1, "has 2 players, not 1"),
        (HEAD + '[Game "quixo"]\n*', 2, 1, "appears twice"),
        (HEAD + "1. a1e1\n[Event]\n*", 3, 1, "a tag is written"),
        (HEAD + '1. a1e1\n[Event "x"]\n*', 3, 1, "lack a result"),
        (HEAD + "{never closed\n", 2, 1, "not closed"),
        (HEAD + "1. a1e1 2s a5a1 *", 2, 17, "all or none"),
        (HEAD + "2s *", 2, 1, "after its move"),
        ('[Game "chess"]\n*', 1, 1, "there is no game 'chess'"),
    ],
)
def test_mistakes_are_placed(text: str, line: int, column: int, problem: str) -> None:
    with pytest.raises(NotationError, match=problem) as caught:
        Record.read(text)
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "not JSON"),
        ("[1]", "is an object"),
        ("{}", "there is no game ''"),
        ('{"game": 3}', "game is not what it should be"),
        ('{"game": "quixo", "moves": "a1e1"}', "moves is not"),
        ('{"game": "quixo", "moves": [3]}', "moves is not"),
        ('{"game": "quixo", "moves": ["a1e1", "e1a1"]}', "move 2: e1a1: That cube shows the other mark"),
        ('{"game": "quixo", "times": [true], "moves": ["a1e1"]}', "times is not"),
        ('{"game": "quixo", "times": [-1], "moves": ["a1e1"]}', "from 0 to 1,000,000,000 seconds"),
        ('{"game": "quixo", "comments": {"1": "x"}}', "not made"),
        ('{"game": "quixo", "comments": {"x": "x"}}', "moves made before"),
        ('{"game": "quixo", "tags": {"Game": "x"}}', "belongs to the record itself"),
        ('{"game": "quixo", "reason": "line"}', "do not end the game, by line"),
        ('{"game": "quixo", "scores": [1, 0]}', "lead to the result"),
        ('{"game": "quixo", "reason": "resigned"}', "does not say who"),
        ('{"game": "quixo", "reason": "resigned", "by": true}', "by is not"),
        ('{"game": "quixo", "options": {"size": true}}', "size is one of"),
        ("[" * 100_000, "too deep"),
        ('{"times":[' + "9" * 5000 + "]}", "too many digits"),
        ('{"game": "quixo", "times": [1' + "0" * 4000 + '], "moves": ["a1e1"]}', "from 0 to"),
        ('{"game": "quixo", "moves": ["a1e1"], "seats": [1]}', r"by the seats \[0\], not by \[1\]"),
        ('{"game": "quixo", "moves": ["a1e1"], "seats": [0, 1]}', "not by"),
        ('{"game": "quixo", "moves": ["a1e1"], "seats": ["0"]}', "seats is not"),
        ('{"game": "quixo", "moves": ["a1e1"], "seats": [false]}', "seats is not"),
    ],
)
def test_json_mistakes_are_named(text: str, problem: str) -> None:
    with pytest.raises(NotationError, match=problem):
        Record.from_json(text)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('{"game": "quixo",\n "moves": ["a1e1",\n  "e1a1"]}', 3, 3),
        ('{"moves": ["a1e1", "a9"], "game": "quixo"}', 1, 20),
        ('{"game": "quixo", "moves": ["a1e1", 3]}', 1, 37),
        ('{"game": "quixo",\n "comments": {"0": "x", "7": "[]}"}}', 2, 30),
        (
            '{"game": "quixo", "moves": ["a1e1"],\n'
            ' "variations": [{"after": 0, "moves": ["a5a1"]},\n'
            '  {"after": 0, "moves": ["a2e2",\n  "e2a2"]}]}',
            4,
            3,
        ),
        ('{"game": "quixo", "moves": ["a1e1"],\n "variations": [{"after": 5, "moves": []}]}', 2, 27),
        ('\n {"moves": []}', 2, 2),
        ('{"game": "chess"}', 1, 10),
        ('{"game": "quixo", "players": ["Ann"]}', 1, 30),
        ('{"game": "quixo", "tags": {"a b": "x"}}', 1, 35),
        ('{"game": "quixo", "start":\n"5/5/5/5 x"}', 2, 1),
        ('{"game": "quixo", "reason": "resigned"}', 1, 29),
        ('{"game": "quixo", "scores": [1, 0]}', 1, 29),
        ('{"game": "quixo",\n "moves": ]}', 2, 11),
    ],
)
def test_json_mistakes_are_placed(text: str, line: int, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        Record.from_json(text)
    assert (caught.value.line, caught.value.column) == (line, column)


@given(
    st.lists(st.text(st.characters(codec="utf-8"), max_size=20), min_size=2, max_size=2),
    st.text(st.characters(codec="utf-8", exclude_characters="}"), max_size=200),
    st.dictionaries(st.from_regex(r"\A[A-Z][a-z]{3,8}\Z"), st.text(max_size=20), max_size=3),
)
def test_any_words_survive(players: list[str], comment: str, tags: dict[str, str]) -> None:
    tags = {
        name: value
        for name, value in tags.items()
        if name not in ("Game", "Date", "Start", "Result", "Reason")
    }
    comments = {1: comment} if comment.split() else {}
    record = Record(Match(QUIXO).play("a1e1"), players=tuple(players), comments=comments, tags=tags)
    assert Record.read(str(record)) == record
    assert Record.from_json(record.to_json()) == record


@given(st.text(st.sampled_from('[]{}";*. \n10-sae\\') | st.characters(codec="utf-8"), max_size=60))
def test_anything_else_is_refused_with_a_place(text: str) -> None:
    try:
        list(Record.read_all(HEAD + text))
    except NotationError as error:
        assert error.line >= 1
        assert error.column >= 1


@pytest.mark.parametrize(
    ("parts", "problem"),
    [
        ({"players": ["Ann"]}, "has 2 players"),
        ({"times": [1.0]}, "1 times for 0 moves"),
        ({"comments": {0: "a } b"}}, "no closing brace"),
        ({"comments": {0: "  "}}, "some words"),
        ({"tags": {"My tag": "x"}}, "cannot be the name of a tag"),
    ],
)
def test_a_record_is_checked_when_made(parts: dict[str, object], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        Record(Match(QUIXO), **parts)  # type: ignore[arg-type]


def test_a_record_is_the_same_as_plain_values() -> None:
    record = Record(Match(QUIXO).play("a1e1", "a5a1"), players=("Ann", "Bob"), times=(1, 2.5))
    assert record.to_dict()["seats"] == list(record.seats) == [0, 1]
    assert Record.from_dict(record.to_dict()) == record


def test_records_of_earlier_versions_have_no_seats() -> None:
    record = Record(Match(QUIXO).play("a1e1", "a5a1", "e1e5"))
    older = record.to_dict()
    del older["seats"]
    assert Record.from_dict(older) == record


class Order:
    """A game of three seats without a board, whose seats move in the order it is given."""

    id, title, seats, options = "order", "Order", ("A", "B", "C"), cast(dict[str, Any], {})

    def __init__(self, turns: Sequence[int]) -> None:
        self.turns = turns
        self.texts = tuple(f"m{move}" for move in range(len(turns)))

    def start(self) -> Moment:
        return Moment(self, 0)

    def move(self, text: str) -> int:
        return self.texts.index(text)


class Moment:
    """A state of such a game: so many moves have been made."""

    outcome, facts = None, None

    def __init__(self, game: Order, made: int) -> None:
        self.game, self.made = game, made

    turn = property(lambda self: self.game.turns[self.made])
    repetition_key = property(lambda self: self.made)

    def after(self, move: int) -> Moment:
        assert move == self.made
        return Moment(self.game, self.made + 1)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Moment) and other.made == self.made

    __hash__ = None  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("turns", "text"),
    [
        ((0, 1, 2, 0, 1), "1. m0 m1 m2 2. m3"),
        ((2, 0, 1, 2, 0), "1. m0 m1 m2 2. m3"),
        ((0, 1, 0, 1, 2, 0), "1. m0 m1 2. 1: m2 m3 m4"),  # C is passed over once
        ((0, 0, 1, 1, 2, 2, 0, 0), "1. m0 1: m1 m2 2: m3 m4 3: m5 2. m6"),  # everybody moves twice
        ((0, 1, 1, 2, 0), "1. m0 m1 2: m2 m3"),
        ((0, 2, 1, 0), "1. m0 3: m1 2. 2: m2"),  # the order turns round
    ],
)
def test_seats_need_not_move_in_turn(
    turns: tuple[int, ...], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Order(turns)
    for module in ("record_json", "record_reading"):
        monkeypatch.setattr(f"tablier.{module}.find_game", lambda name, **_: game)
    match = Match(cast(tablier.Game, game)).play(*game.texts[:-1])
    record = Record(match, comments={len(turns) - 1: "last"})
    assert record.seats == turns[:-1]
    assert str(record).splitlines()[-2] == text + " {last}"
    for again in (Record.read(str(record)), Record.from_json(record.to_json())):
        assert (again.match.moves, again.seats, again.comments) == (match.moves, turns[:-1], record.comments)
    with pytest.raises(NotationError, match="is not the right move number"):
        Record.read(str(record).replace("m1 ", "m1 7. ", 1))


def test_a_drawn_game_of_teams_is_read_from_records_that_gave_each_seat_a_quarter() -> None:
    match = Match(tablier.game("quixo-teams"))
    match.agree()
    record = Record(match)
    assert Record.read(str(record).replace("0.5", "0.25")).match == match
    assert Record.from_json(record.to_json().replace("0.5", "0.25")).match == match
    with pytest.raises(NotationError, match="lead to the result"):
        Record.read(str(record).replace("0.5", "0.75"))
    with pytest.raises(NotationError, match="lead to the result"):
        Record.from_json(record.to_json().replace("0.5", "0.75"))
