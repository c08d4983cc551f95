//! Perft with a hash table: a position reached by transposition is counted once.
//!
//! Threads share the table without locks. An entry is two words, of which the first is the key XORed with the second (R. M. Hyatt and T.
//! Mann, A lock-less transposition table implementation for parallel search, 2002), so that an entry that two threads have half written
//! each matches no key, and counts as empty.

use std::sync::atomic::{AtomicU64, Ordering};

use super::bulk::PerftJob;
use super::generate::ListInto;
use super::perft::{Last, PerftError};
use super::{make, over, unmake};
use crate::board::Bits;
use crate::board::isa::{Isa, Job};
use crate::moves::List;
use crate::state::State;
use crate::tables::Tables;

/// The number of entries in a bucket: as many as share a cache line.
const WAYS: usize = 4;

/// The number of bits of an entry's second word that hold the depth; the others hold the count.
const DEPTH_BITS: u32 = 8;

/// The count of a position and a depth.
#[derive(Debug, Default)]
struct Entry {
    check: AtomicU64,
    known: AtomicU64,
}

/// The hash table of positions that have been counted. It never grows.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
}

impl Table {
    /// Creates an empty table of this many MiB.
    ///
    /// # Errors
    /// If the memory is not available.
    pub(super) fn new(mebibytes: usize) -> Result<Self, PerftError> {
        let room = mebibytes.checked_mul(1 << 20).map(|bytes| bytes / size_of::<Entry>());
        let mut entries = Vec::new();
        let reserved = room.map(|room| entries.try_reserve_exact(room).map(|()| room));
        match reserved {
            Some(Ok(room)) => entries.resize_with(room, Entry::default),
            _ => return Err(PerftError::TableTooLarge(mebibytes)),
        }
        Ok(Self { entries })
    }

    /// Returns the bucket of a key.
    fn place(&self, key: u64) -> &[Entry] {
        let places = self.entries.len() / WAYS;
        let place = ((u128::from(key) * places as u128) >> 64) as usize;
        &self.entries[place * WAYS..][..WAYS]
    }

    /// Returns the count for a key and a depth, if it is known.
    fn get(&self, key: u64, depth: u32) -> Option<u64> {
        self.place(key).iter().find_map(|entry| {
            let known = entry.known.load(Ordering::Relaxed);
            let fits = entry.check.load(Ordering::Relaxed) ^ known == key;
            (fits && known & ((1 << DEPTH_BITS) - 1) == u64::from(depth)).then_some(known >> DEPTH_BITS)
        })
    }

    /// Stores a count, replacing the smallest one of its bucket.
    fn put(&self, key: u64, depth: u32, count: u64) {
        if depth >> DEPTH_BITS != 0 || count >> (64 - DEPTH_BITS) != 0 {
            return;
        }
        let known = count << DEPTH_BITS | u64::from(depth);
        let place = self.place(key).iter();
        if let Some(entry) = place.min_by_key(|entry| entry.known.load(Ordering::Relaxed)) {
            entry.known.store(known, Ordering::Relaxed);
            entry.check.store(key ^ known, Ordering::Relaxed);
        }
    }
}

/// Computes the key of a count: everything that distinguishes two positions, and the depth.
#[inline(always)]
pub(super) fn key<B: Bits>(tables: &Tables<B>, state: &State<B>, depth: u32) -> u64 {
    let passed = &state.slots.passed;
    let victim = if passed.squares.is_empty() { 0 } else { u64::from(passed.victim) + 1 };
    let more = (victim << DEPTH_BITS | u64::from(depth)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    state.key(&tables.keys) ^ more ^ more >> 29
}

/// A perft counter that uses the table.
pub(super) struct Hashed<'a, B> {
    pub(super) tables: &'a Tables<B>,
    /// The position, whose key is updated incrementally.
    pub(super) state: &'a mut State<B>,
    pub(super) depth: u32,
    pub(super) last: Last,
    pub(super) table: &'a Table,
    /// One list for each depth.
    pub(super) lists: &'a mut [List],
}

impl<B: Bits> Job for Hashed<'_, B> {
    const NATIVE: bool = B::WIDTH <= 128;
    type Output = u64;

    #[inline(always)]
    fn run<I: Isa>(self) -> u64 {
        let Self { tables, state, depth, last, table, lists } = self;
        let Some((list, rest)) = lists.split_first_mut().filter(|_| depth > 0) else { return 1 };
        if over(tables, state) {
            return 0;
        }
        if depth == 1 && last == Last::Counted {
            let lists = std::slice::from_mut(list);
            return I::run(PerftJob { tables, state, depth, bulk: true, lists });
        }
        // at depth 1, counting is faster than looking the position up
        let key = if depth > 1 { key(tables, state, depth) } else { 0 };
        if let Some(count) = (depth > 1).then(|| table.get(key, depth)).flatten() {
            return count;
        }
        I::run(ListInto { tables, state, list });
        if depth == 1 && last == Last::Listed {
            return list.moves.len() as u64;
        }
        let mut nodes = 0;
        for &mv in &list.moves {
            let undo = make::<B, true>(tables, state, mv, &list.changes);
            let (state, lists) = (&mut *state, &mut *rest);
            nodes += I::run(Hashed { tables, state, depth: depth - 1, last, table, lists });
            unmake::<B, true>(tables, state, mv, &undo);
        }
        if depth > 1 {
            table.put(key, depth, nodes);
        }
        nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_takes_the_room_it_was_given() {
        let table = Table::new(3).expect("there is room");
        assert_eq!(table.entries.capacity() * size_of::<Entry>(), 3 << 20);
        assert!(Table::new(usize::MAX >> 20).is_err());
        assert!(Table::new(usize::MAX).is_err());
    }

    #[test]
    fn only_what_was_put_is_found() {
        let table = Table::new(1).expect("there is room");
        table.put(7, 3, 1000);
        assert_eq!((table.get(7, 3), table.get(7, 2), table.get(8, 3)), (Some(1000), None, None));
        table.put(9, 3, 1 << 56);
        assert_eq!(table.get(9, 3), None, "too large to be held");
        table.put(9, 256, 1);
        assert_eq!(table.get(9, 0), None, "too deep to be held");
    }

    #[test]
    fn a_half_written_entry_is_as_good_as_empty() {
        let table = Table::new(1).expect("there is room");
        table.put(7, 3, 1000);
        let entry = table.place(7).iter().find(|entry| entry.known.load(Ordering::Relaxed) != 0);
        entry.expect("an entry").known.store(1001 << DEPTH_BITS | 3, Ordering::Relaxed);
        assert_eq!(table.get(7, 3), None);
    }

    #[test]
    fn the_smallest_count_makes_room() {
        let table = Table::new(1).expect("there is room");
        for count in 1..=5 {
            table.put(count, 2, count * 10);
        }
        let kept: Vec<_> = (1..=5).filter(|&key| table.get(key, 2).is_some()).collect();
        assert_eq!(kept, [2, 3, 4, 5]);
    }
}
