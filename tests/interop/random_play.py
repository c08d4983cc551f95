#!/usr/bin/env python3
"""Plays every game of the library that Fairy-Stockfish knows (the package `pyffish`) at random, and compares what both say of each position.

    tests/interop/random_play.py target/release/ferz                         all games, some five minutes
    tests/interop/random_play.py target/release/ferz --only duck xiangqi --games 30 --plies 200 --seed 2

Compared are the legal moves as UCI writes them; whether the game is over, and who has won; and FENs: that of ferz must be a position there with
the same moves, that of Fairy-Stockfish must be the same position here. Of three games one is played at random, one with more captures, and one
with moves to and fro, so that positions occur again.

Exit status: 0 both agree everywhere, 1 they don't, 2 ferz can't be run.
"""

import argparse
import importlib.util
import json
import random
import re
import sys
from collections import Counter
from pathlib import Path

SPEC = importlib.util.spec_from_file_location("imports", Path(__file__).with_name("import.py"))
imports = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(imports)
pyffish = imports.pyffish

# after the import of pyffish, which says so if it is missing
from fairy_stockfish import squares
from library import MATES_BY_PAWNS

# games that are not played
OTHER = {
    "courier": "king and queen stand on each other's files, and pieces have letters of their own; fairy_stockfish.py translates them",
}
UNMOVED = "a position with other rights of unmoved pieces is another one, as language.md says; there it is the same"
# differences that are known: a game, the beginning of what is said of them, and the reason
KNOWN = [
    ("cambodian", "result: ferz unfinished, Fairy-Stockfish Draw", UNMOVED),
    ("karouk", "result: ferz unfinished, Fairy-Stockfish Draw", UNMOVED),
    ("seirawan", "result: ferz unfinished, Fairy-Stockfish Draw", UNMOVED),
    (
        "dobutsu",
        r"result: ferz Draw \(repetition\), Fairy-Stockfish unfinished",
        "the third occurrence draws, as its notes say; there it is the fourth",
    ),
    (
        "janggimodern",
        r"result: ferz \w+ wins \(repetition\), Fairy-Stockfish unfinished",
        "the third occurrence ends the game, as its notes say; there it is the fourth",
    ),
]
# castling is written king takes rook there
ROAMING = {"caparandom", "fischerandom"}
WAYS = ["any", "captures", "to and fro"]
# differences of a game that are printed, at most
SHOWN = 3
VALUES = {1: "White wins", -1: "Black wins", 0: "Draw", None: "unfinished"}


class Place:
    """A position in ferz, with the legal moves in its own writing."""

    def __init__(self, ferz, text):
        said = ferz.ask(f"position {text}\nd\ngo perft 1", ("Nodes searched", "bestmove"))
        self.refused = next((line for line in said if line.startswith("info string")), None)
        told = dict(line.split(": ", 1) for line in said if ": " in line)
        self.fen, self.key, self.result = told.pop("Fen"), told.pop("Key"), told.pop("Result", "unfinished")
        told.pop("Nodes searched", None)
        self.moves = set(told)


def passes(move):
    """A move; a pass is written `0000`, not as a square twice."""
    return re.sub(r"^([a-z]\d+)\1$", "0000", move)


def turns(ferz, text, moves):
    """Turns of a move and what it puts on the board, or leaves where it began."""
    found = set()
    for move in moves:
        start, end = re.match(r"([a-z]\d+)([a-z]\d+)", move).groups()
        placed = [part[2:] for part in Place(ferz, f"{text} {move}").moves if part.startswith("*@")]
        found |= {f"{move},{end}{square}" for square in placed or [start]}
    return found


def peer(name, start, moves):
    """Fairy-Stockfish's FEN, its legal moves and its result, also where that must be claimed there."""
    fen = pyffish.get_fen(name, start, moves, imports.chess960)
    legal, result = imports.peer(name, start, moves)
    if result is None:
        over, value = pyffish.is_optional_game_end(name, start, moves, imports.chess960)
        value = (value > 0) - (value < 0)
        result = (value if fen.split()[1] == "w" else -value) if over else None
    return fen, legal, result


def spread(placement):
    """A placement with a point for each empty square."""
    return re.sub(r"\d+", lambda run: "." * int(run[0]), placement)


def sent(fen, start, theirs):
    """A FEN of ferz as UCI has it: without the fields of ferz alone, with stars where the board has no square, and with hands that never empty."""
    placement, *rest = [field for field in fen.split() if "=" not in field]
    if "*" in start:
        signs = zip(spread(placement), spread(start))
        placement = re.sub(r"\.+", lambda run: str(len(run[0])), "".join("*" if hole == "*" else sign for sign, hole in signs))
    if "[" not in placement:
        placement += "".join(re.findall(r"\[.*\]", theirs))
    return " ".join([placement, *rest])


def received(fen, theirs):
    """A FEN of Fairy-Stockfish with the fields of ferz alone, and without hands that never empty."""
    theirs = theirs if "[" in fen else re.sub(r"\[.*\]", "", theirs)
    return " ".join([theirs, *(field for field in fen.split() if "=" in field)])


def drops_that_mate(name, start, moves, more):
    """True if these moves are all drops of pawns that Fairy-Stockfish lists, and says afterwards that they lose."""
    if name not in MATES_BY_PAWNS or not all("@" in move for move in more):
        return False
    after = [peer(name, start, [*moves, move]) for move in more]
    return all(result == (1 if fen.split()[1] == "w" else -1) for fen, _, result in after)


def compare(ferz, name, start, moves):
    """What differs in a position, the legal moves if both go on, and the FEN."""
    text = f"startpos moves {' '.join(moves)}".removesuffix(" moves ")
    place = Place(ferz, text)
    if place.refused:
        return [f"moves: ferz refuses {moves[-1:]}: {place.refused}"], [], start
    fen, legal, result = peer(name, start, moves)
    found = []
    if not place.result.startswith(VALUES[result]):
        found.append(f"result: ferz {place.result}, Fairy-Stockfish {VALUES[result]}")
    going = result is None and place.result == "unfinished"
    theirs = {passes(move): move for move in legal}
    if going:
        ours = {passes(move) for move in place.moves}
        if any("," in move for move in legal):
            ours = turns(ferz, text if moves else f"{text} moves", ours)
        more, less = sorted(ours - set(theirs)), sorted(set(theirs) - ours)
        if more or less and not drops_that_mate(name, start, moves, less):
            found.append(f"moves: only ferz {more}, only Fairy-Stockfish {less}")
        legal = [theirs[move] for move in sorted(ours & set(theirs))]
    shown = sent(place.fen, start, fen)
    # it refuses some FENs of its own, too
    if shown != fen and pyffish.validate_fen(shown, name) != pyffish.FEN_OK == pyffish.validate_fen(fen, name):
        found.append(f"FEN of ferz: {shown} is refused")
    elif theirs and {passes(move) for move in pyffish.legal_moves(name, shown, [], imports.chess960)} != set(theirs):
        found.append(f"FEN of ferz: {shown} has other moves there")
    back = Place(ferz, f"fen {received(place.fen, fen)}")
    if back.refused:
        found.append(f"FEN of Fairy-Stockfish: {back.refused}")
    elif (back.key, back.moves) != (place.key, place.moves):
        found.append(f"FEN of Fairy-Stockfish: read as {back.fen}, not as {place.fen}")
    return found, legal if going else [], fen


def chosen(dice, way, legal, moves, fen):
    """A move, by the way of the game."""
    if way == "captures" and dice.random() < 0.5:
        board = squares(re.sub(r"\[.*\]|[+~*]", "", fen.split()[0]) + " w")
        ends = [re.match(r"[a-z]\d+([a-z]\d+)", move) for move in legal]
        legal = [move for move, end in zip(legal, ends) if end and end[1] in board] or legal
    if way == "to and fro" and len(moves) > 1 and dice.random() < 0.8:
        back = re.sub(r"^([a-z]\d+)([a-z]\d+).*", r"\2\1", moves[-2])
        legal = [move for move in legal if move.startswith(back)] or legal
    return dice.choice(legal)


def play(ferz, name, args):
    """Plays a game some times; the numbers of positions and of games that were over, and what differs."""
    start, positions, over, found = pyffish.start_fen(name), 0, 0, []
    imports.chess960 = name in ROAMING
    for number in range(args.games):
        dice, moves = random.Random(f"{args.seed} {name} {number}"), []
        while True:
            differs, legal, fen = compare(ferz, name, start, moves)
            positions += 1
            differs = [text for text in differs if not any(name == game and re.match(known, text) for game, known, _ in KNOWN)]
            found += [f"{name}, {fen}: {text}\n  after {' '.join(moves) or 'no move'}" for text in differs]
            if not legal or len(moves) == args.plies:
                over += not legal
                break
            moves.append(chosen(dice, WAYS[number % len(WAYS)], legal, moves, fen))
    return positions, over, found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("ferz", nargs="?", default=str(imports.ROOT / "target/release/ferz"))
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--games", type=int, default=3, help="of each (3)")
    parser.add_argument("--plies", type=int, default=30, help="of a game, at most (30)")
    parser.add_argument("--seed", default="1")
    args = parser.parse_args()
    try:
        ferz = imports.Ferz(args.ferz, [])
    except OSError as error:
        print(f"{args.ferz} can't be run: {error}", file=sys.stderr)
        return 2
    offered = next(line for line in ferz.ask("uci", "uciok") if line.startswith("option name UCI_Variant "))
    names = set(re.findall(r" var (\S+)", offered)) & set(pyffish.variants()) - OTHER.keys()
    counts = Counter()
    for name in sorted(names & set(args.only) if args.only else names):
        ferz.ask(f"setoption name UCI_Variant value {name}")
        positions, over, found = play(ferz, name, args)
        counts.update(variants=1, games=args.games, positions=positions, over=over, different=len(found))
        for text in found[:SHOWN]:
            print(text, flush=True)
    ferz.close()
    print(json.dumps({**counts, "not played": list(OTHER), "pyffish": ".".join(map(str, pyffish.version()))}))
    return 1 if counts["different"] or not counts["positions"] else 0


if __name__ == "__main__":
    sys.exit(main())
