//! Movements with established names: for completion, for explanations, and to recognise what an author has written.
//!
//! The names and movements are data (`data/pieces.txt`). No game needs them: what a piece is called in a file is its author's choice.

use std::sync::LazyLock;

/// A movement with its names.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KnownMovement {
    /// In the notation of movements.
    pub notation: &'static str,
    /// The most common one first.
    pub names: Vec<&'static str>,
}

static KNOWN: LazyLock<Vec<KnownMovement>> = LazyLock::new(|| {
    let lines = include_str!("data/pieces.txt").lines().filter(|line| !line.starts_with('#'));
    let known = |line: &'static str| {
        let (notation, names) = line.split_once("  ")?;
        Some(KnownMovement { notation, names: names.trim().split(", ").collect() })
    };
    lines.filter_map(known).collect()
});

/// Returns all movements that have established names.
pub fn known_movements() -> &'static [KnownMovement] {
    &KNOWN
}

/// Returns the movement with a name; capitals and dashes make no difference.
///
/// ```
/// assert_eq!(ferz::movement::known_by_name("Griffon").unwrap().notation, "[F?R]");
/// assert!(ferz::movement::known_by_name("nobody").is_none());
/// ```
pub fn known_by_name(name: &str) -> Option<&'static KnownMovement> {
    let name = name.trim().to_lowercase().replace('-', " ");
    KNOWN.iter().find(|known| known.names.iter().any(|own| own.replace('-', " ") == name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::moves::moves;

    #[test]
    fn every_known_movement_is_read_without_a_warning_and_has_names_of_its_own() {
        assert!(KNOWN.len() > 80, "{}", KNOWN.len());
        let mut names: Vec<&str> = KNOWN.iter().flat_map(|known| known.names.clone()).collect();
        for known in known_movements() {
            let (_, lints) = moves(known.notation).unwrap_or_else(|_| panic!("{known:?}"));
            assert_eq!(lints, [], "{known:?}");
            assert!(known.names.iter().all(|name| name.len() > 1 && *name == name.trim()), "{known:?}");
        }
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
        assert_eq!(known_by_name("Gryphon").map(|known| known.notation), Some("[F?R]"));
        assert_eq!(known_by_name("gold-general").map(|known| known.notation), Some("WfF"));
        assert_eq!(known_by_name("nobody"), None);
    }
}
