//! Reads a movement: terms of one or more legs, in either way of writing, lowered to paths of legs that can be walked.

use std::iter::once;

/// No limit to the number of leaps.
pub(crate) const FAR: usize = usize::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Orthogonal,
    Diagonal,
    King,
    Oblique,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Atom {
    pub(crate) class: Class,
    /// The shorter and the longer coordinate.
    short: i32,
    long: i32,
    /// One of R, B and Q, whose range is toggled to one step.
    rider: bool,
}

impl Atom {
    fn of(letter: char) -> Option<Self> {
        let (short, long, rider) = match letter {
            'W' => (0, 1, false),
            'F' => (1, 1, false),
            'D' => (0, 2, false),
            'N' => (1, 2, false),
            'A' => (2, 2, false),
            'H' => (0, 3, false),
            'C' | 'L' => (1, 3, false),
            'Z' | 'J' => (2, 3, false),
            'G' => (3, 3, false),
            'R' => (0, 1, true),
            'B' => (1, 1, true),
            'K' => return Some(Self { class: Class::King, short: 1, long: 1, rider: false }),
            'Q' => return Some(Self { class: Class::King, short: 1, long: 1, rider: true }),
            _ => return None,
        };
        Some(Self::leap(short, long, rider))
    }

    fn leap(short: i32, long: i32, rider: bool) -> Self {
        let class = match short {
            0 => Class::Orthogonal,
            _ if short == long => Class::Diagonal,
            _ => Class::Oblique,
        };
        Self { class, short, long, rider }
    }

    /// The directions the atom has of itself, as bits.
    pub(crate) fn own(self) -> u8 {
        match self.class {
            Class::Orthogonal => 0b0101_0101,
            Class::Diagonal => 0b1010_1010,
            Class::King | Class::Oblique => 0xFF,
        }
    }

    /// The vector in one of the eight directions, clockwise from straight on.
    pub(crate) fn vector(self, direction: u8) -> (i32, i32) {
        let (a, b) = (self.short, self.long);
        let table = match self.class {
            Class::Oblique => [(a, b), (b, a), (b, -a), (a, -b), (-a, -b), (-b, -a), (-b, a), (-a, b)],
            _ => [(0, b), (b, b), (b, 0), (b, -b), (0, -b), (-b, -b), (-b, 0), (-b, b)],
        };
        table[usize::from(direction % 8)]
    }

    pub(crate) fn is_step(self) -> bool {
        self.long == 1
    }
}

/// The permitted direction of a leg.
#[derive(Clone, Debug)]
pub(crate) enum Turn {
    /// Directions of the mover.
    First(u8),
    /// Letters of a leg that goes on, read when the last bend is known.
    Next(String),
    /// As the leg before.
    Straight,
    /// A leg of brackets without letters.
    Outward(Atom),
    /// Only this of the mover's directions, then only that of the mover's: a bracket with letters in front of it.
    Only(Vec<(u8, u8)>),
}

#[derive(Clone, Debug)]
pub(crate) struct Leg {
    pub(crate) atom: Atom,
    pub(crate) turn: Turn,
    pub(crate) range: usize,
    /// The range is what the leg before has left.
    pub(crate) rest: bool,
    /// Up to the middle of the board.
    pub(crate) middle: bool,
    pub(crate) letters: String,
    /// `m c d k p x`, the defaults put in.
    pub(crate) modes: String,
}

impl Leg {
    pub(crate) fn has(&self, letter: char) -> bool {
        self.letters.contains(letter)
    }

    pub(crate) fn may(&self, mode: char) -> bool {
        self.modes.contains(mode)
    }
}

/// Legs of which all must be walked, in order; a curve has but one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path {
    pub(crate) legs: Vec<Leg>,
    pub(crate) curve: Option<char>,
    /// The number of pairs of edges that are joined.
    pub(crate) wrap: usize,
    /// Any other square.
    pub(crate) anywhere: bool,
}

/// The paths of a movement.
pub(crate) fn read(text: &str) -> Result<Vec<Path>, String> {
    let letters: Vec<char> = text.chars().collect();
    let (mut at, mut paths) = (0, Vec::new());
    while at < letters.len() {
        if letters[at] == ' ' {
            at += 1;
            continue;
        }
        let start = at;
        while letters.get(at).is_some_and(|c| !c.is_ascii_uppercase() && *c != '[') {
            at += 1;
        }
        let group: String = letters[start..at].iter().collect();
        match letters.get(at) {
            None => return Err(format!("`{group}` without an atom")),
            Some('[') => {
                let end = letters[at..].iter().position(|c| *c == ']').ok_or("no `]`")? + at;
                let inner: String = letters[at + 1..end].iter().collect();
                paths.extend(bracketed(&group, &inner)?);
                at = end + 1;
            }
            Some('U') => {
                at += 1;
                paths.push(Path { anywhere: true, ..Path::default() });
            }
            Some(_) => {
                let (atom, range) = atom_at(&letters, &mut at)?;
                for group in repeated(&group) {
                    paths.push(group_of(&group, atom, range)?);
                }
            }
        }
    }
    Ok(paths)
}

/// The range that is written: a number of leaps, or up to the middle.
type Range = Option<usize>;

fn atom_at(letters: &[char], at: &mut usize) -> Result<(Atom, Range), String> {
    let capital = letters[*at];
    let mut atom = Atom::of(capital).ok_or_else(|| format!("`{capital}` is no atom here"))?;
    *at += 1;
    while let Some(suffix @ ('X' | 'Y')) = letters.get(*at) {
        let (short, long) = (atom.short, atom.long);
        atom = if *suffix == 'X' {
            Atom::leap(short, long + 3, false)
        } else {
            Atom::leap(short + 2, long + 2, false)
        };
        *at += 1;
    }
    let mut range = Some(if atom.rider { FAR } else { 1 });
    let digits: String = letters[*at..].iter().take_while(|c| c.is_ascii_digit()).collect();
    if !digits.is_empty() {
        *at += digits.len();
        range = digits.parse().ok().map(|n| if n == 0 { FAR } else { n });
    } else if letters.get(*at) == Some(&'*') {
        *at += 1;
        range = None;
    } else if letters.get(*at) == Some(&capital) && !"KQRB".contains(capital) {
        *at += 1;
        range = Some(FAR);
    }
    Ok((atom, range))
}

/// `x(y)z` as `xz`, `xyz`, `xyyz` and so on.
fn repeated(group: &str) -> Vec<String> {
    let Some((before, rest)) = group.split_once('(') else { return vec![group.to_owned()] };
    let Some((again, after)) = rest.split_once(')') else { return vec![group.to_owned()] };
    (0..=24).map(|times| format!("{before}{}{after}", again.repeat(times))).collect()
}

/// The legs of a group that share an atom.
fn group_of(group: &str, atom: Atom, range: Range) -> Result<Path, String> {
    let texts: Vec<&str> = group.split('a').collect();
    let wrap = group.chars().filter(|c| *c == 'o').count();
    let curve = texts[0].chars().find(|c| "zq".contains(*c));
    if curve.is_some() && texts.len() > 1 {
        return Err("a curve on the first of several legs".to_owned());
    }
    let mut legs = Vec::new();
    let mut reach = Reach { atom, range: range.unwrap_or(FAR), toggled: false };
    for (k, text) in texts.iter().enumerate() {
        let turn = if k == 0 { first(text, atom)? } else { Turn::Next(directions_in(text)) };
        let last = k + 1 == texts.len();
        let leg = Leg { middle: range.is_none() && !reach.toggled, ..leg_of(text, turn, reach, last)? };
        legs.extend(hopper(leg, last && curve.is_none(), &mut reach));
        if text.contains(['y', 'g']) {
            reach = reach.toggle();
        }
    }
    Ok(Path { legs, curve, wrap, anywhere: false })
}

/// The range of a leg, as `y` and `g` have left it.
#[derive(Clone, Copy)]
struct Reach {
    atom: Atom,
    range: usize,
    toggled: bool,
}

impl Reach {
    fn toggle(self) -> Self {
        let far = if self.toggled { self.range != FAR } else { !self.atom.rider };
        Self { range: if far { FAR } else { 1 }, toggled: true, ..self }
    }
}

/// The letters of direction, with blanks where other letters stand between them.
fn directions_in(text: &str) -> String {
    text.chars().map(|c| if "frblvshzq".contains(c) { c } else { ' ' }).collect()
}

fn first(text: &str, atom: Atom) -> Result<Turn, String> {
    let letters = directions_in(text).replace(['z', 'q'], " ");
    if letters.trim().is_empty() {
        return Ok(Turn::First(atom.own()));
    }
    let read = match atom.class {
        Class::Orthogonal => letters.chars().map(|c| narrow(c, false)).fold(0, |all, one| all | one),
        Class::Diagonal => diagonal(&letters),
        Class::King => king(&letters),
        Class::Oblique => oblique(&letters)?,
    };
    Ok(Turn::First(read & atom.own()))
}

fn leg_of(text: &str, turn: Turn, reach: Reach, last: bool) -> Result<Leg, String> {
    if let Some(unknown) = text.chars().find(|c| !"frblvshzqmcdekptgyxuinjo".contains(*c)) {
        return Err(format!("`{unknown}` is not known"));
    }
    let mut modes: String = text.chars().filter(|c| "mcdekpx".contains(*c)).collect();
    let (says, default) = if last { ("mcdekx", "mc") } else { ("mcdekpgyx", "m") };
    if !text.contains(|c| says.contains(c)) {
        modes += default;
    }
    modes += if text.contains('y') { "m" } else { "" };
    modes += if text.contains('g') { "p" } else { "" };
    let Reach { atom, range, .. } = reach;
    Ok(Leg { atom, turn, range, rest: false, middle: false, letters: text.to_owned(), modes })
}

/// A last leg with `p` or `g` is a leg onto the hurdle and one straight on.
fn hopper(leg: Leg, last: bool, reach: &mut Reach) -> Vec<Leg> {
    if !last || !leg.may('p') {
        return vec![leg];
    }
    let beyond = leg.letters.replace(['i', 'p', 'g'], "");
    let modes = leg.modes.replace('p', "");
    let (range, rest) = if leg.has('g') {
        (reach.toggle().range, false)
    } else {
        (if leg.range == 1 { 1 } else { leg.range }, leg.range != 1)
    };
    let onto: String = leg.letters.chars().filter(|c| "inj".contains(*c)).collect();
    let beyond = Leg { turn: Turn::Straight, range, rest, letters: beyond, modes, ..leg.clone() };
    vec![Leg { letters: onto, modes: "p".to_owned(), ..leg }, beyond]
}

/// Legs in brackets, with the letters in front of these.
fn bracketed(front: &str, inner: &str) -> Result<Vec<Path>, String> {
    let mut legs: Vec<(String, Atom, Range)> = Vec::new();
    let mut stops = Vec::new();
    let letters: Vec<char> = inner.chars().collect();
    let (mut at, mut start) = (0, 0);
    while at < letters.len() {
        if !letters[at].is_ascii_uppercase() {
            at += 1;
            continue;
        }
        let text = letters[start..at].iter().collect();
        let (atom, range) = atom_at(&letters, &mut at)?;
        legs.push((text, atom, range));
        match letters.get(at) {
            None => stops.push(true),
            Some('?') => stops.push(true),
            Some('-') => stops.push(false),
            Some(other) => return Err(format!("`{other}` in brackets")),
        }
        at += 1;
        start = at;
    }
    let mut paths = Vec::new();
    for count in (1..=legs.len()).filter(|count| stops[count - 1]) {
        let mut path = Path { wrap: front.chars().filter(|c| *c == 'o').count(), ..Path::default() };
        for (k, (text, atom, range)) in legs[..count].iter().enumerate() {
            let turn = match k {
                0 => first(text, *atom)?,
                _ if directions_in(text).trim().is_empty() => Turn::Outward(*atom),
                _ => Turn::Next(directions_in(text)),
            };
            let mut reach = Reach { atom: *atom, range: range.unwrap_or(FAR), toggled: false };
            let leg = leg_of(text, turn, reach, k + 1 == count)?;
            path.legs.extend(hopper(leg, k + 1 == count, &mut reach));
        }
        paths.push(path);
    }
    let front = directions_in(front);
    if !front.trim().is_empty() {
        select(&mut paths, &front, legs[0].1, legs.get(1).ok_or("one leg in brackets")?.1)?;
    }
    Ok(paths)
}

/// Keeps of paths of two legs, the second outward, those whose sum of vectors has the directions in front of the brackets.
fn select(paths: &mut [Path], front: &str, near: Atom, far: Atom) -> Result<(), String> {
    let mut kept = Vec::new();
    let wanted_oblique = oblique(front)?;
    for start in bits(near.own()) {
        for on in outward(near, far, start) {
            let ((x, y), (dx, dy)) = (near.vector(start), far.vector(on));
            let sum = (x + dx, y + dy);
            let (short, long) = (sum.0.abs().min(sum.1.abs()), sum.0.abs().max(sum.1.abs()));
            let whole = Atom::leap(short, long, false);
            let wanted = match whole.class {
                Class::Oblique => wanted_oblique,
                _ => match first(front, whole)? {
                    Turn::First(wanted) => wanted,
                    _ => 0,
                },
            };
            let direction = (0..8).find(|d| whole.own() >> d & 1 == 1 && whole.vector(*d) == sum);
            if direction.is_some_and(|d| wanted >> d & 1 == 1) {
                kept.push((start, on));
            }
        }
    }
    for leg in paths.iter_mut().filter_map(|path| path.legs.first_mut()) {
        leg.turn = Turn::Only(kept.clone());
    }
    Ok(())
}

/// The directions of a leg that goes outward after a leg in this direction.
pub(crate) fn outward(before: Atom, atom: Atom, direction: u8) -> Vec<u8> {
    if before.class == Class::Oblique {
        let (x, y) = before.vector(direction);
        let cosine = |d: &u8| {
            let (dx, dy) = atom.vector(*d);
            f64::from(x * dx + y * dy) / f64::from(dx * dx + dy * dy).sqrt()
        };
        let nearest = bits(atom.own()).max_by(|a, b| cosine(a).total_cmp(&cosine(b)));
        return nearest.into_iter().collect();
    }
    if atom.class == Class::Oblique {
        // both neighbours of an orthogonal or diagonal ray
        return vec![(direction + 7) % 8, direction % 8];
    }
    if atom.own() >> direction & 1 == 1 {
        return vec![direction];
    }
    vec![(direction + 7) % 8, (direction + 1) % 8]
}

pub(crate) fn bits(set: u8) -> impl DoubleEndedIterator<Item = u8> {
    (0..8).filter(move |d| set >> d & 1 == 1)
}

fn set(directions: &[u8]) -> u8 {
    directions.iter().fold(0, |all, d| all | 1 << d)
}

fn narrow(letter: char, oblique: bool) -> u8 {
    let (straight, leaps): (&[u8], &[u8]) = match letter {
        'f' => (&[0], &[7, 0]),
        'r' => (&[2], &[1, 2]),
        'b' => (&[4], &[3, 4]),
        'l' => (&[6], &[5, 6]),
        'v' => (&[0, 4], &[0, 3, 4, 7]),
        's' => (&[2, 6], &[1, 2, 5, 6]),
        _ => (&[], &[]),
    };
    set(if oblique { leaps } else { straight })
}

fn wide(letter: char, oblique: bool) -> u8 {
    let (straight, leaps): (&[u8], &[u8]) = match letter {
        'f' => (&[7, 0, 1], &[6, 7, 0, 1]),
        'r' => (&[1, 2, 3], &[0, 1, 2, 3]),
        'b' => (&[3, 4, 5], &[2, 3, 4, 5]),
        'l' => (&[5, 6, 7], &[4, 5, 6, 7]),
        'v' => (&[7, 0, 1, 3, 4, 5], &[0, 3, 4, 7]),
        's' => (&[1, 2, 3, 5, 6, 7], &[1, 2, 5, 6]),
        _ => (&[], &[]),
    };
    set(if oblique { leaps } else { straight })
}

/// Each letter with the one after it; the answer says whether both are used up.
fn united(letters: &str, of: impl Fn(char, char) -> (u8, bool)) -> u8 {
    let letters: Vec<char> = letters.chars().chain(once(' ')).collect();
    let (mut at, mut all) = (0, 0);
    while at + 1 < letters.len() {
        if letters[at] == ' ' {
            at += 1;
            continue;
        }
        let (found, both) = of(letters[at], letters[at + 1]);
        all |= found;
        at += 1 + usize::from(both);
    }
    all
}

pub(crate) fn king(letters: &str) -> u8 {
    united(letters, |x, y| {
        let (narrow_x, wide_x, wide_y) = (narrow(x, false), wide(x, false), wide(y, false));
        match y {
            'h' => (wide_x, true),
            _ if wide_x & wide_y == 0 => (narrow_x, false),
            _ if narrow_x & wide_y != 0 => (narrow_x, true),
            _ => (wide_x & wide_y, true),
        }
    })
}

fn diagonal(letters: &str) -> u8 {
    united(letters, |x, y| {
        let both = wide(x, false) & wide(y, false) & 0b1010_1010;
        if both == 0 { (wide(x, false), false) } else { (both, true) }
    })
}

fn oblique(letters: &str) -> Result<u8, String> {
    Ok(united(letters, |x, y| match (x, y) {
        ('h', 'r') => (0b0101_0101, true),
        ('h', 'l') => (0b1010_1010, true),
        (_, 'h') => (wide(x, true), true),
        _ => {
            let both = wide(x, true) & narrow(y, true);
            if both == 0 { (narrow(x, true), false) } else { (both, true) }
        }
    }))
}
