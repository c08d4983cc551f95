"""Perft, cut into the positions behind the first plies."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Optional, Union

import pyarrow as pa
import pyarrow.parquet as pq

from .. import Board, Variant, __version__, load
from ._play import Game
from ._run import Backend, Progress, chunk_path, claim, execute, replacing

SCHEMA = pa.schema([("moves", pa.list_(pa.string())), ("nodes", pa.uint64()), ("rules_hash", pa.uint64())])


@dataclass(frozen=True)
class Perft:
    """The number of positions at the depth, and how many of them are behind each first move."""

    nodes: int
    divide: dict[str, int]


def perft(
    game: Game,
    depth: int,
    folder: Union[str, PathLike[str]],
    *,
    fen: Optional[str] = None,
    prefix: int = 2,
    chunk: int = 16,
    backend: Backend = "processes",
    workers: Optional[int] = None,
    progress: Progress = True,
) -> Perft:
    """Counts the lines of `depth` plies from the start, or from the position of a FEN. Call it again to resume.

    The work is cut by the first `prefix` plies: `chunk` lines of these are a file, whose rows have the moves of a line and the number of
    nodes behind it. The other arguments and errors are those of `self_play`.
    """
    variant = game if isinstance(game, Variant) else load(game)
    if not 0 <= prefix <= depth or chunk < 1:
        raise ValueError("prefix must be from 0 to depth, and chunk at least 1")
    folder, board = Path(folder), variant.board(fen)
    settings = {
        "kind": "perft",
        "game": variant.name,
        "options": variant.options,
        "rules_hash": variant.rules_hash,
        "ferz": __version__,
        "fen": board.fen(),
        "depth": depth,
        "prefix": prefix,
        "chunk": chunk,
    }
    claim(folder, settings)
    lines = _lines(board, prefix)
    work = _Chunks(variant, board.fen(), folder, depth, chunk, lines)
    execute(work, -(-len(lines) // chunk), folder, backend=backend, workers=workers, progress=progress)
    divide = {str(move): 0 for move in board.legal_moves} if depth else {}
    nodes = 0
    for path in sorted(folder.glob("chunk-*.parquet")):
        for row in pq.read_table(path).to_pylist():
            nodes += row["nodes"]
            if row["moves"]:
                divide[row["moves"][0]] += row["nodes"]
    return Perft(nodes, divide if prefix else {})


def _lines(board: Board, plies: int) -> list[list[str]]:
    if plies == 0:
        return [[]]
    lines: list[list[str]] = []
    for move in board.legal_moves:
        board.push(move)
        lines.extend([move.uci(), *line] for line in _lines(board, plies - 1))
        board.pop()
    return lines


@dataclass(frozen=True)
class _Chunks:
    """The data a worker needs to count any chunk of a run."""

    variant: Variant
    fen: str
    folder: Path
    depth: int
    chunk: int
    lines: list[list[str]]

    def __call__(self, index: int) -> None:
        path = chunk_path(self.folder, index)
        if path.exists():
            return
        lines = self.lines[index * self.chunk : (index + 1) * self.chunk]
        hashes = [self.variant.rules_hash] * len(lines)
        table = pa.table({"moves": lines, "nodes": [self.count(line) for line in lines], "rules_hash": hashes}, schema=SCHEMA)
        with replacing(path) as temporary:
            pq.write_table(table, temporary, compression="zstd")

    def count(self, line: list[str]) -> int:
        board = self.variant.board(self.fen)
        for move in line:
            board.push_uci(move)
        return board.perft(self.depth - len(line))
