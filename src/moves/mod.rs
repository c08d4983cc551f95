//! Moves: their packed form, their effect, the piece-type tables that they are generated from, and the sinks that receive them.
//!
//! A feature that makes moves of its own pushes them with their changes into a [`List`]; it describes them by its [`Writing`].

mod effect;
mod groups;
mod list;
mod packed;
mod promotions;
mod sink;
mod table;
mod writing;

pub(crate) use effect::{
    Change, Departure, Effect, Entry, Following, Notes, Origin, Record, Role, changes_at,
};
pub(crate) use groups::PieceGroups;
pub(crate) use list::List;
pub use list::TooManyMoves;
pub(crate) use packed::{Maker, Move, Place, TurnPart};
pub(crate) use promotions::{PromotesBy, Promotions};
pub(crate) use sink::{Ground, Once, Safety, Sink, View};
pub(crate) use table::{AttacksBy, PieceTable};
pub(crate) use writing::{Makers, Sketch, Writing};
