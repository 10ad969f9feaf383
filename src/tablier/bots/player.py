"""Computer players by name."""

from __future__ import annotations

import re
import time
from collections import deque
from dataclasses import dataclass, field, replace
from random import SystemRandom
from typing import Any

from tablier.board_game import Game
from tablier.bots.choosing import SearchRequest, choose_move
from tablier.bots.engine import EngineFault, EngineProcess
from tablier.bots.levels import LEVELS, settings_for
from tablier.core.rules import State
from tablier.core.values import DescribedError
from tablier.level import LevelSettings, Limit, Method, TreeSettings
from tablier.match import Match
from tablier.search.choice import Choice
from tablier.search.mcts import Tree
from tablier.search.problem import Stop

_UCT = TreeSettings(ucb1=True, c_puct=0.7, check_terminal=False, prove=False)
ENTRY_POINTS = "tablier.bots"
"""The group in which packages offer players: the name is the first word of theirs, up to the colon, and the
object a function from the whole name to the Bot."""
_NAMES = (
    "level:1 to level:8, uct:10000 (so many games a move), uct:2s (so many seconds), random, engine:PROGRAM"
)


Subject = State | Match
"""What a bot is asked about: a position, or one with its history, in which repetitions count."""


@dataclass
class Bot:
    """A computer player. Cheap to create, pickled by its name, thread-safe.

    Make one with `bot(name)`.

    >>> import tablier
    >>> steady = bot("level:4")
    >>> choice = steady.choose(tablier.game("quixo").read("xxxx1/5/ooo2/5/5 x"), seed=1)
    >>> choice.proven
    True
    """

    name: str
    level: int | None = None
    _settings: LevelSettings | None = None
    _tree_cache: deque[Tree] = field(default_factory=lambda: deque(maxlen=1), repr=False, compare=False)
    """The tree of the last search with a time limit: the next search of the same game reuses its subtree."""

    def settings(self, game: Game) -> LevelSettings | None:
        """Its search settings in a game; None for random play."""
        return self._settings if self.level is None else settings_for(game, self.level)

    def choose(
        self,
        position: Subject,
        *,
        limit: Limit | None = None,
        max_nodes: int | None = None,
        seed: int | None = None,
        stop: Stop | None = None,
    ) -> Choice:
        """The move it plays, with the evaluation and the line behind it.

        `limit` replaces the bot's own; a limit of time alone keeps the node limit of a bot that has one. With
        a limit of nodes and a seed the answer is the same on every machine. `max_nodes` is a ceiling whatever
        the limit is. `stop` ends the search from another thread; the answer is the best move so far. Raises
        ValueError if the game is over.
        """
        started = time.monotonic()
        if not isinstance(position, State | Match):
            raise TypeError(f"a bot is asked about a Match or a State, not {type(position).__name__}")
        if not position.legal_moves:
            raise ValueError("the game is over: there is no move to choose")
        state, earlier, moves = history_of(position)
        if seed is None:
            seed = SystemRandom().getrandbits(64)
        chosen = choose_move(
            SearchRequest(
                state=state,
                earlier=earlier,
                moves=moves,
                settings=self.settings(state.game),
                limit=limit,
                max_nodes=max_nodes,
                seed=seed,
                stop=stop,
                started=started,
                tree_cache=self._tree_cache,
            )
        )
        return replace(chosen, position=state)

    def close(self) -> None:
        """Release what the bot holds outside this process: nothing, unless it is an engine."""

    def __reduce__(self) -> tuple[Any, ...]:
        return bot, (self.name,)


@dataclass
class EngineBot(Bot):
    """An engine in another process, which starts with the first move. It answers one question at a time.

    >>> bot("engine:./my-engine --fast").name
    'engine:./my-engine --fast'
    """

    _process: EngineProcess | None = field(default=None, repr=False, compare=False)

    def settings(self, game: Game) -> LevelSettings | None:
        """None: how an engine searches is its own affair."""
        return None

    def choose(
        self,
        position: Subject,
        *,
        limit: Limit | None = None,
        max_nodes: int | None = None,
        seed: int | None = None,
        stop: Stop | None = None,
    ) -> Choice:
        """The engine's move; EngineFault if it does anything wrong: its process is ended then.

        `seed` is passed on to an engine that has an option of that name, `max_nodes` with the limit.
        """
        if max_nodes is not None:
            most = min(max_nodes, (limit and limit.nodes) or max_nodes)
            limit = Limit(seconds=limit.seconds if limit else None, nodes=most)
        state, earlier, moves = history_of(position)
        start = earlier[0] if earlier else state
        try:
            self._process = self._process or EngineProcess(self.name, self.name.partition(":")[2])
            self._process.set_up(start, seed)
            return self._process.ask(start, state, moves, limit, stop)
        except EngineFault:
            self.close()
            raise

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.close()
            self._process = None


def history_of(position: Subject) -> tuple[State, tuple[State, ...], tuple[int, ...]]:
    """The state, those before it, and the moves that led from each to the next."""
    if isinstance(position, State):
        return position, (), ()
    return position.state, tuple(position.states)[:-1], tuple(position.moves)


def bot(name: str, *, offered: bool = True) -> Bot:
    """The player of this name, one that another package offers included if `offered`; ValueError if there is
    none.

    >>> bot("level:9")
    Traceback (most recent call last):
    tablier.core.values.DescribedError: there is no level 9: levels go from 1 to 8
    """
    if not isinstance(name, str):
        raise TypeError(f"a bot is named by a text, not {type(name).__name__}")
    kind, _, rest = name.strip().lower().partition(":")
    if kind == "engine" and rest:
        return EngineBot(f"engine:{name.strip().partition(':')[2].strip()}")
    if kind == "random" and not rest:
        return Bot("random")
    if kind == "level" and re.fullmatch(r"-?\d{1,9}", rest):
        level = int(rest)
        if not 1 <= level <= len(LEVELS):
            raise DescribedError(
                "there is no level {level}: levels go from 1 to {last}", level=level, last=len(LEVELS)
            )
        return Bot(f"level:{level}", level=level)
    if kind == "uct" and (found := re.fullmatch(r"(-?\d{1,15})|(-?\d{1,9}(?:\.\d{1,9})?)s", rest)):
        limit = Limit(nodes=int(found[1])) if found[1] else Limit(seconds=float(found[2]))
        return Bot(f"uct:{rest}", _settings=LevelSettings(Method.TREE, limit, tree=_UCT))
    from importlib.metadata import entry_points  # a slow import, for the bots of other packages alone

    for offer in entry_points(group=ENTRY_POINTS, name=kind) if offered else ():
        try:
            player: Bot = offer.load()(name)
        except ImportError as error:
            raise ValueError(str(error)) from None  # the sentence says what to install
        return player
    raise DescribedError("there is no bot {name!r}: choose one of {names}", name=name, names=_NAMES)
