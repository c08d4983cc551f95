//! What a definition can say, one rule a file.
//!
//! Each file has the same parts in the same order: what the rule is in the field's words with its TOML table, its
//! invariants, its table of keys, its resolved type, `read` (words become ids, every fault said with its place),
//! `compile` (ids become tables of one board width), and its hooks: a *generator* adds steps, a *reaction* adds changes
//! after a step's own. Features meet in the slots of a state and in steps; none imports another.

pub(crate) mod board;
pub(crate) mod capture;
pub(crate) mod castling;
pub(crate) mod declaration;
pub(crate) mod en_passant;
pub(crate) mod end;
pub(crate) mod example;
pub(crate) mod header;
pub(crate) mod pieces;
pub(crate) mod promotion;
pub(crate) mod relocate;
pub(crate) mod safe_walk;
pub(crate) mod setup;
pub(crate) mod turn;
pub(crate) mod walls;
pub(crate) mod written;

pub(crate) mod scope;
