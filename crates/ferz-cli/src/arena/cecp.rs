//! An engine that speaks CECP, the protocol of XBoard.

use std::time::{Duration, Instant};

use ferz::{Game, Score, Side};

use super::limits::{Allowance, PlayerLimits};
use super::player::{Player, PlayerError, Reply, beginning};
use super::process::EngineProcess;
use super::spec::Spec;
use crate::protocol::SupportedVariants;

/// The time an engine may take to send its features, if it has not asked for more, and to answer a ping.
const FEATURES: Duration = Duration::from_secs(2);
const PATIENCE: Duration = Duration::from_secs(20);
/// The score above which this protocol counts moves to mate.
const MATE: i32 = 100_000;

/// The features that an engine has announced.
#[derive(Clone, Debug, Default)]
struct Features {
    ping: bool,
    set_board: bool,
    user_move: bool,
    games: Vec<String>,
    options: Vec<String>,
    memory: bool,
    cores: bool,
}

pub(super) struct Cecp {
    link: EngineProcess,
    spec: Spec,
    offers: SupportedVariants,
    features: Features,
    pings: u32,
    /// The number of moves it has received or made, and whether it plays by itself.
    known: usize,
    playing: bool,
}

impl Cecp {
    pub(super) fn start(
        link: EngineProcess,
        spec: Spec,
        offers: SupportedVariants,
    ) -> Result<Self, PlayerError> {
        let features = Features::default();
        let mut cecp = Self { link, spec, offers, features, pings: 0, known: 0, playing: false };
        cecp.link.say("xboard\nprotover 2");
        cecp.introduced()?;
        for (name, value) in &cecp.spec.options {
            cecp.link.say(match name.to_lowercase().as_str() {
                "memory" if cecp.features.memory => format!("memory {value}"),
                "cores" if cecp.features.cores => format!("cores {value}"),
                _ if cecp.features.options.contains(name) => format!("option {name}={value}"),
                _ => return Err(PlayerError::Unfit(format!("{} has no option `{name}`", cecp.spec.name))),
            });
        }
        Ok(cecp)
    }

    fn introduced(&mut self) -> Result<(), PlayerError> {
        let mut until = Instant::now() + FEATURES;
        loop {
            let line = match self.link.hear(until) {
                Ok((_, line)) => line,
                // an old engine, which sends no features
                Err(PlayerError::Silent) => return Ok(()),
                Err(trouble) => return Err(trouble),
            };
            let Some(rest) = line.strip_prefix("feature ") else { continue };
            for (name, value) in features(rest) {
                match (name, value.as_str()) {
                    ("done", "1") => return Ok(()),
                    ("done", _) => until = Instant::now() + PATIENCE,
                    _ => self.enter(name, &value),
                }
            }
        }
    }

    fn enter(&mut self, name: &str, value: &str) {
        let on = value == "1";
        let features = &mut self.features;
        let mut answer = "accepted";
        match name {
            "ping" => features.ping = on,
            "setboard" => features.set_board = on,
            "usermove" => features.user_move = on,
            "memory" => features.memory = on,
            "smp" => features.cores = on,
            "variants" => features.games = value.split(',').map(|name| name.trim().to_owned()).collect(),
            "option" if features.options.len() < 1000 => {
                let end = value.find(" -").unwrap_or(value.len());
                features.options.push(value[..end].to_owned());
            }
            // this program sends moves in coordinates
            "san" if on => answer = "rejected",
            _ => {}
        }
        self.link.say(format!("{answer} {name}"));
    }

    /// Returns the engine's name for a game.
    fn called(&self, name: &str) -> Result<String, PlayerError> {
        if let Some(named) = &self.spec.variant {
            return Ok(named.clone());
        }
        let standard = self.offers.standard();
        let label = self.offers.find(name).map_or(name, |offer| offer.label.as_str());
        if name == standard.name || self.features.games.iter().any(|known| known == label) {
            return Ok(label.to_owned());
        }
        Err(PlayerError::Unfit(format!(
            "{} does not offer {label}; if it knows the same rules by another name, give that with `variant=NAME`",
            self.spec.name
        )))
    }

    /// Waits until the engine has processed the commands sent; returns its output in the meantime.
    fn sync(&mut self) -> Result<Vec<String>, PlayerError> {
        let mut said = Vec::new();
        if !self.features.ping {
            return Ok(said);
        }
        self.pings += 1;
        self.link.say(format!("ping {}", self.pings));
        let (until, pong) = (Instant::now() + PATIENCE, format!("pong {}", self.pings));
        loop {
            let (_, line) = self.link.hear(until)?;
            if line == pong {
                return Ok(said);
            }
            // more than any engine sends before a game
            if said.len() < 1000 {
                said.push(line);
            }
        }
    }

    fn tell(&self, mv: &str) {
        let mv = self.spec.told(mv);
        self.link.say(if self.features.user_move { format!("usermove {mv}") } else { mv });
    }

    /// Sets up the first position of a game, if the engine doesn't have it already.
    fn set_up(&mut self, game: &Game) -> Result<(), PlayerError> {
        let said = self.sync()?;
        let refused = |line: &&String| line.starts_with("Error") && line.contains("variant");
        if let Some(line) = said.iter().find(refused) {
            return Err(PlayerError::Unfit(format!("{} says: {line}", self.spec.name)));
        }
        let (begun, array) = (beginning(game).fen(), game.variant().start().fen());
        let fen = self.spec.position(&begun);
        let placement = |fen: &str| fen.split(' ').next().unwrap_or_default().to_owned();
        let there = match &self.spec.array {
            Some(array) => placement(&begun) == *array,
            None => begun == array,
        };
        // an engine that sends its start position may have another
        let setup = said.iter().find_map(|line| line.strip_prefix("setup "));
        let other = setup.and_then(|setup| setup.split_whitespace().find(|word| word.contains('/')));
        if there && other.is_none_or(|other| other == placement(&fen)) {
            return Ok(());
        }
        if !self.features.set_board {
            let words = format!(
                "{} can't set up a position, and the game does not begin from its start position",
                self.spec.name
            );
            return Err(PlayerError::Unfit(words));
        }
        self.link.say(format!("setboard {fen}"));
        self.sync().map(drop)
    }
}

impl Player for Cecp {
    fn begin(&mut self, game: &Game, pace: &PlayerLimits) -> Result<(), PlayerError> {
        if pace.nodes.is_some() {
            let words =
                format!("{}: this protocol has no node limit; give it a clock or a depth", self.spec.name);
            return Err(PlayerError::Unfit(words));
        }
        let called = self.called(game.variant().name())?;
        self.link.say("new");
        if called != self.offers.standard().label {
            self.link.say(format!("variant {called}"));
        }
        self.link.say("force\neasy\npost");
        self.link.say(level(pace));
        if let Some(depth) = pace.depth {
            self.link.say(format!("sd {depth}"));
        }
        (self.known, self.playing) = (0, false);
        self.set_up(game)
    }

    fn choose(&mut self, game: &Game, allowance: &Allowance) -> Result<Reply, PlayerError> {
        let side = game.side_to_move();
        let news: Vec<String> = game.moves()[self.known..].iter().map(|made| made.to_string()).collect();
        // it answers by itself if it plays a side and the opponent has made one move
        let answers =
            self.playing && news.len() == 1 && game.moves().last().is_some_and(|made| made.side() != side);
        if self.playing && !answers {
            self.link.say("force");
        }
        if !answers {
            news.iter().for_each(|mv| self.tell(mv));
        }
        for (word, whose) in [("time", side), ("otim", side.other())] {
            let left = allowance.clock(whose).map(|clock| clock.left);
            if let Some(left) = left.or(allowance.pace.each.filter(|each| is_fraction(*each))) {
                self.link.say(format!("{word} {}", (left.as_millis() / 10).max(1)));
            }
        }
        let begun = Instant::now();
        if answers {
            self.tell(&news[0])
        } else {
            self.link.say("go")
        }
        self.playing = true;
        let mut reply = self.hear_move(side, begun, begun + allowance.patience)?;
        reply.mv = self.spec.heard(&reply.mv);
        self.known = game.moves().len() + 1;
        Ok(reply)
    }

    fn end(&mut self, outcome: &str) {
        self.link.say(format!("force\nresult {outcome} {{}}"));
        self.playing = false;
    }
}

impl Cecp {
    fn hear_move(&mut self, side: Side, begun: Instant, until: Instant) -> Result<Reply, PlayerError> {
        let mut reply = Reply::default();
        loop {
            let (at, line) = self.link.hear(until)?;
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            match word {
                "move" => {
                    reply.mv = rest.split_whitespace().next().unwrap_or_default().to_owned();
                    reply.time = at.saturating_duration_since(begun);
                    return Ok(reply);
                }
                "resign" => return Err(PlayerError::Resigns),
                "1-0" | "0-1" | "1/2-1/2" => {
                    let own = if side == Side::White { "1-0" } else { "0-1" };
                    let gives_up = word != own && word != "1/2-1/2";
                    let claim = format!("it claims {}", line.chars().take(60).collect::<String>());
                    return Err(if gives_up { PlayerError::Resigns } else { PlayerError::Wrong(claim) });
                }
                "Illegal" | "tellusererror" => {
                    return Err(PlayerError::Wrong(format!(
                        "it says: {}",
                        line.chars().take(80).collect::<String>()
                    )));
                }
                _ => read_thinking(&line, &mut reply),
            }
        }
    }
}

/// Sends the clock, in the terms of the protocol.
fn level(pace: &PlayerLimits) -> String {
    match (pace.clock, pace.each) {
        (Some(clock), _) => {
            let seconds = clock.base.as_secs();
            format!(
                "level {} {}:{:02} {}",
                clock.moves.unwrap_or(0),
                seconds / 60,
                seconds % 60,
                clock.more.as_secs_f64()
            )
        }
        // old engines read whole seconds only; to them it is a clock for one move, set anew before each
        (None, Some(each)) if is_fraction(each) => {
            let seconds = each.as_secs() + 1;
            format!("level 1 {}:{:02} 0", seconds / 60, seconds % 60)
        }
        (None, Some(each)) => format!("st {}", each.as_secs()),
        (None, None) => "level 0 60:00 0".to_owned(),
    }
}

fn is_fraction(time: Duration) -> bool {
    time.subsec_nanos() != 0
}

/// `name=value name="a value"`.
fn features(text: &str) -> Vec<(&str, String)> {
    let (mut found, mut rest) = (Vec::new(), text.trim());
    while let Some((name, after)) = rest.split_once('=') {
        let (value, next) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        found.push((name.trim(), value.to_owned()));
        rest = next.trim_start();
    }
    found
}

/// Parses a line of thinking output: depth, score, time in hundredths, nodes, and moves.
fn read_thinking(line: &str, reply: &mut Reply) {
    let mut numbers =
        line.split_whitespace().map(|word| word.trim_end_matches(['&', '.', '+']).parse::<i64>());
    let mut next = || numbers.next().and_then(Result::ok);
    let (Some(depth), Some(value), Some(_), Some(nodes)) = (next(), next(), next(), next()) else { return };
    let value = value.clamp(-1_000_000, 1_000_000) as i32;
    let plies = |value: i32| (value.abs() - MATE).unsigned_abs().saturating_mul(2);
    reply.depth = depth.clamp(0, 9999) as u32;
    reply.nodes = nodes.max(0) as u64;
    reply.score = Some(match value {
        _ if value > MATE => Score::Win(plies(value).max(1) - 1),
        _ if value < -MATE => Score::Loss(plies(value)),
        _ => Score::Value(value),
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read() {
        let found = features(r#"ping=1 myname="A b=c" variants="normal,x" done=1"#);
        let words: Vec<String> = found.iter().map(|(name, value)| format!("{name}:{value}")).collect();
        assert_eq!(words, ["ping:1", "myname:A b=c", "variants:normal,x", "done:1"]);
        assert!(features("").is_empty() && features("x=\"y").len() == 1);
    }

    #[test]
    fn lines_of_thinking_are_read() {
        let mut reply = Reply::default();
        read_thinking("  9     12      26      64712  1. Nc3 Nf6", &mut reply);
        assert_eq!((reply.depth, reply.score, reply.nodes), (9, Some(Score::Value(12)), 64712));
        read_thinking("# 1 2 3 4", &mut reply);
        read_thinking("7 x 1 1", &mut reply);
        assert_eq!(reply.depth, 9);
        read_thinking("10 100003 5 6 Qh5", &mut reply);
        assert_eq!(reply.score, Some(Score::Win(5)));
    }

    #[test]
    fn clocks_are_said_in_minutes() {
        let clock = |text| PlayerLimits {
            clock: super::super::limits::TimeControl::read(text),
            ..PlayerLimits::default()
        };
        assert_eq!(level(&clock("40/90+0.5")), "level 40 1:30 0.5");
        let each = |millis| {
            level(&PlayerLimits { each: Some(Duration::from_millis(millis)), ..PlayerLimits::default() })
        };
        assert_eq!((each(2000).as_str(), each(60_250).as_str()), ("st 2", "level 1 1:01 0"));
    }
}
