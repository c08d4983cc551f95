//! What other programs call a game, and its form with shuffled first ranks.

use super::library::bare;
use super::load::{LoadError, Variant};
use super::options::OptionInfo;
use crate::definition::Choice;

/// How the names of games with shuffled first ranks end in records.
const SHUFFLED: &str = "960";

impl Variant {
    /// Loads the built-in game that a record means by a name. Besides the names of [`builtin`](Self::builtin), records have those that end
    /// in 960 for a game with shuffled first ranks.
    ///
    /// # Errors
    /// As for [`builtin`](Self::builtin).
    ///
    /// ```
    /// assert_eq!(ferz::Variant::recorded("Three-check")?.name(), "three-check");
    /// assert_eq!(ferz::Variant::recorded("Crazyhouse960")?.starts(), 960);
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn recorded(name: &str) -> Result<Self, LoadError> {
        let shuffled = || Self::builtin(name.strip_suffix(SHUFFLED)?, &[]).ok()?.shuffled();
        Self::builtin(name, &[]).or_else(|error| shuffled().ok_or(error))
    }

    /// Returns `true` if a name means this game: that by which it was loaded, its title, or one of its names in other programs. Capitals,
    /// spaces and signs don't matter.
    ///
    /// ```
    /// let game = ferz::Variant::load("three-check", &[])?;
    /// assert!(game.is_called("3check") && game.is_called("Three-check") && !game.is_called("five-check"));
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn is_called(&self, name: &str) -> bool {
        let header = &self.rules.header;
        let name = bare(name);
        let mut names = header.uci.iter().map(String::as_str).chain([&*self.name, &header.name]);
        names.any(|known| bare(known) == name)
    }

    /// Returns the same game with the pieces of its first ranks shuffled, and castling from wherever they stand: with its option
    /// `chess960` on. `None` if it has no such option, or it is on.
    ///
    /// ```
    /// let crazyhouse = ferz::Variant::load("crazyhouse", &[])?;
    /// assert_eq!(crazyhouse.shuffled().map(|variant| variant.starts()), Some(960));
    /// assert!(ferz::Variant::load("shogi", &[])?.shuffled().is_none());
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn shuffled(&self) -> Option<Self> {
        let form = self.definition.form.as_ref().filter(|_| !self.is_shuffled())?;
        let value = form.option.values.iter().find(|value| value.name != form.value)?;
        let choices = self.options().into_iter().map(|own| Choice { name: own.name, value: own.value });
        let on = Choice { name: form.option.name.clone(), value: value.name.clone() };
        self.with_options(&choices.chain([on]).collect::<Vec<_>>()).ok()
    }

    /// Returns the name that other programs use for the game: the one given in its file, or its own.
    ///
    /// ```
    /// let game = ferz::Variant::load("three-check", &[])?;
    /// assert_eq!(game.uci_name(), "3check");
    /// assert_eq!(ferz::Variant::load("3check", &[])?.name(), "three-check");
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn uci_name(&self) -> &str {
        self.rules.header.uci.first().map_or(&self.name, String::as_str)
    }

    /// Returns `true` if the option `chess960` is on.
    pub fn is_shuffled(&self) -> bool {
        self.definition.form.as_ref().is_some_and(|form| form.value != form.option.default)
    }

    /// Returns all options that can be chosen: those of the game file and, for a game that castles as chess does, `chess960`, which shuffles
    /// the pieces of the first rank and is `off` by default.
    ///
    /// ```
    /// use ferz::{Choice, Variant};
    /// let crazyhouse = Variant::load("crazyhouse", &[])?;
    /// assert!(crazyhouse.options().is_empty());
    /// assert_eq!(crazyhouse.offered_options()[0].name, "chess960");
    /// let choice = Choice { name: "chess960".to_owned(), value: "on".to_owned() };
    /// assert_eq!(crazyhouse.with_options(&[choice])?.starts(), 960);
    /// # Ok::<(), ferz::LoadError>(())
    /// ```
    pub fn offered_options(&self) -> Vec<OptionInfo> {
        OptionInfo::offered(&self.definition)
    }
}
