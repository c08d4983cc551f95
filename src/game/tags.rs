//! The kind of a game, in a few words worked out from its rules.

use super::load::Variant;
use crate::board::{Bits, Cells};
use crate::model::path::Path;

/// The maximum number of squares of a small board, and the minimum of a large one.
const SMALL: u32 = 42;
const LARGE: u32 = 100;

/// The year before which a game counts as historic.
const HISTORIC: u32 = 1900;

impl Variant {
    /// Returns the tags that say what kind of game it is, worked out from its rules, its board and its year: `drops`, `effects`, `hoppers`,
    /// `random starts`, `several moves a turn`, `compulsory moves`, `neutral pieces`, `walls`, `hexagons`, `small`, `large`, `historic`.
    ///
    /// ```
    /// assert_eq!(ferz::Variant::load("minishogi", &[])?.tags(), ["drops", "small"]);
    /// assert_eq!(ferz::Variant::load("shatranj", &[])?.tags(), ["historic"]);
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn tags(&self) -> Vec<&'static str> {
        let (root, rules) = (&self.definition.root, &self.rules);
        let squares = rules.geometry.playable().count();
        let has = |table: &str, keys: &[&str]| {
            root.table(table).is_some_and(|table| keys.iter().any(|key| table.contains(key)))
        };
        let hops = rules.types.iter().any(|kind| kind.movement.paths.iter().any(Path::hops));
        let all = [
            ("drops", root.contains("hand") || root.contains("drop")),
            ("effects", root.contains("after")),
            ("hoppers", hops),
            ("random starts", rules.starts.is_some()),
            ("several moves a turn", has("turn", &["every"])),
            ("compulsory moves", has("capture", &["compulsory"]) || root.contains("must")),
            ("neutral pieces", rules.types.iter().any(|kind| kind.neutral)),
            ("walls", root.contains("walls")),
            ("hexagons", rules.geometry.cells == Cells::Hexagons),
            ("small", squares <= SMALL),
            ("large", squares >= LARGE),
            ("historic", self.year().and_then(year).is_some_and(|year| year < HISTORIC)),
        ];
        all.into_iter().filter(|(_, is)| *is).map(|(tag, _)| tag).collect()
    }
}

/// The first year in a text such as `about 1205` or `16th century`.
fn year(text: &str) -> Option<u32> {
    let mut numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
    let first = numbers.next()?.parse::<u32>().ok()?;
    Some(if text.contains("century") && first < 30 { first * 100 - 50 } else { first })
}

#[cfg(test)]
mod tests {
    use super::year;

    #[test]
    fn a_year_is_found_in_words() {
        assert_eq!(year("about 1205"), Some(1205));
        assert_eq!(year("16th century"), Some(1550));
        assert_eq!(year("1883, as today 1971"), Some(1883));
        assert_eq!(year("in the Middle Ages"), None);
    }
}
