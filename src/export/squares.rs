//! Sets of squares as variants.ini writes them: `*1 *2 d4`.

use crate::board::{Bits, Geometry, SquareSet};

/// Returns a set in words; `-` if it is empty.
pub(super) fn written(geometry: &Geometry, set: SquareSet) -> String {
    let open = geometry.playable();
    let whole = |rank: u8| {
        let squares = (0..geometry.files).filter_map(|file| geometry.square(file, rank));
        squares.fold(SquareSet::NONE, |set, square| set | SquareSet::bit(square))
    };
    let is_full = |rank: &u8| !(whole(*rank) & open).is_empty() && (whole(*rank) & open & !set).is_empty();
    let full: Vec<u8> = (0..geometry.ranks).filter(is_full).collect();
    let mut words: Vec<String> = full.iter().map(|rank| format!("*{}", rank + 1)).collect();
    let rest = full.iter().fold(set, |rest, &rank| rest & !whole(rank));
    words.extend(rest.squares().map(|square| geometry.name(square)));
    if words.is_empty() { "-".to_owned() } else { words.join(" ") }
}
