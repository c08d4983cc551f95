//! Movements compared by what they mean: as sets of single ways, and, where those differ, laid out on the largest board.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use smallvec::SmallVec;

use crate::board::{Cells, Geometry, MAX_EXTENT, Square};
use crate::model::movement::{Castle, Course, Jump, Movement};
use crate::model::path::{Ends, Path};
use crate::model::pieces::{Side, TypeId};
use crate::notation::moves::moves;
use crate::notation::{KnownMovement, known_movements};
use crate::walk::{Budget, Seen, Way, ways_within};

/// One way of going, for one purpose.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Atom {
    /// To an empty square; whether only as a first move.
    Quiet(bool, Course),
    /// To an enemy; whether only as a first move.
    Takes(bool, Course),
    Jumps(Jump),
    Path(Box<Path>),
    Castles(Castle),
}

/// Describes all ways of a movement. Ways that are always open are not repeated for the first move.
pub(super) fn atoms(movement: &Movement) -> BTreeSet<Atom> {
    let mut atoms = BTreeSet::new();
    for one in &movement.moves {
        for course in &one.courses {
            if one.quiet {
                atoms.insert(Atom::Quiet(one.first, course.clone()));
            }
            if one.capture {
                atoms.insert(Atom::Takes(one.first, course.clone()));
            }
        }
        atoms.extend(one.jumps.iter().map(|jump| Atom::Jumps(*jump)));
    }
    atoms.extend(movement.paths.iter().map(|path| Atom::Path(Box::new(path.clone()))));
    atoms.extend(movement.castles.iter().map(|castle| Atom::Castles(*castle)));
    let always = |atom: &Atom| match atom {
        Atom::Path(path) if path.first => {
            Some(Atom::Path(Box::new(Path { first: false, ..(**path).clone() })))
        }
        Atom::Quiet(true, course) => Some(Atom::Quiet(false, course.clone())),
        Atom::Takes(true, course) => Some(Atom::Takes(false, course.clone())),
        _ => None,
    };
    let said: Vec<Atom> =
        atoms.iter().filter(|atom| always(atom).is_some_and(|one| atoms.contains(&one))).cloned().collect();
    said.iter().for_each(|atom| _ = atoms.remove(atom));
    atoms
}

/// A single way on a board: what stands where it ends is one thing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct OnBoard {
    from: Square,
    way: Way<Square>,
}

/// Returns the ways of a movement from some squares of the largest board, each split by what may stand where it ends, without those that
/// others make needless; for an unmoved piece and for one that has moved. `None` if it leads too many ways.
fn on_the_largest_board(
    paths: &[Path],
    squares: RangeInclusive<Square>,
    budget: &Budget,
) -> Option<[HashSet<OnBoard>; 2]> {
    let geometry = Geometry::new(MAX_EXTENT, MAX_EXTENT);
    let seen = Seen { geometry: &geometry, kind: TypeId::MAX, side: Side::White };
    let mut laid = Vec::new();
    for from in squares {
        for path in paths {
            let ways = ways_within(&seen, path, from, budget).ok()?;
            laid.extend(ways.into_iter().map(|way| (path.first, OnBoard { from, way })));
        }
    }
    let of = |moved: bool| {
        let mut by_target: HashMap<(Square, Square, Ends), Vec<OnBoard>> = HashMap::new();
        for (_, OnBoard { from, way }) in laid.iter().filter(|(first, _)| !(moved && *first)) {
            for ends in EACH_END.into_iter().filter(|&end| way.ends.meets(end)) {
                let one = OnBoard { from: *from, way: Way { ends, ..way.clone() } };
                by_target.entry((*from, way.to, ends)).or_default().push(one);
            }
        }
        let all: Vec<_> = by_target.into_values().collect();
        let pairs: u64 = all.iter().map(|those| (those.len() as u64).pow(2)).sum();
        budget.spend(PER_PAIR * pairs).ok()?;
        Some(all.into_iter().flat_map(without_needless).collect::<HashSet<_>>())
    };
    Some([of(false)?, of(true)?])
}

/// The steps of comparing two ways.
const PER_PAIR: u64 = 4;

/// Each thing that may stand where a way ends.
const EACH_END: [Ends; 7] =
    [Ends::EMPTY, Ends::ENEMY, Ends::OWN, Ends::PASSED, Ends::ROYAL, Ends::HURDLE, Ends::RELAY];

/// Removes ways that are open only where another one that does the same is open.
fn without_needless(all: Vec<OnBoard>) -> Vec<OnBoard> {
    let same = |one: &Way<Square>, other: &Way<Square>| {
        let bare = |way: &Way<Square>| Way { needs: SmallVec::new(), ..way.clone() };
        bare(one) == bare(other)
    };
    let needless = |one: &OnBoard| {
        all.iter().any(|other| {
            other.way.needs.len() < one.way.needs.len()
                && other.way.needs.iter().all(|need| one.way.needs.contains(need))
                && same(&one.way, &other.way)
        })
    };
    all.iter().filter(|one| !needless(one)).cloned().collect()
}

/// Returns `true` if two movements work alike on every board of at most 16 by 16 squares, whatever stands there; `false` if the budget does
/// not suffice to find out.
pub(super) fn alike(one: &Movement, other: &Movement, budget: &Budget) -> bool {
    if one.cells != other.cells {
        return false;
    }
    if atoms(one) == atoms(other) {
        return true;
    }
    let jumps = |movement: &Movement| {
        movement.moves.iter().flat_map(|term| term.jumps.clone()).collect::<BTreeSet<_>>()
    };
    let limited = |movement: &Movement| movement.paths.iter().any(|path| path.place.is_some());
    let castles = |movement: &Movement| movement.castles.iter().copied().collect::<BTreeSet<_>>();
    if castles(one) != castles(other) || jumps(one) != jumps(other) || limited(one) || limited(other) {
        return false;
    }
    let [one, other] = [one, other].map(|movement| movement.clone().into_paths());
    // most movements that differ do so in the middle of the board
    [MIDDLE..=MIDDLE, 0..=Square::MAX].into_iter().all(|squares| {
        let [one, other] = [&one, &other].map(|paths| on_the_largest_board(paths, squares.clone(), budget));
        one.zip(other).is_some_and(|(one, other)| one == other)
    })
}

/// The known movements, with their names.
static KNOWN: LazyLock<Vec<(Movement, &'static [&'static str])>> = LazyLock::new(|| {
    let read = |known: &'static KnownMovement| Some((moves(known.notation).ok()?.0, &known.names[..]));
    known_movements().iter().filter_map(read).collect()
});

/// Returns the names of the known movement that works like this one; none if there is none.
pub(super) fn named(movement: &Movement) -> &'static [&'static str] {
    // the names are those of movements on squares
    if movement.cells != Cells::Squares {
        return &[];
    }
    let own = atoms(movement);
    if let Some((_, names)) = KNOWN.iter().find(|(known, _)| atoms(known) == own) {
        return names;
    }
    // known movements that are written differently: most of them differ in the middle of the board
    let budget = Budget::default();
    let laid =
        |movement: &Movement| on_the_largest_board(&movement.clone().into_paths(), MIDDLE..=MIDDLE, &budget);
    let Some(middle) = laid(movement) else { return &[] };
    let mut near = KNOWN.iter().filter(|(known, _)| laid(known).is_some_and(|laid| laid == middle));
    near.find(|(known, _)| alike(known, movement, &budget)).map_or(&[], |(_, names)| names)
}

/// A square in the middle of the largest board.
const MIDDLE: Square = 7 * MAX_EXTENT + 7;

#[cfg(test)]
mod tests {
    use super::{alike, named};
    use crate::notation::moves::moves;
    use crate::walk::Budget;

    #[test]
    fn movements_are_alike_by_what_they_mean() {
        let read = |text: &str| moves(text).unwrap_or_else(|_| panic!("{text} is a movement")).0;
        let same =
            [("Q", "RB"), ("W nD", "R2"), ("R", "W2 R"), ("mW cW", "W"), ("[F?R]", "FyafsF"), ("iW W", "W")];
        for (one, other) in same {
            assert!(alike(&read(one), &read(other), &Budget::default()), "{one} and {other}");
        }
        let others =
            [("K", "Q"), ("nD", "D"), ("R3", "R4"), ("pR", "gR"), ("W", "iW"), ("R", "mR"), ("fR", "bR")];
        for (one, other) in others {
            assert!(!alike(&read(one), &read(other), &Budget::default()), "{one} and {other}");
        }
    }

    #[test]
    fn known_movements_are_recognised_however_they_are_written() {
        let names = |text: &str| named(&moves(text).unwrap_or_else(|_| panic!("{text} is a movement")).0);
        for text in ["[F?R]", "FyafsF"] {
            assert_eq!(names(text), ["griffon", "gryphon"], "{text}");
        }
        assert_eq!(names("RB"), ["queen"]);
        assert_eq!(names("FW"), ["king", "commoner", "mann", "guard"]);
        assert_eq!(names("mR cpR"), ["pao", "xiangqi cannon"]);
        for text in ["fW", "K isO2", "[F?R] W"] {
            assert_eq!(names(text), [""; 0], "{text}");
        }
    }
}
