//! Gates: pieces that come from hand with the first move of another piece, on the square that it leaves.

use std::sync::Arc;

use smallvec::SmallVec;

use super::Hands;
use crate::board::{Bits, Geometry, Square};
use crate::feature::plan::{Hook, Made, Plan, Relevance, Rights, SlotGate, Station};
use crate::model::pieces::{Piece, Side, TypeId};
use crate::moves::{Change, Entry, List, Maker, Move, Role, Sketch, TurnPart, View, Writing};
use crate::order;
use crate::state::{Slot, State};
use crate::walk::Attacks;

/// The pieces that may come with the first moves of others.
#[derive(Debug)]
struct Gates<B> {
    hand: Slot,
    maker: Maker,
    /// By side: the types that come from hand.
    comes: [Box<[TypeId]>; 2],
    /// By side: the squares of the start position from which a first move may bring one.
    from: [B; 2],
    /// Captured pieces come to hand, so that an empty hand may be filled again.
    refills: bool,
    /// The rights that were there without gates.
    others: Option<Arc<dyn Rights<B>>>,
    start: Box<[(Square, Piece)]>,
}

/// Lays out the gates of a game, if it has any.
pub(super) fn lay<B: Bits>(hands: &Hands, plan: &mut Plan<'_, B>) {
    let (Some(hand), true) = (plan.hand, hands.drops.iter().any(|drop| drop.with.is_some())) else { return };
    let of = |side: Side| hands.drops.iter().filter(move |drop| drop.is_of(side));
    let movers = |side: Side| {
        let with: Vec<TypeId> = of(side).filter_map(|drop| drop.with.as_deref()).flatten().copied().collect();
        let own = plan.start.iter().filter(|(_, piece)| {
            piece.get().is_some_and(|(kind, owner)| owner == side && with.contains(&kind))
        });
        own.fold(B::NONE, |set, &(square, _)| set | B::bit(square))
    };
    let from = Side::BOTH.map(movers);
    let comes = Side::BOTH.map(|side| {
        of(side).filter(|drop| drop.with.is_some()).flat_map(|drop| drop.pieces.clone()).collect()
    });
    let others = plan.rights.take();
    let (start, refills) = (plan.start.into(), hands.captures.is_some());
    let gates = Arc::new(Gates { hand, maker: plan.maker(&Gated), comes, from, refills, others, start });
    plan.rights = Some(Arc::clone(&gates) as _);
    plan.hook_of_both(gates);
}

impl<B: Bits> Gates<B> {
    /// The squares from which a first move of the side to move may bring a piece.
    #[inline]
    fn open(&self, state: &State<B>) -> B {
        self.from[state.side.index()] & state.slots.rights & state.side(state.side)
    }

    /// The squares from which a first move of a side may ever bring a piece: none, if its hand is empty and is never filled again.
    fn of(&self, state: &State<B>, side: Side) -> B {
        let held = |&kind: &TypeId| self.hand.count(state, side, kind) > 0;
        match self.refills || self.comes[side.index()].iter().any(held) {
            true => self.from[side.index()],
            false => B::NONE,
        }
    }

    /// Adds the ways in which a move with these changes may bring pieces.
    fn bring(&self, state: &State<B>, (mv, changes): (Move, &[Change]), list: &mut List) {
        let (us, open) = (state.side, self.open(state));
        let left = changes.iter().enumerate().filter(|(_, change)| {
            change.role == Role::Moved && change.after.is_empty() && open.has(change.square)
        });
        for (at, _) in left {
            for &kind in self.comes[us.index()].iter().filter(|&&kind| self.hand.count(state, us, kind) > 0) {
                list.push_listed(mv, (self.maker, TurnPart::Move), "pieces brought by others", |record| {
                    // the vacated square comes first, to show which one it is if there are several
                    let left = changes[at];
                    record.add(left.square, (left.before, Piece::new(kind, us)), Role::Moved);
                    for (_, change) in changes.iter().enumerate().filter(|(other, _)| *other != at) {
                        record.add(change.square, (change.before, change.after), change.role);
                    }
                });
            }
        }
    }
}

impl<B: Bits> Hook<B> for Gates<B> {
    fn stations(&self) -> &'static [Station] {
        &[Station::Bears, Station::Accompany, Station::React]
    }

    fn gate(&self) -> SlotGate {
        SlotGate::Holds([self.hand, self.hand])
    }

    fn bears(&self, state: &State<B>, _: &Attacks<B>) -> bool {
        let in_hand = |kind: &TypeId| self.hand.count(state, state.side, *kind) > 0;
        !self.open(state).is_empty() && self.comes[state.side.index()].iter().any(in_hand)
    }

    fn accompany(&self, view: &View<'_, B>, kept: &dyn Fn(Move) -> Vec<Entry>, list: &mut List) {
        let (state, open) = (view.state, self.open(view.state));
        for at in 0..list.moves.len() {
            let mv = list.moves[at];
            if mv.is_drop() || mv.part() != TurnPart::Move || mv.needs_list() {
                continue;
            }
            let changes: SmallVec<[Change; 4]> = match mv.is_plain() {
                true if !open.has(mv.from) => continue,
                true => plain_changes(state, mv),
                false => kept(mv).iter().map(|entry| entry.change).collect(),
            };
            self.bring(state, (mv, &changes), list);
        }
    }

    fn accompanied(&self, state: &State<B>) -> Option<(B, u32)> {
        let us = state.side;
        let in_hand = self.comes[us.index()].iter().filter(|&&kind| self.hand.count(state, us, kind) > 0);
        Some((self.open(state), in_hand.count() as u32))
    }

    fn relevance(&self) -> Option<Relevance<B>> {
        Some(Relevance::none())
    }

    /// Takes a piece that has come in out of the hand.
    fn react(&self, state: &mut State<B>, made: &Made<B>) {
        let us = state.side;
        if made.mv.maker() == self.maker {
            let new = |square: &Square| {
                let (kind, owner) = state.at(*square).get()?;
                (owner == us && self.comes[us.index()].contains(&kind) && *square != made.mv.to)
                    .then_some(kind)
            };
            let came = (made.touched & self.from[us.index()]).squares().find_map(|square| new(&square));
            if let Some(kind) = came {
                self.hand.add(state, Piece::new(kind, us), -1);
            }
        }
    }
}

/// Returns the changes of a plain move.
fn plain_changes<B: Bits>(state: &State<B>, mv: Move) -> SmallVec<[Change; 4]> {
    let (before, there) = (state.at(mv.from), state.at(mv.to));
    let mut changes = SmallVec::new();
    changes.push(Change { square: mv.from, before, after: Piece::EMPTY, role: Role::Moved });
    if mv.takes() && mv.take != mv.to {
        let before = state.at(mv.take);
        changes.push(Change { square: mv.take, before, after: Piece::EMPTY, role: Role::Taken });
    }
    let role = if there.is_empty() { Role::Moved } else { Role::Taken };
    changes.push(Change { square: mv.to, before: there, after: mv.after, role });
    changes
}

impl<B: Bits> Rights<B> for Gates<B> {
    fn fresh(&self, state: &State<B>) -> B {
        let others = self.others.as_ref().map_or(B::NONE, |others| others.fresh(state));
        let unmoved = self.start.iter().filter(|&&(square, piece)| state.at(square) == piece);
        let unmoved = unmoved.fold(B::NONE, |set, &(square, _)| set | B::bit(square));
        others | unmoved & (self.from[0] | self.from[1])
    }

    fn effective(&self, state: &State<B>) -> B {
        let others = self.others.as_ref().map_or(B::NONE, |others| others.effective(state));
        Side::BOTH.into_iter().fold(others, |all, side| all | state.slots.rights & self.of(state, side))
    }

    /// Writes, for each side, the letters of castling, and behind them those of the files of other pieces that have not moved.
    fn field(&self, geometry: &Geometry, state: &State<B>) -> String {
        let own = self.others.as_ref().map_or_else(String::new, |others| others.field(geometry, state));
        let known = self.others.as_ref().map_or(B::NONE, |others| others.effective(state));
        let mut field = String::new();
        for side in Side::BOTH {
            let cased = |letter: char| match side {
                Side::White => letter.to_ascii_uppercase(),
                Side::Black => letter.to_ascii_lowercase(),
            };
            field.extend(own.chars().filter(|&letter| letter != '-' && cased(letter) == letter));
            let others = state.slots.rights & self.of(state, side) & !known;
            let mut files: Vec<u8> = others.squares().map(|square| geometry.file(square)).collect();
            order::values(&mut files);
            field.extend(files.into_iter().map(|file| cased(char::from(b'a' + file))));
        }
        if field.is_empty() { "-".to_owned() } else { field }
    }

    /// A letter names a way of castling, or else a file.
    fn read_field(&self, geometry: &Geometry, state: &State<B>, field: &str) -> Result<B, (usize, String)> {
        let mut rights = B::NONE;
        for (at, letter) in field.char_indices().filter(|_| field != "-") {
            let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
            let file = letter.to_ascii_lowercase();
            let fits = |square: &Square| char::from(b'a' + geometry.file(*square)) == file;
            let gate = (self.from[side.index()] & state.side(side)).squares().find(fits);
            match (&self.others, gate) {
                (_, Some(square)) => rights |= B::bit(square),
                (Some(others), None) => {
                    let read = others.read_field(geometry, state, &field[at..at + letter.len_utf8()]);
                    rights |= read.map_err(|(_, message)| (at, message))?;
                }
                (None, None) => {
                    return Err((
                        at,
                        format!("`{letter}` names no file with a piece that may bring another"),
                    ));
                }
            }
        }
        Ok(rights)
    }
}

/// The names and notation of moves that bring a piece.
#[derive(Debug)]
struct Gated;

/// Returns the square on which the piece comes, the piece, and the square that the other piece of a joint move leaves.
fn parts(sketch: &Sketch<'_>) -> Option<(Square, Piece, Option<Square>)> {
    let gate = sketch.changes.first()?.change;
    let own = |entry: &&Entry| {
        let change = entry.change;
        change.role == Role::Moved && !change.before.is_empty() && change.square != gate.square
    };
    Some((gate.square, gate.after, sketch.changes.iter().find(own).map(|entry| entry.change.square)))
}

impl Writing for Gated {
    fn name(&self) -> &'static str {
        "gate"
    }

    /// `g1f3h`; in castling with the piece on the rook's square `h1e1h`.
    fn coordinates(&self, sketch: &Sketch<'_>) -> String {
        let Some((gate, piece, _)) = parts(sketch) else { return String::new() };
        let to = if gate == sketch.mv.from { sketch.mv.to } else { sketch.mv.from };
        let letter = sketch.types[usize::from(piece.kind())].letter.to_ascii_lowercase();
        let becomes = if sketch.promotes() && sketch.promotions { sketch.becoming() } else { String::new() };
        let [from, to] = [gate, to].map(|square| sketch.square(square));
        from + &to + &becomes + &letter
    }

    /// Castling as the king taking the rook: `e1h1h`, beside a leap of the king that ends where castling does.
    fn apart(&self, sketch: &Sketch<'_>) -> Vec<String> {
        let Some((gate, piece, Some(partner))) = parts(sketch) else { return Vec::new() };
        let letter = sketch.types[usize::from(piece.kind())].letter.to_ascii_lowercase();
        vec![sketch.square(gate) + &sketch.square(partner) + &letter]
    }

    /// `Nf3/H`, `O-O/He1`.
    fn san(&self, sketch: &Sketch<'_>) -> Option<String> {
        let (gate, piece, partner) = parts(sketch)?;
        let letter = &sketch.types[usize::from(piece.kind())].letter;
        let mv = sketch.mv;
        let Some(other) = partner else {
            let takes = if mv.takes() { "x" } else { "" };
            let own = &sketch.types[usize::from(sketch.before.kind())].san;
            return Some(format!("{own}{takes}{}/{letter}", sketch.square(mv.to)));
        };
        let rook = if gate == mv.from { other } else { gate };
        let short = sketch.geometry.file(rook) > sketch.geometry.file(mv.from);
        Some(format!("{}/{letter}{}", if short { "O-O" } else { "O-O-O" }, sketch.square(gate)))
    }
}
