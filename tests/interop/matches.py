#!/usr/bin/env python3
"""`ferz match` between ferz and engines of others, over pipes: Fairy-Stockfish by UCI, Sjaak II and Fairy-Max by CECP.

    tests/interop/matches.py target/release/ferz                       the short round that is always run
    tests/interop/matches.py target/release/ferz --rounds 10 --only Sjaak
    tests/interop/matches.py target/release/ferz --rounds 10 --movetime 50     measures strength

Every game must come to its end without a forfeit, and every record must be found sound by `ferz pgn`; who wins does not matter. Searches
are limited by nodes or depth, not by time, so that no result depends on how busy the machine is.

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
# what each searches for a move; CECP has no limit on nodes
LIMITS = {"ferz": "nodes=1000", "fairy-stockfish": "nodes=1000", "sjaakii": "depth=3", "fairymax": "depth=3"}
# Fairy-Max begins from the start position before the moves that open every game
WHOLE = "rnbcskqfcbnr/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNBCSKQFCBNR"
# Fairy-Stockfish has moved the pawns and the pieces on the other side of the king
ASIDE = "rnbcsk1fcbnr/1ppppp1pppp1/6q5/p5p4p/P5P4P/6Q5/1PPPPP1PPPP1/RNBCSK1FCBNR"


@dataclass(frozen=True)
class Match:
    """A match and its peer."""

    game: str
    peer: str
    begin: str = ""

    @property
    def program(self):
        return self.peer.split("cmd=")[1].split()[0]


MATCHES = [
    Match("courier", f"{FAIRY} variant=courier {LETTERS} start={ASIDE}", begin=f"{ASIDE} w - - 0 1"),
    Match("chess", f"{FAIRY} name=Fairy-Stockfish-weak 'option.Skill Level=-20'"),
    Match("shatranj", f"{FAIRY} variant=shatranj"),
    Match("capablanca", FAIRY),
    Match("courier-historic", f"{SJAAK} variant=courier {LETTERS}"),
    Match("shatranj", f"{SJAAK} variant=shatranj"),
    Match("capablanca", SJAAK),
    Match("courier-historic", f"{MAX} variant=courier {LETTERS} start={WHOLE}", begin=f"{WHOLE} w - - 0 1"),
    Match("shatranj", f"{MAX} variant=shatranj"),
    Match("capablanca", MAX),
]


def play(ferz, match, arguments, folder):
    """Plays a match; its summary."""
    pgn = Path(folder, "games.pgn")
    pgn.unlink(missing_ok=True)
    players = ["ferz", match.peer]
    limits = ["--movetime", str(arguments.movetime), "--margin", str(arguments.margin)]
    if not arguments.movetime:
        players, limits = [f"ferz {LIMITS['ferz']}", f"{match.peer} {LIMITS[match.program]}"], []
    command = [ferz, "match", match.game, "--engine", players[0], "--engine", players[1], "--format", "json", "--pgn", str(pgn)]
    command += [*limits, "--rounds", str(arguments.rounds)]
    command += ["--random-plies", "2", "--seed", str(arguments.seed), "--max-plies", str(arguments.max_plies)]
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
    parser.add_argument("--movetime", type=int, metavar="MS", help="for each move, instead of nodes and depths")
    parser.add_argument("--margin", type=int, default=2000, metavar="MS", help="with --movetime: forgiven, on a busy machine (2000)")
    parser.add_argument("--max-plies", type=int, default=160, metavar="N", help="a game that is longer is a draw (160)")
    parser.add_argument("--seed", type=int, default=1205)
    parser.add_argument("--only", default="", help="only matches with this in their game or peer")
    parser.add_argument("--keep", metavar="FILE", help="add the games to this file")
    return parser.parse_args()


def main():
    arguments = read_arguments()
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for match in MATCHES:
            name = f"{match.game} {match.peer}"
            if arguments.only not in name:
                continue
            if shutil.which(match.program) is None:
                sys.exit(f"{match.program} is not installed")
            try:
                result = play(arguments.ferz, match, arguments, folder)
            except AssertionError as problem:
                failed = True
                print(f"FAILED {name}\n{problem}", flush=True)
                continue
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
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
