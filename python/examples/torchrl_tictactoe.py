"""Learns noughts and crosses with TorchRL, which reads ferz's environment through its wrapper for PettingZoo: a small network, masked by the legal
actions, improved by REINFORCE in play against a player who moves at random.

First run `pip install torch torchrl`. `python torchrl_tictactoe.py` takes two minutes on a CPU, and says how often the network then loses.
"""

from __future__ import annotations

from pathlib import Path

import torch
from tensordict.nn import TensorDictModule
from torchrl.envs import PettingZooWrapper
from torchrl.modules import MLP, MaskedCategorical

import ferz
from ferz.pettingzoo import env

GAMES = 6_000
BATCH = 50
FILE = Path(__file__).with_name("tictactoe.toml")
# where the wrapper keeps the agents: the first row is White
WHITE, BLACK = 0, 1


def wrapped() -> PettingZooWrapper:
    return PettingZooWrapper(env(ferz.load(FILE)), use_mask=True, group_map={"players": ["white", "black"]})


def network(game: PettingZooWrapper) -> TensorDictModule:
    """Returns a network from what an agent sees to a score for each action."""
    size = game.observation_spec["players", "observation", "observation"].shape[1:].numel()
    actions = game.full_action_spec["players", "action"].space.n
    layers = MLP(in_features=size, out_features=actions, num_cells=[128, 128])
    return TensorDictModule(layers, in_keys=["seen"], out_keys=["scores"])


def play(game: PettingZooWrapper, policies) -> tuple[list[tuple[torch.Tensor, int]], torch.Tensor]:
    """Plays a game; returns the logarithm of the probability of each move with the row of its agent, and the results of both."""
    state, moves = game.reset(), []
    while not state["done"].any():
        row = int(state["players", "mask"].int().argmax())
        state["seen"] = state["players", "observation", "observation"][row].flatten().float()
        mask = state["players", "action_mask"][row]
        scores = policies[row](state)["scores"] if policies[row] is not None else torch.zeros(len(mask))
        choice = MaskedCategorical(logits=scores, mask=mask)
        action = choice.sample()
        moves.append((choice.log_prob(action), row))
        actions = torch.zeros(2, dtype=torch.long)
        actions[row] = action
        state["players", "action"] = actions
        state = game.step(state.detach())["next"]
    return moves, state["players", "reward"].squeeze(-1)


def main(games: int = GAMES, seed: int = 1) -> list[float]:
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    game = wrapped()
    policy = network(game)
    optimizer = torch.optim.Adam(policy.parameters(), lr=3e-3)
    # the mean result of each side, from which results are counted
    usual = torch.zeros(2)
    for _ in range(games // BATCH):
        losses = []
        for _ in range(BATCH):
            own = int(torch.randint(2, ()))
            moves, results = play(game, [policy if row == own else None for row in (WHITE, BLACK)])
            losses.extend(-chance * (results[own] - usual[own]) for chance, row in moves if row == own)
            usual[own] += 0.02 * (results[own] - usual[own])
        optimizer.zero_grad()
        torch.stack(losses).mean().backward()
        optimizer.step()
    lost = []
    with torch.no_grad():
        for row, name in [(WHITE, "first"), (BLACK, "second")]:
            sides = [policy if side == row else None for side in (WHITE, BLACK)]
            results = torch.stack([play(game, sides)[1][row] for _ in range(300)])
            lost.append(float((results < 0).float().mean()))
            print(f"moving {name}: {results.mean():+.2f} a game, {lost[-1]:.1%} lost, after {games} games")
    return lost


if __name__ == "__main__":
    main()
