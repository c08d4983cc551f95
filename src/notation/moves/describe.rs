//! A movement in plain English, from the model alone.

use std::collections::BTreeSet;

use crate::board::Cells;
use crate::model::movement::{Castle, Course, Jump, Movement, Offset, Term};
use crate::notation::fault::any_of;

use super::course::images;
use super::{hexagons, leap_parts, paths_in_words};

/// The order in which leaps follow each other, and their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gait {
    Straight,
    Crooked,
    Circular,
}

/// Courses that differ only in their directions.
struct Group {
    cells: Cells,
    gait: Gait,
    /// The steps of a leap that is made square by square; else empty.
    steps: Vec<Offset>,
    max: Option<u16>,
    /// The leap's parts, the lesser first.
    leap: (i8, i8),
    firsts: BTreeSet<Offset>,
}

/// Returns the movement in words, as `moves one square in any direction`.
pub(crate) fn describe(movement: &Movement) -> String {
    describe_against(movement, "an enemy royal piece")
}

/// Returns the movement in words, in a game with these royal pieces of the enemy: `the enemy king`.
pub(crate) fn describe_against(movement: &Movement, royal: &str) -> String {
    let cells = movement.cells;
    let terms = movement.moves.iter().flat_map(|term| in_words(cells, term));
    let paths = paths_in_words::phrases(cells, &movement.paths, royal);
    let phrases: Vec<Phrase> = terms.chain(paths).chain(castling(&movement.castles)).collect();
    let mut words = String::new();
    for (at, phrase) in phrases.iter().enumerate() {
        let link = match phrase.when.is_empty() {
            _ if at == 0 => "",
            false => "; ",
            true if phrases[at + 1..].iter().any(|later| later.when.is_empty()) => ", ",
            true => ", and ",
        };
        words = words + link + &phrase.words(at == 0);
    }
    match (words.is_empty(), cells) {
        (true, _) => "does not move".to_owned(),
        (false, Cells::Squares) => words,
        (false, Cells::Hexagons) => words.replace("square", "cell"),
    }
}

/// Returns the ways in which a movement goes one square, if that is all it does: `diagonally forward`.
pub(crate) fn step_in_words(movement: &Movement) -> Option<String> {
    let [term] = &movement.moves[..] else { return None };
    let bare = movement.paths.is_empty() && movement.castles.is_empty() && term.jumps.is_empty();
    let groups = grouped(movement.cells, &term.courses);
    let [group] = &groups[..] else { return None };
    let single = group.max == Some(1) && group.leap.1 == 1 && group.steps.is_empty();
    let plain = bare && single && term.quiet && term.capture && !term.first;
    plain.then(|| directions(group)).filter(|ways| !ways.contains(','))
}

/// One of the things that a piece does.
#[derive(Debug, Default)]
pub(super) struct Phrase {
    /// When or where it does so: `on its first move`; empty if always.
    pub(super) when: String,
    /// The verb in the third person and the rest: `moves one square diagonally forward`.
    pub(super) does: String,
}

impl Phrase {
    /// Returns the phrase behind the subject that all phrases share.
    fn words(&self, first: bool) -> String {
        let Self { when, does } = self;
        match (first, when.is_empty()) {
            (true, true) => does.clone(),
            (true, false) => format!("{does}, {when}"),
            (false, true) => also(does),
            (false, false) => format!("{when}, it {}", besides(does)),
        }
    }
}

/// Returns what a piece does as well: `also moves or captures by a (1,3) leap`, if it can do both, or `also moves …`.
fn also(does: &str) -> String {
    match does.strip_prefix("moves ") {
        Some(rest) if does.contains("captur") => format!("also moves {rest}"),
        Some(rest) => format!("also moves or captures {rest}"),
        None => does.to_owned(),
    }
}

/// Returns what a piece does in certain cases, beside what it always does: `may also move sideways`.
fn besides(does: &str) -> String {
    for (does_it, to_do_it) in [("moves ", "move "), ("captures ", "capture ")] {
        if let Some(rest) = does.strip_prefix(does_it) {
            return format!("may also {to_do_it}{rest}");
        }
    }
    does.to_owned()
}

/// `castles 2 squares to either side with the outermost piece there, if neither has moved`.
fn castling(castles: &[Castle]) -> Vec<Phrase> {
    let first = |at: &usize| !castles[..*at].iter().any(|other| same_but_side(other, &castles[*at]));
    let one = |at: usize| {
        let castle = castles[at];
        let both = castles.iter().filter(|other| same_but_side(other, &castle)).count() > 1;
        let side = match (both, castle.right) {
            (true, _) => "to either side",
            (false, true) => "towards the last file",
            (false, false) => "towards the a-file",
        };
        let far =
            if castle.squares == 1 { "one square".to_owned() } else { format!("{} squares", castle.squares) };
        let whom = if castle.inside {
            "outermost piece there that is not on the edge"
        } else {
            "outermost piece there"
        };
        let does = format!("castles {far} {side} with the {whom}, if neither has moved");
        Phrase { does, ..Phrase::default() }
    };
    (0..castles.len()).filter(first).map(one).collect()
}

fn same_but_side(one: &Castle, other: &Castle) -> bool {
    Castle { right: true, ..*one } == Castle { right: true, ..*other }
}

fn in_words(cells: Cells, one: &Term) -> Vec<Phrase> {
    let groups = grouped(cells, &one.courses);
    let phrases: Vec<String> = match &groups[..] {
        [a, b] if royal_pair(a, b) => vec![format!("{} in any direction", amount(a))],
        groups => groups.iter().map(phrase).collect(),
    };
    let what = phrases.join(", or ");
    let does = match (one.quiet, one.capture) {
        _ if one.courses.is_empty() => None,
        (true, false) => {
            // a condition comes last
            let (way, rest) = match (&phrases[..], what.find(',')) {
                ([_], Some(at)) if [BLOCKED, LEAPING].contains(&&what[at..]) => what.split_at(at),
                _ => (&what[..], ""),
            };
            let link = if way.contains(',') { "," } else { "" };
            Some(format!("moves {way}{link} without capturing{rest}"))
        }
        (false, true) => Some(format!("captures {what}")),
        (true, true) => Some(format!("moves {what}")),
        (false, false) => Some(format!("never moves {what}")),
    };
    let jumps = (!one.jumps.is_empty()).then(|| jump_words(cells, &one.jumps));
    let nothing = (does.is_none() && jumps.is_none()).then(|| "does not move".to_owned());
    let when = if one.first { FIRST } else { "" };
    let phrase = |does| Phrase { when: when.to_owned(), does };
    does.into_iter().chain(jumps).chain(nothing).map(phrase).collect()
}

pub(super) const FIRST: &str = "on its first move";

/// `captures by jumping over an enemy one square diagonally forward onto the empty square behind it`.
fn jump_words(cells: Cells, jumps: &[Jump]) -> String {
    let course = |jump: &Jump| Course { cycle: vec![jump.step], stride: 1, max: jump.reach };
    let courses: Vec<Course> = jumps.iter().map(course).collect();
    let groups = grouped(cells, &courses);
    let next = groups.iter().all(|group| group.max == Some(1) && group.leap.1 == 1);
    if next && jumps.iter().all(|jump| jump.land == Some(1)) {
        let ways: Vec<String> = match &groups[..] {
            [a, b] if royal_pair(a, b) => vec!["in any direction".to_owned()],
            groups => groups.iter().map(directions).collect(),
        };
        let ways = ways.join(" or ");
        return format!(
            "captures by jumping {ways} over an adjacent enemy piece to the empty square just beyond it"
        );
    }
    let over: Vec<String> = match &groups[..] {
        [a, b] if royal_pair(a, b) => vec![format!("{} in any direction", amount(a))],
        groups => groups.iter().map(phrase).collect(),
    };
    let over = over.join(", or ");
    if jumps.iter().all(|jump| jump.land == Some(1)) {
        return format!("captures by jumping over an enemy piece {over} onto the empty square behind it");
    }
    format!(
        "captures by jumping over an enemy piece, {over} on an otherwise clear line, onto any empty square behind it"
    )
}

fn grouped(cells: Cells, courses: &[Course]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for course in courses {
        let stride = usize::from(course.stride.max(1)).min(course.cycle.len());
        let first = sum(&course.cycle[..stride]);
        let new = Group {
            cells,
            gait: gait(course.cycle.len(), stride),
            steps: if stride > 1 { course.cycle[..stride].to_vec() } else { Vec::new() },
            max: course.max.map(|max| max / course.stride.max(1)),
            leap: leap_parts(cells, first),
            firsts: BTreeSet::from([first]),
        };
        let kind = |g: &Group| (g.gait, g.runs(), g.max, g.leap);
        let alike = |g: &&mut Group| kind(g) == kind(&new);
        match groups.iter_mut().find(alike) {
            Some(group) => group.firsts.extend(new.firsts),
            None => groups.push(new),
        }
    }
    groups
}

fn gait(cycle: usize, stride: usize) -> Gait {
    match cycle.checked_div(stride) {
        None | Some(0 | 1) => Gait::Straight,
        Some(2) => Gait::Crooked,
        Some(_) => Gait::Circular,
    }
}

fn sum(steps: &[Offset]) -> Offset {
    steps.iter().fold(Offset { dx: 0, dy: 0 }, |at, step| Offset {
        dx: at.dx.saturating_add(step.dx),
        dy: at.dy.saturating_add(step.dy),
    })
}

/// Returns `true` if the two groups are orthogonal and diagonal one-square steps, alike and in all directions.
fn royal_pair(a: &Group, b: &Group) -> bool {
    let leaps = BTreeSet::from([a.leap, b.leap]) == BTreeSet::from([(0, 1), (1, 1)]);
    let all = if a.cells == Cells::Hexagons { 6 } else { 4 };
    leaps && a.max == b.max && [a, b].iter().all(|g| g.gait == Gait::Straight && g.firsts.len() == all)
}

const BLOCKED: &str = ", if no piece is in the way";
const LEAPING: &str = ", leaping over any piece in between";

impl Group {
    /// Returns `true` if it is a single leap of several squares along a line.
    fn is_straight_leap(&self) -> bool {
        let straight = self.leap.0 == 0 || self.leap.0 == self.leap.1;
        self.max == Some(1) && self.leap.1 > 1 && self.steps.is_empty() && straight
    }

    /// Returns the steps of a leap that is made square by square: how many are orthogonal, and whether these come first.
    fn runs(&self) -> (usize, bool) {
        let orthogonal = |step: &&Offset| step.dx == 0 || step.dy == 0;
        (
            self.steps.iter().filter(orthogonal).count(),
            self.steps.first().is_some_and(|step| orthogonal(&step)),
        )
    }

    /// Returns a leap that turns once on its way, and may go in any direction, in words: `one square orthogonally and then one diagonally
    /// outward, if the first square is empty`.
    fn bent(&self) -> Option<String> {
        let whole = self.firsts.len() == images(self.cells, self.leap.0, self.leap.1).len();
        let units = self.steps.iter().all(|step| step.dx.abs() <= 1 && step.dy.abs() <= 1);
        let turns = self.steps.windows(2).filter(|pair| pair[0] != pair[1]).count();
        if !whole || !units || turns != 1 || self.max != Some(1) || self.cells != Cells::Squares {
            return None;
        }
        let begin = self.steps.iter().take_while(|step| **step == self.steps[0]).count();
        let (orthogonal, diagonal) = ("orthogonally", "diagonally");
        let (first, then) = if self.runs().1 { (orthogonal, diagonal) } else { (diagonal, orthogonal) };
        let number = |many: usize| if many == 1 { "one".to_owned() } else { many.to_string() };
        let squares = if begin == 1 { "square" } else { "squares" };
        let empty = match self.steps.len() {
            2 => "the first square is empty",
            _ => "all squares but the last are empty",
        };
        Some(format!(
            "{} {squares} {first} and then {} {then} outward, if {empty}",
            number(begin),
            number(self.steps.len() - begin)
        ))
    }
}

fn phrase(group: &Group) -> String {
    if let Some(bent) = group.bent() {
        return bent;
    }
    let blocked = match group.steps.is_empty() {
        _ if group.is_straight_leap() => LEAPING,
        true => "",
        false => BLOCKED,
    };
    let directions = directions(group);
    let begin = match group.gait {
        Gait::Straight if directions.starts_with(|c: char| c.is_ascii_digit()) => ", ",
        Gait::Straight => " ",
        _ => ", beginning ",
    };
    format!("{}{begin}{directions}{blocked}", amount(group))
}

/// Returns the distance or number of leaps: `one square`, `by up to 3 leaps (1,2)`.
fn amount(group: &Group) -> String {
    let one = group.leap.1 == 1;
    let leap = format!("({},{})", group.leap.0, group.leap.1);
    let straight = group.leap.0 == 0 || group.leap.0 == group.leap.1;
    let amount = match (group.max, one) {
        // square by square, and so not a leap
        (Some(1), false) if straight => format!("{} squares", group.leap.1),
        (Some(1), true) => "one square".to_owned(),
        (Some(1), false) => format!("by a {leap} leap"),
        (Some(max), true) => format!("up to {max} squares"),
        (Some(max), false) => format!("by up to {max} {leap} leaps"),
        (None, true) => "any number of squares".to_owned(),
        (None, false) => format!("by any number of {leap} leaps"),
    };
    match group.gait {
        Gait::Straight if group.max == Some(1) || one => amount,
        Gait::Straight => format!("{amount} in a line"),
        Gait::Crooked => format!("in a zigzag, {amount}"),
        Gait::Circular => format!("in a circle, {amount}"),
    }
}

fn directions(group: &Group) -> String {
    let whole = group.firsts.len() == images(group.cells, group.leap.0, group.leap.1).len();
    match group.leap {
        (0, _) if whole => "orthogonally in any direction".to_owned(),
        (x, y) if x == y && whole => "diagonally in any direction".to_owned(),
        _ if whole => "in any direction".to_owned(),
        (short, long) if group.cells == Cells::Hexagons => {
            let way = if short == 0 { "straight " } else { "diagonally " };
            let way = if short == 0 || short == long { way } else { "" };
            let ways: Vec<String> = hexagons::sides(&group.firsts).into_iter().map(str::to_owned).collect();
            let slanting = short == 0 && ways.iter().any(|side| side.contains(" to the "));
            let way = if slanting { "orthogonally, " } else { way };
            format!("{way}{}", any_of(&ways))
        }
        (0, _) => straight(&group.firsts),
        (x, y) if x == y => diagonally(&group.firsts),
        _ => obliquely(&group.firsts),
    }
}

/// The sides that orthogonal displacements go to: `straight forward or sideways`.
fn straight(firsts: &BTreeSet<Offset>) -> String {
    let goes = |dx: i8, dy: i8| firsts.iter().any(|o| (o.dx.signum(), o.dy.signum()) == (dx, dy));
    let (left, right) = (goes(-1, 0), goes(1, 0));
    let upright = goes(0, 1) || goes(0, -1);
    let words = [
        (goes(0, 1), "straight forward"),
        (goes(0, -1), if goes(0, 1) { "back" } else { "straight back" }),
        (left && right, "sideways"),
        (left && !right, if upright { "left" } else { "to the left" }),
        (right && !left, if upright { "right" } else { "to the right" }),
    ];
    any_of(&words.into_iter().filter(|(goes, _)| *goes).map(|(_, word)| word).collect::<Vec<_>>())
}

fn diagonally(firsts: &BTreeSet<Offset>) -> String {
    let mut words: Vec<String> = Vec::new();
    for (forward, word) in [(true, "forward"), (false, "back")] {
        let there: Vec<&Offset> = firsts.iter().filter(|o| (o.dy > 0) == forward).collect();
        match there[..] {
            [] => {}
            [only] => words.push(format!("{word} to the {}", if only.dx < 0 { "left" } else { "right" })),
            _ => words.push(word.to_owned()),
        }
    }
    format!("diagonally {}", any_of(&words))
}

/// Each leap by its parts, mirror images together: `2 forward and 1 to either side`.
fn obliquely(firsts: &BTreeSet<Offset>) -> String {
    let mut words: Vec<String> = Vec::new();
    for offset in firsts.iter().rev() {
        let mirrored = firsts.contains(&Offset { dx: offset.dx.saturating_neg(), ..*offset });
        if mirrored && offset.dx < 0 {
            continue;
        }
        let upright = if offset.dy > 0 { "forward" } else { "back" };
        let level = match (mirrored, offset.dx > 0) {
            (true, _) => "to either side",
            (false, true) => "to the right",
            (false, false) => "to the left",
        };
        let (x, y) = (offset.dx.unsigned_abs(), offset.dy.unsigned_abs());
        words.push(format!("{y} {upright} and {x} {level}"));
    }
    any_of(&words)
}

#[cfg(test)]
mod tests {
    use super::describe;
    use crate::notation::moves::moves;

    fn words(text: &str) -> String {
        describe(&moves(text).expect("a good movement").0)
    }

    #[test]
    fn common_movements_read_as_sentences() {
        assert_eq!(words("K"), "moves one square in any direction");
        assert_eq!(words("Q"), "moves any number of squares in any direction");
        assert_eq!(words("N"), "moves by a (1,2) leap in any direction");
        assert_eq!(words("mF2"), "moves up to 2 squares diagonally in any direction without capturing");
        assert_eq!(
            words("fmW fcF ifmnD"),
            "moves one square straight forward without capturing, and captures one square diagonally forward; \
             on its first move, it may also move 2 squares straight forward without capturing, if no piece is \
             in the way"
        );
        assert_eq!(
            words("zB"),
            "moves in a zigzag, any number of squares, beginning diagonally in any direction"
        );
        assert_eq!(
            words("nN"),
            "moves one square orthogonally and then one diagonally outward, if the first square is empty"
        );
        assert_eq!(words("nA"), "moves 2 squares diagonally in any direction, if no piece is in the way");
        assert_eq!(words("fsW"), "moves one square straight forward or sideways");
        assert_eq!(
            words("bmW rcW"),
            "moves one square straight back without capturing, and captures one square to the right"
        );
        assert_eq!(
            words("mRcpR"),
            "moves any number of squares orthogonally in any direction without capturing, and captures orthogonally at any distance, hopping over exactly one piece on the way"
        );
        assert_eq!(
            words("ifmnD"),
            "moves 2 squares straight forward without capturing, if no piece is in the way, on its first move"
        );
        assert_eq!(words("ffN"), "moves by a (1,2) leap, 2 forward and 1 to either side");
        assert_eq!(
            words("WfF"),
            "moves one square orthogonally in any direction, or one square diagonally forward"
        );
        assert_eq!(
            words("cafhbhsK mabK"),
            "moves one square in any direction to an enemy, capturing it, then one square in any direction, \
             and also moves one square in any direction to an empty square and back, without capturing"
        );
        assert_eq!(words("qNN").split(" by").next(), Some("moves in a circle,"));
        assert_eq!(words("frF blF"), "moves one square diagonally forward to the right or back to the left");
    }
}
