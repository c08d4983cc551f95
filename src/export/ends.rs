//! Ends, by the words of their conditions.

use super::Sheet;
use super::words::sides;
use crate::definition::{Table, Word};
use crate::model::pieces::{Side, TypeId};
use crate::text::Report;

/// The result of an end for the player it is about.
const RESULTS: [(&str, &str); 3] = [("lose", "loss"), ("win", "win"), ("draw", "draw")];

/// The results of the ends of a game read so far.
#[derive(Default)]
struct Said {
    checkmate: bool,
    no_move: bool,
    repetition: bool,
    progress: bool,
    /// The goal of each side: the types and the words for the squares.
    goals: [Option<(String, String)>; 2],
    extinct: Option<(String, String)>,
}

impl Sheet<'_> {
    /// All ends.
    pub(super) fn ends(&mut self) {
        let Some(ends) = self.root.table("end") else { return };
        let mut said = Said::default();
        for (_, entry) in ends.iter() {
            let Some(end) = entry.node.table() else { continue };
            let found = RESULTS.iter().find_map(|(word, value)| Some((*value, end.text(word)?)));
            let Some((value, word)) = found else { continue };
            let keys = ["lose", "win", "draw", "side", "before"];
            if self.only("end", end, &keys) && !self.end(end, (value, word), &mut said) {
                let what = format!("the end `{}`", word.text);
                self.unsaid(word.span, &what, "this condition");
            }
        }
        let royal = self.rules.types.iter().any(|kind| kind.royal);
        if royal != said.checkmate || !said.no_move {
            let place = self.root.get("end").map_or(self.root.span(), |entry| entry.key_span);
            let what = if said.no_move {
                "a game with a royal piece and no end by checkmate"
            } else {
                "a game in which a player without a move neither wins, loses nor draws"
            };
            self.unsaid(place, what, "in these ends");
        }
        if !said.repetition {
            self.set("nFoldRule", "0");
        }
        if !said.progress {
            self.set("nMoveRule", "0");
        }
        if let Some((types, value)) = said.extinct {
            self.set("extinctionPieceTypes", types);
            self.set("extinctionValue", value);
        }
        for (side, goal) in Side::BOTH.into_iter().zip(said.goals) {
            if let Some((types, squares)) = goal {
                self.set(format!("flagPiece{}", side.capital()), types);
                self.set(format!("flagRegion{}", side.capital()), squares);
            }
        }
    }

    /// Writes an end by perpetual check or chase; returns `true` if it is one.
    fn perpetual(&mut self, text: &str, value: &str) -> bool {
        let ends = |words: [&str; 2]| {
            let ends_with = |(words, result): (&str, &str)| text.ends_with(words) && value == result;
            words.into_iter().zip(["loss", "draw"]).any(ends_with)
        };
        if ends([" occurrence, always checking", " occurrence, both always checking"]) {
            self.flag("perpetualCheckIllegal", true);
            return true;
        }
        // the table of the chases names the option
        ends([" occurrence, always chasing", " occurrence, both always chasing"])
    }

    /// Says an end; `false` if that can't be done.
    fn end(&mut self, end: &Table, (value, word): (&str, Word<'_>), said: &mut Said) -> bool {
        let text = word.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let sides = sides(end);
        let both = sides.len() == 2;
        match text.as_str() {
            "checkmate" if both => {
                said.checkmate = true;
                self.set("checkmateValue", value);
                return true;
            }
            "stalemate" | "no move" if both => {
                said.no_move = true;
                said.checkmate |=
                    text == "no move" && value == "loss" && self.rules.types.iter().any(|kind| kind.royal);
                self.set("stalemateValue", value);
                return true;
            }
            "counted out" if both && value == "draw" => return true,
            _ => {}
        }
        if both && self.perpetual(&text, value) {
            return true;
        }
        if let Some(times) = text.strip_suffix(" occurrence") {
            return both && self.repetition(times, value, said);
        }
        if let Some((moves, resets)) = text.split_once(" moves without ") {
            return both && value == "draw" && self.progress(moves, resets, said);
        }
        if [" in a row of ", " on a line of ", " by "].iter().any(|words| text.contains(words)) {
            return both && self.row(&text, value);
        }
        if let Some(most) = text.strip_prefix("checks(mine) >= ") {
            let right = both && value == "win" && most.parse::<u32>().is_ok();
            self.flag("checkCounting", true);
            return right;
        }
        if let ("count(mine) = 1" | "count(mine) <= 1", true) =
            (text.as_str(), both && said.extinct.is_none())
        {
            said.extinct = Some(("*".to_owned(), value.to_owned()));
            self.set("extinctionPieceCount", "1");
            return true;
        }
        // who takes the opponent's last one wins, and so the opponent loses
        let (text, value) = match (text.strip_prefix("count(their "), value) {
            (Some(rest), "win") => (format!("count(my {rest}"), "loss"),
            (Some(rest), "loss") => (format!("count(my {rest}"), "win"),
            _ => (text, value),
        };
        if let Some(types) = text.strip_prefix("count(").and_then(|text| text.strip_suffix(") = 0")) {
            return both && self.extinction(types, value, said);
        }
        value == "win" && self.goal(&text, word, &sides, said)
    }

    /// Pieces in a row, on a line or in a block: `4 in a row of my stone at W`.
    fn row(&mut self, text: &str, value: &str) -> bool {
        let kinds = [("connectN", " in a row of "), ("collinearN", " on a line of ")];
        let found = kinds.iter().find_map(|(option, words)| Some((*option, text.split_once(words)?)));
        let block = text.split_once(" of ").and_then(|(size, rest)| {
            let (files, ranks) = size.split_once(" by ")?;
            (files == ranks).then_some(("connectNxN", (files, rest)))
        });
        let Some((option, (number, rest))) = found.or(block) else { return false };
        let (pieces, along) = rest.split_once(" at ").unwrap_or((rest, "K"));
        let straight = |text: &str| matches!(text, "W" | "R");
        let [across, up, aslant] = match along {
            "K" | "Q" => [true; 3],
            text if straight(text) => [true, true, false],
            "F" | "B" => [false, false, true],
            "vW" | "vR" => [false, true, false],
            "sW" | "sR" => [true, false, false],
            _ => return false,
        };
        let types = match pieces.strip_prefix("my ") {
            None if pieces == "mine" => Some("*".to_owned()),
            None => None,
            Some(names) => {
                let found: Option<Vec<TypeId>> =
                    names.split(" or ").map(|name| self.scope.find(name)).collect();
                found.map(|types| self.lettered(&types))
            }
        };
        let (Some(types), Ok(_)) = (types, number.parse::<u8>()) else { return false };
        let agrees = |key: &str, text: &str| self.options.get(key).is_none_or(|said| said == text);
        if value == "draw" || !agrees("connectValue", value) || !agrees("connectPieceTypes", &types) {
            return false;
        }
        self.set(option, number);
        self.set("connectPieceTypes", types);
        self.set("connectValue", value);
        if option == "connectNxN" {
            return true;
        }
        for (option, open) in
            [("connectHorizontal", across), ("connectVertical", up), ("connectDiagonal", aslant)]
        {
            self.flag(option, open);
        }
        true
    }

    fn repetition(&mut self, times: &str, value: &str, said: &mut Said) -> bool {
        let named = ["first", "second", "third", "fourth", "fifth"].iter().position(|name| *name == times);
        let digits = times.trim_end_matches(|c: char| c.is_ascii_alphabetic()).parse::<usize>().ok();
        let Some(number) = named.map(|at| at + 1).or(digits).filter(|number| *number > 1) else {
            return false;
        };
        said.repetition = true;
        self.set("nFoldRule", number.to_string());
        // here the one who has moved, there the side to move
        let turned = match value {
            "win" => "loss",
            "loss" => "win",
            value => value,
        };
        self.set("nFoldValue", turned);
        true
    }

    fn progress(&mut self, moves: &str, resets: &str, said: &mut Said) -> bool {
        let Some(number) = moves.parse::<u32>().ok() else { return false };
        let words = resets.replace(" or ", ", ");
        let mut pieces = Vec::new();
        let mut capture = false;
        for word in words.split(", ").map(|word| word.trim_start_matches("a ").trim()) {
            match (word, word.strip_suffix(" move").unwrap_or(word)) {
                ("capture", _) => capture = true,
                // there, drops always are progress
                ("drop", _) => {}
                (_, name) => match self.scope.find(name) {
                    Some(kind) => pieces.push(kind),
                    None => return false,
                },
            }
        }
        said.progress = true;
        self.set("nMoveRule", number.to_string());
        let types = if pieces.is_empty() { "-".to_owned() } else { self.lettered(&pieces) };
        self.set("nMoveRuleTypesWhite", types.clone());
        self.set("nMoveRuleTypesBlack", types);
        capture
    }

    fn extinction(&mut self, types: &str, value: &str, said: &mut Said) -> bool {
        let letters = match (types, types.strip_prefix("my ")) {
            ("mine", _) => "*".to_owned(),
            (_, Some(name)) => match self.scope.find(name) {
                Some(kind) => self.letters.of(kind).to_string(),
                None => return false,
            },
            _ => return false,
        };
        match &mut said.extinct {
            Some((all, other)) if other == value => all.push_str(&letters),
            Some(_) => return false,
            none => *none = Some((letters, value.to_owned())),
        }
        true
    }

    /// A piece that reaches some squares: `my king in hill`.
    fn goal(&mut self, text: &str, word: Word<'_>, sides: &[Side], said: &mut Said) -> bool {
        let (text, safe) = text.strip_suffix(" safe").map_or((text, false), |text| (text, true));
        let Some(rest) = text.strip_prefix("my ") else { return false };
        let found = [" on ", " in "].iter().find_map(|link| rest.split_once(link));
        let Some((names, squares)) = found.filter(|(_, squares)| !squares.contains(" and ")) else {
            return false;
        };
        let types: Option<Vec<TypeId>> = names.split(" or ").map(|name| self.scope.find(name)).collect();
        let squares = self.scope.squares(Word { text: squares, span: word.span }, &mut Report::default());
        let (Some(types), Some(both)) = (types, squares) else { return false };
        for side in sides {
            let squares = super::squares::written(&self.rules.geometry, both[side.index()]);
            if said.goals[side.index()].replace((self.lettered(&types), squares)).is_some() {
                return false;
            }
        }
        if safe {
            self.flag("flagPieceSafe", true);
        }
        true
    }
}
