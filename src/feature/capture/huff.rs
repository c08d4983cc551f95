//! Huffing: a player who could have captured and did not, or who broke off a chain, loses the piece.

use std::sync::Arc;

use super::super::plan::{Hook, Last, Plan, Relevance, SlotGate, Station};
use super::jumping::{Chaining, REASON, victims};
use crate::board::Bits;
use crate::board::isa::Portable;
use crate::model::pieces::{Piece, Side};
use crate::moves::{Ground, List, Maker, Move, Role, Sketch, TurnPart, View, Writing};
use crate::state::{InFen, OnChange, Remembers, Slot, SlotDeclaration, SlotShape, Snapshot, State, Until};
use crate::walk::Attacks;

/// Huffing in play.
#[derive(Debug)]
struct Huffing<B> {
    maker: Maker,
    /// The pieces of the side not to move that failed to capture, one of which is to be removed.
    offenders: Slot,
    /// The maker of chains of jumps, and how they go, if pieces jump.
    chains: Option<(Maker, Chaining<B>)>,
    /// True if captures are made by jumping only.
    by_jumps_only: bool,
}

/// Lays out huffing.
pub(super) fn lay<B: Bits>(chains: Option<(Maker, Chaining<B>)>, plan: &mut Plan<'_, B>) {
    let offenders = plan.declare(SlotDeclaration {
        name: "offenders".into(),
        fen: InFen::Field(60),
        shape: SlotShape::Squares,
        per_side: false,
        on_change: OnChange::Ends,
        until: Until::NextMove,
        owner: Arc::new(Offenders),
    });
    let by_jumps_only = !plan.kinds.iter().flatten().any(|table| table.takes());
    let maker = plan.maker(&Huffs);
    plan.hook_of_both(Arc::new(Huffing { maker, offenders, chains, by_jumps_only }));
}

/// The slot of the pieces that have failed to capture.
#[derive(Debug)]
struct Offenders;

impl Remembers for Offenders {
    fn sentences(
        &self,
        snapshot: &Snapshot<'_>,
        _: SlotShape,
        words: &dyn Fn(Side) -> Vec<u64>,
    ) -> Vec<String> {
        snapshot.about("failed to capture, one must be removed", words)
    }
}

/// The name and notation of huffs.
#[derive(Debug)]
struct Huffs;

impl Writing for Huffs {
    fn name(&self) -> &'static str {
        "huff"
    }

    fn coordinates(&self, sketch: &Sketch<'_>) -> String {
        format!("x{}", sketch.square(sketch.mv.from))
    }

    fn comes_first(&self) -> Option<&'static str> {
        Some("a piece that failed to capture must be removed first")
    }
}

impl<B: Bits> Huffing<B> {
    /// Returns the pieces of the side to move that could legally capture (in chains, by the first jump); those in `barred` can't be.
    fn takers(&self, view: &View<'_, B>, barred: B) -> B {
        let (state, side) = (view.state, view.state.side);
        let (open, jumpers) = (!barred, view.attacks().jumpers(side));
        if self.by_jumps_only && !jumpers.can_jump(state) {
            return B::NONE;
        }
        let mut takers = B::NONE;
        // a capture that would leave a royal piece attacked could not be made
        let safe = |from, to, over| view.attacks().safe_after(state, from, to, B::bit(over));
        let has_royals = !view.attacks().royals(state, side).is_empty();
        for table in view.own().iter().filter(|table| table.takes()) {
            let takes = |from: &u8| {
                let targets = table.targets::<Portable>(*from, state.board()) & victims(state, table) & open;
                targets.squares().any(|to| !has_royals || safe(*from, to, to))
            };
            let pieces = (state.of(table.content.kind(), side) & !state.frozen).squares();
            pieces.filter(takes).for_each(|from| takers |= B::bit(from));
        }
        if view.attacks().are_found_beside() {
            for to in (state.side(side.other()) & open).squares() {
                let captors = view.attacks().captors(state, to, side).squares();
                captors
                    .filter(|&from| !has_royals || safe(from, to, to))
                    .for_each(|from| takers |= B::bit(from));
            }
        }
        for (id, jumps) in jumpers.types() {
            let victims = victims(state, &view.own()[usize::from(*id)]) & open;
            let able = jumps.able(state.of(*id, side) & !state.frozen, state.occupied(), victims);
            let jumps_safely = |from: &u8| {
                let mut safely = false;
                jumps.from(*from, state.occupied() & !B::bit(*from), victims, |link| {
                    safely |= safe(*from, link.land, link.over);
                });
                safely
            };
            takers |= match has_royals {
                true => able.squares().filter(jumps_safely).fold(B::NONE, |set, from| set | B::bit(from)),
                false => able,
            };
        }
        takers
    }
}

impl<B: Bits> Hook<B> for Huffing<B> {
    fn stations(&self) -> &'static [Station] {
        &[Station::Bears, Station::Prelude, Station::TurnEnd]
    }

    fn gate(&self) -> SlotGate {
        SlotGate::Holds([self.offenders; 2])
    }

    /// Where no piece can jump, none fails to.
    fn relevance(&self) -> Option<Relevance<B>> {
        self.by_jumps_only.then(|| Relevance { while_jumping: true, ..Relevance::default() })
    }

    fn bears(&self, state: &State<B>, _: &Attacks<B>) -> bool {
        !self.offenders.is_empty(state)
    }

    /// The removals of an offender.
    fn preludes(&self, state: &State<B>, list: &mut List) {
        let offenders: B = self.offenders.squares(state, state.side);
        for square in offenders.squares() {
            let ends = Move::plain(square, square, square, Piece::EMPTY);
            let change = (state.at(square), Piece::EMPTY);
            list.push_listed(ends, (self.maker, TurnPart::Prelude), REASON, |record| {
                record.add(square, change, Role::Removed);
            });
        }
    }

    fn looks_before(&self) -> bool {
        true
    }

    /// Returns the pieces that become offenders if a move captures nothing.
    fn before(&self, view: &View<'_, B>, barred: &dyn Fn() -> B, mv: Move) -> B {
        let fails = mv.part() == TurnPart::Move && !mv.takes();
        if fails { self.takers(view, barred()) } else { B::NONE }
    }

    /// Records which pieces have failed to capture, at their present squares.
    fn turn_ends(&self, ground: Ground<'_, B>, state: &mut State<B>, Last { mv, before }: Last<B>) {
        if mv.part() != TurnPart::Move {
            return;
        }
        let side = state.side;
        let tables = &ground.kinds[side.index()];
        let offenders = if mv.takes() {
            // only a chain can be broken off
            let chain = self.chains.filter(|(maker, _)| mv.maker() == *maker);
            let goes_on =
                |(_, chaining): (_, Chaining<B>)| chaining.could_go_on(ground.attacks, state, tables, mv.to);
            if chain.is_some_and(goes_on) { B::bit(mv.to) } else { B::NONE }
        } else if before.has(mv.from) {
            (before & !B::bit(mv.from)) | B::bit(mv.to)
        } else {
            before
        };
        self.offenders.put_squares(state, side, offenders);
    }
}
