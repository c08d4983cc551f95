//! Validation of the shape of a tree against its tables of keys.
//!
//! The readers need not report again what is reported here: they find an absent value instead. A `false` that had nothing to remove (see
//! [`merge`](super::merge)) is taken out of the tree.

use super::fault::{Slot, escape, no_points, out_of_range, unknown_value, wrong_type};
use super::fit::{choose, same_type};
use super::keys::{Key, KeyTable, Kind};
use super::spelling::{either, listed, nearest, shown, suggest};
use super::syntax;
use super::tree::{Node, Table, Value};
use crate::text::{Diagnostic, Report, Span, in_a_row};

/// More problems than anyone reads in one go.
const MOST: usize = 100;

/// Compares a tree with its keys and reports every difference.
pub(crate) fn check_shape(root: &mut Table, table: &'static KeyTable, report: &mut Report) {
    let broken = |code: &str| code.starts_with("ferz::toml::") || code.starts_with("ferz::extends::");
    let whole = !report.diagnostics().iter().any(|problem| broken(problem.code));
    let mut shape = Shape { keys: table, report, path: Vec::new(), whole, said: 0 };
    shape.table(root, table);
}

struct Shape<'a> {
    /// The keys of the whole game file.
    keys: &'static KeyTable,
    report: &'a mut Report,
    /// The keys from the root to the value being checked.
    path: Vec<String>,
    /// True if all of the game file could be read; if not, missing keys are not reported.
    whole: bool,
    said: usize,
}

impl Shape<'_> {
    fn say(&mut self, problem: Diagnostic) {
        if self.said < MOST {
            self.said += 1;
            self.report.push(problem);
        } else {
            self.report.omit();
        }
    }

    fn table(&mut self, table: &mut Table, keys: &'static KeyTable) {
        let mut meant = Vec::new();
        let missing: Vec<_> =
            keys.keys.iter().filter(|key| key.required && !table.contains(key.name)).collect();
        let gap = if let [only] = missing[..] { Some(only.name).filter(|_| self.whole) } else { None };
        self.each(table, |shape, name, span, node| match keys.key(name) {
            Some(key) => {
                let removable = !key.required;
                let slot = Slot { name, example: key.example, in_list: false, flag: false, removable };
                shape.keep(node, &key.kind, slot, span, &[])
            }
            None if shape.said >= MOST => {
                shape.report.omit();
                true
            }
            None => {
                let near = nearest(name, keys.names()).or(gap.filter(|gap| !meant.contains(gap)));
                meant.extend(near);
                shape.unknown_key(name, span, keys, near);
                true
            }
        });
        let missing: Vec<_> = missing.into_iter().filter(|key| !meant.contains(&key.name)).collect();
        if !missing.is_empty() {
            self.missing_keys(table, &missing);
        }
    }

    fn named(&mut self, table: &mut Table, kind: &'static Kind, example: &str) {
        let names: Vec<_> = table.keys().take(MOST).map(str::to_owned).collect();
        let example = first_value(example);
        self.each(table, |shape, name, span, node| {
            let slot = Slot { name, example, in_list: false, flag: false, removable: true };
            shape.keep(node, kind, slot, span, &names)
        });
    }

    /// Checks the rules of a table: one whose keys stand in it, and those below names.
    fn rules(&mut self, table: &mut Table, kind: &'static Kind, example: &str) {
        let Some(keys) = kind.keys() else { return };
        let named = |name: &str, value: &Value| {
            keys.key(name).is_none() && matches!(value, Value::Table(_) | Value::Flag(false))
        };
        let names = table.iter().filter(|(name, entry)| named(name, &entry.node.value));
        let names: Vec<_> = names.take(MOST).map(|(name, _)| name.to_owned()).collect();
        let mut own = Table::clone(table);
        own.entries.retain(|name, entry| !named(name, &entry.node.value));
        // where none of the keys is there, one of them is misspelt, and what else is missing can't be told
        let whole = self.whole;
        self.whole &= own.keys().any(|name| keys.key(name).is_some());
        if !own.is_empty() {
            self.table(&mut own, keys);
        }
        self.whole = whole;
        self.each(table, |shape, name, span, node| match named(name, &node.value) {
            true => {
                let slot = Slot { name, example, in_list: false, flag: false, removable: true };
                shape.keep(node, kind, slot, span, &names)
            }
            false => own.contains(name),
        });
    }

    /// Checks each entry of a table and takes out those that had nothing to remove.
    fn each(&mut self, table: &mut Table, mut look: impl FnMut(&mut Self, &str, Span, &mut Node) -> bool) {
        table.entries.retain(|name, entry| {
            self.path.push(name.clone());
            let kept = look(self, name, entry.key_span, &mut entry.node);
            self.path.pop();
            kept
        });
    }

    /// Checks an entry; false if it is a `false` that had nothing to remove.
    fn keep(
        &mut self,
        node: &mut Node,
        kind: &'static Kind,
        slot: Slot<'_>,
        key: Span,
        names: &[String],
    ) -> bool {
        if node.value != Value::Flag(false) || kind.takes_flag() {
            self.value(node, kind, slot);
            return true;
        }
        let problem = Diagnostic::warning(
            "ferz::extends::nothing_to_remove",
            format!("there is no `{}` here for `false` to remove", shown(slot.name)),
        );
        let others = names.iter().map(String::as_str).filter(|other| *other != slot.name);
        self.say(match nearest(slot.name, others) {
            Some(near) => problem.at(key, "").help(format!("did you mean `{near}`?")),
            None => problem.at(key, "").help("leave it out"),
        });
        false
    }

    fn value(&mut self, node: &mut Node, kind: &'static Kind, slot: Slot<'_>) {
        let (plain, points) = (node.maps_to_its_file(), node.halves().is_some());
        let item = Slot { in_list: true, ..slot };
        let fault = match (kind, &mut node.value) {
            (Kind::Either(kinds), _) => match choose(kinds, node) {
                Some(kind) => {
                    let flag = kinds.iter().any(|kind| matches!(kind, Kind::Flag));
                    return self.value(node, kind, Slot { flag, ..slot });
                }
                None => wrong_type(node, kind, slot),
            },
            (Kind::Table(keys), Value::Table(table)) => return self.table(table, keys),
            (Kind::Named(kind), Value::Table(table)) => return self.named(table, kind, slot.example),
            (Kind::Rules(kind), Value::Table(table)) => return self.rules(table, kind, slot.example),
            (Kind::List(kind), Value::List(items)) => {
                return items.iter_mut().for_each(|node| self.value(node, kind, item));
            }
            (Kind::Words, Value::List(items)) => {
                return items.iter_mut().for_each(|node| self.value(node, &Kind::Text, item));
            }
            (&Kind::Integer { min, max }, &mut Value::Integer(number)) if !(min..=max).contains(&number) => {
                Some(out_of_range(node.span, slot, min, max))
            }
            (Kind::Points, Value::Integer(_) | Value::Float(_)) if !points => {
                Some(no_points(node.span, slot))
            }
            (Kind::OneOf(words), Value::Text(text)) if !words.contains(&text.as_str()) => {
                Some(unknown_value(text, node.span, words, slot))
            }
            (kind, value) if !same_type(kind, value) => wrong_type(node, kind, slot),
            (kind, _) if kind.is_notation() && self.whole && !plain => Some(escape(node.span, slot)),
            _ => None,
        };
        fault.into_iter().for_each(|fault| self.say(fault));
    }

    fn unknown_key(&mut self, name: &str, span: Span, keys: &'static KeyTable, near: Option<&str>) {
        if !self.whole && syntax::told(self.report, span) {
            return;
        }
        let name_shown = shown(name);
        let message = match self.heading(1) {
            None => format!("unknown key or table `{name_shown}`"),
            Some(heading) => format!("unknown key `{name_shown}` in {heading}"),
        };
        let near = near.map(|near| format!("did you mean `{near}`?"));
        let help = near
            .or_else(|| self.home(name, keys))
            .or_else(|| suggest(name, keys.names(), "the keys here are"));
        let problem = Diagnostic::error("ferz::definition::unknown_key", message).at(span, "");
        self.say(match help {
            Some(help) => problem.help(help),
            None => problem,
        });
    }

    /// Returns advice on where a misplaced key belongs.
    fn home(&self, name: &str, keys: &KeyTable) -> Option<String> {
        if self.said >= MOST {
            return None;
        }
        let homes = self.keys.homes(name);
        let headings: Vec<_> =
            homes.iter().filter(|home| !home.is_empty()).map(|home| format!("`[{home}]`")).collect();
        match (homes.iter().any(String::is_empty), &headings[..]) {
            (true, _) => {
                let heading = match self.keys.key(name).map(|key| key.kind) {
                    Some(Kind::List(Kind::Table(_))) => {
                        format!(", or under a heading of its own: `[[{name}]]`")
                    }
                    Some(Kind::Table(_) | Kind::Named(_) | Kind::Rules(_)) => {
                        format!(", or under a heading of its own: `[{name}]`")
                    }
                    _ => String::new(),
                };
                Some(format!("`{name}` belongs at the top of the file, before the first heading{heading}"))
            }
            (false, []) => None,
            // perhaps the key is right and its table wrong, perhaps the other way round
            (false, _) => Some(format!(
                "`{name}` is a key of {}; the keys here are {}",
                either(&headings),
                listed(keys.names())
            )),
        }
    }

    fn missing_keys(&mut self, table: &Table, keys: &[&Key]) {
        if !self.whole {
            return;
        }
        let message = match self.heading(0) {
            None => format!("the game file has no {}", joined(keys, "or", Key::written)),
            Some(heading) => format!("{heading} has no {}", joined(keys, "or", |key| key.name.to_owned())),
        };
        let problem = Diagnostic::error("ferz::definition::missing_key", message).at(table.span(), "");
        let lines = joined(keys, "and", |key| self.for_example(key));
        let help = match (keys.iter().all(|key| key.written().starts_with('[')), keys.len()) {
            (true, 1) => format!("add the heading {lines}"),
            (true, _) => format!("add the headings {lines}"),
            (false, 1) => format!("add it, for example {lines}"),
            (false, _) => format!("add them, for example {lines}"),
        };
        self.say(match (self.heading(0), keys) {
            (None, [_, _, ..]) => {
                problem.help(format!("{help}, or start from an existing game: `extends = \"chess\"`"))
            }
            _ => problem.help(help),
        });
    }

    /// Returns a line with the key; a letter is the first of the name of the table.
    fn for_example(&self, key: &Key) -> String {
        let initial = self.path.last().and_then(|name| name.chars().next()).filter(char::is_ascii_alphabetic);
        match (key.example.as_bytes(), initial) {
            ([b'"', b'A'..=b'Z', b'"'], Some(initial)) => {
                format!("{} = \"{}\"", key.name, initial.to_ascii_uppercase())
            }
            _ => key.written(),
        }
    }

    /// The heading of the table `up` steps above the value being checked; `None` for the whole game file.
    fn heading(&self, up: usize) -> Option<String> {
        let path = &self.path[..self.path.len().saturating_sub(up)];
        let name = shown(&path.join("."));
        let several = path.len() == 1
            && self.keys.key(&path[0]).is_some_and(|key| matches!(key.kind, Kind::List(Kind::Table(_))));
        match several {
            true => Some(format!("`[[{name}]]`")),
            false => (!path.is_empty()).then(|| format!("`[{name}]`")),
        }
    }
}

/// Returns the first value of a table, as an example of the table has it: `1` of `{ one = 1, two = 2 }`.
fn first_value(table: &str) -> &str {
    let Some((_, value)) = table.split_once('=') else { return "" };
    let value = value.trim_start();
    let (mut open, mut quoted) = (0, false);
    for (at, sign) in value.char_indices() {
        match sign {
            '"' => quoted = !quoted,
            '{' | '[' if !quoted => open += 1,
            '}' | ']' | ',' if !quoted && open == 0 => return value[..at].trim_end(),
            '}' | ']' if !quoted => open -= 1,
            _ => {}
        }
    }
    value
}

/// `a`, `b` and `c`.
fn joined(keys: &[&Key], link: &str, word: impl Fn(&Key) -> String) -> String {
    let words: Vec<_> = keys.iter().map(|key| format!("`{}`", word(key))).collect();
    in_a_row(&words, link)
}
