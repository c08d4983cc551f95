//! The pieces of a side as the generator processes them: types whose moves are generated alike are grouped, each with only the tables this
//! takes, so that the loops have no common conditions to test.

use std::sync::Arc;

use super::promotions::Promotions;
use super::sink::Sink;
use super::table::PieceTable;
use crate::board::isa::Isa;
use crate::board::{Bits, PerSquare};
use crate::model::pieces::{Piece, TypeId};
use crate::state::State;
use crate::walk::{Group, Looks, PawnKernel, SetwiseMoves, look};

/// The squares that the pieces of each type may go to.
pub(crate) trait Open<B>: Copy {
    /// Returns those of a type.
    fn to(self, kind: TypeId) -> B;
}

/// The same for all types.
impl<B: Bits> Open<B> for B {
    #[inline(always)]
    fn to(self, _: TypeId) -> B {
        self
    }
}

/// Some squares, but for others of each type.
impl<B: Bits> Open<B> for (B, &[B]) {
    #[inline(always)]
    fn to(self, kind: TypeId) -> B {
        self.0 & !self.1[usize::from(kind)]
    }
}

/// A piece type, and the squares its pieces may reach.
#[derive(Clone, Debug)]
struct PieceGroup<T> {
    piece: Piece,
    table: PerSquare<T>,
}

impl<T> PieceGroup<T> {
    fn new(piece: Piece, table: &PerSquare<T>) -> Self {
        Self { piece, table: table.clone() }
    }
}

/// The pieces of a side, except royal ones.
#[derive(Clone, Debug)]
pub(crate) struct PieceGroups<B> {
    /// Types that move set-wise, in the most common ways.
    marches: Vec<(Promotions<B>, PawnKernel<B>)>,
    /// Other types that move set-wise.
    swarms: Vec<(Promotions<B>, SetwiseMoves<B>)>,
    /// Types that nothing can block.
    leapers: Vec<PieceGroup<B>>,
    /// Types whose reach is looked up, by the number of lookups.
    ones: Vec<Looked<B, 1>>,
    twos: Vec<Looked<B, 2>>,
    threes: Vec<Looked<B, 3>>,
    fours: Vec<Looked<B, 4>>,
    /// The types of one and two lookups, and those of three and four, in the same order, for machines on which lookups don't pay.
    short: Vec<TypeId>,
    long: Vec<TypeId>,
    /// The sets of squares for lookups.
    sets: Arc<[B]>,
    /// The types with special conditions, whose pieces are processed one by one.
    others: Vec<TypeId>,
    /// True if there are types besides those that march, leap, or need at most two lookups.
    more: bool,
}

/// A piece type whose reach takes `N` lookups.
type Looked<B, const N: usize> = PieceGroup<[Group<B>; N]>;

/// Returns the types of some groups.
fn types<T>(teams: &[PieceGroup<T>]) -> impl Iterator<Item = TypeId> {
    teams.iter().map(|team| team.piece.kind())
}

impl<B: Bits> PieceGroups<B> {
    /// Groups the types of a side, whose tables refer to these sets.
    pub(crate) fn new(kinds: &[PieceTable<B>], sets: &Arc<[B]>) -> Self {
        let mut groups = Self {
            marches: Vec::new(),
            swarms: Vec::new(),
            leapers: Vec::new(),
            ones: Vec::new(),
            twos: Vec::new(),
            threes: Vec::new(),
            fours: Vec::new(),
            short: Vec::new(),
            long: Vec::new(),
            sets: Arc::clone(sets),
            others: Vec::new(),
            more: false,
        };
        kinds.iter().filter(|kind| !kind.royal).for_each(|kind| groups.enlist(kind));
        groups.short = types(&groups.ones).chain(types(&groups.twos)).collect();
        groups.long = types(&groups.threes).chain(types(&groups.fours)).collect();
        groups.more = !groups.swarms.is_empty()
            || !groups.threes.is_empty()
            || !groups.fours.is_empty()
            || !groups.others.is_empty();
        groups
    }

    fn enlist(&mut self, kind: &PieceTable<B>) {
        let (piece, id) = (kind.content, kind.content.kind());
        if let Some(setwise) = kind.herd() {
            return match PawnKernel::of(setwise) {
                Some(march) => self.marches.push((kind.arrival.clone(), march)),
                None => self.swarms.push((kind.arrival.clone(), setwise.clone())),
            };
        }
        let Some(walk) = kind.plainly() else { return self.others.push(id) };
        match &walk.looks {
            Looks::Leaps => self.leapers.push(PieceGroup::new(piece, &walk.leaps)),
            Looks::More(_) | Looks::Rays => self.others.push(id),
            Looks::One(groups) => self.ones.push(PieceGroup::new(piece, groups)),
            Looks::Two(groups) => self.twos.push(PieceGroup::new(piece, groups)),
            Looks::Three(groups) => self.threes.push(PieceGroup::new(piece, groups)),
            Looks::Four(groups) => self.fours.push(PieceGroup::new(piece, groups)),
        }
    }

    /// Sends the moves of the pieces in `free` that are not royal, to squares in `open`.
    #[inline(always)]
    pub(crate) fn each<S: Sink<B> + ?Sized, I: Isa>(
        &self,
        kinds: &[PieceTable<B>],
        state: &State<B>,
        (free, open): (B, impl Open<B>),
        sink: &mut S,
    ) {
        let board = state.board();
        for (arrival, march) in &self.marches {
            let pieces = state.whole(arrival.own) & free;
            sink.march(state, arrival, march.targets(pieces, board, open.to(arrival.own.kind())), &march.by);
        }
        if sink.is_full() {
            return;
        }
        for team in &self.leapers {
            let (table, ends) = (&team.table, open.to(team.piece.kind()) & !board.own);
            for from in (state.whole(team.piece) & free).squares() {
                sink.plain(state, team.piece, from, table[from] & ends);
            }
        }
        if I::GATHERS {
            let occupied = board.own | board.enemy;
            self.look::<S, I, 1>(&self.ones, state, (free, open, occupied), sink);
            self.look::<S, I, 2>(&self.twos, state, (free, open, occupied), sink);
        } else {
            self.singly::<S, I>(&self.short, kinds, state, (free, open), sink);
        }
        if self.more {
            self.rest::<S, I>(kinds, state, (free, open), sink);
        }
    }

    /// Sends the moves of the types that [`each`](Self::each) has left out.
    #[inline(always)]
    fn rest<S: Sink<B> + ?Sized, I: Isa>(
        &self,
        kinds: &[PieceTable<B>],
        state: &State<B>,
        (free, open): (B, impl Open<B>),
        sink: &mut S,
    ) {
        let board = state.board();
        for (arrival, setwise) in &self.swarms {
            let pieces = state.whole(arrival.own) & free;
            setwise.each(pieces, board, open.to(arrival.own.kind()), |targets, by| {
                sink.setwise(state, arrival, targets, by)
            });
        }
        if I::GATHERS {
            let occupied = board.own | board.enemy;
            self.look::<S, I, 3>(&self.threes, state, (free, open, occupied), sink);
            self.look::<S, I, 4>(&self.fours, state, (free, open, occupied), sink);
        } else {
            self.singly::<S, I>(&self.long, kinds, state, (free, open), sink);
        }
        if !self.others.is_empty() && !sink.is_full() {
            self.singly::<S, I>(&self.others, kinds, state, (free, open), sink);
        }
    }

    /// Sends the moves of pieces whose reach takes `N` lookups.
    #[inline(always)]
    fn look<S: Sink<B> + ?Sized, I: Isa, const N: usize>(
        &self,
        teams: &[Looked<B, N>],
        state: &State<B>,
        (free, open, occupied): (B, impl Open<B>, B),
        sink: &mut S,
    ) {
        let (sets, own) = (&*self.sets, state.board().own);
        for team in teams {
            let (table, ends) = (&team.table, open.to(team.piece.kind()) & !own);
            for from in (state.whole(team.piece) & free).squares() {
                let reach = look::<B, I, N>(&table[from], sets, occupied);
                sink.plain(state, team.piece, from, reach & ends);
            }
        }
    }

    /// Sends the moves of pieces of some types, one by one, with all special conditions.
    #[inline(always)]
    fn singly<S: Sink<B> + ?Sized, I: Isa>(
        &self,
        types: &[TypeId],
        kinds: &[PieceTable<B>],
        state: &State<B>,
        (free, open): (B, impl Open<B>),
        sink: &mut S,
    ) {
        let board = state.board();
        for &id in types {
            let kind = &kinds[usize::from(id)];
            let pieces = state.whole(kind.content) & free;
            if pieces.is_empty() {
                continue;
            }
            for from in pieces.squares() {
                let open = open.to(id) & !kind.barred_now(state, from);
                sink.moves(state, &kind.arrival, from, kind.targets::<I>(from, board) & open);
            }
        }
    }
}
