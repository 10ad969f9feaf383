"""Finds puzzles in games: `tablier puzzles`. The puzzles themselves are in `tablier.puzzle`."""
