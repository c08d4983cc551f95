//! `[options.NAME]`: questions that a game file leaves open, each value a table of changes to the whole file.

use super::Derives;
use super::keys::{Key, KeyTable, Kind};
use super::merge::merge;
use super::spelling::{nearest, shown, suggest};
use super::tree::{Entry, Node, Table};
#[cfg(feature = "tools")]
use crate::text::Span;
use crate::text::{Diagnostic, Report};

/// The keys of one option.
pub(crate) static OPTION: KeyTable = KeyTable {
    name: "option",
    doc: "A choice that the rules leave open. Each value is a table of changes to the whole game file.",
    keys: &[
        Key::optional("ask", Kind::Text, "The question, in words.", "\"May pawns move two squares?\""),
        Key::optional(
            "default",
            Kind::Text,
            "The value that applies unless another is chosen; by default, the first.",
            "\"on\"",
        ),
        Key::required(
            "values",
            Kind::Named(&Kind::Free),
            "The values, each with the changes it makes; `{}` changes nothing.",
            "{ on = {}, off = { promotion = false } }",
        ),
        Key::optional(
            "requires",
            Kind::Named(&Kind::Words),
            "The values that options declared earlier must have; with any others, this option changes nothing and can't be chosen.",
            "{ board = \"large\" }",
        ),
    ],
};

static DECLARATION: Kind = Kind::Table(&OPTION);

/// The key of the options in a game file.
pub(crate) const OPTIONS: Key = Key::optional(
    "options",
    Kind::Named(&DECLARATION),
    "Choices that the rules leave open.",
    "{ double-step = { values = { on = {}, off = { promotion = false } } } }",
);

/// The maximum number of values that the options of a game file have together; it keeps trying every value cheap.
const MOST_ANSWERS: usize = 100;

/// Keys that a value can't change: they were settled before it was applied.
const SETTLED: [&str; 2] = ["options", "extends"];

/// One option as declared.
#[derive(Clone, Debug)]
pub(crate) struct OptionDecl {
    pub name: String,
    pub ask: Option<String>,
    pub default: String,
    /// The values in the author's order; never empty.
    pub values: Vec<OptionValue>,
    /// The options that must have certain values for this one to matter, each with these values.
    pub requires: Vec<Requirement>,
}

/// An option declared before another one, by its index, and the values with which the other one matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Requirement {
    pub(crate) option: usize,
    pub(crate) values: Vec<String>,
}

/// One value of an option.
#[derive(Clone, Debug)]
pub(crate) struct OptionValue {
    pub name: String,
    pub(crate) overlay: Table,
}

/// The name of the option that shuffles the first ranks, in the form that is derived for files without one.
pub(crate) const SHUFFLED: &str = "chess960";

/// An option that is derived from a game file, with its value.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    pub(crate) option: OptionDecl,
    pub(crate) value: String,
}

/// Returns the choices of an option that the file doesn't have, and those of its own.
pub(super) fn apart(choices: &[Choice], options: &[OptionDecl]) -> (Vec<Choice>, Vec<Choice>) {
    let own = options.iter().any(|option| option.name == SHUFFLED);
    choices.iter().cloned().partition(|choice| !own && choice.name == SHUFFLED)
}

/// Applies the option that is derived from a game file, if there is one; without one, any choice of it is a fault.
pub(super) fn formed(
    root: Table,
    derives: Derives,
    choices: &[Choice],
    report: &mut Report,
) -> (Table, Option<Form>) {
    let Some(option) = derives(&root) else {
        choices.iter().for_each(|choice| report.push(no_form(choice)));
        return (root, None);
    };
    let options = [option];
    let chosen = choose(&options, choices, report);
    let root = apply(root, &options, &chosen);
    let forms = options.into_iter().zip(chosen);
    (root, forms.map(|(option, (_, value))| Form { option, value }).next())
}

fn no_form(choice: &Choice) -> Diagnostic {
    Diagnostic::error("ferz::option::unknown", format!("this game has no option `{}`", choice.name))
        .help("only games that castle with two rooks beside the king have it, unless their files shuffle the pieces already")
}

impl OptionDecl {
    fn value(&self, name: &str) -> Option<&OptionValue> {
        self.values.iter().find(|value| value.name == name)
    }

    fn value_names(&self) -> impl Iterator<Item = &str> + Clone {
        self.values.iter().map(|value| value.name.as_str())
    }
}

/// A value chosen for an option.
///
/// ```
/// use ferz::{Choice, Variant};
/// let choice = Choice { name: "gardez".to_owned(), value: "declared".to_owned() };
/// let variant = Variant::load("korkserschach", &[choice])?;
/// let gardez = variant.options().into_iter().find(|option| option.name == "gardez").unwrap();
/// assert_eq!(gardez.value, "declared");
/// # Ok::<(), ferz::LoadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The name of an option.
    pub name: String,
    /// One of its values.
    pub value: String,
}

/// Returns the options of a game file; wrong types are left to the shape check.
pub(super) fn declared(root: &Table, report: &mut Report) -> Vec<OptionDecl> {
    let mut answers = 0;
    let mut options = Vec::new();
    for (name, node) in root.named("options") {
        let Some(table) = node.table() else { continue };
        let values: Vec<_> =
            table.named("values").filter_map(|(name, node)| answer(name.text, node, report)).collect();
        answers += values.len();
        if answers > MOST_ANSWERS {
            let message = format!("the options have more than {MOST_ANSWERS} values between them");
            report.push(Diagnostic::error("ferz::options::too_many", message).at(name.span, ""));
            break;
        }
        if let Some(mut option) = option(name.text, table, values, report) {
            option.requires = requirements(table, name.text, &options, root, report);
            options.push(option);
        }
    }
    options
}

/// Returns the requirements of an option: values of others, declared before it.
fn requirements(
    table: &Table,
    name: &str,
    before: &[OptionDecl],
    root: &Table,
    report: &mut Report,
) -> Vec<Requirement> {
    let mut found = Vec::new();
    for (other, node) in table.named("requires") {
        let fault =
            |span, message: String| Diagnostic::error("ferz::options::bad_requirement", message).at(span, "");
        let Some(at) = before.iter().position(|option| option.name == other.text) else {
            let declared = root.named("options").any(|(option, _)| option.text == other.text);
            let problem = if declared {
                let message = format!("`{name}` can only require an option that is declared before it");
                fault(other.span, message).help(format!("declare `{}` above `{name}`", shown(other.text)))
            } else {
                let problem = fault(other.span, format!("there is no option `{}`", shown(other.text)));
                let names = before.iter().map(|option| option.name.as_str());
                with_help(problem, suggest(other.text, names, "the options declared before it are"))
            };
            report.push(problem);
            continue;
        };
        let option = &before[at];
        for word in node.words().iter().filter(|word| option.value(word.text).is_none()) {
            let message = format!("the option `{}` has no value `{}`", other.text, shown(word.text));
            report.push(with_help(
                fault(word.span, message),
                suggest(word.text, option.value_names(), "its values are"),
            ));
        }
        let values: Vec<String> = node.words().iter().map(|word| word.text.to_owned()).collect();
        if !values.is_empty() && values.iter().all(|value| option.value(value).is_some()) {
            found.push(Requirement { option: at, values });
        }
    }
    found
}

/// The options with their values.
pub(super) type Chosen = Vec<(String, String)>;

/// Returns for each option whether it matters: all that it requires is chosen, of options that matter themselves.
pub(super) fn in_force(options: &[OptionDecl], chosen: &[(String, String)]) -> Vec<bool> {
    let mut force: Vec<bool> = Vec::new();
    for option in options {
        let met = |one: &Requirement| force[one.option] && one.values.contains(&chosen[one.option].1);
        force.push(option.requires.iter().all(met));
    }
    force
}

/// Changes the values of other options to those that an option requires, the first of several.
pub(super) fn require(options: &[OptionDecl], chosen: &mut Chosen, at: usize) {
    for Requirement { option, values } in &options[at].requires {
        if !values.contains(&chosen[*option].1) {
            chosen[*option].1.clone_from(&values[0]);
        }
        require(options, chosen, *option);
    }
}

/// `board=large`, or `board=large or board=huge`; several joined by `and`.
fn in_words(options: &[OptionDecl], requires: &[Requirement]) -> String {
    let one = |one: &Requirement| {
        let each = one.values.iter().map(|value| format!("`{}={value}`", options[one.option].name));
        each.collect::<Vec<_>>().join(" or ")
    };
    requires.iter().map(one).collect::<Vec<_>>().join(" and ")
}

/// The values of options whose changes have an entry at a place: the index of the option and the name of the value.
#[cfg(feature = "tools")]
pub(super) fn owner(options: &[OptionDecl], place: Span) -> Option<(usize, &str)> {
    fn holds(table: &Table, place: Span) -> bool {
        table.iter().any(|(_, entry)| {
            entry.key_span == place || entry.node.table().is_some_and(|table| holds(table, place))
        })
    }
    let values = options
        .iter()
        .enumerate()
        .flat_map(|(at, option)| option.values.iter().map(move |value| (at, value)));
    values
        .into_iter()
        .find(|(_, value)| holds(&value.overlay, place))
        .map(|(at, value)| (at, value.name.as_str()))
}

fn option(name: &str, table: &Table, values: Vec<OptionValue>, report: &mut Report) -> Option<OptionDecl> {
    let Some(first) = values.first() else {
        if let Some(entry) =
            table.get("values").filter(|entry| entry.node.table().is_some_and(Table::is_empty))
        {
            let problem = Diagnostic::error("ferz::options::no_values", format!("`{name}` has no values"));
            report.push(
                problem
                    .at(entry.node.span, "")
                    .help("give it at least two, such as `{ on = {}, off = { … } }`"),
            );
        }
        return None;
    };
    let mut default = first.name.clone();
    if let Some(word) = table.text("default") {
        if values.iter().any(|value| value.name == word.text) {
            default = word.text.to_owned();
        } else {
            let message = format!("`{}` is not a value of `{name}`", shown(word.text));
            let problem = Diagnostic::error("ferz::options::bad_default", message).at(word.span, "");
            let names = values.iter().map(|value| value.name.as_str());
            report.push(with_help(problem, suggest(word.text, names, "the values are")));
        }
    }
    let ask = table.text("ask").map(|word| word.text.to_owned());
    Some(OptionDecl { name: name.to_owned(), ask, default, values, requires: Vec::new() })
}

fn answer(name: &str, node: &Node, report: &mut Report) -> Option<OptionValue> {
    let Some(table) = node.table() else {
        let message = format!("`{name}` must be a table of changes, but this is {}", node.value.words());
        let problem = Diagnostic::error("ferz::options::not_a_table", message).at(node.span, "");
        report.push(problem.help(format!("write `{name} = {{}}` if nothing changes")));
        return None;
    };
    let mut overlay = table.clone();
    for key in SETTLED {
        if let Some(Entry { key_span, .. }) = overlay.remove(key) {
            let message = format!("an option can't change `{key}`");
            let problem = Diagnostic::error("ferz::options::settled", message).at(key_span, "");
            report.push(
                problem.help(format!(
                    "`{key}` is read before any option is chosen; write it outside the options"
                )),
            );
        }
    }
    Some(OptionValue { name: name.to_owned(), overlay })
}

/// The value of each option: what was chosen, else its default. Wrong choices are reported without a place.
pub(super) fn choose(
    options: &[OptionDecl],
    choices: &[Choice],
    report: &mut Report,
) -> Vec<(String, String)> {
    let mut chosen: Vec<_> =
        options.iter().map(|option| (option.name.clone(), option.default.clone())).collect();
    for (at, choice) in choices.iter().enumerate() {
        let Some(index) = options.iter().position(|option| option.name == choice.name) else {
            report.push(unknown(choice, options));
            continue;
        };
        let option = &options[index];
        if choices[..at].iter().any(|earlier| earlier.name == choice.name) {
            let message = format!("the option `{}` is chosen twice", choice.name);
            report.push(Diagnostic::error("ferz::option::chosen_twice", message));
        } else if option.value(&choice.value).is_none() {
            let message = format!("the option `{}` has no value `{}`", choice.name, shown(&choice.value));
            let help = suggest(&choice.value, option.value_names(), "its values are");
            report.push(with_help(Diagnostic::error("ferz::option::unknown_value", message), help));
        } else {
            chosen[index].1.clone_from(&choice.value);
        }
    }
    let force = in_force(options, &chosen);
    for (at, option) in
        options.iter().enumerate().filter(|(at, option)| !force[*at] && chosen[*at].1 != option.default)
    {
        let message = format!(
            "the option `{}` can't be chosen here: it requires {}",
            option.name,
            in_words(options, &option.requires)
        );
        let mut needed = chosen.clone();
        require(options, &mut needed, at);
        let more = needed.iter().zip(&chosen).filter(|(needed, chosen)| needed != chosen);
        let more: Vec<String> = more.map(|((name, value), _)| format!("`{name}={value}`")).collect();
        report.push(
            Diagnostic::error("ferz::option::requires", message)
                .help(format!("choose {} as well", more.join(" and "))),
        );
    }
    chosen
}

fn unknown(choice: &Choice, options: &[OptionDecl]) -> Diagnostic {
    let problem =
        Diagnostic::error("ferz::option::unknown", format!("there is no option `{}`", shown(&choice.name)));
    let names = options.iter().map(|option| option.name.as_str());
    if nearest(&choice.name, names.clone()).is_none() && options.is_empty() {
        return problem.help("this game has no options");
    }
    with_help(problem, suggest(&choice.name, names, "the options are"))
}

fn with_help(problem: Diagnostic, help: Option<String>) -> Diagnostic {
    match help {
        Some(help) => problem.help(help),
        None => problem,
    }
}

/// Returns the game file with the chosen values applied, in the order the options are declared.
pub(super) fn apply(base: Table, options: &[OptionDecl], chosen: &[(String, String)]) -> Table {
    let force = in_force(options, chosen);
    let answers = options.iter().zip(chosen).zip(force).filter(|(_, force)| *force);
    let answers = answers.filter_map(|((option, (_, value)), _)| option.value(value));
    answers.fold(base, |root, answer| merge(root, answer.overlay.clone()))
}
