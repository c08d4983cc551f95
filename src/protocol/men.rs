//! How an interface for CECP is told of a game: its array, letters and movements.

use crate::Variant;

/// The letters of an interface's men in the order of its table, but for the last, the royal one.
const PLACES: &str = "PNBRQFEACWMOHIJGDVLSU";

/// The lines that answer `variant`: `setup`, and a `piece` for each type. Empty where the game can't be told.
pub(super) fn told(variant: &Variant) -> Vec<String> {
    let Some(table) = letters(variant) else { return Vec::new() };
    let (files, ranks, fen) = (variant.files(), variant.ranks(), variant.start().fen());
    let lower = table.to_ascii_lowercase();
    let mut lines = vec![format!("setup ({table}{lower}) {files}x{ranks}+0_fairy {fen}")];
    lines.extend(movements(variant).unwrap_or_default());
    lines
}

/// The letters in the order of the interface's men, a dot where it has one that the game has not; `None` if it has too few.
fn letters(variant: &Variant) -> Option<String> {
    let mut places: Vec<char> = vec!['.'; PLACES.len() + 1];
    let king = PLACES.len();
    let mut rest = Vec::new();
    for piece in variant.pieces() {
        let mut signs = piece.letter.chars();
        let letter = signs.next().filter(|letter| letter.is_ascii_uppercase() && signs.next().is_none())?;
        match PLACES.find(letter) {
            _ if piece.royal && places[king] == '.' => places[king] = letter,
            Some(place) => places[place] = letter,
            None => rest.push(letter),
        }
    }
    for letter in rest {
        // rare figures first
        let free = places[..king].iter().rposition(|&place| place == '.')?;
        places[free] = letter;
    }
    Some(places.into_iter().collect())
}

/// Movements as the interface reads them; `None` if one of them can't be written.
fn movements(variant: &Variant) -> Option<Vec<String>> {
    let rules = &variant.rules;
    // what else decides which steps are legal can't be told
    let more = !rules.geometry.walls.is_empty()
        || !rules.forbids.is_empty()
        || !rules.relocations.is_empty()
        || rules.safe_walk.is_some();
    if more {
        return None;
    }
    let passing = rules.en_passant.is_some();
    let promotes = |index: usize| {
        let promotion = rules.promotion.as_ref();
        promotion.is_some_and(|promotion| promotion.pieces.iter().any(|&kind| usize::from(kind) == index))
    };
    let line = |(index, piece): (usize, crate::PieceInfo)| {
        if piece.notation.is_empty() {
            return None;
        }
        let mut words = piece.notation.replace(' ', "");
        if passing && promotes(index) {
            words = words.replace("fcF", "fceF");
        }
        if let Some(castling) = &rules.castling {
            let own = castling.ways.iter().map(|way| way.parts[0]);
            let mut far: Vec<u8> = own
                .filter(|part| usize::from(part.kind) == index)
                .map(|part| part.from.abs_diff(part.to))
                .collect();
            far.sort_unstable();
            far.dedup();
            words.extend(far.iter().map(|far| format!("isO{far}")));
        }
        Some(format!("piece {}& {words}", piece.letter))
    };
    variant.pieces().into_iter().enumerate().map(line).collect()
}
