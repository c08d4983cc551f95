"""Learns Breakthrough from play against itself, by Gymnasium's vector environment: a linear policy, improved by REINFORCE (R. J. Williams, 1992).

`python gymnasium_breakthrough.py` takes some seconds, and says how often the policy wins against a player who moves at random.
"""

from __future__ import annotations

import numpy as np

from ferz.gymnasium import FerzVectorEnv

GAME = "breakthrough"
ENVS = 128
ROUNDS = 8
PLIES = 160
RATE = 1.0


def features(observation: np.ndarray) -> np.ndarray:
    """Returns the planes of each game as a row, with a 1 at its end."""
    flat = observation.reshape(len(observation), -1).astype(np.float32)
    return np.concatenate([flat, np.ones((len(flat), 1), np.float32)], axis=1)


def chances(weights: np.ndarray, seen: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Returns the probabilities of the legal actions of each game."""
    logits = np.where(mask, seen @ weights, -np.inf)
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def pick(rng: np.random.Generator, rows: np.ndarray) -> np.ndarray:
    """Returns an action by chance for each row of probabilities."""
    bound = rows.cumsum(axis=1)
    return (bound > rng.random((len(rows), 1)) * bound[:, -1:]).argmax(axis=1)


def learn(rounds: int = ROUNDS, seed: int = 1) -> np.ndarray:
    """Returns the weights of the policy: a column for each action."""
    env = FerzVectorEnv(GAME, ENVS)
    rng = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    size = features(observation).shape[1]
    weights = np.zeros((size, env.single_action_space.n), np.float32)
    for number in range(rounds):
        kept = []
        # what a move is worth: 1 if its side won the game, -1 if it lost, 0 if the game is not over yet
        worth = np.zeros((PLIES, ENVS), np.float32)
        begun = np.zeros(ENVS, int)
        for ply in range(PLIES):
            seen, mask, turn = features(observation), info["action_mask"], info["turn"]
            actions = pick(rng, chances(weights, seen, mask))
            observation, rewards, terminated, truncated, info = env.step(actions)
            kept.append((seen, mask, actions, turn))
            for game in np.flatnonzero(terminated | truncated):
                turns = np.array([kept[at][3][game] for at in range(begun[game], ply + 1)])
                worth[begun[game] : ply + 1, game] = np.where(turns == turn[game], 1, -1) * rewards[game]
                begun[game] = ply + 1
        step = np.zeros_like(weights)
        for (seen, mask, actions, _), value in zip(kept, worth):
            error = -chances(weights, seen, mask)
            error[np.arange(ENVS), actions] += 1
            step += seen.T @ (error * value[:, None])
        weights += RATE * step / max(1, np.count_nonzero(worth))
    return weights


def score(weights: np.ndarray, games: int = 400, seed: int = 2) -> float:
    """Returns the policy's share of points against random moves, with White and Black in turn."""
    env = FerzVectorEnv(GAME, 100)
    rng = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    own = np.arange(100) % 2 == 0
    points, played = 0.0, 0
    while played < games:
        turn = info["turn"].astype(bool)
        policy = pick(rng, chances(weights, features(observation), info["action_mask"]))
        ours = turn == own
        observation, rewards, terminated, truncated, info = env.step(np.where(ours, policy, env.sample()))
        over = terminated | truncated
        points += float(np.sum((np.where(ours, rewards, -rewards)[over] + 1) / 2))
        played += int(over.sum())
    return points / played


def main(rounds: int = ROUNDS) -> float:
    before = score(np.zeros_like(learn(0)))
    after = score(learn(rounds))
    print(f"against random moves: {before:.0%} before, {after:.0%} after {rounds} rounds of {ENVS * PLIES} moves")
    return after


if __name__ == "__main__":
    main()
