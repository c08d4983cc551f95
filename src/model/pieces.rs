//! Sides, piece types, and what a square may hold.

use super::figures::Look;
use super::movement::Movement;
use super::path::Path;

/// Most piece types of a game.
pub(crate) const MAX_TYPES: usize = 64;

/// The number of a piece type: its index in the game file.
pub(crate) type TypeId = u8;

/// The place of a type in tables of [`MAX_TYPES`] entries that are indexed by the content of a square.
#[inline(always)]
pub(crate) fn place_of(kind: TypeId) -> usize {
    (usize::from(kind) + 1) % MAX_TYPES
}

/// Returns the places of some types, one bit for each.
pub(crate) fn places_of(types: &[TypeId]) -> u64 {
    types.iter().fold(0, |set, &kind| set | 1 << place_of(kind))
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[doc(alias = "Color")]
pub enum Side {
    /// The side at the foot of the board, written with capitals.
    White,
    /// The other side.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// Its place in [`BOTH`](Self::BOTH): 0 for White, 1 for Black.
    #[inline(always)]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The other side.
    #[inline(always)]
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// `white` or `black`.
    pub fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }

    /// Returns the side with a name, `white` or `black`.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|side| side.name() == name)
    }

    /// Returns its name as a sentence has it: `White`, `Black`.
    pub fn capital(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
        }
    }
}

/// Writes `white` or `black`.
impl std::fmt::Display for Side {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

/// The content of a square: nothing, a wall, a piece of a type and a side, or a neutral piece of a type, which belongs to nobody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Piece(u8);

impl Piece {
    pub(crate) const EMPTY: Self = Self(0);
    /// A wall: nothing enters it, captures it or passes it.
    pub(crate) const WALL: Self = Self(1);
    /// How a wall is written; no other letter but that of a neutral piece may be the same.
    pub(crate) const WALL_SIGN: &str = "*";
    /// The first code of neutral pieces.
    const NEUTRAL: u8 = 2 + 2 * MAX_TYPES as u8;

    /// A neutral piece of a type.
    pub(crate) fn neutral(kind: TypeId) -> Self {
        Self(Self::NEUTRAL + kind)
    }

    /// Returns `true` if it is a piece of a side.
    #[inline(always)]
    pub(crate) fn is_owned(self) -> bool {
        (2..Self::NEUTRAL).contains(&self.0)
    }

    /// Its place among the piece types, if it has a type.
    #[inline(always)]
    pub(crate) fn place_if_typed(self) -> Option<usize> {
        match self.0 {
            0 | 1 => None,
            code if code < Self::NEUTRAL => Some(self.place()),
            code => Some(place_of(code - Self::NEUTRAL)),
        }
    }

    #[inline(always)]
    pub(crate) fn new(kind: TypeId, side: Side) -> Self {
        Self(2 + (kind << 1) + side as u8)
    }

    #[inline(always)]
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// All bits set for an empty square, none for any other.
    #[inline(always)]
    pub(crate) fn mask_if_empty(self) -> u8 {
        (u16::from(self.0).wrapping_sub(1) >> u8::BITS) as u8
    }

    /// The type of the piece; meaningless unless it is a piece of a side.
    #[inline(always)]
    pub(crate) fn kind(self) -> TypeId {
        (self.0.wrapping_sub(2)) >> 1
    }

    /// The side of the piece; meaningless unless it is a piece of a side.
    #[inline(always)]
    pub(crate) fn side(self) -> Side {
        if self.0 & 1 == 0 { Side::White } else { Side::Black }
    }

    /// The place of its type in a table of [`MAX_TYPES`] entries, see [`place_of`].
    #[inline(always)]
    pub(crate) fn place(self) -> usize {
        usize::from(self.0 >> 1) % MAX_TYPES
    }

    #[inline(always)]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The type of a piece that belongs to nobody.
    pub(crate) fn neutral_kind(self) -> Option<TypeId> {
        self.0.checked_sub(Self::NEUTRAL)
    }

    /// The piece, if it is one of a side.
    pub(crate) fn get(self) -> Option<(TypeId, Side)> {
        self.is_owned().then(|| (self.kind(), self.side()))
    }
}

/// A piece type.
#[derive(Clone, Debug)]
pub(crate) struct PieceType {
    /// Its name.
    pub name: String,
    /// Its letter in FEN and in moves, a capital, possibly after a `+`.
    pub letter: String,
    /// Other letters, capitals, that others write and that are read like its own.
    pub(crate) synonyms: Vec<String>,
    /// Its letter in SAN; empty for the type that is written without one.
    pub san: String,
    /// Its glyphs on a Unicode board, White's and Black's.
    pub(crate) glyphs: Option<[String; 2]>,
    /// Its look in pictures.
    pub(crate) look: Look,
    /// Its movement.
    pub movement: Movement,
    /// Its further movements that depend on a condition, in the order in which they are written.
    pub(crate) conditional: Vec<Movement>,
    /// The notation it was written in, for people.
    pub notation: String,
    /// Must not be left attacked.
    pub royal: bool,
    /// Its pieces belong to nobody.
    pub neutral: bool,
    /// The condition under which its pieces are royal, if it is.
    pub(crate) royalty: Royalty,
}

/// The condition under which the pieces of a royal type are royal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Royalty {
    /// Each of them, always.
    #[default]
    Each,
    /// The last of its side; while there are several, none is.
    Last,
    /// All of a side together: it is in check when all of them are attacked.
    Together,
}

impl PieceType {
    /// The paths of its movements that depend on a condition.
    pub(crate) fn conditional_paths(&self) -> Vec<Path> {
        self.conditional.iter().flat_map(|movement| movement.clone().into_paths()).collect()
    }

    /// Returns `true` if it has no movement but those that depend on a condition.
    pub(crate) fn moves_only_conditionally(&self) -> bool {
        !self.conditional.is_empty() && self.movement == Movement::default()
    }

    /// Returns its name as it stands in a sentence, with spaces for dashes: `promoted silver`.
    pub(crate) fn spoken(&self) -> String {
        self.name.replace('-', " ")
    }

    /// Returns the notation, in coordinates, for a piece of this type becoming one of another: the latter's lower-case letter; a `+` alone
    /// if that is this one's letter after a `+`, and a `-` if it is the other way round.
    pub(crate) fn becoming(&self, after: &Self) -> String {
        if after.letter.strip_prefix('+') == Some(&self.letter) {
            "+".to_owned()
        } else if self.letter.strip_prefix('+') == Some(&after.letter) {
            "-".to_owned()
        } else {
            after.letter.to_ascii_lowercase()
        }
    }

    /// Returns `true` if a letter is read as this type's, in whatever case.
    pub(crate) fn is_written(&self, letter: &str) -> bool {
        self.letter.eq_ignore_ascii_case(letter) || self.is_synonym(letter)
    }

    /// Returns `true` if a letter, in whatever case, is a synonym of this type's letter.
    pub(crate) fn is_synonym(&self, letter: &str) -> bool {
        self.synonyms.iter().any(|own| own.eq_ignore_ascii_case(letter))
    }

    /// The letter for a side: upper case for White, lower case for Black.
    pub(crate) fn letter_of(&self, side: Side) -> String {
        match side {
            Side::White => self.letter.clone(),
            Side::Black => self.letter.to_ascii_lowercase(),
        }
    }
}
