//! Why a step is not legal, in words.

use super::List;
use super::notation::coordinates;
use crate::board::isa::Portable;
use crate::board::{Bits, Square};
use crate::model::men::Content;
use crate::model::movement::{Course, Move};
use crate::notation::moves::describe;
use crate::state::State;
use crate::tables::{Special, Tables};
use crate::walk::{How, Step, Trail, chain, trails};

/// Why the man on `from` can't go to `to`; the step is known not to be among the legal ones in `list`.
pub(crate) fn why_not<B: Bits>(
    tables: &Tables<B>,
    state: &State<B>,
    list: &List,
    from: Square,
    to: Square,
) -> String {
    let geometry = &tables.rules.geometry;
    let square = |square| geometry.name(square);
    let man = state.at(from);
    let us = state.side;
    let Some((kind, side)) = man.get() else { return format!("no man stands on {}", square(from)) };
    let piece = &tables.rules.types[usize::from(kind)];
    if side != us {
        return format!(
            "the {} on {} is {}'s, and it is {}'s turn",
            piece.name,
            square(from),
            side.name(),
            us.name()
        );
    }
    if geometry.holes.has(to) {
        return format!("{} is not played on", square(to));
    }
    let special = tables.special.as_ref();
    if let Some(reason) = special.and_then(|special| order_of_turn(tables, special, state, list, (from, to)))
    {
        return reason;
    }
    let (own, enemy) = (state.side(us), state.side(us.other()));
    let targets = tables.kinds[us.index()][usize::from(kind)].targets::<Portable>(
        from,
        own,
        enemy,
        state.slots.unmoved,
    );
    if targets.has(to) {
        return unsafe_step(tables, state, from, to);
    }
    if own.has(to)
        && !piece.movement.moves.is_empty()
        && to != from
        && let Some((other, _)) = state.at(to).get()
        && reaches(tables, state, man, from, to).is_some()
    {
        return format!("your own {} stands on {}", tables.rules.types[usize::from(other)].name, square(to));
    }
    let ways = reaches(tables, state, man, from, to).unwrap_or_default();
    let unmoved = state.slots.unmoved.has(from);
    let occupied = own | enemy;
    for (way, trail) in &ways {
        let before = trail.squares.iter().take_while(|&&over| over != to).find(|&&over| occupied.has(over));
        if way.first && !unmoved {
            continue;
        }
        if let Some(&blocker) = before {
            return format!("the {} is blocked on {}", piece.name, square(blocker));
        }
        if way.quiet && !way.capture && occupied.has(to) {
            return format!("the {} goes to {} only if it is empty", piece.name, square(to));
        }
        if way.capture && !way.quiet && !occupied.has(to) {
            return format!(
                "the {} goes to {} only to take, and nothing is there to be taken",
                piece.name,
                square(to)
            );
        }
    }
    if !ways.is_empty() && !unmoved {
        return format!("the {} goes there only as its first move, and it has moved", piece.name);
    }
    format!(
        "a {} doesn't move from {} to {}: {}",
        piece.name,
        square(from),
        square(to),
        describe(&piece.movement)
    )
}

/// What the order of a turn, the duty to take or a protection has against a step.
fn order_of_turn<B: Bits>(
    tables: &Tables<B>,
    special: &Special<B>,
    state: &State<B>,
    list: &List,
    (from, to): (Square, Square),
) -> Option<String> {
    let written = |wanted: &dyn Fn(&Step) -> bool| {
        let steps = list.steps.iter().filter(|step| wanted(step)).take(6);
        let steps: Vec<String> = steps.map(|&step| coordinates(tables, state, &list.links, step)).collect();
        steps.join(", ")
    };
    let name = |square| tables.rules.geometry.name(square);
    let first = list.steps.first()?;
    match first.how {
        How::InPlace => return Some(format!("a promotion in place comes first: {}", written(&|_| true))),
        How::Huff => {
            return Some(format!("a man that failed to take must be removed first: {}", written(&|_| true)));
        }
        _ => {}
    }
    if special.immobile(state).has(from) {
        return Some(format!("the man on {} waits for its promotion and can't move", name(from)));
    }
    if special.barred(&tables.attacks, state).has(to) {
        return Some(format!("the man on {} can't be taken now", name(to)));
    }
    let longer = |step: &Step| step.how == How::Chain && step.from == from;
    let passes = |step: &Step| longer(step) && chain(&list.links, *step).any(|link| link.land == to);
    if list.steps.iter().any(passes) {
        return Some(format!("the chain must go on to its end: {}", written(&passes)));
    }
    if special.turn.stage(&state.memory, state.side).is_some() && state.memory.stage > 0 {
        return Some(format!("this step of the turn is for others: {}", written(&|_| true)));
    }
    let duty = special.is_strict() && list.steps.iter().all(|step| step.takes());
    duty.then(|| format!("a capture must be made: {}", written(&|_| true)))
}

fn unsafe_step<B: Bits>(tables: &Tables<B>, state: &State<B>, from: Square, to: Square) -> String {
    let us = state.side;
    let royals = tables.attacks.royals(state, us);
    let named = |square: Square| {
        let name = state
            .at(square)
            .get()
            .map_or("man", |(kind, _)| tables.rules.types[usize::from(kind)].name.as_str());
        (name.to_owned(), tables.rules.geometry.name(square))
    };
    if royals.has(from) {
        let (king, _) = named(from);
        return format!("the {king} would be attacked on {}", tables.rules.geometry.name(to));
    }
    let Some(royal) = royals.squares().next() else { return "it is not legal here".to_owned() };
    let (king, at) = named(royal);
    if tables.attacks.in_check(state, us) {
        let attackers = tables.attacks.attackers(state, royal, us.other(), None);
        let by = attackers.squares().next().map(named);
        let by = by.map_or_else(String::new, |(name, at)| format!(" by the {name} on {at}"));
        return format!("your {king} on {at} is in check{by}, and this does not answer it");
    }
    format!("it would leave your {king} on {at} in check")
}

/// The ways in which a man's movement, the others on the board aside, leads from one square to another.
fn reaches<'a, B: Bits>(
    tables: &'a Tables<B>,
    _: &State<B>,
    man: Content,
    from: Square,
    to: Square,
) -> Option<Vec<(&'a Move, Trail)>> {
    let rules = &tables.rules;
    let moves = &rules.types[usize::from(man.kind())].movement.moves;
    let ways: Vec<_> = moves
        .iter()
        .flat_map(|way| {
            let courses: Vec<&Course> = way.courses.iter().collect();
            let found: Vec<Trail> =
                trails(&rules.geometry, &courses, (man.kind(), man.side()), from).collect();
            let leads = move |trail: &Trail| {
                trail.squares.iter().zip(&trail.stops).any(|(&sq, &stop)| stop && sq == to)
            };
            found.into_iter().filter(leads).map(move |trail| (way, trail))
        })
        .collect();
    (!ways.is_empty()).then_some(ways)
}
