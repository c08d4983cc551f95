//! Passes: turns that are left out.

use std::sync::Arc;

use crate::board::Bits;
use crate::feature::plan::{Generator, Plan};
use crate::model::pieces::Piece;
use crate::moves::{Move, Place, Safety, Sink, Sketch, TurnPart, View, Writing};

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

/// Lays out passes.
pub(super) fn lay<B: Bits>(plan: &mut Plan<'_, B>, pass: Pass) {
    let made = (plan.maker(&Passed), TurnPart::Move);
    let mv = Move::listed(Move::plain(0, 0, 0, Piece::EMPTY), made, Place::Nowhere);
    match pass {
        Pass::Always => plan.generator_of_both(Arc::new(Passes(mv))),
        Pass::IfNoOtherMove => plan.hooks.pass_if_stuck = Some(mv),
    }
}

/// The generator of passes where one is always allowed.
#[derive(Debug)]
struct Passes(Move);

impl<B: Bits> Generator<B> for Passes {
    fn generate(&self, _: &View<'_, B>, safety: &Safety<B>, sink: &mut dyn Sink<B>) {
        if !safety.check_info.check {
            sink.whole(self.0);
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
