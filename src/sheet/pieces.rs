//! The part of a sheet about the pieces: general words on moving, and a section for each type.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::{Block, Moves};
use crate::Variant;
use crate::board::{Bits, Cells};
use crate::draw::movement::Diagram;
use crate::feature::condition::plural;
use crate::feature::rule::Becomes;
use crate::feature::scope::{in_a_row, sentence};
use crate::model::movement::{Course, Movement, Offset};
use crate::model::pieces::{PieceType, Royalty, Side, TypeId};
use crate::notation::moves::{describe, describe_against, leap_parts};
use crate::rules::Rules;

pub(super) fn blocks(variant: &Variant, drawn: bool) -> Vec<Block> {
    let rules = &variant.rules;
    let mut blocks = vec![Block::Text(general(variant, drawn))];
    for (id, piece) in (0..).zip(&rules.types) {
        blocks.push(Block::Heading(piece_title(piece)));
        let movement = movement(rules, (id, piece));
        let (name, words) = (piece.spoken(), words(rules, (id, piece), &movement));
        let diagram = Diagram::of(&movement);
        let one_way = diagram.is_one_way();
        let mut said = match piece.moves_only_conditionally() {
            true => vec![format!("The {name} moves only under a condition; see the special rules.")],
            false => vec![words.clone()],
        };
        if !piece.conditional.is_empty() && !piece.moves_only_conditionally() {
            said.push("It moves otherwise, too, under a condition; see the special rules.".to_owned());
        }
        if piece.royal {
            said.push(match piece.royalty {
                Royalty::Each => format!("The {name} is royal."),
                Royalty::Last => {
                    let types = rules.types.iter().filter(|kind| kind.royalty == Royalty::Last);
                    let names: Vec<String> = types.map(PieceType::spoken).collect();
                    format!(
                        "The last {} of a side is royal; while a side has several, none of them is, and any of them may be captured.",
                        in_a_row(&names, "or")
                    )
                }
                Royalty::Together => format!(
                    "While a side has several {}, it is in check only when all of them are attacked, and any one of them may be captured; the last one left is royal.",
                    plural(&name)
                ),
            });
        }
        let promotes = |promotion: Becomes<'_>| match promotion.zone {
            zone if zone == [rules.geometry.playable(); 2] => String::new(),
            [white, black] if black.is_empty() => {
                let scope = rules.scope();
                format!(" as {}'s piece on {}", scope.side(Side::White), scope.squares_listed(white, "or"))
            }
            [white, black] if white.is_empty() => {
                let scope = rules.scope();
                format!(" as {}'s piece on {}", scope.side(Side::Black), scope.squares_listed(black, "or"))
            }
            zone => format!(" on {}", rules.scope().squares_of_both(zone, "or")),
        };
        let mut zones: Vec<String> = rules.becomes(id).map(promotes).collect();
        zones.dedup();
        if !zones.is_empty() {
            said.push(format!("It promotes{}; see the special rules.", zones.join(", and also")));
        }
        blocks.push(Block::Text(said.join(" ")));
        if drawn && !diagram.is_empty() {
            let [white, black] = Side::BOTH.map(|side| rules.scope().side(side).to_owned());
            let way =
                if one_way { format!(" ({white}; for {black}, the other way up)") } else { String::new() };
            blocks.push(Block::Moves(Box::new(Moves {
                diagram,
                letter: piece.letter.clone(),
                title: format!("How the {name} moves{way}"),
                words,
            })));
        }
    }
    blocks
}

fn piece_title(piece: &PieceType) -> String {
    let title = sentence(&piece.spoken());
    match &piece.glyphs {
        Some([white, black]) => format!("{title} ({}, {white} {black})", piece.letter),
        None => format!("{title} ({})", piece.letter),
    }
}

/// The movement of a piece type, without the captures that a royal piece never makes, because it would be lost by them.
pub(super) fn movement<'a>(rules: &Rules, (id, piece): (TypeId, &'a PieceType)) -> Cow<'a, Movement> {
    let never = piece.royal && rules.each().any(|rule| rule.costs_captors(id));
    if !never || !piece.movement.paths.is_empty() {
        return Cow::Borrowed(&piece.movement);
    }
    let mut movement = piece.movement.clone();
    movement.moves.retain(|term| term.quiet);
    movement.moves.iter_mut().for_each(|term| term.capture = false);
    Cow::Owned(movement)
}

/// The movement as a sentence, with what its leaps are.
fn words(rules: &Rules, (id, piece): (TypeId, &PieceType), movement: &Movement) -> String {
    let name = piece.spoken();
    if piece.neutral {
        return format!(
            "The {name} belongs to neither player. It has no moves of its own, blocks both sides and can't be captured."
        );
    }
    let mut lines = vec![moves(rules, piece, movement)];
    let leaps =
        leaps(movement).into_iter().map(|(short, long)| (format!("({short},{long}) leap"), short, long));
    // a movement that is described square by square names no leap
    let named: Vec<String> = leaps
        .filter(|(leap, ..)| lines[0].contains(leap))
        .map(|(_, short, long)| leap_words(piece.movement.cells, short, long))
        .collect();
    lines.extend(named);
    lines.extend(bends(&piece.movement));
    let promoted = |kind| rules.becomes(kind).any(|becomes| becomes.to.contains(&id));
    if piece.movement.asks_for_unmoved() && (0..rules.types.len() as TypeId).any(promoted) {
        lines.push(format!("A piece promoted to a {name} counts as having moved."));
    }
    lines.join(" ")
}

/// The movement as one sentence: `The king moves one square in any direction.`
pub(super) fn moves(rules: &Rules, piece: &PieceType, movement: &Movement) -> String {
    let mut royal = rules.types.iter().filter(|kind| kind.royal);
    let words = match (royal.next(), royal.next()) {
        (Some(only), None) => describe_against(movement, &format!("the enemy {}", only.spoken())),
        _ => describe(movement),
    };
    format!("The {} {words}.", piece.spoken())
}

/// The leaps of more than one square of which a movement consists, by their parts.
pub(super) fn leaps(movement: &Movement) -> BTreeSet<(u8, u8)> {
    let courses = movement.moves.iter().flat_map(|one| &one.courses);
    let parts = courses.map(|course| {
        let stride = usize::from(course.stride.max(1)).min(course.cycle.len());
        let sum = course.cycle[..stride]
            .iter()
            .fold((0i16, 0i16), |(x, y), step| (x + i16::from(step.dx), y + i16::from(step.dy)));
        let part = |n: i16| n.clamp(-i16::from(i8::MAX), i16::from(i8::MAX)) as i8;
        let (short, long) = leap_parts(movement.cells, Offset { dx: part(sum.0), dy: part(sum.1) });
        let (short, long) = (short.unsigned_abs(), long.unsigned_abs());
        let straight = short == 0 || short == long;
        (short, long, straight && stride > 1 && course.max == Some(course.stride))
    });
    // what moves square by square is described by its squares, and is not a leap
    parts.filter(|&(_, long, walks)| long > 1 && !walks).map(|(short, long, _)| (short, long)).collect()
}

/// Explains zigzag and circular movement, if the movement has them.
fn bends(movement: &Movement) -> Vec<String> {
    let leaps = |course: &Course| course.cycle.len() / usize::from(course.stride.max(1));
    let courses = || movement.moves.iter().flat_map(|one| &one.courses);
    let zigzag = "A zigzag turns 90 degrees at each leap, alternately left and right; every square on the way must be empty.";
    let circle = "In a circle, each leap turns 45 degrees, always the same way round; every square on the way must be empty.";
    [
        (courses().any(|course| leaps(course) == 2), zigzag),
        (courses().any(|course| leaps(course) > 2), circle),
    ]
    .into_iter()
    .filter(|(holds, _)| *holds)
    .map(|(_, words)| words.to_owned())
    .collect()
}

fn leap_words(cells: Cells, short: u8, long: u8) -> String {
    let squares = |n: u8| if n == 1 { "1 square".to_owned() } else { format!("{n} squares") };
    let where_to = match short {
        0 if cells == Cells::Hexagons => format!("{} orthogonally", squares(long)),
        _ if cells == Cells::Hexagons => {
            format!("{} orthogonally and {} at 60 degrees to that", squares(long), squares(short))
        }
        0 => format!("{} along a rank or file", squares(long)),
        _ if short == long => format!("{} diagonally", squares(long)),
        _ => {
            format!("{} along a rank or file and {} at right angles to that", squares(long), squares(short))
        }
    };
    format!("A ({short},{long}) leap goes {where_to}.")
}

/// Describes what holds for all pieces, as far as it concerns this game.
fn general(variant: &Variant, drawn: bool) -> String {
    let rules = &variant.rules;
    let moves = || rules.types.iter().flat_map(|kind| &kind.movement.moves);
    let courses = || moves().flat_map(|one| &one.courses);
    if !rules.scope().has_moves() {
        return "The pieces never move once they stand on the board.".to_owned();
    }
    let no_capture = !rules.scope().has_captures();
    let mut lines = vec![match no_capture {
        true => "A piece never moves to an occupied square.".to_owned(),
        false => "A piece never moves to a square occupied by a piece of its own side.".to_owned(),
    }];
    if moves().any(|one| one.capture && !one.courses.is_empty()) {
        lines.push(
            "Unless stated otherwise, it moves to an empty square, or captures an enemy piece by moving to its square; the captured piece is removed from the board."
                .to_owned(),
        );
    }
    if courses().any(|course| course.max.is_none_or(|max| max > 1) || course.stride > 1) {
        lines.push("A piece that moves several squares in a line can't pass over other pieces, unless stated otherwise.".to_owned());
    }
    let leaps = courses().any(|course| {
        course.stride == 1
            && course.max == Some(1)
            && course.cycle.iter().any(|step| step.dx.abs() > 1 || step.dy.abs() > 1)
    });
    if leaps {
        lines.push(
            "A leap goes directly to its square, over anything in between, unless stated otherwise."
                .to_owned(),
        );
    }
    if rules.scope().has_jumps() {
        lines.push(
            "A jump goes over an enemy piece to an empty square directly behind it, and captures that piece."
                .to_owned(),
        );
    }
    if drawn && moves().next().is_some() {
        let white = rules.scope().side(Side::White).to_owned();
        lines.push(format!(
            "In the diagrams below, the piece stands in the middle, and {white} plays up the board."
        ));
    }
    lines.join(" ")
}
