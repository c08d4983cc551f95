//! Paths in plain English: their legs one after another, those that differ only in their directions together.

use std::collections::BTreeMap;

use super::hexagons;
use crate::board::Cells;
use crate::model::movement::Offset;
use crate::model::path::{Ends, Jumped, Leg, Path, Reach};

/// Returns the paths of a movement in words, a phrase for each kind of path.
pub(super) fn phrases(cells: Cells, paths: &[Path]) -> Vec<String> {
    let mut kinds: BTreeMap<String, Vec<&Path>> = BTreeMap::new();
    let mut order: Vec<String> = Vec::new();
    for path in paths {
        let words = words(cells, path);
        if !kinds.contains_key(&words) {
            order.push(words.clone());
        }
        kinds.entry(words).or_default().push(path);
    }
    let full = |words: String| {
        let paths = &kinds[&words];
        let where_to = if is_symmetric(cells, paths) {
            ""
        } else {
            one_way(cells, paths).unwrap_or(", in some directions only")
        };
        format!("{words}{where_to}")
    };
    let kinds_of_paths = order.len();
    let mut phrases: Vec<String> = order.into_iter().take(MOST_KINDS).map(full).collect();
    if kinds_of_paths > MOST_KINDS {
        phrases.push(format!("and so on, {kinds_of_paths} kinds of paths in all"));
    }
    phrases
}

/// The most kinds of paths that are told one by one.
const MOST_KINDS: usize = 6;

/// Returns `true` if with every path the one turned by 90 degrees, or 60 on hexagons, is there, too.
fn is_symmetric(cells: Cells, paths: &[&Path]) -> bool {
    let turned = |offset: &Offset| match cells {
        Cells::Squares => Offset { dx: offset.dy, dy: -offset.dx },
        Cells::Hexagons => hexagons::turned(*offset),
    };
    paths.iter().all(|path| {
        let mut other = (*path).clone();
        other.legs.iter_mut().flat_map(|leg| &mut leg.cycle).for_each(|offset| *offset = turned(offset));
        paths.contains(&&other)
    })
}

/// Returns the words for paths of which all begin forward, backward or sideways, and go to the left as to the right.
fn one_way(cells: Cells, paths: &[&Path]) -> Option<&'static str> {
    let rises = |offset: &Offset| match cells {
        Cells::Squares => offset.dy,
        Cells::Hexagons => hexagons::forward(*offset),
    };
    let mirrored = paths.iter().all(|path| {
        let mut other = (*path).clone();
        other
            .legs
            .iter_mut()
            .flat_map(|leg| &mut leg.cycle)
            .for_each(|offset| *offset = offset.mirrored(cells));
        paths.contains(&&other)
    });
    let begin = |fits: fn(i8) -> bool| {
        paths.iter().all(|path| path.legs[0].cycle.first().is_some_and(|offset| fits(rises(offset))))
    };
    match mirrored {
        true if begin(|dy| dy > 0) => Some(", forward only"),
        true if begin(|dy| dy < 0) => Some(", backward only"),
        true if begin(|dy| dy == 0) => Some(", sideways only"),
        _ => None,
    }
}

fn words(cells: Cells, path: &Path) -> String {
    let mut text = if path.first { "on its first move, ".to_owned() } else { String::new() };
    let last = path.legs.len() - 1;
    text += "moves ";
    for (index, leg) in path.legs.iter().enumerate() {
        if index > 0 {
            text += ", then ";
        }
        if leg.unloads && index > 0 {
            text += "setting the captured piece down there, ";
        }
        text += &distance(cells, leg, index > 0);
        if index > 0 && !leg.goes_on {
            text += &turn(&path.legs[index - 1], leg);
        } else if leg.goes_on {
            text += " straight on";
        }
        let (conditions, end) =
            (conditions(leg), if index < last { on_the_way(leg) } else { at_the_end(leg) });
        text += &conditions;
        if !conditions.is_empty() && end.starts_with(' ') {
            text.push(',');
        }
        text += end;
    }
    if let Some(place) = &path.place {
        text += if text.contains(',') { ", " } else { " " };
        text += &place.words;
    }
    if path.legs[0].unloads {
        text += "; the captured piece is set down where the move began";
    }
    if path.legs.iter().any(|leg| leg.wrap.files) {
        text += if path.legs.iter().any(|leg| leg.wrap.ranks) {
            ", passing round all edges"
        } else {
            ", passing round the sides of the board"
        };
    }
    text
}

/// Returns the distance of a leg: `one square diagonally`, `by any number of (1,2) leaps`.
fn distance(cells: Cells, leg: &Leg, turns: bool) -> String {
    let Some(step) = leg.cycle.first() else { return "to any square".to_owned() };
    let (x, y) = (step.dx.unsigned_abs(), step.dy.unsigned_abs());
    let (short, long) = match cells {
        Cells::Squares => (x.min(y), x.max(y)),
        Cells::Hexagons => {
            hexagons::leap(*step).map_or((0, 0), |((short, long), _)| (short as u8, long as u8))
        }
    };
    // how a later leg turns is said behind its distance
    let way = match (turns, short) {
        (true, _) => "",
        (false, 0) => " straight",
        (false, _) => " diagonally",
    };
    let curve = match leg.cycle.len() {
        1 => "",
        2 => " in a zigzag",
        _ => " in a circle",
    };
    let one = long == 1;
    let amount = match leg.reach {
        Reach::Most(1) if one => format!("one square{way}"),
        Reach::Most(1) if short == 0 || short == long => format!("{long} squares{way}"),
        Reach::Most(1) => format!("by a ({short},{long}) leap"),
        Reach::Most(most) if one => format!("up to {most} squares{way}"),
        Reach::Most(most) => format!("by up to {most} ({short},{long}) leaps"),
        Reach::Unlimited if one => format!("any number of squares{way}"),
        Reach::Unlimited => format!("by any number of ({short},{long}) leaps"),
        Reach::Rest => "any number of squares".to_owned(),
        Reach::Same => format!("as many squares{way}"),
        Reach::Half => format!("any number of squares{way}, up to the middle of the board"),
    };
    amount + curve
}

/// Returns how a leg turns from the one before.
fn turn(before: &Leg, leg: &Leg) -> String {
    let (Some(from), Some(to)) = (before.cycle.last(), leg.cycle.first()) else { return String::new() };
    let angle = |offset: &Offset| f64::from(offset.dy).atan2(f64::from(offset.dx)).to_degrees();
    let between = (angle(to) - angle(from)).rem_euclid(360.0);
    match between.min(360.0 - between).round() as u16 {
        0 => " straight on".to_owned(),
        180 => " straight back".to_owned(),
        less @ 1..=90 => format!(" at {less} degrees"),
        more => format!(" back at {} degrees", 180 - more),
    }
}

fn conditions(leg: &Leg) -> String {
    let mut text = String::new();
    if leg.skips {
        text += ", passing over the first square, whatever stands there";
    }
    match leg.jumped {
        Jumped::Empty => text += ", if no piece is in the way",
        Jumped::Occupied => text += ", if every square in between is occupied",
        Jumped::Anything => {}
    }
    text
}

/// Returns the words for a square where one leg ends and the next begins.
fn on_the_way(leg: &Leg) -> &'static str {
    let ends = leg.ends;
    let hop = ends.meets(Ends::HURDLE);
    match (ends.meets(Ends::EMPTY), hop, ends.meets(Ends::ENEMY | Ends::ROYAL), ends.meets(Ends::OWN)) {
        _ if ends.meets(Ends::RELAY) => " to a piece of its own side, which makes the rest of the move",
        _ if ends.meets(Ends::PASSED) => " to a square where it captures en passant",
        (false, true, false, false) if leg.tame => " to a piece other than an enemy, hopping over it",
        (false, true, false, false) => " to a piece, hopping over it",
        (true, true, false, false) => ", whatever stands there",
        (false, false, true, false) => " to an enemy, capturing it",
        (false, false, false, true) => " to a piece of its own side, capturing it",
        (false, false, true, true) => " to a piece, capturing it",
        (true, false, true, _) => ", capturing what stands there",
        (_, true, ..) => ", capturing the piece there or hopping over it",
        _ => "",
    }
}

/// Returns the words for the permitted content of the target square.
fn at_the_end(leg: &Leg) -> &'static str {
    let ends = leg.ends;
    match (ends.meets(Ends::EMPTY), ends.meets(Ends::ENEMY), ends.meets(Ends::OWN)) {
        _ if ends.meets(Ends::RELAY) => {
            " to a piece of its own side within reach, or rather as that piece would move from here"
        }
        (true, true, false) if leg.tame => ", but captures no royal piece",
        (true, true, false) => "",
        (true, false, false) => " without capturing",
        (false, true, false) if leg.tame => ", capturing an enemy that is not royal",
        (false, true, false) => ", capturing an enemy",
        (true, true, true) => ", capturing even its own pieces",
        (false, true, true) => ", capturing any piece, even of its own side",
        (_, false, true) => ", capturing a piece of its own side",
        (false, false, false) if ends.meets(Ends::PASSED) => ", capturing en passant",
        _ => ", giving check to a royal piece but capturing nothing",
    }
}
