#!/usr/bin/env python3
"""Games of placing, hopping and joining beside plain referees: counts from the start, and positions of random games.

    tests/interop/stones.py target/release/ferz [--games 4] [--plies 60] [--seed 1]

Each referee states the rules of a game anew, square by square: its moves, written as ferz writes them, and who has won.
"""

import argparse
import collections
import itertools
import random
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "games" / "small"

EIGHT = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
FOUR = [(0, 1), (1, 0), (0, -1), (-1, 0)]
SIX = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (-1, -1)]


def name(square):
    return "abcdefghijklmnop"[square[0]] + str(square[1] + 1)


def straight(square, by, times):
    return [(square[0] + by[0] * step, square[1] + by[1] * step) for step in range(times)]


class Game:
    """A game: `board` has the squares, with `w`, `b` or nothing on each; `side` is about to move."""

    letter, first, steps = "S", "w", EIGHT

    def __init__(self):
        self.board = {square: None for square in self.squares()}
        self.side, self.plies, self.winner = self.first, 0, None
        self.set_up()

    def set_up(self):
        pass

    def copy(self):
        other = self.__class__.__new__(self.__class__)
        other.__dict__.update(self.__dict__)
        other.board = dict(self.board)
        return other

    def other(self):
        return "b" if self.side == "w" else "w"

    def mine(self, side=None):
        return [square for square, piece in self.board.items() if piece == (side or self.side)]

    def group(self, first, side):
        found, edge = {first}, [first]
        while edge:
            at = edge.pop()
            for dx, dy in self.steps:
                near = (at[0] + dx, at[1] + dy)
                if self.board.get(near) == side and near not in found:
                    found.add(near)
                    edge.append(near)
        return found

    def row(self, side, length):
        lines = {(max(d, (-d[0], -d[1]))) for d in self.steps}
        return any(all(self.board.get(at) == side for at in straight(square, by, length))
                   for square in self.mine(side) for by in lines)

    def swap_to(self, square):
        return square

    def moves(self):
        """Every move, with what follows from it: a list of pairs."""
        if self.winner:
            return []
        found = []
        for square in self.board:
            if self.board[square] is None:
                found.append((f"{self.letter}@{name(square)}", self.with_stone(square)))
        if self.swaps and self.plies == 1:
            after = self.copy()
            after.board = dict.fromkeys(self.board)
            for square, piece in self.board.items():
                if piece:
                    after.board[self.swap_to(square)] = "b" if piece == "w" else "w"
            after.over(self.side)
            found.append(("swap", after))
        return found

    swaps = False

    def with_stone(self, square):
        after = self.copy()
        after.board[square] = self.side
        after.over(self.side)
        return after

    def over(self, mover):
        """Ends the turn of a side, and the game, if it is won."""
        self.side, self.plies = ("b" if mover == "w" else "w"), self.plies + 1
        self.winner = self.won(mover)
        if not self.winner and all(self.board.values()):
            self.winner = "draw"


class Hex(Game):
    steps, swaps = SIX, True

    def squares(self):
        return itertools.product(range(11), range(11))

    def swap_to(self, square):
        return square[1], square[0]

    def won(self, mover):
        for side, axis in (("w", 0), ("b", 1)):
            for square in self.mine(side):
                if square[axis] == 0 and any(at[axis] == 10 for at in self.group(square, side)):
                    return side
        return None


class Y(Game):
    steps, swaps = SIX, True

    def squares(self):
        return ((x, y) for x in range(11) for y in range(11) if x <= y)

    def won(self, mover):
        for side in "wb":
            for square in self.mine(side):
                chain = self.group(square, side)
                if all(any(edge(at) for at in chain) for edge in self.edges):
                    return side
        return None

    edges = [lambda at: at[0] == 0, lambda at: at[1] == 10, lambda at: at[0] == at[1]]


class Gomoku(Game):
    first = "b"

    def squares(self):
        return itertools.product(range(15), range(15))

    def won(self, mover):
        return next((side for side in "wb" if self.row(side, 5)), None)


class AtariGo(Game):
    """The first capture wins; no stone is put where it would be enclosed without capturing."""

    first, steps = "b", [(0, 1), (1, 0), (0, -1), (-1, 0)]

    def squares(self):
        return itertools.product(range(9), range(9))

    def enclosed(self, side):
        """Whether some group of a side has no empty point beside it."""
        for square in self.mine(side):
            beside = [(x + dx, y + dy) for x, y in self.group(square, side) for dx, dy in self.steps]
            if not any(at in self.board and self.board[at] is None for at in beside):
                return True
        return False

    def won(self, mover):
        other = "b" if mover == "w" else "w"
        return mover if self.enclosed(other) else other if self.enclosed(mover) else None

    def moves(self):
        # whoever would have lost by the own stone may not put it there
        return [(text, after) for text, after in super().moves() if after.winner != after.side]


class Go(AtariGo):
    """Enemy groups without an empty point are captured, own ones forbidden; no stone brings back what stood before the same player's move."""

    size = 9

    def set_up(self):
        self.past, self.passed = [self.seen()], False

    def squares(self):
        return itertools.product(range(self.size), range(self.size))

    def seen(self):
        return tuple(sorted(self.board.items())), self.side

    def moves(self):
        found = [] if self.winner else [(text, after) for text, after in Game.moves(self) if after]
        return found if self.winner else found + [("0000", self.pass_on())]

    def with_stone(self, square):
        after = self.copy()
        after.board[square] = self.side
        other = self.other()
        taken = [at for at in after.mine(other) if not after.free(at, other)]
        for at in taken:
            after.board[at] = None
        if not after.free(square, self.side):
            return None
        after.side, after.passed, after.plies = other, False, self.plies + 1
        if after.seen() in self.past:
            return None
        after.past = self.past + [after.seen()]
        after.winner = after.won(self.side)
        return after

    def free(self, square, side):
        """Whether the group of a stone has an empty point beside it."""
        beside = [(x + dx, y + dy) for x, y in self.group(square, side) for dx, dy in self.steps]
        return any(at in self.board and self.board[at] is None for at in beside)

    def pass_on(self):
        after = self.copy()
        after.side, after.passed, after.plies = self.other(), True, self.plies + 1
        after.past = self.past + [after.seen()]
        if self.passed:
            after.winner = "b" if after.area("b") > after.area("w") + 7 else "w"
        return after

    def area(self, side):
        points, left = len(self.mine(side)), {at for at, piece in self.board.items() if piece is None}
        while left:
            region, edge, colours = set(), [left.pop()], set()
            while edge:
                at = edge.pop()
                region.add(at)
                left.discard(at)
                for dx, dy in self.steps:
                    near = at[0] + dx, at[1] + dy
                    if self.board.get(near):
                        colours.add(self.board[near])
                    elif near in self.board and near not in region and near not in edge:
                        edge.append(near)
            points += len(region) if colours == {side} else 0
        return points

    def won(self, mover):
        return None


class SmallGo(Go):
    """Go on a board so small that positions come back soon."""

    size = 3
    text = 'extends = "go-9x9"\n[board]\nfiles = 3\nranks = 3\n[setup]\nfen = "3/3/3"\n'


class Gonnect(Go):
    """Either pair of opposite edges wins; nobody passes, and who can't place a stone loses."""

    size, swaps = 13, True

    def moves(self):
        return [] if self.winner else [(text, after) for text, after in Game.moves(self) if after]

    def over(self, mover):
        # after a swap
        self.side, self.plies = ("b" if mover == "w" else "w"), self.plies + 1
        self.past = self.past + [self.seen()]

    def won(self, mover):
        for axis in (0, 1):
            for square in self.mine(mover):
                if square[axis] == 0 and any(at[axis] == self.size - 1 for at in self.group(square, mover)):
                    return mover
        return None


class SmallGonnect(Gonnect):
    size = 4
    text = ('extends = "gonnect"\n[board]\nfiles = 4\nranks = 4\n[setup]\nfen = "4/4/4/4"\n[end]\n'
            'across = { win = "my stone connects file a to file d at W" }\nup = { win = "my stone connects rank 1 to rank 4 at W" }\n')


class Yavalath(Game):
    steps, swaps = SIX, True

    def squares(self):
        return ((x, y) for x in range(9) for y in range(9) if abs(x - y) <= 4)

    def won(self, mover):
        for side in (mover, "b" if mover == "w" else "w"):
            if self.row(side, 4):
                return side
        for side in (mover, "b" if mover == "w" else "w"):
            if self.row(side, 3):
                return "b" if side == "w" else "w"
        return None


class Konane(Game):
    first = "b"

    def squares(self):
        return itertools.product(range(8), range(8))

    def set_up(self):
        for x, y in self.board:
            self.board[x, y] = "w" if (x + y) % 2 == 0 else "b"
        # the board is read from the upper left, where Black begins
        assert self.board[0, 7] == "b"

    def won(self, mover):
        return None

    def moves(self):
        if self.winner:
            return []
        if self.plies == 0:
            return [(f"x{name(square)}", self.without(square)) for square in [(0, 7), (7, 0), (3, 4), (4, 3)]]
        if self.plies == 1:
            gap = next(square for square, piece in self.board.items() if piece is None)
            near = [(gap[0] + dx, gap[1] + dy) for dx, dy in FOUR]
            return [(f"x{name(square)}", self.without(square)) for square in near if square in self.board]
        found = []
        for start in self.mine():
            for dx, dy in FOUR:
                at, gone = start, []
                while True:
                    over, land = (at[0] + dx, at[1] + dy), (at[0] + 2 * dx, at[1] + 2 * dy)
                    if self.board.get(over) != self.other() or land not in self.board or self.board[land]:
                        break
                    gone.append(over)
                    at = land
                    after = self.copy()
                    for square in gone + [start]:
                        after.board[square] = None
                    after.board[at] = self.side
                    after.over_lazily(self.side)
                    over = sorted(gone, key=lambda square: (square[1], square[0])) if len(gone) > 1 else []
                    found.append((name(start) + "".join("x" + name(square) for square in over) + name(at), after))
        return found

    def without(self, square):
        after = self.copy()
        after.board[square] = None
        after.over_lazily(self.side)
        return after

    def over_lazily(self, mover):
        self.side, self.plies = ("b" if mover == "w" else "w"), self.plies + 1


class Halma(Game):
    letter = "M"

    def squares(self):
        return itertools.product(range(16), range(16))

    CAMP = [(x, y) for y, length in enumerate([5, 5, 4, 3, 2]) for x in range(length)]

    def set_up(self):
        for x, y in self.CAMP:
            self.board[x, y], self.board[15 - x, 15 - y] = "w", "b"

    def won(self, mover):
        goals = {"w": [(15 - x, 15 - y) for x, y in self.CAMP], "b": self.CAMP}
        return next((side for side in "wb" if all(self.board[square] == side for square in goals[side])), None)

    def moves(self):
        if self.winner:
            return []
        found = []
        for start in self.mine():
            ends = {(start[0] + dx, start[1] + dy) for dx, dy in EIGHT}
            ends = {at for at in ends if at in self.board and self.board[at] is None}
            reached, edge = set(), [start]
            while edge:
                at = edge.pop()
                for dx, dy in EIGHT:
                    over, land = (at[0] + dx, at[1] + dy), (at[0] + 2 * dx, at[1] + 2 * dy)
                    hops = over != start and self.board.get(over) and land in self.board and self.board[land] is None
                    if hops and land not in reached:
                        reached.add(land)
                        edge.append(land)
            for end in ends | reached - {start}:
                after = self.copy()
                after.board[start], after.board[end] = None, self.side
                after.side, after.plies = self.other(), self.plies + 1
                after.winner = after.won(self.side)
                found.append((name(start) + name(end), after))
        return found


class LinesOfAction(Game):
    first = "b"

    def squares(self):
        return itertools.product(range(8), range(8))

    def set_up(self):
        for at in range(1, 7):
            self.board[at, 0] = self.board[at, 7] = "b"
            self.board[0, at] = self.board[7, at] = "w"

    def won(self, mover):
        for side in (mover, "b" if mover == "w" else "w"):
            own = self.mine(side)
            if len(self.group(own[0], side)) == len(own):
                return side
        return None

    def moves(self):
        if self.winner:
            return []
        found = []
        for start in self.mine():
            for dx, dy in EIGHT:
                line = [start] + straight(start, (dx, dy), 8)[1:] + straight(start, (-dx, -dy), 8)[1:]
                length = sum(1 for at in line if self.board.get(at))
                way = straight(start, (dx, dy), length + 1)
                end = way[-1]
                if end not in self.board or self.board[end] == self.side:
                    continue
                if any(self.board[at] == self.other() for at in way[1:-1]):
                    continue
                after = self.copy()
                after.board[start], after.board[end] = None, self.side
                after.side, after.plies = self.other(), self.plies + 1
                after.winner = after.won(self.side)
                found.append((name(start) + name(end), after))
        return found


class NineMensMorris(Game):
    letter, men, flies = "M", 9, True
    POINTS = [(ring + (3 - ring) * i, ring + (3 - ring) * j) for ring in range(3) for i in range(3) for j in range(3) if (i, j) != (1, 1)]
    MILLS = [[(ring + (3 - ring) * i, ring + (3 - ring) * j) for i in range(3)] for ring in range(3) for j in (0, 2)]
    MILLS += [[(y, x) for x, y in mill] for mill in MILLS]
    MILLS += [[(x, 3) for x in part] for part in ((0, 1, 2), (4, 5, 6))] + [[(3, y) for y in part] for part in ((0, 1, 2), (4, 5, 6))]

    def squares(self):
        return self.POINTS

    def set_up(self):
        self.hand, self.removing = {"w": self.men, "b": self.men}, False

    def copy(self):
        other = super().copy()
        other.hand = dict(self.hand)
        return other

    def in_mill(self, square, side):
        return any(square in mill and all(self.board[at] == side for at in mill) for mill in self.MILLS)

    # lines that are no mills
    SHORT = []

    def near(self, square):
        return {at for line in self.MILLS + self.SHORT if square in line
                for at in line if abs(line.index(at) - line.index(square)) == 1}

    def done(self, end):
        """The move of a man is over that has come to a point."""
        if self.in_mill(end, self.side):
            self.removing = True
        else:
            self.turn_over()
        return self

    def turn_over(self):
        self.removing = False
        mover, self.side = self.side, self.other()
        self.plies += 1
        for side in (mover, self.side):
            if len(self.mine(side)) + self.hand[side] < 3:
                self.winner = "b" if side == "w" else "w"
                return

    def moves(self):
        if self.winner:
            return []
        found = []
        if self.removing:
            men = self.mine(self.other())
            single = [at for at in men if not self.in_mill(at, self.other())]
            for square in single or men:
                after = self.copy()
                after.board[square] = None
                after.turn_over()
                found.append((f"x{name(square)}", after))
            return found
        empty = [square for square, piece in self.board.items() if piece is None]
        if self.hand[self.side]:
            for square in empty:
                after = self.copy()
                after.board[square] = self.side
                after.hand[self.side] -= 1
                found.append((f"M@{name(square)}", after.done(square)))
            return found
        for start in self.mine():
            for end in empty if self.flies and len(self.mine()) <= 3 else set(empty) & self.near(start):
                after = self.copy()
                after.board[start], after.board[end] = None, self.side
                found.append((name(start) + name(end), after.done(end)))
        return found


class SixMensMorris(NineMensMorris):
    men, flies = 6, False
    POINTS = [(ring + (2 - ring) * i, ring + (2 - ring) * j) for ring in range(2) for i in range(3) for j in range(3) if (i, j) != (1, 1)]
    MILLS = [[(ring + (2 - ring) * i, ring + (2 - ring) * j) for i in range(3)] for ring in range(2) for j in (0, 2)]
    MILLS += [[(y, x) for x, y in mill] for mill in MILLS]
    SHORT = [[(2, 0), (2, 1)], [(2, 4), (2, 3)], [(0, 2), (1, 2)], [(4, 2), (3, 2)]]


class TwelveMensMorris(NineMensMorris):
    men = 12
    MILLS = NineMensMorris.MILLS + [[(x if a else 6 - x, x if b else 6 - x) for x in range(3)] for a in (0, 1) for b in (0, 1)]


GAMES = {"hex": Hex, "game-of-y": Y, "gomoku": Gomoku, "atari-go": AtariGo, "go-9x9": Go, "small go": SmallGo, "gonnect": Gonnect,
         "small gonnect": SmallGonnect, "yavalath": Yavalath, "konane": Konane, "halma": Halma,
         "lines-of-action": LinesOfAction, "nine-mens-morris": NineMensMorris,
         "six-mens-morris": SixMensMorris, "twelve-mens-morris": TwelveMensMorris}


def perft(game, depth):
    moves = game.moves()
    if depth == 1:
        return len(moves)
    return sum(perft(after, depth - 1) for _, after in moves)


class Ferz:
    def __init__(self, program, game):
        self.program, self.game = program, game

    def run(self, *arguments):
        return subprocess.run([self.program, *arguments], capture_output=True, text=True, check=True).stdout

    def moves(self, played):
        line = ["--moves", " ".join(played)] if played else []
        return sorted(self.run("moves", self.game, *line).split())

    def perft(self, depth):
        said = self.run("perft", self.game, str(depth))
        return int(next(line.split(":")[1] for line in said.splitlines() if line.startswith("Nodes searched")))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ferz")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--plies", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return 1 if compare(arguments, folder) else 0


def compare(arguments, folder):
    """The number of differences; files that games need besides are written to a folder."""
    wrong = 0
    for game, referee in GAMES.items():
        if arguments.only and arguments.only != game:
            continue
        file = FOLDER / f"{game}.toml"
        if hasattr(referee, "text"):
            file = Path(folder) / "child.toml"
            file.write_text(referee.text)
        ferz, dice, seen = Ferz(arguments.ferz, str(file)), random.Random(arguments.seed), 0
        for depth in (1, 2, 3):
            start = referee()
            if len(start.moves()) ** depth > 60000:
                break
            counted, expected = ferz.perft(depth), perft(start, depth)
            if counted != expected:
                print(f"{game}: perft {depth} is {counted}, the referee counts {expected}")
                wrong += 1
        for _ in range(arguments.games):
            position, played, past = referee(), [], collections.Counter()
            for _ in range(arguments.plies):
                here = (position.side, *sorted(position.board.items()))
                past[here] += 1
                if past[here] > 2:
                    # the third occurrence ends most games, of which the referees know nothing
                    break
                own = position.moves()
                expected = sorted(text for text, _ in own)
                found = ferz.moves(played)
                seen += 1
                if found != expected:
                    print(f"{game}: after {' '.join(played)}")
                    print(f"  only ferz: {sorted(set(found) - set(expected))}, only the referee: {sorted(set(expected) - set(found))}")
                    wrong += 1
                    break
                if not own:
                    break
                text, position = dice.choice(own)
                played.append(text)
        print(f"{game}: {seen} positions")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
