//! En passant: a piece that passed over squares may be captured there for one ply, as if it had stopped.
//!
//! ```toml
//! [en-passant]
//! pieces = "pawn"
//! by     = "pawn"     # by default, the same pieces
//! on     = "rank 3"   # by default, every square passed over
//! ```
//!
//! Invariant: the right lives in the `passed` slot and is cleared by every move before it may be set again. A capture
//! en passant empties two squares, so each one is tested for legality individually.

use std::sync::Arc;

use super::plan::{Gate, Generator, Lay, Marker, Plan, Trigger};
use super::rule::{Feature, FenField, FenPlace, Measure, Played, Rule, Topic, Use, Whole};
use super::scope::{Scope, sentence};
use crate::board::{Bits, Geometry, PerSquare, Square, SquareSet};
use crate::definition::{Key, KeyTable, Kind as Shape, Table};
use crate::model::movement::Course;
use crate::model::path::Ends;
use crate::model::pieces::{PieceType, Side, TypeId, places_of};
use crate::moves::{Move, Safety, Sink, View};
use crate::state::{Mark, State};
use crate::text::{Diagnostic, Report};
use crate::walk::{Need, Seen, Way, trails, ways};

/// The keys of `[en-passant]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "en-passant",
    doc: "Pieces that, having passed over a square, may be captured there by the very next move.",
    keys: &[
        Key::required("pieces", Shape::Pieces, "The pieces that can be captured in passing.", "\"pawn\""),
        Key::optional(
            "by",
            Shape::Pieces,
            "The pieces that can capture in passing; by default, the same.",
            "\"pawn\"",
        ),
        Key::optional(
            "on",
            Shape::Squares,
            "The squares passed over on which they can be captured, as the passing piece's owner sees them; by default, all.",
            "\"rank 3\"",
        ),
    ],
};

/// En passant in the registry.
pub(crate) static FEATURE: Feature = Feature {
    keys: &[Key::optional("en-passant", Shape::Table(&KEYS), KEYS.doc, "")],
    measured_by: &[("ferz::en_passant::", Measure::Parent)],
    read: |scope, root, report| Some(Box::new(read(scope, root.table("en-passant")?, report)?)),
    ..Feature::NONE
};

/// En passant as the rules have it.
#[derive(Clone, Debug)]
pub(crate) struct EnPassant {
    pub(crate) pieces: Vec<TypeId>,
    pub(crate) by: Vec<TypeId>,
    /// The squares on which they can be captured, by the side that passes.
    pub(crate) on: [SquareSet; 2],
}

/// Reads `[en-passant]`.
fn read(scope: &Scope<'_>, table: &Table, report: &mut Report) -> Option<EnPassant> {
    let pieces = table.text("pieces").map(|word| scope.types(word, report))?;
    let by = table.text("by").map_or_else(|| pieces.clone(), |word| scope.types(word, report));
    let on = table.text("on").map(|word| scope.squares(word, report));
    let on = on.unwrap_or(Some([scope.geometry().playable(); 2]))?;
    Some(EnPassant { pieces, by, on })
}

/// The moves that pass over squares, and the pieces that capture there.
#[derive(Clone, Debug)]
pub(crate) struct Passing<B> {
    /// Per side and origin: the moves, and the squares they pass over.
    passes: [PerSquare<Box<[Pass<B>]>>; 2],
    by: Box<[TypeId]>,
}

/// A move that passes over squares.
#[derive(Clone, Copy, Debug)]
struct Pass<B> {
    kind: TypeId,
    to: Square,
    over: B,
}

impl Rule for EnPassant {
    fn topic(&self) -> Topic {
        Topic { place: 40, heading: "En passant" }
    }

    fn sentences(&self, scope: &Scope<'_>) -> Vec<String> {
        let (who, by) = (scope.each_of(&self.pieces), scope.list(&self.by, "or"));
        let all = self.on == [scope.geometry().playable(); 2];
        let over = if all {
            "a square".to_owned()
        } else {
            format!("a square of {}", scope.squares_of_both(self.on, "or"))
        };
        vec![sentence(&format!(
            "{who} that passes over {over} without capturing may be captured there, as if it had gone no farther, by an enemy {by} that could capture on that square, but only on the very next move (en passant)."
        ))]
    }

    /// Reports pieces that never pass over a square, as a double step written as a leap does not.
    fn check(&self, whole: &Whole<'_>, report: &mut Report) {
        if self.is_idle(whole.scope.geometry, whole.scope.types) {
            let who = whole.scope.list(&self.pieces, "or");
            report.push(
                Diagnostic::warning(
                    "ferz::en_passant::nothing_passes",
                    format!("no {who} ever passes over a square"),
                )
                .at(whole.place("en-passant"), "so nothing can be captured en passant")
                .help("only riders and lame leapers pass over squares: write a double step as `ifmnD`, not `ifmD`"),
            );
        }
    }

    fn fields(&self) -> Vec<FenField> {
        let meaning = "the square just passed over, if a piece can be captured there en passant";
        vec![FenField { place: FenPlace::Passed, example: "a square or -".into(), meaning }]
    }

    fn takes_on_empty(&self, kind: TypeId) -> bool {
        self.by.contains(&kind)
    }

    fn uses(&self, _scope: &Scope<'_>) -> Vec<Use> {
        vec![Use { place: 30, kind: "en passant", what: "a capture in passing".to_owned() }]
    }

    fn came_up(&self, _scope: &Scope<'_>, played: &Played<'_>) -> Option<usize> {
        let in_passing = played.kind == "move" && played.taken.iter().any(|&at| at != played.to);
        in_passing.then_some(0)
    }
}

impl EnPassant {
    /// Returns `true` if none of its pieces ever passes over a square.
    fn is_idle(&self, geometry: &Geometry, types: &[PieceType]) -> bool {
        let passes = self.passes::<SquareSet>(geometry, types);
        passes.iter().flat_map(PerSquare::iter).all(|passes| passes.is_empty())
    }

    /// The moves that pass over squares, by side and square they begin on.
    fn passes<B: Bits>(&self, geometry: &Geometry, types: &[PieceType]) -> [PerSquare<Box<[Pass<B>]>>; 2] {
        let quiet = |kind: TypeId| types[usize::from(kind)].movement.moves.iter().filter(|m| m.quiet);
        Side::BOTH.map(|side| {
            let counts = |at: &Square| self.on[side.index()].has(*at);
            let begun_on = |from: Square| -> Box<[Pass<B>]> {
                let mut passes = Vec::new();
                for &kind in self.pieces.iter().filter(|_| !geometry.holes.has(from)) {
                    let courses: Vec<&Course> = quiet(kind).flat_map(|m| &m.courses).collect();
                    for trail in trails(geometry, &courses, (kind, side), from) {
                        for stop in (1..trail.squares.len()).filter(|&stop| trail.stops[stop]) {
                            let passed = trail.squares[..stop].iter().filter(|at| counts(at));
                            let over = passed.fold(B::NONE, |set, &at| set | B::bit(at));
                            if !over.is_empty() {
                                passes.push(Pass { kind, to: trail.squares[stop], over });
                            }
                        }
                    }
                    for way in ways_of(geometry, types, (kind, side), from) {
                        let needs = way.needs.iter();
                        let empty = needs.filter(|(at, need)| *need == Need::Empty && counts(at));
                        let over = empty.fold(B::NONE, |set, &(at, _)| set | B::bit(at));
                        if way.is_plain(from) && way.ends.meets(Ends::EMPTY) && !over.is_empty() {
                            passes.push(Pass { kind, to: way.to, over });
                        }
                    }
                }
                passes.into()
            };
            geometry.every().map(begun_on).collect()
        })
    }
}

/// Returns the ways of a piece's further movements that depend on conditions.
fn conditional_ways<'a>(
    geometry: &'a Geometry,
    types: &'a [PieceType],
    (kind, side): (TypeId, Side),
    from: Square,
) -> impl Iterator<Item = Way<Square>> + 'a {
    let paths = types[usize::from(kind)].conditional_paths().into_iter();
    paths.flat_map(move |path| ways(&Seen { geometry, kind, side }, &path, from).unwrap_or_default())
}

/// Returns the ways of a piece's paths.
fn ways_of(
    geometry: &Geometry,
    types: &[PieceType],
    (kind, side): (TypeId, Side),
    from: Square,
) -> Vec<Way<Square>> {
    let paths = types[usize::from(kind)].movement.paths.iter();
    let usual = paths.flat_map(|path| ways(&Seen { geometry, kind, side }, path, from).unwrap_or_default());
    usual.chain(conditional_ways(geometry, types, (kind, side), from)).collect()
}

impl<B: Bits> Lay<B> for EnPassant {
    fn lay(&self, plan: &mut Plan<'_, B>) {
        let geometry = plan.geometry;
        let passes = self.passes::<B>(geometry, plan.types);
        let passing = Arc::new(Passing { passes, by: self.by.clone().into() });
        let types = places_of(&self.pieces);
        for side in Side::BOTH {
            let begins = |from: &Square| !passing.passes[side.index()][*from].is_empty();
            let from = geometry.every().filter(begins).fold(B::NONE, |set, from| set | B::bit(from));
            let mut takers = PerSquare::<B>::default();
            for (&kind, from) in
                self.by.iter().flat_map(|kind| geometry.every().map(move |from| (kind, from)))
            {
                let table = &plan.kinds[side.index()][usize::from(kind)];
                let conditional = conditional_ways(geometry, plan.types, (kind, side), from);
                let taken = conditional.filter(|way| way.ends.meets(Ends::ENEMY)).map(|way| way.to);
                let all = taken.fold(table.may_take(from), |set, to| set | B::bit(to));
                all.squares().for_each(|over| takers[over] |= B::bit(from));
            }
            plan.markers[side.index()].push((Trigger { types, from }, Arc::clone(&passing) as _));
            plan.generator(side, Gate::Passed(Box::new(takers)), Arc::clone(&passing) as _);
        }
        plan.takes_beside_movements = true;
    }
}

impl<B: Bits> Generator<B> for Passing<B> {
    /// Captures on the squares passed over.
    fn generate(&self, view: &View<'_, B>, safety: &Safety<B>, sink: &mut dyn Sink<B>) {
        let Mark { squares, victim } = view.state.slots.passed;
        for to in (squares & !view.state.occupied()).squares() {
            for &kind in &self.by {
                let takers = view.attacks().attackers(view.state, to, view.state.side, Some(kind));
                for from in takers.squares() {
                    let safe = || view.attacks().safe_after(view.state, from, to, B::bit(victim));
                    if safety.captures_are_doubtful || safe() {
                        sink.take(view.state, &view.own()[usize::from(kind)].arrival, from, to, victim);
                    }
                }
            }
        }
    }
}

impl<B: Bits> Marker<B> for Passing<B> {
    /// Records the squares that the move passed over.
    #[inline]
    fn mark(&self, state: &mut State<B>, mv: Move) {
        for pass in &self.passes[state.side.index()][mv.from] {
            let ends = (pass.to, pass.kind) == (mv.to, mv.after.kind()) && !mv.takes();
            // round an edge, a piece may come to a square from either side
            if ends && !pass.over.meets(state.occupied() & !state.nobodys()) {
                state.slots.passed = Mark { squares: pass.over, victim: mv.to };
                return;
            }
        }
    }

    /// In a turn of several moves, the piece that passed may belong to the side to move.
    fn mark_over(&self, state: &State<B>, over: B, by: B) -> Option<Mark<B>> {
        // a wall or a neutral piece may have been put there since
        let pieces = state.occupied() & !state.nobodys();
        let of = |side: Side| {
            let begun = (0..=u8::MAX).filter(|&from| usize::from(from) >= B::WIDTH || !pieces.has(from));
            let passes = begun.flat_map(|from| &self.passes[side.index()][from]);
            let stopped = passes.filter(|pass| {
                (over & !pass.over).is_empty()
                    && !pass.over.meets(pieces)
                    && (by.is_empty() || by.has(pass.to))
                    && state.at(pass.to).get() == Some((pass.kind, side))
            });
            let fewest = stopped.min_by_key(|pass| pass.over.count());
            fewest.map(|pass| Mark { squares: pass.over, victim: pass.to })
        };
        of(state.side.other()).or_else(|| of(state.side))
    }
}
