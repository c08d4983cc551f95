//! Explanations of why a move is not legal.

use super::make::make;
use super::notation::coordinates;
use crate::board::isa::Portable;
use crate::board::{Bits, Square};
use crate::model::movement::{Course, Term};
use crate::model::pieces::{Piece, TypeId};
use crate::moves::{Departure, List, Move};
use crate::notation::moves::describe;
use crate::state::State;
use crate::tables::Tables;
use crate::tables::plan::Hooks;
use crate::walk::{Need, Seen, Trail, trails, ways};

/// Explains why a piece can't go from a square or from the hand to `to`; the move is known not to be among the legal ones in `list`.
/// `None` for a drop in a game without drops.
pub(crate) fn why_not<B: Bits>(
    tables: &Tables<B>,
    state: &State<B>,
    list: &List,
    (from, to): (Departure, Square),
) -> Option<String> {
    match from {
        Departure::Square(from) => Some(why_no_move(tables, state, list, (from, to))),
        Departure::Hand(kind) => why_no_drop(tables, state, list, (kind, to)),
    }
}

/// Explains why a piece of a type can't be dropped; `None` in a game without drops.
fn why_no_drop<B: Bits>(
    tables: &Tables<B>,
    state: &State<B>,
    list: &List,
    (kind, to): (TypeId, Square),
) -> Option<String> {
    let drops = tables.generators(state).find(|generator| generator.drops())?;
    let at = tables.rules.geometry.name(to);
    if tables.rules.geometry.holes.has(to) {
        return Some(format!("{at} is not in play"));
    }
    if let Some((there, _)) = state.at(to).get() {
        return Some(format!("there is {} on {at} already", tables.rules.scope().each_of(&[there])));
    }
    let hooks = tables.hooks.as_ref();
    let ordered = hooks.and_then(|hooks| order_of_turn(tables, hooks, state, list, (None, to)));
    let why = ordered
        .or_else(|| drops.why_not(&tables.rules.scope(), &tables.view(state), (Departure::Hand(kind), to)));
    let drop = Move::drop(Piece::new(kind, state.side), to);
    Some(why.unwrap_or_else(|| match is_safe(tables, state, drop) {
        true => FORBIDDEN.to_owned(),
        false => exposed(tables, state),
    }))
}

fn why_no_move<B: Bits>(
    tables: &Tables<B>,
    state: &State<B>,
    list: &List,
    (from, to): (Square, Square),
) -> String {
    let us = state.side;
    if let Some(reason) = not_his_to_move(tables, state, from, to) {
        return reason;
    }
    let hooks = tables.hooks.as_ref();
    let ordered = hooks.and_then(|hooks| order_of_turn(tables, hooks, state, list, (Some(from), to)));
    let (scope, view) = (tables.rules.scope(), tables.view(state));
    let made_up =
        || tables.generators(state).find_map(|one| one.why_not(&scope, &view, (Departure::Square(from), to)));
    if let Some(reason) = ordered.or_else(made_up) {
        return reason;
    }
    let kind = &tables.kinds[us.index()][usize::from(state.at(from).kind())];
    if kind.targets::<Portable>(from, state.board()).has(to) {
        return unsafe_move(tables, state, from, to);
    }
    let piece = &tables.rules.types[usize::from(state.at(from).kind())];
    let ways = reaches(tables, state.at(from), from, to);
    let why = not_open(tables, state, &ways, (from, to)).or_else(|| closed(tables, state, from, to));
    why.unwrap_or_else(|| {
        let square = |square| tables.rules.geometry.name(square);
        let moves = describe(&piece.movement);
        format!("the {} doesn't move from {} to {}: it {moves}", piece.spoken(), square(from), square(to))
    })
}

/// Explains that the first square has no piece of the side to move, or that the second is not on the board.
fn not_his_to_move<B: Bits>(
    tables: &Tables<B>,
    state: &State<B>,
    from: Square,
    to: Square,
) -> Option<String> {
    let geometry = &tables.rules.geometry;
    let name = geometry.name(from);
    let Some((kind, side)) = state.at(from).get() else {
        return Some(format!("there is no piece on {name}"));
    };
    let us = state.side;
    if side != us {
        let piece = &tables.rules.types[usize::from(kind)].name;
        return Some(format!("the {piece} on {name} is {}'s, and it is {}'s turn", side.name(), us.name()));
    }
    geometry.holes.has(to).then(|| format!("{} is not in play", geometry.name(to)))
}

/// Explains what blocks a move that is part of the piece's movement.
fn not_open<B: Bits>(
    tables: &Tables<B>,
    state: &State<B>,
    ways: &[(&Term, Trail)],
    (from, to): (Square, Square),
) -> Option<String> {
    let name = |piece: Piece| tables.rules.types[usize::from(piece.kind())].name.as_str();
    let square = |square| tables.rules.geometry.name(square);
    let (piece, occupied) = (name(state.at(from)), state.occupied());
    if ways.is_empty() {
        return None;
    }
    if state.side(state.side).has(to) {
        return Some(format!("your own {} is on {}", name(state.at(to)), square(to)));
    }
    let open = |(way, _): &&(&Term, Trail)| !way.first || state.slots.unmoved.has(from);
    for (way, trail) in ways.iter().filter(open) {
        let mut before = trail.squares.iter().take_while(|&&over| over != to);
        if let Some(&blocker) = before.find(|&&over| occupied.has(over)) {
            return Some(format!("the {piece} is blocked on {}", square(blocker)));
        }
        if !way.capture && occupied.has(to) {
            return Some(format!("the {piece} moves to {} only if it is empty", square(to)));
        }
        if !way.quiet && !occupied.has(to) {
            let to = square(to);
            return Some(format!(
                "the {piece} moves to {to} only to capture, and there is nothing to capture"
            ));
        }
    }
    Some(format!("the {piece} moves there only as its first move, and it has moved before"))
}

/// Explains that a path of several legs, or over a hurdle, is not open.
fn closed<B: Bits>(tables: &Tables<B>, state: &State<B>, from: Square, to: Square) -> Option<String> {
    let (kind, side) = state.at(from).get()?;
    let piece = &tables.rules.types[usize::from(kind)];
    let seen = Seen { geometry: &tables.rules.geometry, kind, side };
    let square = |square| tables.rules.geometry.name(square);
    let all = piece.movement.paths.iter().flat_map(|path| ways(&seen, path, from).unwrap_or_default());
    let there: Vec<_> = all.filter(|way| way.to == to).collect();
    let hops = |needs: &[(Square, Need)]| needs.iter().any(|(_, need)| *need == Need::Hurdle);
    if there.is_empty() {
        return None;
    }
    if state.side(state.side).has(to) {
        return Some(format!("your own piece is on {}", square(to)));
    }
    let over = if there.iter().all(|way| hops(&way.needs)) { " that hops over a piece" } else { "" };
    Some(format!(
        "no path of the {} from {} to {}{over} is open: it {}",
        piece.spoken(),
        square(from),
        square(to),
        describe(&piece.movement)
    ))
}

/// Explains how the order of a turn, compulsory capture or a protection rules out a move.
fn order_of_turn<B: Bits>(
    tables: &Tables<B>,
    hooks: &Hooks<B>,
    state: &State<B>,
    list: &List,
    (from, to): (Option<Square>, Square),
) -> Option<String> {
    let written = |wanted: &dyn Fn(&Move) -> bool| {
        let moves = list.moves.iter().filter(|mv| wanted(mv)).take(6);
        let moves: Vec<String> = moves.map(|&mv| coordinates(tables, state, list, mv)).collect();
        moves.join(", ")
    };
    let name = |square| tables.rules.geometry.name(square);
    let first = list.moves.first()?;
    if let Some(words) = tables.writing(*first).and_then(|writing| writing.comes_first()) {
        return Some(format!("{words}: {}", written(&|_| true)));
    }
    if let Some(from) = from.filter(|&from| state.frozen.has(from)) {
        return Some(format!("the piece on {} waits for its promotion and can't move", name(from)));
    }
    if hooks.barred(&tables.attacks, state).has(to) {
        return Some(format!("the piece on {} can't be captured now", name(to)));
    }
    let passes = |mv: &Move| {
        Some(mv.from) == from && tables.sketch(state, &list.changes, *mv).path().any(|square| square == to)
    };
    if list.moves.iter().any(passes) {
        return Some(format!("the chain must go on to its end: {}", written(&passes)));
    }
    if hooks.is_under_way(state) {
        return Some(format!("this part of the turn is for other moves: {}", written(&|_| true)));
    }
    let duty = hooks.facts.captures_exclude_others && list.moves.iter().all(|mv| mv.takes());
    duty.then(|| format!("a capture must be made: {}", written(&|_| true)))
}

fn unsafe_move<B: Bits>(tables: &Tables<B>, state: &State<B>, from: Square, to: Square) -> String {
    let us = state.side;
    let royals = tables.attacks.royals(state, us);
    if costs_royal(tables, state, from, to) {
        let king = named(tables, state, royals.squares().next().unwrap_or(from));
        return format!("it would cost you your {king}");
    }
    let take = if state.at(to).is_empty() { from } else { to };
    if !royals.is_empty() && is_safe(tables, state, Move::plain(from, to, take, state.at(from))) {
        return FORBIDDEN.to_owned();
    }
    if royals.has(from) {
        let king = named(tables, state, from);
        return format!("the {king} would be attacked on {}", tables.rules.geometry.name(to));
    }
    exposed(tables, state)
}

/// The reason where it is a ban that is tested after the move.
const FORBIDDEN: &str = "a rule forbids it here";

/// Explains that a move would leave a royal piece attacked, if there is one.
fn exposed<B: Bits>(tables: &Tables<B>, state: &State<B>) -> String {
    let us = state.side;
    let named = |square: Square| (named(tables, state, square), tables.rules.geometry.name(square));
    let Some(royal) = tables.attacks.royals(state, us).squares().next() else {
        return "it is not legal here".to_owned();
    };
    let (king, at) = named(royal);
    if tables.attacks.in_check(state, us) {
        let attackers = tables.attacks.attackers(state, royal, us.other(), None);
        let by = attackers.squares().next().map(named);
        let by = by.map_or_else(String::new, |(name, at)| format!(" by the {name} on {at}"));
        return format!("your {king} on {at} is in check{by}, and this move doesn't get it out of check");
    }
    format!("it would leave your {king} on {at} in check")
}

/// Returns the name of the piece on a square.
fn named<B: Bits>(tables: &Tables<B>, state: &State<B>, square: Square) -> String {
    let kind = state.at(square).get().map(|(kind, _)| &tables.rules.types[usize::from(kind)]);
    kind.map_or_else(|| "piece".to_owned(), |kind| kind.name.clone())
}

/// Returns `true` if a move would leave no royal piece of the side to move attacked.
fn is_safe<B: Bits>(tables: &Tables<B>, state: &State<B>, mv: Move) -> bool {
    let mut after = state.scratch();
    make::<B, false>(tables, &mut after, mv, &[]);
    !tables.attacks.in_check(&after, state.side)
}

/// Returns `true` if what follows from a move would cost the side to move a royal piece.
fn costs_royal<B: Bits>(tables: &Tables<B>, state: &State<B>, from: Square, to: Square) -> bool {
    let take = if state.at(to).is_empty() { from } else { to };
    let effect = tables.effect(state, &[], Move::plain(from, to, take, state.at(from)));
    !tables.attacks.keeps_royals((state, &effect.board_after()), state.side)
}

/// Returns the ways in which a piece's movement, ignoring all other pieces, leads from one square to another.
fn reaches<B: Bits>(tables: &Tables<B>, piece: Piece, from: Square, to: Square) -> Vec<(&Term, Trail)> {
    let rules = &tables.rules;
    let moves = rules.types[usize::from(piece.kind())].movement.moves.iter();
    let ways = moves.flat_map(|way| {
        let courses: Vec<&Course> = way.courses.iter().collect();
        let found: Vec<Trail> =
            trails(&rules.geometry, &courses, (piece.kind(), piece.side()), from).collect();
        found.into_iter().map(move |trail| (way, trail))
    });
    let leads = |trail: &Trail| trail.squares.iter().zip(&trail.stops).any(|(&sq, &stop)| stop && sq == to);
    ways.filter(|(_, trail)| leads(trail)).collect()
}
