//! The chasing rule that an option of variants.ini names.

/// Returns the options of the piece types that the rule mentions.
pub(crate) fn options(said: &str) -> impl Iterator<Item = &'static str> {
    let lines = include_str!("data/chasing.txt").lines().filter(|line| !line.starts_with('#'));
    let line = lines.filter_map(|line| line.split_once(' ')).find(|(role, _)| *role == said);
    line.into_iter().flat_map(|(_, options)| options.split(' '))
}
