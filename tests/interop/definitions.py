#!/usr/bin/env python3
"""Makes definitions of variants at random, imports them with `ferz import`, and compares the games with Fairy-Stockfish (the package `pyffish`).

A definition is a child of one of Fairy-Stockfish's own variants with a handful of options of chance: hands with gates, petrified pieces, blasts,
flips, pieces that run out, walls, royal pieces of several types, pieces that turn back, limits, goals, draws. What is refused is right; what is
imported must have the same moves and results.

    tests/interop/definitions.py FERZ                               60 definitions
    tests/interop/definitions.py FERZ --definitions 2000 --seed 7
    tests/interop/definitions.py FERZ --definitions 2000 --keep DIR  the definitions that differ, each in a file

Exit status: 0 all that is imported agrees, 1 something differs, 2 a program can't be run.
"""

import argparse
import importlib.util
import random
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SPEC = importlib.util.spec_from_file_location("imports", Path(__file__).with_name("import.py"))
imports = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(imports)

PARENTS = (
    "chess chess chess crazyhouse seirawan atomic antichess extinction makruk minishogi shogi capablanca losalamos horde "
    "breakthrough racingkings kingofthehill 3check placement sittuyin knightmate threekings coregal loop"
).split()
LETTERS = "pnbrqk"
# definitions in one process: Fairy-Stockfish may end on a strange one
CHUNK = 20


def pieces(chance, most=3):
    """Some letters."""
    return "".join(chance.sample(LETTERS, chance.randint(1, most)))


def squares(chance):
    return chance.choice(["*8", "*1", "*4 *5", "d4 e4 d5 e5", "e4", "a8 h1", "*2 *3"])


def movement(chance):
    """A movement of a custom piece."""
    atom = lambda: chance.choice(["", "m", "c", "f", "b", "s", "fs"]) + chance.choice("WFDANKRBQHCZ")
    first = chance.choice(["", "", "", "imR", "ifmD", "iK"])
    return "".join(atom() for _ in range(chance.randint(1, 3))) + first


def flag(chance):
    return chance.choice(["true", "true", "false"])


OPTIONS = {
    "pieceDrops": flag,
    "capturesToHand": flag,
    "dropLoop": flag,
    "dropChecks": flag,
    "firstRankPawnDrops": flag,
    "promotionZonePawnDrops": flag,
    "dropNoDoubled": lambda chance: pieces(chance, 1),
    "dropNoDoubledCount": lambda chance: str(chance.randint(1, 2)),
    "dropPromoted": flag,
    "immobilityIllegal": flag,
    "mustCapture": flag,
    "mustDrop": flag,
    "checking": flag,
    "blastOnCapture": flag,
    "blastImmuneTypes": pieces,
    "mutuallyImmuneTypes": lambda chance: pieces(chance, 1),
    "petrifyOnCaptureTypes": pieces,
    "promotionPieceTypes": pieces,
    "promotionLimit": lambda chance: f"{chance.choice('nbrq')}:{chance.randint(1, 3)}",
    "promotedPieceType": lambda chance: f"{chance.choice('nbr')}:{chance.choice('qkn')}",
    "pieceDemotion": flag,
    "piecePromotionOnCapture": flag,
    "mandatoryPawnPromotion": flag,
    "mandatoryPiecePromotion": flag,
    "promotionRegionWhite": squares,
    "doubleStep": flag,
    "doubleStepRegionWhite": lambda chance: chance.choice(["*2", "*2 *3", "*1 *2", "-"]),
    "castling": flag,
    "castlingKingsideFile": lambda chance: chance.choice("fg"),
    "castlingDroppedPiece": flag,
    "extinctionValue": lambda chance: chance.choice(["loss", "win", "draw"]),
    "extinctionPieceTypes": lambda chance: chance.choice([pieces(chance), "*"]),
    "extinctionPieceCount": lambda chance: str(chance.randint(0, 3)),
    "extinctionOpponentPieceCount": lambda chance: str(chance.randint(0, 3)),
    "extinctionPseudoRoyal": flag,
    "dupleCheck": flag,
    "flagPiece": lambda chance: chance.choice([pieces(chance, 1), "*"]),
    "flagRegionWhite": squares,
    "flagRegionBlack": squares,
    "flagPieceCount": lambda chance: str(chance.randint(1, 3)),
    "flagMove": flag,
    "flagPieceSafe": flag,
    "checkCounting": flag,
    "connectN": lambda chance: str(chance.randint(3, 5)),
    "connectPieceTypes": pieces,
    "collinearN": lambda chance: str(chance.randint(3, 5)),
    "stalemateValue": lambda chance: chance.choice(["loss", "win", "draw"]),
    "checkmateValue": lambda chance: chance.choice(["loss", "win", "draw"]),
    "stalematePieceCount": flag,
    "nFoldRule": lambda chance: str(chance.randint(0, 4)),
    "nFoldValue": lambda chance: chance.choice(["loss", "win", "draw"]),
    "perpetualCheckIllegal": flag,
    "nMoveRule": lambda chance: str(chance.choice([0, 5, 50])),
    "materialCounting": lambda chance: chance.choice(["none", "unweighted"]),
    "pass": flag,
    "passOnStalemate": flag,
    "wallingRule": lambda chance: chance.choice(["duck", "past", "static", "edge"]),
    "flipEnclosedPieces": lambda chance: chance.choice(["reversi", "ataxx"]),
    "gating": flag,
    "seirawanGating": flag,
    "makpongRule": flag,
    "flyingGeneral": flag,
    "customPiece1": lambda chance: f"{chance.choice('anbrq')}:{movement(chance)}",
    "archbishop": lambda chance: chance.choice("nbq"),
    "cannon": lambda chance: chance.choice("nbr"),
    "commoner": lambda chance: chance.choice("qn"),
}


def definition(name, chance):
    """A section of a variants.ini."""
    chosen = chance.sample(sorted(OPTIONS), chance.choice([1, 2, 2, 3, 3, 4, 5]))
    lines = [f"{option} = {OPTIONS[option](chance)}" for option in chosen]
    return f"[{name}:{chance.choice(PARENTS)}]\n" + "\n".join(lines) + "\n"


def worker(args):
    """Compares the definitions of one file; prints a line for each."""
    text = args.worker.read_text()
    imports.pyffish.load_variant_config(text)
    with tempfile.TemporaryDirectory() as folder:
        for name in imports.sections(text):
            path, why = imports.imported(args, args.worker, name, folder)
            if path is None:
                print(f"{name}: refused {why}", flush=True)
                continue
            print(f"{name}: begun", flush=True)
            ferz = imports.Ferz(args.ferz, [path])
            print("{}: {} {}".format(name, *imports.compared(args, ferz, name, path)[:2]), flush=True)
            ferz.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("ferz", nargs="?", default=str(ROOT / "target/release/ferz"))
    parser.add_argument("--definitions", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--plies", type=int, default=30)
    parser.add_argument("--keep", type=Path, help="keep what differs in this folder")
    parser.add_argument("--worker", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.worker:
        return worker(args)
    counts = {"same": 0, "refused": 0, "differs": 0, "ended": 0}
    with tempfile.TemporaryDirectory() as folder:
        for begin in range(0, args.definitions, CHUNK):
            made = {}
            for number in range(begin, min(begin + CHUNK, args.definitions)):
                name = f"d{args.seed}x{number}"
                made[name] = definition(name, random.Random(name))
            while made:
                file = Path(folder, "definitions.ini")
                file.write_text("\n".join(made.values()))
                command = [sys.executable, __file__, args.ferz, "--worker", str(file), "--games", str(args.games), "--plies", str(args.plies)]
                done = subprocess.run(command, capture_output=True, text=True)
                last = {line.split(":")[0]: line.split(": ", 1)[1] for line in done.stdout.splitlines() if ": " in line}
                if not last:
                    print(done.stderr[-2000:], file=sys.stderr)
                    return 2
                for name, said in last.items():
                    outcome = said.split()[0]
                    # the program has ended with this one
                    outcome = "ended" if outcome == "begun" else outcome
                    # Fairy-Stockfish lists a drop of a pawn that mates, and says afterwards that it has lost
                    only = said.partition("only Fairy-Stockfish [")[2].partition("]")[0]
                    if "only ferz []" in said and only and all(move.strip(" '").startswith("P@") for move in only.split(",")):
                        outcome = "same"
                    counts[outcome] += 1
                    if outcome == "differs":
                        print(f"{made[name]}{said}\n", flush=True)
                        if args.keep:
                            args.keep.mkdir(exist_ok=True)
                            Path(args.keep, f"{name}.ini").write_text(f"# {said}\n{made[name]}")
                    del made[name]
    print(counts)
    return 1 if counts["differs"] else 0


if __name__ == "__main__":
    sys.exit(main())
