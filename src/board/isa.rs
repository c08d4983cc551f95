//! The choice of machine instructions, made once when the program runs; the only module with `unsafe` code.
//!
//! Counting bits and gathering the bits under a mask are single instructions on machines with BMI and POPCNT, and AVX2 works on four words
//! at once, but code for every x86-64 machine may not use them. So work that gains enough from them is a [`Job`], written once over an
//! [`Isa`], and [`dispatch`] runs it compiled for the machine at hand. What a job calls has to be inlined into it (or be a job itself, run
//! by [`Isa::run`]) to be compiled with these instructions.
//!
//! `--cfg ferz_portable` leaves the other instructions out, as on a machine of another kind.
//!
//! The gain, measured on chess and the Courier game (perft, bulk counted at the last ply): see `benches/results.md`.
#![allow(unsafe_code)]

#[cfg(all(target_arch = "x86_64", not(ferz_portable)))]
use std::sync::LazyLock;

/// Work that is compiled once for every choice of instructions.
pub(crate) trait Job {
    /// The result of the job.
    type Output;
    /// True where a copy compiled for the machine at hand pays for its size.
    #[cfg_attr(any(ferz_portable, not(target_arch = "x86_64")), allow(dead_code))]
    const NATIVE: bool = true;
    /// Does the work; to be marked `#[inline(always)]`.
    fn run<I: Isa>(self) -> Self::Output;
}

/// A choice of instructions.
pub(crate) trait Isa: Copy + 'static {
    /// True if gathering bits (`PEXT`) is cheap, so that tables indexed by gathered bits pay off.
    const GATHERS: bool;
    /// The bits of a word under a mask, side by side from the lowest.
    fn gather(word: u64, mask: u64) -> u64;
    /// Runs a job with these instructions: for jobs that call themselves.
    fn run<J: Job>(job: J) -> J::Output;
}

/// Instructions that every machine has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Isa for Portable {
    const GATHERS: bool = false;

    fn gather(word: u64, mask: u64) -> u64 {
        let (mut gathered, mut rest, mut place) = (0, mask, 1);
        while rest != 0 {
            if word & rest & rest.wrapping_neg() != 0 {
                gathered |= place;
            }
            rest &= rest - 1;
            place <<= 1;
        }
        gathered
    }

    #[inline(never)]
    fn run<J: Job>(job: J) -> J::Output {
        job.run::<Self>()
    }
}

/// AVX2, BMI1, BMI2, LZCNT and POPCNT. Private, so that no code but [`dispatch`] can begin a job with it.
#[cfg(all(target_arch = "x86_64", not(ferz_portable)))]
#[derive(Clone, Copy, Debug)]
struct Native;

#[cfg(all(target_arch = "x86_64", not(ferz_portable)))]
impl Isa for Native {
    const GATHERS: bool = true;

    #[inline(always)]
    fn gather(word: u64, mask: u64) -> u64 {
        // SAFETY: `Native` is named only in this module, where `dispatch` begins a job with it after finding BMI2.
        let gathered = unsafe { core::arch::x86_64::_pext_u64(word, mask) };
        debug_assert_eq!(gathered, Portable::gather(word, mask), "both ways of gathering agree");
        gathered
    }

    #[inline(always)]
    fn run<J: Job>(job: J) -> J::Output {
        debug_assert!(gathers(), "`dispatch` looks for the features first");
        // SAFETY: as for `gather`: jobs run with `Native` only after `dispatch` has found all five features.
        unsafe { run_native(job) }
    }
}

#[cfg(all(target_arch = "x86_64", not(ferz_portable)))]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
fn run_native<J: Job>(job: J) -> J::Output {
    job.run::<Native>()
}

#[cfg(test)]
thread_local! {
    /// Set by tests that want the portable instructions whatever the machine has.
    static ONLY_PORTABLE: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Makes every later job of this thread use the portable instructions, or again whatever the machine has.
#[cfg(test)]
pub(crate) fn only_portable(only: bool) {
    ONLY_PORTABLE.set(only);
}

/// Returns `true` if a test has forced the portable instructions.
#[cfg(all(target_arch = "x86_64", not(ferz_portable)))]
#[inline(always)]
fn forced() -> bool {
    #[cfg(test)]
    return ONLY_PORTABLE.get();
    #[cfg(not(test))]
    false
}

/// Returns `true` if the machine gathers bits fast.
#[cfg(all(target_arch = "x86_64", not(ferz_portable)))]
#[inline(always)]
pub(crate) fn gathers() -> bool {
    use std::arch::is_x86_feature_detected as has;
    // one test instead of five for each job
    static ALL: LazyLock<bool> =
        LazyLock::new(|| has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt"));
    *ALL
}

/// Returns `true` if the machine gathers bits fast.
#[cfg(not(all(target_arch = "x86_64", not(ferz_portable))))]
pub(crate) fn gathers() -> bool {
    false
}

/// Runs a job with the best instructions the machine has.
#[inline]
pub(crate) fn dispatch<J: Job>(job: J) -> J::Output {
    #[cfg(all(target_arch = "x86_64", not(ferz_portable)))]
    if J::NATIVE && gathers() && !forced() {
        return Native::run(job);
    }
    Portable::run(job)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Gather(u64, u64);

    impl Job for Gather {
        type Output = u64;
        #[inline(always)]
        fn run<I: Isa>(self) -> u64 {
            I::gather(self.0, self.1)
        }
    }

    #[test]
    fn both_ways_of_gathering_agree() {
        let mut word = 1u64;
        for round in 0..1000u64 {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(round);
            let mask = word.rotate_left(17) & word.rotate_left(40);
            assert_eq!(dispatch(Gather(word, mask)), Portable::gather(word, mask));
        }
        assert_eq!(Portable::gather(0b1010_1100, 0b1111_0000), 0b1010);
    }
}
