//! Paths in plain English: their legs one after another, those that differ only in their directions together.

use std::collections::BTreeMap;

use super::describe::{FIRST, Phrase};
use super::hexagons;
use crate::board::Cells;
use crate::model::movement::Offset;
use crate::model::path::{Ends, Jumped, Leg, Path, Place, Reach};
use crate::notation::fault::any_of;

/// Returns the paths of a movement in words, a phrase for each kind of path.
pub(super) fn phrases(cells: Cells, paths: &[Path], royal: &str) -> Vec<Phrase> {
    let mut kinds: BTreeMap<(String, String), Vec<&Path>> = BTreeMap::new();
    let mut order: Vec<(String, String)> = Vec::new();
    for path in paths {
        let kind = (when(path), words(cells, path, royal));
        if !kinds.contains_key(&kind) {
            order.push(kind.clone());
        }
        kinds.entry(kind).or_default().push(path);
    }
    let full = |kind: (String, String)| {
        let paths = &kinds[&kind];
        let (when, words) = kind;
        let does = match one_way(cells, paths) {
            _ if is_symmetric(cells, paths) => words,
            Some(way) => way.said_in(words),
            None => format!("{words}, in some directions only"),
        };
        Phrase { when, does }
    };
    let all_ways = |kind: &(String, String)| kinds[kind].len();
    let numbers: Vec<usize> = order.iter().map(all_ways).collect();
    let all: Vec<Phrase> = order.into_iter().map(full).collect();
    let mut phrases = joined(cells, all.into_iter().zip(numbers).collect());
    let kinds_of_paths = phrases.len();
    phrases.truncate(MOST_KINDS);
    if kinds_of_paths > MOST_KINDS {
        let does = format!("moves in other ways, by {kinds_of_paths} kinds of path in all");
        phrases.push(Phrase { does, ..Phrase::default() });
    }
    phrases
}

/// Joins those phrases that differ only in the turn before their last square, and those that differ only in whether they begin orthogonally
/// or diagonally. Each comes with the number of its paths.
fn joined(cells: Cells, phrases: Vec<(Phrase, usize)>) -> Vec<Phrase> {
    if cells == Cells::Hexagons {
        return phrases.into_iter().map(|(phrase, _)| phrase).collect();
    }
    let mut turned: Vec<(Phrase, usize)> = Vec::new();
    for (phrase, number) in &phrases {
        let Some((head, _)) = last_turn(&phrase.does) else {
            turned.push((Phrase { when: phrase.when.clone(), does: phrase.does.clone() }, *number));
            continue;
        };
        let alike = |(other, _): &&(Phrase, usize)| {
            other.when == phrase.when && last_turn(&other.does).is_some_and(|(other, _)| other == head)
        };
        let group: Vec<&(Phrase, usize)> = phrases.iter().filter(alike).collect();
        let ways: usize = group.iter().map(|(_, number)| number).sum();
        // four beginnings, and eight directions from each
        let whole = group.len() == TURNS.len() && ways == 32 && head.matches(ALL_WAYS).count() == 1;
        let turns: Vec<&str> =
            group.iter().filter_map(|(other, _)| Some(last_turn(&other.does)?.1.trim_start())).collect();
        let ahead = if whole { "in any direction".to_owned() } else { any_of(&turns) };
        let does = format!("{head}{LAST} {ahead}");
        if !turned.iter().any(|(known, _)| known.when == phrase.when && known.does == does) {
            turned.push((Phrase { when: phrase.when.clone(), does }, ways));
        }
    }
    let mut begun: Vec<Phrase> = Vec::new();
    for (phrase, number) in &turned {
        let other = phrase.does.replacen(ORTHOGONALLY, DIAGONALLY, 1);
        let diagonal = |(one, count): &(Phrase, usize)| {
            other != phrase.does && one.when == phrase.when && one.does == other && count == number
        };
        let orthogonal = |(one, count): &(Phrase, usize)| {
            one.when == phrase.when
                && count == number
                && one.does != phrase.does
                && one.does.replacen(ORTHOGONALLY, DIAGONALLY, 1) == phrase.does
        };
        let several = phrase.does.contains(", then ") || phrase.does.contains(BACK);
        if several && turned.iter().any(orthogonal) {
            continue;
        }
        let does = match several && turned.iter().any(diagonal) {
            true => phrase.does.replacen(ORTHOGONALLY, " in any direction", 1),
            false => phrase.does.clone(),
        };
        begun.push(Phrase { when: phrase.when.clone(), does });
    }
    begun
}

/// The beginning of a last leg of one square.
const LAST: &str = ", then one square";

/// The turns before a last square that together lead in all directions.
const TURNS: [&str; 5] =
    [" straight on", " at 45 degrees", " at 90 degrees", " back at 45 degrees", " straight back"];

/// A first leg that goes in four directions.
const ALL_WAYS: &str = "one square";

/// Returns a phrase without its last leg, if that is one square without conditions, and the turn before it.
fn last_turn(does: &str) -> Option<(&str, &str)> {
    let (head, turn) = does.rsplit_once(LAST)?;
    TURNS.contains(&turn).then_some((head, turn))
}

/// Returns when and where a piece may take a path.
fn when(path: &Path) -> String {
    let first = path.first.then(|| FIRST.to_owned());
    // a path that only gives check may end anywhere
    let everywhere = |place: &Place| place.on.is_none() && place.within.is_none();
    let place = path.place.as_ref().filter(|place| !(path.only_checks() && everywhere(place)));
    let said: Vec<String> = first.into_iter().chain(place.map(|place| place.words.clone())).collect();
    said.join(" ")
}

/// The direction in which all paths of a kind begin.
#[derive(Clone, Copy, Debug)]
enum OneWay {
    Forward,
    Back,
    Sideways,
}

impl OneWay {
    /// Returns the words of a kind of path with its direction.
    fn said_in(self, words: String) -> String {
        let (straight, diagonal, other) = match self {
            Self::Forward => (" straight forward", " diagonally forward", ", forward only"),
            Self::Back => (" straight back", " diagonally back", ", backward only"),
            Self::Sideways => (" sideways", " sideways", ", sideways only"),
        };
        let found = |way: &str| words.find(way).unwrap_or(usize::MAX);
        match (found(ORTHOGONALLY), found(DIAGONALLY)) {
            (usize::MAX, usize::MAX) => words + other,
            (one, other) if one < other => words.replacen(ORTHOGONALLY, straight, 1),
            _ => words.replacen(DIAGONALLY, diagonal, 1),
        }
    }
}

const ORTHOGONALLY: &str = " orthogonally";
const DIAGONALLY: &str = " diagonally";

/// The maximum number of kinds of paths that are described one by one.
const MOST_KINDS: usize = 6;

/// Returns `true` if with every path the one turned by 90 degrees, or 60 on hexagons, is there as well.
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
fn one_way(cells: Cells, paths: &[&Path]) -> Option<OneWay> {
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
        true if begin(|dy| dy > 0) => Some(OneWay::Forward),
        true if begin(|dy| dy < 0) => Some(OneWay::Back),
        true if begin(|dy| dy == 0) => Some(OneWay::Sideways),
        _ => None,
    }
}

fn words(cells: Cells, path: &Path, royal: &str) -> String {
    if let Some(words) = hop(cells, path).or_else(|| there_and_back(cells, path)) {
        return words;
    }
    let last = path.legs.len() - 1;
    let alone = last == 0 && !path.legs[0].unloads;
    let captures = alone && at_the_end(&path.legs[0]) == CAPTURING;
    let mut text = match captures {
        _ if alone && path.only_checks() => format!("attacks {royal} "),
        true => "captures ".to_owned(),
        false => "moves ".to_owned(),
    };
    for (index, leg) in path.legs.iter().enumerate() {
        if index > 0 {
            text += ", then ";
        }
        if leg.unloads && index > 0 {
            text += "setting the captured piece down there, ";
        }
        let far = distance(cells, leg, index > 0);
        text += &if alone && path.only_checks() { at_any_distance(&far) } else { far };
        if index > 0 && !leg.goes_on {
            text += &turn(&path.legs[index - 1], leg);
        } else if leg.goes_on {
            text += " straight on";
        }
        let (conditions, end) =
            (conditions(leg), if index < last { on_the_way(leg) } else { at_the_end(leg) });
        if alone && end == WITHOUT_CAPTURING {
            text += &format!("{end}{conditions}");
            continue;
        }
        text += &conditions;
        if captures {
            continue;
        }
        if !conditions.is_empty() && end.starts_with(' ') {
            text.push(',');
        }
        text += match alone && path.only_checks() {
            true if leg.reach == Reach::Most(1) => ", but never moves that way",
            true => " if nothing stands in between, but never moves that way",
            false => end,
        };
    }
    if path.legs[0].unloads {
        text += ", setting the captured piece down where the move began";
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

/// Returns a ride over just one piece, in words.
fn hop(cells: Cells, path: &Path) -> Option<String> {
    let [ride, on] = &path.legs[..] else { return None };
    let free = |leg: &Leg| {
        matches!(leg.cycle[..], [Offset { dx: -1..=1, dy: -1..=1 }])
            && !leg.unloads
            && !leg.skips
            && !leg.tame
    };
    let far = |leg: &Leg| matches!(leg.reach, Reach::Unlimited | Reach::Rest);
    let straight = on.goes_on || on.cycle == ride.cycle;
    let bare = !ride.wrap.files && !ride.wrap.ranks;
    if !(free(ride) && free(on) && far(ride) && far(on) && straight && bare) || ride.ends != Ends::HURDLE {
        return None;
    }
    let (verb, end) = match at_the_end(on) {
        CAPTURING => ("captures", ""),
        "" => ("moves", ""),
        WITHOUT_CAPTURING => ("moves", ", without capturing"),
        _ => return None,
    };
    let way = distance(cells, ride, false);
    let way = if verb == "captures" { at_any_distance(&way) } else { way };
    Some(format!("{verb} {way}, hopping over exactly one piece on the way{end}"))
}

/// Returns a step to an empty square and back, in words.
fn there_and_back(cells: Cells, path: &Path) -> Option<String> {
    let [there, back] = &path.legs[..] else { return None };
    let ([out], [home]) = (&there.cycle[..], &back.cycle[..]) else { return None };
    let reversed = Offset { dx: -out.dx, dy: -out.dy } == *home;
    let plain = |leg: &Leg| {
        let round = leg.wrap.files || leg.wrap.ranks;
        leg.reach == Reach::Most(1) && conditions(leg).is_empty() && !leg.unloads && !round
    };
    if !reversed || !plain(there) || !plain(back) || !on_the_way(there).is_empty() {
        return None;
    }
    let far = distance(cells, there, false);
    Some(format!("moves {far} to an empty square{BACK}, without capturing"))
}

/// The end of a leg that captures nothing.
const WITHOUT_CAPTURING: &str = " without capturing";

/// The end of a step that is taken back.
const BACK: &str = " and back";

/// Returns how far something reaches, for what stands there: `orthogonally at any distance` for `any number of squares orthogonally`.
fn at_any_distance(way: &str) -> String {
    match way.strip_prefix("any number of squares ") {
        Some(way) => format!("{way} at any distance"),
        None => way.to_owned(),
    }
}

const CAPTURING: &str = ", capturing an enemy";

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
    // the turn of a later leg is described after its distance
    let way = match (turns, short) {
        (true, _) => "",
        (false, 0) => ORTHOGONALLY,
        (false, _) => DIAGONALLY,
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
            " to a piece of its own side, but, instead of landing there, moves as that piece would from its own square"
        }
        (true, true, false) if leg.tame => ", but captures no royal piece",
        (true, true, false) => "",
        (true, false, false) => WITHOUT_CAPTURING,
        (false, true, false) if leg.tame => ", capturing an enemy that is not royal",
        (false, true, false) => CAPTURING,
        (true, true, true) => ", capturing even its own pieces",
        (false, true, true) => ", capturing any piece, even of its own side",
        (_, false, true) => ", capturing a piece of its own side",
        (false, false, false) if ends.meets(Ends::PASSED) => ", capturing en passant",
        _ => ", giving check to a royal piece but capturing nothing",
    }
}
