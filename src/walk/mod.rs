//! How men go about on one board: where each may come, who attacks a square, and which steps keep a royal man safe.
//!
//! Everything is a *trail*: the squares a man goes over in order, with the ones it may stop on. A leap is a trail of one
//! square. Compiling turns a movement into [`Walk`]s (from a square forward: where may this man come?) and
//! strikers (from a square backward: who could take here?), both per side.

mod attacks;
mod compile;
mod jump;
mod striker;
mod swarm;
mod trail;

pub(crate) use attacks::{Attacks, Danger, Guarded, Notes};
pub(crate) use compile::{Group, Looks, Lookups, Walk, look};
pub(crate) use jump::{Jumps, Link};
pub(crate) use striker::Watched;
pub(crate) use swarm::{MARCHES, March, Swarm};
pub(crate) use trail::{Trail, trails};
