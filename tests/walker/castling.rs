//! Castling by the letter `O`, worked out on the squares of a rank.

use std::collections::BTreeSet;

use ferz::{MoveKind, Piece, Setup, Side, Variant};

use super::beside::square;
use crate::dice::Dice;

/// One way: towards the last file or the first, so many squares, and whether the edge is passed over.
type Way = (bool, usize, bool);

/// The pieces of White that stand on the first rank: none, the one that castles, or another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Occupant {
    None,
    King,
    Other,
}

/// Reads the terms with an `O` in a row of terms.
fn ways(text: &str) -> Vec<Way> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices('O') {
        let small = |c: &char| c.is_ascii_lowercase();
        let letters: Vec<char> = text[..at].chars().rev().take_while(small).collect();
        let digits: String = text[at + 1..].chars().take_while(char::is_ascii_digit).collect();
        let squares = digits.parse().unwrap_or_else(|_| panic!("{text}: a number"));
        for (right, letter) in [(false, 'l'), (true, 'r')] {
            if letters.contains(&letter) || letters.contains(&'s') {
                found.push((right, squares, letters.contains(&'j')));
            }
        }
    }
    found
}

/// The ranks after castling in every way that is open: the array says where pieces began, the rank where they stand, and none of those
/// that stand where they began has moved.
pub(crate) fn outcomes(text: &str, array: &[Occupant], rank: &[Occupant]) -> BTreeSet<Vec<u8>> {
    let mut after = BTreeSet::new();
    let Some(king) = array
        .iter()
        .position(|occupant| *occupant == Occupant::King)
        .filter(|at| rank[*at] == Occupant::King)
    else {
        return after;
    };
    for (right, squares, inside) in ways(text) {
        let mut edge: Vec<usize> =
            if right { (king + 1..array.len()).rev().collect() } else { (0..king).collect() };
        if inside && !edge.is_empty() {
            edge.remove(0);
        }
        let Some(&partner) = edge.iter().find(|at| array[**at] != Occupant::None) else { continue };
        let Some(to) = (if right { Some(king + squares) } else { king.checked_sub(squares) }) else {
            continue;
        };
        let beyond = if right { to > partner } else { to < partner };
        let mut between = king.min(partner) + 1..king.max(partner);
        if beyond || rank[partner] != Occupant::Other || between.any(|at| rank[at] != Occupant::None) {
            continue;
        }
        let mut new = rank.to_vec();
        (new[king], new[partner]) = (Occupant::None, Occupant::None);
        new[to] = Occupant::King;
        new[if right { to - 1 } else { to + 1 }] = Occupant::Other;
        after.insert(new.iter().map(|occupant| *occupant as u8).collect());
    }
    after
}

/// The same, as ferz castles in a game with that movement.
pub(crate) fn told(
    text: &str,
    array: &[Occupant],
    rank: &[Occupant],
    unmoved: bool,
) -> Result<BTreeSet<Vec<u8>>, String> {
    let sign = |occupant: &Occupant| [".", "K", "R"][*occupant as usize];
    let row: Vec<&str> = array.iter().map(sign).collect();
    let file = format!(
        "[game]\nname = \"Castles\"\n[board]\nfiles = {}\nranks = 3\n[pieces]\n\
         king = {{ letter = \"K\", moves = \"{text}\" }}\nrook = {{ letter = \"R\", moves = \"R\" }}\n\
         [setup]\nwhite = [\"{}\"]\n[end.stuck]\nlose = \"no move\"\n",
        array.len(),
        row.join(" ")
    );
    let variant = Variant::from_text("castles.toml", &file, &[]).map_err(|error| error.to_string())?;
    let kind = |name| variant.piece_type(name).ok_or_else(|| format!("no {name}"));
    let kinds = [kind("king")?, kind("rook")?];
    let files = array.len();
    let mut set_up = Setup::empty(&variant);
    for (at, occupant) in rank.iter().enumerate().filter(|(_, occupant)| **occupant != Occupant::None) {
        set_up = set_up
            .put(square(files, at), Piece { piece_type: kinds[*occupant as usize - 1], side: Side::White });
    }
    let mut position = set_up.finish().map_err(|error| error.to_string())?;
    if !unmoved {
        let fen = position.fen();
        let mut fields: Vec<&str> = fen.split(' ').collect();
        fields[2] = "-";
        position = variant.position(&fields.join(" ")).map_err(|error| error.to_string())?;
    }
    let mut after = BTreeSet::new();
    for mv in position.legal_moves().iter().filter(|mv| mv.kind() == MoveKind::Castling) {
        let mut next = position.clone();
        next.play(mv).map_err(|error| error.to_string())?;
        let occupant = |at| match next.piece_at(square(files, at)).map(|piece| piece.piece_type) {
            None => 0,
            Some(kind) => 1 + u8::from(kind == kinds[1]),
        };
        if !after.insert((0..files).map(occupant).collect()) {
            return Err(format!("{mv} twice"));
        }
    }
    Ok(after)
}

/// Terms of castling, arrays and ranks by chance; returns the positions compared, and the ways found in them.
pub(crate) fn by_chance(rounds: usize) -> (usize, usize) {
    let (mut dice, mut compared, mut open) = (Dice(3), 0, 0);
    for _ in 0..rounds {
        let files = 4 + dice.below(9);
        let mut text = "K".to_owned();
        for _ in 0..=dice.below(2) {
            let side = ["s", "l", "r"][dice.below(3)];
            text += &format!(" i{side}{}O{}", ["", "j"][dice.below(2)], 1 + dice.below(4));
        }
        let mut array: Vec<Occupant> =
            (0..files).map(|_| [Occupant::None, Occupant::Other][dice.below(2)]).collect();
        array[dice.below(files)] = Occupant::King;
        for _ in 0..6 {
            let mut rank = array.clone();
            for occupant in rank.iter_mut().filter(|occupant| **occupant == Occupant::Other) {
                if dice.below(3) > 0 {
                    *occupant = Occupant::None;
                }
            }
            if dice.below(4) == 0 {
                let at = dice.below(files);
                rank[at] = if rank[at] == Occupant::King { Occupant::King } else { Occupant::Other };
            }
            match told(&text, &array, &rank, true) {
                Ok(told) => {
                    assert_eq!(told, outcomes(&text, &array, &rank), "{text}: {array:?} {rank:?}");
                    (compared, open) = (compared + 1, open + told.len());
                }
                // nobody to castle with, or a way said twice
                Err(error) => {
                    let known = ["castle like this", "adds nothing"];
                    assert!(known.iter().any(|known| error.contains(known)), "{text}: {array:?}: {error}");
                    break;
                }
            }
        }
    }
    (compared, open)
}
