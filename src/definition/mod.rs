//! A game file: what the author wrote, every word with its place.
//!
//! Reading takes a TOML text, every text it extends, and the chosen options, and makes one tree of them. Lost on the way:
//! comments, blank lines, the spelling of numbers, and what a child or an option replaced. Kept: the author's order, and
//! for each word the file it came from and its place there.
//!
//! Nothing here knows what a feature's table means: [`merge`] is structural, and [`check_shape`] compares the tree with
//! [tables of keys](keys) that others write.

mod extends;
mod fault;
mod fit;
mod folder;
mod keys;
mod merge;
mod options;
mod parse;
#[cfg(feature = "tools")]
mod schema;
mod shape;
mod spelling;
mod syntax;
mod tree;

#[cfg(test)]
mod tests;

use std::path::Path;

#[cfg(any(test, feature = "tools"))]
use crate::text::Span;
use crate::text::{Report, Sources};

pub use folder::Folder;
pub use keys::Hint;
pub use keys::Key;
pub use keys::KeyTable;
pub use keys::Kind;
pub use options::Choice;
pub(crate) use options::{Form, OPTIONS, OptionDecl, OptionValue, SHUFFLED};
pub use parse::LARGEST_FILE;
#[cfg(feature = "tools")]
pub(crate) use schema::schema;
pub(crate) use shape::check_shape;
pub(crate) use spelling::{listed, suggest};
pub(crate) use spelling::{nearest, shown};
pub(crate) use tree::{Entry, Node, Table, Value, Word};

/// The key that names the game file a child changes.
pub(crate) const EXTENDS: Key = Key::optional(
    "extends",
    Kind::Text,
    "The game this file is based on: a built-in game, or a path from this file's folder.",
    "\"./parent.toml\"",
);

/// The built-in games.
pub(crate) trait Library {
    /// The name shown in reports, and the text, of the game of that name.
    fn find(&self, name: &str) -> Option<(&str, &str)>;
    /// The names of all games.
    fn names(&self) -> Vec<&str>;
    /// The text of a file as it is being written, where that is newer than what is stored.
    fn draft(&self, _path: &Path) -> Option<String> {
        None
    }
    /// Returns what derives the option [`SHUFFLED`] of a game file that has none.
    fn derives(&self) -> Derives {
        |_| None
    }
}

/// Derives the option [`SHUFFLED`] from a root table, if its rules allow that.
pub(crate) type Derives = fn(&Table) -> Option<OptionDecl>;

/// A game file with everything it extends and the chosen options in one tree.
#[derive(Clone, Debug)]
pub(crate) struct Definition {
    /// The texts it was read from.
    pub(crate) sources: Sources,
    /// The root table, with the chosen options applied.
    pub(crate) root: Table,
    /// The options, in the order they are declared.
    pub options: Vec<OptionDecl>,
    /// Each option with its value, in the same order.
    pub(crate) chosen: Vec<(String, String)>,
    /// True if every file that the game file extends was found and read.
    pub(crate) complete: bool,
    /// The option that the file doesn't have.
    pub(crate) form: Option<Form>,
    /// The root table before any option is applied.
    base: Table,
    derives: Derives,
}

/// Reads a text and all it extends. Every fault is reported; `None` only if the text can't be read at all.
///
/// Relative paths begin in the folder.
pub(crate) fn read(
    name: &str,
    text: &str,
    folder: Folder<'_>,
    library: &dyn Library,
    choices: &[Choice],
    sources: &mut Sources,
    report: &mut Report,
) -> Option<Definition> {
    let head = sources.add(name, text);
    let chain = extends::chain(head, folder, library, sources, report)?;
    let base = chain.tables.into_iter().rev().reduce(merge::inherit)?;
    let options = options::declared(&base, report);
    let derives = library.derives();
    let (others, own) = options::apart(choices, &options);
    let chosen = options::choose(&options, &own, report);
    let (root, form) =
        options::formed(options::apply(base.clone(), &options, &chosen), derives, &others, report);
    let sources = sources.clone();
    Some(Definition { sources, root, options, chosen, complete: chain.complete, form, base, derives })
}

impl Definition {
    /// The root table before any option is applied.
    pub(crate) fn base(&self) -> &Table {
        &self.base
    }

    /// Returns the same game file with other choices.
    pub(crate) fn with_choices(&self, choices: &[Choice], report: &mut Report) -> Definition {
        let (others, own) = options::apart(choices, &self.options);
        let chosen = options::choose(&self.options, &own, report);
        let root = options::apply(self.base.clone(), &self.options, &chosen);
        let (root, form) = options::formed(root, self.derives, &others, report);
        Definition { root, chosen, form, ..self.clone() }
    }

    /// Returns the game file once for every value that isn't already chosen, all other options as they are or as the value requires: what a
    /// check of the whole file has to test besides the game file itself.
    #[cfg(any(test, feature = "tools"))]
    pub(crate) fn variants(&self) -> impl Iterator<Item = Definition> {
        let answers = self
            .options
            .iter()
            .enumerate()
            .flat_map(|(at, option)| option.values.iter().map(move |value| (at, value.name.as_str())));
        answers
            .filter(|(at, value)| self.chosen[*at].1 != **value)
            .map(|(at, value)| self.with_value(at, value))
    }

    /// Returns the game file with one more value chosen, and with it what that option requires.
    #[cfg(any(test, feature = "tools"))]
    pub(crate) fn with_value(&self, at: usize, value: &str) -> Definition {
        let mut chosen = self.chosen.clone();
        value.clone_into(&mut chosen[at].1);
        options::require(&self.options, &mut chosen, at);
        self.with_chosen(chosen)
    }

    /// Returns the game file with a value of every option.
    #[cfg(any(test, feature = "tools"))]
    pub(crate) fn with_chosen(&self, chosen: Vec<(String, String)>) -> Definition {
        let root = options::apply(self.base.clone(), &self.options, &chosen);
        let wish = self
            .form
            .as_ref()
            .map(|form| Choice { name: form.option.name.clone(), value: form.value.clone() });
        // what can't be derived from the rules with these values is left out
        let (root, form) = options::formed(root, self.derives, wish.as_slice(), &mut Report::default());
        Definition { root, chosen, form, ..self.clone() }
    }

    /// Returns for each option whether it matters with these values: all that it requires is chosen.
    #[cfg(feature = "tools")]
    pub(crate) fn in_force(&self, chosen: &[(String, String)]) -> Vec<bool> {
        options::in_force(&self.options, chosen)
    }

    /// Returns the value of an option that has a key at this place: the index of the option and the name of the value.
    #[cfg(any(test, feature = "tools"))]
    pub(crate) fn owner(&self, place: Span) -> Option<(usize, &str)> {
        options::owner(&self.options, place)
    }
}
