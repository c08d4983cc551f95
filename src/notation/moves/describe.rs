//! A movement in plain English, from the model alone.

use std::collections::BTreeSet;

use crate::board::Cells;
use crate::model::movement::{Castle, Course, Jump, Movement, Offset, Term};
use crate::notation::fault::any_of;
use crate::order;

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
    lame: bool,
    max: Option<u16>,
    /// The leap's parts, the lesser first.
    leap: (i8, i8),
    firsts: BTreeSet<Offset>,
}

/// Returns the movement in words, as `goes one square in any direction`.
pub(crate) fn describe(movement: &Movement) -> String {
    let cells = movement.cells;
    let terms = movement.moves.iter().map(|term| in_words(cells, term));
    let paths = paths_in_words::phrases(cells, &movement.paths);
    let phrases: Vec<String> = terms.chain(paths).chain(castling(&movement.castles)).collect();
    match (phrases.is_empty(), cells) {
        (true, _) => "does not move".to_owned(),
        (false, Cells::Squares) => phrases.join("; "),
        (false, Cells::Hexagons) => phrases.join("; ").replace("square", "cell"),
    }
}

/// `castles 2 squares to either side with the outermost piece there, if neither has moved`.
fn castling(castles: &[Castle]) -> Vec<String> {
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
        format!("castles {far} {side} with the {whom}, if neither has moved")
    };
    (0..castles.len()).filter(first).map(one).collect()
}

fn same_but_side(one: &Castle, other: &Castle) -> bool {
    Castle { right: true, ..*one } == Castle { right: true, ..*other }
}

fn in_words(cells: Cells, one: &Term) -> String {
    let groups = grouped(cells, &one.courses);
    let phrases: Vec<String> = match &groups[..] {
        [a, b] if royal_pair(a, b) => vec![format!("{} in any direction", amount(a))],
        groups => groups.iter().map(phrase).collect(),
    };
    let jumps = (!one.jumps.is_empty()).then(|| jump_words(cells, &one.jumps));
    if one.courses.is_empty() {
        return jumps.unwrap_or_else(|| "does not move".to_owned());
    }
    let then = jumps.map_or_else(String::new, |jumps| format!("; {jumps}"));
    let when = if one.first { "on its first move, " } else { "" };
    let what = phrases.join("; or ");
    match (one.quiet, one.capture) {
        (true, false) => {
            let link = if what.ends_with(BLOCKED) { "," } else { "" };
            format!("{when}moves {what}{link} without capturing{then}")
        }
        (false, true) => format!("{when}captures {what}{then}"),
        (true, true) => format!("{when}moves {what}{then}"),
        (false, false) => format!("{when}never moves {what}{then}"),
    }
}

/// `takes by jumping over an enemy one square diagonally forward onto the empty square behind it`.
fn jump_words(cells: Cells, jumps: &[Jump]) -> String {
    let course = |jump: &Jump| Course { cycle: vec![jump.step], stride: 1, max: jump.reach };
    let courses: Vec<Course> = jumps.iter().map(course).collect();
    let groups = grouped(cells, &courses);
    let over: Vec<String> = match &groups[..] {
        [a, b] if royal_pair(a, b) => vec![format!("{} in any direction", amount(a))],
        groups => groups.iter().map(phrase).collect(),
    };
    let over = over.join("; or ");
    if jumps.iter().all(|jump| jump.land == Some(1)) {
        return format!("captures by jumping over an enemy piece {over} onto the empty square behind it");
    }
    format!(
        "captures by jumping over an enemy piece {over} on an otherwise clear line, onto any empty square behind it"
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
            lame: stride > 1,
            max: course.max.map(|max| max / course.stride.max(1)),
            leap: leap_parts(cells, first),
            firsts: BTreeSet::from([first]),
        };
        let alike =
            |g: &&mut Group| (g.gait, g.lame, g.max, g.leap) == (new.gait, new.lame, new.max, new.leap);
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

fn phrase(group: &Group) -> String {
    let blocked = if group.lame { BLOCKED } else { "" };
    let begin = if group.gait == Gait::Straight { " " } else { ", beginning " };
    format!("{}{begin}{}{blocked}", amount(group), directions(group))
}

/// Returns the distance or number of leaps: `one square`, `by up to 3 leaps (1,2)`.
fn amount(group: &Group) -> String {
    let one = group.leap.1 == 1;
    let leap = format!("({},{})", group.leap.0, group.leap.1);
    let straight = group.leap.0 == 0 || group.leap.0 == group.leap.1;
    let amount = match (group.max, one) {
        // square by square, and so not a leap
        (Some(1), false) if group.lame && straight => format!("{} squares", group.leap.1),
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
        (0, _) if whole && group.cells == Cells::Hexagons => "straight in any direction".to_owned(),
        (0, _) if whole => "orthogonally in any direction".to_owned(),
        (x, y) if x == y && whole => "diagonally in any direction".to_owned(),
        _ if whole => "in any direction".to_owned(),
        (short, long) if group.cells == Cells::Hexagons => {
            let way = if short == 0 { "straight " } else { "diagonally " };
            let way = if short == 0 || short == long { way } else { "" };
            let ways: Vec<String> = hexagons::sides(&group.firsts).into_iter().map(str::to_owned).collect();
            format!("{way}{}", any_of(&ways))
        }
        (0, _) => format!("straight {}", any_of(&sides(&group.firsts))),
        (x, y) if x == y => diagonally(&group.firsts),
        _ => obliquely(&group.firsts),
    }
}

/// The sides that straight displacements go to: forward first, then clockwise.
fn sides(firsts: &BTreeSet<Offset>) -> Vec<&'static str> {
    let side = |o: &Offset| match (o.dx.signum(), o.dy.signum()) {
        (_, 1) => (0, "forward"),
        (1, _) => (1, "right"),
        (_, -1) => (2, "back"),
        _ => (3, "left"),
    };
    let mut sides: Vec<_> = firsts.iter().map(side).collect();
    order::values(&mut sides);
    sides.into_iter().map(|(_, word)| word).collect()
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
            "moves one square straight forward without capturing; captures one square diagonally forward; \
             on its first move, moves 2 squares straight forward, if no piece is in the way, \
             without capturing"
        );
        assert_eq!(
            words("zB"),
            "moves in a zigzag, any number of squares, beginning diagonally in any direction"
        );
        assert_eq!(words("ffN"), "moves by a (1,2) leap 2 forward and 1 to either side");
        assert_eq!(
            words("WfF"),
            "moves one square orthogonally in any direction; or one square diagonally forward"
        );
        assert_eq!(words("qNN").split(" by").next(), Some("moves in a circle,"));
        assert_eq!(words("frF blF"), "moves one square diagonally forward to the right or back to the left");
    }
}
