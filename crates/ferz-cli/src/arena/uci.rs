//! An engine that speaks UCI.

use std::time::{Duration, Instant};

use ferz::{Game, Score, Side};

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
}

impl Uci {
    pub(super) fn start(
        link: EngineProcess,
        spec: Spec,
        offers: SupportedVariants,
    ) -> Result<Self, PlayerError> {
        let mut uci = Self { link, spec, offers, options: Vec::new(), games: Vec::new(), told: None };
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
        while self.link.hear(until)?.1 != "readyok" {}
        Ok(())
    }

    /// Returns the engine's name for a game; `None` if it plays only one game, and that is this one.
    fn called(&self, name: &str) -> Result<Option<String>, PlayerError> {
        if let Some(named) = &self.spec.variant {
            return Ok(Some(named.clone()));
        }
        let same = |known: &&String| known.eq_ignore_ascii_case(name);
        match self.games.iter().find(same) {
            Some(known) => Ok(Some(known.clone())),
            None if self.games.is_empty() && self.offers.standard().name == name => Ok(None),
            None => Err(PlayerError::Unfit(format!(
                "{} does not offer {name}; if it knows the game by another name, give that with `variant=NAME`",
                self.spec.name
            ))),
        }
    }

    fn position(&self, game: &Game) -> String {
        let made = game.moves().iter().map(|made| format!(" {}", self.spec.told(&made.to_string())));
        let made: String = made.collect();
        let keyword = if made.is_empty() { "" } else { " moves" };
        format!("position fen {}{keyword}{made}", self.spec.position(&beginning(game).fen()))
    }
}

impl Player for Uci {
    fn begin(&mut self, game: &Game, _: &PlayerLimits) -> Result<(), PlayerError> {
        let called = self.called(game.variant().name())?;
        if called != self.told {
            if let Some(name) = &called {
                self.link.say(format!("setoption name UCI_Variant value {name}"));
            }
            self.told = called;
        }
        self.link.say("ucinewgame");
        self.ready()
    }

    fn choose(&mut self, game: &Game, allowance: &Allowance) -> Result<Reply, PlayerError> {
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
                    reply.mv = self.spec.heard(mv);
                    return Ok(reply);
                }
                Some("info") => read_info(&line, &mut reply),
                _ => {}
            }
        }
    }
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
