//! `ferz studio`

use std::io::{Write, stderr, stdout};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use ferz::builtin_games;

use super::common::Failure;
use crate::disk;
use crate::studio::{Plan, Studio, definitions};

/// Play and write games in the browser: a board that follows the file you are editing
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ferz studio                    all games, to play
  ferz studio courier            a game to play
  ferz studio my-game.toml       a file to write: the board follows every save
  ferz studio games/             all files of a folder")]
pub(super) struct Args {
    /// A built-in game, a `.toml` file, or a folder of files
    #[arg(value_name = "GAME|FILE|DIR")]
    what: Option<String>,
    /// The port to listen on; 0 picks any free port
    #[arg(long, default_value_t = 7878)]
    port: u16,
    /// The address to listen on; any but the local one lets other machines in, with the token that is shown
    #[arg(long, value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// Don't open the browser
    #[arg(long)]
    no_open: bool,
    /// Keep games in this folder [default: the studio folder in the program's data directory]
    #[arg(long, value_name = "DIR")]
    state: Option<PathBuf>,
    /// Put new files into this folder [default: the folder of the file, or the current one]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut plan = Plan {
        address: SocketAddr::new(args.address, args.port),
        game: None,
        files: Vec::new(),
        folder: PathBuf::from("."),
        state: args.state.clone().or_else(|| disk::state_home().map(|state| state.join("studio"))),
    };
    if let Some(what) = &args.what {
        name(&mut plan, what)?;
    }
    if let Some(folder) = &args.folder {
        plan.folder.clone_from(folder);
    }
    let unreadable = |error: std::io::Error| {
        Failure::Usage(format!("can't read {}: {}", plan.folder.display(), disk::words(&error)))
    };
    plan.folder = std::fs::canonicalize(&plan.folder).map_err(unreadable)?;
    let studio = Studio::new(plan).map_err(Failure::Usage)?;
    let url = studio.url();
    if !args.address.is_loopback() {
        writeln!(
            stderr(),
            "Everyone who can reach {} and knows the token can play and write here.",
            args.address
        )?;
    }
    for (file, aside) in studio.aside() {
        let (file, aside) = (file.display(), aside.display());
        writeln!(
            stderr(),
            "The unsaved text of {file} was being checked when the studio ended. It is set aside: {aside}"
        )?;
    }
    if !studio.keeps() {
        writeln!(
            stderr(),
            "There is no folder to keep games in (see `--state`): they are lost when the studio stops."
        )?;
    }
    writeln!(stdout(), "The studio is at {url} (Ctrl-C stops it)")?;
    stdout().flush()?;
    if !args.no_open && open::that_detached(&url).is_err() {
        writeln!(stderr(), "No browser could be opened: open the address yourself.")?;
    }
    Ok(studio.serve()?)
}

/// Sets what is to be opened: as for other commands, a built-in game takes precedence over a folder of its name.
fn name(plan: &mut Plan, what: &str) -> Result<(), Failure> {
    let path = Path::new(what);
    if builtin_games().contains(&what) && !path.is_file() {
        plan.game = Some(what.to_owned());
        return Ok(());
    }
    if path.is_dir() {
        let unreadable =
            |error: std::io::Error| Failure::Usage(format!("can't read {what}: {}", disk::words(&error)));
        plan.files = definitions(path).map_err(unreadable)?;
        plan.folder = path.to_owned();
        return Ok(());
    }
    if !path.is_file() {
        // fails with a message that suggests similar names
        ferz::Variant::load(what, &[])?;
    }
    plan.folder =
        path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned();
    plan.files = vec![path.to_owned()];
    Ok(())
}
