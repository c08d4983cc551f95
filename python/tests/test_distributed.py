"""Runs in chunks: what workers write, what becomes of it when they die, and what it says of a game."""

import contextlib
import math
import os
import random
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

import ferz

pytest.importorskip("pyarrow")
from ferz import distributed
from ferz.distributed import Choice, EnginePolicy, Estimate, ResumeError, Run, WorkerError

EXAMPLES = Path(__file__).parents[1] / "examples"
TICTACTOE = EXAMPLES / "tictactoe.toml"
QUIET = {"progress": False, "backend": "inline"}


@dataclass(frozen=True)
class Dying:
    """Plays by chance, and kills its own process, once or always, in the middle of a game."""

    marker: str
    always: bool = False

    def __call__(self, board, dice):
        if board.ply() == 3 and dice.random() < 0.05 and (self.always or not os.path.exists(self.marker)):
            Path(self.marker).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return dice.choice(board.legal_moves)


def failing(board, dice):
    if board.ply() == 5:
        raise RuntimeError("this policy fails")
    return dice.choice(board.legal_moves)


def shown(run):
    return run.table(["fen", "move", "game_id", "ply", "result"]).to_pydict()


def complete(run, games):
    """True if a run has every game once, and every ply of it."""
    table = run.table(["game_id", "ply"])
    ids, plies = np.array(table["game_id"]), np.array(table["ply"])
    starts = np.flatnonzero(plies == 0)
    inner = np.setdiff1d(np.arange(len(plies)), starts)
    return ids[starts].tolist() == list(range(games)) and (plies[inner] == plies[inner - 1] + 1).all()


def test_self_play_writes_every_move(tmp_path):
    run = distributed.self_play("crazyhouse", 5, tmp_path, seed=3, max_plies=60, chunk=2, **QUIET)
    assert [path.name for path in run.paths] == [f"chunk-00000{index}.parquet" for index in range(3)]
    assert complete(run, 5) and run.table().schema.equals(distributed.SCHEMA)
    variant = ferz.load("crazyhouse")
    rows = run.table().to_pylist()
    for row, after in zip(rows, [*rows[1:], None]):
        board = variant.board(row["fen"])
        board.push_uci(row["move"])
        assert row["rules_hash"] == variant.rules_hash and row["score"] is None and row["wdl"] is None
        if after and after["ply"]:
            assert board.fen() == after["fen"]
        elif row["termination"] == "max_plies":
            assert row["result"] is None and row["ply"] == 59
        else:
            outcome = board.outcome()
            assert outcome.termination == row["termination"]
            assert row["result"] == (0 if outcome.winner is None else 1)


def test_all_backends_play_the_same_games(tmp_path):
    settings = {"seed": 5, "max_plies": 40, "chunk": 3, "workers": 2, "progress": False}
    runs = [
        distributed.self_play("gardner", 10, tmp_path / backend, backend=backend, **settings)
        for backend in ["inline", "threads", "processes"]
    ]
    assert shown(runs[0]) == shown(runs[1]) == shown(runs[2])
    other = distributed.self_play("gardner", 10, tmp_path / "other", **{**settings, "seed": 6}, backend="inline")
    assert shown(other) != shown(runs[0])


def test_the_engine_gives_scores(tmp_path):
    policy = EnginePolicy(nodes=200, random_plies=2)
    run = distributed.self_play("gardner", 3, tmp_path / "one", policy=policy, chunk=1, **QUIET)
    rows = run.table().to_pylist()
    assert all((row["score"] is None) == (row["wdl"] is None) == (row["ply"] < 2) for row in rows)
    assert all(sum(row["wdl"]) == 1000 for row in rows if row["ply"] >= 2)
    again = distributed.self_play(
        "gardner", 3, tmp_path / "two", policy=policy, backend="threads", workers=2, progress=False
    )
    assert shown(again) == shown(run)


def test_policies_are_functions_too(tmp_path):
    def first(board, dice):
        return Choice(board.legal_moves[0], 12, (500, 300, 200))

    run = distributed.self_play(TICTACTOE, 2, tmp_path, policy=first, **QUIET)
    assert run.table()["score"].to_pylist() == [12] * len(run.table())
    with pytest.raises(ValueError, match="random, engine"):
        distributed.self_play(TICTACTOE, 2, tmp_path, policy="rnadom")


def test_a_folder_refuses_another_run(tmp_path):
    distributed.self_play(TICTACTOE, 2, tmp_path, seed=1, **QUIET)
    before = shown(Run(tmp_path))
    for game, games, changed in [
        (TICTACTOE, 2, {"seed": 2}),
        (TICTACTOE, 3, {"seed": 1}),
        ("gardner", 2, {"seed": 1}),
        (TICTACTOE, 2, {"seed": 1, "policy": failing}),
    ]:
        with pytest.raises(ResumeError, match="same settings"):
            distributed.self_play(game, games, tmp_path, **changed, **QUIET)
    with pytest.raises(ResumeError, match="kind"):
        distributed.perft(TICTACTOE, 2, tmp_path, **QUIET)
    assert shown(Run(tmp_path)) == before
    (tmp_path / "_manifest.json").unlink()
    with pytest.raises(ResumeError, match="empty"):
        distributed.self_play(TICTACTOE, 2, tmp_path, seed=1, **QUIET)
    with pytest.raises(ferz.FerzError, match="not the folder of a run"):
        Run(tmp_path)


@pytest.mark.parametrize("backend", ["inline", "threads", "processes"])
def test_an_exception_of_a_policy_is_passed_on(tmp_path, backend):
    with pytest.raises(RuntimeError, match="this policy fails"):
        distributed.self_play("chess", 8, tmp_path, policy=failing, chunk=1, backend=backend, progress=False)
    assert list(tmp_path.glob(".*.tmp")) == [] and Run(tmp_path).paths == []


def test_chunks_that_are_there_are_kept(tmp_path):
    settings = {"seed": 1, "chunk": 5, **QUIET}
    run = distributed.self_play(TICTACTOE, 20, tmp_path, **settings)
    whole, kept = shown(run), run.paths[0].stat().st_mtime_ns
    run.paths[2].unlink()
    calls = []
    again = distributed.self_play(TICTACTOE, 20, tmp_path, **{**settings, "progress": lambda *now: calls.append(now)})
    assert calls == [(3, 4), (4, 4)] and shown(again) == whole
    assert again.paths[0].stat().st_mtime_ns == kept


def test_a_killed_process_loses_no_game_and_repeats_none(tmp_path):
    settings = {"policy": Dying(str(tmp_path / "died")), "seed": 1, "chunk": 10}
    run = distributed.self_play(TICTACTOE, 400, tmp_path / "run", backend="processes", workers=2, progress=False, **settings)
    assert (tmp_path / "died").exists() and complete(run, 400)
    assert shown(run) == shown(distributed.self_play(TICTACTOE, 400, tmp_path / "other", **settings, **QUIET))


def test_workers_that_always_die_are_given_up(tmp_path):
    with pytest.raises(WorkerError, match="died 5 times"):
        distributed.self_play(
            TICTACTOE, 200, tmp_path, policy=Dying(str(tmp_path / "died"), always=True), chunk=200, backend="processes", progress=False
        )


DRIVER = """
import sys
from pathlib import Path
from ferz import distributed

FOLDER, GATE = Path(sys.argv[2]), Path(sys.argv[4])

def halting(board, dice):
    # with three chunks there, no game goes on while there is a gate, a named pipe that nobody has opened
    if GATE.exists() and len(list(FOLDER.glob("chunk-*.parquet"))) >= 3:
        GATE.read_bytes()
    return dice.choice(board.legal_moves)

if __name__ == "__main__":
    told = lambda done, chunks: print(done, flush=True)
    distributed.self_play(sys.argv[1], 200, FOLDER, policy=halting, seed=4, chunk=5, backend=sys.argv[3], workers=2, progress=told)
"""


def test_a_run_goes_on_after_its_driver_is_killed(tmp_path):
    script, folder, gate = tmp_path / "driver.py", tmp_path / "run", tmp_path / "gate"
    script.write_text(DRIVER)
    os.mkfifo(gate)
    command = [sys.executable, str(script), str(TICTACTOE), str(folder), "processes"]
    driver = subprocess.Popen([*command, str(gate)], stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        assert any(int(line) >= 3 for line in driver.stdout), "the driver has ended before"
        driver.kill()
        driver.wait()
        done = len(Run(folder).paths)
        assert 3 <= done < 40
        subprocess.run([*command, str(tmp_path / "no gate")], check=True, stdout=subprocess.DEVNULL)
        run = Run(folder)
        whole = distributed.self_play(TICTACTOE, 200, tmp_path / "whole", policy="random", seed=4, chunk=5, **QUIET)
        assert complete(run, 200) and shown(run) == shown(whole)
        assert sorted(os.listdir(folder)) == sorted(["_manifest.json", *(path.name for path in run.paths)])
    finally:
        # its workers, which wait
        with contextlib.suppress(ProcessLookupError):
            os.killpg(driver.pid, signal.SIGKILL)
        driver.stdout.close()


def test_ray_loses_no_game_when_a_worker_is_killed(tmp_path):
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=100 * 2**20)
    # pytest has found this module in a place where the workers do not look
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
    try:
        settings = {"policy": Dying(str(tmp_path / "died")), "seed": 1, "chunk": 10}
        run = distributed.self_play(TICTACTOE, 400, tmp_path / "run", backend="ray", progress=False, **settings)
        assert (tmp_path / "died").exists() and complete(run, 400)
        assert shown(run) == shown(distributed.self_play(TICTACTOE, 400, tmp_path / "other", **settings, **QUIET))
        with pytest.raises(RuntimeError, match="this policy fails"):
            distributed.self_play("chess", 4, tmp_path / "bad", policy=failing, backend="ray", progress=False)
        counted = distributed.perft("chess", 4, tmp_path / "perft", backend="ray", chunk=100, progress=False)
        assert counted.nodes == 197_281
    finally:
        ray.shutdown()


def test_a_cluster_loses_no_game_when_a_machine_dies(tmp_path):
    ray = pytest.importorskip("ray")
    cluster_utils = pytest.importorskip("ray.cluster_utils")
    cluster = cluster_utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    nodes = [cluster.add_node(num_cpus=1, object_store_memory=100 * 2**20) for _ in range(2)]
    died = []

    def progress(done, games):
        if not died and 3 * done >= games:
            died.append(done)
            cluster.remove_node(nodes[0], allow_graceful=False)

    try:
        ray.init(address=cluster.address, log_to_driver=False)
        settings = {"seed": 1, "chunk": 100}
        run = distributed.self_play(TICTACTOE, 6_000, tmp_path / "run", backend="ray", progress=progress, **settings)
        assert died and complete(run, 6_000)
        assert shown(run) == shown(distributed.self_play(TICTACTOE, 6_000, tmp_path / "other", **settings, **QUIET))
    finally:
        ray.shutdown()
        cluster.shutdown()


@pytest.mark.parametrize("name", ["chess", "crazyhouse", "duck", "marseillais"])
def test_perft_by_prefix(tmp_path, name):
    board = ferz.load(name).board()
    depth = 3 if name in ("chess", "crazyhouse") else 2
    counted = distributed.perft(name, depth, tmp_path / "a", chunk=50, prefix=1 if name == "duck" else 2, **QUIET)
    assert counted.nodes == board.perft(depth) == sum(counted.divide.values())
    assert list(counted.divide) == [move.uci() for move in board.legal_moves]
    assert distributed.perft(name, 1, tmp_path / "b", prefix=0, **QUIET) == distributed.Perft(len(board.legal_moves), {})


def test_perft_of_a_position_that_ends(tmp_path):
    fen = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
    assert distributed.perft("chess", 3, tmp_path, fen=fen, **QUIET).nodes == ferz.load("chess").board(fen).perft(3)


def test_parquet_is_read_by_others(tmp_path):
    run = distributed.self_play("gardner", 6, tmp_path, policy=EnginePolicy(nodes=50, random_plies=1), chunk=2, **QUIET)
    rows = len(run.table())
    pandas = pytest.importorskip("pandas")
    frame = pandas.read_parquet(tmp_path)
    assert len(frame) == rows and frame["game_id"].nunique() == 6
    polars = pytest.importorskip("polars")
    frame = polars.read_parquet(tmp_path / "*.parquet")
    assert len(frame) == rows and frame["wdl"].drop_nulls()[0].sum() == 1000
    duckdb = pytest.importorskip("duckdb")
    query = f"select count(*), count(distinct game_id), max(wdl[1]) from '{tmp_path}/*.parquet'"
    counted = duckdb.sql(query).fetchall()[0]
    assert counted[:2] == (rows, 6) and 0 < counted[2] <= 1000


def test_records_have_a_fixed_width(tmp_path):
    run = distributed.self_play("gardner", 4, tmp_path / "run", policy=EnginePolicy(nodes=50, random_plies=2), chunk=3, **QUIET)
    variant = ferz.load("gardner")
    records = distributed.write_records(run, variant, tmp_path / "train.npy")
    assert isinstance(records, np.memmap) and len(records) == len(run.table())
    board, space = variant.board(), variant.action_space()
    for record, row in zip(records, run.table().to_pylist()):
        if record["ply"] == 0:
            board = variant.board()
        assert np.array_equal(record["observation"], variant.observation_space().observe(board))
        move = space.move(board, int(record["action"]))
        assert move.uci() == row["move"] and record["game_id"] == row["game_id"]
        assert record["score"] == (np.iinfo(np.int32).min if row["score"] is None else row["score"])
        board.push(move)
    with pytest.raises(ferz.FerzError, match="rules hash"):
        distributed.write_records(run, ferz.load("chess"), tmp_path / "other.npy")
    assert not (tmp_path / "other.npy").exists()


def test_a_balance_study_finds_what_a_rule_does(tmp_path):
    text = TICTACTOE.read_text()
    never_up = text.replace('up     = { win = "count(my stone in a1 b2 c3) = 3" }\n', "")
    study = distributed.balance({"all lines": ferz.load(text), "no diagonal": ferz.load(never_up)}, 1500, tmp_path, **QUIET)
    one, other = study.summaries
    # by chance 58.5% of games are won by the first side, 28.8% by the second, and 12.7% are drawn
    assert one.games == 1500 == one.first + one.draws + one.second and one.unfinished == 0
    assert one.decisive.low < 0.873 < one.decisive.high
    assert one.advantage.low < (0.585 - 0.288) / 2 < one.advantage.high
    found = {(difference.name, difference.measure): difference for difference in study.differences}
    assert found["no diagonal", "decisive"].significant and found["no diagonal", "decisive"].difference.high < 0
    assert "| no diagonal | decisive |" in study.report() and "up" not in other.terminations
    assert one.as_dict()["decisive_low"] == one.decisive.low
    assert distributed.summarize(tmp_path / "all lines", "all lines") == one
    for wrong in [{}, {"../x": "chess"}]:
        with pytest.raises(ValueError):
            distributed.balance(wrong, 2, tmp_path)


def test_intervals():
    from ferz.distributed._balance import _mean, _share

    # Wilson (1927), as in Newcombe (1998), table I: 81 of 263
    assert [round(bound, 4) for bound in _share(81, 263)] == [0.3080, 0.2553, 0.3662]
    # Newcombe (1998), part II, table II, method 10: 56/70 less 48/80
    difference = _share(56, 70).minus(_share(48, 80))
    assert [round(bound, 4) for bound in difference] == [0.2, 0.0524, 0.3339]
    dice = random.Random(1)
    covered = sum(
        low <= 0.5 <= high for _, low, high in (_mean([dice.random() for _ in range(50)]) for _ in range(1000))
    )
    assert 930 <= covered <= 970
    assert math.isnan(_share(0, 0).value) and _mean([3.0]) == Estimate(3.0, 0.0, math.inf)
