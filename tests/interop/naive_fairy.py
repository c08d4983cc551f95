#!/usr/bin/env python3
"""A plain and slow move generator for games that no other program plays: it counts, and compares ferz's moves with its own.

It is written from the rules alone. Movements are walked step by step here, not read from a game file, so that a slip in a movement, in its
reading or in ferz shows. It is run by hand; what it counted is in `tests/perft`.

    tests/interop/naive_fairy.py perft falcon 3                     counts from the start position
    tests/interop/naive_fairy.py perft falcon 2 --fen FEN
    tests/interop/naive_fairy.py compare FERZ falcon --games 20     compares the legal moves of every position of random games
    tests/interop/naive_fairy.py positions FERZ falcon              makes a `.perft` file: the start position, and positions of random games

With `--option NAME=VALUE` ferz plays the game with an option, and with `--file FILE` a game file; here every such game has a name of its own, as
`fides-clobberers` is for `--file games/fairy/different-armies.toml --option white=fides --option black=clobberers`.

Where the rules leave it open, a square is attacked if an enemy could capture there now: a king that castles still stands in the way itself.

Exit status: 0 both agree, 1 they don't.
"""

import argparse
import json
import random
import subprocess
import sys

STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
AROUND = STRAIGHT + DIAGONAL
FORWARD, ASIDE, BACK = [(0, 1)], [(1, 0), (-1, 0)], [(0, -1), (1, -1), (-1, -1)]


def leaps(long, short):
    """All leaps of so many squares one way and so many the other."""
    return sorted({(x * i, y * j) for x, y in ((long, short), (short, long)) for i in (1, -1) for j in (1, -1)})


KNIGHT, CAMEL, ZEBRA = leaps(2, 1), leaps(3, 1), leaps(3, 2)
DABBABA, ALFIL, THREE = leaps(2, 0), leaps(2, 2), leaps(3, 0)


class Position:
    """A position. Squares are (file, rank) from 0; a piece is a letter, a capital for White."""

    def __init__(self, game, pieces, white, unmoved, passed, victim):
        self.game, self.pieces, self.white, self.unmoved, self.passed, self.victim = game, pieces, white, unmoved, passed, victim

    def step(self, square, way):
        """The square one step further for White, or `None` off the board."""
        file, rank = square[0] + way[0], square[1] + way[1]
        if self.game.cylinder or self.game.torus:
            file %= self.game.files
        if self.game.torus and self.pieces.get(square, "").upper() != "P":
            rank %= self.game.ranks
        inside = 0 <= file < self.game.files and 0 <= rank < self.game.ranks
        return (file, rank) if inside and not self.game.is_hole((file, rank)) else None

    def own(self, square, white):
        return square in self.pieces and self.pieces[square].isupper() == white

    def enemy(self, square, white):
        return square in self.pieces and self.pieces[square].isupper() != white


# A movement is a function of the position, the square, the side and `turn`, which turns White's ways round for Black. It yields where the
# piece goes and what it takes.


def leaper(*sets):
    def movement(at, square, white, turn):
        for way in (way for ways in sets for way in ways):
            to = at.step(square, turn(way))
            if to and not at.own(to, white):
                yield to, frozenset([to] if to in at.pieces else [])

    return movement


def rider(ways, most=99):
    def movement(at, square, white, turn):
        for way in map(turn, ways):
            yield from ride(at, square, square, way, white, most)

    return movement


def ride(at, start, square, way, white, most=99):
    """Along a line, from a square that it has reached."""
    for _ in range(most):
        square = at.step(square, way)
        if square is None or square == start or at.own(square, white):
            return
        if square in at.pieces:
            yield square, frozenset([square])
            return
        yield square, frozenset()


def either(*movements):
    def movement(at, square, white, turn):
        for one in movements:
            yield from one(at, square, white, turn)

    return movement


def lame(*paths):
    """Over empty squares, each path a list of steps."""

    def movement(at, square, white, turn):
        for path in paths:
            now = square
            for number, way in enumerate(path, 1):
                now = at.step(now, turn(way))
                if now is None or (number < len(path) and now in at.pieces):
                    break
            else:
                if not at.own(now, white):
                    yield now, frozenset([now] if now in at.pieces else [])

    return movement


def outward(diagonal):
    """The two straight ways beside a diagonal one."""
    return [(diagonal[0], 0), (0, diagonal[1])]


def griffon(at, square, white, turn):
    """One step diagonally, and on straight outward."""
    for diagonal in DIAGONAL:
        corner = at.step(square, diagonal)
        if corner is None or at.own(corner, white):
            continue
        yield corner, frozenset([corner] if corner in at.pieces else [])
        if corner not in at.pieces:
            for way in outward(diagonal):
                yield from ride(at, square, corner, way, white)


def unicorn(at, square, white, turn):
    """A knight's leap, and on diagonally away from where it began."""
    for leap in KNIGHT:
        to = at.step(square, leap)
        if to is None or at.own(to, white):
            continue
        yield to, frozenset([to] if to in at.pieces else [])
        if to not in at.pieces:
            way = tuple(1 if part > 0 else -1 for part in leap)
            yield from ride(at, square, to, way, white)


def cannon(at, square, white, turn):
    """Moves as a rook, takes beyond one piece on its line."""
    for way in STRAIGHT:
        now, hurdles = at.step(square, way), 0
        while now is not None and hurdles < 2:
            if now in at.pieces:
                if hurdles == 1 and at.enemy(now, white):
                    yield now, frozenset([now])
                hurdles += 1
            elif hurdles == 0:
                yield now, frozenset()
            now = at.step(now, way)


def double_king(at, square, white, turn):
    """The lion of chu shogi: one or two king's steps, the first of which may take; or a leap over anything to where two steps lead."""
    for one in AROUND:
        first = at.step(square, one)
        if first is None:
            continue
        if not at.own(first, white):
            yield first, frozenset([first] if first in at.pieces else [])
        for two in AROUND:
            last = at.step(first, two)
            if last is None or (last != square and at.own(last, white)):
                continue
            taken = frozenset([last] if at.enemy(last, white) else [])
            if last == square:
                if first not in at.pieces:
                    yield last, frozenset()
            else:
                yield last, taken
            if at.enemy(first, white):
                yield last, taken | {first}


def falcon_paths():
    """Two steps of one sort and one of the other, in any order, all of them outward: three paths to each camel's and zebra's square."""
    for across, along in ((x, y) for x in (1, -1) for y in (1, -1)):
        diagonal = (across, along)
        for straight in ((across, 0), (0, along)):
            yield from ([straight, straight, diagonal], [straight, diagonal, straight], [diagonal, straight, straight])
            yield from ([diagonal, diagonal, straight], [diagonal, straight, diagonal], [straight, diagonal, diagonal])


KING, QUEEN, ROOK, BISHOP = leaper(AROUND), rider(AROUND), rider(STRAIGHT), rider(DIAGONAL)
LEAP = leaper(KNIGHT)
HALF_KNIGHT = leaper([way for way in KNIGHT if way[1] > 0])
CHESS = {"K": KING, "Q": QUEEN, "R": ROOK, "B": BISHOP, "N": LEAP}


class Game:
    """The rules of a game. `castling` lists (side, king's squares, partner's squares); `steps` says from which ranks a pawn, as its side sees
    them, may go two squares, or `paces` how far it goes at most from a square of its side; `leap` lists the king's leaps to an empty square as its
    first move. On a torus all but pawns cross from the last rank to the first."""

    def __init__(self, rows, pieces, **rules):
        self.pieces, black = pieces, rules.get("black", rows)
        self.ranks, self.files = rules.get("ranks", 8), len(rows[0])
        self.cylinder, self.torus = rules.get("cylinder", False), rules.get("torus", False)
        self.is_hole, self.paces = rules.get("hole", lambda at: False), rules.get("paces")
        self.last = rules.get("last", self.ranks - 1)
        self.castling, self.steps = rules.get("castling", []), rules.get("steps", [1])
        self.double = rules.get("double", "P")
        self.passing, self.leap = rules.get("passing", True), rules.get("leap", [])
        self.promoting, self.becomes = rules.get("promoting", "P"), rules.get("becomes", "QRBN")
        self.stop = rules.get("stop", lambda at: False)
        self.array = {}
        for rank, row in enumerate(rows):
            self.array |= {(file, rank): piece for file, piece in enumerate(row) if piece != "."}
        for rank, row in enumerate(black):
            self.array |= {(file, self.ranks - 1 - rank): piece.lower() for file, piece in enumerate(row) if piece != "."}

    def start(self):
        return Position(self, dict(self.array), True, frozenset(self.array), frozenset(), None)

    def read(self, fen):
        """A position with castling rights by the corners; the pieces in their start squares are unmoved."""
        fields = fen.split() + ["-"] * 6
        pieces = {}
        for rank, row in zip(range(self.ranks - 1, -1, -1), fields[0].split("/")):
            file, number = 0, ""
            for sign in row + " ":
                if sign.isdigit():
                    number += sign
                    continue
                file, number = file + int(number or 0), ""
                if sign != " ":
                    pieces[file, rank] = sign
                    file += 1
        unmoved = {square for square, piece in pieces.items() if self.array.get(square) == piece}
        named = [field[8:] for field in fields if field.startswith("unmoved=")]
        if named:
            unmoved = set() if named[0] == "-" else {square(text) for text in cut(named[0])}
        passed, victim = frozenset(), None
        if fields[3] != "-" and fields[3][0].isalpha() and "=" not in fields[3]:
            passed = frozenset(map(square, cut(fields[3])))
            ranks = [rank for _, rank in passed]
            victim = (min(passed)[0], min(ranks) - 1 if fields[1] == "w" else max(ranks) + 1)
        if self.castling and len(fen.split()) > 2:
            for white in (True, False):
                home = 0 if white else self.ranks - 1
                for king, partner in {(way[1][0], way[2][0]) for way in self.castling if way[0] == white}:
                    letter = "K" if partner[0] > king[0] else "Q"
                    if (letter if white else letter.lower()) not in fields[2]:
                        unmoved.discard(partner)
        return Position(self, pieces, fields[1] == "w", frozenset(unmoved), passed, victim)

    def reach(self, at, white):
        """Everything a side's pieces do, but for castling, first leaps and what a pawn does without taking."""
        turn = (lambda way: way) if white else (lambda way: (-way[0], -way[1]))
        for square, piece in list(at.pieces.items()):
            if piece.isupper() != white:
                continue
            if piece.upper() == "P":
                for way in ((-1, 1), (1, 1)):
                    to = at.step(square, turn(way))
                    if to and at.enemy(to, white):
                        yield square, to, frozenset([to])
                    elif to and to in at.passed and at.victim:
                        yield square, to, frozenset([at.victim])
            else:
                for to, taken in self.pieces[piece.upper()](at, square, white, turn):
                    yield square, to, taken

    def attacked(self, at, squares, white):
        """True if the side attacks one of the squares, the one who is to capture there being of the other side."""
        return any(taken & squares for _, _, taken in self.reach(at, white))

    def kings(self, at, white):
        return frozenset(square for square, piece in at.pieces.items() if piece == ("K" if white else "k"))

    def threatened(self, at, square, white):
        """True if a square that is empty, or a king's, is attacked in the position as it stands."""
        pieces = at.pieces | {square: "K" if white else "k"}
        return self.attacked(Position(self, pieces, white, frozenset(), frozenset(), None), frozenset([square]), not white)

    def moves(self, at):
        """The legal moves: as ferz writes them, with the position after each."""
        if self.stop(at):
            return {}
        white, found = at.white, {}
        ahead = 1 if white else -1

        def add(text, start, to, taken, become=None, also=(), passed=frozenset()):
            pieces = {square: piece for square, piece in at.pieces.items() if square not in taken and square != start}
            pieces[to] = become or at.pieces[start]
            gone = {start, to} | set(taken)
            for one, other in also:
                pieces[other] = pieces.pop(one)
                gone |= {one, other}
            after = Position(self, pieces, not white, at.unmoved - gone, passed, to if passed else None)
            if not self.attacked(after, self.kings(after, white), not white):
                found[text] = after

        def advance(text, start, to, taken, passed=frozenset()):
            piece = at.pieces[start]
            if piece.upper() in self.promoting and to[1] == (self.last if white else self.ranks - 1 - self.last):
                for letter in self.becomes:
                    add(text + letter.lower(), start, to, taken, letter if white else letter.lower())
            else:
                add(text, start, to, taken, passed=passed)

        for start, to, taken in self.reach(at, white):
            beside = "".join("x" + name(square) for square in sorted(taken - {to}))
            if at.pieces[start].upper() == "P":
                beside = ""
            advance(name(start) + beside + name(to), start, to, taken)
        for start, piece in list(at.pieces.items()):
            if piece.isupper() != white or piece.upper() not in self.double:
                continue
            one = at.step(start, (0, ahead))
            if one is None or one in at.pieces:
                continue
            if piece.upper() == "P":
                advance(name(start) + name(one), start, one, frozenset())
            rank = start[1] if white else self.ranks - 1 - start[1]
            most = 2 if rank in self.steps and (self.steps != [1] or start in at.unmoved) else 1
            if self.paces:
                most = self.paces((start[0], rank), start in at.unmoved)
            passed, now = [], one
            for _ in range(most - 1):
                passed.append(now)
                # a step that is lame, and never round an edge that pawns don't cross
                now = (start[0], now[1] + ahead)
                if not 0 <= now[1] < self.ranks or now in at.pieces:
                    break
                advance(name(start) + name(now), start, now, frozenset(), frozenset(passed if self.passing else []))
        for king in self.kings(at, white) & at.unmoved:
            for way in self.leap:
                to = at.step(king, way)
                if to and to not in at.pieces:
                    add(name(king) + name(to), king, to, frozenset())
        for side, (king, goal), (rook, beside) in self.castling:
            if side != white or not {king, rook} <= at.unmoved:
                continue
            line = {(file, king[1]) for file in range(min(king[0], goal[0], rook[0], beside[0]), max(king[0], goal[0], rook[0], beside[0]) + 1)}
            path = {(file, king[1]) for file in range(min(king[0], goal[0]), max(king[0], goal[0]) + 1)}
            if (line - {king, rook}) & set(at.pieces) or any(self.threatened(at, square, white) for square in path):
                continue
            text = name(king) + name(goal)
            # where the king could step there anyway, it takes the rook, or all four squares are written
            several = sum(way[1][0] == king and way[2][0] == rook for way in self.castling) > 1
            full = name(king) + name(rook) if not several else text + name(rook) + name(beside)
            text = full if text in found else text
            add(text, king, goal, frozenset(), also=[(rook, beside)])
        return found

    def perft(self, at, depth):
        if depth == 0:
            return 1
        moves = self.moves(at)
        return len(moves) if depth == 1 else sum(self.perft(after, depth - 1) for after in moves.values())


def name(square):
    return "abcdefghijklmnop"[square[0]] + str(square[1] + 1)


def square(text):
    return ord(text[0]) - ord("a"), int(text[1:]) - 1


def cut(text):
    """The squares of a text such as `a1b10`."""
    starts = [at for at, sign in enumerate(text) if sign.isalpha()] + [len(text)]
    return [text[one:other] for one, other in zip(starts, starts[1:])]


def ways(files, king, goals, white=True, black=True, ranks=8):
    """Ways of castling: each of `goals` is the king's file there, the partner's file, and where that goes."""
    for side, rank in ((True, 0), (False, ranks - 1)):
        if white if side else black:
            for goal, rook, beside in goals:
                yield side, ((king, rank), (goal, rank)), ((rook, rank), (beside, rank))


USUAL = [(6, 7, 5), (2, 0, 3)]
PAWNS = "PPPPPPPP"

# the armies of Chess with Different Armies: the back rank, the pieces, and how the king castles
ARMIES = {
    "fides": ("RNBQKBNR", {"R": ROOK, "N": LEAP, "B": BISHOP, "Q": QUEEN}, USUAL),
    "clobberers": (
        "DWFAKFWD",
        {
            "D": either(BISHOP, leaper(DABBABA)),
            "W": leaper(STRAIGHT, ALFIL),
            "F": leaper(DIAGONAL, ALFIL, DABBABA),
            "A": either(BISHOP, LEAP),
        },
        [(6, 7, 5), (1, 0, 2)],
    ),
    "knights": (
        "GIHOKHIG",
        {
            "G": either(rider(FORWARD + ASIDE), leaper(BACK)),
            "I": leaper(DIAGONAL, [way for way in KNIGHT if abs(way[1]) == 2]),
            "H": either(HALF_KNIGHT, leaper(ASIDE, BACK)),
            "O": either(rider(FORWARD + ASIDE), HALF_KNIGHT, KING),
        },
        USUAL,
    ),
    "rookies": (
        "SYUCKUYS",
        {
            "S": rider(STRAIGHT, 4),
            "Y": leaper(STRAIGHT, DABBABA),
            "U": leaper(DIAGONAL, DABBABA, THREE),
            "C": either(ROOK, LEAP),
        },
        USUAL,
    ),
}


def armies(white, black):
    (rows, one, own), (opposite, other, theirs) = ARMIES[white], ARMIES[black]
    castling = [*ways(8, 4, own, black=False), *ways(8, 4, theirs, white=False)]
    becomes = "".join(sorted(one | other))
    return Game([rows, PAWNS], {"K": KING} | one | other, black=[opposite, PAWNS], castling=castling, becomes=becomes)


GAMES = {
    "cylinder": Game(["RNBQKBNR", PAWNS], CHESS, cylinder=True, castling=[*ways(8, 4, USUAL)]),
    "falcon": Game(
        ["RNBFQKFBNR", "PPPPPPPPPP"],
        CHESS | {"F": lame(*falcon_paths())},
        castling=[*ways(10, 5, [(7, 9, 6), (8, 9, 7), (3, 0, 4), (2, 0, 3), (1, 0, 2)])],
        becomes="FRBN",
    ),
    "torus": Game(
        ["R.B..B.R", "PP....PP", "N.PQKP.N", "...PP..."],
        CHESS,
        torus=True,
        paces=lambda square, unmoved: 2 if unmoved and square not in ((2, 2), (5, 2)) else 1,
    ),
    "omega": Game(
        ["W..........W", ".CRNBQKBNRC.", ".PPPPPPPPPP."],
        CHESS | {"C": leaper(STRAIGHT, ALFIL, DABBABA), "W": leaper(CAMEL, DIAGONAL)},
        ranks=12,
        hole=lambda at: (at[0] in (0, 11)) != (at[1] in (0, 11)),
        paces=lambda square, unmoved: 3 if unmoved else 1,
        last=10,
        becomes="QRBNCW",
        castling=[
            (white, ((6, rank), (goal, rank)), ((rook, rank), (beside, rank)))
            for white, rank in ((True, 1), (False, 10))
            for goal, rook, beside in ((8, 9, 7), (4, 2, 5))
        ],
    ),
    "wildebeest": Game(
        ["RNBBQKWCCNR", "PPPPPPPPPPP"],
        CHESS | {"C": leaper(CAMEL), "W": leaper(KNIGHT, CAMEL)},
        black=["RNCCWKQBBNR", "PPPPPPPPPPP"],
        ranks=10,
        paces=lambda square, unmoved: {1: 3, 2: 2}.get(square[1], 1),
        becomes="QW",
        castling=[*ways(11, 5, [*((goal, 10, goal - 1) for goal in (6, 7, 8, 9)), *((goal, 0, goal + 1) for goal in (4, 3, 2, 1))], ranks=10)],
    ),
    "mighty-lion": Game(["RLBQKBNR", PAWNS], CHESS | {"L": double_king}, castling=[*ways(8, 4, USUAL)]),
    "grant-acedrex": Game(
        ["RLUGCAKCGULR", "", "", "PPPPPPPPPPPP"],
        {
            "K": KING,
            "A": griffon,
            "U": unicorn,
            "L": leaper(THREE, CAMEL),
            "G": leaper(ZEBRA),
            "C": BISHOP,
            "R": ROOK,
        },
        ranks=12,
        steps=[],
        leap=DABBABA + ALFIL,
        becomes="AURLCG",
        # a player left with a bare king has lost
        stop=lambda at: any(sum(piece.isupper() == white for piece in at.pieces.values()) == 1 for white in (True, False)),
    ),
    "metamachy": Game(
        ["CM...QK...MC", "ERNBILGIBNRE", "PPPPPPPPPPPP"],
        {
            "K": KING,
            "Q": QUEEN,
            "G": griffon,
            "L": leaper(AROUND, DABBABA, ALFIL, KNIGHT),
            "I": KING,
            "B": BISHOP,
            "N": LEAP,
            "M": leaper(CAMEL),
            "R": ROOK,
            "C": cannon,
            "E": leaper(DIAGONAL, ALFIL),
        },
        ranks=12,
        steps=range(12),
        double="PI",
        leap=DABBABA + ALFIL + KNIGHT,
        promoting="PI",
        becomes="QLG",
    ),
} | {f"{white}-{black}": armies(white, black) for white in ARMIES for black in ARMIES}


class Ferz:
    def __init__(self, program, game, options):
        self.program, self.game = program, game
        self.options = [word for option in options for word in ("--option", option)]

    def ask(self, command, *words, text=None):
        command = [self.program, command, self.game, *map(str, words), *self.options]
        return subprocess.run(command, input=text, capture_output=True, text=True, check=text is None).stdout

    def replay(self, played):
        return json.loads(self.ask("replay", text=" ".join(played)))

    def fen(self, played):
        shown = self.ask("show", *(["--moves", " ".join(played)] if played else []))
        return next(line[5:] for line in shown.splitlines() if line.startswith("FEN: "))

    def counts(self, depth, fen):
        divided = self.ask("perft", depth, "--divide", *(["--fen", fen] if fen else []))
        lines = [line.split(": ") for line in divided.splitlines() if ": " in line]
        return {step: int(count) for step, count in lines if step != "Nodes searched"}


def playout(game, chance, plies):
    """A random game, which takes what it can more often than not."""
    at, played = game.start(), []
    for _ in range(plies):
        moves = game.moves(at)
        if not moves:
            break
        takes = [text for text, after in moves.items() if len(after.pieces) < len(at.pieces)]
        text = chance.choice(takes if takes and chance.random() < 0.3 else list(moves))
        played.append(text)
        at = moves[text]
    return played


def same(ferz, game, fen, depth):
    """Compares the counts of a position, move by move; the sum."""
    moves = game.moves(game.read(fen) if fen else game.start())
    ours = {text: game.perft(after, depth - 1) for text, after in moves.items()}
    theirs = ferz.counts(depth, fen)
    if ours != theirs:
        odd = sorted(text for text in ours.keys() | theirs.keys() if ours.get(text) != theirs.get(text))
        print(f"{fen or 'start'}: they differ at " + ", ".join(f"{text}: {ours.get(text)} here, {theirs.get(text)} ferz" for text in odd[:12]))
        sys.exit(1)
    return sum(ours.values())


def replay(ferz, game, played):
    """Compares the number of moves in every position of a game; how many there are."""
    answer = ferz.replay(played)
    theirs, at = answer.get("counts", []) + [answer.get("next_count", 0)], game.start()
    for ply, text in enumerate([*played, None]):
        moves = game.moves(at)
        if len(moves) != (theirs[ply] if ply < len(theirs) else None):
            print(f"after {' '.join(played[:ply])}: {len(moves)} moves here; ferz: {theirs[ply:ply + 1]} {answer.get('error') or ''}")
            same(ferz, game, ferz.fen(played[:ply]), 1)
            sys.exit(1)
        at = moves.get(text)
    return len(played) + 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    for command in ("perft", "compare", "positions"):
        sub = commands.add_parser(command)
        if command != "perft":
            sub.add_argument("ferz")
        sub.add_argument("game", choices=GAMES)
        if command == "perft":
            sub.add_argument("depth", type=int)
            sub.add_argument("--fen")
            continue
        sub.add_argument("--file", help="the game for ferz, if it is not built in or goes by another name there")
        sub.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
        sub.add_argument("--seed", default="1283")
        sub.add_argument("--games", type=int, default=10)
        sub.add_argument("--plies", type=int, default=80)
        sub.add_argument("--depth", type=int, default=2)
        sub.add_argument("--start", type=int, default=2, metavar="DEPTH", help="in the start position")
    arguments = parser.parse_args()
    game = GAMES[arguments.game]
    if arguments.command == "perft":
        print(game.perft(game.read(arguments.fen) if arguments.fen else game.start(), arguments.depth))
        return
    ferz = Ferz(arguments.ferz, arguments.file or arguments.game, arguments.option)
    chance = random.Random(f"{arguments.seed} {arguments.game}")
    if arguments.command == "compare":
        positions = sum(replay(ferz, game, playout(game, chance, arguments.plies)) for _ in range(arguments.games))
        print(f"{arguments.game}: {positions} positions of {arguments.games} games agree")
        return
    print("# Numbers by tests/interop/naive_fairy.py, a plain and slow program written from the rules.\nstart")
    for depth in range(1, arguments.start + 1):
        print(depth, same(ferz, game, None, depth), flush=True)
    print("\n# Positions of random games.")
    for number in range(arguments.games):
        fen = ferz.fen(playout(game, chance, chance.randint(8, arguments.plies)))
        print("fen", fen)
        for depth in range(1, arguments.depth + 1):
            print(depth, same(ferz, game, fen, depth), flush=True)
        print()


if __name__ == "__main__":
    main()
