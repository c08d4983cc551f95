//! Moves of which it is not known beforehand whether they are legal: each is made and tested.

use super::make::{make, unmake};
use crate::board::Bits;
use crate::moves::{List, Move};
use crate::state::State;
use crate::tables::Tables;
use crate::tables::plan::Doubt;

/// Makes the moves whose effect on royal pieces is not known beforehand, among them those in doubt (of captures, those to `unknown` squares
/// and those of a piece that is not on the target), and keeps those that leave all of the mover's royal pieces on the board and safe. Where
/// the opponent loses the last royal piece, safety is not required.
#[inline(always)]
pub(super) fn verify<B: Bits>(
    tables: &Tables<B>,
    state: &State<B>,
    (doubt, unknown): (Doubt, B),
    list: &mut List,
) {
    if may_be_unsafe(tables, state, doubt) {
        let is_safe = |after: &State<B>| ends_safe(tables, state, after);
        look_at_each::<B, false>(tables, state, (doubt, unknown, false), is_safe, list);
    }
}

/// Returns `true` if some moves of a list must be made to see whether they are legal.
#[inline(always)]
pub(super) fn may_be_unsafe<B: Bits>(tables: &Tables<B>, state: &State<B>, doubt: Doubt) -> bool {
    let doubtful = doubt != Doubt::Nothing || tables.makers.have_doubtful();
    royals_arise(tables) || doubtful && tables.attacks.has_royals(state, state.side)
}

/// Returns `true` if pieces may become royal.
#[inline(always)]
fn royals_arise<B: Bits>(tables: &Tables<B>) -> bool {
    tables.hooks.as_ref().is_some_and(|hooks| hooks.royals_arise)
}

/// Returns `true` if the royal pieces of the side to move are safe after its turn, or the opponent has lost the last of its own.
pub(super) fn ends_safe<B: Bits>(tables: &Tables<B>, before: &State<B>, after: &State<B>) -> bool {
    let (us, attacks) = (before.side, &tables.attacks);
    let won = || attacks.has_royals(before, us.other()) && !attacks.has_royals(after, us.other());
    !attacks.in_check(after, us) || won()
}

/// Makes each of the doubtful moves, and keeps those that keep all royal pieces on the board, and after which the position `is_safe`; if
/// `one` will do, only the first of the list. `KEYED` says whether the keys of these positions are wanted.
#[inline(never)]
pub(super) fn look_at_each<B: Bits, const KEYED: bool>(
    tables: &Tables<B>,
    state: &State<B>,
    (doubt, unknown, one): (Doubt, B, bool),
    mut is_safe: impl FnMut(&State<B>) -> bool,
    list: &mut List,
) {
    let (us, royals_arise) = (state.side, royals_arise(tables));
    let becomes_royal = |mv: Move| {
        !mv.after.is_empty()
            && mv.after != state.at(mv.from)
            && tables.kinds[us.index()][usize::from(mv.after.kind())].royal
    };
    let List { moves, changes, .. } = list;
    let (mut scratch, mut found) = (None, false);
    moves.retain(|&mv| {
        let in_doubt = match doubt {
            Doubt::Nothing => false,
            Doubt::Captures => mv.takes() && (mv.take != mv.to || unknown.has(mv.to)),
            Doubt::All => true,
        };
        let doubtful = in_doubt || tables.makers.is_doubtful(mv) || royals_arise && becomes_royal(mv);
        let doubtful = doubtful && !tables.makers.is_exempt(mv);
        let mut is_legal = || {
            !doubtful || {
                let scratch = scratch.get_or_insert_with(|| state.scratch());
                let undo = make::<B, KEYED>(tables, scratch, mv, changes);
                let legal = tables.attacks.keeps_royals((state, scratch), us) && is_safe(scratch);
                unmake::<B, KEYED>(tables, scratch, mv, &undo);
                legal
            }
        };
        let kept = !(one && found) && is_legal();
        found |= kept;
        kept
    });
}
