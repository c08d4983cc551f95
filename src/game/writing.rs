//! Recognition of texts that are written like moves, legal or not.

use crate::board::Bits;
use crate::rules::Rules;

/// Returns `true` if a text is written as a move of this game may be, whether or not there is a position in which it is legal: by squares
/// of the board, the letters of the pieces, and the signs of captures, promotions and drops.
pub(super) fn is_writing(rules: &Rules, text: &str) -> bool {
    let bare = text.trim_end_matches(['+', '#', '!', '?']);
    let castling = bare.to_ascii_uppercase().replace('0', "O");
    if ["O-O", "O-O-O", "OOOO", "--"].contains(&castling.as_str()) {
        return true;
    }
    rules.written.numbers() && is_numbered(rules, bare)
        || rules.written.between().is_some_and(|between| is_named(rules, between, bare))
        || is_lettered(rules, bare)
}

/// Squares by number: `22-17`, `22x15`.
fn is_numbered(rules: &Rules, text: &str) -> bool {
    let text = text.split_once('=').map_or(text, |(text, _)| text);
    let squares: Vec<_> = text.split(['-', 'x']).map(str::parse::<u32>).collect();
    let known = rules.geometry.playable().count();
    squares.len() > 1 && squares.iter().all(|square| square.as_ref().is_ok_and(|n| (1..=known).contains(n)))
}

/// Squares by the names that game records use for them: `7g7f`, `P*5e`, `H2-E2`.
fn is_named(rules: &Rules, between: &str, text: &str) -> bool {
    let square = |text: &str| {
        let squares = rules.geometry.playable().squares();
        let names = squares.map(|square| rules.written.name(&rules.geometry, square));
        names.filter(|name| text.starts_with(name)).map(|name| name.len()).max()
    };
    let rest = match text.split_once('*') {
        Some((letter, to)) => rules.types.iter().any(|kind| kind.letter == letter).then_some(to),
        None => square(text).and_then(|length| text[length..].strip_prefix(between)),
    };
    // after the last square, there can only be the type that the piece becomes
    let becoming = |rest: &str| {
        rest.len() <= 3 && rest.chars().all(|sign| sign.is_ascii_alphabetic() || "+=".contains(sign))
    };
    rest.is_some_and(|rest| square(rest).is_some_and(|length| becoming(&rest[length..])))
}

fn is_lettered(rules: &Rules, text: &str) -> bool {
    let (geometry, mut rest, mut squares) = (&rules.geometry, text, 0);
    while let Some(next) = rest.chars().next() {
        let known = if let Some((_, length)) = geometry.parse_prefix(rest) {
            squares += 1;
            length
        } else if "x-:=@+*".contains(next) {
            1
        } else if let Some(length) = piece(rules, rest, squares > 0) {
            length
        } else if next.is_ascii_lowercase()
            && u8::try_from(next).is_ok_and(|file| file - b'a' < geometry.files)
        {
            1
        } else {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let rank = rest[..digits].parse::<u8>();
            if !rank.is_ok_and(|rank| (1..=geometry.ranks).contains(&rank)) {
                return false;
            }
            digits
        };
        rest = &rest[known..];
    }
    squares > 0
}

/// The length of the letter of a piece at the beginning of a text, a capital unless a promotion may be meant.
fn piece(rules: &Rules, text: &str, small: bool) -> Option<usize> {
    let letters =
        rules.types.iter().flat_map(|kind| [&kind.letter, &kind.san].into_iter().chain(&kind.synonyms));
    let length = |letter: &String| {
        let begins = text.get(..letter.len())?;
        let same = begins == letter || small && begins.to_lowercase() == letter.to_lowercase();
        (same && !letter.is_empty()).then_some(letter.len())
    };
    letters.filter_map(length).max()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

    #[test]
    fn a_text_is_a_writing_if_it_names_squares_and_pieces_of_the_game() {
        let chess = Variant::load("chess", &[]).expect("a built-in game");
        for text in [
            "e2e4", "e7e8q", "Nf3", "Nbd7", "R1e2", "exd5", "e8=Q", "e7-e8=Q+", "O-O", "0-0-0", "0000",
            "P@e4", "Qh4#", "e1g1!", "xd3", "e5d6xd5", "a1b2c3", "bxc3", "h8xh1",
        ] {
            assert!(is_writing(&chess.rules, text), "{text}");
        }
        for text in
            ["hello", "e3-e9", "e9", "e0e1", "j2j3", "Xf3", "Ng", "-", "=q", "", "e2,e4", "é2e4", "castle"]
        {
            assert!(!is_writing(&chess.rules, text), "{text}");
        }
    }

    #[test]
    fn squares_may_be_numbers_where_the_game_numbers_them() {
        let numbered =
            crate::builtin_games().into_iter().map(|name| Variant::load(name, &[]).expect("it loads"));
        let numbered: Vec<Variant> = numbered.filter(|variant| variant.rules.written.numbers()).collect();
        assert!(!numbered.is_empty());
        for variant in numbered {
            assert!(is_writing(&variant.rules, "22-17") && is_writing(&variant.rules, "22x15"));
            assert!(!is_writing(&variant.rules, "99-17") && !is_writing(&variant.rules, "22"));
        }
    }

    #[test]
    fn squares_may_be_named_as_other_programs_name_them() {
        let game = |text: &str| Variant::from_text("test.toml", text, &[]).expect("it loads");
        let usi = game("extends = \"shogi\"\n[game]\nname = \"x\"\n[notation]\nsquares = \"usi\"\n");
        let iccs = game("extends = \"xiangqi\"\n[game]\nname = \"x\"\n[notation]\nsquares = \"iccs\"\n");
        for (variant, good, bad) in [
            (&usi, ["7g7f", "8h2b+", "P*5e"], ["7j7f", "10a1a", "X*5e"]),
            (&iccs, ["H2-E2", "A0-A9", "h3e3"], ["H2E2", "J0-A1", "A0-A10-"]),
        ] {
            assert!(good.iter().all(|text| is_writing(&variant.rules, text)), "{good:?}");
            assert!(bad.iter().all(|text| !is_writing(&variant.rules, text)), "{bad:?}");
        }
    }
}
