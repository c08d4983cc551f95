#!/usr/bin/env python3
"""Writes outlines.txt, the letters of pictures as paths, from two fonts of the DejaVu family.

    pip install fonttools
    python3 outlines.py DejaVuSans.ttf DejaVuSans-Bold.ttf > outlines.txt

A line is a character's weight (`r` or `b`), its number in Unicode in hexadecimal digits, its width and its outline, in units of a font
of 2048, upwards; relative commands of SVG, without blanks where a sign parts two numbers.
"""

import sys

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

ASCII = range(0x20, 0x7F)
# arrows, geometric shapes, stars, shogi and chess pieces, cards, draughts pieces, and the sign for what is not known
SIGNS = [
    *range(0x2190, 0x2194),
    *range(0x25A0, 0x2600),
    0x2605,
    0x2606,
    0x2616,
    0x2617,
    *range(0x2654, 0x2668),
    *range(0x26C0, 0x26C4),
    0xFFFD,
]


class Relative(BasePen):
    """Collects an outline as relative commands."""

    def __init__(self, glyphs):
        super().__init__(glyphs)
        self.commands, self.at, self.last = [], (0, 0), ""

    def say(self, command, points):
        numbers = [round(n - o) for point in points for n, o in zip(point, self.at)]
        text = "" if command == self.last and command != "m" else command
        for number in numbers:
            apart = text and text[-1].isdigit() or not text
            text += f" {number}" if apart and number >= 0 else str(number)
        self.commands.append(text)
        self.at, self.last = points[-1], command

    def _moveTo(self, point):
        self.start = point
        self.say("m", [point])

    def _lineTo(self, point):
        self.say("l", [point])

    def _qCurveToOne(self, control, point):
        self.say("q", [control, point])

    def _closePath(self):
        self.commands.append("z")
        self.at, self.last = self.start, "z"


def write(weight, path, characters):
    font = TTFont(path)
    assert font["head"].unitsPerEm == 2048
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    for character in characters:
        if name := names.get(character):
            pen = Relative(glyphs)
            glyphs[name].draw(pen)
            print(weight, f"{character:X}", glyphs[name].width, "".join(pen.commands))


write("r", sys.argv[1], [*ASCII, *SIGNS])
write("b", sys.argv[2], ASCII)
