//! Tables with one entry per square.

use std::ops::{Index, IndexMut};
use std::sync::Arc;

use super::Square;

/// An entry for every number a square can have, so that a lookup needs no bounds check. A copy shares the entries until one of them is
/// changed.
#[derive(Debug)]
pub(crate) struct PerSquare<T>(Arc<[T; 256]>);

impl<T> Clone for PerSquare<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> PerSquare<T> {
    /// The entry of every number a square can have.
    pub(crate) fn from_fn(entry: impl FnMut(Square) -> T) -> Self {
        let all: Arc<[T]> = (0..=Square::MAX).map(entry).collect();
        let Ok(entries) = all.try_into() else { unreachable!("there are 256 entries") };
        Self(entries)
    }

    /// Every entry, in the order of the squares.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter()
    }

    /// Returns its size in bytes, except for what its entries own.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }
}

impl<T: Default> Default for PerSquare<T> {
    fn default() -> Self {
        std::iter::empty().collect()
    }
}

/// The entries of the first squares; the others get the default.
impl<T: Default> FromIterator<T> for PerSquare<T> {
    fn from_iter<I: IntoIterator<Item = T>>(entries: I) -> Self {
        let mut entries = entries.into_iter();
        Self::from_fn(|_| entries.next().unwrap_or_default())
    }
}

impl<T> Index<Square> for PerSquare<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, square: Square) -> &T {
        &self.0[usize::from(square)]
    }
}

impl<T: Clone> IndexMut<Square> for PerSquare<T> {
    #[inline(always)]
    fn index_mut(&mut self, square: Square) -> &mut T {
        &mut Arc::make_mut(&mut self.0)[usize::from(square)]
    }
}
