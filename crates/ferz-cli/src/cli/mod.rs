//! The command line: one file per command, built on the public API of the library.
//!
//! Results go to standard output, everything else to standard error. Exit status: 0 done, 1 the input has problems, 2 wrong
//! usage, 130 stopped by Ctrl-C where what was done so far is reported.

mod analyse;
mod bench;
mod check;
mod common;
mod completions;
mod contest;
mod deep;
mod diagram;
mod diff;
mod engine;
mod examples;
mod examples_told;
mod examples_update;
mod explain;
mod export;
mod figures;
mod file;
mod fmt;
mod import;
mod interrupt;
mod list;
mod lsp;
mod moves;
mod new;
mod perft;
mod pgn;
mod picture;
mod play;
mod progress;
mod replay;
mod rules;
mod schema;
mod show;
#[cfg(feature = "studio")]
mod site;
mod spaces;
#[cfg(feature = "studio")]
mod studio;
mod tune;
mod watch;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use ferz::draw::text as draw;

use common::Failure;

/// Rules of chess variants as data: check them, explain them, play them.
#[derive(Debug, Parser)]
#[command(name = "ferz", version, about, max_term_width = 100, after_help = "Example: ferz play courier")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    List(list::Args),
    Show(show::Args),
    Rules(rules::Args),
    Draw(picture::Args),
    Diagram(diagram::Args),
    Moves(moves::Args),
    Perft(perft::Args),
    Replay(replay::Args),
    Check(check::Args),
    Explain(explain::Args),
    Diff(diff::Args),
    New(new::Args),
    Fmt(fmt::Args),
    Import(import::Args),
    Export(export::Args),
    Test(examples::Args),
    Play(play::Args),
    #[cfg(feature = "studio")]
    Studio(studio::Args),
    #[cfg(feature = "studio")]
    Site(site::Args),
    Pgn(pgn::Args),
    Analyse(analyse::Args),
    Match(contest::Args),
    Engine(engine::Args),
    Tune(tune::Args),
    Bench(bench::Args),
    Spaces(spaces::Args),
    Schema(schema::Args),
    Lsp(lsp::Args),
    Completions(completions::Args),
    Man(completions::ManArgs),
}

/// Runs the command line of this process.
pub(crate) fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::List(args) => list::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Rules(args) => rules::run(&args),
        Command::Draw(args) => picture::run(&args),
        Command::Diagram(args) => diagram::run(&args),
        Command::Moves(args) => moves::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Diff(args) => diff::run(&args),
        Command::New(args) => new::run(&args),
        Command::Fmt(args) => fmt::run(&args),
        Command::Import(args) => import::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Test(args) => examples::run(&args),
        Command::Play(args) => play::run(&args),
        #[cfg(feature = "studio")]
        Command::Studio(args) => studio::run(&args),
        #[cfg(feature = "studio")]
        Command::Site(args) => site::run(&args),
        Command::Pgn(args) => pgn::run(&args),
        Command::Analyse(args) => analyse::run(&args),
        Command::Match(args) => contest::run(&args),
        Command::Engine(args) => engine::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Spaces(args) => spaces::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Lsp(args) => lsp::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => completions::man(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// A failed write to a closed pipe is not a failure of the program.
impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Self::Quiet,
            _ => Self::Input(error.to_string()),
        }
    }
}
