//! Walks paths over a board, one square after another.

use std::collections::{BTreeSet, HashSet};

use super::terms::{Atom, FAR, Leg, Path, Turn, bits, king, outward};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) white: bool,
    /// The number of its movement.
    pub(crate) kind: usize,
    pub(crate) moved: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) files: usize,
    pub(crate) ranks: usize,
    pub(crate) squares: Vec<Option<Piece>>,
}

/// The effect of a move, of which nothing is undone by the rest of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Outcome {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) taken: BTreeSet<usize>,
    /// The piece of one square set down on another.
    pub(crate) put: Option<(usize, usize)>,
    /// The piece that was relayed the move, if it is not the mover.
    pub(crate) relayed: bool,
    /// The squares on which the mover can be taken en passant.
    pub(crate) leaves: BTreeSet<usize>,
}

/// Returns the moves of the piece on a square, all movements given; `None` if a piece would be set down on another.
pub(crate) fn outcomes(board: &Board, from: usize, movements: &[Vec<Path>]) -> Option<BTreeSet<Outcome>> {
    let kind = board.squares[from]?.kind;
    let mut walk = Walk {
        board,
        movements,
        from,
        path: None,
        found: BTreeSet::new(),
        seen: HashSet::new(),
        unsettled: false,
    };
    walk.all(kind);
    (!walk.unsettled).then_some(walk.found)
}

struct Walk<'a> {
    board: &'a Board,
    movements: &'a [Vec<Path>],
    from: usize,
    path: Option<&'a Path>,
    found: BTreeSet<Outcome>,
    seen: HashSet<Stand>,
    unsettled: bool,
}

/// The state of a walk.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Stand {
    leg: usize,
    square: usize,
    direction: u8,
    /// The leaps of the leg before, and how many it had left.
    leaps: usize,
    left: usize,
    /// `r` or `l`.
    bend: Option<char>,
    taken: Vec<usize>,
    /// The last of them on the final square.
    captures: bool,
    /// A square to unload on, and how many were taken then.
    unload: Option<(usize, usize)>,
    /// The start square of the piece that moves.
    actor: usize,
}

impl<'a> Walk<'a> {
    fn all(&mut self, kind: usize) {
        for path in &self.movements[kind] {
            self.seen.clear();
            self.path = Some(path);
            let start = Stand {
                leg: 0,
                square: self.from,
                direction: 0,
                leaps: 0,
                left: FAR,
                bend: None,
                taken: Vec::new(),
                captures: false,
                unload: None,
                actor: self.from,
            };
            match (path.anywhere, path.curve, path.legs.first()) {
                (true, ..) => self.anywhere(&start),
                (_, Some(letter), Some(leg)) => self.curve(&start, leg, letter),
                _ => self.go(start),
            }
        }
    }

    fn side(&self) -> bool {
        self.board.squares[self.from].is_some_and(|piece| piece.white)
    }

    fn unmoved(&self) -> bool {
        self.board.squares[self.from].is_some_and(|piece| !piece.moved)
    }

    /// The piece on a square, as the move has left the board so far.
    fn piece(&self, stand: &Stand, square: usize) -> Option<Piece> {
        self.board.squares[square].filter(|_| square != stand.actor && !stand.taken.contains(&square))
    }

    /// The square a vector away, as the mover sees it.
    fn at(&self, square: usize, (x, y): (i32, i32)) -> Option<usize> {
        let turned = if self.side() { 1 } else { -1 };
        let (files, ranks) = (self.board.files as i32, self.board.ranks as i32);
        let wrap = self.path.map_or(0, |path| path.wrap);
        let mut file = (square as i32) % files + x * turned;
        let mut rank = (square as i32) / files + y * turned;
        if wrap > 0 {
            file = file.rem_euclid(files);
        }
        if wrap > 1 {
            rank = rank.rem_euclid(ranks);
        }
        let inside = (0..files).contains(&file) && (0..ranks).contains(&rank);
        inside.then_some((rank * files + file) as usize)
    }

    /// The squares that a leap jumps: straight ones first, then diagonal ones.
    fn jumped(&self, square: usize, (x, y): (i32, i32)) -> Vec<usize> {
        let (ax, ay) = (x.abs(), y.abs());
        let (longer, diagonal) = (ax.max(ay), ax.min(ay));
        let straight = longer - diagonal;
        let unit = |n: i32| {
            let on = |a: i32, b: i32| {
                let steps = if a >= b { n } else { (n - straight).max(0) };
                steps * a.signum()
            };
            (on(ax, ay) * x.signum(), on(ay, ax) * y.signum())
        };
        (1..longer).filter_map(|n| self.at(square, unit(n))).collect()
    }

    fn directions(&self, stand: &Stand, leg: &Leg) -> Vec<(u8, Option<char>)> {
        let fixed = |found: Vec<u8>| found.into_iter().map(|d| (d, stand.bend)).collect();
        match &leg.turn {
            Turn::First(set) => fixed(bits(*set).collect()),
            Turn::Straight => fixed(vec![stand.direction]),
            Turn::Only(pairs) => {
                let starts: BTreeSet<u8> = pairs.iter().map(|pair| pair.0).collect();
                fixed(starts.into_iter().collect())
            }
            Turn::Outward(atom) => fixed(self.outward(stand, *atom)),
            Turn::Next(letters) => {
                let (same, other) = match stand.bend {
                    Some('r') => ('r', 'l'),
                    Some(_) => ('l', 'r'),
                    None => ('s', 's'),
                };
                let read = |c| {
                    if c == 'q' {
                        same
                    } else if c == 'z' {
                        other
                    } else {
                        c
                    }
                };
                let letters: String = letters.chars().map(read).collect();
                let set = if letters.trim().is_empty() { 0b1110_1111 } else { king(&letters) };
                let turned = |t| {
                    let bend = match t {
                        1..=3 => Some('r'),
                        5..=7 => Some('l'),
                        _ => stand.bend,
                    };
                    ((stand.direction + t) % 8, bend)
                };
                bits(set).map(turned).collect()
            }
        }
    }

    fn outward(&self, stand: &Stand, atom: Atom) -> Vec<u8> {
        let legs = self.path.map_or(&[][..], |path| &path.legs);
        let mut found = outward(legs[stand.leg - 1].atom, atom, stand.direction);
        if let (1, Some(Turn::Only(pairs))) = (stand.leg, legs.first().map(|leg| &leg.turn)) {
            found.retain(|d| pairs.contains(&(stand.direction, *d)));
        }
        found
    }

    fn range(&self, stand: &Stand, leg: &Leg) -> usize {
        if leg.middle {
            let row = stand.square / self.board.files;
            let rank = if self.side() { row } else { self.board.ranks - 1 - row };
            return (self.board.ranks / 2).saturating_sub(rank + 1).max(1);
        }
        if leg.rest { stand.left } else { leg.range }
    }

    fn go(&mut self, mut stand: Stand) {
        let Some(leg) = self.path.and_then(|path| path.legs.get(stand.leg)) else { return };
        if !leg.has('i') {
            stand.leaps = 0;
        }
        if !leg.rest {
            stand.left = 0;
        }
        if !self.seen.insert(stand.clone()) || (stand.leg == 0 && leg.has('i') && !self.unmoved()) {
            return;
        }
        if leg.has('u') {
            stand.unload = Some((stand.square, stand.taken.len()));
        }
        for (direction, bend) in self.directions(&stand, leg) {
            let next = Stand { direction, bend, ..stand.clone() };
            self.ray(&next, leg);
        }
    }

    fn ray(&mut self, stand: &Stand, leg: &'a Leg) {
        let vector = leg.atom.vector(stand.direction);
        let range = self.range(stand, leg);
        let skips = leg.has('j') && leg.atom.is_step() && stand.leg == 0;
        let same = leg.has('i') && stand.leg > 0;
        let mut square = stand.square;
        let mut leaps = 0;
        let mut passed = BTreeSet::new();
        while leaps < range {
            let jumped = self.jumped(square, vector);
            let Some(next) = self.at(square, vector) else { return };
            if next == stand.square {
                return;
            }
            leaps += 1;
            if leaps > 1 && leg.atom.is_step() {
                passed.insert(square);
            }
            square = next;
            if skips && leaps == 1 {
                continue;
            }
            let occupied = jumped.iter().filter(|s| self.piece(stand, **s).is_some()).count();
            if (leg.has('n') && occupied > 0) || (leg.has('j') && occupied < jumped.len()) {
                return;
            }
            let marks = leg.letters.chars().filter(|c| *c == 'n').count() + usize::from(leg.has('i'));
            if leg.has('n') && marks > 1 {
                passed.extend(&jumped);
            }
            let leaves = leg.middle || (leg.has('n') && leg.atom.is_step()) || marks > 1;
            let trail = if leaves && stand.leg == 0 { passed.clone() } else { BTreeSet::new() };
            let counts = !same || leaps == stand.leaps;
            let here = Stand { square, leaps, left: range.saturating_sub(leaps), ..stand.clone() };
            let occupied = self.piece(stand, square).is_some();
            if counts {
                self.land(here, leg, trail);
            }
            if occupied {
                return;
            }
        }
    }

    /// Returns `true` if a leg may take this piece.
    fn takes(&self, leg: &Leg, piece: Piece) -> bool {
        if piece.white == self.side() { leg.may('d') } else { leg.may('c') }
    }

    fn land(&mut self, here: Stand, leg: &Leg, trail: BTreeSet<usize>) {
        let last = self.path.is_some_and(|path| here.leg + 1 == path.legs.len());
        let square = here.square;
        let Some(piece) = self.piece(&here, square) else {
            if leg.may('m') {
                self.proceed(here, last, trail);
            }
            return;
        };
        let own = piece.white == self.side();
        // in a relay the mover stays, so that it is not taken either
        if square != self.from && self.takes(leg, piece) {
            let mut taken = here.taken.clone();
            taken.push(square);
            self.proceed(Stand { taken, captures: last, ..here.clone() }, last, BTreeSet::new());
        }
        if leg.may('p') && !last && (own || !leg.has('t')) {
            self.proceed(here.clone(), false, BTreeSet::new());
        }
        if leg.may('x') && own {
            self.relay(here, piece, last);
        }
    }

    fn relay(&mut self, here: Stand, piece: Piece, last: bool) {
        if !last {
            self.proceed(Stand { actor: here.square, ..here }, false, BTreeSet::new());
        } else if self.board.squares[self.from].is_some_and(|mover| mover.kind != piece.kind) {
            let (board, movements, from) = (self.board, self.movements, self.from);
            let mut other = Walk {
                board,
                movements,
                from,
                path: None,
                found: BTreeSet::new(),
                seen: HashSet::new(),
                unsettled: false,
            };
            other.all(piece.kind);
            self.found.extend(other.found);
        }
    }

    fn proceed(&mut self, here: Stand, last: bool, trail: BTreeSet<usize>) {
        if last {
            self.emit(&here, trail);
        } else {
            self.go(Stand { leg: here.leg + 1, ..here });
        }
    }

    fn emit(&mut self, here: &Stand, leaves: BTreeSet<usize>) {
        let mut taken: BTreeSet<usize> = here.taken.iter().copied().collect();
        let mut put = None;
        if let Some((onto, count)) = here.unload {
            let regular = here.taken.last().filter(|_| here.captures);
            let later = here.taken.get(count);
            let before = here.taken[..count].last();
            if let Some(&victim) = regular.or(later).or(before) {
                let stands = self.piece(here, onto).is_some();
                self.unsettled |= onto == here.square || stands;
                if victim == onto {
                    taken.remove(&victim);
                } else {
                    put = Some((victim, onto));
                }
            }
        }
        let relayed = here.actor != self.from;
        self.found.insert(Outcome { from: here.actor, to: here.square, taken, put, relayed, leaves });
    }

    fn anywhere(&mut self, start: &Stand) {
        for square in 0..self.board.squares.len() {
            let piece = self.board.squares[square];
            if piece.is_none_or(|piece| piece.white != self.side()) {
                let taken = piece.map(|_| square).into_iter().collect();
                self.emit(&Stand { square, taken, ..start.clone() }, BTreeSet::new());
            }
        }
    }

    /// A ride that turns after every leap.
    fn curve(&mut self, start: &Stand, leg: &Leg, letter: char) {
        let range = match (leg.range, letter) {
            (0 | 1 | 8.., 'q') => 7,
            (0 | 1, _) => FAR,
            (range, _) => range,
        };
        if leg.has('i') && !self.unmoved() {
            return;
        }
        for (first, _) in self.directions(start, leg) {
            for hand in [1, 7] {
                self.bend(start, leg, (letter, first, hand), range);
            }
        }
    }

    fn bend(&mut self, start: &Stand, leg: &Leg, (letter, first, hand): (char, u8, u8), range: usize) {
        let (mut square, mut hops) = (start.square, usize::from(leg.may('p')));
        for leap in 0..range {
            let turned = match letter {
                'q' => hand as usize * leap,
                _ => 2 * hand as usize * (leap % 2),
            };
            let direction = (usize::from(first) + turned) % 8;
            let Some(next) = self.at(square, leg.atom.vector(direction as u8)) else { return };
            if next == start.square {
                return;
            }
            square = next;
            let here = Stand { square, ..start.clone() };
            match self.piece(start, square) {
                None if hops == 0 && leg.may('m') => self.emit(&here, BTreeSet::new()),
                None => {}
                Some(_) if hops > 0 => hops -= 1,
                Some(piece) => {
                    if self.takes(leg, piece) {
                        self.emit(&Stand { taken: vec![square], ..here }, BTreeSet::new());
                    }
                    return;
                }
            }
        }
    }
}
