//! What only a few games remember: the stage of a turn, who failed to take and the like in [`Memory`], lost men and waiting men in
//! their order in [`Pools`].

use super::keys::{key_of_sets, split_mix};
use crate::board::{Bits, Square};
use crate::model::men::{MAX_TYPES, Side, TypeId};

/// Most men of a side that wait at once; a further one stays what it is.
const MOST_WAITING: usize = 16;

/// A man that waits, and for how many more of its owner's turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Waiting {
    pub(crate) square: Square,
    pub(crate) turns: u8,
}

/// What a position remembers in games whose turns, captures or promotions need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Memory<B> {
    /// Men that wait where they stand for their promotion.
    pub(crate) waiting: B,
    /// Per side: enemy men it left attacked at the end of its last turn without saying so.
    pub(crate) silent: [B; 2],
    /// Men of the side not to move that failed to take, one of which is to be removed.
    pub(crate) offenders: B,
    /// Per side: whether its first turn is not over.
    pub(crate) first_turn: [bool; 2],
    /// How many steps of its turn the side to move has made.
    pub(crate) stage: u8,
    /// Where the man stands that made the last of them.
    pub(crate) mover: Square,
}

/// Men that are not on the board, and men that wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pools {
    lost: [[u8; MAX_TYPES]; 2],
    /// In the order of their arrival.
    queues: [[Waiting; MOST_WAITING]; 2],
    lengths: [u8; 2],
}

impl<B: Bits> Default for Memory<B> {
    fn default() -> Self {
        Self {
            waiting: B::NONE,
            silent: [B::NONE; 2],
            offenders: B::NONE,
            first_turn: [false; 2],
            stage: 0,
            mover: 0,
        }
    }
}

impl Default for Pools {
    fn default() -> Self {
        Self { lost: [[0; MAX_TYPES]; 2], queues: [[Waiting::default(); MOST_WAITING]; 2], lengths: [0; 2] }
    }
}

impl<B: Bits> Memory<B> {
    /// The content of these squares has changed.
    #[inline]
    pub(crate) fn touch(&mut self, squares: B) {
        self.waiting &= !squares;
        self.silent[0] &= !squares;
        self.silent[1] &= !squares;
    }

    /// A key of all of it; 0 if there is nothing to remember.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        let key = key_of_sets([self.waiting, self.silent[0], self.silent[1], self.offenders]);
        let turn = [self.first_turn[0] as u8, self.first_turn[1] as u8, self.stage, self.mover];
        let mut mix = (0x30_0000 << 32) + u64::from(u32::from_le_bytes(turn));
        key ^ if turn == [0; 4] { 0 } else { split_mix(&mut mix) }
    }
}

impl Pools {
    /// How many men of a type a side has lost and not got back.
    #[inline]
    pub(crate) fn lost(&self, side: Side, kind: TypeId) -> u8 {
        self.lost[side.index()][usize::from(kind)]
    }

    /// Adds a lost man.
    #[inline]
    pub(crate) fn lose(&mut self, side: Side, kind: TypeId) {
        let count = &mut self.lost[side.index()][usize::from(kind)];
        *count = count.saturating_add(1);
    }

    /// Uses a lost man up.
    #[inline]
    pub(crate) fn use_up(&mut self, side: Side, kind: TypeId) {
        let count = &mut self.lost[side.index()][usize::from(kind)];
        *count = count.saturating_sub(1);
    }

    /// The men of a side that wait, the longest waiting first.
    #[inline]
    pub(crate) fn queue(&self, side: Side) -> &[Waiting] {
        &self.queues[side.index()][..usize::from(self.lengths[side.index()])]
    }

    /// Adds a man at the end of the queue; `false` if it is full.
    #[inline]
    pub(crate) fn enqueue(&mut self, side: Side, waiting: Waiting) -> bool {
        let length = &mut self.lengths[side.index()];
        let Some(place) = self.queues[side.index()].get_mut(usize::from(*length)) else { return false };
        *place = waiting;
        *length += 1;
        true
    }

    /// Keeps only the men that still wait.
    #[inline]
    pub(crate) fn retain(&mut self, side: Side, still: impl Fn(Square) -> bool) {
        let length = usize::from(self.lengths[side.index()]);
        let queue = &mut self.queues[side.index()];
        let mut kept = 0;
        for index in 0..length {
            if still(queue[index].square) {
                queue[kept] = queue[index];
                kept += 1;
            }
        }
        queue[kept..length].fill(Waiting::default());
        self.lengths[side.index()] = kept as u8;
    }

    /// One of its owner's turns begins.
    #[inline]
    pub(crate) fn tick(&mut self, side: Side) {
        for waiting in &mut self.queues[side.index()] {
            waiting.turns = waiting.turns.saturating_sub(1);
        }
    }

    /// A key of all of it; 0 if there is nothing.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        if *self == Self::default() {
            return 0;
        }
        let mut key = 0;
        for (side, lost) in self.lost.iter().enumerate() {
            for (kind, &count) in lost.iter().enumerate().filter(|(_, count)| **count > 0) {
                let mut mix = 0x10_0000 + ((kind as u64) << 9) + ((side as u64) << 8) + u64::from(count);
                key ^= split_mix(&mut mix);
            }
            let queue = &self.queues[side][..usize::from(self.lengths[side])];
            for (place, waiting) in queue.iter().enumerate() {
                let words = [place as u8, waiting.square, waiting.turns, side as u8];
                let mut mix = (0x20_0000 << 32) + u64::from(u32::from_le_bytes(words));
                key ^= split_mix(&mut mix);
            }
        }
        key
    }
}
