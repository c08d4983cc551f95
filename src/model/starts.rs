//! Start positions of games that shuffle some of their pieces: every arrangement has a number.
//!
//! Each entry takes as many of the squares left as it has pieces, and puts them there in its order, from left to right as White sees it.
//! Black's pieces stand opposite. An arrangement is a mixed-radix number: the first entry is the lowest digit, which counts the choices
//! of squares in lexicographic order. For the entries of Chess960, that is the numbering by Reinhard Scharnagl, in which the array of
//! chess is 518.
//!
//! Invariant: the number of choices that an entry has doesn't depend on those before it, so that the numbers have no gaps.

use super::pieces::{Piece, Side, TypeId};
use crate::board::{Bits, Geometry, Square, SquareSet};
use crate::order;

/// The maximum number of arrangements.
pub(crate) const MOST: u64 = 4_294_967_295;

/// The start positions of a game that shuffles its pieces.
#[derive(Clone, Debug)]
pub(crate) struct Starts {
    /// The squares on which they stand, as White sees them.
    pub(crate) squares: SquareSet,
    pub(crate) entries: Vec<Entry>,
    /// The number of the array in the file.
    pub(crate) usual: u32,
}

/// Pieces that are put on some of the squares left, in this order.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) pieces: Vec<TypeId>,
    /// The squares that they may stand on.
    pub(crate) on: SquareSet,
}

/// The binomial coefficient: the number of ways to choose `chosen` of `of` things, at most as many as a board has squares.
fn choices(of: usize, chosen: usize) -> u64 {
    (0..chosen)
        .try_fold(1u64, |all, at| Some(all.checked_mul(of.checked_sub(at)? as u64)? / (at as u64 + 1)))
        .unwrap_or(match of < chosen {
            true => 0,
            false => MOST + 1,
        })
}

/// The choice with that number, in lexicographic order: which of the things are chosen.
fn choice(of: usize, chosen: usize, mut number: u64) -> Vec<usize> {
    let (mut found, mut at) = (Vec::new(), 0);
    while found.len() < chosen && at < of {
        let with = choices(of - at - 1, chosen - found.len() - 1);
        if number < with {
            found.push(at);
        } else {
            number -= with;
        }
        at += 1;
    }
    found
}

/// The number of a choice.
fn number_of(of: usize, chosen: &[usize]) -> u64 {
    let mut number = 0;
    let mut begin = 0;
    for (index, &at) in chosen.iter().enumerate() {
        number += (begin..at).map(|skipped| choices(of - skipped - 1, chosen.len() - index - 1)).sum::<u64>();
        begin = at + 1;
    }
    number
}

impl Starts {
    /// The number of arrangements.
    pub(crate) fn count(&self) -> u32 {
        let mut free = self.squares;
        let mut all = 1u64;
        for entry in &self.entries {
            let open: Vec<Square> = (free & entry.on).squares().collect();
            all = all.saturating_mul(choices(open.len(), entry.pieces.len()));
            let taken = open.into_iter().take(entry.pieces.len());
            free = taken.fold(free, |free, square| free & !SquareSet::bit(square));
        }
        u32::try_from(all).unwrap_or(u32::MAX)
    }

    /// Returns the pieces of the start position with a number.
    pub(crate) fn arranged(
        &self,
        number: u32,
        geometry: &Geometry,
        array: &[(Square, Piece)],
    ) -> Vec<(Square, Piece)> {
        let (mut rest, mut free) = (u64::from(number), self.squares);
        let both = self.squares | geometry.opposite_set(self.squares);
        let mut pieces: Vec<(Square, Piece)> =
            array.iter().filter(|(square, _)| !both.has(*square)).copied().collect();
        for entry in &self.entries {
            let open: Vec<Square> = (free & entry.on).squares().collect();
            let all = choices(open.len(), entry.pieces.len()).max(1);
            let chosen = choice(open.len(), entry.pieces.len(), rest % all);
            rest /= all;
            for (kind, at) in entry.pieces.iter().zip(chosen) {
                free &= !SquareSet::bit(open[at]);
                pieces.push((open[at], Piece::new(*kind, Side::White)));
                pieces.push((geometry.opposite(open[at]), Piece::new(*kind, Side::Black)));
            }
        }
        pieces
    }

    /// Returns the squares where White's pieces of a type may stand at the start, if they are shuffled.
    pub(crate) fn homes(&self, kind: TypeId) -> SquareSet {
        let entries = self.entries.iter().filter(|entry| entry.pieces.contains(&kind));
        entries.fold(SquareSet::NONE, |set, entry| set | entry.on)
    }

    /// Returns every shuffled piece of either side with every square where it may stand at the start.
    pub(crate) fn everywhere(&self, geometry: &Geometry, array: &[(Square, Piece)]) -> Vec<(Square, Piece)> {
        let mut pieces: Vec<Piece> = array.iter().map(|(_, piece)| *piece).collect();
        order::by_key(&mut pieces, |piece| piece.place());
        pieces.dedup();
        let owned = pieces.into_iter().filter_map(|piece| Some((piece, piece.get()?)));
        let homes = |(piece, (kind, side)): (Piece, (TypeId, Side))| {
            let white = self.homes(kind);
            let own = if side == Side::White { white } else { geometry.opposite_set(white) };
            own.squares().map(move |square| (square, piece)).collect::<Vec<_>>()
        };
        owned.flat_map(homes).collect()
    }

    /// Returns the number of the arrangement in which pieces stand, if there is one.
    pub(crate) fn number(&self, array: &[(Square, Piece)]) -> Option<u32> {
        let at = |square| array.iter().find(|(at, _)| *at == square).map(|(_, piece)| piece.kind());
        let (mut free, mut number, mut base) = (self.squares, 0, 1);
        for entry in &self.entries {
            let open: Vec<Square> = (free & entry.on).squares().collect();
            // the first choice of squares that hold these pieces, in their order
            let mut chosen = Vec::new();
            for &kind in &entry.pieces {
                let from = chosen.last().map_or(0, |last| last + 1);
                chosen.push((from..open.len()).find(|&index| at(open[index]) == Some(kind))?);
            }
            free = chosen.iter().fold(free, |free, &index| free & !SquareSet::bit(open[index]));
            number += base * number_of(open.len(), &chosen);
            base *= choices(open.len(), entry.pieces.len());
        }
        u32::try_from(number).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_numbered_in_order_without_gaps() {
        for (of, chosen) in [(5, 2), (6, 1), (3, 3), (8, 4), (4, 0)] {
            let mut last = None;
            for number in 0..choices(of, chosen) {
                let these = choice(of, chosen, number);
                assert_eq!((these.len(), number_of(of, &these)), (chosen, number));
                assert!(last.is_none_or(|before| before < these), "{these:?} comes too late");
                last = Some(these);
            }
        }
    }

    #[test]
    fn more_than_there_are_can_not_be_chosen() {
        assert_eq!(choices(2, 3), 0);
        assert_eq!(choices(0, 0), 1);
    }
}
