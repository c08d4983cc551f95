#!/usr/bin/env python3
"""Real interfaces drive `ferz engine`: python-chess plays a game of chess with clocks over UCI, and
one in which both sides think in the time of the other, and an unmodified XBoard plays a whole
game on a board of 12 by 8 between two ferz engines, whose every step `ferz replay` must find legal, and games in which both sides castle
to squares it has never heard of, and one whose end it would judge otherwise.

    tests/interop/interfaces.py target/release/ferz

Needs the package `chess` (PyPI), `xboard` and `Xvfb`. Exit status: 0 if all went well, 1 if not.
"""

import logging
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import chess
import chess.engine

# XBoard has a game of its own by the plain name, with other rules
SHOWN, GAME = "ferz-courier", "courier"
LONGEST = 240
# seconds; longer than this nothing takes, whatever else the machine does
PATIENCE = 900


def start(ferz):
    return chess.engine.SimpleEngine.popen_uci([ferz, "engine"], timeout=PATIENCE)


def clocks(board, seconds, **more):
    """What the clocks show, as far as the engine is told: so many seconds less with each move, however long it took."""
    left = max(0.2, seconds * (1 - board.ply() / LONGEST))
    return chess.engine.Limit(white_clock=left, black_clock=left, white_inc=0.02, black_inc=0.02, **more)


def uci_game(ferz):
    """A whole game of chess against itself, 3 seconds a side and a little more for each move."""
    board = chess.Board()
    with start(ferz) as engine:
        while not board.is_game_over(claim_draw=True) and board.ply() < LONGEST:
            played = engine.play(board, clocks(board, 3))
            assert played.move in board.legal_moves, f"{played.move} in {board.fen()}"
            board.push(played.move)
    return f"python-chess: {board.ply()} plies, {board.result(claim_draw=True)}"


class Hits(logging.Handler):
    """Counts how often the expected step was made."""

    count = 0

    def emit(self, record):
        self.count += record.getMessage().endswith("<< ponderhit")


def pondered_game(ferz):
    """A whole game of chess between two engines that think in each other's time, of which they have more than they need for some nodes."""
    board, hits = chess.Board(), Hits()
    logger = logging.getLogger("chess.engine")
    logger.addHandler(hits)
    logger.setLevel(logging.DEBUG)
    logger.propagate = False
    with start(ferz) as white, start(ferz) as black:
        while not board.is_game_over(claim_draw=True) and board.ply() < LONGEST:
            played = (white if board.turn else black).play(board, clocks(board, 36_000, nodes=5000), game=ferz, ponder=True)
            assert played.move in board.legal_moves, f"{played.move} in {board.fen()}"
            board.push(played.move)
    logger.removeHandler(hits)
    assert board.ply() > 20, f"a game of {board.ply()} plies"
    assert hits.count > 0, "no step was as expected"
    return f"python-chess, pondering: {board.ply()} plies, {hits.count} as expected, {board.result(claim_draw=True)}"


def display():
    """A display that nobody looks at, and its process. The server chooses the number: it knows which are taken by the living."""
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x1024x24"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    number = server.stdout.readline().strip()
    if not number:
        sys.exit(f"no display could be had: Xvfb ended with {server.wait()}")
    return f":{number}", server


def ended(process):
    """Asks a process to end, so that it can tidy up after itself, and waits for it."""
    process.terminate()
    try:
        process.wait(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def xboard_game(ferz, shown, game, least, files=()):
    """A whole game between two engines, in an interface that has never heard of it: its moves, and a word about it."""
    screen, server = display()
    with tempfile.TemporaryDirectory() as folder:
        pgn, log = Path(folder, "game.pgn"), Path(folder, "log")
        engine = " ".join([ferz, "engine", *files])
        command = ["xboard", "-fcp", engine, "-scp", engine, "-variant", shown, "-mode", "TwoMachines", "-mg", "1"]
        # a search ends at a depth, long before the time is up
        command += ["-tc", "60", "-inc", "10", "-depth", "3", "-sgf", str(pgn), "-debug", "-nameOfDebugFile", str(log)]
        # when the match is over, it ends without asking anybody
        command += ["-popupExitMessage", "false", "-matchPause", "100"]
        # the engines say how the game has ended: XBoard would end it by the rules of chess, and refuse what they claim
        for judged in ("-checkMates", "-testClaims", "-materialDraws", "-trivialDraws"):
            command += [judged, "false"]
        environment = {**os.environ, "DISPLAY": screen, "HOME": folder}
        board = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            board.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            # what it has done until then is told below
            ended(board)
        finally:
            ended(server)
        text = log.read_text(errors="replace")
        moves = re.findall(r"<(?:first |second): move (\S+)", text)
        assert pgn.exists(), f"no game was saved after {len(moves)} moves:\n{text[-2000:]}"
        record = pgn.read_text(errors="replace")
    complaints = [line for line in text.splitlines() if "Illegal move" in line or "forfeit" in line.lower()]
    assert not complaints, complaints
    assert f'[Variant "{shown}"]' in record, record[:400]
    result = re.search(r'\[Result "([^"]*)"\]', record)
    assert result and result[1] in ("1-0", "0-1", "1/2-1/2"), record
    assert len(moves) > least, moves
    replay = subprocess.run([ferz, "replay", game], input=" ".join(moves), capture_output=True, text=True)
    assert replay.returncode == 0, replay.stdout + replay.stderr
    # the record itself, in XBoard's own notation, whose letters of pieces are not always the game's
    # the rule that a bare king has lost XBoard doesn't know, and may call a draw what the engines call won: then only the moves count
    read = record.replace("1/2-1/2", "*") if "but bare king" in record else record
    known = ["--game", game] if files else []
    check = subprocess.run([ferz, "pgn", "validate", *known], input=read, capture_output=True, text=True)
    assert check.returncode == 0, check.stderr + record
    return moves, f"xboard, {shown}: {len(moves)} moves, {result[1]}"


def castled_game(ferz, folder):
    """Both sides castle, in games of which the interface knows what the engine tells it: to the right by three steps, to the left by two."""
    told = []
    text = Path(__file__).with_name("castles.toml").read_text()
    fen = re.search(r'^fen = "(\S+)"', text, re.M)[1]
    # the same with Black and White in each other's place, as each sees the board
    swapped = "/".join(rank.swapcase() for rank in reversed(fen.split("/")))
    for number, placement, first in ((1, fen, ["f1i1", "f8d8"]), (2, swapped, ["f1d1", "f8i8"])):
        file = Path(folder, f"castles-{number}.toml")
        file.write_text(text.split("[[example]]")[0].replace(fen, placement))
        moves, words = xboard_game(ferz, file.stem, str(file), 10, [str(file)])
        assert moves[:2] == first, moves
        told.append(words)
    return "\n".join(told)


def bent_game(ferz):
    """Pieces that bend, which the interface is told by legs, since it reads no brackets: it finds no move illegal."""
    file = Path(__file__).with_name("bent.toml")
    moves, words = xboard_game(ferz, file.stem, str(file), 10, [str(file)])
    # the griffon has no other move, and the manticore takes it
    assert moves[:2] == ["b8a1", "d5a1"], moves
    return words


def stalemated_game(ferz):
    """A player who cannot move has lost, against the rules of chess: the interface takes the engine's word."""
    file = Path(__file__).with_name("stalemate.toml")
    moves, words = xboard_game(ferz, file.stem, str(file), 0, [str(file)])
    assert moves == ["g5g6"] and words.endswith(" 1-0"), (moves, words)
    return words


def main():
    ferz = shutil.which(sys.argv[1]) if len(sys.argv) == 2 else None
    if ferz is None:
        sys.exit(__doc__)
    print(uci_game(os.path.abspath(ferz)), flush=True)
    print(pondered_game(os.path.abspath(ferz)), flush=True)
    print(xboard_game(os.path.abspath(ferz), SHOWN, GAME, 20)[1], flush=True)
    # games that XBoard knows itself, with the same rules and start positions
    for game in ("shatranj", "makruk"):
        print(xboard_game(os.path.abspath(ferz), game, game, 20)[1], flush=True)
    with tempfile.TemporaryDirectory() as folder:
        print(castled_game(os.path.abspath(ferz), folder), flush=True)
    print(bent_game(os.path.abspath(ferz)), flush=True)
    print(stalemated_game(os.path.abspath(ferz)), flush=True)


if __name__ == "__main__":
    main()
