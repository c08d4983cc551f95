//! The movement of a piece, independent of any board: relative courses, seen from White's side.

use std::collections::HashSet;

use crate::board::Cells;

use super::path::{Ends, Jumped, Leg, Path, Place, Reach};

/// A displacement: `dx` files to the right (towards higher letters) and `dy` ranks forward, as White sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Offset {
    pub(crate) dx: i8,
    pub(crate) dy: i8,
}

impl Offset {
    /// The displacement with left and right exchanged.
    pub(crate) fn mirrored(self, cells: Cells) -> Self {
        match cells {
            Cells::Squares => Self { dx: -self.dx, ..self },
            Cells::Hexagons => Self { dx: -self.dx, dy: self.dy - self.dx },
        }
    }

    /// The displacement in the opposite direction.
    pub(crate) fn turned(self) -> Self {
        Self { dx: -self.dx, dy: -self.dy }
    }

    /// The one-square steps that make up the displacement: straight along its longer axis first, then diagonally.
    pub(crate) fn steps(self) -> Vec<Self> {
        let (x, y) = (self.dx.unsigned_abs(), self.dy.unsigned_abs());
        let straight = Self {
            dx: if x > y { self.dx.signum() } else { 0 },
            dy: if y > x { self.dy.signum() } else { 0 },
        };
        let slant = Self { dx: self.dx.signum(), dy: self.dy.signum() };
        let mut steps = vec![straight; usize::from(x.abs_diff(y))];
        steps.resize(usize::from(x.max(y)), slant);
        steps
    }
}

/// A way of moving: displacements made one after another, beginning again after the last.
///
/// Every square passed over before the one where the piece stops must be empty. The piece may stop only after a multiple of
/// `stride` displacements, and after at most `max` of them.
///
/// | movement | `cycle` | `stride` | `max` |
/// | --- | --- | --- | --- |
/// | leap (1,2) | `[(1,2)]` | 1 | 1 |
/// | rider (1,1) | `[(1,1)]` | 1 | none |
/// | rider of up to three | `[(1,1)]` | 1 | 3 |
/// | lame leap (1,2) | `[(0,1),(1,1)]` | 2 | 2 |
/// | crooked rider | `[(1,1),(-1,1)]` | 1 | none |
/// | circular rider | the ring of eight | 1 | 7 |
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Course {
    pub(crate) cycle: Vec<Offset>,
    pub(crate) stride: u16,
    /// The maximum number of displacements; `None` means as far as the board extends.
    pub(crate) max: Option<u16>,
}

impl Course {
    /// Returns the course rotated, as a player who sits opposite sees it.
    pub(crate) fn turned(&self) -> Self {
        let cycle = self.cycle.iter().map(|by| by.turned()).collect();
        Self { cycle, ..*self }
    }
}

/// Courses that share when they are open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Available only to an unmoved piece.
    pub(crate) first: bool,
    /// May end on an empty square.
    pub(crate) quiet: bool,
    /// May end on an enemy, capturing it.
    pub(crate) capture: bool,
    pub(crate) courses: Vec<Course>,
    /// Captures by jumping; such a move has no courses and ends on an empty square.
    pub jumps: Vec<Jump>,
}

impl Term {
    /// Returns `true` if others, taken together, have every move of this term in every position.
    pub(crate) fn is_within<'a>(&self, others: impl Iterator<Item = &'a Term> + Clone) -> bool {
        let open = |other: &&Term, capture: bool| {
            (self.first || !other.first) && if capture { other.capture } else { other.quiet }
        };
        let has = |course: &Course, capture: bool| {
            let mut open = others.clone().filter(|other| open(other, capture));
            open.any(|other| other.courses.iter().any(|wider| course.is_within(wider)))
        };
        let both =
            |course: &Course| (!self.quiet || has(course, false)) && (!self.capture || has(course, true));
        let jumped = |jump: &Jump| {
            let mut open = others.clone().filter(|other| {
                (self.first || !other.first) && (self.quiet, self.capture) == (other.quiet, other.capture)
            });
            open.any(|other| other.jumps.contains(jump))
        };
        self.courses.iter().all(both) && self.jumps.iter().all(jumped)
    }

    /// Returns `true` if another term has some move of this one.
    pub(crate) fn meets(&self, other: &Term) -> bool {
        let same = |course: &Course| other.courses.iter().any(|wider| course.is_within(wider));
        self.courses.iter().any(same) || self.jumps.iter().any(|jump| other.jumps.contains(jump))
    }
}

impl Course {
    /// Returns `true` if the other course goes the same way at least as far.
    fn is_within(&self, wider: &Course) -> bool {
        let far = wider.max.is_none_or(|most| self.max.is_some_and(|max| max <= most));
        self.cycle == wider.cycle && self.stride == wider.stride && far
    }
}

/// A capture by jumping: along one direction to an enemy, over it, and down on an empty square straight behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Jump {
    pub(crate) step: Offset,
    /// Most displacements to the enemy; `None` means as far as the way is clear.
    pub(crate) reach: Option<u16>,
    /// Most displacements beyond it.
    pub(crate) land: Option<u16>,
}

/// A move along the rank together with another piece, the outermost on that side at the start; neither may have moved before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Castle {
    /// True towards the last file, as White sees it, whichever side moves.
    pub(crate) right: bool,
    /// The number of squares it moves; the other piece lands on the last square before its target.
    pub(crate) squares: u16,
    /// True if the search for the other piece begins at the last square but one: the edge is passed over.
    pub(crate) inside: bool,
}

/// All the ways a piece type moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Movement {
    /// The cells of the boards on which the piece moves.
    pub(crate) cells: Cells,
    /// The terms, any of which may be used.
    pub moves: Vec<Term>,
    /// Movements beyond terms: of several legs, over hurdles, around an edge, or with an effect on the way.
    pub(crate) paths: Vec<Path>,
    /// The ways in which it castles, by the pieces of the start position.
    pub(crate) castles: Vec<Castle>,
}

impl Movement {
    /// Returns `true` if some way of moving is only for an unmoved piece.
    pub(crate) fn asks_for_unmoved(&self) -> bool {
        self.moves.iter().any(|term| term.first) || self.paths.iter().any(|path| path.first)
    }

    /// Returns `true` if others, taken together, have every move of this one in every position, as far as that shows in the ways
    /// they are written.
    pub(crate) fn is_within<'a>(&self, others: impl Iterator<Item = &'a Movement> + Clone) -> bool {
        let terms = others.clone().flat_map(|other| &other.moves);
        let paths: HashSet<&Path> = others.clone().flat_map(|other| &other.paths).collect();
        let said = |path: &Path| paths.contains(path);
        let castles = |castle: &Castle| others.clone().any(|other| other.castles.contains(castle));
        self.moves.iter().all(|term| term.is_within(terms.clone()))
            && self.paths.iter().all(said)
            && self.castles.iter().all(castles)
    }

    /// Returns `true` if another movement has some move of this one.
    pub(crate) fn meets(&self, other: &Movement) -> bool {
        let paths: HashSet<&Path> = other.paths.iter().collect();
        self.moves.iter().any(|term| other.moves.iter().any(|one| term.meets(one)))
            || self.paths.iter().any(|path| paths.contains(path))
            || self.castles.iter().any(|castle| other.castles.contains(castle))
    }

    /// Returns the captures by jumping, each with the squares to which it is limited, if it is.
    pub(crate) fn jumps(&self) -> impl Iterator<Item = (Jump, Option<&Place>)> {
        let anywhere = self.moves.iter().flat_map(|term| &term.jumps).map(|jump| (*jump, None));
        let placed = self.paths.iter().filter_map(|path| Some((path.jump()?, path.place.as_ref())));
        anywhere.chain(placed)
    }

    /// Returns the whole movement as paths, without castling.
    pub(crate) fn into_paths(self) -> Vec<Path> {
        let mut paths: Vec<Path> = self.moves.iter().flat_map(Term::paths).collect();
        paths.extend(self.paths);
        paths
    }
}

impl Term {
    /// The term as paths.
    pub(crate) fn paths(&self) -> Vec<Path> {
        let ends = [(self.quiet, Ends::EMPTY), (self.capture, Ends::ENEMY)];
        let ends = ends.into_iter().filter(|(may, _)| *may).fold(Ends::NOTHING, |set, (_, one)| set | one);
        let reach = |most: Option<u16>| most.map_or(Reach::Unlimited, Reach::Most);
        let path = |legs| Path { first: self.first, ..Path::new(legs) };
        let courses = self.courses.iter().map(|course| path(vec![course.leg(ends, self.first)]));
        let jumps = self.jumps.iter().map(|jump| {
            let leg = |most, ends| Leg::new(vec![jump.step], reach(most), ends);
            path(vec![leg(jump.reach, Ends::ENEMY), leg(jump.land, Ends::EMPTY)])
        });
        courses.chain(jumps).collect()
    }
}

impl Course {
    /// The course as a leg; a lame one leaps again, and leaves rights to capture en passant if it is a first move.
    fn leg(&self, ends: Ends, first: bool) -> Leg {
        let stride = usize::from(self.stride.max(1));
        let sum = |steps: &[Offset]| {
            let both = |sum: Offset, step: &Offset| Offset { dx: sum.dx + step.dx, dy: sum.dy + step.dy };
            steps.iter().fold(Offset { dx: 0, dy: 0 }, both)
        };
        let reach = self.max.map_or(Reach::Unlimited, |max| Reach::Most(max / self.stride.max(1)));
        let lame = stride > 1;
        let leg = Leg::new(self.cycle.chunks(stride).map(sum).collect(), reach, ends);
        Leg {
            jumped: if lame { Jumped::Empty } else { Jumped::Anything },
            leaves_rights: lame && first,
            ..leg
        }
    }
}
