//! Matches of players over any game, with ferz as the referee: it keeps the board, the clocks and the rules, and trusts no player.
//!
//! A [`Player`](player::Player) is given a game and returns a move: an engine on pipes by UCI or CECP ([`uci`], [`cecp`], over a
//! [`EngineProcess`](process::EngineProcess) of which reading is bounded), or a built-in player ([`builtin`]). A [`game`] is one game between two of them, a
//! [`contest`] many, in several threads; [`statistics`] evaluates the results.

mod adjudication;
mod builtin;
mod cecp;
mod contest;
mod game;
mod limits;
mod openings;
mod player;
mod process;
mod spec;
pub(crate) mod statistics;
mod uci;

pub(crate) use adjudication::{Adjudication, DrawRule, ResignRule};
pub(crate) use contest::{Contest, run};
pub(crate) use game::{Ending, Finished, Terms, points};
pub(crate) use limits::{PlayerLimits, TimeControl};
pub(crate) use openings::{Opening, OpeningsError, from_file, random};
pub(crate) use spec::Spec;
