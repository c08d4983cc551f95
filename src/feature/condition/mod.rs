//! Conditions: what an end requires of a position, as seen by a player.
//!
//! Their logic (`and`, `or`, `not`, `can`) is closed and implemented here. The facts that it joins have a file each, and only the list in
//! [`facts!`](Fact) and [`ENTRIES`] knows of them: a file defines the notation of its fact and its resolution ([`Entry`]), whether it holds
//! and what follows from it ([`Meaning`]), and its wording and when it can hold at all ([`Told`]).

mod chain;
mod check;
mod checks;
mod compared;
mod count;
mod counted;
mod dead;
pub(crate) mod idle;
mod mate;
mod my_turn;
mod no_move;
mod normal;
mod noted;
mod occurrence;
mod on_drop;
mod passed;
mod plain;
mod read;
mod row;
pub(crate) mod setting;
mod stands;
#[cfg(test)]
mod tests;

use super::scope::Scope;
use crate::board::{Bits, SquareSet};
use crate::model::condition::{Doing, Its, Pieces, Resets, Whose};
use crate::model::pieces::{Side, TypeId};
use crate::notation::condition::{Form, Spellings};
use crate::state::State;
use crate::text::{Clause, Report};
use crate::walk::Attacks;

pub(crate) use chain::enclosed;
#[cfg(feature = "tools")]
pub(crate) use count::in_letters;
pub(crate) use count::{Count, pieces_of, plural, squares_of};
pub(crate) use counted::asks_for_counts;
pub(crate) use dead::{Dead, MOST_COMMON, Sought, dead_of};
#[cfg(feature = "tools")]
pub(crate) use idle::Idle;
pub(crate) use noted::counted_note;
pub(crate) use occurrence::{asks_for_chases, asks_for_occurrences};
pub(crate) use on_drop::OnDrop;
pub(crate) use passed::asks_for_passes;
pub(crate) use plain::Midst;
#[cfg_attr(not(feature = "tools"), allow(unreachable_pub))]
pub(crate) use read::condition;
pub(crate) use read::{Resolver, reach, resolve_selection};
pub(crate) use read::{forms, has, in_bans, in_ends, mentions};
#[cfg(feature = "tools")]
pub(crate) use row::Row;
#[cfg(feature = "tools")]
pub(crate) use setting::of_move;
pub(crate) use setting::resolve;

/// The fixed phrases for facts about the history of the game, which are whole conditions, or are joined by `and`.
const HISTORY: &[&str] = &[counted::WORDS];

/// The notations of facts, in the order in which they are offered.
pub(crate) const ENTRIES: &[&Entry] = &[
    &mate::ENTRY,
    &check::ENTRY,
    &checks::ENTRY,
    &no_move::ENTRY,
    &my_turn::ENTRY,
    &passed::ENTRY,
    &noted::ENTRY,
    &occurrence::ENTRY,
    &row::ENTRY,
    &chain::ENTRY,
    &stands::ENTRY,
    &idle::ENTRY,
    &counted::ENTRY,
    &count::ENTRY,
    &dead::ENTRY,
    &compared::ENTRY,
];

/// A fact as it is written.
#[derive(Debug)]
pub(crate) struct Entry {
    /// The fixed phrases that state it, if any.
    pub(crate) phrases: &'static [Spellings],
    /// Words that are offered while a condition is written, each with its meaning.
    pub offers: &'static [(&'static str, &'static str)],
    /// The test that recognises this fact in its written form.
    pub(crate) is: fn(&Form) -> bool,
    /// The condition it means.
    pub(crate) resolve: fn(&Form, &Resolver<'_>, &mut Report) -> Option<Condition<SquareSet>>,
}

/// A condition with every name resolved. Sets of squares are of type `S`.
#[derive(Clone, Debug)]
pub(crate) enum Condition<S> {
    Any(Vec<Condition<S>>),
    All(Vec<Condition<S>>),
    Not(Box<Condition<S>>),
    /// Some legal move leads to a position where this holds, still of the same player.
    Can(Box<Condition<S>>),
    Fact(Fact<S>),
}

/// A position as facts query it.
pub(crate) trait Asked<B> {
    fn state(&self) -> &State<B>;
    fn attacks(&self) -> &Attacks<B>;
    /// The player for whom the condition is tested.
    fn side(&self) -> Side;
    /// The course of the game; `None` where it is not needed.
    fn history(&self) -> Option<History>;
    /// Returns `true` if the side to move has a legal move.
    fn has_move(&self) -> bool;
    /// Returns the number of checks that a side has given, in games that count them.
    fn checks(&self, side: Side) -> u32;
    /// Returns the number of pieces of a type that a side has in hand.
    fn in_hand(&self, side: Side, kind: TypeId) -> u32;
    /// Returns `true` if the last turn of a side was a pass, in games where that matters.
    fn has_passed(&self, side: Side) -> bool;
    /// Returns how often a side has a note of the game; once where that is not counted.
    fn noted(&self, note: usize, side: Side) -> u32;
    /// Returns `true` if more plies have been counted than the number that is counted to, in games that count them.
    fn is_counted_out(&self) -> bool;
    /// Returns `true` if neither side can win any more.
    fn is_dead(&self) -> bool;
    /// Returns the squares that are defined relative to the move for which the condition is tested.
    fn its(&self, its: Its) -> B;
}

/// The history of a game, beyond its position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct History {
    /// The number of occurrences of the position, this one included.
    pub(crate) occurrences: u32,
    /// Plies since the idle count was reset.
    pub(crate) idle: u32,
    /// By side: whether all its moves since the first of those occurrences gave check.
    pub(crate) checking: [bool; 2],
    /// By side: whether all its moves since then chased one piece. Determined only where a position has occurred often enough for an end.
    pub(crate) chasing: [bool; 2],
    /// True if dead positions end the game: the moves that are left in one may still be listed and made.
    pub(crate) judges_dead: bool,
}

/// A bound on the course of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// Occurrences of a position.
    Occurrences(u32),
    /// Plies since the idle count was reset.
    Idle(u32),
    /// Plies counted to the number that a position remembers.
    Counted,
}

impl Limit {
    /// Returns `true` if it is of the same sort as another, and reached sooner.
    pub(crate) fn is_below(self, other: Self) -> bool {
        match (self, other) {
            (Self::Occurrences(one), Self::Occurrences(other)) | (Self::Idle(one), Self::Idle(other)) => {
                one < other
            }
            _ => false,
        }
    }
}

/// The meaning of a fact: when it holds, and what follows from it.
pub(crate) trait Meaning<S>: PartialEq {
    /// Returns the same fact over another kind of set.
    fn map<T>(&self, convert: fn(&S) -> T) -> Fact<T>;

    fn holds(&self, asked: &impl Asked<S>) -> bool
    where
        S: Bits;

    /// Returns the fact that holds where this one does not, if there is such a fact.
    fn contrary(&self) -> Option<Fact<S>>
    where
        S: Clone,
    {
        None
    }

    /// Returns the side whose pieces, of any type and anywhere, must be at most so many for it to hold.
    fn at_most(&self) -> Option<(Whose, u32)> {
        None
    }

    /// The bound on the course of the game that it states, if it is about that and not about the position.
    fn limit(&self) -> Option<Limit> {
        None
    }

    /// The deed that all moves of a player must have done.
    fn asks_who_always(&self) -> Option<Doing> {
        None
    }

    /// The events that reset its count of idle plies.
    fn resets(&self) -> Option<&Resets> {
        None
    }

    /// Pieces of one side of which some must stand in a region.
    fn must_stand(&self) -> Option<&Pieces<S>> {
        None
    }

    /// Returns `true` if it can be told how far a player is from it.
    fn is_measured(&self) -> bool {
        false
    }

    /// Returns about how many moves of its own a player is away from it, none when it holds, if that can be told.
    fn lack(&self, _state: &State<S>, _me: Side) -> Option<u32>
    where
        S: Bits,
    {
        None
    }

    /// Returns `true` if the fact is that there is no legal move.
    fn is_no_move(&self) -> bool {
        false
    }

    /// Returns `true` if it can be tested only for the player about to move.
    fn is_of_mover(&self) -> bool {
        false
    }

    /// The count of pieces that it compares, if that is all.
    fn count(&self) -> Option<&Count<S>> {
        None
    }

    /// Returns `true` if this fact cannot hold without the other, which is of its kind.
    fn implies(&self, other: &Self) -> bool {
        self == other
    }
}

/// The possible numbers of pieces.
pub(crate) trait Amounts {
    /// Returns the minimum and the maximum number of some pieces.
    fn count(&self, pieces: &Pieces<SquareSet>, me: Side) -> (u32, u32);
    /// Returns the possible numbers of some pieces, in words.
    fn range(&self, pieces: &Pieces<SquareSet>) -> String;
}

/// The wording of a fact, and when it can hold at all.
pub(crate) trait Told {
    /// The statement that the fact holds, or that it does not.
    fn clause(&self, scope: &Scope<'_>, holds: bool) -> Clause;

    /// Returns the truth of the fact in stalemate, for a side that isn't in check and has no legal move; `None` where that depends.
    fn in_stalemate(&self) -> Option<bool> {
        None
    }

    /// Returns `true` if the fact concerns only pieces of the opponent of the player for whom it is tested.
    fn is_about_theirs(&self) -> bool {
        false
    }

    /// Returns `true` if the fact, tested for a side, may hold (or may fail, if not `_hold`), and also where that can't be determined.
    fn may(&self, _amounts: &dyn Amounts, _me: Side, _hold: bool) -> bool {
        true
    }

    /// Returns `true` if the fact can hold together with the others.
    fn agrees(&self, _others: &[&Fact<SquareSet>], _amounts: &dyn Amounts, _me: Side) -> bool {
        true
    }

    /// Returns the reason why it can't hold or, denied, can't fail.
    fn why_never(&self, _amounts: &dyn Amounts, _denied: bool) -> Option<String> {
        None
    }
}

/// The list of facts, each the name of its arm and its type.
macro_rules! facts {
    ($($name:ident($kind:ty)),* $(,)?) => {
        /// A fact about a position or the course of a game. Sets of squares are of type `S`.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub(crate) enum Fact<S> {
            $($name($kind)),*
        }

        impl<S: PartialEq> Meaning<S> for Fact<S> {
            fn map<T>(&self, convert: fn(&S) -> T) -> Fact<T> {
                match self { $(Self::$name(fact) => fact.map(convert)),* }
            }

            #[inline]
            fn holds(&self, asked: &impl Asked<S>) -> bool
            where
                S: Bits,
            {
                match self { $(Self::$name(fact) => fact.holds(asked)),* }
            }

            fn contrary(&self) -> Option<Fact<S>>
            where
                S: Clone,
            {
                match self { $(Self::$name(fact) => fact.contrary()),* }
            }

            fn at_most(&self) -> Option<(Whose, u32)> {
                match self { $(Self::$name(fact) => Meaning::<S>::at_most(fact)),* }
            }

            fn limit(&self) -> Option<Limit> {
                match self { $(Self::$name(fact) => Meaning::<S>::limit(fact)),* }
            }

            fn asks_who_always(&self) -> Option<Doing> {
                match self { $(Self::$name(fact) => Meaning::<S>::asks_who_always(fact)),* }
            }

            fn resets(&self) -> Option<&Resets> {
                match self { $(Self::$name(fact) => Meaning::<S>::resets(fact)),* }
            }

            fn must_stand(&self) -> Option<&Pieces<S>> {
                match self { $(Self::$name(fact) => fact.must_stand()),* }
            }

            fn is_measured(&self) -> bool {
                match self { $(Self::$name(fact) => Meaning::<S>::is_measured(fact)),* }
            }

            fn lack(&self, state: &State<S>, me: Side) -> Option<u32>
            where
                S: Bits,
            {
                match self { $(Self::$name(fact) => fact.lack(state, me)),* }
            }

            fn is_no_move(&self) -> bool {
                match self { $(Self::$name(fact) => Meaning::<S>::is_no_move(fact)),* }
            }

            fn is_of_mover(&self) -> bool {
                match self { $(Self::$name(fact) => Meaning::<S>::is_of_mover(fact)),* }
            }

            fn count(&self) -> Option<&Count<S>> {
                match self { $(Self::$name(fact) => fact.count()),* }
            }

            fn implies(&self, other: &Self) -> bool {
                match (self, other) {
                    $((Self::$name(one), Self::$name(other)) => Meaning::<S>::implies(one, other),)*
                    _ => false,
                }
            }
        }

        impl Told for Fact<SquareSet> {
            fn clause(&self, scope: &Scope<'_>, holds: bool) -> Clause {
                match self { $(Self::$name(fact) => fact.clause(scope, holds)),* }
            }

            fn in_stalemate(&self) -> Option<bool> {
                match self { $(Self::$name(fact) => fact.in_stalemate()),* }
            }

            fn is_about_theirs(&self) -> bool {
                match self { $(Self::$name(fact) => fact.is_about_theirs()),* }
            }

            fn may(&self, amounts: &dyn Amounts, me: Side, hold: bool) -> bool {
                match self { $(Self::$name(fact) => fact.may(amounts, me, hold)),* }
            }

            fn agrees(&self, others: &[&Fact<SquareSet>], amounts: &dyn Amounts, me: Side) -> bool {
                match self { $(Self::$name(fact) => fact.agrees(others, amounts, me)),* }
            }

            fn why_never(&self, amounts: &dyn Amounts, denied: bool) -> Option<String> {
                match self { $(Self::$name(fact) => fact.why_never(amounts, denied)),* }
            }
        }
    };
}

facts! {
    Check(check::Check),
    Checks(checks::Checks),
    NoMove(no_move::NoMove),
    MyTurn(my_turn::MyTurn),
    Passed(passed::Passed),
    Noted(noted::Noted),
    Occurrence(occurrence::Occurrence),
    Recurrence(occurrence::Recurrence),
    Idle(idle::Idle),
    CountedOut(counted::CountedOut),
    Dead(dead::Dead),
    Count(Count<S>),
    Compared(compared::Compared<S>),
    Row(row::Row<S>),
    Chain(chain::Chain<S>),
    Stands(stands::Stands<S>),
}

impl<S: PartialEq> Condition<S> {
    /// Returns the same condition over another kind of set.
    pub(crate) fn map<T>(&self, convert: fn(&S) -> T) -> Condition<T> {
        let all = |parts: &[Self]| parts.iter().map(|part| part.map(convert)).collect();
        match self {
            Self::Any(parts) => Condition::Any(all(parts)),
            Self::All(parts) => Condition::All(all(parts)),
            Self::Not(part) => Condition::Not(Box::new(part.map(convert))),
            Self::Can(part) => Condition::Can(Box::new(part.map(convert))),
            Self::Fact(fact) => Condition::Fact(fact.map(convert)),
        }
    }

    /// Returns `true` if this condition, or a part of it that must hold, is that there is no legal move.
    pub(crate) fn needs_no_move(&self) -> bool {
        match self {
            Self::Fact(fact) => fact.is_no_move(),
            Self::All(parts) => parts.iter().any(Self::needs_no_move),
            Self::Any(parts) => parts.iter().all(Self::needs_no_move),
            Self::Not(_) | Self::Can(_) => false,
        }
    }

    /// Returns `true` if it can be tested only for the player about to move, because it is about that player's moves.
    pub(crate) fn is_of_mover(&self) -> bool {
        match self {
            Self::Fact(fact) => fact.is_of_mover(),
            Self::Any(parts) | Self::All(parts) => parts.iter().any(Self::is_of_mover),
            Self::Not(part) => part.is_of_mover(),
            Self::Can(_) => true,
        }
    }

    /// Returns `true` if it asks where the move it is about begins or ends.
    pub(crate) fn asks_where(&self) -> bool {
        match self {
            Self::Fact(fact) => matches!(fact, Fact::Stands(_)),
            Self::Any(parts) | Self::All(parts) => parts.iter().any(Self::asks_where),
            Self::Not(part) | Self::Can(part) => part.asks_where(),
        }
    }

    /// A piece count without which the condition can't hold, if there is one.
    #[inline]
    pub(crate) fn count(&self) -> Option<&Count<S>> {
        match self {
            Self::Fact(fact) => fact.count(),
            Self::All(parts) => parts.iter().find_map(Self::count),
            _ => None,
        }
    }

    /// The fewest checks that some side must have given for it to hold.
    pub(crate) fn needs_checks(&self) -> Option<u32> {
        match self {
            Self::All(parts) => parts.iter().find_map(Self::needs_checks),
            Self::Fact(Fact::Checks(checks)) => checks.least(),
            _ => None,
        }
    }

    /// Returns `true` if it can't hold unless somebody's last turn was a pass.
    pub(crate) fn needs_passes(&self) -> bool {
        match self {
            Self::All(parts) => parts.iter().any(Self::needs_passes),
            Self::Fact(fact) => matches!(fact, Fact::Passed(_)),
            _ => false,
        }
    }

    /// Returns `true` if it asks whether one player's last turn was a pass, whatever the other's was.
    pub(crate) fn asks_who_passed(&self) -> bool {
        match self {
            Self::Any(parts) | Self::All(parts) => parts.iter().any(Self::asks_who_passed),
            Self::Not(part) | Self::Can(part) => part.asks_who_passed(),
            Self::Fact(Fact::Passed(passed)) => passed.asks_who(),
            Self::Fact(_) => false,
        }
    }

    /// Returns the same condition with the players exchanged: what is mine becomes theirs.
    pub(crate) fn mirrored(&self) -> Self
    where
        S: Clone,
    {
        let all = |parts: &[Self]| parts.iter().map(Self::mirrored).collect();
        match self {
            Self::Any(parts) => Self::Any(all(parts)),
            Self::All(parts) => Self::All(all(parts)),
            Self::Not(part) => Self::Not(Box::new(part.mirrored())),
            Self::Can(part) => Self::Can(Box::new(part.mirrored())),
            Self::Fact(Fact::Count(count)) => Self::Fact(Fact::Count(count.mirrored())),
            Self::Fact(Fact::Checks(checks)) => Self::Fact(Fact::Checks(checks.mirrored())),
            Self::Fact(Fact::Noted(noted)) => Self::Fact(Fact::Noted(noted.mirrored())),
            Self::Fact(Fact::Row(row)) => Self::Fact(Fact::Row(row.mirrored())),
            Self::Fact(Fact::Chain(chain)) => Self::Fact(Fact::Chain(chain.mirrored())),
            Self::Fact(Fact::Compared(both)) => Self::Fact(Fact::Compared(both.mirrored())),
            Self::Fact(fact) => Self::Fact(fact.clone()),
        }
    }

    /// Returns the side whose pieces, of any type and anywhere, must be at most so many for it to hold; `None` if it says no such thing.
    pub(crate) fn at_most(&self) -> Option<(Whose, u32)> {
        match self {
            Self::Fact(fact) => fact.at_most(),
            Self::All(parts) => parts.iter().find_map(Self::at_most),
            _ => None,
        }
    }

    /// A royal piece of the side to move is attacked.
    #[cfg(feature = "tools")]
    pub(crate) fn check() -> Self {
        Self::Fact(Fact::Check(check::Check))
    }

    /// The player is about to move.
    #[cfg(feature = "tools")]
    pub(crate) fn my_turn() -> Self {
        Self::Fact(Fact::MyTurn(my_turn::MyTurn))
    }

    /// Returns `true` if it is stalemate.
    #[cfg(feature = "tools")]
    pub(crate) fn is_stalemate(&self) -> bool
    where
        S: Clone,
    {
        *self == Self::all([Self::check().denied(), Self::Fact(Fact::NoMove(no_move::NoMove))])
    }

    /// The fact that is the whole condition.
    pub(crate) fn fact(&self) -> Option<&Fact<S>> {
        if let Self::Fact(fact) = self { Some(fact) } else { None }
    }

    /// The bound on the course of the game that is the whole condition.
    pub(crate) fn limit(&self) -> Option<Limit> {
        self.fact().and_then(Meaning::limit)
    }

    /// The fact about the course of the game without which the condition can't hold.
    fn past(&self) -> Option<&Fact<S>> {
        let facts = match self {
            Self::All(parts) => &parts[..],
            one => std::slice::from_ref(one),
        };
        facts.iter().filter_map(Self::fact).find(|fact| fact.limit().is_some())
    }

    /// The bound on the course of the game without which the condition can't hold.
    pub(crate) fn past_limit(&self) -> Option<Limit> {
        self.past().and_then(Meaning::limit)
    }

    /// Returns `true` if it tests which player did that with every move.
    pub(crate) fn asks_who_always(&self, doing: Doing) -> bool {
        self.past().and_then(Meaning::asks_who_always) == Some(doing)
    }

    /// The events that reset the count of idle plies, if the condition is about that.
    pub(crate) fn resets(&self) -> Option<&Resets> {
        self.past().and_then(Meaning::resets)
    }

    /// Returns `true` if the condition is about the history of the game, not about the position.
    pub(crate) fn is_history(&self) -> bool {
        self.past().is_some()
    }
}
