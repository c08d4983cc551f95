//! From a term to paths: what its letters mean together.
//!
//! The rules are those of Betza's notation as H. G. Muller extended it (XBetza), where its two implementations agree; where they differ,
//! the manual says what ferz does.

use indexmap::IndexSet;

use super::atom::{self, Shape};
use super::direction::{self, Directions, System};
use super::parse::{Atom, Letter, ParsedTerm};
use super::{bracket, hexagons, letters, mistake};
use crate::board::{Cells, Wrap};
use crate::model::path::{Ends, Jumped, Leg, Path, Reach};
use crate::notation::Fault;

/// The maximum number of paths of one term.
pub(super) const MOST_PATHS: usize = 4096;

/// The maximum number of repetitions of letters in round brackets: no board is longer.
const MOST_REPEATS: usize = 15;

/// The paths of one term; its faults and its warnings are put where they belong.
pub(super) fn lower(
    (cells, text): (Cells, &str),
    term: &ParsedTerm,
    faults: &mut Vec<Fault>,
    lints: &mut Vec<Fault>,
) -> Option<Vec<Path>> {
    let lowered = match &term.atom {
        Atom::Bracket(_) if cells == Cells::Hexagons => Err(vec![hexagons::not_here(term.range.clone())]),
        Atom::Bracket(bracket) => bracket::lower(text, term, bracket, lints),
        _ => by_letters(cells, text, term, lints),
    };
    lowered.map_err(|new| faults.extend(new)).ok()
}

/// Returns the faults of single letters: unknown ones, and ones that can't be played.
pub(super) fn letter_faults(text: &str, modifiers: &[Letter]) -> Vec<Fault> {
    let known = |letter| letters::modifies(letter) || letters::unplayable(letter).is_some();
    let unknown = modifiers.iter().filter(|m| !known(m.letter)).map(|m| mistake::unknown(text, *m));
    let unplayable = modifiers
        .iter()
        .filter_map(|m| Some(mistake::not_playable(text, m.range(), letters::unplayable(m.letter)?)));
    unknown.chain(unplayable).collect()
}

/// The paths of a term whose legs share one atom.
fn by_letters(
    cells: Cells,
    text: &str,
    term: &ParsedTerm,
    lints: &mut Vec<Fault>,
) -> Result<Vec<Path>, Vec<Fault>> {
    let modifiers: Vec<Letter> =
        term.modifiers.iter().filter(|m| !"()".contains(m.letter)).copied().collect();
    let mut faults = letter_faults(text, &modifiers);
    let shape = atom::shape(cells, text, term);
    if let Err(new) = &shape {
        faults.extend(new.iter().cloned());
    }
    faults.extend(modifiers.iter().filter(|_| cells == Cells::Hexagons).find_map(|m| hexagons::odd(*m)));
    let sequences = sequences(term).map_err(|fault| vec![fault])?;
    for legs in sequences.last().into_iter().flat_map(|last| last.split(|m| m.letter == 'a')) {
        if faults.is_empty() {
            faults.extend(repeated_letters(legs));
        }
    }
    let (Ok(shape), true) = (shape, faults.is_empty()) else { return Err(faults) };
    let mut paths = IndexSet::new();
    let round = modifiers.iter().filter(|m| m.letter == 'o').count();
    let wrap = Wrap { files: round > 0, ranks: round > 1 };
    for (number, sequence) in sequences.iter().enumerate() {
        let legs: Vec<&[Letter]> = sequence.split(|m| m.letter == 'a').collect();
        let mut quiet = Vec::new();
        let said = if number == 0 { &mut *lints } else { &mut quiet };
        let row = Row::new(text, term, &shape, &legs, said).map_err(|fault| vec![fault])?;
        row.paths(wrap, &mut paths).map_err(|fault| vec![fault])?;
    }
    Ok(paths.into_iter().collect())
}

/// Returns the letters of a term with those in round brackets not at all, once, twice and so on.
fn sequences(term: &ParsedTerm) -> Result<Vec<Vec<Letter>>, Fault> {
    let open: Vec<usize> = positions(term, '(');
    let close: Vec<usize> = positions(term, ')');
    let (&[begin], &[end]) = (&open[..], &close[..]) else {
        return match open.get(1) {
            Some(&second) => Err(mistake::second_group(term.modifiers[second])),
            None => Ok(vec![term.modifiers.clone()]),
        };
    };
    let (before, within, behind) =
        (&term.modifiers[..begin], &term.modifiers[begin + 1..end], &term.modifiers[end + 1..]);
    if !within.iter().any(|m| m.letter == 'a') {
        return Err(mistake::group_without_leg(term.modifiers[begin].at..term.modifiers[end].range().end));
    }
    let repeated = |times| {
        let again = within.iter().cycle().take(times * within.len());
        before.iter().chain(again).chain(behind).copied().collect()
    };
    Ok((0..=MOST_REPEATS).map(repeated).collect())
}

fn positions(term: &ParsedTerm, letter: char) -> Vec<usize> {
    (0..term.modifiers.len()).filter(|&at| term.modifiers[at].letter == letter).collect()
}

/// Finds letters that stand twice in a leg where that means nothing.
pub(super) fn repeated_letters(leg: &[Letter]) -> Vec<Fault> {
    let twice = |(at, letter): (usize, &Letter)| {
        let again = leg[..at].iter().any(|earlier| earlier.letter == letter.letter);
        let free = letters::directs(letter.letter) || "ozqn".contains(letter.letter);
        (again && !free).then(|| mistake::said_twice(*letter))
    };
    leg.iter().enumerate().filter_map(twice).collect()
}

/// The modifiers of a leg, its directions aside.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Modes {
    /// The permitted content of its target square, as far as letters say.
    pub(super) ends: Ends,
    pub(super) first: bool,
    lame: bool,
    twice_lame: bool,
    jumps: bool,
    pub(super) hops: bool,
    pub(super) changes_range: bool,
    tame: bool,
    unloads: bool,
    bend: Option<Letter>,
}

impl Modes {
    /// Reads the letters of a leg.
    pub(super) fn new(letters: &[Letter]) -> Self {
        let mut modes = Self::default();
        for letter in letters {
            match letter.letter {
                'm' => modes.ends |= Ends::EMPTY,
                'c' => modes.ends |= Ends::ENEMY,
                'd' => modes.ends |= Ends::OWN,
                'e' => modes.ends |= Ends::PASSED,
                'k' => modes.ends |= Ends::ROYAL,
                'x' => modes.ends |= Ends::RELAY,
                'y' => (modes.ends, modes.changes_range) = (modes.ends | Ends::EMPTY, true),
                'p' => modes.hops = true,
                'g' => (modes.hops, modes.changes_range) = (true, true),
                'i' => modes.first = true,
                'n' => (modes.twice_lame, modes.lame) = (modes.lame, true),
                'j' => modes.jumps = true,
                't' => modes.tame = true,
                'u' => modes.unloads = true,
                'z' | 'q' => modes.bend = Some(*letter),
                _ => {}
            }
        }
        modes
    }

    /// Returns the permitted content of a leg's target square: by its letters, or an empty square, or at the end of the path an empty
    /// square or an enemy.
    pub(super) fn ends(&self, last: bool) -> Ends {
        match (self.ends == Ends::NOTHING, last) {
            (false, _) if self.hops && !last => self.ends | Ends::HURDLE,
            (false, _) => self.ends,
            (true, false) if self.hops => Ends::HURDLE,
            (true, false) => Ends::EMPTY,
            (true, true) => Ends::USUAL,
        }
    }

    /// Returns a leg with the properties that these letters give it.
    pub(super) fn leg(&self, leg: Leg, shape: &Shape, wrap: Wrap) -> Leg {
        let jumped = match (shape.jumps(), self.lame, self.jumps) {
            (true, true, _) => Jumped::Empty,
            (true, _, true) => Jumped::Occupied,
            _ => Jumped::Anything,
        };
        let leaves_rights =
            leg.reach == Reach::Half || self.lame && (!shape.jumps() || self.first || self.twice_lame);
        Leg {
            jumped,
            leaves_rights,
            skips: self.jumps && !shape.jumps(),
            tame: self.tame,
            unloads: self.unloads,
            wrap,
            ..leg
        }
    }

    /// Finds letters that mean nothing on a leg.
    pub(super) fn faults(
        &self,
        letters: &[Letter],
        shape: &Shape,
        reach: Reach,
        first: bool,
    ) -> Option<Fault> {
        let at = |letter: char| letters.iter().find(|m| m.letter == letter).copied();
        let once = reach == Reach::Most(1);
        match (at('n'), at('j')) {
            (Some(n), Some(_)) => return Some(mistake::lame_and_jumping(n)),
            (Some(n), None) if !shape.jumps() && once => return Some(mistake::never_lame(n)),
            (None, Some(j)) if !shape.jumps() && once => return Some(mistake::nothing_to_skip(j)),
            (None, Some(j)) if !shape.jumps() && !first => return Some(mistake::skips_later(j)),
            _ => {}
        }
        if shape.anywhere {
            let odd = letters.iter().find(|m| letters::directs(m.letter) || "njzqpgyo".contains(m.letter));
            return odd.map(|odd| mistake::means_nothing_anywhere(*odd));
        }
        None
    }
}

/// A leg in a row of legs, as its letters define it.
struct Part {
    directions: Vec<Letter>,
    modes: Modes,
    reach: Reach,
    last: bool,
    /// True if it continues beyond the hurdle of the leg before it, in the same direction.
    beyond: bool,
}

/// Legs that share an atom.
struct Row<'a> {
    term: &'a ParsedTerm,
    shape: &'a Shape,
    parts: Vec<Part>,
}

/// The state of a path being laid out: its last direction, and the side to which it bent last.
#[derive(Clone, Copy)]
struct Course {
    direction: u8,
    bent: Option<char>,
}

impl Part {
    /// Splits a last leg that hops into the one to the hurdle and the one beyond, whose reach is the given one if the hop changes it.
    fn over_a_hurdle(self, after: &Reach) -> [Self; 2] {
        let (modes, last) = (self.modes, self.last);
        let hop = Modes { ends: Ends::NOTHING, tame: false, ..modes };
        let beyond = match (modes.changes_range, self.reach) {
            (true, _) => *after,
            (false, Reach::Most(1)) => Reach::Most(1),
            // the hurdle is as far away as the leg before was long; that says nothing of the squares beyond
            (false, Reach::Same) if matches!(after, Reach::Unlimited | Reach::Most(1)) => *after,
            (false, _) => Reach::Rest,
        };
        let landing =
            Modes { hops: false, first: false, jumps: false, bend: None, changes_range: false, ..modes };
        [
            Self { modes: hop, last: false, ..self },
            Self { directions: Vec::new(), modes: landing, reach: beyond, last, beyond: true },
        ]
    }
}

impl<'a> Row<'a> {
    /// Reads the letters of every leg.
    fn new(
        text: &str,
        term: &'a ParsedTerm,
        shape: &'a Shape,
        legs: &[&[Letter]],
        lints: &mut Vec<Fault>,
    ) -> Result<Self, Fault> {
        let (mut parts, mut changes) = (Vec::new(), 0);
        for (index, letters) in legs.iter().enumerate() {
            let (modes, last) = (Modes::new(letters), index + 1 == legs.len());
            let reach = if modes.first && index > 0 { Reach::Same } else { shape.reach_after(changes) };
            if index == 0
                && let Some(second) = second_bend(letters)
            {
                return Err(mistake::two_bends(second));
            }
            let reach = curved(&modes, index, legs.len(), reach)?;
            if let Some(fault) = modes.faults(letters, shape, reach, index == 0) {
                return Err(fault);
            }
            if let Some(letter) = letters.iter().find(|m| modes.hops && last && "nu".contains(m.letter)) {
                return Err(mistake::not_on_a_hop(text, term, *letter));
            }
            changes += usize::from(modes.changes_range);
            let directions = directions(letters, index > 0);
            let choice =
                direction::choose((shape.cells, shape.system), index > 0, &fixed(&directions, None))?;
            if index > 0 && directions.is_empty() && !shape.anywhere {
                lints.push(mistake::any_direction(text, term, legs[index - 1]));
            }
            if index == 0 {
                lints.extend(choice.idle.into_iter().map(|range| mistake::idle_letter(text, range)));
            }
            let part = Part { directions, modes, reach, last, beyond: false };
            match last && modes.hops {
                true => parts.extend(part.over_a_hurdle(&shape.reach_after(changes))),
                false => parts.push(part),
            }
        }
        Ok(Self { term, shape, parts })
    }

    /// Adds the paths of all directions.
    fn paths(&self, wrap: Wrap, paths: &mut IndexSet<Path>) -> Result<(), Fault> {
        let first = self.parts[0].modes.first;
        self.extend(
            0,
            Course { direction: 0, bent: None },
            (Path { first, ..Path::new(Vec::new()) }, wrap),
            paths,
        )
    }

    fn extend(
        &self,
        index: usize,
        course: Course,
        (path, wrap): (Path, Wrap),
        paths: &mut IndexSet<Path>,
    ) -> Result<(), Fault> {
        let Some(part) = self.parts.get(index) else {
            if paths.len() >= MOST_PATHS {
                return Err(mistake::too_many_ways(self.term.range.clone()));
            }
            paths.insert(path);
            return Ok(());
        };
        let ends = part.modes.ends(part.last);
        let add = |cycle, course, paths: &mut IndexSet<Path>| {
            let leg = Leg { goes_on: part.beyond, ..Leg::new(cycle, part.reach, ends) };
            let mut legs = path.legs.clone();
            legs.push(part.modes.leg(leg, self.shape, wrap));
            self.extend(index + 1, course, (Path { legs, ..path.clone() }, wrap), paths)
        };
        if part.beyond {
            return add(path.legs[index - 1].cycle.clone(), course, paths);
        }
        if self.shape.anywhere {
            return add(Vec::new(), course, paths);
        }
        let letters = fixed(&part.directions, course.bent);
        let turns = direction::choose((self.shape.cells, self.shape.system), index > 0, &letters)?.directions;
        for turn in (0..hexagons::ring(self.shape.cells)).filter(|turn| turns >> turn & 1 != 0) {
            let direction = (course.direction + turn) % hexagons::ring(self.shape.cells);
            let bent = match turn {
                1..=3 if index > 0 => Some('r'),
                5..=7 if index > 0 => Some('l'),
                _ => course.bent,
            };
            let next = Course { direction, bent };
            match part.modes.bend {
                Some(Letter { letter: 'z', .. }) if index == 0 => {
                    for turned in [2, 6] {
                        let cycle = [direction, direction + turned].map(|d| self.shape.vector(d));
                        add(cycle.to_vec(), next, paths)?;
                    }
                }
                Some(_) if index == 0 => {
                    for turned in [1, 7] {
                        let cycle = (0..8).map(|leap| self.shape.vector((direction + leap * turned) % 8));
                        add(cycle.collect(), next, paths)?;
                    }
                }
                _ => add(vec![self.shape.vector(direction)], next, paths)?,
            }
        }
        Ok(())
    }
}

/// Returns how far a leg goes if it is a curve: any number of leaps unless a number says less, and once round at most.
fn curved(modes: &Modes, index: usize, legs: usize, reach: Reach) -> Result<Reach, Fault> {
    let Some(bend) = modes.bend.filter(|_| index == 0) else { return Ok(reach) };
    if legs > 1 {
        return Err(mistake::bent_first_leg(bend));
    }
    let far = if reach == Reach::Most(1) { Reach::Unlimited } else { reach };
    Ok(match (bend.letter, far) {
        ('q', Reach::Most(most)) => Reach::Most(most.min(7)),
        ('q', Reach::Unlimited) => Reach::Most(7),
        _ => far,
    })
}

/// Returns the second of two letters that bend a ride.
fn second_bend(letters: &[Letter]) -> Option<Letter> {
    letters.iter().filter(|m| "zq".contains(m.letter)).nth(1).copied()
}

/// The letters of a leg that choose directions: on a later leg, `z` and `q` among them.
fn directions(letters: &[Letter], later: bool) -> Vec<Letter> {
    let directs = |m: &&Letter| letters::directs(m.letter) || later && "zq".contains(m.letter);
    letters.iter().filter(directs).copied().collect()
}

/// Returns direction letters with `q` as the side of the last bend and `z` as the other one, or both as sideways before any bend.
fn fixed(letters: &[Letter], bent: Option<char>) -> Vec<Letter> {
    let side = |letter: char| match (letter, bent) {
        ('z' | 'q', None) => 's',
        ('q', Some(side)) => side,
        ('z', Some('l')) => 'r',
        ('z', Some(_)) => 'l',
        _ => letter,
    };
    letters.iter().map(|m| Letter { letter: side(m.letter), ..*m }).collect()
}

/// The directions of a leg in brackets that are seen from the leg before; for [`bracket`].
pub(super) fn relative(system: System, letters: &[Letter]) -> Result<Directions, Fault> {
    direction::choose((Cells::Squares, system), true, letters).map(|choice| choice.directions)
}
