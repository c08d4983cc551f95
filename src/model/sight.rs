//! Sight: what a side sees, in games in which it doesn't see everything.

/// The squares that a side sees besides those of its own pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sight {
    /// True if it sees the squares to which its legal moves lead, and those on which they capture.
    pub(crate) moves: bool,
    /// True if it sees the squares that its pieces attack.
    pub(crate) attacks: bool,
}
