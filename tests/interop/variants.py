#!/usr/bin/env python3
"""Makes random variants and compares ferz with Fairy-Stockfish (the package `pyffish`) on them.

A variant has a board of any size, pieces that move in ways of chance, sometimes pawns with a promotion, and ends of chance. Both programs get it
in their own format. The sets of legal moves must be the same in the start position, after each first move, and in a random game; so must the results.

    tests/interop/variants.py FERZ                         40 variants
    tests/interop/variants.py FERZ --variants 5000 --seed 7

Variants on which the programs differ are kept in `target/variants`, as a game file and as a `variants.ini`. Those of `tests/interop/variants` are
compared first: what was found once is looked at again every time.

Exit status: 0 both agree everywhere, 1 they don't, 2 one of them can't be run.
"""

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

try:
    import pyffish
except ImportError:
    print("the Python package pyffish is missing: pip install pyffish", file=sys.stderr)
    sys.exit(2)

ROOT = Path(__file__).resolve().parents[2]
KEPT = Path(__file__).with_suffix("")
STRAIGHT, DIAGONAL, OTHER = ["W", "R", "D", "H"], ["F", "B", "A"], ["N", "C", "Z", "K", "Q"]
RESULTS = {"white": 1, "black": -1, "draw": 0}


@dataclass(frozen=True)
class Variant:
    """One game in both formats."""

    name: str
    toml: str
    ini: str


def term(chance):
    """A part of a movement that both programs read alike."""
    atom = chance.choice(STRAIGHT + DIAGONAL + OTHER)
    mode = chance.choice(["", "", "", "m", "c"])
    way, times = "", ""
    if atom in STRAIGHT and chance.random() < 0.4:
        way = chance.choice(["f", "b", "s", "v"])
    if atom in DIAGONAL and chance.random() < 0.3:
        way = chance.choice(["f", "b"])
    if atom in "RBQ" and chance.random() < 0.3:
        times = str(chance.randint(2, 4))
    return mode + way + atom + times


def movement(chance):
    """A movement of up to three parts of different capitals, at least one of which captures and one of which does not."""
    while True:
        terms = {part.strip("mcfbsv0123456789"): part for part in (term(chance) for _ in range(chance.randint(1, 3)))}
        text = list(terms.values())
        moves, takes = ([part for part in text if part[0] != other] for other in "cm")
        # a queen beside a rook says the same twice, and so does a king beside a wazir
        royal = {"Q": "KRBWF", "R": "W", "B": "F", "K": "WF"}
        doubled = any(part in royal.get(capital, "") for capital in terms for part in terms)
        if moves and takes and not doubled:
            return text


def make(seed, number):
    """The variant of a seed and a number."""
    chance = random.Random(f"{seed}/{number}")
    files, ranks = chance.randint(5, 10), chance.randint(5, 10)
    letters = "abcde"[: chance.randint(2, 4)]
    moves = {letter: movement(chance) for letter in letters}
    pawns = chance.random() < 0.6
    back = [chance.choice(letters + ".") for _ in range(files)]
    back[chance.randrange(files)] = "k"
    front = ["p" if pawns else chance.choice(letters + "..") for _ in range(files)]
    rows = [back, front] + [["."] * files] * (ranks - 2)

    def placement(row):
        return re.sub(r"\.+", lambda run: str(len(run[0])), "".join(row))

    black = [placement(row) for row in rows[:2]]
    fen = "/".join(black + [str(files)] * (ranks - 4) + [row.upper() for row in reversed(black)]) + " w - - 0 1"
    stalemate = chance.choice(["win", "loss", "draw"])
    name = f"v{seed}x{number}"
    ini = [f"[{name}]", f"maxFile = {files}", f"maxRank = {ranks}", "king = k", f"startFen = {fen}"]
    ini += ["castling = false", "doubleStep = false", "nMoveRule = 0", "nFoldRule = 0", f"stalemateValue = {stalemate}"]
    toml = ["[game]", f'name = "{name}"', "[board]", f"files = {files}", f"ranks = {ranks}", "[pieces]"]
    toml += ['king = { letter = "K", moves = "K", royal = true }']
    for at, (letter, text) in enumerate(moves.items(), 1):
        ini.append(f"customPiece{at} = {letter}:{''.join(text)}")
        toml.append(f'piece-{letter} = {{ letter = "{letter.upper()}", moves = "{" ".join(text)}" }}')
    ends = ['mate = { lose = "checkmate" }']
    ends.append('stalemate = { %s = "stalemate" }' % {"win": "win", "loss": "lose", "draw": "draw"}[stalemate])
    if pawns:
        to = chance.sample(letters, chance.randint(1, len(letters)))
        ini += ["pawn = p", f"promotionPieceTypes = {''.join(to)}"]
        ini += [f"promotionRegionWhite = *{ranks}", "promotionRegionBlack = *1"]
        toml.append('pawn = { letter = "P", moves = "fmW fcF" }')
    extra = chance.random()
    if extra < 0.25:
        ini += ["flagPiece = k", f"flagRegionWhite = *{ranks}", "flagRegionBlack = *1"]
        ends.insert(0, f'home = {{ win = "my king in rank {ranks}" }}')
    elif extra < 0.5 and letters[0] in back + front:
        ini += ["extinctionValue = loss", f"extinctionPieceTypes = {letters[0]}"]
        ends.insert(0, f'lost = {{ lose = "count(my piece-{letters[0]}) = 0" }}')
    toml += ["[setup]", "white = [%s]" % ", ".join('"%s"' % " ".join(row).upper() for row in rows[:2])]
    if pawns:
        names = ", ".join(f"piece-{letter}" for letter in to)
        toml += ["[promotion]", 'pieces = "pawn"', f'on = "rank {ranks}"', f'to = "{names}"']
    return Variant(name, "\n".join(toml + ["[end]", *ends]) + "\n", "\n".join(ini) + "\n")


class Ferz:
    """`ferz engine` on a pipe, with some files."""

    def __init__(self, program, files):
        command = [program, "engine", *map(str, files)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.ask("uci", "uciok")

    def ask(self, commands, last="readyok"):
        """The lines of the answer, down to the one that begins with `last`."""
        self.process.stdin.write(commands + ("\nisready\n" if last == "readyok" else "\n"))
        self.process.stdin.flush()
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip())
            if line.startswith(last):
                return lines
        raise SystemExit("ferz has stopped without an answer")

    def look(self, moves):
        """The legal moves, and the result if the game is over: 1, 0 or -1 for White."""
        said = self.ask(f"position startpos moves {' '.join(moves)}" if moves else "position startpos")
        wrong = [line for line in said if line.startswith("info string")]
        if wrong:
            raise Different(f"ferz: {wrong[0]}")
        shown = self.ask("d", "Key:") + self.ask("")
        result = next((line for line in shown if line.startswith("Result:")), None)
        if result:
            return set(), next(value for word, value in RESULTS.items() if word in result.lower())
        counted = self.ask("go perft 1", "Nodes searched")
        return {line.split(":")[0] for line in counted if re.match(r"[a-z]\d+[a-z]\d+", line)}, None

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Different(Exception):
    """The programs differ; the text says where."""


def peer(variant, fen, moves):
    """A position by Fairy-Stockfish: its legal moves, and the result."""
    white = pyffish.get_fen(variant, fen, moves).split()[1] == "w"
    over, value = pyffish.is_immediate_game_end(variant, fen, moves)
    legal = [] if over else pyffish.legal_moves(variant, fen, moves)
    if not over and legal:
        return set(legal), None
    value = value if over else pyffish.game_result(variant, fen, moves)
    sign = (value > 0) - (value < 0)
    return set(), sign if white else -sign


def same(ferz, variant, fen, moves):
    """The legal moves of a position, on which both agree, as they do about the result."""
    ours, theirs = ferz.look(moves), peer(variant.name, fen, moves)
    if ours != theirs:
        more, less = sorted(ours[0] - theirs[0]), sorted(theirs[0] - ours[0])
        where = " ".join(moves) or "the start"
        raise Different(f"after {where}: only ferz {more}, only Fairy-Stockfish {less}, results {ours[1]} and {theirs[1]}")
    return sorted(ours[0])


def compare(ferz, variant, plies):
    """Compares both on a variant; the number of positions."""
    said = ferz.ask(f"setoption name UCI_Variant value {variant.name}")
    if not any("startpos" in line for line in said):
        raise Different(f"ferz has no such game: {said}")
    fen, chance, positions = pyffish.start_fen(variant.name), random.Random(variant.name), 1
    first = same(ferz, variant, fen, [])
    for move in first:
        same(ferz, variant, fen, [move])
        positions += 1
    moves, legal = [], first
    while legal and len(moves) < plies:
        moves.append(chance.choice(legal))
        legal = same(ferz, variant, fen, moves)
        positions += 1
    return positions


def batch(program, variants, plies):
    """Compares some variants with one process; those on which the programs differ, each with what differs, and the number of positions."""
    found, positions = [], 0
    pyffish.load_variant_config("\n".join(variant.ini for variant in variants))
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for variant in variants:
            files.append(Path(folder, f"{variant.name}.toml"))
            files[-1].write_text(variant.toml)
        ferz = Ferz(program, files)
        for variant in variants:
            try:
                positions += compare(ferz, variant, plies)
            except Different as difference:
                found.append((variant, str(difference)))
        ferz.close()
    return found, positions


def keep(variant):
    folder = ROOT / "target" / "variants"
    folder.mkdir(parents=True, exist_ok=True)
    for ending, text in [("toml", variant.toml), ("ini", variant.ini)]:
        (folder / f"{variant.name}.{ending}").write_text(text)
    return folder


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("ferz", nargs="?", default=str(ROOT / "target/release/ferz"))
    parser.add_argument("--variants", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plies", type=int, default=40, help="plies of the random game")
    args = parser.parse_args()
    known = [Variant(path.stem, path.read_text(), path.with_suffix(".ini").read_text()) for path in sorted(KEPT.glob("*.toml"))]
    made = [make(args.seed, number) for number in range(args.variants)]
    every, positions, differ = known + made, 0, 0
    for start in range(0, len(every), 20):
        try:
            found, looked = batch(args.ferz, every[start : start + 20], args.plies)
        except OSError as error:
            print(f"{args.ferz} can't be run: {error}", file=sys.stderr)
            return 2
        positions += looked
        for variant, difference in found:
            differ += 1
            print(f"{variant.name}: {difference}\n  kept in {keep(variant)}")
    version = ".".join(map(str, pyffish.version()))
    print(json.dumps({"variants": len(every), "positions": positions, "different": differ, "pyffish": version}))
    return 1 if differ or not positions else 0


if __name__ == "__main__":
    sys.exit(main())
