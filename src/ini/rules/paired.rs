//! Rules by the table of pairs: what holds of a variant, and what words stand for in it.

use std::sync::LazyLock;

use toml::{Table, Value};

use super::{castling, ends, hand, outside, promotion, setup};
use crate::board::{Bits, Symmetry};
use crate::ini::game::Game;
use crate::ini::keys::{self, Kind, TYPES, lines, rows};
use crate::ini::pairs::{COUNTS, Case, Direction, Pair, filled, pairs, said, table_of, word};
use crate::ini::types::Type;

/// Facts that are made of others: alternatives of terms that must all hold.
static FACTS: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    lines(include_str!("../data/facts.txt")).filter_map(|line| line.split_once(" = ")).collect()
});

/// Refuses what no game file can say: the option, when, and what it would need.
pub(in crate::ini) fn refuse(game: &mut Game<'_>) {
    for [option, when, needs] in rows(include_str!("../data/refused.txt")) {
        if game.holds(when) {
            game.refuse(option, needs);
        }
    }
    if let Err(needs) = castling::race(game) {
        game.refuse("castlingWins", needs);
    }
}

impl Game<'_> {
    /// Returns `true` if one of several lists of terms holds; an empty list always does.
    pub(in crate::ini) fn holds(&self, asked: &str) -> bool {
        let term = |term: &str| {
            let (term, wanted) = term.strip_prefix('!').map_or((term, true), |term| (term, false));
            let made = || FACTS.iter().find(|(name, _)| *name == term).map(|(_, asked)| self.holds(asked));
            wanted
                == match term.split_once('=') {
                    Some((option, "own")) => !self.settings.inherited.contains(option),
                    Some((option, "monarch")) => {
                        let letters = self.settings.letters(option);
                        self.types.iter().any(|one| one.is_king() && letters.contains(&one.of))
                    }
                    Some((option, value)) => self.settings.says(option, value),
                    None => made().or_else(|| self.fact(term)).unwrap_or_else(|| self.settings.holds(term)),
                }
        };
        asked.is_empty() || asked.split(" | ").any(|terms| terms.split(" & ").all(term))
    }

    /// Returns whether something holds that is worked out from more than the options.
    fn fact(&self, name: &str) -> Option<bool> {
        let first = self.squares("enclosingDropStart");
        let mut movers = self.types.iter().filter(|one| !one.moves.always.is_empty());
        let asks = |words: &str| self.parent.asks(words);
        Some(match name {
            "monarch" => self.types.iter().any(Type::is_king),
            "royal" => self.types.iter().any(|one| one.royal.is_some()),
            "same-side" => self.geometry.symmetry == Symmetry::SameSide,
            "movers" => movers.next().is_some(),
            "captures-only" => movers.any(Type::only_captures),
            "first-drops" => first.squares().any(|square| self.start.at(square).is_none()),
            "same-first-drops" => first == self.geometry.opposite_set(first),
            "same-walls" => setup::walling_region(self).is_some(),
            "walls-there" => !self.start.walls.is_empty(),
            "has-run-out" => ends::has_run_out(self),
            "directions" => ends::along(self).is_some(),
            "two-goals" => ends::both_goals(self).is_some(),
            "royal-goals" => ends::are_royal(self),
            "same-goals" => ends::both_goals(self).is_some_and(|[white, black]| white == black),
            "held-at-start" => [true, false].iter().any(|&white| ends::is_held_at_the_start(self, white)),
            "same-castling" => castling::is_alike(self),
            "tells-both-checking" => asks("both always checking") || !asks("always checking"),
            _ => return None,
        })
    }

    /// Returns the value of an option, or what another word stands for in all rules, in the words of game files.
    fn word(&self, name: &str) -> Option<String> {
        let settings = self.settings;
        let names = |letters: Vec<char>| -> Vec<String> {
            letters.into_iter().flat_map(|letter| self.names(letter)).collect()
        };
        let known = |kind: Kind| match kind {
            Kind::Number | Kind::Rank => settings.number(name).to_string(),
            Kind::Squares => self.written(self.squares(name)),
            Kind::Value => ends::word(settings.text(name)).to_owned(),
            Kind::Piece => promotion::list(self, self.bases(name)),
            _ => self.list(&names(settings.letters(name))),
        };
        Some(match name {
            "ranks" => self.geometry.ranks.to_string(),
            "last-but-one" => self.geometry.ranks.saturating_sub(1).to_string(),
            "squares" => self.open_squares().to_string(),
            "rim" => self.written(setup::rim(&self.geometry)),
            "immune" => names(settings.letters("blastImmuneTypes")).join(", "),
            "blasted" => {
                let mut spared = self.names_of(keys::pawn());
                spared.extend(names(settings.letters("blastImmuneTypes")));
                super::any_but(&spared.join(" or "))
            }
            "no-pawns" => promotion::list(self, self.types.iter().filter(|one| !one.is_pawn())),
            "first-drops" => self.squares("enclosingDropStart").count().to_string(),
            "later-drops" => self.written(self.board() & !self.squares("enclosingDropStart")),
            _ => match keys::key(name) {
                Some(key) => known(key.kind),
                None if TYPES.iter().any(|known| known[0] == name) => {
                    Some(self.names_of(name).join(" or ")).filter(|names| !names.is_empty())?
                }
                None => return ends::said(self, name),
            },
        })
    }

    /// Returns what a pair has rules for, one of each.
    fn cases(&self, of: &str) -> Vec<Case> {
        let names = |types: Vec<&Type>| types.into_iter().map(|one| vec![("x", one.name.clone())]).collect();
        let piece = |one: &Type| vec![("x", one.name.clone()), ("drops", hand::drops_of(self, one))];
        let group = |all: Vec<String>| Some(vec![("first", all.first()?.clone()), ("x", self.list(&all))]);
        let named = self.settings.letters(of).into_iter();
        match of {
            "" | "stuck-side" | "goals" => vec![Case::new()],
            "royal" => names(self.types.iter().filter(|one| one.royal.is_some()).collect()),
            "room" => hand::rooms(self),
            "closed" => outside::closed(self),
            "stuck" => promotion::stuck(self),
            "full" => promotion::used_up(self),
            "both" => castling::opposite(self),
            "race" => castling::race(self).ok().flatten().into_iter().collect(),
            "extinct" => ends::extinct(self).into_iter().collect(),
            "chain" => ends::chains(self),
            "goal" => ends::each_goal(self, false),
            "goal-seen" => ends::each_goal(self, true),
            option => match keys::key(option).map(|key| key.kind) {
                None => names(self.types.iter().filter(|one| one.option == option).collect()),
                Some(Kind::Piece) => {
                    named.take(1).filter_map(|letter| self.base(letter)).map(piece).collect()
                }
                Some(_) => named.filter_map(|letter| group(self.names(letter))).collect(),
            },
        }
    }

    /// Writes the rules of a table that the options of the variant mean. The word `side` of a case is the side of its rule.
    pub(in crate::ini) fn paired(&self, table: &str) -> Table {
        let mut all = Table::new();
        let meant = |pair: &&Pair| {
            let mut options = pair.ini.iter().filter(|(_, value)| !value.starts_with('{'));
            self.holds(&pair.given) && options.all(|(option, value)| self.settings.says(option, value))
        };
        for pair in pairs(table, Direction::Import).filter(meant) {
            for case in self.cases(&pair.of) {
                let own = |name: &str| word(&case, name);
                let meaning = |name: &str| match name {
                    "-side" => Some(own("side").map_or_else(String::new, |side| format!("-{side}"))),
                    "side-" => Some(own("side").map_or_else(String::new, |side| format!("{side}-"))),
                    name => own(name).or_else(|| self.word(name)),
                };
                let found = said(&pair.name, &meaning).zip(table_of(&pair.file, &meaning));
                let Some((name, mut rule)) = found else { continue };
                rule.extend(own("side").map(|side| ("side".to_owned(), Value::String(side))));
                match name.is_empty() {
                    true => all.extend(rule),
                    false => super::put(&mut all, name, rule),
                }
            }
        }
        all
    }

    /// Writes the counts of the rule that an option names.
    pub(super) fn counting(&self) -> Table {
        let known = COUNTS.get(self.settings.text("countingRule")).and_then(Value::as_table);
        let count = |count: &Value| filled(count, &|name| self.word(name));
        known.into_iter().flatten().filter_map(|(key, said)| Some((key.clone(), count(said)?))).collect()
    }
}
