"""Learns noughts and crosses with an algorithm of OpenSpiel's own, its tabular Q-learner, by the game `ferz` that is registered there.

`python openspiel_tictactoe.py` takes about a minute, and says how the learner does against a player who moves at random.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyspiel
from open_spiel.python import rl_agent, rl_environment
from open_spiel.python.algorithms import tabular_qlearner

import ferz.openspiel

GAMES = 20_000
FILE = Path(__file__).with_name("tictactoe.toml")


class RandomMover(rl_agent.AbstractAgent):
    """An agent that chooses among the legal actions by chance."""

    def __init__(self, player_id: int, rng: np.random.Generator):
        self.player, self.rng = player_id, rng

    def step(self, time_step, is_evaluation=False):
        if time_step.last():
            return None
        legal = time_step.observations["legal_actions"][self.player]
        return rl_agent.StepOutput(action=int(self.rng.choice(legal)), probs=[])


def play(env, agents, is_evaluation: bool = False) -> list[float]:
    """Plays a game, and returns the result of each player."""
    time_step = env.reset()
    while not time_step.last():
        player = time_step.observations["current_player"]
        output = agents[player].step(time_step, is_evaluation=is_evaluation)
        time_step = env.step([output.action])
    for agent in agents:
        agent.step(time_step, is_evaluation=is_evaluation)
    return time_step.rewards


def main(games: int = GAMES) -> list[float]:
    game = ferz.openspiel.game(ferz.load(FILE))
    env = rl_environment.Environment(game)
    size = game.num_distinct_actions()
    rng = np.random.default_rng(1)
    np.random.seed(1)
    learners = [tabular_qlearner.QLearner(player, size) for player in range(2)]
    for _ in range(games):
        play(env, learners)
    shares = []
    for player in range(2):
        agents = [RandomMover(0, rng), RandomMover(1, rng)]
        agents[player] = learners[player]
        results = [play(env, agents, is_evaluation=True)[player] for _ in range(1000)]
        lost = sum(result < 0 for result in results) / len(results)
        shares.append(lost)
        print(f"moving {('first', 'second')[player]}: {np.mean(results):+.2f} a game, {lost:.1%} lost, after {games} games")
    return shares


if __name__ == "__main__":
    main()
