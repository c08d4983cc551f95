//! A piece type of one side as the generator sees it: where its pieces may go from each square.

use std::sync::Arc;

use super::promotions::Promotions;
use crate::board::isa::Isa;
use crate::board::{Bits, Geometry, PerSquare, Square};
use crate::model::movement::{Course, Movement, Term};
use crate::model::pieces::{Piece, Side, TypeId};
use crate::state::{Board, State};
use crate::walk::{Hurdles, Lookups, Paths, Purpose, SetwiseMoves, Walk};

/// The target squares of a piece, by the content of the square.
#[derive(Clone, Debug, Default)]
enum Goes<B> {
    #[default]
    Nowhere,
    /// Every way both ends on empty squares and captures.
    Alike(Walk<B>),
    Parts(Box<[Part<B>]>),
}

/// Ways of moving that end on the same kinds of squares.
#[derive(Clone, Debug)]
struct Part<B> {
    /// All squares or none: whether they may end on empty squares, and whether they capture.
    quiet: B,
    take: B,
    walk: Walk<B>,
}

impl<B: Bits> Goes<B> {
    fn new(
        geometry: &Geometry,
        movement: &Movement,
        first: bool,
        piece: (TypeId, Side),
        lookups: &mut Lookups<B>,
    ) -> Self {
        let laid = (!movement.paths.is_empty()).then(|| lookups.laid(geometry, &movement.paths, piece));
        let mut part = |(quiet, take): (bool, bool)| {
            let wanted = |m: &&Term| (m.first, m.quiet, m.capture) == (first, quiet, take);
            let moves = movement.moves.iter().filter(wanted);
            let courses: Vec<&Course> = moves.flat_map(|m| &m.courses).collect();
            let all = |on: bool| if on { !B::NONE } else { B::NONE };
            let purpose = Purpose::Moves { quiet, capture: take };
            let paths = laid.as_ref().map(|laid| Paths { laid: Arc::clone(laid), first, purpose });
            let walk = lookups.walk(geometry, &courses, paths.as_ref(), piece)?;
            Some(Part { quiet: all(quiet), take: all(take), walk })
        };
        let mut parts: Vec<Part<B>> =
            [(true, true), (true, false), (false, true)].into_iter().filter_map(&mut part).collect();
        match &parts[..] {
            [] => Self::Nowhere,
            [part] if !part.quiet.is_empty() && !part.take.is_empty() => Self::Alike(parts.remove(0).walk),
            _ => Self::Parts(parts.into()),
        }
    }

    #[inline(always)]
    fn targets<I: Isa>(&self, from: Square, Board { own, enemy, .. }: Board<B>) -> B {
        let occupied = own | enemy;
        match self {
            Self::Nowhere => B::NONE,
            Self::Alike(walk) => walk.reach::<I>(from, occupied) & !own,
            Self::Parts(parts) => {
                let mut targets = B::NONE;
                for part in parts {
                    let ends = !occupied & part.quiet | enemy & part.take;
                    targets |= part.walk.reach::<I>(from, occupied) & ends;
                }
                targets
            }
        }
    }

    /// Returns the squares it may lead to from a square over all occupancies.
    fn ever(&self, from: Square) -> Ever<B> {
        match self {
            Self::Nowhere => Ever::default(),
            Self::Alike(walk) => {
                let all = walk.ever(from);
                Ever { quiet: all, take: all }
            }
            Self::Parts(parts) => parts.iter().fold(Ever::default(), |ever, part| {
                let all = part.walk.ever(from);
                ever | Ever { quiet: all & part.quiet, take: all & part.take }
            }),
        }
    }

    fn takes(&self) -> bool {
        match self {
            Self::Nowhere => false,
            Self::Alike(_) => true,
            Self::Parts(parts) => parts.iter().any(|part| !part.take.is_empty()),
        }
    }

    fn walks(&mut self) -> impl Iterator<Item = &mut Walk<B>> {
        let (one, parts): (Option<&mut Walk<B>>, &mut [Part<B>]) = match self {
            Self::Nowhere => (None, &mut []),
            Self::Alike(walk) => (Some(walk), &mut []),
            Self::Parts(parts) => (None, parts),
        };
        one.into_iter().chain(parts.iter_mut().map(|part| &mut part.walk))
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Nowhere => 0,
            Self::Alike(walk) => walk.bytes(),
            Self::Parts(parts) => parts.iter().map(|part| part.walk.bytes()).sum(),
        }
    }
}

/// A piece type of one side.
#[derive(Clone, Debug)]
pub(crate) struct PieceTable<B> {
    pub(crate) content: Piece,
    pub(crate) royal: bool,
    pub(crate) arrival: Promotions<B>,
    /// Enemy types it may not capture.
    pub(crate) uncapturable: Box<[TypeId]>,
    /// The hurdles it may not jump over.
    pub(crate) hurdles: Option<Arc<Hurdles<B>>>,
    setwise: Option<SetwiseMoves<B>>,
    goes: Goes<B>,
    /// The additional moves of a piece that has not moved.
    first: Goes<B>,
    found: Found<B>,
    /// The squares it may reach over all occupancies.
    ever: PerSquare<Ever<B>>,
}

/// The method by which a piece's target squares are found.
#[derive(Clone, Debug)]
enum Found<B> {
    /// By a table: nothing can block it, and it captures wherever it may go.
    Leaps(PerSquare<B>),
    /// By all squares it may ever reach: nothing can block it.
    Ever,
    /// By the blockers; `whole` says that an unmoved piece has no additional moves.
    Paths { whole: bool },
}

/// The test that finds the squares that a piece attacks among those it may ever capture on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AttacksBy {
    /// All of them, whatever stands between.
    Targets,
    /// Those that the blockers leave, the same for moves and captures.
    Reach,
    /// More than that.
    More,
}

impl<B: Bits> Found<B> {
    fn new(goes: &Goes<B>, first: &Goes<B>) -> Self {
        match (goes, first) {
            (Goes::Alike(walk), Goes::Nowhere) if walk.is_short() => Self::Leaps(walk.leaps.clone()),
            (Goes::Parts(parts), Goes::Nowhere) if parts.iter().all(|part| part.walk.is_short()) => {
                Self::Ever
            }
            _ => Self::Paths { whole: matches!(first, Goes::Nowhere) },
        }
    }
}

/// The squares that a piece may reach from a square over all occupancies: empty ones, and ones where it captures.
#[derive(Clone, Copy, Debug, Default)]
struct Ever<B> {
    quiet: B,
    take: B,
}

impl<B: Bits> std::ops::BitOr for Ever<B> {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self { quiet: self.quiet | other.quiet, take: self.take | other.take }
    }
}

impl<B: Bits> PieceTable<B> {
    /// Builds the table of a type, given the number of its pieces that a side has in the start position.
    pub(crate) fn new(
        geometry: &Geometry,
        movement: &Movement,
        content: Piece,
        (royal, pieces): (bool, usize),
        lookups: &mut Lookups<B>,
    ) -> Self {
        let piece = (content.kind(), content.side());
        let goes = Goes::new(geometry, movement, false, piece, lookups);
        let first = Goes::new(geometry, movement, true, piece, lookups);
        Self {
            content,
            royal,
            arrival: Promotions::plain(content),
            uncapturable: Box::new([]),
            hurdles: None,
            setwise: if royal { None } else { SetwiseMoves::new(geometry, movement, piece, pieces) },
            ever: PerSquare::from_fn(|from| goes.ever(from) | first.ever(from)),
            found: Found::new(&goes, &first),
            goes,
            first,
        }
    }

    /// Attaches the shared sets of all walks.
    pub(crate) fn attach(&mut self, sets: &Arc<[B]>) {
        self.goes.walks().chain(self.first.walks()).for_each(|walk| walk.attach(sets));
    }

    /// Lets the pieces of the type move one by one.
    pub(crate) fn disband(&mut self) {
        self.setwise = None;
    }

    /// Returns the set-wise moves of the type, if its pieces move all at once without special conditions.
    pub(super) fn herd(&self) -> Option<&SetwiseMoves<B>> {
        self.setwise
            .as_ref()
            .filter(|_| !self.royal && self.uncapturable.is_empty() && self.arrival.by.is_by_target())
    }

    /// Returns the walk that alone gives the target squares of this type, except those of its own side's pieces, if nothing else restricts
    /// them.
    pub(super) fn plainly(&self) -> Option<&Walk<B>> {
        let plain = !self.royal
            && self.uncapturable.is_empty()
            && self.hurdles.is_none()
            && matches!(self.first, Goes::Nowhere)
            && self.arrival.asked.is_empty();
        match &self.goes {
            Goes::Alike(walk) if plain => Some(walk),
            _ => None,
        }
    }

    /// Returns the squares of a set where a piece of this type on `from` may go, as an upper bound: none where it certainly reaches none.
    #[inline(always)]
    pub(crate) fn within(&self, from: Square, board: Board<B>, set: B) -> B {
        let Ever { quiet, take } = self.ever[from];
        (quiet & !board.enemy | take & board.enemy) & !board.own & set
    }

    /// Returns the capture targets of a piece of this type on `from` over all occupancies.
    pub(crate) fn may_take(&self, from: Square) -> B {
        self.ever[from].take
    }

    /// Returns the test for the squares that its pieces attack.
    pub(crate) fn attacks_by(&self) -> AttacksBy {
        match (&self.found, &self.goes, &self.first) {
            (Found::Leaps(_) | Found::Ever, ..) => AttacksBy::Targets,
            (_, Goes::Alike(_), Goes::Nowhere) => AttacksBy::Reach,
            _ => AttacksBy::More,
        }
    }

    /// Returns the squares that a piece of this type on `from` may reach over all occupancies.
    pub(crate) fn ever_reaches(&self, from: Square) -> B {
        let Ever { quiet, take } = self.ever[from];
        quiet | take
    }

    /// Returns the pseudo-legal target squares of a piece of this type on `from`, ignoring the safety of royal pieces.
    #[cfg_attr(not(target_arch = "wasm32"), inline(always))]
    pub(crate) fn targets<I: Isa>(&self, from: Square, board: Board<B>) -> B {
        match &self.found {
            Found::Leaps(leaps) => leaps[from] & !board.own,
            Found::Ever => self.within(from, board, !B::NONE),
            &Found::Paths { whole } => {
                let targets = self.goes.targets::<I>(from, board);
                if whole || !board.unmoved.has(from) {
                    return targets;
                }
                targets | self.first.targets::<I>(from, board)
            }
        }
    }

    /// Returns the squares to which a piece of this type on `from` may not go, because it would capture what it may not, or jump over it.
    #[inline(always)]
    pub(crate) fn barred_now(&self, state: &State<B>, from: Square) -> B {
        let uncapturable = self.uncapturable_now(state);
        match &self.hurdles {
            Some(hurdles) => uncapturable | hurdles.behind(state, from),
            None => uncapturable,
        }
    }

    /// Returns the squares of pieces it may not capture.
    #[inline(always)]
    pub(crate) fn uncapturable_now(&self, state: &State<B>) -> B {
        if self.uncapturable.is_empty() {
            return B::NONE;
        }
        let mut uncapturable_now = B::NONE;
        for &kind in &self.uncapturable {
            uncapturable_now |= state.pieces(kind);
        }
        // some pieces may capture those of their own side
        uncapturable_now & !state.nobodys()
    }

    /// Returns `true` if the type captures by moving to the square of the captured piece.
    pub(crate) fn takes(&self) -> bool {
        self.goes.takes() || self.first.takes()
    }

    /// Returns the size of the tables in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.goes.bytes() + self.first.bytes() + self.ever.bytes()
    }
}
