//! The squares that each piece may ever occupy, as far as can be determined without playing.
//!
//! Blockers, checks and the order of turns are ignored, so that every square a piece can reach in play is among those found here. What is
//! found empty here is empty in every game.

use crate::board::{Bits, Square, SquareSet};
use crate::model::movement::{Course, Jump, Term};
use crate::model::path::Ends;
use crate::model::pieces::{Side, TypeId};
use crate::rules::Rules;
use crate::walk::{Seen, trails};

/// Squares by side and type.
#[derive(Debug)]
pub(super) struct Reach {
    stands: [Vec<SquareSet>; 2],
    playable: SquareSet,
}

/// The target squares of a piece from one square: quiet moves, captures, and jumps.
#[derive(Clone, Debug, Default)]
struct Ways {
    quiet: SquareSet,
    takes: SquareSet,
    jumps: Vec<Jump>,
}

impl Reach {
    /// Computes the sets, beginning from the start position.
    pub(super) fn of(rules: &Rules) -> Self {
        let playable = rules.geometry.playable();
        let mut reach = Self { stands: [(); 2].map(|()| vec![SquareSet::NONE; rules.types.len()]), playable };
        // a neutral piece belongs to neither side, and doesn't move by itself
        for &(square, piece) in &rules.array {
            if let Some((kind, side)) = piece.get() {
                reach.stands[side.index()][usize::from(kind)] |= SquareSet::bit(square);
            }
        }
        let mut known: Vec<Option<Ways>> = vec![None; 2 * rules.types.len() * rules.geometry.squares()];
        loop {
            let before = reach.stands.clone();
            for side in Side::BOTH {
                for kind in 0..rules.types.len() as TypeId {
                    reach.grow(rules, (kind, side), &mut known);
                }
            }
            if reach.stands == before {
                return reach;
            }
        }
    }

    /// The squares on which a piece of a type and side may stand.
    pub(super) fn squares(&self, kind: TypeId, side: Side) -> SquareSet {
        self.stands[side.index()][usize::from(kind)]
    }

    /// Returns `true` if either side may have a piece of this type.
    pub(super) fn appears(&self, kind: TypeId) -> bool {
        Side::BOTH.iter().any(|&side| !self.squares(kind, side).is_empty())
    }

    /// The squares in play.
    pub(super) fn playable(&self) -> SquareSet {
        self.playable
    }

    /// Returns `true` if a piece could move anywhere from some square of the board, given enough enemies.
    pub(super) fn can_move(rules: &Rules, piece: (TypeId, Side)) -> bool {
        let anywhere = rules.geometry.playable();
        anywhere.squares().any(|square| {
            let ways = ways(rules, piece, square, true);
            let jumps = landings(rules, piece.1, square, &ways.jumps, anywhere);
            !(ways.quiet | ways.takes | jumps).is_empty()
        })
    }

    fn grow(&mut self, rules: &Rules, (kind, side): (TypeId, Side), known: &mut [Option<Ways>]) {
        let enemies = self.prey(rules, kind, side);
        let standing = self.squares(kind, side);
        let mut found = SquareSet::NONE;
        for square in standing.squares() {
            let index = (side.index() * rules.types.len() + usize::from(kind)) * rules.geometry.squares();
            let ways = known[index + usize::from(square)].get_or_insert_with(|| {
                let home =
                    rules.array.iter().any(|&(at, piece)| at == square && piece.get() == Some((kind, side)));
                ways(rules, (kind, side), square, home)
            });
            found |= ways.quiet | ways.takes & enemies;
            found |= landings(rules, side, square, &ways.jumps, enemies);
        }
        for rule in rules.each() {
            found |= rule.brings(&rules.geometry, (kind, side), standing);
        }
        self.arrive(rules, (kind, side), found & self.playable);
    }

    /// The squares on which a piece may find something to capture.
    fn prey(&self, rules: &Rules, kind: TypeId, side: Side) -> SquareSet {
        if rules.each().any(|rule| rule.takes_on_empty(kind)) {
            return self.playable;
        }
        let plain = (0..rules.types.len()).filter(|&kind| !rules.types[kind].royal);
        plain.fold(SquareSet::NONE, |set, kind| set | self.stands[side.other().index()][kind])
    }

    /// Adds the squares that pieces of a type reach, and the types they promote to there.
    fn arrive(&mut self, rules: &Rules, (kind, side): (TypeId, Side), found: SquareSet) {
        let own = &mut self.stands[side.index()];
        let mut stays = found;
        for becomes in rules.becomes(kind) {
            let at = side.index();
            stays &= if becomes.may_stay { found } else { found & !becomes.zone[at] };
            for &to in becomes.to {
                if !becomes.lost || !own[usize::from(to)].is_empty() {
                    own[usize::from(to)] |= found & becomes.on[at];
                }
            }
        }
        // a dropped piece does not promote
        for rule in rules.each().filter(|rule| rule.adds(kind, side)) {
            let brought = rule.brings(&rules.geometry, (kind, side), SquareSet::NONE);
            // a piece that becomes another does so wherever it stands
            stays |= if brought.is_empty() { self.playable } else { brought };
        }
        own[usize::from(kind)] |= stays;
    }
}

/// Returns the target squares of a piece from a square, first moves included if it may still make one.
fn ways(rules: &Rules, piece: (TypeId, Side), from: Square, unmoved: bool) -> Ways {
    let mut ways = Ways::default();
    let moves = &rules.types[usize::from(piece.0)].movement.moves;
    for part in moves.iter().filter(|part| unmoved || !part.first) {
        let ends = ends(rules, part, piece, from);
        if part.quiet {
            ways.quiet |= ends;
        }
        if part.capture {
            ways.takes |= ends;
        }
        ways.jumps.extend(&part.jumps);
    }
    let seen = Seen { geometry: &rules.geometry, kind: piece.0, side: piece.1 };
    let paths = rules.types[usize::from(piece.0)].movement.paths.iter();
    for path in paths.filter(|path| unmoved || !path.first) {
        // movements with too many ways have been refused before
        for way in crate::walk::ways(&seen, path, from).unwrap_or_default() {
            if way.ends.meets(Ends::EMPTY) {
                ways.quiet |= SquareSet::bit(way.to);
            }
            if way.ends.meets(Ends::ENEMY) {
                ways.takes |= SquareSet::bit(way.to);
            }
        }
    }
    ways
}

fn ends(rules: &Rules, part: &Term, piece: (TypeId, Side), from: Square) -> SquareSet {
    let courses: Vec<&Course> = part.courses.iter().collect();
    let mut ends = SquareSet::NONE;
    for trail in trails(&rules.geometry, &courses, piece, from) {
        let stops = trail.squares.iter().zip(&trail.stops).filter(|(_, stop)| **stop);
        ends |= stops.fold(SquareSet::NONE, |set, (&square, _)| set | SquareSet::bit(square));
    }
    ends
}

/// Returns the squares to which a piece's movement leads from a square, pieces in the way aside.
pub(super) fn targets(rules: &Rules, piece: (TypeId, Side), from: Square) -> SquareSet {
    let ways = ways(rules, piece, from, true);
    ways.quiet | ways.takes
}

/// The squares behind enemies that can be jumped.
fn landings(rules: &Rules, side: Side, from: Square, jumps: &[Jump], enemies: SquareSet) -> SquareSet {
    let forward = i16::from(rules.geometry.forward(side.index()));
    let mut found = SquareSet::NONE;
    for jump in jumps {
        let next = |square| {
            rules.geometry.step(square, i16::from(jump.step.dx) * forward, i16::from(jump.step.dy) * forward)
        };
        let line: Vec<Square> = std::iter::successors(next(from), |&square| next(square)).take(16).collect();
        let reach = usize::from(jump.reach.unwrap_or(u16::MAX)).min(line.len());
        let land = usize::from(jump.land.unwrap_or(u16::MAX));
        for over in (0..reach).filter(|&over| enemies.has(line[over])) {
            let behind = line[over + 1..].iter().take(land);
            found |= behind.fold(SquareSet::NONE, |set, &square| set | SquareSet::bit(square));
        }
    }
    found
}
