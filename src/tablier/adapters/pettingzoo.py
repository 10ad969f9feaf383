"""PettingZoo: every game as an AEC environment, for programs that learn to play.

>>> from tablier.adapters.pettingzoo import env
>>> quixo = env("quixo")
>>> quixo.reset(seed=1)
>>> observation, reward, terminated, truncated, info = quixo.last()
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((4, 5, 5), 44)
"""

from __future__ import annotations

import base64
import io
import sys
from typing import TYPE_CHECKING, Any

from tablier.batches import rewards_of
from tablier.board_game import Game
from tablier.extras import import_extra
from tablier.match import Match
from tablier.registry import game as find_game
from tablier.svg import flatten

_WHAT = "The environments of PettingZoo"
if TYPE_CHECKING:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
else:
    np = import_extra("numpy", extra="pettingzoo", what=_WHAT)
    AECEnv = import_extra("pettingzoo", extra="pettingzoo", what=_WHAT).AECEnv
    spaces = import_extra("gymnasium.spaces", extra="pettingzoo", what=_WHAT)

__all__ = ["BoardGameEnv", "env"]
RENDER_MODES = ("human", "ansi", "rgb_array", "svg")
PICTURE_WIDTH = 320
"""Of `rgb_array`, in pixels."""


class BoardGameEnv(AECEnv):  # type: ignore[misc]  # the package has no types
    """A game with its options as an environment in which the agents, one a seat, move in turn.

    An observation has the planes that the seat sees, its own pieces first, and a mask of legal moves; that of
    a seat which is not to move is empty. Actions are the numbers of `game.paths`, as many for every position.
    Rewards come at the end: see `tablier.batches.rewards_of`. A game is truncated after `max_plies` moves.

    >>> tiny = env("quixo", size=3, max_plies=10)
    >>> tiny.possible_agents, int(tiny.action_space(tiny.possible_agents[0]).n)
    (['cross', 'circle'], 20)
    """

    metadata: dict[str, Any]

    def __init__(self, game: Game, *, render_mode: str | None = None, max_plies: int | None = None) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode is one of {', '.join(RENDER_MODES)}, not {render_mode!r}")
        self.game = game
        self.metadata = {
            "name": f"tablier_{game.id}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self.max_plies = game.rules.bound if max_plies is None else max_plies
        self.possible_agents = [name.lower() for name in game.seats]
        self.agents = list(self.possible_agents)
        seen, moves = game.rules.planes_shape, len(game.paths)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, seen, np.uint8),
                    "action_mask": spaces.Box(0, 1, (moves,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(moves) for agent in self.possible_agents}
        self.match = Match(game)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The planes and the mask: the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of all moves: the same object each time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew. Nothing here is random: the seed changes nothing. `options` may have a `position`, as
        its text."""
        position = (options or {}).get("position")
        self.match = Match(self.game, start=None if position is None else self.game.read(position))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.match.turn]
        self._settle()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees: `observation` and `action_mask`."""
        seat, rules = self.possible_agents.index(agent), self.game.rules
        planes = np.frombuffer(rules.observe(self.match.state, seat), np.uint8).reshape(rules.planes_shape)
        mask = np.zeros(len(self.game.paths), np.int8)
        if seat == self.match.turn and not self.terminations.get(agent) and not self.truncations.get(agent):
            mask[list(self.match.legal_moves)] = 1
        return {"observation": planes.copy(), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Make the agent's move; IllegalMove if it is not legal. None once the game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.match.push(int(action))
        self._cumulative_rewards[agent] = 0.0
        self.agent_selection = self.possible_agents[self.match.turn]
        self._settle()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _settle(self) -> None:
        """Rewards and ends after the last move."""
        outcome, is_cut = self.match.outcome, len(self.match.moves) >= self.max_plies
        if outcome is None and not is_cut:
            return
        scores = outcome.scores if outcome else self.match.state.settle()
        self.rewards = dict(zip(self.possible_agents, rewards_of(self.game, scores), strict=True))
        self.terminations = dict.fromkeys(self.agents, outcome is not None)
        self.truncations = dict.fromkeys(self.agents, outcome is None)

    def render(self) -> Any:
        """The board: as characters (`ansi`), pixels (`rgb_array`) or SVG (`svg`); `human` prints it."""
        if self.render_mode == "svg":
            return self._picture()
        if self.render_mode == "rgb_array":
            return rasterize(self._picture(), PICTURE_WIDTH)
        drawn = self.game.sketch(self.match.state)
        if self.render_mode == "ansi":
            return drawn
        if self.render_mode == "human":
            sys.stdout.write(f"{drawn}\n\n")
        return None

    def _picture(self) -> str:
        last, before = self.match.last_move(len(self.match.moves))
        return self.game.picture(self.match.state, last=last, before=before)

    def close(self) -> None:
        """Nothing is held open."""


def rasterize(picture: str, width: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """An SVG document as rows of pixels: red, green, blue."""
    resvg = import_extra("resvg_py", extra="pettingzoo", what="A picture in pixels")
    image = import_extra("PIL.Image", extra="pettingzoo", what="A picture in pixels")
    drawn = resvg.svg_to_bytes(svg_string=flatten(picture), width=width, background="white")
    if isinstance(drawn, str):
        drawn = base64.b64decode(drawn)
    with image.open(io.BytesIO(bytes(drawn))) as opened:
        return np.asarray(opened.convert("RGB"))


def env(
    name: str, *, render_mode: str | None = None, max_plies: int | None = None, **options: Any
) -> BoardGameEnv:
    """The environment of the game with this id and these options.

    `render_mode` is human, ansi, rgb_array or svg, `max_plies` when a game is cut short. ValueError if there
    is no such game or option.

    >>> env("quixo", size=4).game
    tablier.game('quixo', size=4)
    """
    return BoardGameEnv(find_game(name, **options), render_mode=render_mode, max_plies=max_plies)
