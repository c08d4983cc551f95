//! The Universal Chess Interface (R. Huber and S. Meyer-Kahlen, 2004), in the dialect of programs that play many games.

use std::time::Duration;

use super::clock::{Clock, by_clock};
use super::desk::{Desk, Event, HASH, MOST_HASH, MOST_LINES, MOST_STEPS, MOST_THREADS, OVERHEAD};
use crate::{Ask, Game, Insight, Level, Opinion, Score, Side};

struct Uci {
    desk: Desk,
    /// Thinking goes on until `stop`, whatever is found.
    endless: bool,
    /// What was found before that.
    kept: Option<Opinion>,
    /// Paths are counted, which has no best step.
    counting: bool,
}

/// Serves until `quit`.
pub(super) fn serve(desk: Desk, first: &str) {
    let mut uci = Uci { desk, endless: false, kept: None, counting: false };
    let mut going = uci.obey(first);
    while going {
        going = match uci.desk.next() {
            Event::Line(line) => uci.obey(&line),
            Event::TooLong => {
                uci.remark("that line is too long");
                true
            }
            Event::Done(opinion, _) => {
                uci.done(opinion);
                true
            }
            Event::End => false,
        };
    }
    uci.stop();
}

impl Uci {
    fn say(&self, text: &str) {
        self.desk.say(text);
    }

    fn remark(&self, text: &str) {
        self.say(&format!("info string {}", text.replace('\n', "; ")));
    }

    /// Does what a line says; `false` ends it all.
    fn obey(&mut self, line: &str) -> bool {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "uci" => self.introduce(),
            "isready" => self.say("readyok"),
            "stop" => self.stop(),
            "ponderhit" => self.endless = false,
            "quit" => return false,
            "ucinewgame" => {
                self.stop();
                self.desk.forget();
            }
            "setoption" => {
                self.stop();
                self.set_option(rest);
            }
            "position" => {
                self.stop();
                match position(&self.desk.game, rest) {
                    Ok(game) => self.desk.game = game,
                    Err(message) => self.remark(&message),
                }
            }
            "go" => {
                self.stop();
                self.go(rest);
            }
            "d" => self.show(),
            // what is not known is ignored
            _ => {}
        }
        true
    }

    fn introduce(&self) {
        let mut lines = vec![
            format!("id name ferz {}", env!("CARGO_PKG_VERSION")),
            "id author the authors of ferz".to_owned(),
            format!("option name Hash type spin default {HASH} min 1 max {MOST_HASH}"),
            "option name Clear Hash type button".to_owned(),
            format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"),
            format!("option name MultiPV type spin default 1 min 1 max {MOST_LINES}"),
            "option name Ponder type check default false".to_owned(),
            "option name Skill Level type spin default 10 min 1 max 10".to_owned(),
            format!("option name Move Overhead type spin default {OVERHEAD} min 0 max 5000"),
        ];
        let combo = |name: &str, default: &str, values: Vec<&str>| {
            let values: String = values.into_iter().map(|value| format!(" var {value}")).collect();
            format!("option name {name} type combo default {default}{values}")
        };
        let names = self.desk.offers.all().map(|offer| offer.name.as_str()).collect();
        lines.push(combo("UCI_Variant", &self.desk.offers.standard().name, names));
        for (name, default, values) in self.desk.offers.options() {
            lines.push(combo(&name, &default, values.iter().map(String::as_str).collect()));
        }
        lines.push("uciok".to_owned());
        self.say(&lines.join("\n"));
    }

    fn set_option(&mut self, rest: &str) {
        let Some(rest) = rest.strip_prefix("name ") else { return self.remark("setoption wants a name") };
        let (name, value) = match rest.split_once(" value") {
            Some((name, value)) => (name.trim(), value.trim()),
            None => (rest.trim(), ""),
        };
        let number = value.parse::<u64>();
        let done = match (name.to_lowercase().as_str(), number) {
            ("hash", Ok(number)) => self.desk.set_hash(number.min(1 << 40) as usize),
            ("threads", Ok(number)) => {
                self.desk.set_threads(number.min(1 << 20) as usize);
                Ok(())
            }
            ("multipv", Ok(number)) => {
                self.desk.lines = (number as usize).clamp(1, MOST_LINES);
                Ok(())
            }
            ("skill level", Ok(number)) => {
                self.desk.level = Level::new(number.clamp(1, 10) as u8).unwrap_or(Level::HIGHEST);
                Ok(())
            }
            ("move overhead", Ok(number)) => {
                self.desk.overhead = Duration::from_millis(number.min(5000));
                Ok(())
            }
            ("clear hash", _) => {
                self.desk.forget();
                Ok(())
            }
            ("ponder", _) => Ok(()),
            ("uci_variant", _) => {
                let done = self.desk.set_variant(value);
                if done.is_ok() {
                    self.describe();
                }
                done
            }
            ("hash" | "threads" | "multipv" | "skill level" | "move overhead", Err(_)) => {
                Err(format!("{name} wants a number"))
            }
            _ => self.desk.choose(name, value),
        };
        if let Err(message) = done {
            self.remark(&message);
        }
    }

    /// What interfaces for large boards read.
    fn describe(&self) {
        let variant = self.desk.game.variant();
        self.remark(&format!(
            "variant {} files {} ranks {} pocket 0 template fairy startpos {}",
            self.desk.offer.name,
            variant.files(),
            variant.ranks(),
            variant.start().fen()
        ));
    }

    fn show(&self) {
        let game = &self.desk.game;
        let variant = game.variant();
        let pieces = variant.pieces();
        let mut text = String::new();
        for rank in (0..variant.ranks()).rev() {
            text += &format!("{:>3} ", rank + 1);
            for file in 0..variant.files() {
                text += &match game.at(file, rank) {
                    Some((kind, Side::White)) => format!(" {}", pieces[kind].letter),
                    Some((kind, Side::Black)) => format!(" {}", pieces[kind].letter.to_lowercase()),
                    None => " .".to_owned(),
                };
            }
            text += "\n";
        }
        let files: String =
            (0..variant.files()).map(|file| format!(" {}", char::from(b'a' + file))).collect();
        self.say(&format!("\n{text}    {files}\n\nFen: {}\nKey: {:016X}", game.fen(), game.key()));
        if let Some(result) = game.result() {
            self.say(&format!("Result: {} ({})", result.word(), result.reason));
        }
    }

    /// Stops, and says what was found.
    fn stop(&mut self) {
        self.endless = false;
        let found = self.desk.finish().or_else(|| self.kept.take());
        self.kept = None;
        if let Some(opinion) = found {
            self.answer(&opinion);
        }
    }

    fn done(&mut self, opinion: Opinion) {
        if self.endless {
            self.kept = Some(opinion);
        } else {
            self.answer(&opinion);
        }
    }

    fn answer(&mut self, opinion: &Opinion) {
        if std::mem::take(&mut self.counting) {
            return;
        }
        let game = &self.desk.game;
        // after a fault in thinking any step is better than none
        let step = opinion.step.or_else(|| game.steps().first().copied());
        let Some(step) = step else { return self.say("bestmove (none)") };
        let ponder = opinion.answer.as_ref().map_or_else(String::new, |answer| format!(" ponder {answer}"));
        self.say(&format!("bestmove {}{ponder}", game.coordinates(step)));
    }

    fn go(&mut self, rest: &str) {
        let mut ask = Ask::default();
        let mut clocks = [Clock::default(); 2];
        let mut timed = [false; 2];
        let mut to_go = None;
        let mut words = rest.split_whitespace().peekable();
        while let Some(word) = words.next() {
            if word == "searchmoves" {
                while let Some(step) = words.peek().and_then(|text| self.desk.game.find(text).ok()) {
                    ask.only.push(step);
                    words.next();
                }
                continue;
            }
            if matches!(word, "infinite" | "ponder") {
                self.endless = true;
                continue;
            }
            let known = ["wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "movetime", "mate"];
            if !known.contains(&word) && word != "perft" {
                continue;
            }
            let Some(number) = words.peek().and_then(|number| number.parse::<i64>().ok()) else {
                self.remark(&format!("{word} wants a number"));
                continue;
            };
            words.next();
            let number = number.clamp(0, 1 << 40) as u64;
            let time = Duration::from_millis(number);
            match word {
                "wtime" => (clocks[0].left, timed[0]) = (time, true),
                "btime" => (clocks[1].left, timed[1]) = (time, true),
                "winc" => clocks[0].more = time,
                "binc" => clocks[1].more = time,
                "movestogo" => to_go = Some(number.clamp(1, 1000) as u32),
                "depth" => ask.limits.depth = Some(number.clamp(1, 1000) as u32),
                "nodes" => ask.limits.nodes = Some(number.max(1)),
                "mate" => ask.limits.mate = Some(number.min(1000) as u32),
                "movetime" => {
                    ask.limits.time =
                        Some(time.saturating_sub(self.desk.overhead / 2).max(Duration::from_millis(1)));
                }
                _ => {
                    self.counting = true;
                    self.endless = false;
                    return self.desk.count(number.min(64) as u32);
                }
            }
        }
        let side = self.desk.game.side() as usize;
        if timed[side] && !self.endless {
            by_clock(&mut ask.limits, Clock { steps: to_go, ..clocks[side] }, self.desk.overhead);
        }
        if self.desk.game.result().is_some() {
            let check = if self.desk.game.in_check() { "mate 0" } else { "cp 0" };
            self.say(&format!("info depth 0 score {check}"));
        }
        self.desk.think(ask, |insight| Some(info(insight)));
    }
}

/// The game that `position` asks for.
fn position(now: &Game, rest: &str) -> Result<Game, String> {
    let variant = now.variant();
    let (place, moves) = match rest.split_once("moves") {
        Some((place, moves)) => (place.trim(), moves),
        None => (rest, ""),
    };
    let mut game = match place.strip_prefix("fen") {
        Some(fen) => variant.position(fen.trim()).map_err(|error| format!("{error} in the position"))?,
        None if place == "startpos" => variant.start(),
        None => return Err("position wants `startpos` or `fen`".to_owned()),
    };
    for (number, text) in moves.split_whitespace().enumerate() {
        if number >= MOST_STEPS {
            return Err("the game is too long".to_owned());
        }
        game.play(text).map_err(|error| format!("step {} can't be played: {error}", number + 1))?;
    }
    Ok(game)
}

/// A line found, in the words of the protocol.
fn info(insight: &Insight) -> String {
    let turns = |plies: u32| plies.div_ceil(2);
    let score = match insight.score {
        Score::Value(value) => format!("cp {value}"),
        Score::Win(plies) => format!("mate {}", turns(plies)),
        Score::Loss(plies) => format!("mate -{}", turns(plies)),
    };
    let Insight { number, depth, deepest, nodes, time, fullness, .. } = insight;
    let speed = (*nodes as f64 / time.as_secs_f64().max(0.001)) as u64;
    format!(
        "info depth {depth} seldepth {deepest} multipv {number} score {score} nodes {nodes} nps {speed} hashfull {fullness} time {} pv {}",
        time.as_millis(),
        insight.steps.join(" ")
    )
}
