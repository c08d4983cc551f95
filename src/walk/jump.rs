//! Captures by jumping: over an adjacent (or distant) enemy onto an empty square straight behind it.

use super::kind::Step;
use super::trail::trails;
use crate::board::{Bits, Geometry, Square};
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

/// The jumps of a type of man of one side, from every square.
#[derive(Clone, Debug)]
pub(crate) struct Jumps {
    lines: Box<[Box<[Line]>]>,
}

impl Jumps {
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
        let lines: Box<[_]> = geometry.every().map(from).collect();
        lines.iter().any(|lines| !lines.is_empty()).then_some(Self { lines })
    }

    /// Every jump from a square: over a man in `victims` that is the first in its line. `occupied` has everything in the way;
    /// a victim must be in it.
    #[inline]
    pub(crate) fn from<B: Bits>(&self, from: Square, occupied: B, victims: B, mut each: impl FnMut(Link)) {
        for line in &self.lines[usize::from(from)] {
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
    pub(crate) fn strikes<B: Bits>(&self, from: Square, target: Square, occupied: B) -> bool {
        let mut found = false;
        self.from(from, occupied | B::bit(target), B::bit(target), |_| found = true);
        found
    }
}

/// The links of a chain.
pub(crate) fn chain(links: &[Link], step: Step) -> impl Iterator<Item = Link> + '_ {
    let mut over = false;
    links[usize::from(step.at)..]
        .iter()
        .copied()
        .take_while(move |link| !std::mem::replace(&mut over, link.last))
}
