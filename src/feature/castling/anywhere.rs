//! Castling of pieces that begin where they stand, as in Chess960.

use super::read::Guarded;
use super::{Laid, Ways};
use crate::board::{Bits, Square};
use crate::feature::rule::{JointMove, Part};
use crate::feature::scope::Scope;
use crate::model::pieces::{Piece, Side, TypeId};
use crate::state::State;

/// A way in which two pieces castle from where they stand.
#[derive(Clone, Debug)]
pub(crate) struct Anywhere {
    /// The types, with the squares they go to.
    pub(super) parts: [(TypeId, Square); 2],
    pub(super) side: Option<Side>,
    pub(super) guarded: Guarded,
    /// The number of ways it stands for.
    pub(super) pairs: usize,
}

impl Anywhere {
    /// Returns `true` if the second piece stands on the right of the first.
    fn right_hand(&self, scope: &Scope<'_>) -> bool {
        let [first, second] = self.parts.map(|(_, to)| scope.geometry().file(to));
        first > second
    }

    /// Returns the ways it stands for: one for each two squares where such pieces may stand at the start.
    pub(super) fn ways(&self, scope: &Scope<'_>) -> Vec<JointMove> {
        let geometry = scope.geometry();
        let homes = |(kind, to): (TypeId, Square)| -> Vec<Square> {
            let level = |square: &Square| geometry.rank(*square) == geometry.rank(to);
            let shuffled = scope.starts.map(|starts| starts.homes(kind)).filter(|homes| !homes.is_empty());
            let side = self.side.unwrap_or(Side::White);
            let seen = |square| if side == Side::White { square } else { geometry.opposite(square) };
            let there = || {
                let own = scope.array.iter().filter(|(_, piece)| piece.get() == Some((kind, side)));
                own.map(|(square, _)| seen(*square)).filter(level).collect()
            };
            shuffled.map_or_else(there, |homes| homes.squares().filter(level).collect())
        };
        let [first, second] = self.parts.map(homes);
        let right = self.right_hand(scope);
        let fits =
            |[one, other]: [Square; 2]| one != other && (geometry.file(other) > geometry.file(one)) == right;
        let pairs = first.iter().flat_map(|&one| second.iter().map(move |&other| [one, other]));
        let [one, other] = self.parts;
        pairs
            .filter(|&pair| fits(pair))
            .map(|[from, partner]| {
                let parts = [
                    Part { kind: one.0, from, to: one.1 },
                    Part { kind: other.0, from: partner, to: other.1 },
                ];
                JointMove {
                    parts,
                    unattacked: super::read::guard(scope, self.guarded, parts),
                    side: self.side,
                }
            })
            .collect()
    }

    /// The rule in words.
    pub(super) fn sentence(&self, scope: &Scope<'_>) -> String {
        let geometry = scope.geometry();
        let hand = if self.right_hand(scope) { "right" } else { "left" };
        let name = |square, side| match side {
            Side::White => geometry.name(square),
            Side::Black => geometry.name(geometry.opposite(square)),
        };
        let [first, second] = self.parts;
        let [king, rook] = [first.0, second.0].map(|kind| scope.type_name(kind));
        let both = |side| (name(first.1, side), name(second.1, side));
        let (white, black) = (both(Side::White), both(Side::Black));
        let places = match self.side {
            None => format!(
                "the {king} goes to {} and the {rook} to {}; for {}, to {} and {}",
                white.0,
                white.1,
                scope.side(Side::Black),
                black.0,
                black.1
            ),
            Some(side) => {
                let (to, beside) = both(side);
                format!("the {king} goes to {to} and the {rook} to {beside}, for {} only", scope.side(side))
            }
        };
        let guarded = match self.guarded {
            Guarded::Nothing => "It doesn't matter which squares are attacked.".to_owned(),
            Guarded::Path(kind) => format!(
                "The {}'s square, the one it goes to and those between must not be attacked.",
                scope.type_name(kind)
            ),
            Guarded::Span => format!("The squares from the {king} to the {rook} must not be attacked."),
        };
        format!(
            "Castling, in one move, of a {king} and a {rook} on its {hand} (as {} sees it), wherever they stand: {places}. {guarded}",
            scope.side(Side::White)
        )
    }
}

impl<B: Bits> Ways<B> {
    /// The ways of a side from where its pieces stand for which both pieces are there; those with the same first piece and the same hand
    /// are given with the outermost partner alone.
    pub(super) fn outermost<'a>(
        &'a self,
        state: &'a State<B>,
        side: Side,
    ) -> impl Iterator<Item = &'a Laid<B>> {
        let ways = self.sides[side.index()].iter().filter(|way| way.anywhere);
        let here = ways.filter(move |way| way.stands(state, side));
        here.filter(move |way| {
            let further = |other: &&Laid<B>| {
                other.anywhere
                    && other.right_hand == way.right_hand
                    && other.parts[0].from == way.parts[0].from
                    && other.stands(state, side)
                    && (other.parts[1].from > way.parts[1].from) == way.right_hand
                    && other.parts[1].from != way.parts[1].from
            };
            !self.sides[side.index()].iter().any(|other| further(&other))
        })
    }
}

impl<B: Bits> Laid<B> {
    /// Returns `true` if the right to castle in this way is there.
    pub(super) fn has_rights(&self, state: &State<B>, side: Side) -> bool {
        (self.fixed.door.needs & !state.slots.rights).is_empty() && self.stands(state, side)
    }

    /// Returns `true` if both pieces stand where they begin.
    pub(super) fn stands(&self, state: &State<B>, side: Side) -> bool {
        self.parts.iter().all(|part| state.at(part.from) == Piece::new(part.kind, side))
    }
}
