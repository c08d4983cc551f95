//! The interface to every player.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ferz::{Game, Score, SearchRequest};

use super::limits::{Allowance, PlayerLimits};
use super::process::EngineProcess;
use super::spec::{Protocol, Spec, Who};
use super::{builtin, cecp, uci};
use crate::protocol::SupportedVariants;

/// A move, and the player's evaluation of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Reply {
    /// The move as it was written, in our letters.
    pub(super) mv: String,
    pub(super) time: Duration,
    pub(super) score: Option<Score>,
    pub(super) depth: u32,
    pub(super) nodes: u64,
}

/// The reason why there is no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PlayerError {
    /// It can't play this game at all, or not in this way: a mistake in setting up the match.
    Unfit(String),
    /// No answer came in time, or it is no longer waited for.
    Silent,
    /// The process has ended.
    Gone(String),
    /// It resigns.
    Resigns,
    /// It claims a false result, or rejects a legal move.
    Wrong(String),
}

/// A player that plays one game after the other.
pub(super) trait Player {
    /// Begins a game at its position, with the moves of its opening made.
    fn begin(&mut self, game: &Game, pace: &PlayerLimits) -> Result<(), PlayerError>;

    /// Returns its move, when it is its turn.
    fn choose(&mut self, game: &Game, allowance: &Allowance) -> Result<Reply, PlayerError>;

    /// Ends the game, with this outcome for the player to read.
    fn end(&mut self, outcome: &str) {
        let _ = outcome;
    }
}

/// Starts a player. Once `stop` is set, it no longer answers.
pub(super) fn start(
    spec: &Spec,
    offers: &SupportedVariants,
    seed: u64,
    stop: &Arc<AtomicBool>,
) -> Result<Box<dyn Player>, PlayerError> {
    Ok(match &spec.who {
        Who::Own { strength, hash, threads, search } => {
            let ask = SearchRequest { strength: *strength, method: *search, ..SearchRequest::default() };
            Box::new(builtin::Own::new(ask, (*hash, *threads), seed, stop)?)
        }
        Who::Random => Box::new(builtin::Random::new(seed)),
        Who::Greedy => Box::new(builtin::Greedy::new(seed)),
        Who::Program { command, folder, protocol } => {
            let link = EngineProcess::start(command, folder.as_deref(), stop)?;
            match protocol {
                Protocol::Uci => Box::new(uci::Uci::start(link, spec.clone(), offers.clone())?),
                Protocol::Cecp => Box::new(cecp::Cecp::start(link, spec.clone(), offers.clone())?),
            }
        }
    })
}

/// Returns the game at its beginning.
pub(super) fn beginning(game: &Game) -> Game {
    let mut first = game.clone();
    while first.undo().is_some() {}
    first
}

impl Spec {
    /// Returns a FEN in the engine's letters.
    pub(super) fn position(&self, fen: &str) -> String {
        let (placement, rest) = fen.split_once(' ').unwrap_or((fen, ""));
        let placement: String = placement.chars().map(|letter| self.letter(letter)).collect();
        format!("{placement} {rest}")
    }

    fn letter(&self, letter: char) -> char {
        let other = self.letters.get(&letter.to_ascii_uppercase()).copied();
        match other {
            Some(other) if letter.is_ascii_lowercase() => other.to_ascii_lowercase(),
            Some(other) => other,
            None => letter,
        }
    }

    /// Returns a move in the engine's letters: only the promotion letter names a piece.
    pub(super) fn told(&self, mv: &str) -> String {
        let squares = mv.trim_end_matches(|sign: char| !sign.is_ascii_digit()).len();
        let (squares, rest) = mv.split_at(squares);
        squares.to_owned() + &rest.chars().map(|letter| self.letter(letter)).collect::<String>()
    }

    /// Returns a move of the engine in our letters.
    pub(super) fn heard(&self, mv: &str) -> String {
        let squares = mv.trim_end_matches(|sign: char| !sign.is_ascii_digit()).len();
        // a move without squares, such as castling, has no letter to exchange
        if squares == 0 || squares == mv.len() || self.letters.is_empty() {
            return mv.to_owned();
        }
        let (squares, rest) = mv.split_at(squares);
        let own = |letter: char| {
            let found = self.letters.iter().find(|(_, other)| other.eq_ignore_ascii_case(&letter));
            found.map_or(letter, |(own, _)| own.to_ascii_lowercase())
        };
        squares.to_owned() + &rest.chars().map(own).collect::<String>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_exchanged_both_ways() {
        let spec = Spec::read("cmd=x proto=uci letters=Q:F,F:W").unwrap();
        assert_eq!(spec.position("qf2/QF2 w - - 0 1"), "fw2/FW2 w - - 0 1");
        assert_eq!((spec.told("a7a8q").as_str(), spec.heard("a7a8f").as_str()), ("a7a8f", "a7a8q"));
        assert_eq!((spec.told("f2f4").as_str(), spec.heard("f2f4").as_str()), ("f2f4", "f2f4"));
        assert_eq!(spec.heard("O-O"), "O-O");
    }
}
