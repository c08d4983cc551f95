"""An AEC environment for PettingZoo: one game, two agents.

>>> from ferz.pettingzoo import env
>>> game = env("gardner")
>>> game.reset(seed=7)
>>> for agent in game.agent_iter():
...     observation, reward, termination, truncation, info = game.last()
...     over = termination or truncation
...     game.step(None if over else game.action_space(agent).sample(observation["action_mask"]))

`white` and `black` are the agents. In a game whose turns have several moves an agent acts several times in a row.
"""

from __future__ import annotations

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from . import Variant, load

__all__ = ["FerzEnv", "env"]


def env(game, *, max_plies: int = 1024, render_mode: str | None = None) -> "FerzEnv":
    """Returns an environment of a variant, or of what `ferz.load` takes. After `max_plies` plies the game is truncated."""
    return FerzEnv(game, max_plies=max_plies, render_mode=render_mode)


class FerzEnv(AECEnv):
    """One game. An illegal action raises `ferz.IllegalActionError`."""

    metadata = {"render_modes": ["ansi"], "name": "ferz", "is_parallelizable": False}

    def __init__(self, game, *, max_plies: int = 1024, render_mode: str | None = None):
        super().__init__()
        self.variant = game if isinstance(game, Variant) else load(game)
        self.max_plies = max_plies
        self.render_mode = render_mode
        self.possible_agents = ["white", "black"]
        self._actions = self.variant.action_space()
        self._planes = self.variant.observation_space()
        seen = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, self._planes.shape, np.uint8),
                "action_mask": spaces.Box(0, 1, (self._actions.size,), np.int8),
            }
        )
        self.observation_spaces = {agent: seen for agent in self.possible_agents}
        size = self._actions.size
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}
        self.board = self.variant.board()

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def _mover(self) -> str:
        return "white" if self.board.turn else "black"

    def reset(self, seed: int | None = None, options: dict | None = None):
        self.board = self.variant.board()
        self.agents = self.possible_agents[:]
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict] = {agent: {} for agent in self.agents}
        self.agent_selection = self._mover()

    def observe(self, agent):
        mask = np.zeros(self._actions.size, np.int8)
        if agent == self.agent_selection and not self.board.is_game_over():
            mask = self._actions.mask(self.board).astype(np.int8)
        seen = self._planes.observe(self.board)
        if self._planes.planes[-1] == "seen" and agent != self._mover():
            # it shows what the side to move sees
            seen = np.zeros_like(seen)
        return {"observation": seen, "action_mask": mask}

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.board.push(self._actions.move(self.board, int(action)))
        self.rewards = {agent: 0.0 for agent in self.agents}
        outcome = self.board.outcome()
        if outcome is not None:
            if outcome.winner is not None:
                self.rewards["white"] = 1.0 if outcome.winner else -1.0
                self.rewards["black"] = -self.rewards["white"]
            self.terminations = {agent: True for agent in self.agents}
        elif self.board.ply() >= self.max_plies or not self.board.legal_moves:
            self.truncations = {agent: True for agent in self.agents}
        self.agent_selection = self._mover()
        self._accumulate_rewards()

    def render(self):
        return str(self.board) if self.render_mode == "ansi" else None

    def close(self):
        pass
