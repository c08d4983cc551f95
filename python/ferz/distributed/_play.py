"""Self-play: policies, games, and the table that they are written to."""

from __future__ import annotations

import random
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, NamedTuple, Optional, Protocol, Union, cast

import pyarrow as pa
import pyarrow.parquet as pq

from .. import Board, Engine, FerzError, Move, Variant, __version__, load
from ._run import Backend, Progress, chunk_path, claim, execute, manifest, replacing

if TYPE_CHECKING:
    from ._balance import Summary

#: The columns of self-play, a row for each move.
SCHEMA = pa.schema(
    [
        pa.field("fen", pa.string(), nullable=False),
        pa.field("move", pa.string(), nullable=False),
        pa.field("score", pa.int32()),
        pa.field("wdl", pa.list_(pa.uint16(), 3)),
        pa.field("ply", pa.uint32(), nullable=False),
        pa.field("game_id", pa.uint64(), nullable=False),
        pa.field("rules_hash", pa.uint64(), nullable=False),
        pa.field("result", pa.int8()),
        pa.field("termination", pa.string(), nullable=False),
    ]
)

# The score of a win at once; each turn until then is one less.
WIN = 32_000

Game = Union[Variant, str, "PathLike[str]"]


class Choice(NamedTuple):
    """The choice of a policy: a move, and what the policy thinks of the position, for the side to move.

    `score` is in centipawns, `wdl` in thousandths: the chances to win, draw and lose.
    """

    move: Move
    score: Optional[int] = None
    wdl: Optional[tuple[int, int, int]] = None


Player = Callable[[Board, random.Random], Union[Move, Choice]]


class NewGame(Protocol):
    """A policy that begins each game with a player of its own."""

    def new_game(self) -> Player: ...


Policy = Union[Player, NewGame]


@dataclass(frozen=True)
class RandomPolicy:
    """Plays each legal move with the same probability."""

    def __call__(self, board: Board, dice: random.Random) -> Move:
        return dice.choice(board.legal_moves)


@dataclass(frozen=True)
class EnginePolicy:
    """Plays what the engine thinks best, after some random plies without which all games would be the same.

    `nodes` and `depth` are the limits of each search, and `hash` is in MiB. Every game has an engine of its own with one thread, so that
    it does not depend on other games.
    """

    nodes: Optional[int] = 1000
    depth: Optional[int] = None
    random_plies: int = 6
    hash: int = 1

    def new_game(self) -> Player:
        engine = Engine(self.hash, 1)

        def play(board: Board, dice: random.Random) -> Union[Move, Choice]:
            if board.ply() < self.random_plies:
                return dice.choice(board.legal_moves)
            best = engine.analyse(board, nodes=self.nodes, depth=self.depth)[0]
            score = best.score
            if best.mate is not None:
                score = WIN - best.mate if best.mate > 0 else -WIN - best.mate
            return Choice(best.pv[0], score, best.wdl)

        return play


POLICIES: dict[str, Callable[[], Policy]] = {"random": RandomPolicy, "engine": EnginePolicy}


def named(policy: Union[str, Policy]) -> Policy:
    if not isinstance(policy, str):
        return policy
    if policy not in POLICIES:
        raise ValueError(f"there is no policy `{policy}`: there are {', '.join(POLICIES)}, and functions")
    return POLICIES[policy]()


def identity(policy: Policy) -> str:
    """Returns what a manifest says of a policy: its repr, or the full name of a function or of a class whose repr is only its address."""
    if hasattr(policy, "__qualname__"):
        return f"{policy.__module__}.{policy.__qualname__}"
    kind = type(policy)
    return f"{kind.__module__}.{kind.__qualname__}" if kind.__repr__ is object.__repr__ else repr(policy)


class Run:
    """A finished or unfinished run of self-play in a folder."""

    def __init__(self, folder: Union[str, PathLike[str]]):
        """Opens a folder. Raises FerzError if it is not that of a run of self-play."""
        self.folder = Path(folder)
        self.settings = manifest(self.folder)
        if self.settings.get("kind") != "self-play":
            raise FerzError(f"{folder} is not a run of self-play, but of {self.settings.get('kind')}")

    @property
    def paths(self) -> list[Path]:
        """The Parquet files that are complete, in order of their games."""
        return sorted(self.folder.glob("chunk-*.parquet"))

    def table(self, columns: Optional[list[str]] = None) -> pa.Table:
        """Returns all rows, or some columns of them, as an Arrow table, in order of game_id and ply."""
        paths = self.paths
        if not paths:
            return SCHEMA.empty_table().select(columns or SCHEMA.names)
        return pa.concat_tables([pq.read_table(path, columns=columns) for path in paths])

    def summary(self) -> Summary:
        """Returns length, decisiveness and first-move advantage of the games that are complete."""
        from ._balance import summarize

        return summarize(self)

    def __repr__(self) -> str:
        return f"<Run {self.folder}: {len(self.paths)} chunks>"


def self_play(
    game: Game,
    games: int,
    folder: Union[str, PathLike[str]],
    *,
    policy: Union[str, Policy] = "random",
    seed: int = 0,
    max_plies: int = 1024,
    chunk: int = 64,
    backend: Backend = "processes",
    workers: Optional[int] = None,
    progress: Progress = True,
) -> Run:
    """Plays this many games of a variant by self-play, and writes every move to Parquet files in `folder`. Call it again to resume.

    `policy` is `random`, `engine`, an `EnginePolicy` with limits of your own, a function that is given the board and a `random.Random` and
    returns a `Move` or a `Choice`, or an object whose method `new_game()` returns such a function. The same settings give the same
    games if that `random.Random` is the only source of randomness of the policy. The manifest records only the name of a function.

    A policy must leave the board unchanged. A game is stopped after `max_plies` plies: its result is null and its termination `max_plies`. `chunk` is the number of games in a
    file, `workers` the number of processes or threads, and None means one for each core. `progress` may be a function that is given the numbers of
    chunks done and of all chunks.

    Raises ResumeError if the folder holds a run with other settings, WorkerError if workers die again and again, and what the policy raises.
    """
    variant = game if isinstance(game, Variant) else load(game)
    folder, policy = Path(folder), named(policy)
    if games < 1 or chunk < 1 or max_plies < 1:
        raise ValueError("games, chunk and max_plies must be at least 1")
    if not variant.board().legal_moves:
        raise FerzError(f"{variant.name} has no legal move at the start")
    settings = {
        "kind": "self-play",
        "game": variant.name,
        "options": variant.options,
        "rules_hash": variant.rules_hash,
        "ferz": __version__,
        "policy": identity(policy),
        "seed": seed,
        "games": games,
        "max_plies": max_plies,
        "chunk": chunk,
    }
    claim(folder, settings)
    work = _Chunks(variant, policy, folder, seed, games, max_plies, chunk)
    execute(work, -(-games // chunk), folder, backend=backend, workers=workers, progress=progress)
    return Run(folder)


@dataclass(frozen=True)
class _Chunks:
    """The data a worker needs to play any chunk of a run."""

    variant: Variant
    policy: Policy
    folder: Path
    seed: int
    games: int
    max_plies: int
    chunk: int

    def __call__(self, index: int) -> None:
        path = chunk_path(self.folder, index)
        if path.exists():
            return
        rows: dict[str, list[Any]] = {name: [] for name in SCHEMA.names}
        first = index * self.chunk
        for game_id in range(first, min(first + self.chunk, self.games)):
            self.play(game_id, rows)
        with replacing(path) as temporary:
            pq.write_table(pa.table(rows, schema=SCHEMA), temporary, compression="zstd")

    def play(self, game_id: int, rows: dict[str, list[Any]]) -> None:
        """Plays a game, and adds its rows."""
        dice = random.Random(f"{self.seed}/{game_id}")
        player = self.policy.new_game() if hasattr(self.policy, "new_game") else cast(Player, self.policy)
        board = self.variant.board()
        turns: list[bool] = []
        outcome = None
        while outcome is None and len(turns) < self.max_plies and board.legal_moves:
            chosen = player(board, dice)
            choice = chosen if isinstance(chosen, Choice) else Choice(chosen)
            rows["fen"].append(board.fen())
            rows["move"].append(choice.move.uci())
            rows["score"].append(choice.score)
            rows["wdl"].append(choice.wdl)
            turns.append(board.turn)
            board.push(choice.move)
            outcome = board.outcome()
        plies = len(turns)
        stopped = "max_plies" if plies == self.max_plies else "no_move"
        termination = outcome.termination if outcome else stopped
        rows["ply"].extend(range(plies))
        rows["game_id"].extend([game_id] * plies)
        rows["rules_hash"].extend([self.variant.rules_hash] * plies)
        rows["termination"].extend([termination] * plies)
        rows["result"].extend(
            None if outcome is None else 0 if outcome.winner is None else 1 if outcome.winner == turn else -1 for turn in turns
        )
