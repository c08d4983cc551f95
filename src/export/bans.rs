//! Bans and duties.

use super::Sheet;
use super::asked::Asked;
use crate::board::{Bits, SquareSet};
use crate::definition::Table;
use crate::feature::condition::{Condition, Count, Fact};
use crate::feature::hand;
use crate::ini;
use crate::model::condition::{Comparison, Its, Pieces, Whose};
use crate::model::pieces::TypeId;

/// Returns the most pieces of a type that drops may bring to a file: 1 of `my pawn on its file`, 2 of `count(my pawn on its file) >= 2`.
fn most_on_file(when: &Asked, kind: TypeId) -> Option<u32> {
    let Some(Fact::Count(count)) = when.fact() else { return None };
    let wanted = Pieces { its: None, ..count.pieces.clone() };
    let there = count.pieces.its == Some(Its::File) && wanted.is_anywhere() && wanted.whose == Whose::Mine;
    let enough = count.comparison == Comparison::AtLeast && count.number > 0 && wanted.types == [kind];
    (there && enough).then_some(count.number)
}

impl Sheet<'_> {
    /// Bans.
    pub(super) fn bans(&mut self) {
        let Some(all) = self.root.table("forbid") else { return };
        let alone = ["move", "gives", "when", "leaving", "capture", "by", "side"];
        let single = all.keys().any(|key| alone.contains(&key));
        let bans: Vec<&Table> = match single {
            true => vec![all],
            false => all.iter().filter_map(|(_, entry)| entry.node.table()).collect(),
        };
        for ban in bans {
            self.here = ban.span();
            if self.named_ban(ban) {
                continue;
            }
            let text = |key| ban.text(key).map(|word| word.text);
            let keys: Vec<&str> = ban.keys().collect();
            let dropped = text("move").and_then(|word| word.strip_prefix("drop of "));
            let kind = dropped.and_then(|name| self.scope.find(name));
            let of_pawns = kind.is_some_and(|kind| {
                self.options.iter().any(|(option, letter)| {
                    // the option is about pawns that capture straight ahead
                    crate::ini::TYPES[1..]
                        .iter()
                        .any(|known| known[0] == option && known[2] == crate::ini::TYPES[0][2])
                        && *letter == self.letters.of(kind).to_string()
                })
            });
            match (text("gives"), text("when"), text("leaving")) {
                (Some("check"), None, None) if keys.len() == 1 => self.flag("checking", false),
                (Some("check"), None, None) if text("move") == Some("drop") && keys.len() == 2 => {
                    self.flag("dropChecks", false)
                }
                (Some("checkmate"), None, None) if of_pawns && keys.len() == 2 => {
                    self.flag("shogiPawnDropMateIllegal", true)
                }
                (None, None, Some("it can never move")) if keys.len() == 1 => {
                    self.flag("immobilityIllegal", true)
                }
                (None, Some(when), None) if keys.len() == 2 => {
                    let when = self.meant(when);
                    match (when.zip(kind).and_then(|(when, kind)| most_on_file(&when, kind)), kind) {
                        (Some(most), Some(kind)) => {
                            self.set("dropNoDoubled", self.letters.of(kind).to_string());
                            if most > 1 {
                                self.set("dropNoDoubledCount", most.to_string());
                            }
                        }
                        _ => self.unsaid(ban.span(), "this ban", "here"),
                    }
                }
                _ => self.unsaid(ban.span(), "this ban", "here"),
            }
        }
    }

    /// Exports a ban that an option has a name for; `false` if it is none of these.
    fn named_ban(&mut self, ban: &Table) -> bool {
        let text = |key| ban.text(key).map_or("", |word| word.text);
        let (moves, when) = (text("move"), self.meant(text("when")));
        let same = |text: &str| when.is_some() && when == self.meant(text);
        match (ban.len(), moves) {
            (2, "drop") => {
                if let Some((meaning, _)) = ini::ENCLOSING.iter().find(|(_, needed)| same(needed)) {
                    self.means("enclosingDrop", meaning);
                    return true;
                }
                if same(&ini::floating(usize::from(self.rules.geometry.ranks))) {
                    self.means("enclosingDrop", "on-top");
                    return true;
                }
            }
            (2, name) if !name.is_empty() => {
                let royal =
                    self.scope.find(name).is_some_and(|kind| self.rules.types[usize::from(kind)].royal);
                if royal && same(&ini::fleeing(name)) {
                    self.flag("makpongRule", true);
                    return true;
                }
            }
            _ => {}
        }
        if self.is_of_colours(ban) {
            self.flag("dropOppositeColoredBishop", true);
            return true;
        }
        match (ban.len(), ban.text("capture"), ban.text("by")) {
            (2, Some(of), Some(by)) if self.types(of) == self.types(by) && self.types(of).len() == 1 => {
                let letters = self.types(of);
                let letters = self.lettered(&letters);
                self.set("mutuallyImmuneTypes", letters);
                true
            }
            _ => self.is_of_hoppers(moves) && ban.len() == 1,
        }
    }

    /// Returns `true` if a ban keeps pieces apart that are bound to a colour: a second one on its colour, or another drop that leaves no room.
    fn is_of_colours(&self, ban: &Table) -> bool {
        let text = |key| ban.text(key).map_or("", |word| word.text);
        let bound = self.options.get(ini::TYPES[2][0]);
        let own = |name: &str| {
            let kind = self.scope.find(name)?;
            (bound == Some(&self.letters.of(kind).to_string())).then_some(kind)
        };
        if ban.len() != 2 {
            return false;
        }
        let Some(dropped) = text("move").strip_prefix("drop of ") else { return false };
        if own(dropped).is_some() {
            let again = self.meant(&format!("my {dropped} on its colour"));
            return again.is_some() && again == self.meant(text("when"));
        }
        let Some(kind) = dropped.strip_prefix("any but ").and_then(own) else { return false };
        let Some(leaving) = self.meant(text("leaving")) else { return false };
        let [Condition::Fact(Fact::Count(one)), Condition::Fact(Fact::Count(other))] = leaving.parts() else {
            return false;
        };
        let (all, bound) = if one.pieces.types.is_empty() { (one, other) } else { (other, one) };
        let alone = |count: &Count<SquareSet>| {
            Pieces { region: None, ..count.pieces.clone() }.is_anywhere() && count.pieces.whose == Whose::Mine
        };
        let none = (bound.comparison, bound.number) == (Comparison::AtMost, 0);
        let full = all.comparison == Comparison::Equal && all.pieces.types.is_empty();
        let (Some([white, _]), true) = (all.pieces.region, all.pieces.region == bound.pieces.region) else {
            return false;
        };
        if !(alone(all) && alone(bound) && none && full && bound.pieces.types == [kind]) {
            return false;
        }
        let number = all.number as usize;
        let colour = |square| (self.rules.geometry.file(square) + self.rules.geometry.rank(square)) % 2;
        let open = self
            .root
            .rules("drop", &hand::DROP)
            .into_iter()
            .fold(SquareSet::NONE, |all, (_, table)| all | self.squares(table.text("on"))[0]);
        let dark = white.squares().next().map(colour);
        let room = open.squares().filter(|square| Some(colour(*square)) == dark);
        room.fold(SquareSet::NONE, |all, square| all | SquareSet::bit(square)) == white
            && white.squares().count() == number
    }

    /// Returns `true` if the moves of a ban are those that a type known by name never makes there.
    fn is_of_hoppers(&self, moves: &str) -> bool {
        let hopper = ini::TYPES.iter().find(|[_, moves, _]| *moves == ini::HOPPER);
        let letter = hopper.and_then(|[option, ..]| self.options.get(*option));
        let mut names = (0..).zip(&self.rules.types);
        let own = names
            .find(|(kind, _)| letter.is_some_and(|letter| *letter == self.letters.of(*kind).to_string()));
        own.is_some_and(|(_, kind)| {
            moves.split_whitespace().collect::<Vec<_>>().join(" ") == ini::spared(&kind.name)
        })
    }

    /// The letters of what must be dropped: all of `drop`, one of `drop of pawn`.
    fn must_drop(&self, words: &str) -> Option<String> {
        match words {
            "drop" => Some("*".to_owned()),
            words => Some(self.letters.of(self.scope.find(words.strip_prefix("drop of ")?)?).to_string()),
        }
    }

    /// Duties.
    pub(super) fn duties(&mut self) {
        let Some(all) = self.root.table("must") else { return };
        let own = ["move", "gives", "when", "leaving", "side"];
        let duties: Vec<&Table> = match all.keys().any(|key| own.contains(&key)) {
            true => vec![all],
            false => all.iter().filter_map(|(_, entry)| entry.node.table()).collect(),
        };
        for duty in duties {
            let words = duty.text("move").map(|word| word.text).filter(|_| duty.len() == 1);
            match (words, words.and_then(|words| self.must_drop(words))) {
                (Some("capture"), _) => self.flag("mustCapture", true),
                (_, Some(letters)) => {
                    self.flag("mustDrop", true);
                    self.set("mustDropType", letters);
                }
                _ => self.unsaid(duty.span(), "this duty", "here"),
            }
        }
    }
}
