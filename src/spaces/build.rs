//! The list of actions, worked out from the tables of a game.

use std::collections::BTreeSet;

use crate::Variant;
use crate::board::{Bits, Square, SquareSet};
use crate::game::ErasedPosition;
use crate::model::movement::Jump;
use crate::model::path::{Ends, Path};
use crate::model::pieces::{PieceType, Side, TypeId};
use crate::rules::Rules;
use crate::walk::{Seen, ways};

/// A class of actions; the list is in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Class {
    Move,
    Becomes,
    With,
    Drop,
    Place,
    Remove,
    Decline,
    Pass,
    Swap,
}

/// An action before it has a number: its class, a piece type where it has one, and its squares as the mover sees them.
pub(super) type Entry = (Class, TypeId, Square, Square);

/// The number of actions for moves that share their squares with others, in games where rules make up moves of several parts; there are
/// more where pieces of several types capture in passing in as many ways.
const OTHERS: u32 = 64;
/// Their number in games of simple moves.
const FEW_OTHERS: u32 = 4;
/// The kinds of made-up moves that are told apart by their squares.
const PLAIN: [&str; 8] =
    ["castling", "drop", "pass", "decline", "place", "remove", "swap", "promotion in place"];

/// Returns the actions of a game in order, and the number of those for other moves.
pub(super) fn entries(variant: &Variant, board: &dyn ErasedPosition) -> (BTreeSet<Entry>, u32) {
    let made_up = board.made_up();
    let mut found = Found { rules: &variant.rules, board, made_up: &made_up, entries: BTreeSet::new() };
    for side in Side::BOTH {
        for kind in 0..variant.rules.types.len() as TypeId {
            found.moves((kind, side));
            found.drops((kind, side));
        }
        found.joint_moves(side);
    }
    found.beside_pieces();
    let plain = made_up.iter().all(|name| PLAIN.contains(name));
    // a piece may go to a square and leave what passed it there, or take it
    let takes_or_not = |(kind, of): (usize, &PieceType)| {
        let terms = &of.movement.moves;
        let either = |path: &Path| {
            path.legs.last().is_some_and(|leg| leg.ends.meets(Ends::EMPTY) && leg.ends.meets(Ends::ENEMY))
        };
        let both =
            terms.iter().any(|term| term.quiet && term.capture) || of.movement.paths.iter().any(either);
        both && variant.rules.each().any(|rule| rule.takes_on_empty(kind as TypeId))
    };
    let plain = plain && !variant.rules.types.iter().enumerate().any(takes_or_not);
    let fewest = if plain { FEW_OTHERS } else { OTHERS };
    let others = fewest.max(found.most_in_passing().next_power_of_two());
    (found.entries, others)
}

struct Found<'a> {
    rules: &'a Rules,
    board: &'a dyn ErasedPosition,
    made_up: &'a [&'static str],
    entries: BTreeSet<Entry>,
}

impl Found<'_> {
    fn has(&self, name: &str) -> bool {
        self.made_up.contains(&name)
    }

    /// Returns a square as a side sees it.
    fn seen(&self, side: Side, square: Square) -> Square {
        if side == Side::White { square } else { self.rules.geometry.opposite(square) }
    }

    /// Adds the moves of a piece from every square, with what it may become and what may come beside it.
    fn moves(&mut self, (kind, side): (TypeId, Side)) {
        let playable = self.rules.geometry.playable();
        for from in playable.squares() {
            for to in (self.targets((kind, side), from) & playable).squares() {
                let (from, to) = (self.seen(side, from), self.seen(side, to));
                self.entries.insert((Class::Move, 0, from, to));
            }
            self.becomings((kind, side), from);
        }
        if self.has("gate") {
            self.gates((kind, side));
        }
    }

    /// Adds what a piece may become by moving, or where it stands.
    fn becomings(&mut self, (kind, side): (TypeId, Side), from: Square) {
        let playable = self.rules.geometry.playable();
        for becomes in self.rules.becomes(kind) {
            let (zone, on) = (becomes.zone[side.index()], becomes.on[side.index()]);
            let mut ends = self.targets((kind, side), from) & playable & on;
            if !zone.has(from) {
                ends &= zone;
            }
            if self.has("promotion in place") {
                ends |= SquareSet::bit(from);
            }
            for to in ends.squares() {
                let (from, to) = (self.seen(side, from), self.seen(side, to));
                self.entries.extend(becomes.to.iter().map(|&kind| (Class::Becomes, kind, from, to)));
            }
        }
    }

    /// Adds the moves of a piece from its start squares with every piece that may come beside it.
    fn gates(&mut self, (kind, side): (TypeId, Side)) {
        let own = |(_, piece): &&(Square, crate::model::pieces::Piece)| piece.get() == Some((kind, side));
        let homes: Vec<Square> = self.rules.array.iter().filter(own).map(|(at, _)| *at).collect();
        let held: Vec<TypeId> =
            (0..self.rules.types.len() as TypeId).filter(|&held| self.adds(held, side)).collect();
        for from in homes {
            let joint = self.rules.joint_moves().filter(|way| way.is_of(side));
            let joint = joint.filter(|way| self.seen(side, way.parts[0].from) == from);
            let beside = joint
                .fold(SquareSet::NONE, |set, way| set | SquareSet::bit(self.seen(side, way.parts[0].to)));
            let ends = (self.targets((kind, side), from) & self.rules.geometry.playable()) | beside;
            for to in ends.squares() {
                for &held in &held {
                    let entry = (Class::With, held, self.seen(side, from), self.seen(side, to));
                    self.entries.insert(entry);
                }
            }
        }
    }

    fn adds(&self, kind: TypeId, side: Side) -> bool {
        self.rules.each().any(|rule| rule.adds(kind, side))
    }

    /// Adds the drops of a piece type.
    fn drops(&mut self, (kind, side): (TypeId, Side)) {
        let adding = self.rules.each().filter(|rule| rule.adds(kind, side));
        let brought =
            |rule: &dyn crate::tables::Rule| rule.brings(&self.rules.geometry, (kind, side), SquareSet::NONE);
        let squares = adding.fold(SquareSet::NONE, |set, rule| set | brought(rule));
        for to in (squares & self.rules.geometry.playable()).squares() {
            self.entries.insert((Class::Drop, kind, 0, self.seen(side, to)));
        }
    }

    /// Adds the moves of two pieces at once.
    fn joint_moves(&mut self, side: Side) {
        let ways: Vec<_> = self.rules.joint_moves().filter(|way| way.is_of(side)).collect();
        for way in ways {
            self.entries.insert((Class::Move, 0, way.parts[0].from, way.parts[0].to));
        }
    }

    /// Adds what is done without moving a piece.
    fn beside_pieces(&mut self) {
        for (name, class) in [("place", Class::Place), ("huff", Class::Remove), ("remove", Class::Remove)] {
            // a square that is in play for one side, as it sees it, need not be for the other
            for side in Side::BOTH {
                for square in
                    self.rules.geometry.playable().squares().filter(|_| self.made_up.contains(&name))
                {
                    self.entries.insert((class, 0, 0, self.seen(side, square)));
                }
            }
        }
        for (name, class) in [("decline", Class::Decline), ("pass", Class::Pass), ("swap", Class::Swap)] {
            if self.has(name) {
                self.entries.insert((class, 0, 0, 0));
            }
        }
    }

    /// Returns the squares where a move of a piece from a square may ever end.
    fn targets(&self, (kind, side): (TypeId, Side), from: Square) -> SquareSet {
        let (geometry, movement) = (&self.rules.geometry, &self.rules.types[usize::from(kind)].movement);
        let mut targets = self.board.ever((kind, side), from);
        let seen = Seen { geometry, kind, side };
        for path in &movement.paths {
            for way in ways(&seen, path, from).unwrap_or_default() {
                targets |= SquareSet::bit(way.to);
            }
        }
        for rule in self.rules.each() {
            // what a rule brings a piece to from here, not what it brings it to from anywhere
            let anywhere = rule.brings(geometry, (kind, side), SquareSet::NONE);
            targets |= rule.brings(geometry, (kind, side), SquareSet::bit(from)) & !anywhere;
        }
        let jumps: Vec<Jump> = movement.jumps().map(|(jump, _)| jump).collect();
        if jumps.is_empty() { targets } else { targets | self.landings(&jumps, side, from) }
    }

    /// Returns the number of ways in which a piece of each type captures in passing from the square where it has most of them, all types together.
    fn most_in_passing(&self) -> u32 {
        let (geometry, side) = (&self.rules.geometry, Side::White);
        let of_type = |kind: TypeId| {
            let (seen, movement) =
                (Seen { geometry, kind, side }, &self.rules.types[usize::from(kind)].movement);
            let from = |square| {
                let all =
                    movement.paths.iter().flat_map(|path| ways(&seen, path, square).unwrap_or_default());
                all.filter(|way| !way.taken.is_empty()).count()
            };
            geometry.playable().squares().map(from).max().unwrap_or(0)
        };
        let most: usize = (0..self.rules.types.len() as TypeId).map(of_type).sum();
        u32::try_from(most).unwrap_or(OTHERS)
    }

    /// Returns the squares where chains of jumps from a square may end.
    fn landings(&self, jumps: &[Jump], side: Side, from: Square) -> SquareSet {
        let (mut found, mut open) = (SquareSet::NONE, vec![from]);
        while let Some(square) = open.pop() {
            for jump in jumps {
                let new = self.landing(jump, side, square) & !found;
                found |= new;
                open.extend(new.squares());
            }
        }
        found
    }

    /// Returns the squares where a jump may end.
    fn landing(&self, jump: &Jump, side: Side, from: Square) -> SquareSet {
        let geometry = &self.rules.geometry;
        let forward = i16::from(geometry.forward(side.index()));
        let by = (i16::from(jump.step.dx) * forward, i16::from(jump.step.dy) * forward);
        let next = |square| geometry.step(square, by.0, by.1);
        let line = std::iter::successors(next(from), |&square| next(square)).take(16);
        let far = usize::from(jump.reach.unwrap_or(16)) + usize::from(jump.land.unwrap_or(16));
        line.skip(1).take(far).fold(SquareSet::NONE, |set, square| set | SquareSet::bit(square))
    }
}
