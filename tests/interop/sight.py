#!/usr/bin/env python3
"""What a player sees of Dark Chess, beside Fairy-Stockfish: in every position of random games, the squares that the side to move sees.

    tests/interop/sight.py target/release/ferz [--games 20] [--plies 120] [--seed 1]

The squares seen are those for which Fairy-Stockfish's `get_fog_fen` has no `*`, through its Python package, pyffish. ferz tells its own in examples
(`seen = "…"`), of which `ferz test` runs one for each position. One difference is known: a pawn that may be captured in passing is seen by
the rules of chess.com and Wikipedia, but not by Fairy-Stockfish.

Exit status: 0 both agree, 1 they don't.
"""

import argparse
import pathlib
import random
import subprocess
import sys
import tempfile

import pyffish

FOG = "[fog:chess]\nking = -\ncommoner = k\ncastlingKingPiece = k\nextinctionValue = loss\nextinctionPieceTypes = k\n"


def seen(fen):
    """What the side to move sees by Fairy-Stockfish, as ferz writes it: the placement and the side."""
    placement, side, _, passed = pyffish.get_fog_fen(fen, "fog").split()[:4]
    rows = [[sign for part in row for sign in ("." * int(part) if part.isdigit() else part)] for row in placement.split("/")]
    may_pass = any(move[2:4] == passed and pawn(fen, move[:2]) for move in pyffish.legal_moves("fog", fen, []))
    if passed != "-" and may_pass:
        file, row = ord(passed[0]) - ord("a"), 8 - int(passed[1])
        victim = row + (1 if side == "w" else -1)
        rows[victim][file] = "p" if side == "w" else "P"
    return "/".join(joined(row) for row in rows) + " " + side


def pawn(fen, square):
    """Whether a pawn stands on a square."""
    row = fen.split("/")[8 - int(square[1])].split()[0]
    signs = "".join("." * int(sign) if sign.isdigit() else sign for sign in row)
    return signs[ord(square[0]) - ord("a")] in "pP"


def joined(row):
    text, empty = "", 0
    for sign in row:
        if sign == ".":
            empty += 1
            continue
        text, empty = text + (str(empty) if empty else "") + sign.replace("*", "?"), 0
    return text + (str(empty) if empty else "")


def positions(dice, plies):
    """The positions of a random game, each as a FEN."""
    fen = pyffish.start_fen("fog")
    for _ in range(plies):
        moves = pyffish.legal_moves("fog", fen, [])
        if not moves or pyffish.is_immediate_game_end("fog", fen, [])[0]:
            return
        yield fen
        fen = pyffish.get_fen("fog", fen, [dice.choice(moves)])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ferz")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--plies", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    pyffish.load_variant_config(FOG)
    dice, fens, passing = random.Random(args.seed), [], 0
    for _ in range(args.games):
        fens += positions(dice, args.plies)
    text = 'extends = "dark-chess"\n[game]\nname = "Sight"\nsources = ["tests"]\n'
    for number, fen in enumerate(fens):
        passing += fen.split()[3] != "-"
        # no game ends by a count here
        fen = " ".join(fen.split()[:4])
        text += f'[[example]]\nshows = "{number}: {fen}"\nfen = "{fen}"\nseen = "{seen(fen + " 0 1")}"\n'
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "sight.toml"
        file.write_text(text)
        run = subprocess.run([args.ferz, "test", str(file)], capture_output=True, text=True)
    if run.returncode:
        print(run.stdout[-4000:], run.stderr[-4000:])
        return 1
    print(f"{len(fens)} positions of {args.games} games: the same squares are seen; in {passing} a pawn had just passed a square")
    return 0


if __name__ == "__main__":
    sys.exit(main())
