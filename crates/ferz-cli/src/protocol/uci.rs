//! The Universal Chess Interface (R. Huber and S. Meyer-Kahlen, 2004), in the dialect of programs that play many games.

use std::time::Duration;

use ferz::{
    Bound, Game, Level, Limits, Move, Pondering, Score, SearchInfo, SearchRequest, SearchResult, Square,
    Strength,
};

use super::clock::{Clock, by_clock};
use super::session::{
    BY_GAME, Event, HASH, MOST_HASH, MOST_LINES, MOST_MOVES, MOST_THREADS, OVERHEAD, Session, elo, level,
};

struct Uci {
    desk: Session,
    /// Thinking goes on until `stop`, whatever is found (`infinite`).
    endless: bool,
    /// Thinking goes on until `ponderhit` or `stop`; from `ponderhit` on these limits apply.
    pondering: Option<(Pondering, Limits)>,
    /// The result found before `ponderhit` or `stop`.
    kept: Option<SearchResult>,
    /// Perft, which has no best move.
    counting: bool,
    /// True if info lines say how likely a win, a draw and a loss are.
    chances: bool,
    /// True if the last `position` could not be read, so that there is nothing to search.
    lost: bool,
}

/// Serves until `quit`.
pub(super) fn serve(desk: Session, first: &str) {
    let mut uci = Uci {
        desk,
        endless: false,
        pondering: None,
        kept: None,
        counting: false,
        chances: false,
        lost: false,
    };
    let mut going = uci.obey(first);
    while going {
        going = match uci.desk.next() {
            Event::Line(line) => uci.obey(&line),
            Event::TooLong => {
                uci.remark("that line is too long");
                true
            }
            Event::Done(opinion, _) => {
                uci.done(*opinion);
                true
            }
            Event::Loaded(_) => true,
            Event::End => false,
        };
    }
    // as if counting took no time; who wants to break it off says `stop` first
    if uci.counting {
        uci.desk.wait();
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

    /// Handles a line; `false` ends the session.
    fn obey(&mut self, line: &str) -> bool {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "uci" => self.introduce(),
            "isready" => self.say("readyok"),
            "stop" => self.stop(),
            "ponderhit" => self.hit(),
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
                let found = position(&self.desk.game, rest);
                self.lost = found.is_err();
                match found {
                    Ok(game) => self.desk.game = game,
                    Err(message) => self.remark(&message),
                }
            }
            "go" => {
                self.stop();
                self.go(rest);
            }
            "d" => self.show(),
            // unknown commands are ignored
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
            format!(
                "option name Skill Level type spin default {high} min {low} max {high}",
                low = Level::LOWEST,
                high = Level::HIGHEST
            ),
            "option name UCI_LimitStrength type check default false".to_owned(),
            format!(
                "option name UCI_Elo type spin default {high} min {low} max {high}",
                low = Strength::WEAKEST.elo(),
                high = Strength::STRONGEST.elo()
            ),
            "option name UCI_ShowWDL type check default false".to_owned(),
            "option name UCI_Chess960 type check default false".to_owned(),
            format!("option name Move Overhead type spin default {OVERHEAD} min 0 max 5000"),
        ];
        let combo = |name: &str, default: &str, values: Vec<&str>| {
            let values: String = values.into_iter().map(|value| format!(" var {value}")).collect();
            format!("option name {name} type combo default {default}{values}")
        };
        let names = self.desk.offers.all().map(|offer| offer.name.as_str()).collect();
        lines.push(combo("Search", BY_GAME, Session::methods().collect()));
        lines.push(combo("UCI_Variant", &self.desk.offers.standard().name, names));
        for (name, default, values) in self.desk.offers.options() {
            lines.push(combo(&name, &default, values.iter().map(String::as_str).collect()));
        }
        lines.push("uciok".to_owned());
        self.say(&lines.join("\n"));
    }

    fn set_option(&mut self, rest: &str) {
        let Some(rest) = rest.strip_prefix("name ") else { return self.remark("setoption needs a name") };
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
                self.desk.level = level(number);
                Ok(())
            }
            ("uci_elo", Ok(number)) => {
                self.desk.elo = elo(number);
                Ok(())
            }
            ("uci_limitstrength", _) => check(name, value).map(|yes| self.desk.limited = yes),
            ("uci_chess960", _) => check(name, value).and_then(|yes| {
                self.lost = false;
                self.desk.set_chess960(yes)
            }),
            ("uci_showwdl", _) => check(name, value).map(|yes| self.chances = yes),
            ("move overhead", Ok(number)) => {
                self.desk.overhead = Duration::from_millis(number.min(5000));
                Ok(())
            }
            ("clear hash", _) => {
                self.desk.forget();
                Ok(())
            }
            ("search", _) => self.desk.set_method(value),
            ("ponder", _) => Ok(()),
            ("uci_variant", _) => {
                let done = self.desk.set_variant(value);
                if done.is_ok() {
                    self.lost = false;
                    self.describe();
                }
                done
            }
            ("hash" | "threads" | "multipv" | "skill level" | "uci_elo" | "move overhead", Err(_)) => {
                Err(format!("{name} needs a number"))
            }
            _ => self.desk.choose(name, value),
        };
        if let Err(message) = done {
            self.remark(&message);
        }
    }

    /// Sends the description that interfaces for large boards read.
    fn describe(&self) {
        let variant = self.desk.game.variant();
        self.remark(&format!(
            "variant {} files {} ranks {} pocket 0 template fairy startpos {}",
            self.desk.offer.name,
            variant.files(),
            variant.ranks(),
            variant.start_position().uci_fen()
        ));
    }

    fn show(&self) {
        let game = &self.desk.game;
        let variant = game.variant();
        let mut text = String::new();
        for rank in (0..variant.ranks()).rev() {
            text += &format!("{:>3} ", rank + 1);
            for file in 0..variant.files() {
                let piece = Square::new(file, rank).and_then(|square| game.position().piece_at(square));
                text += &piece.map_or_else(|| " .".to_owned(), |piece| format!(" {piece}"));
            }
            text += "\n";
        }
        let files: String =
            (0..variant.files()).map(|file| format!(" {}", char::from(b'a' + file))).collect();
        self.say(&format!(
            "\n{text}    {files}\n\nFen: {}\nKey: {:016X}",
            game.fen(),
            game.position().hash()
        ));
        if let Some(result) = game.outcome() {
            // for programs, the sides keep their usual names
            let winner = result.winner.map_or("Draw".to_owned(), |side| format!("{} wins", side.capital()));
            self.say(&format!("Result: {winner} ({})", result.reason));
        }
    }

    /// Stops, and reports the result.
    fn stop(&mut self) {
        (self.endless, self.pondering) = (false, None);
        let found = self.desk.finish().or_else(|| self.kept.take());
        self.kept = None;
        if let Some(opinion) = found {
            self.answer(&opinion);
        }
    }

    /// Handles a ponder hit.
    fn hit(&mut self) {
        let Some((pondering, limits)) = self.pondering.take() else { return };
        pondering.hit(limits);
        if let Some(opinion) = self.kept.take_if(|_| !self.endless) {
            self.answer(&opinion);
        }
    }

    fn done(&mut self, opinion: SearchResult) {
        if self.endless || self.pondering.is_some() {
            self.kept = Some(opinion);
        } else {
            self.answer(&opinion);
        }
    }

    fn answer(&mut self, opinion: &SearchResult) {
        if std::mem::take(&mut self.counting) {
            return;
        }
        if self.lost {
            return self.say("bestmove 0000");
        }
        if let Some(error) = opinion.overflow {
            self.say(&format!("info string error: {error}"));
        }
        let game = &self.desk.game;
        // after a panic in thinking any move is better than none
        let mv = opinion.best.clone().or_else(|| {
            let over = game.outcome_unclaimed().is_some();
            game.moves_regardless().into_iter().next().filter(|_| !over)
        });
        let Some(mv) = mv else { return self.say("bestmove (none)") };
        let (turn, ponder) = self.whole_turn(mv, opinion);
        let ponder = ponder.map_or_else(String::new, |reply| format!(" ponder {reply}"));
        self.say(&format!("bestmove {turn}{ponder}"));
    }

    /// Returns the turn that begins with a move, and the expected reply, each as one word.
    fn whole_turn(&self, mv: Move, opinion: &SearchResult) -> (String, Option<String>) {
        let game = &self.desk.game;
        let line = opinion.lines.first().map(|line| &line.pv[..]).filter(|line| line.first() == Some(&mv));
        let expected = opinion.ponder.as_slice();
        let mut line = line.map_or(expected, |line| &line[1..]).iter();
        let (us, mut after) = (mv.side(), game.clone());
        after.play_unclaimed(&mv);
        let mut turn = vec![mv];
        while after.side_to_move() == us && turn.len() < MOST_PARTS && after.outcome_unclaimed().is_none() {
            let planned = line.next().cloned();
            let Some(next) = planned.or_else(|| self.desk.next_part(&after)) else { break };
            after.play_unclaimed(&next);
            turn.push(next);
        }
        let reply: Vec<Move> = line.take_while(|mv| mv.side() != us).cloned().collect();
        let mut replied = after.clone();
        let is_whole = reply.iter().all(|mv| replied.play_unclaimed(mv)) && replied.side_to_move() == us;
        let ponder = after.uci_turns(&reply).into_iter().next().filter(|_| is_whole);
        (game.uci_turns(&turn).concat(), ponder)
    }

    fn go(&mut self, rest: &str) {
        let Wish { mut ask, left, more, to_go, infinite, ponder, paths } = self.read_go(rest);
        if let Some(depth) = paths.filter(|_| !self.lost) {
            self.counting = true;
            return self.desk.count(depth);
        }
        self.endless = infinite;
        if self.lost {
            // a move of another position than the one that is meant must not be played
            self.remark("there is no position to search: the last `position` could not be read");
            self.endless |= ponder;
            return self.done(SearchResult::default());
        }
        (ask.bounds, ask.unclaimed) = (true, true);
        let side = self.desk.game.side_to_move().index();
        if let Some(left) = left[side].filter(|_| !infinite) {
            by_clock(&mut ask.limits, Clock { left, more: more[side], moves: to_go }, self.desk.overhead);
        }
        if ponder {
            let pondering = ask.pondering.insert(Pondering::default());
            self.pondering = Some((pondering.clone(), ask.limits));
        }
        if self.desk.game.outcome_unclaimed().is_some() {
            let check = if self.desk.game.is_check() { "mate 0" } else { "cp 0" };
            self.say(&format!("info depth 0 score {check}"));
        }
        let chances = self.chances;
        let game = self.desk.game.clone();
        self.desk.think(ask, move |insight| Some(info(&game, insight, chances)));
    }

    /// Parses the arguments of `go`; unreadable ones are reported.
    fn read_go(&self, rest: &str) -> Wish {
        let mut wish = Wish::default();
        let mut words = rest.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => wish.infinite = true,
                "ponder" => wish.ponder = true,
                "searchmoves" => {
                    // of a turn of several parts, the first is chosen
                    let first = |text: &&str| self.desk.game.parse_unclaimed(text.split(',').next()?).ok();
                    while let Some(mv) = words.peek().and_then(first) {
                        wish.ask.only.push(mv);
                        words.next();
                    }
                }
                _ if NUMBERED.contains(&word) => {
                    match words.peek().and_then(|number| number.parse::<i64>().ok()) {
                        Some(number) => {
                            words.next();
                            wish.enter(word, number.clamp(0, 1 << 40) as u64, self.desk.overhead);
                        }
                        None => self.remark(&format!("{word} needs a number")),
                    }
                }
                _ => {}
            }
        }
        wish
    }
}

/// The maximum number of parts of a turn that are found for an answer.
const MOST_PARTS: usize = 64;

/// The arguments of `go` that are followed by a number.
const NUMBERED: [&str; 10] =
    ["wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "movetime", "mate", "perft"];

/// The arguments of `go`.
#[derive(Default)]
struct Wish {
    ask: SearchRequest,
    /// The time left on each clock, if it is given, and the increment of each move.
    left: [Option<Duration>; 2],
    more: [Duration; 2],
    to_go: Option<u32>,
    infinite: bool,
    ponder: bool,
    /// The perft depth in moves.
    paths: Option<u32>,
}

impl Wish {
    fn enter(&mut self, word: &str, number: u64, overhead: Duration) {
        let time = Duration::from_millis(number);
        let limits = &mut self.ask.limits;
        match word {
            "wtime" => self.left[0] = Some(time),
            "btime" => self.left[1] = Some(time),
            "winc" => self.more[0] = time,
            "binc" => self.more[1] = time,
            "movestogo" => self.to_go = Some(number.clamp(1, 1000) as u32),
            "depth" => limits.depth = Some(number.clamp(1, 1000) as u32),
            "nodes" => limits.nodes = Some(number.max(1)),
            "mate" => limits.mate = Some(number.min(1000) as u32),
            "perft" => self.paths = Some(number.min(64) as u32),
            // `movetime`
            _ => limits.time = Some(time.saturating_sub(overhead / 2).max(Duration::from_millis(1))),
        }
    }
}

/// Reads the value of an option that is on or off.
fn check(name: &str, value: &str) -> Result<bool, String> {
    value.to_lowercase().parse().map_err(|_| format!("{name} must be `true` or `false`"))
}

/// Returns the game that `position` asks for. A draw that a player would have to claim does not end it: who sends more moves has not claimed.
fn position(now: &Game, rest: &str) -> Result<Game, String> {
    let variant = now.variant();
    let (place, moves) = match rest.split_once("moves") {
        Some((place, moves)) => (place.trim(), moves),
        None => (rest, ""),
    };
    let mut game = match place.strip_prefix("fen") {
        Some(fen) => variant.start_from(fen.trim()).map_err(|error| format!("{error} in the position"))?,
        None if place == "startpos" => variant.start(),
        None => return Err("position needs `startpos` or `fen`".to_owned()),
    };
    for (number, text) in moves.split_whitespace().enumerate() {
        if number >= MOST_MOVES {
            return Err("the game is too long".to_owned());
        }
        game.play_turn(text).map_err(|error| format!("move {} can't be played: {error}", number + 1))?;
    }
    Ok(game)
}

/// Returns an `info` line; with `chances` it says how likely a win, a draw and a loss are.
fn info(game: &Game, insight: &SearchInfo, chances: bool) -> String {
    let turns = |plies: u32| plies.div_ceil(2);
    let score = match insight.score {
        Score::Value(value) => format!("cp {value}"),
        Score::Win(plies) => format!("mate {}", turns(plies)),
        Score::Loss(plies) => format!("mate -{}", turns(plies)),
    };
    let wdl = match insight.score.win_draw_loss() {
        [win, draw, loss] if chances => format!(" wdl {win} {draw} {loss}"),
        _ => String::new(),
    };
    let bound = match insight.bound {
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
        _ => "",
    };
    let SearchInfo { number, depth, deepest, nodes, time, fullness, .. } = insight;
    let speed = (*nodes as f64 / time.as_secs_f64().max(0.001)) as u64;
    format!(
        "info depth {depth} seldepth {deepest} multipv {number} score {score}{bound}{wdl} nodes {nodes} nps {speed} hashfull {fullness} time {}{}",
        time.as_millis(),
        line(game, insight)
    )
}

/// Returns the principal variation; a bound may come without one.
fn line(game: &Game, insight: &SearchInfo) -> String {
    if insight.pv.is_empty() {
        String::new()
    } else {
        format!(" pv {}", game.uci_turns(&insight.pv).join(" "))
    }
}
