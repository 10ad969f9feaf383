"""What the bench says of solved games."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from bench.solved import first_moves, longest_wins, main, sample_states, time_probes
from click.testing import CliRunner

import tablier
from tablier.solver import LayeredSolution, Value, solve, solve_in_memory
from tablier.solver.layerfile import LayerFile


@pytest.mark.parametrize(("size", "longest"), [(3, 8), (4, 22)])
def test_the_longest_win_and_a_position_that_takes_so_long(size: int, longest: int) -> None:
    game = tablier.game("quixo", size=size)
    solution = solve_in_memory(game)
    found = list(longest_wins(game, 100, threads=2))
    assert len(found) == size**2 + 1
    assert max(plies for _, plies, _ in found) == longest
    assert all(solution.distance(state) == plies for _, plies, state in found)


def test_every_first_move_has_its_value() -> None:
    found = first_moves(solve_in_memory(tablier.game("quixo", size=4)))
    assert len(found) == len(tablier.game("quixo", size=4).start().legal_moves)
    assert Value.WIN in {value for value, _ in found.values()}
    assert all(replies for _, replies in found.values())


def test_the_command_says_the_longest_win_of_the_fullest_layers() -> None:
    result = CliRunner().invoke(main, ["quixo", "-o", "size=3", "--longest", "2"])
    assert [line.split(":")[0] for line in result.output.splitlines()] == ["9 marks", "8 marks"]


def test_positions_are_timed_from_the_disk_and_again(tmp_path: Path) -> None:
    solution = solve(tablier.game("quixo", size=4), tmp_path / "table")
    assert isinstance(solution, LayeredSolution)
    states = sample_states(solution, 5, Random(1))
    unpacked = list[int]()
    block = LayerFile.block

    def record(self: LayerFile, number: int) -> bytes:
        unpacked.append(number)
        return block(self, number)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LayerFile, "block", record)
        fresh = LayeredSolution.open(tmp_path / "table")
        cold, warm = time_probes(fresh, [states[0]])
        once = len(unpacked)
        time_probes(fresh, [states[0]])
    assert len(cold) == len(warm) == 1
    assert len(unpacked) == 2 * once > 0  # nothing was kept from the first time
