//! What a person is shown of a game in which a player does not see everything.
//!
//! Until the game is over, a person sees what their side sees, and of two persons the one to move; who only watches sees everything. The
//! other side's moves are not told, nor what could be concluded from them. What is kept in files is the whole game.

use ferz::text::shown;
use ferz::{Game, Move, PlayError, Side, Square};

use super::mistake::{explain, unknown};
use super::seat::Seat;
use super::session::Session;

/// The answer to a request for a hint or an evaluation.
pub(super) const NO_ADVICE: &str =
    "The engine sees everything: its advice would tell what you don't see. There is none in this game.";

impl Session {
    /// Returns the side whose sight is shown; `None` if everything is.
    pub(super) fn viewer(&self) -> Option<Side> {
        if !self.game.variant().has_sight() || self.is_over() {
            return None;
        }
        match self.record.seats {
            [Seat::Human, Seat::Human] => Some(self.game.side_to_move()),
            [Seat::Human, Seat::Player] => Some(Side::White),
            [Seat::Player, Seat::Human] => Some(Side::Black),
            [Seat::Player, Seat::Player] => None,
        }
    }

    /// Returns `true` if the viewer may not see a square of a position of the game.
    pub(super) fn hides(&self, game: &Game, square: Square) -> bool {
        self.viewer().is_some_and(|side| !game.seen_by(side).contains(&square))
    }

    /// Returns `true` if a move may be told to the viewer.
    pub(super) fn tells(&self, made: &Move) -> bool {
        self.viewer().is_none_or(|side| made.side() == side)
    }

    /// Explains why a line is no legal move, by what the viewer sees.
    pub(super) fn explain(&self, line: &str, error: &PlayError) -> String {
        match error {
            PlayError::Ambiguous(_) | PlayError::Over(_) | PlayError::TooMany(_) => {
                explain(&self.game, line, error)
            }
            _ if self.viewer().is_some() => unknown(&self.game, line),
            error => explain(&self.game, line, error),
        }
    }

    /// What a person has to know of sight before the game, after a space; empty in games without it.
    pub(super) fn sight(&self) -> &'static str {
        match (self.viewer(), self.record.seats) {
            (None, _) => "",
            (_, [Seat::Human, Seat::Human]) => {
                " Neither player sees everything: the board is shown as the side to move sees it."
            }
            _ => " You don't see everything, but the engine plays as if it saw everything.",
        }
    }
}

/// Returns a move of a game in algebraic notation as the viewer may know it: `?` for one of the other side.
pub(super) fn told(game: &Game, index: usize, viewer: Option<Side>) -> &str {
    let known = viewer.is_none_or(|side| game.moves()[index].side() == side);
    if known { &game.sans()[index] } else { "?" }
}

/// Says that nothing on a square can be listed.
pub(super) fn nothing_to_list(of: &str) -> String {
    format!("You have no legal move with `{}`.", shown(of))
}
