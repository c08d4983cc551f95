//! Options: every value must make a sound game.

use crate::definition::{Choice, Definition, OptionDecl};
use crate::rules::resolve;
use crate::text::{Diagnostic, Report};

use super::View;

/// The maximum number of combinations of values that are tried.
const MOST: usize = 256;

/// Tries each value by itself, and if all are sound, all of them together in every way. A problem that isn't there with the default values
/// names the values that cause it.
pub(super) fn check(definition: &Definition, report: &mut Report) {
    let mut seen: Vec<Diagnostic> = report.diagnostics().to_vec();
    for variant in definition.variants() {
        let before = report.clone();
        resolve(&variant, report);
        let with = answers(definition, &variant);
        report.revise(0, |problem| {
            if before.diagnostics().contains(&problem) {
                return Some(problem);
            }
            let known = seen.contains(&problem);
            seen.push(problem.clone());
            (!known).then(|| with_answers(problem, &with))
        });
        report.sort();
    }
    if !report.has_errors() {
        together(definition, &mut seen, report);
    }
}

fn together(definition: &Definition, seen: &mut Vec<Diagnostic>, report: &mut Report) {
    let sizes = definition.options.iter().map(|option| option.values.len());
    let all = sizes.fold(1_usize, usize::saturating_mul);
    let combinations = if all <= MOST { every(definition) } else { pairs(definition) };
    if all > MOST {
        let tried = combinations.len();
        report.push(bounded(definition, all, tried));
    }
    for choices in combinations {
        let mut found = Report::default();
        let variant = definition.with_choices(&choices, &mut found);
        resolve(&variant, &mut found);
        let with = answers(definition, &variant);
        for problem in found.diagnostics() {
            if !seen.contains(problem) {
                seen.push(problem.clone());
                report.push(with_answers(problem.clone(), &with));
            }
        }
        if report.has_errors() {
            break;
        }
    }
    report.sort();
}

/// Returns every combination in which two or more values aren't the defaults.
fn every(definition: &Definition) -> Vec<Vec<Choice>> {
    let mut all: Vec<Vec<Choice>> = vec![Vec::new()];
    for option in &definition.options {
        let longer = |choices: &Vec<Choice>| {
            let choices = choices.clone();
            option.values.iter().map(move |value| {
                let choice = Choice { name: option.name.clone(), value: value.name.clone() };
                choices.iter().cloned().chain((value.name != option.default).then_some(choice)).collect()
            })
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.retain(|choices| choices.len() > 1);
    // a problem caused by few values is reported for these few
    all.sort_by_key(Vec::len);
    all
}

/// Returns pairs of values that aren't the defaults, as many as are tried.
fn pairs(definition: &Definition) -> Vec<Vec<Choice>> {
    let choices: Vec<Choice> = definition
        .options
        .iter()
        .flat_map(|option| {
            let others = option.values.iter().filter(|value| value.name != option.default);
            others.map(|value| Choice { name: option.name.clone(), value: value.name.clone() })
        })
        .collect();
    let mut pairs = Vec::new();
    for (at, one) in choices.iter().enumerate() {
        let others = choices[at + 1..].iter().filter(|other| other.name != one.name);
        pairs.extend(others.map(|other| vec![one.clone(), other.clone()]));
    }
    pairs.truncate(MOST);
    pairs
}

fn bounded(definition: &Definition, all: usize, tried: usize) -> Diagnostic {
    let view_place = definition.root.get("options").map_or(definition.root.span(), |entry| entry.key_span);
    let singles: usize = definition.options.iter().map(|option| option.values.len() - 1).sum();
    let count = if all == usize::MAX { "a great many".to_owned() } else { all.to_string() };
    let message = format!("the values combine in {count} ways, too many to try each");
    Diagnostic::advice("ferz::lint::combinations", message)
        .at(view_place, format!("tried: the defaults, {singles} single values and {tried} pairs"))
        .help("fewer options, or several game files that extend one another, can be checked completely")
}

/// Returns the values of a variant that aren't the defaults.
fn answers(definition: &Definition, variant: &Definition) -> String {
    let both = definition.chosen.iter().zip(&variant.chosen);
    let other = both.filter(|(default, chosen)| default != chosen);
    let words: Vec<String> = other.map(|(_, (name, value))| format!("`{name}={value}`")).collect();
    words.join(" and ")
}

fn with_answers(mut problem: Diagnostic, answers: &str) -> Diagnostic {
    let says = format!("this happens with {answers}");
    problem.help = Some(problem.help.map_or_else(|| says.clone(), |help| format!("{help} ({says})")));
    problem
}

/// Keeps the lints that apply whatever the value of any single option.
pub(super) fn in_all(definition: &Definition, found: &mut Vec<Diagnostic>) {
    for variant in definition.variants() {
        if found.is_empty() {
            return;
        }
        let rules = resolve(&variant, &mut Report::default());
        let others = View { rules: &rules, definition: &variant }.lints();
        let place = |lint: &Diagnostic| lint.labels.first().map(|label| label.span);
        found
            .retain(|lint| others.iter().any(|other| other.code == lint.code && place(other) == place(lint)));
    }
}

/// Reports options that leave the game as it is, whatever their value.
pub(super) fn idle(definition: &Definition) -> Vec<Diagnostic> {
    let meaning = |definition: &Definition| format!("{:?}", resolve(definition, &mut Report::default()));
    let default = std::cell::OnceCell::new();
    let changes = |name: &str, value: &str| {
        let choice = Choice { name: name.to_owned(), value: value.to_owned() };
        let variant = definition.with_choices(&[choice], &mut Report::default());
        meaning(&variant) != *default.get_or_init(|| meaning(definition))
    };
    let idle = definition.options.iter().filter(|option| {
        option.values.iter().all(|value| value.name == option.default || !changes(&option.name, &value.name))
    });
    let lint = |option: &OptionDecl| {
        let place = definition.base().table("options").and_then(|table| table.get(&option.name));
        let span = place.map_or(definition.root.span(), |entry| entry.key_span);
        let says = match option.values.len() {
            1 => "it has only one value".to_owned(),
            count => format!("its {count} values make the same game"),
        };
        let message = format!("the option `{}` changes nothing", option.name);
        Diagnostic::advice("ferz::lint::idle_option", message)
            .at(span, says)
            .help("give a value the tables it changes, or leave the option out")
    };
    idle.map(lint).collect()
}
