//! Copies of positions for looking ahead, whose memory is used again.

use std::cell::RefCell;
use std::ops::{Deref, DerefMut};

use super::State;
use crate::board::{Bits, Square};
use crate::model::pieces::Piece;

/// The most memories that are kept in a thread: copies of copies are rare.
const KEPT: usize = 8;

thread_local! {
    static SPARE: RefCell<Vec<Memory>> = const { RefCell::new(Vec::new()) };
}

/// What a position keeps on the heap.
#[derive(Default)]
struct Memory {
    extra: Vec<u64>,
    trail: Vec<(Square, Piece)>,
    saved: Vec<u64>,
    past: Vec<u64>,
}

/// A copy of a position, without the moves that led to it.
#[derive(Debug)]
pub(crate) struct Scratch<B>(State<B>);

impl<B: Bits> State<B> {
    /// Returns a copy without undo information, to be used for a short time.
    #[inline]
    pub(crate) fn scratch(&self) -> Scratch<B> {
        let spare = SPARE.try_with(|spare| spare.borrow_mut().pop());
        let Memory { mut extra, mut trail, mut saved, mut past } = spare.ok().flatten().unwrap_or_default();
        extra.clone_from(&self.extra);
        past.clone_from(&self.past);
        trail.clear();
        saved.clear();
        Scratch(Self { extra, trail, saved, past, ..*self })
    }
}

impl<B> Deref for Scratch<B> {
    type Target = State<B>;

    fn deref(&self) -> &State<B> {
        &self.0
    }
}

impl<B> DerefMut for Scratch<B> {
    fn deref_mut(&mut self) -> &mut State<B> {
        &mut self.0
    }
}

impl<B> Drop for Scratch<B> {
    fn drop(&mut self) {
        let State { extra, trail, saved, past, .. } = &mut self.0;
        let [extra, saved, past] = [extra, saved, past].map(std::mem::take);
        let memory = Memory { extra, trail: std::mem::take(trail), saved, past };
        // where the thread ends, its memories have gone already
        let _ = SPARE.try_with(|spare| {
            let mut spare = spare.borrow_mut();
            if spare.len() < KEPT {
                spare.push(memory);
            }
        });
    }
}
