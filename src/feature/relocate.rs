//! Relocation: a man on certain squares may, as a turn, be put on a vacant one of others.
//!
//! ```toml
//! [[relocate]]
//! pieces = "serf"
//! from   = "rank 10"
//! to     = "homes"
//! ```
//!
//! Invariant: a relocation takes nothing and its squares are its whole writing, so where a man could also move there it is
//! that step.

use super::scope::{Scope, sentence};
use crate::board::isa::Portable;
use crate::board::{Bits, SquareSet};
use crate::definition::{Key, KeyTable, Kind as Shape, Table};
use crate::model::men::TypeId;
use crate::moves::{Move, Sink, View};
use crate::text::Report;

/// The keys of a `[[relocate]]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "relocate",
    doc: "Men that may be put back elsewhere as a turn.",
    keys: &[
        Key::required("pieces", Shape::Pieces, "The pieces.", "\"serf\""),
        Key::required("from", Shape::Squares, "Where they must stand, as White sees it.", "\"rank 10\""),
        Key::required(
            "to",
            Shape::Squares,
            "The squares they may be put on if vacant, as White sees them.",
            "\"b1 d1\"",
        ),
    ],
};

/// A relocation as the rules have it.
#[derive(Clone, Debug)]
pub struct Relocation {
    pub(crate) pieces: Vec<TypeId>,
    /// As White and as Black see them.
    pub(crate) from: [SquareSet; 2],
    pub(crate) to: [SquareSet; 2],
}

/// Reads a `[[relocate]]`.
pub(crate) fn read(scope: &Scope<'_>, table: &Table, report: &mut Report) -> Option<Relocation> {
    let pieces = table.text("pieces").map(|word| scope.types(word, report));
    let from = table.text("from").and_then(|word| scope.squares(word, report));
    let to = table.text("to").and_then(|word| scope.squares(word, report));
    Some(Relocation { pieces: pieces?, from: from?, to: to? })
}

impl Relocation {
    /// The rule in words.
    pub(crate) fn sentence(&self, scope: &Scope<'_>) -> String {
        let (from, to) = (self.from, self.to);
        sentence(&format!(
            "{} that stands on {} may, as a turn, be taken up and put on a vacant square of these: {}.",
            scope.each_of(&self.pieces),
            scope.squares_of_both(from, "or"),
            scope.squares_of_both(to, "and")
        ))
    }

    pub(crate) fn compile<B: Bits>(&self) -> Moves<B> {
        Moves {
            pieces: self.pieces.clone().into(),
            from: self.from.map(B::from_wide),
            to: self.to.map(B::from_wide),
        }
    }
}

/// A relocation on a board of some width.
#[derive(Clone, Debug)]
pub(crate) struct Moves<B> {
    pieces: Box<[TypeId]>,
    from: [B; 2],
    to: [B; 2],
}

impl<B: Bits> Moves<B> {
    /// Generator: the relocations that are open.
    pub(crate) fn generate<S: Sink<B>>(&self, view: &View<'_, B>, sink: &mut S) {
        let (state, us) = (view.state, view.state.side);
        let vacant = self.to[us.index()] & !state.occupied();
        for &id in &self.pieces {
            let kind = &view.kinds[usize::from(id)];
            for from in (state.of(id, us) & self.from[us.index()]).squares() {
                let elsewhere = vacant & !kind.targets::<Portable>(from, state.board());
                let safe = |to: &u8| view.attacks.safe_after(state, from, *to, B::NONE);
                for to in elsewhere.squares().filter(safe) {
                    sink.whole(Move::plain(from, to, from, kind.content));
                }
            }
        }
    }
}
