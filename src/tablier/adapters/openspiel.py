"""OpenSpiel: every game as one of its own, and its searches as players.

Importing this module registers a game `tablier_ID` for each of ours, with its options as parameters:

>>> import pyspiel
>>> import tablier.adapters.openspiel
>>> state = pyspiel.load_game("tablier_quixo(size=4)").new_initial_state()
>>> state.action_to_string(state.legal_actions()[0])
'a1d1'

`openspiel:mcts:1000` (so many simulations a move) and `openspiel:minimax:3` (so many plies, for two sides
without partners) are the names of its bots, for example in the arena.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from tablier.batches import rewards_of
from tablier.board_game import Game
from tablier.bots.player import Bot, Subject, history_of
from tablier.core.rules import State
from tablier.extras import import_extra
from tablier.level import LevelSettings, Limit
from tablier.match import Match
from tablier.registry import game as find_game
from tablier.registry import games, kind
from tablier.search.choice import Candidate, Choice
from tablier.search.problem import Stop

_WHAT = "OpenSpiel"
if TYPE_CHECKING:
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import mcts, minimax
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
else:
    np = import_extra("numpy", extra="openspiel", what=_WHAT)
    pyspiel = import_extra("pyspiel", extra="openspiel", what=_WHAT)
    mcts = import_extra("open_spiel.python.algorithms.mcts", extra="openspiel", what=_WHAT)
    minimax = import_extra("open_spiel.python.algorithms.minimax", extra="openspiel", what=_WHAT)
    IIGObserverForPublicInfoGame = import_extra(
        "open_spiel.python.observation", extra="openspiel", what=_WHAT
    ).IIGObserverForPublicInfoGame

__all__ = [
    "OpenSpielBot",
    "OpenSpielGame",
    "OpenSpielState",
    "load_game",
    "make_bot",
    "openspiel_name",
    "register_games",
]
UCT_C = 1.4
"""The exploration constant of its MCTS, in rewards from -1 to 1."""
MAX_DEPTH = 20
"""Plies that its minimax may be asked for."""


def openspiel_name(name: str) -> str:
    """The name under which a game is registered.

    >>> openspiel_name("two-words")
    'tablier_two_words'
    """
    return f"tablier_{name.replace('-', '_')}"


def _type_of(found: type[Game]) -> Any:
    return pyspiel.GameType(
        short_name=openspiel_name(found.id),
        long_name=found.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=len(found.seats),
        min_num_players=len(found.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={key: option.default for key, option in found.choices.items()},
    )


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]  # the package has no types
    """One of our games with its options; ValueError for an option it does not have. `register_games` derives
    a class for each.

    >>> game = load_game("tablier_quixo(size=3)")
    >>> game.num_distinct_actions(), game.num_players()
    (20, 2)
    """

    id: ClassVar[str]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.game = find_game(self.id, **(params or {}))
        seats = len(self.game.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.game.paths),
            max_chance_outcomes=0,
            num_players=seats,
            min_utility=-float(max(1, seats - 1)),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.game.rules.bound,
        )
        super().__init__(_type_of(type(self.game)), info, params or {})

    def new_initial_state(self, state: object = None) -> OpenSpielState:
        """The position before the first move."""
        return OpenSpielState(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return load_game, (str(self),)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What writes observations: the planes, as the player sees them."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return PlanesObserver(self.game, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


def load_game(text: str) -> Any:
    """`pyspiel.load_game`, of which loading a pickled game also registers ours.

    >>> str(load_game("tablier_quixo(size=4)"))
    'tablier_quixo(size=4)'
    """
    return pyspiel.load_game(text)


class OpenSpielState(pyspiel.State):  # type: ignore[misc]  # the package has no types
    """A match, as a state of OpenSpiel: it knows its history, so that repetitions end it.

    >>> state = load_game("tablier_quixo").new_initial_state()
    >>> state.apply_action(0)
    >>> state.current_player(), state.action_to_string(0, 0)
    (1, 'a1e1')
    """

    def __init__(self, game: OpenSpielGame, match: Match | None = None) -> None:
        super().__init__(game)
        self.match = Match(game.game) if match is None else match

    def current_player(self) -> Any:
        """The seat to move, or TERMINAL."""
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.match.turn

    def is_terminal(self) -> bool:
        """True if the match is over, or as long as it may be."""
        return self.match.outcome is not None or len(self.match.moves) >= self.match.game.rules.bound

    def returns(self) -> list[float]:
        """See `tablier.batches.rewards_of`; 0 while the match goes on."""
        if not self.is_terminal():
            return [0.0] * len(self.match.game.seats)
        outcome = self.match.outcome
        scores = outcome.scores if outcome else self.match.state.settle()
        return list(rewards_of(self.match.game, scores))

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.match.legal_moves) if player == self.match.turn else []

    def _apply_action(self, action: int) -> None:
        self.match.push(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.match.game.text(action)

    def __str__(self) -> str:
        return str(self.match.state)


class PlanesObserver:
    """Writes the planes of a position, as `tablier.batch` has them, into a tensor."""

    def __init__(self, game: Game, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations, as {params}")
        shape = game.rules.planes_shape
        self.tensor = np.zeros(shape[0] * shape[1] * shape[2], np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """The position as a player sees it."""
        position = state.match.state
        self.tensor[:] = np.frombuffer(position.game.rules.observe(position, player), np.uint8)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """The position text."""
        return str(state)


def register_games() -> None:
    """Register all games with OpenSpiel; those that are registered already are left alone.

    >>> register_games()
    >>> "tablier_quixo" in pyspiel.registered_names()
    True
    """
    known = set(pyspiel.registered_names())
    for name in games():
        if openspiel_name(name) not in known:
            # A class, which nothing frees: OpenSpiel holds on to it until after Python has ended.
            made = type(openspiel_name(name), (OpenSpielGame,), {"id": name})
            pyspiel.register_game(_type_of(kind(name)), made)


register_games()


@dataclass
class OpenSpielBot(Bot):
    """A search of OpenSpiel as a player: `openspiel:mcts:1000`, `openspiel:minimax:3`.

    >>> import tablier
    >>> quixo = tablier.game("quixo", size=3)
    >>> make_bot("openspiel:mcts:20").choose(quixo.start(), seed=1).move in quixo.start().legal_moves
    True
    """

    _search: Callable[[OpenSpielState, int], int] = field(default=lambda state, seed: 0, repr=False)

    def settings(self, game: Game) -> LevelSettings | None:
        """None: its name says all."""
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
        """Its move; the shares are not estimated. A limit of time or nodes does not change it."""
        if not position.legal_moves:
            raise ValueError("the game is over: there is no move to choose")
        state, earlier, moves = history_of(position)
        game = state.game
        match = replay(earlier[0] if earlier else state, moves)
        theirs = pyspiel.load_game(openspiel_name(game.id), dict(game.options)).new_initial_state()
        theirs.match = match
        move = int(self._search(theirs, 0 if seed is None else seed))
        shares = tuple(1 / len(game.seats) for _ in game.seats)
        candidate = Candidate(move, 0, shares, False)
        return Choice(move, shares, (candidate,), (move,), 0, 0, False, 0, state)


def replay(start: State, moves: tuple[int, ...]) -> Match:
    match = Match(start.game, start=start)
    for move in moves:
        match.push(move)
    return match


def search_mcts(simulations: int, state: OpenSpielState, seed: int) -> int:
    """The most visited move of OpenSpiel's MCTS with random rollouts."""
    rng = np.random.RandomState(seed % 2**32)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
    searcher = mcts.MCTSBot(state.get_game(), UCT_C, simulations, evaluator, random_state=rng)
    return int(searcher.step(state))


def search_minimax(depth: int, state: OpenSpielState, seed: int) -> int:
    """The best move of OpenSpiel's alpha-beta search; an unfinished game counts as even."""
    _, move = minimax.alpha_beta_search(
        state.get_game(),
        state=state.clone(),
        maximum_depth=depth,
        value_function=lambda _: 0.0,
        maximizing_player_id=state.current_player(),
    )
    return int(move)


def make_bot(name: str) -> Bot:
    """The bot of a name such as `openspiel:mcts:1000`; ValueError if there is none.

    >>> make_bot("openspiel:minimax:2").name
    'openspiel:minimax:2'
    """
    found = re.fullmatch(r"openspiel:(mcts|minimax):(\d{1,9})", name.strip().lower())
    if found is None or not int(found[2]):
        raise ValueError(
            f"there is no bot {name!r}: OpenSpiel's are openspiel:mcts:1000, openspiel:minimax:3"
        )
    if found[1] == "minimax" and int(found[2]) > MAX_DEPTH:
        raise ValueError(f"OpenSpiel's minimax looks 1 to {MAX_DEPTH} plies ahead, not {found[2]}")
    search = search_mcts if found[1] == "mcts" else search_minimax
    return OpenSpielBot(found[0], _search=partial(search, int(found[2])))
