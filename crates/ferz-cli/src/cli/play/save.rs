//! A game as a text that a person can read and a resumed game is read from.
//!
//! ```text
//! ferz game 1
//! game: NAME or path
//! option: NAME = VALUE
//! start: FEN, if not the start position
//! white: human
//! black: engine
//! level: 4
//! seed: 42
//! clock: 5+3, if the time of the game is measured
//! used: 65.250 12.000, the seconds White and Black have used
//! result: white mate, once there is one
//! moves:
//! e2e4    # 1. e4
//! ```

use ferz::Level;

use super::USUAL;
use super::clock::Clock;
use super::seat::Seat;

/// The first line of a save; the number is the version of the format.
const HEAD: &str = "ferz game 1";

/// A saved game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Save {
    /// A built-in game or the path of a file.
    pub(super) game: String,
    pub(super) options: Vec<(String, String)>,
    pub(super) start: Option<String>,
    pub(super) seats: [Seat; 2],
    pub(super) level: Level,
    pub(super) seed: u64,
    pub(super) clock: Clock,
    /// The winner and the reason, once the game is over.
    pub(super) result: Option<String>,
    /// The line of each move, its coordinates, and a comment.
    pub(super) moves: Vec<(usize, String, String)>,
}

/// A fault in a save, and its line; line 0 is the file as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) line: usize,
    pub(super) message: String,
}

impl Save {
    /// The text of a save.
    pub(super) fn text(&self) -> String {
        let mut text = format!("{HEAD}\ngame: {}\n", self.game);
        for (name, value) in &self.options {
            text += &format!("option: {name} = {value}\n");
        }
        if let Some(start) = &self.start {
            text += &format!("start: {start}\n");
        }
        let [white, black] = self.seats.map(Seat::word);
        text +=
            &format!("white: {white}\nblack: {black}\nlevel: {}\nseed: {}\n", self.level.number(), self.seed);
        let clock =
            [("clock", self.clock.allowance.map(|time| time.to_string())), ("used", self.clock.used())];
        for (key, value) in clock {
            text += &value.map_or_else(String::new, |value| format!("{key}: {value}\n"));
        }
        if let Some(result) = &self.result {
            text += &format!("result: {result}\n");
        }
        text += "moves:\n";
        let lines = self.moves.iter().map(|(_, mv, comment)| format!("{mv:<7} # {comment}\n"));
        text + &lines.collect::<String>()
    }

    /// Reads a text back.
    pub(super) fn read(text: &str) -> Result<Self, Fault> {
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
        head(lines.next().map_or("", |(_, line)| line))?;
        let (mut save, mut named) = (Self::blank(), false);
        let at = |line, message: String| Fault { line, message };
        let mut last = 1;
        for (number, line) in lines.by_ref() {
            last = number;
            let bare = line.split_once('#').map_or(line, |(bare, _)| bare).trim();
            if line.is_empty() || bare.is_empty() {
                continue;
            }
            if bare == "moves:" {
                save.moves = lines.filter_map(|(number, line)| move_of(number, line)).collect();
                return if named {
                    Ok(save)
                } else {
                    Err(at(number, "no line `game:` before the moves".to_owned()))
                };
            }
            let (key, value) =
                line.split_once(':').ok_or_else(|| at(number, "expected `key: value`".to_owned()))?;
            save.enter(key.trim(), value.trim()).map_err(|message| at(number, message))?;
            named |= key.trim() == "game";
        }
        Err(at(last, "the file ends before a line `moves:`".to_owned()))
    }

    fn blank() -> Self {
        let seats = [Seat::Human; 2];
        Self {
            game: String::new(),
            options: Vec::new(),
            start: None,
            seats,
            level: USUAL,
            seed: 0,
            clock: Clock::default(),
            result: None,
            moves: Vec::new(),
        }
    }

    fn enter(&mut self, key: &str, value: &str) -> Result<(), String> {
        let seat = || Seat::read(value).ok_or_else(|| format!("`{value}` is neither `human` nor `engine`"));
        match key {
            "game" => self.game = value.to_owned(),
            "start" => self.start = Some(value.to_owned()),
            "result" => self.result = Some(value.to_owned()),
            "white" => self.seats[0] = seat()?,
            "black" => self.seats[1] = seat()?,
            "level" => {
                let level = value.parse().ok().and_then(Level::new);
                self.level = level.ok_or_else(|| {
                    format!("`{value}` is not a level from {} to {}", Level::LOWEST, Level::HIGHEST)
                })?;
            }
            "seed" => self.seed = value.parse().map_err(|_| format!("`{value}` is not a whole number"))?,
            "clock" => self.clock.allowance = Some(value.parse()?),
            "used" => {
                let wrong = || format!("`{value}` is not two numbers of seconds, White's and Black's");
                self.clock.set_used(value).ok_or_else(wrong)?;
            }
            "option" => {
                let (name, value) = value.split_once('=').ok_or("an option is written `NAME = VALUE`")?;
                self.options.push((name.trim().to_owned(), value.trim().to_owned()));
            }
            _ => return Err(format!("there is no key `{key}`")),
        }
        Ok(())
    }
}

fn head(line: &str) -> Result<(), Fault> {
    let message = match line.strip_prefix("ferz game ") {
        _ if line == HEAD => return Ok(()),
        Some(version) => format!("this ferz reads saves of version 1, not {version}"),
        None => format!("this is not a saved game: its first line should be `{HEAD}`"),
    };
    Err(Fault { line: 1, message })
}

fn move_of(number: usize, line: &str) -> Option<(usize, String, String)> {
    let (mv, comment) = line.split_once('#').unwrap_or((line, ""));
    (!mv.trim().is_empty()).then(|| (number, mv.trim().to_owned(), comment.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let moves = |line| {
            vec![(line, "a1a2".to_owned(), "1. a2".to_owned()), (line + 1, "h8h7q".to_owned(), String::new())]
        };
        let mut clock = Clock::new(Some("5+3".parse().unwrap()));
        clock.set_used("65.25 12").unwrap();
        let save = Save {
            game: "/games/it's #1.toml".to_owned(),
            options: vec![("colour".to_owned(), "red = blue".to_owned())],
            start: Some("8/8 w".to_owned()),
            seats: [Seat::Player, Seat::Human],
            level: Level::HIGHEST,
            seed: u64::MAX,
            clock,
            result: Some("draw no-progress".to_owned()),
            moves: moves(13),
        };
        assert_eq!(Save::read(&save.text()).unwrap(), save);
        assert!(save.text().contains("\nclock: 5+3\nused: 65.250 12.000\n"), "{}", save.text());
        // a save without a clock doesn't mention one, like older saves
        let save = Save { clock: Clock::default(), moves: moves(11), ..save };
        assert!(!save.text().contains("clock:") && !save.text().contains("used:"), "{}", save.text());
        assert_eq!(Save::read(&save.text()).unwrap(), save);
    }

    #[test]
    fn faults_name_their_line() {
        let fault = |text: &str| Save::read(text).map_err(|fault| (fault.line, fault.message)).unwrap_err();
        assert_eq!(fault("").0, 1);
        assert!(fault("ferz game 9\n").1.contains("version 1, not 9"));
        assert_eq!(fault("ferz game 1\ngame: x\n\nwhite: nobody\nmoves:\n").0, 4);
        assert_eq!(fault("ferz game 1\ngame: x\nclock: soon\nmoves:\n").0, 3);
        assert!(fault("ferz game 1\ngame: x\nused: 1\nmoves:\n").1.contains("two numbers"));
        assert!(fault("ferz game 1\ngame: x\n").1.contains("`moves:`"));
        assert!(fault("ferz game 1\nmoves:\n").1.contains("`game:`"));
    }
}
