#!/usr/bin/env python3
"""Compares ferz with Fairy-Stockfish, move by move.

Both programs count the paths behind every legal move (`perft --divide`), and the moves and counts must be the same: from the
array, and in positions of random games that Fairy-Stockfish plays with a fixed seed. The games themselves go through
`ferz replay`, whose count of legal moves must be Fairy-Stockfish's at every ply.

    tests/interop/fairy_stockfish.py                             every game: the array, and 240 positions
    tests/interop/fairy_stockfish.py courier shatranj --positions 1000 --seed 7
    tests/interop/fairy_stockfish.py --positions 0 --arrays 5    the arrays only, to depth 5

Exit status: 0 both agree everywhere, 1 they don't, 2 one of them can't be run.

Fairy-Stockfish judges a bare king one move later than the games that have that rule: it lets the bared side move on. So no
position is compared in which a side could stand bare before the last move that is counted, and no game is played on
to a bare king. Repetition and idle play cut no count; games stop before they would end one. Nor do moves that have run out in an endgame
of makruk: a game is compared until then.
"""

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MOVE = re.compile(r"([a-z]\d+)([a-z]\d+)([a-z]?)")
DIVIDE = re.compile(r"(\S+): (\d+)")
IDLE_LIMIT = 90  # moves; under every game's


@dataclass(frozen=True)
class Game:
    """A game that both programs know."""

    name: str
    """Its name in ferz."""
    peer: str
    """Its UCI_Variant in Fairy-Stockfish."""
    array: str
    """In ferz's letters."""
    letters: dict = field(default_factory=dict)
    """ferz's capital letters to Fairy-Stockfish's, where they differ."""
    bare_king: bool = False
    """True if a bare king ends the game."""
    changes: str = ""
    """TOML that makes the built-in game the one Fairy-Stockfish plays."""
    ini: str = ""
    """The game for Fairy-Stockfish, if it is not built in there."""


COURIER = {"Q": "F", "S": "M", "F": "W", "C": "B", "B": "E"}

GAMES = {
    game.name: game
    for game in [
        Game(
            "courier-historic",
            "courier",
            "rnbcsk1fcbnr/1ppppp1pppp1/6q5/p5p4p/P5P4P/6Q5/1PPPPP1PPPP1/RNBCSK1FCBNR w - - 0 1",
            COURIER,
            bare_king=True,
        ),
        Game(
            "courier",
            "courier",
            "rnbcs1kfcbnr/1pppp1ppppp1/5q6/p4p5p/P4P5P/5Q6/1PPPP1PPPPP1/RNBCS1KFCBNR w - - 0 1",
            COURIER,
            bare_king=True,
        ),
        Game(
            "courier-de-la-dama",
            "dama",
            "rnbcskqfcbnr/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNBCSKQFCBNR w - - 0 1",
            # Fairy-Stockfish has no leaps for unmoved pieces, and always en passant with a double step.
            changes='[pieces]\nking = { moves = "K" }\nbishop = { moves = "F" }\n[en-passant]\npieces = "pawn"\n',
            ini=(
                "[dama]\nmaxRank = 8\nmaxFile = 12\n"
                "king = k\nqueen = q\ncommoner = s\nwazir = f\nbishop = c\nfers = b\nknight = n\nrook = r\npawn = p\n"
                "startFen = rnbcskqfcbnr/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNBCSKQFCBNR w - - 0 1\n"
                "promotionRank = 8\npromotionPieceTypes = qsfcbnr\ndoubleStep = true\ndoubleStepRank = 2\n"
                "castling = false\nstalemateValue = loss\n"
            ),
        ),
        Game("chess", "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        Game(
            "shatranj",
            "shatranj",
            "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1",
            bare_king=True,
        ),
        Game("makruk", "makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"),
        Game("capablanca", "capablanca", "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1"),
    ]
}


class Disagreement(Exception):
    """The programs differ, or one of them has failed; the text says where."""


def translated(text, table):
    """A text with its letters exchanged, in both cases."""
    both = {**table, **{old.lower(): new.lower() for old, new in table.items()}}
    return "".join(both.get(letter, letter) for letter in text)


def pieces(fen):
    """White's and Black's number of pieces."""
    placement = fen.split()[0]
    return [sum(test(letter) for letter in placement) for test in (str.isupper, str.islower)]


def squares(fen):
    """The pieces by square, `e4` to `P`."""
    found = {}
    ranks = fen.split()[0].split("/")
    for rank, row in zip(range(len(ranks), 0, -1), ranks):
        file = 0
        for run, letter in re.findall(r"(\d+)|(.)", row):
            if letter:
                found[f"{chr(ord('a') + file)}{rank}"] = letter
            file += int(run or 1)
    return found


class FairyStockfish:
    """Fairy-Stockfish on a pipe. Everything that goes in or comes out is in ferz's letters."""

    def __init__(self, program, ini):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.version = next(line for line in self.ask("uci", "uciok") if line.startswith("id name")).removeprefix("id name ")
        self.ask(f"setoption name VariantPath value {ini}\nisready", "readyok")

    def ask(self, commands, last):
        """Sends commands and gives the lines of the answer, down to the one that begins with `last`."""
        self.process.stdin.write(commands + "\n")
        self.process.stdin.flush()
        lines = []
        for line in self.process.stdout:
            lines.append(line.strip())
            if lines[-1].startswith(last):
                return lines
        raise SystemExit("Fairy-Stockfish has stopped without an answer")

    def play(self, game):
        self.game = game
        self.back = {peer: own for own, peer in game.letters.items()}
        self.ask(f"setoption name UCI_Variant value {game.peer}\nisready", "readyok")

    def to_peer(self, move):
        start, end, piece = MOVE.fullmatch(move).groups()
        return start + end + translated(piece, self.game.letters)

    def from_peer(self, move):
        start, end, piece = MOVE.fullmatch(move).groups()
        return start + end + translated(piece, self.back)

    def position(self, fen, moves=()):
        placement, rest = fen.split(" ", 1)
        played = "".join(f" {self.to_peer(move)}" for move in moves)
        return f"position fen {translated(placement, self.game.letters)} {rest}" + (f" moves{played}" if played else "")

    def divide(self, fen, moves, depth):
        lines = self.ask(f"{self.position(fen, moves)}\ngo perft {depth}", "Nodes searched")
        found = filter(None, map(DIVIDE.fullmatch, lines))
        return {self.from_peer(line[1]): int(line[2]) for line in found if line[1][0].islower()}

    def after(self, fen, move):
        """The position after a move."""
        lines = self.ask(f"{self.position(fen, [move])}\nd\nisready", "readyok")
        found = next(line for line in lines if line.startswith("Fen: ")).split()[1:]
        # Where pieces are counted down towards a draw, that count stands in the en passant field.
        passant = "-" if found[3].isdigit() else found[3]
        return " ".join([translated(found[0], self.back), found[1], found[2], passant, "0", "1"])

    def close(self):
        self.process.stdin.write("quit\n")
        self.process.stdin.close()
        self.process.wait()


class Ferz:
    """The ferz binary; one process per question."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def play(self, game):
        self.name = game.name
        if game.changes:
            self.name = str(self.folder / f"{game.name}.toml")
            Path(self.name).write_text(f'extends = "{game.name}"\n{game.changes}')

    def run(self, *arguments, text="", accepted=(0,)):
        done = subprocess.run([self.program, *arguments], input=text, capture_output=True, text=True)
        if done.returncode not in accepted:
            raise Disagreement(f"ferz {' '.join(arguments)} failed with {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def divide(self, fen, moves, depth):
        arguments = ["--moves", " ".join(moves)] if moves else []
        answer = self.run("perft", self.name, str(depth), "--fen", fen, "--divide", *arguments)
        *lines, total = answer.splitlines()
        found = {line[1]: int(line[2]) for line in map(DIVIDE.fullmatch, lines) if line}
        if total != f"Nodes searched: {sum(found.values())}":
            raise Disagreement(f"  position: {fen}\n  the moves of ferz have {sum(found.values())} paths, but: {total}")
        return found

    def replay(self, games):
        """An answer a game; one with an illegal move says so."""
        lines = "".join(" ".join(moves) + "\n" for moves in games)
        answers = [json.loads(line) for line in self.run("replay", self.name, text=lines, accepted=(0, 1)).splitlines()]
        if len(answers) != len(games):
            raise Disagreement(f"ferz replay {self.name} answered {len(answers)} of {len(games)} games")
        return answers


class Playout:
    """A random game by Fairy-Stockfish: moves, the counts before them, and the positions on the way."""

    def __init__(self, peer, game, seed):
        self.moves, self.counts, self.fens = [], [], []
        chance = random.Random(seed)
        length = chance.randrange(20, 240)
        eager = chance.choice([0.0, 0.2, 0.5])  # how often a capture is preferred
        pushing = chance.choice([0.0, 0.2, 0.4])  # and how often a pawn
        fen, idle, seen = game.array, 0, Counter()
        while True:
            legal = sorted(peer.divide(fen, (), 1))
            self.fens.append(fen)
            self.counts.append(len(legal))
            seen[tuple(fen.split()[:2])] += 1
            if not legal or len(self.moves) == length:
                return
            board = squares(fen)
            move = self.choose(chance, legal, board, eager, pushing)
            start, end, _ = MOVE.fullmatch(move).groups()
            idle = 0 if end in board or board[start] in "Pp" else idle + 1
            fen = peer.after(fen, move)
            if idle == IDLE_LIMIT or seen[tuple(fen.split()[:2])] == 2 or (game.bare_king and min(pieces(fen)) == 1):
                return
            self.moves.append(move)

    @staticmethod
    def choose(chance, legal, board, eager, pushing):
        takes = [move for move in legal if MOVE.fullmatch(move)[2] in board]
        pawns = [move for move in legal if board[MOVE.fullmatch(move)[1]] in "Pp"]
        if takes and chance.random() < eager:
            return chance.choice(takes)
        if pawns and chance.random() < pushing:
            return chance.choice(pawns)
        return chance.choice(legal)


def difference(fen, moves, ours, theirs):
    """The differences in one position, for people."""
    lines = [f"  position: {fen}" + (f"  after {' '.join(moves)}" if moves else "")]
    for who, some, others in (("ferz", ours, theirs), ("Fairy-Stockfish", theirs, ours)):
        only = sorted(set(some) - set(others))
        if only:
            lines.append(f"  only {who} has: {' '.join(only)}")
    counts = [f"{move} ({ours[move]}, not {theirs[move]})" for move in sorted(ours) if ours[move] != theirs.get(move, ours[move])]
    if counts:
        lines.append(f"  ferz counts otherwise: {', '.join(counts)}")
    return "\n".join(lines)


def compare(ferz, peer, fen, depth, moves=()):
    """Compares one position; where counts differ, goes down to a position where the moves do."""
    ours, theirs = ferz.divide(fen, moves, depth), peer.divide(fen, moves, depth)
    if ours == theirs:
        return ours
    report = difference(fen, moves, ours, theirs)
    if ours.keys() == theirs.keys() and depth > 1:
        wrong = min(move for move in ours if ours[move] != theirs[move])
        try:
            compare(ferz, peer, fen, depth - 1, (*moves, wrong))
        except Disagreement as deeper:
            report = str(deeper)
    raise Disagreement(report)


class Tally:
    """The numbers of checks that passed and failed."""

    def __init__(self):
        self.passed = self.failed = 0

    def check(self, what, action):
        try:
            found = action()
            self.passed += 1
            return found
        except Disagreement as problem:
            self.failed += 1
            print(f"FAILED {what}\n{problem}", flush=True)
            return None


def comparable(game, fen, depth):
    """True if no king can stand bare before the last move that is counted."""
    return not game.bare_king or min(pieces(fen)) >= 2 + depth // 2


def positions(peer, game, arguments):
    """Random games, and positions from them: distinct, so many as are wanted."""
    games, chosen, number = [], {}, 0
    while len(chosen) < arguments.positions:
        playout = Playout(peer, game, f"{arguments.seed} {game.name} {number}")
        games.append(playout)
        chance = random.Random(f"{arguments.seed} {game.name} {number} positions")
        usable = [fen for fen in playout.fens if comparable(game, fen, arguments.depth)]
        for fen in chance.sample(usable, min(len(usable), 8)) + playout.fens[-1:]:
            if len(chosen) < arguments.positions and comparable(game, fen, arguments.depth):
                chosen.setdefault(fen)
        number += 1
    return games, list(chosen)


def same_counts(answer, playout):
    counts = answer.get("counts", []) + [answer.get("next_count", 0)]
    if answer.get("reason") == "counted-out" and answer["counts"] == playout.counts[: len(answer["counts"])]:
        # perft of the other program counts on when the moves of an endgame have run out; counting.py compares when that is
        return
    if "error" in answer or counts != playout.counts:
        plies = [ply for ply, (own, peer) in enumerate(zip(counts, playout.counts)) if own != peer]
        place = plies[0] if plies else min(len(counts), len(playout.counts))
        raise Disagreement(
            f"  moves: {' '.join(playout.moves)}\n"
            f"  counts differ first at ply {place}: {playout.fens[min(place, len(playout.fens) - 1)]}\n"
            f"  ferz ended with: {answer.get('result')} {answer.get('reason') or ''} {answer.get('error') or ''}"
        )


def random_games(ferz, peer, game, arguments, tally):
    games, fens = positions(peer, game, arguments)
    met = Counter()
    for number, fen in enumerate(fens):
        deeper = arguments.deeper and number % arguments.deeper == 0 and comparable(game, fen, arguments.depth + 1)
        depth = arguments.depth + bool(deeper)
        found = tally.check(f"{game.name}, depth {depth}", lambda: compare(ferz, peer, fen, depth))
        met["deeper"] += bool(deeper)
        met["promotion"] += any(move[-1].isalpha() for move in found or ())
        board = squares(fen)
        kings = [move for move in found or () if board[MOVE.fullmatch(move)[1]] in "Kk"]
        met["castling"] += any(abs(ord(move[0]) - ord(MOVE.fullmatch(move)[2][0])) > 1 for move in kings)
        met["en passant"] += fen.split()[3] != "-"
        met["at most six pieces"] += sum(pieces(fen)) <= 6
        met["the game over"] += found == {}
    answers = tally.check(f"{game.name}, replay", lambda: ferz.replay([playout.moves for playout in games]))
    for number, playout in enumerate(games):
        if answers is not None:
            tally.check(f"{game.name}, game {number}", lambda: same_counts(answers[number], playout))
    kinds = ", ".join(f"{count} {'' if kind == 'deeper' else 'with '}{kind}" for kind, count in sorted(met.items()) if count)
    plies = sum(len(playout.moves) for playout in games)
    print(f"{game.name}: {len(fens)} positions at depth {arguments.depth} ({kinds}); {len(games)} games, {plies} moves", flush=True)


def arrays(ferz, peer, game, arguments, tally):
    counts = []
    for depth in range(1, arguments.arrays + 1):
        found = tally.check(f"{game.name}, array, depth {depth}", lambda: compare(ferz, peer, game.array, depth))
        counts.append("?" if found is None else str(sum(found.values())))
    if counts:
        print(f"{game.name}: start position: {', '.join(counts)}", flush=True)


def read_arguments():
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    parser = argparse.ArgumentParser(description="Compares ferz with Fairy-Stockfish, move by move.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}; all by default")
    parser.add_argument("--arrays", type=int, default=4, metavar="DEPTH", help="count from the array to this depth (4)")
    parser.add_argument("--positions", type=int, default=240, metavar="N", help="so many positions of random games (240)")
    parser.add_argument("--depth", type=int, default=2, metavar="DEPTH", help="count to this depth in them (2)")
    parser.add_argument("--deeper", type=int, default=10, metavar="N", help="one deeper in every Nth (10; 0: in none)")
    parser.add_argument("--seed", default="1205", help="of the random games (1205)")
    parser.add_argument("--ferz", default=str(target / "release" / "ferz"), help="the ferz program")
    engine = shutil.which("fairy-stockfish") or "/usr/games/fairy-stockfish"
    parser.add_argument("--engine", default=engine, help="the Fairy-Stockfish program")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.games if name not in GAMES]
    missing = [program for program in (arguments.ferz, arguments.engine) if shutil.which(program) is None]
    if unknown or missing:
        problems = [f"no game `{name}` here" for name in unknown] + [f"can't run {program}" for program in missing]
        parser.error("; ".join(problems))
    return arguments


def main():
    arguments = read_arguments()
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        ini = Path(folder) / "variants.ini"
        ini.write_text("\n".join(game.ini for game in GAMES.values() if game.ini))
        ferz, peer = Ferz(arguments.ferz, Path(folder)), FairyStockfish(arguments.engine, ini)
        print(f"peer: {peer.version}", flush=True)
        for name in arguments.games or GAMES:
            game = GAMES[name]
            ferz.play(game)
            peer.play(game)
            arrays(ferz, peer, game, arguments, tally)
            if arguments.positions:
                random_games(ferz, peer, game, arguments, tally)
        peer.close()
    print(f"{tally.passed} passed, {tally.failed} failed")
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
