//! Positions as editors count them: lines and columns, columns in negotiated units.

use std::ops::Range;

use lsp_types::{Position, PositionEncodingKind};

/// The units in which columns count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    /// The default encoding, if none was negotiated.
    #[default]
    Utf16,
    Utf32,
}

impl Encoding {
    /// The best of those a client knows.
    pub(super) fn agreed(offered: &[PositionEncodingKind]) -> Self {
        let knows = |kind: PositionEncodingKind| offered.contains(&kind);
        match (knows(PositionEncodingKind::UTF8), knows(PositionEncodingKind::UTF32)) {
            (true, _) => Self::Utf8,
            (false, true) if !knows(PositionEncodingKind::UTF16) => Self::Utf32,
            _ => Self::Utf16,
        }
    }

    /// Returns its name in the protocol.
    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
            Self::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    fn width(self, sign: char) -> usize {
        match self {
            Self::Utf8 => sign.len_utf8(),
            Self::Utf16 => sign.len_utf16(),
            Self::Utf32 => 1,
        }
    }
}

/// The lines of a text.
#[derive(Debug)]
pub(super) struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
    encoding: Encoding,
}

impl<'a> Lines<'a> {
    pub(super) fn of(text: &'a str, encoding: Encoding) -> Self {
        let bytes = text.as_bytes();
        let ends = |at: &usize| match bytes[*at] {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        let starts = std::iter::once(0).chain((0..bytes.len()).filter(ends).map(|at| at + 1)).collect();
        Self { text, starts, encoding }
    }

    /// The text of a line, without what ends it.
    fn line(&self, line: usize) -> &'a str {
        let start = self.starts[line];
        let end = self.starts.get(line + 1).copied().unwrap_or(self.text.len());
        self.text[start..end].trim_end_matches(['\n', '\r'])
    }

    /// The place of a byte; one within a character counts as the character's.
    pub(super) fn position(&self, offset: usize) -> Position {
        let offset = offset.min(self.text.len());
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let start = self.starts[line];
        let before =
            self.text[start..].char_indices().take_while(|(at, sign)| start + at + sign.len_utf8() <= offset);
        let column: usize = before.map(|(_, sign)| self.encoding.width(sign)).sum();
        Position { line: line as u32, character: column as u32 }
    }

    /// The byte of a place; what lies beyond the end of its line is the end of the line.
    pub(super) fn offset(&self, position: Position) -> usize {
        let line = position.line as usize;
        if line >= self.starts.len() {
            return self.text.len();
        }
        let (mut left, mut at) = (position.character as usize, self.starts[line]);
        for sign in self.line(line).chars() {
            let width = self.encoding.width(sign);
            if left < width {
                break;
            }
            left -= width;
            at += sign.len_utf8();
        }
        at
    }

    pub(super) fn range(&self, range: Range<usize>) -> lsp_types::Range {
        let end = range.end.max(range.start);
        lsp_types::Range { start: self.position(range.start), end: self.position(end) }
    }

    pub(super) fn bytes(&self, range: lsp_types::Range) -> Range<usize> {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        start.min(end)..start.max(end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "a = \"é😀x\"\r\nsecond\n\nlast";

    #[test]
    fn columns_count_in_the_units_agreed_on() {
        let x = TEXT.find('x').expect("there");
        for (encoding, column) in [(Encoding::Utf8, 11), (Encoding::Utf16, 8), (Encoding::Utf32, 7)] {
            let lines = Lines::of(TEXT, encoding);
            assert_eq!(lines.position(x), Position { line: 0, character: column }, "{encoding:?}");
            assert_eq!(lines.offset(Position { line: 0, character: column }), x, "{encoding:?}");
        }
    }

    #[test]
    fn every_place_comes_back_and_none_is_beyond_the_text() {
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            let lines = Lines::of(TEXT, encoding);
            for (at, _) in TEXT.char_indices().filter(|(_, sign)| !"\r\n".contains(*sign)) {
                assert_eq!(lines.offset(lines.position(at)), at, "{encoding:?}");
            }
            let far = Position { line: 99, character: u32::MAX };
            assert_eq!(lines.offset(far), TEXT.len());
            assert_eq!(
                lines.offset(Position { line: 1, character: u32::MAX }),
                TEXT.find("\n\n").expect("there")
            );
        }
    }

    #[test]
    fn the_middle_of_a_surrogate_pair_is_its_beginning() {
        let lines = Lines::of(TEXT, Encoding::Utf16);
        let face = TEXT.find('😀').expect("there");
        assert_eq!(lines.offset(Position { line: 0, character: 7 }), face);
    }

    #[test]
    fn a_client_chooses_among_encodings() {
        let [utf8, utf16, utf32] = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32].map(Encoding::kind);
        assert_eq!(Encoding::agreed(&[]), Encoding::Utf16);
        assert_eq!(Encoding::agreed(&[utf16.clone(), utf8]), Encoding::Utf8);
        assert_eq!(Encoding::agreed(std::slice::from_ref(&utf32)), Encoding::Utf32);
        assert_eq!(Encoding::agreed(&[utf32, utf16]), Encoding::Utf16);
    }
}
