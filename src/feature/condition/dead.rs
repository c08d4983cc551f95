//! Dead positions: `dead position`, neither side can win any more.

use super::setting::About;
use super::{Asked, Condition, Entry, Fact, Meaning, Told};
use crate::board::Bits;
use crate::feature::scope::Scope;
use crate::model::condition::Doing;
use crate::notation::condition::Form;
use crate::state::State;
use crate::text::Clause;

pub(super) const ENTRY: Entry = Entry {
    phrases: &[&["dead position"]],
    offers: &[("dead position", "neither side can win any more, whatever is played")],
    is: |form| matches!(form, Form::Words(words) if words == "dead position"),
    resolve: |_, resolver, report| {
        let royals = resolver.most_royals();
        resolver.now(Condition::Fact(Fact::Dead(Dead { most: royals + MOST_COMMON })), report)
    },
};

/// The maximum number of pieces besides royal ones with which a position is looked at.
pub(crate) const MOST_COMMON: u32 = 3;

/// Neither side can win any more, whatever is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dead {
    /// The maximum number of pieces on the board with which that is found out.
    most: u32,
}

impl Dead {
    /// Returns `true` if there are few enough pieces on the board.
    pub(crate) fn is_near<B: Bits>(self, state: &State<B>) -> bool {
        state.occupied().count() <= self.most
    }
}

/// Returns the dead position that a condition asks for, if it asks for one.
pub(crate) fn dead_of<S>(condition: &Condition<S>) -> Option<Dead> {
    match condition {
        Condition::Any(parts) | Condition::All(parts) => parts.iter().find_map(dead_of),
        Condition::Not(part) | Condition::Can(part) => dead_of(part),
        Condition::Fact(Fact::Dead(dead)) => Some(*dead),
        Condition::Fact(_) => None,
    }
}

/// How an end by which a side wins is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sought {
    /// It shows in the position.
    Here,
    /// Checks are counted, or must not go on: any check may lead there.
    Check,
    /// It depends on the course of the game: nothing tells that it can't come.
    Anything,
}

impl<S: PartialEq> Condition<S> {
    /// Returns `true` if it can't hold unless the player is in check.
    pub(crate) fn needs_check(&self) -> bool {
        match self {
            Self::Any(parts) => parts.iter().all(Self::needs_check),
            Self::All(parts) => parts.iter().any(Self::needs_check),
            Self::Not(_) | Self::Can(_) => false,
            Self::Fact(fact) => matches!(fact, Fact::Check(_)),
        }
    }

    /// Returns how to look for what the condition says.
    pub(crate) fn sought(&self) -> Sought {
        let worst = |parts: &[Self]| parts.iter().map(Self::sought).max().unwrap_or(Sought::Here);
        match self {
            Self::Any(parts) | Self::All(parts) => worst(parts),
            Self::Not(part) | Self::Can(part) => part.sought(),
            Self::Fact(fact) => match fact {
                Fact::Checks(_) => Sought::Check,
                _ if fact.asks_who_always() == Some(Doing::Checking) => Sought::Check,
                _ if matches!(fact.about(), About::Record | About::Course)
                    && !matches!(fact, Fact::MyTurn(_)) =>
                {
                    Sought::Anything
                }
                _ => Sought::Here,
            },
        }
    }
}

impl<S> Meaning<S> for Dead {
    fn map<T>(&self, _convert: fn(&S) -> T) -> Fact<T> {
        Fact::Dead(*self)
    }

    fn holds(&self, asked: &impl Asked<S>) -> bool
    where
        S: Bits,
    {
        self.is_near(asked.state())
            && asked.history().is_some_and(|history| history.judges_dead)
            && asked.is_dead()
    }
}

impl Told for Dead {
    fn clause(&self, _scope: &Scope<'_>, holds: bool) -> Clause {
        match holds {
            true => Clause::about("neither side", "can win any more, whatever is played"),
            false => Clause::about("a side", "can still win"),
        }
    }
}
