//! The outline of a text, however broken it is: keys, values, and the places where one could be written.
//!
//! This reads TOML as someone writes it, not as a parser wants it: a text that isn't closed ends with its line, and a heading begins
//! anew whatever is still open. Lost: what values say. Kept: for every byte what it may belong to.
//!
//! Invariants: zones are in the order of their places; no node is deeper than [`DEEPEST`]; each text takes time and space in
//! proportion to its length.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use ferz::LARGEST_FILE;

/// The maximum nesting of tables and lists: no game file has more.
const DEEPEST: usize = 24;

/// A key's or a table's place in the tree of names.
pub(super) type NodeId = usize;

/// The role of a stretch of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A key, or a part of one with dots, or of a heading.
    Key { heading: bool },
    /// The inside of a text, without its quotes.
    Text,
    /// A value without quotes.
    Bare,
    /// A place where a key of the node's table could be written.
    KeyPlace,
    /// A place where a value of the node could be written.
    ValuePlace,
    /// A comment, a sign, or what can't be read.
    Other,
}

/// A stretch of text with what it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Zone {
    pub(super) range: Range<usize>,
    pub(super) role: Role,
    /// The key it is or is the value of; of a place for a key, the table.
    pub(super) node: NodeId,
}

#[derive(Debug)]
struct Node {
    parent: Option<NodeId>,
    /// `None` for the whole and for an item of a list.
    name: Option<Rc<str>>,
    depth: usize,
}

/// All zones of a text.
#[derive(Debug)]
pub(super) struct Outline {
    pub(super) zones: Vec<Zone>,
    nodes: Vec<Node>,
}

/// The whole text's node.
pub(super) const ROOT_NODE: NodeId = 0;

impl Outline {
    /// Reads a text; one that is larger than any game file has no zones.
    pub(super) fn of(text: &str) -> Self {
        let nodes = vec![Node { parent: None, name: None, depth: 0 }];
        let outline = Self { zones: Vec::new(), nodes };
        if text.len() > LARGEST_FILE {
            return outline;
        }
        let mut scan =
            Scan { text, at: 0, outline, named: HashMap::new(), table: ROOT_NODE, open: Vec::new() };
        scan.run();
        scan.outline
    }

    /// The zone at a place; where two meet, the one that is being written.
    pub(super) fn at(&self, offset: usize) -> Option<&Zone> {
        let first = self.zones.partition_point(|zone| zone.range.end < offset);
        let near = self.zones[first..].iter().take_while(|zone| zone.range.start <= offset);
        near.min_by_key(|zone| match zone.role {
            Role::Text => 0,
            Role::Key { .. } | Role::Bare => 1,
            Role::Other if zone.range.start < offset && offset < zone.range.end => 2,
            Role::KeyPlace | Role::ValuePlace => 3,
            Role::Other => 4,
        })
    }

    /// Returns the names from the top of the file down to a node.
    pub(super) fn path(&self, node: NodeId) -> Vec<&str> {
        let mut path = Vec::new();
        let mut next = Some(node);
        while let Some(node) = next.map(|id| &self.nodes[id]) {
            path.extend(node.name.as_deref());
            next = node.parent;
        }
        path.reverse();
        path
    }

    /// Returns the keys written in a table.
    pub(super) fn keys_in(&self, table: NodeId) -> impl Iterator<Item = (&str, &Zone)> {
        let keys = self.zones.iter().filter(|zone| matches!(zone.role, Role::Key { .. }));
        keys.filter_map(move |zone| {
            let node = &self.nodes[zone.node];
            (node.parent == Some(table)).then_some((node.name.as_deref()?, zone))
        })
    }

    /// Returns the table or the list that a node is in.
    pub(super) fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.nodes[node].parent
    }

    /// The texts that are values, each with the node it belongs to.
    pub(super) fn texts(&self) -> impl Iterator<Item = &Zone> {
        self.zones.iter().filter(|zone| zone.role == Role::Text)
    }

    /// The first key at the top of the file with this name, and its value if that is a text.
    pub(super) fn top_text(&self, key: &str) -> Option<&Zone> {
        let node = self.keys_in(ROOT_NODE).find(|(name, _)| *name == key)?.1.node;
        self.texts().find(|zone| zone.node == node)
    }
}

/// A bracket that is open.
struct Open {
    node: NodeId,
    list: bool,
}

struct Scan<'a> {
    text: &'a str,
    at: usize,
    outline: Outline,
    named: HashMap<(NodeId, Rc<str>), NodeId>,
    /// The table of the last heading.
    table: NodeId,
    open: Vec<Open>,
}

impl Scan<'_> {
    fn run(&mut self) {
        while self.at < self.text.len() {
            if self.open.len() > DEEPEST {
                return self.zone(self.at..self.text.len(), Role::Other, ROOT_NODE);
            }
            match self.open.last() {
                None => self.statement(),
                Some(&Open { node, list }) => self.inside(node, list),
            }
        }
        // at the very end something may be written as well
        let (role, node) = match self.open.last() {
            Some(open) if open.list => (Role::ValuePlace, open.node),
            Some(open) => (Role::KeyPlace, open.node),
            None => (Role::KeyPlace, self.table),
        };
        if self.open.is_empty() && !self.text.is_empty() && !self.text.ends_with('\n') {
            return;
        }
        self.zone(self.at..self.at, role, node);
    }

    /// A line outside of all brackets.
    fn statement(&mut self) {
        let start = self.at;
        self.blanks(true);
        self.zone(start..self.at, Role::KeyPlace, self.table);
        match self.next() {
            None => {}
            Some('#') => self.rest_of_line(),
            Some('[') => self.heading(),
            Some(_) => {
                let before = self.at;
                if let Some(node) = self.keys(self.table, false) {
                    self.value_of(node);
                }
                if self.at == before {
                    self.rest_of_line();
                }
                if self.open.is_empty() {
                    self.rest_of_line();
                }
            }
        }
    }

    /// `[a.b]` or `[[a.b]]`.
    fn heading(&mut self) {
        let start = self.at;
        let list = self.text[self.at..].starts_with("[[");
        self.at += if list { 2 } else { 1 };
        self.zone(start..self.at, Role::Other, ROOT_NODE);
        let place = self.at;
        let node = self.keys(ROOT_NODE, true);
        if self.at == place {
            self.zone(place..place, Role::Key { heading: true }, ROOT_NODE);
        }
        self.table = match (node, list) {
            (Some(node), true) => self.item(node),
            (Some(node), false) => node,
            (None, _) => ROOT_NODE,
        };
        self.rest_of_line();
    }

    /// A key, possibly with dots; the node it names.
    fn keys(&mut self, table: NodeId, heading: bool) -> Option<NodeId> {
        let mut node = table;
        loop {
            self.blanks(false);
            let (range, name) = self.key_part()?;
            if self.outline.nodes[node].depth >= DEEPEST {
                return None;
            }
            node = self.child(node, name);
            self.zone(range, Role::Key { heading }, node);
            let after = self.at;
            self.blanks(false);
            if self.next() != Some('.') {
                self.at = after;
                return Some(node);
            }
            self.zone(self.at..self.at + 1, Role::Other, node);
            self.at += 1;
            let next = self.text[self.at..].trim_start_matches([' ', '\t']).chars().next();
            if !next.is_some_and(|sign| is_bare(sign) || sign == '"' || sign == '\'') {
                // what comes next is still to be written
                self.zone(self.at..self.at, Role::KeyPlace, node);
                return Some(node);
            }
        }
    }

    fn key_part(&mut self) -> Option<(Range<usize>, Rc<str>)> {
        let start = self.at;
        if let Some(quote @ ('"' | '\'')) = self.next() {
            let rest = &self.text[start + 1..];
            let end = rest.find([quote, '\n']).map_or(self.text.len(), |end| start + 1 + end);
            let closed = self.text[end..].starts_with(quote);
            self.at = end + usize::from(closed);
            return Some((start + 1..end, self.text[start + 1..end].into()));
        }
        let length = self.text[start..].find(|sign| !is_bare(sign)).unwrap_or(self.text.len() - start);
        self.at = start + length;
        (length > 0).then(|| (start..self.at, self.text[start..self.at].into()))
    }

    /// `= value` behind a key; without the sign nothing.
    fn value_of(&mut self, node: NodeId) {
        self.blanks(false);
        if self.next() != Some('=') {
            return;
        }
        self.zone(self.at..self.at + 1, Role::Other, node);
        self.at += 1;
        self.value(node);
    }

    /// A value up to its end; of a table or list only the bracket that opens it.
    fn value(&mut self, node: NodeId) {
        let start = self.at;
        self.blanks(false);
        self.zone(start..self.at, Role::ValuePlace, node);
        let start = self.at;
        match self.next() {
            Some('"' | '\'') => self.quoted(node),
            Some('[') => {
                self.at += 1;
                self.open.push(Open { node, list: true });
                self.zone(start..self.at, Role::Other, node);
                self.zone(self.at..self.at, Role::ValuePlace, node);
            }
            Some('{') => {
                self.at += 1;
                let in_list = self.open.last().is_some_and(|open| open.list && open.node == node);
                let table = if in_list { self.item(node) } else { node };
                self.open.push(Open { node: table, list: false });
                self.zone(start..self.at, Role::Other, node);
                self.zone(self.at..self.at, Role::KeyPlace, table);
            }
            Some(sign) if !sign.is_whitespace() && !",]}#=".contains(sign) => {
                let rest = &self.text[start..];
                let end = rest.find(|c: char| c.is_whitespace() || ",]}#=".contains(c));
                self.at = start + end.unwrap_or(rest.len());
                self.zone(start..self.at, Role::Bare, node);
            }
            _ => {}
        }
    }

    /// Reads the next item within brackets.
    fn inside(&mut self, node: NodeId, list: bool) {
        let start = self.at;
        self.blanks(true);
        let role = if list { Role::ValuePlace } else { Role::KeyPlace };
        self.zone(start..self.at, role, node);
        if self.text[start..self.at].contains('\n') && self.begins_anew(list) {
            self.open.clear();
            return;
        }
        let before = self.at;
        match self.next() {
            None => return,
            Some('#') => return self.rest_of_line(),
            Some(']' | '}') => drop(self.open.pop()),
            Some(',') => {
                self.at += 1;
                self.zone(before..self.at, Role::Other, node);
                // right after the comma
                return self.zone(self.at..self.at, role, node);
            }
            Some(_) if list => self.value(node),
            Some(_) => {
                if let Some(key) = self.keys(node, false) {
                    self.value_of(key);
                }
            }
        }
        if self.at == before {
            self.at += self.next().map_or(0, char::len_utf8);
            self.zone(before..self.at, Role::Other, node);
        }
        if self.open.is_empty() {
            self.rest_of_line();
        }
    }

    /// Returns `true` if the line that begins here can't belong to what is open: a heading, or in a list a key.
    fn begins_anew(&self, list: bool) -> bool {
        let line = self.text[self.at..].lines().next().unwrap_or("");
        let line = line.split('#').next().unwrap_or("").trim_end();
        let heading = line.strip_prefix('[').is_some_and(|rest| {
            let rest = rest.strip_prefix('[').unwrap_or(rest);
            let name = rest.trim_end_matches(']');
            name.len() < rest.len()
                && name.starts_with(|c: char| c.is_ascii_alphabetic())
                && name.chars().all(|c| is_bare(c) || c == '.')
        });
        let key = line.trim_start_matches(|c: char| is_bare(c) || c == '.');
        heading || list && key.len() < line.len() && key.trim_start().starts_with('=')
    }

    /// A text in quotes; one that isn't closed ends with its line, and closes what was opened on it.
    fn quoted(&mut self, node: NodeId) {
        let start = self.at;
        let quote = &self.text[start..=start];
        let triple = quote.repeat(3);
        let rest = &self.text[start..];
        if rest.starts_with(&triple) {
            let end = rest[3..].find(&triple).map_or(self.text.len(), |end| start + 3 + end);
            self.zone(start + 3..end, Role::Text, node);
            self.at = (end + 3).min(self.text.len());
            return;
        }
        let mut escaped = false;
        for (at, sign) in rest.char_indices().skip(1) {
            match sign {
                '\n' => return self.unclosed(start, start + at, node),
                _ if escaped => escaped = false,
                '\\' if quote == "\"" => escaped = true,
                _ if quote.starts_with(sign) => {
                    self.zone(start + 1..start + at, Role::Text, node);
                    self.at = start + at + 1;
                    return;
                }
                _ => {}
            }
        }
        self.unclosed(start, self.text.len(), node);
    }

    fn unclosed(&mut self, start: usize, end: usize, node: NodeId) {
        let end = start + self.text[start..end].trim_end_matches('\r').len();
        self.zone(start + 1..end.max(start + 1), Role::Text, node);
        self.at = end;
        let in_list = self.open.iter().all(|open| open.list);
        if !in_list {
            self.open.clear();
        }
    }

    fn child(&mut self, parent: NodeId, name: Rc<str>) -> NodeId {
        if let Some(&known) = self.named.get(&(parent, Rc::clone(&name))) {
            return known;
        }
        let node = self.new_node(parent, Some(Rc::clone(&name)));
        self.named.insert((parent, name), node);
        node
    }

    /// A new item of a list.
    fn item(&mut self, list: NodeId) -> NodeId {
        self.new_node(list, None)
    }

    fn new_node(&mut self, parent: NodeId, name: Option<Rc<str>>) -> NodeId {
        let depth = self.outline.nodes[parent].depth + 1;
        self.outline.nodes.push(Node { parent: Some(parent), name, depth });
        self.outline.nodes.len() - 1
    }

    fn zone(&mut self, range: Range<usize>, role: Role, node: NodeId) {
        self.outline.zones.push(Zone { range, role, node });
    }

    fn next(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn blanks(&mut self, lines: bool) {
        let blank = |sign: char| sign == ' ' || sign == '\t' || lines && (sign == '\n' || sign == '\r');
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches(blank).len();
    }

    fn rest_of_line(&mut self) {
        let start = self.at;
        let rest = &self.text[start..];
        self.at = start + rest.find('\n').map_or(rest.len(), |end| end + 1);
        self.zone(
            start..start + rest[..self.at - start].trim_end_matches(['\n', '\r']).len(),
            Role::Other,
            ROOT_NODE,
        );
    }
}

fn is_bare(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '-' || sign == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The role and the path at the place of `|`.
    fn at(text: &str) -> (Role, String) {
        let offset = text.find('|').expect("a place");
        let outline = Outline::of(&text.replace('|', ""));
        let zone = outline.at(offset).unwrap_or_else(|| panic!("{text}: no zone"));
        (zone.role, outline.path(zone.node).join("."))
    }

    fn says(text: &str, role: Role, path: &str) {
        assert_eq!(at(text), (role, path.to_owned()), "{text}");
    }

    #[test]
    fn keys_values_and_places_for_them_are_told_apart() {
        let key = Role::Key { heading: false };
        says("|", Role::KeyPlace, "");
        says("ext|", key, "ext");
        says("extends = |", Role::ValuePlace, "extends");
        says("extends = \"ch|\"", Role::Text, "extends");
        says("[pieces]\n|", Role::KeyPlace, "pieces");
        says("[pieces]\nking = { letter = \"K\", | }", Role::KeyPlace, "pieces.king");
        says("[pieces]\nking = {|}", Role::KeyPlace, "pieces.king");
        says("[pieces]\nking = { moves = \"f|W\" }", Role::Text, "pieces.king.moves");
        says("[pieces]\nking.moves = \"f|W\"", Role::Text, "pieces.king.moves");
        says("[[example]]\nshows = \"a\"\n\n[[example]]\n|", Role::KeyPlace, "example");
        says("[castling]\nways = { short = { ki|ng = \"e1 g1\" } }", key, "castling.ways.short.king");
        says("[end|]", Role::Key { heading: true }, "end");
        says("a = true # |", Role::Other, "");
        says("a = tr|ue", Role::Bare, "a");
    }

    #[test]
    fn what_is_not_closed_ends_with_its_line_or_at_a_heading() {
        says(
            "[pieces]\nking = { moves = \"K\nrook = { let|",
            Role::Key { heading: false },
            "pieces.rook.let",
        );
        says("[setup]\nwhite = [\"R\",\n[end]\n|", Role::KeyPlace, "end");
        says("[setup]\nwhite = [\"R\"\nblack = |", Role::ValuePlace, "setup.black");
        says("[pieces]\nking = { moves = \"K|", Role::Text, "pieces.king.moves");
    }

    #[test]
    fn every_item_of_a_list_has_keys_of_its_own() {
        let text = "[[example]]\nshows = \"a\"\nfen = \"b\"\n[[example]]\nshows = \"c\"\n";
        let outline = Outline::of(text);
        let last = outline.at(text.len()).expect("a zone").node;
        assert_eq!(outline.keys_in(last).map(|(name, _)| name).collect::<Vec<_>>(), ["shows"]);
    }

    #[test]
    fn any_text_is_read_to_its_end() {
        let hard = [
            "[[[[[[[[",
            "{{{{",
            "a={a={a={",
            "\"",
            "=",
            "[a.",
            "a.b.",
            "é = [\"\u{1F600}",
            "]]}}",
            "a=[{b=[{c=[",
        ];
        for text in hard {
            for repeated in [1, 3, 40] {
                let text = text.repeat(repeated);
                let outline = Outline::of(&text);
                for zone in &outline.zones {
                    assert!(text.get(zone.range.clone()).is_some(), "{text}: {zone:?}");
                }
            }
        }
    }
}
