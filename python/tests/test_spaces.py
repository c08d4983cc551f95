"""Action spaces, batches, and the adapters with the tests that their projects publish."""

import os
import pickle
import signal
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

import ferz

EXAMPLES = Path(__file__).parents[1] / "examples"


def test_an_action_space_names_its_actions():
    space = ferz.load("chess").action_space()
    assert len(space) == space.size == len(space.actions) and space[0] == space.actions[0]
    assert {"e2e4", "e7e8=Q", "e1g1"} <= set(space.actions)
    with pytest.raises(IndexError):
        space[space.size]
    again = pickle.loads(pickle.dumps(space))
    assert again.name == space.name
    with pytest.raises(ferz.FerzError, match="different variant"):
        space.legal(ferz.load("shogi").board())
    with pytest.raises(ferz.IllegalActionError):
        space.move(ferz.load("chess").board(), 0)


def test_an_observation_is_seen_by_the_mover():
    variant = ferz.load("chess")
    space, board = variant.observation_space(), variant.board()
    seen = space.observe(board)
    assert seen.shape == space.shape and seen.dtype == np.uint8
    pawns = space.planes.index("own pawn")
    assert seen[pawns, 1].tolist() == [1] * 8 and seen[pawns].sum() == 8
    board.push_san("e4")
    assert space.observe(board)[pawns, 1].tolist() == [1] * 8
    assert space.observe(board)[space.planes.index("other pawn"), 4, 4] == 1


def test_a_batch_writes_into_its_own_arrays():
    batch = ferz.Batch("chess", 16, seed=3, threads=2)
    mask, seen = batch.mask, batch.observe()
    assert mask.shape == (16, batch.action_space.size) and mask.dtype == bool and mask.sum() == 16 * 20
    assert seen.shape == (16, *batch.observation_space.shape) and seen.dtype == np.uint8
    for _ in range(50):
        rewards, terminated, truncated = batch.step(batch.sample())
    assert batch.mask is mask and batch.observe() is seen
    assert rewards.dtype == np.float32 and terminated.dtype == truncated.dtype == bool
    for game in range(16):
        assert np.flatnonzero(mask[game]).tolist() == batch.legal(game)
    assert np.array_equal(mask, batch.legal_mask())
    assert batch.reset().sum() == 16 * 20 and batch.fen(0) == ferz.load("chess").board().fen()


def test_a_batch_plays_as_boards_do():
    variant = ferz.load("crazyhouse")
    batch, boards = ferz.Batch(variant, 4, seed=5, max_plies=80), [variant.board() for _ in range(4)]
    space, planes = variant.action_space(), variant.observation_space()
    ended = 0
    for _ in range(200):
        seen = batch.observe()
        for game, board in enumerate(boards):
            assert sorted(space.legal(board)) == batch.legal(game)
            assert np.array_equal(seen[game], planes.observe(board)) and batch.turn[game] == board.turn
        actions = batch.sample()
        rewards, terminated, truncated = batch.step(actions)
        for game, board in enumerate(boards):
            mover = board.turn
            board.push(space.move(board, int(actions[game])))
            outcome = board.outcome()
            assert terminated[game] == (outcome is not None)
            if outcome is not None and outcome.winner is not None:
                assert rewards[game] == (1 if outcome.winner == mover else -1)
            assert truncated[game] == (outcome is None and board.ply() == 80)
            if terminated[game] or truncated[game]:
                ended += 1
                boards[game] = variant.board()
    assert ended > 4


def test_the_same_seed_plays_the_same_games():
    def played(seed, threads):
        batch = ferz.Batch("gardner", 150, seed, threads=threads, max_plies=60)
        for _ in range(100):
            batch.step(batch.sample())
        return [batch.fen(game) for game in range(150)]

    assert played(1, 1) == played(1, 2) != played(2, 1)


def test_wrong_actions_are_refused():
    batch = ferz.Batch("chess", 3)
    good = batch.sample()
    for wrong in [-1, 10**6, 0]:
        actions = good.copy()
        actions[1] = wrong
        with pytest.raises(ferz.IllegalActionError) as caught:
            batch.step(actions)
        assert caught.value.game == 1 and caught.value.action == wrong
    for wrong in [good[:2], ["a", "b", "c"], good.astype(float), None]:
        with pytest.raises((ValueError, TypeError)):
            batch.step(wrong)
    assert batch.fen(0) == ferz.load("chess").board().fen()
    batch.step(list(map(int, good)))
    for arguments in [("chess", 0), ("nothing", 4), ("chess", -1)]:
        with pytest.raises((ValueError, OverflowError)):
            ferz.Batch(*arguments)


@pytest.mark.parametrize("name", ["gardner", "duck", "crazyhouse"])
def test_gymnasium(name):
    pytest.importorskip("gymnasium")
    from ferz.gymnasium import FerzVectorEnv

    env = FerzVectorEnv(name, 8, max_plies=50)
    observation, info = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    for _ in range(120):
        actions = env.sample()
        assert env.action_space.contains(actions.astype(env.action_space.dtype))
        assert info["action_mask"][np.arange(8), actions].all()
        observation, rewards, terminated, truncated, info = env.step(actions)
        assert env.observation_space.contains(observation) and rewards.shape == (8,)
    first = [env.reset(seed=9)[0], *[env.step(env.sample())[0] for _ in range(20)]]
    again = [env.reset(seed=9)[0], *[env.step(env.sample())[0] for _ in range(20)]]
    assert all(np.array_equal(one, other) for one, other in zip(first, again))


@pytest.mark.parametrize("name", ["gardner", "shogi", "marseillais", "amazons", "ataxx"])
def test_pettingzoo_passes_its_api_test(name):
    test = pytest.importorskip("pettingzoo.test")
    from ferz.pettingzoo import env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        test.api_test(env(name, max_plies=60), num_cycles=100, verbose_progress=False)


@pytest.mark.parametrize("name", ["gardner", "minishogi", "english-draughts", "duck"])
def test_openspiel_passes_its_random_simulation_test(name):
    pyspiel = pytest.importorskip("pyspiel")
    import ferz.openspiel

    game = pyspiel.load_game(f"ferz(game={name},max_plies=80)")
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)
    assert ferz.openspiel.game(name).num_distinct_actions() == ferz.load(name).action_space().size


def test_a_table_learns_to_play_perfectly():
    sys.path.insert(0, str(EXAMPLES))
    import learn

    variant = ferz.load(EXAMPLES / "tictactoe.toml")
    assert learn.worst(variant, {}, True)[0] == -1, "nobody plays perfectly who has learned nothing"
    table = learn.learn(variant)
    for first in [True, False]:
        assert learn.worst(variant, table, first)[0] == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_batch_is_played_on_in_a_fork():
    batch = ferz.Batch("gardner", 256, seed=1, threads=2)
    batch.step(batch.sample())
    child = os.fork()
    if child == 0:
        # if it waits for ever, it is ended
        signal.alarm(600)
        # the threads of the batch have stayed behind
        for _ in range(3):
            batch.step(batch.sample())
        os._exit(0 if batch.mask.any(axis=1).all() else 1)
    assert os.waitpid(child, 0) == (child, 0)
    batch.step(batch.sample())
