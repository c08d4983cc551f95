//! Squares that a piece would reach by a movement, whatever stands there: where conditions and effects look for other pieces.

use super::pieces::Side;
use crate::board::{Bits, Square};

/// One way from a square: where it ends, and what must be empty and what occupied for it to be open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line<S> {
    pub(crate) to: Square,
    pub(crate) empty: S,
    pub(crate) full: S,
}

/// The ways from a square.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ways<S> {
    lines: Vec<Line<S>>,
    /// The ends of the ways that nothing can block.
    steps: S,
    /// The squares of rides, the nearest of which has the lowest number. Each of their ways passes over the ends of the shorter ones.
    rising: Vec<S>,
    /// Those of rides whose nearest square has the highest number.
    falling: Vec<S>,
    /// The ways that belong to no ride.
    others: Vec<Line<S>>,
    /// The ends of all ways.
    ends: S,
}

/// The ways of a movement in one direction from all squares together.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Direction<S> {
    /// The difference in number between the next square and this one.
    by: i16,
    /// The squares from which there is a next one.
    from: S,
    /// The most squares that are passed or reached.
    longest: usize,
}

/// The ways of a movement from every square of a board, as each side moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reach<S> {
    /// The movement as written.
    pub(crate) notation: String,
    /// By side and square.
    ways: [Vec<Ways<S>>; 2],
    /// By side: the directions, if the ways are the same from all squares but for the edge of the board.
    directions: [Option<Vec<Direction<S>>>; 2],
}

impl<S: Bits> Ways<S> {
    /// Finds the rides among ways.
    fn new(lines: Vec<Line<S>>) -> Self {
        let (mut rising, mut falling) = (Vec::new(), Vec::new());
        let (mut rest, mut steps) = (lines.clone(), S::NONE);
        while let Some(start) = rest.iter().position(|line| line.empty.is_empty() && line.full.is_empty()) {
            let first = rest.swap_remove(start).to;
            let (mut ride, mut last, mut rises) = (S::bit(first), first, None);
            loop {
                let goes_on = |line: &Line<S>| {
                    let onward = line.empty == ride && line.full.is_empty() && !ride.has(line.to);
                    onward && rises.is_none_or(|rises| rises == (line.to > last))
                };
                let Some(next) = rest.iter().position(goes_on) else { break };
                let next = rest.swap_remove(next).to;
                ride |= S::bit(next);
                (rises, last) = (Some(next > last), next);
            }
            match rises {
                None => steps |= ride,
                Some(true) => rising.push(ride),
                Some(false) => falling.push(ride),
            }
        }
        let ends = lines.iter().fold(S::NONE, |set, line| set | S::bit(line.to));
        Self { lines, steps, rising, falling, others: rest, ends }
    }

    /// The squares of the ride whose nearest is this one.
    fn ride_over(&self, nearest: Square) -> Option<S> {
        let first = S::bit(nearest);
        let rising = self.rising.iter().find(|ride| ride.first() == nearest);
        rising.or_else(|| self.falling.iter().find(|ride| **ride & ride.onward_last() == first)).copied()
    }

    /// The squares of all rides.
    fn rides(&self) -> impl Iterator<Item = S> {
        self.rising.iter().chain(&self.falling).copied()
    }
}

impl<S: Bits> Direction<S> {
    /// Finds the directions of ways that are the same from all squares.
    fn all(ways: &[Ways<S>]) -> Option<Vec<Self>> {
        let mut found: Vec<Self> = Vec::new();
        for (ways, square) in ways.iter().zip(0..) {
            let first = ways.lines.iter().filter(|line| line.empty.is_empty());
            for by in first.map(|line| i16::from(line.to) - i16::from(square)) {
                // sets can be shifted by less than half their width
                if usize::from(by.unsigned_abs()) >= S::WIDTH / 2 {
                    return None;
                }
                let next = (i16::from(square) + by) as Square;
                let length = ways.ride_over(next).map_or(1, |ride| ride.count() as usize);
                match found.iter_mut().find(|direction| direction.by == by) {
                    Some(direction) => {
                        direction.from |= S::bit(square);
                        direction.longest = direction.longest.max(length);
                    }
                    None => found.push(Self { by, from: S::bit(square), longest: length }),
                }
            }
        }
        let alike = |ways: &Ways<S>, square| {
            let rides = found.iter().map(|direction| direction.ride(square)).filter(|ride| !ride.is_empty());
            let (steps, rides): (Vec<S>, Vec<S>) = rides.partition(|ride| ride.at_most_one());
            ways.others.is_empty()
                && steps.into_iter().fold(S::NONE, |set, step| set | step) == ways.steps
                && rides.len() == ways.rides().count()
                && ways.rides().all(|ride| rides.contains(&ride))
        };
        (0..=Square::MAX).zip(ways).all(|(square, ways)| alike(ways, square)).then_some(found)
    }

    /// Returns the squares from a square in this direction.
    #[inline]
    fn ride(&self, square: Square) -> S {
        let (mut at, mut ride) = (square, S::NONE);
        for _ in 0..self.longest {
            if !self.from.has(at) {
                break;
            }
            at = (i16::from(at) + self.by) as Square;
            ride |= S::bit(at);
        }
        ride
    }

    /// Returns the squares whose next one is in a set.
    #[inline(always)]
    fn before(&self, next: S) -> S {
        // what wraps around lands on squares from which there is no next one
        next.rotated((S::WIDTH as u32).wrapping_sub(self.by as u32) % S::WIDTH as u32) & self.from
    }
}

impl<S> Ways<S> {
    fn map<T>(&self, convert: fn(&S) -> T) -> Ways<T> {
        let line =
            |line: &Line<S>| Line { to: line.to, empty: convert(&line.empty), full: convert(&line.full) };
        let rides = |rides: &[S]| rides.iter().map(convert).collect();
        Ways {
            lines: self.lines.iter().map(line).collect(),
            steps: convert(&self.steps),
            rising: rides(&self.rising),
            falling: rides(&self.falling),
            others: self.others.iter().map(line).collect(),
            ends: convert(&self.ends),
        }
    }
}

impl<S> Reach<S> {
    /// Returns the same ways over another kind of set.
    pub(crate) fn map<T>(&self, convert: fn(&S) -> T) -> Reach<T> {
        let of_side = |squares: &Vec<Ways<S>>| squares.iter().map(|ways| ways.map(convert)).collect();
        let direction =
            |one: &Direction<S>| Direction { by: one.by, from: convert(&one.from), longest: one.longest };
        let all =
            |all: &Option<Vec<Direction<S>>>| all.as_ref().map(|all| all.iter().map(direction).collect());
        Reach {
            notation: self.notation.clone(),
            ways: self.ways.each_ref().map(of_side),
            directions: self.directions.each_ref().map(all),
        }
    }

    /// Returns the ways from a square.
    pub(crate) fn from(&self, side: Side, square: Square) -> &[Line<S>] {
        self.of(side, square).map_or(&[], |ways| &ways.lines)
    }

    #[inline(always)]
    fn of(&self, side: Side, square: Square) -> Option<&Ways<S>> {
        self.ways[side.index()].get(usize::from(square))
    }
}

impl<S: Bits> Reach<S> {
    /// Returns `true` if nothing can block any of the ways.
    pub(crate) fn is_of_leaps(&self) -> bool {
        let open = |line: &Line<S>| line.empty.is_empty() && line.full.is_empty();
        self.ways.iter().flatten().all(|ways| ways.lines.iter().all(open))
    }

    /// Creates the ways of a movement, by side and square.
    pub(crate) fn new(notation: String, lines: [Vec<Vec<Line<S>>>; 2]) -> Self {
        let ways = lines.map(|squares| squares.into_iter().map(Ways::new).collect::<Vec<_>>());
        let directions = ways.each_ref().map(|ways| Direction::all(ways));
        Self { notation, ways, directions }
    }

    /// Returns those of some squares to which a way is open, given the occupancy.
    #[inline]
    pub(crate) fn open_to(&self, side: Side, square: Square, squares: S, occupied: S) -> S {
        match self.of(side, square) {
            Some(ways) if ways.ends.meets(squares) => squares & self.open(side, square, occupied),
            _ => S::NONE,
        }
    }

    /// Returns the squares to which a way is open, given the occupancy: empty squares and occupied ones.
    #[inline]
    pub(crate) fn open(&self, side: Side, square: Square, occupied: S) -> S {
        let Some(ways) = self.of(side, square) else { return S::NONE };
        // if nothing blocks a ride, `through_first` keeps all its squares
        let rising = |set: S, ride: &S| set | *ride & (*ride & occupied).through_first();
        let falling = |set: S, ride: &S| set | *ride & (*ride & occupied).onward_last();
        let reached = ways.falling.iter().fold(ways.rising.iter().fold(ways.steps, rising), falling);
        let is_open = |line: &&Line<S>| !line.empty.meets(occupied) && (line.full & !occupied).is_empty();
        let open = ways.others.iter().filter(is_open);
        open.fold(reached, |set, line| set | S::bit(line.to))
    }

    /// Returns the squares from which a way is open to one of some occupied squares, perhaps with others; `None` if that has to be tested
    /// square by square.
    pub(crate) fn origins(&self, side: Side, ends: S, occupied: S) -> Option<S> {
        let mut found = S::NONE;
        for direction in self.directions[side.index()].as_ref()? {
            let mut origins = direction.before(ends);
            for _ in 1..direction.longest {
                let onward = direction.before(origins & !occupied) & !origins;
                if onward.is_empty() {
                    break;
                }
                origins |= onward;
            }
            found |= origins;
        }
        Some(found)
    }

    /// Returns the squares for which [`between`](Self::between) finds something; `None` if that has to be tested square by square.
    pub(crate) fn enclosing(&self, side: Side, over: S, until: S) -> Option<S> {
        let mut found = S::NONE;
        let rides = |direction: &&Direction<S>| direction.longest > 1;
        for direction in self.directions[side.index()].as_ref()?.iter().filter(rides) {
            let mut run = direction.before(until) & over;
            for _ in 2..direction.longest {
                let onward = direction.before(run) & over & !run;
                if onward.is_empty() {
                    break;
                }
                run |= onward;
            }
            found |= direction.before(run);
        }
        Some(found)
    }

    /// Returns the squares between a square and the ends of ways that lead to `until` over nothing but pieces of `over`, of which there is
    /// at least one.
    #[inline]
    pub(crate) fn between(&self, side: Side, square: Square, over: S, until: S) -> S {
        let Some(ways) = self.of(side, square) else { return S::NONE };
        // the squares before the farthest end that is reached over nothing but `over`; none, where none is
        let rising = |set: S, ride: &S| {
            let passed = *ride & (*ride & !over).through_first();
            set | passed & !(passed & until).onward_last()
        };
        let falling = |set: S, ride: &S| {
            let passed = *ride & (*ride & !over).onward_last();
            set | passed & !(passed & until).through_first()
        };
        let found = ways.falling.iter().fold(ways.rising.iter().fold(S::NONE, rising), falling);
        let others = ways.others.iter();
        let enclosed = others
            .filter(|line| until.has(line.to) && !line.empty.is_empty() && (line.empty & !over).is_empty());
        enclosed.fold(found, |set, line| set | line.empty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::SquareSet;

    /// The squares that are reached way by way, as the documentation of the type says.
    fn open_by_ways(lines: &[Line<SquareSet>], occupied: SquareSet) -> SquareSet {
        let open = lines
            .iter()
            .filter(|line| (line.empty & occupied).is_empty() && (line.full & !occupied).is_empty());
        open.fold(SquareSet::NONE, |set, line| set | SquareSet::bit(line.to))
    }

    fn between_by_ways(lines: &[Line<SquareSet>], over: SquareSet, until: SquareSet) -> SquareSet {
        let enclosed = lines
            .iter()
            .filter(|line| until.has(line.to) && !line.empty.is_empty() && (line.empty & !over).is_empty());
        enclosed.fold(SquareSet::NONE, |set, line| set | line.empty)
    }

    #[test]
    fn rays_reach_what_their_ways_reach() {
        let mut seed = 1_u64;
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            seed >> 33
        };
        for _ in 0..2000 {
            // rides up and down, with what blocks them at random, and some ways that fit in no ride
            let mut lines = Vec::new();
            for (delta, length) in [(9_i32, random() % 5), (-7, random() % 5), (1, random() % 4), (-17, 1)] {
                let mut empty = SquareSet::NONE;
                for at in 1..=length as i32 {
                    let to = (100 + delta * at) as Square;
                    lines.push(Line { to, empty, full: SquareSet::NONE });
                    empty |= SquareSet::bit(to);
                }
            }
            lines.push(Line { to: 60, empty: SquareSet::bit(61), full: SquareSet::bit(62) });
            lines.push(Line { to: 118, empty: SquareSet::bit(109), full: SquareSet::NONE });
            let mut some = || {
                (60..150)
                    .filter(|_| random() % 3 == 0)
                    .fold(SquareSet::NONE, |set, square| set | SquareSet::bit(square))
            };
            let (occupied, over, until) = (some(), some(), some());
            let at_100 = |lines: Vec<Line<SquareSet>>| {
                let mut all = vec![Vec::new(); 100];
                all.push(lines);
                all
            };
            let reach = Reach::new(String::new(), [at_100(lines.clone()), Vec::new()]);
            assert_eq!(reach.open(Side::White, 100, occupied), open_by_ways(&lines, occupied));
            assert_eq!(reach.between(Side::White, 100, over, until), between_by_ways(&lines, over, until));
        }
    }

    /// The ways of a queen that moves at most this far, and of a dabbaba, on a board of ten by ten squares.
    fn rides(most: i16) -> Reach<SquareSet> {
        let board = 0..10_i16;
        let from = |square: i16| {
            let (file, rank) = (square % 10, square / 10);
            let mut lines = Vec::new();
            for (x, y) in
                [(0_i16, 1_i16), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 2), (2, 0)]
            {
                let mut empty = SquareSet::NONE;
                for far in 1..=if x.abs() + y.abs() > 1 && x * y == 0 { 1 } else { most } {
                    let (file, rank) = (file + x * far, rank + y * far);
                    if board.contains(&file) && board.contains(&rank) {
                        let to = (10 * rank + file) as Square;
                        lines.push(Line { to, empty, full: SquareSet::NONE });
                        empty |= SquareSet::bit(to);
                    }
                }
            }
            lines
        };
        Reach::new(String::new(), [(0..100).map(from).collect(), (0..100).map(from).collect()])
    }

    #[test]
    fn all_squares_at_once_agree_with_each_by_itself() {
        let mut seed = 7_u64;
        let mut some = |one_in: u64| {
            let mut random = || {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (seed >> 33).is_multiple_of(one_in)
            };
            let squares = (0..100).filter(|_| random());
            squares.fold(SquareSet::NONE, |set, square| set | SquareSet::bit(square))
        };
        for most in [1, 3, 9] {
            let reach = rides(most);
            let narrow = reach.map(|set: &SquareSet| u128::from_wide(*set));
            for _ in 0..200 {
                let (over, until, free) = (some(2), some(3), some(2));
                let those = |holds: &dyn Fn(Square) -> bool| {
                    let squares = (0..100).filter(|&square| holds(square));
                    squares.fold(SquareSet::NONE, |set, square| set | SquareSet::bit(square))
                };
                let enclosing = those(&|at| !reach.between(Side::White, at, over, until).is_empty());
                assert_eq!(reach.enclosing(Side::White, over, until), Some(enclosing));
                let ends = until & !free;
                let origins = those(&|at| reach.open(Side::White, at, !free).meets(ends));
                assert_eq!(reach.origins(Side::White, ends, !free), Some(origins));
                let [over, until, ends, occupied] = [over, until, ends, !free].map(u128::from_wide);
                assert_eq!(narrow.enclosing(Side::White, over, until), Some(u128::from_wide(enclosing)));
                assert_eq!(narrow.origins(Side::White, ends, occupied), Some(u128::from_wide(origins)));
            }
        }
    }
}
