//! `ferz spaces`

use std::io::{Write, stdout};

use ferz::spaces::{Action, ActionSpace, ObservationSpace};
use serde_json::json;

use super::common::{Failure, GameArgs};

/// Show the action space and the observation planes of a game, for machine learning
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz spaces crazyhouse")]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// List every action with its number, one per line
    #[arg(long, conflicts_with = "json")]
    actions: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let variant = args.game.load()?;
    let (space, planes) = (ActionSpace::new(&variant), ObservationSpace::new(&variant));
    let mut out = stdout().lock();
    if args.json {
        let actions: Vec<String> = space.actions().iter().map(Action::to_string).collect();
        let hash = format!("{:016x}", variant.rules_hash());
        let all = json!({
            "game": variant.name(), "name": space.name(), "rules_hash": hash, "actions": actions,
            "planes": planes.planes(), "shape": planes.shape(),
        });
        writeln!(out, "{all}")?;
        return Ok(());
    }
    if args.actions {
        for (number, action) in space.actions().iter().enumerate() {
            writeln!(out, "{number} {action}")?;
        }
        return Ok(());
    }
    let [number, ranks, files] = planes.shape();
    writeln!(
        out,
        "{}: {} actions, {number} planes of {ranks} ranks and {files} files",
        variant.title(),
        space.size()
    )?;
    writeln!(out, "Name: {}\n\nActions, with squares as the side to move sees them", space.name())?;
    for (first, last, action) in runs(&space) {
        writeln!(out, "  {:>11}  {}, such as {action}", format!("{first}..{last}"), words(&action))?;
    }
    writeln!(out, "\nPlanes")?;
    for (at, name) in planes.planes().iter().enumerate() {
        writeln!(out, "  {at:>11}  {name}")?;
    }
    Ok(())
}

/// The first and the last number of each kind of action, and its first one.
fn runs(space: &ActionSpace) -> Vec<(usize, usize, Action)> {
    let mut runs: Vec<(usize, usize, Action)> = Vec::new();
    for (number, action) in space.actions().iter().enumerate() {
        match runs.last_mut() {
            Some((_, last, known)) if words(known) == words(action) => *last = number,
            _ => runs.push((number, number, *action)),
        }
    }
    runs
}

/// The kind of an action, in words.
fn words(action: &Action) -> &'static str {
    match action {
        Action::Move { with: Some(_), .. } => "moves that also put down a piece from the hand",
        Action::Move { becomes: Some(_), .. } => "moves in which the piece becomes another",
        Action::Move { .. } => "moves from one square to another",
        Action::Drop { .. } => "drops from the hand",
        Action::Announced(_) => "all these with an announcement",
        Action::Place { .. } => "walls or neutral pieces that are put on the board",
        Action::Remove { .. } => "pieces that are removed",
        Action::Decline => "a part of the turn that is left out",
        Action::Pass => "a turn that is left out",
        Action::Swap => "pieces that change sides",
        Action::Other(_) => "moves that share their squares with another",
        _ => "others",
    }
}
