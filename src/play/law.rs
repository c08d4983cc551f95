//! The law that legality known beforehand and legality found by making every move agree.
//!
//! Masks and doubtful moves are two ways to the same result: whatever else is treated as doubtful, the moves stay the same. Every move of
//! every kind, castling and chains included, leaves the royal pieces of its side safe, and no castling that the rules allow is missing.

use std::collections::{BTreeSet, HashSet};

use super::bulk::PerftJob;
use super::count::Count;
use super::generate::{movements, movements_in_doubt};
use super::make::{calls_hooks, made_alike};
use super::notation::{coordinates, matching};
use super::placements::put_next;
use super::{any_legal, legal, make, over, unmake};
use crate::board::isa::{Portable, dispatch};
use crate::board::{Bits, Square, U256};
use crate::model::pieces::{Piece, Side, TypeId};
use crate::moves::{Change, List, Move, Origin, PieceTable, Role, Sink, TurnPart};
use crate::state::{Board, State, split_mix};
use crate::tables::Tables;
use crate::tables::plan::{Doubt, Hooks, Station};

/// Checks the moves of pieces in a position: an error is a move that leaves a royal piece attacked, or a safe one that is missing. Returns
/// the number of moves left out as unsafe.
pub(crate) fn breach<B: Bits>(tables: &Tables<B>, state: &State<B>) -> Result<usize, String> {
    if state.key(&tables.keys) != state.key_from_scratch(&tables.keys, &state.slots) {
        return Err("the key is not kept in step".to_owned());
    }
    as_plainly(tables, state)?;
    ownerless(tables, state)?;
    drops(tables, state)?;
    writings(tables, state)?;
    breach_as_it_stands(tables, state)
}

/// Returns the number of legal moves of pieces and drops that do no more, and of those for which rules are called when they are made.
pub(crate) fn calls<B: Bits>(tables: &Tables<B>, state: &State<B>) -> [usize; 2] {
    let list = legal(tables, state);
    let ordinary = || list.moves.iter().filter(|mv| mv.is_untagged() || mv.is_bare_drop());
    [ordinary().count(), ordinary().filter(|mv| calls_hooks(tables, state, **mv)).count()]
}

/// Checks that rules laid out as tables and rules asked move by move leave the same moves, in lists and in the question whether there are
/// any. Counts are compared with lists by [`counted`].
fn as_plainly<B: Bits>(tables: &Tables<B>, state: &State<B>) -> Result<(), String> {
    let written = |tables: &Tables<B>| {
        let list = legal(tables, state);
        let texts = list.moves.iter().map(|&mv| coordinates(tables, state, &list, mv));
        (list.moves.len(), texts.collect::<BTreeSet<String>>())
    };
    let ((length, laid), (_, asked)) = (written(tables), written(tables.plain()));
    if let Some(text) = laid.symmetric_difference(&asked).next() {
        let (yes, no) = ("laid out as tables", "asked move by move");
        let (by, not_by) = if laid.contains(text) { (yes, no) } else { (no, yes) };
        return Err(format!("{text} is legal by the rules {by}, but not by the rules {not_by}"));
    }
    match any_legal(tables, state) {
        any if any == (length > 0) => Ok(()),
        any => Err(format!("there are {length} moves, and `any_legal` says {any}")),
    }
}

/// Checks that every legal move has a notation of its own, and that one of them reads back as itself.
fn writings<B: Bits>(tables: &Tables<B>, state: &State<B>) -> Result<(), String> {
    let list = legal(tables, state);
    let written: Vec<String> = list.moves.iter().map(|&mv| coordinates(tables, state, &list, mv)).collect();
    let different: HashSet<&String> = written.iter().collect();
    if different.len() < written.len() {
        return Err(format!("two moves have one writing: {written:?}"));
    }
    if let Some(at) = (state.key(&tables.keys) as usize).checked_rem(written.len()) {
        let read = matching(tables, state, &list, &written[at]);
        if read != [list.moves[at]] {
            return Err(format!("{} reads back as {read:?}", written[at]));
        }
    }
    Ok(())
}

/// Checks the drops of every piece type: their number, their notation, and the effect of making and unmaking one.
fn drops<B: Bits>(tables: &Tables<B>, state: &State<B>) -> Result<(), String> {
    let empty = tables.rules.geometry.every().filter(|&at| state.at(at).is_empty());
    let empty = empty.fold(B::NONE, |set, at| set | B::bit(at));
    for kind in 0..tables.rules.types.len() as TypeId {
        let (piece, mut list, mut count) = (Piece::new(kind, state.side), List::default(), Count::default());
        Sink::<B>::drops(&mut list, piece, empty);
        Sink::<B>::drops(&mut count, piece, empty);
        let writings: HashSet<String> =
            list.moves.iter().map(|&mv| coordinates(tables, state, &list, mv)).collect();
        if count.0 != u64::from(empty.count()) || writings.len() as u64 != count.0 {
            return Err(format!("{} drops on {} squares, written {writings:?}", count.0, empty.count()));
        }
        let Some(&mv) = list.moves.first() else { return Ok(()) };
        let mut after = state.clone();
        let undo = make::<B, true>(tables, &mut after, mv, &[]);
        let effect = tables.effect(state, &[], mv);
        let takes = effect.takes() && !effect.has_followers();
        let told = effect.origin() == Origin::Hand && effect.mover() == (piece, piece) && !takes;
        let placed = Change { square: mv.to, before: Piece::EMPTY, after: piece, role: Role::Placed };
        // an effect may change what has been dropped
        let changed = effect.has_followers();
        if !changed && (!told || effect.changes()[0] != placed || after.at(mv.to) != piece) {
            return Err(format!("{mv:?} has the effect {effect:?}"));
        }
        unmake::<B, true>(tables, &mut after, mv, &undo);
        if after != *state || after.key(&tables.keys) != state.key(&tables.keys) {
            return Err(format!("{mv:?} is not taken back"));
        }
    }
    Ok(())
}

/// Checks the same position with walls and neutral pieces on some of its empty squares.
fn ownerless<B: Bits>(tables: &Tables<B>, state: &State<B>) -> Result<(), String> {
    let mut seed = state.key(&tables.keys);
    let empty: Vec<Square> = tables.rules.geometry.every().filter(|&at| state.at(at).is_empty()).collect();
    let mut after = state.fresh_copy();
    for content in [Piece::WALL, Piece::neutral(0), Piece::WALL] {
        if !empty.is_empty() {
            let square = empty[split_mix(&mut seed) as usize % empty.len()];
            after.change_noted::<true>(&tables.keys, square, content);
        }
    }
    if after.key(&tables.keys) != after.key_from_scratch(&tables.keys, &after.slots) {
        return Err("the key of a position with walls is not kept in step".to_owned());
    }
    let nobodys = after.occupied() & !(after.side(Side::White) | after.side(Side::Black));
    let touches = |mv: &&Move| [mv.from, mv.to, mv.take].iter().any(|&square| nobodys.has(square));
    if let Some(mv) = legal(tables, &after).moves.iter().find(|mv| mv.is_plain() && touches(mv)) {
        return Err(format!("{mv:?} moves to a wall or a neutral piece, or from one"));
    }
    breach_as_it_stands(tables, &after).map_err(|breach| format!("with walls on {nobodys:?}: {breach}"))?;
    after.restore::<true>(&tables.keys, 0);
    let same = after.at(0) == state.at(0) && after.key(&tables.keys) == state.key(&tables.keys);
    if same { Ok(()) } else { Err("walls that are taken down leave something behind".to_owned()) }
}

/// Checks the position as it stands.
fn breach_as_it_stands<B: Bits>(tables: &Tables<B>, state: &State<B>) -> Result<usize, String> {
    let us = state.side;
    let (barred, still, doubt) = match &tables.hooks {
        Some(hooks) => (hooks.barred(&tables.attacks, state), state.frozen, hooks.doubt(state)),
        None => (B::NONE, B::NONE, Doubt::Nothing),
    };
    // the masks know nothing of a piece that becomes royal
    let arises = |mv: Move| {
        mv.after != state.at(mv.from) && tables.kinds[us.index()][usize::from(mv.after.kind())].royal
    };
    let in_doubt = |mv: Move| doubt == Doubt::All || doubt == Doubt::Captures && mv.takes() || arises(mv);
    let safe = |mv: Move| {
        let mut after = state.fresh_copy();
        make::<B, false>(tables, &mut after, mv, &[]);
        !tables.attacks.in_check(&after, us)
    };
    let checks = |mv: Move| {
        let mut after = state.fresh_copy();
        make::<B, false>(tables, &mut after, mv, &[]);
        tables.attacks.in_check(&after, us.other())
    };
    // in play a side that has moved is not in check
    let arisen = !tables.attacks.in_check(state, us.other());
    let quiet = tables.no_checks[us.index()].is_some();
    let banned = |mv: Move| quiet && checks(mv);
    let words = |mv: Move| {
        let name = |square| tables.rules.geometry.name(square);
        format!("{}-{}", name(mv.from), name(mv.to))
    };
    jumps_at_once(tables, state)?;
    bounds(tables, state)?;
    effects(tables, state)?;
    doubts(tables, state)?;
    made_up(tables, state, doubt)?;
    if doubt != Doubt::Nothing {
        followed(tables, state, (barred, still))?;
    }
    counted(tables, state)?;
    let listed = movements(tables, state);
    if let Some(&mv) = listed.iter().find(|&&mv| !(safe(mv) || in_doubt(mv) || tables.makers.is_exempt(mv))) {
        return Err(format!("{} leaves a royal piece attacked", words(mv)));
    }
    if quiet && !arisen {
        return Ok(0);
    }
    if let Some(&mv) = listed.iter().find(|&&mv| banned(mv)) {
        return Err(format!("{} gives check, and must not", words(mv)));
    }
    let is_unsafe = |mv: Move| match in_doubt(mv) {
        false if safe(mv) && !banned(mv) => Err(format!("{} is missing", words(mv))),
        doubtful => Ok(!doubtful),
    };
    left_out(tables, state, (barred, still), &listed, is_unsafe)
}

/// Returns the number of moves that are rightly not listed, as `is_unsafe` says of each that is not.
fn left_out<B: Bits>(
    tables: &Tables<B>,
    state: &State<B>,
    (barred, still): (B, B),
    listed: &[Move],
    is_unsafe: impl Fn(Move) -> Result<bool, String>,
) -> Result<usize, String> {
    let board = state.board();
    let mut unsafe_moves = 0;
    for kind in &tables.kinds[state.side.index()] {
        for from in (state.like(kind.content) & !still).squares() {
            let targets = kind.targets::<Portable>(from, board) & !barred & !kind.barred_now(state, from);
            for to in targets.squares() {
                let take = if board.enemy.has(to) { to } else { from };
                let mv = Move::plain(from, to, take, kind.content);
                let is_listed = listed.iter().any(|mv| mv.is_plain() && (mv.from, mv.to) == (from, to));
                let is_left_out = !is_listed && may_end(kind, state, (from, to));
                unsafe_moves += usize::from(is_left_out && is_unsafe(mv)?);
            }
        }
    }
    Ok(unsafe_moves)
}

/// Finds a move whose legality depends on which moves are doubtful.
fn doubts<B: Bits>(tables: &Tables<B>, state: &State<B>) -> Result<(), String> {
    let sorted = |mut moves: Vec<Move>| {
        moves.sort_by_key(|mv| (mv.from, mv.to, mv.take, mv.after, mv.mark()));
        moves
    };
    let certain = sorted(movements(tables, state));
    let mut seed = state.key(&tables.keys);
    for _ in 0..2 {
        let sets = [(); 2].map(|()| {
            let words = std::array::from_fn(|_| split_mix(&mut seed) & split_mix(&mut seed));
            B::from_wide(U256::from_words(words))
        });
        let doubtful = sorted(movements_in_doubt(tables, state, sets));
        if doubtful != certain {
            return Err(format!("by masks {certain:?}, in doubt {doubtful:?}"));
        }
    }
    Ok(())
}

/// Returns `true` if a side may move from one position to the other: its royal pieces are there and safe, or the enemy's are gone.
fn keeps<B: Bits>(tables: &Tables<B>, (before, after): (&State<B>, &State<B>)) -> bool {
    let (us, attacks) = (before.side, &tables.attacks);
    let them = us.other();
    let won = attacks.has_royals(before, them) && !attacks.has_royals(after, them);
    attacks.keeps_royals((before, after), us) && (won || !attacks.in_check(after, us))
}

/// Returns `true` if rules besides those of movement and of safety decide which moves are legal.
fn is_narrowed<B: Bits>(tables: &Tables<B>, state: &State<B>) -> bool {
    let us = state.side;
    let by_hooks = |hooks: &Hooks<B>| {
        let mut preludes = List::default();
        hooks.preludes(state, &mut preludes);
        let first = hooks.facts.captures_exclude_others || !hooks.at(us, Station::Duty).is_empty();
        let asked = !hooks.bans[us.index()].is_empty() || !hooks.duties[us.index()].is_empty();
        first || asked || hooks.order.is_some() || !preludes.moves.is_empty()
    };
    tables.no_checks[us.index()].is_some() || tables.hooks.as_deref().is_some_and(by_hooks)
}

/// Returns `true` if a piece may end its move there: a square where it must promote, and can't, is closed to it.
fn may_end<B: Bits>(kind: &PieceTable<B>, state: &State<B>, ends: (Square, Square)) -> bool {
    let mut ends_there = false;
    kind.arrival.after(state, ends, |_| ends_there = true);
    ends_there
}

/// Returns `true` if a piece may end its move there as what it is.
fn may_stay<B: Bits>(kind: &PieceTable<B>, state: &State<B>, ends: (Square, Square)) -> bool {
    let mut stays = false;
    kind.arrival.after(state, ends, |after| stays |= after == kind.content);
    stays
}

/// Finds an ordinary move, in a game where moves may have further effects, that is listed or missing contrary to the result of making it.
fn followed<B: Bits>(tables: &Tables<B>, state: &State<B>, (barred, still): (B, B)) -> Result<(), String> {
    let (us, board, list) = (state.side, state.board(), legal(tables, state));
    let narrowed = is_narrowed(tables, state);
    for kind in &tables.kinds[us.index()] {
        for from in (state.like(kind.content) & !still).squares() {
            let targets = kind.targets::<Portable>(from, board) & !barred & !kind.barred_now(state, from);
            for to in targets.squares() {
                let take = if board.enemy.has(to) { to } else { from };
                let mv = Move::plain(from, to, take, kind.content);
                let mut after = state.fresh_copy();
                make::<B, false>(tables, &mut after, mv, &[]);
                let (legal, listed) = (
                    keeps(tables, (state, &after)),
                    list.moves
                        .iter()
                        .any(|mv| mv.is_plain() && *mv == Move::plain(from, to, take, kind.content)),
                );
                if legal != listed && (listed || !narrowed && may_stay(kind, state, (from, to))) {
                    let name = |square| tables.rules.geometry.name(square);
                    return Err(format!("{}-{} is listed: {listed}, legal: {legal}", name(from), name(to)));
                }
            }
        }
    }
    Ok(())
}

/// Finds a move of any kind that leaves a royal piece of its side attacked, or an allowed castling that is missing.
fn made_up<B: Bits>(tables: &Tables<B>, state: &State<B>, doubt: Doubt) -> Result<(), String> {
    let list = legal(tables, state);
    let safe = |mv: Move| {
        let mut after = state.fresh_copy();
        make::<B, false>(tables, &mut after, mv, &list.changes);
        keeps(tables, (state, &after)) || tables.makers.is_exempt(mv)
    };
    // a later part of the turn may parry what this one leaves
    let defers = tables.hooks.as_ref().and_then(|hooks| hooks.order.as_ref());
    let defers = defers.is_some_and(|order| order.defers_safety(state));
    let unsafe_one = list.moves.iter().find(|mv| !defers && mv.part() == TurnPart::Move && !safe(**mv));
    if let Some(mv) = unsafe_one {
        return Err(format!("{mv:?} leaves a royal piece attacked"));
    }
    let ordinary = movements(tables, state);
    let known = tables.made_up_by_squares(state).into_iter().filter(|_| doubt != Doubt::All);
    for mv in known {
        if safe(mv) != ordinary.contains(&mv) {
            return Err(format!("castling {mv:?} is legal: {}", safe(mv)));
        }
    }
    Ok(())
}

/// Checks bulk counts against lists: of moves, and of turns that consist of a move and something put on the board.
fn counted<B: Bits>(tables: &Tables<B>, state: &State<B>) -> Result<(), String> {
    let list = legal(tables, state);
    let count = |depth, bulk| {
        let lists = &mut vec![List::default(); 2];
        dispatch(PerftJob { tables, state: &mut state.fresh_copy(), depth, bulk, lists })
    };
    let (counted, listed) = (count(1, true), list.moves.len() as u64);
    if counted != listed && !over(tables, state) {
        return Err(format!("{counted} moves are counted, and {listed} listed"));
    }
    if put_next(tables, state).is_some() {
        let (counted, made) = (count(2, true), count(2, false));
        if counted != made {
            return Err(format!("{counted} turns are counted, and {made} made"));
        }
    }
    Ok(())
}

/// Finds a legal move whose effect differs from what making it does to the board.
fn effects<B: Bits>(tables: &Tables<B>, state: &State<B>) -> Result<(), String> {
    let list = legal(tables, state);
    for &mv in &list.moves {
        let mut after = state.fresh_copy();
        make::<B, false>(tables, &mut after, mv, &list.changes);
        if !made_alike(tables, state, mv) {
            return Err(format!("{mv:?} is made otherwise where hooks are asked"));
        }
        let effect = tables.effect(state, &list.changes, mv);
        let mut said: Vec<_> = effect.changes().iter().map(|c| (c.square, c.before, c.after)).collect();
        said.retain(|(_, before, after)| before != after);
        said.sort_unstable();
        let squares = tables.rules.geometry.every();
        let done: Vec<_> = squares
            .map(|square| (square, state.at(square), after.at(square)))
            .filter(|(_, before, after)| before != after)
            .collect();
        if said != done {
            return Err(format!("{mv:?} does {done:?}, and its effect says {said:?}"));
        }
        let taken = effect.taken();
        // an effect may take what the move itself has just put there
        let mut arrived: Vec<(Square, Piece)> = vec![(mv.to, mv.after)];
        effect.each_own(|change| arrived.push((change.square, change.after)));
        let stood = |square, piece| state.at(square) == piece || arrived.contains(&(square, piece));
        if taken.iter().any(|&(square, piece)| piece.is_empty() || !stood(square, piece)) {
            return Err(format!("{mv:?} takes {taken:?}"));
        }
    }
    Ok(())
}

/// Finds a piece that can move to a square which, by the tables, it never reaches.
fn bounds<B: Bits>(tables: &Tables<B>, state: &State<B>) -> Result<(), String> {
    for kind in tables.kinds.iter().flatten() {
        for from in state.like(kind.content).squares() {
            let board = Board { unmoved: !B::NONE, ..state.board() };
            let targets = kind.targets::<Portable>(from, board);
            if targets & !kind.within(from, board, !B::NONE) != B::NONE {
                return Err(format!("{:?} on {from} comes to {targets:?}", kind.content));
            }
        }
    }
    Ok(())
}

/// Checks the set-wise test for jumps against the jumps found piece by piece.
fn jumps_at_once<B: Bits>(tables: &Tables<B>, state: &State<B>) -> Result<(), String> {
    let (jumpers, board) = (tables.attacks.jumpers(state.side), state.board());
    let mut any = false;
    for (id, jumps) in jumpers.types() {
        for from in state.of(*id, state.side).squares() {
            let occupied = (board.own | board.enemy) & !B::bit(from);
            jumps.from(from, occupied, board.enemy, |_| any = true);
        }
    }
    match jumpers.can_jump(state) == any {
        true => Ok(()),
        false => Err(format!("some piece can jump: {any}")),
    }
}
