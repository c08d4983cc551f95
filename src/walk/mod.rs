//! Movement on one board: the squares each piece may reach, the attackers of a square, and the moves that keep a royal piece safe.
//!
//! Everything is a *trail*: the squares a piece passes over in order, with the ones it may stop on. A leap is a trail of one square.
//! Compiling turns a movement into [`Walk`]s (forward from a square: the squares the piece may reach) and attack tables (backward from a
//! square: the pieces that could capture there), both by side.

mod attack_tables;
mod attacks;
mod budget;
mod compile;
mod components;
mod effect_ways;
mod hurdles;
mod jump;
mod lookups;
mod mixer;
mod route;
mod setwise;
#[cfg(test)]
mod tests;
mod trail;
mod way;

pub(crate) use attack_tables::Watched;
pub(crate) use attacks::{Attackers, Attacks, CheckInfo, Guarded, Notes, RoyalCaptures};
#[cfg(test)]
pub(crate) use budget::MOST_STEPS;
pub(crate) use budget::{Budget, TooManyWays};
pub(crate) use compile::{Group, Looks, Walk, look};
pub(crate) use effect_ways::{EffectWay, EffectWays, Sides, sides};
pub(crate) use hurdles::Hurdles;
pub(crate) use jump::{Jumps, Link};
pub(crate) use lookups::{LaidPaths, Lookups, Paths};
pub(crate) use route::{Laid, Purpose};
pub(crate) use setwise::{PAWN_SHIFTS, PawnKernel, SetwiseMoves};
pub(crate) use trail::{Seen, Trail, trails};
pub(crate) use way::{Need, Way, ways};
#[cfg(feature = "tools")]
pub(crate) use way::{Plane, ways_within};
