#!/usr/bin/env python3
"""python-chess plays its nine variants against `ferz engine`, as they are and with `chess960=True`.

    tests/interop/python_chess.py target/release/ferz

python-chess sends `UCI_Variant` and `UCI_Chess960`, and checks every move. Each variant is played until a hundred moves have been made, over
several games if need be; every other game with shuffled first ranks begins from one of the 960 positions, where the variant begins like
chess. A null move, a refused position or an illegal move is a fault. Exit status: 0 if all is well, 1 if not.
"""

import argparse
import random
import sys

import chess
import chess.engine
import chess.variant

MOVES = 100
VARIANTS = [chess.Board, *(variant for variant in chess.variant.VARIANTS if variant.uci_variant != "chess")]
# their names of chess, played from elsewhere or with other ends that python-chess does not tell the engine of
SAME = {"giveaway", "suicide", "codrus"}


def begin(variant, shuffled, dice):
    """A board to begin with."""
    if not shuffled:
        return variant()
    board = variant(chess960=True)
    first = variant.starting_fen.split("/")
    if dice.random() < 0.5 and first[0] == "rnbqkbnr" and first[-1].startswith("RNBQKBNR"):
        rank = chess.Board.from_chess960_pos(dice.randrange(960)).fen().split(" ")[0].split("/")[-1]
        placement, rest = variant.starting_fen.split(" ", 1)
        rows = [rank.lower(), *placement.split("/")[1:-1], rank + placement.split("/")[-1][8:]]
        board.set_fen("/".join(rows) + " " + rest)
    return board


def play(engine, variant, shuffled, dice):
    """Plays games until enough moves have been made; how many games."""
    made, games = 0, 0
    while made < MOVES:
        board, game = begin(variant, shuffled, dice), object()
        games += 1
        while made < MOVES and not board.is_game_over(claim_draw=True):
            result = engine.play(board, chess.engine.Limit(nodes=60), game=game)
            assert result.move and result.move in board.legal_moves, f"{result.move} in {board.fen()}"
            board.push(result.move)
            made += 1
            # every other move is any move, so that games differ
            if made % 2 and not board.is_game_over(claim_draw=True):
                board.push(dice.choice(list(board.legal_moves)))
                made += 1
    return games


def main():
    parser = argparse.ArgumentParser(description="python-chess against ferz.")
    parser.add_argument("ferz")
    arguments = parser.parse_args()
    dice, failed = random.Random(960), False
    with chess.engine.SimpleEngine.popen_uci([arguments.ferz, "engine"]) as engine:
        for variant in VARIANTS:
            for shuffled in [False, True]:
                name = variant.uci_variant + (" with chess960" if shuffled else "")
                if variant.uci_variant in SAME:
                    continue
                try:
                    print(f"{name}: {play(engine, variant, shuffled, dice)} games", flush=True)
                except (AssertionError, chess.engine.EngineError) as problem:
                    failed = True
                    print(f"FAILED {name}: {problem}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
