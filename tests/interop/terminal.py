#!/usr/bin/env python3
"""A terminal, as far as ferz can tell: plays `ferz play` on the whole screen by keys and mouse, and looks at what is to be seen.

    tests/interop/terminal.py target/release/ferz

Needs the package `pyte` (PyPI) and bash. Exit status: 0 if all went well, 1 if not.
"""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
from pathlib import Path

import pyte

# seconds; longer than this nothing takes, whatever else the machine does
PATIENCE = 900
# written to a terminal after all that a program writes
LAST = b"<last>"
UP, DOWN, RIGHT, LEFT, ESCAPE, ENTER = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b", "\r"


class Seat:
    """A program in a terminal of its own."""

    taken = []

    def __init__(self, command, home, size=(80, 24), **env):
        self.taken.append(self)
        self.master, self.slave = pty.openpty()
        self.screen = pyte.Screen(*size)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.resize(*size)
        self.modes = termios.tcgetattr(self.slave)
        usual = {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "XDG_STATE_HOME": str(home), "PS1": "ready$ "}
        self.child = subprocess.Popen(
            command,
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
            env={"PATH": os.environ["PATH"], **usual, **env},
            cwd=home,
        )

    def resize(self, columns, rows):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen.resize(rows, columns)

    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    def listen(self, seconds):
        """Reads what the program writes, for so long at most."""
        if select.select([self.master], [], [], seconds)[0]:
            try:
                data = os.read(self.master, 1 << 16)
            except OSError:
                return
            self.raw += data
            self.stream.feed(data)

    def see(self, pattern, fits=lambda found: True):
        """Waits until something is to be seen, and fits."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if (found := re.search(pattern, self.text())) and fits(found):
                return found
            self.listen(1)
        raise AssertionError(f"{pattern!r} is not to be seen in {PATIENCE} s:\n{self.text()}")

    def clock(self, side, fits=lambda left: True):
        """Waits until the clock of a side shows a time that fits: its seconds."""
        seconds = lambda found: 60 * int(found[1]) + int(found[2])
        return seconds(self.see(rf"{side} +(\d+):(\d\d)", lambda found: fits(seconds(found))))

    def press(self, *keys):
        for key in keys:
            os.write(self.master, key.encode())

    def go(self, square):
        """Moves the cursor to a square, a key at a time."""
        for _ in range(40):
            file, rank = self.see(r"\b([a-p])(\d+) (?:\(\d+\) )?(?:white|black|empty)").groups()
            if file + rank == square:
                return
            over, up = ord(square[0]) - ord(file), int(square[1:]) - int(rank)
            self.press(RIGHT if over > 0 else LEFT if over < 0 else UP if up > 0 else DOWN)
            self.see(rf"\b(?!{file}{rank}\b)[a-p]\d+ (?:\(\d+\) )?(?:white|black|empty)")
        raise AssertionError(f"the cursor does not reach {square}")

    def end(self):
        """Waits for the end of the program; its status."""
        until = time.monotonic() + PATIENCE
        while self.child.poll() is None and time.monotonic() < until:
            self.listen(0.05)
        status = self.child.wait(PATIENCE)
        # what it wrote may still be on the way; from another thread, since a full terminal takes nothing until it is read
        threading.Thread(target=os.write, args=(self.slave, LAST), daemon=True).start()
        while LAST not in self.raw and time.monotonic() < until:
            self.listen(1)
        return status

    def is_given_back(self):
        """The terminal is as it was before the program."""
        assert termios.tcgetattr(self.slave) == self.modes, "the modes of the terminal are not restored"
        for mode in (b"1049", b"1000", b"2004"):
            on, off = self.raw.rfind(b"\x1b[?" + mode + b"h"), self.raw.rfind(b"\x1b[?" + mode + b"l")
            assert on < off, f"mode {mode.decode()} is left on"
        assert self.raw.rfind(b"\x1b[?25h") > self.raw.rfind(b"\x1b[?25l"), "the cursor is left hidden"

    def hang_up(self):
        """The terminal is gone."""
        for end in (self.master, self.slave):
            os.close(end)
        self.master = self.slave = None

    def close(self):
        if self.child.poll() is None:
            self.child.kill()
            self.child.wait()
        if self.master is not None:
            self.hang_up()


def saves(home):
    return [path.read_text() for path in sorted(Path(home).glob("ferz/**/*.ferz"))]


def by_arrows_and_resumed(ferz, home):
    """A step by arrows, the engine's answer, undo, a resize, leaving, going on."""
    seat = Seat([ferz, "play", "courier", "--seed", "1"], home)
    seat.see("The Courier Game")
    seat.see("s save")
    assert len(re.findall("[♟♙]", seat.text())) >= 20, seat.text()
    seat.go("g1")
    seat.press(ENTER)
    seat.see(r"\{.\}|\{.\]|\[.\}")
    seat.press(UP, LEFT, ENTER)
    reply = seat.see(r"1\. \S*f2 (\S+)")[1]
    seat.press("u")
    seat.see(r"Move 1: White to move")
    assert not re.search(r"1\. \S*f2", seat.text()), seat.text()
    seat.resize(132, 45)
    # now there is room for squares of seven columns
    seat.see(r" a {6}b {6}c {6}d")
    seat.press("Kf2" + ENTER)
    assert seat.see(r"1\. \S*f2 (\S+)")[1] == reply
    seat.press("q")
    assert seat.end() == 0
    seat.is_given_back()
    assert b"ferz play courier --resume" in seat.raw
    seat = Seat([ferz, "play", "courier", "--resume"], home, NO_COLOR="1")
    seat.see(rf"1\. \S*f2 {re.escape(reply)}")
    seat.press("q")
    assert seat.end() == 0
    seat.is_given_back()
    assert b"48;5;" not in seat.raw, "there is colour in spite of NO_COLOR"


def by_mouse(ferz, home):
    """Two clicks are a step; menus, turning and walking."""
    seat = Seat([ferz, "play", "chess", "--two-players", "--glyphs", "letters"], home)
    seat.see("Move 1: White to move")
    seat.see("s save")
    names = seat.screen.display[16]
    column, row = names.index("e") + 1, 14
    assert seat.screen.display[row - 1][column - 1] == "P", seat.text()
    seat.press(f"\x1b[<0;{column};{row}M", f"\x1b[<0;{column};{row}m")
    seat.see(r"\{P\}|\[P\]|\[.*P.*\]")
    seat.press(f"\x1b[<0;{column};{row - 4}M")
    seat.see(r"1\. e4")
    seat.press("f")
    seat.see(r"h +g +f +e +d +c +b +a")
    seat.press("p")
    seat.see("After move 0 of 1")
    seat.press("\x1b[6~")
    seat.see("Black to move")
    seat.press("m")
    seat.see("start a new game")
    seat.press("q")
    seat.press("?")
    seat.see("choose a piece, then its target")
    seat.press("q", "q")
    assert seat.end() == 0
    seat.is_given_back()


def answers_while_thinking(ferz, home):
    """At the highest level the engine thinks for seconds; keys work meanwhile."""
    # on a busy machine the engine may be done before a key has come; a program that reads no keys while it thinks fails every time
    for _ in range(20):
        seat = Seat([ferz, "play", "chess", "--white", "engine", "--level", "31", "--no-save"], home)
        seat.see("White is thinking")
        seat.press("?")
        seat.see("choose a piece, then its target")
        seat.press("q")
        if seat.see(r"White is thinking|1\. [A-Za-z]\S+")[0] == "White is thinking":
            break
    else:
        raise AssertionError("keys wait until the engine has thought")
    seat.see(r"1\. [A-Za-z]\S+")
    seat.press("q")
    # the game is not saved, and the engine's step would be lost
    seat.see("quit without saving")
    seat.press("2")
    assert seat.end() == 0
    seat.is_given_back()


def stopped_and_going_on(ferz, home):
    """Ctrl-Z gives the terminal to the shell; `fg` brings the board back."""
    seat = Seat(["bash", "--norc", "--noediting", "-i"], home)
    seat.see(r"\$")
    seat.press(f"{ferz} play chess --two-players\n")
    seat.see("Move 1: White to move")
    seat.press("e2e4" + ENTER)
    seat.see(r"1\. e4")
    seat.press("\x1a")
    seat.see("Stopped")
    seat.press("echo still $((40 + 2))\n")
    seat.see("still 42")
    seat.press("fg\n")
    seat.see("Black to move")
    seat.press("e7e5" + ENTER)
    seat.see(r"1\. e4 e5")
    seat.press("q")
    seat.see(r"To go on[\s\S]*ready\$")
    seat.press("exit\n")
    seat.end()
    seat.is_given_back()


def told_to_end(ferz, home):
    """A signal, or the loss of the terminal, ends the program; nothing is lost."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        seat = Seat([ferz, "play", "chess", "--two-players"], home)
        seat.see("Move 1: White to move")
        seat.press("d2d4" + ENTER)
        seat.see(r"1\. d4")
        seat.child.send_signal(number)
        assert seat.end() == 0
        seat.is_given_back()
    assert sum("d2d4" in save for save in saves(home)) == 2
    seat = Seat([ferz, "play", "chess", "--two-players"], home)
    seat.see("Move 1: White to move")
    seat.press("c2c4" + ENTER)
    seat.see(r"1\. c4")
    seat.hang_up()
    seat.child.wait(PATIENCE)
    assert sum("c2c4" in save for save in saves(home)) == 1


def plainly(ferz, home):
    """Lines come and go if a full screen is not wanted, or not available."""
    play = [ferz, "play", "chess", "--two-players", "--no-save"]
    for command, size, term in (
        ([*play, "--plain"], (80, 24), "xterm"),
        (play, (80, 24), "dumb"),
        (play, (40, 24), "xterm"),
        (play, (80, 10), "xterm"),
    ):
        seat = Seat(command, home, size, TERM=term)
        seat.see("white>")
        assert b"\x1b[?1049h" not in seat.raw
        seat.press("quit\r")
        assert seat.end() == 0


def of_any_size(ferz, home):
    """The largest size that a terminal can claim to have is no reason to fail."""
    seat = Seat([ferz, "play", "chess", "--two-players", "--no-save"], home)
    seat.see("to move")
    fcntl.ioctl(seat.master, termios.TIOCSWINSZ, struct.pack("HHHH", 65535, 65535, 0, 0))
    # a key may be read before what it answers is drawn
    until = time.monotonic() + PATIENCE
    while seat.child.poll() is None and time.monotonic() < until:
        seat.press("\x03")
        seat.listen(2)
    assert seat.end() == 0


def a_clock_runs_down(ferz, home):
    """With `--clock` the time of who is to move runs down, and grows with a move."""
    seat = Seat([ferz, "play", "chess", "--two-players", "--no-save", "--clock", "30+600"], home)
    before = seat.clock("White", lambda left: left < 2399)
    seat.press("e2e4" + ENTER)
    # more than it was, though it ran until the move
    seat.clock("White", lambda left: left > before)
    seat.clock("Black", lambda left: left < 2399)
    seat.press("\x03", "\x03")
    assert seat.end() == 0
    seat.is_given_back()


def a_clock_goes_on(ferz, home):
    """The clocks are in the save, with the time since the last move, and go on from there."""
    seat = Seat([ferz, "play", "chess", "--two-players", "--clock", "30+600"], home)
    before = seat.clock("White", lambda left: left < 2399)
    seat.press("e2e4" + ENTER)
    white = seat.clock("White", lambda left: left > before)
    black = seat.clock("Black", lambda left: left < 2397)
    seat.press("\x03")
    assert seat.end() == 0
    (save,) = saves(home)
    assert "clock: 30+600\n" in save, save
    used = list(map(float, re.search(r"^used: (\S+) (\S+)$", save, re.M).groups()))
    assert used[0] > 1 and used[1] >= 2399 - black, save
    seat = Seat([ferz, "play", "chess", "--resume"], home)
    left = seat.clock("Black")
    assert abs(seat.clock("White") - white) <= 1 and left <= black, seat.text()
    seat.clock("Black", lambda now: now < left)
    seat.press("\x03")
    assert seat.end() == 0
    (save,) = saves(home)
    assert float(re.search(r"^used: \S+ (\S+)$", save, re.M)[1]) > used[1], save


SCENES = [
    by_arrows_and_resumed,
    by_mouse,
    answers_while_thinking,
    stopped_and_going_on,
    told_to_end,
    a_clock_runs_down,
    a_clock_goes_on,
    plainly,
    of_any_size,
]


def main():
    ferz = str(Path(sys.argv[1]).resolve())
    for scene in SCENES:
        with tempfile.TemporaryDirectory() as home:
            begun = time.monotonic()
            try:
                scene(ferz, home)
            finally:
                for seat in Seat.taken:
                    seat.close()
                Seat.taken.clear()
            print(f"{scene.__name__.replace('_', ' ')}: {time.monotonic() - begun:.1f} s")


if __name__ == "__main__":
    main()
