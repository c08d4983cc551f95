"""A vector environment for Gymnasium: many games played at once, each step a move of every game by the side to move.

>>> from ferz.gymnasium import FerzVectorEnv
>>> env = FerzVectorEnv("gardner", num_envs=8)
>>> observation, info = env.reset(seed=7)
>>> observation.shape == (8, *env.single_observation_space.shape)
True
>>> actions = env.sample()
>>> observation, rewards, terminated, truncated, info = env.step(actions)
>>> info["action_mask"].shape == (8, env.single_action_space.n)
True

A game that ends is restarted in the same step. Rewards are those of the side that made the move. Returned arrays are copies, so that they can be kept.
"""

from __future__ import annotations

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv

from . import Batch

__all__ = ["FerzVectorEnv"]


class FerzVectorEnv(VectorEnv):
    """A batch of `num_envs` games of one variant; `game`, `threads` and `max_plies` are those of `ferz.Batch`."""

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, game, num_envs: int, *, threads: int = 0, max_plies: int = 1024):
        self.batch = Batch(game, num_envs, threads=threads, max_plies=max_plies)
        self.num_envs = num_envs
        shape = self.batch.observation_space.shape
        size = self.batch.action_space.size
        self.single_observation_space = spaces.Box(0, 255, shape, np.uint8)
        self.observation_space = spaces.Box(0, 255, (num_envs, *shape), np.uint8)
        self.single_action_space = spaces.Discrete(size)
        self.action_space = spaces.MultiDiscrete(np.full(num_envs, size))

    def _info(self) -> dict:
        return {"action_mask": self.batch.mask.copy(), "turn": self.batch.turn.copy()}

    def reset(self, *, seed: int | None = None, options: dict | None = None):
        """Restarts all games; `info` has the masks of legal actions, and whether White is to move."""
        super().reset(seed=seed, options=options)
        self.batch.reset(seed)
        return self.batch.observe().copy(), self._info()

    def step(self, actions):
        """Plays an action in each game. Raises `ferz.IllegalActionError` if one is not legal."""
        rewards, terminated, truncated = self.batch.step(np.asarray(actions, dtype=np.int64))
        observation = self.batch.observe().copy()
        return observation, rewards.copy(), terminated.copy(), truncated.copy(), self._info()

    def sample(self) -> np.ndarray:
        """Returns a random legal action for each game."""
        return self.batch.sample()
