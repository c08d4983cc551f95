"""The package as its users see it: boards, variants, errors, the engine, PGN and pickling."""

import copy
import doctest
import os
import pickle
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

import ferz

RACE = 'extends = "chess"\n[game]\nname = "Race"\n[end.race]\nwin = "my king on rank 8"\n'


def test_a_board_is_played_as_in_python_chess():
    board = ferz.load("chess").board()
    assert board.turn is ferz.WHITE and len(board.legal_moves) == 20
    move = board.push_san("Nf3")
    assert (move.uci(), str(move), move.from_square, move.to_square) == ("g1f3", "g1f3", "g1", "f3")
    assert board.turn is ferz.BLACK and board.ply() == 1
    board.push(board.legal_moves[0])
    board.push("e4")
    assert [str(move) for move in board.move_stack][0] == "g1f3" and board.sans[0] == "Nf3"
    assert board.pop().uci() == "e2e4"
    assert board.peek() == board.move_stack[-1]
    board.pop()
    assert board.pop() == move
    with pytest.raises(IndexError):
        board.pop()
    assert board.fen() == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_pieces_and_squares():
    board = ferz.load("chess").board("1n5k/P7/8/8/8/8/8/K7 w - - 0 1")
    capture = board.parse_uci("a7b8q")
    assert board.san(capture) == "axb8=Q+" and capture.promotion == "queen" and capture.is_capture()
    assert capture.captures[0][0] == "b8" and capture.captures[0][1].symbol() == "n"
    assert board.piece_at("h8").symbol() == "k" and board.piece_at("h8").color is ferz.BLACK
    assert board.piece_at("e4") is None
    assert {square: str(piece) for square, piece in board.piece_map().items()} == {
        "a1": "K", "a7": "P", "b8": "n", "h8": "k",
    }
    with pytest.raises(ValueError, match="no square i9"):
        board.piece_at("i9")


def test_an_outcome_has_its_reason():
    board = ferz.load("chess").board()
    for san in ["f3", "e5", "g4", "Qh4#"]:
        assert not board.is_game_over() and board.outcome() is None and board.result() == "*"
        board.push_san(san)
    assert board.is_check() and board.is_game_over() and board.checkers() == ["h4"]
    outcome = board.outcome()
    assert (outcome.winner, outcome.termination, outcome.result()) == (ferz.BLACK, "checkmate", "0-1")
    assert board.legal_moves == []
    with pytest.raises(ferz.IllegalMoveError, match="over"):
        board.push_san("a3")


def test_repetition_is_seen():
    board = ferz.load("chess").board()
    for uci in ["g1f3", "g8f6", "f3g1", "f6g8"] * 2:
        board.push_uci(uci)
    assert board.occurrences() == 3 and board.outcome().winner is None


@pytest.mark.parametrize("name", ["chess", "shogi", "xiangqi", "crazyhouse", "duck", "international-draughts"])
def test_moves_are_written_and_read(name):
    board = ferz.load(name).board()
    for _ in range(40):
        moves = board.legal_moves
        if not moves:
            break
        for move in moves[:12]:
            assert board.parse_uci(move.uci()) == move and board.parse_san(board.san(move)) == move
            assert pickle.loads(pickle.dumps(move)) == move and hash(move) == hash(copy.copy(move))
        board.push(moves[len(moves) // 2])
    again = pickle.loads(pickle.dumps(board))
    assert again == board and again.move_stack == board.move_stack and again.outcome() == board.outcome()


def test_perft():
    assert ferz.load("chess").board().perft(4) == 197_281


class Interrupted(Exception):
    pass


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.parametrize("threads", [1, 2])
def test_perft_answers_a_signal(threads):
    def count():
        ferz.load("chess").board().perft(8, threads=threads)

    def answer(_signal, frame):
        # outside perft, there are not so many places in this function at which Python would answer
        told.append(frame.f_code is count.__code__)
        if told[-1] and sum(told) > 20:
            raise Interrupted

    def ask():
        while not over.wait(0.001):
            os.kill(os.getpid(), signal.SIGINT)

    told, over = [], threading.Event()
    before = signal.signal(signal.SIGINT, answer)
    asking = threading.Thread(target=ask)
    try:
        asking.start()
        with pytest.raises(Interrupted):
            count()
    finally:
        over.set()
        asking.join()
        signal.signal(signal.SIGINT, before)
    assert ferz.load("shogi").board().perft(3, threads=2) == 25_470
    with pytest.raises(ferz.FerzError):
        ferz.load("chess").board().perft(10_000)


def test_every_game_of_the_library_loads():
    names = ferz.games()
    assert len(names) > 100 and "shogi" in names
    for name in names[::7]:
        board = ferz.load(name).board()
        assert board.legal_moves, name
        assert ferz.load(name).board(board.fen()) == board


def test_games_come_from_texts_and_paths_too(tmp_path):
    race = ferz.load(RACE)
    assert race.title == "Race" and ("race", "win my king on rank 8") in [(n, w) for n, w in race.ends] or race.ends
    path = tmp_path / "race.toml"
    path.write_text(RACE)
    for variant in [ferz.load(path), ferz.load(str(path)), race]:
        board = variant.board("7k/K7/8/8/8/8/8/8 w - - 0 1")
        board.push_uci("a7a8")
        assert board.outcome().termination == "race"
    loaded = ferz.load(path)
    kept = pickle.dumps(loaded)
    path.unlink()
    assert pickle.loads(kept).rules_hash == loaded.rules_hash == race.rules_hash


def test_options():
    variant = ferz.load("courtyard")
    name, value = next(iter(variant.options.items()))
    assert variant.with_options(**{name: value}).rules_hash == variant.rules_hash
    with pytest.raises(ferz.GameError) as caught:
        ferz.load("courtyard", nothing="x")
    assert caught.value.diagnostics[0].code.startswith("ferz::option::")


def test_errors_have_places_and_help():
    with pytest.raises(ferz.GameError) as caught:
        ferz.load("shoggi")
    assert "shogi" in str(caught.value) and caught.value.diagnostics[0].code == "ferz::game::unknown"
    with pytest.raises(ferz.GameError) as caught:
        ferz.load(RACE.replace("king on", "kign on"))
    problem = caught.value.diagnostics[0]
    assert (problem.severity, problem.line) == ("error", 5) and problem.column > 1 and problem.help
    start, end = problem.span
    assert RACE.replace("king on", "kign on")[start:end].strip()
    with pytest.raises(ferz.PositionError) as caught:
        ferz.load("chess").board("8/8 w")
    assert (caught.value.start, caught.value.end) == (0, 3)
    with pytest.raises(ferz.IllegalMoveError, match="your own pawn is on e2"):
        ferz.load("chess").board().push_san("e1e2")
    assert issubclass(ferz.PositionError, ferz.FerzError) and issubclass(ferz.FerzError, ValueError)


def test_check_has_diagnostics_as_objects():
    assert [problem for problem in ferz.check(RACE) if problem.severity == "error"] == []
    problems = ferz.check('extends = "chess"\n[game]\nname = 7\n', name="seven.toml")
    assert (problems[0].file, problems[0].line, problems[0].column) == ("seven.toml", 3, 8)
    assert str(problems[0]).startswith("seven.toml:3:8: error: ")


def test_pictures_and_rule_sheets():
    variant = ferz.load("courier")
    board = variant.board()
    assert board._repr_svg_().startswith("<svg") and "</svg>" in board.svg(turned=True)
    assert str(board).splitlines()[0].split()[0] == "8"
    assert variant.rule_sheet("html").lower().startswith("<!doctype html>")
    assert "Courier" in variant.rule_sheet() and variant.rule_sheet("markdown").startswith("#")
    with pytest.raises(ValueError, match="markdown"):
        variant.rule_sheet("pdf")


def test_the_engine_finds_mate_and_plays_any_game():
    engine = ferz.Engine(hash=1)
    board = ferz.load("chess").board("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")
    info = engine.analyse(board, nodes=2000)[0]
    assert info.mate == 1 and info.score is None and info.pv[0].uci() == "a1a8" and info.wdl == (1000, 0, 0)
    assert engine.play(board, depth=3).uci() == "a1a8"
    assert len(engine.analyse(ferz.load("shogi").board(), nodes=3000, lines=3)) == 3
    assert engine.play(ferz.load("xiangqi").board(), elo=1000, seed=3) is not None
    for wrong in [{}, {"time": -1.0}, {"time": float("nan")}]:
        with pytest.raises(ValueError):
            engine.analyse(board, **wrong)


def test_other_threads_run_while_the_engine_thinks():
    engine, board, ticks = ferz.Engine(hash=1), ferz.load("chess").board(), []
    over, usual = threading.Event(), sys.getswitchinterval()

    def tick():
        while not over.is_set():
            ticks.append(1)
            # the others run meanwhile
            time.sleep(0.001)

    ticking = threading.Thread(target=tick)
    # so that no thread runs unless another lets it
    sys.setswitchinterval(1e6)
    try:
        ticking.start()
        # a busy machine may let nobody else run for a while
        for _ in range(100):
            before = len(ticks)
            engine.analyse(board, nodes=100_000)
            if len(ticks) > before:
                break
        assert len(ticks) > before
    finally:
        sys.setswitchinterval(usual)
        over.set()
        ticking.join()


def test_pgn_is_written_and_read():
    board = ferz.load("crazyhouse").board()
    for san in ["e4", "d5", "exd5", "Qxd5"]:
        board.push_san(san)
    text = board.pgn(White="Anna", Black="Ben")
    assert '[White "Anna"]' in text and '[Variant "crazyhouse"]' in text
    record = ferz.read_pgn(text)[0]
    assert (record.tags["White"], record.moves, record.faults) == ("Anna", board.sans, [])
    assert record.board == board
    wrong = ferz.read_pgn("1. e4 Ke4 *", ferz.load("chess"))[0]
    assert wrong.moves == ["e4"] and wrong.faults[0][:3] == (1, 7, "error")
    with pytest.raises(ferz.FerzError, match="Variant"):
        ferz.read_pgn("1. e4 *")


def test_copies_are_apart():
    board = ferz.load("chess").board()
    board.push_san("e4")
    other, bare = board.copy(), board.copy(stack=False)
    other.push_san("e5")
    assert board.ply() == 1 and other.ply() == 2 and bare.ply() == 0 and bare == board


def test_examples_of_the_docstrings():
    import ferz.distributed
    import ferz.gymnasium
    import ferz.openspiel
    import ferz.pettingzoo

    for module in [ferz, ferz.distributed, ferz.gymnasium, ferz.pettingzoo, ferz.openspiel]:
        failed, tried = doctest.testmod(module)
        assert failed == 0 and tried > 3, module


def test_the_manual_holds():
    page = Path(__file__).parents[2] / "docs" / "python.md"
    blocks = page.read_text().split("```python\n")[1:]
    scope = {}
    for block in blocks:
        exec(block.split("```")[0], scope)
    assert len(blocks) > 5


def test_stubs_name_what_there_is():
    stub = (Path(__file__).parents[1] / "ferz" / "_ferz.pyi").read_text()
    for name in ferz.__all__:
        if name in ("WHITE", "BLACK"):
            continue
        assert f"class {name}" in stub or f"def {name}(" in stub or f"{name}:" in stub, name
        own = getattr(ferz, name)
        if isinstance(own, type) and not issubclass(own, Exception):
            for member in vars(own):
                assert member.startswith("_") or f"def {member}(" in stub or f"{member}:" in stub, (name, member)
                if not member.startswith("_"):
                    assert getattr(own, member).__doc__, (name, member)
