//! `ferz completions` and `ferz man`: generated from the definitions of the commands.

use std::collections::BTreeSet;
use std::io::{Write, stdout};
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, ValueHint};
use clap::{Command, CommandFactory};
use clap_complete::{Shell, generate};
use clap_mangen::roff::{Roff, roman};
use ferz::text::explained;
use ferz::{Variant, builtin_games};

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
    /// Write the pages of all commands to this folder, which is created if it is missing
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut text = Vec::new();
    generate(args.shell, &mut with_values(args.shell), "ferz", &mut text);
    Ok(stdout().lock().write_all(&text)?)
}

/// The commands, with the values that are known: built-in games and their options, diagnostic codes, commands.
fn with_values(shell: Shell) -> Command {
    let commands: Vec<String> =
        Cli::command().get_subcommands().map(|one| one.get_name().to_owned()).collect();
    let options = option_values();
    let named = move |argument: clap::Arg| match argument.get_value_names().unwrap_or_default() {
        // Bash lists the values of all arguments together, so that a second one would repeat those of the first
        [only] if only == "GAME" || only == "OTHER" && shell != Shell::Bash => {
            argument.value_parser(PossibleValuesParser::new(builtin_games()))
        }
        [only] if only == "CODE" => {
            argument.value_parser(PossibleValuesParser::new(explained().map(|entry| entry.code)))
        }
        [only] if only == "COMMAND" => argument.value_parser(PossibleValuesParser::new(commands.clone())),
        [only] if only == "NAME=VALUE" => argument.value_parser(PossibleValuesParser::new(options.clone())),
        [only] if ["FILE", "DIR"].contains(&only.as_str()) => argument.value_hint(ValueHint::AnyPath),
        _ => argument,
    };
    Cli::command().mut_subcommands(move |command| command.mut_args(&named))
}

/// The values of the options of all built-in games, as they are chosen.
fn option_values() -> Vec<String> {
    let games = builtin_games().into_iter().filter_map(|name| Variant::load(name, &[]).ok());
    let of = |game: Variant| {
        let options = game.offered_options().into_iter();
        options.flat_map(|option| {
            option.values.iter().map(|value| format!("{}={value}", option.name)).collect::<Vec<_>>()
        })
    };
    let values: BTreeSet<String> = games.flat_map(of).collect();
    values.into_iter().collect()
}

pub(super) fn man(args: &ManArgs) -> Result<(), Failure> {
    let mut whole = Cli::command();
    whole.build();
    if let Some(folder) = &args.output {
        std::fs::create_dir_all(folder)
            .map_err(|error| Failure::Input(format!("can't create {}: {error}", folder.display())))?;
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
            let help = ferz::text::nearest(name, names);
            let help = help.map_or_else(String::new, |near| format!(": did you mean `{near}`?"));
            Failure::Usage(format!("there is no command `{}`{help}", ferz::text::shown(name)))
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
    let (examples, remarks) = afterwards(command);
    // a page is named after the whole command
    let called = command.clone().name(name.to_owned()).display_name(name.to_owned()).after_help(remarks);
    clap_mangen::Man::new(called).render(&mut text)?;
    let status = match command.get_name() {
        "diff" => {
            "0: the games have the same rules. 1: they differ. 2: a game can't be loaded, or the usage is wrong."
        }
        _ => STATUS,
    };
    let mut more = Roff::new();
    more.control("SH", ["EXIT STATUS"]).text([roman(status)]);
    if !examples.is_empty() {
        more.control("SH", ["EXAMPLES"]).control("nf", []);
        examples.lines().for_each(|line| _ = more.text([roman(line)]));
        more.control("fi", []);
    }
    Ok(String::from_utf8_lossy(&text).into_owned() + &more.to_roff())
}

/// The meaning of the exit status of commands.
const STATUS: &str = "0: done. 1: the input has problems, such as an illegal move or a faulty game file. 2: a usage error, such as an unknown \
                      command, game, option or value. 130: stopped by Ctrl-C, after reporting what was done so far.";

/// The examples below the help of a command, and the other text there.
fn afterwards(command: &Command) -> (String, String) {
    let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let (mut examples, mut remarks, mut inside) = (Vec::new(), Vec::new(), false);
    for line in text.lines() {
        if let Some(example) = line.strip_prefix("Example: ") {
            examples.push(example);
        } else if line == "Examples:" {
            inside = true;
        } else if inside && line.starts_with("  ") {
            examples.push(line.trim_start());
        } else {
            inside = false;
            remarks.push(line);
        }
    }
    (examples.join("\n"), remarks.join("\n").trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commands_are_sound() {
        Cli::command().debug_assert();
        with_values(Shell::Bash).debug_assert();
        with_values(Shell::Zsh).debug_assert();
    }

    #[test]
    fn every_shell_knows_every_command_and_game() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell, Shell::Elvish] {
            let mut text = Vec::new();
            generate(shell, &mut with_values(shell), "ferz", &mut text);
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
    fn codes_and_options_are_completed_and_nothing_twice() {
        let mut text = Vec::new();
        generate(Shell::Bash, &mut with_values(Shell::Bash), "ferz", &mut text);
        let text = String::from_utf8(text).expect("text");
        assert!(text.contains("ferz::moves::no_capital") && text.contains("en-passant=on"));
        for line in text.lines().filter_map(|line| line.trim().strip_prefix("opts=")) {
            let words: Vec<&str> = line.trim_matches('"').split(' ').collect();
            let games = builtin_games();
            let twice = games.iter().find(|game| words.iter().filter(|word| word == game).count() > 1);
            assert_eq!(twice, None, "{line}");
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
            for section in [".SH \"EXIT STATUS\"", ".SH EXAMPLES"] {
                assert!(text.contains(section), "{name} has no {section}: {text}");
            }
            assert!(!text.contains("Example:") && !text.contains("Examples:"), "{name}: {text}");
        }
    }
}
