//! Moves as values: what moves, from where, to where, and what is captured.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::erased::ErasedPosition;
use super::piece::{Piece, PieceType};
use super::square::Square;
use crate::model::pieces::Side;
use crate::moves::Move as Packed;

/// The kind of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum MoveKind {
    /// A piece goes from one square to another, and may capture and promote: the ordinary move.
    #[default]
    Normal,
    /// Castling: two pieces of the side move at once.
    Castling,
    /// A chain of jumps by one piece.
    Chain,
    /// A piece promotes where it stands.
    PromotionInPlace,
    /// A piece of the opponent is removed because it failed to capture.
    Huff,
    /// A piece is taken off the board, as a part of a turn.
    Remove,
    /// A part of the turn is left out, and no piece moves: the null move.
    Decline,
    /// A whole turn is left out.
    Pass,
    /// All pieces change sides, instead of a first move.
    Swap,
    /// A piece is put on the board from a hand.
    Drop,
    /// A piece moves for the first time, and another comes from the hand to the square it has left.
    Gate,
    /// A piece does more on its way than go to its square: it captures in passing, captures its own side, sets a piece down elsewhere, or
    /// comes back to where it began.
    Effect,
    /// A wall or a neutral piece is put on the board, as a part of a turn.
    Place,
    /// A move of some other rule.
    Special,
}

impl MoveKind {
    /// The kinds by the names that rules give their moves.
    const NAMES: [(&str, Self); 14] = [
        ("move", Self::Normal),
        ("castling", Self::Castling),
        ("chain", Self::Chain),
        ("promotion in place", Self::PromotionInPlace),
        ("huff", Self::Huff),
        ("remove", Self::Remove),
        ("decline", Self::Decline),
        ("pass", Self::Pass),
        ("swap", Self::Swap),
        ("drop", Self::Drop),
        ("gate", Self::Gate),
        ("effect", Self::Effect),
        ("place", Self::Place),
        ("special", Self::Special),
    ];

    /// Returns the kind of the moves to which rules give this name.
    fn of(name: &str) -> Self {
        Self::named(name).unwrap_or(Self::Special)
    }

    /// Returns the kind with a name.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)
    }

    /// Returns its name: `move`, `castling`, `chain`, `promotion in place`, `huff`, `remove`, `decline`, `pass`, `swap`, `drop`, `gate`,
    /// `effect`, `place` or `special`.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, kind)| *kind == self).map_or("special", |(name, _)| *name)
    }
}

impl fmt::Display for MoveKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A legal move of a [`Position`](crate::Position). It is self-contained, and stays valid when the position is gone; it is written in
/// coordinate notation. [`Position::san`](crate::Position::san) writes it in algebraic notation.
///
/// ```
/// let chess = ferz::Variant::load("chess", &[])?;
/// let position = chess.position("1n5k/P7/8/8/8/8/8/K7 w").unwrap();
/// let capture = position.parse_move("axb8=Q").unwrap();
/// assert_eq!(capture.to_string(), "a7b8q");
/// assert_eq!(capture.from().unwrap().to_string(), "a7");
/// assert_eq!(capture.promotion(), chess.piece_type("queen"));
/// let (square, piece) = capture.captures()[0];
/// assert_eq!((square.to_string(), chess[piece.piece_type].name.as_str()), ("b8".to_owned(), "knight"));
/// # Ok::<(), ferz::LoadError>(())
/// ```
#[derive(Clone)]
pub struct Move {
    pub(super) packed: Packed,
    pub(super) side: Side,
    pub(super) kind: MoveKind,
    pub(super) from: Option<Square>,
    pub(super) to: Option<Square>,
    pub(super) piece: Option<Piece>,
    pub(super) promotion: Option<PieceType>,
    /// True if the promotion is written in coordinate notation.
    pub(super) written: bool,
    pub(super) captured: Option<(Square, Piece)>,
    pub(super) more: Option<Arc<More>>,
}

/// The details that few moves have.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct More {
    captures: Vec<(Square, Piece)>,
    coordinates: Option<String>,
    announcement: Option<String>,
}

/// The parts by which two moves are told apart.
type Identity<'a> = (
    (Side, MoveKind, Option<Square>, Option<Square>),
    (Option<Piece>, Option<PieceType>, Option<(Square, Piece)>, Option<&'a More>),
);

impl Move {
    /// Returns the squares that the move names in coordinate notation, in order: those to be marked as the last move.
    ///
    /// ```
    /// let mut game = ferz::Variant::load("chess", &[])?.start();
    /// let made = game.play_text("e4").unwrap();
    /// assert_eq!(made.named_squares(), ["e2".parse().unwrap(), "e4".parse().unwrap()]);
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn named_squares(&self) -> Vec<Square> {
        let text = self.to_string();
        let (mut squares, mut rest) = (Vec::new(), text.trim_start_matches('x'));
        while !rest.is_empty() {
            let digits = rest[1..].bytes().take(2).take_while(u8::is_ascii_digit).count();
            let Some(square) = rest.get(..1 + digits).and_then(|text| text.parse().ok()) else { break };
            squares.push(square);
            rest = &rest[1 + digits..];
        }
        squares
    }

    /// Returns a legal move of a position, whatever it does.
    pub(super) fn in_full(board: &dyn ErasedPosition, packed: Packed) -> Self {
        let rules = board.rules();
        let square = |number| Square::numbered(&rules.geometry, number);
        let piece = |kind, side| Piece::of(&rules.types, (kind, side));
        let effect = board.outline(packed);
        let mut taken = effect.taken.iter().map(|&(at, kind, side)| (square(at), piece(kind, side)));
        let captured = if effect.taken.len() == 1 { taken.next() } else { None };
        let before = effect.mover.map(|(kind, ..)| kind);
        let after = effect.mover.and_then(|(.., after)| after);
        let mut new = Self {
            packed,
            side: board.side(),
            kind: MoveKind::of(effect.name),
            from: effect.from.map(square),
            to: effect.to.map(square),
            piece: effect.mover.map(|(kind, side, _)| piece(kind, side)),
            promotion: after.filter(|_| after != before).map(|after| PieceType::of(&rules.types, after)),
            written: !rules.written.promotions_unwritten,
            captured,
            more: None,
        };
        let announcement = board.announcement(packed).map(str::to_owned);
        // a capture in passing may have to be told from a move that just goes there
        let in_passing = new.captured.is_some_and(|(at, _)| Some(at) != new.to);
        let silent = !packed.announced() && announcement.is_none();
        let plain = new.kind == MoveKind::Normal && silent && !in_passing;
        if !plain || taken.len() > 0 {
            let coordinates = (!plain).then(|| board.coordinates(packed));
            new.more = Some(Arc::new(More { captures: taken.collect(), coordinates, announcement }));
        }
        new
    }

    /// Returns a placeholder for a move that is played without being recorded: only its side is known.
    pub(super) fn unrecorded(packed: Packed, side: Side) -> Self {
        Self {
            packed,
            side,
            kind: MoveKind::default(),
            from: None,
            to: None,
            piece: None,
            promotion: None,
            written: false,
            captured: None,
            more: None,
        }
    }

    /// Returns its packed form.
    pub(super) fn packed(&self) -> Packed {
        self.packed
    }

    /// Returns the side that makes it.
    pub fn side(&self) -> Side {
        self.side
    }

    /// Returns its kind.
    pub fn kind(&self) -> MoveKind {
        self.kind
    }

    /// Returns the square that the moving piece leaves; `None` if it comes from a hand, or no piece moves. In castling, it is that of the
    /// piece that castles, not of its partner.
    pub fn from(&self) -> Option<Square> {
        self.from
    }

    /// Returns the square where the moving piece arrives, or something is put on the board; `None` if neither happens.
    pub fn to(&self) -> Option<Square> {
        self.to
    }

    /// Returns the piece that moves, as it is before the move; `None` if none does.
    pub fn piece(&self) -> Option<Piece> {
        self.piece
    }

    /// Returns the type that the moving piece becomes, if it becomes another.
    pub fn promotion(&self) -> Option<PieceType> {
        self.promotion
    }

    /// Returns the pieces that leave the board, each with its square, in the order in which they leave. This need not be where the
    /// move arrives: in capture en passant and in jumps it is not.
    pub fn captures(&self) -> &[(Square, Piece)] {
        match &self.more {
            Some(more) if self.captured.is_none() => &more.captures,
            _ => self.captured.as_slice(),
        }
    }

    /// Returns `true` if any piece is captured.
    pub fn is_capture(&self) -> bool {
        !self.captures().is_empty()
    }

    /// Returns `true` if the moving piece becomes one of another type.
    pub fn is_promotion(&self) -> bool {
        self.promotion.is_some()
    }

    /// Returns `true` if the move is castling.
    pub fn is_castling(&self) -> bool {
        self.kind == MoveKind::Castling
    }

    /// Returns `true` if a piece comes from a hand.
    pub fn is_drop(&self) -> bool {
        self.kind == MoveKind::Drop
    }

    /// Returns the announcement that is made with the move, such as a warning.
    pub fn announcement(&self) -> Option<&str> {
        self.more.as_ref()?.announcement.as_deref()
    }

    /// Returns `true` if the sign of an announcement is written after the move.
    pub(crate) fn is_announced(&self) -> bool {
        self.packed.announced()
    }

    fn identity(&self) -> Identity<'_> {
        let Self { side, kind, from, to, piece, promotion, captured, more, .. } = self;
        ((*side, *kind, *from, *to), (*piece, *promotion, *captured, more.as_deref()))
    }
}

impl PartialEq for Move {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Move {}

impl Hash for Move {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

/// Writes the move in coordinate notation: `e2e4`, `e7e8q`, `c6c7+` for the form with a plus, a chain `c3e5g7`, a promotion in place `d8=q`, a drop `P@e4`, a huff `xd3`, a
/// pass `0000`; with an announcement, `!` at the end.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(text) = self.more.as_ref().and_then(|more| more.coordinates.as_ref()) {
            return f.pad(text);
        }
        if let (MoveKind::Drop, Some(piece), Some(to)) = (self.kind, self.piece, self.to) {
            return f.pad(&format!("{}@{to}", piece.piece_type));
        }
        let mut text: String = self.from.iter().chain(&self.to).map(Square::to_string).collect();
        if let (true, Some(piece), Some(after)) = (self.written, self.piece, self.promotion) {
            text += &piece.piece_type.becoming(after);
        }
        f.pad(&text)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({self})")
    }
}
