//! The static evaluation of a position that is not decided.

use super::goals::Race;
use super::params::{EvalParams, TaperedScore};
use super::values::{TERMS, Term};
use crate::board::isa::{Isa, Job, dispatch};
use crate::board::{Bits, Square};
use crate::model::pieces::Side;
use crate::moves::{Effect, PieceTable};
use crate::state::{Board, State};
use crate::tables::Tables;

/// The margin beyond the window at which the expensive terms can't matter.
const LAZY: i32 = 320;

/// The additional margin in games with a race, whose value is larger than that of other terms.
const RACE_LAZY: i32 = 400;

/// The value of each move that a side lacks less to what wins, and the most moves that are told apart.
const AIM: u32 = 25;
const MOST_LACKING: u32 = 40;

/// The additional margin in games with such aims.
const AIM_LAZY: i32 = 600;

/// The value by the number of moves to a region that wins; beyond the table, each further move makes it a quarter less.
const RACE: [i32; 12] = [400, 300, 225, 169, 127, 95, 71, 53, 40, 30, 22, 17];

/// The penalty, in moves, if all ways to a region are guarded.
const GUARDED: usize = 4;

/// The balance of material and piece-square values, for White, updated incrementally.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct IncrementalScore {
    pub(super) sum: TaperedScore,
    pub(super) phase: i32,
}

impl IncrementalScore {
    /// Computes the balance from scratch.
    pub(super) fn of<B: Bits>(params: &EvalParams<B>, state: &State<B>) -> Self {
        let mut balance = Self::default();
        for square in state.occupied().squares() {
            let piece = state.at(square);
            balance.sum += params.place(piece, square);
            balance.phase += params.phase(piece);
        }
        balance
    }

    /// The balance after a move.
    #[inline(always)]
    pub(super) fn after<B: Bits>(self, params: &EvalParams<B>, effect: &Effect<'_, B>) -> Self {
        let mut balance = self;
        effect.each_change(|change| {
            balance.sum -= params.place(change.before, change.square);
            balance.sum += params.place(change.after, change.square);
            balance.phase += params.phase(change.after) - params.phase(change.before);
        });
        balance
    }
}

struct Terms<'a, B> {
    tables: &'a Tables<B>,
    params: &'a EvalParams<B>,
    state: &'a State<B>,
}

/// A ledger for the evaluation terms: their sum for playing, each separately for tuning.
pub(super) trait Ledger: Default {
    /// Adds a term's value for White, or against White if `sign` is negative.
    fn enter(&mut self, term: Term, pair: TaperedScore, sign: i32);
    /// Adds the mobility of the pieces of a type.
    fn enter_freedom(&mut self, id: usize, pair: TaperedScore, sign: i32);
}

impl Ledger for TaperedScore {
    #[inline(always)]
    fn enter(&mut self, _: Term, pair: TaperedScore, sign: i32) {
        *self += pair.times(sign);
    }
    #[inline(always)]
    fn enter_freedom(&mut self, _: usize, pair: TaperedScore, sign: i32) {
        *self += pair.times(sign);
    }
}

/// A ledger that keeps every evaluation term, and the mobility of every piece type, separately.
#[derive(Clone, Debug, Default)]
pub(super) struct Account {
    pub(super) terms: [TaperedScore; TERMS],
    pub(super) freedom: Vec<TaperedScore>,
}

impl Ledger for Account {
    fn enter(&mut self, term: Term, pair: TaperedScore, sign: i32) {
        self.terms[term as usize] += pair.times(sign);
    }
    fn enter_freedom(&mut self, id: usize, pair: TaperedScore, sign: i32) {
        let most = self.freedom.len().max(id + 1);
        self.freedom.resize(most, TaperedScore::default());
        self.freedom[id] += pair.times(sign);
    }
}

struct Entered<'a, B, L>(Terms<'a, B>, std::marker::PhantomData<L>);

impl<B: Bits, L: Ledger> Job for Entered<'_, B, L> {
    const NATIVE: bool = B::WIDTH <= 128;
    type Output = L;
    #[inline(always)]
    fn run<I: Isa>(self) -> L {
        let terms = self.0;
        let mut ledger = L::default();
        // written out, as closures would be compiled for the baseline processor
        let [white, black] = Side::BOTH;
        let promoter_attacks = [terms.promoter_attacks(white), terms.promoter_attacks(black)];
        let fields = [
            terms.pieces::<I, L>(white, promoter_attacks[1], &mut ledger),
            terms.pieces::<I, L>(black, promoter_attacks[0], &mut ledger),
        ];
        for side in Side::BOTH {
            let (us, them) = (side.index(), side.other().index());
            let guarded = promoter_attacks[us] | fields[us].attacks;
            let attacked = promoter_attacks[them] | fields[them].attacks;
            terms.clash::<L>(side, (guarded, attacked, fields[us].checks), &mut ledger);
            terms.promoters::<L>(side, promoter_attacks[us], promoter_attacks[them], &mut ledger);
            terms.pushes::<L>(side, (promoter_attacks[us], guarded, attacked), &mut ledger);
            if !terms.params.races.is_empty() {
                terms.races::<I, L>(side, attacked, &mut ledger);
            }
            if !terms.params.aims.is_empty() {
                terms.aims::<L>(side, &mut ledger);
            }
        }
        ledger
    }
}

/// The attacks of pieces that don't promote.
#[derive(Clone, Copy, Debug)]
struct Field<B> {
    /// The squares that they attack or guard.
    attacks: B,
    /// The squares from which they could give check.
    checks: B,
}

/// Returns the evaluation terms that are expensive to compute, for White.
#[inline(always)]
pub(super) fn terms<B: Bits, L: Ledger>(tables: &Tables<B>, params: &EvalParams<B>, state: &State<B>) -> L {
    dispatch(Entered(Terms { tables, params, state }, std::marker::PhantomData))
}

/// Returns 1 for White, -1 for Black.
#[inline(always)]
fn sign(side: Side) -> i32 {
    if side == Side::White { 1 } else { -1 }
}

impl<B: Bits> Terms<'_, B> {
    /// Returns a term's weight multiplied by a count.
    #[inline(always)]
    fn each(&self, term: Term, times: u32) -> TaperedScore {
        self.params.terms[term as usize].times(times as i32)
    }

    /// Returns the squares attacked by the promoting pieces of a side.
    #[inline(always)]
    fn promoter_attacks(&self, side: Side) -> B {
        let Some(&id) = self.params.promoters.first() else { return B::NONE };
        let (pieces, capture_targets) =
            (self.state.of(id, side) & !self.state.frozen, &self.params.capture_targets[side.index()]);
        pieces.squares().fold(B::NONE, |set, from| set | capture_targets[usize::from(from)])
    }

    /// Returns the squares around a side's royal piece.
    #[inline(always)]
    fn royal_ring(&self, side: Side) -> B {
        if !self.params.royal {
            return B::NONE;
        }
        let royals = self.tables.attacks.royals(self.state, side);
        if royals.is_empty() { B::NONE } else { self.params.royal_ring[usize::from(royals.first())] }
    }

    /// Enters the mobility and the threats of one side's pieces, except promoting ones. `risky` are the squares attacked by enemy promoting
    /// pieces.
    #[inline(always)]
    fn pieces<I: Isa, L: Ledger>(&self, side: Side, risky: B, ledger: &mut L) -> Field<B> {
        let (state, params) = (self.state, self.params);
        let (own, enemy) = (state.side(side), state.side(side.other()));
        // own pieces count as enemies, so that guarding counts like attacking
        let board = Board { own: B::NONE, enemy: own | enemy, unmoved: B::NONE };
        let ring = self.royal_ring(side.other());
        let royal = if params.royal { self.tables.attacks.royals(state, side.other()) } else { B::NONE };
        let (mut hits, mut hitters, mut prey, mut stuck) = (0, 0, 0, 0);
        let mut field = Field { attacks: B::NONE, checks: B::NONE };
        let kinds = &self.tables.kinds[side.index()];
        for (id, (kind, value)) in kinds.iter().zip(&params.types).enumerate() {
            if value.royal || value.promotes {
                continue;
            }
            let more_valuable =
                value.more_valuable.iter().fold(B::NONE, |pieces, &id| pieces | state.pieces(id)) & enemy;
            let (mut free, mut mine) = (0, B::NONE);
            for from in (state.like(kind.content) & !state.frozen).squares() {
                let targets = kind.targets::<I>(from, board);
                mine |= targets;
                let targets = targets & !own;
                prey += (targets & more_valuable).count();
                let safe = (targets & !risky).count() as i32;
                free += safe;
                stuck += u32::from(safe <= 1);
                let hit = (targets & ring).count() as i32;
                hits += hit * (value.material + 150);
                hitters += i32::from(hit > 0);
            }
            field.attacks |= mine;
            if !royal.is_empty() && !mine.is_empty() {
                // a piece of the type attacks from the squares that one of the other side would attack from here
                let back = self.tables.kinds[side.other().index()][id].targets::<I>(royal.first(), board);
                field.checks |= back & mine & !own;
            }
            let TaperedScore { mid, end } = value.freedom.times(free);
            ledger.enter_freedom(id, TaperedScore { mid: mid / 64, end: end / 64 }, sign(side));
        }
        ledger.enter(Term::Prey, self.each(Term::Prey, prey), sign(side));
        let pressure = params.percent(Term::Pressure, (hits / 100 * hitters * 2).min(450));
        ledger.enter(Term::Pressure, pressure, sign(side));
        ledger.enter(Term::Stuck, self.each(Term::Stuck, stuck), sign(side));
        field
    }

    /// Enters the terms that depend on the attacks of both sides: the squares that one side guards, those that the other attacks, and those
    /// from which its pieces could give check.
    #[inline(always)]
    fn clash<L: Ledger>(&self, side: Side, (guarded, attacked, checks): (B, B, B), ledger: &mut L) {
        let (state, params) = (self.state, self.params);
        let own = state.side(side);
        let mut enter =
            |term: Term, pieces: B| ledger.enter(term, self.each(term, pieces.count()), sign(side));
        let (ring, facing) = (self.royal_ring(side), self.royal_ring(side.other()));
        let promoters = params.promoters.first().map_or(B::NONE, |&id| state.of(id, side));
        let royals = if params.royal { self.tables.attacks.royals(state, side) } else { B::NONE };
        let loose = own & attacked & !(guarded | ring) & !royals;
        enter(Term::Loose, loose & !promoters);
        enter(Term::Stray, loose & promoters);
        enter(Term::Held, guarded & !attacked);
        enter(Term::Breach, facing & guarded & !attacked);
        // where checks are counted, the last one need not be safe
        let (checks, share) = match params.checks_left(state, side) {
            Some(1) => (checks, 12),
            Some(2) => (checks & !attacked, 5),
            Some(3) => (checks & !attacked, 2),
            _ => (checks & !attacked, 1),
        };
        ledger.enter(Term::Checks, self.each(Term::Checks, share * checks.count()), sign(side));
        if !royals.is_empty() {
            let guards = (ring & own).count().min(6);
            ledger.enter(Term::Shelter, self.each(Term::Shelter, guards), sign(side));
        }
    }

    /// Enters the term for the pieces that one side's promoting pieces could attack by a safe move.
    #[inline(always)]
    fn pushes<L: Ledger>(
        &self,
        side: Side,
        (promoter_attacks, guarded, attacked): (B, B, B),
        ledger: &mut L,
    ) {
        let (state, params) = (self.state, self.params);
        let Some(&id) = params.promoters.first() else { return };
        let (quiet_targets, capture_targets) =
            (&params.quiet_targets[side.index()], &params.capture_targets[side.index()]);
        let pieces = state.of(id, side) & !state.frozen;
        let to = pieces.squares().fold(B::NONE, |set, from| set | quiet_targets[usize::from(from)]);
        let safe = to & !state.occupied() & (guarded | !attacked);
        let hit = safe.squares().fold(B::NONE, |set, from| set | capture_targets[usize::from(from)]);
        let prey = state.side(side.other()) & !state.of(id, side.other()) & hit & !promoter_attacks;
        ledger.enter(Term::Push, self.each(Term::Push, prey.count()), sign(side));
    }

    /// Enters the structure of one side's promoting pieces: `promoter_attacks` are the squares they attack, `risky` those the enemy's do.
    #[inline(always)]
    fn promoters<L: Ledger>(&self, side: Side, promoter_attacks: B, risky: B, ledger: &mut L) {
        let (state, params) = (self.state, self.params);
        let Some(&id) = params.promoters.first() else { return };
        let royals = if params.royal { self.tables.attacks.royals(state, side) } else { B::NONE };
        let (like, rivals) = (state.of(id, side), state.of(id, side.other()));
        let strong = state.side(side) & !like & !royals;
        let mut enter = |term: Term, times: u32| ledger.enter(term, self.each(term, times), sign(side));
        enter(Term::Chained, (like & promoter_attacks).count());
        enter(Term::Guarded, (strong & promoter_attacks).count());
        enter(Term::Threatened, (strong & risky).count());
        let index = side.index();
        let (stoppers, guardians, ways) =
            (&params.stoppers[index], &params.guardians[index], &params.ways[index]);
        let (mut abreast, mut lone, mut doubled, mut free) = (0, 0, 0, TaperedScore::default());
        for from in (like & !state.frozen).squares() {
            let at = usize::from(from);
            abreast += u32::from(params.beside[at].meets(like));
            lone += u32::from(!guardians[at].meets(like));
            doubled += u32::from(ways[at].meets(like));
            if !stoppers[at].meets(rivals) {
                free += params.free[index][at];
            }
        }
        enter(Term::Abreast, abreast);
        enter(Term::Lone, lone);
        enter(Term::Doubled, doubled);
        ledger.enter(Term::Unstopped, free, sign(side));
    }
}

impl<B: Bits> Terms<'_, B> {
    /// Enters the moves that one side lacks to the nearest of its aims.
    #[inline(never)]
    fn aims<L: Ledger>(&self, side: Side, ledger: &mut L) {
        let lacks = self.params.aims.iter().filter_map(|aim| aim.lack(self.state, side));
        let Some(lack) = lacks.min() else { return };
        let value = AIM * (MOST_LACKING - lack.min(MOST_LACKING));
        ledger.enter(Term::Aim, self.params.percent(Term::Aim, value as i32), sign(side));
    }

    /// Enters the race of one side to the regions that win for it. `attacked` are the squares that the enemy attacks, except by jumping.
    fn races<I: Isa, L: Ledger>(&self, side: Side, attacked: B, ledger: &mut L) {
        let moves =
            self.params.races.iter().filter_map(|race| self.moves_to_win::<I>(race, side, attacked)).min();
        let Some(moves) = moves else { return };
        let to_move = usize::from(self.state.side != side);
        let value = RACE.get(moves + to_move - 1).copied().unwrap_or(0);
        ledger.enter(Term::Race, self.params.percent(Term::Race, value), sign(side));
    }

    /// Returns the least number of moves in which one of a side's pieces reaches a region past what stands on the board: by unattacked
    /// squares, or with a penalty by any squares; `None` if it has no such piece, or no way.
    fn moves_to_win<I: Isa>(&self, race: &Race<B>, side: Side, attacked: B) -> Option<usize> {
        let (state, region) = (self.state, race.region[side.index()]);
        let kinds = race.types.iter().map(|&id| &self.tables.kinds[side.index()][usize::from(id)]);
        let best = |guarded: bool| {
            let from = |kind: &PieceTable<B>| {
                let mut edge = state.like(kind.content) & !state.frozen;
                let mut seen = edge;
                let board =
                    Board { own: state.side(side), enemy: state.side(side.other()), unmoved: B::NONE };
                for moves in 1..=RACE.len() {
                    let next = edge.squares().fold(B::NONE, |to, from| to | kind.targets::<I>(from, board));
                    edge = next & !seen & !(state.occupied() & !region);
                    if guarded {
                        edge = edge & region | self.unattacked(edge & !attacked & !region, side.other());
                    }
                    if edge.meets(region) {
                        return Some(moves);
                    }
                    if edge.is_empty() {
                        return None;
                    }
                    seen |= edge;
                }
                None
            };
            kinds.clone().filter_map(from).min()
        };
        best(true).or_else(|| best(false).map(|moves| moves + GUARDED))
    }

    /// Returns the squares, among some empty ones, where no piece of a side could capture by jumping.
    fn unattacked(&self, squares: B, by: Side) -> B {
        let (state, jumpers) = (self.state, self.tables.attacks.jumpers(by));
        let attacked = |at: Square| {
            jumpers.types().iter().any(|(id, jumps)| {
                let mut pieces = state.of(*id, by).squares();
                pieces.any(|from| jumps.can_capture(from, at, state.occupied()))
            })
        };
        if jumpers.types().is_empty() {
            return squares;
        }
        squares.squares().filter(|at| !attacked(*at)).fold(B::NONE, |free, at| free | B::bit(at))
    }
}

/// Returns the value of a position for the side to move; only a bound when far outside the window. `dear` computes the expensive terms,
/// where they matter.
pub(super) fn evaluate<B: Bits>(
    (tables, params): (&Tables<B>, &EvalParams<B>),
    state: &State<B>,
    balance: IncrementalScore,
    (alpha, beta): (i32, i32),
    idle: u32,
    dear: impl FnOnce() -> TaperedScore,
) -> i32 {
    let sign = if state.side == Side::White { 1 } else { -1 };
    let held = params.in_hand(state);
    let mut balance = balance;
    balance.sum += held.sum;
    balance.phase += held.phase;
    let phase = balance.phase.clamp(0, params.full_phase);
    let taper =
        |pair: TaperedScore| (pair.mid * phase + pair.end * (params.full_phase - phase)) / params.full_phase;
    let mut sum = balance.sum;
    sum += params.terms[Term::Tempo as usize].times(sign);
    sum += params.given(state);
    let rough = sign * taper(sum);
    let mut margin = if params.races.is_empty() { LAZY } else { LAZY + RACE_LAZY };
    if !params.aims.is_empty() {
        margin += AIM_LAZY;
    }
    if rough + margin > alpha && rough - margin < beta {
        sum += dear();
    }
    let mut value = taper(sum);
    value += mop_up(tables, params, state, balance, value);
    if !params.races.is_empty() {
        // with fewer pieces left to guard the region, being ahead is worth more: the side that is ahead should exchange
        value += value * (params.full_phase - phase) / (2 * params.full_phase);
    }
    if let Some(limit) = params.idle.filter(|limit| idle * 2 > *limit) {
        value = value * (limit.saturating_sub(idle) as i32) * 2 / limit as i32;
    }
    sign * value
}

/// Returns the mop-up bonus: the side that is far ahead near the end drives the other's royal piece to the edge and comes near, or captures
/// its last pieces.
#[inline(always)]
pub(super) fn mop_up<B: Bits>(
    tables: &Tables<B>,
    params: &EvalParams<B>,
    state: &State<B>,
    balance: IncrementalScore,
    value: i32,
) -> i32 {
    if value.abs() < 250 || balance.phase * 2 > params.full_phase {
        return 0;
    }
    let (hunter, sign) = if value > 0 { (Side::White, 1) } else { (Side::Black, -1) };
    let mut more = 0;
    if let Some(bare) = params.bare {
        let left = state.side(hunter.other()).count().saturating_sub(bare);
        more += 120 / (1 + left as i32);
    }
    if params.royal {
        let [ours, theirs] = [hunter, hunter.other()].map(|side| tables.attacks.royals(state, side));
        if !ours.is_empty() && !theirs.is_empty() {
            let place = |square: u8| (i32::from(square) % params.files, i32::from(square) / params.files);
            let ((x, y), (u, v)) = (place(ours.first()), place(theirs.first()));
            more += 6 * (14 - (x - u).abs().max((y - v).abs()) - ((x - u).abs() + (y - v).abs()) / 2);
            more += 2 * sign * params.place(state.at(theirs.first()), theirs.first()).end;
        }
    }
    sign * more
}
