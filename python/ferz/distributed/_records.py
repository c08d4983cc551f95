"""Records of a fixed width, for training."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Union

import numpy as np

from .. import FerzError, Variant
from ._play import Run
from ._run import replacing

# The score of a position that the policy gave none.
NO_SCORE = np.iinfo(np.int32).min


def write_records(run: Union[Run, str, PathLike[str]], variant: Variant, path: Union[str, PathLike[str]]) -> np.ndarray:
    """Writes the moves of a run as records of a fixed width to a NumPy file, and returns them memory-mapped.

    The file is read by `np.load(path, mmap_mode="r")`: an array of records with the fields

    - `observation`: uint8 with the shape of the observation space, as the side to move sees it
    - `action`: int32, the number of the move in the action space
    - `score`: int32 in centipawns for the side to move, and -2147483648 where the policy gave none
    - `wdl`: three uint16 in thousandths, and zeros where the policy gave none
    - `result`: int8, 1 if the side to move wins in the end, 0 for a draw, -1 if it loses, and -2 if the game was stopped
    - `ply`: uint32; `game_id` and `rules_hash`: uint64

    Raises FerzError if the run was played by other rules.
    """
    run = run if isinstance(run, Run) else Run(run)
    if run.settings["rules_hash"] != variant.rules_hash:
        raise FerzError(f"the games in {run.folder} have the rules hash {run.settings['rules_hash']}, and {variant.name} has {variant.rules_hash}")
    actions, planes = variant.action_space(), variant.observation_space()
    kinds = np.dtype(
        [
            ("observation", "u1", planes.shape),
            ("action", "<i4"),
            ("score", "<i4"),
            ("wdl", "<u2", (3,)),
            ("result", "i1"),
            ("ply", "<u4"),
            ("game_id", "<u8"),
            ("rules_hash", "<u8"),
        ]
    )
    path, table = Path(path), run.table()
    with replacing(path) as temporary:
        records = np.lib.format.open_memmap(temporary, mode="w+", dtype=kinds, shape=(len(table),))
        board, at = variant.board(), 0
        for batch in table.to_batches(1024):
            for row in batch.to_pylist():
                if row["ply"] == 0:
                    board = variant.board(row["fen"])
                move = board.parse_uci(row["move"])
                score = NO_SCORE if row["score"] is None else row["score"]
                result = -2 if row["result"] is None else row["result"]
                records[at] = (
                    planes.observe(board),
                    actions.number(board, move),
                    score,
                    row["wdl"] or (0, 0, 0),
                    result,
                    row["ply"],
                    row["game_id"],
                    row["rules_hash"],
                )
                board.push(move)
                at += 1
        records.flush()
        del records
    return np.load(path, mmap_mode="r")
