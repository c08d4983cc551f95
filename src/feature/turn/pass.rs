//! Passes: turns that are left out.

use std::sync::Arc;

use crate::board::Bits;
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

/// Lays out passes; `stage` counts the moves made in a turn, if turns have several.
pub(super) fn lay<B: Bits>(plan: &mut Plan<'_, B>, pass: Pass, stage: Option<Slot>) {
    let made = (plan.maker(&Passed), TurnPart::Move);
    let mv = Move::listed(Move::plain(0, 0, 0, Piece::EMPTY), made, Place::Nowhere);
    match pass {
        Pass::Always => plan.generator_of_both(Arc::new(Passes { mv, stage })),
        Pass::IfNoOtherMove => plan.hooks.pass_if_stuck = Some(mv),
    }
}

/// The generator of passes where one is always allowed: of whole turns, not of what is left of one.
#[derive(Debug)]
struct Passes {
    mv: Move,
    stage: Option<Slot>,
}

impl<B: Bits> Generator<B> for Passes {
    fn generate(&self, view: &View<'_, B>, safety: &Safety<B>, sink: &mut dyn Sink<B>) {
        let begun = self.stage.is_some_and(|stage| stage.number_at(view.state, Side::White).0 > 0);
        if !safety.check_info.check && !begun {
            sink.whole(self.mv);
        }
    }
}

/// The name and notation of passes.
#[derive(Debug)]
struct Passed;

impl Writing for Passed {
    fn name(&self) -> &'static str {
        "pass"
    }

    fn coordinates(&self, _: &Sketch<'_>) -> String {
        "0000".to_owned()
    }
}
