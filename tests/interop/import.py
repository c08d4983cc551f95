#!/usr/bin/env python3
"""Imports variants of Fairy-Stockfish with `ferz import`, and compares the game files with Fairy-Stockfish (the package `pyffish`).

Of each variant the legal moves and the results must be the same in the start position, after each first move, and in random games.

    tests/interop/import.py FERZ                            the variants of tests/interop/import/*.ini
    tests/interop/import.py FERZ path/to/variants.ini       all variants of a file
    tests/interop/import.py FERZ --built-in                 those of Fairy-Stockfish's own that ferz knows as parents

Exit status: 0 all that is imported agrees, 1 something differs, 2 a program can't be run.
"""

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import pyffish
except ImportError:
    print("the Python package pyffish is missing: pip install pyffish", file=sys.stderr)
    sys.exit(2)

ROOT = Path(__file__).resolve().parents[2]
OWN = Path(__file__).with_suffix("")
# whether castling is written king takes rook
chess960 = False
# whether each move leaves a wall where it began, which Fairy-Stockfish writes as if it were a part of the turn
trails = False
# whether a wall may be put on the board instead of a move, which Fairy-Stockfish writes as parts of a turn as well: `a1a1,a1a3`, `a2a3,a3a1`
choices = False
RESULTS = {"white": 1, "black": -1, "draw": 0}


class Different(Exception):
    """The programs differ; the text says where."""


class Ferz:
    """`ferz engine` on a pipe, with some game files."""

    def __init__(self, program, paths):
        command = [program, "engine", *map(str, paths)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.ask("uci", "uciok")

    def ask(self, commands, last="readyok"):
        self.process.stdin.write(commands + ("\nisready\n" if last == "readyok" else "\n"))
        self.process.stdin.flush()
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip())
            if line.startswith(last):
                return lines
        raise Different(f"ferz has stopped: {lines}")

    def look(self, moves):
        """The legal moves, and the result if the game is over: 1, 0 or -1 for White."""
        said = self.ask(f"position startpos moves {' '.join(moves)}" if moves else "position startpos")
        wrong = [line for line in said if line.startswith("info string")]
        if wrong:
            raise Different(f"ferz: {wrong[0]}")
        shown = self.ask("d", "Key:") + self.ask("")
        result = next((line for line in shown if line.startswith("Result:")), None)
        if result:
            return set(), next(value for word, value in RESULTS.items() if result.lower().startswith(f"result: {word}"))
        counted = self.ask("go perft 1", "Nodes searched")
        return {line.split(":")[0] for line in counted if re.match(r"(0000|\S*[a-z]\d+)\S*: \d", line)}, None

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def same_signs(moves):
    """Moves as both write them: a pass as `0000`, turning over and back as `+`, a castling by what it does."""
    def sign(move):
        move = plain(move)
        halves = re.fullmatch(r"([a-z]\d+)([a-z]\d+)(\S*)", move)
        if halves and halves[1] == halves[2] and not halves[3]:
            return "0000"
        return re.sub(r"-$", "+", move)
    return {sign(move): move for move in moves}


def peer(name, fen, moves):
    """A position by Fairy-Stockfish: its legal moves, and the result."""
    white = pyffish.get_fen(name, fen, moves, chess960).split()[1] == "w"
    over, value = pyffish.is_immediate_game_end(name, fen, moves, chess960)
    legal = [] if over else pyffish.legal_moves(name, fen, moves, chess960)
    if not over and legal:
        return legal, None
    value = value if over else pyffish.game_result(name, fen, moves, chess960)
    sign = (value > 0) - (value < 0)
    return [], sign if white else -sign


def parted(moves):
    """Turns as ferz plays them: `a3b1,b1c3`, a move and what it puts on the board, as two moves."""
    turns = [re.sub(r",[a-z]\d+([a-z]\d+)$", r" *@\1", move) for move in map(plain, moves)]
    return [part for turn in turns for part in turn.split()]


def plain(move):
    """A move without the wall it leaves where it began, which is no part of its own, and a pass as ferz writes it."""
    if re.fullmatch(r"([a-z]\d+)\1", move):
        return "0000"
    if choices:
        wall = re.fullmatch(r"([a-z]\d+)\1,\1([a-z]\d+)", move)
        return f"*@{wall[2]}" if wall else move.split(",")[0]
    if not trails:
        return move
    return re.sub(r"^([a-z]\d+)([a-z]\d+),\2\1$", r"\1\2", move)


def turns(ferz, moves, legal):
    """The turns of two parts, if the first parts are the same and so is what may follow two of them."""
    starts = sorted({turn.split(",")[0] for turn in legal})
    ours, mine = ferz.look(parted(moves))
    if mine is not None:
        return set(), mine
    chosen = random.Random(len(legal)).sample(starts, min(2, len(starts)))
    looked = {first: ferz.look(parted(moves) + [first])[0] for first in chosen if first in ours}
    # of the other first moves, the peer's word for what may follow is taken
    found = {f"{first},{re.match(r'[a-z][0-9]+([a-z][0-9]+)', first)[1]}{part.split('@')[1]}" for first, parts in looked.items() for part in parts}
    found |= {turn for turn in legal if turn.split(",")[0] in ours and turn.split(",")[0] not in looked}
    return found | {first for first in ours if first not in starts}, None


def same(ferz, name, fen, moves):
    """The legal moves of a position as both write them, if both agree."""
    legal, result = peer(name, fen, moves)
    ours, mine = turns(ferz, moves, legal) if any("," in plain(move) for move in legal) else ferz.look(parted(moves))
    if mine is not None and result is None and pyffish.is_optional_game_end(name, fen, moves, chess960)[0]:
        return []
    ours, theirs = same_signs(ours), same_signs(legal)
    if set(ours) != set(theirs) or mine != result:
        more, less = sorted(set(ours) - set(theirs)), sorted(set(theirs) - set(ours))
        where = " ".join(moves) or "the start"
        raise Different(f"after {where}: only ferz {more[:8]}, only Fairy-Stockfish {less[:8]}, results {mine} and {result}")
    return sorted((ours[sign], theirs[sign]) for sign in ours)


def compare(ferz, name, games, plies):
    """Compares both on a variant; the number of positions."""
    fen, chance, positions = pyffish.start_fen(name), random.Random(name), 1
    global trails, choices
    trails, choices = True, False
    choices = any(re.fullmatch(r"([a-z]\d+)\1,\1[a-z]\d+", move) for move in peer(name, fen, [])[0])
    trails = not choices and all(plain(move) != move for move in peer(name, fen, [])[0])
    first = same(ferz, name, fen, [])
    for _, move in chance.sample(first, min(8, len(first))):
        same(ferz, name, fen, [move])
        positions += 1
    for _ in range(games):
        moves, legal = [], first
        while legal and len(moves) < plies:
            moves.append(chance.choice(legal)[1])
            legal = same(ferz, name, fen, moves)
            positions += 1
    return positions


def imported(args, ini, name, folder):
    """The game file of a variant, or `None` and why there is none; a failure that is no refusal raises."""
    path = Path(folder, f"i-{len(list(Path(folder).glob('*.toml')))}-{re.sub(r'[^a-z0-9]', '', name.lower())}.toml")
    made = subprocess.run([args.ferz, "import", str(ini), name, "-o", str(path)], capture_output=True, text=True)
    if made.returncode not in (0, 1) or "panicked" in made.stderr:
        raise Different(f"ferz import failed: {made.stderr.strip()[:500]}")
    if made.returncode == 1:
        return None, "; ".join(re.findall(r"[×⚠] (.*)", made.stderr))
    return path, ""


def compared(args, ferz, name, path):
    """`same` or `differs`, with more to say of it, and the number of positions."""
    try:
        said = ferz.ask(f"setoption name UCI_Variant value {path.stem}")
        if not any("startpos" in line for line in said):
            raise Different(f"ferz does not load it: {said}")
        return "same", "", compare(ferz, name, args.games, args.plies)
    except Different as difference:
        return "differs", str(difference), 0


def sections(text):
    return re.findall(r"^\[\s*([^:\]]+?)\s*(?::[^\]]*)?\]", text, re.M)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("ferz", nargs="?", default=str(ROOT / "target/release/ferz"))
    parser.add_argument("ini", nargs="*", type=Path)
    parser.add_argument("--built-in", action="store_true")
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--plies", type=int, default=40)
    parser.add_argument("--verbose", action="store_true", help="say why variants are refused")
    parser.add_argument("--keep", help="keep the game files in this folder")
    args = parser.parse_args()
    global chess960
    work, roaming = [], {"fischerandom", "caparandom"}
    with tempfile.TemporaryDirectory() as folder:
        if args.built_in:
            empty = Path(folder, "empty.ini")
            empty.write_text("")
            known = sections((ROOT / "src/ini/data/builtin.ini").read_text())
            work = [(empty, name) for name in known if name in pyffish.variants()]
        for ini in ([] if args.built_in else args.ini or sorted(OWN.glob("*.ini"))):
            text = ini.read_text()
            pyffish.load_variant_config(text)
            work += [(ini, name) for name in sections(text)]
            roaming |= {name for name in sections(text) if re.search(rf"^\[{re.escape(name)}\b[^[]*^chess960 = true", text, re.M)}
        if args.keep:
            folder = args.keep
            Path(folder).mkdir(exist_ok=True)
        counts, positions, files = {"same": 0, "refused": 0, "differs": 0}, 0, []

        def said(name, outcome, why):
            counts[outcome] += 1
            if outcome == "differs" or args.verbose:
                print(f"{name}: {outcome} {why}", flush=True)

        try:
            for ini, name in work:
                if not args.only or name in args.only:
                    try:
                        path, why = imported(args, ini, name, folder)
                    except Different as difference:
                        said(name, "differs", difference)
                        continue
                    if path:
                        files.append((name, path))
                    else:
                        said(name, "refused", why)
            ferz = Ferz(args.ferz, [path for _, path in files])
            for name, path in files:
                chess960 = name in roaming
                outcome, why, looked = compared(args, ferz, name, path)
                positions += looked
                said(name, outcome, why)
            ferz.close()
        except OSError as error:
            print(f"{args.ferz} can't be run: {error}", file=sys.stderr)
            return 2
    version = ".".join(map(str, pyffish.version()))
    print(json.dumps({**counts, "positions": positions, "pyffish": version}))
    return 1 if counts["differs"] or not sum(counts.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
