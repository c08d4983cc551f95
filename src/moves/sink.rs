//! The view of a position for move generators, and the sinks that receive the moves they find.

use super::packed::Move;
use super::promotions::Promotions;
use super::table::PieceTable;
use crate::board::{Bits, Square};
use crate::model::men::Piece;
use crate::state::State;
use crate::walk::{Attacks, Danger, MARCHES};

/// How pieces move, and who attacks what.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ground<'a, B> {
    pub(crate) attacks: &'a Attacks<B>,
    /// The tables of the piece types of each side.
    pub(crate) kinds: &'a [Box<[PieceTable<B>]>; 2],
}

/// A position with how its pieces move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a, B> {
    pub(crate) state: &'a State<B>,
    pub(crate) ground: Ground<'a, B>,
}

impl<'a, B: Bits> View<'a, B> {
    /// The tables of the side to move.
    #[inline(always)]
    pub(crate) fn own(&self) -> &'a [PieceTable<B>] {
        &self.ground.kinds[self.state.side.index()]
    }

    /// The squares of the other side's pieces.
    #[inline(always)]
    pub(crate) fn enemies(&self) -> B {
        self.state.side(self.state.side.other())
    }

    /// The attack tables.
    #[inline(always)]
    pub(crate) fn attacks(&self) -> &'a Attacks<B> {
        self.ground.attacks
    }
}

/// The safety of the only royal piece of the side to move, as far as it is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Safety<B> {
    pub(crate) danger: Danger<B>,
    /// The attacked ones of the squares around it and of those watched for it, if they were asked for.
    pub(crate) struck: Option<B>,
    /// True if captures are made and checked afterwards, because more may follow from them than is known beforehand.
    pub(crate) captures_are_doubtful: bool,
}

/// A receiver of legal moves.
pub(crate) trait Sink<B: Bits> {
    /// A man may go from a square to each of some squares, taking what stands there.
    fn moves(&mut self, state: &State<B>, arrival: &Promotions<B>, from: Square, targets: B);

    /// A man that never becomes another may go from a square to each of some squares, taking what stands there.
    fn plain(&mut self, state: &State<B>, man: Piece, from: Square, targets: B);

    /// Men of a type may come to each of some squares, each from the square whose number is less by `by`, taking what stands
    /// there if `takes`.
    fn swarm(&mut self, state: &State<B>, arrival: &Promotions<B>, targets: B, by: i16);

    /// The same, for several ways at once.
    #[inline(always)]
    fn march(
        &mut self,
        state: &State<B>,
        arrival: &Promotions<B>,
        targets: [B; MARCHES],
        by: &[i16; MARCHES],
    ) {
        for (targets, &by) in targets.into_iter().zip(by) {
            self.swarm(state, arrival, targets, by);
        }
    }

    /// A man may go from–to, taking on a square that may be another than the one it comes to.
    fn take(&mut self, state: &State<B>, arrival: &Promotions<B>, from: Square, to: Square, take: Square);

    /// A piece may be dropped from its owner's hand on each of some empty squares.
    #[cfg_attr(not(test), expect(dead_code, reason = "no rule drops pieces yet"))]
    fn drops(&mut self, piece: Piece, targets: B);

    /// A step that a feature has made up whole.
    fn whole(&mut self, step: Move);

    /// Returns `true` if the sink needs no more moves.
    fn sated(&self) -> bool {
        false
    }
}
