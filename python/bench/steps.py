"""Steps per second with the legal moves of every position, in random games of chess: ferz beside pyffish and python-chess.

A step plays a random legal move, finds out whether the game is over, begins it again if it is, and has the legal moves of the next position:
ferz as a mask over all its actions, the others as a list. The first number is by wall-clock time; the second is by CPU time, which does not
suffer from what else the machine does. `python steps.py [SECONDS] [GAMES]`; pyffish and chess are left out if they are not installed. With `--pgx`
at the end it also measures pgx, on the CPU, with 64 games: it takes a minute to compile.
"""

from __future__ import annotations

import random
import sys
import time

import ferz


class Watch:
    """Counts steps by wall-clock time and by CPU time."""

    def __init__(self, seconds: float):
        self.seconds, self.steps = seconds, 0
        self.begun, self.worked = time.perf_counter(), time.process_time()

    def runs(self) -> bool:
        return time.perf_counter() - self.begun < self.seconds

    def rates(self) -> tuple[float, float]:
        clock, worked = time.perf_counter() - self.begun, time.process_time() - self.worked
        return self.steps / clock, self.steps / worked


def with_ferz(seconds: float, games: int, threads: int, *, observe: bool = False) -> tuple[float, float]:
    batch = ferz.Batch("chess", games, 1, threads=threads, max_plies=1 << 30)
    for _ in range(100):
        batch.step(batch.sample())
    watch = Watch(seconds)
    while watch.runs():
        batch.step(batch.sample())
        if observe:
            batch.observe()
        watch.steps += games
    return watch.rates()


def with_pyffish(seconds: float) -> tuple[float, float]:
    import pyffish

    dice = random.Random(1)
    start = pyffish.start_fen("chess")
    fen, moves = start, pyffish.legal_moves("chess", start, [])
    clocks, seen = 0, {}
    watch = Watch(seconds)
    while watch.runs():
        fen = pyffish.get_fen("chess", fen, [dice.choice(moves)])
        moves = pyffish.legal_moves("chess", fen, [])
        board, clocks = fen.rsplit(" ", 2)[0], int(fen.rsplit(" ", 2)[1])
        seen[board] = seen.get(board, 0) + 1
        over = not moves or clocks >= 100 or seen[board] >= 3
        if over or pyffish.has_insufficient_material("chess", fen, []) == (True, True):
            fen, moves, seen = start, pyffish.legal_moves("chess", start, []), {}
        watch.steps += 1
    return watch.rates()


def with_python_chess(seconds: float) -> tuple[float, float]:
    import chess

    dice = random.Random(1)
    board = chess.Board()
    moves = list(board.legal_moves)
    watch = Watch(seconds)
    while watch.runs():
        board.push(dice.choice(moves))
        moves = list(board.legal_moves)
        over = not moves or board.is_insufficient_material() or board.halfmove_clock >= 100
        if over or board.is_repetition(3):
            board.reset()
            moves = list(board.legal_moves)
        watch.steps += 1
    return watch.rates()


def with_pgx(seconds: float, games: int = 64) -> tuple[float, float]:
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("chess")
    step = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def advance(state, key):
        weights = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        return step(state, jax.random.categorical(key, weights), jax.random.split(key, games))

    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, games))
    state = jax.block_until_ready(advance(state, key))
    watch = Watch(seconds)
    while watch.runs():
        key, own = jax.random.split(key)
        state = jax.block_until_ready(advance(state, own))
        watch.steps += games
    return watch.rates()


def main() -> None:
    arguments = [argument for argument in sys.argv[1:] if argument != "--pgx"]
    seconds = float(arguments[0]) if arguments else 5.0
    games = int(arguments[1]) if len(arguments) > 1 else 256
    rates = {
        f"ferz, {games} games, two threads": lambda: with_ferz(seconds, games, 2),
        f"ferz, {games} games, one thread": lambda: with_ferz(seconds, games, 1),
        f"ferz, {games} games, two threads, observed": lambda: with_ferz(seconds, games, 2, observe=True),
        "pyffish": lambda: with_pyffish(seconds),
        "python-chess": lambda: with_python_chess(seconds),
    }
    if "--pgx" in sys.argv:
        rates["pgx, 64 games"] = lambda: with_pgx(seconds)
    for name, measure in rates.items():
        try:
            clock, worked = measure()
            print(f"{name:44} {clock:12,.0f} steps per second, {worked:12,.0f} per CPU second")
        except ImportError:
            print(f"{name:44} not installed")


if __name__ == "__main__":
    main()
