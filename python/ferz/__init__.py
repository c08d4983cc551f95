"""Any chess variant, from one text file: rules, engine, and environments for learning.

>>> import ferz
>>> board = ferz.load("chess").board()
>>> board.push_san("e4")
Move("e2e4")
>>> len(board.legal_moves)
20

The names are those of python-chess where it has them. Colours are True for White and False for Black; squares are written as "e4".
"""

from ._ferz import (
    ActionSpace,
    Batch,
    Board,
    Diagnostic,
    Engine,
    FerzError,
    GameError,
    GameRecord,
    IllegalActionError,
    IllegalMoveError,
    Info,
    Move,
    ObservationSpace,
    Outcome,
    Piece,
    PieceType,
    PositionError,
    Variant,
    __version__,
    check,
    games,
    load,
    read_pgn,
)

WHITE = True
BLACK = False

__all__ = [
    "BLACK",
    "WHITE",
    "ActionSpace",
    "Batch",
    "Board",
    "Diagnostic",
    "Engine",
    "FerzError",
    "GameError",
    "GameRecord",
    "IllegalActionError",
    "IllegalMoveError",
    "Info",
    "Move",
    "ObservationSpace",
    "Outcome",
    "Piece",
    "PieceType",
    "PositionError",
    "Variant",
    "__version__",
    "check",
    "games",
    "load",
    "read_pgn",
]
