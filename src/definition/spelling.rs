//! "Did you mean": the word an author probably wanted.

/// Longer words are names nobody misspells by a letter or two.
const LONGEST: usize = 64;

/// The candidate nearest to a word, if one is near enough to be meant.
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

/// `a`, `a or b`, `a, b or c`.
pub(crate) fn either(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [word] => word.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// The words between backquotes, at most a dozen of them: `` `a`, `b` or `c` ``.
pub(crate) fn listed<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let mut quoted: Vec<String> = Vec::new();
    for word in words.into_iter().map(|word| format!("`{}`", shown(word))) {
        if !quoted.contains(&word) {
            quoted.push(word);
        }
    }
    if quoted.len() > 12 {
        quoted.truncate(11);
        quoted.push("others".into());
    }
    either(&quoted)
}

/// A word as it may stand in a message, however long or strange it is.
pub fn shown(word: &str) -> String {
    let plain: String = word.chars().take(48).flat_map(char::escape_debug).collect();
    let plain = plain.replace("\\\"", "\"").replace("\\'", "'");
    if word.chars().nth(48).is_some() { format!("{plain}…") } else { plain }
}

/// `did you mean X?`, or what there is to choose from.
pub(crate) fn suggest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str> + Clone,
    plural: &str,
) -> Option<String> {
    if let Some(near) = nearest(word, candidates.clone()) {
        return Some(format!("did you mean `{near}`?"));
    }
    let all = listed(candidates);
    (!all.is_empty()).then(|| format!("{plural}: {all}"))
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

    #[test]
    fn long_lists_are_cut() {
        let words: Vec<_> = (0..40).map(|n| n.to_string()).collect();
        assert!(listed(words.iter().map(String::as_str)).ends_with("`10` or others"));
    }
}
