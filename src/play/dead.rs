//! Dead positions: neither side can win any more, whatever is played (FIDE Laws of Chess, 5.2.2).
//!
//! With few pieces, this is decided by looking. A material is a set of pieces, each with the squares that it can ever come to from where it
//! stands. A side may win with it if some arrangement of these pieces on the board, with either side to move, is a win by an end of the
//! game, or leads to one by a move that changes the material, possibly through several others. What is known of a material is kept.
//!
//! All positions are looked at, whether or not play can lead to them. So a position that is called dead is dead; a blocked one with pawns
//! may be dead without being called so.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::outcome::Judge;
use super::{make, noisy_into};
use crate::board::isa::Portable;
use crate::board::{Bits, Square, U256};
use crate::model::pieces::{Piece, Royalty, Side, TypeId};
use crate::moves::List;
use crate::order;
use crate::state::{Board, State};
use crate::tables::plan::{Hook, Hooks, Station};
use crate::tables::{End, MOST_COMMON, Man, Sought, Tables, dead_of};

/// The maximum number of arrangements of a material; with more, a position counts as alive.
const MOST: u64 = 1 << 27;
/// The maximum number of arrangements of a material that are looked at move by move, in games where moves may do more than capture: enough
/// for one piece besides two royal ones on 64 squares.
const MOST_LOOKS: u32 = 1 << 18;

/// Returns `true` if neither side can win any more.
pub(crate) fn is_dead<B: Bits>(tables: &Tables<B>, state: &State<B>) -> bool {
    !can_win(tables, state, None)
}

/// Returns `true` if a side may still win, or either of them; also if that can't be told.
pub(crate) fn can_win<B: Bits>(tables: &Tables<B>, state: &State<B>, wanted: Option<Side>) -> bool {
    let Some(men) = material(tables, state, &mut Regions::new()) else { return true };
    if is_open(tables) {
        return true;
    }
    let question = (men, wanted);
    let known = tables.winnable.known(&question);
    known.unwrap_or_else(|| Search::new(tables, wanted).finds_from(question.0))
}

/// Returns `true` if more can come than the pieces that are there: walls, neutral pieces, drops that no hand counts, or bans that depend on
/// what has been noted.
fn is_open<B: Bits>(tables: &Tables<B>) -> bool {
    let rules = &tables.rules;
    tables.has_supply()
        || !tables.notes.is_empty()
        || rules.scope().has_walls_in_play()
        || rules.types.iter().any(|kind| kind.neutral)
}

/// Returns the material of a position; `None` if it has too many pieces, or walls and neutral pieces.
fn material<B: Bits>(tables: &Tables<B>, state: &State<B>, regions: &mut Regions) -> Option<Vec<Man>> {
    let rules = &tables.rules;
    let is_common = |kind: TypeId| !rules.types[usize::from(kind)].royal;
    let (mut men, mut common) = (Vec::new(), 0);
    let mut add = |kind: TypeId, side: Side, from: Option<Square>| {
        common += u32::from(is_common(kind));
        if common <= MOST_COMMON {
            let region = *regions.entry((kind, side, from)).or_insert_with(|| {
                let from = from.map_or(B::from_wide(rules.geometry.playable()), B::bit);
                region(tables, (kind, side), from).words()
            });
            men.push(Man { common: is_common(kind), kind, side, region });
        }
        common <= MOST_COMMON
    };
    if !state.nobodys().is_empty() {
        return None;
    }
    for square in state.occupied().squares() {
        let (kind, side) = state.at(square).get()?;
        if !add(kind, side, Some(square)) {
            return None;
        }
    }
    let kinds = tables.hand.map_or(0, |_| rules.types.len() as TypeId);
    let in_hand = |kind: TypeId, side: Side| tables.hand.map_or(0, |hand| hand.count(state, side, kind));
    for (kind, side) in (0..kinds).flat_map(|kind| Side::BOTH.map(|side| (kind, side))) {
        for _ in 0..in_hand(kind, side) {
            if !add(kind, side, None) {
                return None;
            }
        }
    }
    men.sort_unstable();
    Some(men)
}

/// The squares that pieces can ever come to: by type and side, from a square or from a hand.
type Regions = HashMap<(TypeId, Side, Option<Square>), [u64; 4]>;

/// Returns the squares that a piece can ever come to from some squares, these included.
fn region<B: Bits>(tables: &Tables<B>, (kind, side): (TypeId, Side), from: B) -> B {
    let table = &tables.kinds[side.index()][usize::from(kind)];
    let (mut region, mut new) = (from, from);
    while !new.is_empty() {
        let next = new.squares().fold(B::NONE, |set, square| set | table.ever_reaches(square));
        new = next & !region;
        region |= new;
    }
    region
}

/// A search for an arrangement that is won.
struct Search<'a, B> {
    tables: &'a Tables<B>,
    /// The side that is to win; `None` for either.
    wanted: Option<Side>,
    /// The ends by which a side wins, and how to look for them.
    ends: Vec<(&'a End<B>, Sought)>,
    /// The materials that moves have led to.
    next: Vec<Vec<Man>>,
    seen: HashSet<Vec<Man>>,
    regions: Regions,
    /// The arrangements that may still be looked at move by move.
    looks: u32,
    list: List,
}

impl<'a, B: Bits> Search<'a, B> {
    fn new(tables: &'a Tables<B>, wanted: Option<Side>) -> Self {
        let winning = tables.ends.iter().filter(|end| end.winner(Side::White).is_some());
        let ends = winning.map(|end| (end, end.condition.sought())).collect();
        Self {
            tables,
            wanted,
            ends,
            next: Vec::new(),
            seen: HashSet::new(),
            regions: Regions::new(),
            looks: MOST_LOOKS,
            list: List::default(),
        }
    }

    /// Returns `true` if some arrangement of a material is won, or of one that it may become. Keeps what is found.
    fn finds_from(mut self, men: Vec<Man>) -> bool {
        let found =
            self.ends.iter().any(|(_, sought)| *sought == Sought::Anything) || self.finds(men.clone());
        let wanted = self.wanted;
        match found {
            true => self.tables.winnable.keep([(men, wanted)].into_iter(), true),
            false => self.tables.winnable.keep(self.seen.into_iter().map(|men| (men, wanted)), false),
        }
        found
    }

    fn finds(&mut self, men: Vec<Man>) -> bool {
        self.reach(men);
        while let Some(men) = self.simplest() {
            match self.tables.winnable.known(&(men.clone(), self.wanted)) {
                Some(true) => return true,
                Some(false) => continue,
                None => {}
            }
            if !self.may_be_won(&men) {
                continue;
            }
            self.looks = MOST_LOOKS;
            if arrangements(&men) > MOST || self.arranges(&men) {
                self.tables.winnable.keep([(men, self.wanted)].into_iter(), true);
                return true;
            }
        }
        false
    }

    /// Returns `true` if all ends by which a side wins are checkmates.
    fn only_mates(&self) -> bool {
        let is_mate =
            |end: &End<B>| end.condition.needs_check() && end.winner(Side::White) == Some(Side::Black);
        self.ends.iter().all(|(end, _)| is_mate(end))
    }

    /// Returns `false` if nobody is there who can be mated, or who could mate, and there is no other way to win.
    fn may_be_won(&self, men: &[Man]) -> bool {
        !self.only_mates() || Side::BOTH.into_iter().any(|loser| may_be_mated(men, loser))
    }

    /// Takes the material that is looked at next: one without pieces that may promote, and with few arrangements.
    fn simplest(&mut self) -> Option<Vec<Man>> {
        let promoting = |men: &Vec<Man>| men.iter().filter(|man| self.becomes(man).next().is_some()).count();
        let simple = |at: &usize| (promoting(&self.next[*at]), arrangements(&self.next[*at]));
        let at = (0..self.next.len()).min_by_key(simple)?;
        Some(self.next.swap_remove(at))
    }

    /// What a man may become by promoting: types, and where they may stand.
    fn becomes<'m>(&'m self, man: &'m Man) -> impl Iterator<Item = Man> + 'm {
        let rules = &self.tables.rules;
        rules.becomes(man.kind).flat_map(move |way| {
            let zone = B::from_wide(way.zone[man.side.index()]);
            let kinds = way.to.iter().filter(move |_| zone.meets(set(man.region)));
            kinds.map(move |&kind| {
                let common = !rules.types[usize::from(kind)].royal;
                Man { common, kind, region: region(self.tables, (kind, man.side), zone).words(), ..*man }
            })
        })
    }

    /// Notes a material that is to be looked at, and what it may become by promotions and, in a game where these do nothing else, captures.
    fn reach(&mut self, men: Vec<Man>) {
        if !self.seen.insert(men.clone()) {
            return;
        }
        for (at, man) in men.iter().enumerate() {
            let mut rest = men.clone();
            rest.remove(at);
            let promoted: Vec<Man> = self.becomes(man).collect();
            for man in promoted {
                let mut men = rest.clone();
                men.push(man);
                men.sort_unstable();
                self.reach(men);
            }
            let takes = |other: &Man| {
                let table = &self.tables.kinds[other.side.index()][usize::from(other.kind)];
                let from: B = set(other.region);
                let reached = from.squares().fold(B::NONE, |all, square| all | table.may_take(square));
                other.side != man.side && reached.meets(set(man.region))
            };
            // a royal piece can be captured only where several share their royalty
            let shares = self.tables.rules.types[usize::from(man.kind)].royalty != Royalty::Each;
            if self.is_plain() && (man.common || shares) && men.iter().any(takes) {
                self.reach(rest);
            }
        }
        self.next.push(men);
    }

    /// Returns `true` if captures only remove what is captured.
    fn is_plain(&self) -> bool {
        self.tables.hooks.is_none() && self.tables.hand.is_none()
    }

    /// Looks at the arrangements of a material.
    fn arranges(&mut self, men: &[Man]) -> bool {
        let of = |side: Side| men.iter().filter(|man| man.common && man.side == side).count();
        let weaker = if of(Side::White) <= of(Side::Black) { Side::White } else { Side::Black };
        let victim = self.wanted.map_or(weaker, Side::other);
        if !(self.is_plain() && self.only_mates()) {
            return self.arranges_around(men, victim, false);
        }
        let wanted = self.wanted;
        let mut losers = Side::BOTH.into_iter().filter(|&loser| wanted.is_none_or(|wanted| wanted != loser));
        losers.any(|loser| may_be_mated(men, loser) && self.arranges_around(men, loser, true))
    }

    /// Looks at the arrangements in which a side may have lost. Most are near its royal piece, so that is placed first, in a corner to begin
    /// with, and the others from near it to far. If it can only be `mated`, arrangements in which it has a square to go to are left out.
    fn arranges_around(&mut self, men: &[Man], victim: Side, mated: bool) -> bool {
        let mut men = men.to_vec();
        men.sort_by_key(|man| (man.common, man.side != victim));
        let Some(first) = men.first().copied() else { return false };
        // with several royal pieces, one may be lost though another can move
        let alone = men.iter().filter(|man| !man.common && man.side == victim).count() == 1;
        let mut state = State::empty(&self.tables.layout);
        set::<B>(first.region).squares().any(|square| {
            let geometry = &self.tables.rules.geometry;
            let (file, rank) = (geometry.file(square), geometry.rank(square));
            let far = |other: &Square| {
                geometry.file(*other).abs_diff(file).max(geometry.rank(*other).abs_diff(rank))
            };
            let mut near: Vec<Square> =
                geometry.playable().squares().filter(|&other| other != square).collect();
            order::by_key(&mut near, far);
            let flights = if mated && alone { self.flights(first, square) } else { B::NONE };
            let around = Around { near, side: victim, royal: square, flights };
            state.put(square, Piece::new(first.kind, first.side));
            let won = self.place(&mut state, (&men, 1), &around, 0);
            state.put(square, Piece::EMPTY);
            won
        })
    }

    /// The square of a royal piece, and those it can go to whatever stands elsewhere; none if that depends.
    fn flights(&self, man: Man, square: Square) -> B {
        let table = &self.tables.kinds[man.side.index()][usize::from(man.kind)];
        let board = |enemy| Board { own: B::NONE, enemy, unmoved: B::NONE };
        let reach = |enemy| table.targets::<Portable>(square, board(enemy));
        let (empty, full) = (reach(B::NONE), reach(!B::bit(square)));
        let depends = empty != full || empty != table.ever_reaches(square) || !table.uncapturable.is_empty();
        if depends { B::NONE } else { empty | B::bit(square) }
    }

    /// The squares that a royal piece can go to, and its own, that no enemy piece on the board can ever attack.
    fn uncovered(&self, state: &State<B>, around: &Around<B>) -> B {
        let them = around.side.other();
        let attacks = |square: Square| self.attacks(state.at(square).kind(), them, square);
        let covered = state.side(them).squares().fold(B::NONE, |set, square| set | attacks(square));
        around.flights & !covered & !(state.side(around.side) & !B::bit(around.royal))
    }

    fn attacks(&self, kind: TypeId, side: Side, square: Square) -> B {
        self.tables.kinds[side.index()][usize::from(kind)].may_take(square)
    }

    /// Puts the pieces from one on where they may stand, in every way, until an arrangement is won. Pieces that are alike stand in one order,
    /// the next not before `from`.
    fn place(
        &mut self,
        state: &mut State<B>,
        (men, at): (&[Man], usize),
        around: &Around<B>,
        from: usize,
    ) -> bool {
        let Some(man) = men.get(at) else { return self.is_won(state) };
        let region: B = set(man.region);
        let alike = at > 1 && men[at - 1] == *man;
        let begin = if alike { from } else { 0 };
        let last = at + 1 == men.len() && !around.flights.is_empty();
        let open = if last { self.uncovered(state, around) } else { B::NONE };
        for (place, &square) in around.near.iter().enumerate().skip(begin) {
            if !region.has(square) || !state.at(square).is_empty() {
                continue;
            }
            let closes = match man.side == around.side {
                true => B::bit(square),
                false => self.attacks(man.kind, man.side, square),
            };
            if !(open & !closes).is_empty() {
                continue;
            }
            state.put(square, Piece::new(man.kind, man.side));
            let won = self.place(state, (men, at + 1), around, place + 1);
            state.put(square, Piece::EMPTY);
            if won {
                return true;
            }
        }
        false
    }

    /// Returns `true` if an arrangement is won, whoever is to move.
    fn is_won(&mut self, state: &mut State<B>) -> bool {
        if !self.is_plain() {
            // what can't be found out in time may be
            let Some(looks) = self.looks.checked_sub(1) else { return true };
            self.looks = looks;
        }
        let attacks = &self.tables.attacks;
        for side in Side::BOTH {
            state.side = side;
            if attacks.in_check(state, side.other()) {
                continue;
            }
            self.tables.settle(state);
            if self.ends_won(state) || !self.is_plain() && self.leads_on(state) {
                return true;
            }
        }
        false
    }

    /// Returns `true` if an end by which the wanted side wins holds, or may come of checks.
    fn ends_won(&self, state: &State<B>) -> bool {
        let judge = Judge::new(self.tables, state, None);
        let is_wanted = |winner: Side| self.wanted.is_none_or(|wanted| wanted == winner);
        self.ends.iter().any(|&(end, sought)| match sought {
            Sought::Here => judge.applies(end).is_some_and(|player| {
                end.winner(player).is_some_and(is_wanted) && self.is_first(&judge, end)
            }),
            _ => self.tables.attacks.in_check(state, state.side),
        })
    }

    /// Returns `true` if no other end but that of dead positions comes before one that applies.
    fn is_first(&self, judge: &Judge<'_, B>, end: &End<B>) -> bool {
        let before = self.tables.ends.iter().take_while(|other| other.name != end.name);
        let judged =
            |other: &&End<B>| other.condition.sought() == Sought::Here && dead_of(&other.condition).is_none();
        !before.filter(judged).any(|other| judge.applies(other).is_some())
    }

    /// Returns `true` if moves of a side that don't capture do nothing else than move.
    fn follows_captures_only(&self, us: Side) -> bool {
        let of_captures = |hook: &Arc<dyn Hook<B>>| hook.relevance().is_some_and(|of| of.captures);
        let plainly = |hooks: &Hooks<B>| {
            hooks.at(us, Station::List).is_empty() && hooks.at(us, Station::Follow).iter().all(of_captures)
        };
        self.tables.hooks.as_deref().is_none_or(plainly) && self.tables.attacks.jumpers(us).types().is_empty()
    }

    /// Looks at the moves that change the material, where these may do more than capture and promote. Returns `true` if one wins.
    fn leads_on(&mut self, state: &State<B>) -> bool {
        let attacks = &self.tables.attacks;
        let us = state.side;
        // where a quiet move leads is looked at by itself
        let quiet = self.follows_captures_only(us);
        let mut enemies = state.side(us.other()).squares();
        let in_reach = |square| attacks.attacked(state, square, us, state.occupied(), B::NONE);
        if quiet && !enemies.any(in_reach) {
            return false;
        }
        let mut list = std::mem::take(&mut self.list);
        noisy_into(self.tables, state, &mut list);
        let mut won = false;
        for &mv in
            list.moves.iter().filter(|mv| !quiet || self.tables.effect(state, &list.changes, **mv).takes())
        {
            let mut after = state.fresh_copy();
            make::<B, false>(self.tables, &mut after, mv, &list.changes);
            won = self.ends_won(&after);
            if won {
                break;
            }
            match material(self.tables, &after, &mut self.regions) {
                Some(men) => self.reach(men),
                None => won = true,
            }
        }
        self.list = list;
        won
    }
}

/// Where the pieces of a material are put around the first of them.
struct Around<B> {
    /// The other squares, from near to far.
    near: Vec<Square>,
    /// The side of the first, which may be mated, and its square.
    side: Side,
    royal: Square,
    /// Its square and those it can go to, if all of them have to be closed to it.
    flights: B,
}

/// Returns `true` if a side has a royal piece, and the other one a piece that may mate it.
fn may_be_mated(men: &[Man], loser: Side) -> bool {
    let has = |side: Side, common: bool| men.iter().any(|man| man.side == side && man.common == common);
    has(loser, false) && has(loser.other(), true)
}

fn set<B: Bits>(words: [u64; 4]) -> B {
    B::from_wide(U256::from_words(words))
}

/// The number of ways to put pieces on the board, pieces that are alike told apart.
fn arrangements(men: &[Man]) -> u64 {
    men.iter().fold(1u64, |all, man| all.saturating_mul(size(man)))
}

/// The number of squares of a man's region.
fn size(man: &Man) -> u64 {
    man.region.iter().map(|word| u64::from(word.count_ones())).sum()
}
