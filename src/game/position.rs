//! Positions as values: without a history, and without the width of their board.

use std::fmt;
use std::sync::OnceLock;

use super::erased::{ErasedPosition, Start};
use super::error::{FenError, PlayError};
use super::explorer::Explorer;
use super::load::Variant;
use super::moves::Move;
use super::outcome::Outcome;
use super::piece::{Obstacle, Piece, PieceType};
use super::square::Square;
use crate::board;
use crate::model::pieces::{Side, TypeId};
use crate::moves::{Departure, Move as Packed, TooManyMoves};
use crate::order;
use crate::play::History;
use crate::play::fen::Clocks;
use crate::tables::dead_of;

/// A position of a variant: the pieces, the side to move, and everything else that the rules remember. It has no history; a
/// [`Game`](crate::Game) has.
///
/// A position is a value: it can be cloned, kept and sent to other threads. It is written as a FEN.
///
/// ```
/// let chess = ferz::Variant::load("chess", &[])?;
/// let mut position = chess.start_position();
/// assert_eq!(position.legal_moves().len(), 20);
/// for text in ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"] {
///     let next = position.parse_move(text).unwrap();
///     position.play(&next).unwrap();
/// }
/// assert!(position.is_check());
/// assert_eq!(position.outcome().unwrap().winner, Some(ferz::Side::White));
/// assert_eq!(position.to_string(), "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4");
/// # Ok::<(), ferz::LoadError>(())
/// ```
#[doc(alias = "Board")]
#[doc(alias = "Chess")]
pub struct Position {
    pub(super) variant: Variant,
    pub(super) board: Box<dyn ErasedPosition>,
    pub(super) clocks: Clocks,
    /// What ends the game here if the position has occurred once, found on first use.
    closed: OnceLock<Option<Outcome>>,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        let (board, closed) = (self.board.snapshot(), self.closed.clone());
        Self { variant: self.variant.clone(), board, clocks: self.clocks, closed }
    }
}

impl Position {
    pub(super) fn new(variant: Variant, (board, clocks): Start) -> Self {
        Self { variant, board, clocks, closed: OnceLock::new() }
    }

    pub(super) fn read(variant: &Variant, fen: &str) -> Result<Self, FenError> {
        Ok(Self::new(variant.clone(), variant.table.position(fen)?.0))
    }

    /// Returns the variant.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Checks the position against a slow reading of its rules: whatever the tables decide beforehand is decided again by making moves.
    ///
    /// Checked are the legal moves, by lists and by counts; that every move has a notation of its own, does what its effect says, and is
    /// unmade; and the hash. It takes some thousand times as long as listing the moves, and is meant for tests of ferz and of new games.
    /// Returns the number of moves that are not legal because they would leave a royal piece attacked.
    ///
    /// # Errors
    ///
    /// A sentence about the first difference. It is a fault of ferz, not of the game.
    ///
    /// ```
    /// let position = ferz::Variant::load("chess", &[])?.position("4k3/8/8/8/4r3/8/4P3/4K3 w")?;
    /// assert_eq!(position.verify(), Ok(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "verify")]
    pub fn verify(&self) -> Result<usize, String> {
        self.board.breach()
    }

    /// Returns the number of legal moves of one piece and of drops that do no more, and of those for which rules are called one by one when
    /// they are made, which is slower: for tests of ferz.
    ///
    /// ```
    /// let position = ferz::Variant::load("chess", &[])?.start_position();
    /// assert_eq!(position.called(), [20, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "verify")]
    pub fn called(&self) -> [usize; 2] {
        self.board.calls()
    }

    /// Returns the side to move.
    #[doc(alias = "turn")]
    pub fn side_to_move(&self) -> Side {
        self.board.side()
    }

    /// Returns the piece on a square; `None` if it is empty, or not on the board.
    ///
    /// ```
    /// let position = ferz::Variant::load("chess", &[])?.start_position();
    /// assert_eq!(position.piece_at("e8".parse()?).unwrap().to_string(), "k");
    /// assert_eq!(position.piece_at("e4".parse()?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let rules = &self.variant.rules;
        let found = self.board.at(square.number(&rules.geometry)?)?;
        Some(Piece::of(&rules.types, found))
    }

    /// Returns the wall or the neutral piece on a square; `None` if it is empty, or holds a piece of a side. A square that is not in
    /// play holds a wall.
    ///
    /// ```
    /// use ferz::{Obstacle, Variant};
    /// let position = Variant::load("amazons", &[])?.position("10/10/10/10/10/10/10/10/*9/Q9 w")?;
    /// assert_eq!(position.obstacle_at("a2".parse()?), Some(Obstacle::Wall));
    /// assert_eq!(position.obstacle_at("a1".parse()?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn obstacle_at(&self, square: Square) -> Option<Obstacle> {
        let rules = &self.variant.rules;
        let found = self.board.obstacle(square.number(&rules.geometry)?)?;
        Some(found.map_or(Obstacle::Wall, |kind| Obstacle::Neutral(PieceType::of(&rules.types, kind))))
    }

    /// Returns the pieces on the board with their squares, from White's first rank on.
    ///
    /// ```
    /// use ferz::Side;
    /// let position = ferz::Variant::load("chess", &[])?.start_position();
    /// let black: String = position
    ///     .pieces()
    ///     .filter(|(_, piece)| piece.side == Side::Black)
    ///     .map(|(_, piece)| piece.to_string())
    ///     .collect();
    /// assert_eq!(black, "pppppppprnbqkbnr");
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    #[doc(alias = "piece_map")]
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.variant.squares().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// Returns the pieces that a side has in hand, each type with its number; none in a game without hands.
    ///
    /// ```
    /// use ferz::Side;
    /// let crazyhouse = ferz::Variant::load("crazyhouse", &[])?;
    /// let mut game = crazyhouse.start();
    /// for text in ["e4", "d5", "exd5"] {
    ///     game.play_text(text).unwrap();
    /// }
    /// let pawn = crazyhouse.piece_type("pawn").unwrap();
    /// assert_eq!(game.position().hand(Side::White), [(pawn, 1)]);
    /// assert_eq!(game.position().hand(Side::Black), []);
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    #[doc(alias = "pocket")]
    pub fn hand(&self, side: Side) -> Vec<(PieceType, u32)> {
        let types = &self.variant.rules.types;
        let held = self.board.hand(side).into_iter();
        held.map(|(kind, number)| (PieceType::of(types, kind), u32::from(number))).collect()
    }

    /// Returns the squares of the pieces of a side that could capture on a square by moving there, whichever side is to move. Pins are
    /// not considered, nor captures that end elsewhere, as jumps do.
    ///
    /// ```
    /// use ferz::{Side, Square};
    /// let position = ferz::Variant::load("chess", &[])?.start_position();
    /// let attackers = position.attackers("f3".parse()?, Side::White);
    /// assert_eq!(attackers, ["g1", "e2", "g2"].map(|square| square.parse::<Square>().unwrap()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn attackers(&self, square: Square, by: Side) -> Vec<Square> {
        let number = square.number(&self.variant.rules.geometry);
        number.map_or_else(Vec::new, |number| self.squares(self.board.attackers(number, by)))
    }

    /// Returns the squares of the pieces that give check.
    ///
    /// ```
    /// let position = ferz::Variant::load("chess", &[])?.position("4k3/8/8/8/8/8/4q3/4K3 w").unwrap();
    /// assert_eq!(position.checkers(), ["e2".parse()?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn checkers(&self) -> Vec<Square> {
        let us = self.side_to_move();
        let royals = self.board.royals(us).into_iter();
        let mut found: Vec<_> = royals.flat_map(|royal| self.board.attackers(royal, us.other())).collect();
        order::values(&mut found);
        found.dedup();
        self.squares(found)
    }

    fn squares(&self, numbers: Vec<board::Square>) -> Vec<Square> {
        numbers.into_iter().map(|number| Square::numbered(&self.variant.rules.geometry, number)).collect()
    }

    /// Returns `true` if the side to move is in check: one of its royal pieces is attacked.
    #[doc(alias = "in_check")]
    pub fn is_check(&self) -> bool {
        self.board.in_check()
    }

    /// Returns the outcome, if a rule ends the game here. A position doesn't know how often it has occurred, so no game ends by repetition;
    /// [`Game::outcome`](crate::Game::outcome) knows.
    #[doc(alias = "is_game_over")]
    #[doc(alias = "is_checkmate")]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome_after(1, &[])
    }

    /// Returns `true` if a side may still win by some end of the game: some arrangement of the pieces that are left is won for it, or leads to
    /// one. With more than three pieces besides the royal ones, where it can't be told, and in games without an end by a `dead position`, it
    /// may. Who can't win does not win either when the opponent's time is up (FIDE Laws of Chess, 6.9).
    ///
    /// ```
    /// use ferz::Side;
    /// let position = ferz::Variant::load("chess", &[])?.position("4k3/8/8/8/8/8/P7/4K3 w").unwrap();
    /// assert!(position.can_win(Side::White) && !position.can_win(Side::Black));
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn can_win(&self, side: Side) -> bool {
        let known = self.variant.rules.ends.iter().any(|end| dead_of(&end.condition).is_some());
        !known || self.board.can_win(Some(side))
    }

    /// Returns `true` if neither side can win any more, whatever is played: the fact `dead position` of game files. It is decided by the
    /// pieces that are left, as [`can_win`](Self::can_win) is.
    ///
    /// ```
    /// let chess = ferz::Variant::load("chess", &[])?;
    /// assert!(chess.position("4k3/8/8/8/8/8/8/4KN2 w").unwrap().is_dead());
    /// assert!(!chess.position("4kn2/8/8/8/8/8/8/4KN2 w").unwrap().is_dead());
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn is_dead(&self) -> bool {
        !self.board.can_win(None)
    }

    /// Returns the outcome if the position has occurred this many times, given the keys of the positions since its first occurrence.
    pub(super) fn outcome_after(&self, occurrences: u32, since: &[u64]) -> Option<Outcome> {
        self.ended(Some(History { judges_dead: true, ..self.history(occurrences, since) }))
    }

    /// Returns the outcome if no move may be made any more; in a dead position, moves may.
    pub(super) fn closed_after(&self, occurrences: u32, since: &[u64]) -> Option<Outcome> {
        self.ended(Some(self.history(occurrences, since)))
    }

    fn closed(&self) -> Option<&Outcome> {
        self.closed.get_or_init(|| self.closed_after(1, &[])).as_ref()
    }

    fn history(&self, occurrences: u32, since: &[u64]) -> History {
        let checking = self.board.checking(since);
        let chasing = self.board.chasing(occurrences, since.len());
        History { occurrences, idle: self.clocks.idle, checking, chasing, judges_dead: false }
    }

    /// Returns the outcome by the rules that can be tested with this history.
    pub(super) fn ended(&self, history: Option<History>) -> Option<Outcome> {
        let (reason, winner) = self.board.end(history)?;
        Some(Outcome { winner, reason: reason.to_owned() })
    }

    /// Returns the legal moves; none if the game is over, except in a dead position, and none if there are more than can be listed, as
    /// [`overflow`](Self::overflow) says. They are generated once, however often they are asked for.
    ///
    /// ```
    /// let position = ferz::Variant::load("chess", &[])?.position("6k1/5ppp/8/8/8/8/8/R6K w").unwrap();
    /// let mate = position.legal_moves().into_iter().find(|candidate| {
    ///     let mut after = position.clone();
    ///     after.play(candidate).unwrap();
    ///     after.outcome().is_some_and(|outcome| outcome.reason == "checkmate")
    /// });
    /// assert_eq!(mate.unwrap().to_string(), "a1a8");
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn legal_moves(&self) -> Vec<Move> {
        let moves = self.packed_moves();
        if moves.is_empty() || self.closed().is_some() { Vec::new() } else { self.moves(moves) }
    }

    /// Returns the rule that gives the position more legal moves than can be listed (a million), if it has so many.
    pub fn overflow(&self) -> Option<TooManyMoves> {
        self.board.overflow()
    }

    /// Returns `true` if a move is legal here.
    pub fn is_legal(&self, wanted: &Move) -> bool {
        self.closed().is_none() && self.find(wanted).is_some()
    }

    /// Returns the packed moves by the rules of movement alone, whether or not the game is over; none if there are more than can be listed.
    pub(super) fn packed_moves(&self) -> &[Packed] {
        if self.overflow().is_some() { &[] } else { self.board.moves() }
    }

    /// Returns moves of this position as values.
    pub(super) fn moves(&self, packed: &[Packed]) -> Vec<Move> {
        self.board.describe_all(packed)
    }

    /// Returns a move of this position as a value.
    pub(crate) fn describe(&self, packed: Packed) -> Move {
        self.board.describe(packed)
    }

    /// Returns the packed form of a move, if it is one of this position.
    pub(super) fn find(&self, wanted: &Move) -> Option<Packed> {
        let is = |packed: Packed| self.describe(packed) == *wanted;
        self.board.has(wanted.packed()).then(|| wanted.packed()).filter(|&packed| is(packed))
    }

    /// Plays a legal move.
    ///
    /// # Errors
    /// If the game is over, or the move is not legal here; the position is unchanged.
    #[doc(alias = "push")]
    #[doc(alias = "make_move")]
    pub fn play(&mut self, next: &Move) -> Result<(), PlayError> {
        if let Some(outcome) = self.closed() {
            return Err(PlayError::Over(outcome.clone()));
        }
        let packed = self.find(next).ok_or(PlayError::OtherPosition)?;
        self.make(packed);
        self.board.forget();
        Ok(())
    }

    /// Makes a legal move; the board keeps the move before it.
    pub(super) fn make(&mut self, packed: Packed) {
        let side = self.side_to_move();
        let idle = self.board.idle_after(packed, self.clocks.idle);
        self.board.make(packed);
        let next = u32::from(side == Side::Black && self.side_to_move() == Side::White);
        self.clocks = Clocks { idle, number: self.clocks.number.saturating_add(next) };
        self.closed.take();
    }

    /// Unmakes the last move, before which the clocks stood so; `None` if there is none.
    pub(super) fn unmake(&mut self, clocks: Clocks) -> Option<Packed> {
        let packed = self.board.unmake()?;
        self.clocks = clocks;
        self.closed.take();
        Some(packed)
    }

    /// Returns the legal move that a text means: in coordinate notation, in standard algebraic notation, in that of UCI, or in any other
    /// notation that fits just one.
    ///
    /// ```
    /// let position = ferz::Variant::load("chess", &[])?.start_position();
    /// for text in ["g1f3", "Nf3", "Ng1-f3", "Nf3!?"] {
    ///     assert_eq!(position.parse_move(text).unwrap().to_string(), "g1f3");
    /// }
    /// let error = position.parse_move("e1e2").unwrap_err();
    /// assert_eq!(error.to_string(), "your own pawn is on e2");
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    ///
    /// # Errors
    /// The reason why there is no such move.
    #[doc(alias = "parse_san")]
    #[doc(alias = "parse_uci")]
    #[doc(alias = "from_str")]
    pub fn parse_move(&self, text: &str) -> Result<Move, PlayError> {
        match self.closed() {
            Some(outcome) => Err(PlayError::Over(outcome.clone())),
            None => self.parse(text).map(|packed| self.describe(packed)),
        }
    }

    /// Returns the move that a text means, whether or not the game is over.
    pub(super) fn parse(&self, text: &str) -> Result<Packed, PlayError> {
        if let Some(error) = self.overflow() {
            return Err(PlayError::TooMany(error));
        }
        match self.board.matching(text)[..] {
            [packed] => Ok(packed),
            [] => self.in_uci(text).ok_or_else(|| self.why_not(text)),
            ref several => Err(PlayError::Ambiguous(self.moves(several))),
        }
    }

    /// Returns the reason why a text is no legal move.
    fn why_not(&self, text: &str) -> PlayError {
        let geometry = &self.variant.rules.geometry;
        let origin = geometry.parse_prefix(text);
        let target = origin.and_then(|(from, length)| {
            let rest = &text[length..];
            let (to, length) = geometry.parse_prefix(rest.trim_start_matches(['-', 'x']))?;
            Some((from, to, rest.trim_start_matches(['-', 'x']).len() - length))
        });
        let Some((from, to, more)) = target else {
            let why = self.dropped(text).and_then(|(kind, to)| self.board.why_not(Departure::Hand(kind), to));
            return why
                .map_or_else(|| PlayError::NotAMove(text.chars().take(40).collect()), PlayError::Illegal);
        };
        let ways: Vec<Packed> =
            self.board.moves().iter().copied().filter(|mv| mv.from == from && mv.to == to).collect();
        match &ways[..] {
            [] => PlayError::Illegal(self.board.why_not(Departure::Square(from), to).unwrap_or_default()),
            ways if more == 0 => PlayError::Incomplete(self.moves(ways)),
            ways => PlayError::WrongEnding(self.moves(ways)),
        }
    }

    /// Returns the type and the square of a drop: `P@e4`.
    fn dropped(&self, text: &str) -> Option<(TypeId, board::Square)> {
        let (letter, square) = text.split_once('@')?;
        let (to, length) = self.variant.rules.geometry.parse_prefix(square)?;
        let kind = self.variant.rules.types.iter().position(|kind| kind.is_written(letter))?;
        (length == square.len()).then_some((kind as TypeId, to))
    }

    /// Returns a move of this position in standard algebraic notation, in the letters of the variant, or by the numbers of squares if the
    /// variant uses these; for a move that is not legal here, its coordinates.
    ///
    /// ```
    /// let position = ferz::Variant::load("chess", &[])?.position("6k1/5ppp/8/8/8/8/8/R6K w").unwrap();
    /// assert_eq!(position.san(&position.parse_move("a1a8").unwrap()), "Ra8#");
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn san(&self, of: &Move) -> String {
        self.find(of).map_or_else(|| of.to_string(), |packed| self.board.san(packed))
    }

    /// Returns the number of nodes at a depth of `depth` moves (perft), with the last move only counted. Rules about repetition and moves
    /// without progress don't end games here. [`Perft`](crate::Perft) counts in other ways: below each move, in several threads, or with a
    /// table.
    ///
    /// # Panics
    /// If a position of the tree has more moves than can be listed; [`Perft`](crate::Perft) returns an error instead.
    ///
    /// ```
    /// let position = ferz::Variant::load("chess", &[])?.start_position();
    /// assert_eq!(position.perft(3), 8902);
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn perft(&self, depth: u32) -> u64 {
        self.board.perft(depth, true).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Returns an explorer that begins here.
    pub fn explorer(&self) -> Explorer {
        Explorer::new(self.board.snapshot())
    }

    /// Returns the position as a FEN, which [`Variant::position`] reads.
    pub fn fen(&self) -> String {
        self.board.fen(self.clocks)
    }

    /// Returns the hash (Zobrist key) of the position: equal where positions are the same for the rules, by pieces, side to move, and every
    /// right that can still change play. It is the same in every run of the program, but may change with the version of ferz.
    #[doc(alias = "zobrist")]
    pub fn hash(&self) -> u64 {
        self.board.key()
    }

    /// Returns the number of plies without progress (the halfmove clock), as the FEN counts.
    #[doc(alias = "halfmoves")]
    pub fn halfmove_clock(&self) -> u32 {
        self.clocks.idle
    }

    /// Returns the number of the next move, as the FEN counts.
    #[doc(alias = "fullmoves")]
    pub fn fullmove_number(&self) -> u32 {
        self.clocks.number
    }

    /// Describes the state of the position besides the pieces on the board, in sentences: lost pieces, waiting pieces, what is due.
    pub fn remembered(&self) -> Vec<String> {
        self.board.remembered(&[])
    }
}

/// Positions are equal if they are of the same variant and have the same FEN, counters included. Variants are the same if one is a clone of
/// the other.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.variant.is_clone_of(&other.variant) && self.fen() == other.fen()
    }
}

impl Eq for Position {}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.fen())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({}: {self})", self.variant.name())
    }
}
