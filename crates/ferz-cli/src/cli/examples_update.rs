//! Numbers in examples replaced by those that were counted.

use std::io::{Write, stderr};
use std::path::Path;

use ferz::{Counted, ExampleOutcome};

use super::common::Failure;
use super::file;

/// The maximum number of times that a file is written: each time, one number of each example is corrected.
const ROUNDS: usize = 64;

/// Runs examples and writes what was counted into the file until no number is wrong. Each number is reported on standard error.
pub(super) fn update<E: From<Failure>>(
    path: &Path,
    run: impl Fn() -> Result<Vec<ExampleOutcome>, E>,
) -> Result<Vec<ExampleOutcome>, E> {
    for _ in 0..ROUNDS {
        let outcomes = run()?;
        let counted: Vec<&Counted> = outcomes.iter().filter_map(|outcome| outcome.counted.as_ref()).collect();
        if counted.is_empty() {
            return Ok(outcomes);
        }
        write(path, &counted)?;
    }
    run()
}

fn write(path: &Path, counted: &[&Counted]) -> Result<(), Failure> {
    let shown = path.display();
    let mut text = std::fs::read_to_string(path)
        .map_err(|error| Failure::Input(format!("can't read {shown}: {error}")))?;
    let mut last_first = counted.to_vec();
    last_first.sort_by_key(|one| std::cmp::Reverse(one.range.start));
    let mut said = Vec::new();
    for Counted { range, number, unchecked, .. } in last_first {
        let stated =
            text.get(range.clone()).filter(|stated| stated.starts_with(|c: char| c.is_ascii_digit()));
        let Some(stated) = stated.map(str::to_owned) else {
            return Err(Failure::Input(format!("{shown} was changed while its examples ran")));
        };
        let line = text[..range.start].matches('\n').count() + 1;
        text.replace_range(range.clone(), &number.to_string());
        let more = match unchecked {
            0 => "",
            1 => "; the number after it is too large to be counted here",
            _ => "; the numbers after it are too large to be counted here",
        };
        said.push(format!("{shown}:{line}: wrote {number} instead of {stated}{more}"));
    }
    file::replace(path, text.as_bytes())?;
    said.iter().rev().try_for_each(|line| writeln!(stderr(), "{line}"))?;
    Ok(())
}
