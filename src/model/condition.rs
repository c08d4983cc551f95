//! Conditions under which a game ends, with every name resolved.

use super::men::TypeId;

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

/// Whose men are meant: of the side the condition is said by, of its opponent, or of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whose {
    Mine,
    Theirs,
    Both,
}

/// Some men: by owner, type and place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Men<S> {
    pub(crate) whose: Whose,
    /// Empty: of every type.
    pub(crate) types: Vec<TypeId>,
    /// The squares they stand on, if that matters, as White and as Black see them.
    pub(crate) region: Option<[S; 2]>,
}

/// A fact about a position, said by the side about to move. Sets of squares are of type `S`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Condition<S> {
    Any(Vec<Condition<S>>),
    All(Vec<Condition<S>>),
    Not(Box<Condition<S>>),
    /// Some legal step leads to a position where this holds, still said by the same side.
    Can(Box<Condition<S>>),
    Count(Men<S>, Comparison, u32),
    /// There is no legal step.
    NoStep,
    /// A royal man is attacked.
    Check,
    /// The position has occurred so many times.
    Occurrence(u32),
    /// So many plies without a capture (if `captures`) or a step by one of these types.
    Idle {
        plies: u32,
        captures: bool,
        types: Vec<TypeId>,
    },
}

impl<S> Condition<S> {
    /// The same condition over another kind of set.
    pub(crate) fn map<T>(&self, convert: &impl Fn(&S) -> T) -> Condition<T> {
        let all = |parts: &[Self]| parts.iter().map(|part| part.map(convert)).collect();
        match self {
            Self::Any(parts) => Condition::Any(all(parts)),
            Self::All(parts) => Condition::All(all(parts)),
            Self::Not(part) => Condition::Not(Box::new(part.map(convert))),
            Self::Can(part) => Condition::Can(Box::new(part.map(convert))),
            Self::Count(men, comparison, number) => {
                let region = men.region.as_ref().map(|[white, black]| [convert(white), convert(black)]);
                let men = Men { whose: men.whose, types: men.types.clone(), region };
                Condition::Count(men, *comparison, *number)
            }
            Self::NoStep => Condition::NoStep,
            Self::Check => Condition::Check,
            Self::Occurrence(times) => Condition::Occurrence(*times),
            Self::Idle { plies, captures, types } => {
                Condition::Idle { plies: *plies, captures: *captures, types: types.clone() }
            }
        }
    }

    /// Whether this, or a part of it that must hold, is that there is no step.
    pub(crate) fn needs_no_step(&self) -> bool {
        match self {
            Self::NoStep => true,
            Self::All(parts) => parts.iter().any(Self::needs_no_step),
            Self::Any(parts) => parts.iter().all(Self::needs_no_step),
            _ => false,
        }
    }

    /// Of whose men, of any type and anywhere, there are at most so many if it holds; `None` if it says no such thing.
    pub(crate) fn at_most(&self) -> Option<(Whose, u32)> {
        match self {
            Self::Count(Men { whose, types, region: None }, comparison, number) if types.is_empty() => {
                let most = match comparison {
                    Comparison::Equal | Comparison::AtMost => Some(*number),
                    Comparison::Less => number.checked_sub(1),
                    Comparison::NotEqual | Comparison::Greater | Comparison::AtLeast => None,
                };
                most.map(|most| (*whose, most))
            }
            Self::All(parts) => parts.iter().find_map(Self::at_most),
            _ => None,
        }
    }

    /// Whether it is about the history of the game, not about the position.
    pub(crate) fn is_history(&self) -> bool {
        matches!(self, Self::Occurrence(_) | Self::Idle { .. })
    }
}
