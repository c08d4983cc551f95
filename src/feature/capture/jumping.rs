//! Chains of jumps: the captures that one piece makes by jumping, one after another.

use std::collections::HashSet;

use smallvec::SmallVec;

use super::super::plan::{Hook, Station};
use crate::board::{Bits, Geometry, Square, Wrap};
use crate::model::pieces::Piece;
use crate::moves::{
    List, Maker, Move, PieceTable, Record, Role, Sketch, TooManyMoves, TurnPart, View, Writing,
};
use crate::state::State;
use crate::walk::{Attacks, Jumps, Link};

/// What a piece does that lands where it promotes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Crowning {
    /// It promotes, and ends its chain.
    #[default]
    Ends,
    /// It jumps on if it can, and promotes only where its chain ends.
    AtTheEnd,
    /// It promotes, and jumps on as what it has become.
    JumpsOn,
}

/// The rules for chains of jumps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chaining<B> {
    pub(super) may_stop: bool,
    pub(super) at_the_end: bool,
    pub(super) crowning: Crowning,
    pub(super) stop_in: [B; 2],
}

/// Jumping in play.
#[derive(Debug)]
pub(super) struct Jumping<B> {
    pub(super) maker: Maker,
    pub(super) chaining: Chaining<B>,
    /// The board, if no jump may go straight back after another.
    pub(super) onward: Option<Geometry>,
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
        let promoted = table.arrival.zone.has(square) && self.crowning == Crowning::Ends;
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
            let jumper = Jumper { kind, jumps: Some(jumps), crowned: false };
            let victims = victims(state, kind) & !barred;
            for from in jumps.able(pieces, occupied, victims).squares() {
                known.few.clear();
                known.all = None;
                let mut search = Search {
                    jumping: self,
                    view,
                    barred,
                    from,
                    budget: &mut budget,
                    list: &mut *list,
                    known: &mut known,
                };
                search.extend(from, jumper, (occupied & !B::bit(from), victims), None);
            }
        }
    }
}

/// The links of a chain from its last one back.
struct Path<'a> {
    link: Link,
    before: Option<&'a Path<'a>>,
}

/// A piece within its chain.
#[derive(Clone, Copy)]
struct Jumper<'a, B> {
    kind: &'a PieceTable<B>,
    /// Its jumps, if it has any.
    jumps: Option<&'a Jumps<B>>,
    /// True if it has promoted on its way.
    crowned: bool,
}

/// A search for the chains of a piece.
struct Search<'a, B> {
    jumping: &'a Jumping<B>,
    view: &'a View<'a, B>,
    /// The pieces that can't be captured now.
    barred: B,
    from: Square,
    /// The number of squares that may still be visited.
    budget: &'a mut u32,
    list: &'a mut List,
    /// The chains found, where chains that agree in their ends and their victims are one move.
    known: &'a mut Known<B>,
}

impl<'a, B: Bits> Search<'a, B> {
    /// Continues from a square; `occupied` and `victims` are the remaining blockers and the pieces that can still be jumped.
    fn extend(
        &mut self,
        at: Square,
        jumper: Jumper<'a, B>,
        (occupied, victims): (B, B),
        path: Option<&Path<'_>>,
    ) {
        if *self.budget == 0 {
            self.list.full = Some(TooManyMoves { rule: REASON });
            return;
        }
        *self.budget -= 1;
        let chaining = self.jumping.chaining;
        if chaining.may_stop {
            self.note(at, jumper, path);
        }
        let mut over = true;
        // on a board that wraps around, several directions may lead over the same squares
        let (mut known, mut number) = ([None; 8], 0);
        let mut go = |link: Link| {
            if self.turns_back(at, link, path) {
                return;
            }
            over = false;
            if known.contains(&Some(link)) {
                return;
            }
            known[number % known.len()] = Some(link);
            number += 1;
            let (gone, path) = (B::bit(link.over), Path { link, before: path });
            let occupied = if chaining.at_the_end { occupied } else { occupied & !gone };
            for (next, victims) in self.landed(jumper, victims & !gone, &path) {
                if chaining.stops(next.kind, link.land) {
                    self.note(link.land, next, Some(&path));
                } else {
                    self.extend(link.land, next, (occupied, victims), Some(&path));
                }
            }
        };
        if let Some(jumps) = jumper.jumps {
            jumps.from(at, occupied, victims, &mut go);
        }
        if over && !chaining.may_stop {
            self.note(at, jumper, path);
        }
    }

    /// Returns `true` if a jump goes straight back after the one before, and none may.
    fn turns_back(&self, at: Square, next: Link, path: Option<&Path<'_>>) -> bool {
        let (Some(geometry), Some(path)) = (&self.jumping.onward, path) else { return false };
        let way = |from: Square, to: Square| {
            let across = i16::from(geometry.file(to)) - i16::from(geometry.file(from));
            (across, i16::from(geometry.rank(to)) - i16::from(geometry.rank(from)))
        };
        let ((x, y), (u, v)) = (way(path.link.over, path.link.land), way(at, next.over));
        x * v == y * u && x * u + y * v < 0
    }

    /// Returns what a piece may be where it has landed, each with the pieces that it may capture on: it may become another on its way.
    fn landed(
        &self,
        jumper: Jumper<'a, B>,
        victims: B,
        path: &Path<'_>,
    ) -> SmallVec<[(Jumper<'a, B>, B); 1]> {
        let (view, arrival, land) = (self.view, &jumper.kind.arrival, path.link.land);
        let crowned = self.jumping.chaining.crowning == Crowning::JumpsOn && arrival.zone.has(land);
        let mut all = SmallVec::new();
        if !crowned || jumper.crowned {
            all.push((jumper, victims));
            return all;
        }
        let taken = path.links().fold(B::NONE, |set, link| set | B::bit(link.over));
        arrival.each_choice(view.state, land, true, |piece| {
            if piece == arrival.own {
                return all.push((jumper, victims));
            }
            let id = piece.kind();
            let kind = &view.own()[usize::from(id)];
            let types = view.attacks().jumpers(view.state.side).types();
            let jumps = types.iter().find(|(own, _)| *own == id).map(|(_, jumps)| jumps);
            let victims = self::victims(view.state, kind) & !self.barred & !taken;
            all.push((Jumper { kind, jumps, crowned: true }, victims));
        });
        all
    }

    /// Records a chain, once for each piece type that the jumper may have where it ends.
    fn note(&mut self, to: Square, jumper: Jumper<'_, B>, path: Option<&Path<'_>>) {
        let Some(path) = path else { return };
        if self.jumping.chaining.at_the_end && !self.is_new(to, jumper.crowned, path) {
            return;
        }
        let (state, from) = (self.view.state, self.from);
        let (list, made) = (&mut *self.list, (self.jumping.maker, TurnPart::Move));
        let take = path.links().last().map_or(from, |link| link.over);
        let mut add = |after| {
            let ends = Move::plain(from, to, take, after);
            match path.before {
                None if from != to => list.moves.push(Move::made_up(ends, made)),
                _ => list.push_listed(ends, made, REASON, |record| path.record(state, ends, record)),
            }
        };
        if jumper.crowned {
            add(jumper.kind.content);
        } else {
            jumper.kind.arrival.after(state, (from, to), add);
        }
    }

    /// Returns `true` if no chain found so far has the same target square and captures the same pieces: where pieces are removed at the
    /// end, such chains are one move.
    fn is_new(&mut self, to: Square, crowned: bool, path: &Path<'_>) -> bool {
        let taken = path.links().fold(B::NONE, |set, link| set | B::bit(link.over));
        let known = &mut *self.known;
        let Some(all) = &mut known.all else {
            let chain = (to, crowned, taken);
            if known.few.contains(&chain) {
                return false;
            }
            known.few.push(chain);
            if known.few.len() > FEW {
                let all = known.few.iter().map(|(to, crowned, taken)| (*to, *crowned, taken.words()));
                known.all = Some(all.collect());
            }
            return true;
        };
        all.insert((to, crowned, taken.words()))
    }
}

/// The ends and victims of chains, and whether the jumper has promoted on its way: a few are searched linearly, more are hashed.
#[derive(Default)]
struct Known<B> {
    few: SmallVec<[(Square, bool, B); 8]>,
    all: Option<HashSet<(Square, bool, [u64; 4])>>,
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
