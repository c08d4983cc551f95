//! `ferz list`

use std::collections::BTreeMap;
use std::io::{Write, stdout};

use ferz::{Variant, builtin_about, builtin_family, builtin_games};
use serde_json::json;

use super::common::Failure;

/// List the built-in games: name, board, title
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz list shogi --families")]
pub(super) struct Args {
    /// List only games with all these words in their name, title, family, tags, sentence or name in other programs
    #[arg(value_name = "WORD")]
    words: Vec<String>,
    /// Add a sentence about each game, and its tags
    #[arg(long, conflicts_with = "json")]
    about: bool,
    /// Group the games by family
    #[arg(long, conflicts_with = "json")]
    families: bool,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut out = stdout().lock();
    let words: Vec<String> = args.words.iter().map(|word| word.to_lowercase()).collect();
    let mut listed = Vec::new();
    for name in builtin_games() {
        let (variant, family) = (Variant::load(name, &[])?, builtin_family(name).unwrap_or_default());
        let (about, tags) = (builtin_about(name).unwrap_or_default(), variant.tags().join(", "));
        let told = format!("{name} {} {family} {} {tags} {about}", variant.title(), variant.uci_name())
            .to_lowercase();
        if words.iter().all(|word| told.contains(word)) {
            listed.push((family, name, variant));
        }
    }
    if listed.is_empty() {
        return Err(Failure::Usage(format!(
            "no built-in game has `{}` in its name, title, family, tags or sentence",
            args.words.join(" ")
        )));
    }
    if args.families {
        listed.sort_by_key(|(family, name, _)| (*family, *name));
    }
    let widest = listed.iter().map(|(_, name, _)| name.len()).max().unwrap_or(0);
    let mut last = "";
    for (family, name, variant) in &listed {
        if args.families && *family != last {
            writeln!(out, "{}{family}:", if last.is_empty() { "" } else { "\n" })?;
            last = family;
        }
        let board = format!("{}x{}", variant.files(), variant.ranks());
        if args.json {
            let options = variant.offered_options();
            let requires = options.iter().filter(|option| !option.requires.is_empty()).map(|option| {
                let others: BTreeMap<_, _> =
                    option.requires.iter().map(|(name, values)| (name, values)).collect();
                (&option.name, others)
            });
            let line = json!({
                "name": name, "family": family, "files": variant.files(), "ranks": variant.ranks(), "title": variant.title(),
                "about": builtin_about(name), "tags": variant.tags(),
                "options": options.iter().map(|option| &option.name).collect::<Vec<_>>(),
                "requires": requires.collect::<BTreeMap<_, _>>(),
            });
            writeln!(out, "{line}")?;
        } else {
            writeln!(out, "{name:widest$}  {board:>5}  {}", variant.title())?;
            if args.about {
                let tags = variant.tags().iter().map(|tag| format!(" [{tag}]")).collect::<String>();
                writeln!(out, "{:widest$}         {}{tags}", "", builtin_about(name).unwrap_or_default())?;
            }
        }
    }
    Ok(())
}
