//! A piece with several movements has the moves of each: its own, and those that `also` adds. Positions are filled at random; by default a part
//! of the pairs is tried, all in the long run.

use std::collections::BTreeSet;

use ferz::{Piece, Setup, Side, Square, Variant};

use crate::dice::Dice;
use crate::long::long_run;

/// Movements of a piece.
const OWN: [&str; 55] = [
    "R", "B", "Q", "W", "F", "N", "D", "A", "H", "K", "W3", "F2", "R4", "B5", "nN", "nD", "nA", "nW2", "WnD",
    "mR", "cR", "mB", "cB", "mRcB", "mNcK", "iR", "iB", "imN", "ifmnD", "fR", "sR", "fsH", "vR", "lR", "fB",
    "bsW", "fN", "ffNbN", "NN", "AA", "DD", "pR", "pB", "mRcpR", "gQ", "[F?R]", "[W?B]", "qN", "zB", "oR",
    "mpafpafR", "afsafzW", "K cabK", "NK", "",
];

/// Movements that are added to it.
const ADDED: [(&str, &str); 23] = [
    ("F", "on = \"all\""),
    ("W", "on = \"all\""),
    ("N", "on = \"all\""),
    ("mD", "on = \"rank 2\", side = \"white\""),
    ("cA", "on = \"ranks 2..6\""),
    ("mF", "within = \"files b..f\""),
    ("cW", "within = \"ranks 3..7\""),
    ("K", "on = \"a1, c3, d4, e5\""),
    ("R", "on = \"all\""),
    ("B", "within = \"ranks 1..5\""),
    ("R3", "on = \"all\""),
    ("mR2", "side = \"white\""),
    ("cB3", "side = \"white\""),
    ("fmnD", "on = \"all\""),
    ("nA", "on = \"all\""),
    ("nN", "within = \"ranks 2..8\""),
    ("NN", "on = \"all\""),
    ("pR", "on = \"all\""),
    ("mpB", "on = \"all\""),
    ("[F?R]", "on = \"all\""),
    ("mH", "on = \"all\""),
    ("Q", "within = \"d4, d5, e4, e5, c3, f6\""),
    ("fW", "side = \"white\""),
];

fn variant(own: &str, added: Option<(&str, &str)>) -> Variant {
    let also = added
        .map_or_else(String::new, |(moves, place)| format!(", also = [{{ {place}, moves = \"{moves}\" }}]"));
    let text = format!(
        "[game]\nname = \"Union\"\nsources = [\"x\"]\n[board]\nfiles = 8\nranks = 8\n[pieces]\n\
         piece = {{ letter = \"P\", moves = \"{own}\"{also} }}\nstone = {{ letter = \"S\", moves = \"\" }}\n\
         [setup]\nwhite = [\"P . . . . . . .\"]\n[end]\nstuck = {{ draw = \"no move\" }}\n",
    );
    Variant::from_text("union.toml", &text, &[]).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

/// The moves of the piece on a square among others.
fn moves(variant: &Variant, at: Square, others: &[(Square, &str, Side)]) -> BTreeSet<String> {
    let piece = |name: &str, side| Piece { piece_type: variant.piece_type(name).expect("a type"), side };
    let alone = Setup::empty(variant).put(at, piece("piece", Side::White));
    let setup =
        others.iter().fold(alone, |setup, &(square, name, side)| setup.put(square, piece(name, side)));
    let position = setup.finish().expect("a position");
    position.legal_moves().iter().map(ToString::to_string).collect()
}

#[test]
fn a_piece_has_the_moves_of_all_its_movements() {
    let mut dice = Dice(17);
    let mut tried = 0;
    for (number, own) in OWN.into_iter().enumerate() {
        for (at, added) in ADDED.into_iter().enumerate() {
            if !long_run() && (number + at) % 8 != 0 {
                continue;
            }
            let [both, one, other] =
                [variant(own, Some(added)), variant(own, None), variant("", Some(added))];
            let squares: Vec<Square> = both.squares().collect();
            for _ in 0..12 {
                let at = squares[dice.below(squares.len())];
                let mut others = Vec::new();
                for &square in squares.iter().filter(|square| **square != at) {
                    match dice.below(12) {
                        0 => others.push((square, "stone", Side::White)),
                        1 | 2 => others.push((square, "stone", Side::Black)),
                        _ => {}
                    }
                }
                let found = moves(&both, at, &others);
                let wanted: BTreeSet<String> =
                    moves(&one, at, &others).union(&moves(&other, at, &others)).cloned().collect();
                assert_eq!(found, wanted, "{own} also {added:?} on {at} among {others:?}");
                tried += found.len();
            }
        }
    }
    assert!(tried > 5_000, "{tried} moves");
}
