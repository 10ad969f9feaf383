"""Nothing that Python passes to a compiled module can crash the interpreter.

Every function, constructor, method and property of every compiled module is found by introspection and called
in a process of its own, first with arguments that fit, then with one of them at a time replaced: by states,
rules and positions of other games or of none, numbers out of range, values of wrong types. A call may succeed
or raise one of `ERRORS`. It must raise where a state of another game or a number out of range is passed.
"""

from __future__ import annotations

import importlib
import math
import pkgutil
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import tablier
from tablier import Game, State
from tablier.core.numbering import positions
from tablier.core.rules import MAX_MOVE, RuleSet
from tablier.level import TreeSettings
from tablier.python import PythonGame
from tablier.registry import registered
from tablier.search.alphabeta import AlphaBeta
from tablier.search.mcts import Tree
from tablier.search.problem import RootPosition, Stop
from tablier.search.retrograde import ValueTable
from tablier.search.tactics import Tactics
from tests.python.games import GAMES

from .conftest import all_games, python_games

ERRORS = (ValueError, TypeError, OverflowError, BufferError, MemoryError)
NUMBERS = (-1, 0, 1, 3, MAX_MOVE, 10**6, 10**8, 2**31 - 1, 2**31, 2**32, 2**63, 2**64, -(2**31) - 1, 10**40)
FLOATS = (math.nan, math.inf, -math.inf, -1.0, 1e300)
WORK = ("n", "times", "simulations", "nodes", "most")
"""Parameters for which a large number is no error but long work: they are given no valid number above 3."""
RANGES = ("move", "winner", "turns", "number", "last", "without", "capacity", "threads", "size")
"""Parameters for which -1 and 10**40 are out of range whatever the game."""
EXTENSION_TYPE = 1 << 9  # Py_TPFLAGS_HEAPTYPE: set for classes written in Python, not for cdef classes


def compiled_modules() -> list[str]:
    found = pkgutil.walk_packages(tablier.__path__, "tablier.")
    paths = {info.name: importlib.util.find_spec(info.name) for info in found if not info.ispkg}
    return [name for name, spec in paths.items() if spec and not str(spec.origin).endswith(".py")]


@pytest.mark.parametrize("module", compiled_modules())
def test_nothing_crashes_a_compiled_module(module: str) -> None:
    root = Path(__file__).parents[2]
    command = [sys.executable, "-X", "faulthandler", "-m", "tests.laws.test_safety", module]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=300, check=False)
    lines = done.stdout.splitlines()
    assert done.returncode == 0, f"crashed in: {lines[-1] if lines else module}\n{done.stderr[-3000:]}"
    faults = [line for line in lines if line.startswith("FAULT")]
    assert not faults, "\n".join(faults[:20])
    assert lines[-1].startswith("calls:")


def test_every_compiled_module_is_found() -> None:
    root = Path(tablier.__path__[0])
    sources = [path.relative_to(root.parent).with_suffix("") for path in root.rglob("*.pyx")]
    assert set(compiled_modules()) == {".".join(source.parts) for source in sources}


# The process that makes the calls


def main(name: str) -> None:
    module, calls = importlib.import_module(name), 0
    for label, attempt in chain(function_calls(module), class_calls(module)):
        print(label, flush=True)  # noqa: T201 -- the last line names the call that crashed
        calls += 1
        try:
            attempt()
        except ERRORS:
            continue
        except BaseException as error:  # whatever else comes is the fault to report
            print(f"FAULT {label} raised {type(error).__name__}: {error}")  # noqa: T201
            continue
        if label.endswith("!"):
            print(f"FAULT {label} was accepted")  # noqa: T201
    print(f"calls: {calls}")  # noqa: T201


def function_calls(module: ModuleType) -> Iterator[tuple[str, Callable[[], Any]]]:
    for name, function in vars(module).items():
        if type(function).__name__ in ("builtin_function_or_method", "cython_function_or_method"):
            parameters = parse(signature_of(function))
            for game in own_games(module):
                for label, arguments in argument_lists(parameters, game, module):
                    yield f"{module.__name__}.{name}({label}", partial(call, function, *arguments)


def class_calls(module: ModuleType) -> Iterator[tuple[str, Callable[[], Any]]]:
    for cls in vars(module).values():
        if not isinstance(cls, type) or cls.__module__ != module.__name__ or cls.__flags__ & EXTENSION_TYPE:
            continue
        name = f"{module.__name__}.{cls.__name__}"
        constructor = parse(constructor_of(module, cls))
        for game in own_games(module):
            for label, arguments in argument_lists(constructor, game, module):
                yield f"{name}({label}", partial(make_and_use, cls, *arguments)
        yield f"{name}.__new__()", partial(make_and_use, partial(cls.__new__, cls), [], {})
        for make in instances(cls, module):
            for attribute, value in vars(cls).items():
                if not callable(value):
                    yield f"{name}.{attribute}", partial(read, make, attribute)
                elif attribute not in ("__new__", "__init__", "__getattribute__", "__pyx_vtable__"):
                    parameters = parse(signature_of(value) or GUESSED.get(attribute, ""))
                    for label, arguments in argument_lists(parameters, game_of(make()), module, method=True):
                        yield (
                            f"{name}.{attribute}({label}",
                            partial(call_and_use, make, attribute, *arguments),
                        )


GUESSED = dict.fromkeys(("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"), "(self, other)")
"""Signatures of the special methods, which have none in their docstring."""


def call(function: Callable[..., Any], positional: list[Any], named: dict[str, Any]) -> None:
    function(*positional, **named)


def read(make: Callable[[], Any], attribute: str) -> None:
    getattr(make(), attribute)


def make_and_use(make: Callable[..., Any], positional: list[Any], named: dict[str, Any]) -> None:
    use(make(*positional, **named))


def call_and_use(
    make: Callable[[], Any], attribute: str, positional: list[Any], named: dict[str, Any]
) -> None:
    instance = make()
    try:
        getattr(instance, attribute)(*positional, **named)
    finally:
        use(instance)


def use(instance: Any) -> None:
    """Read all that can be read without arguments: a refused call must have left a sound object."""
    for attribute, value in vars(type(instance)).items():
        if attribute.startswith("__") and attribute not in ("__hash__", "__str__", "__repr__"):
            continue
        try:
            found = getattr(instance, attribute)
            if callable(value) and parse(signature_of(value)) == []:
                found()
        except ERRORS:
            pass


def signature_of(function: Any) -> str:
    """The signature that Cython embeds in a docstring: `Tree.decide(self, Move move, int winner, ...)`."""
    first = (getattr(function, "__doc__", None) or "").splitlines()[:1]
    return first[0] if first and re.match(r"[\w.]+\(.*\)", first[0]) else ""


def constructor_of(module: ModuleType, cls: type) -> str:
    """The signature of `__cinit__`, which Cython does not embed, from the source beside the module."""
    source = Path(str(module.__file__)).with_name(module.__name__.split(".")[-1] + ".pyx").read_text("utf-8")
    found = re.search(rf"cdef class {cls.__name__}\b.*?def __cinit__(\(.*?\)):", source, re.DOTALL)
    return found[1].replace(" not None", "") if found else ""


Parameter = tuple[str, str, bool]
"""C type ("" if none), name, keyword-only."""


def parse(signature: str) -> list[Parameter]:
    inside = signature[signature.find("(") + 1 : signature.rfind(")")]
    found, keyword = [], False
    for part in inside.split(","):
        words = part.split("=")[0].split(":")[0].split()
        if not words or words[-1] == "self":
            continue
        if words[-1].startswith("*"):
            keyword = True
            continue
        found.append((" ".join(words[:-1]), words[-1], keyword))
    return found


def argument_lists(
    parameters: list[Parameter], game: Game, module: ModuleType, *, method: bool = False
) -> Iterator[tuple[str, tuple[list[Any], dict[str, Any]]]]:
    """Labelled arguments: those that fit, then one replaced at a time, then too many and too few."""

    def split(values: list[Any]) -> tuple[list[Any], dict[str, Any]]:
        return (
            [value for value, (_, _, keyword) in zip(values, parameters, strict=True) if not keyword],
            {name: value for value, (_, name, keyword) in zip(values, parameters, strict=True) if keyword},
        )

    good = [fitting(kind, name, game) for kind, name, _ in parameters]
    yield f"of {game!r})", split(good)
    yield "nothing)", ([], {})
    yield "too much)", ([*good, 1, 2, 3], {})
    for at, (kind, name, _) in enumerate(parameters):
        for value in hostile(kind, name, game):
            values = [*good[:at], value, *good[at + 1 :]]
            refuse = "!" if must_refuse(kind, name, value, game, module, method=method) else ""
            yield f"{name}={shown(value)}, of {game!r}){refuse}", split(values)


def must_refuse(kind: str, name: str, value: Any, game: Game, module: ModuleType, *, method: bool) -> bool:
    """A game's own functions take its own states only; some numbers are out of range in every game."""
    if isinstance(value, State) and (kind == "State" or name == "states"):
        foreign = not isinstance(value.rules, type(game.rules)) or (method and value.rules is not game.rules)
        return foreign and module.__name__.startswith("tablier.games.")
    return kind != "object" and name in RANGES and value in (-1, 10**40) and not isinstance(value, float)


def shown(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(shown(each) for each in value[:3])}]"
    return f"state of {value.game!r}" if isinstance(value, State) else repr(value)[:60]


def own_games(module: ModuleType) -> list[Game]:
    """The games of a module's folder; for modules of any game, one of each shape."""
    if module.__name__.startswith("tablier.games."):
        folder = module.__name__.rpartition(".")[0]
        return [game for game in some_games() if type(game).__module__ == folder]
    if module.__name__ == "tablier.core.python_rules":
        return python_games()
    names = ("quixo", "quixo-teams", "x", "olix", "plateau-x", "plateau-x-double")
    return [tablier.game("quixo", size=3), *(tablier.game(name) for name in names)]


@cache
def some_games() -> list[Game]:
    """Each game with its first and its last choice of options: boards of different sizes, where there are."""
    first = {type(game): game for game in reversed(all_games())}
    last = {type(game): game for game in all_games()}
    return list(dict.fromkeys([*first.values(), *last.values()]))


def game_of(instance: Any) -> Game:
    for found in (getattr(instance, "game", None), getattr(getattr(instance, "state", None), "game", None)):
        if isinstance(found, Game):
            return found
    return tablier.game("quixo", size=3)


def strange_state(which: int) -> State:
    return strange_states()[which]


def strange_states() -> list[State]:
    """States that belong to no game."""
    unbound = type(tablier.game("quixo").rules)(5)  # type: ignore[call-arg]  # the rules of Quixo take a size
    return [State.__new__(State), RuleSet().start(), unbound.start()]


def last_state(game: Game) -> State:
    """The end of a game by first moves."""
    state = game.start()
    for _ in range(2000):
        if not state.legal_moves:
            break
        state = state.after(state.legal_moves[len(state.legal_moves) // 2])
    return state


def stopped() -> Stop:
    """A flag that is set: searches then end after a few nodes."""
    stop = Stop()
    stop.set()
    return stop


def root(game: Game) -> RootPosition:
    return RootPosition(game.start(), sides=game.sides, stop=stopped())


def rules_of(game: Game) -> RuleSet:
    return game.rules


def tree(game: Game) -> Tree:
    return Tree(root(game), capacity=2000)


def alphabeta(game: Game) -> AlphaBeta:
    return AlphaBeta(root(game), capacity=64)


def tactics(game: Game) -> Tactics:
    return Tactics(root(game))


def table(game: Game, kind: type[bytes] | type[bytearray]) -> ValueTable:
    return ValueTable(game.rules, kind(values_of(game)))


def begun(kernel: Any) -> Any:
    """A solver with the layer of full boards in memory."""
    kernel.begin(0)
    kernel.solve()
    return kernel


def values_of(game: Game) -> bytearray:
    return bytearray(min((positions(game.rules) + 3) // 4, 10**6))


def instances(cls: type, module: ModuleType) -> list[Callable[[], Any]]:
    """Ways to make fresh objects of a class, sound and strange ones."""
    games, small = own_games(module), tablier.game("quixo", size=3)
    if cls is State:
        return [
            *(partial(Game.start, game) for game in games),
            *(partial(last_state, game) for game in games),
            *(partial(strange_state, which) for which in range(3)),
        ]
    if issubclass(cls, RuleSet):
        found = [partial(rules_of, game) for game in games if isinstance(game.rules, cls)]
        return [*found, RuleSet] if cls is RuleSet else [*found]
    two = [game for game in games if len(game.sides) == 2]
    makers: dict[str, list[Callable[[], Any]]] = {
        "Examined": [],
        "Stop": [Stop],
        "RootPosition": [partial(root, game) for game in games],
        "Tree": [partial(tree, game) for game in games],
        "AlphaBeta": [partial(alphabeta, game) for game in two],
        "Tactics": [partial(tactics, game) for game in games],
        "ValueTable": [partial(table, small, bytearray), partial(table, small, bytes)],
        "LayerPart": [lambda: module.LayerPart(table(small, bytearray), 0, 10)],
        "Layer": [lambda: module.Layer()],
        "Block": [lambda: module.Block()],
        "BatchCore": [
            partial(module.BatchCore, game.start(), 2, max_plies=5, best=1.0)
            for game in games
            if cls.__name__ == "BatchCore"
        ],
        "QuixoKernel": [
            lambda: module.QuixoKernel(small.rules),
            lambda: begun(module.QuixoKernel(small.rules)),
        ],
    }
    return makers[cls.__name__]


def fitting(kind: str, name: str, game: Game) -> Any:
    """An argument with which a call succeeds, by the parameter's type and name."""
    state = game.start()
    known: dict[str, Callable[[], Any]] = {
        "state": lambda: state,
        "states": lambda: [state],
        "position": lambda: root(game),
        "rules": lambda: game.rules,
        "table": lambda: table(tablier.game("quixo", size=3), bytearray),
        "data": lambda: values_of(game),
        "sides": lambda: game.sides,
        "text": lambda: str(state),
        "move": lambda: state.legal_moves[0],
        "settings": TreeSettings,
        "stop": stopped,
        "capacity": lambda: 2048,
        "size": lambda: game.options.get("size", 7),
        "interior": lambda: "any",
        "cell": lambda: "a1",
        "numbers": lambda: importlib.import_module("tablier.games.x.net").read_weights(),
        "memo": dict,
        "host": lambda: game,
        "keys": lambda: tuple(range(9)),
        "key": lambda: next(iter(game.all_moves())) if isinstance(game, PythonGame) else 0,
        "reasons": lambda: ("won",),
        "game": lambda: game,
    }
    if name in known:
        return known[name]()
    if name in ("earlier", "moves", "allowed", "paths"):
        return ()
    if name == "without":
        return None
    if kind in ("double", "float") or name in ("noise", "contempt", "seed", "first", "number"):
        return 0
    return 1


def hostile(kind: str, name: str, game: Game) -> Iterator[Any]:
    """Everything that could be passed instead, by the parameter's C type."""
    numbers = [n for n in NUMBERS if name not in WORK or not 3 < n < 2**62]
    foreign = [other.start() for other in some_games() if other.rules is not game.rules]
    yield from (None, "no", b"", object(), True, numbers)
    if kind in ("", "object") or kind not in ("State", "RuleSet", "RootPosition", "str", "Stop"):
        yield from numbers
        yield from FLOATS
    if kind in ("", "object", "State"):
        yield from foreign
        yield from strange_states()
    if kind in ("", "object", "RuleSet"):
        yield from (state.rules for state in chain(foreign, strange_states()))
    if kind in ("", "object", "RootPosition"):
        yield from (root(other) for other in some_games() if other.rules is not game.rules)
    if kind in ("", "object"):
        yield from ([state] for state in chain(foreign, strange_states()))
        yield from ([], [None], [[0]], [[], [0], [1]], [[0], [1], *[[]] * 300], [[0.0], [1.0]], [[-1], [9]])
        yield from (bytearray(1), bytearray(10**6), memoryview(b"\0" * 8)[::2], [1e39] * 3, ["x"], {0: 1})
        yield from (TreeSettings(c_puct=math.nan), TreeSettings(rave_k=-1.0), TreeSettings(expand_after=-1))
        yield from (TreeSettings(overlook_chance=math.nan), TreeSettings(c_puct="no"))  # type: ignore[arg-type]
    if kind in ("", "object", "str"):
        yield from ("", "\0", "a1" * 500, "é" * 50, "/" * 400, str(game.start())[:-1], str(game.start()) * 2)


if __name__ == "__main__":
    with registered(*GAMES):
        main(sys.argv[1])
