//! Ends, by the words of their conditions.

use super::Sheet;
use super::words::sides;
use crate::board::Bits;
use crate::definition::{Table, Word};
use crate::ini::{Reversible, reversible, value as value_of};
use crate::model::pieces::{Side, TypeId};
use crate::text::Report;

/// The result of an end for the player it is about.
pub(super) const RESULTS: [(&str, &str); 3] = [("lose", "loss"), ("win", "win"), ("draw", "draw")];

/// The results of the ends of a game read so far.
#[derive(Default)]
struct Said {
    checkmate: bool,
    no_move: bool,
    passed: bool,
    repetition: bool,
    progress: bool,
    /// The occurrences that ends by repetition require: the plain one, and those by perpetual check or chase.
    times: Option<String>,
    perpetual: Vec<String>,
    both_checking: bool,
    /// The goal of each side: the types and the words for the squares.
    goals: [Option<(String, String)>; 2],
    /// The number of pieces that must be on the goal squares.
    least: Option<u8>,
    /// Pieces that run out: their letters, the result, and the number at which they have run out.
    extinct: Option<(String, &'static str, u32)>,
}

/// An end as it is written.
pub(super) struct End<'a> {
    pub(super) value: &'static str,
    pub(super) word: Word<'a>,
    /// Its condition with single spaces.
    pub(super) text: String,
    sides: Vec<Side>,
}

impl<'a> End<'a> {
    /// Returns `true` if the end is about both sides.
    fn is_of_both(&self) -> bool {
        self.sides.len() == 2
    }

    /// The goal that must still be held, if the end is a win for these sides by such a goal.
    fn held(&self, sides: &[Side]) -> Option<(String, Word<'a>)> {
        let goal = self.text.strip_suffix(HELD).filter(|goal| !goal.contains(" and "))?;
        (self.value == "win" && self.sides == *sides).then(|| (goal.to_owned(), self.word))
    }

    /// Returns `true` if it is the end with this value and condition for one side.
    fn is(&self, side: Side, value: &str, text: &str) -> bool {
        self.sides == [side] && self.value == value && self.text == text
    }
}

/// The condition on a goal that is still held after the opponent's reply.
const HELD: &str = " and my turn";

/// The condition on the material that decides what would be a draw.
const MORE: &str = " and count(mine) > count(theirs)";

/// Returns the goal of several pieces, and their number: of `count(my knight on rank 8) >= 2`.
fn several(text: &str) -> Option<(&str, u8)> {
    let (goal, least) = text.strip_prefix("count(")?.split_once(") >= ")?;
    let is_goal = goal.starts_with("my ") && [" on ", " in "].iter().any(|link| goal.contains(link));
    Some((goal, least.parse().ok().filter(|least| *least > 0)?))
        .filter(|_| is_goal && !goal.contains(" in hand"))
}

impl<'a> Sheet<'a> {
    /// All ends.
    pub(super) fn ends(&mut self) {
        let Some(ends) = self.root.table("end") else { return };
        let mut all: Vec<End<'_>> =
            ends.iter().filter_map(|(_, entry)| self.read(entry.node.table()?)).collect();
        // interfaces draw dead positions, whatever the engine says
        all.retain(|end| (end.value, end.text.as_str()) != ("draw", "dead position"));
        self.order(ends, &all);
        let mut said = Said::default();
        self.race(&mut all, &mut said);
        self.held(&mut all, &mut said);
        self.stuck(&mut all, &mut said);
        self.decided_by_number(&mut all);
        // a side with nothing left has lost, whether it could move or not
        all.sort_by_key(|end| !end.text.starts_with("count("));
        for end in &all {
            self.here = end.word.span;
            if !self.end(end, &mut said) {
                let what = format!("the end `{}`", end.word.text);
                self.unsaid(end.word.span, &what, "this condition");
            }
        }
        self.missing(&said);
        if !said.repetition {
            self.set("nFoldRule", "0");
        }
        if !said.progress {
            self.set("nMoveRule", "0");
        }
        if let Some((types, value, number)) = said.extinct {
            self.set("extinctionPieceTypes", types);
            self.set("extinctionValue", value);
            if number > 0 {
                self.set("extinctionPieceCount", number.to_string());
            }
        }
        if let Some(least) = said.least.filter(|least| *least > 1) {
            self.set("flagPieceCount", least.to_string());
        }
        for (side, goal) in Side::BOTH.into_iter().zip(said.goals) {
            if let Some((types, squares)) = goal {
                self.set(format!("flagPiece{}", side.capital()), types);
                self.set(format!("flagRegion{}", side.capital()), squares);
            }
        }
    }

    /// Reads an end; `None` if the table isn't one, or has a key that is not understood, which is reported.
    fn read(&mut self, end: &'a Table) -> Option<End<'a>> {
        let (value, word) = RESULTS.iter().find_map(|(word, value)| Some((*value, end.text(word)?)))?;
        let mut keys = vec!["lose", "win", "draw", "side", "before"];
        // in Fairy-Stockfish, a turn with a wall is a single move
        if end.text("judged").is_some_and(|word| word.text == "at the end of the turn") {
            keys.push("judged");
        }
        let text = word.text.split_whitespace().collect::<Vec<_>>().join(" ");
        self.only("end", end, &keys).then(|| End { value, word, text, sides: sides(end) })
    }

    /// Reports missing ends that every game has in Fairy-Stockfish.
    fn missing(&mut self, said: &Said) {
        let royal = self.rules.types.iter().any(|kind| kind.royal);
        let unchecked = self.options.get("checking").is_some_and(|value| value == "false");
        let passes = ["pass", "passOnStalemate"].iter().any(|option| self.options.contains_key(*option));
        let place = self.root.get("end").map_or(self.root.span(), |entry| entry.key_span);
        if self.options.contains_key("pass") && !said.passed {
            self.unsaid(place, "a pass that does not end the game when both have passed", "in these ends");
        }
        let same = |times: &String| said.times.as_ref() == Some(times);
        if !said.perpetual.iter().all(same)
            || said.both_checking && !self.options.contains_key("perpetualCheckIllegal")
        {
            self.unsaid(
                place,
                "perpetual check or chase without an end by as many occurrences alone",
                "in these ends",
            );
        }
        if royal != said.checkmate && !(royal && unchecked) {
            self.unsaid(place, "a game with a royal piece and no end by checkmate", "in these ends");
        }
        if !said.no_move && (royal || !passes) {
            let what = "a game in which a player without a move neither wins, loses nor draws";
            self.unsaid(place, what, "in these ends");
        } else if !said.no_move && self.options.contains_key("materialCounting") {
            // in ferz, a side with nothing left passes and loses in the end
            self.set("stalemateValue", "loss");
        }
    }

    /// A goal that Black may still reach after White.
    fn race(&mut self, all: &mut Vec<End<'_>>, said: &mut Said) {
        let beaten = all.iter().find_map(|end| {
            let (theirs, mine) = end.text.strip_suffix(')')?.split_once(" and not can(")?;
            let white = format!("my {}", theirs.strip_prefix("their ")?);
            end.is(Side::Black, "loss", &end.text).then(|| (white, mine.to_owned(), end.word))
        });
        let Some((white, black, word)) = beaten else { return };
        let Some(other) = black.strip_prefix("my ") else { return };
        let both = format!("{white} and their {other}");
        let drawn =
            |end: &End<'_>| end.value == "draw" && end.text == both && end.sides.contains(&Side::White);
        let own = |end: &End<'_>| {
            end.word.span == word.span
                || drawn(end)
                || end.is(Side::White, "win", &format!("{white} and my turn"))
                || end.is(Side::Black, "win", &black)
        };
        let royal =
            |text: &str| self.kind_in(text).is_some_and(|kind| self.rules.types[usize::from(kind)].royal);
        if all.iter().filter(|end| own(end)).count() == 4
            && royal(&white)
            && royal(&black)
            && self.goal(&white, word, &[Side::White], said)
            && self.goal(&black, word, &[Side::Black], said)
        {
            all.retain(|end| !own(end));
            self.flag("flagMove", true);
        }
    }

    /// Goals that win if they are still held after the opponent's reply: one square for both sides, or what both hold is a draw.
    fn held(&mut self, all: &mut Vec<End<'_>>, said: &mut Said) {
        let of = |sides: &[Side]| all.iter().find_map(|end| end.held(sides));
        let (white, black, shared) = match (of(&Side::BOTH), of(&[Side::White]), of(&[Side::Black])) {
            (Some(both), None, None) => (both.clone(), both, true),
            (None, Some(white), Some(black)) => (white, black, false),
            _ => return,
        };
        let both = format!("{} and {}{HELD}", white.0, black.0.replacen("my ", "their ", 1));
        let drawn = |end: &End<'_>| end.is(Side::White, "draw", &both);
        let royal =
            |text: &str| self.kind_in(text).is_none_or(|kind| self.rules.types[usize::from(kind)].royal);
        if royal(&white.0)
            || royal(&black.0)
            || !shared && !all.iter().any(drawn)
            || !self.goal(&white.0, white.1, &[Side::White], said)
            || !self.goal(&black.0, black.1, &[Side::Black], said)
        {
            return;
        }
        let single = |goal: &Option<(String, String)>| {
            goal.as_ref().is_some_and(|(_, squares)| !squares.contains([' ', '*']))
        };
        if shared && !(said.goals[0] == said.goals[1] && said.goals.iter().all(single)) {
            said.goals = [None, None];
            return;
        }
        all.retain(|end| !drawn(end) && ![white.1.span, black.1.span].contains(&end.word.span));
        self.flag("flagMove", true);
    }

    /// The type in the words of a goal, if it is one: `my king on rank 8`.
    fn kind_in(&self, goal: &str) -> Option<TypeId> {
        self.scope.find(goal.strip_prefix("my ")?.split(' ').next()?)
    }

    /// A side without a move, which wins or loses by the number of pieces.
    fn stuck(&mut self, all: &mut Vec<End<'_>>, said: &mut Said) {
        for text in ["no move", "stalemate"] {
            let find = |words: &str, value: Option<&str>| {
                let text = format!("{text}{words}");
                let fits = |end: &End<'_>| {
                    end.is_of_both() && end.text == text && value.is_none_or(|value| end.value == value)
                };
                all.iter().position(fits)
            };
            let Some(less) = find(" and count(mine) < count(theirs)", None) else { continue };
            let opposite = match all[less].value {
                "loss" => "win",
                "win" => "loss",
                _ => continue,
            };
            let (Some(more), Some(level)) = (find(MORE, Some(opposite)), find("", Some("draw"))) else {
                continue;
            };
            self.flag("stalematePieceCount", true);
            self.set("stalemateValue", all[less].value);
            said.no_move = true;
            let mut at = 0;
            all.retain(|_| {
                at += 1;
                ![less, more, level].contains(&(at - 1))
            });
            return;
        }
    }

    /// Draws won by the player with more pieces: if this applies to all such ends, they are dropped.
    fn decided_by_number(&mut self, all: &mut Vec<End<'_>>) {
        let base = |end: &End<'_>| {
            let won = end.is_of_both() && end.value == "win";
            end.text.strip_suffix(MORE).filter(|_| won).map(str::to_owned)
        };
        let bases: Vec<String> = all.iter().filter_map(base).collect();
        let odd_board = self.rules.geometry.playable().squares().count() % 2 == 1;
        let drawn =
            |text: &str| all.iter().any(|end| end.is_of_both() && end.value == "draw" && end.text == text);
        let full = |text: &str| text.starts_with("count(all) = ");
        let decides = |end: &End<'_>| {
            [" occurrence", " moves without ", "both passed", "count(all) = "]
                .iter()
                .any(|words| end.text.contains(words))
                && end.value == "draw"
        };
        if bases.is_empty()
            || !bases.iter().all(|text| drawn(text) || full(text) && odd_board)
            || !all.iter().filter(|end| decides(end)).all(|end| bases.contains(&end.text))
        {
            return;
        }
        for end in all.iter_mut().filter(|end| base(end).is_some_and(|text| full(&text) && odd_board)) {
            end.value = "draw";
            end.text.truncate(end.text.len() - MORE.len());
        }
        all.retain(|end| base(end).is_none());
        self.set("materialCounting", "unweighted");
    }

    /// Writes an end by perpetual check or chase; returns `true` if it is one.
    fn perpetual(&mut self, text: &str, value: &str, said: &mut Said) -> bool {
        let Some((times, words)) = text.split_once(" occurrence, ") else { return false };
        said.perpetual.push(times.to_owned());
        match (words, value) {
            ("always checking", "loss") => self.flag("perpetualCheckIllegal", true),
            ("both always checking", "draw") => said.both_checking = true,
            // the table of the chases names the option
            ("always chasing", "loss") | ("both always chasing", "draw") => {}
            _ => return false,
        }
        true
    }

    /// Exports an end; `false` if that can't be done.
    fn end(&mut self, end: &End<'_>, said: &mut Said) -> bool {
        let (value, both) = (end.value, end.is_of_both());
        // a side with nothing left has lost already
        let bare = said.extinct.as_ref().is_some_and(|(types, _, number)| types == "*" && *number == 0);
        let text = end.text.strip_suffix(" and count(mine) > 0").filter(|_| bare).unwrap_or(&end.text);
        match text {
            "checkmate" if both => {
                said.checkmate = true;
                self.set("checkmateValue", value);
                return true;
            }
            "stalemate" | "no move" | "no move and not check" if both => {
                said.no_move = true;
                said.checkmate |=
                    text == "no move" && value == "loss" && self.rules.types.iter().any(|kind| kind.royal);
                self.set("stalemateValue", value);
                return true;
            }
            "counted out" if both && value == "draw" => return true,
            "both passed" if both && value == "draw" => {
                said.passed = true;
                return ["pass", "passOnStalemate"].iter().any(|option| self.options.contains_key(*option));
            }
            _ => {}
        }
        if both && self.nothing_to_drop(text, value) {
            said.no_move = true;
            self.set("stalemateValue", value);
            return true;
        }
        if let Some(number) = text.strip_prefix("count(all) = ") {
            let full = number.parse() == Ok(self.rules.geometry.playable().squares().count());
            self.flag("adjudicateFullBoard", full);
            return both && value == "draw" && full;
        }
        if both && self.perpetual(text, value, said) {
            return true;
        }
        if let Some(times) = text.strip_suffix(" occurrence") {
            return self.repetition(times, end, said);
        }
        if let Some((moves, resets)) = text.split_once(" moves without ") {
            return both && value == "draw" && self.progress(moves, resets, said);
        }
        if [" in a row of ", " on a line of ", " by "].iter().any(|words| text.contains(words)) {
            return both && self.row(text, value);
        }
        if let Some(most) = text.strip_prefix("checks(mine) >= ") {
            let right = both && value == "win" && most.parse::<u32>().is_ok_and(|most| most < 10);
            self.flag("checkCounting", true);
            return right;
        }
        if let Some((goal, least)) = several(text).filter(|_| value == "win") {
            return said.least.get_or_insert(least) == &least && self.goal(goal, end.word, &end.sides, said);
        }
        if text.starts_with("count(") {
            return self.extinction(end, said);
        }
        value == "win" && *said.least.get_or_insert(1) == 1 && self.goal(text, end.word, &end.sides, said)
    }

    /// Returns `true` if an end is about a player who has no pieces and so can't drop any, where all others may pass.
    fn nothing_to_drop(&self, text: &str, value: &str) -> bool {
        let passes = self.options.contains_key("passOnStalemate");
        let needs_own = |meaning: &str| {
            self.options.get("enclosingDrop").map(String::as_str) == value_of("enclosingDrop", meaning)
        };
        let royal = self.rules.types.iter().any(|kind| kind.royal);
        let bare = match text {
            "count(mine) = 0" => needs_own("beside") && value == "loss",
            "count(mine) = 0 and my turn" => needs_own("beside") || needs_own("flank"),
            _ => false,
        };
        bare && passes && !royal
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

    fn repetition(&mut self, times: &str, end: &End<'_>, said: &mut Said) -> bool {
        let named = ["first", "second", "third", "fourth", "fifth"].iter().position(|name| *name == times);
        let digits = times.trim_end_matches(|c: char| c.is_ascii_alphabetic()).parse::<usize>().ok();
        let value = end.value;
        let absolute = end.sides == [Side::White] && value != "draw";
        if !absolute && !end.is_of_both() {
            return false;
        }
        let Some(number) = named.map(|at| at + 1).or(digits).filter(|number| *number > 1) else {
            return false;
        };
        said.repetition = true;
        said.times = Some(times.to_owned());
        self.set("nFoldRule", number.to_string());
        if absolute {
            self.flag("nFoldValueAbsolute", true);
            self.set("nFoldValue", value);
            return true;
        }
        // ferz judges it for the side that has moved, Fairy-Stockfish for the side to move
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
        let (mut capture, mut drop) = (false, !self.options.contains_key("pieceDrops"));
        for word in words.split(", ").map(|word| word.trim_start_matches("a ").trim()) {
            match (word, word.strip_suffix(" move").unwrap_or(word)) {
                ("capture", _) => capture = true,
                ("drop", _) => drop = true,
                (_, name) => match self.scope.find(name) {
                    // in Fairy-Stockfish, a move that can be taken back is no progress
                    Some(kind) if self.moves_of(kind) == Reversible::None => pieces.push(kind),
                    _ => return false,
                },
            }
        }
        said.progress = true;
        self.set("nMoveRule", number.to_string());
        let types = if pieces.is_empty() { "-".to_owned() } else { self.lettered(&pieces) };
        self.set("nMoveRuleTypesWhite", types.clone());
        self.set("nMoveRuleTypesBlack", types);
        // in Fairy-Stockfish, drops are always progress
        capture && drop
    }

    /// Pieces that run out: `count(mine) = 0`, or several such conditions between `or`.
    fn extinction(&mut self, end: &End<'_>, said: &mut Said) -> bool {
        // a side that has only pieces that can be captured loses the last of them; the other side has one that can't
        let spared = |side: &Side| {
            let royal = |piece: &crate::model::pieces::Piece| {
                piece.get().is_some_and(|(kind, of)| of == *side && self.rules.types[usize::from(kind)].royal)
            };
            end.sides.contains(side) || self.rules.array.iter().any(|(_, piece)| royal(piece))
        };
        if !Side::BOTH.iter().all(spared) {
            return false;
        }
        let found: Option<Vec<_>> = end.text.split(" or ").map(|part| self.few(part, end)).collect();
        let Some(found) = found else { return false };
        for (letters, value, number) in found {
            match &mut said.extinct {
                Some((all, other, least)) if *other == value && *least == number => all.push_str(&letters),
                Some(_) => return false,
                none => *none = Some((letters, value, number)),
            }
        }
        true
    }

    fn moves_of(&self, kind: TypeId) -> Reversible {
        reversible(&self.rules.types[usize::from(kind)].movement)
    }

    /// Returns `true` if pieces of a type may be in hand at all.
    fn is_held(&self, kind: TypeId) -> bool {
        (self.root.contains("hand") || self.root.contains("drop")) && self.is_in_hand(kind)
    }

    /// Returns `true` if a side has at most one piece of a type at the start, and it is lost with it: then it never is in hand.
    fn is_single(&self, kind: TypeId) -> bool {
        let of = |side: Side| {
            self.rules.array.iter().filter(|(_, piece)| piece.get() == Some((kind, side))).count()
        };
        Side::BOTH.into_iter().all(|side| {
            of(side) <= 1
                && self
                    .variant
                    .start_position()
                    .hand(side)
                    .into_iter()
                    .all(|(held, _)| held.index() != usize::from(kind))
        })
    }

    /// The letters, the result and the number in a condition such as `count(my king) < 3`. A side that takes the opponent's last wins: the
    /// opponent loses.
    fn few(&self, text: &str, end: &End<'_>) -> Option<(String, &'static str, u32)> {
        let (whose, number) = text.strip_prefix("count(")?.split_once(") ")?;
        // in Fairy-Stockfish, pieces in hand count as well
        let held = number.strip_prefix(&format!("+ count({whose} in hand) "));
        let (number, with_hand) = held.map_or((number, false), |rest| (rest, true));
        let number: u32 = match number.split_once(' ')? {
            ("=" | "<=", number) => number.parse().ok()?,
            ("<", number) => number.parse::<u32>().ok()?.checked_sub(1)?,
            _ => return None,
        };
        // with `=`, a side that begins with fewer has not lost
        let all = matches!(whose, "mine" | "theirs");
        if number > 0 && text.contains(" = ") && !(all && number == 1) || number > 0 && !end.is_of_both() {
            return None;
        }
        let (turned, name) = match (whose.strip_prefix("my "), whose.strip_prefix("their ")) {
            (Some(name), _) => (false, name),
            (_, Some(name)) => (true, name),
            _ if all => (whose == "theirs", ""),
            _ => return None,
        };
        if !all && !end.is_of_both() || turned && !end.is_of_both() {
            return None;
        }
        let value = match (end.value, turned) {
            ("win", true) => "loss",
            ("loss", true) => "win",
            (value, _) => value,
        };
        let kind = if all { None } else { Some(self.scope.find(name)?) };
        let letters = kind.map_or_else(|| "*".to_owned(), |kind| self.letters.of(kind).to_string());
        let may_be_held = (0..self.rules.types.len() as TypeId).any(|other| {
            kind.is_none_or(|kind| kind == other) && self.is_held(other) && !self.is_single(other)
        });
        (with_hand == may_be_held).then_some((letters, value, number))
    }

    /// A piece that reaches some squares: `my king in hill`.
    fn goal(&mut self, text: &str, word: Word<'_>, sides: &[Side], said: &mut Said) -> bool {
        let (text, safe) = text.strip_suffix(" safe").map_or((text, false), |text| (text, true));
        let Some(rest) = text.strip_prefix("my ") else { return false };
        let found = [" on ", " in "].iter().find_map(|link| rest.split_once(link));
        let Some((names, squares)) = found.filter(|(_, squares)| !squares.contains(" and ")) else {
            return false;
        };
        let types: Option<Vec<TypeId>> = match names {
            "any" => Some(Vec::new()),
            names => names.split(" or ").map(|name| self.scope.find(name)).collect(),
        };
        let squares = self.scope.squares(Word { text: squares, span: word.span }, &mut Report::default());
        let (Some(types), Some(both)) = (types, squares) else { return false };
        let letters = if names == "any" { "*".to_owned() } else { self.lettered(&types) };
        for side in sides {
            let squares = super::squares::written(&self.rules.geometry, both[side.index()]);
            if said.goals[side.index()].replace((letters.clone(), squares)).is_some() {
                return false;
            }
        }
        self.flag("flagPieceSafe", safe);
        true
    }
}
