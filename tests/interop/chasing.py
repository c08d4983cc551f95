#!/usr/bin/env python3
"""Repeats moves in random positions of xiangqi in ferz and in Fairy-Stockfish (the package `pyffish`), and compares who loses by chasing.

Positions have a few pieces, by the seed. One side moves a piece to and fro, or around, so that it attacks something after each move more often
than not; the other moves what is attacked. Twice round, the position has occurred three times, and both programs say how the game ends.

    tests/interop/chasing.py FERZ [--seconds 60] [--seed 1] [--record FILE]

Exit status: 0 both agree, 1 something differs or nothing was compared, 2 a program can't be run.
"""

import argparse
import importlib.util
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

SPEC = importlib.util.spec_from_file_location("imports", Path(__file__).with_name("import.py"))
imports = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(imports)
pyffish = imports.pyffish

PIECES = "RRNNCCPPPAAB"
SQUARES = [(file, rank) for file in range(9) for rank in range(10)]
# where the pieces that can't stand everywhere do, as White sees them
PLACES = {
    "K": [(file, rank) for file in (3, 4, 5) for rank in range(3)],
    "A": [(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)],
    "B": [(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)],
    "P": [(file, rank) for file, rank in SQUARES if rank > 4 or rank > 2 and file % 2 == 0],
}


def fen(board, side):
    """The position as a FEN."""
    ranks = []
    for rank in reversed(range(10)):
        text = "".join(board.get((file, rank), ".") for file in range(9))
        for empty in range(9, 0, -1):
            text = text.replace("." * empty, str(empty))
        ranks.append(text)
    return f"{'/'.join(ranks)} {side} - - 0 1"


def name(move):
    return "".join(f"{chr(97 + file)}{rank + 1}" for file, rank in move)


def square(text):
    return ord(text[0]) - 97, int(text[1:]) - 1


def legal(board, side):
    """The legal moves, each as two squares."""
    moves = pyffish.legal_moves("xiangqi", fen(board, side), [])
    cut = [2 if not move[2].isdigit() else 3 for move in moves]
    return [(square(move[:at]), square(move[at:])) for move, at in zip(moves, cut)]


def made(board, move):
    after = dict(board)
    after[move[1]] = after.pop(move[0])
    return after


def attacked(board):
    """The squares of the black pieces that White could capture, if it were White's turn."""
    return {to for _, to in legal(board, "w") if to in board and board[to] != "k"}


def placed(dice):
    """A random position."""
    board = {}
    for black in (False, True):
        for piece in ["K", *dice.sample(PIECES, dice.randint(1, 5))]:
            places = [(file, 9 - rank) if black else (file, rank) for file, rank in PLACES.get(piece, SQUARES)]
            board[dice.choice([at for at in places if at not in board])] = piece.lower() if black else piece
    return board


def is_sound(board):
    """Nobody is in check."""
    position = [fen(board, side) for side in "wb"]
    return not any(pyffish.gives_check("xiangqi", text, []) for text in position)


def rounds(dice, board):
    """Moves after which the position is the same again."""
    quiet = lambda board, side: [move for move in legal(board, side) if move[1] not in board]
    for first in quiet(board, "w"):
        one = made(board, first)
        hit = attacked(one)
        if not hit and dice.random() > 0.02:
            continue
        replies = [move for move in quiet(one, "b") if move[0] in hit or dice.random() < 0.08]
        for reply in dice.sample(replies, min(len(replies), 6)):
            two = made(one, reply)
            ways = [move for move in quiet(two, "w") if move[0] == first[1]]
            for second in dice.sample(ways, min(len(ways), 4)) + [first[::-1]]:
                if second not in ways:
                    continue
                three = made(two, second)
                if not attacked(three) and dice.random() > 0.05:
                    continue
                around = second[1] != first[0]
                back = [move for move in quiet(three, "b") if move[0] == reply[1] and (move[1] == reply[0]) != around]
                for answer in dice.sample(back, min(len(back), 2)):
                    moves = [first, reply, second, answer]
                    if around:
                        moves += [(second[1], first[0]), (answer[1], reply[0])]
                    yield [name(move) for move in moves]


def result(start, moves):
    """Who wins there, if the moves are legal, and the game ends with the last of them."""
    for ply in range(len(moves)):
        if moves[ply] not in pyffish.legal_moves("xiangqi", start, moves[:ply]):
            return None
        if ply and pyffish.is_optional_game_end("xiangqi", start, moves[:ply])[0]:
            return None
    ended, value = pyffish.is_optional_game_end("xiangqi", start, moves)
    if not ended:
        return None
    return "draw" if value == 0 else "white" if value > 0 else "black"


def found(arguments):
    """Repetitions with their results there, not too many of one kind from a position."""
    dice, until = random.Random(arguments.seed), time.time() + arguments.seconds
    while time.time() < until:
        board = placed(dice)
        if not is_sound(board):
            continue
        start, seen = fen(board, "w"), Counter()
        for moves in rounds(dice, board):
            said = result(start, moves * 2)
            seen[said] += 1
            if said and seen[said] <= (3 if said == "draw" else 6):
                yield said, start, " ".join(moves)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ferz")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record")
    arguments = parser.parse_args()
    lines = list(found(arguments))
    if all(said == "draw" for said, _, _ in lines):
        print("no repetition was found in which somebody loses", file=sys.stderr)
        return 1
    game = ['extends = "xiangqi"', "[game]", 'name = "Chases"']
    for said, start, moves in lines:
        game += ["[[example]]", f'shows = "{moves}"', f'fen = "{start}"']
        game += [f'play = "{moves} {moves}"', f'result = "{said}"']
    if arguments.record:
        text = "".join(f"{' | '.join(line)}\n" for line in lines)
        Path(arguments.record).write_text(text, encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "chases.toml"
        path.write_text("\n".join(game) + "\n", encoding="utf-8")
        try:
            done = subprocess.run([arguments.ferz, "test", path], capture_output=True, text=True)
        except OSError as error:
            print(f"{arguments.ferz}: {error}", file=sys.stderr)
            return 2
    print(done.stdout + done.stderr, end="")
    print(", ".join(f"{number} {said}" for said, number in Counter(line[0] for line in lines).items()))
    return 0 if done.returncode == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
