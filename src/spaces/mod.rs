//! Spaces for programs that learn: a numbered list of actions and planes of observation, worked out from the rules of any game, and many
//! games played at once.
//!
//! An [`ActionSpace`] numbers everything that a move may ever be. The list depends on the rules alone, so that a number means the same in
//! every position of the game, and squares are seen by the side to move: both sides move the same way up the board. An
//! [`ObservationSpace`] shows a position as planes of numbers, seen the same way. A [`Batch`] plays many games at a time.
//!
//! ```
//! use ferz::spaces::ActionSpace;
//! let chess = ferz::Variant::load("chess", &[])?;
//! let (space, game) = (ActionSpace::new(&chess), chess.start());
//! let legal = space.legal(&game);
//! assert_eq!(legal.len(), 20);
//! for (number, legal_move) in legal {
//!     assert_eq!(space.move_of(&game, number), Some(legal_move));
//! }
//! # Ok::<(), ferz::LoadError>(())
//! ```

mod action;
mod batch;
mod build;
mod numbering;
mod planes;
mod pool;
mod seat;

pub use action::Action;
pub use batch::{Batch, IllegalAction, Step};
pub use numbering::ActionSpace;
pub use planes::ObservationSpace;

use crate::Variant;

/// The number of a hash before anything has been added: that of FNV-1a with 64 bits.
const EMPTY: u64 = 0xCBF2_9CE4_8422_2325;

/// Adds bytes to a hash by FNV-1a.
fn hashed(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

impl Variant {
    /// Returns a hash of the rules in force: the start position, the pieces and their movements, the special rules and the ends, with the
    /// options as they are chosen. Games that are described in the same words have the same hash, whatever their names. It is the same in
    /// every run of the program, but may change with the version of ferz.
    ///
    /// ```
    /// use ferz::Variant;
    /// let chess = Variant::load("chess", &[])?;
    /// let copy = Variant::from_text("copy.toml", "extends = \"chess\"\n[game]\nname = \"Copy\"\n", &[])?;
    /// assert_eq!(chess.rules_hash(), copy.rules_hash());
    /// assert_ne!(chess.rules_hash(), Variant::load("antichess", &[])?.rules_hash());
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn rules_hash(&self) -> u64 {
        let mut hash = EMPTY;
        let mut add = |text: &str| hash = hashed(hashed(hash, text.as_bytes()), &[0]);
        add(&self.start_position().fen());
        add(&format!("{}x{} {:?}", self.files(), self.ranks(), self.rules.geometry.symmetry));
        for info in self.piece_types() {
            [&info.name, &info.letter, &info.notation, &info.words].into_iter().for_each(|text| add(text));
            add(if info.royal { "royal" } else { "" });
        }
        self.special_rules().iter().chain(&self.defaults()).for_each(|text| add(text));
        for end in self.ends() {
            let side = end.side.map_or("", |side| side.name());
            [end.verdict.word(), side, &end.words].into_iter().for_each(&mut add);
        }
        hash
    }
}
