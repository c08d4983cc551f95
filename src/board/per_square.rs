//! Tables with an entry a square.

use std::ops::{Index, IndexMut};

use super::Square;

/// An entry for every number a square can have, so that looking one up needs no test of bounds.
#[derive(Clone, Debug)]
pub(crate) struct PerSquare<T>(Box<[T; 256]>);

impl<T> PerSquare<T> {
    /// Every entry, in the order of the squares.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter()
    }

    /// Bytes it takes, what its entries own apart.
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
        let mut all: Vec<T> = Vec::with_capacity(256);
        all.extend(entries.into_iter().take(256));
        all.resize_with(256, T::default);
        let Ok(entries) = all.into_boxed_slice().try_into() else { unreachable!("there are 256 entries") };
        Self(entries)
    }
}

impl<T> Index<Square> for PerSquare<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, square: Square) -> &T {
        &self.0[usize::from(square)]
    }
}

impl<T> IndexMut<Square> for PerSquare<T> {
    #[inline(always)]
    fn index_mut(&mut self, square: Square) -> &mut T {
        &mut self.0[usize::from(square)]
    }
}
