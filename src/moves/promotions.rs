//! The piece types that a piece may have after a move, by where it begins and where it arrives.

use crate::board::{Bits, Square};
use crate::model::pieces::Piece;
use crate::state::{Slot, State};

/// The promotions of a piece by its moves.
#[derive(Clone, Debug)]
pub(crate) struct Promotions<B> {
    /// The piece before promotion.
    pub(crate) own: Piece,
    /// The promotion zone; empty for most types.
    pub(crate) zone: B,
    /// The squares to which some move promotes, or is illegal because it doesn't; other targets need no test.
    pub(crate) asked: B,
    pub(crate) by: PromotesBy,
    pub(crate) choices: Box<[Piece]>,
    /// True if it may also stay as it is.
    pub(crate) optional: bool,
    /// The squares on which it must not stay as it is, though it may elsewhere.
    pub(crate) compulsory: B,
    /// The slot that counts the available choices, if only counted ones are allowed; if none is available, the piece stays as it is.
    pub(crate) lost: Option<Slot>,
    /// The most pieces of each choice that its side may have on the board; empty if there is no limit.
    pub(crate) limits: Box<[u32]>,
    /// The number of moves to each of the `asked` squares, if it is the same for all of them in every position.
    pub(crate) alike: Option<u32>,
    /// True if the squares of a move tell which choices there are, whatever the position.
    pub(crate) by_squares: bool,
    /// The squares from which, and those to which, every move promotes, where squares alone tell.
    pub(crate) leaving: B,
    pub(crate) arriving: B,
}

/// The moves by which a piece promotes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PromotesBy {
    /// By moves that end in the zone.
    pub(crate) arriving: bool,
    /// By moves that begin in the zone.
    pub(crate) leaving: bool,
    /// Only by moves that don't begin in the zone.
    pub(crate) from_outside: bool,
    /// Only by captures.
    pub(crate) capturing: bool,
}

impl PromotesBy {
    /// By any move that ends in the zone.
    pub(crate) const ARRIVING: Self =
        Self { arriving: true, leaving: false, from_outside: false, capturing: false };

    /// Returns `true` if only the target of a move matters.
    #[inline(always)]
    pub(crate) fn is_by_target(self) -> bool {
        self == Self::ARRIVING
    }
}

impl<B: Bits> Promotions<B> {
    /// Creates the promotions of a piece that never promotes.
    pub(crate) fn plain(own: Piece) -> Self {
        let (by, none) = (PromotesBy::ARRIVING, B::NONE);
        let (choices, limits) = (Box::default(), Box::default());
        Self {
            own,
            zone: none,
            asked: none,
            by,
            choices,
            optional: false,
            compulsory: none,
            lost: None,
            limits,
            alike: None,
            by_squares: false,
            leaving: none,
            arriving: none,
        }
    }

    /// Computes what follows from the other fields, once they are complete.
    pub(crate) fn settle(&mut self) {
        let by_square = self.by.is_by_target() && (self.asked & !self.zone).is_empty();
        let free = self.lost.is_none() && self.limits.is_empty();
        self.by_squares = free && !self.by.capturing && !self.by.from_outside;
        self.leaving = if self.by.leaving { self.zone } else { B::NONE };
        self.arriving = if self.by.arriving { self.zone } else { B::NONE };
        let free = free && self.compulsory.is_empty();
        let stays = self.optional || self.choices.is_empty();
        self.alike = (by_square && free).then(|| self.choices.len() as u32 + u32::from(stays));
    }

    /// Returns `true` if a choice, by its index, is available.
    #[inline]
    fn is_available(&self, state: &State<B>, index: usize) -> bool {
        let choice = self.choices[index];
        self.lost.is_none_or(|lost| lost.count(state, choice.side(), choice.kind()) > 0)
            && self.limits.get(index).is_none_or(|&most| state.like(choice).count() < most)
    }

    /// Returns the targets, among those of a piece on a square, to which it promotes.
    #[inline(always)]
    pub(crate) fn promoting(&self, state: &State<B>, from: Square, targets: B) -> B {
        let asked = targets & self.asked;
        match self.by.is_by_target() || asked.is_empty() {
            true => asked & self.zone,
            false => self.promoting_by(state, from, asked),
        }
    }

    /// Returns the targets to which it promotes where the square that it leaves, or whether it captures, matters.
    #[inline(never)]
    fn promoting_by(&self, state: &State<B>, from: Square, targets: B) -> B {
        let PromotesBy { arriving, leaving, from_outside, capturing } = self.by;
        let inside = self.zone.has(from);
        let all = match (leaving && inside, from_outside && inside) {
            (true, _) => targets,
            (false, true) => B::NONE,
            (false, false) if arriving => targets & self.zone,
            _ => B::NONE,
        };
        if capturing { all & state.side(self.own.side().other()) } else { all }
    }

    /// Returns `true` if a move promotes.
    #[inline(always)]
    pub(crate) fn promotes(&self, state: &State<B>, from: Square, to: Square) -> bool {
        self.asked.has(to) && !self.promoting(state, from, B::bit(to)).is_empty()
    }

    /// Calls `each` with every piece that may stand on a square after a move.
    #[inline(always)]
    pub(crate) fn after(&self, state: &State<B>, (from, to): (Square, Square), mut each: impl FnMut(Piece)) {
        match self.asked.has(to) {
            true => self.each(state, (from, to), each),
            false => each(self.own),
        }
    }

    /// Calls `each` with every piece that may stand on one of the `asked` squares after a move to it.
    #[inline]
    fn each(&self, state: &State<B>, (from, to): (Square, Square), each: impl FnMut(Piece)) {
        self.each_choice(state, to, self.promotes(state, from, to), each);
    }

    /// The same where it is known whether the move promotes.
    #[inline]
    pub(crate) fn each_choice(
        &self,
        state: &State<B>,
        to: Square,
        promotes: bool,
        mut each: impl FnMut(Piece),
    ) {
        let mut any = false;
        if promotes {
            for (index, &choice) in self.choices.iter().enumerate() {
                if self.is_available(state, index) {
                    any = true;
                    each(choice);
                }
            }
        }
        if (self.optional || !any) && !self.compulsory.has(to) {
            each(self.own);
        }
    }

    /// Returns the number of moves of a piece on a square to some targets, promotions counted one by one.
    #[inline(always)]
    pub(crate) fn count(&self, state: &State<B>, from: Square, targets: B) -> u64 {
        let asked = targets & self.asked;
        match self.alike {
            Some(alike) => u64::from((targets ^ asked).count()) + u64::from(alike) * u64::from(asked.count()),
            None if asked.is_empty() => u64::from(targets.count()),
            None if self.by_squares => {
                let promoting = match self.leaving.has(from) {
                    true => asked,
                    false => asked & self.arriving,
                };
                self.count_with(promoting, targets, asked)
            }
            None => self.count_one_by_one(state, from, targets, asked),
        }
    }

    /// Counts them where the number of promotions to a square depends on more than the square.
    #[inline(never)]
    fn count_one_by_one(&self, state: &State<B>, from: Square, targets: B, asked: B) -> u64 {
        if self.lost.is_some() || !self.limits.is_empty() {
            let mut count = u64::from((targets ^ asked).count());
            asked.squares().for_each(|to| self.each(state, (from, to), |_| count += 1));
            return count;
        }
        self.count_with(self.promoting(state, from, asked), targets, asked)
    }

    /// Counts them, given the targets to which it promotes.
    #[inline(always)]
    fn count_with(&self, promoting: B, targets: B, asked: B) -> u64 {
        let must = if self.optional || self.choices.is_empty() { B::NONE } else { promoting };
        let staying = targets & !(asked & (must | self.compulsory));
        u64::from(promoting.count()) * self.choices.len() as u64 + u64::from(staying.count())
    }
}
