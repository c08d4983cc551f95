#!/usr/bin/env python3
"""Measures ferz beside cozy-chess, haitaka and Fairy-Stockfish. `peers.sh` builds them and calls this.

Every program is a process of its own, and they take turns, so that whatever else the machine does hits all of them. Times are
user CPU times, ratios are medians over the runs, and more than 1 means that ferz is faster. Answers are compared with each
other wherever two programs count the same, and a difference ends the run with an error.

What the lines mean:

field
    Bulk perft of thirty games beside the newest Fairy-Stockfish, which counts the last moves, too: the best of the runs of each, the start
    of the programs not measured. Differences of counts that are known, with
    their reasons, are in this file; any other ends the run. Shogi also beside haitaka; and nodes a second of both engines in a search of
    one thread.
bulk perft
    Paths counted, the last move of each not made. With cozy-chess both count the last move without a list. Fairy-Stockfish makes
    a list of it; its command has no other way. Ratios are of nodes per second.
list perft
    As above, but both programs write the last moves into a list too.
random playouts, against cozy-chess
    Both play random games with the same dice from the same array: list the moves, choose one, make it, at most 400 times; no
    draws by repetition or idle play. Moves per second.
random playouts, against Fairy-Stockfish
    Fairy-Stockfish plays no random games, and from Python (pyffish) one would measure Python, which hands positions over as text. But
    what such a game consists of, making a move and listing the moves after it, is what it does for each inner position of a
    perft. So its rate is the number of lists it makes in counting some positions of random games (1 + perft 1 + perft 2 ... but for
    the last depth), by the time that takes. It has no dice to throw; and it takes each move back, which costs little.
other games
    Games that no peer plays, as nodes per second in ferz over the nodes per second at which Fairy-Stockfish counts Courier; English
    draughts by the moves per second of random games.
two threads over one
    How long two processes take that run at once and each count everything in one thread, by how long one process takes that counts
    it in two threads: 2 at best, however busy the machine is otherwise. Also one process by wall-clock time, which says
    the same on a machine that does nothing else.

Exit status: 0 measured, 1 programs disagree, 2 one of them can't be run.
"""

import argparse
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

# name, depth in bulk, depth by lists
CHESS = [
    ("start", 6, 6, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("Kiwipete", 5, 5, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("rook endgame", 7, 7, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    ("promotions", 6, 5, "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"),
    ("position 5", 5, 5, "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"),
    ("middle game", 5, 5, "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"),
]
# game of ferz, of Fairy-Stockfish, depth, goal
SHARED = [
    ("courier-historic", "courier", 6, 20),
    ("capablanca", "capablanca", 5, 10),
    ("shatranj", "shatranj", 6, 10),
    ("makruk", "makruk", 5, 10),
]
# game of ferz, depth, goal
ALONE = [("korkserschach", 6, 4), ("courier-spiel", 5, 4), ("courtyard", 7, 2)]
# ferz's letters of the Courier game as Fairy-Stockfish writes them
COURIER = str.maketrans("QSFCBqsfcb", "FMWBEfmwbe")
DRAUGHTS = "english-draughts"


# game of ferz, of Fairy-Stockfish or the file that tells it the rules, depth, goal; the boards of the first have up to 64 squares
SMALL = [
    ("chess", "chess", 6, 3),
    ("three-check", "3check", 6, 7),
    ("king-of-the-hill", "kingofthehill", 6, 3),
    ("crazyhouse", "crazyhouse", 6, 6.5),
    ("atomic", "atomic", 6, 3),
    ("antichess", "antichess", 6, 3),
    ("racing-kings", "racingkings", 6, 5),
    ("horde", "horde", 7, 5.5),
    ("placement", "placement", 5, 9),
    ("seirawan", "seirawan", 6, 4.5),
    ("makruk", "makruk", 6, 3),
    ("sittuyin", "sittuyin", 4, 7),
    ("minishogi", "minishogi", 7, 7),
    ("tori-shogi", "torishogi", 6, 4.5),
    ("kyoto-shogi", "kyotoshogi", 7, 3),
    ("spartan", "spartan", 6, 3),
    ("orda", "orda.ini", 5, 3),
    ("synochess", "synochess.ini", 5, 6),
    ("reversi", "flipello", 10, 3),
    ("ataxx", "ataxx", 6, 3),
    ("breakthrough", "breakthrough", 6, 3),
    ("clobber", "clobber", 5, 3),
]
LARGE = [
    ("shogi", "shogi", 5, 3),
    ("xiangqi", "xiangqi", 5, 3),
    ("janggi", "janggi", 5, 4),
    ("janggi-traditional", "janggitraditional", 5, 4),
    ("courier-historic", "courier", 6, 20),
    ("capablanca", "capablanca", 5, 3),
    ("grand", "grand", 5, 3),
    ("shako", "shako", 5, 3),
    ("chak", "chak.ini", 5, 3),
]
# game, depth, how many more nodes Fairy-Stockfish counts, and why
DIFFERENCES = {
    ("minishogi", 7): (81, "it lets a pawn be dropped with mate after `a1b2 e5d4 e1e4 d4d3 e4e5+ b5c4`"),
    ("reversi", 10): (-228, "it ends the game where a side has lost all its stones; 24,571,284 is the published number, with passes"),
}
SEARCHED = ["chess", "crazyhouse", "xiangqi", "shogi", "horde", "seirawan"]
SEARCH_NODES = 400_000


class Disagreement(Exception):
    pass


class Unable(Exception):
    pass


def process(command, text=None, clock=False):
    """Runs a program: the seconds it took, and what it said."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as given:
        given.write((text or "").encode())
        given.seek(0)
        begun = time.perf_counter()
        try:
            child = subprocess.Popen(command, stdin=given, stdout=out, stderr=subprocess.DEVNULL)
        except OSError as error:
            raise Unable(f"can't run {command[0]}: {error.strerror}") from error
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.perf_counter() - begun if clock else used.ru_utime
        if child.returncode:
            raise Unable(f"{' '.join(map(str, command))} ended with status {child.returncode}")
        out.seek(0)
        return seconds, out.read().decode()


def number(said, words):
    found = re.findall(rf"^{words}: (\d+)", said, re.MULTILINE)
    if not found:
        raise Unable(f"no `{words}` in what was said: {said[-200:]!r}")
    return int(found[-1])


class Programs:
    def __init__(self, ferz, cozy, fairy, small):
        self.ferz, self.cozy, self.fairy, self.small = ferz, cozy, fairy, small

    def ferz_perft(self, game, depth, fen=None, *more, clock=False):
        place = ["--fen", fen] if fen else []
        seconds, said = process([self.ferz, "perft", game, str(depth), *place, *more], clock=clock)
        return seconds, number(said, "Nodes searched")

    def cozy_perft(self, how, depth, fen):
        seconds, said = process([self.cozy, how, str(depth), fen])
        return seconds, number(said, "Nodes searched")

    def fairy_perft(self, game, depth, fen=None):
        place = f"fen {fen}" if fen else "startpos"
        with tempfile.TemporaryDirectory() as folder:
            text = ""
            if game.endswith(".ini"):
                game = game.removesuffix(".ini")
                path = Path(folder) / "variants.ini"
                path.write_text(self.rules(game))
                text, game = f"setoption name VariantPath value {path}\n", f"peer-{game}"
            text += f"setoption name UCI_Variant value {game}\nposition {place}\ngo perft {depth}\nquit\n"
            seconds, said = process([self.fairy], text)
        return seconds, number(said, "Nodes searched")

    def rules(self, game):
        """The rules of a game that is not built into Fairy-Stockfish: from a file, or exported by ferz."""
        kept = ROOT / "benches/peers" / f"{game}.ini"
        if kept.exists():
            return kept.read_text()
        return process([self.ferz, "export", game, "--to", "variants.ini", "--name", f"peer-{game}"])[1]

    def search(self, engine, game):
        """Nodes a second of a search of the start position."""
        text = f"setoption name UCI_Variant value {game}\nsetoption name Threads value 1\nposition startpos\ngo nodes {SEARCH_NODES}\n"
        begun = time.process_time()
        with subprocess.Popen(engine, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
            child.stdin.write(text)
            child.stdin.flush()
            found = 0
            for line in child.stdout:
                found = max([found, *map(int, re.findall(r" nodes (\d+)", line))])
                if line.startswith("bestmove"):
                    break
            child.stdin.write("quit\n")
            child.stdin.close()
            _, _, used = os.wait4(child.pid, 0)
            child.returncode = 0
        return found / (used.ru_utime + time.process_time() - begun)

    def ferz_playouts(self, game, games):
        """Moves a second. Loading the game and checking the first few playouts is not counted."""

        def played(count):
            seconds, said = process([self.ferz, "bench", game, "--playouts", str(count)])
            return seconds, number(said, "Moves made")

        (few, first), (many, all_) = played(5), played(games)
        return (all_ - first) / (many - few)

    def cozy_playouts(self, games):
        seconds, said = process([self.cozy, "playouts", str(games)])
        return number(said, "Moves made") / seconds

    def fairy_lists(self, game, places, depth):
        """Lists made a second, over some positions."""
        lists, seconds = 0, 0
        for fen in places:
            lists += 1 + sum(self.fairy_perft(game, less, fen)[1] for less in range(1, depth))
            seconds += self.fairy_perft(game, depth, fen)[0]
        return lists / seconds


def agree(what, one, other):
    if one != other:
        raise Disagreement(f"{what}: {one} and {other} paths")


def random_positions(game, letters):
    """The positions of random games among the figures that tests check."""
    lines = (ROOT / "tests/perft" / f"{game}.perft").read_text().splitlines()
    begin = next(at for at, line in enumerate(lines) if line.startswith("# Positions of random games"))
    fens = [line.removeprefix("fen ") for line in lines[begin:] if line.startswith("fen ")]
    return [" ".join([fen.split()[0].translate(letters), *fen.split()[1:]]) for fen in fens]


class Table:
    """Rows of Markdown, printed as they come."""

    def __init__(self):
        print("| measure | ferz | goal |\n| --- | --- | --- |", flush=True)

    def row(self, measure, value, goal=None, unit="×", digits=2):
        goal = f"≥ {goal}" if goal else ""
        print(f"| {measure} | {value:.{digits}f}{unit} | {goal} |", flush=True)


def counting(perft, depth):
    """The seconds that counting takes, without those of starting the program, and the paths."""
    whole, nodes = perft(depth)
    return whole - perft(1)[0], nodes


def field(programs, runs, table):
    """Bulk perft of many games beside Fairy-Stockfish, and nodes a second of search."""
    ratios = []
    for games, fairy in [(SMALL, programs.small), (LARGE, programs.fairy)]:
        beside = Programs(programs.ferz, programs.cozy, fairy, fairy)
        for game, peer, depth, goal in games:
            ours, theirs = [], []
            for _ in range(runs):
                seconds, nodes = counting(lambda depth: programs.ferz_perft(game, depth), depth)
                ours.append(seconds)
                seconds, other = counting(lambda depth: beside.fairy_perft(peer, depth), depth)
                theirs.append(seconds)
                agree(game, nodes + DIFFERENCES.get((game, depth), (0, ""))[0], other)
            ratios.append(min(theirs) / min(ours))
            table.row(f"{game}, bulk perft, depth {depth}, over Fairy-Stockfish", ratios[-1], goal, digits=1)
    mean = math.exp(statistics.fmean(map(math.log, ratios)))
    table.row(f"{len(ratios)} games, geometric mean, over Fairy-Stockfish", mean, 8, digits=1)
    ratios = []
    for _ in range(runs):
        ours, nodes = counting(lambda depth: programs.ferz_perft("shogi", depth), 5)
        theirs, other = programs.cozy_perft("shogi", 5, "startpos")
        agree("shogi", nodes, other)
        ratios.append(theirs / ours)
    table.row("shogi, bulk perft, depth 5, over haitaka", statistics.median(ratios))
    names = {game: peer for game, peer, *_ in SMALL + LARGE}
    for game in SEARCHED:
        small = any(game == name for name, *_ in SMALL)
        ratios = []
        for _ in range(runs):
            ours = programs.search([programs.ferz, "engine"], names[game])
            ratios.append(ours / programs.search([programs.small if small else programs.fairy], names[game]))
        table.row(f"{game}, nodes a second of search, over Fairy-Stockfish", statistics.median(ratios))


def chess(programs, runs, table, how, goal):
    flags = ["--list"] if how == "list" else []
    medians = []
    for name, in_bulk, by_lists, fen in CHESS:
        depth = by_lists if how == "list" else in_bulk
        ratios = []
        for _ in range(runs):
            ours, nodes = programs.ferz_perft("chess", depth, fen, *flags)
            theirs, other = programs.cozy_perft(how, depth, fen)
            agree(f"chess, {name}", nodes, other)
            ratios.append(theirs / ours)
        medians.append(statistics.median(ratios))
        table.row(f"chess, {how} perft, {name}, depth {depth}, over cozy-chess", medians[-1], "0.80" if how == "bulk" else None)
    mean = math.exp(statistics.fmean(map(math.log, medians)))
    table.row(f"chess, {how} perft, geometric mean, over cozy-chess", mean, goal)


def shared(programs, runs, table):
    """Games that Fairy-Stockfish plays too; returns its nodes per second in the Courier game."""
    rates = []
    for game, peer, depth, goal in SHARED:
        ratios = []
        for _ in range(runs):
            ours, nodes = programs.ferz_perft(game, depth)
            theirs, other = programs.fairy_perft(peer, depth)
            agree(game, nodes, other)
            ratios.append(theirs / ours)
            if peer == "courier":
                rates.append(nodes / theirs)
        table.row(f"{game}, bulk perft, depth {depth}, over Fairy-Stockfish", statistics.median(ratios), goal, digits=1)
    return statistics.median(rates)


def alone(programs, runs, table, courier):
    for game, depth, goal in ALONE:
        rates = []
        for _ in range(runs):
            seconds, nodes = programs.ferz_perft(game, depth)
            rates.append(nodes / seconds)
        rate = statistics.median(rates)
        table.row(f"{game}, bulk perft, depth {depth}, over Fairy-Stockfish in Courier", rate / courier, goal, digits=1)


def playouts(programs, runs, table, courier):
    ours = lambda game: statistics.median(rates[game])
    rates = {"chess": [], "courier-historic": [], DRAUGHTS: []}
    cozy, fairy_chess, fairy_courier = [], [], []
    for _ in range(runs):
        rates["chess"].append(programs.ferz_playouts("chess", 8000))
        cozy.append(programs.cozy_playouts(8000))
        fairy_chess.append(programs.fairy_lists("chess", [fen for *_, fen in CHESS], 4))
        rates["courier-historic"].append(programs.ferz_playouts("courier-historic", 4000))
        places = random_positions("courier-historic", COURIER)
        fairy_courier.append(programs.fairy_lists("courier", places, 4))
        rates[DRAUGHTS].append(programs.ferz_playouts(DRAUGHTS, 40000))
    median = statistics.median
    table.row("chess, random playouts, over cozy-chess", ours("chess") / median(cozy))
    table.row("chess, random playouts, over Fairy-Stockfish", ours("chess") / median(fairy_chess), 8, digits=1)
    row = "courier-historic, random playouts, over Fairy-Stockfish"
    table.row(row, ours("courier-historic") / median(fairy_courier), 8, digits=1)
    row = f"{DRAUGHTS}, moves per second in random playouts, over Fairy-Stockfish's nodes in Courier"
    table.row(row, ours(DRAUGHTS) / courier, "0.6")
    for game in rates:
        table.row(f"{game}, random playouts, million moves per second", ours(game) / 1e6, unit="")


def threads(programs, runs, table):
    for game, depth, fen in [("chess", 6, None), ("chess", 7, CHESS[2][-1]), ("courier", 6, None)]:
        count = lambda *more: programs.ferz_perft(game, depth, fen, *more, clock=True)[0]
        by_clock, beside = [], []
        for _ in range(max(runs, 5)):
            both, one = count("--threads", "2"), count()
            by_clock.append(one / both)
            with ThreadPoolExecutor(2) as pool:
                begun = time.perf_counter()
                list(pool.map(lambda _: count(), range(2)))
                beside.append((time.perf_counter() - begun) / both)
        place = "" if fen is None else ", rook endgame"
        what = f"{game}{place}, perft {depth}, two threads over one"
        table.row(what, statistics.median(beside), "1.9")
        table.row(f"{what}, wall clock", statistics.median(by_clock))


def loading(programs, runs):
    """Load time and size of tables of each game, as `ferz bench` says them: the best of the runs."""
    games = {}
    for _ in range(max(runs, 3)):
        _, said = process([programs.ferz, "bench", "--nodes", "100000"])
        for line in said.splitlines()[1:]:
            if not line.strip():
                break
            game, *_, load, tables = line.split()
            least = min(float(load), games.get(game, (math.inf, 0))[0])
            games[game] = (least, int(tables))
    print("\n| game | load and compile (goal ≤ 20 ms) | tables (goal ≤ 32 MiB) |\n| --- | --- | --- |")
    for game, (load, tables) in games.items():
        print(f"| {game} | {load:.1f} ms | {tables / 1024:.1f} MiB |")


PARTS = ["field", "bulk", "list", "shared", "playouts", "threads", "loading"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3, metavar="N", help="how often everything is measured (3)")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, metavar="PART", help=" ".join(PARTS))
    parser.add_argument("--ferz", default=str(ROOT / "target/release/ferz"), help="the command ferz")
    parser.add_argument("--cozy", default=str(ROOT / "target/peers/release/peers"), help="the package in peers/, built")
    parser.add_argument("--fairy", default=str(ROOT / "target/fairy-stockfish"), help="Fairy-Stockfish for large boards")
    parser.add_argument("--small", default=str(ROOT / "target/fairy-stockfish-small"), help="Fairy-Stockfish for small ones")
    arguments = parser.parse_args()
    if arguments.runs < 1:
        parser.error("at least one run is needed")
    programs = Programs(arguments.ferz, arguments.cozy, arguments.fairy, arguments.small)
    try:
        table = Table()
        if "field" in arguments.only:
            field(programs, arguments.runs, table)
        if "bulk" in arguments.only:
            chess(programs, arguments.runs, table, "bulk", "1.0")
        if "list" in arguments.only:
            chess(programs, arguments.runs, table, "list", "1.0")
        if {"shared", "playouts"} & set(arguments.only):
            courier = shared(programs, arguments.runs, table)
            alone(programs, arguments.runs, table, courier)
            if "playouts" in arguments.only:
                playouts(programs, arguments.runs, table, courier)
        if "threads" in arguments.only:
            threads(programs, arguments.runs, table)
        if "loading" in arguments.only:
            loading(programs, arguments.runs)
    except Disagreement as error:
        print(f"the programs disagree: {error}", file=sys.stderr)
        return 1
    except Unable as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
