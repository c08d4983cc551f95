#!/usr/bin/env python3
"""A plain and slow counter for Ultima, in which every piece captures in a way of its own.

Moves are made on a dictionary of squares, and what they take is worked out square by square. It is run by hand; what it counted is in
`tests/perft`.

    tests/interop/naive_ultima.py perft 3                       counts from the start position
    tests/interop/naive_ultima.py compare FERZ --games 20       compares ferz's counts of two plies in positions of random games
    tests/interop/naive_ultima.py positions                     prints a `.perft` file: the start position, and positions of random games

Exit status: 0 both agree, 1 they don't.
"""

import argparse
import random
import subprocess
import sys

START = "clxwkxli/pppppppp/8/8/8/8/PPPPPPPP/ILXWKXLC w - - 0 1"
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
AROUND = STRAIGHT + [(1, 1), (1, -1), (-1, 1), (-1, -1)]


def read(fen):
    """The pieces by square (file and rank from 0), and whether White is to move."""
    placement, turn = fen.split()[:2]
    pieces = {}
    for rank, row in zip(range(7, -1, -1), placement.split("/")):
        file = 0
        for sign in row:
            if sign.isdigit():
                file += int(sign)
            else:
                pieces[file, rank] = sign
                file += 1
    return pieces, turn == "w"


def write(pieces, white):
    rows = []
    for rank in range(7, -1, -1):
        row, empty = "", 0
        for file in range(8):
            piece = pieces.get((file, rank))
            if piece is None:
                empty += 1
            else:
                row += (str(empty) if empty else "") + piece
                empty = 0
        rows.append(row + (str(empty) if empty else ""))
    return f"{'/'.join(rows)} {'w' if white else 'b'} - - 0 1"


def inside(square):
    return 0 <= square[0] < 8 and 0 <= square[1] < 8


def add(square, way, times=1):
    return square[0] + times * way[0], square[1] + times * way[1]


class Position:
    def __init__(self, pieces, white):
        self.pieces, self.white = pieces, white

    def own(self, square):
        piece = self.pieces.get(square)
        return piece is not None and piece.isupper() == self.white

    def enemy(self, square):
        """The kind of an enemy piece on a square, as a small letter."""
        piece = self.pieces.get(square)
        return piece.lower() if piece is not None and piece.isupper() != self.white else None

    def kind(self, square):
        return self.pieces[square].lower() if self.own(square) else None

    def is_held(self, square):
        """Whether a piece may not move, because of an immobilizer, or of a chameleon beside an immobilizer."""
        near = [add(square, way) for way in AROUND]
        if self.kind(square) == "i" and any(self.enemy(at) == "x" for at in near):
            return True
        for at in near:
            if self.enemy(at) == "i":
                friends = [add(at, way) for way in AROUND if add(at, way) != square]
                if not any(self.kind(friend) in ("x", "i") for friend in friends):
                    return True
        return False

    def moves(self):
        """From where, to where, and the pieces taken."""
        for square in sorted(self.pieces):
            if self.own(square) and not self.is_held(square):
                yield from self.moves_of(square)

    def moves_of(self, square):
        kind = self.kind(square)
        for way in STRAIGHT if kind == "p" else AROUND:
            for times in range(1, 2 if kind == "k" else 8):
                to = add(square, way, times)
                if not inside(to) or to in self.pieces:
                    break
                yield square, to, self.taken(kind, square, to, way)
            to = add(square, way)
            if kind == "k" and self.enemy(to):
                yield square, to, {to}
            if kind == "x" and self.enemy(to) == "k":
                yield square, to, self.taken(kind, square, to, way) | {to}
            if kind in ("l", "x"):
                yield from self.leaps(kind, square, way)

    def leaps(self, kind, square, way):
        """Leaps over enemies that stand apart in one line; a chameleon leaps only over leapers."""
        at, taken = square, set()
        while True:
            at = add(at, way)
            if not inside(at) or self.own(at):
                return
            victim = self.enemy(at)
            if victim is None:
                if taken:
                    yield square, at, set(taken)
                continue
            behind = add(at, way)
            if (kind == "x" and victim != "l") or not inside(behind) or behind in self.pieces:
                return
            taken.add(at)

    def taken(self, kind, start, to, way):
        """What a piece takes that has gone along a line without a leap."""
        after = {square: piece for square, piece in self.pieces.items() if square != start}
        after[to] = self.pieces[start]
        now = Position(after, self.white)
        king = next((square for square in after if now.kind(square) == "k"), None)
        taken = set()
        if kind in ("p", "x"):
            taken |= {
                add(to, way)
                for way in STRAIGHT
                if now.enemy(add(to, way)) and now.own(add(to, way, 2)) and kind in ("p", self.as_pawn(now, add(to, way)))
            }
        behind = add(start, way, -1)
        if kind == "w" and now.enemy(behind) or kind == "x" and now.enemy(behind) == "w":
            taken.add(behind)
        if kind in ("c", "x") and king is not None:
            for corner in [(to[0], king[1]), (king[0], to[1])]:
                if corner not in (to, king) and (now.enemy(corner) == "c" or kind == "c" and now.enemy(corner)):
                    taken.add(corner)
        return taken

    @staticmethod
    def as_pawn(now, square):
        """`x` if a chameleon takes the piece as a pawn takes others."""
        return "x" if now.enemy(square) == "p" else None

    def play(self, move):
        start, to, taken = move
        pieces = {square: piece for square, piece in self.pieces.items() if square != start and square not in taken}
        pieces[to] = self.pieces[start]
        return Position(pieces, not self.white)

    def is_over(self):
        return not {"k", "K"} <= set(self.pieces.values())

    def legal(self):
        return [] if self.is_over() else [self.play(move) for move in self.moves()]


def perft(position, depth):
    if depth == 0:
        return 1
    following = position.legal()
    return len(following) if depth == 1 else sum(perft(other, depth - 1) for other in following)


def random_positions(games, seed=7):
    chance = random.Random(seed)
    for _ in range(games):
        position = Position(*read(START))
        for ply in range(chance.randrange(10, 120)):
            following = position.legal()
            if not following:
                break
            # what takes something is played more often, so that all kinds of captures come up
            takes = [other for other in following if len(other.pieces) < len(position.pieces)]
            position = chance.choice(takes if takes and chance.random() < 0.1 else following)
            if ply % 11 == 10 and not position.is_over():
                yield position


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["perft", "compare", "positions"])
    parser.add_argument("argument", nargs="?", default="3")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    if options.what == "perft":
        print(perft(Position(*read(START)), int(options.argument)))
        return 0
    if options.what == "positions":
        print("# Numbers by tests/interop/naive_ultima.py, which moves pieces on a dictionary of squares and works out what each move takes.\nstart")
        for depth in (1, 2, 3):
            print(depth, perft(Position(*read(START)), depth))
        for position in list(random_positions(options.games, options.seed))[::9]:
            print(f"\nfen {write(position.pieces, position.white)}")
            for depth in (1, 2):
                print(depth, perft(position, depth))
        return 0
    seen = different = 0
    for position in random_positions(options.games, options.seed):
        fen, own = write(position.pieces, position.white), perft(position, 2)
        said = subprocess.run([options.argument, "perft", "ultima", "2", "--fen", fen], capture_output=True, text=True, check=True)
        counted = int(said.stdout.split("Nodes searched:")[1].split()[0])
        seen += 1
        if counted != own:
            different += 1
            print(f"{fen}: {own} here, {counted} by ferz")
    print(f"{seen} positions, {different} differ")
    return 1 if different or not seen else 0


if __name__ == "__main__":
    sys.exit(main())
