#!/usr/bin/env python3
"""Draughts beside a plain referee: positions at random and counts from the start.

    tests/interop/draughts.py target/release/ferz [--positions 40] [--plies 40] [--seed 1]

The referee knows a game by a few words (how men and kings go and capture, what is removed when, what happens on the last rank, which captures
come first) and lists its moves square by square, without tables.
"""

import argparse
import pathlib
import random
import subprocess
import sys

FOLDER = pathlib.Path(__file__).parents[2] / "games" / "draughts"
DIAGONAL = [(1, 1), (-1, 1), (1, -1), (-1, -1)]
STRAIGHT = [(0, 1), (1, 0), (-1, 0), (0, -1)]

GAMES = {
    "english-draughts": dict(),
    "giveaway-checkers": dict(),
    "italian-draughts": dict(no_king_by_man=True, first=["most", "by king", "most king", "king first"]),
    "czech-draughts": dict(flying=True, at_the_end=True, first=["by king"]),
    "spanish-draughts": dict(flying=True, at_the_end=True, first=["most", "most king"]),
    "pool-checkers": dict(flying=True, at_the_end=True, back=True, crowning="at the end"),
    "brazilian-draughts": dict(flying=True, at_the_end=True, back=True, crowning="at the end", first=["most"]),
    "russian-draughts": dict(flying=True, at_the_end=True, back=True, crowning="jumps on"),
    "canadian-draughts": dict(flying=True, at_the_end=True, back=True, crowning="at the end", first=["most"], size=12),
    "international-draughts": dict(flying=True, at_the_end=True, back=True, crowning="at the end", first=["most"], size=10),
    "turkish-draughts": dict(flying=True, straight=True, crowning="at the end", first=["most"], onward=True, lone_man=True),
    "armenian-draughts": dict(flying=True, straight=True, crowning="at the end", first=["most"], onward=True, lone_man=True, slanting=True),
    "frisian-draughts": dict(flying=True, at_the_end=True, back=True, crowning="at the end", first=["points", "by king"], size=10, frisian=True),
    "frysk": dict(flying=True, at_the_end=True, back=True, crowning="at the end", first=["points", "by king"], size=10, frisian=True),
    "croda": dict(flying=True, straight=True, at_the_end=True, crowning="at the end", first=["most"], onto=True),
    "thai-draughts": dict(flying=True, short=True),
    "dameo": dict(flying=True, straight=True, back=True, linear=True, at_the_end=True, crowning="at the end", first=["most"]),
}


class Board(dict):
    """A board that also knows, for each side that moved a king last without capturing, its square and how many times in a row."""

    runs = {}


class Referee:
    """The rules of a game of draughts. A board is a dictionary of squares (file, rank) to pieces: `M`, `K` of White, `m`, `k` of Black."""

    def __init__(self, size=8, flying=False, back=False, straight=False, slanting=False, at_the_end=False, crowning="ends",
                 first=(), onward=False, no_king_by_man=False, lone_man=False, short=False, linear=False, frisian=False, onto=False):
        self.size, self.flying, self.back, self.straight, self.slanting = size, flying, back, straight, slanting
        self.at_the_end, self.crowning, self.first, self.onward = at_the_end, crowning, first, onward
        self.no_king_by_man, self.lone_man = no_king_by_man, lone_man
        # captures along files and ranks, over two squares; a king moves three times in a row at most while there is a man
        self.frisian = frisian
        # men go forward in three directions, and everything captures along files and ranks
        self.onto = onto
        # a king lands just behind what it takes; men go forward in three directions, also over a line of their own
        self.short, self.linear = short, linear

    def inside(self, square):
        return 0 <= square[0] < self.size and 0 <= square[1] < self.size

    def last(self, square, white):
        return square[1] == (self.size - 1 if white else 0)

    def steps(self, king, white, capture):
        """The directions in which a piece goes, or captures."""
        ahead = 1 if white else -1
        if self.linear:
            forward = [(0, ahead), (1, ahead), (-1, ahead)]
            return STRAIGHT if capture else STRAIGHT + DIAGONAL if king else forward
        if self.onto and not (king and not capture):
            return STRAIGHT if capture else [(0, ahead), (1, ahead), (-1, ahead)]
        if self.frisian and capture:
            return DIAGONAL + [(2 * x, 2 * y) for x, y in STRAIGHT]
        if king:
            more = DIAGONAL if self.slanting and not capture else []
            return (STRAIGHT if self.straight else DIAGONAL) + more
        if self.straight:
            more = [(-1, ahead), (1, ahead)] if self.slanting and not capture else []
            return [(0, ahead), (1, 0), (-1, 0)] + more
        return DIAGONAL if capture and self.back else [(1, ahead), (-1, ahead)]

    def quiet(self, board, square, white):
        king = board[square] in "Kk"
        for dx, dy in self.steps(king, white, False):
            at = (square[0] + dx, square[1] + dy)
            while self.linear and not king and board.get(at) == board[square]:
                at = (at[0] + dx, at[1] + dy)
            while self.inside(at) and at not in board:
                yield at, ("K" if king or self.last(at, white) else "M")
                if not (king and self.flying):
                    break
                at = (at[0] + dx, at[1] + dy)

    def jumps(self, board, square, king, white, gone, came):
        """The jumps from a square: the victim and where the piece lands. `board` has every blocker but the piece itself."""
        for dx, dy in self.steps(king, white, True):
            if self.onward and came == (-dx, -dy):
                continue
            at = (square[0] + dx, square[1] + dy)
            while king and self.flying and self.inside(at) and at not in board:
                at = (at[0] + dx, at[1] + dy)
            victim = board.get(at)
            if victim is None or victim.isupper() == white or at in gone:
                continue
            if self.no_king_by_man and not king and victim in "Kk":
                continue
            to = (at[0] + dx, at[1] + dy)
            while self.inside(to) and to not in board:
                yield at, to, (dx, dy)
                if self.short or not (king and self.flying):
                    break
                to = (to[0] + dx, to[1] + dy)

    def chains(self, board, square, king, white, taken=(), came=None, path=()):
        """The whole chains of a piece: where it ends, what it is then, what it has taken in order, and its squares."""
        over = True
        for victim, to, way in self.jumps(board, square, king, white, taken, came):
            over = False
            now = board if self.at_the_end else {at: piece for at, piece in board.items() if at != victim}
            done, route, crowned = taken + (victim,), path + (to,), king
            if not king and self.last(to, white):
                if self.crowning == "ends":
                    yield to, True, done, route
                    continue
                crowned = self.crowning == "jumps on"
            yield from self.chains(now, to, crowned, white, done, way, route)
        if over and taken:
            yield square, king or self.last(square, white), taken, path

    def moves(self, board, white):
        """All moves: the square left, the square reached, what the piece is then, what it takes, and its squares."""
        pieces = ["".join(piece for piece in board.values() if piece.isupper() == side).upper() for side in (True, False)]
        if self.lone_man and any(one == "M" and "K" in other for one, other in (pieces, pieces[::-1])):
            return []
        own = [at for at, piece in board.items() if piece.isupper() == white]
        captures = []
        for at in own:
            rest = {other: piece for other, piece in board.items() if other != at}
            for to, king, taken, path in self.chains(rest, at, board[at] in "Kk", white):
                captures.append((at, to, king, taken, path))
        if not captures:
            tired, times = getattr(board, "runs", {}).get(white, (None, 0))
            stays = self.frisian and times == 3 and any(board[at] in "Mm" for at in own)
            movers = [at for at in own if not (stays and at == tired)]
            return [(at, to, king == "K", (), (to,)) for at in movers for to, king in self.quiet(board, at, white)]
        for criterion in self.first:
            def rank(move):
                kings = [board[victim] in "Kk" for victim in move[3]]
                points = sum(199 if king else 100 for king in kings)
                return {"most": len(kings), "points": points, "by king": board[move[0]] in "Kk", "most king": sum(kings), "king first": kings}[criterion]
            best = max(rank(move) for move in captures)
            captures = [move for move in captures if rank(move) == best]
        seen, single = set(), []
        for move in captures:
            # where pieces are removed at the end, chains with the same result are one move; else each order of jumps is one
            result = (move[0], move[1], move[2], frozenset(move[3])) if self.at_the_end else move[:1] + move[2:]
            if result not in seen:
                seen.add(result)
                single.append(move)
        return single

    def play(self, board, white, move):
        start, to, king, taken, _ = move
        after = Board({at: piece for at, piece in board.items() if at != start and at not in taken})
        runs = {side: run for side, run in getattr(board, "runs", {}).items() if side != white and run[0] not in taken}
        if board[start] in "Kk" and not taken:
            last, times = getattr(board, "runs", {}).get(white, (None, 0))
            runs[white] = (to, min(3, times + 1) if last == start else 1)
        after.runs = runs if self.frisian else {}
        after[to] = ("K" if king else "M") if white else ("k" if king else "m")
        return after


def fen(board, size, white):
    """A position as a FEN."""
    rows = []
    for rank in reversed(range(size)):
        row, empty = "", 0
        for file in range(size):
            piece = board.get((file, rank))
            if piece is None:
                empty += 1
                continue
            row += (str(empty) if empty else "") + piece
            empty = 0
        rows.append(row + (str(empty) if empty else ""))
    text = "/".join(rows) + (" w" if white else " b")
    runs = [f"{times}:{chr(97 + at[0])}{at[1] + 1}" for at, times in getattr(board, "runs", {}).values()]
    return text + (" - - 0 1 consecutive=" + ",".join(runs) if runs else "")


def read(text, size):
    """The board of a FEN."""
    board = {}
    for row, line in enumerate(text.split(" ")[0].split("/")):
        file, number = 0, ""
        for sign in line + " ":
            if sign.isdigit():
                number += sign
                continue
            file += int(number or 0)
            number = ""
            if sign.isalpha():
                board[(file, size - 1 - row)] = sign
                file += 1
    return board


def counted(ferz, game, text, depth):
    out = subprocess.run([ferz, "perft", game, str(depth), "--fen", text], capture_output=True, text=True)
    lines = [line for line in out.stdout.splitlines() if line.startswith("Nodes searched")]
    if out.returncode != 0 or not lines:
        sys.exit(f"{game}: {text}: {out.stdout}{out.stderr}")
    return int(lines[0].split(":")[1])


def perft(referee, board, white, depth):
    moves = referee.moves(board, white)
    if depth == 1:
        return len(moves)
    return sum(perft(referee, referee.play(board, white, move), not white, depth - 1) for move in moves)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("ferz")
    arguments.add_argument("--positions", type=int, default=40)
    arguments.add_argument("--plies", type=int, default=60)
    arguments.add_argument("--depth", type=int, default=4)
    arguments.add_argument("--seed", type=int, default=1)
    asked = arguments.parse_args()
    dice, faults = random.Random(asked.seed), 0
    for game, words in GAMES.items():
        referee = Referee(**words)
        game = str(FOLDER / f"{game}.toml")
        shown = subprocess.run([asked.ferz, "show", game], capture_output=True, text=True).stdout
        start = next(line[5:] for line in shown.splitlines() if line.startswith("FEN: "))
        board, white = read(start, referee.size), start.split(" ")[1] == "w"
        # not where a referee would take minutes
        width = perft(referee, board, white, 1)
        depths = [depth for depth in range(1, asked.depth + 1) if width**depth < 500_000]
        numbers = [perft(referee, board, white, depth) for depth in depths]
        own = [counted(asked.ferz, game, start, depth) for depth in depths]
        print(f"{pathlib.Path(game).stem}: {numbers}", "" if own == numbers else f"but ferz counts {own}")
        faults += own != numbers
        for _ in range(asked.positions):
            at, side = Board(board), white
            for _ in range(dice.randrange(asked.plies)):
                moves = referee.moves(at, side)
                if not moves:
                    break
                at, side = referee.play(at, side, dice.choice(moves)), not side
            # some men become kings, so that these are seen early
            for square in list(at):
                if dice.random() < 0.15:
                    at[square] = "K" if at[square].isupper() else "k"
            # and some of them have moved as often as they may
            if referee.frisian:
                kings = {white: [place for place, piece in at.items() if piece == ("K" if white else "k")] for white in (True, False)}
                at.runs = {white: (dice.choice(own), dice.randint(1, 3)) for white, own in kings.items() if own and dice.random() < 0.6}
            text = fen(at, referee.size, side)
            wanted, found = perft(referee, at, side, 2), counted(asked.ferz, game, text, 2)
            if wanted != found:
                faults += 1
                print(f"{game}: {text}: {wanted}, but ferz counts {found}")
    print("no difference" if not faults else f"{faults} differences")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
