//! Passes: turns that are left out.

use std::sync::Arc;

use crate::board::{Bits, Geometry};
use crate::feature::condition::{Condition, Midst};
use crate::feature::plan::{Generator, Plan};
use crate::model::pieces::{Piece, Side};
use crate::moves::{Move, Place, Safety, Sink, Sketch, TurnPart, View, Writing};
use crate::state::Slot;

/// The condition under which a turn may be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    Always,
    IfNoOtherMove,
}

impl Pass {
    /// Returns the condition that `pass` names.
    pub(super) fn named(text: &str) -> Option<Self> {
        match text {
            "always" => Some(Self::Always),
            "if no other move" => Some(Self::IfNoOtherMove),
            _ => None,
        }
    }

    /// The rule in words.
    pub(super) fn sentence(self, royal: bool) -> &'static str {
        match self {
            Self::Always if !royal => "A player may pass.",
            Self::IfNoOtherMove if !royal => "A player who has no other move must pass.",
            Self::Always => "A player who is not in check may pass.",
            Self::IfNoOtherMove => "A player who is not in check and has no other move must pass.",
        }
    }
}

/// Lays out passes; `stage` counts the moves made in a turn, if turns have several, and `in_check` is the condition under which a player in
/// check may pass.
pub(super) fn lay<B: Bits>(
    plan: &mut Plan<'_, B>,
    pass: Pass,
    stage: Option<Slot>,
    in_check: Option<Condition<B>>,
) {
    let pass_of =
        |maker| Move::listed(Move::plain(0, 0, 0, Piece::EMPTY), (maker, TurnPart::Move), Place::Nowhere);
    let mv = pass_of(plan.maker(&Passed { in_check: false }));
    match pass {
        Pass::Always => {
            let in_check =
                in_check.map(|condition| (condition, pass_of(plan.maker(&Passed { in_check: true }))));
            plan.generator_of_both(Arc::new(Passes { mv, stage, in_check, geometry: plan.geometry.clone() }));
        }
        Pass::IfNoOtherMove => plan.hooks.pass_if_stuck = Some(mv),
    }
}

/// The generator of passes where one is always allowed: of whole turns, not of what is left of one.
#[derive(Debug)]
struct Passes<B> {
    mv: Move,
    stage: Option<Slot>,
    /// The pass of a player in check, and the condition under which it is allowed.
    in_check: Option<(Condition<B>, Move)>,
    geometry: Geometry,
}

impl<B: Bits> Generator<B> for Passes<B> {
    fn generate(&self, view: &View<'_, B>, safety: &Safety<B>, sink: &mut dyn Sink<B>) {
        let (state, attacks, geometry) = (view.state, view.attacks(), &self.geometry);
        if self.stage.is_some_and(|stage| stage.number_at(state, Side::White).0 > 0) {
            return;
        }
        if !safety.check_info.check {
            return sink.whole(self.mv);
        }
        let midst = Midst { state, attacks, geometry, side: state.side, hand: None, ends: (None, None) };
        let allowed = self.in_check.iter().filter(|(condition, _)| condition.holds_in_the_midst(&midst));
        allowed.for_each(|(_, mv)| sink.whole(*mv));
    }
}

/// The name and notation of passes.
#[derive(Debug)]
struct Passed {
    in_check: bool,
}

impl Writing for Passed {
    fn name(&self) -> &'static str {
        "pass"
    }

    fn coordinates(&self, _: &Sketch<'_>) -> String {
        "0000".to_owned()
    }

    fn may_leave_check(&self) -> bool {
        self.in_check
    }
}
