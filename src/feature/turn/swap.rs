//! The swap, or pie rule: instead of a first move, the second player takes over what the first one has.
//!
//! ```toml
//! [turn]
//! swap = "across the diagonal"
//! ```
//!
//! Sides are players here, so the pieces change sides instead of the players: each goes over to the other side, where it stands or on the
//! square that is to its new side what the old one was to the old. Then it is the first player's turn, as if the other had moved.
//!
//! Invariant: nothing but the board tells the sides apart, so that the game goes on as if the players had changed seats.

use std::sync::Arc;

use super::Turn;
use crate::board::{Bits, Geometry, Square};
use crate::definition::Table;
use crate::feature::plan::{Hook, Last, Plan, Relevance, SlotGate, Station};
use crate::feature::rule::{Sample, Whole};
use crate::model::pieces::{Piece, Side};
use crate::moves::{Ground, List, Maker, Move, Role, Sketch, TurnPart, View, Writing};
use crate::state::{Slot, State};
use crate::text::{Diagnostic, Report};
use crate::walk::Attacks;

/// The values of `swap`.
pub(super) const PLACES: &[&str] = &["in place", "across the diagonal", "across the board"];

/// Where the pieces are after a swap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Swap {
    /// Where they stood.
    InPlace,
    /// With files and ranks exchanged.
    AcrossTheDiagonal,
    /// Where the other side sees what this one saw.
    AcrossTheBoard,
}

impl Swap {
    /// Returns the swap that `swap` names.
    pub(super) fn named(text: &str) -> Option<Self> {
        let all = [Self::InPlace, Self::AcrossTheDiagonal, Self::AcrossTheBoard];
        PLACES.iter().zip(all).find(|(place, _)| **place == text).map(|(_, swap)| swap)
    }

    /// Returns where a piece is after it; `None` if that is no square of the board.
    fn of(self, geometry: &Geometry, square: Square) -> Option<Square> {
        match self {
            Self::InPlace => Some(square),
            Self::AcrossTheDiagonal => geometry
                .square(geometry.rank(square), geometry.file(square))
                .filter(|&there| !geometry.holes.has(there)),
            Self::AcrossTheBoard => Some(geometry.opposite(square)),
        }
    }

    /// The rule in words, of the player who has it and of the other.
    pub(super) fn sentence(self, second: &str, first: &str) -> String {
        let place = match self {
            Self::InPlace => "where it stands",
            Self::AcrossTheDiagonal => "on the square with file and rank exchanged",
            Self::AcrossTheBoard => "on the square that is the same from its new side",
        };
        format!(
            "Instead of making a first move, {second} may take over what {first} has: every piece changes sides, {place}."
        )
    }

    /// The notation of a swap.
    pub(super) fn sample() -> Sample {
        let how = "the word".to_owned();
        Sample { place: 52, what: "a swap", example: WORD.to_owned(), how }
    }
}

/// The notation of a swap.
const WORD: &str = "swap";

/// Reports a swap in a game that remembers more of the sides than their pieces, or whose board has no place for them.
pub(super) fn check(swap: Swap, turn: &Turn, whole: &Whole<'_>, report: &mut Report) {
    let scope = &whole.scope;
    let Some(entry) = whole.root.table("turn").and_then(|table: &Table| table.get("swap")) else { return };
    let rules = || scope.rules.iter().filter(|rule| rule.topic() != crate::feature::rule::Rule::topic(turn));
    let mut problem = |message: &str, label: &str| {
        report
            .push(Diagnostic::error("ferz::turn::swap", message).at(entry.node.span, label.to_owned()).help(
            "a swap is for games in which the first move only puts a piece on the board; leave it out here",
        ));
    };
    if scope.types.iter().any(|kind| kind.royal) {
        problem("a game with royal pieces can't have a swap", "the players would have to exchange kings");
    } else if let Some(field) = rules().flat_map(|rule| rule.fields()).next() {
        let label = format!("in positions, `{}` would have to change sides as well", field.example);
        problem("a game that remembers more than its pieces can't have a swap", &label);
    } else if scope.geometry().playable().squares().any(|square| swap.of(scope.geometry(), square).is_none())
    {
        problem("this board has no such diagonal", "some squares have no counterpart");
    }
}

/// The swap in play.
#[derive(Clone, Debug)]
pub(super) struct Swaps {
    maker: Maker,
    swap: Swap,
    /// The flag of a side whose first turn is not over.
    first: Slot,
    /// The side that may swap.
    second: Side,
    geometry: Arc<Geometry>,
}

/// Lays out the swap.
pub(super) fn lay<B: Bits>(plan: &mut Plan<'_, B>, swap: Swap, first: Slot, turn: &Turn) -> Swaps {
    let (maker, geometry) = (plan.maker(&Swapped), Arc::new(plan.geometry.clone()));
    Swaps { maker, swap, first, second: turn.first_mover.other(), geometry }
}

impl<B: Bits> Hook<B> for Swaps {
    fn stations(&self) -> &'static [Station] {
        &[Station::Bears, Station::List, Station::TurnEnd]
    }

    fn gate(&self) -> SlotGate {
        SlotGate::Holds([self.first; 2])
    }

    fn relevance(&self) -> Option<Relevance<B>> {
        Some(Relevance { while_held: vec![self.first], ..Relevance::none() })
    }

    fn bears(&self, state: &State<B>, _: &Attacks<B>) -> bool {
        self.is_open(state)
    }

    fn list(&self, view: &View<'_, B>, _: B, list: &mut List) {
        Swaps::list(self, view.state, list);
    }

    fn turn_ends(&self, _: Ground<'_, B>, state: &mut State<B>, _: Last<B>) {
        let side = state.side;
        self.first.put_flag(state, side, false);
    }
}

impl Swaps {
    /// Returns `true` if a move is a swap.
    pub(super) fn made(&self, mv: Move) -> bool {
        mv.maker() == self.maker
    }

    /// Returns `true` if the side to move may swap.
    pub(super) fn is_open<B: Bits>(&self, state: &State<B>) -> bool {
        let (us, them) = (self.second, self.second.other());
        state.side == us && self.first.flag(state, us) && !self.first.flag(state, them)
    }

    /// Lists the swap where the side to move may make it.
    pub(super) fn list<B: Bits>(&self, state: &State<B>, list: &mut List) {
        if !self.is_open(state) {
            return;
        }
        let (us, them) = (self.second, self.second.other());
        let pieces = (state.side(us) | state.side(them)).squares();
        let moved: Vec<(Square, Piece)> = pieces
            .filter_map(|square| {
                let (kind, side) = state.at(square).get()?;
                Some((self.swap.of(&self.geometry, square)?, Piece::new(kind, side.other())))
            })
            .collect();
        let Some(&(end, _)) = moved.first() else { return };
        list.push_listed(
            Move::plain(end, end, end, Piece::EMPTY),
            (self.maker, TurnPart::Move),
            WORD,
            |record| {
                let gone = (state.side(us) | state.side(them)).squares();
                for square in gone.filter(|square| !moved.iter().any(|(there, _)| there == square)) {
                    record.add(square, (state.at(square), Piece::EMPTY), Role::Changed);
                }
                for &(square, piece) in &moved {
                    if state.at(square) != piece {
                        record.add(square, (state.at(square), piece), Role::Changed);
                    }
                }
            },
        );
    }
}

/// The name and notation of swaps.
#[derive(Debug)]
struct Swapped;

impl Writing for Swapped {
    fn name(&self) -> &'static str {
        WORD
    }

    fn coordinates(&self, _: &Sketch<'_>) -> String {
        WORD.to_owned()
    }
}
