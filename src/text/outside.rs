//! What ferz does not do, and why. The texts are `docs/outside.md`.

/// The sections about what ferz does not do, in Markdown; each begins with the words it is found by, in round brackets.
const OUTSIDE: &str = include_str!("../../docs/outside.md");

/// Returns what ferz says of games that it does not play, by a word such as `dice` or `mancala`: a heading, and a text in Markdown; `None` if
/// the word is none of those.
///
/// ```
/// let (heading, text) = ferz::text::outside("dice").unwrap();
/// assert_eq!(heading, "Dice and cards");
/// assert!(text.contains("thrown"));
/// assert_eq!(ferz::text::outside("knight"), None);
/// ```
pub fn outside(word: &str) -> Option<(&'static str, &'static str)> {
    let wanted = word.trim().to_lowercase().replace(' ', "-");
    OUTSIDE.split("\n## ").skip(1).find_map(|section| {
        let (heading, text) = section.split_once("\n\n")?;
        let (words, text) = text.strip_prefix('(')?.split_once(") ")?;
        words.split(", ").any(|word| word == wanted).then_some((heading, text.trim()))
    })
}
