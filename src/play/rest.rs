//! The rest of a turn: whether moves after which a royal piece is in danger can still be made good within it.
//!
//! Where safety is deferred to the end of a turn, a move is legal if some way of going on ends the turn in safety. There are exponentially
//! many ways, but they lead to far fewer positions, and in most of them the first few moves that are tried will do.

use std::collections::BTreeMap;

use super::any::AnyJob;
use super::hashed::key;
use crate::board::Bits;
use crate::board::isa::dispatch;
use crate::moves::{List, TooManyMoves};
use crate::state::State;
use crate::tables::Tables;

/// The maximum number of positions tried to list the moves of one.
pub(crate) const MOST_TRIED: usize = 50_000;

/// The name of the rule in the error about too many moves.
const REASON: &str = "safety at the end of a turn";

/// What has been found out about the positions within a turn, while the moves of one are listed.
#[derive(Debug, Default)]
pub(super) struct Rest {
    /// By the keys of positions: whether the turn can be ended there with all royal pieces safe.
    known: Option<BTreeMap<u64, bool>>,
    /// True if moves need only be legal but for bans, as where a ban asks: bans would ask one another without end.
    unbanned: bool,
    /// True if there were more positions than may be tried, so that the list can't be trusted.
    full: bool,
}

impl Rest {
    /// Nothing yet, of turns whose moves need only be legal but for bans.
    pub(super) fn unbanned() -> Self {
        Self { unbanned: true, ..Self::default() }
    }

    /// Returns `true` if the turn can be ended with all royal pieces safe, or if that would take too long to find out.
    pub(super) fn can_end<B: Bits>(&mut self, tables: &Tables<B>, state: &State<B>) -> bool {
        let key = key(tables, state, 0);
        let known = self.known.get_or_insert_default();
        if let Some(&known) = known.get(&key) {
            return known;
        }
        if self.full || known.len() >= MOST_TRIED {
            self.full = true;
            return true;
        }
        // it counts from now on; no position of a turn comes after itself
        known.insert(key, false);
        let found = dispatch(AnyJob { tables, state, bans: !self.unbanned, rest: self });
        self.known.get_or_insert_default().insert(key, found);
        found
    }

    /// Records in a list how many positions were tried for it, and whether they were too many.
    pub(super) fn tell(&self, list: &mut List) {
        list.tried += self.known.as_ref().map_or(0, BTreeMap::len) as u64;
        if self.full {
            list.full = Some(TooManyMoves { rule: REASON });
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Variant;
    use crate::play::{fen, legal};
    use crate::tables::Tables;

    /// Returns the numbers of legal moves and of positions tried in a game whose turns become longer and longer.
    fn counted(position: &str) -> (usize, u64) {
        let text =
            "extends = \"progressive\"\n[game]\nname = \"x\"\n[turn]\nsafe = \"at the end of the turn\"\n";
        let tables = Tables::<u64>::compile(&Variant::from_text("x", text, &[]).expect("it is sound").rules);
        let state = fen::read(&tables, position).expect("a sound position").state;
        let list = legal(&tables, &state);
        (list.moves.len(), list.tried)
    }

    /// Trying every way, 20 moves deep, would never end.
    #[test]
    fn few_positions_are_tried_where_nothing_is_in_danger() {
        let (moves, tried) = counted("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 11 turns=20");
        assert_eq!(moves, 20);
        assert!(tried <= 20 * 20, "{tried}");
    }
}
