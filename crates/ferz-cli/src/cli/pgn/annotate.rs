//! `ferz pgn annotate`

use std::io::{Write, stdout};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ferz::pgn::{self, Line, Note, Ply, Record};
use ferz::{Engine, Limits, Move, Score, SearchInfo, SearchRequest};

use super::{Failure, Game, RulesArgs, Side, Store, complain, games};

/// The number of nodes searched for each position if nothing else is said.
const NODES: u64 = 100_000;

/// The losses of expected score from which a move is a blunder, a mistake or dubious, with their annotation glyphs.
const FAULTS: [(f64, u8); 3] = [(0.15, 4), (0.10, 2), (0.05, 6)];

const AFTER: &str = "\
A move after which its player can expect to score less by 15 percent of a point than before is a blunder (??, $4), by 10 percent
a mistake (?, $2), by 5 percent dubious (?!, $6).

Example: ferz pgn annotate games.pgn --nodes 20000 > annotated.pgn";

/// Annotate games: an evaluation of every move, and a better line for every mistake
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER)]
pub(super) struct Args {
    /// The file with the games; if not given or `-`, standard input
    file: Option<String>,
    #[command(flatten)]
    rules: RulesArgs,
    /// Nodes to search for each position; with one thread, the result is then always the same [default: 100000, if no other limit is given]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth to search each position, in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=120))]
    depth: Option<u32>,
    /// Milliseconds to search each position
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,
    /// The length of a better line, in plies; 0 for none
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u16).range(0..=100))]
    plies: u16,
    /// Only the game with this number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    number: Option<u64>,
    /// Size of the hash table in MiB
    #[arg(long, value_name = "MiB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    hash: u32,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut shelf = Store::new(&args.rules)?;
    let engine = crate::memory::engine(args.hash as usize, usize::from(args.threads))
        .map_err(|no_room| Failure::Usage(no_room.to_string()))?;
    let judge = Judge { engine, limits: args.limits(), plies: usize::from(args.plies) };
    let (file, mut written, mut failed) = (args.file.as_deref(), 0, false);
    games(file, args.number, |_, record| {
        let played = match shelf.play(&record, pgn::Notation::San) {
            Ok(played) if !complain(file, &played.faults) => played,
            Ok(_) => {
                failed = true;
                return Ok(());
            }
            Err(faults) => {
                failed |= complain(file, &faults);
                return Ok(());
            }
        };
        let mut record = played.record;
        judge.annotate(&played.game, &mut record);
        let gap = if written > 0 { "\n" } else { "" };
        written += 1;
        let mut out = stdout().lock();
        write!(out, "{gap}{record}")?;
        Ok(out.flush()?)
    })?;
    if failed { Err(Failure::Said) } else { Ok(()) }
}

impl Args {
    fn limits(&self) -> Limits {
        let time = self.movetime.map(Duration::from_millis);
        let endless = self.depth.is_none() && time.is_none();
        Limits {
            depth: self.depth,
            nodes: self.nodes.or(endless.then_some(NODES)),
            time,
            ..Limits::default()
        }
    }
}

/// The engine, with its settings.
struct Judge {
    engine: Engine,
    limits: Limits,
    plies: usize,
}

impl Judge {
    /// Annotates the main line of a game.
    fn annotate(&self, game: &Game, record: &mut Record) {
        self.engine.forget();
        let mut now = game.clone();
        while now.undo().is_some() {}
        let mut before = self.best(&now);
        for (made, ply) in game.moves().iter().zip(&mut record.line.plies) {
            let earlier = now.clone();
            if now.play(made).is_err() {
                break;
            }
            let after = self.best(&now);
            let better = before.as_ref().filter(|best| best.pv.first() != Some(made));
            let fault = better.and_then(|best| {
                fault(made.side(), expected(&earlier, best), self.outlook(&now, after.as_ref())?)
            });
            note(ply, after.as_ref().map(|best| evaluation(&now, best.score)), fault);
            if let (Some(best), true) = (better, fault.is_some() && self.plies > 0) {
                show(ply, line(&earlier, &best.pv, self.plies));
            }
            before = after;
        }
        if record.tag("Annotator").is_none() {
            record.set("Annotator", concat!("ferz ", env!("CARGO_PKG_VERSION")));
        }
    }

    /// Returns the best line of a position; `None` if the game is over.
    fn best(&self, game: &Game) -> Option<SearchInfo> {
        let ask = SearchRequest { limits: self.limits, ..SearchRequest::default() };
        let result = self.engine.think(game, &ask, &AtomicBool::new(false), &mut |_| ());
        result.lines.into_iter().next()
    }

    /// Returns what White can expect to score from a position, even if the game is over; `None` if that is not known.
    fn outlook(&self, game: &Game, best: Option<&SearchInfo>) -> Option<f64> {
        match game.outcome() {
            Some(outcome) => Some(match outcome.winner {
                Some(Side::White) => 1.0,
                Some(Side::Black) => 0.0,
                None => 0.5,
            }),
            None => best.map(|best| expected(game, best)),
        }
    }
}

/// Returns what White can expect to score: a win counts 1, a draw 0.5.
fn expected(game: &Game, best: &SearchInfo) -> f64 {
    let [win, draw, _] = best.score.win_draw_loss().map(f64::from);
    let own = (win + draw / 2.0) / 1000.0;
    if game.side_to_move() == Side::White { own } else { 1.0 - own }
}

/// Returns the annotation glyph of a move of a side that has changed what White can expect to score; `None` if it is not a mistake.
fn fault(side: Side, before: f64, after: f64) -> Option<u8> {
    let lost = if side == Side::White { before - after } else { after - before };
    // what is lost is a difference of rounded numbers
    FAULTS.iter().find(|(least, _)| lost + 1e-9 >= *least).map(|(_, glyph)| *glyph)
}

/// Returns the evaluation of a position as a command in a comment, for White: in units of the most numerous piece, or the turns to a win.
fn evaluation(game: &Game, score: Score) -> String {
    let sign = if game.side_to_move() == Side::White { 1 } else { -1 };
    let turns = |plies: u32| plies.div_ceil(2) as i32;
    let written = match score {
        Score::Value(value) => format!("{:.2}", f64::from(sign * value) / 100.0),
        Score::Win(plies) => format!("#{}", sign * turns(plies)),
        Score::Loss(plies) => format!("#{}", -sign * turns(plies)),
    };
    format!("[%eval {written}]")
}

/// Adds an evaluation and a glyph to a move. An older evaluation is replaced; a judgement that is there already stays.
fn note(ply: &mut Ply, evaluation: Option<String>, fault: Option<u8>) {
    let judged = ply.notes.iter().any(|note| matches!(note, Note::Nag(1..=6)));
    for note in &mut ply.notes {
        if let Note::Comment(text) = note {
            *text = without_evaluation(text);
        }
    }
    ply.notes.retain(|note| !matches!(note, Note::Comment(text) if text.is_empty()));
    let glyphs = ply.notes.iter().take_while(|note| matches!(note, Note::Nag(_))).count();
    let more = fault.filter(|_| !judged).map(Note::Nag).into_iter().chain(evaluation.map(Note::Comment));
    ply.notes.splice(glyphs..glyphs, more);
}

/// Adds a variation to a move, unless it is there already.
fn show(ply: &mut Ply, line: Line) {
    let texts = |line: &Line| line.plies.iter().map(|ply| ply.text.clone()).collect::<Vec<_>>();
    let same = |note: &Note| matches!(note, Note::Variation(known) if texts(known) == texts(&line));
    if !ply.notes.iter().any(same) {
        ply.notes.push(Note::Variation(line));
    }
}

/// Returns a comment without the command that gives an evaluation.
fn without_evaluation(text: &str) -> String {
    match text.split_once("[%eval") {
        Some((before, rest)) => {
            let after = rest.split_once(']').map_or("", |(_, after)| after);
            format!("{} {}", before.trim_end(), after.trim_start()).trim().to_owned()
        }
        None => text.to_owned(),
    }
}

/// Returns some moves from a position as a variation of at most `most` plies.
fn line(game: &Game, moves: &[Move], most: usize) -> Line {
    let mut now = game.clone();
    let made = moves.iter().take(most).take_while(|made| now.play(made).is_ok()).count();
    let record = Record::of(&now, pgn::Notation::San);
    let from = record.line.plies.len() - made;
    Line { before: Vec::new(), plies: record.line.plies[from..].to_vec() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_judged_by_what_its_player_loses() {
        assert_eq!(fault(Side::White, 0.6, 0.5), Some(2));
        assert_eq!(fault(Side::Black, 0.4, 0.6), Some(4));
        assert_eq!(fault(Side::White, 0.5, 0.44), Some(6));
        assert_eq!(fault(Side::White, 0.5, 0.46), None);
        assert_eq!(fault(Side::Black, 0.6, 0.4), None);
    }

    #[test]
    fn an_older_evaluation_is_replaced_and_a_judgement_stays() {
        let notes = vec![Note::Nag(1), Note::Comment("[%eval 0.3] [%clk 0:01]".to_owned())];
        let mut ply = Ply { notes, ..Ply::default() };
        note(&mut ply, Some("[%eval -1.00]".to_owned()), Some(4));
        let expected = ["[%eval -1.00]", "[%clk 0:01]"].map(|text| Note::Comment(text.to_owned()));
        assert_eq!(ply.notes[0], Note::Nag(1));
        assert_eq!(ply.notes[1..], expected);
    }
}
