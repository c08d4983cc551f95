//! Turns of several steps, and the only place where the side to move changes.
//!
//! ```toml
//! [turn]
//! first = [
//!   { move = "any" },
//!   { move = "pawn", after = "pawn", another-man = true, optional = true },
//! ]
//! ```
//!
//! `first` is the programme of a side's first turn, `every` that of its other turns (of all, if `first` is not said). A
//! turn goes on with the next step of its programme if the man that has just moved is of a type the next step comes
//! `after`; otherwise it is over. Without a programme a turn is one step.
//!
//! Invariant: steps that go before the ordinary one (a promotion in place, a huff) don't end a turn and are no part of a programme.

use super::scope::Scope;
use crate::board::Bits;
use crate::definition::{Key, KeyTable, Kind as Shape, Node, Table};
use crate::model::men::{Piece, Side, TypeId};
use crate::moves::{Makers, Move, Place, Sketch, TurnPart, Writing};
use crate::state::{Memory, State};
use crate::text::Report;

/// The keys of one step of a programme.
pub(crate) const STEP: KeyTable = KeyTable {
    name: "step of a turn",
    doc: "One step of a turn.",
    keys: &[
        Key::required("move", Shape::Pieces, "The pieces that may make it.", "\"any\""),
        Key::optional(
            "after",
            Shape::Pieces,
            "It is open only after a step by one of these; if not said, after any.",
            "\"pawn\"",
        ),
        Key::optional(
            "another-man",
            Shape::Flag,
            "Whether it must be made by another man than the step before.",
            "true",
        ),
        Key::optional("optional", Shape::Flag, "Whether it may be declined.", "true"),
    ],
};

/// The keys of `[turn]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "turn",
    doc: "Who moves first, and what a turn consists of if it is more than one step.",
    keys: &[
        Key::optional(
            "first-mover",
            Shape::OneOf(&["white", "black"]),
            "Who begins; if not said, White.",
            "\"black\"",
        ),
        Key::optional(
            "first",
            Shape::List(&Shape::Table(&STEP)),
            "The steps of each side's first turn.",
            "[{ move = \"any\" }]",
        ),
        Key::optional(
            "every",
            Shape::List(&Shape::Table(&STEP)),
            "The steps of every other turn.",
            "[{ move = \"any\" }]",
        ),
    ],
};

/// One step of a programme.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    pub(crate) pieces: Vec<TypeId>,
    after: Option<Vec<TypeId>>,
    another_man: bool,
    pub(crate) optional: bool,
}

/// Who begins, and the programmes of turns.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    pub(crate) first_mover: Side,
    first: Vec<Stage>,
    every: Vec<Stage>,
}

impl Default for Turn {
    fn default() -> Self {
        Self { first_mover: Side::White, first: Vec::new(), every: Vec::new() }
    }
}

/// Reads `[turn]`.
pub(crate) fn read(scope: &Scope<'_>, table: &Table, report: &mut Report) -> Turn {
    let black = table.text("first-mover").is_some_and(|word| word.text == "black");
    let mut stages = |key| {
        let nodes = table.list(key).unwrap_or_default();
        nodes.iter().filter_map(|node| read_stage(scope, node, report)).collect()
    };
    Turn {
        first_mover: if black { Side::Black } else { Side::White },
        first: stages("first"),
        every: stages("every"),
    }
}

fn read_stage(scope: &Scope<'_>, node: &Node, report: &mut Report) -> Option<Stage> {
    let table = node.table()?;
    Some(Stage {
        pieces: table.text("move").map(|word| scope.types(word, report))?,
        after: table.text("after").map(|word| scope.types(word, report)),
        another_man: table.flag("another-man").unwrap_or(false),
        optional: table.flag("optional").unwrap_or(false),
    })
}

impl Turn {
    /// Whether turns have programmes.
    #[inline]
    pub(crate) fn has_programme(&self) -> bool {
        !self.first.is_empty() || !self.every.is_empty()
    }

    /// Whether a side's first turn has a programme of its own.
    #[inline]
    pub(crate) fn has_first(&self) -> bool {
        !self.first.is_empty()
    }

    /// Whether turns other than the first have a programme.
    pub(crate) fn has_every(&self) -> bool {
        !self.every.is_empty()
    }

    /// Whether a step of some turn may be left out.
    #[cfg(feature = "app")]
    pub(crate) fn declines(&self) -> bool {
        self.first.iter().chain(&self.every).any(|stage| stage.optional)
    }

    #[inline]
    fn programme<B: Bits>(&self, memory: &Memory<B>, side: Side) -> &[Stage] {
        if memory.first_turn[side.index()] && self.has_first() { &self.first } else { &self.every }
    }

    /// The step of its programme that the side to move is about to make, if there is a programme.
    #[inline]
    pub(crate) fn stage<B: Bits>(&self, memory: &Memory<B>, side: Side) -> Option<&Stage> {
        self.programme(memory, side).get(usize::from(memory.stage))
    }

    /// Moves the turn on after a step by a man that was `mover`; whether the turn goes on.
    #[inline]
    pub(crate) fn goes_on<B: Bits>(&self, state: &mut State<B>, step: Move, mover: Piece) -> bool {
        let side = state.side;
        let next = match step.part() {
            TurnPart::Prelude => return true,
            TurnPart::Pass => None,
            TurnPart::Move => self.programme(&state.memory, side).get(usize::from(state.memory.stage) + 1),
        };
        let open =
            next.is_some_and(|next| next.after.as_ref().is_none_or(|types| types.contains(&mover.kind())));
        state.memory.stage = if open { state.memory.stage + 1 } else { 0 };
        state.memory.mover = if open { step.to } else { 0 };
        open
    }

    /// The sentences of the rule.
    pub(crate) fn sentences(&self, scope: &Scope<'_>) -> Vec<String> {
        let programme = |when: &str, stages: &[Stage]| {
            let steps: Vec<String> = stages.iter().map(|stage| stage.words(scope)).collect();
            let over = match stages.iter().any(|stage| stage.after.is_some()) {
                true => " If the next step is not open, the turn is over.",
                false => "",
            };
            format!("In {when} turn a side makes, one after another: {}.{over}", steps.join("; "))
        };
        let mut lines = Vec::new();
        if self.first_mover == Side::Black {
            lines.push("Black moves first.".to_owned());
        }
        if self.has_first() {
            lines.push(programme("its first", &self.first));
        }
        if !self.every.is_empty() {
            lines.push(programme(if self.has_first() { "every other" } else { "every" }, &self.every));
        }
        lines
    }
}

impl Stage {
    /// Whether a man that stands on `from` may make this step.
    #[inline]
    pub(crate) fn admits<B: Bits>(&self, memory: &Memory<B>, step: Move, mover: Piece) -> bool {
        self.pieces.contains(&mover.kind())
            && !(self.another_man && memory.stage > 0 && memory.mover == step.from)
    }

    fn words(&self, scope: &Scope<'_>) -> String {
        let mut words = format!("a step by {}", scope.some(&self.pieces));
        if self.another_man {
            words += ", which must be another man than that of the step before";
        }
        if let Some(after) = &self.after {
            words += &format!(", open only if the step before was by {}", scope.each_of(after));
        }
        if self.optional {
            words += ", which may be left out";
        }
        words
    }
}

/// Parts of a turn that are left out, as they are called and written.
#[derive(Debug)]
struct Declined;

impl Writing for Declined {
    fn name(&self) -> &'static str {
        "decline"
    }

    fn coordinates(&self, _: &Sketch<'_>) -> String {
        "0000".to_owned()
    }
}

/// The move that leaves an optional part of a turn out.
pub(crate) fn decline(makers: &mut Makers) -> Move {
    let made = (makers.add(&Declined), TurnPart::Pass);
    Move::listed(Move::plain(0, 0, 0, Piece::EMPTY), made, Place::Nowhere)
}

/// Gives the turn to the other side.
#[inline(always)]
pub(crate) fn pass<B: Bits>(state: &mut State<B>) {
    state.side = state.side.other();
}

/// Whether every man of a side stands where the array has it, and no other.
pub(crate) fn stands_on_array<B: Bits>(
    state: &State<B>,
    side: Side,
    array: &[(crate::board::Square, Piece)],
) -> bool {
    let men = array.iter().filter(|(_, man)| man.side() == side);
    let all = men.clone().all(|&(square, man)| state.at(square) == man);
    all && men.count() == state.side(side).count() as usize
}
