//! Piece types and pieces.

use std::fmt;

use crate::model::pieces::{self, Side, TypeId};
use crate::notation::moves::describe;

/// A piece type of a variant. It is written by its letter, a capital, possibly after a `+`; the [`Variant`](crate::Variant), indexed by it,
/// describes it.
///
/// ```
/// let chess = ferz::Variant::load("chess", &[])?;
/// let knight = chess.piece_type("knight").unwrap();
/// assert_eq!(knight.to_string(), "N");
/// assert_eq!(chess[knight].name, "knight");
/// # Ok::<(), ferz::LoadError>(())
/// ```
#[doc(alias = "Role")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceType {
    index: TypeId,
    /// Its letter, a capital.
    letter: u8,
    /// True if the letter stands behind a `+`.
    plus: bool,
}

impl PieceType {
    /// Returns the handle of a type of the rules.
    pub(super) fn of(types: &[pieces::PieceType], index: TypeId) -> Self {
        let bytes = types[usize::from(index)].letter.as_bytes();
        Self { index, letter: bytes.last().copied().unwrap_or(b'?'), plus: bytes.len() > 1 }
    }

    /// Returns its place in [`Variant::piece_types`](crate::Variant::piece_types).
    pub fn index(self) -> usize {
        usize::from(self.index)
    }

    pub(crate) fn id(self) -> TypeId {
        self.index
    }

    /// Returns how coordinates write that a piece of this type becomes one of another.
    pub(super) fn becoming(self, after: Self) -> String {
        match (self.letter == after.letter, self.plus, after.plus) {
            (true, false, true) => "+".to_owned(),
            (true, true, false) => "-".to_owned(),
            _ => after.small().to_string(),
        }
    }

    /// Returns it with its letter in lower case, for writing.
    pub(super) fn small(self) -> Self {
        Self { letter: self.letter.to_ascii_lowercase(), ..self }
    }
}

impl fmt::Display for PieceType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", if self.plus { "+" } else { "" }, char::from(self.letter)))
    }
}

impl fmt::Debug for PieceType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PieceType({self})")
    }
}

/// A piece: its type and its side. It is written by its letter, as in a FEN: a capital for White, a lower-case letter for Black.
///
/// ```
/// use ferz::{Piece, Side};
/// let chess = ferz::Variant::load("chess", &[])?;
/// let piece = Piece { piece_type: chess.piece_type("knight").unwrap(), side: Side::Black };
/// assert_eq!(piece.to_string(), "n");
/// # Ok::<(), ferz::LoadError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Its type.
    pub piece_type: PieceType,
    /// The side that owns it.
    pub side: Side,
}

impl Piece {
    pub(super) fn of(types: &[pieces::PieceType], (index, side): (TypeId, Side)) -> Self {
        Self { piece_type: PieceType::of(types, index), side }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.side {
            Side::White => self.piece_type.fmt(f),
            Side::Black => self.piece_type.small().fmt(f),
        }
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Piece({self})")
    }
}

/// An obstacle on a square: it belongs to nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Obstacle {
    /// A wall.
    Wall,
    /// A neutral piece of a type.
    Neutral(PieceType),
}

/// The description of a piece type.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PieceTypeInfo {
    /// The type.
    pub piece_type: PieceType,
    /// Its name.
    pub name: String,
    /// Its letter, a capital, possibly after a `+`.
    pub letter: String,
    /// Its letter in algebraic notation; empty for the type that is written without one.
    pub san: String,
    /// Its movement as written, in Betza's notation; empty if it was given by vectors.
    pub notation: String,
    /// Its movement in words.
    pub words: String,
    /// True if the piece is royal: it must not be left attacked.
    pub royal: bool,
    /// True if the piece is neutral: it belongs to nobody.
    pub neutral: bool,
    /// White's and Black's glyph, if the game file gives them.
    pub glyphs: Option<[String; 2]>,
}

impl PieceTypeInfo {
    /// Returns the descriptions of all types.
    pub(crate) fn all(types: &[pieces::PieceType]) -> Vec<Self> {
        (0..types.len()).map(|index| Self::of(types, index as TypeId)).collect()
    }

    fn of(types: &[pieces::PieceType], index: TypeId) -> Self {
        let kind = &types[usize::from(index)];
        Self {
            piece_type: PieceType::of(types, index),
            name: kind.name.clone(),
            letter: kind.letter.clone(),
            san: kind.san.clone(),
            notation: kind.notation.clone(),
            words: match kind.moves_only_conditionally() {
                true => "moves only under a condition".to_owned(),
                false => describe(&kind.movement),
            },
            royal: kind.royal,
            neutral: kind.neutral,
            glyphs: kind.glyphs.clone(),
        }
    }
}
