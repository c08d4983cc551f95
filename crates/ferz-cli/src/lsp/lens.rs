//! Lenses above examples: commands that run one of them, or all.

use ferz::ExampleOutcome;
use lsp_types::{CodeLens, Command, DocumentSymbol, Uri};
use serde_json::{Value, json};

use super::asking::Asking;

/// The command that runs an example, by the address of its text and its number from 0; without a number, all of them.
pub(super) const RUN: &str = "ferz.runExample";

/// Returns the lenses of a text: one above each `[[example]]`, and one for all above the first.
pub(super) fn lenses(text: &str, symbols: &[DocumentSymbol], uri: &Uri) -> Vec<CodeLens> {
    let lines: Vec<&str> = text.lines().collect();
    let heading = |symbol: &&DocumentSymbol| {
        let line = lines.get(symbol.selection_range.start.line as usize);
        symbol.name == "example" && line.is_some_and(|line| line.trim_start().starts_with("[["))
    };
    let command = |title: &str, arguments: Vec<Value>| Command {
        title: title.to_owned(),
        command: RUN.to_owned(),
        arguments: Some(arguments),
    };
    let mut lenses = Vec::new();
    for (number, symbol) in symbols.iter().filter(heading).enumerate() {
        let lens = |command| CodeLens { range: symbol.selection_range, command: Some(command), data: None };
        lenses.push(lens(command("Run", vec![json!(uri), json!(number)])));
        if number == 0 {
            lenses.push(lens(command("Run all examples", vec![json!(uri)])));
        }
    }
    lenses
}

/// The answer to the command, and the message that shows it.
#[derive(Debug)]
pub(super) struct Told {
    pub(super) answer: Value,
    pub(super) message: String,
    pub(super) holds: bool,
}

/// Runs the example of a number, or all of the text.
///
/// # Errors
/// Returns the reason if none can be run.
pub(super) fn run(asking: &Asking<'_>, number: Option<usize>) -> Result<Told, String> {
    let Some(variant) = asking.reading().variant() else {
        return Err("the examples can't be run while the file has errors".to_owned());
    };
    let outcomes = variant.run_own_examples(number);
    if outcomes.is_empty() {
        return Err("there is no such example".to_owned());
    }
    let failed: Vec<&ExampleOutcome> = outcomes.iter().filter(|outcome| outcome.fault.is_some()).collect();
    let message = match (&outcomes[..], &failed[..]) {
        ([one], []) => format!("\u{201c}{}\u{201d} holds", one.shows),
        (all, []) => format!("all {} examples hold", all.len()),
        (all, [first, ..]) => {
            let fault = first.fault.as_deref().unwrap_or_default();
            let begun = format!("line {}: \u{201c}{}\u{201d} fails: {fault}", first.place.1, first.shows);
            match (all.len(), failed.len()) {
                (1, _) => begun,
                (all, failed) => format!("{failed} of {all} examples fail; {begun}"),
            }
        }
    };
    let row = |outcome: &ExampleOutcome| json!({ "shows": outcome.shows, "line": outcome.place.1, "holds": outcome.fault.is_none(), "fault": outcome.fault });
    let answer = outcomes.iter().map(row).collect();
    Ok(Told { answer, message, holds: failed.is_empty() })
}
