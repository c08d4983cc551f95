//! Moves with an effect: what the letters of a movement say beyond the move of one piece.
//!
//! ```toml
//! [pieces]
//! lion = { letter = "L", moves = "K cabK cafK" }   # takes a neighbour, and stays or goes on
//! ```
//!
//! Captures in passing, of one's own pieces, and of several; pieces set down elsewhere, which may be swapped; moves passed on to another
//! piece, or borrowed from one; captures en passant by the letter `e`.
//!
//! Invariant: what a move does is its net result. Two ways with the same result are one move, and a way that does no more than a move of
//! the piece's ordinary movement is that move.

use std::sync::Arc;

use smallvec::SmallVec;

use super::plan::{Gate, Hook, Lay, Plan, Station};
use super::rule::{Feature, Played, Rule, Sample, Style, Topic, Use};
use super::scope::{Scope, too_many_ways};
use crate::board::isa::Portable;
use crate::board::{Bits, Geometry, PerSquare, Square, SquareSet};
use crate::definition::Table;
use crate::model::path::Ends;
use crate::model::pieces::{Piece, PieceType, Side, TypeId};
use crate::moves::{Change, List, Maker, Move, PieceTable, Role, Sketch, TurnPart, View, Writing};
use crate::state::State;
use crate::text::{Diagnostic, Report};
use crate::walk::{Budget, EffectWay, LaidPaths, Sides, sides};

/// Moves with an effect in the registry.
pub(crate) static FEATURE: Feature = Feature { keys: &[], read, ..Feature::NONE };

/// Moves with an effect as the pieces have them.
#[derive(Clone, Debug)]
pub(crate) struct Effects {
    /// The types that have such moves.
    pieces: Vec<TypeId>,
    laid: LaidPaths,
}

/// The paths of a game in which no move has an effect.
#[derive(Clone, Debug)]
struct Plain(LaidPaths);

/// Lays out the movements that are paths on this board, and finds the types whose movements have an effect.
fn read(scope: &Scope<'_>, root: &Table, report: &mut Report) -> Option<Box<dyn Rule>> {
    let (mut pieces, mut laid, mut heaviest) = (Vec::new(), LaidPaths::default(), (0, None));
    let whole = Budget::default();
    let budget = scope.budget.unwrap_or(&whole);
    for (id, kind) in (0..).zip(scope.types).filter(|(_, kind)| !kind.movement.paths.is_empty()) {
        let before = budget.spent();
        let both = Side::BOTH.map(|side| laid.of(scope.geometry(), &kind.movement.paths, (id, side), budget));
        heaviest = heaviest.max((budget.spent() - before, Some(id)));
        match both {
            [Ok(one), Ok(_)] => pieces.extend(one.has_effects.then_some(id)),
            _ => {
                let kind = heaviest.1.map_or(kind, |id| &scope.types[usize::from(id)]);
                report.push(too_many(kind, root));
                return None;
            }
        }
    }
    match pieces.is_empty() {
        true if heaviest.1.is_none() => None,
        true => Some(Box::new(Plain(laid))),
        false => Some(Box::new(Effects { pieces, laid })),
    }
}

/// The error of a piece whose paths take most of the steps, where all paths together take too many.
fn too_many(kind: &PieceType, root: &Table) -> Diagnostic {
    let piece = root.table("pieces").and_then(|pieces| pieces.table(&kind.name));
    let place = piece.and_then(|piece| piece.node("moves")).map_or(root.span(), |node| node.span);
    too_many_ways(place, &format!("the {}", kind.name))
}

impl Rule for Effects {
    fn topic(&self) -> Topic {
        Topic { place: 55, heading: "Captures" }
    }

    fn sentences(&self, _: &Scope<'_>) -> Vec<String> {
        Vec::new()
    }

    fn laid(&self) -> Option<&LaidPaths> {
        Some(&self.laid)
    }

    fn has_other_moves(&self) -> bool {
        true
    }

    fn takes_on_empty(&self, kind: TypeId) -> bool {
        self.pieces.contains(&kind)
    }

    fn brings(&self, geometry: &Geometry, (kind, _): (TypeId, Side), _: SquareSet) -> SquareSet {
        if self.pieces.contains(&kind) { geometry.playable() } else { SquareSet::NONE }
    }

    fn samples(&self, scope: &Scope<'_>, _: Style<'_>) -> Vec<Sample> {
        let square = scope.array.first().map_or_else(String::new, |(at, _)| scope.geometry().name(*at));
        let how = "x and the square of each piece captured in passing, before the last square".to_owned();
        vec![Sample { place: 35, what: "a capture in passing", example: format!("{square}xe5e6"), how }]
    }

    fn uses(&self, _: &Scope<'_>) -> Vec<Use> {
        vec![Use { place: 65, kind: "effect", what: "a move with an effect".to_owned() }]
    }

    fn came_up(&self, _: &Scope<'_>, played: &Played<'_>) -> Option<usize> {
        (played.kind == "effect").then_some(0)
    }
}

impl Rule for Plain {
    fn topic(&self) -> Topic {
        Topic { place: 55, heading: "Captures" }
    }

    fn sentences(&self, _: &Scope<'_>) -> Vec<String> {
        Vec::new()
    }

    fn laid(&self) -> Option<&LaidPaths> {
        Some(&self.0)
    }
}

impl<B: Bits> Lay<B> for Plain {
    fn lay(&self, _: &mut Plan<'_, B>) {}
}

impl<B: Bits> Lay<B> for Effects {
    fn lay(&self, plan: &mut Plan<'_, B>) {
        let maker = plan.maker(&Written);
        plan.lists_captures = true;
        plan.takes_beside_movements = true;
        for side in Side::BOTH {
            let passed = plan.generators[side.index()].iter().filter_map(|(gate, _)| match gate {
                Gate::Passed(takers) => Some((**takers).clone()),
                _ => None,
            });
            let hook: Arc<dyn Hook<B>> = Arc::new(Moves { maker, passed: passed.collect() });
            plan.hook(side, &hook);
        }
    }
}

/// The names and notation of moves with an effect.
#[derive(Debug)]
struct Written;

impl Writing for Written {
    fn name(&self) -> &'static str {
        "effect"
    }

    /// Returns the start square, the squares of the pieces captured in passing, and the target square: `d4xd5e6`.
    fn coordinates(&self, sketch: &Sketch<'_>) -> String {
        let mut text = sketch.square(sketch.mv.from);
        for entry in sketch.changes {
            if entry.change.role == Role::Taken && entry.change.square != sketch.mv.to {
                text += "x";
                text += &sketch.square(entry.change.square);
            }
        }
        text += &sketch.square(sketch.mv.to);
        if sketch.promotes() && sketch.promotions {
            text += &sketch.becoming();
        }
        text
    }

    /// Returns the coordinates with the square on which a piece is set down, `d4d6&d5`, or with the two squares between which it is moved,
    /// `d4d6&e5d5`.
    fn apart(&self, sketch: &Sketch<'_>) -> Vec<String> {
        let text = self.coordinates(sketch);
        let other = |end: Square, content: fn(&Change) -> Piece| {
            let moved = sketch.changes.iter().map(|entry| entry.change);
            let mut found =
                moved.filter(|c| c.role == Role::Moved && c.square != end && !content(c).is_empty());
            found.next().map_or_else(String::new, |change| sketch.square(change.square))
        };
        let [from, to] = [other(sketch.mv.from, |c| c.before), other(sketch.mv.to, |c| c.after)];
        // a piece set down where one of its kind stood changes nothing there
        let to = match to.is_empty() && (!from.is_empty() || sketch.changes.is_empty()) {
            true => sketch.square(sketch.mv.from),
            false => to,
        };
        match to.is_empty() {
            true => vec![text],
            false => vec![format!("{text}&{to}"), format!("{text}&{from}{to}")],
        }
    }

    fn san(&self, sketch: &Sketch<'_>) -> Option<String> {
        let mut text = sketch.types[usize::from(sketch.before.kind())].san.clone();
        text += &self.coordinates(&Sketch { promotions: false, ..*sketch });
        if sketch.promotes() {
            text += "=";
            text += &sketch.after().letter;
        }
        Some(text)
    }

    fn is_doubtful(&self) -> bool {
        true
    }
}

/// The moves of a side on a board of some width.
#[derive(Debug)]
struct Moves<B> {
    maker: Maker,
    /// By square passed over: the squares from which another rule lets pieces capture there.
    passed: Vec<PerSquare<B>>,
}

/// The net result of a move: where it ends, what it captures, and what is set down where.
type Result = (Square, Square, [u64; 4], Option<(Square, Square)>);

/// The results of a piece's moves: there may be many, but rarely more than these, which need no memory of their own.
type Results = SmallVec<[Result; 96]>;

/// The result of a move, with all pieces that it touches.
struct Done<B> {
    /// The square of the piece that moves, the square where it ends, and one whose piece it captures: its own if it captures none.
    ends: (Square, Square, Square),
    /// The squares whose pieces are captured or set down elsewhere, and those whose pieces are captured.
    taken: B,
    lost: B,
    /// The square of the piece that is set down, and where.
    set_down: Option<(Square, Square)>,
}

impl<B: Bits> Hook<B> for Moves<B> {
    fn stations(&self) -> &'static [Station] {
        &[Station::List]
    }

    fn list(&self, view: &View<'_, B>, barred: B, list: &mut List) {
        let (state, attacks) = (view.state, view.attacks());
        let us = state.side;
        let royals = attacks.royals(state, us.other());
        let seen = sides(state, us, (state.occupied(), B::NONE), royals);
        // a move that is passed on may coincide with a move of another piece
        let relays = attacks.effect_ways(us).iter().any(|ways| ways.relays);
        let mut known: Results = SmallVec::new();
        for ways in attacks.effect_ways(us) {
            let kind = &view.own()[usize::from(ways.kind)];
            let own = barred | kind.uncapturable_now(state);
            let seen = Sides { barred: attacks.barred_hurdles(state, (ways.kind, us)), ..seen };
            for from in (state.of(ways.kind, us) & !state.frozen).squares() {
                if !relays {
                    known.clear();
                }
                for way in ways.from(from).iter().filter(|way| way.is_open(&seen)) {
                    // who continues the move captures by bans of its own
                    let barred = match way.relay {
                        Some(by) => {
                            barred | view.own()[usize::from(state.at(by).kind())].uncapturable_now(state)
                        }
                        None => own,
                    };
                    self.add((view, kind), (&seen, barred), way, &mut known, list);
                }
            }
        }
    }
}

impl<B: Bits> Moves<B> {
    /// Adds the moves of a way that is open.
    fn add(
        &self,
        (view, kind): (&View<'_, B>, &PieceTable<B>),
        (seen, barred): (&Sides<B>, B),
        way: &EffectWay<B>,
        known: &mut Results,
        list: &mut List,
    ) {
        let (state, to) = (view.state, way.to);
        if way.ends.meets(Ends::RELAY) && seen.own.has(to) && to != way.from {
            return self.borrow((view, kind), (way.from, to, barred), known, list);
        }
        let Some(passed) = self.passing(view, way, to) else { return };
        let en_passant = way.ends.meets(Ends::PASSED) && !seen.occupied.has(to);
        if !way.may_end(seen) && !en_passant {
            return;
        }
        let at_the_end = if way.ends_on_emptied() { B::NONE } else { B::bit(to) & seen.occupied };
        let taken = way.taken | at_the_end | passed;
        let set_down = way.set_down;
        let lost = taken & !set_down.map_or(B::NONE, |(victim, _)| B::bit(victim));
        let mover = way.relay.unwrap_or(way.from);
        let table = match way.relay {
            Some(by) => &view.own()[usize::from(state.at(by).kind())],
            None => kind,
        };
        let net = (mover, to, lost.words(), set_down);
        let plain = set_down.is_none() && (lost & !B::bit(to)).is_empty() && !seen.own.has(to);
        let by_movement = || to != mover && plain && table.targets::<Portable>(mover, state.board()).has(to);
        // a capture by jumping, which another rule lists
        let by_jump = || {
            let jumps = lost.count() == 1 && at_the_end.is_empty() && set_down.is_none();
            let same = |mv: &Move| mv.is_plain() && (mv.from, mv.to, mv.take) == (mover, to, lost.first());
            jumps && list.moves.iter().any(same)
        };
        if lost.meets(barred) || known.contains(&net) || by_movement() || by_jump() {
            return;
        }
        known.push(net);
        let take = if lost.is_empty() {
            mover
        } else if lost.has(to) {
            to
        } else {
            lost.first()
        };
        let done = Done { ends: (mover, to, take), taken, lost, set_down };
        if to == mover {
            self.push(state, &done, state.at(mover), list);
        } else {
            table.arrival.after(state, (mover, to), |after| self.push(state, &done, after, list));
        }
    }

    /// Adds a move; `after` is the piece that then stands on its target square.
    fn push(&self, state: &State<B>, done: &Done<B>, after: Piece, list: &mut List) {
        let &Done { ends: (mover, to, take), taken, lost, set_down } = done;
        let ends = Move::plain(mover, to, take, after);
        list.push_listed(ends, (self.maker, TurnPart::Move), REASON, |record| {
            let content = |square: Square| {
                let put = set_down.filter(|&(_, put)| put == square);
                match put {
                    _ if square == to => after,
                    Some((victim, _)) => state.at(victim),
                    None => Piece::EMPTY,
                }
            };
            let touched = B::bit(mover) | taken | B::bit(to);
            let touched = touched | set_down.map_or(B::NONE, |(_, put)| B::bit(put));
            for square in touched.squares() {
                let (before, new) = (state.at(square), content(square));
                let role = if lost.has(square) { Role::Taken } else { Role::Moved };
                if before != new || role == Role::Taken {
                    record.add(square, (before, new), role);
                }
            }
        });
    }

    /// Returns the piece captured en passant, if the way requires one; `None` if there is none, or another rule captures it.
    fn passing(&self, view: &View<'_, B>, way: &EffectWay<B>, to: Square) -> Option<B> {
        let state = view.state;
        let at_the_end = way.ends.meets(Ends::PASSED) && !state.occupied().has(to);
        let asked = way.passed | if at_the_end { B::bit(to) } else { B::NONE };
        if asked.is_empty() {
            return Some(B::NONE);
        }
        let mark = state.slots.passed;
        let open = (asked & !mark.squares).is_empty() && state.side(state.side.other()).has(mark.victim);
        let elsewhere = at_the_end && self.passed.iter().any(|takers| takers[to].has(way.from));
        (open && !elsewhere).then(|| B::bit(mark.victim))
    }

    /// Adds the moves that a piece borrows from another of its side, of another type.
    fn borrow(
        &self,
        (view, kind): (&View<'_, B>, &PieceTable<B>),
        (from, lender, barred): (Square, Square, B),
        known: &mut Results,
        list: &mut List,
    ) {
        let state = view.state;
        let lent = &view.own()[usize::from(state.at(lender).kind())];
        if lent.content.kind() == kind.content.kind() {
            return;
        }
        let own = kind.targets::<Portable>(from, state.board());
        for to in (lent.targets::<Portable>(from, state.board()) & !own & !barred).squares() {
            let enemy = !state.at(to).is_empty();
            let lost = if enemy { B::bit(to) } else { B::NONE };
            let net = (from, to, lost.words(), None);
            if known.contains(&net) {
                continue;
            }
            known.push(net);
            let take = if enemy { to } else { from };
            let mut push = |after: Piece| {
                let ends = Move::plain(from, to, take, after);
                list.moves.push(Move::made_up(ends, (self.maker, TurnPart::Move)));
            };
            kind.arrival.after(state, (from, to), &mut push);
        }
    }
}

/// The name of the rule in the error about too many moves.
const REASON: &str = "moves with an effect";
