//! Set-wise moves: the moves of all pieces of a type with few, short ways of moving, by shifting their set.
//!
//! A way is a chain of displacements; the set of pieces is shifted along it, keeping those that find the next square empty. It pays for
//! types with many pieces, such as pawns, and gives the same moves as generating those of each piece separately.

use crate::board::{Bits, Geometry, Wrap};
use crate::model::movement::{Course, Movement, Offset, Term};
use crate::model::path::{Ends as PathEnds, Jumped, Leg, Path, Squares};
use crate::model::pieces::{Side, TypeId};
use crate::state::Board;

/// The most displacements of all ways together.
const MOST_LINKS: usize = 8;

/// One displacement of a way: the squares it can be made from, and its offset in square numbers.
#[derive(Clone, Copy, Debug)]
struct Link<B> {
    from: B,
    /// The displacement as a rotation of the set.
    turn: u32,
    /// The offset in square numbers from the origin after it.
    by: i16,
    begins: Begins,
    ends: Ends,
}

/// The pieces that make a displacement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Begins {
    All,
    Unmoved,
    /// Those that have made the previous one and found an empty square.
    After,
}

/// The squares on which a way may end with a displacement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ends {
    Nowhere,
    Empty,
    Enemy,
    Both,
}

/// All the ways of moving of a type, their displacements one after another.
#[derive(Clone, Debug)]
pub(crate) struct SetwiseMoves<B> {
    links: Box<[Link<B>]>,
}

impl<B: Bits> SetwiseMoves<B> {
    /// Creates the set-wise moves of a type, given a side's number of pieces, if shifting pays and no two ways lead to the same square.
    pub(crate) fn new(
        geometry: &Geometry,
        movement: &Movement,
        piece: (TypeId, Side),
        pieces: usize,
    ) -> Option<Self> {
        // a shift does not wrap around an edge
        if geometry.wrap != Wrap::default() {
            return None;
        }
        let mut links = Vec::new();
        for path in &movement.paths {
            let (way, on) = limited(path)?;
            let mut chain = chain(geometry, &way, &way.courses[0], piece)?;
            if let (Some(first), Some(on)) = (chain.first_mut(), on) {
                let begins = geometry.every().filter(|&at| on.has(piece.1, at));
                first.from &= begins.fold(B::NONE, |set, at| set | B::bit(at));
            }
            links.extend(chain);
        }
        for way in &movement.moves {
            for course in &way.courses {
                links.extend(chain(geometry, way, course, piece)?);
            }
        }
        let pays = !links.is_empty() && links.len() <= pieces.min(MOST_LINKS);
        (pays && apart(&links)).then(|| Self { links: links.into() })
    }

    /// Calls `each` with the targets of the pieces along every way, among those in `open`, and their offset from the origin.
    #[inline(always)]
    pub(crate) fn each(&self, pieces: B, board: Board<B>, open: B, mut each: impl FnMut(B, i16)) {
        let Board { own, enemy, unmoved } = board;
        let empty = !(own | enemy);
        let ends = [B::NONE, empty & open, enemy & open, !own & open];
        let mut moving = B::NONE;
        for link in &self.links {
            moving = match link.begins {
                Begins::All => pieces,
                Begins::Unmoved => pieces & unmoved,
                Begins::After => moving & empty,
            };
            moving = (moving & link.from).rotated(link.turn);
            each(moving & ends[link.ends as usize], link.by);
        }
    }
}

/// The number of ways of a [`PawnKernel`].
pub(crate) const PAWN_SHIFTS: usize = 4;

/// The ways of most types that move set-wise, without branches: one step ahead, a second one from some squares, and two ways of capturing.
#[derive(Clone, Debug)]
pub(crate) struct PawnKernel<B> {
    ahead: Shift<B>,
    /// The second step, over an empty square, for unmoved pieces or for all.
    over: Shift<B>,
    over_all: B,
    again: Shift<B>,
    takes: [Shift<B>; 2],
    /// The offset of each way in square numbers.
    pub(crate) by: [i16; PAWN_SHIFTS],
}

/// A displacement; from no square if there is none.
#[derive(Clone, Copy, Debug, Default)]
struct Shift<B> {
    from: B,
    turn: u32,
}

impl<B: Bits> Shift<B> {
    #[inline(always)]
    fn of(self, pieces: B) -> B {
        (pieces & self.from).rotated(self.turn)
    }
}

impl<B: Bits> PawnKernel<B> {
    /// Converts set-wise moves, if they have no other ways.
    pub(crate) fn of(setwise: &SetwiseMoves<B>) -> Option<Self> {
        let none = Shift::default();
        let (mut ahead, mut again, mut takes, mut by) = (None, None, Vec::new(), [0; PAWN_SHIFTS]);
        let mut links = setwise.links.iter();
        while let Some(link) = links.next() {
            let hop = Shift { from: link.from, turn: link.turn };
            match (link.begins, link.ends) {
                (Begins::All, Ends::Empty) if ahead.is_none() => {
                    (ahead, by[0]) = (Some(hop), link.by);
                }
                (Begins::All, Ends::Enemy) if takes.len() < 2 => {
                    by[2 + takes.len()] = link.by;
                    takes.push(hop);
                }
                (Begins::All | Begins::Unmoved, Ends::Nowhere) if again.is_none() => {
                    let next = links
                        .next()
                        .filter(|next| (next.begins, next.ends) == (Begins::After, Ends::Empty))?;
                    again =
                        Some((hop, link.begins == Begins::All, Shift { from: next.from, turn: next.turn }));
                    by[1] = next.by;
                }
                _ => return None,
            }
        }
        let (over, all, again) = again.unwrap_or((none, false, none));
        takes.resize(2, none);
        Some(Self {
            ahead: ahead.unwrap_or(none),
            over,
            over_all: if all { !B::NONE } else { B::NONE },
            again,
            takes: [takes[0], takes[1]],
            by,
        })
    }

    /// Returns the targets of the pieces along every way, among those in `open`.
    #[inline(always)]
    pub(crate) fn targets(&self, pieces: B, board: Board<B>, open: B) -> [B; PAWN_SHIFTS] {
        let empty = !(board.own | board.enemy);
        let takes = board.enemy & open;
        let over = self.over.of(pieces & (board.unmoved | self.over_all)) & empty;
        [
            self.ahead.of(pieces) & empty & open,
            self.again.of(over) & empty & open,
            self.takes[0].of(pieces) & takes,
            self.takes[1].of(pieces) & takes,
        ]
    }
}

/// Returns a path as a term, and the squares on which it must begin, if it is no more than that.
fn limited(path: &Path) -> Option<(Term, Option<Squares>)> {
    let ([leg], place) = (&path.legs[..], path.place.clone().unwrap_or_default()) else { return None };
    let plain = Leg { jumped: Jumped::Anything, ..leg.clone() }.is_plain(PathEnds::USUAL);
    let free = place.within.is_none() && place.lands.is_none() && leg.jumped != Jumped::Occupied;
    let ([by], Some(most), true) = (&leg.cycle[..], leg.most(), plain && free) else { return None };
    let cycle = if leg.jumped == Jumped::Empty { by.steps() } else { vec![*by] };
    let stride = cycle.len() as u16;
    let courses = vec![Course { cycle, stride, max: Some(most * stride) }];
    let (quiet, capture) = (leg.ends.meets(PathEnds::EMPTY), leg.ends.meets(PathEnds::ENEMY));
    Some((Term { first: path.first, quiet, capture, courses, jumps: Vec::new() }, place.on))
}

fn chain<B: Bits>(
    geometry: &Geometry,
    way: &Term,
    course: &Course,
    (kind, side): (TypeId, Side),
) -> Option<Vec<Link<B>>> {
    let length = usize::from(course.max?);
    let farthest = course.cycle.iter().map(|offset| offset.dy.unsigned_abs()).max()?;
    if length > MOST_LINKS || !way.jumps.is_empty() || farthest > 6 {
        return None;
    }
    let mut moved = 0;
    let link = |(index, offset): (usize, &Offset)| {
        let forward = geometry.forward(side.index());
        let (dx, dy) = (offset.dx * forward, offset.dy * forward);
        let leads = |&from: &u8| {
            let to = geometry.step(from, i16::from(dx), i16::from(dy));
            !geometry.holes.has(from)
                && to.is_some_and(|to| geometry.lets_through(kind, side.index(), from, to))
        };
        let by = i16::from(dy) * i16::from(geometry.files) + i16::from(dx);
        moved += by;
        let stops = (index + 1) % usize::from(course.stride.max(1)) == 0;
        Link {
            from: geometry.every().filter(leads).fold(B::NONE, |set, square| set | B::bit(square)),
            turn: by.rem_euclid(B::WIDTH as i16) as u32,
            by: moved,
            begins: match index {
                0 if way.first => Begins::Unmoved,
                0 => Begins::All,
                _ => Begins::After,
            },
            ends: match (way.quiet && stops, way.capture && stops) {
                (false, false) => Ends::Nowhere,
                (true, false) => Ends::Empty,
                (false, true) => Ends::Enemy,
                (true, true) => Ends::Both,
            },
        }
    };
    Some(course.cycle.iter().cycle().take(length).enumerate().map(link).collect())
}

/// Returns `true` if no two ways lead from a square to the same other one, both to an empty one or both capturing.
fn apart<B: Bits>(links: &[Link<B>]) -> bool {
    let meet = |(one, other): (&Link<B>, &Link<B>)| {
        let ends = [one.ends, other.ends];
        let meet = match ends {
            [Ends::Nowhere, _] | [_, Ends::Nowhere] => false,
            [Ends::Both, _] | [_, Ends::Both] => true,
            [one, other] => one == other,
        };
        one.by == other.by && meet
    };
    let pairs =
        links.iter().enumerate().flat_map(|(at, one)| links[..at].iter().map(move |other| (one, other)));
    links.iter().all(|link| link.by != 0) && !pairs.into_iter().any(meet)
}
