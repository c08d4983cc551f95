//! A game in progress.

use super::erased::ErasedPosition;
use super::error::PlayError;
use super::explorer::Explorer;
use super::load::Variant;
use super::moves::Move;
use super::outcome::Outcome;
use super::position::Position;
use crate::board::Square;
use crate::feature::end::End as EndRule;
use crate::model::pieces::{Side, TypeId};
use crate::moves::{Move as Packed, TooManyMoves};
use crate::play::fen::Clocks;
use crate::search::Sample;
use crate::state::InFen;
use crate::tables::Limit;

/// A game in progress: a position, and the moves that led to it.
///
/// ```
/// let mut game = ferz::Variant::load("chess", &[])?.start();
/// for text in ["f3", "e5", "g4", "Qh4#"] {
///     game.play_text(text).unwrap();
/// }
/// assert_eq!(game.outcome().unwrap().reason, "checkmate");
/// assert_eq!(game.sans(), ["f3", "e5", "g4", "Qh4#"]);
/// assert!(game.legal_moves().is_empty());
/// assert_eq!(game.undo().unwrap().to_string(), "d8h4");
/// assert_eq!(game.position().fullmove_number(), 2);
/// # Ok::<(), ferz::LoadError>(())
/// ```
#[derive(Debug)]
pub struct Game {
    position: Position,
    /// The counters of the positions before.
    clocks: Vec<Clocks>,
    /// The hashes of all positions, the present one included.
    keys: Vec<u64>,
    moves: Vec<Move>,
    sans: Vec<String>,
}

impl Clone for Game {
    fn clone(&self) -> Self {
        let Position { variant, board, clocks, .. } = &self.position;
        Self {
            position: Position::new(variant.clone(), (board.copy(), *clocks)),
            clocks: self.clocks.clone(),
            keys: self.keys.clone(),
            moves: self.moves.clone(),
            sans: self.sans.clone(),
        }
    }
}

/// A game that begins in a position.
impl From<Position> for Game {
    fn from(position: Position) -> Self {
        let keys = vec![position.hash()];
        Self { position, clocks: Vec::new(), keys, moves: Vec::new(), sans: Vec::new() }
    }
}

impl Game {
    /// Returns the position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the variant.
    pub fn variant(&self) -> &Variant {
        self.position.variant()
    }

    /// Returns the side to move.
    pub fn side_to_move(&self) -> Side {
        self.position.side_to_move()
    }

    /// Returns `true` if the side to move is in check: one of its royal pieces is attacked.
    pub fn is_check(&self) -> bool {
        self.position.is_check()
    }

    /// Returns the position as a FEN, which [`Variant::start_from`] reads.
    pub fn fen(&self) -> String {
        self.position.fen()
    }

    /// Returns the number of times that the position has occurred in the game, the present one included.
    ///
    /// ```
    /// let mut game = ferz::Variant::load("chess", &[])?.start();
    /// for text in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"] {
    ///     game.play_text(text).unwrap();
    /// }
    /// assert_eq!(game.occurrences(), 3);
    /// assert_eq!(game.outcome().unwrap().winner, None);
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    #[doc(alias = "repetition")]
    pub fn occurrences(&self) -> u32 {
        let now = self.keys.last();
        self.keys.iter().filter(|key| Some(*key) == now).count() as u32
    }

    /// Returns the outcome of the game, if it is over.
    #[doc(alias = "result")]
    #[doc(alias = "is_game_over")]
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome_after(self.occurrences(), self.since())
    }

    /// Returns the outcome if no move may be made any more; in a dead position, moves may.
    pub(crate) fn closed(&self) -> Option<Outcome> {
        self.position.closed_after(self.occurrences(), self.since())
    }

    /// The keys of the positions since this one first occurred.
    fn since(&self) -> &[u64] {
        let now = self.keys.last();
        let first = self.keys.iter().position(|key| Some(key) == now).unwrap_or_default();
        &self.keys[first + 1..]
    }

    /// Returns the legal moves; none when the game is over, except in a dead position, and none where there are more than can be listed, as
    /// [`Position::overflow`] says.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.position.moves(&self.look().unwrap_or_default())
    }

    /// Returns the legal move that a text means, as [`Position::parse_move`] does.
    ///
    /// # Errors
    /// The reason why there is no such move.
    pub fn parse_move(&self, text: &str) -> Result<Move, PlayError> {
        self.parse(text).map(|packed| self.position.describe(packed))
    }

    fn parse(&self, text: &str) -> Result<Packed, PlayError> {
        match self.closed() {
            Some(outcome) => Err(PlayError::Over(outcome)),
            None => self.position.parse(text),
        }
    }

    /// Plays a legal move.
    ///
    /// # Errors
    /// If the game is over, or the move is not legal here; the game is unchanged.
    #[doc(alias = "push")]
    pub fn play(&mut self, next: &Move) -> Result<(), PlayError> {
        if let Some(outcome) = self.closed() {
            return Err(PlayError::Over(outcome));
        }
        let packed = self.position.find(next).ok_or(PlayError::OtherPosition)?;
        self.make(packed);
        Ok(())
    }

    /// Plays the move that a text means, in any notation that [`Position::parse_move`] reads, and returns it.
    ///
    /// # Errors
    /// The reason why the move can't be played; the game is unchanged.
    #[doc(alias = "push_san")]
    #[doc(alias = "push_uci")]
    pub fn play_text(&mut self, text: &str) -> Result<Move, PlayError> {
        let packed = self.parse(text)?;
        Ok(self.make(packed))
    }

    /// Makes a legal move.
    fn make(&mut self, packed: Packed) -> Move {
        let (new, san) = (self.position.describe(packed), self.position.board.san(packed));
        self.enter(packed, new.clone(), san);
        new
    }

    fn enter(&mut self, packed: Packed, new: Move, san: String) {
        self.clocks.push(self.position.clocks);
        self.position.make(packed);
        self.keys.push(self.position.hash());
        self.sans.push(san);
        self.moves.push(new);
    }

    /// Takes back the last move, and returns it; `None` if there is none.
    #[doc(alias = "pop")]
    #[doc(alias = "unmake")]
    pub fn undo(&mut self) -> Option<Move> {
        let clocks = self.clocks.pop()?;
        self.position.unmake(clocks)?;
        self.keys.pop();
        self.sans.pop();
        self.moves.pop()
    }

    /// Returns the moves played, in order.
    #[doc(alias = "move_stack")]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the moves played, in standard algebraic notation.
    pub fn sans(&self) -> &[String] {
        &self.sans
    }

    /// Returns an explorer that begins in the position.
    pub fn explorer(&self) -> Explorer {
        self.position.explorer()
    }
}

/// For interfaces that show a game.
impl Game {
    /// Returns the number of plies since the last one that counts as progress, and the number at which a rule about idle plies ends the
    /// game, if any.
    ///
    /// ```
    /// let mut game = ferz::Variant::load("chess", &[])?.start();
    /// game.play_text("Nf3").unwrap();
    /// assert_eq!(game.progress(), (1, Some(100)));
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn progress(&self) -> (u32, Option<u32>) {
        let ends = &self.variant().rules.ends;
        let limits = ends.iter().filter_map(|end| match end.condition.past_limit()? {
            Limit::Idle(plies) => Some(plies),
            Limit::Occurrences(_) | Limit::Counted => None,
        });
        (self.position.halfmove_clock(), limits.min())
    }

    /// Returns `true` if the game is over because the moves of a count have run out.
    pub fn is_counted_out(&self) -> bool {
        let ends = &self.variant().rules.ends;
        let counted = |end: &&EndRule<_>| end.condition.past_limit() == Some(Limit::Counted);
        self.outcome()
            .is_some_and(|outcome| ends.iter().filter(counted).any(|end| end.name == outcome.reason))
    }

    /// Returns the outcome, if the game is over even for players who claim no draw: by any rule but those about repetition, lack of
    /// progress and counted moves.
    ///
    /// ```
    /// let game = ferz::Variant::load("chess", &[])?.start_from("4k3/8/8/8/8/8/8/R3K3 w - - 100 90").unwrap();
    /// assert!(game.outcome().is_some() && game.outcome_unclaimed().is_none());
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn outcome_unclaimed(&self) -> Option<Outcome> {
        self.position.ended(None)
    }

    /// Returns the legal move that a text means, even if the game has ended by repetition or without progress: in old records such a draw
    /// had to be claimed.
    ///
    /// ```
    /// let game = ferz::Variant::load("chess", &[])?.start_from("4k3/8/8/8/8/8/8/R3K3 w - - 100 90").unwrap();
    /// assert!(game.parse_move("Ra2").is_err() && game.parse_unclaimed("Ra2").is_ok());
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    ///
    /// # Errors
    /// The reason why there is no such move.
    pub fn parse_unclaimed(&self, text: &str) -> Result<Move, PlayError> {
        match self.outcome_unclaimed() {
            Some(outcome) => Err(PlayError::Over(outcome)),
            None => self.position.parse(text).map(|packed| self.position.describe(packed)),
        }
    }

    /// Plays a move that [`parse_unclaimed`](Self::parse_unclaimed) has returned; `false` if it is not a move of the position.
    pub fn play_unclaimed(&mut self, next: &Move) -> bool {
        let found = self.position.find(next);
        found.map(|packed| self.make(packed)).is_some()
    }

    /// Returns the moves by the rules of movement alone, whether or not the game is over.
    ///
    /// ```
    /// let game = ferz::Variant::load("chess", &[])?.start_from("4k3/8/8/8/8/8/8/R3K3 w - - 100 90").unwrap();
    /// assert!(game.legal_moves().is_empty() && !game.moves_regardless().is_empty());
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn moves_regardless(&self) -> Vec<Move> {
        self.position.moves(self.position.packed_moves())
    }

    /// Returns the piece on a square.
    pub(crate) fn piece(&self, square: Square) -> Option<(TypeId, Side)> {
        self.position.board.at(square)
    }

    /// Returns the obstacle on a square, which belongs to nobody: a neutral piece of a type, or a wall.
    #[cfg(feature = "tools")]
    pub(crate) fn obstacle(&self, square: Square) -> Option<Option<TypeId>> {
        self.position.board.obstacle(square)
    }

    /// Describes the state of the position besides the pieces on the board and in hand, in sentences; promoted pieces are left out, too, if
    /// they are `marked`, so that they can be recognised on the board.
    ///
    /// ```
    /// let game = ferz::Variant::load("three-check", &[])?.start();
    /// assert!(game.remembered_beside(true).iter().any(|line| line.contains("check")));
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn remembered_beside(&self, marked: bool) -> Vec<String> {
        let drawn = [InFen::Hands, InFen::Mark];
        self.position.board.remembered(if marked { &drawn } else { &drawn[..1] })
    }

    /// Returns the rule by which the position has more legal moves than can be listed, if it has.
    pub(crate) fn overflow(&self) -> Option<TooManyMoves> {
        self.position.overflow()
    }

    /// Returns the packed legal moves, or the outcome of the game, computed together.
    pub(crate) fn look(&self) -> Result<Vec<Packed>, Outcome> {
        self.closed().map_or_else(|| Ok(self.position.packed_moves().to_vec()), Err)
    }

    /// Plays a packed move that is known to be legal without recording its details, for looking ahead on a copy:
    /// [`moves`](Self::moves) then contains only its side.
    pub(crate) fn advance(&mut self, packed: Packed) {
        self.enter(packed, Move::unrecorded(packed, self.side_to_move()), String::new());
    }

    /// Returns `true` if a royal piece of the side that isn't to move is attacked.
    #[cfg(feature = "tools")]
    pub(crate) fn attacks_royal(&self) -> bool {
        self.position.board.attacks_royal(self.side_to_move().other())
    }

    /// Returns the kind of a move in a word.
    #[cfg(feature = "tools")]
    pub(crate) fn kind(&self, packed: Packed) -> &'static str {
        self.position.board.kind(packed)
    }

    /// Returns the type of the moving piece, before and after the move; `None` if no piece moves.
    #[cfg(feature = "tools")]
    pub(crate) fn mover(&self, packed: Packed) -> Option<(TypeId, Option<TypeId>)> {
        self.position.board.mover(packed)
    }

    /// Returns the announcement made with a move, if there is one.
    #[cfg(feature = "tools")]
    pub(crate) fn said(&self, packed: Packed) -> Option<&str> {
        self.position.board.announcement(packed)
    }

    /// Returns the squares of the pieces that a move captures.
    #[cfg(feature = "tools")]
    pub(crate) fn taken(&self, packed: Packed) -> Vec<Square> {
        self.position.board.taken(packed)
    }

    /// Returns a packed legal move in coordinate notation.
    #[cfg(feature = "tools")]
    pub(crate) fn coordinates(&self, packed: Packed) -> String {
        self.position.board.coordinates(packed)
    }

    /// Returns `true` if the move is quiet: it neither captures nor promotes.
    pub(crate) fn is_quiet(&self, packed: Packed) -> bool {
        let board = &self.position.board;
        let same = board.mover(packed).is_some_and(|(before, after)| Some(before) == after);
        same && board.taken(packed).is_empty()
    }

    /// Returns the position as a training sample for the engine, if it is suitable.
    pub(super) fn sample(&self) -> Option<Sample> {
        self.position.board.sample()
    }

    /// Returns the position, and what a search must know of the game before it: the hashes of its positions and the number of plies without
    /// progress.
    pub(crate) fn stand(&self) -> (&dyn ErasedPosition, &[u64], u32) {
        (&*self.position.board, &self.keys, self.position.halfmove_clock())
    }
}
