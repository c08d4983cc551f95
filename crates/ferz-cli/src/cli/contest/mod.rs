//! `ferz match`: player against player.

mod standing;

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use ferz::Dice;
use ferz::Variant;

use super::common::{Failure, Format, GameArgs};
use super::file::open;
use super::interrupt;
use crate::arena::statistics::Sprt;
use crate::arena::{
    Adjudication, Contest, DrawRule, Finished, Opening, OpeningsError, PlayerLimits, ResignRule, Spec, Terms,
    TimeControl, from_file, random, run as play,
};
use crate::disk;
use crate::protocol::SupportedVariants;
use standing::Standing;

const AFTER: &str = "\
Examples:
  ferz match shatranj --engine ferz --engine random --nodes 1000 --rounds 10
  ferz match capablanca --engine ferz --engine \"cmd=sjaakii proto=cecp\" --tc 10+0.1 --random-plies 6 --pgn games.pgn
  ferz match chess --engine \"cmd='new engine' proto=uci name=new\" --engine \"cmd='old engine' proto=uci\" \\
      --movetime 100 --openings book.epd --rounds 500 --concurrency 4 --sprt \"elo0=0 elo1=5\"";

/// Play a match between two players at any game, with ferz as the referee
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER)]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// A player (give it twice): `ferz`, `random`, `greedy`, or `cmd=PROGRAM proto=uci|cecp`, followed by more keys (see docs/match.md)
    #[arg(long = "engine", value_name = "PLAYER", required = true)]
    engines: Vec<String>,
    /// A clock for each player, `MOVES/SECONDS+INCREMENT`: 40/60+0.6, 10+0.1, 1:30
    #[arg(long, value_name = "CLOCK", conflicts_with = "movetime")]
    tc: Option<String>,
    /// Milliseconds for each move
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,
    /// Nodes to search for each move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth to search, in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=120))]
    depth: Option<u32>,
    /// Number of rounds, each with its own opening
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    rounds: u32,
    /// Games per round; colours are swapped after each
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=1000))]
    games: u32,
    /// Games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    concurrency: u32,
    /// Openings from a file: PGN games if it ends in `.pgn`, otherwise one position per line (FEN, EPD)
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Plies to keep of each game in that file
    #[arg(long, value_name = "N", default_value_t = 16)]
    opening_plies: usize,
    /// Begin each round with this many random plies
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=200))]
    random_plies: u32,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Milliseconds by which a player may overstep its time
    #[arg(long, value_name = "MS", default_value_t = 50, value_parser = clap::value_parser!(u64).range(..=60_000))]
    margin: u64,
    /// Adjudicate a draw when both players agree: `movenumber=40 movecount=8 score=10`
    #[arg(long, value_name = "RULE")]
    draw: Option<String>,
    /// Adjudicate a loss when the losing player agrees: `movecount=3 score=600 twosided=false`
    #[arg(long, value_name = "RULE")]
    resign: Option<String>,
    /// Adjudicate a draw after this many plies [default: 2000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    max_plies: Option<u32>,
    /// Stop when a sequential probability ratio test is decided: `elo0=0 elo1=5 alpha=0.05 beta=0.05`
    #[arg(long, value_name = "TEST")]
    sprt: Option<String>,
    /// Add each game to this file when it is over
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// The `Event` tag of the games
    #[arg(long, value_name = "TEXT", default_value = "ferz match")]
    event: String,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let sprt = args.sprt.as_deref().map(read_sprt).transpose()?;
    let contest = contest(args)?;
    let mut pgn = args.pgn.as_deref().map(Pgn::open).transpose()?;
    let label = contest.offers.tag(contest.variant.name());
    let names = [0, 1].map(|seat: usize| contest.players[seat].name.clone());
    let mut standing = Standing::new(names, contest.all(), contest.games, sprt);
    let mut trouble = None;
    let done = play(&contest, |mut finished| {
        tags(&mut finished, args, label.as_deref());
        if let Some(pgn) = &mut pgn {
            trouble = pgn.add(&finished).err();
        }
        standing.add(&finished);
        trouble.is_none() && !standing.is_decided()
    });
    standing.clear();
    done.map_err(Failure::Input)?;
    if let Some(failure) = trouble {
        return Err(failure);
    }
    let stopped = contest.stop.load(Ordering::Relaxed);
    match args.format {
        Format::Text => standing.write(stopped)?,
        Format::Json => standing.write_json(contest.variant.name(), stopped)?,
    }
    if stopped { Err(Failure::Stopped) } else { Ok(()) }
}

/// Returns the match that the command line asks for.
fn contest(args: &Args) -> Result<Contest, Failure> {
    let variant = args.game.load()?;
    let file = [PathBuf::from(&args.game.game)];
    // a game of the library may be called by a name that other programs use
    let is_own = variant.name() != args.game.game && file[0].is_file();
    let own = if is_own { &file[..] } else { &[][..] };
    let offers = SupportedVariants::new(own)?;
    let [first, second] = &args.engines[..] else {
        return Err(Failure::Usage(format!(
            "a match has two players: give `--engine` twice, not {} times",
            args.engines.len()
        )));
    };
    let players = [player(first)?, player(second)?];
    let players = distinct(players);
    let paces = [pace(args, &players[0])?, pace(args, &players[1])?];
    let rule = |error: String| Failure::Usage(error);
    let adjudication = Adjudication {
        draw: args.draw.as_deref().map(DrawRule::read).transpose().map_err(rule)?,
        resign: args.resign.as_deref().map(ResignRule::read).transpose().map_err(rule)?,
        plies: args.max_plies.map(|plies| plies as usize),
    };
    Ok(Contest {
        openings: openings(args, &variant)?,
        variant,
        offers,
        players,
        paces,
        terms: Terms { adjudication, margin: Duration::from_millis(args.margin) },
        rounds: args.rounds as usize,
        games: args.games as usize,
        threads: args.concurrency as usize,
        seed: args.seed,
        stop: interrupt::listen()?,
    })
}

fn player(text: &str) -> Result<Spec, Failure> {
    Spec::read(text).map_err(|error| Failure::Usage(format!("--engine: {error}")))
}

/// The players, with names that distinguish them.
fn distinct([first, mut second]: [Spec; 2]) -> [Spec; 2] {
    if first.name == second.name {
        second.name += " (2)";
    }
    [first, second]
}

/// Returns the limits of a player: its own keys, or else those of both players.
fn pace(args: &Args, player: &Spec) -> Result<PlayerLimits, Failure> {
    if !player.pace.is_endless() {
        return Ok(player.pace);
    }
    let clock = args.tc.as_deref().map(|text| {
        TimeControl::read(text).ok_or_else(|| {
            Failure::Usage(format!("`--tc {text}` is not a clock: write it as in `40/60+0.6`"))
        })
    });
    let each = args.movetime.map(Duration::from_millis);
    let pace = PlayerLimits { clock: clock.transpose()?, each, nodes: args.nodes, depth: args.depth };
    if pace.is_endless() && !player.is_bounded() {
        return Err(Failure::Usage(format!(
            "nothing limits {}: give `--tc`, `--movetime`, `--nodes` or `--depth`",
            player.name
        )));
    }
    Ok(pace)
}

fn openings(args: &Args, variant: &Variant) -> Result<Vec<Opening>, Failure> {
    let file = args.openings.as_deref();
    let found = match file {
        None => starts(args, variant),
        Some(path) => {
            let pgn = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"));
            let input = open(path.to_str())?;
            from_file(input, pgn, variant, args.opening_plies).map_err(|error| {
                let message = format!("{}: {error}", path.display());
                match error {
                    OpeningsError::TooMany => Failure::Usage(message),
                    OpeningsError::Faulty(_) => Failure::Input(message),
                }
            })?
        }
    };
    if args.random_plies == 0 {
        return Ok(found);
    }
    // more would take long to make, and repeat after that
    let rounds = (args.rounds as usize).min(20_000);
    let more = |round: usize| {
        let seed = args.seed.wrapping_mul(0x0100_0000_01B3).wrapping_add(round as u64);
        random(&found[round % found.len()], variant, args.random_plies as usize, seed).map_err(Failure::Usage)
    };
    (0..rounds).map(more).collect()
}

/// The start position, or in games that shuffle their pieces, one at random for each round.
fn starts(args: &Args, variant: &Variant) -> Vec<Opening> {
    let all = variant.starts();
    if all <= 1 {
        return vec![Opening::default()];
    }
    let mut dice = Dice::new(args.seed);
    let mut start = || variant.numbered_start(dice.below(u64::from(all)) as u32);
    let fens = (0..args.rounds.min(20_000)).filter_map(|_| Some(start()?.fen()));
    fens.map(|fen| Opening { fen: Some(fen), moves: Vec::new() }).collect()
}

fn read_sprt(text: &str) -> Result<Sprt, Failure> {
    let mut test = Sprt { elo: [0.0, 5.0], alpha: 0.05, beta: 0.05 };
    let wrong = || {
        Failure::Usage(format!("`--sprt {text}` must be written as in `elo0=0 elo1=5 alpha=0.05 beta=0.05`"))
    };
    for word in text.split_whitespace() {
        let (key, value) = word.split_once('=').ok_or_else(wrong)?;
        let value = value.parse::<f64>().ok().filter(|value| value.is_finite()).ok_or_else(wrong)?;
        match key {
            "elo0" => test.elo[0] = value,
            "elo1" => test.elo[1] = value,
            "alpha" => test.alpha = value,
            "beta" => test.beta = value,
            _ => return Err(wrong()),
        }
    }
    let likely = |part: f64| part > 0.0 && part < 0.5;
    let sound = test.elo[0] < test.elo[1] && test.elo.iter().all(|elo| elo.abs() <= 1000.0);
    if sound && likely(test.alpha) && likely(test.beta) { Ok(test) } else { Err(wrong()) }
}

/// Sets the tags of a record that don't come from the game itself.
fn tags(finished: &mut Finished, args: &Args, label: Option<&str>) {
    let date = disk::today().replace('-', ".");
    let record = &mut finished.record;
    record.set("Event", &args.event);
    record.set("Date", &date);
    if let Some(label) = label {
        record.set("Variant", label);
    }
}

/// The file that games are added to.
struct Pgn {
    file: File,
    name: String,
}

impl Pgn {
    fn open(path: &Path) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let file = File::options().create(true).append(true).open(path);
        let file = file.map_err(|error| Failure::Input(format!("can't write {name}: {error}")))?;
        Ok(Self { file, name })
    }

    /// Adds a game, all at once, and waits until it is on the disk.
    fn add(&mut self, finished: &Finished) -> Result<(), Failure> {
        let text = format!("{}\n", finished.record);
        let done = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        // something other than a file, such as a pipe, can't be synced to a disk
        done.or_else(
            |error| if error.kind() == std::io::ErrorKind::InvalidInput { Ok(()) } else { Err(error) },
        )
        .map_err(|error| Failure::Input(format!("can't write {}: {error}", self.name)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_read() {
        let test = read_sprt("elo0=-1 elo1=3 alpha=0.1").unwrap();
        assert_eq!((test.elo, test.alpha, test.beta), ([-1.0, 3.0], 0.1, 0.05));
        for text in ["elo0=5 elo1=5", "elo2=1", "alpha=0", "beta=1", "elo1=inf", "elo1"] {
            assert!(read_sprt(text).is_err(), "{text}");
        }
    }
}
