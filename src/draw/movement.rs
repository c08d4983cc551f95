//! Movement diagrams: where a piece type can move, on a small board around it. They are drawn from the model alone, so without walls and
//! edges.

use std::collections::{BTreeMap, BTreeSet};

use super::sign::Sign;
use crate::board::{Cells, Wrap};
use crate::model::movement::{Castle, Course, Jump, Movement, Offset};
use crate::model::path::{Ends, Leg, Path};
use crate::model::pieces::MAX_TYPES;
use crate::notation::moves::leap_parts;
use crate::walk::{Budget, Need, Plane, ways_within};

/// The condition on which a move is available to a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum When {
    #[default]
    Never,
    /// Only from, across or to some squares.
    Somewhere,
    /// Only as its first move.
    First,
    Always,
}

/// The moves that a piece can make to a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spot {
    /// Moves there if it is empty.
    pub(crate) quiet: When,
    /// Captures an enemy there.
    pub(crate) take: When,
    /// Gets there over any pieces between.
    pub(crate) leaps: bool,
    /// Captures an enemy there by jumping over it.
    pub(crate) victim: bool,
    /// Lands there behind a jumped enemy.
    pub(crate) lands: bool,
    /// Captures a piece there after one on the way.
    pub(crate) second: bool,
    /// Must be empty for the piece to pass, and is not where it stops.
    pub(crate) passes: bool,
    /// Moves there, and captures there, by hopping over a piece.
    pub(crate) hop_quiet: When,
    pub(crate) hop_take: When,
}

impl Spot {
    /// Returns the sign for the way the piece gets there, if it does.
    pub(crate) fn sign(self) -> Option<Sign> {
        let open = (self.quiet > When::Never, self.take > When::Never);
        let (quiet, take) = match open {
            (false, false) => (self.hop_quiet > When::Never, self.hop_take > When::Never),
            open => open,
        };
        let sign = match (quiet, take, self.leaps) {
            (true, true, false) => Sign::Both,
            (true, false, false) => Sign::Move,
            (false, true, false) => Sign::Take,
            (true, true, true) => Sign::LeapBoth,
            (true, false, true) => Sign::LeapMove,
            (false, true, true) => Sign::LeapTake,
            (false, false, _) => return None,
        };
        Some(sign)
    }

    /// Returns the sign of a square that is not always open, or not for moves as for captures.
    pub(crate) fn sometimes(self) -> Option<Sign> {
        let mut open = [self.quiet, self.take, self.hop_quiet, self.hop_take].into_iter();
        let first = open.find(|when| *when > When::Never)?;
        let alike = open.all(|when| when == first || when == When::Never);
        match first {
            _ if !alike => Some(Sign::Partly),
            When::First => Some(Sign::First),
            When::Somewhere => Some(Sign::Somewhere),
            When::Always | When::Never => None,
        }
    }

    /// Returns the sign of a square that is reached over a hurdle only.
    pub(crate) fn hop(self) -> Option<Sign> {
        match (self.quiet.max(self.take), self.hop_quiet.max(self.hop_take)) {
            (_, When::Never) => None,
            (When::Never, _) => Some(Sign::Hop),
            _ => (self.take == When::Never && self.hop_take > When::Never).then_some(Sign::HopTake),
        }
    }

    /// Returns `true` if the piece passes but never stops there.
    pub(crate) fn only_passes(self) -> bool {
        self.passes && self.sign().is_none() && !(self.victim || self.lands || self.second)
    }

    /// Returns every sign that describes it.
    fn signs(self) -> impl Iterator<Item = Sign> {
        let way = self.sign();
        let others = [
            (self.victim, Sign::Victim),
            (self.lands && !self.victim, Sign::Lands),
            (self.second, Sign::Second),
            (self.only_passes(), Sign::Passes),
        ];
        way.into_iter()
            .chain(self.hop())
            .chain(self.sometimes())
            .chain(others.into_iter().filter_map(|(holds, sign)| holds.then_some(sign)))
    }
}

/// A ride of a piece, drawn as a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// Its target squares, the nearest first.
    pub(crate) squares: Vec<(i8, i8)>,
    /// The point just outside the picture towards which the line continues.
    pub(crate) onward: Option<(i8, i8)>,
}

/// A movement diagram: a small board with the piece in its middle at (0, 0), White's forward upwards.
#[derive(Clone, Debug, Default)]
pub struct Diagram {
    /// The shape of its squares.
    pub(crate) cells: Cells,
    /// The number of squares it shows in each direction.
    pub(crate) radius: i8,
    pub(crate) spots: BTreeMap<(i8, i8), Spot>,
    pub(crate) lines: Vec<Line>,
}

/// The farthest distance of a leap.
const FARTHEST: i8 = 15;

impl Diagram {
    /// Creates the diagram of a movement.
    pub fn of(movement: &Movement) -> Self {
        let radius = radius(movement);
        let mut diagram = Self { cells: movement.cells, radius, ..Self::default() };
        for one in &movement.moves {
            let when = if one.first { When::First } else { When::Always };
            for course in &one.courses {
                diagram.course(course, (one.quiet, one.capture), when);
            }
            one.jumps.iter().for_each(|jump| diagram.jump(jump));
        }
        let budget = Budget::part(MAX_TYPES);
        movement.paths.iter().for_each(|path| diagram.path(path, &budget));
        for castle in &movement.castles {
            diagram.spots.entry((along(castle), 0)).or_default().quiet = When::First;
        }
        diagram
    }

    /// Enters the ways of a path, as far as the picture shows them.
    fn path(&mut self, path: &Path, budget: &Budget) {
        let when = match (path.first, &path.place) {
            (true, _) => When::First,
            (false, Some(_)) => When::Somewhere,
            (false, None) => When::Always,
        };
        let ways = ways_within(&Endless { radius: self.radius }, path, (0, 0), budget);
        // what takes too many steps is left out
        for way in ways.unwrap_or_default() {
            let in_passing = !way.taken.is_empty();
            for &square in &way.taken {
                self.spots.entry(square).or_default().victim = true;
            }
            if way.to == (0, 0) {
                continue;
            }
            let hops = way.needs.iter().any(|(_, need)| matches!(need, Need::Hurdle | Need::TameHurdle));
            if path.legs.len() > 1 {
                let empty = way.needs.iter().filter(|(_, need)| *need == Need::Empty);
                empty.for_each(|(square, _)| self.spots.entry(*square).or_default().passes = true);
            }
            let spot = self.spots.entry(way.to).or_default();
            if in_passing {
                spot.lands |= way.ends.meets(Ends::EMPTY);
                spot.second |= way.ends.meets(Ends::ENEMY | Ends::OWN | Ends::ROYAL);
                continue;
            }
            let raise = |known: &mut When, open: bool| *known = if open { when.max(*known) } else { *known };
            // a path that only gives check is never a move
            let takes = way.ends.meets(Ends::ENEMY | Ends::OWN);
            let (quiet, take) = match hops {
                true => (&mut spot.hop_quiet, &mut spot.hop_take),
                false => (&mut spot.quiet, &mut spot.take),
            };
            raise(quiet, way.ends.meets(Ends::EMPTY));
            raise(take, takes);
            spot.leaps |= way.needs.is_empty() && path.legs.len() > 1;
        }
    }

    /// Returns `true` if it shows no move.
    pub(crate) fn is_empty(&self) -> bool {
        self.spots.is_empty() && self.lines.is_empty()
    }

    /// Returns the signs that occur in it, in the order of a legend.
    pub(crate) fn signs(&self) -> Vec<Sign> {
        let mut signs: BTreeSet<Sign> = self.spots.values().flat_map(|spot| spot.signs()).collect();
        signs.extend(self.lines.iter().any(|line| line.onward.is_some()).then_some(Sign::Onward));
        signs.into_iter().collect()
    }

    /// Returns `true` if Black's pieces of the type move differently from White's.
    pub(crate) fn is_one_way(&self) -> bool {
        let opposite = |(dx, dy): (i8, i8)| match self.cells {
            Cells::Squares => (dx, -dy),
            Cells::Hexagons => (-dx, -dy),
        };
        let turned = |(&at, spot): (&(i8, i8), &Spot)| self.spots.get(&opposite(at)) == Some(spot);
        !self.spots.iter().all(turned)
    }

    fn course(&mut self, course: &Course, (quiet, take): (bool, bool), when: When) {
        let stride = usize::from(course.stride.max(1));
        let most = course.max.map_or(usize::MAX, usize::from);
        let leap = |offset: &Offset| self.far(*offset) > 1;
        let leaps = most == 1 && course.cycle.iter().all(leap);
        let (mut at, mut line, mut passed) = ((0i8, 0i8), Vec::new(), Vec::new());
        let mut onward = None;
        for (index, offset) in course.cycle.iter().cycle().take(most).enumerate() {
            let next = (at.0.saturating_add(offset.dx), at.1.saturating_add(offset.dy));
            if !self.shows(next) {
                onward = (!line.is_empty()).then(|| self.edge(course, at));
                break;
            }
            at = next;
            if (index + 1).is_multiple_of(stride) {
                line.push(at);
                let spot = self.spots.entry(at).or_default();
                let raise =
                    |known: &mut When, open: bool| *known = if open { when.max(*known) } else { *known };
                raise(&mut spot.quiet, quiet);
                raise(&mut spot.take, take);
                spot.leaps |= leaps;
            } else {
                line.push(at);
                passed.push(at);
            }
        }
        passed.into_iter().for_each(|square| self.spots.entry(square).or_default().passes = true);
        let new = Line { squares: line, onward };
        let drawn = new.squares.len() > 1 || new.onward.is_some();
        if drawn && !leaps && !self.lines.contains(&new) {
            self.lines.push(new);
        }
    }

    fn jump(&mut self, jump: &Jump) {
        let at = |times: i8| (jump.step.dx.saturating_mul(times), jump.step.dy.saturating_mul(times));
        let most = |limit: Option<u16>| limit.map_or(FARTHEST, |n| n.min(FARTHEST as u16) as i8);
        for over in 1..=most(jump.reach) {
            if !self.shows(at(over.saturating_add(1))) {
                break;
            }
            self.spots.entry(at(over)).or_default().victim = true;
            for behind in 1..=most(jump.land) {
                let land = at(over.saturating_add(behind));
                if !self.shows(land) {
                    break;
                }
                self.spots.entry(land).or_default().lands = true;
            }
        }
        let far = jump.reach.is_none() && self.shows(at(1));
        let squares: Vec<_> = (1..=FARTHEST).map(at).take_while(|&square| self.shows(square)).collect();
        let last = squares.last().copied();
        if let (true, Some(last)) = (far, last) {
            let course = Course { cycle: vec![jump.step], stride: 1, max: None };
            let new = Line { squares, onward: Some(self.edge(&course, last)) };
            if !self.lines.contains(&new) {
                self.lines.push(new);
            }
        }
    }

    fn shows(&self, (x, y): (i8, i8)) -> bool {
        self.ring((x.into(), y.into())) <= i16::from(self.radius)
    }

    /// The number of rings of cells around the middle up to one at this distance.
    fn ring(&self, (x, y): (i16, i16)) -> i16 {
        let square = x.abs().max(y.abs());
        if self.cells == Cells::Hexagons { square.max((y - x).abs()) } else { square }
    }

    /// The greater part of a leap.
    fn far(&self, offset: Offset) -> i8 {
        leap_parts(self.cells, offset).1
    }

    /// Returns the squares of the picture.
    pub(super) fn squares(&self) -> impl Iterator<Item = (i8, i8)> {
        let all = -self.radius..=self.radius;
        let row = move |y: i8| all.clone().map(move |x| (x, y));
        (-self.radius..=self.radius).rev().flat_map(row).filter(|&at| self.shows(at))
    }

    /// Returns the point just outside the picture to which a course continues.
    fn edge(&self, course: &Course, last: (i8, i8)) -> (i8, i8) {
        let sum =
            course.cycle.iter().fold((0i16, 0i16), |(x, y), o| (x + i16::from(o.dx), y + i16::from(o.dy)));
        let (x, y) = if sum == (0, 0) { (i16::from(last.0), i16::from(last.1)) } else { sum };
        let far = self.ring((x, y)).max(1);
        let ring = i16::from(self.radius) + 1;
        let part = |n: i16| {
            let scaled = (2 * n.abs() * ring + far) / (2 * far);
            i8::try_from(scaled * n.signum()).unwrap_or(0)
        };
        (part(x), part(y))
    }

    /// Returns the diagram in text, a line per rank, and its legend: each sign with its meaning.
    pub fn text(&self, letter: &str, ascii: bool) -> (String, Vec<(String, &'static str)>) {
        let outside = self.lines.iter().filter_map(|line| line.onward).collect::<BTreeSet<_>>();
        let ring = self.radius + i8::from(!outside.is_empty());
        let cell = |at: (i8, i8)| -> String {
            let spot = self.spots.get(&at).copied().unwrap_or_default();
            if at == (0, 0) {
                return letter.to_owned();
            }
            if outside.contains(&at) {
                return arrow(self.cells, at, ascii).to_string();
            }
            if !self.shows(at) {
                return String::new();
            }
            let sign = |sign: Sign| sign.text(ascii);
            let first = match (spot.sign(), spot) {
                (Some(way), _) => sign(way),
                (None, Spot { victim: true, .. }) => return sign(Sign::Victim).to_string(),
                (None, Spot { lands: true, .. }) => sign(Sign::Lands),
                (None, Spot { second: true, .. }) => return sign(Sign::Second).to_string(),
                (None, Spot { passes: true, .. }) => sign(Sign::Passes),
                (None, _) => '.',
            };
            let lands = spot.lands && !spot.victim && spot.sign().is_some();
            let behind = spot.hop().or(spot.sometimes()).or(spot.victim.then_some(Sign::Victim));
            let behind = behind.or(spot.second.then_some(Sign::Second));
            let behind = behind.or(lands.then_some(Sign::Lands)).map(sign);
            std::iter::once(first).chain(behind).collect()
        };
        let row = |y: i8| {
            let cells = (-ring..=ring).map(|x| format!("{:<3}", cell((x, y))));
            cells.collect::<String>().trim_end().to_owned() + "\n"
        };
        let sloped = |line: i32| {
            let files = (-i32::from(ring)..=i32::from(ring)).map(|x| {
                let at = (line + x) % 2 == 0 && (line + x) / 2 >= i32::from(i8::MIN);
                let y = i8::try_from((line + x) / 2).unwrap_or(i8::MAX);
                let inside = self.ring((x as i16, y.into())) <= i16::from(ring);
                format!("{:<3}", if at && inside { cell((x as i8, y)) } else { String::new() })
            });
            files.collect::<String>().trim_end().to_owned() + "\n"
        };
        let lines: String = match self.cells {
            Cells::Squares => (-ring..=ring).rev().map(row).collect(),
            Cells::Hexagons => (-2 * i32::from(ring)..=2 * i32::from(ring)).rev().map(sloped).collect(),
        };
        let arrows: Vec<char> = outside.iter().map(|&at| arrow(self.cells, at, ascii)).collect();
        let arrows: BTreeSet<char> = arrows.into_iter().collect();
        let said = |sign: &Sign| match sign {
            Sign::Onward => arrows.iter().map(char::to_string).collect::<Vec<_>>().join(" "),
            sign => sign.text(ascii).to_string(),
        };
        (lines, self.signs().iter().map(|sign| (said(sign), sign.words())).collect())
    }
}

/// The files that a castling piece goes, to the right.
fn along(castle: &Castle) -> i8 {
    let far = i8::try_from(castle.squares).unwrap_or(FARTHEST).min(FARTHEST);
    if castle.right { far } else { -far }
}

/// Returns the size needed to show every leap whole, and the beginning of every ride.
fn radius(movement: &Movement) -> i8 {
    let mut far = 2;
    let size = |offset: &Offset| match movement.cells {
        Cells::Squares => offset.dx.saturating_abs().max(offset.dy.saturating_abs()),
        Cells::Hexagons => offset
            .dx
            .saturating_abs()
            .max(offset.dy.saturating_abs())
            .max((offset.dy - offset.dx).saturating_abs()),
    };
    for one in &movement.moves {
        for course in &one.courses {
            let step = course.cycle.iter().map(size).max();
            let step = step.unwrap_or(1);
            let reach = match course.max {
                Some(max) => {
                    farthest(course, usize::from(max)).min(if max > 4 { 4.max(step) } else { FARTHEST })
                }
                None if step > 1 => step.saturating_mul(2),
                None => 3,
            };
            far = far.max(reach);
        }
        for jump in &one.jumps {
            let step = size(&jump.step);
            far = far.max(step.saturating_mul(if jump.reach == Some(1) { 2 } else { 3 }));
        }
    }
    for path in movement.paths.iter().filter(|path| !path.only_checks()) {
        let leg = |leg: &Leg| {
            let step = leg.cycle.iter().map(size).max().unwrap_or(1);
            let times = leg.most().map_or(3, |most| most.min(4) as i8);
            step.saturating_mul(times)
        };
        let all = path.legs.iter().map(leg).fold(0, i8::saturating_add);
        far = far.max(all.min(5));
    }
    movement.castles.iter().fold(far, |far, castle| far.max(along(castle).abs())).min(FARTHEST)
}

/// A board without edges, as far as the picture shows it, around the piece at (0, 0).
struct Endless {
    radius: i8,
}

impl Plane for Endless {
    type At = (i8, i8);

    fn step(&self, (x, y): (i8, i8), by: Offset, _: Wrap) -> Option<(i8, i8)> {
        let shown = |at: i8| at.unsigned_abs() <= self.radius.unsigned_abs();
        let next = (x.saturating_add(by.dx), y.saturating_add(by.dy));
        (shown(next.0) && shown(next.1)).then_some(next)
    }

    fn every(&self) -> Vec<(i8, i8)> {
        let all = -self.radius..=self.radius;
        all.clone().flat_map(|x| all.clone().map(move |y| (x, y))).collect()
    }

    /// Returns the distance as from the second of eight ranks.
    fn to_the_middle(&self, _: (i8, i8)) -> u16 {
        2
    }
}

/// Returns the distance of a course from its origin.
fn farthest(course: &Course, max: usize) -> i8 {
    let (mut at, mut far) = ((0i8, 0i8), 0);
    for offset in course.cycle.iter().cycle().take(max.min(64)) {
        at = (at.0.saturating_add(offset.dx), at.1.saturating_add(offset.dy));
        far = far.max(at.0.saturating_abs()).max(at.1.saturating_abs());
    }
    far
}

/// Returns the sign for a ride from the middle.
fn arrow(cells: Cells, (x, y): (i8, i8), ascii: bool) -> char {
    let (x, y) = match cells {
        Cells::Squares => (x, y),
        // through sides: vertical or slanting; through corners: sideways or in between
        Cells::Hexagons => match (x, 2 * y - x) {
            (0, up) => (0, up),
            (along, 0) => (along, 0),
            (along, up) if along.abs() == up.abs() => (along.signum(), up.signum()),
            _ => (1, 2),
        },
    };
    let straight = x == 0 || y == 0 || x.unsigned_abs() == y.unsigned_abs();
    match (straight, x.signum(), y.signum(), ascii) {
        (false, .., true) => '+',
        (false, ..) => '…',
        (_, 0, _, true) => '|',
        (_, _, 0, true) => '-',
        (_, x, y, true) if x == y => '/',
        (_, _, _, true) => '\\',
        (_, 0, 1, _) => '↑',
        (_, 0, _, _) => '↓',
        (_, 1, 0, _) => '→',
        (_, _, 0, _) => '←',
        (_, 1, 1, _) => '↗',
        (_, 1, _, _) => '↘',
        (_, _, 1, _) => '↖',
        (..) => '↙',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::moves::moves;

    fn drawn(text: &str) -> String {
        let diagram = Diagram::of(&moves(text).expect("a good movement").0);
        diagram.text("@", true).0.lines().map(|line| line.replace("  ", " ") + "\n").collect()
    }

    fn legend(text: &str) -> Vec<Sign> {
        Diagram::of(&moves(text).expect("a good movement").0).signs()
    }

    #[test]
    fn moves_captures_and_first_moves_have_their_signs() {
        assert_eq!(drawn("fmW fcF ifmnD"), ". . m1 . .\n. x m x .\n. . @ . .\n. . . . .\n. . . . .\n");
        assert_eq!(legend("fmW fcF ifmnD"), [Sign::Move, Sign::Take, Sign::First]);
        assert!(Diagram::of(&moves("fmW").unwrap().0).is_one_way());
        assert!(!Diagram::of(&moves("NvW").unwrap().0).is_one_way());
    }

    #[test]
    fn riders_go_on_beyond_the_edge_and_leaps_over_pieces() {
        let bishop = drawn("B");
        assert!(bishop.starts_with('\\'), "{bishop}");
        assert_eq!(legend("B"), [Sign::Both, Sign::Onward]);
        assert_eq!(legend("N"), [Sign::LeapBoth]);
        assert_eq!(legend("mN cA"), [Sign::LeapMove, Sign::LeapTake]);
        assert_eq!(legend("W3"), [Sign::Both]);
        assert_eq!(legend("nN"), [Sign::Both, Sign::Passes]);
    }

    #[test]
    fn a_jump_shows_whom_it_takes_and_where_it_ends() {
        assert_eq!(legend("fcafmF"), [Sign::Victim, Sign::Lands]);
        assert_eq!(drawn("fcafmF").lines().next(), Some("# . . . #"));
        assert_eq!(legend("mF cafmF"), [Sign::Move, Sign::Victim, Sign::Lands]);
        assert_eq!(legend("mB cafmB"), [Sign::Move, Sign::Victim, Sign::Lands, Sign::Onward]);
    }

    #[test]
    fn a_second_capture_and_a_square_to_pass_have_signs_of_their_own() {
        assert_eq!(legend("[cK-cK]"), [Sign::Victim, Sign::Second]);
        assert_eq!(legend("[cW-K]").iter().filter(|sign| **sign == Sign::Second).count(), 1);
        assert_eq!(legend("[F-R]"), [Sign::Both, Sign::Passes]);
        assert_eq!(drawn("[W-fW]"), ". . o . .\n. . : . .\no : @ : o\n. . : . .\n. . o . .\n");
        // where it can stop as well, no sign is needed
        assert!(!legend("[F?R]").contains(&Sign::Passes));
    }

    #[test]
    fn the_longest_and_the_strangest_movements_are_drawn() {
        for text in ["(1,15)", "(15,15)0", "zB", "qNN", "W0", "iN mN", "W15", "(0,8)2", "zR", "qFF3", "nC"] {
            let diagram = Diagram::of(&moves(text).expect("a good movement").0);
            let (lines, legend) = diagram.text("+P", false);
            assert!(lines.lines().count() <= 33 && !legend.is_empty(), "{text}: {lines}");
        }
    }
}
