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

from tablier.search.retrograde import Value
from tablier.solver.building import ShortageError
from tablier.solver.checking import verify
from tablier.solver.file import SolutionError, UnknownValueError
from tablier.solver.layered import LayeredSolution, solve_in_memory
from tablier.solver.lookup import find_solution
from tablier.solver.numbered import NumberedSolution
from tablier.solver.opening import open_solution
from tablier.solver.plan import UnsolvableError, set_tables_folder, tables_folder, usual_path
from tablier.solver.probing import Probe, hardest, look_up, probe
from tablier.solver.run import solve
from tablier.solver.solution import Solution

__all__ = [
    "LayeredSolution", "NumberedSolution", "Probe", "ShortageError", "Solution", "SolutionError",
    "UnknownValueError", "UnsolvableError", "Value", "find_solution", "hardest", "look_up", "open_solution",
    "probe", "set_tables_folder", "solve", "solve_in_memory", "tables_folder", "usual_path", "verify",
]  # fmt: skip
