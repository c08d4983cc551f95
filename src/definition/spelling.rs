//! "Did you mean": the word an author probably wanted, or what there is to choose from.

use crate::text::in_a_row;
pub(crate) use crate::text::{nearest, shown};

/// `a`, `a or b`, `a, b or c`.
pub(crate) fn either(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [word] => word.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// The words between backquotes, at most a dozen of them: `` `a`, `b` and `c` ``.
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
    in_a_row(&quoted, "and")
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
    fn long_lists_are_cut() {
        let words: Vec<_> = (0..40).map(|n| n.to_string()).collect();
        assert!(listed(words.iter().map(String::as_str)).ends_with("`10` and others"));
    }
}
