"""Exact solutions of games whose positions can be numbered.

>>> from tempfile import TemporaryDirectory
>>> from tablier import game
>>> from tablier.solver import solve
>>> small = game("quixo", size=3)
>>> with TemporaryDirectory() as folder:
...     solution = solve(small, f"{folder}/small")
...     solution.value(small.start()).name
'WIN'
"""

from tablier.core.retrograde import Value
from tablier.solver.file import SolutionError
from tablier.solver.kept import brought, kept
from tablier.solver.plan import UnsolvableError, usual_path
from tablier.solver.probe import Solution
from tablier.solver.run import solve
from tablier.solver.verify import verify

__all__ = [
    "Solution",
    "SolutionError",
    "UnsolvableError",
    "Value",
    "brought",
    "kept",
    "solve",
    "usual_path",
    "verify",
]
