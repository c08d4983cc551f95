//! Sets of squares as variants.ini writes them: `*1 *2 d4`.

use crate::board::{Bits, Geometry, SquareSet};

/// Returns a set in words; `-` if it is empty.
pub(super) fn written(geometry: &Geometry, set: SquareSet) -> String {
    let open = |rank: &u8| geometry.whole_rank(*rank) & geometry.playable();
    let is_full = |rank: &u8| !open(rank).is_empty() && (open(rank) & !set).is_empty();
    let full: Vec<u8> = (0..geometry.ranks).filter(is_full).collect();
    let mut words: Vec<String> = full.iter().map(|rank| format!("*{}", rank + 1)).collect();
    let rest = set.squares().filter(|square| !full.contains(&geometry.rank(*square)));
    words.extend(rest.map(|square| geometry.name(square)));
    if words.is_empty() { "-".to_owned() } else { words.join(" ") }
}
