//! Positions of draughts as the Portable Draughts Notation writes them: `W:W31-50,K5:B1-20`.
//!
//! The first letter is the side to move. Each of the other parts begins with a side, and lists numbers of squares, or ranges of them; `K` stands
//! before a king. Squares may be named by file and rank as well: `W:Wc3,Kf6:Bd4`. `H` and `F` with a number are the halfmove clock and the move number. A full stop at the end may be left out.

use super::{Clocks, Content, FenFault, Field};
use crate::board::{Bits, Square};
use crate::model::pieces::{Piece, Side, TypeId};
use crate::tables::Tables;

/// Sets up the position of the only field; `None` if it is a FEN.
pub(super) fn read<B: Bits>(
    tables: &Tables<B>,
    fields: &[Field<'_>],
) -> Option<Result<Content<B>, FenFault>> {
    let ((text, range), more) = fields.split_first()?;
    let (side, parts) = text.split_once(':')?;
    let side = side_of(side)?;
    if let Some((_, range)) = more.first() {
        let help = "write it without spaces, as in `W:W31-50,K5:B1-20`";
        return Some(Err(FenFault::new(range.clone(), "the position should end before this", help)));
    }
    Some(Reader { tables, text, start: range.start }.content(side, parts))
}

fn side_of(letter: &str) -> Option<Side> {
    match letter {
        "W" | "w" => Some(Side::White),
        "B" | "b" => Some(Side::Black),
        _ => None,
    }
}

/// Returns the number that digits write.
fn number(text: &str) -> Option<u32> {
    text.bytes().all(|digit| digit.is_ascii_digit()).then(|| text.parse().ok())?
}

struct Reader<'a, B> {
    tables: &'a Tables<B>,
    text: &'a str,
    /// The place of the text in what has been given.
    start: usize,
}

impl<B: Bits> Reader<'_, B> {
    fn fault(&self, part: &str, message: impl Into<String>, help: &str) -> FenFault {
        let at = self.start + (part.as_ptr() as usize - self.text.as_ptr() as usize);
        FenFault::new(at..at + part.len(), message, help)
    }

    fn content(&self, side: Side, parts: &str) -> Result<Content<B>, FenFault> {
        let (mut state, mut clocks) = (self.tables.empty_state(), Clocks { idle: 0, number: 1 });
        for part in parts.trim_end_matches('.').split(':') {
            let letter = part.get(..1).unwrap_or(part);
            let help = "write the pieces of each side after `W` or `B`, as in `W:W31-50,K5:B1-20`";
            match (letter, part.get(1..).and_then(number)) {
                ("H", Some(idle)) => {
                    clocks.idle = idle;
                    continue;
                }
                ("F", Some(number)) => {
                    clocks.number = number.max(1);
                    continue;
                }
                _ => {}
            }
            let Some(owner) = side_of(letter) else {
                let part = if part.is_empty() { self.text } else { part };
                return Err(self.fault(part, "expected `W` or `B`", help));
            };
            for item in part[letter.len()..].split(',').filter(|item| !item.is_empty()) {
                let (piece, squares) = self.item(item, owner)?;
                for square in squares {
                    if !state.at(square).is_empty() {
                        return Err(self.fault(item, "a piece stands there already", ""));
                    }
                    state.change::<true>(&self.tables.keys, square, piece);
                }
            }
        }
        state.side = side;
        self.tables.freshen(&mut state);
        self.tables.settle(&mut state);
        Ok(Content { state, clocks, ignored: Vec::new() })
    }

    /// The piece of an item, and its squares: `31`, `K5`, `31-50`, `Kf6`.
    fn item(&self, item: &str, owner: Side) -> Result<(Piece, Vec<Square>), FenFault> {
        let rules = &self.tables.rules;
        let numbers = item.trim_start_matches(|sign: char| sign.is_ascii_alphabetic());
        let kind = |letter: &str| match letter {
            "" => rules.types.iter().position(|kind| kind.san.is_empty()),
            letter => rules.types.iter().position(|kind| kind.is_written(letter)),
        };
        let by_number = kind(&item[..item.len() - numbers.len()]).filter(|_| rules.written.numbers());
        if by_number.is_none() {
            let name = item.trim_start_matches(|sign: char| sign.is_ascii_uppercase());
            if let (Some(kind), Some(square)) =
                (kind(&item[..item.len() - name.len()]), rules.geometry.parse(name))
            {
                return match rules.geometry.holes.has(square) {
                    true => Err(self.fault(item, format!("{name} is not in play"), "")),
                    false => Ok((Piece::new(kind as TypeId, owner), vec![square])),
                };
            }
        }
        let Some(kind) = kind(&item[..item.len() - numbers.len()]) else {
            return Err(self.fault(
                item,
                "no piece has this letter",
                "write `K` for a king and nothing for a man",
            ));
        };
        let piece = Piece::new(kind as TypeId, owner);
        let (first, last) = numbers.split_once('-').unwrap_or((numbers, numbers));
        let all = rules.geometry.playable().count();
        let number = |text: &str| number(text).filter(|number| (1..=all).contains(number));
        let (Some(first), Some(last)) = (number(first), number(last)) else {
            return Err(self.fault(item, format!("the squares have the numbers 1 to {all}"), ""));
        };
        if first > last {
            return Err(self.fault(item, "the smaller number comes first", ""));
        }
        let numbers = first as usize..=last as usize;
        let squares = rules.geometry.playable().squares();
        let squares = squares.filter(|&at| numbers.contains(&rules.written.number(&rules.geometry, at)));
        Ok((piece, squares.collect()))
    }
}
