//! Options: every value must make a sound game, in every combination that can occur.

use super::View;
use crate::definition::{Definition, OptionDecl};
use crate::order;
use crate::rules::{Rules, resolve_within};
use crate::text::{Diagnostic, Report, Span};
use crate::walk::Budget;

/// The maximum number of combinations of values that are tried.
const MOST: usize = 256;

/// The maximum number of combinations that are listed to find those that can occur.
const LISTED: usize = 1 << 14;

/// Codes of problems that don't count if there is a combination of values in which they don't occur, though their subject is there.
const SOMEWHERE: [&str; 2] = ["ferz::extends::nothing_to_remove", "ferz::en_passant::nothing_passes"];

/// Tries each value by itself, and if all are sound, all of them together in every way that can occur. A problem that isn't there with the
/// default values names the values that cause it.
pub(super) fn check(definition: &Definition, report: &mut Report) {
    if definition.options.is_empty() {
        return;
    }
    let seen = report.diagnostics().to_vec();
    let mut trials = Trials { definition, seen, tried: Vec::new(), steps: Steps::default() };
    trials.note(definition, report.diagnostics());
    for variant in definition.variants() {
        trials.check(&variant, report);
    }
    if !report.has_errors() {
        together(&mut trials, report);
    }
    if trials.steps.are_gone() {
        report.push(cut_short(definition, trials.tried.len()));
    }
    trials.settle(report);
    report.sort();
}

/// The game files that have been tried.
struct Trials<'a> {
    definition: &'a Definition,
    /// The problems that are known, without the values that cause them.
    seen: Vec<Diagnostic>,
    tried: Vec<Trial>,
    steps: Steps,
}

/// The steps that the movements of all trials together may take: those of a game once more.
#[derive(Debug, Default)]
struct Steps(Budget);

impl Steps {
    fn are_gone(&self) -> bool {
        self.0.spend(1).is_err()
    }

    /// Resolves a game file. What it takes counts afterwards: each file has the same budget as by itself.
    fn resolve(&self, definition: &Definition, report: &mut Report) -> Rules {
        let budget = Budget::default();
        let rules = resolve_within(definition, report, &budget);
        // when they are gone, no other file is tried
        _ = self.0.spend(budget.spent());
        rules
    }
}

/// A game file with a value of each option.
struct Trial {
    chosen: Vec<(String, String)>,
    force: Vec<bool>,
    /// The places of its tables.
    tables: Vec<Span>,
    /// The places of the problems that may turn out not to count.
    doubtful: Vec<(&'static str, Option<Span>)>,
}

fn place(problem: &Diagnostic) -> Option<Span> {
    problem.labels.first().map(|label| label.span)
}

impl Trials<'_> {
    /// Reports what is wrong with a game file and has not been reported yet.
    fn check(&mut self, variant: &Definition, report: &mut Report) {
        if self.steps.are_gone() {
            return;
        }
        let mut found = Report::default();
        // what keeps a file from being read keeps other problems from being reported
        let unreadable = |code: &str| code.starts_with("ferz::toml::") || code.starts_with("ferz::extends::");
        let kept =
            self.seen.iter().filter(|problem| unreadable(problem.code) && !SOMEWHERE.contains(&problem.code));
        kept.for_each(|problem| found.push(problem.clone()));
        self.steps.resolve(variant, &mut found);
        self.note(variant, found.diagnostics());
        let with = answers(self.definition, variant);
        for problem in found
            .diagnostics()
            .iter()
            .filter(|problem| !self.seen.contains(problem))
            .cloned()
            .collect::<Vec<_>>()
        {
            self.seen.push(problem.clone());
            report.push(with_answers(problem, &with));
        }
    }

    fn note(&mut self, variant: &Definition, problems: &[Diagnostic]) {
        let doubtful = problems.iter().filter(|problem| SOMEWHERE.contains(&problem.code));
        self.tried.push(Trial {
            chosen: variant.chosen.clone(),
            force: self.definition.in_force(&variant.chosen),
            tables: variant.root.iter().map(|(_, entry)| entry.key_span).collect(),
            doubtful: doubtful.map(|problem| (problem.code, place(problem))).collect(),
        });
    }

    /// Drops the problems that occur only with some of the values with which they could occur.
    fn settle(&self, report: &mut Report) {
        report.revise(0, |problem| {
            let everywhere =
                !SOMEWHERE.contains(&problem.code) || self.everywhere(problem.code, place(&problem));
            everywhere.then_some(problem)
        });
    }

    fn everywhere(&self, code: &str, place: Option<Span>) -> bool {
        let owner = place.and_then(|place| self.definition.owner(place));
        let there = |trial: &&Trial| match owner {
            Some((option, value)) => trial.force[option] && trial.chosen[option].1 == value,
            None => place.is_none_or(|place| trial.tables.contains(&place)),
        };
        let same = |one: &(&str, Option<Span>)| *one == (code, place);
        self.tried.iter().filter(there).all(|trial| trial.doubtful.iter().any(same))
    }
}

fn together(trials: &mut Trials<'_>, report: &mut Report) {
    let definition = trials.definition;
    let sizes = definition.options.iter().map(|option| option.values.len());
    let all = sizes.fold(1_usize, usize::saturating_mul);
    let possible = if all <= LISTED { every(definition) } else { Vec::new() };
    let combinations = if all <= LISTED && possible.len() <= MOST {
        several(definition, possible)
    } else {
        let pairs = pairs(definition);
        let count = if all <= LISTED { possible.len() } else { all };
        report.push(bounded(definition, count, pairs.len()));
        pairs
    };
    for chosen in combinations {
        trials.check(&definition.with_chosen(chosen), report);
        if report.has_errors() {
            break;
        }
    }
}

/// The options with their values.
type Chosen = Vec<(String, String)>;

/// Returns every combination of values that can occur: an option that requires others keeps its default without them.
fn every(definition: &Definition) -> Vec<Chosen> {
    let mut all: Vec<Chosen> = vec![Vec::new()];
    for option in &definition.options {
        let longer = |chosen: Chosen| {
            option.values.iter().map(move |value| {
                let mut longer = chosen.clone();
                longer.push((option.name.clone(), value.name.clone()));
                longer
            })
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all.retain(|chosen| can_occur(definition, chosen));
    all
}

fn can_occur(definition: &Definition, chosen: &[(String, String)]) -> bool {
    let force = definition.in_force(chosen);
    let options = definition.options.iter().zip(chosen).zip(force);
    options.into_iter().all(|((option, (_, value)), force)| force || *value == option.default)
}

/// The combinations in which two or more values aren't the defaults, those with few first: a problem caused by few values is reported for
/// these few.
fn several(definition: &Definition, mut all: Vec<Chosen>) -> Vec<Chosen> {
    let others =
        |chosen: &Chosen| chosen.iter().zip(&definition.chosen).filter(|(one, other)| one != other).count();
    all.retain(|chosen| others(chosen) > 1);
    order::by_key(&mut all, others);
    all
}

/// Returns pairs of values that aren't the defaults, each with what it requires, as many as are tried.
fn pairs(definition: &Definition) -> Vec<Chosen> {
    let values = definition.options.iter().enumerate().flat_map(|(at, option)| {
        let others = option.values.iter().filter(|value| value.name != option.default);
        others.map(move |value| (at, value.name.as_str()))
    });
    let values: Vec<(usize, &str)> = values.collect();
    let mut pairs = Vec::new();
    for (number, &(one, value)) in values.iter().enumerate() {
        for &(other, second) in values[number + 1..].iter().filter(|(other, _)| *other != one) {
            let pair = definition.with_value(one, value).with_value(other, second).chosen;
            if pair[one].1 == value && can_occur(definition, &pair) {
                pairs.push(pair);
            }
        }
    }
    pairs.truncate(MOST);
    pairs
}

fn bounded(definition: &Definition, all: usize, tried: usize) -> Diagnostic {
    let view_place = definition.root.get("options").map_or(definition.root.span(), |entry| entry.key_span);
    let singles: usize = definition.options.iter().map(|option| option.values.len() - 1).sum();
    let count = if all == usize::MAX { "a great many".to_owned() } else { all.to_string() };
    let message = format!("the values combine in {count} ways, too many to try them all");
    Diagnostic::advice("ferz::lint::combinations", message)
        .at(view_place, format!("tried: the defaults, {singles} single values and {tried} pairs"))
        .help("use fewer options, or split the game into several files that extend a common parent; each can then be checked completely")
}

/// The advice that not all values have been tried, as the movements take many steps.
fn cut_short(definition: &Definition, tried: usize) -> Diagnostic {
    let place = definition.root.get("options").map_or(definition.root.span(), |entry| entry.key_span);
    let message = "the movements have too many paths to try all values of the options";
    Diagnostic::advice("ferz::lint::combinations", message)
        .at(place, format!("tried: {tried} combinations, beginning with the defaults and single values"))
        .help("give the legs of movements directions or a range, or split the game into several files that extend a common parent")
}

/// Returns the values of a variant that aren't the defaults.
fn answers(definition: &Definition, variant: &Definition) -> String {
    let both = definition.chosen.iter().zip(&variant.chosen);
    let other = both.filter(|(default, chosen)| default != chosen);
    let words: Vec<String> = other.map(|(_, (name, value))| format!("`{name}={value}`")).collect();
    words.join(" and ")
}

fn with_answers(mut problem: Diagnostic, answers: &str) -> Diagnostic {
    problem.message = format!("with {answers}, {}", problem.message);
    problem
}

/// Keeps the lints that apply whatever the value of any single option.
pub(super) fn in_all(definition: &Definition, found: &mut Vec<Diagnostic>) {
    let steps = Steps::default();
    for variant in definition.variants() {
        if steps.are_gone() {
            found.clear();
        }
        if found.is_empty() {
            return;
        }
        let rules = steps.resolve(&variant, &mut Report::default());
        let others = View { rules: &rules, definition: &variant }.lints();
        let place = |lint: &Diagnostic| lint.labels.first().map(|label| label.span);
        found
            .retain(|lint| others.iter().any(|other| other.code == lint.code && place(other) == place(lint)));
    }
}

/// Reports options that leave the game as it is, whatever their value.
pub(super) fn idle(definition: &Definition) -> Vec<Diagnostic> {
    let steps = Steps::default();
    let meaning = |at: usize, value: &str| {
        let variant = definition.with_value(at, value);
        (!steps.are_gone()).then(|| format!("{:?}", steps.resolve(&variant, &mut Report::default())))
    };
    let idle = definition.options.iter().enumerate().filter(|(at, option)| {
        let default = std::cell::OnceCell::new();
        let mut others = option.values.iter().filter(|value| value.name != option.default);
        others.all(|value| {
            let meant = meaning(*at, &value.name);
            meant.is_some() && meant == *default.get_or_init(|| meaning(*at, &option.default))
        })
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
            .help("give a value the changes it makes, or remove the option")
    };
    idle.map(|(_, option)| lint(option)).collect()
}
