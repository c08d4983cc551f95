//! A quick hasher, and the places of values by their hashes.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use smallvec::SmallVec;

/// A hasher for the library's own data, whose keys nobody can choose to collide.
#[derive(Debug, Default)]
struct Mixer(u64);

/// Returns the hash of a value.
pub(super) fn hash(value: &impl Hash) -> u64 {
    let mut mixer = Mixer::default();
    value.hash(&mut mixer);
    mixer.finish()
}

/// The places of values in a list, by the hash of each: compiled once for values of every type.
#[derive(Debug, Default)]
pub(super) struct Places(HashMap<u64, SmallVec<[u32; 4]>, BuildHasherDefault<Mixer>>);

impl Places {
    /// Returns the place of the value with this hash that `is` accepts.
    #[inline]
    pub(super) fn find(&self, hash: u64, is: impl Fn(usize) -> bool) -> Option<usize> {
        self.0.get(&hash)?.iter().map(|&place| place as usize).find(|&place| is(place))
    }

    /// Adds the place of a value.
    pub(super) fn add(&mut self, hash: u64, place: usize) {
        self.0.entry(hash).or_default().push(place as u32);
    }
}

impl Hasher for Mixer {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
