//! Consecutive moves: how many moves in a row the same piece may make that capture nothing.
//!
//! ```toml
//! [consecutive]
//! pieces = "king"
//! moves  = 3
//! when   = "count(my man) > 0"
//! ```
//!
//! The count begins anew when the side moves another piece, or captures.
//!
//! Source: the rule about kings in Frisian draughts, as in the rules of the World Frisian Draughts Federation.

use std::sync::Arc;

use super::condition::{Condition, Midst, resolve, setting};
use super::plan::{Hook, Lay, Made, Movers, Plan, Relevance, SlotGate, Station};
use super::rule::{Feature, FenField, FenPlace, Rule, Topic};
use super::scope::{Scope, sentence};
use crate::board::{Bits, Geometry, SquareSet};
use crate::definition::{Key, KeyTable, Kind as Shape, Table};
use crate::model::pieces::{Piece, Side, TypeId, places_of};
use crate::moves::{List, Move, View};
use crate::state::{
    InFen, Item, OnChange, Remembers, Slot, SlotDeclaration, SlotShape, Snapshot, State, Until, Words,
};
use crate::text::Report;
use crate::walk::Attacks;

/// The keys of `[consecutive]`.
pub(crate) const KEYS: KeyTable = KeyTable {
    name: "consecutive",
    doc: "How many moves in a row the same piece may make that capture nothing.",
    keys: &[
        Key::required("pieces", Shape::Pieces, "The pieces that are limited.", "\"king\""),
        Key::required("moves", Shape::Integer { min: 1, max: 200 }, "The most such moves in a row.", "3"),
        Key::optional(
            "when",
            Shape::Condition,
            "What must hold for the limit to count, as seen by the player; by default, it always does.",
            "\"count(my man) > 0\"",
        ),
    ],
};

/// Consecutive moves in the registry.
pub(crate) static FEATURE: Feature = Feature {
    keys: &[Key::optional("consecutive", Shape::Table(&KEYS), KEYS.doc, "")],
    read: |scope, root, report| Some(Box::new(read(scope, root.table("consecutive")?, report)?)),
    ..Feature::NONE
};

/// The limit as the rules have it.
#[derive(Clone, Debug)]
struct Consecutive {
    pieces: Vec<TypeId>,
    most: u8,
    when: Option<Condition<SquareSet>>,
}

fn read(scope: &Scope<'_>, table: &Table, report: &mut Report) -> Option<Consecutive> {
    let pieces = table.text("pieces").map(|word| scope.types(word, report))?;
    let most = table.integer("moves").and_then(|most| u8::try_from(most).ok())?;
    let when = match table.text("when") {
        Some(word) => Some(resolve(scope, word, &setting::CONSECUTIVE, report)?),
        None => None,
    };
    Some(Consecutive { pieces, most, when })
}

impl Rule for Consecutive {
    fn topic(&self) -> Topic {
        Topic { place: 62, heading: "Moves in a row" }
    }

    fn sentences(&self, scope: &Scope<'_>) -> Vec<String> {
        let when = self.when.as_ref().map_or_else(String::new, |when| format!(" if {}", when.words(scope)));
        let times = if self.most == 1 { "one move".to_owned() } else { format!("{} moves", self.most) };
        let who = scope.each_of(&self.pieces);
        vec![sentence(&format!(
            "{who} that has made {times} in a row without capturing may make no other{when}. A capture by its side, or a move by another piece of its side, resets the count."
        ))]
    }

    fn fields(&self) -> Vec<FenField> {
        vec![FenField {
            place: FenPlace::Named(PLACE),
            example: "consecutive=3:e5".into(),
            meaning: "the piece of each side that moved last without capturing, and how many times in a row",
        }]
    }
}

/// The place of its field in a FEN.
const PLACE: u8 = 27;

impl<B: Bits> Lay<B> for Consecutive {
    fn lay(&self, plan: &mut Plan<'_, B>) {
        let slot = plan.declare(SlotDeclaration {
            name: "consecutive".into(),
            fen: InFen::Field(PLACE),
            shape: SlotShape::NumberAt,
            per_side: true,
            on_change: OnChange::GoesAlong,
            until: Until::Never,
            owner: Arc::new(Moved { pieces: self.pieces.clone(), most: self.most }),
        });
        let when = self.when.as_ref().map(|when| when.map(B::narrowed));
        let geometry = plan.geometry.clone();
        plan.hook_of_both(Arc::new(Counter {
            slot,
            pieces: self.pieces.clone(),
            most: self.most,
            when,
            geometry,
        }));
    }
}

/// The hook that counts the moves of a piece, and forbids those that are too many.
#[derive(Debug)]
struct Counter<B> {
    slot: Slot,
    pieces: Vec<TypeId>,
    most: u8,
    when: Option<Condition<B>>,
    geometry: Geometry,
}

impl<B: Bits> Hook<B> for Counter<B> {
    fn stations(&self) -> &'static [Station] {
        &[Station::Bears, Station::Duty, Station::React]
    }

    fn gate(&self) -> SlotGate {
        SlotGate::Holds([self.slot; 2])
    }

    fn relevance(&self) -> Option<Relevance<B>> {
        let movers = Some(Movers { types: places_of(&self.pieces), from: !B::NONE, to: !B::NONE });
        Some(Relevance { movers, while_held: vec![self.slot], ..Relevance::none() })
    }

    fn bears(&self, state: &State<B>, attacks: &Attacks<B>) -> bool {
        let (geometry, side) = (&self.geometry, state.side);
        let midst = Midst { state, attacks, geometry, side, hand: None, ends: (None, None) };
        self.slot.number_at(state, side).0 >= self.most
            && self.when.as_ref().is_none_or(|when| when.holds_in_the_midst(&midst))
    }

    fn narrow(&self, view: &View<'_, B>, list: &mut List) {
        let (_, square) = self.slot.number_at(view.state, view.state.side);
        if self.bears(view.state, view.attacks()) {
            let stays = |mv: &Move| mv.from == mv.to || mv.is_drop() || mv.after.is_empty();
            list.moves.retain(|mv| mv.from != square || mv.takes() || stays(mv));
        }
    }

    fn react(&self, state: &mut State<B>, made: &Made<B>) {
        let (side, (before, after), to) = (state.side, made.mover, made.mv.to);
        if before.is_empty() {
            // nothing has moved: a pass, or something put on the board
            return;
        }
        let is_counted =
            |piece: Piece| piece.get().is_some_and(|(kind, own)| own == side && self.pieces.contains(&kind));
        let counts = is_counted(before) && is_counted(after) && state.at(to) == after;
        let moved = made.moved.is_some_and(|(from, to)| from != to);
        let number = match self.slot.number_at(state, side) {
            _ if !counts || !moved || made.mv.takes() => 0,
            // the mark has gone along with the piece
            (number, square) if square == to => number.saturating_add(1).min(self.most),
            _ => 1,
        };
        self.slot.put_number_at(state, side, (number, to));
    }
}

/// The slot of the moves in a row.
#[derive(Debug)]
struct Moved {
    pieces: Vec<TypeId>,
    most: u8,
}

impl Remembers for Moved {
    fn expects(&self, _: SlotShape) -> &'static str {
        "expected a number and a square, as in `3:e5`, for a piece of either side or of both"
    }

    fn admits(&self, snapshot: &Snapshot<'_>, item: Item) -> Result<bool, String> {
        let Item::NumberAt { number, square } = item else { return Ok(true) };
        let is = (snapshot.at)(square).get().is_some_and(|(kind, _)| self.pieces.contains(&kind));
        match number {
            _ if !is => {
                Err(format!("no piece whose moves are counted is on {}", snapshot.geometry.name(square)))
            }
            0 => Err("the moves are counted from 1 on".to_owned()),
            number if number > self.most => Err(format!("at most {} moves are counted", self.most)),
            _ => Ok(true),
        }
    }

    fn sentences(
        &self,
        snapshot: &Snapshot<'_>,
        _: SlotShape,
        words: &dyn Fn(Side) -> Vec<u64>,
    ) -> Vec<String> {
        let of = |side: Side| {
            let (number, square) = Words(&words(side)).number_at();
            let times = if number == 1 { "once".to_owned() } else { format!("{number} times in a row") };
            (number > 0)
                .then(|| format!("the {} has moved {times} without capturing", snapshot.named(square)))
        };
        Side::BOTH.into_iter().filter_map(of).collect()
    }
}
