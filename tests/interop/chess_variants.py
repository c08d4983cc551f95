#!/usr/bin/env python3
"""Chess variants beside a plain referee: counts from the start, and the legal moves of every position of random games.

    tests/interop/chess_variants.py target/release/ferz [--positions 150] [--plies 80] [--seed 1] [--only grid-chess] [--deeper 1]

The referee knows a game by a few words, written from its sources and not from its file: the start, how the pieces go, where pawns promote and to
what, who castles. It walks square by square, without tables, and writes moves as ferz does. Every game is played from its file in `games`.

Exit status: 0 both agree, 1 they don't.
"""

import argparse
import pathlib
import random
import subprocess
import sys

STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
AROUND = STRAIGHT + DIAGONAL
KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
CAMEL = [(1, 3), (3, 1), (3, -1), (1, -3), (-1, -3), (-3, -1), (-3, 1), (-1, 3)]
FAR = 99

# How a piece goes: a list of (how, ways, purpose). `how` is the number of steps it can take in a line, `over` for a ride that hops over exactly
# one piece, or `walk` for a step in each of the sets of ways, over empty squares and never twice over the same; `fly` is a walk over any squares.
# The purpose is empty, `move`, `capture`, or `own` for a capture of one's own pieces.
KING, QUEEN, ROOK, BISHOP = [(1, AROUND, "")], [(FAR, AROUND, "")], [(FAR, STRAIGHT, "")], [(FAR, DIAGONAL, "")]
CHESS = {"K": KING, "Q": QUEEN, "R": ROOK, "B": BISHOP, "N": [(1, KNIGHT, "")]}
ARMY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


def castling(king="e", rooks="ah", to="cg", beside="df", ranks=8, white=True, black=True):
    """The ways to castle: the squares that king and rook leave and go to."""
    ways = []
    for rook, goal, stop in zip(rooks, to, beside):
        for rank in [1] * white + [ranks] * black:
            ways.append(tuple(square(f"{file}{rank}") for file in (king, goal, rook, stop)))
    return ways


def square(text):
    return ord(text[0]) - ord("a"), int(text[1:]) - 1


def name(at):
    return f"{chr(ord('a') + at[0])}{at[1] + 1}"


class State:
    """A position. `board` maps squares to letters, capitals for White; `passed` are the squares the pawn on `victim` has just passed over."""

    def __init__(self, board, white, ways=(), passed=(), victim=None, lost="", notes=frozenset()):
        self.board, self.white, self.ways = board, white, frozenset(ways)
        self.passed, self.victim, self.lost, self.notes = passed, victim, lost, notes

    def mine(self, at):
        return at in self.board and self.board[at].isupper() == self.white

    def theirs(self, at):
        return at in self.board and self.board[at].isupper() != self.white


class Chess:
    """Chess with changes, each a word."""

    def __init__(self, file, start=ARMY, pieces=CHESS, ways=(), royal="K", first="w", pawns=None, steps=None, passing=True, last=None,
                 choice="QRBN", depth=3, **words):
        self.file, self.start_fen, self.pieces, self.all_ways, self.royal, self.first = file, start, pieces, ways, royal, first
        self.pawns, self.steps, self.passing, self.choice, self.depth = pawns or {"P": 1}, steps or {2: 2}, passing, choice, depth
        rows = start.split("/")
        self.ranks, self.files = len(rows), len(read(rows[0]))
        self.last = last or [self.ranks]
        self.words = words
        self.shape = words.get("shape")

    def start(self):
        board = {}
        for row, line in enumerate(self.start_fen.split("/")):
            for file, sign in enumerate(read(line)):
                if sign != ".":
                    board[file, self.ranks - 1 - row] = sign
        return State(board, self.first == "w", self.all_ways)

    def rank(self, at, white):
        """The rank of a square as a side counts."""
        return at[1] + 1 if white else self.ranks - at[1]

    def step(self, at, way):
        file, rank = at[0] + way[0], at[1] + way[1]
        if self.words.get("ring"):
            rank %= self.ranks
        inside = 0 <= file < self.files and 0 <= rank < self.ranks and (not self.shape or name((file, rank)) in self.shape)
        return (file, rank) if inside else None

    # -- where pieces go

    def allowed(self, start, to, letter, white):
        """Whether a piece may go from one square to the other at all."""
        if self.words.get("grid") and (start[0] // 2, start[1] // 2) == (to[0] // 2, to[1] // 2):
            return False
        if self.words.get("river") and letter == "K" and self.rank(to, white) > self.ranks // 2:
            return False
        return True

    def walks(self, board, start, at, steps, flying, seen):
        if not steps:
            yield at
            return
        if at != start and at in board and not flying:
            return
        for way in steps[0]:
            to = self.step(at, way)
            if to and to not in seen:
                yield from self.walks(board, start, to, steps[1:], flying, seen | {to})

    def reach(self, board, at, purposes):
        """The squares a piece reaches with one of these purposes, whatever stands on them."""
        letter, white = board[at].upper(), board[at].isupper()
        ahead = self.pawns.get(letter, 0) * (1 if white else -1)
        if ahead and "capture" in purposes:
            for side in (1, -1):
                to = self.step(at, (side, ahead))
                if to and self.allowed(at, to, letter, white):
                    yield to
        for how, ways, purpose in self.pieces.get(letter, ()):
            if purpose not in purposes:
                continue
            if how in ("walk", "fly"):
                yield from self.walks(board, at, at, ways, how == "fly", frozenset([at]))
                continue
            for way in ways:
                to, hurdles = at, 0
                for _ in range(FAR if how == "over" else how):
                    to = self.step(to, (way[0], way[1] if white else -way[1]))
                    if to is None or to == at:
                        break
                    if hurdles == (1 if how == "over" else 0) and self.allowed(at, to, letter, white):
                        yield to
                    if to in board:
                        hurdles += 1
                        if hurdles > (1 if how == "over" else 0):
                            break

    def attacked(self, board, at, by_white):
        """Whether a side could capture on a square."""
        for start, piece in board.items():
            if piece.isupper() != by_white or start == at:
                continue
            if piece.upper() == "K" and self.words.get("kamikaze"):
                continue
            if at in self.reach(board, start, ("", "capture")):
                return True
        return False

    def facing(self, board):
        """Whether the kings stand on an open line."""
        kings = [at for at, piece in board.items() if piece in "Kk"]
        for way in AROUND:
            at = self.step(kings[0], way)
            while at and at not in board:
                at = self.step(at, way)
            if at == kings[1]:
                return True
        return False

    def safe(self, board, white):
        """Whether a side may leave the board like this."""
        royal = [at for at, piece in board.items() if piece.isupper() == white and piece.upper() in self.royal]
        if any(self.attacked(board, at, not white) for at in royal):
            return False
        return not (self.words.get("river") and self.facing(board))

    # -- moves

    def moves(self, state):
        """Every legal move, and what it leads to."""
        found = {}
        if self.over(state):
            return found

        def offer(text, after):
            if self.safe(after.board, state.white):
                found[text] = after

        for at in [at for at in state.board if state.mine(at)]:
            letter = state.board[at].upper()
            if letter in self.pawns:
                self.advance(state, at, letter, offer)
            else:
                for to in self.reach(state.board, at, ("", "move")):
                    if to not in state.board:
                        self.arrive(state, at, to, None, (), offer)
            for to in self.reach(state.board, at, ("", "capture")):
                if state.theirs(to):
                    self.arrive(state, at, to, to, (), offer)
                elif letter in self.pawns and to in state.passed:
                    self.arrive(state, at, to, state.victim, (), offer)
            for to in self.reach(state.board, at, ("own",)):
                if state.mine(to) and state.board[to].upper() not in self.royal:
                    self.arrive(state, at, to, to, (), offer)
        for way in state.ways:
            self.castle(state, way, offer)
        return found

    def advance(self, state, at, letter, offer):
        ahead = (0, self.pawns[letter] * (1 if state.white else -1))
        steps = self.steps.get(self.rank(at, state.white), 1)
        if self.words.get("single") == ("white" if state.white else "black"):
            steps = 1
        to, passed = at, []
        for _ in range(steps):
            to = self.step(to, ahead)
            if to is None or to in state.board:
                return
            if self.allowed(at, to, letter, state.white):
                self.arrive(state, at, to, None, tuple(passed) if self.passing else (), offer)
            passed.append(to)

    def arrive(self, state, at, to, taken, passed, offer):
        """A move, with every choice of promotion."""
        piece = state.board[at]
        for become in self.becomes(state, at, to, piece.upper()):
            board = {square: other for square, other in state.board.items() if square not in (at, taken)}
            board[to] = (become or piece.upper()) if state.white else (become or piece.upper()).lower()
            lost = state.lost
            if self.words.get("lost"):
                lost += state.board.get(taken, "")
                lost = lost.replace(board[to], "", 1) if become else lost
            gone = {at, to, taken}
            ways = {way for way in state.ways if way[0] not in gone and way[2] not in gone}
            after = State(board, not state.white, ways, passed, to if passed else None, lost, state.notes)
            if self.aftermath(state, after, piece.upper(), at, to, taken):
                offer(name(at) + name(to) + (become or "").lower(), after)

    def becomes(self, state, at, to, letter):
        """What a piece that arrives may become; nothing if it stays what it is."""
        rank = self.rank(to, state.white)
        if letter not in self.pawns or not self.choice:
            return [None]
        if self.words.get("lost"):
            have = state.lost
            if to in state.board:
                have += state.board[to]
            own = sorted({piece.upper() for piece in have if piece.isupper() == state.white and piece.upper() not in "PK"})
            if rank < 8:
                return [None]
            return own if rank == self.ranks else own + [None]
        if self.shape:
            return self.words["promote"](name(to) if state.white else name((to[0], self.ranks - 1 - to[1])))
        goal = self.last if not isinstance(self.last, dict) else self.last[letter]
        if rank not in goal:
            return [None]
        choice = self.choice["white" if state.white else "black"] if isinstance(self.choice, dict) else self.choice
        return list(choice) + ([None] if rank != max(goal) and self.words.get("may_wait") else [])

    def castle(self, state, way, offer):
        king, goal, rook, stop = way
        if not state.mine(king):
            return
        row, files = king[1], sorted(file for file, _ in way)
        between = {(file, row) for file in range(files[0], files[-1] + 1)} - {king, rook}
        if any(at in state.board for at in between):
            return
        low, high = sorted((king[0], goal[0]))
        if any(self.attacked(state.board, (file, row), not state.white) for file in range(low, high + 1)):
            return
        board = {at: piece for at, piece in state.board.items() if at not in (king, rook)}
        board[goal], board[stop] = state.board[king], state.board[rook]
        ways = {other for other in state.ways if other[0] != king}
        offer(name(king) + name(goal), State(board, not state.white, ways, lost=state.lost, notes=state.notes))

    # -- what some games add

    def over(self, state):
        return bool(self.words.get("to_the_last")) and len({piece.isupper() for piece in state.board.values()}) < 2

    def aftermath(self, state, after, letter, at, to, taken):
        """What follows from a move; false if the move is not allowed."""
        if self.words.get("kamikaze") and taken:
            if letter == "K":
                return False
            del after.board[to]
        if self.words.get("ladder"):
            ladder = "PNBRQ"
            if letter in ladder:
                place = ladder.index(letter) + (1 if taken else -1)
                now = ladder[max(0, min(place, len(ladder) - 1))]
                after.board[to] = now if state.white else now.lower()
        return True


class AntiKing(Chess):
    """Each side also has an anti-king, which must be attacked, captures only its own side, and is captured by nobody."""

    def attacked_piece(self, board, at, by_white):
        return any(
            at in self.reach(board, start, ("", "capture"))
            for start, piece in board.items()
            if piece.isupper() == by_white and piece.upper() != "K"
        )

    def safe(self, board, white):
        place = [at for at, piece in board.items() if piece == ("A" if white else "a")]
        other = [at for at, piece in board.items() if piece == ("a" if white else "A")]
        return bool(place and other) and super().safe(board, white) and self.attacked_piece(board, place[0], not white)


class Jetan(Chess):
    """No check: the princess is captured, or a chief by a chief; a chief captured otherwise is a draw."""

    def over(self, state):
        return any(piece not in state.board.values() for piece in "CcXx")

    def moves(self, state):
        found = {}
        if self.over(state):
            return found

        def offer(text, after):
            found[text] = after

        for at in [at for at in state.board if state.mine(at)]:
            letter = state.board[at].upper()
            for to in set(self.reach(state.board, at, ("", "capture"))):
                if not state.mine(to):
                    self.arrive(state, at, to, to if to in state.board else None, (), offer)
            if letter != "X":
                continue
            near = set(self.reach(state.board, at, ("move",)))
            squares = near if ("w" if state.white else "b") in state.notes else {(f, r) for f in range(10) for r in range(10)}
            for to in squares - set(state.board):
                board = {place: piece for place, piece in state.board.items() if place != at}
                board[to] = state.board[at]
                if not self.attacked(board, to, not state.white):
                    used = state.notes if to in near else state.notes | {"w" if state.white else "b"}
                    found[name(at) + name(to)] = State(board, not state.white, notes=used)
        return found


class Cheskers(Chess):
    """Men and kings jump as in draughts, and must; bishops and camels capture as in chess, and need not."""

    def over(self, state):
        return any(king not in state.board.values() for king in "Kk")

    def jumps(self, board, at, letter, white, path, taken):
        ahead = 1 if white else -1
        over = True
        for way in DIAGONAL:
            if letter == "M" and way[1] != ahead:
                continue
            near = self.step(at, way)
            far = near and self.step(near, way)
            if not far or far in board or near not in board or board[near].isupper() == white:
                continue
            over = False
            rest = {place: piece for place, piece in board.items() if place != near}
            if letter == "M" and self.rank(far, white) == 8:
                for become in "KBC":
                    yield path + name(far) + become.lower(), far, become, taken + (near,)
            else:
                yield from self.jumps(rest, far, letter, white, path + name(far), taken + (near,))
        if over and taken:
            yield path, at, letter, taken

    def moves(self, state):
        jumps, others = {}, {}
        if self.over(state):
            return {}
        for at in [at for at in state.board if state.mine(at)]:
            letter = state.board[at].upper()
            rest = {place: piece for place, piece in state.board.items() if place != at}
            if letter in "MK":
                for text, to, become, taken in self.jumps(rest, at, letter, state.white, name(at), ()):
                    board = {place: piece for place, piece in rest.items() if place not in taken}
                    board[to] = become if state.white else become.lower()
                    jumps[text] = State(board, not state.white)
                for way in DIAGONAL:
                    to = self.step(at, way)
                    if to and to not in state.board and (letter == "K" or way[1] == (1 if state.white else -1)):
                        for become in "KBC" if letter == "M" and self.rank(to, state.white) == 8 else [""]:
                            board = dict(rest)
                            board[to] = (become or letter) if state.white else (become or letter).lower()
                            others[name(at) + name(to) + become.lower()] = State(board, not state.white)
            else:
                for to in self.reach(state.board, at, ("",)):
                    if not state.mine(to):
                        board = dict(rest)
                        board[to] = state.board[at]
                        others[name(at) + name(to)] = State(board, not state.white)
        return jumps or others


class KnightRelay(Chess):
    """Pieces that a knight of their side guards also go as knights; knights capture nothing, and are not captured."""

    def reach(self, board, at, purposes):
        yield from super().reach(board, at, purposes)
        letter, white = board[at].upper(), board[at].isupper()
        near = lambda place: filter(None, (self.step(place, way) for way in KNIGHT))
        if letter in "KN" or purposes == ("own",) or all(board.get(place) != ("N" if white else "n") for place in near(at)):
            return
        yield from (to for to in near(at) if letter != "P" or 0 < to[1] < 7)

    def advance(self, state, at, letter, offer):
        super().advance(state, at, letter, offer)
        guarded = set(self.reach(state.board, at, ())) - set(state.board)
        for to in guarded:
            self.arrive(state, at, to, None, (), offer)

    def arrive(self, state, at, to, taken, passed, offer):
        if taken is None or state.board[taken].upper() != "N":
            super().arrive(state, at, to, taken, passed, offer)


class Madrasi(Chess):
    """A piece attacked by one of its own type does not move, nor attack; it still paralyses others."""

    def reach(self, board, at, purposes):
        piece, white = board[at], board[at].isupper()
        if piece.upper() != "K":
            twin = piece.swapcase()
            for place in [place for place, other in board.items() if other == twin]:
                if at in super().reach(board, place, ("", "capture")):
                    return
        yield from super().reach(board, at, purposes)

    def advance(self, state, at, letter, offer):
        if set(self.reach(state.board, at, ("", "capture"))):
            super().advance(state, at, letter, offer)


class Checkless(Chess):
    """Nobody gives check, unless it is mate."""

    def moves(self, state):
        found = super().moves(state)
        calm = lambda after: self.safe(after.board, after.white)
        return {text: after for text, after in found.items() if calm(after) or not super(Checkless, self).moves(after)}


class Hiashatar(Chess):
    """Riders stop beside an enemy bodyguard, and go one step from there."""

    def beside(self, board, at, white):
        guard = "h" if white else "H"
        return any(board.get(self.step(at, way)) == guard for way in AROUND)

    def passes(self, board, at, to, white):
        """Whether a piece may go in a line from one square to the other, as far as bodyguards matter."""
        steps = max(abs(to[0] - at[0]), abs(to[1] - at[1]))
        way = ((to[0] > at[0]) - (to[0] < at[0]), (to[1] > at[1]) - (to[1] < at[1]))
        over = [(at[0] + way[0] * step, at[1] + way[1] * step) for step in range(steps)]
        return steps == 1 or not any(self.beside(board, place, white) for place in over)

    def reach(self, board, at, purposes):
        white, letter = board[at].isupper(), board[at].upper()
        for to in super().reach(board, at, purposes):
            if letter == "N" or self.passes(board, at, to, white):
                yield to

    def arrive(self, state, at, to, taken, passed, offer):
        if state.board[at] not in "Pp" or taken or self.passes(state.board, at, to, state.white):
            super().arrive(state, at, to, taken, passed, offer)


def read(line):
    """The signs of a row of a FEN, a dot for every empty square."""
    row, number = [], ""
    for sign in line + " ":
        if sign.isdigit():
            number += sign
            continue
        row += ["."] * int(number or 0) + [sign] * (sign != " ")
        number = ""
    return row


def balbo_board():
    """Ranks of 3, 5, 7, 9, 11, 11, 9, 7, 5 and 3 squares around the f-file."""
    return {name((file, rank)) for rank, half in enumerate([1, 2, 3, 4, 5, 5, 4, 3, 2, 1]) for file in range(5 - half, 6 + half)}


def balbo_promotion(to):
    if to in ("d9", "e10", "f10", "g10", "h9"):
        return list("QRBN")
    return list("BN") if to in ("c8", "i8") else [None]


STEP_FORWARD = [(0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0)]
BIRD = {"G": [(FAR, STRAIGHT, ""), (1, KNIGHT, "")], "E": [(FAR, DIAGONAL, ""), (1, KNIGHT, "")]}
ALL_WAYS = castling()

# The shape of the board, the ways to castle and so on are in the words; `depth` is how far the start is counted.
GAMES = {
    "maharajah": Chess("chess/maharajah", "rnbqkbnr/pppppppp/8/8/8/8/8/4M3", CHESS | {"M": [(FAR, AROUND, ""), (1, KNIGHT, "")]},
                       castling(white=False), royal="KM", choice="", depth=3),
    "peasants-revolt": Chess("chess/peasants-revolt", "1nn1k1n1/4p3/8/8/8/8/PPPPPPPP/4K3", depth=3),
    "dunsany": Chess("chess/dunsany", "rnbqkbnr/pppppppp/8/8/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP", ways=castling(white=False), first="b",
                     single="white", to_the_last=True, depth=4),
    "weak": Chess("chess/weak", "nnnnknnn/pppppppp/2p2p2/1pppppp1/8/8/PPPPPPPP/RNBQKBNR", ways=castling(black=False), depth=3),
    "light-brigade": Chess("chess/light-brigade", "nnnnknnn/pppppppp/8/8/8/8/PPPPPPPP/1Q1QK1Q1", choice={"white": "Q", "black": "N"}, depth=3),
    "upside-down": Chess("chess/upside-down", "RNBQKBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbqkbnr", depth=5),
    "endgame": Chess("chess/endgame", "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3", depth=3),
    "mecklenbeck": Chess("chess/mecklenbeck", ways=ALL_WAYS, last=[6, 7, 8], may_wait=True),
    "bird": Chess("chess/bird", "rnbgqkebnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBGQKEBNR", CHESS | BIRD,
                  castling("f", "aj", "ci", "dh"), choice="QGERBN"),
    "diana": Chess("small/diana", "rbnkbr/pppppp/6/6/PPPPPP/RBNKBR", ways=castling("d", "af", "af", "dd", 6), steps={2: 1}, choice="RBN", depth=4),
    "petty": Chess("small/petty", "qkbnr/ppppp/5/5/PPPPP/QKBNR", steps={2: 1}, depth=4),
    "balbo": Chess("fairy/balbo", "4kbq4/3rnbnr3/2ppppppp2/11/11/11/11/2PPPPPPP2/3RNBNR3/4KBQ4", steps={3: 2},
                   shape=balbo_board(), promote=balbo_promotion),
    "grid-chess": Chess("fairy/grid-chess", ways=ALL_WAYS, grid=True, depth=3),
    "circular": Chess("fairy/circular", "4/4/aaaa/qbnr/kbnr/pppp/4/4/4/4/PPPP/KBNR/QBNR/AAAA/4/4", ring=True, pawns={"P": 1, "A": -1},
                      steps={3: 2, 6: 2}, passing=False, last={"P": [12], "A": [13]}),
    "eurasian": Chess("fairy/eurasian", "r1c4c1r/1nbvqkvbn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBVQKVBN1/R1C4C1R",
                      CHESS | {"C": [(FAR, STRAIGHT, "move"), ("over", STRAIGHT, "capture")],
                               "V": [(FAR, DIAGONAL, "move"), ("over", DIAGONAL, "capture")]},
                      steps={3: 2}, river=True, lost=True, depth=2),
    "anti-king": AntiKing("fairy/anti-king", "rnbqkbnr/pppppppp/3A4/8/8/3a4/PPPPPPPP/RNBQKBNR",
                          CHESS | {"A": [(1, AROUND, "move"), (1, AROUND, "own")]}, ALL_WAYS),
    "knight-relay": KnightRelay("fairy/knight-relay", pieces=CHESS | {"N": [(1, KNIGHT, "move")]}, ways=ALL_WAYS, passing=False),
    "madrasi": Madrasi("fairy/madrasi", ways=ALL_WAYS),
    "hiashatar": Hiashatar("fairy/hiashatar", "rnbhkqhbnr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNBHKQHBNR",
                           CHESS | {"H": [(2, AROUND, "")]}, steps={2: 3}, choice="Q"),
    "checkless": Checkless("chess/checkless", ways=ALL_WAYS),
    "kamikaze": Chess("effects/kamikaze", ways=ALL_WAYS, kamikaze=True),
    "einstein": Chess("effects/einstein", ways=ALL_WAYS, ladder=True, choice="", steps={1: 3, 2: 2}),
    "jetan": Jetan("fairy/jetan", "wpdfcxfdpw/taaaaaaaat/10/10/10/10/10/10/TAAAAAAAAT/WPDFCXFDPW",
                   {"C": [("walk", [AROUND] * 3, "")], "X": [("fly", [AROUND] * 3, "move")], "F": [("fly", [DIAGONAL] * 3, "")],
                    "D": [("walk", [STRAIGHT] * 3, "")], "P": [("walk", [DIAGONAL] * 2, "")], "W": [("walk", [STRAIGHT] * 2, "")],
                    "T": [("walk", [STRAIGHT, DIAGONAL], "")], "A": [(1, STEP_FORWARD, "")]}, pawns={"-": 1}, depth=2),
    "cheskers": Cheskers("fairy/cheskers", "1c1k1k1b/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/B1K1K1C1", {"B": BISHOP, "C": [(1, CAMEL, "")]},
                         first="b", pawns={"-": 1}, depth=5),
}


class Ferz:
    def __init__(self, program, game):
        folder = pathlib.Path(__file__).resolve().parents[2] / "games"
        self.program, self.file = program, str(folder / f"{game.file}.toml")

    def ask(self, command, *words):
        out = subprocess.run([self.program, command, self.file, *map(str, words)], capture_output=True, text=True)
        if out.returncode:
            sys.exit(f"{command} {self.file} {' '.join(map(str, words))}: {out.stdout}{out.stderr}")
        return out.stdout

    def perft(self, depth, fen=None):
        lines = self.ask("perft", depth, *(["--fen", fen] if fen else [])).splitlines()
        return int(next(line for line in lines if line.startswith("Nodes searched")).split(":")[1])

    def fen(self, played):
        lines = self.ask("show", *(["--moves", " ".join(played)] if played else [])).splitlines()
        return next(line[5:] for line in lines if line.startswith("FEN: "))

    def moves(self, played):
        return set(self.ask("moves", *(["--moves", " ".join(played)] if played else [])).split())


def perft(game, state, depth):
    moves = game.moves(state)
    return len(moves) if depth == 1 else sum(perft(game, after, depth - 1) for after in moves.values())


def compare(ferz, game, dice, positions, plies):
    """Random games, in which every position is compared: the number of positions, and the first difference."""
    seen = 0
    while seen < positions:
        state, played, times = game.start(), [], {}
        for _ in range(plies):
            key = (frozenset(state.board.items()), state.white)
            times[key] = times.get(key, 0) + 1
            moves = game.moves(state)
            if times[key] == 3 or seen == positions:
                break
            seen += 1
            theirs = ferz.moves(played)
            if set(moves) != theirs:
                ours, odd = sorted(set(moves) - theirs), sorted(theirs - set(moves))
                return seen, f"{ferz.fen(played)} after {' '.join(played)}: only here {ours}, only ferz {odd}"
            if not moves:
                break
            takes = [text for text, after in moves.items() if len(after.board) < len(state.board)]
            text = dice.choice(sorted(takes if takes and dice.random() < 0.3 else moves))
            played.append(text)
            state = moves[text]
    return seen, None


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("ferz")
    arguments.add_argument("--positions", type=int, default=150)
    arguments.add_argument("--plies", type=int, default=80)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--only", action="append", choices=GAMES)
    arguments.add_argument("--deeper", type=int, default=0, help="count so many plies more from the start")
    asked = arguments.parse_args()
    faults = 0
    for title, game in GAMES.items():
        if asked.only and title not in asked.only:
            continue
        ferz, dice = Ferz(asked.ferz, game), random.Random(f"{asked.seed} {title}")
        depths = range(1, game.depth + asked.deeper + 1)
        ours, theirs = [perft(game, game.start(), depth) for depth in depths], [ferz.perft(depth) for depth in depths]
        seen, difference = compare(ferz, game, dice, asked.positions, asked.plies)
        words = "" if ours == theirs else f", but ferz counts {theirs}"
        print(f"{title}: {ours}{words}; {seen} positions" + (f", and they differ: {difference}" if difference else ""), flush=True)
        faults += ours != theirs or difference is not None
    print("no difference" if not faults else f"{faults} games differ")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
