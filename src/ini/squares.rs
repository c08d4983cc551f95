//! Sets of squares in words: those of variants.ini, and those of game files.

use crate::board::{Bits, Geometry, Square, SquareSet};

/// Reads the squares of a list such as `*1 d4 e5`; words that are no squares are returned.
pub(super) fn read<'a>(geometry: &Geometry, text: &'a str) -> (SquareSet, Vec<&'a str>) {
    let (mut found, mut wrong) = (SquareSet::NONE, Vec::new());
    for word in text.split([' ', ',', '\t']).filter(|word| !word.is_empty() && *word != "-") {
        match squares(geometry, word) {
            Some(some) => found |= some,
            None => wrong.push(word),
        }
    }
    (found, wrong)
}

/// Returns the squares of one word, `e4`, `*4`, `e*` or `*`, as far as they are on the board.
fn squares(geometry: &Geometry, word: &str) -> Option<SquareSet> {
    let mut letters = word.chars();
    let file = match letters.next()? {
        '*' => None,
        letter @ 'a'..='p' => Some(letter as u8 - b'a'),
        _ => return None,
    };
    let rank = match letters.as_str() {
        "*" => None,
        "" if file.is_none() => None,
        digits => Some(digits.parse::<u8>().ok().filter(|rank| (1..=99).contains(rank))? - 1),
    };
    let fits = |square: &Square| {
        file.is_none_or(|file| geometry.file(*square) == file)
            && rank.is_none_or(|rank| geometry.rank(*square) == rank)
    };
    Some(geometry.every().filter(fits).collect())
}

/// Returns a set as variants.ini lists it: `*1 *2 d4`; `-` if it is empty.
pub(crate) fn listed(geometry: &Geometry, set: SquareSet) -> String {
    let open = |rank: &u8| geometry.whole_rank(*rank) & geometry.playable();
    let is_full = |rank: &u8| !open(rank).is_empty() && (open(rank) & !set).is_empty();
    let full: Vec<u8> = (0..geometry.ranks).filter(is_full).collect();
    let mut words: Vec<String> = full.iter().map(|rank| format!("*{}", rank + 1)).collect();
    let rest = set.squares().filter(|square| !full.contains(&geometry.rank(*square)));
    words.extend(rest.map(|square| geometry.name(square)));
    if words.is_empty() { "-".to_owned() } else { words.join(" ") }
}

/// Returns a set with all squares that are ahead of its own on their files.
pub(super) fn ahead(geometry: &Geometry, set: SquareSet) -> SquareSet {
    let goes_on = |square: Square| (0..).map_while(move |by| geometry.step(square, 0, by));
    set.squares().flat_map(goes_on).collect()
}

/// Returns a set in the words of game files.
pub(crate) fn written(geometry: &Geometry, set: SquareSet) -> String {
    let rest = geometry.playable() & !set;
    match rest.count() {
        0 => "all".to_owned(),
        1..=3 => {
            let names: Vec<String> = rest.squares().map(|square| geometry.name(square)).collect();
            format!("all but {}", names.join(" "))
        }
        _ => parts(geometry, set),
    }
}

/// Returns whole ranks, then blocks and single squares.
fn parts(geometry: &Geometry, set: SquareSet) -> String {
    let is_full = |rank: &u8| (geometry.whole_rank(*rank) & !set).is_empty();
    let ranks: Vec<u8> = (0..geometry.ranks).filter(is_full).collect();
    let mut parts = Vec::new();
    for run in ranks.chunk_by(|one, next| one + 1 == *next) {
        let (first, last) = (run[0] + 1, run[run.len() - 1] + 1);
        parts.push(if first == last { format!("rank {first}") } else { format!("ranks {first}..{last}") });
    }
    let mut left = ranks.iter().fold(set, |left, rank| left & !geometry.whole_rank(*rank));
    while !left.is_empty() {
        let block = widest(geometry, left);
        left &= !block;
        let mut names: Vec<String> = block.squares().map(|square| geometry.name(square)).collect();
        let far = names.pop().unwrap_or_default();
        parts.push(names.first().map_or(far.clone(), |corner| format!("{corner}..{far}")));
    }
    parts.join(" ")
}

/// Returns the largest block that begins at the first of some squares.
fn widest(geometry: &Geometry, left: SquareSet) -> SquareSet {
    let first = left.first();
    let to = |far: Square| -> SquareSet {
        let files = geometry.file(first)..=geometry.file(far);
        let ranks = geometry.rank(first)..=geometry.rank(far);
        let within = |at: &Square| files.contains(&geometry.file(*at)) && ranks.contains(&geometry.rank(*at));
        geometry.every().filter(within).collect()
    };
    let blocks = left.squares().map(to).filter(|block| (*block & !left).is_empty());
    blocks.reduce(|best, other| if other.count() > best.count() { other } else { best }).unwrap_or(left)
}
