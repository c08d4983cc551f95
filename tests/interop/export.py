#!/usr/bin/env python3
"""Exports the games of the library with `ferz export --to variants.ini`, and compares each with what Fairy-Stockfish (the package `pyffish`) makes of it.

Of each game that can be said there, the legal moves and the results must be the same in the start position, after some first moves, and in random
games.

    tests/interop/export.py FERZ [--games 1] [--plies 30] [--only NAME …]

Exit status: 0 all that is exported agrees, 1 something differs, 2 a program can't be run.
"""

import argparse
import importlib.util
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SPEC = importlib.util.spec_from_file_location("imports", Path(__file__).with_name("import.py"))
imports = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(imports)


def exported(ferz, path):
    """The section for a game under a name of its own, or `None` if it can't be said."""
    name = "ferz-" + path.stem
    made = subprocess.run([ferz, "export", str(path), "--to", "variants.ini", "--name", name], capture_output=True, text=True)
    if made.returncode not in (0, 1) or "panicked" in made.stderr:
        raise imports.Different(f"ferz export failed: {made.stderr.strip()[:500]}")
    return (name, made.stdout) if made.returncode == 0 else (name, None)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("ferz", nargs="?", default=str(ROOT / "target/release/ferz"))
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--plies", type=int, default=30)
    args = parser.parse_args()
    counts, positions, work = {"same": 0, "refused": 0, "differs": 0}, 0, []

    def said(name, outcome, why=""):
        counts[outcome] += 1
        if outcome == "differs":
            print(f"{name}: {why}", flush=True)

    try:
        for path in sorted(ROOT.glob("games/*/*.toml")):
            if args.only and path.stem not in args.only:
                continue
            try:
                name, text = exported(args.ferz, path)
            except imports.Different as difference:
                said(path.stem, "differs", difference)
                continue
            if text is None:
                said(path.stem, "refused")
                continue
            imports.pyffish.load_variant_config(text)
            work.append((path, name, "chess960 = true" in text))
        ferz = imports.Ferz(args.ferz, [path for path, _, _ in work])
        for path, name, chess960 in work:
            if name not in imports.pyffish.variants():
                said(path.stem, "differs", "Fairy-Stockfish does not take it")
                continue
            imports.chess960 = chess960
            try:
                ferz.ask(f"setoption name UCI_Variant value {path.stem}")
                positions += imports.compare(ferz, name, args.games, args.plies)
                said(path.stem, "same")
            except imports.Different as difference:
                said(path.stem, "differs", difference)
        ferz.close()
    except OSError as error:
        print(f"{args.ferz} can't be run: {error}", file=sys.stderr)
        return 2
    print(json.dumps({**counts, "positions": positions}))
    return 1 if counts["differs"] or not counts["same"] else 0


if __name__ == "__main__":
    sys.exit(main())
