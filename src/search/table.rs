//! The transposition table, shared by threads without locks.
//!
//! An entry is two words, the first of which is the key XORed with the second (R. M. Hyatt and T. Mann, A lock-less transposition
//! table implementation for parallel search, 2002): an entry that two threads have half written each matches no key.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::histories::Histories;

/// The fraction of the memory that is lent to a tree is one over this.
const LENT: usize = 8;

/// The number of entries in a bucket.
const WAYS: usize = 4;

/// The kind of bound of a stored value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Upper,
    Lower,
    Exact,
}

/// The unpacked entry of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) value: i32,
    pub(super) depth: i32,
    pub(super) bound: Bound,
    /// The best move, as [`mark`] packs it; 0 if there is none.
    pub(super) mv: u32,
}

#[derive(Debug, Default)]
struct Entry {
    check: AtomicU64,
    known: AtomicU64,
}

/// The transposition table. Its size is fixed.
#[derive(Debug)]
pub(crate) struct Table {
    entries: Vec<Entry>,
    /// The number of entries when no memory is lent.
    whole: usize,
    lent: bool,
    age: AtomicU8,
    /// The history tables of the last search, for the next.
    histories: Mutex<Option<Box<Histories>>>,
}

impl Table {
    /// Creates an empty table of this many MiB; `None` if the memory is not available.
    pub(crate) fn new(mebibytes: usize) -> Option<Self> {
        let room = mebibytes.max(1).checked_mul(1 << 20)? / size_of::<Entry>();
        let mut entries = Vec::new();
        entries.try_reserve_exact(room).ok()?;
        entries.resize_with(room, Entry::default);
        Some(Self { entries, whole: room, lent: false, age: AtomicU8::new(0), histories: Mutex::new(None) })
    }

    /// Returns `true` if a part of the memory is lent to a tree.
    pub(crate) fn lends(&self) -> bool {
        self.lent
    }

    /// Lends a part of the memory to a tree, or takes it back if it is still available.
    pub(crate) fn lend(&mut self, lent: bool) {
        self.lent = lent;
        if lent {
            self.entries.truncate((self.whole - self.whole / LENT).next_multiple_of(WAYS));
            self.entries.shrink_to_fit();
        } else if self.entries.try_reserve_exact(self.whole - self.entries.len()).is_ok() {
            self.entries.resize_with(self.whole, Entry::default);
        }
    }

    /// Returns the number of bytes lent.
    pub(super) fn lent(&self) -> usize {
        (self.whole - self.entries.len()) * size_of::<Entry>()
    }

    /// Clears the table.
    pub(crate) fn clear(&self) {
        for entry in &self.entries {
            entry.check.store(0, Ordering::Relaxed);
            entry.known.store(0, Ordering::Relaxed);
        }
        self.age.store(0, Ordering::Relaxed);
        self.keep(None);
    }

    /// Keeps the history tables of a search.
    pub(super) fn keep(&self, histories: Option<Histories>) {
        *self.histories() = histories.map(Box::new);
    }

    /// Returns the history tables of the last search, if that was of a game with these numbers of squares and types.
    pub(super) fn kept(&self, squares: usize, types: usize) -> Option<Histories> {
        self.histories().take().map(|histories| *histories).filter(|histories| histories.fits(squares, types))
    }

    fn histories(&self) -> MutexGuard<'_, Option<Box<Histories>>> {
        self.histories.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a new search: entries of earlier ones are replaced first.
    pub(super) fn next_search(&self) {
        self.age.store((self.age() + 1) & 63, Ordering::Relaxed);
    }

    fn age(&self) -> u8 {
        self.age.load(Ordering::Relaxed)
    }

    /// Returns how full the table is with entries of this search, in thousandths.
    pub(super) fn fullness(&self) -> u32 {
        let sample = self.entries.iter().take(1000);
        let now = |entry: &&Entry| {
            let known = entry.known.load(Ordering::Relaxed);
            known != 0 && (known >> 58) as u8 == self.age()
        };
        sample.filter(now).count() as u32
    }

    #[inline]
    fn place(&self, key: u64) -> &[Entry] {
        let places = self.entries.len() / WAYS;
        let place = ((u128::from(key) * places as u128) >> 64) as usize;
        &self.entries[place * WAYS..][..WAYS]
    }

    /// Returns the entry of a position, if there is one.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Known> {
        for entry in self.place(key) {
            let known = entry.known.load(Ordering::Relaxed);
            if known != 0 && entry.check.load(Ordering::Relaxed) ^ known == key {
                let bound = match known >> 56 & 3 {
                    1 => Bound::Upper,
                    2 => Bound::Lower,
                    _ => Bound::Exact,
                };
                let value = i32::from((known >> 32) as u16 as i16);
                let depth = i32::from((known >> 48) as u8);
                return Some(Known { value, depth, bound, mv: known as u32 });
            }
        }
        None
    }

    /// Stores an entry in the place of the least valuable one.
    #[inline]
    pub(super) fn put(&self, key: u64, mut found: Known) {
        let (age, mut chosen, mut least) = (self.age(), 0, i32::MAX);
        let place = self.place(key);
        for (index, entry) in place.iter().enumerate() {
            let known = entry.known.load(Ordering::Relaxed);
            let depth = i32::from((known >> 48) as u8);
            if known != 0 && entry.check.load(Ordering::Relaxed) ^ known == key {
                let fresh = (known >> 58) as u8 == age;
                if fresh && found.bound != Bound::Exact && found.depth + 3 < depth {
                    return;
                }
                if found.mv == 0 {
                    found.mv = known as u32;
                }
                chosen = index;
                break;
            }
            let years = i32::from(age.wrapping_sub((known >> 58) as u8) & 63);
            let params = if known == 0 { i32::MIN } else { depth - 8 * years };
            if params < least {
                (least, chosen) = (params, index);
            }
        }
        let bound = match found.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        let known = u64::from(found.mv)
            | u64::from(found.value as i16 as u16) << 32
            | u64::from(found.depth.clamp(0, 255) as u8) << 48
            | bound << 56
            | u64::from(age) << 58;
        place[chosen].known.store(known, Ordering::Relaxed);
        place[chosen].check.store(key ^ known, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_got_back() {
        let table = Table::new(1).expect("a MiB");
        for (value, bound) in [(-31_000, Bound::Exact), (17, Bound::Lower), (0, Bound::Upper)] {
            table.put(99, Known { value, depth: 12, bound, mv: 0xDEAD_BEEF });
            let known = table.get(99).expect("it was put");
            assert_eq!((known.value, known.bound), (value, bound));
            assert_eq!((known.depth, known.mv), (12, 0xDEAD_BEEF));
            table.next_search();
        }
        assert!(table.get(98).is_none());
        table.clear();
        assert!(table.get(99).is_none());
    }

    #[test]
    fn what_is_lent_is_given_up_until_it_comes_back() {
        let mut table = Table::new(1).expect("a MiB");
        let whole = table.entries.len();
        table.lend(true);
        assert!(table.lends() && table.lent() >= 1 << 16);
        assert_eq!(table.lent() + table.entries.len() * size_of::<Entry>(), 1 << 20);
        assert!(table.entries.capacity() < whole);
        table.put(7, Known { value: 5, depth: 1, bound: Bound::Exact, mv: 1 });
        assert_eq!(table.get(7).map(|known| known.value), Some(5));
        table.lend(false);
        assert_eq!((table.lends(), table.lent(), table.entries.len()), (false, 0, whole));
    }

    #[test]
    fn no_table_is_larger_than_the_machine() {
        assert!(Table::new(usize::MAX).is_none());
        assert!(Table::new(1 << 40).is_none());
    }
}
