//! Captures by jumping: over an adjacent (or distant) enemy onto an empty square straight behind it.

use super::kind::Step;
use super::trail::trails;
use crate::board::{Bits, Geometry, PerSquare, Square};
use crate::model::men::{Side, TypeId};
use crate::model::movement::{Course, Jump};

/// One link of a chain: the man taken, and where the jumper comes down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) over: Square,
    pub(crate) land: Square,
    /// No other link of the same chain follows.
    pub(crate) last: bool,
}

/// A line of squares along which a man jumps.
#[derive(Clone, Debug)]
struct Line {
    squares: Box<[Square]>,
    /// The enemy stands on one of the first so many squares.
    reach: usize,
    /// The man comes down on one of so many squares behind it.
    land: usize,
}

/// A jump over the next square onto the one behind, by all men at once: from where it can be made, and by how many square numbers it
/// goes each time.
#[derive(Clone, Copy, Debug)]
struct Leg<B> {
    from: B,
    up: u8,
    down: u8,
}

/// The jumps of a type of man of one side, from every square.
#[derive(Clone, Debug)]
pub(crate) struct Jumps<B> {
    lines: PerSquare<Box<[Line]>>,
    /// All of them, if each goes over the next square onto the one behind.
    legs: Option<Box<[Leg<B>]>>,
}

impl<B: Bits> Jumps<B> {
    /// The tables of some jumps; `None` if they lead nowhere.
    pub(crate) fn new(geometry: &Geometry, kind: TypeId, jumps: &[&Jump], side: Side) -> Option<Self> {
        let from = |from: Square| -> Box<[Line]> {
            let lines = jumps.iter().filter(|_| !geometry.holes.has(from)).flat_map(|jump| {
                let length = jump.reach.zip(jump.land).map(|(reach, land)| reach.saturating_add(land));
                let course = Course { cycle: vec![jump.step], stride: 1, max: length };
                let trails: Vec<_> = trails(geometry, &[&course], (kind, side), from).collect();
                let many = |most: Option<u16>| most.map_or(usize::MAX, usize::from);
                trails.into_iter().map(move |trail| Line {
                    squares: trail.squares.into(),
                    reach: many(jump.reach),
                    land: many(jump.land),
                })
            });
            lines.filter(|line| line.squares.len() > 1).collect()
        };
        let lines: PerSquare<Box<[Line]>> = geometry.every().map(from).collect();
        let any = lines.iter().any(|lines| !lines.is_empty());
        any.then(|| Self { legs: legs(geometry, &lines), lines })
    }

    /// Those of some men that can jump: over a man in `victims`, with `occupied` having everything in the way.
    #[inline(always)]
    pub(crate) fn able(&self, men: B, occupied: B, victims: B) -> B {
        let mut able = B::NONE;
        if let Some(legs) = &self.legs {
            for leg in legs {
                let over = (men & leg.from).shifted(leg.up, leg.down) & victims;
                if !over.is_empty() {
                    let land = over.shifted(leg.up, leg.down) & !occupied;
                    able |= land.shifted(2 * leg.down, 2 * leg.up);
                }
            }
            return able;
        }
        for from in men.squares() {
            let mut found = false;
            self.from(from, occupied & !B::bit(from), victims, |_| found = true);
            if found {
                able |= B::bit(from);
            }
        }
        able
    }

    /// Every jump from a square: over a man in `victims` that is the first in its line. `occupied` has everything in the way;
    /// a victim must be in it.
    #[inline]
    pub(crate) fn from(&self, from: Square, occupied: B, victims: B, mut each: impl FnMut(Link)) {
        for line in &self.lines[from] {
            let Some(at) = line.squares.iter().take(line.reach).position(|&square| occupied.has(square))
            else {
                continue;
            };
            let over = line.squares[at];
            if victims.has(over) {
                let behind = line.squares[at + 1..].iter().take(line.land);
                behind
                    .take_while(|&&land| !occupied.has(land))
                    .for_each(|&land| each(Link { over, land, last: false }));
            }
        }
    }

    /// Whether a man on `from` could jump over a square.
    pub(crate) fn strikes(&self, from: Square, target: Square, occupied: B) -> bool {
        let mut found = false;
        self.from(from, occupied | B::bit(target), B::bit(target), |_| found = true);
        found
    }
}

/// The legs of all lines, if every line is one.
fn legs<B: Bits>(geometry: &Geometry, lines: &PerSquare<Box<[Line]>>) -> Option<Box<[Leg<B>]>> {
    let mut legs: Vec<(i16, B)> = Vec::new();
    for from in geometry.every() {
        for line in &lines[from] {
            let [over, land] = line.squares[..] else { return None };
            let by = i16::from(over) - i16::from(from);
            if (line.reach, line.land) != (1, 1) || i16::from(land) - i16::from(over) != by || by.abs() >= 60
            {
                return None;
            }
            match legs.iter_mut().find(|leg| leg.0 == by) {
                Some(leg) => leg.1 |= B::bit(from),
                None => legs.push((by, B::bit(from))),
            }
        }
    }
    let leg = |(by, from): (i16, B)| Leg { from, up: by.max(0) as u8, down: (-by).max(0) as u8 };
    Some(legs.into_iter().map(leg).collect())
}

/// The links of a chain.
pub(crate) fn chain(links: &[Link], step: Step) -> impl Iterator<Item = Link> + '_ {
    let mut over = false;
    links[usize::from(step.at)..]
        .iter()
        .copied()
        .take_while(move |link| !std::mem::replace(&mut over, link.last))
}
