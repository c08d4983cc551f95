//! Relocation: a piece on certain squares may, as a turn, be put on one of certain vacant squares.
//!
//! ```toml
//! [relocate.serfs]
//! pieces = "serf"
//! from   = "rank 10"
//! to     = "homes"
//! ```
//!
//! Invariant: a relocation captures nothing, and is written by its squares alone, so if the piece could also move there, both are one move.

use std::sync::Arc;

use super::plan::{Generator, Lay, Plan};
use super::rule::{Feature, Played, Rule, Sample, Style, Topic, Use};
use super::scope::{Scope, sentence};
use crate::board::isa::Portable;
use crate::board::{Bits, Geometry, SquareSet};
use crate::definition::{Key, KeyTable, Kind as Shape, Table};
use crate::model::pieces::{Side, TypeId};
use crate::moves::{Move, Safety, Sink, View};
use crate::text::Report;

/// The keys of a `[relocate]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "relocate",
    doc: "Pieces that may be put back elsewhere, as a turn.",
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

/// Relocations in the registry.
pub(crate) static FEATURE: Feature = Feature {
    keys: &[Key::optional("relocate", Shape::Rules(&Shape::Table(&KEYS)), KEYS.doc, "")],
    read: |scope, root, report| {
        let all = root.rules("relocate", &KEYS).into_iter();
        let all: Vec<_> = all.filter_map(|(_, table)| read(scope, table, report)).collect();
        if all.is_empty() { None } else { Some(Box::new(Relocations(all))) }
    },
    ..Feature::NONE
};

/// The relocations of a game.
#[derive(Clone, Debug)]
pub(crate) struct Relocations(pub(crate) Vec<Relocation>);

/// A relocation as the rules have it.
#[derive(Clone, Debug)]
pub(crate) struct Relocation {
    pub(crate) pieces: Vec<TypeId>,
    /// As White and as Black see them.
    pub(crate) from: [SquareSet; 2],
    pub(crate) to: [SquareSet; 2],
}

/// Reads a `[relocate]`.
fn read(scope: &Scope<'_>, table: &Table, report: &mut Report) -> Option<Relocation> {
    let pieces = table.text("pieces").map(|word| scope.types(word, report));
    let from = table.text("from").and_then(|word| scope.squares(word, report));
    let to = table.text("to").and_then(|word| scope.squares(word, report));
    Some(Relocation { pieces: pieces?, from: from?, to: to? })
}

impl Rule for Relocations {
    fn topic(&self) -> Topic {
        Topic { place: 80, heading: "Pieces put back" }
    }

    fn sentences(&self, scope: &Scope<'_>) -> Vec<String> {
        self.0.iter().map(|one| one.sentence(scope)).collect()
    }

    fn changes_movements(&self) -> bool {
        true
    }

    fn brings(&self, _geometry: &Geometry, (kind, side): (TypeId, Side), from: SquareSet) -> SquareSet {
        let at = side.index();
        let open = self.0.iter().filter(|one| one.pieces.contains(&kind) && from.meets(one.from[at]));
        open.fold(SquareSet::NONE, |set, one| set | one.to[at])
    }

    fn samples(&self, scope: &Scope<'_>, _style: Style<'_>) -> Vec<Sample> {
        let first =
            |set: SquareSet| set.squares().next().map_or_else(String::new, |at| scope.geometry().name(at));
        let example = self.0.first().map(|one| first(one.from[0]) + &first(one.to[0])).unwrap_or_default();
        vec![Sample {
            place: 40,
            what: "a piece put back",
            example,
            how: "the square it is taken from and the square it is put on".to_owned(),
        }]
    }

    fn uses(&self, scope: &Scope<'_>) -> Vec<Use> {
        self.sentences(scope).into_iter().map(|what| Use { place: 40, kind: "relocation", what }).collect()
    }

    fn came_up(&self, _scope: &Scope<'_>, played: &Played<'_>) -> Option<usize> {
        let (kind, at) = (played.piece[0].kind(), played.side().index());
        let fits = |one: &Relocation| {
            one.pieces.contains(&kind) && one.from[at].has(played.from) && one.to[at].has(played.to)
        };
        self.0.iter().position(fits).filter(|_| played.is_beyond_movement())
    }
}

impl Relocation {
    /// The rule in words.
    fn sentence(&self, scope: &Scope<'_>) -> String {
        let (from, to) = (self.from, self.to);
        sentence(&format!(
            "instead of moving, a player may pick up {} that stands on {} and put it on any vacant square of {}.",
            scope.each_of(&self.pieces),
            scope.squares_of_both(from, "or"),
            scope.squares_of_both(to, "and")
        ))
    }
}

impl<B: Bits> Lay<B> for Relocations {
    fn lay(&self, plan: &mut Plan<'_, B>) {
        for Relocation { pieces, from, to } in &self.0 {
            let (from, to) = (from.map(B::from_wide), to.map(B::from_wide));
            plan.generator_of_both(Arc::new(Moves { pieces: pieces.clone().into(), from, to }));
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

impl<B: Bits> Generator<B> for Moves<B> {
    /// The relocations that are open.
    fn generate(&self, view: &View<'_, B>, safety: &Safety<B>, sink: &mut dyn Sink<B>) {
        let (state, us) = (view.state, view.state.side);
        let vacant = self.to[us.index()] & !state.occupied();
        for &id in &self.pieces {
            let kind = &view.own()[usize::from(id)];
            for from in (state.of(id, us) & self.from[us.index()]).squares() {
                let elsewhere = vacant & !kind.targets::<Portable>(from, state.board());
                let safe =
                    |to: &u8| safety.all_are_doubtful || view.attacks().safe_after(state, from, *to, B::NONE);
                for to in elsewhere.squares().filter(safe) {
                    sink.whole(Move::plain(from, to, from, kind.content));
                }
            }
        }
    }
}
