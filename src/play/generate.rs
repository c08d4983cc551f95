//! Generating legal moves.

use super::bans;
use super::count::Count;
use super::doubtful::{ends_safe, look_at_each, may_be_unsafe, verify};
use super::make::{make, unmake};
use super::no_checks;
use super::rest::Rest;
#[cfg(feature = "verify")]
use crate::board::isa::Portable;
use crate::board::isa::{Isa, Job, dispatch};
use crate::board::{Bits, Square};
use crate::moves::{List, Move, Safety, Sink};
use crate::order;
use crate::state::State;
use crate::tables::Tables;
use crate::tables::plan::{Doubt, Hooks, Road};
use crate::walk::{CheckInfo, Guarded, Notes};

/// Sends every ordinary move of one piece that leaves every royal piece safe; those to `unknown` squares are in doubt, as in [`Held`].
/// `PLAIN` says that the game is known to have no special rules.
///
/// This function and the stages below are inlined for the sake of [`Isa`], and are large: for each kind of sink, callers use the one job
/// for it, such as [`Ordinary`]. WebAssembly has only one instruction set; there, all jobs with the same sink share the stages.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn ordinary<B: Bits, S: Sink<B>, I: Isa, const PLAIN: bool>(
    tables: &Tables<B>,
    state: &State<B>,
    unknown: B,
    sink: &mut S,
) {
    match tables.attacks.guarded(state) {
        Some(guarded) => minded::<B, S, I, PLAIN>(tables, state, (&guarded, unknown), sink),
        None => sink.lend(|sink| I::run(Unguarded { tables, state, unknown, sink })),
    }
}

/// Sends the ordinary moves where there is exactly one royal piece to protect.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn minded<B: Bits, S: Sink<B>, I: Isa, const PLAIN: bool>(
    tables: &Tables<B>,
    state: &State<B>,
    (guarded, unknown): (&Guarded<'_, B>, B),
    sink: &mut S,
) {
    let mut notes = Notes::default();
    let check_info = tables.attacks.scan(state, guarded, &mut notes);
    let held = Held { unknown, ..held::<B, PLAIN>(tables, state) };
    moves::<B, S, I, PLAIN>(tables, state, &check_info, (&notes, held), sink);
}

/// The restrictions on pieces besides the danger to royal ones.
#[derive(Clone, Copy)]
pub(super) struct Held<B> {
    /// The squares no piece may move to.
    pub(super) barred: B,
    /// The pieces that may not move.
    pub(super) frozen: B,
    /// The squares where the effect of arriving is not known beforehand: moves to them are sent whether they leave royal pieces safe or
    /// not, and made and tested afterwards.
    pub(super) unknown: B,
}

/// Returns the restrictions on pieces, with nothing unknown.
#[inline(always)]
fn held<B: Bits, const PLAIN: bool>(tables: &Tables<B>, state: &State<B>) -> Held<B> {
    match &tables.hooks {
        Some(hooks) if !PLAIN => {
            Held { barred: hooks.barred(&tables.attacks, state), frozen: state.frozen, unknown: B::NONE }
        }
        _ => Held { barred: B::NONE, frozen: B::NONE, unknown: B::NONE },
    }
}

/// A job that sends the ordinary moves where there is not exactly one royal piece, or where threats to it are not found in one pass.
struct Unguarded<'a, B, S> {
    tables: &'a Tables<B>,
    state: &'a State<B>,
    /// As in [`Held`].
    unknown: B,
    sink: &'a mut S,
}

impl<B: Bits, S: Sink<B>> Job for Unguarded<'_, B, S> {
    const NATIVE: bool = B::WIDTH <= 128;
    type Output = ();
    #[inline(always)]
    fn run<I: Isa>(self) {
        let Self { tables, state, unknown, sink } = self;
        let mut notes = Notes::default();
        let check_info = tables.attacks.check_info(state, &mut notes);
        let held = Held { unknown, ..held::<B, false>(tables, state) };
        moves::<B, S, I, false>(tables, state, &check_info, (&notes, held), sink);
    }
}

/// Sends the moves that leave the only royal piece safe, if there is one, and the moves of features.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn moves<B: Bits, S: Sink<B>, I: Isa, const PLAIN: bool>(
    tables: &Tables<B>,
    state: &State<B>,
    check_info: &CheckInfo<B>,
    (notes, held): (&Notes<B>, Held<B>),
    sink: &mut S,
) {
    let (board, us) = (state.board(), state.side);
    let (kinds, groups) = (&tables.kinds[us.index()], &tables.groups[us.index()]);
    // doubtful moves are sent at the end
    let doubt_to = check_info.doubt_to | held.unknown;
    if let (false, Some(ban)) = (PLAIN, tables.no_checks[us.index()].as_deref()) {
        // one for all sinks but that which counts
        return no_checks::quietly::<B, dyn Sink<B> + '_, I>(
            tables,
            ban,
            state,
            (check_info, notes, held),
            sink,
        );
    }
    let own = state.side(us) & !held.frozen & !check_info.doubt_from;
    let open = check_info.check_mask & !held.barred & !doubt_to;
    groups.each::<S, I>(kinds, state, (own & !check_info.pinned, open), sink);
    let (mut pinned, mut done) = (own & check_info.pinned, 0);
    while !pinned.is_empty() {
        let (from, line) = tables.attacks.pin(state, pinned, notes, done);
        let kind = &kinds[usize::from(state.at(from).kind())];
        let within = kind.within(from, board, line & open);
        if !within.is_empty() {
            let targets = kind.targets::<I>(from, board) & within & !kind.barred_now(state, from);
            sink.moves(state, &kind.arrival, from, targets);
        }
        pinned &= !B::bit(from);
        done += 1;
    }
    if sink.is_full() {
        return;
    }
    let mut attacked_squares = None;
    if check_info.king.meets(own) {
        attacked_squares = royal::<B, S, I>(tables, state, !held.barred & !doubt_to, check_info, sink);
    }
    if !(check_info.doubt_from | doubt_to).is_empty() {
        // by value, so that the constraints need not be kept in memory if nothing is doubtful
        doubtful::<B, I>(tables, state, (check_info.doubt_from, doubt_to), held, sink);
    }
    if tables.generates(state) {
        let captures_are_doubtful = !held.unknown.is_empty();
        let all_are_doubtful = (!held.unknown).is_empty();
        let (check_info, barred) = (*check_info, held.barred);
        let safety = Safety { check_info, attacked_squares, barred, captures_are_doubtful, all_are_doubtful };
        sink.lend(|sink| I::run(Beside { tables, state, safety: &safety, sink }));
    }
}

/// Counts the moves of a side that must not give check, where masks tell which moves do; `None` if there is not exactly one royal piece to
/// protect.
#[inline(always)]
pub(super) fn count_quietly<B: Bits, I: Isa>(tables: &Tables<B>, state: &State<B>) -> Option<u64> {
    let ban = tables.no_checks[state.side.index()].as_deref()?;
    let (guarded, mut notes) = (tables.attacks.guarded(state)?, Notes::default());
    let check_info = tables.attacks.scan(state, &guarded, &mut notes);
    let (held, mut count) = (held::<B, false>(tables, state), Count::default());
    no_checks::quietly::<B, Count, I>(tables, ban, state, (&check_info, &notes, held), &mut count);
    Some(count.0)
}

/// Calls `each` with every pinned piece in `own` and its targets along the lines that pin it.
pub(super) fn pinned_moves<B: Bits, I: Isa>(
    tables: &Tables<B>,
    state: &State<B>,
    (check_info, notes): (&CheckInfo<B>, &Notes<B>),
    own: B,
    mut each: impl FnMut(Square, B),
) {
    let (mut pinned, mut done) = (own & check_info.pinned, 0);
    while !pinned.is_empty() {
        let (from, line) = tables.attacks.pin(state, pinned, notes, done);
        let kind = &tables.kinds[state.side.index()][usize::from(state.at(from).kind())];
        each(from, kind.targets::<I>(from, state.board()) & line);
        pinned &= !B::bit(from);
        done += 1;
    }
}

/// A job that sends the moves that don't come from the movements of pieces.
struct Beside<'a, B, S> {
    tables: &'a Tables<B>,
    state: &'a State<B>,
    /// By reference: a copy would read as vectors what has just been written word by word, which is slow.
    safety: &'a Safety<B>,
    sink: &'a mut S,
}

impl<B: Bits, S: Sink<B>> Job for Beside<'_, B, S> {
    const NATIVE: bool = B::WIDTH <= 128;
    type Output = ();
    #[inline(always)]
    fn run<I: Isa>(self) {
        self.tables.generate::<S, I>(self.state, self.safety, self.sink);
    }
}

/// Sends the moves of the only royal piece: it must not move to an attacked square. A captured piece blocks no attack on the square where
/// it stood. Returns the attacked squares around the royal piece, if they had to be computed.
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
pub(super) fn royal<B: Bits, S: Sink<B> + ?Sized, I: Isa>(
    tables: &Tables<B>,
    state: &State<B>,
    open: B,
    check_info: &CheckInfo<B>,
    sink: &mut S,
) -> Option<B> {
    let (us, king) = (state.side, check_info.king.first());
    let kind = &tables.kinds[us.index()][usize::from(state.at(king).kind())];
    let targets = kind.targets::<I>(king, state.board()) & open & !kind.barred_now(state, king);
    if targets.is_empty() {
        return None;
    }
    let (them, attacks) = (us.other(), &tables.attacks);
    let lifted = state.occupied() & !check_info.king;
    let near = attacks.attacked_near::<I>(state, them, check_info, lifted);
    let attacked_squares = match near {
        Some(near) => near,
        None => {
            let attacked = |to: &Square| attacks.attacked(state, *to, them, lifted, B::bit(*to));
            targets.squares().filter(attacked).fold(B::NONE, |set, to| set | B::bit(to))
        }
    };
    sink.moves(state, &kind.arrival, king, targets & !attacked_squares);
    near
}

/// Sends the doubtful moves that leave every royal piece safe, each tested individually.
#[inline(never)]
fn doubtful<B: Bits, I: Isa>(
    tables: &Tables<B>,
    state: &State<B>,
    (doubt_from, doubt_to): (B, B),
    held: Held<B>,
    sink: &mut dyn Sink<B>,
) {
    let board = state.board();
    let minds_pieces = tables.attacks.minds_pieces(state.side.other());
    for kind in &tables.kinds[state.side.index()] {
        for from in (state.like(kind.content) & !held.frozen).squares() {
            let open = !(held.barred | kind.barred_now(state, from));
            let ends = if doubt_from.has(from) { open } else { open & doubt_to };
            let targets = kind.targets::<I>(from, board) & ends;
            let mut kept = targets & held.unknown;
            // what the piece becomes may decide
            let becoming = if minds_pieces { targets & kind.arrival.asked & !held.unknown } else { B::NONE };
            for to in becoming.squares() {
                let taken = B::bit(to) & board.enemy;
                let take = if taken.is_empty() { from } else { to };
                kind.arrival.after(state, (from, to), |after| {
                    if tables.attacks.safe_as(state, (from, to), taken, after) {
                        sink.whole(Move::plain(from, to, take, after));
                    }
                });
            }
            for to in (targets & !held.unknown & !becoming).squares() {
                if tables.attacks.safe_after(state, from, to, B::bit(to) & board.enemy) {
                    kept |= B::bit(to);
                }
            }
            sink.moves(state, &kind.arrival, from, kept);
        }
    }
}

/// Returns the hooks of a game, if they affect this position's moves.
#[inline(always)]
pub(super) fn concerned<'a, B: Bits>(tables: &'a Tables<B>, state: &State<B>) -> Option<&'a Hooks<B>> {
    match &tables.hooks {
        Some(hooks) if hooks.concern(&tables.attacks, state) => Some(hooks),
        _ => None,
    }
}

/// Adds the legal moves of a position to an empty list, stage by stage, where hooks affect them.
#[inline(never)]
pub(super) fn listed<B: Bits, I: Isa>(
    tables: &Tables<B>,
    hooks: &Hooks<B>,
    state: &State<B>,
    list: &mut List,
) {
    let mut rest = Rest::default();
    listed_within::<B, I>(tables, hooks, state, (list, &mut rest));
    rest.tell(list);
}

/// The same within a turn of which something is known.
#[inline(always)]
pub(super) fn listed_within<B: Bits, I: Isa>(
    tables: &Tables<B>,
    hooks: &Hooks<B>,
    state: &State<B>,
    (list, rest): (&mut List, &mut Rest),
) {
    let view = tables.view(state);
    if hooks.only_lists[state.side.index()] {
        hooks.list(&view, hooks.barred(&tables.attacks, state), list);
        let jumps = !list.moves.is_empty() && hooks.only_jumps();
        if !jumps {
            ordinary_beside::<B, I>(tables, state, B::NONE, list);
        }
        verify(tables, state, (Doubt::Nothing, B::NONE), list);
        if !jumps || hooks.narrows_captures[state.side.index()] {
            hooks.narrow(&view, list);
        }
        return;
    }
    if hooks.roads[state.side.index()] == Road::DropsFirst {
        bans::drops_only(tables, state, list);
        bans::forbid(tables, hooks, state, (list, 0));
        if !list.moves.is_empty() {
            return;
        }
    }
    listed_unbanned::<B, I>(tables, hooks, state, (list, rest));
    bans::forbid(tables, hooks, state, (list, 0));
    hooks.narrow(&view, list);
    announce(tables, hooks, state, list);
    let first = list.moves.len();
    hooks.decline(&view, list);
    bans::forbid(tables, hooks, state, (list, first));
    bans::oblige(tables, hooks, state, list);
}

/// Adds the moves that are legal but for bans and duties.
#[inline(never)]
pub(super) fn listed_unbanned<B: Bits, I: Isa>(
    tables: &Tables<B>,
    hooks: &Hooks<B>,
    state: &State<B>,
    (list, rest): (&mut List, &mut Rest),
) {
    let Some(unverified) = unverified::<B, I>(tables, hooks, state, list) else { return };
    unverified.verify(tables, state, (list, rest), false);
    if !unverified.puts {
        hooks.accompany(tables, &tables.view(state), list);
    }
}

/// What must still be found out about the moves of a list.
#[derive(Clone, Copy)]
pub(super) struct Unverified<B> {
    /// The moves in doubt, as for [`verify`].
    doubt: Doubt,
    unknown: B,
    /// True if royal pieces need not be safe after such a move, if a later one of the turn makes them so.
    defers: bool,
    /// True if the moves only put something on the board.
    puts: bool,
}

impl<B: Bits> Unverified<B> {
    /// Keeps the moves that are legal but for bans and duties; only the first of them if `one` will do.
    #[inline(always)]
    pub(super) fn verify(
        self,
        tables: &Tables<B>,
        state: &State<B>,
        (list, rest): (&mut List, &mut Rest),
        one: bool,
    ) {
        match self.defers {
            false => verify(tables, state, (self.doubt, self.unknown), list),
            true if may_be_unsafe(tables, state, self.doubt) => {
                let is_safe = |after: &State<B>| match after.side == state.side {
                    true => rest.can_end(tables, after),
                    false => ends_safe(tables, state, after),
                };
                look_at_each::<B, true>(tables, state, (self.doubt, self.unknown, one), is_safe, list);
            }
            true => {}
        }
    }
}

/// Adds the moves of a position where hooks affect them, before they are made to see whether they are legal; `None` if nothing remains to
/// be seen.
#[inline(always)]
pub(super) fn unverified<B: Bits, I: Isa>(
    tables: &Tables<B>,
    hooks: &Hooks<B>,
    state: &State<B>,
    list: &mut List,
) -> Option<Unverified<B>> {
    hooks.preludes(state, list);
    if !list.moves.is_empty() {
        return None;
    }
    // whether a later part of the turn can still parry a check is found by playing on
    let defers = hooks.order.as_ref().is_some_and(|order| order.defers_safety(state));
    let in_doubt = |known| if defers || hooks.royals_arise { Doubt::All } else { known };
    if hooks.order.as_ref().is_some_and(|order| order.places(state, list)) {
        let doubt = in_doubt(Doubt::Nothing);
        return Some(Unverified { doubt, unknown: B::NONE, defers, puts: true });
    }
    let (view, doubt) = (tables.view(state), in_doubt(hooks.doubt(state)));
    let unknown = hooks.doubtful_squares(&tables.attacks, state, doubt);
    let placed = list.moves.len();
    hooks.list(&view, hooks.barred(&tables.attacks, state), list);
    if list.moves.len() == placed || !hooks.only_jumps() {
        ordinary_beside::<B, I>(tables, state, unknown, list);
    }
    if let Some(kinds) = hooks.order.as_ref().and_then(|order| order.kinds(state)) {
        bans::keep(tables, state, kinds, (list, placed));
    }
    list.moves.rotate_left(placed);
    Some(Unverified { doubt, unknown, defers, puts: false })
}

/// Adds the ordinary moves to those that features have listed.
#[inline(always)]
fn ordinary_beside<B: Bits, I: Isa>(tables: &Tables<B>, state: &State<B>, unknown: B, list: &mut List) {
    I::run(Ordinary { tables, state, unknown, sink: &mut *list });
    // a move that is passed on may coincide with one that a feature adds
    if tables.attacks.effect_ways(state.side).iter().any(|ways| ways.relays) && tables.generates(state) {
        keep_one_of_each(tables, state, list);
    }
}

/// Removes the moves that do the same as one before them.
#[inline(never)]
fn keep_one_of_each<B: Bits>(tables: &Tables<B>, state: &State<B>, list: &mut List) {
    let List { moves, changes, .. } = list;
    let done = |mv: Move| {
        let mut done = tables.effect(state, changes, mv).changes();
        done.sort_unstable_by_key(|change| change.square);
        done.into_iter().map(|change| (change.square, change.after)).collect::<Vec<_>>()
    };
    let ends = |index: usize| (moves[index].from, moves[index].to, moves[index].part() as u8);
    let mut by_ends: Vec<usize> = (0..moves.len()).collect();
    order::by_key(&mut by_ends, |&index| ends(index));
    let mut doubles = Vec::new();
    for alike in by_ends.chunk_by(|&one, &other| ends(one) == ends(other)) {
        for (place, &index) in alike.iter().enumerate() {
            if alike[..place].iter().any(|&earlier| done(moves[earlier]) == done(moves[index])) {
                doubles.push(index);
            }
        }
    }
    order::values(&mut doubles);
    doubles.iter().rev().for_each(|&index| _ = moves.remove(index));
}

/// A job that sends the ordinary moves of pieces to a sink.
pub(super) struct Ordinary<'a, B, S> {
    pub(super) tables: &'a Tables<B>,
    pub(super) state: &'a State<B>,
    /// As in [`Held`].
    pub(super) unknown: B,
    pub(super) sink: &'a mut S,
}

impl<B: Bits, S: Sink<B>> Job for Ordinary<'_, B, S> {
    const NATIVE: bool = B::WIDTH <= 128;
    type Output = ();
    #[inline(always)]
    fn run<I: Isa>(self) {
        let Self { tables, state, unknown, sink } = self;
        ordinary::<B, S, I, false>(tables, state, unknown, sink);
    }
}

/// A job that counts the ordinary moves of pieces. `PLAIN` says that the game is known to have no special rules.
pub(super) struct OrdinaryCount<'a, B, const PLAIN: bool>(pub(super) &'a Tables<B>, pub(super) &'a State<B>);

impl<B: Bits, const PLAIN: bool> Job for OrdinaryCount<'_, B, PLAIN> {
    const NATIVE: bool = B::WIDTH <= 128;
    type Output = u64;
    #[inline(always)]
    fn run<I: Isa>(self) -> u64 {
        let mut count = Count::default();
        ordinary::<B, Count, I, PLAIN>(self.0, self.1, B::NONE, &mut count);
        count.0
    }
}

/// A job that adds the moves of a game without special rules to a list.
pub(super) struct PlainList<'a, B> {
    pub(super) tables: &'a Tables<B>,
    pub(super) state: &'a State<B>,
    pub(super) list: &'a mut List,
}

impl<B: Bits> Job for PlainList<'_, B> {
    const NATIVE: bool = B::WIDTH <= 128;
    type Output = ();
    #[inline(always)]
    fn run<I: Isa>(self) {
        let Self { tables, state, list } = self;
        ordinary::<B, List, I, true>(tables, state, B::NONE, list);
    }
}

/// Duplicates the moves that may be made silently or with an announcement.
fn announce<B: Bits>(tables: &Tables<B>, hooks: &Hooks<B>, state: &State<B>, list: &mut List) {
    if !hooks.has_announcements() {
        return;
    }
    let mut scratch = state.scratch();
    for index in 0..list.moves.len() {
        let mv = list.moves[index];
        let undo = make::<B, false>(tables, &mut scratch, mv, &list.changes);
        let warns = hooks.is_announced(&tables.view(&scratch), state.side);
        unmake::<B, false>(tables, &mut scratch, mv, &undo);
        if warns {
            list.moves.push(mv.with_announcement(true));
        }
    }
}

/// A job that replaces the moves of a list with the legal moves, reusing its memory.
pub(super) struct ListInto<'a, B> {
    pub(super) tables: &'a Tables<B>,
    pub(super) state: &'a State<B>,
    pub(super) list: &'a mut List,
}

impl<B: Bits> Job for ListInto<'_, B> {
    const NATIVE: bool = B::WIDTH <= 128;
    type Output = ();
    #[inline(always)]
    fn run<I: Isa>(self) {
        let Self { tables, state, list } = self;
        list.clear();
        if tables.has_plain_moves() {
            return I::run(PlainList { tables, state, list });
        }
        match concerned(tables, state) {
            Some(hooks) => listed::<B, I>(tables, hooks, state, list),
            None => I::run(Ordinary { tables, state, unknown: B::NONE, sink: list }),
        }
    }
}

/// Returns the ordinary moves of pieces, before any obligation to make others; for the law.
#[cfg(feature = "verify")]
pub(super) fn movements<B: Bits>(tables: &Tables<B>, state: &State<B>) -> Vec<crate::moves::Move> {
    let mut list = List::default();
    if tables.has_plain_moves() {
        dispatch(ListInto { tables, state, list: &mut list });
    } else {
        dispatch(Ordinary { tables, state, unknown: B::NONE, sink: &mut list });
    }
    list.moves
}

/// Returns the same moves with those from and to further squares treated as doubtful, too; for the law.
#[cfg(feature = "verify")]
pub(super) fn movements_in_doubt<B: Bits>(
    tables: &Tables<B>,
    state: &State<B>,
    [from, to]: [B; 2],
) -> Vec<crate::moves::Move> {
    let (mut list, mut notes) = (List::default(), Notes::default());
    let mut check_info = match tables.attacks.guarded(state) {
        Some(guarded) => tables.attacks.scan(state, &guarded, &mut notes),
        None => tables.attacks.check_info(state, &mut notes),
    };
    check_info.doubt_from |= from;
    check_info.doubt_to |= to;
    let held = held::<B, false>(tables, state);
    moves::<B, List, Portable, false>(tables, state, &check_info, (&notes, held), &mut list);
    list.moves
}

/// Returns the legal moves, ignoring ends by rule.
pub(crate) fn legal<B: Bits>(tables: &Tables<B>, state: &State<B>) -> List {
    let mut list = List::default();
    legal_into(tables, state, &mut list);
    list
}

/// Replaces the moves of a list with the legal moves, ignoring ends by rule.
#[inline]
pub(crate) fn legal_into<B: Bits>(tables: &Tables<B>, state: &State<B>, list: &mut List) {
    dispatch(ListInto { tables, state, list });
}
