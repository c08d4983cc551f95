//! `ferz list`

use std::collections::BTreeMap;
use std::io::{Write, stdout};

use ferz::{Variant, builtin_games};
use serde_json::json;

use super::common::Failure;

/// List the built-in games: name, board, title
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ferz list")]
pub(super) struct Args {
    /// One JSON object per line
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut out = stdout().lock();
    let names = builtin_games();
    let widest = names.iter().map(|name| name.len()).max().unwrap_or(0);
    for name in names {
        let variant = Variant::load(name, &[])?;
        let board = format!("{}x{}", variant.files(), variant.ranks());
        if args.json {
            let options = variant.options();
            let requires = options.iter().filter(|option| !option.requires.is_empty()).map(|option| {
                let others: BTreeMap<_, _> =
                    option.requires.iter().map(|(name, values)| (name, values)).collect();
                (&option.name, others)
            });
            let line = json!({
                "name": name, "files": variant.files(), "ranks": variant.ranks(), "title": variant.title(),
                "options": options.iter().map(|option| &option.name).collect::<Vec<_>>(),
                "requires": requires.collect::<BTreeMap<_, _>>(),
            });
            writeln!(out, "{line}")?;
        } else {
            writeln!(out, "{name:widest$}  {board:>5}  {}", variant.title())?;
        }
    }
    Ok(())
}
