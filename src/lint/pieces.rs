//! Pieces that never exist, move, promote or see much of the board; asymmetric start positions and movements; letters that look alike.

use std::collections::HashSet;
use std::ops::Range;

use super::View;
use super::reach::Reach;
use crate::board::{Bits, Square, SquareSet};
use crate::compare::movements_alike_within;
use crate::definition::Table;
use crate::feature::condition::plural;
use crate::model::movement::{Jump, Offset, Term};
use crate::model::path::Path;
use crate::model::pieces::{Side, TypeId};
use crate::notation::moves::{moves_on, terms};
use crate::text::{Diagnostic, Span};
use crate::walk::Budget;

/// Letters that are hard to tell apart in many typefaces: a capital, and a capital whose lower-case form looks like it.
const ALIKE: [(char, char); 1] = [('I', 'L')];

pub(super) fn lints(view: View<'_>, reach: &Reach) -> Vec<Diagnostic> {
    let (mut found, budget) = (Vec::new(), Budget::part(4));
    for kind in 0..view.rules.types.len() as TypeId {
        let lint = unused(view, reach, kind).or_else(|| still(view, reach, kind));
        found.extend(lint.or_else(|| narrow(view, reach, kind)));
        found.extend(lopsided(view, kind));
        found.extend(said_again(view, kind, &budget));
    }
    found.extend(no_promotion(view, reach));
    found.extend(uneven(view));
    found.extend(alike(view));
    found.extend(same_san(view));
    found
}

/// Reports a piece of this file that no side ever has.
fn unused(view: View<'_>, reach: &Reach, kind: TypeId) -> Option<Diagnostic> {
    let name = &view.rules.types[usize::from(kind)].name;
    let span = view.named("pieces", name);
    (!reach.appears(kind) && view.is_own(span)).then(|| {
        Diagnostic::warning(
            "ferz::lint::unused_piece",
            format!("there is never {} in this game", view.rules.scope().each_of(&[kind])),
        )
        .at(span, "not in the start position, and nothing becomes one")
        .help("put its letter in `[setup]` or its name in `[promotion]`, or remove it from `[pieces]`")
    })
}

/// Reports a piece that can't move from any square of the board.
fn still(view: View<'_>, reach: &Reach, kind: TypeId) -> Option<Diagnostic> {
    let piece = &view.rules.types[usize::from(kind)];
    let span = view.named("pieces", &piece.name);
    let squares = reach.playable().count();
    let moves = Side::BOTH.iter().any(|&side| Reach::can_move(view.rules, (kind, side)));
    // a movement without letters is meant
    let meant = piece.movement.moves.is_empty() && piece.movement.paths.is_empty();
    (!moves && !meant && reach.appears(kind) && view.is_own(span) && view.has_two_sides()).then(|| {
        let message = format!(
            "{} can't move from any of the {squares} squares of the board",
            view.rules.scope().each_of(&[kind])
        );
        Diagnostic::warning("ferz::lint::never_moves", message)
            .at(span, format!("its movement `{}` leads off the board everywhere", piece.notation))
            .help("give it a shorter leap, or make the board larger")
    })
}

/// The maximum number of terms that are left out one by one to see whether the others say the same.
const MOST_TERMS: usize = 8;

/// Reports a term of a movement that the others say in another way, such as a lame leap that is also written by legs. What is written alike
/// was already found when the movement was read.
fn said_again(view: View<'_>, kind: TypeId, budget: &Budget) -> Option<Diagnostic> {
    let piece = &view.rules.types[usize::from(kind)];
    // leaps and rides were compared when the movement was read
    if piece.movement.paths.is_empty() {
        return None;
    }
    let word = view
        .root()
        .table("pieces")?
        .table(&piece.name)?
        .text("moves")
        .filter(|word| view.is_own(word.span))?;
    let read = |text: &str| moves_on(view.rules.geometry.cells, text).ok();
    let (whole, lints) = read(word.text)?;
    let terms = terms(word.text);
    if !lints.is_empty() || terms.len() > MOST_TERMS {
        return None;
    }
    let needless = |term: &&Range<usize>| {
        let mut rest = word.text.to_owned();
        rest.replace_range((*term).clone(), " ");
        // reading takes time as well
        budget.spend_on(&whole.paths).is_ok()
            && read(&rest).is_some_and(|(rest, _)| movements_alike_within(&rest, &whole, budget))
    };
    let term = terms.iter().rev().find(needless)?;
    let message = format!("`{}` adds nothing: the other terms already cover it", &word.text[term.clone()]);
    Some(
        Diagnostic::warning("ferz::moves::repeated_term", message)
            .at(word.span.within(0, term.clone()), "redundant")
            .help("leave it out"),
    )
}

/// A piece that does not promote and sees less than half of the board; one colour of a board with an odd number of squares counts as half.
fn narrow(view: View<'_>, reach: &Reach, kind: TypeId) -> Option<Diagnostic> {
    let piece = &view.rules.types[usize::from(kind)];
    let span = view.named("pieces", &piece.name);
    let promotes = view.rules.becomes(kind).next().is_some();
    let all = reach.playable().count();
    let counts = Side::BOTH.map(|side| reach.squares(kind, side).count());
    let most = counts[0].max(counts[1]);
    (most > 0 && 2 * most + 1 < all && !promotes && view.is_own(span)).then(|| {
        let message = format!("{} reaches less than half of the board", view.rules.scope().each_of(&[kind]));
        let (one, side) = if counts[0] >= counts[1] { (kind, Side::White) } else { (kind, Side::Black) };
        let squares = some(view, reach.squares(one, side));
        Diagnostic::advice("ferz::lint::narrow_reach", message)
            .at(
                span,
                format!(
                    "all of {} together reach {most} of {all} squares: {squares}",
                    match side {
                        Side::White => "White's",
                        Side::Black => "Black's",
                    }
                ),
            )
            .help("if that is not intended, check its movement and where it starts")
    })
}

/// A few squares of a set.
fn some(view: View<'_>, set: SquareSet) -> String {
    const FEW: usize = 6;
    let names: Vec<String> = set.squares().take(FEW).map(|square| view.rules.geometry.name(square)).collect();
    names.join(", ") + if set.count() as usize > FEW { ", …" } else { "" }
}

/// Returns the place of the squares on which a type promotes, in the table that names it if several do.
fn zone_of(view: View<'_>, name: &str) -> Span {
    let Some(all) = view.root().table("promotion") else { return view.place("promotion") };
    let named = || all.iter().filter_map(|(_, entry)| entry.node.table());
    let tables = || std::iter::once(all).chain(named()).filter(|table| table.contains("on"));
    let says = |table: &&Table| {
        let listed = table.text("pieces").is_some_and(|word| word.text.contains(name));
        listed || table.table("to").is_some_and(|to| to.contains(name))
    };
    let table = tables().find(says).or_else(|| tables().next());
    let zone = table.and_then(|table| table.get("on"));
    zone.map_or(view.place("promotion"), |entry| entry.node.span)
}

/// Pieces that promote, but never where they could.
fn no_promotion(view: View<'_>, reach: &Reach) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let promotions = (0..view.rules.types.len() as TypeId)
        .flat_map(|kind| view.rules.becomes(kind).map(move |promotion| (kind, promotion)));
    let mut near = vec![[None; 2]; view.rules.types.len()];
    for (kind, promotion) in promotions {
        let has = |side: Side| !reach.squares(kind, side).is_empty();
        // a side that does not promote in this way needs no report
        let misses = |side: Side| {
            let zone = promotion.zone[side.index()];
            let near = &mut near[usize::from(kind)][side.index()];
            let mut near = || *near.get_or_insert_with(|| comes_near(view, reach, (kind, side)));
            !zone.is_empty() && has(side) && (near() & zone).is_empty()
        };
        let name = &view.rules.types[usize::from(kind)].name;
        let span = zone_of(view, name);
        let missing = Side::BOTH.map(misses);
        let who = match missing {
            [false, false] => continue,
            [true, true] => format!("no {name}"),
            [true, false] if has(Side::Black) => format!("no {name} of White's"),
            [false, true] if has(Side::White) => format!("no {name} of Black's"),
            _ => format!("no {name}"),
        };
        let side = if missing[0] { Side::White } else { Side::Black };
        let stands = reach.squares(kind, side);
        let message = format!("{who} can ever reach a square where it promotes");
        let problem = Diagnostic::warning("ferz::lint::promotion_never", message);
        found.push(
            problem
                .at(
                    span,
                    format!(
                        "{} {} only ever stand on {}",
                        side.capital().to_owned() + "'s",
                        plural(name),
                        words(view, stands)
                    ),
                )
                .help("name squares in `on` that it can reach, as White sees them (for Black, they are mirrored)"),
        );
    }
    found
}

/// Returns the squares where a piece may stand, and those where it may arrive only to promote at once.
fn comes_near(view: View<'_>, reach: &Reach, (kind, side): (TypeId, Side)) -> SquareSet {
    let stands = reach.squares(kind, side);
    let targets = |from: Square| super::reach::targets(view.rules, (kind, side), from);
    let geometry = &view.rules.geometry;
    // what a rule brings a piece to from these squares, not what it brings it to from anywhere
    let brought = view.rules.each().fold(SquareSet::NONE, |set, rule| {
        let anywhere = rule.brings(geometry, (kind, side), SquareSet::NONE);
        set | rule.brings(geometry, (kind, side), stands) & !anywhere
    });
    stands.squares().fold(stands | brought, |near, from| near | targets(from)) & geometry.playable()
}

fn words(view: View<'_>, set: SquareSet) -> String {
    let words = view.rules.scope().squares_listed(set, "and");
    if words.len() > 60 { format!("{} squares, such as {}", set.count(), some(view, set)) } else { words }
}

/// Reports a movement that isn't symmetric between left and right.
fn lopsided(view: View<'_>, kind: TypeId) -> Option<Diagnostic> {
    let piece = &view.rules.types[usize::from(kind)];
    let span = view.named("pieces", &piece.name);
    let cells = view.rules.geometry.cells;
    let mirror = |part: &Term| {
        let turn = |offset: &Offset| offset.mirrored(cells);
        let mut part = part.clone();
        part.courses
            .iter_mut()
            .flat_map(|course| &mut course.cycle)
            .for_each(|offset| *offset = turn(offset));
        part.jumps.iter_mut().for_each(|jump: &mut Jump| jump.step = turn(&jump.step));
        part
    };
    type Way = (bool, bool, bool, Vec<Offset>, u16, Option<u16>);
    let ways = |parts: &[Term]| -> Vec<Way> {
        let of =
            |part: &Term| -> Vec<Way> {
                let key = (part.first, part.quiet, part.capture);
                let courses = part.courses.iter().map(move |course| {
                    (key.0, key.1, key.2, course.cycle.clone(), course.stride, course.max)
                });
                let jumps = part.jumps.iter().map(move |jump| {
                    (key.0, key.1, key.2, vec![jump.step], jump.reach.unwrap_or(0), jump.land)
                });
                courses.chain(jumps).collect()
            };
        parts.iter().flat_map(of).collect()
    };
    let turned = |path: &Path| {
        let mut path = path.clone();
        path.legs
            .iter_mut()
            .flat_map(|leg| &mut leg.cycle)
            .for_each(|offset| *offset = offset.mirrored(cells));
        path
    };
    let paths: HashSet<&Path> = piece.movement.paths.iter().collect();
    let lone_path = piece.movement.paths.iter().find(|path| !paths.contains(&turned(path)));
    let mirrored: Vec<Term> = piece.movement.moves.iter().map(mirror).collect();
    let (own, other) = (ways(&piece.movement.moves), ways(&mirrored));
    let lone = own.iter().find(|way| !other.contains(way)).and_then(|way| way.3.first());
    let offset = lone.or_else(|| lone_path.and_then(|path| path.legs.first()?.cycle.first()))?;
    view.is_own(span).then(|| {
        let message =
            format!("{} moves differently to the left and to the right", view.rules.scope().each_of(&[kind]));
        let across = match offset.dx {
            0 => "in a way that turns to one side".to_owned(),
            dx => format!("{} {}", dx.unsigned_abs(), if dx > 0 { "to the right" } else { "to the left" }),
        };
        let along = match offset.dy {
            0 => String::new(),
            dy => format!(" and {} {}", dy.unsigned_abs(), if dy > 0 { "forward" } else { "back" }),
        };
        Diagnostic::advice("ferz::lint::lopsided_move", message)
            .at(span, format!("it can go {across}{along}, but not the mirror image of that"))
            .help("nothing is wrong if that is intended")
    })
}

/// Reports a start position in which Black's pieces don't stand opposite White's.
fn uneven(view: View<'_>) -> Option<Diagnostic> {
    let geometry = &view.rules.geometry;
    let scope = view.rules.scope();
    let opposite = |square| {
        let (kind, side) = scope.array_at(geometry.opposite(square))?;
        Some((kind, side.other()))
    };
    let odd: Vec<Square> = geometry
        .every()
        .filter(|&square| geometry.opposite(square) != square && scope.array_at(square) != opposite(square))
        .collect();
    let first = *odd.first().filter(|_| view.has_two_sides())?;
    let piece = |square| match scope.array_at(square) {
        Some((kind, side)) => {
            format!("{}'s {} stands on {}", side.capital(), scope.type_name(kind), geometry.name(square))
        }
        None => format!("nothing stands on {}", geometry.name(square)),
    };
    let counts =
        Side::BOTH.map(|side| view.rules.array.iter().filter(|(_, piece)| piece.side() == side).count());
    let message = if counts[0] == counts[1] {
        "the two sides start differently".to_owned()
    } else {
        format!("White starts with {} pieces and Black with {}", counts[0], counts[1])
    };
    let says = format!("{}, but opposite it, {}", piece(first), piece(geometry.opposite(first)));
    Some(
        Diagnostic::advice("ferz::lint::uneven_start", message)
            .at(view.place("setup"), says)
            .help(format!("{} squares differ; nothing is wrong if that is intended", odd.len())),
    )
}

/// Two pieces whose letters look alike in a position.
fn alike(view: View<'_>) -> Vec<Diagnostic> {
    let types = &view.rules.types;
    let with =
        |letter: char| types.iter().find(|kind| kind.letter.trim_start_matches('+') == letter.to_string());
    let pairs = ALIKE.iter().filter_map(|&(capital, small)| Some((with(capital)?, with(small)?)));
    let lint = |(one, other): (&crate::model::pieces::PieceType, &crate::model::pieces::PieceType)| {
        let small = other.letter.to_ascii_lowercase();
        let message =
            format!("White's {} and Black's {} are hard to tell apart in a position", one.name, other.name);
        Diagnostic::advice("ferz::lint::alike_letters", message)
            .at(view.named("pieces", &one.name), format!("White's is written `{}`", one.letter))
            .at(view.named("pieces", &other.name), format!("Black's is written `{small}`"))
            .help("give one of them another letter")
    };
    pairs.map(lint).collect()
}

/// Reports two pieces that are written alike in the moves of a game.
fn same_san(view: View<'_>) -> Option<Diagnostic> {
    let types = &view.rules.types;
    let clash = |at: usize| {
        let earlier = types[..at].iter().find(|kind| kind.san == types[at].san);
        earlier.map(|earlier| (earlier, &types[at]))
    };
    let (earlier, later) = (0..types.len()).find_map(clash)?;
    let message = match later.san.as_str() {
        "" => format!("neither {} nor {} has a letter in written games", earlier.name, later.name),
        san => format!("{} and {} are both written `{san}` in games", earlier.name, later.name),
    };
    Some(
        Diagnostic::warning("ferz::lint::same_san", message)
            .at(view.named("pieces", &later.name), "a written move doesn't show which of them moved")
            .help("give each a `san` of its own"),
    )
}
