"""The solver for any game against a slow one, and its files."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

import tablier
from tablier.cli import main
from tablier.core.numbering import layers, positions
from tablier.search.retrograde import ValueTable
from tablier.solver import (
    NumberedSolution,
    SolutionError,
    UnknownValueError,
    UnsolvableError,
    Value,
    find_solution,
    solve,
    verify,
)
from tablier.solver.file import HEAD
from tests.reference import referee_for

GAME = tablier.game("quixo", size=3)


@pytest.fixture(scope="module")
def solution(tmp_path_factory: pytest.TempPathFactory) -> NumberedSolution:
    return NumberedSolution.open(solve(GAME, tmp_path_factory.mktemp("solver") / "small", generic=True).path)


def slowly_solved() -> dict[str, Value]:
    """All positions that a game can reach, by the referee: won and lost ones are found until none is left."""
    referee = referee_for(GAME)
    found: dict[str, Value] = {}
    following: dict[str, list[str]] = {}
    start = referee.start()
    waiting = {referee.text(start): start}
    while waiting:
        text, position = waiting.popitem()
        after = [referee.after(position, move) for move in referee.moves(position)]
        if not after:
            scores, _ = referee.outcome(position) or ((), "")
            found[text] = Value.WIN if scores[referee.turn(position)] == 1 else Value.LOSS
            continue
        following[text] = [referee.text(other) for other in after]
        named = zip(following[text], after, strict=True)
        waiting |= {name: other for name, other in named if name not in following and name not in found}
    while True:
        news = {}
        for text, others in following.items():
            if text not in found:
                values = [found.get(other) for other in others]
                if Value.LOSS in values:
                    news[text] = Value.WIN
                elif all(value is Value.WIN for value in values):
                    news[text] = Value.LOSS
        if not news:
            return found | {text: Value.DRAW for text in following if text not in found}
        found |= news


def test_it_agrees_with_a_slow_solver(solution: NumberedSolution) -> None:
    slow = slowly_solved()
    assert len(slow) > 10_000
    assert {text: solution.value(GAME.read(text)) for text in slow} == slow


def test_what_is_known_of_the_small_board(solution: NumberedSolution) -> None:
    """The first player wins (Tanaka, Bonnet, Tixeuil, Tamura: Quixo is solved, 2020)."""
    assert solution.value(GAME.start()) is Value.WIN
    assert sum(solution.counts().values()) == 3**9
    assert verify(solution) == ()


def test_the_best_moves_keep_the_value(solution: NumberedSolution) -> None:
    rng, state = Random(1), GAME.start()
    for _ in range(300):
        value, best = solution.value(state), solution.best(state)
        assert bool(best) == bool(state.legal_moves)
        for move in state.legal_moves:
            worth = solution.value(state.after(move)).negated
            assert worth <= value
            assert (worth == value) == (move in best)
        state = state.after(rng.choice(state.legal_moves)) if state.legal_moves else GAME.start()


def test_threads_change_nothing(solution: NumberedSolution, tmp_path: Path) -> None:
    again = solve(GAME, tmp_path / "again", threads=2, generic=True)
    assert again.path.read_bytes() == solution.path.read_bytes()


def test_threads_share_a_large_layer() -> None:
    """The fullest boards of size 4, where what one thread finds the others need."""
    game = tablier.game("quixo", size=4)
    tables = []
    for threads in (1, 3):
        data = bytearray(-(-positions(game.rules) // 4))
        table = ValueTable(game.rules, data)
        parts = layers(game.rules)[:10]
        for first, last in parts:
            table.decide(first, last, threads=threads)
        assert table.count(0, parts[-1][1])[0] == 0
        assert table.count(0, parts[-1][1])[2] > 0, "there are draws"
        assert table.faults(0, parts[-1][1]) == []
        tables.append(data)
    assert tables[0] == tables[1]


def test_it_goes_on_where_it_was_interrupted(solution: NumberedSolution, tmp_path: Path) -> None:
    path = tmp_path / "small"
    told = []

    def interrupt(done: int, total: int) -> None:
        told.append(done)
        if done > total // 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(GAME, path, report=interrupt, generic=True)
    assert not path.exists()
    part = tmp_path / "small.part"
    with pytest.raises(SolutionError, match="not finished"):
        NumberedSolution.open(part)
    # As if it had been killed in the middle of the next layer: some of its values are there.
    half, whole = part.read_bytes(), solution.path.read_bytes()
    some = bytes(byte if at % 3 else 0 for at, byte in enumerate(whole[len(half) * 2 // 3 :]))
    part.write_bytes(half[: len(half) * 2 // 3] + some)
    assert solve(GAME, path, generic=True).path.read_bytes() == whole
    assert not part.exists()


def test_values_of_another_version_are_not_trusted(solution: NumberedSolution, tmp_path: Path) -> None:
    wrong = solution.path.read_bytes()[:HEAD].replace(b'"version": "', b'"version": "9') + b"\xff" * 4921
    (tmp_path / "small.part").write_bytes(wrong.replace(b" \n", b"\n", 1))
    assert solve(GAME, tmp_path / "small", generic=True).path.read_bytes() == solution.path.read_bytes()


def test_a_solution_that_is_there_is_opened(solution: NumberedSolution) -> None:
    before = solution.path.stat().st_mtime_ns
    assert solve(GAME, solution.path, generic=True).counts() == solution.counts()
    assert solution.path.stat().st_mtime_ns == before
    with pytest.raises(SolutionError, match="another game"):
        solve(tablier.game("quixo", size=4), solution.path, generic=True)


def changed(solution: NumberedSolution, target: Path, at: int, byte: int) -> Path:
    data = bytearray(solution.path.read_bytes())
    data[at] ^= byte
    target.write_bytes(data)
    return target


def test_damage_is_noticed(solution: NumberedSolution, tmp_path: Path) -> None:
    with pytest.raises(SolutionError, match="checksum"):
        NumberedSolution.open(changed(solution, tmp_path / "a", HEAD + 99, 2))
    with pytest.raises(SolutionError, match="head cannot be read"):
        NumberedSolution.open(changed(solution, tmp_path / "b", 30, 255))
    with pytest.raises(SolutionError, match="not a solution"):
        NumberedSolution.open(changed(solution, tmp_path / "c", 0, 1))
    (tmp_path / "d").write_bytes(solution.path.read_bytes()[:-1])
    with pytest.raises(SolutionError, match="should have"):
        NumberedSolution.open(tmp_path / "d")
    with pytest.raises(FileNotFoundError):
        NumberedSolution.open(tmp_path / "nowhere")


def test_verifying_finds_a_wrong_value(solution: NumberedSolution, tmp_path: Path) -> None:
    data = bytearray(solution.path.read_bytes()[HEAD:])
    broken = NumberedSolution(GAME, tmp_path, ValueTable(GAME.rules, data))
    assert verify(broken, every=7, threads=2) == ()
    number = 7 * 1000
    data[number // 4] ^= 2 << 2 * (number % 4)  # a win becomes a loss, a loss a win
    assert number in broken.table.faults(0, positions(GAME.rules), most=1000)
    assert verify(broken)
    assert verify(broken, every=7)
    with pytest.raises(ValueError, match="at least 1"):
        verify(broken, every=0)


@pytest.mark.parametrize(
    ("game", "reason"),
    [(tablier.game("x"), "not numbered"), (tablier.game("quixo"), "847,288,609,443 positions")],
    ids=repr,
)
def test_what_cannot_be_solved(game: tablier.Game, reason: str, tmp_path: Path) -> None:
    with pytest.raises(UnsolvableError, match=reason):
        solve(game, tmp_path / "none", generic=True)
    assert list(tmp_path.iterdir()) == []


def test_positions_of_other_games_are_refused(solution: NumberedSolution) -> None:
    with pytest.raises(ValueError, match="this is the solution of"):
        solution.value(tablier.game("quixo").start())
    with pytest.raises(ValueError, match="only to be read"):
        solution.table.decide(0, 10)
    with pytest.raises(ValueError, match="at least 1"):
        solve(GAME, solution.path, threads=0)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("solve", "olix"), "not numbered"),
        (("solve", "quixo", "-o", "size=9"), "size is one of"),
        (("solve", "quixo", "-o", "size=3", "--out", __file__), "is not a solution"),
    ],
)
def test_mistakes_get_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 1
    assert sentence in result.output


def test_a_part_of_a_solution_says_what_it_does_not_know(solution: NumberedSolution) -> None:
    data = solution.path.read_bytes()[HEAD:]
    part = NumberedSolution(GAME, solution.path, ValueTable(GAME.rules, bytes(len(data) - 9) + data[-9:]))
    state = GAME.read("xox/oxo/xo1 x")
    assert part.value(GAME.start()) is Value.WIN
    assert part.look(state) is None
    assert part.best(state) == ()
    with pytest.raises(UnknownValueError, match=r"does not know the value of xox/oxo/xo1 x"):
        part.value(state)


def test_most_games_are_not_known() -> None:
    assert find_solution(tablier.game("x")) is None
