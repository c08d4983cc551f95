//! Play: legal moves, making and unmaking them, the end of a game, perft, FEN and SAN. Names no feature.

mod any;
mod bans;
mod bulk;
mod chase;
mod count;
mod dead;
mod doubtful;
pub(crate) mod fen;
mod generate;
mod hashed;
#[cfg(feature = "verify")]
pub(crate) mod law;
mod make;
mod no_checks;
mod noisy;
pub(crate) mod notation;
mod outcome;
mod perft;
mod placements;
mod rest;
mod sight;
mod why;

pub(crate) use crate::tables::History;
pub(crate) use any::any_legal;
pub(crate) use chase::chasing;
pub(crate) use dead::{can_win, is_dead};
pub(crate) use generate::{legal, legal_into};
pub(crate) use make::{Undo, make, unmake};
pub(crate) use noisy::noisy_into;
pub(crate) use outcome::{Judge, over};
pub(crate) use perft::{Divided, Progress, divide, perft};
pub use perft::{Last, Perft, PerftError};
pub(crate) use sight::seen;
pub(crate) use why::why_not;
