//! Rules that options say by the table of pairs, recognised by what they mean.

use std::collections::BTreeSet;

use toml::Value;

use super::Sheet;
use crate::board::{Bits, SquareSet};
use crate::definition::{KeyTable, Node, Table, Word};
use crate::feature::{hand, move_kinds};
use crate::ini::TYPES;
use crate::ini::pairs::{COUNTS, Case, Direction, Pair, RESULTS, filled, pairs, word};
use crate::model::pieces::TypeId;
use crate::text::{Report, Span};

impl Sheet<'_> {
    /// Sets the options of a rule in a table; `false` if no options say it.
    pub(super) fn paired(&mut self, table: &str, rule: &Table) -> bool {
        let mut found = pairs(table, Direction::Export).filter(|pair| rule.len() == pair.file.len());
        let found = found.find_map(|pair| Some((pair, self.case_of(pair, rule)?)));
        let Some((pair, case)) = found else { return false };
        self.options_of(pair, &case);
        true
    }

    /// Sets the options of a pair in a case.
    pub(super) fn options_of(&mut self, pair: &Pair, case: &Case) {
        for (option, value) in &pair.ini {
            let result = |said: &str| RESULTS.iter().find(|known| known.0 == said).map(|known| known.1);
            let value = match value.strip_prefix('{').and_then(|name| word(case, name.strip_suffix('}')?)) {
                Some(number) if number.parse::<u32>().is_ok() => number,
                Some(said) => result(&said).map_or_else(|| self.lettered(&self.named(&said)), str::to_owned),
                None => value.clone(),
            };
            self.set(option, value);
        }
    }

    /// The same for each entry of a table that is a rule of its own; `what` are those with values that no options say.
    pub(super) fn each_paired(&mut self, name: &str, table: &Table, what: &str) {
        for (key, entry) in table.iter() {
            let mut alone = Table::new(table.span());
            alone.insert(key, entry.clone());
            if self.paired(name, &alone) {
                continue;
            }
            match pairs(name, Direction::Export).any(|pair| pair.file.contains_key(key)) {
                true => self.not_here(entry.node.text().map_or(entry.node.span, |word| word.span), what),
                false => self.not_here(entry.key_span, &format!("`{key}` of `[{name}]`")),
            }
        }
    }

    /// Sets the options of all rules in a table; `what` are those that no options say.
    pub(super) fn all_paired(&mut self, table: &str, keys: &KeyTable, what: &str) {
        for (_, rule) in self.root.rules(table, keys) {
            self.here = rule.span();
            let odd = !self.paired(table, rule);
            self.unsaid_if(rule.span(), "here", &[(odd, what)]);
        }
    }

    /// Returns `true` if the game has the rule of a pair about the types of an option, for this type.
    pub(super) fn is_ruled(&self, table: &str, keys: &KeyTable, of: &str, kind: TypeId) -> bool {
        let word = |name: &str| (name == "x").then(|| self.kind(kind).name.clone());
        let rules = self.root.rules(table, keys);
        let mut wanted = pairs(table, Direction::Export).filter(|pair| pair.of == of);
        wanted.any(|pair| {
            let wanted = filled(&Value::Table(pair.file.clone()), &word);
            wanted.is_some_and(|wanted| rules.iter().any(|(_, rule)| self.is_table(rule, &wanted)))
        })
    }

    /// Returns what the words of a pair stand for in a rule, if it is that of the pair.
    fn case_of(&self, pair: &'static Pair, rule: &Table) -> Option<Case> {
        let wanted = toml::Value::Table(pair.file.clone());
        let mut words = pair.ini.values().filter_map(|value| value.strip_prefix('{')?.strip_suffix('}'));
        // the word of an option that may stand for anything in the rule
        let open = words.find(|word| *word != "x");
        let values = if open.is_some() { self.values(rule) } else { [String::new()].into() };
        let with = |case: &Case, value: &String| -> Case {
            case.iter().cloned().chain(open.map(|open| (open, value.clone()))).collect()
        };
        let cases = self.cases(&pair.of);
        let mut cases = cases.iter().flat_map(|case| values.iter().map(move |value| with(case, value)));
        cases.find(|case| {
            let said = |name: &str| match name {
                "ranks" => Some(self.rules.geometry.ranks.to_string()),
                name => word(case, name),
            };
            filled(&wanted, &said).is_some_and(|wanted| self.is_table(rule, &wanted))
        })
    }

    /// What a pair has rules for: the types it may be about, or what is left open to the rule.
    fn cases(&self, of: &str) -> Vec<Case> {
        let named = TYPES.iter().any(|known| known[0] == of);
        let is_of = |kind: TypeId| match of {
            "royal" => self.kind(kind).royal,
            _ => !named || self.declared_by(of) == Some(kind),
        };
        let case = |kind: TypeId| {
            let name = self.kind(kind).name.clone();
            let turns = self.options.contains_key("dropPromoted").then_some(self.letters.of(kind));
            let forms = self.kinds().filter(|form| turns.is_some() && self.form_of(*form) == turns);
            let drops = std::iter::once(kind).chain(forms);
            let drops: Vec<String> = drops.map(|kind| format!("drop of {}", self.kind(kind).name)).collect();
            vec![("x", name), ("drops", drops.join(" or "))]
        };
        match of {
            "" => vec![Case::new()],
            "room" => self.cases(TYPES[2][0]).into_iter().flat_map(|case| self.rooms(&case)).collect(),
            _ => self.kinds().filter(|kind| is_of(*kind)).map(case).collect(),
        }
    }

    /// The squares of each colour on which pieces are dropped.
    fn rooms(&self, case: &Case) -> [Case; 2] {
        let drops = self.root.rules("drop", &hand::DROP).into_iter();
        let open = drops.fold(SquareSet::NONE, |all, (_, table)| all | self.squares(table.text("on"))[0]);
        let geometry = &self.rules.geometry;
        [true, false].map(|dark| {
            let room: Vec<_> = open.squares().filter(|square| geometry.dark(*square) == dark).collect();
            let names: Vec<String> = room.iter().map(|square| geometry.name(*square)).collect();
            let room = [("room", names.join(" ")), ("number", room.len().to_string())];
            case.iter().cloned().chain(room).collect()
        })
    }

    /// The numbers and the lists of pieces in a rule.
    fn values(&self, rule: &Table) -> BTreeSet<String> {
        let all = rule.iter().filter_map(|(_, entry)| Some(entry.node.text()?.text));
        let ends = all.flat_map(|text| text.match_indices(' ').map(|(at, _)| &text[at + 1..]).chain([text]));
        let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).count();
        let found = ends.map(|text| if digits(text) > 0 { &text[..digits(text)] } else { text });
        let fits = |text: &&str| text.parse::<u32>().is_ok() || !self.named(text).is_empty();
        found.filter(fits).map(str::to_owned).collect()
    }

    /// The types of a list; none if it is none.
    pub(super) fn named(&self, text: &str) -> Vec<TypeId> {
        let mut report = Report::default();
        let types = self.scope.types(Word { text, span: Span::default() }, &mut report);
        if report.has_errors() { Vec::new() } else { types }
    }

    /// Returns `true` if a table says what another one says.
    pub(super) fn is_table(&self, table: &Table, wanted: &Value) -> bool {
        let own = |key: &String, value: &Value| table.node(key).is_some_and(|node| self.is(key, node, value));
        let said = table.iter().filter(|(_, entry)| entry.node.flag() != Some(false)).count();
        let Some(wanted) = wanted.as_table() else { return false };
        wanted.len() == said && wanted.iter().all(|(key, value)| own(key, value))
    }

    /// Returns `true` if a value means the same as another one under this key.
    fn is(&self, key: &str, node: &Node, wanted: &Value) -> bool {
        let (word, text) = match (node.text(), wanted) {
            (Some(word), Value::String(text)) => (word, text),
            (_, Value::Boolean(flag)) => return node.flag() == Some(*flag),
            (_, Value::Integer(number)) => return node.integer() == Some(*number),
            (_, Value::Array(all)) => {
                let own = node.list().unwrap_or_default();
                return own.len() == all.len()
                    && own.iter().zip(all).all(|(node, value)| self.is(key, node, value));
            }
            (_, wanted) => return node.table().is_some_and(|table| self.is_table(table, wanted)),
        };
        let other = Word { text, span: word.span };
        let kinds = |word| move_kinds::read_with_jumps(&self.scope, word, &mut Report::default());
        word.text.split_whitespace().eq(text.split_whitespace())
            || match key {
                "when" | "leaving" => self.meant(word.text).is_some_and(|own| Some(own) == self.meant(text)),
                "move" => kinds(word).is_some_and(|own| Some(own) == kinds(other)),
                "capture" | "by" => self.types(word) == self.types(other),
                _ => false,
            }
    }

    /// The type that an option declares.
    pub(super) fn declared_by(&self, option: &str) -> Option<TypeId> {
        let letter = self.options.get(option)?.chars().next()?;
        self.kinds().find(|&kind| self.letters.of(kind) == letter)
    }

    /// The counts, if they are those of a rule with a name.
    pub(super) fn counting(&mut self) {
        let counts: Vec<&Table> = self.root.named("counting").filter_map(|(_, node)| node.table()).collect();
        if counts.is_empty() {
            return;
        }
        let name = |option: &str| Some(self.kind(self.declared_by(option)?).name.clone());
        let same = |rule: &Value| {
            let named = rule.as_table().into_iter().flatten();
            let named: Vec<Value> = named.filter_map(|(_, count)| filled(count, &name)).collect();
            let own = |count: &Value| counts.iter().any(|own| self.is_table(own, count));
            named.len() == counts.len() && named.iter().all(own)
        };
        if let Some((rule, _)) = COUNTS.iter().find(|(_, rule)| same(rule)) {
            return self.set("countingRule", rule.clone());
        }
        self.unsaid_in("counting", "counts other than those of its own named rules", "these counts");
    }
}
