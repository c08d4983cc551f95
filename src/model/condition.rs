//! The piece counts in conditions, with every name resolved.

use std::sync::Arc;

use super::pieces::TypeId;
use super::reach::Reach;
use crate::board::{Bits, Geometry, Square};
use crate::text::Role;

/// A comparison of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Comparison {
    /// The comparison before a number: `at least`.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Equal => "exactly",
            Self::NotEqual => "not exactly",
            Self::Less => "fewer than",
            Self::AtMost => "at most",
            Self::Greater => "more than",
            Self::AtLeast => "at least",
        }
    }

    /// Returns the comparison that holds where this one does not.
    pub(crate) fn contrary(self) -> Self {
        match self {
            Self::Equal => Self::NotEqual,
            Self::NotEqual => Self::Equal,
            Self::Less => Self::AtLeast,
            Self::AtMost => Self::Greater,
            Self::Greater => Self::AtMost,
            Self::AtLeast => Self::Less,
        }
    }

    /// Returns the comparison that holds of the two numbers in the other order.
    pub(crate) fn swapped(self) -> Self {
        match self {
            Self::Equal | Self::NotEqual => self,
            Self::Less => Self::Greater,
            Self::AtMost => Self::AtLeast,
            Self::Greater => Self::Less,
            Self::AtLeast => Self::AtMost,
        }
    }

    /// Returns a comparison with a number in its only form: `> 1` is `>= 2`, `< 2` is `<= 1`, `!= 0` is `>= 1`, and `= 0` is `<= 0`.
    pub(crate) fn normal(self, number: u32) -> (Self, u32) {
        match (self, number) {
            (Self::NotEqual, 0) => (Self::AtLeast, 1),
            (Self::Equal, 0) => (Self::AtMost, 0),
            (Self::Greater, number) if number < u32::MAX => (Self::AtLeast, number + 1),
            (Self::Less, 1..) => (Self::AtMost, number - 1),
            other => other,
        }
    }

    pub(crate) fn holds(self, left: u32, right: u32) -> bool {
        match self {
            Self::Equal => left == right,
            Self::NotEqual => left != right,
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::Greater => left > right,
            Self::AtLeast => left >= right,
        }
    }
}

/// The owner of the pieces: the side that states the condition, its opponent, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whose {
    Mine,
    Theirs,
    Both,
}

impl Whose {
    /// Returns the owner, if it is one player.
    pub(crate) fn role(self) -> Option<Role> {
        match self {
            Self::Mine => Some(Role::Player),
            Self::Theirs => Some(Role::Opponent),
            Self::Both => None,
        }
    }

    /// Returns the owner as the other player calls it.
    pub(crate) fn mirrored(self) -> Self {
        match self {
            Self::Mine => Self::Theirs,
            Self::Theirs => Self::Mine,
            Self::Both => Self::Both,
        }
    }
}

/// A condition on all moves since a position first occurred: those of the player it is tested for, or of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Always {
    pub(crate) doing: Doing,
    pub(crate) both: bool,
}

/// A property of every move since a position first occurred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doing {
    /// Giving check.
    Checking,
    /// Attacking the same piece each time.
    Chasing,
}

/// The events that reset the count of plies without progress.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Resets {
    pub(crate) captures: bool,
    pub(crate) drops: bool,
    /// Moves, and drops, of these types.
    pub(crate) types: Vec<TypeId>,
}

/// Squares relative to a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Its {
    /// The file, the rank, and the squares of the colour of where it ends.
    File,
    Rank,
    Colour,
    /// The target square.
    Square,
    /// The start square.
    Start,
    /// The next square in the direction of the move: after its target square.
    Ahead,
    /// The next square the other way: before its start square.
    Behind,
    /// The squares between where it starts and where it ends.
    Way,
    /// The whole line of the board on which these lie.
    Line,
}

impl Its {
    /// Returns the squares that `its file`, `ahead of it` and the like name.
    pub(crate) fn named(text: &str) -> Option<Self> {
        Some(match text.split_whitespace().nth(1)? {
            "file" => Self::File,
            "rank" => Self::Rank,
            "colour" => Self::Colour,
            "square" => Self::Square,
            "start" => Self::Start,
            "way" => Self::Way,
            "line" => Self::Line,
            "of" => Self::Ahead,
            "its" => Self::Behind,
            _ => return None,
        })
    }

    /// Returns all the lines of this kind, each as a set.
    pub(crate) fn lines<B: Bits>(self, geometry: &Geometry) -> Box<[B]> {
        let (mut lines, mut left) = (Vec::new(), geometry.every().fold(B::NONE, |set, at| set | B::bit(at)));
        while !left.is_empty() {
            let line: B = self.squares(geometry, (None, Some(left.first())));
            lines.push(line);
            left &= !line;
        }
        lines.into()
    }

    /// Returns the squares, given the origin of the move, unless it is a drop, and its target; none for a pass.
    pub(crate) fn squares<B: Bits>(
        self,
        geometry: &Geometry,
        (start, end): (Option<Square>, Option<Square>),
    ) -> B {
        let Some(end) = end else { return B::NONE };
        let those = |like: &dyn Fn(Square) -> bool| {
            let squares = geometry.every().filter(|&square| like(square));
            squares.fold(B::NONE, |set, square| set | B::bit(square))
        };
        let bit = |square: Option<Square>| square.map_or(B::NONE, B::bit);
        match self {
            Self::Square => B::bit(end),
            Self::Start => bit(start),
            Self::File => those(&|square| geometry.file(square) == geometry.file(end)),
            Self::Rank => those(&|square| geometry.rank(square) == geometry.rank(end)),
            Self::Colour => those(&|square| geometry.colour(square) == geometry.colour(end)),
            Self::Ahead => bit(start.and_then(|start| geometry.next(start, end))),
            Self::Behind => bit(start.and_then(|start| geometry.next(end, start))),
            Self::Way => start.map_or(B::NONE, |start| {
                let passed = geometry.path(start, end).filter(|&square| square != end);
                passed.fold(B::NONE, |set, square| set | B::bit(square))
            }),
            Self::Line => start.map_or(B::NONE, |start| {
                line_from::<B>(geometry, start, end) | line_from::<B>(geometry, end, start)
            }),
        }
    }

    /// Returns the squares in the words of a game file.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::File => "its file",
            Self::Rank => "its rank",
            Self::Colour => "its colour",
            Self::Square => "its square",
            Self::Start => "its start",
            Self::Ahead => "ahead of it",
            Self::Behind => "behind its start",
            Self::Way => "its way",
            Self::Line => "its line",
        }
    }

    /// Returns the name of the line, of a file or rank.
    pub(crate) fn line(self) -> Option<&'static str> {
        match self {
            Self::File => Some("file"),
            Self::Rank => Some("rank"),
            _ => None,
        }
    }

    /// Returns the place in words, as it follows what stands there: `on its file`, `just ahead of it`.
    pub(crate) fn place(self) -> String {
        match self {
            Self::Ahead => "just ahead of it".to_owned(),
            Self::Behind => "just behind its starting square".to_owned(),
            _ => format!("on {}", self.spoken()),
        }
    }

    /// Returns the squares in the words of a rule sheet.
    pub(crate) fn spoken(self) -> &'static str {
        match self {
            Self::Square => "its target square",
            Self::Start => "its starting square",
            Self::File | Self::Rank => self.words(),
            Self::Colour => "squares of its colour",
            Self::Ahead => "the square ahead of it",
            Self::Behind => "the square behind its starting square",
            Self::Way => "the squares it passes",
            Self::Line => "the line of its move",
        }
    }
}

/// Returns a square of a line, and the squares beyond it in the direction of another.
fn line_from<B: Bits>(geometry: &Geometry, first: Square, second: Square) -> B {
    let mut line = geometry.path(first, second).fold(B::bit(first), |set, square| set | B::bit(square));
    let (mut before, mut last) = (first, second);
    while let Some(next) = geometry.next(before, last).filter(|&next| !line.has(next)) {
        line |= B::bit(next);
        (before, last) = (last, next);
    }
    line
}

/// The squares that a movement leads to from a square of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reached<S> {
    pub(crate) by: Arc<Reach<S>>,
    /// The start or target square of the move.
    pub(crate) from: Its,
    /// The pieces from which it leads, if it is no square of a move: whose, and of which types, of all if empty.
    pub(crate) of: Option<(Whose, Vec<TypeId>)>,
    /// The pieces at the other end of the line, if those between are meant: whose, and of which types, of all if empty.
    pub(crate) until: Option<(Whose, Vec<TypeId>)>,
}

/// The attacks on a piece that a condition tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Safety {
    /// An enemy could capture it.
    Attacked,
    /// No enemy could.
    Safe,
    /// A piece of its own side could recapture there.
    Guarded,
}

impl Safety {
    /// Returns the words for a piece of which it holds, or does not, after `is` or `are`: `not attacked`.
    pub(crate) fn said(self, holds: bool) -> &'static str {
        match (self, holds) {
            (Self::Attacked, true) | (Self::Safe, false) => "attacked",
            (Self::Attacked, false) | (Self::Safe, true) => "not attacked",
            (Self::Guarded, true) => "guarded",
            (Self::Guarded, false) => "not guarded",
        }
    }
}

/// Some pieces: by owner, type and place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pieces<S> {
    pub(crate) whose: Whose,
    /// Empty: of every type.
    pub(crate) types: Vec<TypeId>,
    /// The squares they stand on, if that matters, as White and as Black see them.
    pub(crate) region: Option<[S; 2]>,
    /// The squares they stand on, relative to a move.
    pub(crate) its: Option<Its>,
    /// The squares they stand on by a movement from where a move begins or ends.
    pub(crate) reached: Option<Reached<S>>,
    /// True if they are in hand.
    pub(crate) in_hand: bool,
    /// The attacks on them, if these matter.
    pub(crate) safety: Option<Safety>,
    /// The pieces of which they could take one, if that matters: whose, and of which types, of all if empty.
    pub(crate) attacking: Option<(Whose, Vec<TypeId>)>,
    /// The squares beside each square, if only pieces of groups are meant that have no empty square beside them.
    pub(crate) enclosed: Option<Arc<[S]>>,
}

impl<S> Pieces<S> {
    /// Returns the same pieces over another kind of set.
    pub(crate) fn map<T>(&self, convert: fn(&S) -> T) -> Pieces<T> {
        let region = self.region.as_ref().map(|[white, black]| [convert(white), convert(black)]);
        let reached = self.reached.as_ref().map(|reached| Reached {
            by: Arc::new(reached.by.map(convert)),
            from: reached.from,
            of: reached.of.clone(),
            until: reached.until.clone(),
        });
        let (types, its) = (self.types.clone(), self.its);
        let (safety, attacking) = (self.safety, self.attacking.clone());
        let enclosed = self.enclosed.as_ref().map(|near| near.iter().map(convert).collect());
        let (whose, in_hand) = (self.whose, self.in_hand);
        Pieces { whose, types, region, its, reached, in_hand, safety, attacking, enclosed }
    }
}

impl<S> Pieces<S> {
    /// Returns `true` if owner and type are all that is asked of them.
    pub(crate) fn is_anywhere(&self) -> bool {
        self.is_seen() && self.region.is_none()
    }

    /// Returns `true` if the board alone shows which pieces are meant: no move, no hand and no attacks are involved.
    pub(crate) fn is_seen(&self) -> bool {
        let on_board = self.its.is_none() && self.reached.is_none() && !self.in_hand;
        on_board && !self.asks_for_attacks() && self.enclosed.is_none()
    }

    /// Returns `true` if it matters what attacks them, or what they attack.
    pub(crate) fn asks_for_attacks(&self) -> bool {
        self.safety.is_some() || self.attacking.is_some()
    }
}

impl<S: Clone> Pieces<S> {
    /// Returns the pieces as the other player calls them.
    pub(crate) fn mirrored(&self) -> Self {
        let mirrored = |(whose, types): &(Whose, Vec<TypeId>)| (whose.mirrored(), types.clone());
        let reached = self.reached.as_ref().map(|reached| Reached {
            of: reached.of.as_ref().map(mirrored),
            until: reached.until.as_ref().map(mirrored),
            ..reached.clone()
        });
        let attacking = self.attacking.as_ref().map(mirrored);
        Self { whose: self.whose.mirrored(), reached, attacking, ..self.clone() }
    }
}
