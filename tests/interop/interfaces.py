#!/usr/bin/env python3
"""Real interfaces drive `ferz engine`: python-chess plays a game of chess with clocks over UCI, and an unmodified XBoard plays a whole
game on a board of 12 by 8 between two ferz engines, whose every step `ferz replay` must find legal.

    tests/interop/interfaces.py target/release/ferz

Needs the package `chess` (PyPI), `xboard` and `Xvfb`. Exit status: 0 if all went well, 1 if not.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import chess
import chess.engine

# XBoard has a game of its own by the plain name, with other rules
SHOWN, GAME = "ferz-courier", "courier"
LONGEST = 240


def uci_game(ferz):
    """A whole game of chess against itself, 3 seconds a side and a little more for each move."""
    board, clocks = chess.Board(), {chess.WHITE: 3.0, chess.BLACK: 3.0}
    with chess.engine.SimpleEngine.popen_uci([ferz, "engine"]) as engine:
        while not board.is_game_over(claim_draw=True) and board.ply() < LONGEST:
            limit = chess.engine.Limit(
                white_clock=clocks[chess.WHITE], black_clock=clocks[chess.BLACK], white_inc=0.02, black_inc=0.02
            )
            begun = time.monotonic()
            played = engine.play(board, limit)
            clocks[board.turn] += 0.02 - (time.monotonic() - begun)
            assert clocks[board.turn] > 0, f"time is up after {board.ply()} plies: {board.fen()}"
            assert played.move in board.legal_moves, f"{played.move} in {board.fen()}"
            board.push(played.move)
    assert board.ply() > 20, f"a game of {board.ply()} plies"
    return f"python-chess: {board.ply()} plies, {board.result(claim_draw=True)}"


def display():
    """A display that nobody looks at, and its process."""
    for number in range(90, 120):
        if Path(f"/tmp/.X{number}-lock").exists():
            continue
        server = subprocess.Popen(
            ["Xvfb", f":{number}", "-screen", "0", "1280x1024x24"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for _ in range(50):
            if Path(f"/tmp/.X11-unix/X{number}").exists():
                return f":{number}", server
            time.sleep(0.1)
        server.kill()
    sys.exit("no display could be had")


def xboard_game(ferz):
    """A whole game between two engines, in an interface that has never heard of it."""
    screen, server = display()
    with tempfile.TemporaryDirectory() as folder:
        pgn, log = Path(folder, "game.pgn"), Path(folder, "log")
        engine = f"{ferz} engine"
        command = ["xboard", "-fcp", engine, "-scp", engine, "-variant", SHOWN, "-mode", "TwoMachines", "-mg", "1"]
        command += ["-tc", "0:05", "-inc", "0.02", "-sgf", str(pgn), "-debug", "-nameOfDebugFile", str(log)]
        environment = {**os.environ, "DISPLAY": screen, "HOME": folder}
        board = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            deadline = time.monotonic() + 180
            while not (pgn.exists() and pgn.stat().st_size) and board.poll() is None and time.monotonic() < deadline:
                time.sleep(0.5)
            time.sleep(1)
        finally:
            board.kill()
            server.kill()
        text = log.read_text(errors="replace")
        steps = re.findall(r"<(?:first |second): move (\S+)", text)
        assert pgn.exists(), f"no game was saved after {len(steps)} steps:\n{text[-2000:]}"
        game = pgn.read_text(errors="replace")
    complaints = [line for line in text.splitlines() if "Illegal move" in line or "forfeit" in line.lower()]
    assert not complaints, complaints
    assert f'[Variant "{SHOWN}"]' in game, game[:400]
    result = re.search(r'\[Result "([^"]*)"\]', game)
    assert result and result[1] in ("1-0", "0-1", "1/2-1/2"), game
    assert len(steps) > 20, steps
    replay = subprocess.run([ferz, "replay", GAME], input=" ".join(steps), capture_output=True, text=True)
    assert replay.returncode == 0, replay.stdout + replay.stderr
    # the record itself, in XBoard's own notation, whose letters of men are not always the game's
    # the rule that a bare king has lost XBoard doesn't know, and may call a draw what the engines call won: then only the steps count
    record = game.replace("1/2-1/2", "*") if "but bare king" in game else game
    check = subprocess.run([ferz, "pgn", "validate"], input=record, capture_output=True, text=True)
    assert check.returncode == 0, check.stderr + game
    return f"xboard: {len(steps)} steps, {result[1]}"


def main():
    ferz = shutil.which(sys.argv[1]) if len(sys.argv) == 2 else None
    if ferz is None:
        sys.exit(__doc__)
    print(uci_game(os.path.abspath(ferz)), flush=True)
    print(xboard_game(os.path.abspath(ferz)), flush=True)


if __name__ == "__main__":
    main()
