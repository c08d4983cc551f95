//! Chains of jumps: the captures that one piece makes by jumping, one after another.

use std::collections::HashSet;

use smallvec::SmallVec;

use super::super::plan::{Hook, Station};
use crate::board::{Bits, Square, Wrap};
use crate::model::pieces::Piece;
use crate::moves::{
    List, Maker, Move, PieceTable, Record, Role, Sketch, TooManyMoves, TurnPart, View, Writing,
};
use crate::state::State;
use crate::walk::{Attacks, Jumps, Link};

/// The rules for chains of jumps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chaining<B> {
    pub(super) may_stop: bool,
    pub(super) at_the_end: bool,
    pub(super) promoting_goes_on: bool,
    pub(super) stop_in: [B; 2],
}

/// Jumping in play.
#[derive(Debug)]
pub(super) struct Jumping<B> {
    pub(super) maker: Maker,
    pub(super) chaining: Chaining<B>,
}

/// The name and notation of chains of jumps.
#[derive(Debug)]
pub(super) struct Chains;

impl Writing for Chains {
    fn name(&self) -> &'static str {
        "chain"
    }

    /// Returns every square the piece lands on, `c3e5g7`.
    fn coordinates(&self, sketch: &Sketch<'_>) -> String {
        let mut text = sketch.square(sketch.mv.from);
        text.extend(sketch.path().map(|square| sketch.square(square)));
        if sketch.promotes() && sketch.promotions {
            text += &sketch.becoming();
        }
        text
    }

    /// Returns the squares with those of the captured pieces, `c3xd4e5xf6g7`: a leap may end where a jump does, and round an edge two chains
    /// may land on the same squares.
    fn apart(&self, sketch: &Sketch<'_>) -> Vec<String> {
        let several = !sketch.changes.is_empty();
        if several && sketch.geometry.wrap == Wrap::default() {
            return Vec::new();
        }
        let mut text = sketch.square(sketch.mv.from);
        if !several {
            text = format!("{text}x{}", sketch.square(sketch.mv.take));
        }
        for entry in sketch.changes {
            match entry.change.role {
                Role::Taken => text += "x",
                Role::Passed => {}
                _ => continue,
            }
            text += &sketch.square(entry.change.square);
        }
        text += &sketch.square(sketch.mv.to);
        if sketch.promotes() && sketch.promotions {
            text += &sketch.becoming();
        }
        vec![text]
    }

    /// Returns the piece, the square it begins on, and every square it lands on, `Gh7xj5xh3`.
    fn san(&self, sketch: &Sketch<'_>) -> Option<String> {
        let mut text = sketch.types[usize::from(sketch.before.kind())].san.clone();
        text += &sketch.square(sketch.mv.from);
        text.extend(sketch.path().map(|square| format!("x{}", sketch.square(square))));
        if sketch.promotes() {
            text += "=";
            text += &sketch.after().letter;
        }
        Some(text)
    }

    fn is_doubtful(&self) -> bool {
        true
    }
}

/// The enemy pieces that a piece type may capture.
#[inline]
pub(super) fn victims<B: Bits>(state: &State<B>, table: &PieceTable<B>) -> B {
    let enemy = state.side(table.content.side().other());
    table
        .uncapturable
        .iter()
        .fold(enemy, |victims, &uncapturable_now| victims & !state.pieces(uncapturable_now))
}

impl<B: Bits> Chaining<B> {
    /// Returns `true` if a chain ends on the square whatever lies beyond.
    #[inline]
    fn stops(&self, table: &PieceTable<B>, square: Square) -> bool {
        let promoted = table.arrival.zone.has(square) && !self.promoting_goes_on;
        self.stop_in[table.content.side().index()].has(square) || promoted
    }

    /// Returns `true` if the piece that has just arrived on a square could jump on.
    pub(super) fn could_go_on(
        &self,
        attacks: &Attacks<B>,
        state: &State<B>,
        tables: &[PieceTable<B>],
        square: Square,
    ) -> bool {
        // what follows from the move may have removed it
        let Some((kind, side)) = state.at(square).get() else { return false };
        let table = &tables[usize::from(kind)];
        let mut open = false;
        for (_, jumps) in attacks.jumpers(side).types().iter().filter(|(id, _)| *id == kind) {
            jumps.from(square, state.occupied(), victims(state, table), |_| open = true);
        }
        open && !self.stops(table, square)
    }
}

impl<B: Bits> Hook<B> for Jumping<B> {
    fn stations(&self) -> &'static [Station] {
        &[Station::List]
    }

    /// The chains of jumps of the side to move.
    fn list(&self, view: &View<'_, B>, barred: B, list: &mut List) {
        let state = view.state;
        let (us, occupied) = (state.side, state.occupied());
        let (mut budget, mut known) = (MOST_LOOKS, Known::default());
        for (id, jumps) in view.attacks().jumpers(us).types() {
            let pieces = state.of(*id, us) & !state.frozen;
            if pieces.is_empty() {
                continue;
            }
            let kind = &view.own()[usize::from(*id)];
            let victims = victims(state, kind) & !barred;
            for from in jumps.able(pieces, occupied, victims).squares() {
                known.few.clear();
                known.all = None;
                let mut search = Search {
                    jumping: self,
                    state,
                    kind,
                    jumps,
                    from,
                    budget: &mut budget,
                    list: &mut *list,
                    known: &mut known,
                };
                search.extend(from, (occupied & !B::bit(from), victims), None);
            }
        }
    }
}

/// The links of a chain from its last one back.
struct Path<'a> {
    link: Link,
    before: Option<&'a Path<'a>>,
}

/// A search for the chains of a piece.
struct Search<'a, B> {
    jumping: &'a Jumping<B>,
    state: &'a State<B>,
    kind: &'a PieceTable<B>,
    jumps: &'a Jumps<B>,
    from: Square,
    /// The number of squares that may still be visited.
    budget: &'a mut u32,
    list: &'a mut List,
    /// The chains found, where chains that agree in their ends and their victims are one move.
    known: &'a mut Known<B>,
}

impl<B: Bits> Search<'_, B> {
    /// Continues from a square; `occupied` and `victims` are the remaining blockers and the pieces that can still be jumped.
    fn extend(&mut self, at: Square, (occupied, victims): (B, B), path: Option<&Path<'_>>) {
        if *self.budget == 0 {
            self.list.full = Some(TooManyMoves { rule: REASON });
            return;
        }
        *self.budget -= 1;
        if self.jumping.chaining.may_stop {
            self.note(at, path);
        }
        let (jumps, mut over) = (self.jumps, true);
        // on a board that wraps around, several directions may lead over the same squares
        let (mut known, mut number) = ([None; 8], 0);
        jumps.from(at, occupied, victims, |link| {
            over = false;
            if known.contains(&Some(link)) {
                return;
            }
            known[number % known.len()] = Some(link);
            number += 1;
            let (gone, path) = (B::bit(link.over), Path { link, before: path });
            let occupied = if self.jumping.chaining.at_the_end { occupied } else { occupied & !gone };
            if self.jumping.chaining.stops(self.kind, link.land) {
                self.note(link.land, Some(&path));
            } else {
                self.extend(link.land, (occupied, victims & !gone), Some(&path));
            }
        });
        if over && !self.jumping.chaining.may_stop {
            self.note(at, path);
        }
    }

    /// Records a chain, once for each piece type that the jumper may have where it ends.
    fn note(&mut self, to: Square, path: Option<&Path<'_>>) {
        let Some(path) = path else { return };
        if self.jumping.chaining.at_the_end && !self.is_new(to, path) {
            return;
        }
        let (kind, state, from) = (self.kind, self.state, self.from);
        let (list, made) = (&mut *self.list, (self.jumping.maker, TurnPart::Move));
        let take = path.links().last().map_or(from, |link| link.over);
        kind.arrival.after(state, (from, to), |after| {
            let ends = Move::plain(from, to, take, after);
            match path.before {
                None if from != to => list.moves.push(Move::made_up(ends, made)),
                _ => list.push_listed(ends, made, REASON, |record| path.record(state, ends, record)),
            }
        });
    }

    /// Returns `true` if no chain found so far has the same target square and captures the same pieces: where pieces are removed at the
    /// end, such chains are one move.
    fn is_new(&mut self, to: Square, path: &Path<'_>) -> bool {
        let taken = path.links().fold(B::NONE, |set, link| set | B::bit(link.over));
        let known = &mut *self.known;
        let Some(all) = &mut known.all else {
            if known.few.contains(&(to, taken)) {
                return false;
            }
            known.few.push((to, taken));
            if known.few.len() > FEW {
                known.all = Some(known.few.iter().map(|(to, taken)| (*to, taken.words())).collect());
            }
            return true;
        };
        all.insert((to, taken.words()))
    }
}

/// The ends and victims of chains: a few are searched linearly, more are hashed.
#[derive(Default)]
struct Known<B> {
    few: SmallVec<[(Square, B); 8]>,
    all: Option<HashSet<(Square, [u64; 4])>>,
}

/// The maximum number of chains of a piece that are searched linearly.
const FEW: usize = 32;

impl Path<'_> {
    /// The jumps, the last one first.
    fn links(&self) -> impl Iterator<Item = Link> + Clone {
        std::iter::successors(Some(self), |path| path.before).map(|path| path.link)
    }

    /// Records the changes of a chain of several jumps, each square once, with the squares that the jumper passes.
    #[inline(never)]
    fn record<B: Bits>(&self, state: &State<B>, ends: Move, record: &mut Record<'_>) {
        let (from, to) = (ends.from, ends.to);
        let stays = if from == to { ends.after } else { Piece::EMPTY };
        if state.at(from) != stays {
            record.add(from, (state.at(from), stays), Role::Moved);
        }
        self.record_jumps(state, ends, record);
        if from != to && !self.links().any(|link| link.over == to) {
            record.add(to, (Piece::EMPTY, ends.after), Role::Moved);
        }
    }

    /// Records the jumps in the order in which they are made.
    fn record_jumps<B: Bits>(&self, state: &State<B>, ends: Move, record: &mut Record<'_>) {
        if let Some(before) = self.before {
            before.record_jumps(state, ends, record);
            record.add(before.link.land, (Piece::EMPTY, Piece::EMPTY), Role::Passed);
        }
        let over = self.link.over;
        let after = if over == ends.to { ends.after } else { Piece::EMPTY };
        record.add(over, (state.at(over), after), Role::Taken);
    }
}

/// The maximum number of squares visited for the chains of one position.
const MOST_LOOKS: u32 = 1_000_000;

/// The name of the rule in the error about too many moves.
pub(super) const REASON: &str = "chains of jumps";
