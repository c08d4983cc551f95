//! An engine that speaks UCI.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use ferz::{Game, MoveKind, Score, Side, Variant};

use super::limits::{Allowance, PlayerLimits};
use super::player::{Player, PlayerError, Reply, beginning};
use super::process::EngineProcess;
use super::spec::Spec;
use crate::protocol::SupportedVariants;

/// The time an engine may take to identify itself, and to get ready.
const PATIENCE: Duration = Duration::from_secs(20);

pub(super) struct Uci {
    link: EngineProcess,
    spec: Spec,
    offers: SupportedVariants,
    /// Its options, in lower case, and the games it names.
    options: Vec<String>,
    games: Vec<String>,
    /// The game it has been set to play.
    told: Option<String>,
    /// True if castling is written as in Chess960.
    shuffled: bool,
    /// The position from which it begins the game, if it says so.
    start: Option<String>,
    /// The parts of its turn that it has not made yet.
    rest: VecDeque<String>,
}

/// The option for shuffled first ranks.
const CHESS960: &str = "UCI_Chess960";

impl Uci {
    pub(super) fn start(
        link: EngineProcess,
        spec: Spec,
        offers: SupportedVariants,
    ) -> Result<Self, PlayerError> {
        let mut uci = Self {
            link,
            spec,
            offers,
            options: Vec::new(),
            games: Vec::new(),
            told: None,
            shuffled: false,
            start: None,
            rest: VecDeque::new(),
        };
        uci.link.say("uci");
        uci.introduced()?;
        for (name, value) in uci.spec.options.clone() {
            if !uci.options.contains(&name.to_lowercase()) {
                return Err(PlayerError::Unfit(format!("{} has no option `{name}`", uci.spec.name)));
            }
            uci.link.say(format!("setoption name {name} value {value}"));
        }
        uci.ready()?;
        Ok(uci)
    }

    fn introduced(&mut self) -> Result<(), PlayerError> {
        let until = Instant::now() + PATIENCE;
        loop {
            let (_, line) = self.link.hear(until)?;
            if line == "uciok" {
                return Ok(());
            }
            let Some((name, rest)) =
                line.strip_prefix("option name ").and_then(|rest| rest.split_once(" type "))
            else {
                continue;
            };
            let name = name.to_lowercase();
            if name == "uci_variant" {
                let words: Vec<&str> = rest.split_whitespace().collect();
                let games = words.windows(2).filter(|pair| pair[0] == "var").map(|pair| pair[1].to_owned());
                self.games.extend(games);
            }
            // more options than any engine has
            if self.options.len() < 1000 {
                self.options.push(name);
            }
        }
    }

    fn ready(&mut self) -> Result<(), PlayerError> {
        self.link.say("isready");
        let until = Instant::now() + PATIENCE;
        loop {
            let line = self.link.hear(until)?.1;
            if line == "readyok" {
                return Ok(());
            }
            if let Some((_, start)) =
                line.split_once(" startpos ").filter(|_| line.starts_with("info string variant "))
            {
                self.start = Some(start.trim().to_owned());
            }
        }
    }

    /// Returns the engine's name for a game; `None` if it plays only one game, and that is this one.
    fn called(&self, variant: &Variant) -> Result<Option<String>, PlayerError> {
        if let Some(named) = &self.spec.variant {
            return Ok(Some(named.clone()));
        }
        let named = |name: &str| self.games.iter().find(|known| known.eq_ignore_ascii_case(name));
        let known = named(variant.uci_name()).or_else(|| named(variant.name()));
        match known.or_else(|| self.games.iter().find(|known| variant.is_called(known))) {
            Some(known) => Ok(Some(known.clone())),
            None if self.games.is_empty() && variant.is_called(&self.offers.standard().name) => Ok(None),
            None => Err(PlayerError::Unfit(format!(
                "{} does not offer {}; if it knows the game by another name, give that with `variant=NAME`",
                self.spec.name,
                variant.name()
            ))),
        }
    }

    /// Sets the engine up for a game.
    fn set_up(&mut self, variant: &Variant) -> Result<(), PlayerError> {
        let shuffled = variant.is_shuffled();
        if shuffled != self.shuffled {
            if !self.options.contains(&CHESS960.to_lowercase()) {
                return Err(PlayerError::Unfit(format!("{} has no option `{CHESS960}`", self.spec.name)));
            }
            self.link.say(format!("setoption name {CHESS960} value {shuffled}"));
            self.shuffled = shuffled;
        }
        let called = self.called(variant)?;
        if called != self.told {
            self.start = None;
            if let Some(name) = &called {
                self.link.say(format!("setoption name UCI_Variant value {name}"));
            }
            self.told = called;
        }
        self.link.say("ucinewgame");
        self.ready()?;
        let ours = self.spec.position(&variant.start_position().uci_fen());
        match &self.start {
            Some(theirs) if self.spec.array.is_none() && !is_alike(&ours, theirs) => {
                let name = &self.spec.name;
                Err(PlayerError::Unfit(format!(
                    "{name} begins from another position, {theirs}, not from {ours}; if its letters differ, give them with `letters=`, and its placement with `start=`"
                )))
            }
            _ => Ok(()),
        }
    }

    fn position(&self, game: &Game) -> String {
        let first = beginning(game);
        let told = |turn: String| -> String {
            turn.split(',').map(|part| self.spec.told(part)).collect::<Vec<_>>().join(",")
        };
        let made: String =
            first.uci_turns(game.moves()).into_iter().map(|turn| format!(" {}", told(turn))).collect();
        let keyword = if made.is_empty() { "" } else { " moves" };
        let usual =
            self.start.is_some() && self.spec.array.is_none() && first.fen() == game.variant().start().fen();
        let place = if usual {
            "startpos".to_owned()
        } else {
            format!("fen {}", self.spec.position(&first.position().uci_fen()))
        };
        format!("position {place}{keyword}{made}")
    }
}

impl Player for Uci {
    fn begin(&mut self, game: &Game, _: &PlayerLimits) -> Result<(), PlayerError> {
        self.rest.clear();
        self.set_up(game.variant())
    }

    fn choose(&mut self, game: &Game, allowance: &Allowance) -> Result<Reply, PlayerError> {
        let goes_on = game.moves().last().is_some_and(|last| last.side() == game.side_to_move());
        if let Some(part) = self.rest.pop_front().filter(|_| goes_on) {
            return Ok(Reply { mv: part, ..Reply::default() });
        }
        self.link.say(self.position(game));
        let begun = Instant::now();
        self.link.say(go(allowance));
        let mut reply = Reply::default();
        loop {
            let (at, line) = self.link.hear(begun + allowance.patience)?;
            let mut words = line.split_whitespace();
            match words.next() {
                Some("bestmove") => {
                    let mv = words.next().unwrap_or_default();
                    reply.time = at.saturating_duration_since(begun);
                    // a pass that is the only move is no move to some
                    let mv = if NO_MOVE.contains(&mv) && must_pass(game) { "0000" } else { mv };
                    let mut parts = mv.split(',').map(|part| self.spec.heard(part));
                    reply.mv = parts.next().unwrap_or_default();
                    self.rest = parts.collect();
                    return Ok(reply);
                }
                Some("info") => read_info(&line, &mut reply),
                _ => {}
            }
        }
    }
}

/// Returns `true` if the pieces of two FENs stand alike; what stands in hand may be written in any order, or not at all.
fn is_alike(one: &str, other: &str) -> bool {
    let placement = |fen: &str| -> Vec<String> {
        let field = fen.split(' ').next().unwrap_or_default();
        let rows = field.split(['[', ' ']).next().unwrap_or_default();
        rows.split('/').map(expanded).collect()
    };
    placement(one) == placement(other)
}

/// A rank with a dot for each empty square, and for each that is not in play.
fn expanded(row: &str) -> String {
    let (mut text, mut run) = (String::new(), 0);
    for sign in row.chars() {
        if let Some(digit) = sign.to_digit(10) {
            run = (run * 10 + digit as usize).min(99);
            continue;
        }
        text += &".".repeat(std::mem::take(&mut run));
        text.push(if sign == '*' { '.' } else { sign });
    }
    text + &".".repeat(run)
}

/// What an engine says that finds no move.
const NO_MOVE: [&str; 2] = ["(none)", "0000"];

/// Returns `true` if the side to move can only pass.
fn must_pass(game: &Game) -> bool {
    matches!(&game.legal_moves()[..], [only] if only.kind() == MoveKind::Pass)
}

fn go(allowance: &Allowance) -> String {
    let mut line = "go".to_owned();
    let mut add = |word: &str, number: u128| line += &format!(" {word} {number}");
    let names = [("wtime", "winc"), ("btime", "binc")];
    for (side, (left, more)) in Side::BOTH.into_iter().zip(names) {
        if let Some(clock) = allowance.clock(side) {
            add(left, clock.left.as_millis().max(1));
            add(more, clock.more.as_millis());
        }
    }
    if let Some(moves) = allowance.clocks.iter().flatten().find_map(|clock| clock.moves) {
        add("movestogo", u128::from(moves));
    }
    let pace = allowance.pace;
    pace.each.iter().for_each(|each| add("movetime", each.as_millis().max(1)));
    pace.nodes.iter().for_each(|&nodes| add("nodes", u128::from(nodes)));
    pace.depth.iter().for_each(|&depth| add("depth", u128::from(depth)));
    line
}

/// Records what an `info` line says about the best line.
fn read_info(line: &str, reply: &mut Reply) {
    let words: Vec<&str> = line.split_whitespace().take(60).collect();
    let after = |name: &str| words.iter().position(|&word| word == name).map(|at| &words[at + 1..]);
    let number = |name: &str| after(name).and_then(|rest| rest.first()?.parse::<i64>().ok());
    if number("multipv").is_some_and(|number| number > 1) || words.contains(&"string") {
        return;
    }
    if let Some(nodes) = number("nodes") {
        reply.nodes = nodes.max(0) as u64;
    }
    let Some(rest) = after("score") else { return };
    let value = rest.get(1).and_then(|value| value.parse::<i32>().ok());
    let score = match (rest.first(), value) {
        (Some(&"cp"), Some(value)) => Some(Score::Value(value)),
        (Some(&"mate"), Some(turns)) if turns > 0 => {
            Some(Score::Win(turns.unsigned_abs().saturating_mul(2) - 1))
        }
        (Some(&"mate"), Some(turns)) => Some(Score::Loss(turns.unsigned_abs().saturating_mul(2))),
        _ => None,
    };
    if score.is_some() {
        reply.score = score;
        reply.depth = number("depth").unwrap_or(0).clamp(0, 9999) as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_thinking_are_read() {
        let mut reply = Reply::default();
        read_info(
            "info depth 12 seldepth 20 multipv 1 score cp -34 nodes 1000 nps 5 time 3 pv e2e4",
            &mut reply,
        );
        assert_eq!((reply.depth, reply.score, reply.nodes), (12, Some(Score::Value(-34)), 1000));
        read_info("info depth 13 multipv 2 score cp 99", &mut reply);
        read_info("info string score cp 5", &mut reply);
        read_info("info depth", &mut reply);
        assert_eq!(reply.depth, 12);
        read_info("info depth 14 score mate -2 nodes 9", &mut reply);
        assert_eq!((reply.depth, reply.score), (14, Some(Score::Loss(4))));
        read_info("info depth 15 score mate 2147483647", &mut reply);
        assert!(matches!(reply.score, Some(Score::Win(_))));
    }
}
