#!/usr/bin/env python3
"""Writes outlines.txt, the characters on the tiles of shogi and the discs of xiangqi and janggi as paths, from Noto Serif CJK.

    apt-get install fonts-noto-cjk python3-fonttools
    python3 outlines.py /usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc > outlines.txt

A line is a character and its outline, in a square of 100 by 100, downwards; relative commands of SVG, without blanks where a sign parts two
numbers. The outlines are rounded to that grid, and lines too short for it are left out.
"""

import sys

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

CHARACTERS = "玉王飛角金銀桂香歩龍馬全圭杏と醉太妃槍銅鉄砲鵬鷹鶴左右鶉雉燕鵰雁獅麒象雛鶏帥將仕士相傌俥車炮兵卒旗楚漢包奔竪横反鳳虎豹仲鷲牛猪鯨駒鹿"
SIZE = 100


class Relative(BasePen):
    """Collects an outline as relative commands on the grid."""

    def __init__(self, glyphs, scale, top):
        super().__init__(glyphs)
        self.scale, self.top = scale, top
        self.text, self.at, self.last = "", (0, 0), ""

    def place(self, point):
        return round(point[0] * self.scale), round((self.top - point[1]) * self.scale)

    def say(self, command, points):
        numbers = [n - o for point in points for n, o in zip(point, self.at)]
        if command == "l" and numbers == [0, 0]:
            return
        if command == "l" and 0 in numbers:
            command = "h" if numbers[1] == 0 else "v"
            numbers = [n for n in numbers if n]
        if command != self.last or command == "m":
            self.text += command
        for number in numbers:
            apart = self.text[-1].isdigit() and number >= 0
            self.text += f" {number}" if apart else str(number)
        self.at, self.last = points[-1], command

    def _moveTo(self, point):
        self.start = self.place(point)
        self.say("m", [self.start])

    def _lineTo(self, point):
        self.say("l", [self.place(point)])

    def _curveToOne(self, first, second, point):
        first, second, point = self.place(first), self.place(second), self.place(point)
        short = max(abs(n - o) for n, o in zip(point, self.at)) < 3
        if point == self.at:
            return
        self.say("l", [point]) if short else self.say("c", [first, second, point])

    def _closePath(self):
        self.text += "z"
        self.at, self.last = self.start, "z"


font = TTFont(sys.argv[1], fontNumber=0)
glyphs, names = font.getGlyphSet(), font.getBestCmap()
units = font["head"].unitsPerEm
for character in CHARACTERS:
    # the square of an ideograph reaches from 12 % below the line to 88 % above it
    pen = Relative(glyphs, SIZE / units, units * 0.88)
    glyphs[names[ord(character)]].draw(pen)
    print(character, pen.text)
