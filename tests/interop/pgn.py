#!/usr/bin/env python3
"""python-chess reads the PGN that `ferz pgn convert` writes, and ferz reads what python-chess writes: random games of chess with
comments, glyphs and variations in each other, from the start position and from other positions.

    tests/interop/pgn.py target/release/ferz [GAMES]

Needs the package `chess` (PyPI). Exit status: 0 if both agree, 1 if not.
"""

import io
import random
import subprocess
import sys

import chess
import chess.pgn

REMARKS = ["a remark", "[%clk 0:01:02]", "two\nlines", "very many words " * 12, "; %", "(e4)", 'a "quote"']


def grow(chance, node, plies, depth):
    """Adds a random line behind a node, with all that can stand in a game."""
    for _ in range(plies):
        board = node.board()
        steps = list(board.legal_moves)
        if not steps or board.is_insufficient_material() or board.can_claim_draw():
            return
        main = chance.choice(steps)
        child = node.add_variation(main)
        if depth and chance.random() < 0.15 and len(steps) > 1:
            other = chance.choice([step for step in steps if step != main])
            variation = node.add_variation(other)
            grow(chance, variation, chance.randrange(1, 6), depth - 1)
        if chance.random() < 0.15:
            child.comment = chance.choice(REMARKS)
        if chance.random() < 0.1:
            child.nags.add(chance.randrange(1, 140))
        node = child


def random_game(seed):
    chance = random.Random(seed)
    game = chess.pgn.Game()
    game.headers["Event"] = f"Game {seed}, {chance.choice('äβж♞')}"
    if chance.random() < 0.3:
        board = chess.Board()
        for _ in range(chance.randrange(10, 50)):
            steps = list(board.legal_moves)
            if not steps:
                break
            board.push(chance.choice(steps))
        if not board.is_game_over():
            game.setup(board)
    if chance.random() < 0.3:
        game.comment = "before it begins"
    grow(chance, game, chance.randrange(1, 90), 3)
    game.headers["Result"] = game.end().board().result()
    return game


def shape(node):
    """A game as nested tuples: steps, glyphs, comments, variations."""
    def words(comment):
        return " ".join(comment if isinstance(comment, list) else [comment]).split()

    return tuple(
        (child.move.uci(), tuple(sorted(child.nags)), tuple(words(child.comment)), shape(child)) for child in node.variations
    )


def ferz(program, *arguments, text):
    done = subprocess.run([program, "pgn", *arguments], input=text, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"ferz pgn {' '.join(arguments)}: {done.stderr[:2000]}")
    return done.stdout


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    program, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) == 3 else 150
    games = [random_game(seed) for seed in range(count)]
    # python-chess writes with short lines, long lines, and none of the extras
    for columns in (80, None):
        text = "\n\n".join(game.accept(chess.pgn.StringExporter(columns=columns)) for game in games) + "\n"
        said = ferz(program, "validate", "--strict", text=text)
        assert said == f"{count} games, 0 with errors\n", said
        for notation in ("san", "coordinates"):
            written = io.StringIO(ferz(program, "convert", "--notation", notation, text=text))
            for game in games:
                back = chess.pgn.read_game(written)
                assert not back.errors, back.errors
                assert shape(back) == shape(game), f"{game}\n\n{back}"
                assert back.headers["Event"] == game.headers["Event"]
                assert back.headers["Result"] == game.headers["Result"]
                assert back.board().fen() == game.board().fen()
            assert chess.pgn.read_game(written) is None
    plies = sum(len(list(game.mainline_moves())) for game in games)
    print(f"python-chess: {count} games, {plies} steps, read and written both ways")


if __name__ == "__main__":
    main()
