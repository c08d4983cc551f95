//! Zobrist keys (A. L. Zobrist, A New Hashing Method with Application for Game Playing, 1970).

use super::Slots;
use crate::board::{Bits, Square};
use crate::model::pieces::{Piece, Side};

/// Random words for every content of every square, the same in every run.
#[derive(Clone, Debug)]
pub(crate) struct Keys {
    pieces: Box<[[u64; 256]]>,
}

/// Returns the next word of SplitMix64 (Steele, Lea, Flood 2014).
#[inline]
pub(crate) fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut word = *state;
    word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

/// Returns the word of a wall or a neutral piece on a square; computed each time, because most games have none.
#[cold]
fn ownerless(content: Piece, square: Square) -> u64 {
    let mut mix = 0x0B5E | (content.index() as u64) << 16 | u64::from(square) << 32;
    split_mix(&mut mix)
}

impl Keys {
    /// Creates keys for a game with this number of piece types.
    pub(crate) fn new(types: usize) -> Self {
        let mut seed = 0x5EED;
        let pieces = (0..2 + 2 * types)
            .map(|content| {
                let mut row = [0; 256];
                if content >= 2 {
                    row.fill_with(|| split_mix(&mut seed));
                }
                row
            })
            .collect();
        Self { pieces }
    }

    #[inline(always)]
    pub(crate) fn piece(&self, content: Piece, square: Square) -> u64 {
        match self.pieces.get(content.index()) {
            Some(row) if content != Piece::WALL => row[usize::from(square)],
            _ => ownerless(content, square),
        }
    }

    #[inline]
    pub(crate) fn whole<B: Bits>(&self, placement: u64, slots: &Slots<B>, side: Side) -> u64 {
        let mut mix = 1 + side as u64;
        let key = placement ^ split_mix(&mut mix);
        key ^ key_of_sets([slots.unmoved, slots.rights, slots.passed.squares])
    }
}

/// Returns a key of some sets, distinguished by their index; 0 if all are empty.
#[inline]
pub(super) fn key_of_sets<B: Bits, const N: usize>(sets: [B; N]) -> u64 {
    let mut key = 0;
    for (index, set) in sets.into_iter().enumerate() {
        for (place, word) in set.words().into_iter().enumerate().filter(|(_, word)| *word != 0) {
            let mut mix = word ^ ((N * 4 * index + 4 + place) as u64).wrapping_mul(0xD6E8_FEB8_6659_FD93);
            key ^= split_mix(&mut mix);
        }
    }
    key
}

/// Returns a key of a block of words; 0 if it is empty.
#[inline]
pub(super) fn key_of_words(words: &[u64]) -> u64 {
    let mut key = 0;
    for (place, &word) in words.iter().enumerate().filter(|(_, word)| **word != 0) {
        key ^= key_of_word(place, word);
    }
    key
}

/// Returns what a word that is not 0 adds to the key.
pub(super) fn key_of_word(place: usize, word: u64) -> u64 {
    let mut mix = word ^ (place as u64 + 1).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    split_mix(&mut mix)
}
