//! Perft.

use std::io::{Write, stderr, stdout};
use std::time::{Duration, Instant};

use ferz::{Last, Perft, PerftError, Position};

use super::{Loaded, rate, total, widest};
use crate::cli::common::Failure;

/// The least number of nodes at the depth that is counted, if no number is stated.
const ENOUGH: u64 = 500_000;
/// The maximum depth that is counted if no number is stated.
const DEEPEST: u32 = 12;
/// The expected number of nodes above which a depth is skipped as well.
const TOO_MANY: u64 = 50_000_000;

/// Work with a known answer.
struct Task {
    shows: String,
    position: Position,
    depth: u32,
    nodes: u64,
}

/// Counts, prints a table, and returns the wrong counts. Of each game it counts all positions, or only the first.
pub(super) fn run(games: &[Loaded], most: u64, all: bool) -> Result<Vec<String>, Failure> {
    let (name, mut out) = (widest(games), stdout().lock());
    writeln!(
        out,
        "{:name$}  depth        nodes  time (s)  million nodes/s  load (ms)  tables (KiB)",
        "game"
    )?;
    let (mut faults, mut nodes, mut time) = (Vec::new(), 0, Duration::ZERO);
    for loaded in games {
        for task in tasks(loaded, most)?.into_iter().take(if all { usize::MAX } else { 1 }) {
            let begun = Instant::now();
            let found = Perft::default().count(&task.position, task.depth)?;
            let took = begun.elapsed();
            if found != task.nodes {
                faults.push(fault(&loaded.name, &task, found));
            }
            (nodes, time) = (nodes + found, time + took);
            let (seconds, speed) = (took.as_secs_f64(), rate(found, took) / 1e6);
            let (load, tables) =
                (loaded.took.as_secs_f64() * 1e3, loaded.variant.table_bytes().div_ceil(1024));
            let Task { depth, .. } = task;
            writeln!(
                out,
                "{:name$}  {depth:>5}  {found:>11}  {seconds:>8.3}  {speed:>15.1}  {load:>9.1}  {tables:>12}",
                loaded.name
            )?;
            out.flush()?;
        }
    }
    drop(out);
    total(("Nodes", "searched"), nodes, time)?;
    Ok(faults)
}

fn fault(name: &str, task: &Task, found: u64) -> String {
    let Task { shows, depth, nodes, .. } = task;
    format!("{name}: {shows}: perft {depth} should be {nodes}, but it is {found}")
}

/// The positions of a game whose numbers are stated, each to the deepest number not larger than `most`.
fn tasks(loaded: &Loaded, most: u64) -> Result<Vec<Task>, PerftError> {
    let stated = loaded.variant.stated_perft().into_iter().filter_map(|stated| {
        let within = (1..).zip(&stated.nodes).take_while(|(_, nodes)| **nodes <= most);
        let (depth, &nodes) = within.last()?;
        Some(Task { shows: stated.shows, position: stated.position, depth, nodes })
    });
    let tasks: Vec<_> = stated.collect();
    if tasks.is_empty() { Ok(vec![counted(loaded, most)?]) } else { Ok(tasks) }
}

/// The start position of a game that states no number: counted with every move made, which bulk counting must then reproduce.
fn counted(loaded: &Loaded, most: u64) -> Result<Task, PerftError> {
    let position = loaded.variant.start_position();
    let enough = most.min(ENOUGH);
    let mut last = (0, 1);
    for depth in 1..=DEEPEST {
        let made = Perft { last: Last::Made, ..Perft::default() };
        let (nodes, before) = (made.count(&position, depth)?, last.1);
        last = (depth, nodes);
        let next = nodes.saturating_mul(nodes) / before.max(1);
        if nodes >= enough || nodes == 0 || next > TOO_MANY {
            break;
        }
    }
    let _ = writeln!(stderr(), "{}: no perft number is stated; counted in two ways", loaded.name);
    Ok(Task {
        shows: "the start position, every move made".to_owned(),
        position,
        depth: last.0,
        nodes: last.1,
    })
}
