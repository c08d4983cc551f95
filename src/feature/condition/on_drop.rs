//! Conditions on drops as programs over sets of squares, each run once for a piece in a position.

use super::count::{pieces_of, seen, squares_of};
use super::plain::Midst;
use super::{Asked, Condition, Count, Fact};
use crate::board::{Bits, Geometry, Square};
use crate::model::condition::{Comparison, Its, Pieces, Whose};
use crate::model::pieces::{Piece, Side};

/// The squares on which a condition holds for a drop.
#[derive(Debug)]
pub(crate) enum OnDrop<B> {
    Any(Box<[Self]>),
    All(Box<[Self]>),
    Not(Box<Self>),
    /// The same for all squares: tested once.
    Once(Condition<B>),
    /// A number of pieces on the line of the square: by line.
    Lines(Box<[B]>, Count<B>),
    /// A number of pieces after the drop.
    After(Count<B>),
    /// Found as a set, or square by square.
    Each(Condition<B>),
}

impl<B: Bits> OnDrop<B> {
    /// Compiles a condition on the position before a drop.
    pub(crate) fn before(condition: &Condition<B>, geometry: &Geometry) -> Self {
        let all = |parts: &[Condition<B>]| parts.iter().map(|part| Self::before(part, geometry)).collect();
        match condition {
            Condition::Any(parts) => Self::Any(all(parts)),
            Condition::All(parts) => Self::All(all(parts)),
            Condition::Not(part) => Self::Not(Box::new(Self::before(part, geometry))),
            Condition::Fact(Fact::Count(count)) => match count.line() {
                Some((its, count)) => Self::Lines(its.lines(geometry), count),
                None if count.is_of_move() => Self::Each(condition.clone()),
                None => Self::Once(condition.clone()),
            },
            other => Self::Each(other.clone()),
        }
    }

    /// Compiles a condition on the position after a drop, if it is only about numbers of pieces.
    pub(crate) fn after(condition: &Condition<B>) -> Option<Self> {
        let all = |parts: &[Condition<B>]| parts.iter().map(Self::after).collect::<Option<_>>();
        Some(match condition {
            Condition::Any(parts) => Self::Any(all(parts)?),
            Condition::All(parts) => Self::All(all(parts)?),
            Condition::Not(part) => Self::Not(Box::new(Self::after(part)?)),
            Condition::Fact(Fact::Count(count)) if count.pieces.is_seen() => Self::After(count.clone()),
            _ => return None,
        })
    }

    /// Returns those of some squares on which it holds for a drop of a piece; `at` gives the position with the square of the drop.
    pub(crate) fn squares<'a>(&self, at: &dyn Fn(Square) -> Midst<'a, B>, piece: Piece, open: B) -> B {
        let whole = |holds: bool| if holds { open } else { B::NONE };
        match self {
            Self::Any(parts) => parts.iter().fold(B::NONE, |set, part| set | part.squares(at, piece, open)),
            Self::All(parts) => parts.iter().fold(open, |set, part| match set.is_empty() {
                true => set,
                false => part.squares(at, piece, set),
            }),
            Self::Not(part) => open & !part.squares(at, piece, open),
            Self::Once(condition) => whole(condition.holds_in_the_midst(&at(open.first()))),
            Self::Lines(lines, count) => {
                let midst = at(open.first());
                let pieces = squares_of(&count.pieces, midst.state, midst.side);
                let lines = lines.iter().filter(|line| count.admits((pieces & **line).count()));
                lines.fold(B::NONE, |set, line| set | *line) & open
            }
            Self::After(count) => {
                let midst = at(open.first());
                let now = squares_of(&count.pieces, midst.state, midst.side).count();
                let region = count.adds(piece, midst.side);
                let (more, same) = (whole(count.admits(now + 1)), whole(count.admits(now)));
                more & region | same & !region
            }
            Self::Each(condition) => condition.drops(&at(open.first()), open).unwrap_or_else(|| {
                let asked = |square: &Square| condition.holds_in_the_midst(&at(*square));
                open.squares().filter(asked).fold(B::NONE, |set, square| set | B::bit(square))
            }),
        }
    }
}

impl<B: Bits> Condition<B> {
    /// Returns those of some squares on which it holds for a drop; `None` if that has to be tested square by square.
    fn drops(&self, midst: &Midst<'_, B>, squares: B) -> Option<B> {
        match self {
            Self::All(parts) => parts.iter().try_fold(squares, |set, part| part.drops(midst, set)),
            Self::Any(parts) => {
                parts.iter().try_fold(B::NONE, |set, part| Some(set | part.drops(midst, squares)?))
            }
            Self::Not(part) => part.drops(midst, squares).map(|holds| squares & !holds),
            Self::Fact(Fact::Count(count)) => count.drops(midst, squares),
            Self::Can(_) | Self::Fact(_) => None,
        }
    }
}

impl<S: Bits> Count<S> {
    /// The line on which the pieces stand, and the same count anywhere, if that is all.
    fn line(&self) -> Option<(Its, Self)> {
        let its = self.pieces.its.filter(|its| matches!(its, Its::File | Its::Rank | Its::Colour))?;
        let anywhere = Self { pieces: Pieces { its: None, ..self.pieces.clone() }, ..self.clone() };
        anywhere.pieces.is_seen().then_some((its, anywhere))
    }

    /// Returns the squares on which one more piece is one more of those that are counted for a player.
    fn adds(&self, piece: Piece, me: Side) -> S {
        let Pieces { whose, types, region, .. } = &self.pieces;
        let side = piece.side();
        let owned = match whose {
            Whose::Mine => side == me,
            Whose::Theirs => side != me,
            Whose::Both => true,
        };
        match region {
            _ if !owned || !types.is_empty() && !types.contains(&piece.kind()) => S::NONE,
            Some(region) => region[side.index()],
            None => !S::NONE,
        }
    }

    /// Returns those of some squares on which the count holds for a drop, if it only tests whether there are pieces within reach of a
    /// movement; `None` if it has to be tested square by square.
    fn drops(&self, asked: &impl Asked<S>, squares: S) -> Option<S> {
        let Pieces { whose, reached, its, in_hand, safety, attacking, enclosed, .. } = &self.pieces;
        let reached =
            reached.as_ref().filter(|reached| reached.of.is_none() && reached.from == Its::Square)?;
        let plain =
            its.is_none() && !in_hand && safety.is_none() && attacking.is_none() && enclosed.is_none();
        let some = match (self.comparison, self.number) {
            _ if !plain => return None,
            (Comparison::AtLeast, 1) | (Comparison::Greater | Comparison::NotEqual, 0) => true,
            (Comparison::Equal | Comparison::AtMost, 0) | (Comparison::Less, 1) => false,
            _ => return None,
        };
        let (state, me) = (asked.state(), asked.side());
        let near = |side| {
            let those = seen(&self.pieces, state, side);
            match &reached.until {
                None => reached.by.origins(me, those, state.occupied()),
                Some((whose, types)) => {
                    reached.by.enclosing(me, those, pieces_of(state, (*whose, me), types))
                }
            }
        };
        let found = match whose {
            Whose::Mine => near(me)?,
            Whose::Theirs => near(me.other())?,
            Whose::Both => near(me)? | near(me.other())?,
        };
        Some(if some { squares & found } else { squares & !found })
    }
}
