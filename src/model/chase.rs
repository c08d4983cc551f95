//! The chasing of pieces, for repetition rules that depend on perpetual chasing.

use super::pieces::{Side, TypeId};

/// The attacks that are chases. Sets of squares are of type `S`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chase<S> {
    /// The types that may be chasing.
    pub(crate) by: Vec<TypeId>,
    /// The types that may be chased, each with the squares where it may be, as White and as Black see them.
    pub(crate) of: Vec<(TypeId, [S; 2])>,
    /// Pairs of a type and one that it chases even if that is protected.
    pub(crate) even_if_protected: Vec<(TypeId, TypeId)>,
    /// The least number of occurrences of a position at which an end depends on chases; 0 if none does.
    pub(crate) times: u32,
}

impl<S> Chase<S> {
    /// Returns the same chases over another kind of set.
    pub(crate) fn map<T>(&self, convert: fn(&S) -> T) -> Chase<T> {
        let of = self.of.iter().map(|(kind, squares)| (*kind, squares.each_ref().map(convert)));
        Chase {
            by: self.by.clone(),
            of: of.collect(),
            even_if_protected: self.even_if_protected.clone(),
            times: self.times,
        }
    }

    /// Returns the chased types of a side, each with the squares where it is chased.
    pub(crate) fn chased(&self, side: Side) -> impl Iterator<Item = (TypeId, &S)> {
        self.of.iter().map(move |(kind, squares)| (*kind, &squares[side.index()]))
    }
}
