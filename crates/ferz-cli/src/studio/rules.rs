//! The rules of the tables, compiled once for all tables that play by the same.

use std::sync::Mutex;

use ferz::{Choice, LoadError, Variant};
use indexmap::IndexMap;

use super::games::lock;

/// Compiled rules that are kept for the next table; those longest not used make room.
const MOST_RULES: usize = 32;

/// The rules of a built-in game, or of a file, with some choices.
type Key = (String, Vec<(String, String)>);

/// Rules, and those that they were made of by choices.
#[derive(Debug)]
struct Made {
    from: Variant,
    rules: Variant,
}

/// The rules in use, the most recently used ones at the end.
#[derive(Debug, Default)]
pub(super) struct SharedRules(Mutex<IndexMap<Key, Made>>);

impl SharedRules {
    /// The rules of a built-in game.
    pub(super) fn built_in(&self, name: &str) -> Result<Variant, LoadError> {
        let key = (name.to_owned(), Vec::new());
        let rules = match self.take(&key) {
            Some(made) => made.rules,
            None => Variant::builtin(name, &[])?,
        };
        self.put(key, &rules, &rules);
        Ok(rules)
    }

    /// The rules of a game with some choices. `origin` names the game.
    pub(super) fn chosen(
        &self,
        origin: &str,
        from: &Variant,
        choices: &[Choice],
    ) -> Result<Variant, LoadError> {
        let options = from.options();
        let in_force = |choice: &Choice| {
            options.iter().any(|option| option.name == choice.name && option.value == choice.value)
        };
        if choices.iter().all(in_force) {
            return Ok(from.clone());
        }
        let mut pairs: Vec<(String, String)> =
            choices.iter().map(|choice| (choice.name.clone(), choice.value.clone())).collect();
        pairs.sort();
        let key = (origin.to_owned(), pairs);
        let rules = match self.take(&key) {
            Some(made) if made.from.is_clone_of(from) => made.rules,
            _ => from.with_options(choices)?,
        };
        self.put(key, from, &rules);
        Ok(rules)
    }

    fn take(&self, key: &Key) -> Option<Made> {
        lock(&self.0).shift_remove(key)
    }

    fn put(&self, key: Key, from: &Variant, rules: &Variant) {
        let mut known = lock(&self.0);
        while known.len() >= MOST_RULES {
            known.shift_remove_index(0);
        }
        known.insert(key, Made { from: from.clone(), rules: rules.clone() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(name: &str, value: &str) -> Choice {
        Choice { name: name.to_owned(), value: value.to_owned() }
    }

    #[test]
    fn the_same_choices_give_the_same_rules_until_the_game_changes() {
        let shared = SharedRules::default();
        let chess = shared.built_in("chess").unwrap();
        assert!(chess.is_clone_of(&shared.built_in("chess").unwrap()));
        let text = |year: u32| {
            let text = format!(
                "extends = \"chess\"\ngame.name = \"A\"\ngame.year = {year}\n\
                 [options.a]\nask = \"?\"\ndefault = \"x\"\nvalues = {{ x = {{}}, y = {{ end.stalemate = {{ lose = \"stalemate\", draw = false }} }} }}\n"
            );
            Variant::from_text("a.toml", &text, &[]).unwrap()
        };
        let (first, second) = (text(2001), text(2002));
        let y = [choice("a", "y")];
        let made = shared.chosen("a", &first, &y).unwrap();
        assert!(made.is_clone_of(&shared.chosen("a", &first, &y).unwrap()));
        assert!(!made.is_clone_of(&shared.chosen("a", &second, &y).unwrap()));
        assert!(first.is_clone_of(&shared.chosen("a", &first, &[choice("a", "x")]).unwrap()));
        assert!(shared.chosen("a", &first, &[choice("b", "x")]).is_err());
    }
}
