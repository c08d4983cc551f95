#!/usr/bin/env python3
"""Compares the games of the library with Fairy-Stockfish's of the same name, by its Python package.

Every built-in variant of Fairy-Stockfish that ferz has, too, under that name or another, is played at random; in some positions of these games
the legal moves are counted, and those after each of them. A turn of two parts is one move there and two here.

    tests/interop/library.py target/release/ferz                              all games, a few positions each
    tests/interop/library.py target/release/ferz atomic shogi --positions 200 --seed 3
    tests/interop/library.py target/release/ferz --games 20 --positions 2     twenty that differ most, in half a minute

Needs pyffish (`pip install --target target/python pyffish`, with `PYTHONPATH=target/python`).

Exit status: 0 both agree everywhere, 1 they don't.
"""

import argparse
import random
import re
import subprocess
import sys
from collections import Counter

import pyffish

# a turn is a move and something put on the board
IN_PARTS = {"amazons", "duck", "isolation", "isolation7x7"}
# drops and hands are without number here
WITHOUT_HANDS = {"ataxx", "flipello", "flipello10"}
# Fairy-Stockfish lists a drop of a pawn that mates, and says afterwards that it has lost
MATES_BY_PAWNS = {"checkshogi", "euroshogi", "gorogoro", "judkins", "mini", "minishogi", "okisakishogi", "shogi", "shoshogi", "torishogi", "yarishogi"}
# differences that are known: a rule that the notes of the game tell of, and letters of their own
KNOWN = {"dobutsu", "courier"}
# Fairy-Stockfish sees from the board what has been lost; here a FEN says it
LOST = {"grand"}
# further names of games, which ferz does not offer over UCI
ALSO = {"fairy": "chess", "mini": "minishogi"}
# the random games of a variant that positions are taken from, at most
MOST_GAMES = 6
# games as different from each other as can be, for `--games`: those that find most come first
VARIED = (
    "chess crazyhouse shogi xiangqi atomic makruk capablanca antichess duck losalamos "
    "kyotoshogi minixiangqi horde sittuyin seirawan ataxx racingkings knightmate torishogi janggi "
    "minishogi shatranj amazons threekings breakthrough placement extinction grasshopper clobber hoppelpoppel"
).split()


def moves(variant, fen):
    """Fairy-Stockfish's legal moves; in games in parts, its compound moves."""
    return pyffish.legal_moves(variant, fen, [])


def with_lost(variant, fen):
    """A FEN with the pieces that stood at the start and don't stand any more."""
    placement, *rest = fen.split()
    gone = Counter(pyffish.start_fen(variant).split()[0])
    gone.subtract(placement)
    lost = "".join(sorted((gone - Counter()).elements())).translate({ord(letter): None for letter in "KkPp/0123456789"})
    return " ".join([placement, *rest[:3], *([f"lost={lost}"] if lost else []), *rest[3:]])


def positions(variant, games, source):
    """Positions of random games."""
    found = []
    for _ in range(games):
        fen = pyffish.start_fen(variant)
        for ply in range(source.choice((20, 60, 100))):
            legal = moves(variant, fen)
            if not legal:
                break
            if ply % 5 == 0:
                found.append(fen)
            fen = pyffish.get_fen(variant, fen, [source.choice(legal)])
    source.shuffle(found)
    return found


class Ferz:
    """`ferz engine` on a pipe."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.ask("uci", "uciok")

    def ask(self, commands, last):
        """The answer, down to the line that begins with `last`."""
        self.process.stdin.write(commands + "\n")
        self.process.stdin.flush()
        lines = []
        for line in self.process.stdout:
            lines.append(line.strip())
            if line.startswith(last):
                return lines
        sys.exit(f"ferz has stopped without an answer to {commands}")

    def plays(self, variant):
        """Chooses a game, and says whether there is one of that name."""
        said = self.ask(f"setoption name UCI_Variant value {ALSO.get(variant, variant)}\nisready", "readyok")
        return not any("there is no game" in line for line in said)

    def count(self, fen, depth):
        """The number of moves at a depth, or a complaint about the position."""
        wrong = [line for line in self.ask(f"position fen {fen}\nisready", "readyok") if line.startswith("info string")]
        if wrong:
            return wrong[0]
        return int(self.ask(f"go perft {depth}", "Nodes searched")[-1].split(": ")[1])


def compare(ferz, variant, number, seed):
    """Counts in some positions; the number of them, and what differs."""
    source = random.Random(f"{seed} {variant}")
    parts = 2 if variant in IN_PARTS else 1
    depth = 1 if variant in IN_PARTS or variant in MATES_BY_PAWNS else 2
    wrong, tried = [], 0
    for fen in positions(variant, min(number, MOST_GAMES), source)[:number]:
        legal = moves(variant, fen)
        if variant in MATES_BY_PAWNS and any(move.startswith("P@") for move in legal):
            continue
        theirs = len(legal)
        if depth == 2:
            theirs = sum(len(moves(variant, pyffish.get_fen(variant, fen, [move]))) for move in legal)
        shown = re.sub(r"\[.*?\]", "", fen) if variant in WITHOUT_HANDS else fen
        if variant in LOST:
            shown = with_lost(variant, fen)
        own = ferz.count(shown, parts * depth)
        tried += 1
        if own != theirs:
            wrong.append(f"{shown}: ferz {own}, Fairy-Stockfish {theirs}")
    return tried, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ferz")
    parser.add_argument("variants", nargs="*", help="names of Fairy-Stockfish; all by default")
    parser.add_argument("--games", type=int, metavar="N", help=f"only so many games, chosen to be varied ({len(VARIED)} at most)")
    parser.add_argument("--positions", type=int, default=3, metavar="N", help="so many positions of each game (3)")
    parser.add_argument("--seed", default="1", help="of the random games (1)")
    said = parser.parse_args()
    known, absent, total, failed = 0, [], 0, 0
    ferz = Ferz(said.ferz)
    chosen = said.variants or (sorted(pyffish.variants()) if said.games is None else VARIED[: said.games])
    for variant in chosen:
        if not ferz.plays(variant):
            absent.append(variant)
            continue
        if variant in KNOWN and not said.variants:
            continue
        known += 1
        tried, wrong = compare(ferz, variant, said.positions, said.seed)
        total += tried
        failed += len(wrong)
        for line in wrong[:3]:
            print(f"{variant}: {line}", flush=True)
    print(f"{known} variants, {total} positions, {failed} differ; ferz does not have {len(absent)}: {', '.join(absent)}")
    # all that are named must be there
    sys.exit(1 if failed or (absent and chosen != sorted(pyffish.variants())) else 0)


if __name__ == "__main__":
    main()
