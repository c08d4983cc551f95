//! Sorting outside the search, where size counts for more than speed.
//!
//! The sorts of the standard library are compiled anew for every type and key, some 4 KB each. Here one of them sorts indices, and only the
//! comparison and the moving of items are compiled for each type.

use std::cmp::Ordering;

/// Sorts a slice by a key, stably.
pub(crate) fn by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    by(items, |one, other| key(one).cmp(&key(other)));
}

/// Sorts a slice of ordered values.
pub(crate) fn values<T: Ord>(items: &mut [T]) {
    by(items, T::cmp);
}

/// Sorts a slice by a comparison.
pub(crate) fn by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    if items.is_sorted_by(|one, other| compare(one, other).is_le()) {
        return;
    }
    let mut ranks = ranks(items.len(), &|one, other| compare(&items[one], &items[other]));
    for place in 0..items.len() {
        while ranks[place] != place {
            let rank = ranks[place];
            items.swap(place, rank);
            ranks.swap(place, rank);
        }
    }
}

/// Returns the rank of each item among all.
fn ranks(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut sorted: Vec<usize> = (0..count).collect();
    sorted.sort_by(|&one, &other| compare(one, other));
    let mut ranks = vec![0; count];
    for (rank, place) in sorted.into_iter().enumerate() {
        ranks[place] = rank;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::{by_key, values};

    #[test]
    fn as_the_standard_library_sorts() {
        let mut seed = 1_u64;
        for length in 0..60 {
            let mut items: Vec<(u64, usize)> = Vec::new();
            for place in 0..length {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                items.push((seed >> 61, place));
            }
            let (mut wanted, mut all) = (items.clone(), items.clone());
            wanted.sort_by_key(|item| item.0);
            by_key(&mut items, |item| item.0);
            assert_eq!(items, wanted);
            wanted.sort_unstable();
            values(&mut all);
            assert_eq!(all, wanted);
        }
    }
}
