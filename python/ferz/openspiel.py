"""The game `ferz` for OpenSpiel: any variant, as a game of two players.

>>> import pyspiel, ferz.openspiel
>>> game = pyspiel.load_game("ferz(game=gardner,max_plies=100)")
>>> state = game.new_initial_state()
>>> state.apply_action(state.legal_actions()[0])
>>> state.current_player()
1

Importing this module registers the game. `game` is a game of the library; `ferz.openspiel.game` makes a game of any variant. A game
that no rule has ended after `max_plies` plies is drawn. Player 0 is White. Observations are always those of the side to move; where a
player does not see everything, the string of an observation is what the asked player sees.
"""

from __future__ import annotations

import numpy as np
import pyspiel

from . import Variant, load

__all__ = ["FerzGame", "FerzState", "game"]

_TYPE = pyspiel.GameType(
    short_name="ferz",
    long_name="ferz: a variant of chess by its rules",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game": "gardner", "max_plies": 512},
)


class FerzGame(pyspiel.Game):
    """A variant as OpenSpiel sees it."""

    def __init__(self, params=None, variant: Variant | None = None):
        params = {"game": "gardner", "max_plies": 512, **(params or {})}
        self.variant = variant if variant is not None else load(params["game"])
        self.max_plies = int(params["max_plies"])
        self.actions = self.variant.action_space()
        self.planes = self.variant.observation_space()
        info = pyspiel.GameInfo(
            num_distinct_actions=self.actions.size,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_plies,
        )
        super().__init__(_TYPE, info, params)

    def new_initial_state(self, fen=None):
        return FerzState(self, fen)

    def make_py_observer(self, iig_obs_type=None, params=None):
        return FerzObserver(self)


class FerzState(pyspiel.State):
    """A game in progress."""

    def __init__(self, game: FerzGame, fen=None):
        super().__init__(game)
        self._actions = game.actions
        self._max_plies = game.max_plies
        self.board = game.variant.board(fen)
        self._legal = None

    def _moves(self):
        if self._legal is None:
            self._legal = self._actions.legal(self.board)
        return self._legal

    def current_player(self):
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        return 0 if self.board.turn else 1

    def _legal_actions(self, player):
        return sorted(self._moves())

    def _apply_action(self, action):
        self.board.push(self._actions.move(self.board, action))
        self._legal = None

    def _action_to_string(self, player, action):
        own = self._moves().get(action)
        return own.uci() if own is not None else self._actions[action]

    def is_terminal(self):
        return self.board.ply() >= self._max_plies or not self._moves()

    def returns(self):
        outcome = self.board.outcome()
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner else [-1.0, 1.0]

    def __str__(self):
        return self.board.fen()


class FerzObserver:
    """Observations: the planes of `ferz.ObservationSpace`, as the side to move sees them."""

    def __init__(self, game: FerzGame):
        self._planes = game.planes
        self.tensor = np.zeros(int(np.prod(game.planes.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(game.planes.shape)}

    def set_from(self, state: FerzState, player: int):
        self.dict["observation"][:] = self._planes.observe(state.board)

    def string_from(self, state: FerzState, player: int):
        return state.board.fen_seen_by(player == 0)


def game(variant, *, max_plies: int = 512) -> FerzGame:
    """Returns the game of a variant, or of what `ferz.load` takes."""
    variant = variant if isinstance(variant, Variant) else load(variant)
    return FerzGame({"game": variant.name, "max_plies": max_plies}, variant)


pyspiel.register_game(_TYPE, FerzGame)
