//! What a side sees of a position, in games in which it doesn't see everything.

use super::erased::CompiledPosition;
use super::load::Variant;
use super::position::Position;
use super::session::Game;
use super::square::Square;
use crate::board::{Bits, SquareSet, U256};
use crate::model::pieces::Side;
use crate::play;
use crate::play::fen::{Clocks, passed_seen, write_seen};

/// A position of which a side may not see everything.
pub(crate) trait Sighted {
    /// Returns the squares that a side sees: all in a game without sight.
    fn seen_by(&self, side: Side) -> SquareSet;
    /// Returns the squares just passed over that the side to move knows of: those on which it may capture in passing.
    fn passed_seen(&self) -> SquareSet;
    /// Returns what a side sees, in the form of a FEN.
    fn fen_seen_by(&self, side: Side, clocks: Clocks) -> String;
}

impl<B: Bits> Sighted for CompiledPosition<B> {
    fn seen_by(&self, side: Side) -> SquareSet {
        U256::from_words(play::seen(&self.tables, &self.state, side).words())
    }

    fn passed_seen(&self) -> SquareSet {
        let side = self.state.side;
        let seen = || play::seen(&self.tables, &self.state, side);
        let known = if self.passable() { passed_seen(&self.state, (side, seen())) } else { B::NONE };
        U256::from_words(known.words())
    }

    fn fen_seen_by(&self, side: Side, clocks: Clocks) -> String {
        let seen = play::seen(&self.tables, &self.state, side);
        write_seen(&self.tables, &self.state, (side, seen), self.passable(), clocks.number)
    }
}

/// Games in which a side doesn't see everything.
impl Variant {
    /// Returns `true` if the game has a table `[sight]`, so that a side may not see the whole board.
    ///
    /// ```
    /// let hides = |name| ferz::Variant::load(name, &[]).map(|variant| variant.has_sight());
    /// assert!(hides("dark-chess")? && !hides("chess")?);
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn has_sight(&self) -> bool {
        self.rules.sight.is_some()
    }
}

/// What a side sees.
impl Position {
    /// Returns the squares that a side sees, whichever side is to move: all squares in a game without [sight](Variant::has_sight). The
    /// position itself hides nothing, and neither do its moves.
    ///
    /// ```
    /// use ferz::{Side, Variant};
    /// let dark = Variant::load("dark-chess", &[])?;
    /// let seen = dark.start_position().seen_by(Side::White);
    /// assert_eq!(seen.len(), 32);
    /// assert!(!seen.contains(&"e7".parse()?));
    /// assert_eq!(Variant::load("chess", &[])?.start_position().seen_by(Side::White).len(), 64);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn seen_by(&self, side: Side) -> Vec<Square> {
        let geometry = &self.variant.rules.geometry;
        self.board.seen_by(side).squares().map(|square| Square::numbered(geometry, square)).collect()
    }

    /// Returns what a side sees, in the form of a FEN; in a game without [sight](Variant::has_sight), the [FEN](Self::fen). `?` stands for
    /// what the side doesn't know: each square that it doesn't see, the opponent's hand, and the number of plies without progress. Of rights
    /// it has only those of the side, and squares just passed over only where the side may capture on them; what else the position remembers
    /// is left out. It can't be read back.
    ///
    /// ```
    /// use ferz::{Side, Variant};
    /// let position = Variant::load("dark-chess", &[])?.start_position();
    /// let seen = position.fen_seen_by(Side::White);
    /// assert_eq!(seen, "????????/????????/????????/????????/8/8/PPPPPPPP/RNBQKBNR w KQ - ? 1");
    /// let error = position.variant().position(&seen).unwrap_err();
    /// assert_eq!(error.to_string(), "`?` stands for what a player does not see");
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn fen_seen_by(&self, side: Side) -> String {
        match self.variant.has_sight() {
            true => self.board.fen_seen_by(side, self.clocks),
            false => self.fen(),
        }
    }
}

/// What a side sees, until the game is over.
impl Game {
    /// Returns the squares that a side sees, as [`Position::seen_by`] does; all squares once the game is over.
    ///
    /// ```
    /// use ferz::{Side, Variant};
    /// let mut game = Variant::load("dark-chess", &[])?.start();
    /// for text in ["e4", "f5", "Qh5", "a6"] {
    ///     game.play_text(text).unwrap();
    /// }
    /// assert!(game.seen_by(Side::White).contains(&"e8".parse()?));
    /// assert!(!game.seen_by(Side::Black).contains(&"h5".parse()?));
    /// game.play_text("Qxe8").unwrap();
    /// assert_eq!(game.seen_by(Side::Black).len(), 64);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn seen_by(&self, side: Side) -> Vec<Square> {
        match self.outcome() {
            Some(_) => self.variant().squares().collect(),
            None => self.position().seen_by(side),
        }
    }

    /// Returns what a side sees, in the form of a FEN, as [`Position::fen_seen_by`] does; the [FEN](Self::fen) once the game is over.
    ///
    /// ```
    /// let game = ferz::Variant::load("dark-chess", &[])?.start();
    /// assert!(game.fen_seen_by(ferz::Side::Black).starts_with("rnbqkbnr/pppppppp/8/8/????????/"));
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn fen_seen_by(&self, side: Side) -> String {
        match self.outcome() {
            Some(_) => self.fen(),
            None => self.position().fen_seen_by(side),
        }
    }

    /// Returns the numbers of the squares that a side sees.
    #[cfg(feature = "tools")]
    pub(crate) fn squares_seen_by(&self, side: Side) -> SquareSet {
        match self.outcome() {
            Some(_) => self.variant().rules.geometry.playable(),
            None => self.position().board.seen_by(side),
        }
    }
}
