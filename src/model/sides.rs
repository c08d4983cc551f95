//! What the two sides of a game are called.

use std::borrow::Cow;

use super::pieces::Side;

/// The names of the sides in sentences: White and Black, unless the game says otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SideNames([Cow<'static, str>; 2]);

/// White and Black.
pub(crate) static USUAL: SideNames = SideNames([Cow::Borrowed("White"), Cow::Borrowed("Black")]);

impl Default for SideNames {
    fn default() -> Self {
        USUAL.clone()
    }
}

impl SideNames {
    /// Returns the names that are given, and the usual ones for the others.
    pub(crate) fn new(given: [Option<&str>; 2]) -> Self {
        let mut names = Self::default();
        for (name, given) in names.0.iter_mut().zip(given) {
            if let Some(given) = given {
                *name = Cow::Owned(given.to_owned());
            }
        }
        names
    }

    /// Returns the name of a side.
    pub(crate) fn of(&self, side: Side) -> &str {
        &self.0[side.index()]
    }

    /// Returns `true` if nobody could tell the sides apart by their names.
    pub(crate) fn are_alike(&self) -> bool {
        self.0[0].eq_ignore_ascii_case(&self.0[1])
    }
}
