//! The start or target square of a move: `its square on rank 1`.

use super::{Asked, Condition, Entry, Fact, Meaning, Told, nameless};
use crate::board::{Bits, SquareSet};
use crate::feature::scope::Scope;
use crate::model::condition::Its;
use crate::notation::condition::Form;

pub(super) const ENTRY: Entry = Entry {
    phrases: &[],
    offers: &[("its square on", "where a move ends, in a rule about moves: `its square on rank 1`")],
    is: |form| matches!(form, Form::Stands { .. }),
    resolve: |form, resolver, report| {
        let Form::Stands { its, region } = form else { return None };
        resolver.of_a_move(*its, resolver.bytes(), report)?;
        let region = resolver.squares(region, report)?;
        Some(Condition::Fact(Fact::Stands(Stands { its: *its, region })))
    },
    reads: |form| match form {
        Form::Stands { its, region } => format!("{} is on {region}", its.words()),
        _ => String::new(),
    },
    together: nameless,
};

/// The squares where a move begins or ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stands<S> {
    its: Its,
    /// As White and as Black see them.
    region: [S; 2],
}

impl<S: PartialEq> Meaning<S> for Stands<S> {
    fn map<T>(&self, convert: &impl Fn(&S) -> T) -> Fact<T> {
        Fact::Stands(Stands { its: self.its, region: self.region.each_ref().map(convert) })
    }

    fn holds(&self, asked: &impl Asked<S>) -> bool
    where
        S: Bits,
    {
        asked.its(self.its).meets(self.region[asked.side().index()])
    }
}

impl Told for Stands<SquareSet> {
    fn clause(&self, scope: &Scope<'_>) -> String {
        format!("{} is on {}", self.its.words(), scope.squares_of_both(self.region, "or"))
    }
}
