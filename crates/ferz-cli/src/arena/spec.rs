//! The description of a player on the command line.

use std::collections::BTreeMap;
use std::path::PathBuf;

use ferz::{Level, Method, ParseMethodError, Strength};

use super::limits::{PlayerLimits, TimeControl, seconds};

/// The protocol that an engine speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Protocol {
    Uci,
    Cecp,
}

/// The kind of player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Who {
    /// The engine in this program.
    Own { strength: Option<Strength>, hash: usize, threads: usize, search: Option<Method> },
    /// Any move, at random.
    Random,
    /// Captures as much as it can, else plays at random.
    Greedy,
    /// A program: its words, and its working directory.
    Program { command: Vec<String>, folder: Option<PathBuf>, protocol: Protocol },
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spec {
    pub(crate) name: String,
    pub(super) who: Who,
    /// The limits of this player, if they differ from those of both.
    pub(crate) pace: PlayerLimits,
    /// The engine's name for the game.
    pub(super) variant: Option<String>,
    /// The placement from which the engine begins that game, in our letters, if not as ferz does.
    pub(super) array: Option<String>,
    /// Our letters, and the engine's for the same pieces.
    pub(super) letters: BTreeMap<char, char>,
    /// The engine's own options, in order.
    pub(super) options: Vec<(String, String)>,
}

/// The keys of a player, for error messages.
const KEYS: &str = "cmd, arg, dir, proto, name, variant, letters, start, option.NAME, level, elo, hash, threads, search, tc, movetime (st), nodes, depth";

impl Spec {
    /// Returns `true` if the player limits its thinking by itself.
    pub(crate) fn is_bounded(&self) -> bool {
        match self.who {
            Who::Own { strength, .. } => strength.is_some(),
            Who::Random | Who::Greedy => true,
            Who::Program { .. } => false,
        }
    }

    /// Reads `ferz level=5`, `random`, `greedy` or `cmd=PROGRAM proto=uci …`; words with spaces are quoted.
    ///
    /// # Errors
    /// Returns what is wrong with the text, in a sentence.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let words = shlex::split(text).ok_or_else(|| format!("a quote is not closed in `{text}`"))?;
        let mut draft = Draft::default();
        for (at, word) in words.iter().enumerate() {
            match word.split_once('=') {
                Some((key, value)) => draft.enter(key, value)?,
                None if at == 0 => draft.house = Some(word.clone()),
                None => return Err(format!("`{word}` should be `key=value`; the keys are {KEYS}")),
            }
        }
        draft.finish()
    }
}

#[derive(Default)]
struct Draft {
    house: Option<String>,
    name: Option<String>,
    command: Vec<String>,
    more: Vec<String>,
    folder: Option<PathBuf>,
    protocol: Option<Protocol>,
    level: Option<Level>,
    elo: Option<Strength>,
    hash: Option<usize>,
    threads: Option<usize>,
    search: Option<Method>,
    pace: PlayerLimits,
    variant: Option<String>,
    array: Option<String>,
    letters: BTreeMap<char, char>,
    options: Vec<(String, String)>,
}

impl Draft {
    fn enter(&mut self, key: &str, value: &str) -> Result<(), String> {
        let wrong = |what: &str| format!("`{key}={value}`: {what}");
        let number = |most: u64| {
            let number = value.parse().ok().filter(|number| (1..=most).contains(number));
            number.ok_or_else(|| wrong(&format!("expected a whole number from 1 to {most}")))
        };
        match key {
            "cmd" => self.command = command(value).ok_or_else(|| wrong("the program is missing"))?,
            "arg" => self.more.push(value.to_owned()),
            "dir" => self.folder = Some(value.into()),
            "name" => self.name = Some(value.to_owned()),
            "variant" => self.variant = Some(value.to_owned()),
            "start" => self.array = Some(value.to_owned()),
            "proto" => {
                self.protocol = Some(match value {
                    "uci" => Protocol::Uci,
                    "cecp" | "xboard" => Protocol::Cecp,
                    _ => return Err(wrong("it is `uci` or `cecp` (also called `xboard`)")),
                });
            }
            "letters" => {
                self.letters =
                    letters(value).ok_or_else(|| wrong("letters are written `Q:F,S:M`, with ours first"))?;
            }
            "level" => self.level = Level::new(number(Level::HIGHEST.number().into())? as u8),
            "elo" => self.elo = Some(elo(value).map_err(|what| wrong(&what))?),
            "hash" => self.hash = Some(number(1 << 17)? as usize),
            "threads" => self.threads = Some(number(512)? as usize),
            "search" => {
                self.search =
                    Some(value.parse().map_err(|error: ParseMethodError| wrong(&error.to_string()))?);
            }
            "nodes" => self.pace.nodes = Some(number(u64::MAX)?),
            "depth" => self.pace.depth = Some(number(120)? as u32),
            "tc" => {
                self.pace.clock =
                    Some(TimeControl::read(value).ok_or_else(|| wrong("a clock is written `40/60+0.6`"))?)
            }
            "st" | "movetime" => {
                // `st` is in seconds, the other key in milliseconds, as in other programs
                let time = if key == "st" {
                    seconds(value)
                } else {
                    value.parse().ok().map(std::time::Duration::from_millis)
                };
                self.pace.each =
                    Some(time.filter(|time| !time.is_zero()).ok_or_else(|| wrong("it is not a time"))?);
            }
            _ => match key.strip_prefix("option.") {
                Some(name) => self.options.push((name.to_owned(), value.to_owned())),
                None => return Err(format!("a player has no key `{key}`; the keys are {KEYS}")),
            },
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Spec, String> {
        let who = match self.house.as_deref() {
            Some(_) if !self.command.is_empty() => {
                return Err("a player is named or has a `cmd`, not both".to_owned());
            }
            Some("ferz") => Who::Own {
                strength: self.elo.or_else(|| self.level?.strength()),
                hash: self.hash.unwrap_or(16),
                threads: self.threads.unwrap_or(1),
                search: self.search,
            },
            Some("random") => Who::Random,
            Some("greedy") => Who::Greedy,
            Some(other) => {
                return Err(format!(
                    "there is no player `{other}`: a player is `ferz`, `random`, `greedy`, or `cmd=PROGRAM`"
                ));
            }
            None if self.command.is_empty() => {
                return Err("a player needs `cmd=PROGRAM`, or is `ferz`, `random` or `greedy`".to_owned());
            }
            None => {
                let Some(protocol) = self.protocol else {
                    return Err("`proto=uci` or `proto=cecp` is missing".to_owned());
                };
                self.command.append(&mut self.more);
                Who::Program { command: self.command, folder: self.folder, protocol }
            }
        };
        let own = matches!(who, Who::Own { .. });
        let limited = self.level.is_some() || self.elo.is_some();
        let tuned = limited || self.hash.is_some() || self.threads.is_some() || self.search.is_some();
        if tuned && !own {
            return Err(
                "`level`, `elo`, `hash`, `threads` and `search` are keys of `ferz`; others take `option.NAME`"
                    .to_owned(),
            );
        }
        if self.level.is_some() && self.elo.is_some() {
            return Err("`level` and `elo` both say how strong the player is: give one of them".to_owned());
        }
        let name = self.name.unwrap_or_else(|| called(&who, self.level, self.pace));
        let Self { pace, variant, array, letters, options, .. } = self;
        Ok(Spec { name, who, pace, variant, array, letters, options })
    }
}

/// Returns the default name of a player.
fn called(who: &Who, level: Option<Level>, pace: PlayerLimits) -> String {
    let nodes = pace.nodes.map_or_else(String::new, |nodes| format!(" {nodes} nodes"));
    match who {
        Who::Own { strength, search, .. } => {
            let search = search.map_or_else(String::new, |search| format!(" {search}"));
            let strength = match (level, strength) {
                (_, None) => String::new(),
                (Some(level), _) => format!(" level {level}"),
                (None, Some(strength)) => format!(" elo {}", strength.elo()),
            };
            format!("ferz{search}{strength}{nodes}")
        }
        Who::Random => "random".to_owned(),
        Who::Greedy => "greedy".to_owned(),
        Who::Program { command, .. } => {
            let path = PathBuf::from(&command[0]);
            path.file_stem().map_or_else(|| command[0].clone(), |stem| stem.to_string_lossy().into_owned())
                + &nodes
        }
    }
}

/// Parses a strength in Elo.
fn elo(value: &str) -> Result<Strength, String> {
    let strength = value.parse().ok().and_then(Strength::new);
    let [least, most] = [Strength::WEAKEST, Strength::STRONGEST].map(Strength::elo);
    strength.ok_or_else(|| format!("expected a whole number from {least} to {most}"))
}

/// Splits a command into words: one, if it is a file's name; else as a shell does.
fn command(value: &str) -> Option<Vec<String>> {
    let words = match std::path::Path::new(value).is_file() {
        true => vec![value.to_owned()],
        false => shlex::split(value)?,
    };
    (!words.is_empty()).then_some(words)
}

/// Parses `Q:F,S:M`, in capitals.
fn letters(text: &str) -> Option<BTreeMap<char, char>> {
    let pair = |part: &str| {
        let (own, other) = part.split_once(':')?;
        let one =
            |text: &str| text.chars().next().filter(|sign| sign.is_ascii_uppercase() && text.len() == 1);
        Some((one(own)?, one(other)?))
    };
    text.split(',').map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read() {
        let spec = Spec::read(
            "cmd='prog --x \"a b\"' name='A B' proto=xboard option.Skill=3 tc=10+0.1 letters=Q:F,S:M",
        )
        .unwrap();
        assert_eq!((spec.name.as_str(), spec.options.len(), spec.letters[&'S']), ("A B", 1, 'M'));
        assert!(
            matches!(spec.who, Who::Program { command, protocol: Protocol::Cecp, .. } if command == ["prog", "--x", "a b"])
        );
        let own = Spec::read("ferz level=3 nodes=100").unwrap();
        assert_eq!((own.name.as_str(), own.pace.nodes), ("ferz level 3 100 nodes", Some(100)));
        assert_eq!(Spec::read("ferz search=tree level=3").unwrap().name, "ferz tree level 3");
        let limited = Spec::read("ferz elo=1234").unwrap();
        assert_eq!((limited.name.as_str(), limited.is_bounded()), ("ferz elo 1234", true));
        let full = Spec::read("ferz level=31").unwrap();
        assert_eq!((full.name.as_str(), full.is_bounded()), ("ferz", false));
        assert_eq!(Spec::read("cmd=/a/b/engine.sh proto=uci st=0.1").unwrap().name, "engine");
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, words) in [
            ("", "needs `cmd=PROGRAM`"),
            ("deepblue", "no player `deepblue`"),
            ("cmd=x", "`proto=uci`"),
            ("cmd=x proto=usi", "`uci` or `cecp`"),
            ("ferz strength=9", "no key `strength`"),
            ("ferz search=three", "no search `three`"),
            ("ferz level=32", "from 1 to 31"),
            ("ferz elo=99999", "a whole number from"),
            ("ferz level=3 elo=1000", "give one of them"),
            ("random level=3", "keys of `ferz`"),
            ("ferz tc=soon", "a clock"),
            ("ferz 'a", "a quote"),
            ("ferz fast", "`key=value`"),
            ("ferz letters=QF", "ours first"),
            ("ferz movetime=0", "not a time"),
        ] {
            let said = Spec::read(text).unwrap_err();
            assert!(said.contains(words), "{text}: {said}");
        }
    }
}
