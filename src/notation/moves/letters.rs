//! The letters of the notation: capitals, modifiers, and those of other dialects that can't be played yet.

/// The leaps of a capital, and whether it rides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gait {
    /// The leaps, each in all its directions.
    pub(super) leaps: &'static [(i8, i8)],
    /// True if it rides: it continues until something stops it.
    pub(super) rides: bool,
}

/// Returns the gait of a capital.
pub(super) fn gait(capital: char) -> Option<Gait> {
    let (leaps, rides): (&[(i8, i8)], bool) = match capital {
        'W' => (&[(0, 1)], false),
        'F' => (&[(1, 1)], false),
        'D' => (&[(0, 2)], false),
        'N' => (&[(1, 2)], false),
        'A' => (&[(2, 2)], false),
        'H' => (&[(0, 3)], false),
        'C' | 'L' => (&[(1, 3)], false),
        'Z' | 'J' => (&[(2, 3)], false),
        'G' => (&[(3, 3)], false),
        'K' => (&[(0, 1), (1, 1)], false),
        'R' => (&[(0, 1)], true),
        'B' => (&[(1, 1)], true),
        'Q' => (&[(0, 1), (1, 1)], true),
        _ => return None,
    };
    Some(Gait { leaps, rides })
}

/// Returns the letter to prefer to one that dialects use for different leaps.
pub(super) fn clearer(capital: char) -> Option<(char, &'static str)> {
    match capital {
        'L' => Some(('C', "(1,3)")),
        'J' => Some(('Z', "(2,3)")),
        _ => None,
    }
}

/// Returns a capital, or the letter to prefer to it.
#[cfg(feature = "tools")]
pub(crate) fn clear(capital: char) -> char {
    clearer(capital).map_or(capital, |(letter, _)| letter)
}

/// Returns `true` if the modifier selects directions.
pub(crate) fn directs(letter: char) -> bool {
    "fblrvsh".contains(letter)
}

/// Returns `true` if the modifier can be played.
pub(super) fn modifies(letter: char) -> bool {
    directs(letter) || "mcinzqapgjoydutxek".contains(letter)
}

/// Returns the meaning of a letter of the notation that can't be played yet.
pub(super) fn unplayable(letter: char) -> Option<&'static str> {
    Some(match letter {
        'I' => "the moves of the piece moved last",
        '@' => "a drop",
        _ => return None,
    })
}

/// Returns the letter that may have been meant by a meaningless one, as a correction.
pub(super) fn meant(letter: char) -> Option<char> {
    let upper = letter.to_ascii_uppercase();
    let lower = letter.to_ascii_lowercase();
    if letter != upper && gait(upper).is_some() {
        Some(upper)
    } else if letter != lower && modifies(lower) {
        Some(lower)
    } else {
        None
    }
}

/// The signs of the notation, each with its meaning in words.
///
/// ```
/// assert!(ferz::movement::SIGNS.contains(&("N", "the leap (1,2)")));
/// ```
pub const SIGNS: &[(&str, &str)] = &[
    ("W", "one square orthogonally: the leap (0,1)"),
    ("F", "one square diagonally: the leap (1,1)"),
    ("D", "two squares orthogonally: the leap (0,2)"),
    ("N", "the leap (1,2)"),
    ("A", "two squares diagonally: the leap (2,2)"),
    ("H", "three squares orthogonally: the leap (0,3)"),
    ("C", "the leap (1,3)"),
    ("Z", "the leap (2,3)"),
    ("G", "three squares diagonally: the leap (3,3)"),
    ("K", "one square in any direction; the same as `WF`"),
    ("R", "any distance orthogonally; the same as `WW`"),
    ("B", "any distance diagonally; the same as `FF`"),
    ("Q", "any distance in any direction; the same as `RB`"),
    ("L", "the leap (1,3); `C` is clearer, because dialects differ"),
    ("J", "the leap (2,3); `Z` is clearer, because dialects differ"),
    ("f", "forward"),
    ("b", "back"),
    ("l", "to the left"),
    ("r", "to the right"),
    ("v", "vertically: forward and back"),
    ("s", "sideways: left and right"),
    ("h", "widens the choice of directions, as in `fhN` and `fhK`"),
    ("m", "only moves, to an empty square"),
    ("c", "only captures"),
    ("i", "only as the piece's first move"),
    ("n", "lame: the squares on the way must be empty"),
    (
        "z",
        "crooked: turns 90 degrees at each leap, alternately left and right; on a later leg, bends to the opposite side from the last bend",
    ),
    (
        "q",
        "circular: turns 45 degrees at each leap, always the same way; on a later leg, bends to the same side as the last bend",
    ),
    (
        "a",
        "again: a further leg of the same move, as in `mafsW`. In square brackets each leg has a capital of its own",
    ),
    (
        "p",
        "hops over exactly one piece, as in `mRcpR`; on any leg but the last, the leg ends on that piece, and the next leg goes on from there",
    ),
    (
        "g",
        "hops like `p`, but the range changes beyond the hurdle: a ride becomes one step, and a step becomes a ride, as in `gQ`",
    ),
    (
        "j",
        "jumps: a leap goes only over occupied squares, as in `jD`; a ride passes over its first square, whatever stands there, as in `jR`",
    ),
    (
        "y",
        "like `m`, and the range changes from the next leg on: a step becomes a ride, and a ride becomes one step",
    ),
    ("d", "captures a piece of its own side"),
    ("e", "captures en passant"),
    ("k", "captures royal pieces only: gives check, but captures nothing else"),
    ("t", "tame: can't capture a royal piece; on any leg but the last, can't hop over an enemy"),
    ("u", "unloads: sets the captured piece down where the leg begins"),
    (
        "x",
        "lets a piece of its own side make the rest of the move; on the last leg, moves like a piece of its own side that it could reach",
    ),
    (
        "o",
        "goes round the side edges, as on a cylinder; `oo` goes round all edges. A picture has no edges, so it shows no difference",
    ),
    ("U", "leaps to any other square"),
    (
        "O",
        "castles: moves that many squares along the rank, and the outermost piece on that side goes to the last square passed over, as in `isO2`; neither may have moved. `j` ignores a piece on the edge",
    ),
    ("X", "after a capital: lengthens the longer part of the leap by 3, as in `NX`, the leap (1,5)"),
    ("Y", "after a capital: lengthens both parts of the leap by 2, as in `NY`, the leap (3,4)"),
];

/// The capitals, for help.
pub(super) const CAPITALS: &str = "the usual capitals are W F D N A H C Z G, K R B Q, U and O (castling); a leap can also be spelled out, as in (1,4)";
/// The modifiers, for help.
pub(super) const MODIFIERS: &str = "the lower-case letters are f b l r v s h (where to), m c d e k t (what for), i (first move), n j (lame, jumping), p g (hopping), z q (curved), \
     a y (further legs), o (round the edge), u x (effects)";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_that_can_be_played_has_its_meaning_and_no_other() {
        let told = |letter: char| SIGNS.iter().filter(|(known, _)| known.starts_with(letter)).count();
        for letter in ('A'..='Z').chain('a'..='z') {
            let known = gait(letter).is_some() || modifies(letter) || "UXYO".contains(letter);
            assert_eq!(told(letter), usize::from(known), "{letter}");
        }
    }
}
