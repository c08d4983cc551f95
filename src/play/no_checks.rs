//! The moves of a side that must not give check, found with masks.
//!
//! For each royal enemy piece, the squares from which a piece of a type would attack it are computed once. Pieces that may give discovered
//! check are tested move by move.

use smallvec::SmallVec;

use super::generate::{Held, pinned_moves, royal};
use crate::board::Bits;
use crate::board::isa::Isa;
use crate::moves::Sink;
use crate::state::{Board, State};
use crate::tables::Tables;
use crate::tables::plan::NoChecks;
use crate::walk::{CheckInfo, Notes};

/// Sends the moves of a side that gives no check.
#[inline(never)]
pub(super) fn quietly<B: Bits, S: Sink<B> + ?Sized, I: Isa>(
    tables: &Tables<B>,
    ban: &NoChecks<B>,
    state: &State<B>,
    (check_info, notes, held): (&CheckInfo<B>, &Notes<B>, Held<B>),
    sink: &mut S,
) {
    let us = state.side;
    let royals = tables.attacks.royals(state, us.other());
    let Forbidden { checks, openers } = Forbidden::of::<I>(tables, ban, state);
    let doubt_to = check_info.doubt_to | held.unknown;
    let own = state.side(us) & !held.frozen & !check_info.doubt_from;
    let open = check_info.check_mask & !held.barred & !doubt_to;
    let free = own & !check_info.pinned & !openers;
    let (kinds, groups) = (&tables.kinds[us.index()], &tables.groups[us.index()]);
    groups.each::<S, I>(kinds, state, (free, (open, &checks[..])), sink);
    // the others are handled one by one: pieces that are pinned, may open a line, are royal, or doubtful
    pinned_moves::<B, I>(tables, state, (check_info, notes), own, |from, mut targets| {
        let kind = &kinds[usize::from(state.at(from).kind())];
        targets &= open & !checks[usize::from(state.at(from).kind())] & !kind.barred_now(state, from);
        sink.moves(state, &kind.arrival, from, unopened(tables, state, (royals, openers), from, targets));
    });
    let king = check_info.king & own & !openers;
    if !king.is_empty() {
        let kind = usize::from(state.at(king.first()).kind());
        royal::<B, S, I>(tables, state, !held.barred & !doubt_to & !checks[kind], check_info, sink);
    }
    let is_royal = |kind: &&crate::moves::PieceTable<B>| kind.royal;
    let royals_left =
        kinds.iter().filter(is_royal).fold(B::NONE, |set, kind| set | state.like(kind.content)) & !king;
    let one_by_one = state.side(us) & !held.frozen & (openers | royals_left | check_info.doubt_from) | {
        if doubt_to.is_empty() { B::NONE } else { own }
    };
    let done = (free | own & check_info.pinned | king) & !royals_left;
    for from in one_by_one.squares() {
        let kind = &kinds[usize::from(state.at(from).kind())];
        let all = !held.barred & !checks[usize::from(state.at(from).kind())] & !kind.barred_now(state, from);
        let mut targets = kind.targets::<I>(from, state.board()) & all;
        if done.has(from) {
            targets &= doubt_to;
        }
        let enemies = state.side(us.other());
        let safe = |to: &u8| tables.attacks.safe_after(state, from, *to, B::bit(*to) & enemies);
        let targets = targets.squares().filter(safe).fold(B::NONE, |set, to| set | B::bit(to));
        sink.moves(state, &kind.arrival, from, unopened(tables, state, (royals, openers), from, targets));
    }
}

/// The squares and pieces that matter to a side that must not give check.
struct Forbidden<B> {
    /// By type: the squares where one of its pieces would give check.
    checks: SmallVec<[B; 12]>,
    /// Own pieces that may open a line of another by moving.
    openers: B,
}

impl<B: Bits> Forbidden<B> {
    fn of<I: Isa>(tables: &Tables<B>, ban: &NoChecks<B>, state: &State<B>) -> Self {
        let (us, occupied) = (state.side, state.occupied());
        let own = state.side(us);
        let kinds = &tables.kinds[us.index()];
        let mut found = Self { checks: SmallVec::from_elem(B::NONE, kinds.len()), openers: B::NONE };
        for royal in tables.attacks.royals(state, us.other()).squares() {
            for (kind, (table, checks)) in kinds.iter().zip(ban.from.iter().zip(&mut found.checks)) {
                if let Some(table) = table {
                    *checks |= table[royal];
                    continue;
                }
                let seen = |occupied| {
                    kind.targets::<I>(royal, Board { own: B::NONE, enemy: occupied, unmoved: B::NONE })
                };
                let near = seen(occupied);
                *checks |= near;
                let blockers = near & own;
                let riders = state.like(kind.content) & kind.may_take(royal);
                if !riders.is_empty()
                    && !blockers.is_empty()
                    && (seen(occupied & !blockers) & !near).meets(riders)
                {
                    found.openers |= blockers;
                }
            }
        }
        found
    }
}

/// Returns the targets to which a piece can move without opening a line of its side to one of the `royals`.
#[inline]
fn unopened<B: Bits>(
    tables: &Tables<B>,
    state: &State<B>,
    (royals, openers): (B, B),
    from: u8,
    targets: B,
) -> B {
    if !openers.has(from) {
        return targets;
    }
    let (us, gone) = (state.side, B::bit(from));
    let quiet = |to: &u8| {
        let occupied = state.occupied() & !gone | B::bit(*to);
        royals.squares().all(|royal| !tables.attacks.attacked(state, royal, us, occupied, gone))
    };
    targets.squares().filter(quiet).fold(B::NONE, |set, to| set | B::bit(to))
}
