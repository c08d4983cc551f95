//! Matches of players over any game, with ferz as the referee: it keeps the board, the clocks and the rules, and believes no player.
//!
//! A [`Player`](player::Player) is told a game and answers with a step: an engine on pipes by UCI or CECP ([`uci`], [`cecp`], over a [`Link`](link::Link)
//! of which reading is bounded), or one of the [`house`]. A [`bout`] is one game between two of them, a [`contest`] many, in several
//! threads; [`statistics`] says what the results prove.

mod adjudication;
mod bout;
mod cecp;
mod contest;
mod house;
mod link;
mod openings;
mod pace;
mod player;
mod spec;
pub(crate) mod statistics;
mod uci;

pub(crate) use adjudication::{Adjudication, DrawRule, ResignRule};
pub(crate) use bout::{Ending, Finished, Terms, points};
pub(crate) use contest::{Contest, run};
pub(crate) use openings::{Opening, from_file, random};
pub(crate) use pace::{Pace, TimeControl};
pub(crate) use spec::Spec;
