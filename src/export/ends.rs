//! Ends, by what their conditions mean.

use super::Sheet;
use super::asked::{Asked, Few, few, goal_of, number_of_all, number_of_mine};
use super::words::sides;
use crate::board::{Bits, SquareSet};
use crate::definition::{Table, Word};
use crate::feature::condition::{Condition, Count, Fact, Idle, Row};
use crate::ini::{Reversible, reversible, value as value_of};
use crate::model::condition::{Always, Comparison, Doing, Safety, Whose};
use crate::model::pieces::{Side, TypeId};
use crate::notation::condition::Shape;

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
    times: Option<u32>,
    perpetual: Vec<u32>,
    both_checking: bool,
    /// The goal of each side: the types and the words for the squares.
    goals: [Option<(String, String)>; 2],
    /// The number of pieces that must be on the goal squares.
    least: Option<u32>,
    /// Pieces that run out: their letters, the result, and the number at which they have run out.
    extinct: Option<(String, &'static str, u32)>,
}

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

    /// The goal that must still be held, if the end is a win for these sides by such a goal.
    fn held(&self, sides: &[Side]) -> Option<Count<SquareSet>> {
        let goal = self.condition.without(&Condition::my_turn())?;
        let goal = goal_of(&goal).filter(|_| self.value == "win" && self.sides == *sides)?;
        Some(goal.clone())
    }

    /// Returns `true` if it is the end with this value and condition for one side.
    fn is(&self, side: Side, value: &str, condition: &Asked) -> bool {
        self.sides == [side] && self.value == value && self.condition == *condition
    }

    /// Returns `true` if it holds when there are few enough of some pieces; `types` is the number of piece types.
    fn runs_out(&self, types: usize) -> bool {
        self.condition.alternatives().iter().all(|part| few(part, types).is_some())
    }
}

impl<'a> Sheet<'a> {
    /// All ends.
    pub(super) fn ends(&mut self) {
        let Some(ends) = self.root.table("end") else { return };
        let mut all: Vec<End<'_>> =
            ends.iter().filter_map(|(name, entry)| self.read(name, entry.node.table()?)).collect();
        // interfaces draw dead positions, whatever the engine says
        all.retain(|end| !(end.value == "draw" && matches!(end.condition.fact(), Some(Fact::Dead(_)))));
        self.order(ends, &all);
        let mut said = Said::default();
        self.race(&mut all, &mut said);
        self.held(&mut all, &mut said);
        self.stuck(&mut all, &mut said);
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
    fn read(&mut self, name: &str, end: &'a Table) -> Option<End<'a>> {
        let condition = self.rules.ends.iter().find(|rule| rule.name == name)?.condition.clone();
        let (value, word) = RESULTS.iter().find_map(|(word, value)| Some((*value, end.text(word)?)))?;
        let mut keys = vec!["lose", "win", "draw", "side", "before"];
        // in Fairy-Stockfish, a turn with a wall is a single move
        if end.text("judged").is_some_and(|word| word.text == "at the end of the turn") {
            keys.push("judged");
        }
        self.only("end", end, &keys).then(|| End { value, word, condition, sides: sides(end) })
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
        let same = |times: &u32| said.times == Some(*times);
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
            let own = |part: &Asked| match part {
                Condition::Not(part) => match &**part {
                    Condition::Can(goal) => Some((**goal).clone()),
                    _ => None,
                },
                _ => None,
            };
            let (unreached, black) =
                end.condition.parts().iter().find_map(|part| Some((part, own(part)?)))?;
            let white = end.condition.without(unreached)?.mirrored();
            end.is(Side::Black, "loss", &end.condition).then_some((white, black, end.word))
        });
        let Some((white, black, word)) = beaten else { return };
        let both = Condition::all([white.clone(), black.mirrored()]);
        let drawn =
            |end: &End<'_>| end.value == "draw" && end.condition == both && end.sides.contains(&Side::White);
        let kept = Condition::all([white.clone(), Condition::my_turn()]);
        let own = |end: &End<'_>| {
            end.word.span == word.span
                || drawn(end)
                || end.is(Side::White, "win", &kept)
                || end.is(Side::Black, "win", &black)
        };
        let royal = |goal: &Count<SquareSet>| match goal.pieces.types[..] {
            [kind, ..] => self.rules.types[usize::from(kind)].royal,
            [] => false,
        };
        let (Some(white), Some(black)) = (goal_of(&white), goal_of(&black)) else { return };
        if all.iter().filter(|end| own(end)).count() == 4
            && royal(white)
            && royal(black)
            && self.goal(white, &[Side::White], said)
            && self.goal(black, &[Side::Black], said)
        {
            all.retain(|end| !own(end));
            self.flag("flagMove", true);
        }
    }

    /// Goals that win if they are still held after the opponent's reply: one square for both sides, or what both hold is a draw.
    fn held(&mut self, all: &mut Vec<End<'_>>, said: &mut Said) {
        let of = |sides: &[Side]| all.iter().find_map(|end| Some((end.held(sides)?, end.word)));
        let (white, black, shared) = match (of(&Side::BOTH), of(&[Side::White]), of(&[Side::Black])) {
            (Some(both), None, None) => (both.clone(), both, true),
            (None, Some(white), Some(black)) => (white, black, false),
            _ => return,
        };
        let whole = |count: &Count<SquareSet>| Condition::Fact(Fact::Count(count.clone()));
        let both = [whole(&white.0), whole(&black.0).mirrored(), Condition::my_turn()];
        let both = Condition::all(both);
        let drawn = |end: &End<'_>| end.is(Side::White, "draw", &both);
        let royal = |goal: &Count<SquareSet>| match goal.pieces.types[..] {
            [kind, ..] => self.rules.types[usize::from(kind)].royal,
            [] => self.rules.types.iter().any(|kind| kind.royal),
        };
        if royal(&white.0)
            || royal(&black.0)
            || !shared && !all.iter().any(drawn)
            || !self.goal(&white.0, &[Side::White], said)
            || !self.goal(&black.0, &[Side::Black], said)
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

    /// A side without a move, which wins or loses by the number of pieces.
    fn stuck(&mut self, all: &mut Vec<End<'_>>, said: &mut Said) {
        let (fewer, more) = (self.fewer(), self.fewer().mirrored());
        for stuck in ["no move", "stalemate"].into_iter().filter_map(|text| self.meant(text)) {
            let find = |condition: &Asked, value: Option<&str>| {
                let fits = |end: &End<'_>| {
                    end.is_of_both()
                        && end.condition == *condition
                        && value.is_none_or(|value| end.value == value)
                };
                all.iter().position(fits)
            };
            let with = |number: &Asked| Condition::all([stuck.clone(), number.clone()]);
            let Some(less) = find(&with(&fewer), None) else { continue };
            let opposite = match all[less].value {
                "loss" => "win",
                "win" => "loss",
                _ => continue,
            };
            let (Some(more), Some(level)) = (find(&with(&more), Some(opposite)), find(&stuck, Some("draw")))
            else {
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

    /// The condition that the player has fewer pieces than the opponent.
    fn fewer(&self) -> Asked {
        self.meant("count(mine) < count(theirs)").unwrap_or_else(|| Condition::all([]))
    }

    /// Draws won by the player with more pieces: if this applies to all such ends, they are dropped.
    fn decided_by_number(&mut self, all: &mut Vec<End<'_>>) {
        let more = self.fewer().mirrored();
        let base = |end: &End<'_>| {
            let won = end.is_of_both() && end.value == "win";
            end.condition.without(&more).filter(|_| won)
        };
        let bases: Vec<Asked> = all.iter().filter_map(base).collect();
        let odd_board = self.rules.geometry.playable().squares().count() % 2 == 1;
        let drawn = |condition: &Asked| {
            all.iter().any(|end| end.is_of_both() && end.value == "draw" && end.condition == *condition)
        };
        let full = |condition: &Asked| odd_board && number_of_all(condition).is_some();
        let both_passed = self.meant("both passed");
        let decides = |end: &End<'_>| {
            let level = |part: &Asked| {
                number_of_all(part).is_some()
                    || Some(part) == both_passed.as_ref()
                    || matches!(part.fact(), Some(Fact::Occurrence(_) | Fact::Idle(_)))
            };
            end.value == "draw" && end.condition.parts().iter().any(level)
        };
        if bases.is_empty()
            || !bases.iter().all(|base| drawn(base) || full(base))
            || !all.iter().filter(|end| decides(end)).all(|end| bases.contains(&end.condition))
        {
            return;
        }
        for end in all.iter_mut() {
            if let Some(level) = base(end).filter(full) {
                end.value = "draw";
                end.condition = level;
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
        let some =
            end.condition.parts().iter().find(|part| number_of_mine(part) == Some((Comparison::AtLeast, 1)));
        let left = some.filter(|_| bare).and_then(|some| end.condition.without(some));
        let condition = left.as_ref().unwrap_or(&end.condition);
        let is = |text: &str| self.meant(text).as_ref() == Some(condition);
        if both && is("checkmate") {
            said.checkmate = true;
            self.set("checkmateValue", value);
            return true;
        }
        if both && (is("stalemate") || is("no move")) {
            said.no_move = true;
            said.checkmate |=
                is("no move") && value == "loss" && self.rules.types.iter().any(|kind| kind.royal);
            self.set("stalemateValue", value);
            return true;
        }
        if both && value == "draw" && is("both passed") {
            said.passed = true;
            return ["pass", "passOnStalemate"].iter().any(|option| self.options.contains_key(*option));
        }
        if both && self.nothing_to_drop(condition, value) {
            said.no_move = true;
            self.set("stalemateValue", value);
            return true;
        }
        if let Some(number) = number_of_all(condition) {
            let full = number as usize == self.rules.geometry.playable().squares().count();
            self.flag("adjudicateFullBoard", full);
            return both && value == "draw" && full;
        }
        match condition.fact() {
            Some(Fact::CountedOut(_)) => return both && value == "draw",
            Some(Fact::Occurrence(of)) => match of.always {
                Some(always) => return both && self.perpetual(of.times, always, value, said),
                None => return self.repetition(of.times, end, said),
            },
            Some(Fact::Idle(idle)) => return both && value == "draw" && self.progress(idle, said),
            Some(Fact::Row(row)) => return both && self.row(row, value),
            Some(Fact::Checks(checks)) => {
                self.flag("checkCounting", true);
                let most = checks.least().filter(|most| *most < 10 && checks.whose == Whose::Mine);
                let exactly = checks.comparison == Comparison::AtLeast;
                return both && value == "win" && exactly && most.is_some();
            }
            _ => {}
        }
        if let Some(goal) = goal_of(condition).filter(|_| value == "win") {
            return said.least.get_or_insert(goal.number) == &goal.number
                && self.goal(goal, &end.sides, said);
        }
        self.extinction(end, said)
    }

    /// Returns `true` if an end is about a player who has no pieces and so can't drop any, where all others may pass.
    fn nothing_to_drop(&self, condition: &Asked, value: &str) -> bool {
        let passes = self.options.contains_key("passOnStalemate");
        let needs_own = |meaning: &str| {
            self.options.get("enclosingDrop").map(String::as_str) == value_of("enclosingDrop", meaning)
        };
        let royal = self.rules.types.iter().any(|kind| kind.royal);
        let none = |condition: &Asked| number_of_mine(condition) == Some((Comparison::AtMost, 0));
        let in_turn = condition.without(&Condition::my_turn());
        let bare = none(condition) && needs_own("beside") && value == "loss"
            || in_turn.as_ref().is_some_and(none) && (needs_own("beside") || needs_own("flank"));
        bare && passes && !royal
    }

    /// Pieces in a row, on a line or in a block: `4 in a row of my stone at W`.
    fn row(&mut self, row: &Row<SquareSet>, value: &str) -> bool {
        let option = match row.shape {
            Shape::Row => "connectN",
            Shape::Line => "collinearN",
            Shape::Block { ranks } if ranks == row.number => "connectNxN",
            Shape::Block { .. } => return false,
        };
        let ways = [(1, 0), (0, 1), (1, 1), (1, -1)];
        let goes = |way: (i16, i16)| row.along.contains(&way);
        let [across, up, one, other] = ways.map(goes);
        let odd = one != other || row.along.iter().any(|way| !ways.contains(way));
        let types = self.letters_or_all(&row.selected.types);
        let own = row.selected.whose == Whose::Mine && row.selected.is_anywhere();
        if odd && option != "connectNxN" || !own || row.number > u32::from(u8::MAX) {
            return false;
        }
        let agrees = |key: &str, text: &str| self.options.get(key).is_none_or(|said| said == text);
        if value == "draw" || !agrees("connectValue", value) || !agrees("connectPieceTypes", &types) {
            return false;
        }
        self.set(option, row.number.to_string());
        self.set("connectPieceTypes", types);
        self.set("connectValue", value);
        if option == "connectNxN" {
            return true;
        }
        for (option, open) in
            [("connectHorizontal", across), ("connectVertical", up), ("connectDiagonal", one)]
        {
            self.flag(option, open);
        }
        true
    }

    fn repetition(&mut self, times: u32, end: &End<'_>, said: &mut Said) -> bool {
        let value = end.value;
        let absolute = end.sides == [Side::White] && value != "draw";
        if !absolute && !end.is_of_both() {
            return false;
        }
        said.repetition = true;
        said.times = Some(times);
        self.set("nFoldRule", times.to_string());
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

    fn progress(&mut self, idle: &Idle, said: &mut Said) -> bool {
        let resets = &idle.resets;
        // in Fairy-Stockfish, a move that can be taken back is no progress, and drops always are
        let lasting = resets.types.iter().all(|&kind| self.moves_of(kind) == Reversible::None);
        if !idle.plies.is_multiple_of(2) || !lasting {
            return false;
        }
        said.progress = true;
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
            let royal = |piece: &crate::model::pieces::Piece| {
                piece.get().is_some_and(|(kind, of)| of == *side && self.rules.types[usize::from(kind)].royal)
            };
            end.sides.contains(side) || self.rules.array.iter().any(|(_, piece)| royal(piece))
        };
        if !Side::BOTH.iter().all(spared) {
            return false;
        }
        let types = self.rules.types.len();
        let found: Option<Vec<_>> =
            end.condition.alternatives().iter().map(|part| self.few(&few(part, types)?, end)).collect();
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

    /// The letters, the result and the number of pieces that run out. A side that takes the opponent's last wins: the opponent loses.
    fn few(&self, few: &Few<'_>, end: &End<'_>) -> Option<(String, &'static str, u32)> {
        let (number, both) = (few.number, end.is_of_both());
        let kind = match few.pieces.types[..] {
            [] => None,
            [kind] => Some(kind),
            _ => return None,
        };
        let turned = match few.pieces.whose {
            Whose::Mine => false,
            Whose::Theirs => true,
            Whose::Both => return None,
        };
        // a side that begins with fewer than exactly so many has not lost
        let begins_above = few.exactly && !(kind.is_none() && number == 1);
        if number > 0 && (begins_above || !both) || !both && (kind.is_some() || turned) {
            return None;
        }
        let value = match (end.value, turned) {
            ("win", true) => "loss",
            ("loss", true) => "win",
            (value, _) => value,
        };
        let letters = kind.map_or_else(|| "*".to_owned(), |kind| self.letters.of(kind).to_string());
        // in Fairy-Stockfish, pieces in hand count as well
        let may_be_held = (0..self.rules.types.len() as TypeId).any(|other| {
            kind.is_none_or(|kind| kind == other) && self.is_held(other) && !self.is_single(other)
        });
        (few.with_hand == may_be_held).then_some((letters, value, number))
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
        let letters = self.letters_or_all(&goal.pieces.types);
        for side in sides {
            let squares = super::squares::written(&self.rules.geometry, both[side.index()]);
            if said.goals[side.index()].replace((letters.clone(), squares)).is_some() {
                return false;
            }
        }
        self.flag("flagPieceSafe", goal.pieces.safety == Some(Safety::Safe));
        true
    }
}
