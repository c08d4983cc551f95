#!/usr/bin/env python3
"""A plain and slow counter for chess games in which something follows from a move, and which no other program plays.

python-chess gives the moves as they are without the rule; each is made on a copy, what follows is done square by square, and the mover's king
is looked at. It is run by hand; what it counted is in `tests/perft`.

    tests/interop/naive_effects.py perft rifle 3                     counts from the start position
    tests/interop/naive_effects.py compare FERZ rifle --games 20     compares ferz's counts of two plies in positions of random games
    tests/interop/naive_effects.py positions rifle                   prints a `.perft` file: the start position, and positions of random games

Exit status: 0 both agree, 1 they don't.
"""

import argparse
import random
import subprocess
import sys

import chess


def change(game, board, move, taken, piece):
    """Does what follows from a move that has been made: `taken` is the type captured, `piece` the piece that moved, as it is after the move."""
    captures, king = taken is not None, piece.piece_type == chess.KING
    if game == "andernach" and captures and not king:
        board.set_piece_at(move.to_square, chess.Piece(piece.piece_type, not piece.color))
    elif game == "absorption" and captures and not king:
        board.set_piece_at(move.to_square, chess.Piece(taken, piece.color))
    elif game == "rifle" and captures:
        board.remove_piece_at(move.to_square)
        board.set_piece_at(move.from_square, piece)


# where pieces are born, as White sees it
BORN = {
    chess.ROOK: (chess.A1, chess.H1),
    chess.KNIGHT: (chess.B1, chess.G1),
    chess.BISHOP: (chess.C1, chess.F1),
    chess.QUEEN: (chess.D1,),
}


def is_light(square):
    return bool(chess.BB_SQUARES[square] & chess.BB_LIGHT_SQUARES)


def birth(taken, side, square):
    """The square where a captured piece is reborn."""
    own = (lambda at: at) if side == chess.WHITE else chess.square_mirror
    if taken == chess.PAWN:
        return own(chess.square(chess.square_file(square), 1))
    squares = [own(at) for at in BORN[taken]]
    return squares[0] if len(squares) == 1 else next(at for at in squares if is_light(at) == is_light(square))


def reborn(before, board, move, taken):
    """Circe chess: the captured piece stands where it is reborn, and what rights it has to castle."""
    side = not before.turn
    square = birth(taken, side, move.to_square)
    if board.piece_at(square):
        return 0
    board.set_piece_at(square, chess.Piece(taken, side))
    rank = chess.BB_RANK_1 if side == chess.WHITE else chess.BB_RANK_8
    return chess.BB_SQUARES[square] if taken == chess.ROOK and before.castling_rights & rank else 0


def turn_over(board, move, piece):
    """Benedict chess: what the piece that has moved attacks changes sides."""
    for square in board.attacks(move.to_square):
        other = board.piece_at(square)
        if other and other.color != piece.color:
            board.set_piece_at(square, chess.Piece(other.piece_type, not other.color))


def after(game, board, move):
    """The position after a move, or `None` if it is not legal."""
    mover = board.turn
    captures = board.is_capture(move)
    if game == "benedict" and captures:
        return None
    castling = board.is_castling(move)
    if game == "monochromatic" and not keeps_colour(board, move):
        return None
    taken = None
    if captures:
        taken = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
        if taken == chess.KING:
            return None
    next_board = board.copy(stack=False)
    next_board.push(move)
    rights = next_board.castling_rights
    passed = next_board.ep_square
    new_rights = reborn(board, next_board, move, taken) if game == "circe" and captures else 0
    if not castling:
        piece = next_board.piece_at(move.to_square)
        if game == "benedict":
            turn_over(next_board, move, piece)
        else:
            change(game, next_board, move, taken, piece)
    elif game == "benedict":
        # the king is the piece that castles
        turn_over(next_board, move, next_board.piece_at(move.to_square))
    next_board.castling_rights = rights & lasting(board, next_board) | new_rights
    next_board.ep_square = passed
    if game == "benedict":
        return next_board
    king = next_board.king(mover)
    return None if king is None or attacks(game, next_board, not mover, king) else next_board


def attacks(game, board, side, square):
    """Returns whether a side attacks a square; in monochromatic chess, only from squares of its colour."""
    from_squares = board.attackers(side, square)
    if game == "monochromatic":
        return any(is_light(at) == is_light(square) for at in from_squares)
    return bool(from_squares)


def keeps_colour(board, move):
    """Returns whether no piece changes the colour of its square; for castling, also that no square of the king's path is attacked."""
    if is_light(move.from_square) != is_light(move.to_square):
        return False
    return not board.is_castling(move) or chess.square_file(move.to_square) == 6


def lasting(before, now):
    """The squares whose rooks stand as they did, beside kings that do."""
    kept = 0
    for square in chess.SquareSet(chess.BB_A1 | chess.BB_H1 | chess.BB_A8 | chess.BB_H8):
        side = chess.WHITE if square < 8 else chess.BLACK
        king = chess.E1 if side == chess.WHITE else chess.E8
        rook_stands = now.piece_at(square) == before.piece_at(square) == chess.Piece(chess.ROOK, side)
        if rook_stands and now.piece_at(king) == before.piece_at(king) == chess.Piece(chess.KING, side):
            kept |= chess.BB_SQUARES[square]
    return kept


def moves(game, board):
    if game == "benedict" and (board.king(chess.WHITE) is None or board.king(chess.BLACK) is None):
        return
    for move in board.pseudo_legal_moves:
        position = after(game, board, move)
        if position is not None:
            yield move, position


def turns(board):
    """Marseillais chess: the moves of a turn, which has two unless the first gives check; a move is one of them here."""
    for move in board.legal_moves:
        position = board.copy(stack=False)
        position.push(move)
        position.second = False
        if not board.second and not board.opening and not position.is_check():
            position.turn, position.second, position.ep_square = board.turn, True, None
        position.opening = False
        yield move, position


def series(board):
    """Progressive chess: the moves of a turn, of which there are as many as the turn number says, unless one gives check."""
    for move in board.legal_moves:
        position = board.copy(stack=False)
        position.push(move)
        position.number, position.made = board.number, board.made + 1
        if position.made < position.number and not position.is_check():
            position.turn, position.ep_square = board.turn, None
        else:
            position.number, position.made = board.number + 1, 0
        yield move, position


def monster(board):
    """Monster chess: White makes two moves in a turn, and a king is captured like any other piece."""
    if board.king(chess.WHITE) is None or board.king(chess.BLACK) is None:
        return
    for move in board.pseudo_legal_moves:
        position = board.copy(stack=False)
        position.push(move)
        position.second = False
        if board.turn == chess.WHITE and not board.second:
            position.turn, position.second, position.ep_square = chess.WHITE, True, None
        yield move, position


def castlings(board):
    """Castling by unmoved pieces with nothing between, whatever is attacked."""
    king = board.king(board.turn)
    for rook in chess.SquareSet(board.clean_castling_rights() & chess.BB_RANKS[0 if board.turn else 7]):
        if not chess.between(king, rook) & board.occupied:
            yield chess.Move(king, king + (2 if rook > king else -2))


def double_move(board):
    """Double-Move chess: two moves in a turn, no check, no capture en passant."""
    if board.king(chess.WHITE) is None or board.king(chess.BLACK) is None:
        return
    usual = [move for move in board.pseudo_legal_moves if not board.is_castling(move) and not board.is_en_passant(move)]
    for move in usual + list(castlings(board)):
        position = board.copy(stack=False)
        position.push(move)
        position.second, position.opening, position.ep_square = False, False, None
        if not board.second and not board.opening:
            position.turn, position.second = board.turn, True
        yield move, position


def begun(game):
    """The start position."""
    fen = {"monster": "rnbqkbnr/pppppppp/8/8/8/8/2PPPP2/4K3 w kq - 0 1", "monochromatic": chess.STARTING_FEN.replace("KQkq", "Kk")}
    board = chess.Board(fen.get(game, chess.STARTING_FEN))
    board.second, board.opening = False, game in ("marseillais", "double-move")
    board.number, board.made = 1, 0
    return board


def made(game, board):
    """The moves of a position, each with the position after it."""
    own = {"marseillais": turns, "progressive": series, "monster": monster, "double-move": double_move}.get(game)
    return own(board) if own else moves(game, board)


def perft(game, board, depth):
    if depth == 0:
        return 1
    positions = [position for _, position in made(game, board)]
    return len(positions) if depth == 1 else sum(perft(game, position, depth - 1) for position in positions)


def random_positions(game, games, seed=7):
    source = random.Random(seed)
    for _ in range(games):
        board = begun(game)
        for ply in range(100):
            legal = list(made(game, board))
            if not legal:
                break
            # a turn that has begun is not told by a position of chess
            if ply % 7 == 6 and not getattr(board, "second", False):
                yield board
            takes = [pair for pair in legal if board.is_capture(pair[0])]
            board = source.choice(takes if takes and source.random() < 0.3 else legal)[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["perft", "compare", "positions"])
    parser.add_argument("words", nargs="+")
    parser.add_argument("--games", type=int, default=12)
    said = parser.parse_args()
    if said.what == "perft":
        game, depth = said.words[0], int(said.words[1])
        print(perft(game, begun(game), depth))
    elif said.what == "positions":
        game = said.words[0]
        print("# Numbers by tests/interop/naive_effects.py, which does on boards of python-chess what follows from each move.\nstart")
        for depth in (1, 2, 3):
            print(depth, perft(game, begun(game), depth))
        for board in list(random_positions(game, 6))[::4]:
            print(f"\nfen {board.fen(en_passant='fen')}")
            for depth in (1, 2):
                print(depth, perft(game, board, depth))
    else:
        ferz, game = said.words
        wrong = count = 0
        for board in random_positions(game, said.games):
            fen, own = board.fen(en_passant="fen"), perft(game, board, 2)
            printed = subprocess.run([ferz, "perft", game, "2", "--fen", fen], capture_output=True, text=True, check=False)
            last = (printed.stdout.strip().splitlines() or ["nothing"])[-1]
            count += 1
            if str(own) not in last.split():
                wrong += 1
                print(f"{fen}: {own} here, ferz says {last} {printed.stderr[:200]}")
        print(f"{count} positions, {wrong} differ")
        sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
