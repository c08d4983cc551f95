#!/usr/bin/env python3
"""Plays endgames of the games that count moves in ferz and in Fairy-Stockfish (the package `pyffish`), and compares what is counted.

After every move the whole FEN must be the same, with the plies that are counted to and those that have been counted, and so must be whether the
game is over, and how. The endgames have a few pieces, by the seed, and are played at random, with captures and promotions more often than not
where there are any, until they are over.

    tests/interop/counting.py FERZ [--endgames 10] [--plies 150] [--seed 1] [--only NAME …] [--record FILE]

Exit status: 0 both agree, 1 something differs, 2 a program can't be run.
"""

import argparse
import importlib.util
import json
import random
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SPEC = importlib.util.spec_from_file_location("imports", Path(__file__).with_name("import.py"))
imports = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(imports)
pyffish = imports.pyffish

# the games, by their names there: that of ferz, the letters of their pieces, and the last ranks of a white pawn
GAMES = {
    "makruk": ("makruk", "MSNRP", 4),
    "makpong": ("makpong", "MSNRP", 4),
    "ai-wok": ("ai-wok", "ASNRP", 4),
    "cambodian": ("cambodian", "MSNRP", 4),
    "karouk": ("karouk", "MSNRP", 4),
    "asean": ("asean", "QBNRP", 6),
    "sittuyin": ("sittuyin", "FSNR", 6),
}


def placed(dice, letters, last):
    """A placement of two kings and a few pieces."""
    few = [dice.choice(letters) for _ in range(dice.randint(1, 4))], [dice.choice(letters) for _ in range(dice.randint(0, 3))]
    pieces = ["K", "k", *few[0], *(letter.lower() for letter in few[1])]
    squares = dice.sample(range(64), len(pieces))
    board = [[" "] * 8 for _ in range(8)]
    for piece, square in zip(pieces, squares):
        rank, file = divmod(square, 8)
        if piece == "P" and not 2 <= rank <= last or piece == "p" and not 7 - last <= rank <= 5:
            return None
        board[7 - rank][file] = piece
    apart = max(abs(squares[0] // 8 - squares[1] // 8), abs(squares[0] % 8 - squares[1] % 8))
    ranks = [re.sub(" +", lambda empty: str(len(empty[0])), "".join(row)) for row in board]
    return "/".join(ranks) if apart > 1 else None


def endgame(dice, name, letters, last):
    """A position in which nobody is in check, and nothing is counted yet."""
    fields = "- 1+1 0 1" if name == "karouk" else "0 1"
    while True:
        board = placed(dice, letters, last)
        fens = [f"{board} {side} - - {fields}".replace("- - -", "- -") for side in "wb"]
        if board and not any(pyffish.gives_check(name, fen, []) for fen in fens):
            return pyffish.get_fen(name, dice.choice(fens), [])


def result(name, fen, moves):
    """The result by Fairy-Stockfish: 1, 0 or -1 for White, or nothing if the game goes on."""
    white = pyffish.get_fen(name, fen, moves).split()[1] == "w"
    over, value = pyffish.is_immediate_game_end(name, fen, moves)
    if not over and not pyffish.legal_moves(name, fen, moves):
        over, value = True, pyffish.game_result(name, fen, moves)
    if not over:
        over, value = pyffish.is_optional_game_end(name, fen, moves)
    sign = (value > 0) - (value < 0)
    return (sign if white else -sign) if over else None


def look(ferz, fen, moves):
    """The FEN and the result in ferz."""
    shown = ferz.ask(f"position fen {fen} moves {' '.join(moves)}".removesuffix(" moves ") + "\nd", "Key:") + ferz.ask("")
    found = next((line.split(": ", 1)[1] for line in shown if line.startswith("Fen:")), None)
    over = next((line.lower() for line in shown if line.startswith("Result:")), None)
    return found, over and next(value for word, value in imports.RESULTS.items() if word in over)


def counted(fen):
    """The plies that are counted to, and those that have been counted."""
    fields = fen.split()
    return (int(fields[3]), int(fields[-2])) if fields[3].isdigit() else None


def leaps(counts):
    """The beginnings of counts: the plies after which it isn't one more than before."""
    before, told = None, []
    for ply, now in enumerate(counts):
        if now != (before and (before[0], before[1] + 1)):
            told.append(f"{ply}:{now[0]}/{now[1]}" if now else f"{ply}:-")
        before = now
    return " ".join(told) or "-"


def play(ferz, name, fen, dice, plies):
    """Plays an endgame; returns its moves, what was counted, its last position and its result."""
    moves, counts = [], []
    while True:
        theirs = pyffish.get_fen(name, fen, moves), result(name, fen, moves)
        ours = look(ferz, fen, moves)
        if ours != theirs:
            where = " ".join(moves) or "no move"
            raise imports.Different(f"{fen}, {where}: ferz {ours}, Fairy-Stockfish {theirs}")
        counts.append(counted(theirs[0]))
        if theirs[1] is not None or len(moves) == plies:
            return moves, counts, *theirs
        legal = pyffish.legal_moves(name, fen, moves)
        telling = [move for move in legal if len(move) > 4 or pyffish.is_capture(name, fen, moves, move)]
        moves.append(dice.choice(telling if telling and dice.random() < 0.6 else legal))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("ferz", nargs="?", default=str(ROOT / "target/release/ferz"))
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--endgames", type=int, default=10)
    parser.add_argument("--plies", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", help="a file to which the endgames are added that agree")
    args = parser.parse_args()
    counts = {"same": 0, "differs": 0, "plies": 0, "counted out": 0}
    record = open(args.record, "a") if args.record else None
    try:
        ferz = imports.Ferz(args.ferz, [])
    except OSError as error:
        print(f"{args.ferz} can't be run: {error}", file=sys.stderr)
        return 2
    for name, (game, letters, last) in GAMES.items():
        if args.only and game not in args.only:
            continue
        ferz.ask(f"setoption name UCI_Variant value {game}")
        dice = random.Random(f"{args.seed} {name}")
        for _ in range(args.endgames):
            fen = endgame(dice, name, letters, last)
            try:
                moves, known, end, over = play(ferz, name, fen, dice, args.plies)
            except imports.Different as difference:
                counts["differs"] += 1
                print(f"{game}: {difference}", flush=True)
                continue
            counts["same"] += 1
            counts["plies"] += len(moves)
            latest = known[-1]
            counts["counted out"] += over == 0 and latest is not None and latest[1] > latest[0]
            if record:
                print(f"{game}\n{fen}\n{' '.join(moves)}\n{leaps(known)}\n{over}\n", file=record, flush=True)
    ferz.close()
    print(json.dumps(counts))
    return 1 if counts["differs"] or not counts["same"] else 0


if __name__ == "__main__":
    sys.exit(main())
