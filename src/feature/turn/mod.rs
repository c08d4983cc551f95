//! Turns of several moves.
//!
//! ```toml
//! [turn]
//! first = [
//!   { move = "any" },
//!   { move = "pawn", after = "pawn", another-piece = true, optional = true },
//! ]
//! ```
//!
//! `first` is the programme of a side's first turn, `every` that of its other turns (of all, if there is no `first`). A
//! turn goes on with the next part of its programme if the piece that has just moved is of a type the next part comes `after`; otherwise it
//! is over. Without a programme a turn is one move. A part may be something put on the board instead: a wall, or a neutral piece.
//!
//! Invariant: moves that go before the ordinary one (a promotion in place, a huff) don't end a turn and are no part of a programme.

use std::sync::Arc;

mod order;
mod pass;
mod place;
mod progress;
mod read;
mod remove;
mod swap;
mod words;

use self::pass::Pass;
use self::progress::{Declined, FIRST, Progress};
use super::condition::Condition;
use super::plan::{Hook, Last, Lay, MoveKinds, Plan, Relevance, SlotGate, Station, TurnOrder};
use super::rule::{Feature, FenField, FenPlace, KindOfMove, Played, Rule, Sample, Style, Topic, Use, Whole};
use super::scope::Scope;
use crate::board::{Bits, Geometry, Square, SquareSet};
use crate::definition::{Key, KeyTable, Kind as Shape};
use crate::model::pieces::{Piece, Side, TypeId};
use crate::moves::{Ground, List, Move, Place, TurnPart, View};
use crate::state::{InFen, OnChange, Slot, SlotDeclaration, SlotShape, State, Until};
use crate::text::Report;
use crate::walk::Attacks;

const PLACE: Key = Key::optional(
    "place",
    Shape::Line,
    "What is put on an empty square instead of a move: `wall`, or a neutral piece, which goes there from where it stands.",
    "\"wall\"",
);
const ON: Key =
    Key::optional("on", Shape::Squares, "The squares on which it may be put, as White sees them.", "\"all\"");
const AT: Key = Key::optional(
    "at",
    Shape::Line,
    "The squares on which it may be put, by a movement from the piece that has just moved.",
    "\"Q from it\"",
);

const REMOVE: Key = Key::optional(
    "remove",
    Shape::Selection,
    "The pieces of which one is taken off the board instead of a move.",
    "\"their man\"",
);

/// The keys of something that is put on the board instead of a move.
pub(crate) const PLACEMENT: KeyTable =
    KeyTable { name: "or", doc: "What may be done instead of a move.", keys: &[PLACE, ON, AT, REMOVE] };

/// The keys of one part of a programme.
pub(crate) const STEP: KeyTable = KeyTable {
    name: "move of a turn",
    doc: "One move of a turn.",
    keys: &[
        Key::optional("move", Shape::MoveKinds, "The kinds of move that it may be.", "\"any\""),
        PLACE,
        ON,
        AT,
        REMOVE,
        Key::optional(
            "or",
            Shape::Table(&PLACEMENT),
            "What may be put on the board, or removed, instead of the move.",
            "{ place = \"wall\" }",
        ),
        Key::optional(
            "after",
            Shape::Pieces,
            "It may only follow a move by one of these; by default, by any piece.",
            "\"pawn\"",
        ),
        Key::optional(
            "another-piece",
            Shape::Flag,
            "Whether it must be made by a different piece than the move before.",
            "true",
        ),
        Key::optional(
            "unless",
            Shape::Condition,
            "If this holds after the move before, as seen by the player whose turn it is, the turn is over.",
            "\"their king attacked\"",
        ),
        Key::optional("optional", Shape::Flag, "Whether it may be omitted.", "true"),
        Key::optional(
            "times",
            Shape::Either(&[Shape::Integer { min: 2, max: 100 }, Shape::OneOf(&[TURN_NUMBER])]),
            "How often it is made in the turn: a number, or, for the last part of every turn, the turn number, counted for both sides together; by default, once.",
            "\"the turn number\"",
        ),
    ],
};

/// The value of `times` for a part that is made once more with each turn.
const TURN_NUMBER: &str = "the turn number";

/// The value of `safe` with which royal pieces may be attacked within a turn.
const AT_THE_END: &str = "at the end of the turn";

/// The keys of `[turn]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "turn",
    doc: "Who moves first, and the moves of a turn, if it has more than one.",
    keys: &[
        Key::optional(
            "first-mover",
            Shape::OneOf(&["white", "black"]),
            "Who begins; by default, White.",
            "\"black\"",
        ),
        Key::optional(
            "first",
            Shape::List(&Shape::Table(&STEP)),
            "The moves of each side's first turn.",
            "[{ move = \"any\" }]",
        ),
        Key::optional(
            "first-side",
            Shape::OneOf(&["white", "black"]),
            "The only side whose first turn `first` is about; by default, both.",
            "\"white\"",
        ),
        Key::optional(
            "every",
            Shape::List(&Shape::Table(&STEP)),
            "The moves of every other turn.",
            "[{ move = \"any\" }]",
        ),
        Key::optional(
            "every-side",
            Shape::OneOf(&["white", "black"]),
            "The only side whose turns `every` is about; by default, both.",
            "\"white\"",
        ),
        Key::optional(
            "safe",
            Shape::OneOf(&[AT_THE_END]),
            "When royal pieces must be safe; by default, after every move of a turn.",
            "\"at the end of the turn\"",
        ),
        Key::optional(
            "swap",
            Shape::OneOf(swap::PLACES),
            "Whether the second player may, instead of a first move, take over what the first one has, and where the pieces then are; by default, not.",
            "\"in place\"",
        ),
        Key::optional(
            "pass",
            Shape::OneOf(&["always", "if no other move"]),
            "When a player may leave out a turn, but not in check; by default, never.",
            "\"if no other move\"",
        ),
        Key::optional(
            "pass-in-check",
            Shape::Condition,
            "If this holds, a player in check may also pass; by default, never.",
            "\"their king at R from my king\"",
        ),
    ],
};

/// Turns in the registry: every game has them.
pub(crate) static FEATURE: Feature = Feature {
    keys: &[Key::optional("turn", Shape::Table(&KEYS), KEYS.doc, "")],
    kinds: &[
        KindOfMove {
            word: "pass",
            names: &["pass", "decline"],
            phrase: "leaving out part of a turn",
            meaning: "a turn, or a part of one, left out",
        },
        KindOfMove {
            word: "placing",
            names: &["place"],
            phrase: "putting something on the board",
            meaning: "a wall or a neutral piece put on the board",
        },
        KindOfMove {
            word: "removing",
            names: &["remove"],
            phrase: "removing a piece",
            meaning: "a piece taken off the board in a turn",
        },
    ],
    read: |scope, root, report| {
        Some(Box::new(root.table("turn").map(|table| read::read(scope, table, report)).unwrap_or_default()))
    },
    ..Feature::NONE
};

/// One part of a programme.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    /// The kinds of move that it may be, and no others; `None` if there is a placement instead.
    moves: Option<MoveKinds>,
    /// The indices of the types that may make it, a bit for each, where there is no other requirement and no other choice.
    by: Option<u64>,
    /// A placement on the board, instead of a move or as another choice.
    place: Option<place::Placing>,
    /// The pieces of which one is removed, instead of a move or as another choice.
    remove: Option<remove::Removing>,
    after: Option<Vec<TypeId>>,
    another_piece: bool,
    /// The condition that ends the turn before it, with its wording.
    unless: Option<Condition<SquareSet>>,
    pub(crate) optional: bool,
    /// True if it is made as often as the turn number says.
    by_turn: bool,
}

/// The side that moves first, and the programmes of turns.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    pub(crate) first_mover: Side,
    first: Vec<Stage>,
    /// The only side to which `first` applies, if it is one side's.
    first_side: Option<Side>,
    every: Vec<Stage>,
    /// The only side to which `every` applies, if it is one side's.
    every_side: Option<Side>,
    pass: Option<Pass>,
    swap: Option<swap::Swap>,
    /// The condition under which a player in check may pass, with its wording.
    pass_in_check: Option<Condition<SquareSet>>,
    /// True if royal pieces need only be safe when the turn is over.
    safe_at_the_end: bool,
}

impl Default for Turn {
    fn default() -> Self {
        let (first, every) = (Vec::new(), Vec::new());
        let (first_side, every_side, pass, pass_in_check) = (None, None, None, None);
        let (first_mover, safe_at_the_end) = (Side::White, false);
        let swap = None;
        Self { first_mover, first, first_side, every, every_side, pass, swap, pass_in_check, safe_at_the_end }
    }
}

impl Turn {
    /// Returns `true` if turns have programmes.
    pub(crate) fn has_programme(&self) -> bool {
        !self.first.is_empty() || !self.every.is_empty()
    }

    /// Returns `true` if a side's first turn has a programme of its own.
    pub(crate) fn has_first(&self) -> bool {
        !self.first.is_empty()
    }

    /// Returns `true` if it matters whether a side's first turn is to come.
    fn tells_first(&self) -> bool {
        self.has_first() || self.swap.is_some()
    }

    /// Returns `true` if a whole turn may be left out.
    #[cfg(feature = "tools")]
    pub(crate) fn may_pass(&self) -> bool {
        self.pass.is_some()
    }

    /// Returns `true` if turns other than the first have a programme.
    pub(crate) fn has_every(&self) -> bool {
        !self.every.is_empty()
    }

    /// Returns `true` if a move of some turn may be left out.
    fn declines(&self) -> bool {
        self.stages().any(|stage| stage.optional)
    }

    /// Returns `true` if a turn has as many moves as its number says.
    fn is_progressive(&self) -> bool {
        self.every.last().is_some_and(|stage| stage.by_turn)
    }

    /// All parts of all programmes.
    fn stages(&self) -> impl Iterator<Item = &Stage> {
        self.first.iter().chain(&self.every)
    }
}

impl Rule for Turn {
    fn topic(&self) -> Topic {
        Topic { place: 10, heading: "Turns" }
    }

    fn sentences(&self, scope: &Scope<'_>) -> Vec<String> {
        words::sentences(self, scope)
    }

    fn check(&self, whole: &Whole<'_>, report: &mut Report) {
        if let Some(swap) = self.swap {
            swap::check(swap, self, whole, report);
        }
    }

    fn brings(&self, geometry: &Geometry, (kind, _): (TypeId, Side), _: SquareSet) -> SquareSet {
        let placed = self.stages().any(|stage| stage.place.as_ref().is_some_and(|place| place.is_of(kind)));
        if placed { geometry.playable() } else { SquareSet::NONE }
    }

    fn has_other_moves(&self) -> bool {
        self.has_programme() || self.pass.is_some() || self.swap.is_some()
    }

    fn may_remove(&self, kind: TypeId) -> bool {
        self.stages().any(|stage| stage.remove.as_ref().is_some_and(|remove| remove.may_remove(kind)))
    }

    fn puts_walls(&self) -> bool {
        self.stages().any(|stage| stage.place.as_ref().is_some_and(place::Placing::is_of_walls))
    }

    fn fields(&self) -> Vec<FenField> {
        let field = |place, example: &'static str, meaning| FenField {
            place: FenPlace::Named(place),
            example: example.into(),
            meaning,
        };
        let first = field(
            10,
            "first=wb",
            "the sides whose first turn is still to come, where the position doesn't show it",
        );
        let stage = field(
            20,
            "stage=1:e4",
            "how many moves of this turn have been made, and the square of the piece that made the last",
        );
        let turns = field(15, "turns=2", "how many turns both sides together have had");
        let progressive = self.is_progressive();
        let held = [(self.tells_first(), first), (progressive, turns), (self.has_programme(), stage)];
        held.into_iter().filter(|(has, _)| *has).map(|(_, field)| field).collect()
    }

    fn endangers_royals(&self) -> bool {
        self.has_programme()
    }

    fn samples(&self, scope: &Scope<'_>, _style: Style<'_>) -> Vec<Sample> {
        let (example, how) = ("0000".to_owned(), "four zeros".to_owned());
        let declined = Sample { place: 50, what: "an optional move left out", example, how };
        let passes = Sample { what: "a pass", ..declined.clone() };
        let mut samples = match (self.declines(), self.pass) {
            (true, _) => vec![declined],
            (false, Some(_)) => vec![passes],
            (false, None) => Vec::new(),
        };
        let put = self.stages().find_map(|stage| stage.place.as_ref());
        samples.extend(put.and_then(|place| place.sample(scope)));
        let removed = self.stages().find_map(|stage| stage.remove.as_ref());
        samples.extend(removed.and_then(|remove| remove.sample(scope)));
        samples.extend(self.swap.map(|_| swap::Swap::sample()));
        samples
    }

    fn uses(&self, _scope: &Scope<'_>) -> Vec<Use> {
        let declined = Use { place: 70, kind: "turn", what: "an optional move omitted".to_owned() };
        if self.has_programme() { vec![declined] } else { Vec::new() }
    }

    fn came_up(&self, _scope: &Scope<'_>, played: &Played<'_>) -> Option<usize> {
        (played.kind == "decline").then_some(0)
    }
}

impl Stage {
    /// Returns `true` if it is a move, and nothing else may be done instead.
    fn is_move_alone(&self) -> bool {
        self.moves.is_some() && self.place.is_none() && self.remove.is_none()
    }
}

/// Turns in play.
#[derive(Clone, Debug)]
pub(crate) struct Turns<B> {
    rule: Turn,
    /// The flag of a side whose first turn is not over.
    first: Option<Slot>,
    /// The number of turns that are over, if that matters.
    turns: Option<Slot>,
    /// The moves made in a turn, and the square of the piece that made the last of them.
    stage: Slot,
    /// The move that leaves an optional part out.
    decline: Move,
    /// The placements in the parts of a first turn, and of every other.
    placed: [Box<[Option<place::Placed<B>>]>; 2],
    /// The removals, likewise.
    removed: [Box<[Option<remove::Removed<B>>]>; 2],
    /// The condition that ends a turn before each part, of a first turn and of every other.
    unless: [Box<[Option<Condition<B>>]>; 2],
    swaps: Option<swap::Swaps>,
    geometry: Geometry,
}

impl<B: Bits> Lay<B> for Turn {
    fn lay(&self, plan: &mut Plan<'_, B>) {
        if !self.has_programme() {
            if let Some(swap) = self.swap {
                let first = self.first_slot(plan);
                let swaps = swap::lay(plan, swap, first, self);
                plan.hook_of_both(Arc::new(swaps));
            }
            self.lay_passes(plan, None);
            return;
        }
        let first = self.tells_first().then(|| self.first_slot(plan));
        let turns = self.is_progressive().then(|| self.slot(plan, "turns", 15, SlotShape::Number));
        let stage = self.slot(plan, "stage", 20, SlotShape::NumberAt);
        let swaps = self.swap.zip(first).map(|(swap, first)| swap::lay(plan, swap, first, self));
        self.lay_passes(plan, Some(stage));
        let made = (plan.maker(&Declined), TurnPart::Pass);
        let decline = Move::listed(Move::plain(0, 0, 0, Piece::EMPTY), made, Place::Nowhere);
        let placed = [&self.first, &self.every].map(|stages| place::lay(plan, stages));
        let removed = [&self.first, &self.every].map(|stages| remove::lay(plan, stages));
        let unless = [&self.first, &self.every].map(|stages| {
            let unless =
                stages.iter().map(|stage| stage.unless.as_ref().map(|unless| unless.map(B::narrowed)));
            unless.collect()
        });
        let geometry = plan.geometry.clone();
        let rule = self.clone();
        let turns =
            Arc::new(Turns { rule, first, turns, stage, decline, placed, removed, unless, swaps, geometry });
        plan.hooks.facts.turns_have_parts = self.has_every();
        plan.hooks.order = Some(Arc::clone(&turns) as _);
        plan.hook_of_both(turns);
    }
}

impl Turn {
    /// Declares the slot of the sides whose first turn is to come.
    fn first_slot<B: Bits>(&self, plan: &mut Plan<'_, B>) -> Slot {
        self.slot(plan, FIRST, 10, SlotShape::Flag)
    }

    /// Declares a slot for the progress of turns; flags are of a side.
    fn slot<B: Bits>(&self, plan: &mut Plan<'_, B>, name: &'static str, place: u8, shape: SlotShape) -> Slot {
        let owner = Arc::new(Progress { rule: self.clone(), start: plan.start.into() });
        let (on_change, until) = (OnChange::Stays, Until::Never);
        let (fen, per_side) = (InFen::Field(place), shape == SlotShape::Flag);
        plan.declare(SlotDeclaration { name: name.into(), fen, shape, per_side, on_change, until, owner })
    }

    /// Lays out passes, if there are any; `stage` counts the moves made in a turn, if turns have several.
    fn lay_passes<B: Bits>(&self, plan: &mut Plan<'_, B>, stage: Option<Slot>) {
        let in_check = self.pass_in_check.as_ref().map(|condition| condition.map(B::narrowed));
        if let Some(pass) = self.pass {
            pass::lay(plan, pass, stage, in_check);
        }
    }

    /// Returns the parts of a side's turn, given whether it is its first.
    fn parts(&self, side: Side, first: bool) -> &[Stage] {
        match first && self.has_first() {
            true => &self.first,
            false if self.every_side.is_none_or(|own| own == side) => &self.every,
            false => &[],
        }
    }
}

impl<B: Bits> Turns<B> {
    /// Returns a part of the turn of the side to move, and its index in the programme: a part made several times stands there once.
    #[inline]
    fn part(&self, state: &State<B>, number: usize) -> Option<(&Stage, usize)> {
        let parts = self.rule.parts(state.side, self.is_first(state));
        let index = match (self.turns, parts.len()) {
            (Some(turns), length) if number >= length && length > 0 && parts[length - 1].by_turn => {
                let over = usize::from(turns.number(state, state.side));
                (number < length + over).then_some(length - 1)?
            }
            _ => number,
        };
        parts.get(index).map(|stage| (stage, index))
    }

    /// Returns 0 in a first turn that has a programme of its own, 1 in every other.
    fn programme(&self, state: &State<B>) -> usize {
        usize::from(!(self.is_first(state) && self.rule.has_first()))
    }

    /// Returns `true` if the turn is its side's first.
    #[inline]
    fn is_first(&self, state: &State<B>) -> bool {
        let concerns = self.rule.first_side.is_none_or(|side| side == state.side);
        concerns && self.first.is_some_and(|slot| slot.flag(state, state.side))
    }

    /// The number of moves made in the turn, and the square of the piece that made the last of them.
    #[inline]
    fn made(&self, state: &State<B>) -> (u8, Square) {
        self.stage.number_at(state, state.side)
    }

    /// The part of its turn that the side to move is about to play, if this turn has parts.
    #[inline]
    fn stage(&self, state: &State<B>) -> Option<&Stage> {
        self.part(state, usize::from(self.made(state).0)).map(|(stage, _)| stage)
    }
}

impl<B: Bits> Hook<B> for Turns<B> {
    fn stations(&self) -> &'static [Station] {
        if self.first.is_some() || self.turns.is_some() {
            &[Station::Bears, Station::Duty, Station::TurnEnd]
        } else {
            &[Station::Bears, Station::Duty]
        }
    }

    fn relevance(&self) -> Option<Relevance<B>> {
        TurnOrder::relevance(self)
    }

    /// If every turn has several parts, nothing need be remembered for them to bear on moves.
    fn gate(&self) -> SlotGate {
        match self.first {
            Some(first) if self.rule.every.is_empty() => SlotGate::Holds([self.stage, first]),
            _ => SlotGate::Always,
        }
    }

    fn bears(&self, state: &State<B>, _: &Attacks<B>) -> bool {
        self.stage(state).is_some()
    }

    /// Keeps the moves of the types that may make this part of the turn, by another piece than the last one where that is required.
    fn narrow(&self, view: &View<'_, B>, list: &mut List) {
        let state = view.state;
        let Some(stage) = self.stage(state) else { return };
        if let Some(places) = stage.by {
            list.moves.retain(|mv| {
                let mover = if mv.is_drop() { mv.after } else { state.at(mv.from) };
                places >> mover.place() & 1 != 0
            });
        }
        let (made, last) = self.made(state);
        if made > 0 && stage.another_piece {
            list.moves.retain(|mv| mv.is_drop() || mv.from != last);
        }
    }

    /// Records that a turn is over, perhaps a side's first.
    fn turn_ends(&self, _: Ground<'_, B>, state: &mut State<B>, _: Last<B>) {
        if let Some(slot) = self.first {
            let side = state.side;
            slot.put_flag(state, side, false);
        }
        if let Some(slot) = self.turns {
            let side = state.side;
            let turns = slot.number(state, side);
            slot.put_number(state, side, turns.saturating_add(1));
        }
    }
}
