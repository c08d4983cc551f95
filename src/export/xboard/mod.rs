//! The description of a game for XBoard, by the protocol CECP: its start position, letters and movements.

mod dialect;

use std::collections::BTreeSet;

use super::castling::written;
use crate::board::{Bits, Cells, Symmetry};
use crate::feature::rule::JointMove;
use crate::model::movement::Castle;
use crate::model::pieces::TypeId;
use crate::notation::moves::without_castling;
use crate::rules::Rules;
use crate::{PieceTypeInfo, Variant};
use dialect::movement;

/// The letters of an interface's pieces in the order of its table, except for the last, the royal one.
const PLACES: &str = "PNBRQFEACWMOHIJGDVLSU";

/// Returns the lines that describe a game to XBoard and other interfaces for CECP, after `variant`: `setup`, and a `piece` for each type. Where
/// the interface has no words for a rule of movement, there is only `setup`, and nothing at all where it can't show the pieces.
///
/// ```
/// use ferz::{Variant, export::to_xboard};
/// let lines = to_xboard(&Variant::load("courier", &[])?);
/// assert!(lines[0].starts_with("setup (") && lines[0].contains(" 12x8+0_fairy "));
/// assert!(to_xboard(&Variant::load("glinski", &[])?).is_empty(), "it has squares only");
/// # Ok::<(), ferz::LoadError>(())
/// ```
pub fn to_xboard(variant: &Variant) -> Vec<String> {
    // the interface has squares
    if variant.rules.geometry.cells == Cells::Hexagons {
        return Vec::new();
    }
    let Some(table) = letters(variant) else { return Vec::new() };
    let (files, ranks, fen) = (variant.files(), variant.ranks(), variant.start().fen());
    let lower = table.to_ascii_lowercase();
    let mut lines = vec![format!("setup ({table}{lower}) {files}x{ranks}+0_fairy {fen}")];
    lines.extend(movements(variant).unwrap_or_default());
    lines
}

/// Returns the letters in the order of the interface's pieces, a dot for pieces that the game does not have; `None` if there are too few.
fn letters(variant: &Variant) -> Option<String> {
    let mut places: Vec<char> = vec!['.'; PLACES.len() + 1];
    let (king, rook) = (PLACES.len(), PLACES.find('R')?);
    let joint = variant.rules.joint_moves();
    let partners: Vec<usize> = joint.map(|way| usize::from(way.parts[1].kind)).collect();
    let (mut others, mut rest) = (Vec::new(), Vec::new());
    for (index, piece) in variant.piece_types().iter().enumerate() {
        let letter = piece.letter.parse().ok().filter(char::is_ascii_uppercase)?;
        // the interface knows the pieces whose castling rights it reads by their squares
        let place = if piece.royal { Some(king) } else { Some(rook).filter(|_| partners.contains(&index)) };
        match place.filter(|&place| places[place] == '.') {
            Some(place) => places[place] = letter,
            None => others.push(letter),
        }
    }
    for letter in others {
        match PLACES.find(letter).filter(|&place| places[place] == '.') {
            Some(place) => places[place] = letter,
            None => rest.push(letter),
        }
    }
    for letter in rest {
        // the rarest glyphs first
        let free = places[..king].iter().rposition(|&place| place == '.')?;
        places[free] = letter;
    }
    Some(places.into_iter().collect())
}

/// Returns the movements as the interface reads them; `None` if one of them can't be written.
fn movements(variant: &Variant) -> Option<Vec<String>> {
    let rules = &variant.rules;
    // other rules that decide which moves are legal can't be described
    if !rules.geometry.walls.is_empty() || rules.geometry.wraps() || rules.change_movements() {
        return None;
    }
    let passing = rules.take_on_empty();
    let passes = |index: usize| passing && rules.becomes(index as TypeId).next().is_some();
    let first = rules.joint_moves().next();
    let castling = first.map_or(Some(String::new()), |first| far(rules, first))?;
    let lines = |(index, piece): (usize, &PieceTypeInfo)| {
        let notation = Some(&piece.notation).filter(|text| !text.is_empty())?;
        let words = movement(&without_castling(notation))?;
        let mut words = if passes(index) { words.replace("fcF", "fceF") } else { words };
        if first.is_some_and(|first| usize::from(first.parts[0].kind) == index) {
            words += &castling;
        }
        Some(for_both(&piece.letter, &words, rules.geometry.symmetry))
    };
    let each: Option<Vec<Vec<String>>> = variant.piece_types().iter().enumerate().map(lines).collect();
    Some(each?.concat())
}

/// Returns a movement of both sides' pieces of a letter. Left and right are to the interface as the pieces see them, which face each other;
/// where Black sees the board in a mirror, they are as White sees them.
fn for_both(letter: &str, words: &str, symmetry: Symmetry) -> Vec<String> {
    if symmetry == Symmetry::Rotate || !words.contains(['l', 'r']) {
        return vec![format!("piece {letter}& {words}")];
    }
    let exchanged = |sign| match sign {
        'l' => 'r',
        'r' => 'l',
        sign => sign,
    };
    let black: String = words.chars().map(exchanged).collect();
    vec![format!("piece {letter} {words}"), format!("piece {} {black}", letter.to_ascii_lowercase())]
}

/// Returns the castling suffix of the movement of the piece that is named first: an `O`, with the number of its steps towards the corner,
/// where the other piece comes to its other side. `None` if a way of castling is not like this, or frees the royal piece from what the
/// interface takes for granted: that no square on its way may be attacked.
fn far(rules: &Rules, first: &JointMove) -> Option<String> {
    let geometry = &rules.geometry;
    let mut ways = BTreeSet::new();
    for way in rules.joint_moves() {
        let [king, rook] = way.parts;
        // on the first rank, squares have the numbers of their files
        let [from, to, corner, beside] = [king.from, king.to, rook.from, rook.to];
        let right = to > from;
        let (outer, inner) = if right { (geometry.files - 1, to - 1) } else { (0, to.saturating_add(1)) };
        let level = [from, to, corner, beside].iter().all(|&square| square < geometry.files);
        let safe = |square| way.unattacked.has(square);
        let guarded = rules.types[usize::from(king.kind)].royal && (from.min(to)..=from.max(to)).all(safe);
        let same = [king.kind, rook.kind] == first.parts.map(|part| part.kind);
        let second = ways.iter().any(|other: &Castle| other.right == right);
        if !(level && corner == outer && beside == inner && guarded && same) || from == to || second {
            return None;
        }
        ways.insert(Castle { right, squares: from.abs_diff(to).into(), inside: false });
    }
    Some(written(&ways))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the lines that tell an interface of a game with these ways of castling, on ten files.
    fn told_of(ways: &str) -> Vec<String> {
        let folder = std::env::temp_dir().join(format!("ferz-pieces-{}-{}", std::process::id(), ways.len()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("game.toml");
        let text = format!("extends = \"capablanca\"\n[game]\nname = \"x\"\n[castling]\n{ways}\n");
        std::fs::write(&file, text).unwrap();
        let variant = Variant::load(file.to_str().unwrap(), &[]).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        to_xboard(&variant)
    }

    #[test]
    fn castling_is_told_by_steps_towards_the_corner() {
        let king = |ways: &str| {
            let lines = told_of(ways).into_iter();
            lines
                .filter(|line| line.starts_with("piece K") || line.starts_with("piece k"))
                .collect::<Vec<_>>()
        };
        let right = "{ king = \"f1 i1\", rook = \"j1 h1\" }";
        let both =
            |left: &str| king(&format!("ways = {{ short = {right}, long = {{ king = \"f1 {left} }} }}"));
        assert_eq!(both("c1\", rook = \"a1 d1\""), ["piece K& KisO3"]);
        // mirrored, Black has White's left on its right
        assert_eq!(both("d1\", rook = \"a1 e1\""), ["piece K KilO2irO3", "piece k KirO2ilO3"]);
        assert_eq!(
            king(&format!("ways = {{ short = {right}, long = false }}")),
            ["piece K KirO3", "piece k KilO3"]
        );
        // a rook that comes down elsewhere, and a king that may go where it would be taken
        for other in [
            "ways = { short = { king = \"f1 i1\", rook = \"j1 g1\" }, long = false }",
            &format!("ways = {{ short = {right}, long = false }}\nunattacked = \"nothing\""),
        ] {
            let lines = told_of(other);
            assert!(lines.len() == 1 && lines[0].starts_with("setup "), "{lines:?}");
        }
    }
}
