"""Records with variations: written, read back, refused."""

from __future__ import annotations

from random import Random

import pytest

import tablier
from tablier import Match, NotationError, Record
from tablier.record_line import MARKS, MAX_DEPTH, Variation, branch

QUIXO = tablier.game("quixo")
HEAD = '[Game "quixo"]\n'


def moves(*texts: str) -> tuple[int, ...]:
    return tuple(QUIXO.move(text) for text in texts)


def test_a_variation_stands_behind_the_move_that_it_replaces() -> None:
    match = Match(QUIXO).play("a1e1", "a5a1", "e1e5")
    inner = Variation(1, moves("b1b5"), marks={1: "!?"})
    record = Record(
        match,
        comments={2: "hm"},
        marks={2: "?"},
        variations=(
            Variation(1, moves("e5a5", "c1c5"), {0: "better", 2: "good"}, {1: "!"}, (inner,)),
            Variation(3, moves("a1e1")),
            Variation(0, moves("b1b5")),
        ),
    )
    assert " ".join(str(record).splitlines()[-3:]) == (
        "1. a1e1 (1. b1b5) a5a1? {hm} ({better} e5a5! 2. c1c5 {good} (2. b1b5!?)) 2. e1e5 (... a1e1) *"
    )
    assert [variation.after for variation in record.variations] == [0, 1, 3]
    assert Record.read(str(record)) == record
    assert Record.from_json(record.to_json()) == record


def test_a_variation_may_go_on_where_somebody_resigned() -> None:
    match = Match(QUIXO).play("a1e1")
    match.resign(1)
    record = Record(match, variations=(Variation(1, moves("a5a1", "e1e5")),))
    assert str(record).splitlines()[-2] == "1. a1e1 (... a5a1 2. e1e5)"
    assert Record.read(str(record)) == record
    assert record.result == "1-0"


def random_line(random: Random, match: Match, first: int, depth: int) -> tuple[Variation, ...]:
    """Variations of a line of a match that begins after `first` moves, as wild as they may be."""
    found = []
    for _ in range(random.randrange(3) if depth < 4 else 0):
        after = random.randrange(len(match.moves) - first + 1)
        other = branch(match, first + after)
        for _ in range(random.randrange(1, 5)):
            if not other.legal_moves:
                break
            other.push(random.choice(other.legal_moves))
        made = tuple(other.moves[first + after :])
        if made:
            found.append(
                Variation(
                    after,
                    made,
                    {random.randrange(len(made) + 1): "so (it is) said; 1. a1e1! *"},
                    {random.randrange(1, len(made) + 1): random.choice(MARKS)},
                    random_line(random, other, first + after, depth + 1),
                )
            )
    return tuple(found)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", tablier.games())
def test_what_is_written_is_read_back(name: str, seed: int) -> None:
    random, match = Random(seed), Match(tablier.game(name))
    for _ in range(random.randrange(9)):
        match.push(random.choice(match.legal_moves))
    record = Record(match, times=(1.5,) * len(match.moves), variations=random_line(random, match, 0, 0))
    assert Record.read(str(record)) == record
    assert Record.from_json(record.to_json()) == record


@pytest.mark.parametrize(
    ("text", "column", "problem"),
    [
        ("1. a1e1 (1. a9a1) *", 14, "“9” is not allowed here"),
        ("1. a1e1 a5a1 (e1a1) *", 15, "shows the other mark"),
        ("1. a1e1 (1. b1b5 *", 18, "is not closed"),
        ("1. a1e1) *", 8, "no variation is open"),
        ("(b1b5) *", 1, "there is none"),
        ("1. a1e1 () *", 10, "at least one move"),
        ("1. a1e1 (1. b1b5 2s) *", 18, "only after one that was played"),
        ("1. a1e1 (2. b1b5) *", 10, "is not the right move number: it is 1."),
        ("1. ! a1e1 *", 4, "a mark comes after its move"),
        ("1. a1e1! ? *", 10, "a mark comes after its move"),
        ("1. a1e1 ... a5a1 *", 9, "comes after a parenthesis"),
        ("1. a1e1 " + "(1. b1b5 " * (MAX_DEPTH + 1), 8 + 9 * MAX_DEPTH + 1, "nested more than 64 deep"),
        ("1. a1e1!!! *", 8, "is not allowed here|has no place here"),
    ],
)
def test_mistakes_are_placed(text: str, column: int, problem: str) -> None:
    with pytest.raises(NotationError, match=problem) as error:
        Record.read(HEAD + text)
    assert (error.value.line, error.value.column) == (2, column)


@pytest.mark.parametrize(
    ("variation", "problem"),
    [
        (Variation(2, moves("b1b5")), "after a move that was not made"),
        (Variation(-1, moves("b1b5")), "after a move that was not made"),
        (Variation(1, ()), "at least one move"),
        (Variation(1, moves("e1a1")), "cannot be played: .*other mark"),
        (Variation(0, moves("b1b5"), comments={2: "late"}), "a comment follows"),
        (Variation(0, moves("b1b5"), comments={1: "a } b"}), "no closing brace"),
        (Variation(0, moves("b1b5"), marks={0: "!"}), "a mark belongs"),
        (Variation(0, moves("b1b5"), marks={1: "!!!"}), "is no mark: they are"),
        (Variation(0, moves("b1b5"), variations=(Variation(3, moves("a1e1")),)), "that was not made"),
    ],
)
def test_a_variation_is_checked_when_the_record_is_made(variation: Variation, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        Record(Match(QUIXO).play("a1e1"), variations=(variation,))


def test_variations_in_json_nest_only_so_deep() -> None:
    value = Record(Match(QUIXO).play("a1e1")).to_dict()
    inner = value
    for _ in range(MAX_DEPTH + 1):
        inner["variations"] = [{"after": 0, "moves": ["b1b5"]}]
        inner = inner["variations"][0]
    with pytest.raises(ValueError, match="nested more than 64 deep"):
        Record.from_dict(value)
