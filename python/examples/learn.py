"""Learns to play noughts and crosses perfectly, from the rules in `tictactoe.toml` alone: a table of values, learned in play against itself.

`python learn.py` takes some seconds, and says how the table does against every defence that there is.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

import ferz

GAMES = 512
STEPS = 2_000
RATE = 0.3


def learn(variant: ferz.Variant, *, steps: int = STEPS, seed: int = 1) -> dict[bytes, np.ndarray]:
    """Returns the values of the actions in each position that was met, for the side to move: Q-learning with negated values."""
    batch = ferz.Batch(variant, GAMES, seed)
    size = batch.action_space.size
    rng = np.random.default_rng(seed)
    table: dict[bytes, np.ndarray] = {}

    def values(keys, mask):
        for key, legal in zip(keys, mask):
            if key not in table:
                table[key] = np.where(legal, 0.0, -np.inf)
        return [table[key] for key in keys]

    def keys():
        return [observation.tobytes() for observation in batch.observe()]

    now, mask = keys(), batch.mask.copy()
    for _ in range(steps):
        known = values(now, mask)
        best = np.array([row.argmax() for row in known])
        explore = rng.random(GAMES) < 0.5
        actions = np.where(explore, batch.sample(), best)
        rewards, terminated, _ = batch.step(actions)
        rewards, terminated = rewards.copy(), terminated.copy()
        after, mask = keys(), batch.mask.copy()
        for index, row in enumerate(values(after, mask)):
            target = rewards[index] if terminated[index] else -row.max()
            known[index][actions[index]] += RATE * (target - known[index][actions[index]])
        now = after
    assert all(row.shape == (size,) for row in table.values())
    return table


def worst(variant: ferz.Variant, table: dict[bytes, np.ndarray], first: bool) -> tuple[float, int]:
    """Returns the worst result of the table against every defence, 1 for a win, and the number of games that may come about."""
    actions, planes = variant.action_space(), variant.observation_space()

    def follow(board: ferz.Board) -> tuple[float, int]:
        outcome = board.outcome()
        if outcome is not None:
            return (0.0 if outcome.winner is None else 1.0 if outcome.winner == first else -1.0), 1
        legal = actions.legal(board)
        if board.turn == first:
            row = table.get(planes.observe(board).tobytes())
            choice = max(legal, key=lambda action: row[action]) if row is not None else min(legal)
            legal = {choice: legal[choice]}
        results = []
        for move in legal.values():
            board.push(move)
            results.append(follow(board))
            board.pop()
        return min(value for value, _ in results), sum(count for _, count in results)

    return follow(variant.board())


def main() -> None:
    variant = ferz.load(Path(__file__).with_name("tictactoe.toml"))
    table = learn(variant)
    print(f"{len(table)} positions")
    for first, name in [(True, "first"), (False, "second")]:
        result, games = worst(variant, table, first)
        print(f"moving {name}: at worst {result:+.0f} in {games} games")


if __name__ == "__main__":
    main()
