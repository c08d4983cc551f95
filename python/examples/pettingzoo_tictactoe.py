"""Learns noughts and crosses by PettingZoo's environment: both agents share a table of values, which is corrected after every move (Q-learning,
C. J. C. H. Watkins, 1989; with the values of the opponent negated).

`python pettingzoo_tictactoe.py` takes about a minute, and says how the table does against every defence that there is.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from learn import worst

import ferz
from ferz.pettingzoo import env

GAMES = 60_000
RATE = 1.0
FILE = Path(__file__).with_name("tictactoe.toml")


def learn(games: int = GAMES, seed: int = 1) -> dict[bytes, np.ndarray]:
    """Returns the values of the actions in each position, for the side to move."""
    game = env(ferz.load(FILE))
    rng = np.random.default_rng(seed)
    table: dict[bytes, np.ndarray] = {}
    for _ in range(games):
        game.reset()
        # the position before the last move, that move, and who made it
        last: tuple[np.ndarray, int, str] | None = None
        for agent in game.agent_iter():
            observation, reward, terminated, truncated, _ = game.last()
            if terminated or truncated:
                if last is not None and last[2] == agent:
                    values, action, _ = last
                    values[action] += RATE * (reward - values[action])
                game.step(None)
                continue
            legal = observation["action_mask"].astype(bool)
            row = table.setdefault(observation["observation"].tobytes(), np.where(legal, 0.0, -np.inf))
            if last is not None:
                # what is good for this agent is bad for the other
                values, action, _ = last
                values[action] += RATE * (-row.max() - values[action])
            explores = rng.random() < 0.8
            action = int(rng.choice(np.flatnonzero(legal)) if explores else row.argmax())
            last = (row, action, agent)
            game.step(action)
    return table


def main(games: int = GAMES) -> list[float]:
    table, variant = learn(games), ferz.load(FILE)
    results = [worst(variant, table, first)[0] for first in (True, False)]
    for result, name in zip(results, ("first", "second")):
        print(f"moving {name}: at worst {result:+.0f} after {games} games")
    return results


if __name__ == "__main__":
    main()
