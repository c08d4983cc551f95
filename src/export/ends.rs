//! Ends, by what their conditions mean.

use toml::Value;

use super::Sheet;
use super::asked::{Asked, Few, few, goal_of, number_of_all, number_of_mine};
use super::words::sides;
use crate::board::{Bits, SquareSet};
use crate::definition::{Table, Word};
use crate::feature::condition::{Condition, Count, Fact, Idle, Row};
use crate::ini::pairs::{Case, Direction, RESULTS, filled, pairs, word};
use crate::ini::{Reversible, listed, reversible, sided, written};
use crate::model::condition::{Always, Comparison, Doing, Safety, Whose};
use crate::model::pieces::{Side, TypeId};
use crate::notation::condition::Shape;

/// Returns a result as the opponent has it.
fn turned(value: &'static str) -> &'static str {
    RESULTS.iter().find(|(_, own, _)| *own == value).map_or(value, |(_, _, theirs)| theirs)
}

/// The results of the ends of a game read so far.
#[derive(Default)]
struct Said {
    checkmate: bool,
    passed: bool,
    /// The occurrences that ends by repetition require: the plain one, and those by perpetual check or chase.
    times: Option<u32>,
    perpetual: Vec<u32>,
    both_checking: bool,
    /// The options for the goal of each side.
    goals: [Option<[(String, String); 2]>; 2],
    /// The number of pieces that must be on the goal squares.
    least: Option<u32>,
    /// Pieces that run out: their letters, the result, and the number at which they have run out.
    extinct: Option<(String, &'static str, u32)>,
}

/// An end that a pair means: for which sides, with which value and condition.
type Rule = (Vec<Side>, &'static str, Asked);

/// An end of the game.
pub(super) struct End<'a> {
    pub(super) value: &'static str,
    pub(super) word: Word<'a>,
    pub(super) condition: Asked,
    sides: Vec<Side>,
}

impl End<'_> {
    /// Returns `true` if the end is about both sides.
    fn is_of_both(&self) -> bool {
        self.sides.len() == 2
    }

    /// Returns `true` if it is an end for both sides with this value and condition.
    fn says(&self, value: &str, condition: &Asked) -> bool {
        self.is_of_both() && self.value == value && self.condition == *condition
    }

    /// Returns `true` if it is this end.
    fn is(&self, (sides, value, condition): &Rule) -> bool {
        self.sides == *sides && self.value == *value && self.condition == *condition
    }

    /// Returns `true` if it holds when there are few enough of some pieces; `types` is the number of piece types.
    fn runs_out(&self, types: usize) -> bool {
        self.condition.alternatives().iter().all(|part| few(part, types).is_some())
    }
}

/// The results and conditions of a side that can't move, and of its opponent, in the words of the table.
fn stuck() -> Vec<(Vec<Count<SquareSet>>, Case)> {
    let case = |(stuck, value): (&str, &str)| {
        let said = [stuck, value, if value == "win" { "lose" } else { "win" }].map(str::to_owned);
        (Vec::new(), ["stuck", "stalemateValue", "otherwise"].into_iter().zip(said).collect())
    };
    [("no move", "win"), ("no move", "lose"), ("stalemate", "win"), ("stalemate", "lose")].map(case).into()
}

impl<'a> Sheet<'a> {
    /// All ends.
    pub(super) fn ends(&mut self) {
        let Some(ends) = self.root.table("end") else { return };
        let in_order = self.rules.ends.iter();
        let mut all: Vec<End<'_>> =
            in_order.filter_map(|rule| self.read(rule.condition.clone(), ends.table(&rule.name)?)).collect();
        // interfaces draw dead positions, whatever the engine says
        all.retain(|end| !(end.value == "draw" && matches!(end.condition.fact(), Some(Fact::Dead(_)))));
        self.order(&all);
        let mut said = Said::default();
        self.together(&mut all, &mut said);
        self.decided_by_number(&mut all);
        // a side with nothing left has lost, whether it could move or not
        let types = self.rules.types.len();
        all.sort_by_key(|end| !end.runs_out(types));
        for end in &all {
            self.here = end.word.span;
            if !self.end(end, &mut said) {
                let what = format!("the end `{}`", end.word.text);
                self.unsaid(end.word.span, &what, "this condition");
            }
        }
        self.missing(&said);
        for option in ["nFoldRule", "nMoveRule"] {
            self.options.entry(option.to_owned()).or_insert_with(|| "0".to_owned());
        }
        if let Some((types, value, number)) = said.extinct {
            self.set("extinctionPieceTypes", types);
            self.set("extinctionValue", value);
            self.set_some("extinctionPieceCount", (number > 0).then(|| number.to_string()));
        }
        let several = said.least.filter(|least| *least > 1);
        self.set_some("flagPieceCount", several.map(|least| least.to_string()));
        for (option, text) in said.goals.into_iter().flatten().flatten() {
            self.set(option, text);
        }
    }

    /// Reads an end; `None` if the table isn't one, or has a key that is not understood, which is reported.
    fn read(&mut self, condition: Asked, end: &'a Table) -> Option<End<'a>> {
        let (value, word) = RESULTS.iter().find_map(|(word, value, _)| Some((*value, end.text(word)?)))?;
        // in Fairy-Stockfish, a turn with a wall is a single move
        let judged = end.text("judged").is_some_and(|word| word.text == "at the end of the turn");
        let keys = if judged { "lose win draw side before judged" } else { "lose win draw side before" };
        self.only("end", end, keys).then(|| End { value, word, condition, sides: sides(end) })
    }

    /// Returns `true` if a side without a move passes.
    fn passes(&self) -> bool {
        ["pass", "passOnStalemate"].iter().any(|option| self.options.contains_key(*option))
    }

    /// Reports missing ends that every game has in Fairy-Stockfish.
    fn missing(&mut self, said: &Said) {
        let has = |option: &str| self.options.contains_key(option);
        let (royal, moves) = (self.has_royal(), has("stalemateValue"));
        let unchecked = self.options.get("checking").is_some_and(|value| value == "false");
        let stops = !royal && self.passes();
        let passes_on = has("pass") && !said.passed;
        let untold = said.perpetual.iter().any(|times| said.times != Some(*times))
            || said.both_checking && !has("perpetualCheckIllegal");
        let no_checkmate = royal != said.checkmate && !(royal && unchecked);
        let odd = [
            (passes_on, "a pass that does not end the game when both have passed"),
            (untold, "perpetual check or chase without an end by as many occurrences alone"),
            (no_checkmate, "a game with a royal piece and no end by checkmate"),
            (!moves && !stops, "a game in which a player without a move neither wins, loses nor draws"),
        ];
        self.unsaid_in_if("end", "in these ends", &odd);
        if !moves && stops && self.options.contains_key("materialCounting") {
            // in ferz, a side with nothing left passes and loses in the end
            self.set("stalemateValue", "loss");
        }
    }

    /// The ends that say something only together, by the table of pairs.
    fn together(&mut self, all: &mut Vec<End<'_>>, said: &mut Said) {
        let groups = ["board", "end"].into_iter().flat_map(|table| pairs(table, Direction::Export));
        for pair in groups.filter(|pair| pair.is_of_several()) {
            let cases = if pair.of == "goals" { self.goals(all) } else { stuck() };
            let found = cases.into_iter().find_map(|(goals, case)| {
                let rules: Vec<Rule> =
                    pair.file.values().map(|rule| self.rule(rule, &case)).collect::<Option<_>>()?;
                rules.iter().all(|rule| all.iter().any(|end| end.is(rule))).then_some((goals, case, rules))
            });
            let Some((goals, case, rules)) = found else { continue };
            if goals.iter().zip(Side::BOTH).all(|(goal, side)| self.goal(goal, &[side], said)) {
                all.retain(|end| !rules.iter().any(|rule| end.is(rule)));
                self.options_of(pair, &case);
            }
        }
    }

    /// An end of a pair in a case.
    fn rule(&self, rule: &Value, case: &Case) -> Option<Rule> {
        let rule = filled(rule, &|name| word(case, name))?;
        let text = |key: &str| rule.get(key).and_then(Value::as_str);
        let (value, condition) = RESULTS.iter().find_map(|(key, value, _)| Some((*value, text(key)?)))?;
        let sides = Side::BOTH.into_iter().filter(|side| text("side").is_none_or(|name| name == side.name()));
        Some((sides.collect(), value, self.meant(condition)?))
    }

    /// The goals by which each side may win, of royal pieces or of others, and the words for them.
    fn goals(&self, all: &[End<'_>]) -> Vec<(Vec<Count<SquareSet>>, Case)> {
        let of = |side: Side| {
            let own = all.iter().filter(move |end| end.value == "win" && end.sides.contains(&side));
            own.flat_map(|end| end.condition.parts()).filter_map(goal_of)
        };
        let both = of(Side::White).flat_map(|white| of(Side::Black).map(move |black| [white, black]));
        let case = |goals: [&Count<SquareSet>; 2]| {
            let royal = |kind: &TypeId| self.kind(*kind).royal;
            let names = match goals.map(|goal| goal.pieces.types.first().map_or(self.has_royal(), royal)) {
                [true, true] if goals.iter().all(|goal| !goal.pieces.types.is_empty()) => {
                    ["white", "white-seen", "black", "black-seen"]
                }
                [false, false] => ["white-held", "white-held-seen", "black-held", "black-held-seen"],
                _ => return None,
            };
            let texts = goals.map(|goal| ["my", "their"].map(|whose| self.in_words(goal, whose)));
            let single = goals[0].pieces.region.is_some_and(|[white, _]| white.count() == 1);
            let shared = (single && goals[0] == goals[1]).then(|| ("shared-square", texts[0][0].clone()));
            let case = names.into_iter().zip(texts.concat()).chain(shared).collect();
            Some((goals.map(Clone::clone).to_vec(), case))
        };
        both.filter_map(case).collect()
    }

    /// A goal as a condition of a player.
    fn in_words(&self, goal: &Count<SquareSet>, whose: &str) -> String {
        let Count { pieces, number, .. } = goal;
        let names: Vec<&str> = pieces.types.iter().map(|&kind| &*self.kind(kind).name).collect();
        let names = if names.is_empty() { "any".to_owned() } else { names.join(" or ") };
        let squares = pieces.region.map_or(String::new(), |[white, _]| written(&self.rules.geometry, white));
        let safe = if pieces.safety.is_some() { " safe" } else { "" };
        format!("count({whose} {names} in {squares}{safe}) >= {number}")
    }

    /// Draws won by the player with more pieces: if this applies to all such ends, they are dropped.
    fn decided_by_number(&mut self, all: &mut Vec<End<'_>>) {
        let Some(more) = self.meant("count(mine) > count(theirs)") else { return };
        let base = |end: &End<'_>| end.condition.without(&more).filter(|_| end.says("win", &end.condition));
        let bases: Vec<Asked> = all.iter().filter_map(base).collect();
        let odd_board = self.rules.geometry.playable().count() % 2 == 1;
        let drawn = |condition: &Asked| all.iter().any(|end| end.says("draw", condition));
        let full = |condition: &Asked| odd_board && number_of_all(condition).is_some();
        let both_passed = self.meant("both passed");
        let level = |part: &Asked| {
            number_of_all(part).is_some()
                || Some(part) == both_passed.as_ref()
                || matches!(part.fact(), Some(Fact::Occurrence(_) | Fact::Idle(_)))
        };
        let is_level = |end: &End<'_>| end.value == "draw" && end.condition.parts().iter().any(level);
        let is_other = |end: &End<'_>| is_level(end) && !bases.contains(&end.condition);
        let fits = bases.iter().all(|base| drawn(base) || full(base));
        if bases.is_empty() || !fits || all.iter().any(is_other) {
            return;
        }
        for end in all.iter_mut() {
            if let Some(level) = base(end).filter(full) {
                (end.value, end.condition) = ("draw", level);
            }
        }
        all.retain(|end| base(end).is_none());
        self.set("materialCounting", "unweighted");
    }

    /// Writes an end by perpetual check or chase; returns `true` if it is one.
    fn perpetual(&mut self, times: u32, always: Always, value: &str, said: &mut Said) -> bool {
        said.perpetual.push(times);
        match (always.doing, always.both, value) {
            (Doing::Checking, false, "loss") => self.flag("perpetualCheckIllegal", true),
            (Doing::Checking, true, "draw") => said.both_checking = true,
            // the table of the chases names the option
            (Doing::Chasing, false, "loss") | (Doing::Chasing, true, "draw") => {}
            _ => return false,
        }
        true
    }

    /// Exports an end; `false` if that can't be done.
    fn end(&mut self, end: &End<'_>, said: &mut Said) -> bool {
        let (value, both) = (end.value, end.is_of_both());
        // a side with nothing left has lost already
        let bare = said.extinct.as_ref().is_some_and(|(types, _, number)| types == "*" && *number == 0);
        let some = self.meant("count(mine) >= 1").filter(|_| bare);
        let left = some.and_then(|some| end.condition.without(&some));
        let condition = left.as_ref().unwrap_or(&end.condition);
        let is = |text: &str| both && self.meant(text).as_ref() == Some(condition);
        let draws = both && value == "draw";
        if is("checkmate") {
            said.checkmate = true;
            self.set("checkmateValue", value);
            return true;
        }
        if is("stalemate") || is("no move") || both && self.nothing_to_drop(condition, value) {
            said.checkmate |= is("no move") && value == "loss" && self.has_royal();
            self.set("stalemateValue", value);
            return true;
        }
        if value == "draw" && is("both passed") {
            said.passed = true;
            return self.passes();
        }
        if let Some(number) = number_of_all(condition) {
            let full = number == self.rules.geometry.playable().count();
            self.flag("adjudicateFullBoard", full);
            return draws && full;
        }
        match condition.fact() {
            Some(Fact::CountedOut(_)) => draws,
            Some(Fact::Occurrence(of)) => match of.always {
                Some(always) => both && self.perpetual(of.times, always, value, said),
                None => self.repetition(of.times, end, said),
            },
            Some(Fact::Idle(idle)) => draws && self.progress(idle),
            Some(Fact::Row(row)) => both && self.row(row, value),
            Some(Fact::Checks(checks)) => {
                self.flag("checkCounting", true);
                let most = checks.least().filter(|most| *most < 10 && checks.whose == Whose::Mine);
                both && value == "win" && checks.comparison == Comparison::AtLeast && most.is_some()
            }
            _ => match goal_of(condition).filter(|_| value == "win") {
                Some(goal) => self.goal(goal, &end.sides, said),
                None => self.extinction(end, said),
            },
        }
    }

    /// Returns `true` if an end is about a player who has no pieces and so can't drop any, where all others may pass.
    fn nothing_to_drop(&self, condition: &Asked, value: &str) -> bool {
        let none = |condition: &Asked| number_of_mine(condition) == Some((Comparison::AtMost, 0));
        let [beside, flank] = ["beside", "flank"].map(|meaning| self.has("enclosingDrop", meaning));
        let in_turn = condition.without(&Condition::my_turn());
        let bare = none(condition) && beside && value == "loss"
            || in_turn.as_ref().is_some_and(none) && (beside || flank);
        bare && self.options.contains_key("passOnStalemate") && !self.has_royal()
    }

    /// Pieces in a row, on a line or in a block: `4 in a row of my stone at W`.
    fn row(&mut self, row: &Row<SquareSet>, value: &str) -> bool {
        let (option, is_block) = match row.shape {
            Shape::Row => ("connectN", false),
            Shape::Line => ("collinearN", false),
            Shape::Block { ranks } if ranks == row.number => ("connectNxN", true),
            Shape::Block { .. } => return false,
        };
        let ways = [(1, 0), (0, 1), (1, 1), (1, -1)];
        let [across, up, one, other] = ways.map(|way| row.along.contains(&way));
        let even = one == other && row.along.iter().all(|way| ways.contains(way));
        let fits = row.number <= u32::from(u8::MAX) && value != "draw" && (is_block || even);
        let types = self.letters_or_all(&row.selected.types);
        let own = row.selected.whose == Whose::Mine && row.selected.is_anywhere() && row.through.is_none();
        let shared = [("connectPieceTypes", &*types), ("connectValue", value)];
        let agrees = |(key, text): &(&str, &str)| self.options.get(*key).is_none_or(|said| said == text);
        if !fits || !own || !shared.iter().all(agrees) {
            return false;
        }
        self.set(option, row.number.to_string());
        shared.into_iter().for_each(|(key, text)| self.set(key, text));
        let directions = [("connectHorizontal", across), ("connectVertical", up), ("connectDiagonal", one)];
        for (option, open) in directions.into_iter().filter(|_| !is_block) {
            self.flag(option, open);
        }
        true
    }

    fn repetition(&mut self, times: u32, end: &End<'_>, said: &mut Said) -> bool {
        let absolute = end.sides == [Side::White] && end.value != "draw";
        if !absolute && !end.is_of_both() {
            return false;
        }
        said.times = Some(times);
        self.set("nFoldRule", times.to_string());
        self.flag_if("nFoldValueAbsolute", absolute);
        // ferz judges it for the side that has moved, Fairy-Stockfish for the side to move
        self.set("nFoldValue", if absolute { end.value } else { turned(end.value) });
        true
    }

    fn progress(&mut self, idle: &Idle) -> bool {
        let resets = &idle.resets;
        // in Fairy-Stockfish, a move that can be taken back is no progress, and drops always are
        let lasting = |&kind: &TypeId| reversible(&self.kind(kind).movement) == Reversible::None;
        if !idle.plies.is_multiple_of(2) || !resets.types.iter().all(lasting) {
            return false;
        }
        self.set("nMoveRule", (idle.plies / 2).to_string());
        let types = if resets.types.is_empty() { "-".to_owned() } else { self.lettered(&resets.types) };
        self.set("nMoveRuleTypesWhite", types.clone());
        self.set("nMoveRuleTypesBlack", types);
        resets.captures && (resets.drops || !self.options.contains_key("pieceDrops"))
    }

    /// Pieces that run out: `count(mine) = 0`, or several such conditions between `or`.
    fn extinction(&mut self, end: &End<'_>, said: &mut Said) -> bool {
        // a side that has only pieces that can be captured loses the last of them; the other side has one that can't
        let spared = |side: &Side| {
            let royal = |kind| self.kind(kind).royal && !self.standing(kind, *side).is_empty();
            end.sides.contains(side) || self.kinds().any(royal)
        };
        let types = self.rules.types.len();
        let parts = end.condition.alternatives().iter();
        let found: Option<Vec<_>> = parts.map(|part| self.few(&few(part, types)?, end)).collect();
        let Some(found) = found.filter(|_| Side::BOTH.iter().all(spared)) else { return false };
        for (letters, value, number) in found {
            match &mut said.extinct {
                Some((all, other, least)) if *other == value && *least == number => all.push_str(&letters),
                Some(_) => return false,
                none => *none = Some((letters, value, number)),
            }
        }
        true
    }

    /// Returns `true` if pieces of a type may be in hand at all: not where a side has but one at the start, with which it loses.
    fn is_held(&self, kind: TypeId) -> bool {
        let single = Side::BOTH.iter().all(|side| self.standing(kind, *side).len() <= 1);
        let hands = self.root.contains("hand") || self.root.contains("drop");
        hands && self.is_in_hand(kind) && (!single || self.begins_in_hand(kind))
    }

    /// The letters, the result and the number of pieces that run out. A side that takes the opponent's last wins: the opponent loses.
    fn few(&self, few: &Few<'_>, end: &End<'_>) -> Option<(String, &'static str, u32)> {
        let number = few.number;
        let kind = few.pieces.types.first().copied();
        let theirs = few.pieces.whose == Whose::Theirs;
        // a side that begins with fewer than exactly so many has not lost
        let begins_above = number > 0 && few.exactly && !(kind.is_none() && number == 1);
        let odd = few.pieces.types.len() > 1 || few.pieces.whose == Whose::Both || begins_above;
        let of_one_side = !end.is_of_both() && (number > 0 || kind.is_some() || theirs);
        let value = if theirs { turned(end.value) } else { end.value };
        let letters = kind.map_or_else(|| "*".to_owned(), |kind| self.letters.of(kind).to_string());
        // in Fairy-Stockfish, pieces in hand count as well
        let held = self.kinds().any(|other| kind.is_none_or(|kind| kind == other) && self.is_held(other));
        (few.with_hand == held && !odd && !of_one_side).then_some((letters, value, number))
    }

    /// The letters of some types; `*` for all of several, which in Fairy-Stockfish is not the same as the letter of the only one.
    fn letters_or_all(&self, types: &[TypeId]) -> String {
        match types {
            [] if self.rules.types.len() == 1 => self.lettered(&[0]),
            [] => "*".to_owned(),
            types => self.lettered(types),
        }
    }

    /// Pieces that reach some squares: `my king in hill`.
    fn goal(&mut self, goal: &Count<SquareSet>, sides: &[Side], said: &mut Said) -> bool {
        let Some(both) = goal.pieces.region else { return false };
        if *said.least.get_or_insert(goal.number) != goal.number {
            return false;
        }
        let letters = self.letters_or_all(&goal.pieces.types);
        for side in sides {
            let squares = listed(&self.rules.geometry, both[side.index()]);
            let options = [("flagPiece", letters.clone()), ("flagRegion", squares)];
            let options = options.map(|(option, text)| (sided(option, *side == Side::White), text));
            if said.goals[side.index()].replace(options).is_some() {
                return false;
            }
        }
        self.flag("flagPieceSafe", goal.pieces.safety == Some(Safety::Safe));
        true
    }
}
