//! Games made up by chance: library games and small boards, with rules of other games, schema examples and random movements put into
//! their tables.

use std::collections::BTreeMap;

use ferz::{Variant, builtin_games};
use serde_json::{Map, Value, json};

use crate::dice::Dice;
use crate::walker::chance;

/// A step from a table into it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    /// A key of the language.
    Key(String),
    /// A name that the author of the game has chosen.
    Name,
    /// An element of an array.
    Element,
}

/// A value for a place in a game, and the game that it comes from, if any.
struct Graft {
    source: Option<usize>,
    value: Value,
}

/// A game of the library.
struct Source {
    tree: Value,
    pieces: Vec<String>,
    regions: BTreeMap<String, Value>,
}

/// What games are mixed from.
pub(super) struct Stock {
    sources: Vec<Source>,
    /// By the place where they may stand.
    grafts: Vec<(Vec<Step>, Vec<Graft>)>,
    conditions: Vec<(usize, String)>,
    movements: Vec<String>,
}

/// Tables without rules, whose keys are tested elsewhere.
const LEFT_OUT: [&str; 5] = ["game", "example", "extends", "style", "values"];

/// Keys whose values are conditions.
const CONDITIONS: [&str; 8] = ["when", "leaving", "unless", "win", "lose", "draw", "where", "over"];

impl Stock {
    pub(super) fn new() -> Self {
        let schema: Value = serde_json::from_str(&ferz::language::schema()).expect("a schema is JSON");
        let mut grafts = BTreeMap::new();
        examples(&schema, &mut Vec::new(), &mut grafts);
        let (mut sources, mut conditions, mut movements) = (Vec::new(), Vec::new(), Vec::new());
        for (number, name) in builtin_games().iter().enumerate() {
            let variant = crate::loaded::load(name, &[]).expect("a game of the library");
            let file = variant.sources().ids().next().expect("a game has a file");
            let tree: Value = toml::from_str(variant.sources().text(file)).expect("a game is TOML");
            let pieces = variant.piece_types().iter().map(|piece| piece.name.clone()).collect();
            let regions = tree["regions"].as_object().cloned().unwrap_or_default().into_iter().collect();
            gather(&schema, &tree, &mut Vec::new(), &mut |path, value| {
                let last = path.iter().rev().find_map(|step| match step {
                    Step::Key(key) => Some(key.as_str()),
                    _ => None,
                });
                match (last, value.as_str()) {
                    (Some("moves"), Some(text)) => movements.push(text.to_owned()),
                    (Some(key), Some(text)) if CONDITIONS.contains(&key) => {
                        conditions.push((number, text.to_owned()));
                    }
                    _ => {}
                }
                let here: &mut Vec<Graft> = grafts.entry(path.to_vec()).or_default();
                here.push(Graft { source: Some(number), value: value.clone() });
            });
            sources.push(Source { tree, pieces, regions });
        }
        let rules = |path: &[Step]| !matches!(&path[0], Step::Key(key) if LEFT_OUT.contains(&key.as_str()));
        let grafts = grafts.into_iter().filter(|(path, _)| rules(path)).collect();
        Self { sources, grafts, conditions, movements }
    }

    /// The places where something may stand.
    pub(super) fn places(&self) -> impl Iterator<Item = &[Step]> {
        self.grafts.iter().map(|(path, _)| &path[..])
    }

    /// Makes a game up: its file as a tree, and the places at which something has been put into it.
    pub(super) fn mix(&self, dice: &mut Dice) -> (Value, Vec<usize>) {
        let (mut tree, mut pieces) = loop {
            let (tree, pieces) = match dice.below(5) {
                0 | 1 => self.small(dice),
                _ => {
                    let source = &self.sources[dice.below(self.sources.len())];
                    (source.tree.clone(), source.pieces.clone())
                }
            };
            if Variant::from_text("mixture.toml", &written(&tree), &[]).is_ok() {
                break (tree, pieces);
            }
        };
        let mut put = Vec::new();
        let wanted = 1 + dice.below(5);
        for _ in 0..40 {
            if put.len() == wanted {
                break;
            }
            let mut next = tree.clone();
            let place = self.put(dice, &mut next, &pieces);
            if next != tree
                && let Ok(variant) = Variant::from_text("mixture.toml", &written(&next), &[])
            {
                tree = next;
                pieces = variant.piece_types().iter().map(|piece| piece.name.clone()).collect();
                put.push(place);
            }
        }
        (tree, put)
    }

    /// Puts something into a game, sound or not; returns the number of its place.
    fn put(&self, dice: &mut Dice, tree: &mut Value, pieces: &[String]) -> usize {
        let place = dice.below(self.grafts.len());
        let (path, grafts) = &self.grafts[place];
        let graft = &grafts[dice.below(grafts.len())];
        let mut value = graft.value.clone();
        if let Some(source) = graft.source {
            let source = &self.sources[source];
            rename(&mut value, &|word| renamed(word, &source.pieces, pieces));
            for (name, region) in &source.regions {
                if value.to_string().contains(name.as_str())
                    && let Some(root) = tree.as_object_mut()
                    && let Some(regions) = root.entry("regions").or_insert_with(|| json!({})).as_object_mut()
                {
                    regions.entry(name.clone()).or_insert_with(|| region.clone());
                }
            }
        }
        let last = path.iter().rev().find_map(|step| match step {
            Step::Key(key) => Some(key.as_str()),
            _ => None,
        });
        match last {
            Some("moves") if value.is_string() && dice.below(3) > 0 => value = json!(self.movement(dice)),
            Some(key) if value.is_string() && CONDITIONS.contains(&key) && dice.below(2) == 0 => {
                value = json!(self.condition(dice, value.as_str().unwrap_or_default(), pieces));
            }
            _ => {}
        }
        insert(dice, tree, path, value, pieces);
        place
    }

    fn movement(&self, dice: &mut Dice) -> String {
        let one = |dice: &mut Dice| match dice.below(3) {
            0 => {
                let class = dice.below(chance::CLASSES.len());
                chance::movement(dice, class)
            }
            _ => self.movements[dice.below(self.movements.len())].clone(),
        };
        match dice.below(3) {
            0 => format!("{} {}", one(dice), one(dice)),
            _ => one(dice),
        }
    }

    fn condition(&self, dice: &mut Dice, known: &str, pieces: &[String]) -> String {
        let (source, text) = &self.conditions[dice.below(self.conditions.len())];
        let mut other = json!(text);
        rename(&mut other, &|word| renamed(word, &self.sources[*source].pieces, pieces));
        let other = other.as_str().unwrap_or_default();
        match dice.below(6) {
            0 => format!("{known} and {other}"),
            1 => format!("{known} or {other}"),
            2 => format!("not ({known})"),
            3 => format!("not ({other}) and ({known})"),
            _ => other.to_owned(),
        }
    }

    /// A game of a few pieces on a board of some size.
    fn small(&self, dice: &mut Dice) -> (Value, Vec<String>) {
        let size = |dice: &mut Dice| match dice.below(12) {
            0 => 10 + dice.below(7),
            _ => 3 + dice.below(7),
        };
        let (files, ranks) = (size(dice), size(dice));
        let royal = dice.below(3) > 0;
        let count = 2 + dice.below(4);
        let mut pieces = Map::new();
        for (at, name) in ["ant", "bee", "cat", "dog", "eel", "fox"].into_iter().take(count).enumerate() {
            let moves = if at == 0 && royal { "K".to_owned() } else { self.movement(dice) };
            let mut piece = json!({ "letter": name[..1].to_uppercase(), "moves": moves });
            if at == 0 && royal {
                piece["royal"] = json!(true);
            }
            pieces.insert(name.to_owned(), piece);
        }
        let mut rows: Vec<Vec<&str>> = (0..1 + usize::from(ranks > 4)).map(|_| vec!["."; files]).collect();
        for row in &mut rows {
            for square in row.iter_mut() {
                *square = match dice.below(3) {
                    0 => ".",
                    _ => ["B", "C", "D", "E"][dice.below(count - 1)],
                };
            }
        }
        rows[0][files / 2] = "A";
        let rows: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
        let mut board = json!({ "files": files, "ranks": ranks });
        match dice.below(8) {
            0 => board["wrap"] = json!("files"),
            1 => board["symmetry"] = json!("rotate"),
            _ => {}
        }
        let mut ends = json!({ "stuck": { "draw": "no move" } });
        if royal {
            ends["mate"] = json!({ "lose": "checkmate" });
        }
        let names = pieces.keys().cloned().collect();
        let tree = json!({
            "game": { "name": "mixture" }, "board": board, "pieces": pieces,
            "setup": { "white": rows }, "end": ends,
        });
        (tree, names)
    }
}

/// A word with the piece of another game replaced by one of this game: the same, if it has it.
fn renamed(word: &str, theirs: &[String], ours: &[String]) -> Option<String> {
    let at = theirs.iter().position(|name| name == word)?;
    (!ours.is_empty() && !ours.iter().any(|name| name == word)).then(|| ours[at % ours.len()].clone())
}

/// Replaces words in the texts and keys of a value.
fn rename(value: &mut Value, word: &dyn Fn(&str) -> Option<String>) {
    match value {
        Value::String(text) => *text = replaced(text, word),
        Value::Array(all) => all.iter_mut().for_each(|value| rename(value, word)),
        Value::Object(all) => {
            *all = std::mem::take(all)
                .into_iter()
                .map(|(key, mut value)| {
                    rename(&mut value, word);
                    (replaced(&key, word), value)
                })
                .collect();
        }
        _ => {}
    }
}

fn replaced(text: &str, word: &dyn Fn(&str) -> Option<String>) -> String {
    let part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let mut out = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|c| !part(c)).unwrap_or(rest.len());
        let (found, after) = rest.split_at(end);
        out += &word(found).unwrap_or_else(|| found.to_owned());
        let gap = after.find(part).unwrap_or(after.len());
        out += &after[..gap];
        rest = &after[gap..];
    }
    out
}

/// Puts a value at a place of a tree; where the place has names, at one that there is, or a new one.
fn insert(dice: &mut Dice, tree: &mut Value, path: &[Step], value: Value, pieces: &[String]) {
    let Some((step, rest)) = path.split_first() else {
        *tree = value;
        return;
    };
    if let Step::Element = step {
        if !tree.is_array() {
            *tree = json!([]);
        }
        let Value::Array(all) = tree else { return };
        let at = dice.below(all.len() + 1);
        if at == all.len() {
            all.push(Value::Null);
        }
        return insert(dice, &mut all[at], rest, value, pieces);
    }
    if !tree.is_object() {
        *tree = json!({});
    }
    let Value::Object(all) = tree else { return };
    let key = match step {
        Step::Key(key) => key.clone(),
        _ => {
            let known: Vec<&String> = all.keys().chain(pieces).collect();
            match dice.below(3) {
                0 | 1 if !known.is_empty() => known[dice.below(known.len())].clone(),
                _ => format!("mixed{}", dice.below(3)),
            }
        }
    };
    insert(dice, all.entry(key).or_insert(Value::Null), rest, value, pieces);
}

/// The alternatives of a schema.
fn alternatives(schema: &Value) -> Vec<&Value> {
    match schema["anyOf"].as_array() {
        Some(any) => any.iter().flat_map(alternatives).collect(),
        None => vec![schema],
    }
}

/// Calls `each` with the values of a game and their places.
fn gather(schema: &Value, value: &Value, path: &mut Vec<Step>, each: &mut dyn FnMut(&[Step], &Value)) {
    if !path.is_empty() {
        each(path, value);
    }
    match value {
        Value::Object(all) => {
            let tables = alternatives(schema);
            let tables: Vec<&&Value> = tables.iter().filter(|table| table["type"] == "object").collect();
            for (key, value) in all {
                let known = tables.iter().find_map(|table| table["properties"].get(key));
                let free =
                    || tables.iter().map(|table| &table["additionalProperties"]).find(|s| s.is_object());
                let (step, schema) = match (known, free()) {
                    (Some(schema), _) => (Step::Key(key.clone()), schema),
                    (None, Some(schema)) => (Step::Name, schema),
                    (None, None) => continue,
                };
                path.push(step);
                gather(schema, value, path, each);
                path.pop();
            }
        }
        Value::Array(all) => {
            for value in all {
                let arrays = alternatives(schema);
                let Some(array) = arrays.iter().find(|array| array["items"].is_object()) else { continue };
                path.push(Step::Element);
                gather(&array["items"], value, path, each);
                path.pop();
            }
        }
        _ => {}
    }
}

/// Finds the examples of a schema, and the values that it lists.
fn examples(schema: &Value, path: &mut Vec<Step>, found: &mut BTreeMap<Vec<Step>, Vec<Graft>>) {
    let mut put = |path: &[Step], value: Value| {
        if !path.is_empty() {
            found.entry(path.to_vec()).or_default().push(Graft { source: None, value });
        }
    };
    let example = schema["description"].as_str().and_then(|text| text.split_once("Example: "));
    if let Some((_, example)) = example
        && let Ok(table) = toml::from_str::<Value>(&format!("x = {example}"))
    {
        put(path, table["x"].clone());
    }
    for schema in alternatives(schema) {
        schema["enum"].as_array().into_iter().flatten().for_each(|value| put(path, value.clone()));
        schema.get("const").into_iter().for_each(|value| put(path, value.clone()));
        match schema["type"].as_str() {
            Some("boolean") => [true, false].into_iter().for_each(|value| put(path, json!(value))),
            Some("integer") => (1..6).for_each(|value| put(path, json!(value))),
            _ => {}
        }
    }
    for schema in alternatives(schema) {
        for (key, schema) in schema["properties"].as_object().into_iter().flatten() {
            path.push(Step::Key(key.clone()));
            examples(schema, path, found);
            path.pop();
        }
        for (key, step) in [("additionalProperties", Step::Name), ("items", Step::Element)] {
            if schema[key].is_object() {
                path.push(step);
                examples(&schema[key], path, found);
                path.pop();
            }
        }
    }
}

/// Writes a game as TOML: its tables, with whatever is inside them on one line.
pub(super) fn written(tree: &Value) -> String {
    let mut text = String::new();
    let all = tree.as_object().into_iter().flatten();
    let (tables, plain): (Vec<_>, Vec<_>) = all.partition(|(_, value)| value.is_object());
    for (key, value) in plain {
        text += &format!("{} = {}\n", quoted(key), inline(value));
    }
    for (key, table) in tables {
        text += &format!("[{}]\n", quoted(key));
        for (key, value) in table.as_object().into_iter().flatten() {
            text += &format!("{} = {}\n", quoted(key), inline(value));
        }
    }
    text
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

fn inline(value: &Value) -> String {
    match value {
        Value::Array(all) => format!("[{}]", all.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Value::Object(all) => {
            let entries = all.iter().map(|(key, value)| format!("{} = {}", quoted(key), inline(value)));
            format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
        }
        Value::Null => "\"\"".to_owned(),
        plain => plain.to_string(),
    }
}

/// The trees with one entry less, the greatest parts first.
pub(super) fn smaller(tree: &Value) -> Vec<Value> {
    let mut paths = Vec::new();
    entries(tree, &mut Vec::new(), &mut paths);
    paths.sort_by_key(Vec::len);
    let without = |path: &Vec<Value>| {
        let mut tree = tree.clone();
        let (last, before) = path.split_last()?;
        let parent = before.iter().try_fold(&mut tree, |tree, step| match step {
            Value::String(key) => tree.get_mut(key),
            step => tree.get_mut(usize::try_from(step.as_u64()?).ok()?),
        })?;
        match (parent, last) {
            (Value::Object(all), Value::String(key)) => _ = all.remove(key),
            (Value::Array(all), step) => _ = all.remove(usize::try_from(step.as_u64()?).ok()?),
            _ => return None,
        }
        Some(tree)
    };
    paths.iter().filter_map(without).collect()
}

fn entries(tree: &Value, path: &mut Vec<Value>, found: &mut Vec<Vec<Value>>) {
    let steps: Vec<(Value, &Value)> = match tree {
        Value::Object(all) => all.iter().map(|(key, value)| (json!(key), value)).collect(),
        Value::Array(all) => all.iter().enumerate().map(|(at, value)| (json!(at), value)).collect(),
        _ => Vec::new(),
    };
    for (step, value) in steps {
        path.push(step);
        found.push(path.clone());
        entries(value, path, found);
        path.pop();
    }
}
