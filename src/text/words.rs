//! Words of an author and for one: decoded, quoted, suggested, put into sentences.

/// Longer words are names nobody misspells by a letter or two.
const LONGEST: usize = 64;

/// Returns the text of the bytes of a file. Of bytes that are not UTF-8, the first wrong one becomes the NUL character, which is then
/// reported at its place when the text is read as a game file.
///
/// ```
/// use ferz::text::decoded;
/// assert_eq!(decoded("é".into()), "é");
/// assert_eq!(decoded(b"ab\xe9cd".to_vec()), "ab\0\u{fffd}cd");
/// ```
pub fn decoded(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let (text, rest) = error.as_bytes().split_at(error.utf8_error().valid_up_to());
        format!("{}\0{}", String::from_utf8_lossy(text), String::from_utf8_lossy(rest))
    })
}

/// Returns the candidate nearest to a word, for a "did you mean"; `None` if none is near enough to be meant. Case and the choice of dash,
/// space or underscore make no difference.
///
/// ```
/// use ferz::text::nearest;
/// assert_eq!(nearest("rnaks", ["files", "ranks"]), Some("ranks"));
/// assert_eq!(nearest("castling", ["files", "ranks"]), None);
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.is_empty() || word.len() > LONGEST {
        return None;
    }
    let plain = plain(word);
    let allowed = (plain.chars().count() / 3).max(1);
    let fits = candidates.into_iter().filter(|candidate| candidate.len() <= LONGEST);
    let measured =
        fits.map(|candidate| (strsim::damerau_levenshtein(&plain, &self::plain(candidate)), candidate));
    let best = measured.min_by_key(|(distance, _)| *distance)?;
    let too_short = best.1.chars().count() <= best.0;
    (best.0 <= allowed && !too_short).then_some(best.1)
}

/// Case and the choice of dash make no difference to what was meant.
fn plain(word: &str) -> String {
    word.to_lowercase().replace(['_', ' '], "-")
}

/// Returns a word as it may stand in a message, however long or strange it is: control characters are escaped, and a long word is cut.
///
/// ```
/// assert_eq!(ferz::text::shown("bell\u{7}"), "bell\\u{7}");
/// assert_eq!(ferz::text::shown(&"a".repeat(80)).chars().count(), 49);
/// ```
pub fn shown(word: &str) -> String {
    let plain: String = word.chars().take(48).flat_map(char::escape_debug).collect();
    let plain = plain.replace("\\\"", "\"").replace("\\'", "'");
    if word.chars().nth(48).is_some() { format!("{plain}…") } else { plain }
}

/// Returns words in a row: `a`, `a <link> b`, `a, b <link> c`.
///
/// ```
/// assert_eq!(ferz::text::in_a_row(&["rook", "queen", "king"], "or"), "rook, queen or king");
/// ```
pub fn in_a_row<S: AsRef<str>>(words: &[S], link: &str) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.split_last() {
        None => String::new(),
        Some((only, [])) => (*only).to_owned(),
        Some((last, before)) => format!("{} {link} {last}", before.join(", ")),
    }
}

/// Returns a text with a capital at its beginning, as a sentence has it.
///
/// ```
/// assert_eq!(ferz::text::sentence("one square diagonally"), "One square diagonally");
/// ```
pub fn sentence(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map_or_else(String::new, |first| first.to_uppercase().chain(signs).collect())
}

/// The maximum width of running text, in columns.
#[cfg(feature = "tools")]
pub(crate) const WIDTH: usize = 80;

/// Returns `true` if a character is not shown, but controls a terminal or the direction of text. Tabs and the ends of lines do no harm.
pub(crate) fn is_command(sign: char) -> bool {
    let turns = matches!(sign, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || sign.is_control() && !matches!(sign, '\t' | '\n' | '\r')
}

/// Returns a text from elsewhere as it may be shown on one line of a terminal: everything that would control the terminal, or the direction
/// of text, is replaced by U+FFFD, and so are the ends of lines. Whatever a program prints of what other programs or strangers' files say
/// goes through this function; texts of game files don't need to, since they may not have such characters.
///
/// ```
/// assert_eq!(ferz::text::printable("a\u{1b}[2Jb\u{202e}c\n"), "a\u{fffd}[2Jb\u{fffd}c\u{fffd}");
/// ```
pub fn printable(text: &str) -> String {
    text.chars().map(|sign| if is_command(sign) || sign.is_control() { '\u{fffd}' } else { sign }).collect()
}

/// Returns a text for a terminal in lines of at most 80 columns, broken at spaces, the first line behind `first`, the others behind `rest`.
/// Control characters are replaced.
///
/// ```
/// assert_eq!(ferz::text::wrapped("one square in any direction", "1. ", "   "), "1. one square in any direction\n");
/// assert_eq!(ferz::text::wrapped(&"word ".repeat(20), "", "  ").lines().nth(1), Some("  word word word word"));
/// ```
#[cfg(feature = "tools")]
pub fn wrapped(text: &str, first: &str, rest: &str) -> String {
    let mut lines = String::new();
    let mut line = first.to_owned();
    let mut bare = true;
    for word in printable(text).split_whitespace() {
        if !bare && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines += &(line.trim_end().to_owned() + "\n");
            line = rest.to_owned();
            bare = true;
        }
        if !bare {
            line.push(' ');
        }
        line += word;
        bare = false;
    }
    lines + line.trim_end() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_too_few_or_swapped_is_forgiven() {
        assert_eq!(nearest("fils", ["files", "ranks"]), Some("files"));
        assert_eq!(nearest("rnaks", ["files", "ranks"]), Some("ranks"));
        assert_eq!(nearest("First_Mover", ["first-mover", "to"]), Some("first-mover"));
    }

    #[test]
    fn a_word_far_from_all_suggests_nothing() {
        assert_eq!(nearest("castling", ["files", "ranks"]), None);
        assert_eq!(nearest("x", ["y", "to"]), None);
        assert_eq!(nearest("", ["a"]), None);
    }
}
