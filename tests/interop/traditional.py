#!/usr/bin/env python3
"""Traditional board games beside a plain referee: counts from the start, whole games at random, and positions at random.

    tests/interop/traditional.py target/release/ferz [--positions 30] [--plies 120] [--seed 1] [GAME ...]
    tests/interop/traditional.py target/release/ferz --write brandubh      prints a `.perft` file

Each game is a small class that lists its moves square by square, from the written rules and not from the game file. Compared are the numbers
of positions from the start; in games at random, every legal move of many positions, what is legal after it, and the result; and the same in
positions where pieces have been strewn over the board.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys
from collections import Counter

STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
FOLDER = pathlib.Path(__file__).resolve().parents[2] / "games"


def add(square, way, times=1):
    return (square[0] + way[0] * times, square[1] + way[1] * times)


def name(square):
    return "abcdefghijklmnop"[square[0]] + str(square[1] + 1)


def squares(text):
    return {("abcdefghijklmnop".index(word[0]), int(word[1:]) - 1) for word in text.split()}


class Position:
    """Pieces by square (file, rank), capitals for White; who is to move; what White and Black have in hand; and the pieces that failed to
    capture."""

    def __init__(self, board, white, hands=("", ""), offenders=()):
        self.board, self.white, self.hands, self.offenders = board, white, hands, tuple(sorted(offenders))

    def key(self):
        return frozenset(self.board.items()), self.white, self.hands, self.offenders

    def mine(self):
        return [square for square, piece in self.board.items() if piece.isupper() == self.white]

    def enemy(self, square):
        return square in self.board and self.board[square].isupper() != self.white

    def friend(self, square):
        return square in self.board and self.board[square].isupper() == self.white

    def turned(self, board, **more):
        return Position(board, not self.white, more.get("hands", self.hands), more.get("offenders", ()))


class Rules:
    """What the games have in common: a board, and a game that a player without a move has lost."""

    family, size, first, in_hand = "small", (8, 8), "white", ("", "")

    def start(self):
        return self.read(self.placement)

    def read(self, placement):
        board = {}
        for row, line in enumerate(placement.split("/")):
            file, number = 0, ""
            for sign in line + " ":
                if sign.isdigit():
                    number += sign
                    continue
                file += int(number or 0)
                number = ""
                if sign.isalpha():
                    board[(file, self.size[1] - 1 - row)] = sign
                    file += 1
        return Position(board, self.first == "white", self.in_hand)

    def fen(self, position):
        rows = []
        for rank in reversed(range(self.size[1])):
            row, empty = "", 0
            for file in range(self.size[0]):
                piece = position.board.get((file, rank))
                if piece is None:
                    empty += 1
                    continue
                row += (str(empty) if empty else "") + piece
                empty = 0
            rows.append(row + (str(empty) if empty else ""))
        hands = f"[{position.hands[0]}{position.hands[1]}]" if self.in_hand != ("", "") else ""
        late = " - - 0 9 offenders=" + "".join(map(name, position.offenders)) if position.offenders else ""
        return "/".join(rows) + hands + (" w" if position.white else " b") + late

    def inside(self, square):
        return 0 <= square[0] < self.size[0] and 0 <= square[1] < self.size[1]

    def all_squares(self):
        board = [(file, rank) for file in range(self.size[0]) for rank in range(self.size[1])]
        return [square for square in board if self.inside(square)]

    def may_stand(self, piece, square):
        """Where a piece may be strewn."""
        return True

    def goal(self, position):
        """The result, if a goal is reached: who wins, or `draw`, and the name of the end."""
        return None

    def stuck(self, position):
        """The result for a player without a move."""
        return ("black" if position.white else "white"), "stuck"

    def over(self, position):
        reached = self.goal(position)
        if reached is None and not any(True for _ in self.moves(position)):
            reached = self.stuck(position)
        return reached

    def legal(self, position):
        """The moves as they are written, each with the position after it."""
        if self.goal(position) is not None:
            return {}
        found = {}
        for text, after in self.moves(position):
            assert text not in found, text
            found[text] = after
        return found

    def perft(self, position, depth):
        moves = self.legal(position)
        if depth == 1:
            return len(moves)
        return sum(self.perft(after, depth - 1) for after in moves.values())


def moved(board, start, to, gone=()):
    after = {square: piece for square, piece in board.items() if square != start and square not in gone}
    after[to] = board[start]
    return after


def count(position, letters):
    return sum(piece in letters for piece in position.board.values())


class Tafl(Rules):
    """A king and his men, White, against attackers, Black."""

    family, first = "hunt", "black"
    far, corners, to_corner, hostile_throne, king_like_others = True, False, False, False, False

    def __init__(self):
        last = self.size[0] - 1
        self.throne = (last // 2, last // 2)
        self.corner = {(0, 0), (0, last), (last, 0), (last, last)}

    def at_edge(self, square):
        return 0 in square or self.size[0] - 1 in square

    def may_stand(self, piece, square):
        if piece == "K":
            return not (square in self.corner if self.to_corner else self.at_edge(square))
        return square != self.throne and not (self.corners and square in self.corner)

    def moves(self, position):
        for start in position.mine():
            piece = position.board[start]
            for way in STRAIGHT:
                to = add(start, way)
                while self.inside(to) and to not in position.board:
                    if piece == "K" or to != self.throne and not (self.corners and to in self.corner):
                        yield name(start) + name(to), self.after(position, start, to)
                    if not self.far:
                        break
                    to = add(to, way)

    def after(self, position, start, to):
        board, gone = moved(position.board, start, to), []
        for way in STRAIGHT:
            victim, behind = add(to, way), add(to, way, 2)
            if not position.enemy(victim):
                continue
            if board[victim] == "K" and not self.king_like_others:
                continue
            hostile = behind in self.corner and self.corners or self.hostile_throne and behind == self.throne and behind not in board
            if hostile or behind in board and board[behind].isupper() == position.white:
                gone.append(victim)
        for way in STRAIGHT:
            victim = add(to, way)
            if board.get(victim) == "K" and not position.white and not self.king_like_others and self.trapped(board, victim, way):
                gone.append(victim)
        return position.turned({square: piece for square, piece in board.items() if square not in gone})

    def around(self, board, square):
        return sum(board.get(add(square, way), "").islower() for way in STRAIGHT)

    def trapped(self, board, king, way):
        """Whether the king is captured by an attacker that has come beside him, from which he is seen in direction `way`."""
        return self.around(board, king) == 4

    def goal(self, position):
        king = next((square for square, piece in position.board.items() if piece == "K"), None)
        if king is None:
            return "black", "captured"
        if (king in self.corner) if self.to_corner else self.at_edge(king):
            return "white", "escaped"
        return None


class Brandubh(Tafl):
    size, placement = (7, 7), "3a3/3a3/3D3/aaDKDaa/3D3/3a3/3a3"
    corners = to_corner = king_like_others = True

    def goal(self, position):
        return super().goal(position) or (("white", "beaten") if count(position, "a") == 0 else None)

    def stuck(self, position):
        return "draw", "stuck"


class Tablut(Tafl):
    size, placement = (9, 9), "3mmm3/4m4/4S4/m3S3m/mmSSKSSmm/m3S3m/4S4/4m4/3mmm3"

    def trapped(self, board, king, way):
        if king == self.throne:
            return self.around(board, king) == 4
        if any(add(king, side) == self.throne for side in STRAIGHT):
            return self.around(board, king) == 3
        return board.get(add(king, way), "").islower()


class Hnefatafl(Tafl):
    size, placement = (11, 11), "3aaaaa3/5a5/11/a4D4a/a3DDD3a/aa1DDKDD1aa/a3DDD3a/a4D4a/11/5a5/3aaaaa3"
    corners = to_corner = hostile_throne = True

    def trapped(self, board, king, way):
        beside = any(add(king, side) == self.throne for side in STRAIGHT)
        return self.around(board, king) == (3 if beside else 4)


class ArdRi(Tafl):
    size, placement = (7, 7), "2aaa2/3a3/a1DDD1a/aaDKDaa/a1DDD1a/3a3/2aaa2"
    far = False


class Points(Rules):
    """Games on points joined by lines, with jumps along them."""

    family, jumpers, chains = "hunt", "", "may stop"
    cross = False

    def inside(self, square):
        return super().inside(square) and (not self.cross or 2 <= square[0] <= 4 or 2 <= square[1] <= 4)

    def lines(self, square):
        """The ways of the lines that meet on a point."""
        return STRAIGHT + (DIAGONAL if sum(square) % 2 == 0 else [])

    def ways(self, piece, square):
        """The ways a piece goes from a point."""
        return self.lines(square)

    def steps(self, position):
        for start in position.mine():
            for way in self.ways(position.board[start], start):
                to = add(start, way)
                if self.inside(to) and to not in position.board:
                    yield name(start) + name(to), position.turned(moved(position.board, start, to))

    def jumps(self, board, at, white):
        for way in self.lines(at):
            victim, to = add(at, way), add(at, way, 2)
            if victim in board and board[victim].isupper() != white and self.inside(to) and to not in board:
                yield victim, to

    def chain(self, board, at, white, text, taken):
        """The chains of a piece that has been taken off the board: how they are written, where they end, what they take, and whether they
        could go on."""
        onward = list(self.jumps(board, at, white)) if self.chains != "none" or not taken else []
        if taken and (not onward or self.chains == "may stop"):
            yield text, at, taken, bool(onward)
        for victim, to in onward:
            rest = {square: piece for square, piece in board.items() if square != victim}
            yield from self.chain(rest, to, white, text + name(to), taken + [victim])

    def captures(self, position):
        """The captures: how they are written, where they start and end, what they take, and whether they could go on."""
        for start in position.mine():
            if position.board[start] not in self.jumpers:
                continue
            rest = {square: piece for square, piece in position.board.items() if square != start}
            for text, to, taken, more in self.chain(rest, start, position.white, name(start), []):
                yield text, start, to, taken, more

    def moves(self, position):
        yield from self.steps(position)
        for text, start, to, taken, _ in self.captures(position):
            yield text, position.turned(moved(position.board, start, to, taken))


class FoxAndGeese(Points):
    size, placement, cross, first, jumpers = (7, 7), "7/7/G5G/G2f2G/GGGGGGG/2GGG2/2GGG2", True, "black", "f"

    def ways(self, piece, square):
        return self.lines(square) if piece == "f" else [(0, 1), (1, 0), (-1, 0)]

    def goal(self, position):
        return ("black", "few") if count(position, "G") <= 5 else None

    def stuck(self, position):
        return ("black", "stuck") if position.white else ("white", "penned")


class CatchTheHare(Points):
    size, placement, jumpers = (5, 5), "5/5/H1r1H/HHHHH/HHHHH", "r"

    def goal(self, position):
        return ("black", "nine") if count(position, "H") <= 9 else None

    def stuck(self, position):
        return ("black", "stuck") if position.white else ("white", "surrounded")


class BaghChal(Points):
    size, placement, jumpers, chains, in_hand = (5, 5), "t3t/5/5/5/t3t", "t", "none", ("G" * 20, "")

    def moves(self, position):
        if position.white and position.hands[0]:
            for to in self.all_squares():
                if to not in position.board:
                    yield "G@" + name(to), position.turned({**position.board, to: "G"}, hands=(position.hands[0][1:], ""))
            return
        yield from super().moves(position)

    def goal(self, position):
        return ("black", "five") if count(position, "G") + len(position.hands[0]) <= 15 else None

    def stuck(self, position):
        return ("black", "stuck") if position.white else ("white", "hemmed-in")


class Asalto(Points):
    size, placement, cross, first, jumpers = (7, 7), "7/7/RR3RR/RRRRRRR/RRRRRRR/2RRR2/2RRR2", True, "black", "o"
    in_hand = ("", "oo")
    fortress = {(file, rank) for file in (2, 3, 4) for rank in (4, 5, 6)}

    def ways(self, piece, square):
        lines = self.lines(square)
        if piece == "o":
            return lines
        if square in self.fortress:
            return [way for way in lines if add(square, way) in self.fortress]
        ways = [way for way in lines if way[1] == 1]
        if square[1] == 4:
            ways.append((1, 0) if square[0] < 2 else (-1, 0))
        return ways

    def moves(self, position):
        board = position.board
        if position.offenders:
            for square in position.offenders:
                rest = {other: piece for other, piece in board.items() if other != square}
                yield "x" + name(square), Position(rest, position.white, position.hands)
            return
        if position.hands[1]:
            for to in self.fortress:
                if to not in board:
                    left = position.hands[1][1:]
                    yield "O@" + name(to), Position({**board, to: "o"}, not left, ("", left))
            return
        captures = list(self.captures(position))
        able = {start for _, start, _, _, _ in captures}
        for text, after in self.steps(position):
            # the officer that has moved is found on its new point
            gone, came = set(board) - set(after.board), set(after.board) - set(board)
            after.offenders = tuple(sorted(able - gone | (came if gone & able else set())))
            yield text, after
        for text, start, to, taken, more in captures:
            yield text, position.turned(moved(board, start, to, taken), offenders=(to,) if more else ())

    def goal(self, position):
        if all(position.board.get(square) == "R" for square in self.fortress):
            return "white", "stormed"
        if count(position, "o") + len(position.hands[1]) == 0:
            return "white", "no-officer"
        return ("black", "few") if count(position, "R") < 9 else None

    def stuck(self, position):
        return ("black", "stuck") if position.white else ("white", "trapped")


class Alquerque(Points):
    family, size, placement, jumpers, chains = "small", (5, 5), "ppppp/ppppp/pp1PP/PPPPP/PPPPP", "Pp", "whole"

    def moves(self, position):
        found = list(self.captures(position))
        if not found:
            yield from self.steps(position)
        for text, start, to, taken, _ in found:
            yield text, position.turned(moved(position.board, start, to, taken))

    def goal(self, position):
        for letter, winner in (("P", "black"), ("p", "white")):
            if count(position, letter) == 0:
                return winner, "none-left"
        return None


class Jungle(Rules):
    """Animals by strength, `R` 1 to `E` 8. White's den is d1."""

    size, placement = (7, 9), "l5t/1d3c1/r1p1w1e/7/7/7/E1W1P1R/1C3D1/T5L"
    strength = {letter: number for number, letter in enumerate("RCDWPTLE", 1)}
    river = {(file, rank) for file in (1, 2, 4, 5) for rank in (3, 4, 5)}
    dens = {True: (3, 0), False: (3, 8)}
    traps = {True: squares("c1 d2 e1"), False: squares("c9 d8 e9")}

    def may_stand(self, piece, square):
        return square not in self.dens.values() and (piece in "Rr" or square not in self.river)

    def may_capture(self, position, start, to):
        hunter, prey = position.board[start].upper(), position.board[to].upper()
        if (start in self.river) != (to in self.river):
            return False
        if to in self.traps[position.white]:
            return True
        if hunter == "R" and prey == "E":
            return True
        if hunter == "E" and prey == "R":
            return False
        return self.strength[hunter] >= self.strength[prey]

    def moves(self, position):
        for start in position.mine():
            animal = position.board[start].upper()
            for way in STRAIGHT:
                to = add(start, way)
                if to in self.river and animal in "LT":
                    while to in self.river and to not in position.board:
                        to = add(to, way)
                    if to in self.river:
                        continue
                elif to in self.river and animal != "R":
                    continue
                if not self.inside(to) or to == self.dens[position.white] or position.friend(to):
                    continue
                if position.enemy(to) and not self.may_capture(position, start, to):
                    continue
                yield name(start) + name(to), position.turned(moved(position.board, start, to))

    def goal(self, position):
        for white in (True, False):
            den = position.board.get(self.dens[not white])
            if den is not None and den.isupper() == white:
                return ("white" if white else "black"), "den"
        for white in (True, False):
            if not any(piece.isupper() == white for piece in position.board.values()):
                return ("black" if white else "white"), "gone"
        return None


class Enclosing(Rules):
    """Pieces that move like rooks and capture what they enclose."""

    def moves(self, position):
        for start in position.mine():
            for way in STRAIGHT:
                to = add(start, way)
                while self.inside(to) and to not in position.board:
                    board = moved(position.board, start, to)
                    gone = self.captured(position, board, to)
                    yield name(start) + name(to), position.turned({at: piece for at, piece in board.items() if at not in gone})
                    to = add(to, way)


class HasamiShogi(Enclosing):
    size, placement = (9, 9), "ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP"

    def captured(self, position, board, to):
        gone = set()
        for way in STRAIGHT:
            row, at = [], add(to, way)
            while position.enemy(at):
                row.append(at)
                at = add(at, way)
            if row and at in board and not position.enemy(at):
                gone.update(row)
        for corner in ((0, 0), (0, 8), (8, 0), (8, 8)):
            beside = [add(corner, way) for way in STRAIGHT if self.inside(add(corner, way))]
            if position.enemy(corner) and to in beside and all(at in board and not position.enemy(at) for at in beside):
                gone.add(corner)
        return gone

    def goal(self, position):
        for letter, winner in (("P", "black"), ("p", "white")):
            if count(position, letter) <= 1:
                return winner, "one-left"
        return None


class MakYek(Enclosing):
    size, placement = (8, 8), "pppppppp/8/pppppppp/8/8/PPPPPPPP/8/PPPPPPPP"

    def captured(self, position, board, to):
        gone = set()
        for way in STRAIGHT:
            victim, behind, other = add(to, way), add(to, way, 2), add(to, way, -1)
            if position.enemy(victim) and behind in board and not position.enemy(behind):
                gone.add(victim)
            if position.enemy(victim) and position.enemy(other):
                gone.update((victim, other))
        return gone

    def goal(self, position):
        for letter, winner in (("P", "black"), ("p", "white")):
            if count(position, letter) == 0:
                return winner, "none-left"
        return None


class FiveFieldKono(Rules):
    size, placement = (5, 5), "ppppp/p3p/5/P3P/PPPPP"
    goals = {"P": squares("a5 b5 c5 d5 e5 a4 e4"), "p": squares("a1 b1 c1 d1 e1 a2 e2")}

    def moves(self, position):
        for start in position.mine():
            for way in DIAGONAL:
                to = add(start, way)
                if self.inside(to) and to not in position.board:
                    yield name(start) + name(to), position.turned(moved(position.board, start, to))

    def goal(self, position):
        for letter, winner in (("P", "white"), ("p", "black")):
            if all(position.board.get(square) == letter for square in self.goals[letter]):
                return winner, "across"
        return None

    def stuck(self, position):
        return "draw", "stuck"


class FourFieldKono(Rules):
    size, placement = (4, 4), "pppp/pppp/PPPP/PPPP"

    def moves(self, position):
        for start in position.mine():
            for way in STRAIGHT:
                next_to, to = add(start, way), add(start, way, 2)
                if self.inside(next_to) and next_to not in position.board:
                    yield name(start) + name(next_to), position.turned(moved(position.board, start, next_to))
                if position.friend(next_to) and position.enemy(to):
                    yield name(start) + name(to), position.turned(moved(position.board, start, to))

    def goal(self, position):
        for letter, winner in (("P", "black"), ("p", "white")):
            if count(position, letter) <= 1:
                return winner, "one-left"
        return None


class Hexapawn(Rules):
    size, placement = (3, 3), "ppp/3/PPP"

    def moves(self, position):
        ahead = 1 if position.white else -1
        for start in position.mine():
            if add(start, (0, ahead)) not in position.board and self.inside(add(start, (0, ahead))):
                to = add(start, (0, ahead))
                yield name(start) + name(to), position.turned(moved(position.board, start, to))
            for aside in (1, -1):
                to = add(start, (aside, ahead))
                if position.enemy(to):
                    yield name(start) + name(to), position.turned(moved(position.board, start, to))

    def goal(self, position):
        for letter, rank, winner in (("P", 2, "white"), ("p", 0, "black")):
            if any(piece == letter and square[1] == rank for square, piece in position.board.items()):
                return winner, "across"
        return None

    def may_stand(self, piece, square):
        return square[1] != (2 if piece == "P" else 0)


class Dodgem(Rules):
    """The board is a1..c3; what lies beyond it is only named as the goal of a move."""

    size, placement = (4, 4), "4/e3/e3/1NN1"

    def may_stand(self, piece, square):
        return max(square) < 3

    def moves(self, position):
        ahead, sides = ((0, 1), [(1, 0), (-1, 0)]) if position.white else ((1, 0), [(0, 1), (0, -1)])
        for start in position.mine():
            for way in [ahead, *sides]:
                to = add(start, way)
                if min(to) < 0 or max(to) > 2:
                    if way == ahead:
                        rest = {square: piece for square, piece in position.board.items() if square != start}
                        yield name(start) + name(to), position.turned(rest)
                elif to not in position.board:
                    yield name(start) + name(to), position.turned(moved(position.board, start, to))

    def stuck(self, position):
        return ("white" if position.white else "black"), "no-move"


class ThreeMensMorris(Rules):
    size, placement, in_hand = (3, 3), "3/3/3", ("PPP", "ppp")
    rows = [squares(text) for text in ("a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 b2 c3", "a3 b2 c1")]

    def moves(self, position):
        hands = list(position.hands)
        own = 0 if position.white else 1
        if hands[own]:
            piece, hands[own] = hands[own][0], hands[own][1:]
            for to in self.all_squares():
                if to not in position.board:
                    yield "P@" + name(to), position.turned({**position.board, to: piece}, hands=tuple(hands))
            return
        for start in position.mine():
            for way in STRAIGHT:
                to = add(start, way)
                if self.inside(to) and to not in position.board:
                    yield name(start) + name(to), position.turned(moved(position.board, start, to))

    def goal(self, position):
        for letter, winner in (("P", "white"), ("p", "black")):
            if any(all(position.board.get(square) == letter for square in row) for row in self.rows):
                return winner, "row"
        return None


class PongHauKi(Rules):
    size, placement = (3, 3), "p1p/3/P1P"
    neighbours = {"a1": "b2 a3", "c1": "b2 c3", "a3": "a1 b2 c3", "c3": "c1 b2 a3", "b2": "a1 c1 a3 c3"}

    def inside(self, square):
        return super().inside(square) and name(square) in self.neighbours

    def moves(self, position):
        for start in position.mine():
            for to in squares(self.neighbours[name(start)]):
                if to not in position.board:
                    yield name(start) + name(to), position.turned(moved(position.board, start, to))

    def stuck(self, position):
        return ("black" if position.white else "white"), "blocked"


GAMES = {
    "brandubh": (Brandubh, 3),
    "tablut": (Tablut, 3),
    "hnefatafl": (Hnefatafl, 3),
    "ard-ri": (ArdRi, 4),
    "fox-and-geese": (FoxAndGeese, 6),
    "asalto": (Asalto, 6),
    "bagh-chal": (BaghChal, 4),
    "catch-the-hare": (CatchTheHare, 6),
    "jungle": (Jungle, 4),
    "hasami-shogi": (HasamiShogi, 3),
    "mak-yek": (MakYek, 3),
    "alquerque": (Alquerque, 10),
    "five-field-kono": (FiveFieldKono, 5),
    "four-field-kono": (FourFieldKono, 7),
    "hexapawn": (Hexapawn, 7),
    "dodgem": (Dodgem, 10),
    "three-mens-morris": (ThreeMensMorris, 7),
    "pong-hau-ki": (PongHauKi, 20),
}


class Ferz:
    """ferz, asked about one game."""

    def __init__(self, program, game):
        self.program, self.path = program, str(FOLDER / GAMES[game][0].family / f"{game}.toml")

    def run(self, command, *words, text=None):
        done = subprocess.run([self.program, command, self.path, *words], input=text, capture_output=True, text=True)
        if not done.stdout:
            sys.exit(f"{self.path}: {command}: {done.stderr}")
        return done.stdout.splitlines()

    def perft(self, depth, fen=None):
        words = [str(depth)] + (["--fen", fen] if fen else [])
        return int(next(line for line in self.run("perft", *words) if line.startswith("Nodes")).split(": ")[1])

    def replay(self, games, fen=None):
        """What ferz says of each game, which is a list of moves."""
        return [json.loads(line) for line in self.run("replay", *(["--fen", fen] if fen else []), text="\n".join(map(" ".join, games)) + "\n")]


class Course:
    """A game as it is played, with the positions that have occurred."""

    def __init__(self, rules, position):
        self.rules, self.position, self.moves, self.seen = rules, position, [], Counter([position.key()])

    def play(self, text, after):
        self.position = after
        self.moves.append(text)
        self.seen[after.key()] += 1

    def result(self):
        """The result and the reason, as ferz gives them."""
        reached = self.rules.over(self.position)
        if reached is None and self.seen[self.position.key()] >= 3:
            reached = "draw", "repetition"
        return reached or ("unfinished", None)


def wanted_after(course, after):
    """What ferz ought to say after one more move: the number of legal moves, the result and the reason."""
    position, seen = course.position, course.seen
    course.position = after
    seen[after.key()] += 1
    result = course.result()
    seen[after.key()] -= 1
    course.position = position
    return (len(course.rules.legal(after)) if result[0] == "unfinished" else 0), *result


def asked(rules, ferz, course, moves, fen=None):
    """Every legal move in a position, played by ferz; returns the differences."""
    lines = [course.moves + [text] for text in moves]
    faults = []
    for line, text, said in zip(lines, moves, ferz.replay(lines, fen), strict=True):
        if "error" in said:
            faults.append(f"{rules.fen(course.position)}: {text}: {said['error']}")
            continue
        if said["counts"][-1] != len(moves):
            faults.append(f"{rules.fen(course.position)}: {len(moves)} moves, but ferz has {said['counts'][-1]}")
            break
        wanted = wanted_after(course, moves[text])
        found = said["next_count"], said["result"], said["reason"]
        if wanted != found:
            faults.append(f"{rules.fen(moves[text])}: after {text} {wanted}, but ferz says {found}")
    return faults


def preferred(rules, course, moves, dice):
    """A move at random, captures and wins more often than others."""
    texts = sorted(moves)
    if dice.random() < 0.4:
        loud = [text for text in texts if len(moves[text].board) < len(course.position.board)]
        texts = loud or texts
    return dice.choice(texts)


def strewn(rules, course, dice):
    """The pieces of a position on other squares, some of them gone; often crowded about some square, so that they hem each other in."""
    position, board = course.position, {}
    free = rules.all_squares()
    centre, spread = dice.choice(free), dice.choice((0.5, 2, 50))
    free.sort(key=lambda at: max(abs(at[0] - centre[0]), abs(at[1] - centre[1])) + dice.random() * spread)
    pieces = sorted(position.board.items())
    dice.shuffle(pieces)
    # a lone piece comes first, so that the others surround it
    pieces.sort(key=lambda item: sum(piece.isupper() == item[1].isupper() for piece in position.board.values()) > 4)
    kept = dice.choice((0.0, 0.5))
    for square, piece in pieces:
        if dice.random() < kept and rules.may_stand(piece, square) and square in free:
            board[square] = piece
            free.remove(square)
        elif dice.random() < 0.85 or piece == "K":
            to = next((at for at in free if rules.may_stand(piece, at)), None)
            if to is not None:
                board[to] = piece
                free.remove(to)
    return Position(board, dice.random() < 0.5, position.hands)


def compare(game, ferz, asked_for, dice):
    """The number of positions looked at, and what differs."""
    kind, depth = GAMES[game]
    rules, faults, looked, ends = kind(), [], 0, Counter()
    own = [rules.perft(rules.start(), at) for at in range(1, depth + 1)]
    found = [ferz.perft(at) for at in range(1, depth + 1)]
    if own != found:
        faults.append(f"{own}, but ferz counts {found}")
    courses, lines, owed = [], [], []
    # whole games, and every move in some of their positions
    while looked < asked_for.positions:
        course, plies = Course(rules, rules.start()), dice.randrange(1, asked_for.plies)
        stops = {dice.randrange(plies) for _ in range(4)}
        for ply in range(plies):
            if course.result()[0] != "unfinished":
                break
            moves = rules.legal(course.position)
            if ply in stops:
                looked += 1
                for text, after in moves.items():
                    lines.append(course.moves + [text])
                    owed.append((rules.fen(course.position), text, len(moves), wanted_after(course, after)))
                    ends[owed[-1][-1][-1]] += 1
            text = preferred(rules, course, moves, dice)
            course.play(text, moves[text])
        lines.append(list(course.moves))
        result = course.result()
        ends[result[1]] += 1
        number = len(rules.legal(course.position)) if result[0] == "unfinished" else 0
        owed.append((rules.fen(course.position), "the whole game", None, (number, *result)))
        courses.append(course)
    for (fen, text, number, wanted), said in zip(owed, ferz.replay(lines), strict=True):
        if "error" in said:
            faults.append(f"{fen}: {text}: {said['error']}")
        elif number is not None and said["counts"][-1] != number:
            faults.append(f"{fen}: {number} moves, but ferz has {said['counts'][-1]}")
        elif (said["next_count"], said["result"], said["reason"]) != wanted:
            faults.append(f"{fen}: {text}: {wanted}, but ferz says {said}")
    # positions that have been set up
    for _ in range(asked_for.positions):
        position = strewn(rules, dice.choice(courses), dice)
        sides = Counter(piece.isupper() for piece in position.board.values())
        # two lone pieces may both have lost, and no game of captures gets there
        if len(sides) < 2 or len(position.board) < 3 or position.hands != ("", "") and game == "asalto":
            continue
        course, fen = Course(rules, position), rules.fen(position)
        result, looked = course.result(), looked + 1
        ends[result[1]] += 1
        if result[0] != "unfinished":
            said = ferz.replay([[]], fen)[0]
            if (said["next_count"], said["result"], said["reason"]) != (0, *result):
                faults.append(f"{fen}: {result}, but ferz says {said}")
            continue
        moves = rules.legal(position)
        ends.update(wanted_after(course, after)[-1] for after in moves.values())
        faults += asked(rules, ferz, course, moves, fen)
    return own, looked, ends, faults


def write(game, ferz, dice, plies):
    """The start position and three of random games, as a `.perft` file; the counts must be ferz's, too."""
    kind, depth = GAMES[game]
    rules = kind()
    cases, most = [("start", rules.start())], rules.perft(rules.start(), depth)
    tries = 0
    while len(cases) < 4 and tries < 2000:
        tries += 1
        course = Course(rules, rules.start())
        for _ in range(dice.randrange(4, plies)):
            moves = rules.legal(course.position)
            if not moves:
                break
            text = preferred(rules, course, moves, dice)
            course.play(text, moves[text])
        moves = rules.legal(course.position)
        # interesting is a position with something to capture or to win
        fens = [fen for fen, _ in cases]
        if len(moves) < 2 or course.position.hands != ("", "") and game == "asalto" or "fen " + rules.fen(course.position) in fens:
            continue
        captured = any(len(after.board) < len(course.position.board) or rules.over(after) for after in moves.values())
        if captured or tries > 1000 or game in ("five-field-kono", "pong-hau-ki") and tries > 20:
            cases.append(("fen " + rules.fen(course.position), course.position))
    lines = ["# Numbers by a plain referee, square by square (tests/interop/traditional.py)."]
    for number, (said, position) in enumerate(cases):
        if number == 1:
            lines += ["", "# Positions of random games."]
        elif number:
            lines.append("")
        lines.append(said)
        counted = before = 1
        for at in range(1, depth + 1):
            # what would take long is left out, as far as one can guess
            if number and counted * counted > before * 2 * most:
                break
            before, counted = counted, rules.perft(position, at)
            if not counted:
                break
            if counted != ferz.perft(at, None if said == "start" else said[4:]):
                sys.exit(f"{game}: {said}: depth {at}: {counted}, but ferz counts otherwise")
            lines.append(f"{at} {counted}")
    print("\n".join(lines))


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("ferz")
    arguments.add_argument("games", nargs="*", help="all by default")
    arguments.add_argument("--positions", type=int, default=30)
    arguments.add_argument("--plies", type=int, default=120)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--write", metavar="GAME")
    said = arguments.parse_args()
    if said.write:
        write(said.write, Ferz(said.ferz, said.write), random.Random(f"{said.seed} {said.write}"), said.plies)
        return
    failed = 0
    for game in said.games or GAMES:
        own, looked, ends, faults = compare(game, Ferz(said.ferz, game), said, random.Random(f"{said.seed} {game}"))
        reasons = ", ".join(f"{reason or 'unfinished'} {number}" for reason, number in sorted(ends.items(), key=str))
        print(f"{game}: {own}; {looked} positions; ends: {reasons}; {len(faults)} differences", flush=True)
        for fault in faults[:5]:
            print("   ", fault)
        failed += len(faults)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
