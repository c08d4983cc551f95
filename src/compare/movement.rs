//! Movements as sets of single ways, so that two are equal if and only if they were written to go alike.

use std::collections::BTreeSet;

use crate::model::movement::{Course, Jump, Movement};
use crate::model::path::Path;

/// One way of going, for one purpose.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Atom {
    /// To an empty square; whether only as a first move.
    Quiet(bool, Course),
    /// To an enemy; whether only as a first move.
    Takes(bool, Course),
    Jumps(Jump),
    Path(Box<Path>),
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
