//! `ferz completions` and `ferz man`: generated from the definitions of the commands.

use std::io::{Write, stdout};
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, ValueHint};
use clap::{Command, CommandFactory};
use clap_complete::{Shell, generate};
use ferz::builtin_games;

use super::common::Failure;
use super::{Cli, file};

/// Print completions for a shell, with the names of the built-in games
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz completions bash > ~/.local/share/bash-completion/completions/ferz")]
pub(super) struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Print the manual page of a command, or write the pages of all commands to a folder
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz man -o ~/.local/share/man/man1")]
pub(super) struct ManArgs {
    /// The command; without one the page of `ferz` itself
    #[arg(value_name = "COMMAND", conflicts_with = "output")]
    command: Option<String>,
    /// Write the pages of all commands to this folder, which is made if it is missing
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut text = Vec::new();
    generate(args.shell, &mut with_games(), "ferz", &mut text);
    Ok(stdout().lock().write_all(&text)?)
}

/// The commands, with the built-in games as values where a game is asked for.
fn with_games() -> Command {
    let named = |argument: clap::Arg| match argument.get_value_names().unwrap_or_default() {
        [only] if ["GAME", "OTHER"].contains(&only.as_str()) => {
            argument.value_parser(PossibleValuesParser::new(builtin_games()))
        }
        [only] if ["FILE", "DIR"].contains(&only.as_str()) => argument.value_hint(ValueHint::AnyPath),
        _ => argument,
    };
    Cli::command().mut_subcommands(|command| command.mut_args(named))
}

pub(super) fn man(args: &ManArgs) -> Result<(), Failure> {
    let mut whole = Cli::command();
    whole.build();
    if let Some(folder) = &args.output {
        std::fs::create_dir_all(folder)
            .map_err(|error| Failure::Input(format!("can't make {}: {error}", folder.display())))?;
        let pages =
            std::iter::once(&whole).chain(whole.get_subcommands().filter(|one| one.get_name() != "help"));
        for command in pages {
            let name = page_name(&whole, command);
            file::replace(&folder.join(format!("{name}.1")), page(command, &name)?.as_bytes())?;
        }
        return Ok(());
    }
    let command = match &args.command {
        None => &whole,
        Some(name) => whole.find_subcommand(name).ok_or_else(|| {
            let names = whole.get_subcommands().map(Command::get_name);
            let help = ferz::internals::definition::nearest(name, names);
            let help = help.map_or_else(String::new, |near| format!(": did you mean `{near}`?"));
            Failure::Usage(format!(
                "there is no command `{}`{help}",
                ferz::internals::definition::shown(name)
            ))
        })?,
    };
    Ok(stdout().lock().write_all(page(command, &page_name(&whole, command))?.as_bytes())?)
}

fn page_name(whole: &Command, command: &Command) -> String {
    match command.get_name() {
        name if name == whole.get_name() => name.to_owned(),
        name => format!("{}-{name}", whole.get_name()),
    }
}

fn page(command: &Command, name: &str) -> Result<String, Failure> {
    let mut text = Vec::new();
    // a page is called after the whole command
    let called = command.clone().name(name.to_owned()).display_name(name.to_owned());
    clap_mangen::Man::new(called).render(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commands_are_sound() {
        Cli::command().debug_assert();
        with_games().debug_assert();
    }

    #[test]
    fn every_shell_knows_every_command_and_game() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell, Shell::Elvish] {
            let mut text = Vec::new();
            generate(shell, &mut with_games(), "ferz", &mut text);
            let text = String::from_utf8(text).expect("text");
            for command in Cli::command().get_subcommands() {
                assert!(text.contains(command.get_name()), "{shell}: {}", command.get_name());
            }
            // these two complete no values of positional arguments
            if ![Shell::PowerShell, Shell::Elvish].contains(&shell) {
                let games = builtin_games();
                let missing = games.iter().find(|game| !text.contains(*game));
                assert_eq!(missing, None, "{shell}");
            }
        }
    }

    #[test]
    fn every_command_has_a_page() {
        let mut whole = Cli::command();
        whole.build();
        for command in whole.get_subcommands().filter(|one| one.get_name() != "help") {
            let name = page_name(&whole, command);
            let text = page(command, &name).expect("a page");
            assert!(text.contains(".TH") && text.contains(&name.replace('-', "\\-")), "{text}");
            assert!(text.contains("Example"), "{name} has no example: {text}");
        }
    }
}
