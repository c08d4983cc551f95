//! Whether there is a legal move at all.

use std::cell::Cell;

use super::bans;
use super::count::{Any, Via};
use super::generate::{Ordinary, concerned, listed_unbanned, listed_within, unverified};
use super::rest::Rest;
use crate::board::Bits;
use crate::board::isa::{Isa, Job, dispatch};
use crate::moves::List;
use crate::state::State;
use crate::tables::Tables;
use crate::tables::plan::Hooks;

/// A job that tests whether there is a legal move, or one that is legal but for bans on checkmate and stalemate.
pub(super) struct AnyJob<'a, B> {
    pub(super) tables: &'a Tables<B>,
    pub(super) state: &'a State<B>,
    /// True if all bans matter; if not, those on checkmate and stalemate don't.
    pub(super) bans: bool,
    pub(super) rest: &'a mut Rest,
}

impl<B: Bits> Job for AnyJob<'_, B> {
    const NATIVE: bool = B::WIDTH <= 128;
    type Output = bool;
    #[inline(always)]
    fn run<I: Isa>(self) -> bool {
        let Self { tables, state, bans, rest } = self;
        if let Some(hooks) = concerned(tables, state) {
            return any_listed::<B, I>(tables, hooks, state, (bans, rest));
        }
        let mut any = Any::default();
        I::run(Ordinary { tables, state, unknown: B::NONE, sink: &mut Via(&mut any) });
        any.0
    }
}

/// Returns `true` if there is a legal move where hooks affect moves, or one that is legal but for some bans, see [`AnyJob`].
#[inline(never)]
fn any_listed<B: Bits, I: Isa>(
    tables: &Tables<B>,
    hooks: &Hooks<B>,
    state: &State<B>,
    (bans, rest): (bool, &mut Rest),
) -> bool {
    with_list(|list| {
        if may_begin::<B, I>(tables, hooks, state, (&mut *list, bans, rest)) {
            return true;
        }
        list.clear();
        match bans {
            true => listed_within::<B, I>(tables, hooks, state, (&mut *list, rest)),
            false => {
                listed_unbanned::<B, I>(tables, hooks, state, (&mut *list, rest));
                bans::forbid_outright(tables, hooks, state, list);
            }
        }
        !list.moves.is_empty() || list.full.is_some()
    })
}

/// Calls a function with an empty list, whose memory is kept from call to call: drops that may give checkmate ask for many.
fn with_list<R>(ask: impl FnOnce(&mut List) -> R) -> R {
    thread_local! {
        static KEPT: Cell<List> = const { Cell::new(List::EMPTY) };
    }
    let mut list = KEPT.take();
    (list.full, list.tried) = (None, 0);
    list.clear();
    let answer = ask(&mut list);
    KEPT.set(list);
    answer
}

/// Returns `true` if safety is deferred and a first legal move is found without trying all others.
///
/// What bans forbid and duties leave of all moves is legal if it is safe: a duty keeps no fewer of the legal moves than of all.
#[inline(never)]
fn may_begin<B: Bits, I: Isa>(
    tables: &Tables<B>,
    hooks: &Hooks<B>,
    state: &State<B>,
    (list, bans, rest): (&mut List, bool, &mut Rest),
) -> bool {
    let defers = hooks.order.as_ref().is_some_and(|order| order.defers_safety(state));
    if !defers || hooks.only_lists[state.side.index()] {
        return false;
    }
    let Some(unverified) = unverified::<B, I>(tables, hooks, state, list) else { return false };
    match bans {
        true => {
            bans::forbid(tables, hooks, state, (list, 0));
            hooks.narrow(&tables.view(state), list);
        }
        false => bans::forbid_outright(tables, hooks, state, list),
    }
    unverified.verify(tables, state, (list, rest), true);
    !list.moves.is_empty()
}

/// Returns `true` if there is a move that is legal but for bans on checkmate and stalemate: used by these.
pub(super) fn any_reply<B: Bits>(tables: &Tables<B>, state: &State<B>) -> bool {
    dispatch(AnyJob { tables, state, bans: false, rest: &mut Rest::unbanned() })
}

/// Returns `true` if there is a legal move, ends by rule aside.
pub(crate) fn any_legal<B: Bits>(tables: &Tables<B>, state: &State<B>) -> bool {
    dispatch(AnyJob { tables, state, bans: true, rest: &mut Rest::default() })
}
