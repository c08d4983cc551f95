//! What has been found out about materials: whether a side may still win with them.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::model::pieces::{Side, TypeId};

/// A piece of a material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Man {
    /// False if it is royal, so that royal pieces come first.
    pub(crate) common: bool,
    pub(crate) kind: TypeId,
    pub(crate) side: Side,
    /// The squares it can ever come to.
    pub(crate) region: [u64; 4],
}

/// The pieces of a position, and the side that is to win; `None` for either.
pub(crate) type Question = (Vec<Man>, Option<Side>);

/// The answers known so far.
#[derive(Debug, Default)]
pub(crate) struct Winnable(Mutex<HashMap<Question, bool>>);

impl Winnable {
    /// Returns the answer to a question, if it is known.
    pub(crate) fn known(&self, question: &Question) -> Option<bool> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(question).copied()
    }

    /// Keeps the answer to some questions.
    pub(crate) fn keep(&self, questions: impl Iterator<Item = Question>, answer: bool) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.extend(questions.map(|question| (question, answer)));
    }
}
