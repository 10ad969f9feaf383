"""How often a bot gives something away."""

from __future__ import annotations

from pathlib import Path

from training.exact_play import describe_games, play_game

import tablier
from tablier.bots import Limit
from tablier.solver import LayeredSolution, Value, solve

GAME = tablier.game("quixo", size=4)


def test_games_are_judged_as_far_as_a_part_of_a_table_goes(tmp_path: Path) -> None:
    """A random player makes mistakes; what a part of the table does not know is left out."""
    whole, part = solve(GAME, tmp_path / "whole"), solve(GAME, tmp_path / "part", layers=12)
    assert isinstance(part, LayeredSolution)
    judged = {
        solution: [
            play_game(solution, "level:1", "level:2", Limit(nodes=100), number, 1) for number in range(8)
        ]
        for solution in (whole, part)
    }
    assert [each.result for each in judged[whole]] == [each.result for each in judged[part]]
    for all_of_it, some in zip(judged[whole], judged[part], strict=True):
        assert some.moves <= all_of_it.moves
        assert {each.moves for each in some.mistakes} <= {each.moves for each in all_of_it.mistakes}
        assert all(each.kept < each.had for each in some.mistakes)
    assert 0 < sum(each.moves for each in judged[part]) < sum(each.moves for each in judged[whole])
    assert any(each.mistakes for each in judged[part])
    assert {Value.WIN, Value.LOSS} & {each.result for each in judged[whole]}
    assert describe_games(judged[part]).startswith("8 games")
