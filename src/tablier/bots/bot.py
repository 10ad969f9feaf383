"""A player by name: what it is asked, how it answers."""

from __future__ import annotations

import re
import time
from collections import deque
from dataclasses import dataclass, field
from random import SystemRandom
from typing import Any

from tablier.bots.levels import LEVELS, plan
from tablier.bots.thinking import Thought, think
from tablier.core.choice import Choice, Limit
from tablier.core.plan import Method, Plan, Style
from tablier.core.rules import State
from tablier.core.search import Stop
from tablier.core.tree import Tree
from tablier.game import Game
from tablier.match import Match

_PLAIN = Style(plain=True, explore=0.7, look=False, prove=False)
_NAMES = "level:1 to level:8, uct:10000 (so many games a move), uct:2s (so many seconds), random"


Position = State | Match


@dataclass
class Bot:
    """A computer player. Cheap to make; travels by its name; may be asked from several threads at once."""

    name: str
    level: int | None = None
    _plan: Plan | None = None
    _kept: deque[Tree] = field(default_factory=lambda: deque(maxlen=1), repr=False, compare=False)
    """The tree of the last answer by time: the next one of the same game begins with what is left of it."""

    def plan(self, game: Game) -> Plan | None:
        """How it plays this game; None for chance alone."""
        return self._plan if self.level is None else plan(game, self.level)

    def choose(
        self,
        position: Position,
        *,
        limit: Limit | None = None,
        seed: int | None = None,
        stop: Stop | None = None,
    ) -> Choice:
        """The move it would play, and why.

        `limit` replaces the bot's own; one of time alone leaves a bot that counts nodes its number. With a
        limit of nodes and a seed the answer is the same anywhere, any time. `stop` ends the search at once
        from another thread; the answer is then the best one so far.
        """
        begun = time.monotonic()
        if not isinstance(position, State | Match):
            raise TypeError(f"a bot is asked about a Match or a State, not {type(position).__name__}")
        if not position.legal_moves:
            raise ValueError("the game is over: there is no move to choose")
        state, earlier, moves = _past(position)
        if seed is None:
            seed = SystemRandom().getrandbits(64)
        return think(
            Thought(
                state=state,
                earlier=earlier,
                moves=moves,
                plan=self.plan(state.game),
                limit=limit,
                seed=seed,
                stop=stop,
                begun=begun,
                kept=self._kept,
            )
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return bot, (self.name,)


def _past(position: Position) -> tuple[State, tuple[State, ...], tuple[int, ...]]:
    """The state, those before it, and the moves that led from each to the next."""
    if isinstance(position, State):
        return position, (), ()
    return position.state, tuple(position.states)[:-1], tuple(position.moves)


def bot(name: str) -> Bot:
    """The player of this name.

    >>> bot("level:9")
    Traceback (most recent call last):
    ValueError: there is no level 9: levels go from 1 to 8
    """
    if not isinstance(name, str):
        raise TypeError(f"a bot is named by a text, not {type(name).__name__}")
    kind, _, rest = name.strip().lower().partition(":")
    if kind == "random" and not rest:
        return Bot("random")
    if kind == "level" and re.fullmatch(r"-?\d{1,9}", rest):
        level = int(rest)
        if not 1 <= level <= len(LEVELS):
            raise ValueError(f"there is no level {level}: levels go from 1 to {len(LEVELS)}")
        return Bot(f"level:{level}", level=level)
    if kind == "uct" and (found := re.fullmatch(r"(-?\d{1,15})|(-?\d{1,9}(?:\.\d{1,9})?)s", rest)):
        limit = Limit(nodes=int(found[1])) if found[1] else Limit(seconds=float(found[2]))
        return Bot(f"uct:{rest}", _plan=Plan(Method.TREE, limit, style=_PLAIN))
    raise ValueError(f"there is no bot {name!r}: choose one of {_NAMES}")
