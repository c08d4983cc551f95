#!/usr/bin/env python3
"""Twenty games beside Fairy-Stockfish, over UCI: legal moves and perft from the start and along random games.

A glance for the gate; `library.py` and `fairy_stockfish.py` compare more games, deeper. Both programs are asked by the same lines, so moves
are written as UCI has them.

    tests/interop/glance.py target/release/ferz [--engine fairy-stockfish]
"""

import argparse
import random
import subprocess
import sys

# name, depth at the start
GAMES = [
    ("chess", 3), ("extinction", 3), ("crazyhouse", 3), ("3check", 3), ("kingofthehill", 3), ("racingkings", 3), ("horde", 3), ("antichess", 3),
    ("capablanca", 3), ("shatranj", 3), ("makruk", 3), ("minishogi", 3), ("shogi", 3), ("xiangqi", 3), ("minixiangqi", 3), ("kyotoshogi", 3),
    ("hoppelpoppel", 3), ("grand", 2), ("almost", 3), ("breakthrough", 3),
]  # fmt: skip
PLIES = 40
EVERY = 8


class Engine:
    """A program that speaks UCI."""

    def __init__(self, command):
        self.name = command[0]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.tell("uci")
        offered = [line for line in self.until("uciok") if line.startswith("option name UCI_Variant ")]
        missing = [name for name, _ in GAMES if f"var {name} " not in f"{offered[0]} "]
        if missing:
            sys.exit(f"{self.name} does not offer {', '.join(missing)}")

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, start):
        lines = []
        for line in self.process.stdout:
            lines.append(line.strip())
            if lines[-1].startswith(start):
                return lines
        sys.exit(f"{self.name} has ended: {lines[-5:]}")

    def divide(self, moves, depth):
        """The nodes below each legal move after some moves."""
        played = f" moves {' '.join(moves)}" if moves else ""
        self.tell(f"position startpos{played}")
        self.tell(f"go perft {depth}")
        lines = self.until("Nodes searched")
        pairs = (line.split(": ") for line in lines if ": " in line and " " not in line.split(": ")[0])
        return {move: int(count) for move, count in pairs}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ferz")
    parser.add_argument("--engine", default="fairy-stockfish")
    arguments = parser.parse_args()
    ours, theirs = Engine([arguments.ferz, "engine"]), Engine([arguments.engine])
    dice, positions, faults = random.Random(5), 0, 0
    for name, depth in GAMES:
        for engine in (ours, theirs):
            engine.tell(f"setoption name UCI_Variant value {name}")
            engine.tell("ucinewgame")
        moves = []
        for ply in range(PLIES):
            deep = depth if ply == 0 else 2 if ply % EVERY == 0 else 1
            found, wanted = ours.divide(moves, deep), theirs.divide(moves, deep)
            positions += 1
            if found != wanted:
                faults += 1
                differ = {move: (found.get(move), wanted.get(move)) for move in found.keys() | wanted.keys()}
                differ = {move: pair for move, pair in differ.items() if pair[0] != pair[1]}
                print(f"{name} after {' '.join(moves) or 'nothing'}: ferz and Fairy-Stockfish count {differ}")
                break
            if not found:
                break
            moves.append(dice.choice(sorted(found)))
    print(f"{len(GAMES)} games, {positions} positions, {faults} differ")
    sys.exit(1 if faults else 0)


main()
