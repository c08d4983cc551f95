//! The piece counts in conditions, with every name resolved.

use super::pieces::TypeId;

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

/// The players all of whose moves since a position first occurred gave check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Checking {
    /// The player who is asked.
    Mine,
    Both,
}

/// Squares as a move says them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Its {
    /// The file, the rank, and the squares of the colour of where it ends.
    File,
    Rank,
    Colour,
    /// Where it ends.
    Square,
    /// Where it begins.
    Start,
}

impl Its {
    /// Returns the squares that `its file` and the like name.
    pub(crate) fn named(text: &str) -> Option<Self> {
        Some(match text.split_whitespace().nth(1)? {
            "file" => Self::File,
            "rank" => Self::Rank,
            "colour" => Self::Colour,
            "square" => Self::Square,
            "start" => Self::Start,
            _ => return None,
        })
    }

    /// Returns the words of an author.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::File => "its file",
            Self::Rank => "its rank",
            Self::Colour => "its colour",
            Self::Square => "its square",
            Self::Start => "its start",
        }
    }
}

/// Some pieces: by owner, type and place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Men<S> {
    pub(crate) whose: Whose,
    /// Empty: of every type.
    pub(crate) types: Vec<TypeId>,
    /// The squares they stand on, if that matters, as White and as Black see them.
    pub(crate) region: Option<[S; 2]>,
    /// The squares they stand on as a move says them.
    pub(crate) its: Option<Its>,
    /// Whether an enemy could take them, if that matters.
    pub(crate) attacked: Option<bool>,
}

impl<S> Men<S> {
    /// Returns the same pieces over another kind of set.
    pub(crate) fn map<T>(&self, convert: &impl Fn(&S) -> T) -> Men<T> {
        let region = self.region.as_ref().map(|[white, black]| [convert(white), convert(black)]);
        Men { whose: self.whose, types: self.types.clone(), region, its: self.its, attacked: self.attacked }
    }
}

impl<S> Men<S> {
    /// Returns `true` if it is seen of the pieces on the board which are meant: neither a move nor attacks are asked about.
    pub(crate) fn is_seen(&self) -> bool {
        self.its.is_none() && self.attacked.is_none()
    }
}

impl<S: Clone> Men<S> {
    /// Returns the pieces as the other player calls them.
    pub(crate) fn mirrored(&self) -> Self {
        let whose = match self.whose {
            Whose::Mine => Whose::Theirs,
            Whose::Theirs => Whose::Mine,
            Whose::Both => Whose::Both,
        };
        Self { whose, ..self.clone() }
    }
}
