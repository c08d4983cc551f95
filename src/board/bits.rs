//! Sets of squares as machine words.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::Square;
use super::isa::Isa;

/// A set of squares: one bit per square. Every fast part of the engine is generic over this.
pub(crate) trait Bits:
    Copy
    + Eq
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// The empty set.
    const NONE: Self;
    /// The number of squares it can hold.
    const WIDTH: usize;

    /// The set of one square.
    fn bit(square: Square) -> Self;
    /// Returns `true` if the set contains the square.
    fn has(self, square: Square) -> bool;
    /// Returns `true` if the set is empty.
    fn is_empty(self) -> bool;
    /// Returns the number of squares in the set.
    fn count(self) -> u32;
    /// The lowest square; the set must not be empty.
    fn first(self) -> Square;
    /// The set without its lowest square; the set must not be empty.
    fn without_first(self) -> Self;
    /// All squares up to and including the lowest in the set; all squares if it is empty.
    fn through_first(self) -> Self;
    /// All squares from the highest in the set upwards, that one included; all squares if it is empty.
    fn onward_last(self) -> Self;
    /// The first 64 squares as a word, and the others moved down by 64.
    fn split(self) -> (u64, Self);
    /// The squares of the set that are in a mask, as a number: bit 0 stands for the lowest square of the mask.
    fn gathered<I: Isa>(self, mask: Self) -> usize;
    /// Returns the set shifted up by `turn` squares if that is less than half the width, and otherwise down by the width minus `turn`.
    /// Squares beyond the range are lost, or wrap around to the other end.
    fn rotated(self, turn: u32) -> Self;
    /// The words of the set, lowest squares first; for hashing.
    fn words(self) -> [u64; 4];
    /// A set of the same squares, which must fit.
    fn from_wide(wide: U256) -> Self;

    /// The same by reference: the function that narrows conditions to the width of a board.
    fn narrowed(wide: &U256) -> Self {
        Self::from_wide(*wide)
    }

    /// Returns `true` if the two sets intersect.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Returns `true` if the set contains at most one square.
    #[inline(always)]
    fn at_most_one(self) -> bool {
        self.is_empty() || self.without_first().is_empty()
    }

    /// The squares in rising order.
    #[inline(always)]
    fn squares(self) -> Squares<Self> {
        let (word, rest) = self.split();
        Squares { word, base: 0, rest }
    }
}

/// The squares of a set, in rising order; word by word, so that iteration is cheap whatever the width.
pub(crate) struct Squares<B> {
    word: u64,
    /// The number of the word's first square.
    base: Square,
    /// The words after it.
    rest: B,
}

impl<B: Bits> Iterator for Squares<B> {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        while self.word == 0 {
            if self.rest.is_empty() {
                return None;
            }
            (self.word, self.rest) = self.rest.split();
            self.base += 64;
        }
        let square = self.base + self.word.trailing_zeros() as Square;
        self.word &= self.word - 1;
        Some(square)
    }
}

macro_rules! bits_of_word {
    ($word:ty, $width:literal, $words:expr, $word_of:expr, $narrow:expr, $gather:ident) => {
        impl Bits for $word {
            const NONE: Self = 0;
            const WIDTH: usize = $width;

            #[inline(always)]
            fn bit(square: Square) -> Self {
                1 << (square & ($width - 1))
            }
            #[inline(always)]
            fn has(self, square: Square) -> bool {
                $word_of(self, square) >> (square & 63) & 1 != 0
            }
            #[inline(always)]
            fn is_empty(self) -> bool {
                self == 0
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn first(self) -> Square {
                self.trailing_zeros() as Square
            }
            #[inline(always)]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn through_first(self) -> Self {
                self ^ self.wrapping_sub(1)
            }
            #[inline(always)]
            fn onward_last(self) -> Self {
                Self::MAX << (($width - 1) - (self | 1).leading_zeros())
            }
            #[inline(always)]
            fn split(self) -> (u64, Self) {
                (self as u64, self.checked_shr(64).unwrap_or(0))
            }
            #[inline(always)]
            fn gathered<I: Isa>(self, mask: Self) -> usize {
                $gather::<I>(self, mask)
            }
            #[inline(always)]
            fn rotated(self, turn: u32) -> Self {
                self.rotate_left(turn)
            }
            #[inline(always)]
            fn words(self) -> [u64; 4] {
                $words(self)
            }
            fn from_wide(wide: U256) -> Self {
                $narrow(wide)
            }
        }
    };
}

bits_of_word!(
    u64,
    64,
    |set: u64| [set, 0, 0, 0],
    |set: u64, _: Square| set,
    |wide: U256| wide.low as u64,
    gather_64
);
bits_of_word!(
    u128,
    128,
    |set: u128| [set as u64, (set >> 64) as u64, 0, 0],
    // one word or the other, as a shift of both takes three times as many instructions
    |set: u128, square: Square| if square & 64 == 0 { set as u64 } else { (set >> 64) as u64 },
    |wide: U256| wide.low,
    gather_128
);

#[inline(always)]
fn gather_64<I: Isa>(set: u64, mask: u64) -> usize {
    I::gather(set, mask) as usize
}

#[inline(always)]
fn gather_128<I: Isa>(set: u128, mask: u128) -> usize {
    let low = I::gather(set as u64, mask as u64);
    let high = I::gather((set >> 64) as u64, (mask >> 64) as u64);
    (low | high << (mask as u64).count_ones()) as usize
}

/// A set of up to 256 squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct U256 {
    low: u128,
    high: u128,
}

impl Bits for U256 {
    const NONE: Self = Self { low: 0, high: 0 };
    const WIDTH: usize = 256;

    #[inline(always)]
    fn bit(square: Square) -> Self {
        if square < 128 {
            Self { low: 1 << square, high: 0 }
        } else {
            Self { low: 0, high: 1 << (square - 128) }
        }
    }
    #[inline(always)]
    fn has(self, square: Square) -> bool {
        if square < 128 { self.low.has(square) } else { self.high.has(square) }
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self.low | self.high == 0
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.low.count_ones() + self.high.count_ones()
    }
    #[inline(always)]
    fn first(self) -> Square {
        if self.low != 0 { self.low.first() } else { self.high.first() + 128 }
    }
    #[inline(always)]
    fn without_first(self) -> Self {
        if self.low != 0 {
            Self { low: self.low.without_first(), high: self.high }
        } else {
            Self { low: 0, high: self.high.without_first() }
        }
    }
    #[inline(always)]
    fn through_first(self) -> Self {
        if self.low != 0 {
            Self { low: self.low.through_first(), high: 0 }
        } else {
            Self { low: u128::MAX, high: self.high.through_first() }
        }
    }
    #[inline(always)]
    fn onward_last(self) -> Self {
        if self.high != 0 {
            Self { low: 0, high: self.high.onward_last() }
        } else {
            Self { low: self.low.onward_last(), high: u128::MAX }
        }
    }
    #[inline(always)]
    fn split(self) -> (u64, Self) {
        (self.low as u64, Self { low: self.low >> 64 | self.high << 64, high: self.high >> 64 })
    }
    #[inline(always)]
    fn gathered<I: Isa>(self, mask: Self) -> usize {
        gather_128::<I>(self.low, mask.low) | gather_128::<I>(self.high, mask.high) << mask.low.count_ones()
    }
    #[inline(always)]
    fn rotated(self, turn: u32) -> Self {
        let Self { low, high } = self;
        let down = 256 - turn;
        match turn {
            0 => self,
            1..128 => Self { low: low << turn, high: high << turn | low >> (128 - turn) },
            _ => Self { low: low >> down | high << (128 - down), high: high >> down },
        }
    }
    #[inline(always)]
    fn words(self) -> [u64; 4] {
        [self.low as u64, (self.low >> 64) as u64, self.high as u64, (self.high >> 64) as u64]
    }
    fn from_wide(wide: U256) -> Self {
        wide
    }
}

impl FromIterator<Square> for U256 {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::NONE, |set, square| set | Self::bit(square))
    }
}

impl U256 {
    /// Returns the set of these words, as [`Bits::words`] has them.
    #[inline(always)]
    pub(crate) fn from_words([a, b, c, d]: [u64; 4]) -> Self {
        let join = |low: u64, high: u64| u128::from(low) | u128::from(high) << 64;
        Self { low: join(a, b), high: join(c, d) }
    }
}

macro_rules! wide_operator {
    ($trait:ident $method:ident $assign_trait:ident $assign:ident) => {
        impl $trait for U256 {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self { low: self.low.$method(other.low), high: self.high.$method(other.high) }
            }
        }
        impl $assign_trait for U256 {
            #[inline(always)]
            fn $assign(&mut self, other: Self) {
                *self = self.$method(other);
            }
        }
    };
}

wide_operator!(BitAnd bitand BitAndAssign bitand_assign);
wide_operator!(BitOr bitor BitOrAssign bitor_assign);
wide_operator!(BitXor bitxor BitXorAssign bitxor_assign);

impl Not for U256 {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self { low: !self.low, high: !self.high }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::isa::Portable;

    fn agrees_with_a_list<B: Bits>(squares: &[Square]) {
        let set = squares.iter().fold(B::NONE, |set, &square| set | B::bit(square));
        assert_eq!(set.squares().collect::<Vec<_>>(), squares);
        assert_eq!(set.count() as usize, squares.len());
        let low = *squares.first().unwrap();
        let high = *squares.last().unwrap();
        for square in 0..B::WIDTH {
            let square = square as Square;
            assert_eq!(set.has(square), squares.contains(&square));
            assert_eq!(set.through_first().has(square), square <= low);
            assert_eq!(set.onward_last().has(square), square >= high);
        }
    }

    #[test]
    fn sets_of_every_width_agree_with_a_list() {
        for squares in [&[0][..], &[63], &[3, 17, 62], &[0, 63]] {
            agrees_with_a_list::<u64>(squares);
            agrees_with_a_list::<u128>(squares);
            agrees_with_a_list::<U256>(squares);
        }
        for squares in [&[127][..], &[5, 64, 100], &[0, 127]] {
            agrees_with_a_list::<u128>(squares);
            agrees_with_a_list::<U256>(squares);
        }
        for squares in [&[255][..], &[127, 128], &[200, 255], &[0, 255]] {
            agrees_with_a_list::<U256>(squares);
        }
    }

    #[test]
    fn squares_of_a_mask_are_gathered_from_the_lowest() {
        let squares = [3, 90, 127, 128, 200, 255];
        let of = |squares: &[Square]| squares.iter().fold(U256::NONE, |set, &square| set | U256::bit(square));
        for (place, &square) in squares.iter().enumerate() {
            assert_eq!(of(&[square, 7, 129]).gathered::<Portable>(of(&squares)), 1 << place);
        }
        assert_eq!(of(&squares).gathered::<Portable>(of(&squares)), 63);
        assert_eq!(0b1011u64.gathered::<Portable>(0b1010), 0b11);
    }

    #[test]
    fn the_empty_set_bounds_nothing() {
        assert_eq!(0u64.through_first(), u64::MAX);
        assert_eq!(0u64.onward_last(), u64::MAX);
        assert_eq!(U256::NONE.through_first(), !U256::NONE);
        assert_eq!(U256::NONE.onward_last(), !U256::NONE);
    }
}
