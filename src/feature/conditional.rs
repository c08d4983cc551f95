//! Movements that a piece has only where a condition holds: beside a friend that lends them, or out of the reach of an enemy.
//!
//! ```toml
//! [pieces]
//! rook = { moves = "R", also = [{ moves = "N", when = "my knight at N from its start" }] }
//! ```
//!
//! The condition is asked for a piece and a square that it might move to, alike for moves and for attacks, as seen by the piece's owner.
//!
//! Invariant: where the condition does not hold, the piece neither moves nor gives check by the movement. Any change of the board may
//! change that, so every move of such a game is made to see whether it leaves royal pieces safe.

use std::sync::Arc;

use super::condition::{Condition, Midst, resolve, setting};
use super::plan::{Generator, Lay, Plan};
use super::rule::{Feature, Played, Rule, Topic, Use};
use super::scope::{Scope, sentence, too_many_ways};
use crate::board::isa::Portable;
use crate::board::{Bits, Geometry, Square, SquareSet};
use crate::definition::{Node, Table};
use crate::model::movement::Movement;
use crate::model::path::Path;
use crate::model::pieces::{Side, TypeId};
use crate::moves::{Move, Safety, Sink, View};
use crate::notation::moves::describe;
use crate::state::State;
use crate::text::{Diagnostic, Report, Span};
use crate::walk::{Attackers, Attacks, Budget, EffectWays, Laid, Sides, sides};

/// Movements with a condition in the registry; their key belongs to the pieces.
pub(crate) static FEATURE: Feature = Feature { keys: &[], read, ..Feature::NONE };

/// The movements with a condition of a game.
#[derive(Clone, Debug)]
struct Conditionals(Vec<Conditional>);

/// A movement of a piece type with its condition.
#[derive(Clone, Debug)]
struct Conditional {
    kind: TypeId,
    paths: Vec<Path>,
    /// By side: its ways from every square, as if there were no walls.
    laid: [Arc<Laid>; 2],
    when: Condition<SquareSet>,
    /// The movement in words: `moves one square in any direction`.
    words: String,
}

/// Reads the conditions; the movements have been read with the pieces.
fn read(scope: &Scope<'_>, root: &Table, report: &mut Report) -> Option<Box<dyn Rule>> {
    let (pieces, mut all) = (root.table("pieces")?, Vec::new());
    for (id, kind) in (0..).zip(scope.types).filter(|(_, kind)| !kind.conditional.is_empty()) {
        let also = pieces.table(&kind.name).and_then(|piece| piece.list("also")).unwrap_or_default();
        let also = also.iter().filter_map(Node::table).filter(|also| also.contains("when"));
        for (table, movement) in also.zip(&kind.conditional) {
            all.extend(read_one(scope, id, (table, movement), report));
        }
    }
    if all.is_empty() { None } else { Some(Box::new(Conditionals(all))) }
}

/// Reads the condition of a movement.
fn read_one(
    scope: &Scope<'_>,
    kind: TypeId,
    (table, movement): (&Table, &Movement),
    report: &mut Report,
) -> Option<Conditional> {
    let when = table.text("when").and_then(|word| resolve(scope, word, &setting::MOVEMENT, report));
    let place = table.node("moves").map_or(table.span(), |node| node.span);
    let paths = movement.clone().into_paths();
    let laid = lay_out(scope, kind, (&paths, place), report);
    Some(Conditional { kind, paths, laid: laid?, when: when?, words: describe(movement) })
}

/// Returns the ways of a movement from every square, by side; reports a movement that can't have a condition.
fn lay_out(
    scope: &Scope<'_>,
    kind: TypeId,
    (paths, place): (&[Path], Span),
    report: &mut Report,
) -> Option<[Arc<Laid>; 2]> {
    let whole = Budget::default();
    let budget = scope.budget.unwrap_or(&whole);
    let laid = Side::BOTH.map(|side| Laid::new(scope.geometry(), paths, (kind, side), budget).ok());
    let [Some(white), Some(black)] = laid else {
        report.push(too_many_ways(place, "this movement"));
        return None;
    };
    let leaves = |laid: &Laid| laid.ways.iter().flatten().any(|(_, way)| !way.leaves.is_empty());
    let more = |laid: &Laid| laid.has_effects || leaves(laid);
    if paths.iter().any(Path::is_placed_jump) || more(&white) || more(&black) {
        report.push(
            Diagnostic::error("ferz::pieces::conditional", "this movement can't depend on a condition")
                .at(place, "does more than move to a square and capture what stands there")
                .help("use leaps, rides and hops, such as `N`, `Q` or `mpR`"),
        );
        return None;
    }
    Some([Arc::new(white), Arc::new(black)])
}

impl Conditional {
    /// Returns the squares to which the movement ever leads from some squares.
    fn ever(&self, side: Side, from: SquareSet) -> SquareSet {
        let ways = from.squares().flat_map(|square| &self.laid[side.index()].ways[usize::from(square)]);
        ways.fold(SquareSet::NONE, |set, (_, way)| set | SquareSet::bit(way.to))
    }
}

impl Rule for Conditionals {
    fn topic(&self) -> Topic {
        Topic { place: 77, heading: "Movements under a condition" }
    }

    fn sentences(&self, scope: &Scope<'_>) -> Vec<String> {
        let words = |one: &Conditional| {
            let also =
                if scope.types[usize::from(one.kind)].moves_only_conditionally() { "" } else { "also " };
            let (who, moves) = (scope.each_of(&[one.kind]), &one.words);
            sentence(&format!("if {}, {who} {also}{moves}.", one.when.words(scope)))
        };
        self.0.iter().map(words).collect()
    }

    fn changes_movements(&self) -> bool {
        true
    }

    fn brings(&self, _: &Geometry, (kind, side): (TypeId, Side), from: SquareSet) -> SquareSet {
        let own = self.0.iter().filter(|one| one.kind == kind);
        own.fold(SquareSet::NONE, |set, one| set | one.ever(side, from))
    }

    fn uses(&self, scope: &Scope<'_>) -> Vec<Use> {
        let all = self.sentences(scope).into_iter();
        all.map(|what| Use { place: 42, kind: "movement", what }).collect()
    }

    fn came_up(&self, _: &Scope<'_>, played: &Played<'_>) -> Option<usize> {
        let (kind, side) = played.piece[0].get()?;
        let leads = |one: &Conditional| {
            one.kind == kind && one.ever(side, SquareSet::bit(played.from)).has(played.to)
        };
        let found = self.0.iter().position(leads).filter(|_| played.kind == "move");
        found.filter(|_| !(played.by_movement)())
    }
}

impl<B: Bits> Lay<B> for Conditionals {
    fn lay(&self, plan: &mut Plan<'_, B>) {
        let laid = self.0.iter().map(|one| Conditioned {
            kind: one.kind,
            ways: Side::BOTH.map(|side| {
                let walled = Laid::new(plan.geometry, &one.paths, (one.kind, side), &Budget::default());
                match walled {
                    Ok(laid) => EffectWays::all(one.kind, &laid),
                    // with walls there are no more ways than without
                    Err(_) => EffectWays::all(one.kind, &one.laid[side.index()]),
                }
            }),
            when: one.when.map(B::narrowed),
        });
        let moves = Arc::new(Moves { each: laid.collect(), geometry: plan.geometry.clone() });
        let first = |one: &&Conditional| one.laid.iter().any(|laid| laid.asks_for_unmoved());
        plan.takes_beside_movements = true;
        plan.tracked.extend(self.0.iter().filter(first).map(|one| one.kind));
        plan.attackers.push(Arc::clone(&moves) as Arc<dyn Attackers<B>>);
        plan.generator_of_both(moves);
    }
}

/// The movements with a condition of a game, on a board of some width.
#[derive(Debug)]
struct Moves<B> {
    each: Box<[Conditioned<B>]>,
    geometry: Geometry,
}

/// A movement with its condition, on a board of some width.
#[derive(Debug)]
struct Conditioned<B> {
    kind: TypeId,
    /// By side.
    ways: [EffectWays<B>; 2],
    when: Condition<B>,
}

impl<B: Bits> Moves<B> {
    /// Returns `true` if a piece of a side may use a movement between two squares.
    fn may(
        &self,
        one: &Conditioned<B>,
        (attacks, state): (&Attacks<B>, &State<B>),
        (side, from, to): (Side, Square, Square),
    ) -> bool {
        let ends = (Some(from), Some(to));
        let midst = Midst { state, attacks, geometry: &self.geometry, side, hand: None, ends };
        one.when.holds_in_the_midst(&midst)
    }

    /// Returns the squares that a piece of the side to move may move to by the movements that depend on conditions.
    fn targets(&self, view: &View<'_, B>, kind: TypeId, from: Square) -> B {
        let (state, attacks, us) = (view.state, view.attacks(), view.state.side);
        let seen = sides(state, us, (state.occupied(), B::NONE), attacks.royals(state, us.other()));
        let seen = Sides { barred: attacks.barred_hurdles(state, (kind, us)), ..seen };
        let mut found = B::NONE;
        for one in self.each.iter().filter(|one| one.kind == kind) {
            let ways = one.ways[us.index()].from(from).iter();
            for way in ways.filter(|way| way.is_open(&seen) && way.may_end(&seen)) {
                if !found.has(way.to) && self.may(one, (attacks, state), (us, from, way.to)) {
                    found |= B::bit(way.to);
                }
            }
        }
        found
    }
}

impl<B: Bits> Generator<B> for Moves<B> {
    /// Each piece's moves, where it could not move anyway.
    fn generate(&self, view: &View<'_, B>, safety: &Safety<B>, sink: &mut dyn Sink<B>) {
        let (state, us) = (view.state, view.state.side);
        let enemies = state.side(us.other());
        for table in view.own() {
            let kind = table.content.kind();
            if self.each.iter().all(|one| one.kind != kind) {
                continue;
            }
            for from in (state.of(kind, us) & !state.frozen).squares() {
                let usual = table.targets::<Portable>(from, state.board());
                let barred = usual | safety.barred | table.uncapturable_now(state);
                for to in (self.targets(view, kind, from) & !barred).squares() {
                    let taken = B::bit(to) & enemies;
                    let tested = safety.all_are_doubtful || safety.captures_are_doubtful && !taken.is_empty();
                    let take = if taken.is_empty() { from } else { to };
                    table.arrival.after(state, (from, to), |after| {
                        if tested || view.attacks().safe_as(state, (from, to), taken, after) {
                            sink.whole(Move::plain(from, to, take, after));
                        }
                    });
                }
            }
        }
    }
}

impl<B: Bits> Attackers<B> for Moves<B> {
    fn attackers(
        &self,
        (attacks, state): (&Attacks<B>, &State<B>),
        square: Square,
        (by, kind): (Side, Option<TypeId>),
    ) -> B {
        let seen = sides(state, by, (state.occupied(), B::NONE), attacks.royals(state, by.other()));
        let mut found = B::NONE;
        for one in self.each.iter().filter(|one| kind.is_none_or(|kind| kind == one.kind)) {
            let seen = Sides { barred: attacks.barred_hurdles(state, (one.kind, by)), ..seen };
            let pieces = state.of(one.kind, by) & !state.frozen & !found;
            let takers = one.ways[by.index()].takers((pieces, B::NONE), square, &seen);
            for from in takers.squares().filter(|&from| self.may(one, (attacks, state), (by, from, square))) {
                found |= B::bit(from);
            }
        }
        found
    }
}
