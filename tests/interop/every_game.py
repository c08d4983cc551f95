#!/usr/bin/env python3
"""Every game of the library with a name that Fairy-Stockfish knows is played against it by `ferz match`, from its start position.

    tests/interop/every_game.py target/release/ferz target/fairy-stockfish       the newest one, which newest.py builds
    tests/interop/every_game.py target/release/ferz fairy-stockfish --only duck

Nobody may forfeit, and no match may be refused; who wins does not matter. Searches are limited by nodes. Exit status: 0 if all is well, 1
if not.
"""

import argparse
import json
import subprocess
import sys

NODES = 60
# games that are not played, and why
OTHER = {
    "courier": "another array, and letters of its own",
    "flipersi": "who can't enclose anything has no move there; here, as in its source, such a player passes",
}


def offered(engine):
    """The names of the games that an engine offers."""
    said = subprocess.run([engine], input="uci\nquit\n", capture_output=True, text=True, check=True).stdout
    line = next(line for line in said.splitlines() if line.startswith("option name UCI_Variant "))
    words = line.split()
    return {after for word, after in zip(words, words[1:]) if word == "var"}


def main():
    parser = argparse.ArgumentParser(description="Every game against Fairy-Stockfish.")
    parser.add_argument("ferz")
    parser.add_argument("engine")
    parser.add_argument("--games", type=int, default=4, help="of each (4)")
    parser.add_argument("--only", default="", help="only games with this in their names")
    arguments = parser.parse_args()
    theirs = offered(arguments.engine)
    mine = subprocess.run([arguments.ferz, "engine"], input="uci\nquit\n", capture_output=True, text=True, check=True).stdout
    words = next(line for line in mine.splitlines() if line.startswith("option name UCI_Variant ")).split()
    names = sorted({after for word, after in zip(words, words[1:]) if word == "var"} & theirs)
    played, failed = 0, False
    for name in names:
        if arguments.only not in name or name in OTHER:
            continue
        command = [arguments.ferz, "match", name, "--engine", f"ferz nodes={NODES}"]
        command += ["--engine", f"cmd={arguments.engine} proto=uci name=Fairy-Stockfish nodes={NODES}"]
        command += ["--rounds", str(arguments.games // 2), "--max-plies", "200", "--format", "json"]
        done = subprocess.run(command, capture_output=True, text=True)
        played += 1
        if done.returncode != 0:
            failed = True
            print(f"FAILED {name}: {done.stderr}", flush=True)
            continue
        for forfeit in json.loads(done.stdout)["forfeits"]:
            failed = True
            print(f"FAILED {name}: {forfeit['engine']} {forfeit['kind']}: {forfeit['reason']}", flush=True)
    print(f"{played} games of the library, {arguments.games} times each; not played: {OTHER}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
