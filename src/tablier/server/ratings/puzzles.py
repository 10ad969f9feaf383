"""Puzzle ratings: an attempt is a game of a person against the puzzle, by the model of rated games.

A puzzle is as strong as the level of computer players that first finds its solution is to begin with, and
stays so: its rating is a measure of difficulty, not of its luck.
"""

from __future__ import annotations

from tablier.bots.levels import initial_strength, level_names
from tablier.puzzle import Puzzle
from tablier.server.ratings.model import RatedGame, Rating, update_ratings

PERSON, PUZZLE = "person", "puzzle"


def puzzle_rating(puzzle: Puzzle) -> Rating:
    """The rating of a puzzle, by its level."""
    strength = initial_strength(level_names()[puzzle.level - 1], puzzle.game)
    assert strength is not None  # it is a level
    return Rating(*strength)


def rate_attempt(before: Rating, puzzle: Puzzle, *, solved: bool) -> Rating:
    """A person's rating after an attempt.

    >>> from tablier.server.ratings.model import NEWCOMER
    >>> puzzle = Puzzle("quixo", (), "5/5/5/5/5 x", ("a1e1",), level=4)
    >>> [rate_attempt(NEWCOMER, puzzle, solved=solved).points for solved in (True, False)]
    [1585, 1388]
    """
    places = (1, 2) if solved else (2, 1)
    game = RatedGame(0.0, puzzle.id, puzzle.game, (PERSON, PUZZLE), ((0,), (1,)), places)
    return update_ratings(game, {PERSON: before, PUZZLE: puzzle_rating(puzzle)})[PERSON]
