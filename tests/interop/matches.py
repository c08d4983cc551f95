#!/usr/bin/env python3
"""`ferz match` between ferz and engines of others, over pipes: Fairy-Stockfish by UCI, Sjaak II and Fairy-Max by CECP.

    tests/interop/matches.py target/release/ferz                       the short round that is always run
    tests/interop/matches.py target/release/ferz --rounds 10 --only Sjaak

Every game must come to its end without a forfeit, and every record must be found sound by `ferz pgn`. Where ferz
is so much stronger that few games can't fail by chance, it must have half of all the points at least.

A peer is asked to play a game only where its rules and start position are ferz's. It judges a bare king or idle play otherwise in some, but
ferz is the referee, and ends such games by its own rules. Exit status: 0 if all is well, 1 if not.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

# our letters of Courier Chess, and those of all others
LETTERS = "letters=Q:F,S:M,F:W,C:B,B:E"
FAIRY = "cmd=fairy-stockfish proto=uci name=Fairy-Stockfish"
SJAAK = "cmd=sjaakii proto=cecp name=Sjaak-II"
MAX = "cmd=fairymax proto=cecp name=Fairy-Max"
# Fairy-Max begins from the start position before the moves that open every game
WHOLE = "rnbcskqfcbnr/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNBCSKQFCBNR"


@dataclass(frozen=True)
class Match:
    """A match, its peer, and whether its points count."""

    game: str
    peer: str
    counts: bool = False
    begin: str = ""
    more: tuple = ()


MATCHES = [
    Match("courier", f"{FAIRY} variant=courier {LETTERS}"),
    Match("chess", f"{FAIRY} name=Fairy-Stockfish-weak 'option.Skill Level=-20'"),
    Match("shatranj", f"{FAIRY} variant=shatranj"),
    Match("capablanca", FAIRY),
    # ferz had +46 =2 -0 in eight games of each of these at 50 ms, so that half of all their points is far below what chance can do
    Match("courier-historic", f"{SJAAK} variant=courier {LETTERS}", True),
    Match("shatranj", f"{SJAAK} variant=shatranj", True),
    Match("capablanca", SJAAK, True),
    Match("courier-historic", f"{MAX} variant=courier {LETTERS} start={WHOLE}", True, begin=f"{WHOLE} w - - 0 1"),
    Match("shatranj", f"{MAX} variant=shatranj", True),
    Match("capablanca", MAX, True),
]


def play(ferz, match, arguments, folder):
    """Plays a match; its summary."""
    pgn = Path(folder, "games.pgn")
    pgn.unlink(missing_ok=True)
    command = [ferz, "match", match.game, "--engine", "ferz", "--engine", match.peer, "--format", "json", "--pgn", str(pgn)]
    command += ["--movetime", str(arguments.movetime), "--margin", str(arguments.margin), "--rounds", str(arguments.rounds)]
    command += ["--random-plies", "2", "--seed", str(arguments.seed), "--max-plies", str(arguments.max_plies), *match.more]
    if match.begin:
        openings = Path(folder, "openings.epd")
        openings.write_text(match.begin + "\n")
        command += ["--openings", str(openings)]
    begun = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    result["seconds"] = time.monotonic() - begun
    check = subprocess.run([ferz, "pgn", "validate", "--strict", str(pgn)], capture_output=True, text=True)
    assert check.stdout == f"{result['games']} games, 0 with errors\n", check.stdout + check.stderr
    if arguments.keep:
        with open(arguments.keep, "a") as kept:
            kept.write(pgn.read_text())
    return result


def read_arguments():
    parser = argparse.ArgumentParser(description="ferz against engines of others.")
    parser.add_argument("ferz")
    parser.add_argument("--rounds", type=int, default=1, help="of two games each (1)")
    parser.add_argument("--movetime", type=int, default=20, metavar="MS", help="for each step (20)")
    parser.add_argument("--margin", type=int, default=2000, metavar="MS", help="forgiven, on a busy machine (2000)")
    parser.add_argument("--max-plies", type=int, default=160, metavar="N", help="a game that is longer is a draw (160)")
    parser.add_argument("--seed", type=int, default=1205)
    parser.add_argument("--only", default="", help="only matches with this in their game or peer")
    parser.add_argument("--keep", metavar="FILE", help="add the games to this file")
    return parser.parse_args()


def main():
    arguments = read_arguments()
    failed = False
    points, games = 0.0, 0
    with tempfile.TemporaryDirectory() as folder:
        for match in MATCHES:
            name = f"{match.game} {match.peer}"
            program = match.peer.split("cmd=")[1].split()[0]
            if arguments.only not in name:
                continue
            if shutil.which(program) is None:
                sys.exit(f"{program} is not installed")
            try:
                result = play(arguments.ferz, match, arguments, folder)
            except AssertionError as problem:
                failed = True
                print(f"FAILED {name}\n{problem}", flush=True)
                continue
            if match.counts:
                points += result["wins"] + result["draws"] / 2
                games += result["games"]
            elo, error = (None if value is None else round(value) for value in (result["elo"]["value"], result["elo"]["error"]))
            words = ", ".join(f"{count} by {kind}" for kind, count in result["endings"].items() if count)
            print(
                f"{match.game}: {result['engines'][1]}: +{result['wins']} ={result['draws']} -{result['losses']}, "
                f"Elo {elo} ± {error}; {words}; {result['mean_plies']} steps a game, {result['seconds']:.0f} s",
                flush=True,
            )
            for forfeit in result["forfeits"]:
                print(f"  game {forfeit['game']}, {forfeit['engine']}: {forfeit['reason']}", flush=True)
            if result["forfeits"]:
                failed = True
                print(f"FAILED {name}: forfeits", flush=True)
    if points < games / 2:
        failed = True
        print(f"FAILED: {points} points of {games} games against weaker players", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
