//! The options of a game, described.

use crate::definition::{Definition, Form, OptionDecl};

/// An option: a choice agreed before the game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OptionInfo {
    /// Its name.
    pub name: String,
    /// The question it answers.
    pub ask: String,
    /// Its values.
    pub values: Vec<String>,
    /// The value in force.
    pub value: String,
    /// The other options that must have certain values for this one to be available, each with those values.
    pub requires: Vec<(String, Vec<String>)>,
}

impl OptionInfo {
    /// Returns the options of a game file, with the values in force, and the derived one if it changes anything.
    pub(crate) fn all(definition: &Definition) -> Vec<Self> {
        let name = |at: usize| definition.options[at].name.clone();
        let requires = |option: &OptionDecl| {
            option.requires.iter().map(|one| (name(one.option), one.values.clone())).collect()
        };
        let chosen = definition.options.iter().zip(&definition.chosen);
        let one = |(option, (_, value)): (&OptionDecl, &(String, String))| Self {
            requires: requires(option),
            ..Self::of(option, value)
        };
        let form = Self::derived(definition).filter(|form| form.value != form.values[0]);
        chosen.map(one).chain(form).collect()
    }

    fn of(option: &OptionDecl, value: &str) -> Self {
        Self {
            name: option.name.clone(),
            ask: option.ask.clone().unwrap_or_default(),
            values: option.values.iter().map(|value| value.name.clone()).collect(),
            value: value.to_owned(),
            requires: Vec::new(),
        }
    }

    /// Returns the options of a game file, and the derived one whatever its value.
    pub(crate) fn offered(definition: &Definition) -> Vec<Self> {
        let form = Self::derived(definition).filter(|form| form.value == form.values[0]);
        Self::all(definition).into_iter().chain(form).collect()
    }

    /// Returns the option that is derived from the rules of a game file.
    fn derived(definition: &Definition) -> Option<Self> {
        definition.form.as_ref().map(|Form { option, value }| Self::of(option, value))
    }
}
