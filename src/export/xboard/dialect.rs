//! Movements in the dialect of XBoard's `piece` command, version 4.9.
//!
//! XBoard reads the letters of a leg in one order and loses those elsewhere. What it reads differently is written differently, if
//! its letters can express it:
//!
//! | in a game file | to XBoard | why |
//! | --- | --- | --- |
//! | `NN`, `B3`, `fmW fcF` | `N0`, `B3`, `fmWfcF` | it has no doubled capitals and no spaces |
//! | `L`, `J` | `C`, `Z` | it exchanges the two |
//! | `[F?R]` and the like | `FyafsF` | it has no brackets |
//! | `afW`, `asK` | as they stand | a later leg needs its directions: without, it takes fewer of them |
//! | `aN`, `(1,4)`, `NX`, `zB`, `W*`, `pF`, `gW3`, `fsF`, `nZ` | refused | it reads them differently, or not at all |
//! | `cafmR`, `dafK` | refused | a move with two steps is clicked in two, which needs the marks of ferz |

use crate::notation::moves::{WrittenTerm, clear, directs, in_legs, written};
use crate::order;

/// The order of the letters of a leg, after those for directions.
const ORDER: &str = "mcdpgoynj";

/// Returns a movement in the dialect of the interface; `None` if the dialect lacks something.
pub(super) fn movement(notation: &str) -> Option<String> {
    let letters: String = notation.split(' ').collect();
    written(&letters)?.into_iter().map(term).collect()
}

fn term(term: WrittenTerm<'_>) -> Option<String> {
    let Some(capital) = term.capital else {
        // a number after the brackets would limit the whole path, which no number in the legs does
        return movement(in_legs(term.text)?);
    };
    let atom = Some(clear(capital)).filter(|atom| "WFDNAHCZGKRBQ".contains(*atom))?;
    let legs: Vec<String> = (0..term.legs.len()).map(|at| leg(&term, atom, at)).collect::<Option<_>>()?;
    let limited = term.limit.chars().all(|sign| sign.is_ascii_digit());
    let limit = if term.doubled && term.limit.is_empty() { "0" } else { term.limit };
    limited.then(|| format!("{}{atom}{limit}", legs.join("a")))
}

/// The letters of a leg in the order of the interface, in a term with its capital.
fn leg(term: &WrittenTerm<'_>, atom: char, at: usize) -> Option<String> {
    let rank = |letter: &char| match letter {
        'i' => Some(0),
        letter if directs(*letter) => Some(1),
        letter => ORDER.find(*letter).map(|place| 2 + place),
    };
    let mut letters = term.legs[at].clone();
    let (alone, last) = (term.legs.len() == 1, at + 1 == term.legs.len());
    let slides = "RBQ".contains(atom);
    let once = alone && !term.doubled && term.limit.is_empty();
    let ranked = letters.iter().all(|letter| rank(letter).is_some());
    let known = letters.iter().all(|&letter| match letter {
        'i' | 'o' => at == 0,
        'c' | 'd' => last,
        'p' if last => alone && slides,
        'g' if last => alone && slides && term.limit.is_empty(),
        'y' => !last,
        'n' => once && "NAD".contains(atom),
        // it only tests one square for being jumped over
        'j' if slides => alone,
        'j' => once && "AD".contains(atom),
        _ => true,
    });
    if !ranked || !known || !turns_alike(&letters, atom, at == 0) {
        return None;
    }
    order::by_key(&mut letters, rank);
    Some(letters.into_iter().collect())
}

/// Returns `true` if the directions of a leg mean the same to the interface.
fn turns_alike(letters: &[char], atom: char, first: bool) -> bool {
    let directions: String = letters.iter().filter(|letter| directs(**letter)).collect();
    match first {
        // it takes both letters of `fsF` for themselves
        true => !("FAGB".contains(atom) && directions.len() > 1 && directions.contains(['s', 'v'])),
        false => !"NCZ".contains(atom) && (!directions.is_empty() || "KQ".contains(atom)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn movements_are_told_in_the_dialect_of_the_interface() {
        let told = |notation| movement(notation);
        assert_eq!(told("fmW fcF ifmnD").as_deref(), Some("fmWfcFifmnD"));
        assert_eq!(told("NN DD3 WW FF2 BN").as_deref(), Some("N0D3W0F2BN"));
        assert_eq!(told("mfiW nmA cpR").as_deref(), Some("ifmWmnAcpR"));
        assert_eq!(told("mafsW").as_deref(), Some("mafsW"));
        assert_eq!(told("L J").as_deref(), Some("CZ"));
        assert_eq!(told("[F?R] N [W-B]").as_deref(), Some("FyafsFNyafsW"));
        for other in ["(1,4)", "zB", "qNN", "nC", "nDD", "NX", "W*", "aW", "afN", "cafmR", "[N?B]", "[F?R]3"]
        {
            assert_eq!(told(other), None, "{other}");
        }
    }

    /// Compares movements that are sent unchanged with what XBoard was observed to make of them.
    #[test]
    fn what_is_told_is_read_as_it_is_meant() {
        let table: Value =
            serde_json::from_str(include_str!("../../../tests/data/betza-legs.json")).expect("JSON");
        let mut compared = 0;
        for row in table["rows"].as_array().expect("rows") {
            let squares = |key: &str| {
                let all = row[key].as_array().into_iter().flatten().filter_map(Value::as_str);
                let mut all: Vec<&str> = all.filter(|square| !square.ends_with('~')).collect();
                all.sort_unstable();
                all.dedup();
                all
            };
            let text = row["betza"].as_str().expect("a movement");
            // XBoard was not tested where the piece is not on the board at the start
            if !row["xboard"].is_array() || movement(text).as_deref() != Some(text) {
                continue;
            }
            assert_eq!(squares("xboard"), squares("expect"), "{text}");
            compared += 1;
        }
        assert!(compared >= 60, "{compared}");
    }
}
